"""The seats of a session: by links, or inside Discord by who has signed in."""

from __future__ import annotations

from collections.abc import Sequence

from service.api import Service
from service.values.front_ends.browser import SeatAccess

from .request_context import RequestContext


def access_of(service: Service, context: RequestContext) -> Sequence[SeatAccess]:
    """Return the seat access of a session now, the newest campaign first."""
    if not context.user:
        return service.seat_access.of_session(context.session)
    user = context.user
    seats = [SeatAccess(id, seat, user) for id, seat, _ in service.roles_of(user)]
    ruled = [SeatAccess(one.id, "", user) for one in service.live_ruled_by(user) if one.referee == user]
    return sorted([*seats, *ruled], key=lambda one: (-one.campaign, one.seat))


def may_watch(service: Service, context: RequestContext, campaign: int) -> bool:
    """Return true if a session may see the public's board of a campaign in which it has no seat."""
    if context.user:
        return campaign == context.watched
    return campaign in service.seat_access.campaigns()
