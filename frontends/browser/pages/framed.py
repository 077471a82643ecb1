"""The board inside Discord: the outer page, signing in, and the list of one's games."""

from __future__ import annotations

import time

from aiohttp import web

from adjudicator.core.language.errors import Verbatim
from adjudicator.core.language.words import N_
from frontends.browser.web.discord_api import Rejected, Unanswered
from frontends.browser.web.framed import COOKIE, GAMES, PREFIX, activity_of, own_path, shell
from frontends.browser.web.html import Html, tag
from frontends.browser.web.layout import page
from frontends.browser.web.middleware import RATES, address_of, network_of, set_cookie
from frontends.browser.web.request_context import RequestContext, app_of, context_of
from frontends.browser.web.responses import data, html
from frontends.browser.web.session import TOKEN_BYTES, new_token
from frontends.browser.web.viewer import PUBLIC, REFEREE_PLACE
from service.api import Service
from service.text.terms import game_title
from service.values.records import STATES

LONGEST_CODE = 200


def routes() -> list[web.RouteDef]:
    """Return the routes that only the board inside Discord has."""
    return [
        web.get(f"{PREFIX}/", outer),
        web.get(f"{PREFIX}/begin", begin),
        web.post(f"{PREFIX}/sign-in", sign_in),
        web.get(GAMES, games),
    ]


async def outer(request: web.Request) -> web.Response:
    """Show the page that speaks with Discord's client, and has the board in a frame of its own."""
    t = context_of(request).text
    words = {
        "data_opening": t(N_("Opening the board …")),
        "data_outside": t(N_("Open this page from Discord, by the button Open the board.")),
        "data_refused": t(N_("Discord did not say who you are: {why}"), why=Verbatim("{why}")),
        "data_again": t(N_("Try again")),
    }
    body = [
        tag("main", tag("p", "", id="said", role="status"), id="content", class_="page", **words),
        tag("iframe", id="board", title="Tabellarius", hidden=True),
    ]
    return shell(context_of(request), "activity", *body)


async def begin(request: web.Request) -> web.Response:
    """Give the page what it needs to ask Discord's client for a code."""
    activity, context = activity_of(request), context_of(request)
    await activity.origin()
    state = activity.new_state(context.session)
    id = await activity.discord.application()
    return data({"client_id": str(id), "state": state, "csrf_token": context.csrf_token})


async def sign_in(request: web.Request) -> web.Response:
    """Ask Discord whose code it is, and begin a session for that user.

    Raises:
        HTTPForbidden: if the state is not this session's, was used before, or Discord does not take the code.
    """
    activity, context, app = activity_of(request), context_of(request), app_of(request)
    if not activity.use_state(context.field("state"), context.session):
        raise web.HTTPForbidden
    network = network_of(address_of(request))
    if not request.app[RATES].allow_sign_in(context.session, network, time.monotonic()):
        raise web.HTTPTooManyRequests(headers={"Retry-After": "2"})
    code = context.field("code")
    try:
        if not 0 < len(code) <= LONGEST_CODE:
            raise Rejected("no code")
        user = f"discord/{await activity.discord.user_of(code)}"
    except Rejected as error:
        raise web.HTTPForbidden from error
    except Unanswered as error:
        raise web.HTTPServiceUnavailable from error
    session = new_token(app.random(TOKEN_BYTES))

    def opened(service: Service) -> str:
        service.activity.end(context.session)
        service.activity.begin(session, user, service.now())
        return _first(service, user)

    to = await app.worker.run_silently(opened)
    response = data({"to": own_path(to)})
    set_cookie(request, response, COOKIE, session)
    return response


def _first(service: Service, user: str) -> str:
    """Return the path of the board that is shown first: of the game whose button was pressed, in the seat
    that is asked there; else the list of games.
    """
    campaign = service.activity.opened(user)
    if not campaign:
        return GAMES
    seats = [seat for id, seat, _ in service.roles_of(user) if id == campaign]
    asked = {one.seat for one in service.asked(campaign)}
    place = next((seat for seat in seats if seat in asked), seats[0] if seats else "")
    if not place:
        place = REFEREE_PLACE if service.campaign(campaign).referee == user else PUBLIC
    return f"/game/{campaign}/{place}"


async def games(request: web.Request) -> web.Response:
    """List the games of the person who has signed in, and the one that they opened last."""
    app, context = app_of(request), context_of(request)

    def listed(service: Service) -> list[Html]:
        places = {(one.campaign, one.seat or REFEREE_PLACE) for one in context.access}
        if context.watched and not any(id == context.watched for id, _ in places):
            places.add((context.watched, PUBLIC))
        return [_card(service, context, *one) for one in sorted(places, key=lambda one: (-one[0], one[1]))]

    cards = await app.worker.run_silently(listed)
    t = context.text
    none = tag("p", t(N_("You have no game yet. Take a seat in Discord, with the buttons of a game.")))
    body = tag("ul", cards, class_="cards") if cards else none
    return html(page(context, t(N_("Your games")), tag("h1", t(N_("Your games"))), body, here=GAMES))


def _card(service: Service, context: RequestContext, id: int, place: str) -> Html:
    campaign, game = service.campaign(id), service.game(id)
    t = context.localizer(game)
    names = {REFEREE_PLACE: t(N_("Referee")), PUBLIC: t(N_("Spectator"))}
    state = t.signs.beside(game_title(game, t.language), t(STATES[campaign.state]))
    return tag(
        "li",
        tag("h3", tag("a", campaign.title, href=f"/game/{id}/{place}")),
        tag("p", t.signs.beside(names.get(place) or t.name(place), state)),
        class_="card",
    )
