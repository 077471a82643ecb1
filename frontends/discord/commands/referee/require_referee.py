"""The acts of a referee: the check that the caller is the referee, and the reply."""

from __future__ import annotations

from typing import Any

from msgspec import structs

from adjudicator.core.language.errors import NotNow, Verbatim
from adjudicator.core.language.words import N_, words
from frontends.discord.context import autocomplete
from frontends.discord.context.action_context import ActionContext
from frontends.discord.context.resolve_campaign import campaign_of
from frontends.discord.ui.pages import Page, marked, plain
from service.acts import REFEREE, Given
from service.posts.compose import FOOTER
from service.values.records import Campaign, Receipt

RESUMES = words(N_("/referee release"))
"""The command that ends a pause."""


async def judged(call: ActionContext, named: str | None = None) -> Campaign:
    """Return the game of the command, if the caller is its referee.

    Raises:
        NotNow: if they are not.
    """
    campaign = await campaign_of(call, named)
    if call.user != campaign.referee:
        raise NotNow(words(N_("only this game's referee may do that")))
    return campaign


async def judge(call: ActionContext, name: str, given: Given) -> None:
    """Carry out an act on the game of the command."""
    await act(call, await judged(call), name, given)


async def about(call: ActionContext, name: str, seat: str, given: Given) -> None:
    """Carry out an act that is about a seat, which is named as it was typed."""
    campaign = await judged(call)
    named = autocomplete.seat_named(call, campaign, seat)
    await act(call, campaign, name, structs.replace(given, seat=named))


async def act(call: ActionContext, campaign: Campaign, name: str, given: Given) -> None:
    """Carry out an act; say what was done, and the head of the log after it."""
    receipt, said = await call.do(
        lambda service: REFEREE[name](call.place_in(service, campaign.id, RESUMES), given)
    )
    call.bot.statuses.request_update(campaign.id)
    await done(call, receipt, said.template, **said.values)


async def done(call: ActionContext, receipt: Receipt[Any], template: str, /, **values: Any) -> None:
    """Say what was done, and the head of the log after it."""
    line = marked(FOOTER, call.language, n=receipt.n - 1, head=Verbatim(receipt.short))
    await call.say(Page(body=[plain(call.text(template, **values)), f"-# {line}"]))
