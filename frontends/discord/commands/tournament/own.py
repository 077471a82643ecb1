"""`/my tournaments`: the caller's tournaments, the players whom they do not want to meet, and their name
there.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from discord import ui

from adjudicator.core.language.errors import NotUnderstood
from adjudicator.core.language.words import N_, words
from frontends.discord.context.action_context import Action, ActionContext
from frontends.discord.context.autocomplete import Offer, offered
from frontends.discord.ui.items import RED, Interaction, button
from frontends.discord.ui.pages import Page, plain
from service.api import Service
from service.tournaments import Book
from service.usecases.tournaments import entering, erasing

MOST_LISTED, MOST_BUTTONS = 5, 5
"""Tournaments of a page, and buttons of each: a message has five rows of five."""
LIVE = ("entries", "playing")


async def opponents(interaction: Interaction, current: str) -> list[Offer]:
    """Offer the other players of the caller's tournaments."""
    call = ActionContext(interaction)
    books = await call.look(lambda service: service.tournaments.of_user(call.user))
    found = [
        (call.signs.added(str(book.name(player)), book.row.title), f"{book.row.id}/{player}")
        for book in books
        if book.t.state in LIVE
        for player in book.t.active
        if player != book.player
    ]
    return offered(found, current)


async def own(call: ActionContext, avoid: str | None) -> None:
    """Show the caller's tournaments; first block a player, if one is named in the form that `opponents`
    offers.
    """
    if avoid is not None:
        id, _, player = avoid.partition("/")
        if not (id.isdecimal() and len(id) < 10):
            raise NotUnderstood(avoid, words(N_("a player from the list")))
        await call.do(
            lambda service: service.tournaments.do(call.message, int(id), entering.set_apart, player)
        )
    books = await call.look(lambda service: service.tournaments.of_user(call.user))
    if not books:
        await call.note(N_("You are in no tournament. /tournament show lists what you can enter."))
        return
    shown = books[:MOST_LISTED]
    body = [line for book in shown for line in _lines(call, book)]
    rows = [row[:MOST_BUTTONS] for book in shown if (row := _row(call, book))]
    await call.say(Page(body=body, rows=rows))


def _lines(call: ActionContext, book: Book) -> list[str]:
    """Return the lines about the caller's name and the players whom they do not want to meet."""
    title, player = f"**{plain(book.row.title)}**", book.player
    if not player:
        said = call.text(N_("A substitute has taken your place."))
    elif not book.t.players[player].plays:
        said = call.text(N_("You have withdrawn."))
    else:
        said = call.text(N_("Others see you as {who}."), who=book.name(player))
    lines = [f"{title} · {plain(said)}"]
    if blocked := [book.name(one) for one in book.blocked]:
        lines.append(plain(call.text(N_("You are never paired with {players}."), players=blocked)))
    return lines


def _row(call: ActionContext, book: Book) -> Sequence[ui.Item[Any]]:
    """Return the buttons of one tournament: the name hidden or erased, blocked players allowed again."""
    id, title, player, row = book.row.id, book.name_of_tournament, book.player, list[ui.Item[Any]]()
    is_in = bool(player) and book.t.players[player].plays and book.t.state in LIVE
    if is_in and str(book.name(player)) != player:
        label = call.text(N_("{title}: hide my name"), title=title)
        row.append(button(label, "own_hide", id))
    if erasing.can_be_erased(book):
        label = call.text(N_("{title}: erase my name"), title=title)
        row.append(button(label, "own_erase", id, style=RED))
    for one in book.blocked:
        label = call.text(N_("{title}: pair me with {who} again"), title=title, who=book.name(one))
        row.append(button(label, "own_allow", id, one))
    return row


async def _hide(call: ActionContext) -> None:
    id = int(call.args[0])
    await call.do(lambda service: service.tournaments.do(call.message, id, entering.hide))
    await own(call, None)


async def _allow(call: ActionContext) -> None:
    id, player = int(call.args[0]), call.args[1]
    await call.do(
        lambda service: service.tournaments.do(call.message, id, entering.set_apart, player, is_blocked=False)
    )
    await own(call, None)


async def _ask_erase(call: ActionContext) -> None:
    text = call.text(
        N_(
            "Erase your name? Your results stay, under a number; your messages are erased. This cannot be "
            "undone. What was posted on Discord or sent by mail before keeps your name."
        )
    )
    yes = button(call.text(N_("Erase my name")), "own_erased", call.args[0], style=RED)
    await call.say(Page(body=[plain(text)], rows=[[yes]]))


async def _erase(call: ActionContext) -> None:
    id = int(call.args[0])

    def erase(service: Service) -> None:
        player = service.tournaments.look(id, call.user).player
        service.tournaments.do(call.message, id, erasing.erase, player)

    await call.do(erase)
    await call.note(N_("Your name is erased."))


ACTIONS = {
    "own_hide": Action(_hide, "update"),
    "own_allow": Action(_allow, "update"),
    "own_erase": Action(_ask_erase, "update"),
    "own_erased": Action(_erase, "update"),
}
