"""The first page: your games, others to watch or join, and a new one."""

from __future__ import annotations

from aiohttp import web
from msgspec import Struct

from adjudicator.core.game.game import Game
from adjudicator.core.language.languages import LANGUAGES
from adjudicator.core.language.words import N_
from frontends.browser.web.framed import PREFIX, leads_into_frame
from frontends.browser.web.html import Child, Html, tag
from frontends.browser.web.layout import field, form, moment, page
from frontends.browser.web.middleware import require_guess, set_cookie
from frontends.browser.web.request_context import (
    LANGUAGE,
    THEME,
    THEMES,
    RequestContext,
    app_of,
    context_of,
)
from frontends.browser.web.responses import html, see_other
from frontends.browser.web.session import password_proof, same
from frontends.browser.web.viewer import is_valid
from service.api import Service
from service.text.localizer import Localizer
from service.text.terms import game_title
from service.usecases.seats.founding import LONGEST_NAME
from service.values.front_ends.browser import SeatAccess
from service.values.records import STATES, Campaign, Standings

from .entering import inviting, recovery
from .founding import game_cards
from .salts import wish

NEWEST = 40
"""Campaigns listed in which the reader has no seat."""


class Listed(Struct, frozen=True):
    """A campaign with the seats that this browser has in it, the seats that are free before it begins, and
    those in play that their players have left.
    """

    standings: Standings
    access: list[SeatAccess]
    free: list[str]
    left: list[str]

    @property
    def is_turn(self) -> bool:
        """True if one of the browser's own seats has a decision to make."""
        mine = {access.seat for access in self.access}
        return any(asked.seat in mine for asked in self.standings.asked)


def listed(service: Service, held: list[SeatAccess]) -> list[Listed]:
    """Return the campaigns to list, newest first: those that wait for this browser, its others, the rest."""
    by_campaign: dict[int, list[SeatAccess]] = {}
    for access in filter(lambda access: is_valid(service, access), held):
        by_campaign.setdefault(access.campaign, []).append(access)
    vacant = service.vacant_seats()
    here = [id for id in service.seat_access.campaigns() if id not in by_campaign]
    others = dict.fromkeys([*here[:NEWEST], *(id for id in here if id in vacant)])
    standings = [service.status(id) for id in [*by_campaign, *others]]
    found = [
        Listed(
            one,
            by_campaign.get(one.campaign.id, []),
            service.seat_access.free_seats(one),
            vacant.get(one.campaign.id, []),
        )
        for one in standings
    ]
    return sorted(found, key=lambda one: not one.is_turn)


async def home(request: web.Request) -> web.Response:
    """Show your games, those you may watch, and the way to a new one; a frame in Discord leads on."""
    app, context = app_of(request), context_of(request)
    if leads_into_frame(request):
        return see_other(f"{PREFIX}/?{request.query_string}")
    found = await app.worker.run_silently(lambda service: listed(service, list(context.access)))
    t = context.text
    kept = await app.worker.run_silently(
        lambda service: inviting.invitations(service, service.seat_access.of_session(context.session))
    )
    mine = [_card(request, one) for one in found if one.access]
    wanted = [_card(request, one) for one in found if one.left and not one.access]
    others = [_card(request, one) for one in found if not one.access and not one.left]
    lead = t(
        N_(
            "An umpire for historical wargames. It checks your orders against the rules, rolls "
            "dice that anyone can verify, keeps hidden information hidden, and draws the map."
        )
    )
    body: list[Child] = [
        tag(
            "section",
            tag("h1", "Tabellarius"),
            tag("p", lead, class_="lead"),
            class_="hero",
        ),
    ]
    if kept:
        games = app.games
        body += [inviting.card(context, context.localizer(games[one.campaign.game]), one) for one in kept]
    if mine:
        cards = tag("ul", mine, class_="cards")
        body.append(tag("section", tag("h2", t(N_("Your games"))), cards, _sign_out(context)))
    body.append(tag("section", tag("h2", t(N_("New game"))), game_cards(app, context)))
    if wanted:
        ask = tag(
            "p", t(N_("Ask the referee of the game for a seat; they give it to you by link or account."))
        )
        cards = tag("ul", wanted, class_="cards")
        body.append(tag("section", tag("h2", t(N_("Seats that need a player"))), ask, cards))
    if others:
        body.append(tag("section", tag("h2", t(N_("Other games"))), tag("ul", others, class_="cards")))
    body.append(recovery.asked(context))
    body.append(tag("p", tag("a", t(N_("Tournaments")), href="/tournaments", class_="button quiet")))
    return html(page(context, t(N_("Games")), *body))


def _sign_out(context: RequestContext) -> Html:
    """Return the form that signs out, for a browser that is shared with others."""
    t = context.text
    hint = N_(
        "After this you need a seat's link or its recovery code to play it again. If you have lost both, ask "
        "the referee for a new link."
    )
    return tag(
        "details",
        tag("summary", t(N_("Sign out of every seat in this browser"))),
        tag("p", t(hint), class_="hint"),
        form(context, "/forget", tag("button", t(N_("Sign out")), class_="quiet")),
    )


def _card(request: web.Request, one: Listed) -> Html:
    """Return a game that the reader takes part in, with a link to each of their seats and the turns."""
    context, campaign = context_of(request), one.standings.campaign
    game = app_of(request).games[campaign.game]
    t = context.localizer(game)
    asked = [] if campaign.held else [a.seat for a in one.standings.asked]
    seats = [
        tag(
            "a",
            t.name(access.seat) if access.seat else t(N_("Referee")),
            tag("span", t(N_("your turn")), class_="badge") if access.seat in asked else None,
            href=f"/game/{campaign.id}/{access.seat or 'referee'}",
            class_="button",
        )
        for access in one.access
    ]
    watch = tag("a", t(N_("Watch")), href=f"/game/{campaign.id}/public", class_="button quiet")
    return tag(
        "li",
        tag("h3", campaign.title),
        tag("p", t.signs.beside(*_described(game, t, campaign))),
        None if campaign.held else _waits(t, one.standings),
        tag("p", t(N_("Left by their players: {seats}."), seats=one.left)) if one.left else None,
        tag("p", seats, watch, class_="actions"),
        [_take(context, t, campaign.id, seat) for seat in one.free],
        class_="card",
    )


def _described(game: Game, t: Localizer, campaign: Campaign) -> list[str]:
    """Return the game, the scenario and the state of a campaign; while it is played, the turn instead."""
    state = t(STATES[campaign.state])
    if campaign.state == "playing" and campaign.stage:
        state = t.words(game.when(campaign.stage).title)
    held = [t(N_("on hold"))] if campaign.held else []
    return [game_title(game, t.language), t.name(campaign.scenario), state, *held]


def _waits(t: Localizer, standings: Standings) -> Html | None:
    """Return the seats with a decision to make, with their deadlines; None if there are none."""
    dues = {due.seat: due.due for due in standings.due}
    rows = [
        tag("li", t(N_("Waiting for {seats}."), seats=[seat]), None if due is None else moment(due))
        for seat in dict.fromkeys(asked.seat for asked in standings.asked)
        for due in (dues.get(seat),)
    ]
    return tag("ul", rows, class_="waits") if rows else None


def _take(context: RequestContext, t: Localizer, campaign: int, seat: str) -> Html:
    """Return the form that takes a free seat."""
    name = tag("input", name="who", required=True, maxlength=LONGEST_NAME, autocomplete="nickname")
    label = t(N_("Your name, as the log will show it"))
    body = [field(label, name), wish(t), tag("button", t(N_("Play {seat}"), seat=seat))]
    return form(context, f"/seat/{campaign}/{seat}", *body)


# -- settings ----------------------------------------------------------------------------------------


async def choices(request: web.Request) -> web.StreamResponse:
    """Set language and colours, and come back."""
    context = context_of(request)
    response = see_other(own_path(context.field("to")))
    if context.field("language") in LANGUAGES:
        set_cookie(request, response, LANGUAGE, context.field("language"))
    if context.field("theme") in THEMES:
        set_cookie(request, response, THEME, context.field("theme"))
    return response


def own_path(path: str) -> str:
    """Return a path of this server to redirect to, "/" if `path` could lead to another site."""
    if path.startswith("/") and not path.startswith("//") and "\\" not in path and path.isprintable():
        return path
    return "/"


async def forget(request: web.Request) -> web.StreamResponse:
    """Sign the browser out of every seat."""
    context = context_of(request)
    await app_of(request).worker.run_silently(lambda service: service.seat_access.sign_out(context.session))
    return see_other("/")


# -- the password ------------------------------------------------------------------------------------


async def ask_password(request: web.Request) -> web.Response:
    """Show the form for the password."""
    return html(_password(context_of(request), own_path(request.query.get("to", "/")), wrong=False))


async def take_password(request: web.Request) -> web.StreamResponse:
    """Check the password, and admit the session."""
    app, context = app_of(request), context_of(request)
    to, password = own_path(context.field("to")), app.password
    require_guess(request)
    if not password or not same(context.field("password"), password):
        return html(_password(context, to, wrong=True), status=403)
    word = password_proof(context.session, password)
    await app.worker.run_silently(
        lambda service: service.seat_access.save_password_proof(context.session, word)
    )
    return see_other(to)


def _password(context: RequestContext, to: str, *, wrong: bool) -> Html:
    """Return the page that asks for the server's password and then leads on to where the reader was going."""
    t = context.text
    entry = tag("input", type="password", name="password", required=True, autocomplete="current-password")
    return page(
        context,
        t(N_("Password")),
        tag("h1", t(N_("This server asks for a password"))),
        tag("p", t(N_("That is not the password.")), class_="refusal", role="alert") if wrong else None,
        form(
            context,
            "/password",
            field(t(N_("Password")), entry),
            tag("button", t(N_("Enter")), class_="main"),
            fields={"to": to},
        ),
    )
