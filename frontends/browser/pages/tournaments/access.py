"""Readers of a tournament's page: players, directors, visitors, by the session of the browser."""

from __future__ import annotations

from aiohttp import web
from msgspec import Struct

from adjudicator.core.language.words import N_
from frontends.browser.web.html import tag
from frontends.browser.web.layout import page
from frontends.browser.web.middleware import require_guess
from frontends.browser.web.request_context import RequestContext, app_of, context_of
from frontends.browser.web.responses import NotFound, html
from frontends.browser.web.session import derived_token, is_token, user_of
from service.api import Service
from service.tournaments import Book
from service.usecases.front_ends import tournament_links
from service.values.front_ends.browser import SeatAccess
from service.values.records import Message

DRAWN = "draw"
"""The value of a draw where a form names the winner; players are p1, p2 and so on."""


class Visit(Struct, frozen=True):
    """One reader of a tournament's page.

    Attributes:
        id: the number of the tournament.
        user: their user id; a visitor would have it on entering.
        token: the secret of the link for coming back from another browser.
    """

    id: int
    user: str
    token: str

    @property
    def path(self) -> str:
        """The path of the page."""
        return f"/tournament/{self.id}"

    def message(self, context: RequestContext) -> Message:
        """Return the message of a form that was sent."""
        return Message(f"local/{context.sent}" if context.sent else "", self.user)


def visit(service: Service, context: RequestContext, id: int) -> Visit:
    """Return the reader of a tournament's page."""
    known = service.read(tournament_links.known, context.session)
    user = known.get(id) or user_of(context.session, "tournament", str(id))
    return Visit(id, user, derived_token(context.session, "tournament", str(id), user))


def keep(service: Service, context: RequestContext, one: Visit) -> None:
    """Give the browser the access of its reader."""
    service.keep(tournament_links.grant, one.id, one.user, one.token, context.session)


def keep_link(service: Service, context: RequestContext, one: Visit) -> None:
    """Make the link good that the page shows its reader: each of their browsers shows one of its own."""
    is_known = one.id in service.read(tournament_links.known, context.session)
    if is_known and service.read(tournament_links.tournament_of, one.token) is None:
        service.keep(tournament_links.grant, one.id, one.user, one.token)


def number(request: web.Request) -> int:
    """Return the number of the tournament in the path."""
    return int(request.match_info["tournament"])


def opened(service: Service, context: RequestContext, id: int) -> tuple[Visit, Book]:
    """Return a tournament for the reader of its page.

    Raises:
        NotFound: if there is none.
    """
    if not service.tournaments.exists(id):
        raise NotFound
    one = visit(service, context, id)
    return one, service.tournaments.look(id, one.user)


async def enter(request: web.Request) -> web.Response:
    """Open the link of a player or director, whose access the browser has from then on."""
    context, key = context_of(request), request.match_info["key"]

    def admit(service: Service) -> int | None:
        id = service.read(tournament_links.tournament_of, key)
        if id is not None:
            service.keep(tournament_links.admit, context.session, key)
        return id

    id = await app_of(request).worker.run_silently(admit) if is_token(key) else None
    if id is None:
        require_guess(request)
        raise NotFound
    to, t = f"/tournament/{id}", context.text
    return html(
        page(
            context,
            t(N_("Tournament")),
            tag("meta", http_equiv="refresh", content=f"0;url={to}"),
            tag("h1", t(N_("Tournament"))),
            tag("p", tag("a", t(N_("Go to the tournament")), href=to, class_="button main")),
            here=to,
        )
    )


def seat_of(service: Service, context: RequestContext, one: Visit, campaign: int, seat: str) -> str:
    """Give the browser a seat of the reader's own in a campaign, "" for the referee; return its path."""
    token = derived_token(context.session, "tournament seat", str(campaign), seat, one.user)
    service.seat_access.grant_once(SeatAccess(campaign, seat, one.user), token)
    service.seat_access.add(context.session, token)
    return f"/game/{campaign}/{seat or 'referee'}"
