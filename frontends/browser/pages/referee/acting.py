"""The forms of the referee's page: hold, go back, answer for a seat, rule, announce, edit and the rest."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from aiohttp import web

from adjudicator.core.choices.choice import Reader
from adjudicator.core.language.errors import NotNow, NotUnderstood, Verbatim
from adjudicator.core.language.words import N_, Words
from adjudicator.core.orders import orders
from frontends.browser.pages.table.actions import run_action
from frontends.browser.pages.time_control import number, of_form
from frontends.browser.web.request_context import RequestContext
from frontends.browser.web.responses import NotFound
from frontends.browser.web.viewer import REFEREE_PLACE, Table, TableContext
from service.pictures.group_board import installed
from service.usecases.agreeing import agreements, ending, undo
from service.usecases.play import queries
from service.usecases.referee import acts, restored
from service.usecases.seats import founding, press
from service.usecases.time import ai_player, deadlines
from service.values.boards import FIRST, OURS, BoardChoice

Act = Callable[[TableContext], object]


def require_referee(table: Table) -> None:
    """Refuse everybody but the referee, without revealing that the page exists.

    Raises:
        NotFound: if somebody else asks.
    """
    if table.viewer.place != REFEREE_PLACE:
        raise NotFound


def _hold(at: TableContext) -> object:
    return at.do(ending.hold_by_referee, at.context.field("why"))


def _release(at: TableContext) -> object:
    return at.service.release(at.table.viewer.message(), at.table.viewer.campaign)


def _burn(at: TableContext) -> object:
    to = number(at.context.field("to")) if at.context.field("to") else None
    why = at.context.field("why")
    return at.do(restored.burn, to, why)


def _demand_signatures(at: TableContext) -> object:
    return at.do(acts.demand_signatures, True)


def _choose_board(at: TableContext) -> object:
    """Choose the map of the group; the choice names a folder that is installed."""
    board, known = at.context.field("board"), installed(at.service, at.table.viewer.campaign)
    names = [FIRST, OURS, *(one.folder.name for one in known)]
    if board not in names:
        raise NotUnderstood(board, Words(N_("{options:or}"), {"options": [*map(Verbatim, names[2:])]}))
    choice = BoardChoice(board, at.context.field("channel") == "1")
    return at.do(acts.choose_board, choice)


def _take_unsigned(at: TableContext) -> object:
    return at.do(acts.demand_signatures, False)


def _close(at: TableContext) -> object:
    return at.do(acts.close_window)


def _undo(at: TableContext) -> object:
    keep = 1 if at.context.field("keep") else 0
    to = number(at.context.field("to"))
    return at.do(
        undo.by_referee,
        to,
        keep,
        at.context.field("why"),
    )


def _end(at: TableContext) -> object:
    return at.do(ending.end, at.context.field("why"))


def _answer(at: TableContext) -> object:
    """Answer for a seat; the look at its hidden information is logged first."""
    campaign, seat = at.table.viewer.campaign, seat_of(at.context, at.table)
    at.service.see_as(at.table.viewer.message(), campaign, seat)
    pending = at.service.look(campaign, queries.pending, seat)
    if pending is None:
        raise NotNow(Words(N_("{seat} has nothing to decide right now"), {"seat": seat}))
    reader = Reader(at.table.game.lexicon, at.context.language)
    answer, _ = orders.read(pending.choice, at.context.field("text"), reader)
    return at.service.do(
        at.table.viewer.message(), campaign, acts.answer_for, seat, answer, "referee", at.context.field("why")
    )


def _announce(at: TableContext) -> object:
    return at.do(acts.announce, at.context.field("text"))


def _rule(at: TableContext) -> object:
    said = at.context.field("question"), at.context.field("ruling")
    return at.do(acts.rule_on, *said)


def _silence(at: TableContext) -> object:
    return at.do(press.silence, seat_of(at.context, at.table))


def _unsilence(at: TableContext) -> object:
    return at.do(
        press.silence,
        seat_of(at.context, at.table),
        False,
    )


def _roll(at: TableContext) -> object:
    count, faces = number(at.context.field("count")), number(at.context.field("faces"))
    label, why = at.context.field("label"), at.context.field("why")
    return at.do(ending.roll, label, count, faces, why)


def _vacate(at: TableContext) -> object:
    return at.do(founding.vacate, seat_of(at.context, at.table))


def _invite_ai(at: TableContext) -> object:
    return at.do(ai_player.invite, seat_of(at.context, at.table))


def _pace(at: TableContext) -> object:
    return at.do(deadlines.set_pace, of_form(at.context))


def _extend(at: TableContext) -> object:
    seat, hours, why = (
        seat_of(at.context, at.table),
        number(at.context.field("hours")),
        at.context.field("why"),
    )
    return at.do(deadlines.extend, seat, hours, why)


def _edit(at: TableContext) -> object:
    text, why, head = at.context.field("text"), at.context.field("why"), at.context.field("head")
    return at.service.edit(at.table.viewer.message(), at.table.viewer.campaign, text, why, head)


def _resume(at: TableContext) -> object:
    return at.do(agreements.resume, at.context.field("why"))


ACTS: Mapping[str, Act] = {
    "resume": _resume,
    "hold": _hold,
    "release": _release,
    "burn": _burn,
    "signed": _demand_signatures,
    "unsigned": _take_unsigned,
    "board": _choose_board,
    "close": _close,
    "undo": _undo,
    "end": _end,
    "answer": _answer,
    "announce": _announce,
    "rule": _rule,
    "roll": _roll,
    "computer": _invite_ai,
    "vacate": _vacate,
    "pace": _pace,
    "extend": _extend,
    "silence": _silence,
    "unsilence": _unsilence,
    "edit": _edit,
}


def seat_of(context: RequestContext, table: Table) -> str:
    """Return the seat that a form names.

    Raises:
        NotUnderstood: if the game has none of that name.
    """
    seat = context.field("seat")
    if seat not in table.campaign.seats:
        raise NotUnderstood(seat, Words(N_("{options:or}"), {"options": table.campaign.seats}))
    return seat


async def act(request: web.Request) -> web.Response:
    """Carry out one of these acts."""
    what = ACTS.get(request.match_info["what"])
    if what is None:
        raise NotFound

    def do(at: TableContext) -> object:
        require_referee(at.table)
        return what(at)

    return await run_action(request, do, "/actions")
