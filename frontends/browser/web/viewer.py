"""Viewers: a seat, the referee, or the public; and their access."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Concatenate, ParamSpec, TypeVar

from aiohttp import web
from msgspec import Struct

from adjudicator.core.game.game import Game
from adjudicator.core.language.words import N_, words
from frontends.browser.web.html import Html
from renderer.draw.lru_cache import LruCache
from renderer.games import LAID
from service.acts import Place
from service.api import Service, Transaction
from service.pictures.group_board import board_of
from service.posts.delivery import note_seen
from service.text.localizer import Localizer
from service.values.audiences import CHANNEL, REFEREE, to_seat
from service.values.front_ends.browser import SeatAccess
from service.values.records import Campaign, Member, Message, R, Receipt

from .access import access_of, may_watch
from .request_context import LOOKS_COOKIE, SHOWN_COOKIE, RequestContext, app_of, context_of
from .responses import NotFound

P = ParamSpec("P")
T = TypeVar("T")

REFEREE_PLACE, PUBLIC = "referee", "public"
PLACE_PATH = r"/game/{campaign:\d{1,9}}/{place:\w{1,40}}"
"""The path of a table's pages."""


class Viewer(Struct, frozen=True):
    """One place at a campaign's table.

    Attributes:
        campaign: its number.
        place: a seat, "referee" or "public".
        user: the user who acts there, "" for the public.
        role: at a seat "commander", "officer" or "observer"; "" elsewhere.
        request: the id of the form that was sent, to notice a repetition; "" if it had none.
    """

    campaign: int
    place: str
    user: str
    role: str = ""
    request: str = ""

    @property
    def seat(self) -> str | None:
        """The seat whose view is shown, None for the public view."""
        return None if self.place in (REFEREE_PLACE, PUBLIC) else self.place

    @property
    def is_public(self) -> bool:
        """True if everybody may look from here."""
        return self.place == PUBLIC

    @property
    def audiences(self) -> tuple[str, ...]:
        """The audiences whose posts are shown."""
        match self.place:
            case "referee":
                return CHANNEL, REFEREE
            case "public":
                return (CHANNEL,)
        return CHANNEL, to_seat(self.place)

    @property
    def path(self) -> str:
        """The path of the viewer's pages."""
        return f"/game/{self.campaign}/{self.place}"

    def message(self, id: str = "") -> Message:
        """Return the message for a command; `id` is the id of the form, by default `request`."""
        named = id or self.request
        return Message(f"local/{named}" if named else "", self.user)


class Table(Struct, frozen=True):
    """A viewer with what every page needs of the campaign.

    Attributes:
        written: posts of feeds as HTML, of late.
        board: the id of the game on the map that they see (see `group_board`).
        is_framed: true inside Discord.
    """

    viewer: Viewer
    campaign: Campaign
    members: dict[str, Member]
    game: Game
    localizer: Localizer
    theme: str
    others: list[SeatAccess]
    written: LruCache[tuple[Html | None]]
    board: str = ""
    is_framed: bool = False

    @property
    def sees_own(self) -> bool:
        """Return true if its viewer sees the group's own map."""
        return LAID in self.board

    @property
    def title(self) -> str:
        """The title of the campaign."""
        return self.campaign.title


@dataclass(frozen=True)
class TableContext:
    """The context of a page of a table: the service, the request, the table as its viewer may see it."""

    service: Service
    context: RequestContext
    table: Table

    def do(
        self, act: Callable[Concatenate[Transaction, P], R], *values: P.args, **named: P.kwargs
    ) -> Receipt[R]:
        """Carry out an act of a use case, with its values, for the viewer."""
        viewer = self.table.viewer
        return self.service.do(viewer.message(), viewer.campaign, act, *values, **named)

    def place(self) -> Place:
        """Return where the viewer's acts are done, and by whom."""
        viewer = self.table.viewer
        return Place(
            self.service,
            viewer.message(),
            viewer.campaign,
            self.context.language,
            words(N_("Resume the game")),
            viewer.seat or "",
        )

    def look(self, query: Callable[Concatenate[Transaction, P], T], *values: P.args, **named: P.kwargs) -> T:
        """Return the answer of a query of a use case on the campaign."""
        return self.service.look(self.table.viewer.campaign, query, *values, **named)


def admit(service: Service, context: RequestContext, campaign: int, place: str) -> Table:
    """Return the table, if the browser has access to the place.

    Raises:
        NoEntry: if there is no such campaign or place, or the browser has no key to it, or the key of a
            former player. All of these look the same from outside.
    """
    held = [access for access in context.access if access.campaign == campaign]
    if not held and not may_watch(service, context, campaign):
        raise NotFound
    standings = service.status(campaign)
    found, members = standings.campaign, standings.members
    viewer = Viewer(campaign, PUBLIC, "")
    if place != PUBLIC:
        wanted = "" if place == REFEREE_PLACE else place
        access = next(
            (access for access in held if access.seat == wanted and is_valid(service, access)), None
        )
        if access is None:
            raise NotFound
        viewer = Viewer(campaign, place, access.user, service.role_of(access.user, campaign, place))
    game = service.game(campaign)
    mine = [access for access in held if is_valid(service, access)]
    seen = "" if viewer.is_public and not context.shows_own else board_of(service, campaign)
    board = f"{game.id}{LAID}{seen}" if seen else game.id
    localizer, theme, is_framed = context.localizer(game), context.theme, bool(context.user)
    return Table(viewer, found, members, game, localizer, theme, mine, context.written, board, is_framed)


def is_valid(service: Service, access: SeatAccess) -> bool:
    """Return true if the user of a seat access still is the referee, or belongs to the seat."""
    if not access.seat:
        return access.user == service.status(access.campaign).campaign.referee
    return bool(service.role_of(access.user, access.campaign, access.seat))


def where(request: web.Request) -> tuple[int, str]:
    """Return the campaign and the place in a path."""
    return int(request.match_info["campaign"]), request.match_info["place"]


async def with_table(request: web.Request, act: Callable[[TableContext], T], *, changes: bool = False) -> T:
    """Run `act` in the service's thread with the table of the request.

    The end of the log that the browser has read is compared first: if the log lacks it, the campaign is held.

    Raises:
        NotFound: if the browser has no access.
        HTTPSeeOther: to the lock screen, if several players share the browser, and it shows another seat now.
        Refusal: from the service.
    """
    context, (campaign, place) = context_of(request), where(request)
    looks = request.cookies.get(LOOKS_COOKIE, "")
    if looks and place not in (looks, REFEREE_PLACE, PUBLIC):
        raise web.HTTPSeeOther(f"/game/{campaign}/{place}/lock-screen")
    worker, kept = app_of(request).worker, request.cookies.get(SHOWN_COOKIE, "")

    def with_table(service: Service) -> tuple[T, bool]:
        with service.reading():
            return look(service)

    def look(service: Service) -> tuple[T, bool]:
        context.access = access_of(service, context)  # a stream is open for hours
        table = admit(service, context, campaign, place)
        if service.is_unreconciled(campaign):
            return act(TableContext(service, context, table)), False
        # With open dice a game has the same secrets in every database that has its seed: marks prove nothing.
        is_open = table.campaign.tier == "open"
        is_held = not is_open and not service.hear_shown(campaign, kept)
        if is_held:
            table = admit(service, context, campaign, place)
        done = act(TableContext(service, context, table))
        if changes and context.user:
            note_seen(service, campaign, context.user)
        context.shown = "" if is_open else service.shown(campaign)
        return done, is_held

    done, is_news = await (worker.run(with_table) if changes else worker.run_silently(with_table))
    if is_news:
        worker.tell()
    return done
