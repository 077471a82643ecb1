"""A link from the command line, to a seat of any campaign, also of one founded on Discord."""

from __future__ import annotations

from collections.abc import Callable

from frontends.browser.pages.entering.entering import invitation
from frontends.browser.web.session import user_of
from frontends.browser.web.viewer import REFEREE_PLACE
from service.api import Service
from service.runtime.bootstrap import opened
from service.runtime.keep_backups import require_database
from service.values.settings import CannotStart, Settings

from . import address


def run(settings: Settings, campaign: int, seat: str, write: Callable[[str], object] = print) -> int:
    """Print a new link to a seat that is vacant, or is played at this table; the old one is void; return 0.

    Raises:
        CannotStart: if there is no such seat, or somebody plays it elsewhere.
    """
    require_database(settings.database)
    with opened(settings.database) as service:
        token = invitation(
            service, campaign, "" if seat == REFEREE_PLACE else seat, invited_user(service, campaign, seat)
        )
        title = service.campaign(campaign).title
    write(f"{address(settings, settings.table_port).rstrip('/')}/enter/{token}")
    write(f"It is for {seat} in “{title}” (game {campaign}). Every older link to it is void from now on.")
    write("This link is a seat. Send it to that seat's player and nobody else.")
    return 0


def invited_user(service: Service, campaign: int, seat: str) -> str:
    """Return the user for whom a link to a seat is made.

    Raises:
        CannotStart: as `run`.
    """
    if campaign not in [c.id for c in service.campaigns("joining", "salting", "playing", "closed", "over")]:
        known = ", ".join(f"{one.id} “{one.title}”" for one in service.campaigns()) or "none"
        raise CannotStart(f"There is no game {campaign}. Games here: {known}.")
    standings = service.status(campaign)
    if seat not in (*standings.campaign.seats, REFEREE_PLACE):
        known = ", ".join((*standings.campaign.seats, REFEREE_PLACE))
        raise CannotStart(f"Campaign {campaign} has no seat {seat!r}. Choose one of: {known}.")
    if seat == REFEREE_PLACE:
        user = standings.campaign.referee
    elif seat in standings.members:
        user = standings.members[seat].user
    else:
        user = user_of(service.random_bytes(32).hex(), str(campaign), seat)
    if not user.startswith("local/"):
        raise CannotStart(f"{seat} is played on {user.partition('/')[0]}, not in a browser.")
    return user
