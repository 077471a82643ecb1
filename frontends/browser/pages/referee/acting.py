"""The forms of the referee's page: hold, go back, answer for a seat, rule, announce, edit and the rest."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from aiohttp import web

from adjudicator.core.language.errors import NotUnderstood, Verbatim
from adjudicator.core.language.words import N_, words
from frontends.browser.pages.table.actions import run_action
from frontends.browser.pages.time_control import number, of_form
from frontends.browser.web.request_context import RequestContext
from frontends.browser.web.responses import NotFound
from frontends.browser.web.viewer import REFEREE_PLACE, Table, TableContext
from service.acts import REFEREE, Act, Given
from service.pictures.group_board import installed
from service.usecases.referee import acts as referee_acts
from service.usecases.time import deadlines
from service.values.boards import FIRST, OURS, BoardChoice


def require_referee(table: Table) -> None:
    """Refuse everybody but the referee, without revealing that the page exists.

    Raises:
        NotFound: if somebody else asks.
    """
    if table.viewer.place != REFEREE_PLACE:
        raise NotFound


def _edit(at: TableContext) -> object:
    text, why, head = at.context.field("text"), at.context.field("why"), at.context.field("head")
    return at.service.edit(at.table.viewer.message(), at.table.viewer.campaign, text, why, head)


def _choose_board(at: TableContext) -> object:
    """Choose the map of the group; the choice names a folder that is installed."""
    board, known = at.context.field("board"), installed(at.service, at.table.viewer.campaign)
    names = [FIRST, OURS, *(one.folder.name for one in known)]
    if board not in names:
        raise NotUnderstood(board, words(N_("{options:or}"), options=[*map(Verbatim, names[2:])]))
    choice = BoardChoice(board, at.context.field("channel") == "1")
    return at.do(referee_acts.choose_board, choice)


def _pace(at: TableContext) -> object:
    return at.do(deadlines.set_pace, of_form(at.context))


FIELDS: Mapping[str, tuple[str, Callable[[str], Any]]] = {
    "hours": ("hours", number),
    "entry": ("to", number),
    "epoch": ("to", lambda text: number(text) if text else None),
    "number": ("number", number),
    "level": ("level", lambda text: number(text) if text else 1),
    "dice": ("count", number),
    "faces": ("faces", number),
    "keeps": ("keep", bool),
}
"""The fields of forms, and how they are read, of values that aren't the text of a field of the same name."""


def _given(at: TableContext, act: Act) -> Given:
    """Return the values of an act, as the form gives them."""
    values: dict[str, Any] = {}
    for name in act.takes:
        field, read = FIELDS.get(name, (name, str))
        values[name] = seat_of(at.context, at.table) if name == "seat" else read(at.context.field(field))
    return Given(**values)


OWN: Mapping[str, Callable[[TableContext], object]] = {"pace": _pace, "edit": _edit, "board": _choose_board}
"""The acts that are forms of this page alone."""


def seat_of(context: RequestContext, table: Table) -> str:
    """Return the seat that a form names.

    Raises:
        NotUnderstood: if the game has none of that name.
    """
    seat = context.field("seat")
    if seat not in table.campaign.seats:
        raise NotUnderstood(seat, words(N_("{options:or}"), options=table.campaign.seats))
    return seat


async def act(request: web.Request) -> web.Response:
    """Carry out one of these acts."""
    name = request.match_info["what"]
    if name not in REFEREE and name not in OWN:
        raise NotFound

    def do(at: TableContext) -> object:
        require_referee(at.table)
        return OWN[name](at) if name in OWN else REFEREE[name](at.place(), _given(at, REFEREE[name]))

    return await run_action(request, do, "/actions")
