"""The referee's page, the board as a seat sees it, links and players of seats, the preview of an edit."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from aiohttp import web

from adjudicator.core.language.errors import NotNow
from adjudicator.core.language.words import N_, words
from frontends.browser.pages.entering.entering import form_token, invitation, revoke_former
from frontends.browser.pages.network import link_row
from frontends.browser.web.html import Child, Html, tag
from frontends.browser.web.layout import field, form, moment, page
from frontends.browser.web.nav import nav
from frontends.browser.web.panels import REASON
from frontends.browser.web.request_context import RequestContext, context_of
from frontends.browser.web.responses import html
from frontends.browser.web.session import user_of
from frontends.browser.web.viewer import PLACE_PATH, Table, TableContext, with_table
from service.text.scene_text import Board
from service.usecases.play import queries
from service.usecases.referee import acts

from .acting import act, require_referee, seat_of
from .panels import panels


def routes() -> list[web.RouteDef]:
    """Return the routes of the referee's page."""
    return [
        web.get(f"{PLACE_PATH}/actions", actions_page),
        web.post(f"{PLACE_PATH}/actions/see", see_as),
        web.post(f"{PLACE_PATH}/actions/link", new_link),
        web.post(f"{PLACE_PATH}/actions/replace", replace),
        web.post(f"{PLACE_PATH}/actions/try", try_edit),
        web.post(f"{PLACE_PATH}/actions/{{what:[a-z]{{1,12}}}}", act),
    ]


async def actions_page(request: web.Request) -> web.Response:
    """Show all possible acts of the referee."""
    return html(await with_table(request, _page))


def _page(at: TableContext) -> Html:
    require_referee(at.table)
    title = at.table.localizer(N_("Referee's page"))
    return page(
        at.context,
        f"{title} · {at.table.title}",
        tag("h1", title),
        _late_mails(at),
        tag("div", [part for parts in panels(at) for part in parts], class_="columns"),
        nav=nav(at.table, "/actions"),
        here=f"{at.table.viewer.path}/actions",
    )


def _late_mails(at: TableContext) -> Html | None:
    """Return for whom mails are late, because a server on the way goes on trying to deliver one."""
    said = N_("A mail to {seat} is late; the servers go on trying. Reported:")
    late = [
        tag("p", at.table.localizer(said, seat=seat.seat), moment(since))
        for seat in at.service.mail.seats(at.table.viewer.campaign)
        if (since := at.service.mailbox.delayed_since(seat.address)) is not None
    ]
    return tag("section", late) if late else None


async def see_as(request: web.Request) -> web.Response:
    """Show the board as a seat sees it, in words."""

    def look(at: TableContext) -> Html:
        require_referee(at.table)
        seat, t = seat_of(at.context, at.table), at.table.localizer
        view = at.service.see_as(at.table.viewer.message(), at.table.viewer.campaign, seat)
        board = Board(at.table.game, t.language)
        scene: Any = at.look(queries.scene, seat, t.language)
        lines = [*(board.text(scene, seat) if scene is not None else []), "", *board.own(view)]
        title = t(N_("What {seat} sees"), seat=seat)
        return _said(at.context, at.table, title, tag("pre", "\n".join(lines)))

    return html(await with_table(request, look, changes=True))


def _said(context: RequestContext, table: Table, title: str, *body: Child) -> Html:
    back = f"{table.viewer.path}/actions"
    link = tag("p", tag("a", table.localizer(N_("Referee's page")), href=back))
    return page(
        context,
        f"{title} · {table.title}",
        tag("h1", title),
        *body,
        link,
        nav=nav(table, "/actions"),
        here=back,
    )


async def new_link(request: web.Request) -> web.Response:
    """Make a new link to a seat: for its player, or for a new player while it is vacant."""

    def make(at: TableContext) -> tuple[Table, str, str]:
        require_referee(at.table)
        seat, viewer = seat_of(at.context, at.table), at.table.viewer
        member, token = at.table.members.get(seat), form_token(at.context, viewer.campaign, seat)
        user = (
            member.user if member is not None else user_of(at.context.session, at.table.campaign.head, seat)
        )
        if not user.startswith("local/"):
            raise NotNow(words(N_("{seat} is not played in a browser"), seat=seat))
        if at.service.done(viewer.message(at.context.sent)) is None:
            at.service.do(viewer.message(at.context.sent), viewer.campaign, acts.renew_link, seat)
            revoke_former(at.service, viewer.campaign, seat)
            token = invitation(at.service, viewer.campaign, seat, user, token)
        return at.table, seat, token

    return await _linked(request, make)


async def replace(request: web.Request) -> web.Response:
    """Give a seat to somebody else, who uses a new link; the old one is void."""

    def make(at: TableContext) -> tuple[Table, str, str]:
        require_referee(at.table)
        seat, viewer = seat_of(at.context, at.table), at.table.viewer
        user, token = (
            user_of(at.context.session, at.table.campaign.head, seat),
            form_token(at.context, viewer.campaign, seat),
        )
        if at.service.done(viewer.message(at.context.sent)) is None:
            at.service.do(
                viewer.message(at.context.sent),
                viewer.campaign,
                acts.replace,
                seat,
                user,
                at.context.field("who"),
            )
            token = invitation(at.service, viewer.campaign, seat, user, token)
        return at.table, seat, token

    return await _linked(request, make)


async def _linked(
    request: web.Request, make: Callable[[TableContext], tuple[Table, str, str]]
) -> web.Response:
    """Show the new link of a seat, once."""
    table, seat, token = await with_table(request, make, changes=True)
    once = tag("p", table.localizer(N_("It is shown only once.")))
    row = tag("ul", link_row(request, table.localizer, seat, token), class_="links")
    title = table.localizer(N_("New link to {seat}"), seat=seat)
    return html(_said(context_of(request), table, title, once, row))


async def try_edit(request: web.Request) -> web.Response:
    """Show the changes of an edit, with the form that enters it."""

    def look(at: TableContext) -> Html:
        require_referee(at.table)
        t, text = at.table.localizer, at.context.field("text")
        tried = at.service.try_edit(at.table.viewer.message(), at.table.viewer.campaign, text)
        rows = [
            tag(
                "tr",
                tag("th", tag("code", path), scope="row"),
                [tag("td", tag("code", side)) for side in sides],
            )
            for path, sides in tried.changes.items()
        ]
        wrong = [tag("p", t.words(problem), class_="refusal") for problem in tried.problems]
        enter = form(
            at.context,
            f"{at.table.viewer.path}/actions/edit",
            field(t(N_("Reason")), tag("input", name="why", required=True, maxlength=REASON)),
            tag("button", t(N_("Apply the edit")), class_="main"),
            fields={"text": text, "head": tried.head},
        )
        public = t(N_("Changes that everyone will see: {n}"), n=len(tried.public))
        title = t(N_("What changes"))
        table_ = tag(
            "div",
            tag("table", tag("tbody", rows)),
            class_="scroll",
            tabindex="0",
            role="region",
            aria_label=title,
        )
        return _said(at.context, at.table, title, table_, tag("p", public), wrong or enter)

    return html(await with_table(request, look, changes=True))
