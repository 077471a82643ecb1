"""Which game a call is about: nobody looks into one but from its channel, or if he has to do with it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from adjudicator.core.errors import NotNow, NotUnderstood
from adjudicator.core.words import N_, Words
from service.api import Service
from service.values.records import Campaign

if TYPE_CHECKING:
    from .action_context import ActionContext

MOST_DIGITS = 9
"""More digits has no number of ours: neither of a game nor of an entry."""


def number(service: Service, call: ActionContext, named: str | None) -> int:
    """The number of the game that is named; else of this channel's, else of the caller's only one.

    Raises:
        NotUnderstood: if none of that number can be seen from here.
        NotNow: if it is not clear which is meant, or if what was pressed is of a game that is not here.
    """
    if named is None:
        return _meant(service, call)
    if named.isdecimal() and len(named) <= MOST_DIGITS and _is_near(service, call, int(named)):
        return int(named)
    if call.args:
        raise NotNow(Words(N_("that belongs to a game that is no longer here; see /my games for yours")))
    raise NotUnderstood(named, Words(N_("the number of a game you play, or of this channel's game")))


def _meant(service: Service, call: ActionContext) -> int:
    surface = service.context.channels
    thread = surface.thread_named(call.place)
    if thread is not None:
        return thread[0]
    found = [service.context.campaign(id) for id in surface.shown_in(call.place)]
    if found:
        live = [c for c in found if not c.has_ended]
        return (live or found)[0].id
    if len(own := mine(service, call.user)) == 1:
        return own[0]
    if own:
        several = N_(
            "you are in several games; use the command in that game's channel, or name the game "
            "where there is a “game” option"
        )
        raise NotNow(Words(several))
    raise NotNow(Words(N_("there is no game in this channel; create one with /game new")))


def mine(service: Service, user: str) -> list[int]:
    """The live games that somebody plays, also in a team; if none, those that he founded or referees."""
    played, surface = {id for id, _, _ in service.roles_of(user)}, service.context.channels
    found = [c.id for c in service.campaigns() if c.id in played and surface.shown(c.id) is not None]
    return found or [c.id for c in ruled_by(service, user)]


def _is_near(service: Service, call: ActionContext, campaign: int) -> bool:
    """Whether a game is shown where the call comes from, or the caller has to do with it.

    A button that all can press is of a game that is shown there, or of one that is gone: after a restore
    another may have its number.
    """
    surface = service.context.channels
    shown, thread = surface.shown(campaign), surface.thread_named(call.place)
    if shown is None:
        return False
    if shown.channel == call.place or (thread is not None and thread[0] == campaign):
        return True
    found = service.context.campaign(campaign)
    is_in_it = any(id == campaign for id, _, _ in service.roles_of(call.user))
    return not call.is_public and (is_in_it or call.user in (found.founder, found.referee))


def ruled_by(service: Service, user: str) -> list[Campaign]:
    """The live games that somebody founded or referees and that are shown in channels."""
    shown = service.context.channels.shown
    return [c for c in service.campaigns() if user in (c.founder, c.referee) and shown(c.id) is not None]
