"""The way to a seat: by its secret link, or by taking one that is vacant."""

from __future__ import annotations

from aiohttp import web
from msgspec import Struct

from adjudicator.core.errors import NotNow, Refusal, Verbatim
from adjudicator.core.words import N_, Words
from frontends.browser.web.html import Html, tag
from frontends.browser.web.layout import field, form, page
from frontends.browser.web.middleware import require_guess
from frontends.browser.web.request_context import RequestContext, app_of, context_of
from frontends.browser.web.responses import NotFound, html
from frontends.browser.web.session import TOKEN_BYTES, derived_token, is_token, new_token, user_of
from frontends.browser.web.viewer import is_valid
from service.api import Service
from service.storage.seat_access import SeatAccess
from service.text.localizer import Localizer
from service.text.telling import refusal
from service.usecases.founding import LONGEST_NAME
from service.values.records import Campaign, Message

from .founding import link_row
from .salts import OWN, wish


class SeatLink(Struct, frozen=True):
    """What a link leads to: the room, its campaign, and whether nobody sits there yet."""

    room: SeatAccess
    campaign: Campaign
    vacant: bool


def link_of(service: Service, token: str) -> SeatLink | None:
    """The door that a key opens; None for a key of nothing, or of somebody who belongs there no more."""
    room = service.seat_access.of_token(token)
    if room is None:
        return None
    standings = service.status(room.campaign)
    if is_valid(service, room):
        return SeatLink(room, standings.campaign, vacant=False)
    former = service.former_seats(room.campaign, room.user)
    vacant = room.seat in standings.campaign.seats and room.seat not in standings.members
    may_come = room.seat not in former or _returns(service, room)
    return SeatLink(room, standings.campaign, vacant=True) if vacant and may_come else None


def _returns(service: Service, room: SeatAccess) -> bool:
    """Whether a link is of whoever left the seat last."""
    return service.last_user(room.campaign, room.seat) == room.user


async def enter(request: web.Request) -> web.Response:
    """Open a link: the browser keeps the key from then on, and the secret leaves its address bar."""
    app, context = app_of(request), context_of(request)
    found, token = await _found(request)
    t = context.localizer(app.games[found.campaign.game])
    if found.vacant:
        return html(_sit_down(request, t, found))

    def take(service: Service) -> None:
        if (
            service.seat_access.acting_user(context.session, found.room.campaign, found.room.user)
            != found.room.user
        ):
            raise NotNow(
                Words(
                    N_(
                        "this browser already plays another part in that game; open the link in a different "
                        "browser"
                    )
                )
            )
        service.seat_access.add(context.session, token)

    await app.worker.run_silently(take)
    to = f"/room/{found.room.campaign}/{found.room.seat or 'referee'}"
    return html(_onward(request, t, found.campaign.title, to))


async def _found(request: web.Request) -> tuple[SeatLink, str]:
    """What a link leads to, and its key; for whoever sat down by it the key that he got for it.

    Raises:
        NoEntry: if it leads nowhere.
    """
    context, token = context_of(request), request.match_info["key"]

    def look(service: Service) -> tuple[SeatLink, str] | None:
        doors = ((link_of(service, one), one) for one in (token, derived_token(context.session, token)))
        return next(((found, one) for found, one in doors if found is not None), None)

    found = await app_of(request).worker.run_silently(look) if is_token(token) else None
    if found is None:
        require_guess(request)
        raise NotFound
    return found


def _onward(request: web.Request, t: Localizer, title: str, to: str) -> Html:
    """A page that goes on by itself: the secret leaves the address bar."""
    context = context_of(request)
    return page(
        context,
        title,
        tag("meta", http_equiv="refresh", content=f"0;url={to}"),
        tag("h1", title),
        tag("p", tag("a", t(N_("Go to the game")), href=to, class_="button main")),
        here=to,
    )


def _sit_down(request: web.Request, t: Localizer, found: SeatLink, refused: str = "") -> Html:
    context, seat = context_of(request), found.room.seat
    title = t(N_("{seat} in {title}"), seat=seat, title=Verbatim(found.campaign.title))
    name = tag("input", name="who", required=True, maxlength=LONGEST_NAME, autocomplete="nickname")
    own = wish(t) if found.campaign.state == "joining" else None
    return page(
        context,
        title,
        tag("h1", title),
        tag(
            "p",
            t(
                N_(
                    "This seat is reserved for you. When you take it you get a private link of your own, "
                    "and the link you were sent stops working."
                )
            ),
        ),
        tag("p", refused, class_="refusal", role="alert") if refused else None,
        form(
            context,
            f"/enter/{request.match_info['key']}",
            field(t(N_("Your name, as the log will show it")), name),
            own,
            tag("p", tag("button", t(N_("Take the seat")), class_="main"), class_="actions"),
            fields={"request": context.form_id},
        ),
    )


async def sit_down(request: web.Request) -> web.Response:
    """Take the seat of a link; says one's own, which whoever has sent the link does not know."""
    app, context = app_of(request), context_of(request)
    found, _ = await _found(request)
    if not found.vacant:  # the form was sent before
        return await enter(request)
    token = derived_token(context.session, request.match_info["key"])
    room, who, own = found.room, context.field("who"), bool(context.field(OWN))
    t = context.localizer(app.games[found.campaign.game])

    def act(service: Service) -> None:
        id = f"local/{context.sent}" if context.sent else ""
        user = service.seat_access.acting_user(context.session, room.campaign, room.user)
        if found.campaign.state == "playing" and not _returns(service, room):
            inviter = Message(id, found.campaign.referee)  # whose link it is
            service.replace(inviter, room.campaign, room.seat, user, who)
        else:
            service.join(Message(id, user), room.campaign, room.seat, who, own)
        service.seat_access.revoke(room)
        service.seat_access.grant(SeatAccess(room.campaign, room.seat, user), token)
        service.seat_access.add(context.session, token)

    try:
        await app.worker.run(act)
    except Refusal as refused:
        said = refusal(refused, context.language, t.label)
        return html(_sit_down(request, t, found, said), 409)
    return html(_own_link(request, t, room.campaign, room.seat, token))


def _own_link(request: web.Request, t: Localizer, campaign: int, seat: str, token: str) -> Html:
    """The link of somebody who has sat down, to come back by."""
    title = t(N_("You play {seat}"), seat=seat)
    to = f"/room/{campaign}/{seat}"
    once = t(N_("This is your private link, for coming back from another browser. It is shown only once."))
    return page(
        context_of(request),
        title,
        tag("h1", title),
        tag("p", once),
        tag("ul", link_row(request, t, seat, token), class_="links"),
        tag("p", tag("a", t(N_("Go to the game")), href=to, class_="button main"), class_="actions"),
        here=to,
    )


# -- a seat that nobody has ---------------------------------------------------------------------------


async def take_seat(request: web.Request) -> web.Response:
    """Take a vacant seat from the first page; says one's own link, to come back by."""
    app, context = app_of(request), context_of(request)
    campaign, seat = int(request.match_info["campaign"]), request.match_info["seat"]
    who, token = context.field("who"), derived_token(context.session, str(campaign), seat)

    def act(service: Service) -> Campaign:
        if campaign not in service.seat_access.campaigns():
            raise NotFound
        standings = service.status(campaign)
        user = service.seat_access.acting_user(
            context.session, campaign, user_of(context.session, str(campaign), seat)
        )
        is_mine = seat in standings.members and standings.members[seat].user == user  # pressed twice
        if not is_mine and seat in service.seat_access.free_seats(standings):
            service.join(Message("", user), campaign, seat, who, bool(context.field(OWN)))
            service.seat_access.grant_once(SeatAccess(campaign, seat, user), token)
        if service.seat_access.of_token(token) != SeatAccess(campaign, seat, user):
            raise NotFound
        service.seat_access.add(context.session, token)
        return service.status(campaign).campaign

    joined = await app.worker.run(act)
    return html(_own_link(request, context.localizer(app.games[joined.game]), campaign, seat, token))


def revoke_former(service: Service, campaign: int, seat: str) -> None:
    """Links to a seat that somebody has who does not belong to it lead nowhere any more."""
    for room in service.seat_access.of_campaign(campaign):
        if room.seat == seat and not service.role_of(room.user, campaign, seat):
            service.seat_access.revoke(room)


def invitation(service: Service, campaign: int, seat: str, user: str, token: str = "") -> str:
    """A new key to a room, whatever mouth asks for it, or `key`; who held the old one does so no more."""
    token = token or new_token(service.random_bytes(TOKEN_BYTES))
    service.seat_access.grant(SeatAccess(campaign, seat, user), token)
    return token


def form_token(context: RequestContext, campaign: int, seat: str) -> str:
    """The key that a form makes: sent twice, or loaded again, it shows the same; "" if it has no id."""
    return derived_token(context.session, str(campaign), seat, context.sent) if context.sent else ""
