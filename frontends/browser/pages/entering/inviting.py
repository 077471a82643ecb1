"""People whom a browser has played with: seats that are kept for them in a new game, without a link.

The founder gives it to the player of a seat in an earlier game that the founder's browser has played in.
The invitation appears in every browser of that player, and is taken or declined there.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from aiohttp import web
from msgspec import Struct

from adjudicator.core.language.errors import NotNow, Verbatim
from adjudicator.core.language.words import N_, words
from frontends.browser.web.html import Html, tag
from frontends.browser.web.layout import press_button
from frontends.browser.web.request_context import RequestContext, app_of, context_of
from frontends.browser.web.responses import NotFound, html, see_other
from frontends.browser.web.session import TOKEN_BYTES, derived_token, new_token, recovery_code
from frontends.browser.web.viewer import is_valid
from service.api import Service
from service.text.localizer import Localizer
from service.usecases.seats import founding
from service.values.front_ends.browser import SeatAccess
from service.values.records import Campaign, Message

from .entering import own_link

WITH = "with"
"""Begins the value of a seat that is kept for somebody: "with 12 pompey", the seat that they played there."""
COMPUTER = "computer"
"""The value of a seat that is given to the computer of level 1; of a higher one "computer/2"."""
MOST_KNOWN = 12
"""The people named of those whom a browser has played with, of its latest games."""


def computer_way(level: int) -> str:
    """Return the value of a seat that is given to the computer of a level."""
    return COMPUTER if level == 1 else f"{COMPUTER}/{level}"


class Known(Struct, frozen=True):
    """Somebody with whom a browser has played: their seat there, and their name."""

    campaign: int
    seat: str
    who: str

    @property
    def way(self) -> str:
        """The value of a seat that is kept for them."""
        return f"{WITH} {self.campaign} {self.seat}"


class Invitation(Struct, frozen=True):
    """A seat that is kept for a browser, and who keeps it."""

    access: SeatAccess
    campaign: Campaign
    by: str


def known(service: Service, session: str) -> list[Known]:
    """Return the people with whom a session has played in browsers, those of the latest games first."""
    own = service.seat_access.of_session(session)
    found = dict[str, Known]()
    for campaign in dict.fromkeys(access.campaign for access in own if access.seat):
        mine = {access.user for access in own if access.campaign == campaign}
        members = service.status(campaign).members
        for access in service.seat_access.of_campaign(campaign):
            member = members.get(access.seat)
            if member is not None and member.user == access.user and access.user not in mine:
                found.setdefault(member.who, Known(campaign, access.seat, member.who))
    return list(found.values())[:MOST_KNOWN]


def name_before(service: Service, user: str) -> str:
    """Return the name of a user in their latest game, "" if they are in none."""
    seats = sorted(service.seats_of(user), reverse=True)
    members = (service.status(campaign).members.get(seat) for campaign, seat in seats)
    return next((member.who for member in members if member is not None and member.user == user), "")


def keep_seat(service: Service, session: str, campaign: int, seat: str, way: str) -> None:
    """Keep a seat of a new campaign for the player whom a form names (`Known.way`).

    Raises:
        NotNow: if the session has not played with them.
    """
    at, _, theirs = way.removeprefix(f"{WITH} ").partition(" ")
    played = int(at) if at.isdecimal() and len(at) < 10 else -1
    repository = service.seat_access
    is_known = any(one.campaign == played and one.seat for one in repository.of_session(session))
    member = service.status(played).members.get(theirs) if is_known else None
    former = None if member is None else SeatAccess(played, theirs, member.user)
    if former is None or former not in repository.of_campaign(played):
        raise NotNow(words(N_("a seat is kept only for somebody with whom you have played in a browser")))
    access = SeatAccess(campaign, seat, former.user)
    repository.grant_once(access, new_token(service.random_bytes(TOKEN_BYTES)))  # a token that nobody sees
    repository.hand_on(former, access)


def invitations(service: Service, accesses: Iterable[SeatAccess]) -> list[Invitation]:
    """Return the seats that are kept for a browser, in games that have not begun."""
    found = []
    for access in accesses:
        standings = service.status(access.campaign)
        is_kept = access.seat and access.seat not in standings.members and not is_valid(service, access)
        if is_kept and standings.campaign.state == "joining":
            by = next((m.who for m in standings.members.values() if m.user == standings.campaign.founder), "")
            found.append(Invitation(access, standings.campaign, by))
    return found


def card(context: RequestContext, t: Localizer, one: Invitation) -> Html:
    """Return an invitation, with the buttons that take or decline it."""
    to = f"/invited/{one.campaign.id}/{one.access.seat}"
    said = (
        N_("{who} keeps {seat} for you in “{title}”.")
        if one.by
        else N_("{seat} is kept for you in “{title}”.")
    )
    named = {"who": Verbatim(one.by), "seat": one.access.seat, "title": Verbatim(one.campaign.title)}
    buttons = [
        press_button(context, to, t(N_("Take the seat")), class_="main", fields={}),
        press_button(context, f"{to}/decline", t(N_("Decline")), class_="quiet", fields={}),
    ]
    return tag(
        "div", tag("p", t(said, **named)), tag("div", buttons, class_="actions"), class_="card invited"
    )


def _asked(request: web.Request, service: Service, accesses: Sequence[SeatAccess]) -> Invitation:
    """Return the invitation that a path names.

    Raises:
        NotFound: if this browser has none such.
    """
    campaign, seat = int(request.match_info["campaign"]), request.match_info["seat"]
    mine = [one for one in accesses if (one.campaign, one.seat) == (campaign, seat)]
    for one in invitations(service, mine):
        return one
    raise NotFound


async def take(request: web.Request) -> web.Response:
    """Take a seat that is kept for this browser, under the name used before, and show the private link."""
    app, context = app_of(request), context_of(request)
    campaign, seat = int(request.match_info["campaign"]), request.match_info["seat"]
    token = derived_token(context.session, str(campaign), seat)

    def act(service: Service) -> Campaign:
        if service.seat_access.of_token(token) is None:  # else the button was pressed twice
            one = _asked(request, service, service.seat_access.of_session(context.session))
            label = app.games[one.campaign.game].lexicon.label(seat, context.language)
            who = name_before(service, one.access.user) or label
            service.do(Message("", one.access.user), campaign, founding.join, seat, who, False)
            service.seat_access.renew(one.access, token)
            service.seat_access.save_recovery(one.access, recovery_code(token))
        return service.campaign(campaign)

    joined = await app.worker.run(act)
    return html(own_link(request, context.localizer(app.games[joined.game]), campaign, seat, token))


async def decline(request: web.Request) -> web.StreamResponse:
    """Give a seat that is kept for this browser back: then anybody may take it, or the referee invites."""
    context = context_of(request)

    def act(service: Service) -> None:
        one = _asked(request, service, service.seat_access.of_session(context.session))
        service.seat_access.revoke(one.access)

    await app_of(request).worker.run(act)
    return see_other("/")
