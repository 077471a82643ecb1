"""The part of the desk that keeps time: every use case about deadlines and absence as one method."""

from __future__ import annotations

import logging

from adjudicator.core.errors import Refusal
from service.storage.store import StoreError
from service.usecases.command import CommandRunner
from service.usecases.time import absence, deadlines
from service.values.calendar import Span
from service.values.records import CLOCK, Due, Message, Receipt
from service.values.time_control import TimeControl

_LOG = logging.getLogger(__name__)

MOST_AT_ONCE = 10
"""How many things the clock does before others have their turn at the desk."""


class Timekeeping(CommandRunner):
    """What `Service` does about time."""

    def set_pace(self, message: Message, campaign: int, pace: TimeControl) -> Receipt:
        """Another pace, by the founder before the game begins, or by the referee; all clocks begin anew."""
        return self._do(message, campaign, lambda s: deadlines.set_pace(s, pace))

    def extend(self, message: Message, campaign: int, seat: str, hours: int, why: str) -> Receipt:
        """The referee gives a seat, or the window in which it is asked, more time."""
        return self._do(message, campaign, lambda s: deadlines.extend(s, seat, hours, why))

    def claim(self, message: Message, campaign: int, seat: str, what: str) -> Receipt:
        """Claim of an overdue seat that the "clock" answers, or a day later the "game"."""
        return self._do(message, campaign, lambda s: deadlines.claim(s, seat, what))

    def due(self, campaign: int) -> list[Due]:
        """Until when each seat that is asked has time."""
        return deadlines.due(self._context, campaign)

    def set_absence(self, message: Message, since: int, until: int) -> Receipt:
        """Whoever sent the message is away from all his games, between two UNIX seconds.

        Raises:
            Refusal: if it is longer, or makes more in a year, than `absence.LONGEST` and `absence.MOST` days.
        """
        return self._once(message, lambda: absence.leave(self._context, message.user, since, until))

    def end_absence(self, message: Message, since: int) -> Receipt:
        """Take back the absence that begins at `since`; of one that has begun, what is left of it."""
        return self._once(message, lambda: absence.come_back(self._context, message.user, since))

    def absences(self, user: str) -> list[Span]:
        """When a user is away; absences that are over are among them."""
        return self._context.clocks.absences(user)

    def tick(self) -> int:
        """Do what is due now: reminders, expiries, windows, outages given back; but only so much at once.

        It may be called at any time, and does nothing twice. What goes wrong with one campaign is logged;
        its command is not kept, and the others go on. A mouth ticks before it opens, and again at the
        UNIX second that this gives: a second later if there is more to do, else when something is due
        next, but never later than `deadlines.HEARTBEAT`.
        """
        with self._context.store.transaction():
            deadlines.beat(self._context)
        times, left = self._context.clocks, MOST_AT_ONCE
        for campaign in times.stirring(self._context.clock()):
            if campaign in self._context.unchecked:
                continue
            left = self._ring(campaign, left)
            if not left:
                return self._context.clock() + 1
        now = self._context.clock()
        latest = now + deadlines.HEARTBEAT
        return min(times.next_wake(now) or latest, latest)

    def _ring(self, campaign: int, most: int) -> int:
        """Do what is due in a campaign, at most so many things; gives how many more might have been done."""
        times, clock = self._context.clocks, self._context.clock
        try:
            while most and times.is_stirring(campaign, clock()):
                self._do(CLOCK, campaign, deadlines.act)
                most -= 1
        except (Refusal, StoreError) as error:
            _LOG.error("campaign %d: the clock could not act: %s", campaign, type(error).__name__)
        return most
