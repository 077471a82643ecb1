"""The campaign and the seat of an interaction.

A game can be seen only from its channel, or by those who have a role in it.
"""

from __future__ import annotations

from adjudicator.core.language.errors import NotNow, NotUnderstood
from adjudicator.core.language.words import N_, words
from service.api import Service
from service.posts.delivery import note_seen
from service.values.records import Campaign

from .action_context import ActionContext

MOST_DIGITS = 9
"""No number of a game or of an entry has more digits."""


def number(service: Service, call: ActionContext, named: str | None) -> int:
    """Return the number of the game that is named; else of this channel's, else of the caller's only one.

    Raises:
        NotUnderstood: if none of that number can be seen from here.
        NotNow: if it is unclear which is meant, or if a button is of a game that is not here.
    """
    if named is None:
        return _meant(service, call)
    if named.isdecimal() and len(named) <= MOST_DIGITS and _is_near(service, call, int(named)):
        return int(named)
    if call.args:
        raise NotNow(words(N_("that game is no longer here; see /my games for yours")))
    raise NotUnderstood(named, words(N_("the number of a game you play, or of this channel's game")))


def _meant(service: Service, call: ActionContext) -> int:
    """Return the game of the thread, of the channel, or the user's only one; refuse if that is not one."""
    channels = service.channels
    thread = channels.thread_named(call.place)
    if thread is not None:
        return thread[0]
    found = [service.campaign(id) for id in channels.shown_in(call.place)]
    if found:
        live = [c for c in found if not c.is_decided]
        return (live or found)[0].id
    if len(own := mine(service, call.user)) == 1:
        return own[0]
    if own:
        several = N_(
            "you are in several games; use the command in that game's channel, or name the game "
            "where there is a “game” option"
        )
        raise NotNow(words(several))
    raise NotNow(words(N_("there is no game in this channel; create one with /game new")))


def mine(service: Service, user: str) -> list[int]:
    """Return the live games that somebody plays, also in a team; if none, those they created or referee."""
    played, channels = {id for id, _, _ in service.roles_of(user)}, service.channels
    found = [c.id for c in service.live_among(played) if channels.shown(c.id) is not None]
    return found or [c.id for c in ruled_by(service, user)]


def _is_near(service: Service, call: ActionContext, campaign: int) -> bool:
    """Return true if a game is shown where the interaction comes from, or the caller has a role in it.

    A public button belongs to a game that is shown there, or to one that is gone: after a restore another
    game may have its number.
    """
    channels = service.channels
    shown, thread = channels.shown(campaign), channels.thread_named(call.place)
    if shown is None:
        return False
    if shown.channel == call.place or (thread is not None and thread[0] == campaign):
        return True
    found = service.campaign(campaign)
    is_in_it = any(id == campaign for id, _, _ in service.roles_of(call.user))
    return not call.is_public and (is_in_it or call.user in (found.founder, found.referee))


def ruled_by(service: Service, user: str) -> list[Campaign]:
    """Return the live games that somebody created or referees and that are shown in channels."""
    shown = service.channels.shown
    return [c for c in service.live_ruled_by(user) if shown(c.id) is not None]


# -- campaign and seat ------------------------------------------------------------------------------


async def campaign_of(call: ActionContext, named: str | None = None) -> Campaign:
    """Return the campaign of an interaction: the named one, else this channel's, else the caller's only one.

    Raises:
        NotUnderstood: if there is none of that number, or none that the caller may look into from here.
        NotNow: if it is unclear which is meant, or if a button is of a game that is not here.
    """

    def found(service: Service) -> Campaign:
        campaign = here(service, call, named)
        note_seen(service, campaign.id, call.user)
        return campaign

    campaign = await call.look(found)
    call.about(campaign)
    return campaign


def here(service: Service, call: ActionContext, named: str | None = None) -> Campaign:
    """Return the campaign as `campaign_of` does, inside a call of the service.

    Raises:
        NotUnderstood, NotNow: as `campaign_of`.
    """
    return service.campaign(number(service, call, named))


async def seats_of(call: ActionContext, campaign: Campaign) -> list[str]:
    """Return the caller's seats: those they play, then those whose team they are in."""
    return await call.look(lambda service: behind(service, call, campaign))


def behind(service: Service, call: ActionContext, campaign: Campaign) -> list[str]:
    """Return the seats as `seats_of` does, inside a call of the service."""
    roles = [
        (role != "commander", seat) for id, seat, role in service.roles_of(call.user) if id == campaign.id
    ]
    return list(dict.fromkeys(seat for _, seat in sorted(roles)))


async def seat_of(call: ActionContext, campaign: Campaign, named: str | None = None) -> str:
    """Return the caller's seat: the one named, else the one that has a decision to make, else the first.

    Raises:
        NotNow: if they have none there.
    """
    return await call.look(lambda service: own_seat(service, call, campaign, named))


def own_seat(service: Service, call: ActionContext, campaign: Campaign, named: str | None = None) -> str:
    """Return the seat as `seat_of` does, inside a call of the service.

    Raises:
        NotNow: as `seat_of`.
    """
    mine = behind(service, call, campaign)
    if named is not None and named not in mine:
        raise NotNow(words(N_("you do not play {seat}"), seat=named))
    if not mine:
        raise NotNow(words(N_("you have no seat in this game")))
    asked = {a.seat for a in service.asked(campaign.id)}
    return named or next((seat for seat in mine if seat in asked), mine[0])
