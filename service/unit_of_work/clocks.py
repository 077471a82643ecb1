"""The clocks of a campaign: they follow who is asked, who has decided, and what was undone.

Everything here is arithmetic over the store, inside the transaction of the command that it belongs to.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec import Struct

from adjudicator.core.log.chain import Entry
from service.storage.clocks import BankBalance, Clock
from service.values.calendar import FOREVER, Calendar, Span
from service.values.records import Asked, Campaign, Member
from service.values.time_control import HOUR, TimeControl

from .context import ServiceContext

REMINDERS = (24 * HOUR, 6 * HOUR, HOUR)
"""The times before a deadline at which its seat is reminded, in time that counts."""

LATE = HOUR // 12
"""A reminder that comes later than this waits until time counts again: nobody is notified at night."""

WINDOW = ""
"""The seat of a window's clock: there is one for all who are asked."""


class ClockContext(Struct, frozen=True):
    """A campaign with the facts that its clocks need."""

    campaign: Campaign
    pace: TimeControl
    members: Mapping[str, Member]
    now: int

    def user(self, seat: str) -> str:
        """Return the user of a seat, "" for nobody."""
        member = self.members.get(seat)
        return "" if member is None else member.user

    @property
    def still(self) -> list[str]:
        """The seats whose clocks are stopped: vacant ones; "" means all seats of a held campaign."""
        vacant = [seat for seat in self.campaign.seats if seat not in self.members]
        return [*([""] if self.campaign.held else []), *vacant]


class Overrun(Struct, frozen=True):
    """A missed deadline of a seat: its time in UNIX seconds, and by how many counted seconds it was missed.

    A seat for which the umpire passes at once, as the time control says, misses no deadline.
    """

    seat: str
    due: int
    seconds: int


def clock_context(
    context: ServiceContext, campaign: Campaign, now: int, members: Mapping[str, Member] | None = None
) -> ClockContext:
    """Return the clock context of a campaign now."""
    found = context.campaigns.members(campaign.id) if members is None else members
    return ClockContext(campaign, context.clocks.pace(campaign.id), found, now)


# -- what a command does to clocks -------------------------------------------------------------------


def follow(
    context: ServiceContext, at: ClockContext, asked: Sequence[Asked], entries: Sequence[Entry]
) -> list[Overrun]:
    """Update the clocks after a command: a seat that has decided stops its clock, one that is asked again
    starts one. Return the deadlines that were missed by clocks that have stopped.

    `entries` are those of the command. A question that is only put again, because somebody acted out
    of turn, goes on with its clock; one of another position, after an undo or an edit, does not.
    """
    times, id = context.clocks, at.campaign.id
    times.halt(id, at.now, at.still)
    if at.pace.kind == "none":
        return []
    before, balances = {clock.seat: clock for clock in times.clocks(id)}, times.balances(id)
    undone = next((entry for entry in entries if entry.t in ("undo", "edit")), None)
    decided = {str(e.body["seat"]) for e in entries if e.t == "answer" and not e.aside and undone is None}
    for seat in decided & before.keys():
        left = remaining(before[seat], calendar(context, at, seat), at.now)
        balances[seat] = BankBalance(seat, balances[seat].user, left)
    anew = _change_hands(context, at, balances)
    clocks = []
    for a in asked if at.campaign.state == "playing" else ():
        old = before.get(a.seat)
        if a.optional:
            continue
        is_put_back = undone is not None and old is not None and (old.rule, old.entry) != (a.rule, a.entry)
        if old is None or is_put_back or a.seat in anew or a.seat in decided:
            clocks.append(_begin(at, a, balances, undone))
        else:
            old.rule, old.entry = a.rule, a.entry
            clocks.append(old)
    times.save_balances(id, balances.values())
    recompute(context, at, [*clocks, *_window(context, at, asked, before.get(WINDOW), entries)])
    passed = {str(e.body["seat"]) for e in entries if e.t == "answer" and e.body["by"] == "clock"}
    stopped = [clock for clock in before.values() if clock.seat != WINDOW and clock not in clocks]
    return [
        overrun
        for clock in stopped
        if (clock.lapsed or clock.seat not in passed) and (overrun := _overrun(context, at, clock))
    ]


def _overrun(context: ServiceContext, at: ClockContext, clock: Clock) -> Overrun | None:
    """Return by how much a clock that has stopped has missed its deadline; None if it has not."""
    counts = calendar(context, at, clock.seat)
    due = counts.end(clock.since, clock.allowance + clock.extra)
    seconds = counts.counted(due, at.now) if due < at.now else 0
    return Overrun(clock.seat, due, seconds) if seconds else None


def _change_hands(context: ServiceContext, at: ClockContext, balances: dict[str, BankBalance]) -> set[str]:
    """Restart the bank of each seat that somebody new plays, as if the game began.

    A player who comes back to a seat that they left, or is handed it by their team, is not new.
    """
    anew, teams = set(), {(person.seat, person.user) for person in context.teams.persons(at.campaign.id)}
    for seat in at.campaign.seats:
        user, before = at.user(seat), balances.get(seat)
        if before is None or (
            user and before.user and user != before.user and (seat, before.user) not in teams
        ):
            balances[seat] = BankBalance(seat, user)
            anew.add(seat)
        elif user:
            balances[seat] = BankBalance(seat, user, before.seconds)
    return anew


def restart(context: ServiceContext, at: ClockContext, asked: Sequence[Asked]) -> None:
    """Restart all clocks, by a time control that was set just now."""
    times, id = context.clocks, at.campaign.id
    times.save_clocks(id, ())
    times.save_balances(id, ())
    follow(context, at, asked, ())


def review(context: ServiceContext, at: ClockContext) -> None:
    """Recompute all deadlines, because something that counts for them has changed."""
    if at.pace.kind != "none":
        recompute(context, at, context.clocks.clocks(at.campaign.id))


def halt(context: ServiceContext, campaign: Campaign) -> None:
    """Stop the clocks of a campaign that is held because of a broken rule."""
    at = clock_context(context, campaign, context.clock())
    context.clocks.halt(campaign.id, at.now, at.still)
    review(context, at)


def _begin(at: ClockContext, a: Asked, balances: dict[str, BankBalance], undone: Entry | None) -> Clock:
    """Return a new clock for a seat that is asked."""
    before = balances[a.seat]
    allowance = _allowance(at, before.seconds, undone)
    if at.pace.kind == "bank":
        balances[a.seat] = BankBalance(a.seat, before.user, allowance)
    return Clock(a.seat, a.rule, a.entry, [a.seat], at.now, allowance, reminded=at.now)


def _allowance(at: ClockContext, left: int | None, undone: Entry | None) -> int:
    """Return the seconds for a decision of a seat with a given rest of its time.

    A player who takes back an order of their own alone gets the time they had left, so that nobody gains time
    by it; an order that all, or the referee, have taken back, or that its player has changed, has the time of
    a fresh question, but no increment.
    """
    pace, fixed, increment = at.pace, at.pace.hours * HOUR, at.pace.increment * HOUR
    bank = pace.bank * HOUR if left is None else left
    if undone is not None and _is_own(undone, at.campaign.seats):
        return bank if pace.kind == "bank" or left is not None else fixed
    if pace.kind == "fixed":
        return fixed
    return max(bank, increment) if undone is not None else min(bank + increment, pace.cap * HOUR)


def _is_own(undone: Entry, seats: Sequence[str]) -> bool:
    return undone.body["by"] == "seats" and len(undone.body["consent"]) == 1 < len(seats)


def remaining(clock: Clock, counts: Calendar, now: int) -> int:
    """Return the rest of the time control's own time, in seconds; extra time is used up
    first.
    """
    used = counts.counted(clock.since, now)
    return max(0, min(clock.allowance, clock.allowance + clock.extra - used))


def _window(
    context: ServiceContext,
    at: ClockContext,
    asked: Sequence[Asked],
    old: Clock | None,
    entries: Sequence[Entry],
) -> list[Clock]:
    """Return the clock of the open window: the same for any answers and orders given meanwhile."""
    open_ = next((a for a in asked if a.optional), None)
    if open_ is None or at.campaign.state != "playing":
        return []
    if old is not None and old.entry == open_.entry:
        return [old]
    written = [e for e in entries if e.n == open_.entry]
    (call,) = written or context.log.entries(at.campaign.id, open_.entry - 1, open_.entry)
    seconds, seats = at.pace.window * HOUR, list(call.body["seats"])
    return [Clock(WINDOW, open_.rule, open_.entry, seats, at.now, seconds, reminded=at.now)]


# -- when it is due ----------------------------------------------------------------------------------


def calendar(context: ServiceContext, at: ClockContext, seat: str) -> Calendar:
    """Return the calendar of a seat's decisions."""
    return _calendar(context, at, seat, context.clocks.halts(at.campaign.id, seat))


def counting(context: ServiceContext, at: ClockContext, clock: Clock) -> Calendar:
    """Return the calendar of a clock; for a window, that of the seat for which it closes last. Vacant seats
    do not count.
    """
    if clock.seat != WINDOW:
        return calendar(context, at, clock.seat)
    halts = context.clocks.halts(at.campaign.id, WINDOW)
    calendars = [_calendar(context, at, seat, halts) for seat in clock.seats]
    return max(calendars, key=lambda counts: counts.end(clock.since, clock.allowance + clock.extra))


def _calendar(context: ServiceContext, at: ClockContext, seat: str, halts: list[Span]) -> Calendar:
    times, user = context.clocks, at.user(seat)
    stops = halts + (absences(context, at.campaign.id, user) if user else [])
    return Calendar(at.pace, stops + (times.outages() if at.pace.tournament else []))


def absences(context: ServiceContext, campaign: int, user: str) -> list[Span]:
    """Return the absences of a user that stop their clocks in a campaign: in a tournament no more days than
    it allows.
    """
    kept = context.clocks.absences(user)
    limit = context.tournaments.absence(campaign) if kept else None
    if limit is None:
        return kept
    since, left = limit[0], limit[1] * 24 * HOUR
    found = []
    for span in kept:
        start = max(span.since, since)
        until = min(span.until, start + left)
        if until > start:
            found.append(Span(start, until))
            left -= until - start
    return found


def recompute(context: ServiceContext, at: ClockContext, clocks: Sequence[Clock]) -> None:
    """Recompute and save the end and the next act of each clock."""
    for clock in clocks:
        counts = counting(context, at, clock)
        due = counts.end(clock.since, clock.allowance + clock.extra)
        is_still = at.campaign.held or (clock.seat != WINDOW and clock.seat in at.still)
        clock.due = None if due == FOREVER or is_still else due
        clock.wake = None if clock.due is None or clock.lapsed else min(_calls(clock, counts, at.now))
    context.clocks.save_clocks(at.campaign.id, clocks)


def _calls(clock: Clock, counts: Calendar, now: int) -> list[int]:
    """Return when a clock must act next: at its end, or for its next reminder."""
    ends = [] if clock.due is None else [clock.due]
    first = min((t for t in reminders(clock, counts) if t > clock.reminded), default=None)
    if first is None:
        return ends
    return [*ends, counts.resumes(now) if first < now - LATE else first]


def reminders(clock: Clock, counts: Calendar) -> list[int]:
    """Return when a seat is reminded, the earliest first; a time that is too short for a reminder has
    none.
    """
    total = clock.allowance + clock.extra
    return [counts.end(clock.since, total - before) for before in REMINDERS if total > before]
