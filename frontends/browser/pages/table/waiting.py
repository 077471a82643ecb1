"""The next seat or game of a browser with a decision to make, while the seat on its page has none."""

from __future__ import annotations

from adjudicator.core.language.words import N_
from frontends.browser.web.html import Html, tag
from frontends.browser.web.request_context import RequestContext
from frontends.browser.web.viewer import Table, TableContext
from service.api import Service
from service.usecases.seats.teams import COMMANDER


def next_seat(service: Service, table: Table) -> str | None:
    """Return the path of another seat of this browser with a decision to make, None while the viewer's own
    has one.
    """
    viewer = table.viewer
    if viewer.role != COMMANDER or table.campaign.held or table.campaign.state != "playing":
        return None
    asked = [one.seat for one in service.asked(viewer.campaign)]
    mine = {one.seat for one in table.others if is_commander(service, one.user, viewer.campaign, one.seat)}
    seat = None if viewer.seat in asked else next((seat for seat in asked if seat in mine), None)
    return f"/game/{viewer.campaign}/{seat}" if seat else None


def other_games(service: Service, context: RequestContext, campaign: int) -> list[str]:
    """Return the paths of this browser's seats with decisions to make in other games, those asked longest ago
    first.
    """
    mine = {
        (one.campaign, one.seat)
        for one in context.access
        if one.campaign != campaign and is_commander(service, one.user, one.campaign, one.seat)
    }
    return [f"/game/{id}/{seat}" for id, seat in service.longest_asked(mine)]


def is_commander(service: Service, user: str, campaign: int, seat: str) -> bool:
    """Return true if a user gives the orders of a seat."""
    return bool(seat) and service.role_of(user, campaign, seat) == COMMANDER


def next_waiting(at: TableContext) -> Html | None:
    """Return the link to the next seat or game that waits for this browser, None if there is none."""
    if at.table.viewer.seat is None:
        return None
    t, here = at.table.localizer, next_seat(at.service, at.table)
    if here is not None:
        said = t(N_("Continue as {seat}"), seat=here.rpartition("/")[2])
        return tag("p", tag("a", said, href=here, class_="button main"), class_="next")
    games = other_games(at.service, at.context, at.table.viewer.campaign)
    if not games:
        return None
    said = t(N_("Next game waiting for you ({n})"), n=len(games))
    return tag("p", tag("a", said, href=games[0], class_="button main"), class_="next")
