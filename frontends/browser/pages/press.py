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
from frontends.browser.web.viewer import PLACE_PATH, Table, TableContext, with_table
from service.text import telling
from service.usecases.seats import press
from service.values.words import unpacked

from .time_control import number

Act = Callable[[TableContext, str], object]


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

    def look(at: TableContext) -> tuple[str, str]:
        if at.table.viewer.seat is None:
            raise NotFound
        found = at.service.messages(at.table.viewer.campaign, at.table.viewer.seat)
        lines = telling.messages(found, at.table.localizer.language, at.table.localizer.label)
        return f"{at.table.game.name}-{at.table.viewer.campaign}-messages.txt", "".join(
            f"{one}\n" for one in lines
        )

    name, text = await with_table(request, look)
    return web.Response(text=text, headers={"Content-Disposition": f'attachment; filename="{name}"'})


def _page(at: TableContext) -> Html:
    """Return the seat's messages, the latest first, each to be erased, and the form if it may write."""
    seat, t, path = at.table.viewer.seat, at.table.localizer, at.table.viewer.path
    if seat is None:
        raise NotFound
    title = t(N_("Messages of {seat}"), seat=seat)
    written = [
        tag(
            "li",
            t.words(unpacked(one.packed)),
            " ",
            _button(at.context, at.table, "withdraw", N_("Erase"), n=one.id),
        )
        for one in reversed(at.service.press(at.table.viewer.campaign, seat))
    ]
    mine: list[Child] = []
    if may_write(at.table):
        mine = [
            tag(
                "section",
                tag("h2", t(N_("Write a message"))),
                press_form(at.context, at.table),
                class_="panel",
            ),
            _blocking(at, seat),
        ]
    about = t(
        N_(
            "Messages are not part of the log or of any export of the game. If you erase one, people may "
            "already have read it."
        )
    )
    saved = None
    if at.service.messages(at.table.viewer.campaign, seat):
        name = t(N_("Messages that you wrote or received, as a text file"))
        saved = tag("p", tag("a", name, href=f"{path}/messages.txt", download=True))
    return page(
        at.context,
        f"{title} · {at.table.title}",
        tag("h1", title),
        tag("p", about),
        saved,
        tag("div", mine, class_="columns"),
        tag("section", tag("h2", t(N_("Written by you"))), tag("ul", written), class_="panel")
        if written
        else None,
        nav=nav(at.table, "/messages"),
        here=f"{path}/messages",
    )


def _blocking(at: TableContext, seat: str) -> Html:
    """Return the other seats, each with a button that stops its messages or lets them come again."""
    t, blocked = at.table.localizer, at.service.blocked(at.table.viewer.campaign, seat)
    rows = [
        tag("li", t.name(other), " ", _button(at.context, at.table, what, said, seat=other))
        for other in at.table.campaign.seats
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


def _send(at: TableContext, seat: str) -> object:
    to = [at.context.field("to")] if at.context.field("to") else []
    return at.do(press.send, seat, to, at.context.field("text"))


def _withdraw(at: TableContext, seat: str) -> object:
    n = number(at.context.field("n"))
    return at.do(press.withdraw, seat, n)


def _block(at: TableContext, seat: str) -> object:
    return at.do(press.block, seat, at.context.field("seat"))


def _unblock(at: TableContext, seat: str) -> object:
    other = at.context.field("seat")
    return at.do(press.block, seat, other, False)


ACTS: Mapping[str, Act] = {"send": _send, "withdraw": _withdraw, "block": _block, "unblock": _unblock}


async def act(request: web.Request) -> web.Response:
    """Carry out one of these acts for a seat."""
    what = ACTS.get(request.match_info["what"])
    if what is None:
        raise NotFound
    return await run_action(request, lambda at: what(at, own_seat(at.table)), "/messages")
