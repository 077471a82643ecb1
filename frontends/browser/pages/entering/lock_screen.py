"""The lock screen between seats that share a screen: nothing is shown until the next player presses it."""

from __future__ import annotations

from aiohttp import web

from adjudicator.core.language.words import N_
from frontends.browser.web.html import tag
from frontends.browser.web.layout import form, page
from frontends.browser.web.middleware import set_cookie
from frontends.browser.web.request_context import LOOKS_COOKIE, app_of, context_of
from frontends.browser.web.responses import html, see_other
from frontends.browser.web.viewer import PLACE_PATH, admit, where


def routes() -> list[web.RouteDef]:
    """Return the routes of the lock screen."""
    return [web.get(f"{PLACE_PATH}/lock-screen", lock_screen), web.post(f"{PLACE_PATH}/lock-screen", unlock)]


async def lock_screen(request: web.Request) -> web.Response:
    """Ask the player of a seat to press when the other players look away."""
    context, (campaign, place) = context_of(request), where(request)
    before = request.cookies.get(LOOKS_COOKIE, "")
    table = await app_of(request).worker.run_silently(
        lambda service: admit(service, context, campaign, place)
    )
    t = table.localizer
    said = t(N_("{seat}, press when nobody else is looking."), seat=place)
    if before in table.campaign.seats:
        said = t(N_("{seat}, press when {other} looks away."), seat=place, other=before)
    button = tag("button", t(N_("Show what {seat} sees"), seat=place), class_="main")
    shown = form(context, f"{table.viewer.path}/lock-screen", button, class_="actions")
    body = tag("section", tag("h1", table.title), tag("p", said, class_="lead"), shown, class_="hero")
    return html(page(context, table.title, body))


async def unlock(request: web.Request) -> web.StreamResponse:
    """Show a seat's page from now on, and no other seat's, in this browser."""
    context, (campaign, place) = context_of(request), where(request)
    await app_of(request).worker.run_silently(lambda service: admit(service, context, campaign, place))
    response = see_other(f"/game/{campaign}/{place}")
    set_cookie(request, response, LOOKS_COOKIE, place, f"/game/{campaign}")
    return response
