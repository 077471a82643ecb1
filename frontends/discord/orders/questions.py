"""`help`, `why` and `undo` where orders are typed."""

from __future__ import annotations

from pathlib import Path

from adjudicator.core.language.errors import Refusal
from adjudicator.core.language.words import N_
from frontends.discord.context.action_context import ActionContext
from frontends.discord.ui.items import button
from frontends.discord.ui.pages import Page, plain
from service.api import Service
from service.text import telling
from service.text.command_names import meant
from service.text.forecast import odds_lines
from service.text.localizer import Localizer
from service.usecases.agreeing import undo
from service.usecases.play import queries
from service.values.records import Campaign

from .line import offers, refused_lines
from .panel_state import require_adviser
from .sheet import show_sheet

_FOLDER = Path(__file__).parent
WORDS = ("help", "?", "why", "undo")
MOST_LINES = 15
"""Reasons that are shown."""


async def answered(call: ActionContext, campaign: Campaign, seat: str, text: str) -> bool:
    """Answer `help`, `why` with or without an order, or `undo`; return False for anything else.

    Raises:
        NotNow: if the caller neither commands the seat nor is an officer of it, or nothing can be taken back.
    """
    word, _, rest = text.strip().partition(" ")
    match meant(_FOLDER, word, *WORDS), rest.strip():
        case "undo", "":
            await take_back(call, campaign, seat)
            return True
        case (("help" | "?"), ""):
            lines = await call.look(lambda service: _help(service, call, campaign, seat))
        case "why", order:
            lines = await call.look(lambda service: _why(service, call, campaign, seat, order))
        case _:
            return False
    sheet = button(call.text(N_("Order sheet")), "orders_of", campaign.id, seat)
    await call.say(Page(body=lines, rows=[[sheet]]))
    return True


async def take_back(call: ActionContext, campaign: Campaign, seat: str, head: str = "") -> None:
    """Take back the seat's own last order; `head` is the one that a button was made on, "" for any.

    Raises:
        NotNow: if it cannot be taken back.
    """
    await call.do(lambda service: service.do(call.message, campaign.id, undo.take_back, seat, head))
    await show_sheet(call, campaign, seat, [plain(call.text(N_("You took back your last order.")))])


def _help(service: Service, call: ActionContext, campaign: Campaign, seat: str) -> list[str]:
    """List the orders that are possible now."""
    require_adviser(service, call.user, campaign.id, seat)
    if service.look(campaign.id, queries.pending, seat) is None:
        return [_idle(call, seat)]
    possible = offers(service, call.user, campaign.id, seat, call.language, "")[:MOST_LINES]
    more = call.text(N_("“undo” takes back your last order; “why” with an order says which rule forbids it."))
    return [
        plain(call.text(N_("Possible:"))),
        *(f"> {plain(one.name)}" for one in possible),
        f"-# {plain(more)}",
    ]


def _why(service: Service, call: ActionContext, campaign: Campaign, seat: str, order: str) -> list[str]:
    """List what begins like an order and is not allowed, with the reasons; for a whole order, its refusal."""
    require_adviser(service, call.user, campaign.id, seat)
    asked = service.look(campaign.id, queries.pending, seat)
    if asked is None:
        return [_idle(call, seat)]
    try:
        barred = service.barred(campaign.id, seat, order, call.language)
    except Refusal as refused:
        return refused_lines(call, service.explain(campaign.id, seat, order, refused, call.language))
    lines = [
        f"✕ {plain(telling.bar(text, stop, call.language, call.label))}"
        for text, stop in list(barred.items())[:MOST_LINES]
    ]
    if lines or order:
        found = service.look(campaign.id, queries.odds_of_text, seat, order, call.language)
        brings = odds_lines(found, Localizer(call.language, call.label))
        allowed = [call.text(N_("No rule forbids that.")), *brings]
        return lines or [plain(line) for line in allowed]
    said = call.text(telling.NOTHING_BARRED, prompt=asked.choice.prompt)
    return [plain(said), *_help(service, call, campaign, seat)]


def _idle(call: ActionContext, seat: str) -> str:
    return plain(call.text(N_("{seat} has nothing to decide right now."), seat=seat))
