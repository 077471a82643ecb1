"""The forms of the referee's page: hold, go back, answer for a seat, rule, announce, edit and the rest."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from aiohttp import web

from adjudicator.core.choices.choice import Reader
from adjudicator.core.language.errors import NotNow, NotUnderstood
from adjudicator.core.language.words import N_, Words
from adjudicator.core.orders import orders
from frontends.browser.pages.table.actions import run_action
from frontends.browser.pages.time_control import number, of_form
from frontends.browser.web.request_context import RequestContext
from frontends.browser.web.responses import NotFound
from frontends.browser.web.viewer import REFEREE_PLACE, Table
from service.api import Service
from service.usecases.agreeing import agreements, ending, undo
from service.usecases.play import queries
from service.usecases.referee import acts, restored
from service.usecases.seats import founding, press
from service.usecases.time import ai_player, deadlines

Act = Callable[[Service, RequestContext, Table], object]


def require_referee(table: Table) -> None:
    """Refuse everybody but the referee, without revealing that the page exists.

    Raises:
        NotFound: if somebody else asks.
    """
    if table.viewer.place != REFEREE_PLACE:
        raise NotFound


def _hold(service: Service, context: RequestContext, table: Table) -> object:
    return service.do(
        table.viewer.message(), table.viewer.campaign, ending.hold_by_referee, context.field("why")
    )


def _release(service: Service, context: RequestContext, table: Table) -> object:
    return service.release(table.viewer.message(), table.viewer.campaign)


def _burn(service: Service, context: RequestContext, table: Table) -> object:
    to = number(context.field("to")) if context.field("to") else None
    why = context.field("why")
    return service.do(table.viewer.message(), table.viewer.campaign, restored.burn, to, why)


def _demand_signatures(service: Service, context: RequestContext, table: Table) -> object:
    return service.do(table.viewer.message(), table.viewer.campaign, acts.demand_signatures, True)


def _take_unsigned(service: Service, context: RequestContext, table: Table) -> object:
    return service.do(table.viewer.message(), table.viewer.campaign, acts.demand_signatures, False)


def _close(service: Service, context: RequestContext, table: Table) -> object:
    return service.do(table.viewer.message(), table.viewer.campaign, acts.close_window)


def _undo(service: Service, context: RequestContext, table: Table) -> object:
    keep = 1 if context.field("keep") else 0
    to = number(context.field("to"))
    return service.do(
        table.viewer.message(), table.viewer.campaign, undo.by_referee, to, keep, context.field("why")
    )


def _end(service: Service, context: RequestContext, table: Table) -> object:
    return service.do(table.viewer.message(), table.viewer.campaign, ending.end, context.field("why"))


def _answer(service: Service, context: RequestContext, table: Table) -> object:
    """Answer for a seat; the look at its hidden information is logged first."""
    campaign, seat = table.viewer.campaign, seat_of(context, table)
    service.see_as(table.viewer.message(), campaign, seat)
    pending = service.look(campaign, queries.pending, seat)
    if pending is None:
        raise NotNow(Words(N_("{seat} has nothing to decide right now"), {"seat": seat}))
    reader = Reader(table.game.lexicon, context.language)
    answer, _ = orders.read(pending.choice, context.field("text"), reader)
    return service.do(
        table.viewer.message(), campaign, acts.answer_for, seat, answer, "referee", context.field("why")
    )


def _announce(service: Service, context: RequestContext, table: Table) -> object:
    return service.do(table.viewer.message(), table.viewer.campaign, acts.announce, context.field("text"))


def _rule(service: Service, context: RequestContext, table: Table) -> object:
    said = context.field("question"), context.field("ruling")
    return service.do(table.viewer.message(), table.viewer.campaign, acts.rule_on, *said)


def _silence(service: Service, context: RequestContext, table: Table) -> object:
    return service.do(table.viewer.message(), table.viewer.campaign, press.silence, seat_of(context, table))


def _unsilence(service: Service, context: RequestContext, table: Table) -> object:
    return service.do(
        table.viewer.message(), table.viewer.campaign, press.silence, seat_of(context, table), False
    )


def _roll(service: Service, context: RequestContext, table: Table) -> object:
    count, faces = number(context.field("count")), number(context.field("faces"))
    label, why = context.field("label"), context.field("why")
    return service.do(table.viewer.message(), table.viewer.campaign, ending.roll, label, count, faces, why)


def _vacate(service: Service, context: RequestContext, table: Table) -> object:
    return service.do(table.viewer.message(), table.viewer.campaign, founding.vacate, seat_of(context, table))


def _invite_ai(service: Service, context: RequestContext, table: Table) -> object:
    return service.do(
        table.viewer.message(), table.viewer.campaign, ai_player.invite, seat_of(context, table)
    )


def _pace(service: Service, context: RequestContext, table: Table) -> object:
    return service.do(table.viewer.message(), table.viewer.campaign, deadlines.set_pace, of_form(context))


def _extend(service: Service, context: RequestContext, table: Table) -> object:
    seat, hours, why = seat_of(context, table), number(context.field("hours")), context.field("why")
    return service.do(table.viewer.message(), table.viewer.campaign, deadlines.extend, seat, hours, why)


def _edit(service: Service, context: RequestContext, table: Table) -> object:
    text, why, head = context.field("text"), context.field("why"), context.field("head")
    return service.edit(table.viewer.message(), table.viewer.campaign, text, why, head)


def _resume(service: Service, context: RequestContext, table: Table) -> object:
    return service.do(table.viewer.message(), table.viewer.campaign, agreements.resume, context.field("why"))


ACTS: Mapping[str, Act] = {
    "resume": _resume,
    "hold": _hold,
    "release": _release,
    "burn": _burn,
    "signed": _demand_signatures,
    "unsigned": _take_unsigned,
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

    def do(service: Service, context: RequestContext, table: Table) -> object:
        require_referee(table)
        return what(service, context, table)

    return await run_action(request, do, "/actions")
