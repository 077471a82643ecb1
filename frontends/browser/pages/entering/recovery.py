"""Recovery codes, with which a player who has lost browser and link gets the seat back without a referee."""

from __future__ import annotations

from aiohttp import web

from adjudicator.core.language.errors import NotNow
from adjudicator.core.language.words import N_, words
from frontends.browser.web.html import Html, tag
from frontends.browser.web.layout import field, form, page
from frontends.browser.web.middleware import require_guess
from frontends.browser.web.nav import nav
from frontends.browser.web.request_context import RequestContext, app_of, context_of
from frontends.browser.web.responses import NotFound, html
from frontends.browser.web.session import derived_token, recovery_code, recovery_typed
from frontends.browser.web.viewer import PLACE_PATH, Table, TableContext, is_valid, with_table
from service.api import Service
from service.values.front_ends.browser import SeatAccess

from .entering import code_shown, open_seat, own_link

LONGEST = 40


def routes() -> list[web.RouteDef]:
    """Return the routes of recovery codes."""
    return [web.post("/recover", recover), web.post(f"{PLACE_PATH}/recovery", make)]


def asked(context: RequestContext, said: str = "") -> Html:
    """Return the form for a recovery code, and other ways to get a seat back; `said` is the reason why it
    failed.
    """
    t = context.text
    code = tag("input", name="code", required=True, maxlength=LONGEST, autocomplete="off", spellcheck="false")
    elsewhere = N_(
        "A seat on Discord belongs to your Discord account and a seat by mail to your address, on any "
        "machine: use /my games, or answer any mail of the umpire. Otherwise ask the referee for a new link."
    )
    return tag(
        "details",
        tag("summary", t(N_("Lost your browser or your link?"))),
        tag("p", said, class_="refusal", role="alert") if said else None,
        form(
            context,
            "/recover",
            field(t(N_("Recovery code of your seat")), code),
            tag("button", t(N_("Take back the seat"))),
        ),
        tag("p", t(elsewhere), class_="hint"),
        open=bool(said),
    )


async def recover(request: web.Request) -> web.Response:
    """Give a seat back for its recovery code, with a new link and a new code; all older ones are void."""
    app, context = app_of(request), context_of(request)
    require_guess(request)
    code = recovery_typed(context.field("code"))
    token = derived_token(context.session, "recovery", code)

    def take(service: Service) -> SeatAccess | None:
        again = service.seat_access.of_token(token)  # the form was sent twice
        access = again or service.seat_access.of_recovery(code)
        if access is None or not is_valid(service, access):
            return None
        user = service.seat_access.acting_user(context.session, access.campaign, access.user)
        if user != access.user:
            why = N_("this browser already has another seat in that game; use a different browser")
            raise NotNow(words(why))
        if again is None:
            open_seat(service, context, access, token)
        return access

    access = await app.worker.run_silently(take)
    if access is None:
        t, title = context.text, context.text(N_("That is not the recovery code of a seat."))
        return html(page(context, t(N_("Recovery code")), tag("h1", title), asked(context, title)), 403)
    campaign = await app.worker.run_silently(lambda service: service.campaign(access.campaign))
    t = context.localizer(app.games[campaign.game])
    return html(own_link(request, t, access.campaign, access.seat, token))


def offered(context: RequestContext, table: Table) -> Html:
    """Return the button that makes a recovery code for the reader's own access to the seat."""
    t = table.localizer
    about = N_(
        "A recovery code gets you this seat back if you lose your browser and your link. When you make a "
        "new code, the old one stops working."
    )
    button = form(
        context,
        f"{table.viewer.path}/recovery",
        tag("button", t(N_("Make a recovery code"))),
        fields={"request": f"{context.form_id}/recovery"},
    )
    return tag("section", tag("h2", t(N_("Recovery code"))), tag("p", t(about), class_="hint"), button,
               class_="panel")  # fmt: skip


async def make(request: web.Request) -> web.Response:
    """Make a recovery code, and show it once."""

    def act(at: TableContext) -> tuple[Table, str]:
        viewer = at.table.viewer
        access = SeatAccess(viewer.campaign, viewer.seat or "", viewer.user)
        if viewer.seat is None or access not in at.table.others:
            raise NotFound
        code = recovery_code(derived_token(at.context.session, viewer.path, at.context.sent))
        at.service.seat_access.save_recovery(access, code)
        return at.table, code

    table, code = await with_table(request, act)
    context, t, path = context_of(request), table.localizer, table.viewer.path
    title = t(N_("Recovery code"))
    back = tag("p", tag("a", t(N_("Team")), href=f"{path}/team"))
    return html(
        page(
            context,
            title,
            tag("h1", title),
            code_shown(t, code),
            back,
            nav=nav(table, "/team"),
            here=f"{path}/team",
        )
    )
