"""Actions of a seat other than orders: take back, propose, agree, resign."""

from __future__ import annotations

from collections.abc import Callable

from aiohttp import web
from msgspec import structs

from adjudicator.core.language.errors import NotNow, NotUnderstood, Refusal
from adjudicator.core.language.words import N_, Words, fold
from frontends.browser.pages import salts, time_control
from frontends.browser.pages.entering import team
from frontends.browser.web.html import Html, tag
from frontends.browser.web.layout import page
from frontends.browser.web.request_context import RequestContext, app_of, context_of
from frontends.browser.web.responses import NotFound, data, html, see_other, wants_data
from frontends.browser.web.viewer import Table, where, with_table
from service.api import Service
from service.usecases.agreeing import agreements, undo
from service.usecases.play import playing
from service.usecases.time import ai_player, leaving

from .fragments import now_parts, refusal_of

Act = Callable[[Service, RequestContext, Table, str], object]


def _back(service: Service, context: RequestContext, table: Table, seat: str) -> object:
    return service.do(table.viewer.message(), table.viewer.campaign, undo.take_back, seat)


def _drop(service: Service, context: RequestContext, table: Table, seat: str) -> object:
    return service.do(table.viewer.message(), table.viewer.campaign, playing.drop_batch, seat)


def _propose(kind: str) -> Act:
    """Return the act that proposes something; for an undo the form names the entry."""

    def act(service: Service, context: RequestContext, table: Table, seat: str) -> object:
        to = context.field("to") if kind == "undo" else "0"
        if not (to.isdecimal() and len(to) < 10):
            raise NotUnderstood(to, Words(N_("an entry number")))
        message, campaign, why = table.viewer.message(), table.viewer.campaign, context.field("why")
        target = int(to) if kind == "undo" else None
        return service.do(message, campaign, agreements.propose, kind, seat, target, why)

    return act


def _answer(kind: str, agrees: bool) -> Act:
    """Return the act that answers the proposal which the button names."""

    def act(service: Service, context: RequestContext, table: Table, seat: str) -> object:
        message, campaign, id = table.viewer.message(), table.viewer.campaign, context.field("proposal")
        return service.do(message, campaign, agreements.answer, kind, seat, agrees, id)

    return act


def _go_on(service: Service, context: RequestContext, table: Table, seat: str) -> object:
    return service.release(table.viewer.message(), table.viewer.campaign)


def _invite_ai(service: Service, context: RequestContext, table: Table, seat: str) -> object:
    return service.do(table.viewer.message(), table.viewer.campaign, ai_player.invite, context.field("seat"))


def _resign(service: Service, context: RequestContext, table: Table, seat: str) -> object:
    """Resign; the seat's name must be typed, so that nobody does it by mistake."""
    if fold(context.field("sure")) != fold(table.localizer.name(seat)):
        raise NotNow(Words(N_("to resign, type the name of your seat")))
    return service.do(table.viewer.message(), table.viewer.campaign, leaving.resign, seat)


def _leave(service: Service, context: RequestContext, table: Table, seat: str) -> object:
    if fold(context.field("sure")) != fold(table.localizer.name(seat)):
        raise NotNow(Words(N_("to leave, type the name of your seat")))
    service.do(table.viewer.message(), table.viewer.campaign, leaving.leave, seat)
    raise web.HTTPSeeOther("/")  # the page of the seat is another's from now on


ACTS: dict[str, Act] = {
    "back": _back,
    "drop": _drop,
    "go-on": _go_on,
    "computer": _invite_ai,
    "resign": _resign,
    "leave": _leave,
    "away": time_control.set_away,
    "back-again": time_control.end_away,
    "claim": time_control.claim,
    "grant": time_control.grant,
    "salt-bind": salts.bind,
    "salt-leave": salts.leave,
    "salt-show": salts.show,
    "confirm": team.confirm,
    "withdraw": team.withdraw,
    "dismiss": team.dismiss,
    "hand-over": team.hand_over,
    **{kind: _propose(kind) for kind in agreements.KINDS},
    **{f"{kind}-yes": _answer(kind, True) for kind in agreements.KINDS},
    **{f"{kind}-no": _answer(kind, False) for kind in agreements.KINDS},
}


async def act(request: web.Request) -> web.Response:
    """Carry out one of these acts for a seat."""
    what = ACTS.get(request.match_info["what"])
    if what is None:
        raise NotFound
    return await run_action(
        request, lambda service, context, table: what(service, context, table, own_seat(table))
    )


def own_seat(table: Table) -> str:
    """Return the viewer's seat.

    Raises:
        NotNow: if the viewer has none.
    """
    if table.viewer.seat is None:
        raise NotNow(Words(N_("only a seat may do that")))
    return table.viewer.seat


async def run_action(
    request: web.Request, what: Callable[[Service, RequestContext, Table], object], to: str = ""
) -> web.Response:
    """Run a command of a page; return the parts of the page afterwards, or redirect to `to`."""

    def act(service: Service, context: RequestContext, table: Table) -> Html | None:
        viewer = structs.replace(table.viewer, request=context.sent)
        try:
            what(service, context, structs.replace(table, viewer=viewer))
        except Refusal as refused:
            return refusal_of(table, refused)
        return None

    refused = await with_table(request, act, changes=True)
    if wants_data(request):
        once = {"request": app_of(request).form_id()}
        if refused is not None:
            return data({"said": str(refused)} | once, 409)
        return data(await with_table(request, now_parts) | {"said": ""} | once)
    path = "/game/{}/{}".format(*where(request)) + to
    if refused is not None:
        context = context_of(request)
        title = context.text(N_("Order refused"))
        back = tag("p", tag("a", context.text(N_("Back")), href=path))
        return html(page(context, title, tag("h1", title), refused, back, here=path), 409)
    return see_other(path)
