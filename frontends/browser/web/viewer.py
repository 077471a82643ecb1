"""Who looks: a seat, the referee, or anybody; and what he may look at."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from aiohttp import web
from msgspec import Struct

from adjudicator.core.game import Game
from service.api import Service
from service.storage.outbox import CHANNEL, REFEREE, to_seat
from service.storage.seat_access import SeatAccess
from service.text.localizer import Localizer
from service.values.records import Campaign, Member, Message

from .request_context import RequestContext, app_of, context_of
from .responses import NotFound

T = TypeVar("T")

REFEREE_PLACE, PUBLIC = "referee", "public"
PLACE_PATH = r"/room/{campaign:\d{1,9}}/{place:\w{1,40}}"
"""The path of a table's pages."""


class Viewer(Struct, frozen=True):
    """One place at a campaign's table.

    Attributes:
        campaign: its number.
        place: a seat, "referee" or "public".
        user: who acts there, "" for the public.
        role: what he is behind a seat: "commander", "officer", "observer"; "" at other places.
        request: the id of the form that he sent, by which a repetition is known; "" if it had none.
    """

    campaign: int
    place: str
    user: str
    role: str = ""
    request: str = ""

    @property
    def seat(self) -> str | None:
        """The seat whose view it is, None for what all may know."""
        return None if self.place in (REFEREE_PLACE, PUBLIC) else self.place

    @property
    def audiences(self) -> tuple[str, ...]:
        """Whose posts are read here."""
        match self.place:
            case "referee":
                return CHANNEL, REFEREE
            case "public":
                return (CHANNEL,)
        return CHANNEL, to_seat(self.place)

    @property
    def path(self) -> str:
        """Where its pages lie."""
        return f"/room/{self.campaign}/{self.place}"

    def message(self, id: str = "") -> Message:
        """What brings a command from here; `id` is that of the form, if it is not `request`."""
        named = id or self.request
        return Message(f"local/{named}" if named else "", self.user)


class Table(Struct, frozen=True):
    """A viewer with what every page of his needs, read at the desk."""

    viewer: Viewer
    campaign: Campaign
    members: dict[str, Member]
    game: Game
    localizer: Localizer
    theme: str
    others: list[SeatAccess]

    @property
    def title(self) -> str:
        """What the campaign is called."""
        return self.campaign.title


def admit(service: Service, context: RequestContext, campaign: int, place: str) -> Table:
    """The table for a browser that may be there.

    Raises:
        NoEntry: if there is no such campaign or place, or the browser holds no key to it, or whoever the
            key was made for sits there no more. All of these look the same from outside.
    """
    held = [room for room in context.held if room.campaign == campaign]
    if not held and campaign not in service.seat_access.campaigns():
        raise NotFound
    standings = service.status(campaign)
    found, members = standings.campaign, standings.members
    viewer = Viewer(campaign, PUBLIC, "")
    if place != PUBLIC:
        wanted = "" if place == REFEREE_PLACE else place
        room = next((room for room in held if room.seat == wanted and is_valid(service, room)), None)
        if room is None:
            raise NotFound
        viewer = Viewer(campaign, place, room.user, service.role_of(room.user, campaign, place))
    game = service.game(campaign)
    mine = [room for room in held if is_valid(service, room)]
    return Table(viewer, found, members, game, context.localizer(game), context.theme, mine)


def is_valid(service: Service, room: SeatAccess) -> bool:
    """Whether the user of a room is the referee still, or one of the seat's people."""
    if not room.seat:
        return room.user == service.status(room.campaign).campaign.referee
    return bool(service.role_of(room.user, room.campaign, room.seat))


def where(request: web.Request) -> tuple[int, str]:
    """The campaign and the place that a path names."""
    return int(request.match_info["campaign"]), request.match_info["place"]


async def with_table(
    request: web.Request, act: Callable[[Service, RequestContext, Table], T], *, changes: bool = False
) -> T:
    """Do something at the desk for whoever asks, if he may be there.

    Raises:
        NoEntry: if he may not.
        Refusal: the desk's own.
    """
    context, (campaign, place) = context_of(request), where(request)
    worker = app_of(request).worker

    def with_table(service: Service) -> T:
        context.held = service.seat_access.of_session(context.session)  # a stream is open for hours
        return act(service, context, admit(service, context, campaign, place))

    return await (worker.run(with_table) if changes else worker.run_silently(with_table))
