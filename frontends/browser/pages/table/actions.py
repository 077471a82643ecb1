"""Actions of a seat other than orders: take back, propose, agree, resign."""

from __future__ import annotations

from collections.abc import Callable

from aiohttp import web
from msgspec import structs

from adjudicator.core.language.errors import NotNow, NotUnderstood, Refusal
from adjudicator.core.language.words import N_, fold, words
from frontends.browser.pages import salts, time_control
from frontends.browser.pages.entering import team
from frontends.browser.web.html import Html, tag
from frontends.browser.web.layout import page
from frontends.browser.web.request_context import app_of, context_of
from frontends.browser.web.responses import NotFound, data, html, see_other, wants_data
from frontends.browser.web.viewer import Table, TableContext, where, with_table
from service.acts import PLAYER, Given
from service.usecases.agreeing import agreements
from service.usecases.play import playing

from .fragments import now_parts, refusal_of

Act = Callable[[TableContext, str], object]


def _plain(name: str) -> Act:
    """Return the act of this name; a field `of` or `seat` names whom it is about."""
    act = PLAYER[name]

    def run(at: TableContext, seat: str) -> object:
        hours = time_control.number(at.context.field("hours")) if "hours" in act.takes else 0
        level = time_control.number(at.context.field("level") or "1") if "level" in act.takes else 1
        whom = at.context.field("of") or at.context.field("seat")
        return act(at.place(), Given(seat=whom, level=level, hours=hours))

    return run


def _propose(kind: str) -> Act:
    """Return the act that proposes something; for an undo the form names the entry."""

    def act(at: TableContext, seat: str) -> object:
        to = at.context.field("to") if kind == "undo" else "0"
        if not (to.isdecimal() and len(to) < 10):
            raise NotUnderstood(to, words(N_("an entry number")))
        return PLAYER[kind](at.place(), Given(entry=int(to), why=at.context.field("why")))

    return act


def _answer(kind: str, agrees: bool) -> Act:
    """Return the act that answers the proposal which the button names."""

    def act(at: TableContext, seat: str) -> object:
        return at.do(agreements.answer, kind, seat, agrees, at.context.field("proposal"))

    return act


def _end_idle(at: TableContext, seat: str) -> object:
    entry = at.context.field("question").partition(":")[0]
    if not (entry.isdecimal() and len(entry) < 10):
        raise NotUnderstood(entry, words(N_("an entry number")))
    return at.do(playing.end_idle, seat, at.context.language, int(entry))


def _spare(at: TableContext, seat: str) -> object:
    """Ask no reactions until the turn ends; the form names the question that is answered by it."""
    entry = at.context.field("entry")
    return PLAYER["spare"](
        at.place(), Given(entry=int(entry) if entry.isdecimal() and len(entry) < 10 else 0)
    )


def _resign(at: TableContext, seat: str) -> object:
    """Resign; the seat's name must be typed, so that nobody does it by mistake."""
    if fold(at.context.field("sure")) != fold(at.table.localizer.name(seat)):
        raise NotNow(words(N_("to resign, type the name of your seat")))
    return PLAYER["resign"](at.place())


def _leave(at: TableContext, seat: str) -> object:
    if fold(at.context.field("sure")) != fold(at.table.localizer.name(seat)):
        raise NotNow(words(N_("to leave, type the name of your seat")))
    PLAYER["leave"](at.place())
    raise web.HTTPSeeOther("/")  # the page of the seat is another's from now on


ACTS: dict[str, Act] = {
    **{name: _plain(name) for name in ("back", "drop", "computer", "grant", "nudge")},
    "go-on": _plain("release"),
    "end-idle": _end_idle,
    "spare": _spare,
    "ask": _plain("ask"),
    "resign": _resign,
    "leave": _leave,
    "away": time_control.set_away,
    "back-again": time_control.end_away,
    "claim": time_control.claim,
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
    return await run_action(request, lambda at: what(at, own_seat(at.table)))


def own_seat(table: Table) -> str:
    """Return the viewer's seat.

    Raises:
        NotNow: if the viewer has none.
    """
    if table.viewer.seat is None:
        raise NotNow(words(N_("only a seat may do that")))
    return table.viewer.seat


async def run_action(
    request: web.Request, what: Callable[[TableContext], object], to: str = ""
) -> web.Response:
    """Run a command of a page; return the parts of the page afterwards, or redirect to `to`."""

    def act(at: TableContext) -> Html | None:
        viewer = structs.replace(at.table.viewer, request=at.context.sent)
        try:
            what(TableContext(at.service, at.context, structs.replace(at.table, viewer=viewer)))
        except Refusal as refused:
            return refusal_of(at.table, refused)
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
