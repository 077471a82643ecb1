"""Messages between players: the page with one's own messages, and the forms that erase and block."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from aiohttp import web

from adjudicator.core.language.words import N_
from frontends.browser.pages.table.actions import own_seat, run_action
from frontends.browser.pages.table.press_form import may_write, press_form
from frontends.browser.web.html import Child, Html, tag
from frontends.browser.web.layout import page, press_button
from frontends.browser.web.nav import nav
from frontends.browser.web.request_context import RequestContext
from frontends.browser.web.responses import NotFound, html
from frontends.browser.web.viewer import PLACE_PATH, Table, with_table
from service.api import Service
from service.text import telling
from service.usecases.seats import press
from service.values.words import unpacked

from .time_control import number

Act = Callable[[Service, RequestContext, Table, str], object]


def routes() -> list[web.RouteDef]:
    """Return the routes of messages between players."""
    return [
        web.get(f"{PLACE_PATH}/messages", press_page),
        web.get(f"{PLACE_PATH}/messages.txt", as_text),
        web.post(f"{PLACE_PATH}/messages/{{what:[a-z]{{1,12}}}}", act),
    ]


async def press_page(request: web.Request) -> web.Response:
    """Show the seat's own messages, and the seats whose messages it does not read."""
    return html(await with_table(request, _page))


async def as_text(request: web.Request) -> web.Response:
    """Send the messages that the seat has written or was sent as a file."""

    def look(service: Service, context: RequestContext, table: Table) -> tuple[str, str]:
        if table.viewer.seat is None:
            raise NotFound
        found = service.messages(table.viewer.campaign, table.viewer.seat)
        lines = telling.messages(found, table.localizer.language, table.localizer.label)
        return f"{table.game.name}-{table.viewer.campaign}-messages.txt", "".join(f"{one}\n" for one in lines)

    name, text = await with_table(request, look)
    return web.Response(text=text, headers={"Content-Disposition": f'attachment; filename="{name}"'})


def _page(service: Service, context: RequestContext, table: Table) -> Html:
    seat, t, path = table.viewer.seat, table.localizer, table.viewer.path
    if seat is None:
        raise NotFound
    title = t(N_("Messages of {seat}"), seat=seat)
    written = [
        tag(
            "li",
            t.words(unpacked(one.packed)),
            " ",
            _button(context, table, "withdraw", N_("Erase"), n=one.id),
        )
        for one in reversed(service.press(table.viewer.campaign, seat))
    ]
    mine: list[Child] = []
    if may_write(table):
        mine = [
            tag(
                "section",
                tag("h2", t(N_("Write a message"))),
                press_form(context, table),
                class_="panel",
            ),
            _blocking(service, context, table, seat),
        ]
    about = t(
        N_(
            "Messages are not part of the log or of any export of the game. If you erase one, people may "
            "already have read it."
        )
    )
    saved = None
    if service.messages(table.viewer.campaign, seat):
        name = t(N_("Messages that you wrote or received, as a text file"))
        saved = tag("p", tag("a", name, href=f"{path}/messages.txt", download=True))
    return page(
        context,
        f"{title} · {table.title}",
        tag("h1", title),
        tag("p", about),
        saved,
        tag("div", mine, class_="columns"),
        tag("section", tag("h2", t(N_("Written by you"))), tag("ul", written), class_="panel")
        if written
        else None,
        nav=nav(table, "/messages"),
        here=f"{path}/messages",
    )


def _blocking(service: Service, context: RequestContext, table: Table, seat: str) -> Html:
    """Return the other seats, each with a button that stops its messages or lets them come again."""
    t, blocked = table.localizer, service.blocked(table.viewer.campaign, seat)
    rows = [
        tag("li", t.name(other), " ", _button(context, table, what, said, seat=other))
        for other in table.campaign.seats
        if other != seat
        for what, said in [
            ("unblock", N_("Read again")) if other in blocked else ("block", N_("Stop reading"))
        ]
    ]
    about = tag("p", t(N_("Nobody is told whose messages you do not read.")))
    return tag("section", tag("h2", t(N_("Whose messages you read"))), about, tag("ul", rows), class_="panel")


def _button(context: RequestContext, table: Table, what: str, said: str, **fields: object) -> Html:
    to = f"{table.viewer.path}/messages/{what}"
    named = {name: str(value) for name, value in fields.items()}
    return press_button(context, to, table.localizer(said), class_="quiet", fields=named)


# -- doing it ----------------------------------------------------------------------------------------


def _send(service: Service, context: RequestContext, table: Table, seat: str) -> object:
    to = [context.field("to")] if context.field("to") else []
    return service.do(
        table.viewer.message(), table.viewer.campaign, press.send, seat, to, context.field("text")
    )


def _withdraw(service: Service, context: RequestContext, table: Table, seat: str) -> object:
    n = number(context.field("n"))
    return service.do(table.viewer.message(), table.viewer.campaign, press.withdraw, seat, n)


def _block(service: Service, context: RequestContext, table: Table, seat: str) -> object:
    return service.do(table.viewer.message(), table.viewer.campaign, press.block, seat, context.field("seat"))


def _unblock(service: Service, context: RequestContext, table: Table, seat: str) -> object:
    other = context.field("seat")
    return service.do(table.viewer.message(), table.viewer.campaign, press.block, seat, other, False)


ACTS: Mapping[str, Act] = {"send": _send, "withdraw": _withdraw, "block": _block, "unblock": _unblock}


async def act(request: web.Request) -> web.Response:
    """Carry out one of these acts for a seat."""
    what = ACTS.get(request.match_info["what"])
    if what is None:
        raise NotFound
    return await run_action(
        request, lambda service, context, table: what(service, context, table, own_seat(table)), "/messages"
    )
