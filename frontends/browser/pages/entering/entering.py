"""Entering a seat: by its secret link, or by taking one that is vacant."""

from __future__ import annotations

from aiohttp import web
from msgspec import Struct

from adjudicator.core.language.errors import NotNow, Refusal, Verbatim
from adjudicator.core.language.words import N_, words
from frontends.browser.pages.network import link_row
from frontends.browser.pages.salts import OWN, wish
from frontends.browser.web.html import Html, tag
from frontends.browser.web.layout import field, form, page
from frontends.browser.web.middleware import require_guess
from frontends.browser.web.request_context import RequestContext, app_of, context_of
from frontends.browser.web.responses import NotFound, html
from frontends.browser.web.session import (
    TOKEN_BYTES,
    derived_token,
    is_token,
    new_token,
    recovery_code,
    user_of,
)
from frontends.browser.web.viewer import is_valid
from service.api import Service
from service.text.localizer import Localizer
from service.text.telling import refusal
from service.usecases.referee import acts
from service.usecases.seats import founding
from service.usecases.seats.founding import LONGEST_NAME
from service.values.front_ends.browser import SeatAccess
from service.values.records import COMPUTER, Campaign, Message


class SeatLink(Struct, frozen=True):
    """The seat access of a link, with its campaign; `vacant` while nobody plays the seat, or the computer
    plays it for the user of the link.
    """

    access: SeatAccess
    campaign: Campaign
    vacant: bool


def link_of(service: Service, token: str) -> SeatLink | None:
    """Return the seat access of a token; None if it is void, or its user no longer belongs to the seat."""
    access = service.seat_access.of_token(token)
    if access is None:
        return None
    standings = service.status(access.campaign)
    if is_valid(service, access):
        return SeatLink(access, standings.campaign, vacant=False)
    former = service.former_seats(access.campaign, access.user)
    member = standings.members.get(access.seat)
    in_stead = member is not None and member.user == COMPUTER and _returns(service, access)
    vacant = access.seat in standings.campaign.seats and (member is None or in_stead)
    may_come = access.seat not in former or _returns(service, access)
    return SeatLink(access, standings.campaign, vacant=True) if vacant and may_come else None


def _returns(service: Service, access: SeatAccess) -> bool:
    """Return true if a link belongs to the user who left the seat last."""
    return service.last_user(access.campaign, access.seat) == access.user


async def enter(request: web.Request) -> web.Response:
    """Open a link: the browser keeps the key from then on, and the secret is removed from its address bar."""
    app, context = app_of(request), context_of(request)
    found, token = await _found(request)
    t = context.localizer(app.games[found.campaign.game])
    if found.vacant:
        return html(_invited(request, t, found))

    def take(service: Service) -> None:
        if (
            service.seat_access.acting_user(context.session, found.access.campaign, found.access.user)
            != found.access.user
        ):
            raise NotNow(
                words(
                    N_(
                        "this browser already has another seat in that game; open the link in a different "
                        "browser"
                    )
                )
            )
        service.seat_access.add(context.session, token)

    await app.worker.run_silently(take)
    to = f"/game/{found.access.campaign}/{found.access.seat or 'referee'}"
    return html(_onward(request, t, found.campaign.title, to))


async def _found(request: web.Request) -> tuple[SeatLink, str]:
    """Return the seat access of the link, and its token; the private token if this browser took the seat.

    Raises:
        NoEntry: if it leads nowhere.
    """
    context, token = context_of(request), request.match_info["key"]

    def look(service: Service) -> tuple[SeatLink, str] | None:
        links = ((link_of(service, one), one) for one in (token, derived_token(context.session, token)))
        return next(((found, one) for found, one in links if found is not None), None)

    found = await app_of(request).worker.run_silently(look) if is_token(token) else None
    if found is None:
        require_guess(request)
        raise NotFound
    return found


def _onward(request: web.Request, t: Localizer, title: str, to: str) -> Html:
    """Return a page that redirects at once, so that the secret is no longer in the address bar."""
    context = context_of(request)
    return page(
        context,
        title,
        tag("meta", http_equiv="refresh", content=f"0;url={to}"),
        tag("h1", title),
        tag("p", tag("a", t(N_("Go to the game")), href=to, class_="button main")),
        here=to,
    )


def _invited(request: web.Request, t: Localizer, found: SeatLink, refused: str = "") -> Html:
    """Return the page on which a reserved seat is taken under a name, with a wish for an own salt."""
    context, seat = context_of(request), found.access.seat
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


async def use_link(request: web.Request) -> web.Response:
    """Take the seat of a link, and show a new link, which the sender of the first does not know."""
    app, context = app_of(request), context_of(request)
    found, _ = await _found(request)
    if not found.vacant:  # the form was sent before
        return await enter(request)
    token = derived_token(context.session, request.match_info["key"])
    access, who, own = found.access, context.field("who"), bool(context.field(OWN))
    t = context.localizer(app.games[found.campaign.game])

    def act(service: Service) -> None:
        id = f"local/{context.sent}" if context.sent else ""
        user = service.seat_access.acting_user(context.session, access.campaign, access.user)
        if found.campaign.state == "playing" and not _returns(service, access):
            inviter = Message(id, found.campaign.referee)  # whose link it is
            service.do(inviter, access.campaign, acts.replace, access.seat, user, who)
        else:
            service.do(Message(id, user), access.campaign, founding.join, access.seat, who, own)
        service.seat_access.revoke(access)
        open_seat(service, context, SeatAccess(access.campaign, access.seat, user), token)

    try:
        await app.worker.run(act)
    except Refusal as refused:
        said = refusal(refused, context.language, t.label)
        return html(_invited(request, t, found, said), 409)
    return html(own_link(request, t, access.campaign, access.seat, token))


def open_seat(service: Service, context: RequestContext, access: SeatAccess, token: str) -> None:
    """Make a private link with its recovery code; this browser has the seat from then on."""
    service.seat_access.grant(access, token)
    service.seat_access.save_recovery(access, recovery_code(token))
    service.seat_access.add(context.session, token)


def own_link(request: web.Request, t: Localizer, campaign: int, seat: str, token: str) -> Html:
    """Return the page with the private link of somebody who has taken a seat, and their recovery code."""
    title = t(N_("You play {seat}"), seat=seat)
    to = f"/game/{campaign}/{seat}"
    once = t(N_("This is your private link, for coming back from another browser. It is shown only once."))
    return page(
        context_of(request),
        title,
        tag("h1", title),
        tag("p", once),
        tag("ul", link_row(request, t, seat, token), class_="links"),
        code_shown(t, recovery_code(token)),
        tag("p", tag("a", t(N_("Go to the game")), href=to, class_="button main"), class_="actions"),
        here=to,
    )


def code_shown(t: Localizer, code: str) -> list[Html]:
    """Return a recovery code, with an explanation."""
    said = N_(
        "If you lose your browser and your link, this recovery code gets you the seat back: enter it on the"
        " front page. Write it down; it is shown only once."
    )
    return [tag("p", t(said)), tag("p", tag("code", code), class_="recovery")]


# -- a seat that nobody has ---------------------------------------------------------------------------


async def take_seat(request: web.Request) -> web.Response:
    """Take a vacant seat from the first page, and show the player's own link for coming back."""
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
            service.do(Message("", user), campaign, founding.join, seat, who, bool(context.field(OWN)))
            open_seat(service, context, SeatAccess(campaign, seat, user), token)
        if service.seat_access.of_token(token) != SeatAccess(campaign, seat, user):
            raise NotFound
        service.seat_access.add(context.session, token)
        return service.status(campaign).campaign

    joined = await app.worker.run(act)
    return html(own_link(request, context.localizer(app.games[joined.game]), campaign, seat, token))


def revoke_former(service: Service, campaign: int, seat: str) -> None:
    """Revoke the links to a seat of users who no longer belong to it."""
    for access in service.seat_access.of_campaign(campaign):
        if access.seat == seat and not service.role_of(access.user, campaign, seat):
            service.seat_access.revoke(access)


def invitation(service: Service, campaign: int, seat: str, user: str, token: str = "") -> str:
    """Make a new link to a seat and return its token, `token` if it is given; the older link is void."""
    token = token or new_token(service.random_bytes(TOKEN_BYTES))
    service.seat_access.grant(SeatAccess(campaign, seat, user), token)
    return token


def form_token(context: RequestContext, campaign: int, seat: str) -> str:
    """Return the token that a form makes, the same if it is sent twice; "" if the form has no id."""
    return derived_token(context.session, str(campaign), seat, context.sent) if context.sent else ""
