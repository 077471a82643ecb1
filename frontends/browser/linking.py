"""A link from the command line, to a seat of any campaign, also of one founded on Discord."""

from __future__ import annotations

from collections.abc import Callable

from adjudicator.core.language.words import N_, Cells
from frontends.browser.pages.entering.entering import invitation
from frontends.browser.web.session import user_of
from frontends.browser.web.viewer import REFEREE_PLACE
from service.api import Service
from service.runtime.bootstrap import opened
from service.runtime.keep_backups import require_database
from service.values.console import teller
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
    page = f"{address(settings, settings.table_port).rstrip('/')}/enter/{token}"
    write(page)
    tell = teller(settings, write)
    tell(
        N_("It is for {seat} in “{title}” (game {n}). Every older link to it is void from now on."),
        seat=seat,
        title=title,
        n=campaign,
    )
    tell(N_("This link is a seat. Send it to that seat's player and nobody else."))
    return 0


def invited_user(service: Service, campaign: int, seat: str) -> str:
    """Return the user for whom a link to a seat is made.

    Raises:
        CannotStart: as `run`.
    """
    if campaign not in [c.id for c in service.campaigns("joining", "salting", "playing", "closed", "over")]:
        known = [f"{one.id} “{one.title}”" for one in service.campaigns()]
        said = N_("There is no game {n}. Games here: {known}.")
        if not known:
            said = N_("There is no game {n}. There are no games here.")
        raise CannotStart(said, n=campaign, known=Cells(known))
    standings = service.status(campaign)
    if seat not in (*standings.campaign.seats, REFEREE_PLACE):
        raise CannotStart(
            N_("Game {n} has no seat “{seat}”. Choose one of: {known}."),
            n=campaign,
            seat=seat,
            known=Cells((*standings.campaign.seats, REFEREE_PLACE)),
        )
    if seat == REFEREE_PLACE:
        user = standings.campaign.referee
    elif seat in standings.members:
        user = standings.members[seat].user
    else:
        user = user_of(service.random_bytes(32).hex(), str(campaign), seat)
    if not user.startswith("local/"):
        raise CannotStart(
            N_("{seat} is played on {front_end}, not in a browser."),
            seat=seat,
            front_end=user.partition("/")[0],
        )
    return user
