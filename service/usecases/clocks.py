"""How the clocks of a campaign follow what happens in it: who is asked, who has decided, what went back.

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
"""How long before a decision is due its seat is reminded, in time that counts."""

LATE = HOUR // 12
"""A reminder that comes later than this waits until time counts again: nobody is woken for it."""

WINDOW = ""
"""The seat of a window's clock: there is one for all who are asked."""


class ClockContext(Struct, frozen=True):
    """A campaign with what its clocks need to know of it."""

    campaign: Campaign
    pace: TimeControl
    members: Mapping[str, Member]
    now: int

    def user(self, seat: str) -> str:
        """Who plays a seat, "" for nobody."""
        member = self.members.get(seat)
        return "" if member is None else member.user

    @property
    def still(self) -> list[str]:
        """For which seats time stands still: those that nobody plays; "" for all, of a held campaign."""
        vacant = [seat for seat in self.campaign.seats if seat not in self.members]
        return [*([""] if self.campaign.held else []), *vacant]


def hall(
    context: ServiceContext, campaign: Campaign, now: int, members: Mapping[str, Member] | None = None
) -> ClockContext:
    """A campaign as its clocks see it now."""
    found = context.campaigns.members(campaign.id) if members is None else members
    return ClockContext(campaign, context.clocks.pace(campaign.id), found, now)


# -- what a command does to clocks -------------------------------------------------------------------


def follow(
    context: ServiceContext, at: ClockContext, asked: Sequence[Asked], entries: Sequence[Entry]
) -> None:
    """After a command: whoever has decided stops his clock, and whoever is asked anew begins another.

    `entries` are those of the command. A question that is only put again, because somebody acted out
    of turn, goes on with its clock; one of another position, after an undo or an edit, does not.
    """
    times, id = context.clocks, at.campaign.id
    if at.pace.kind == "none":
        return
    times.halt(id, at.now, at.still)
    before, reserves = {clock.seat: clock for clock in times.clocks(id)}, times.reserves(id)
    undone = next((entry for entry in entries if entry.t in ("undo", "edit")), None)
    decided = {str(e.body["seat"]) for e in entries if e.t == "answer" and not e.aside and undone is None}
    for seat in decided & before.keys():
        left = remaining(before[seat], calendar(context, at, seat), at.now)
        reserves[seat] = BankBalance(seat, reserves[seat].user, left)
    anew = _change_hands(context, at, reserves)
    clocks = []
    for a in asked if at.campaign.state == "playing" else ():
        old = before.get(a.seat)
        if a.optional:
            continue
        is_put_back = undone is not None and old is not None and (old.rule, old.entry) != (a.rule, a.entry)
        if old is None or is_put_back or a.seat in anew or a.seat in decided:
            clocks.append(_begin(at, a, reserves, undone))
        else:
            old.rule, old.entry = a.rule, a.entry
            clocks.append(old)
    times.save_reserves(id, reserves.values())
    recompute(context, at, [*clocks, *_window(context, at, asked, before.get(WINDOW), entries)])


def _change_hands(context: ServiceContext, at: ClockContext, reserves: dict[str, BankBalance]) -> set[str]:
    """The seats that somebody new plays: he begins as if the game began.

    Whoever comes back to a seat that he left, or is handed it by his team, is not new.
    """
    anew, teams = set(), {(person.seat, person.user) for person in context.teams.persons(at.campaign.id)}
    for seat in at.campaign.seats:
        user, before = at.user(seat), reserves.get(seat)
        if before is None or (
            user and before.user and user != before.user and (seat, before.user) not in teams
        ):
            reserves[seat] = BankBalance(seat, user)
            anew.add(seat)
        elif user:
            reserves[seat] = BankBalance(seat, user, before.seconds)
    return anew


def restart(context: ServiceContext, at: ClockContext, asked: Sequence[Asked]) -> None:
    """All clocks begin anew, by a pace that was set just now."""
    times, id = context.clocks, at.campaign.id
    times.save_clocks(id, ())
    times.save_reserves(id, ())
    follow(context, at, asked, ())


def review(context: ServiceContext, at: ClockContext) -> None:
    """Something has changed of what counts: say anew when everything is due."""
    if at.pace.kind != "none":
        recompute(context, at, context.clocks.clocks(at.campaign.id))


def halt(context: ServiceContext, campaign: Campaign) -> None:
    """A campaign that a broken rule holds: its clocks stand."""
    at = hall(context, campaign, context.clock())
    if at.pace.kind != "none":
        context.clocks.halt(campaign.id, at.now, at.still)
        review(context, at)


def _begin(at: ClockContext, a: Asked, reserves: dict[str, BankBalance], undone: Entry | None) -> Clock:
    """The clock of a seat that is asked."""
    before = reserves[a.seat]
    allowance = _allowance(at, before.seconds, undone)
    if at.pace.kind == "bank":
        reserves[a.seat] = BankBalance(a.seat, before.user, allowance)
    return Clock(a.seat, a.rule, a.entry, [a.seat], at.now, allowance, reminded=at.now)


def _allowance(at: ClockContext, left: int | None, undone: Entry | None) -> int:
    """How many seconds a decision has, of a seat that has so much left.

    Whoever takes back his own order alone gets what he had left, so that nobody gains time by it; what all
    have taken back, or the referee, or what he has changed, has the time of a fresh question, but no
    increment.
    """
    pace, fixed, increment = at.pace, at.pace.hours * HOUR, at.pace.increment * HOUR
    bank = pace.bank * HOUR if left is None else left
    if undone is not None and _is_own(undone, at.campaign.seats):
        return bank if pace.kind == "bank" or left is not None else fixed
    if pace.kind == "fixed":
        return fixed
    return max(bank, increment) if undone is not None else min(bank + increment, pace.cap * HOUR)


def _is_own(undone: Entry, seats: Sequence[str]) -> bool:
    return undone.body["by"] == "seats" and sorted(undone.body["consent"]) != sorted(seats)


def remaining(clock: Clock, counts: Calendar, now: int) -> int:
    """What is left of the pace's own time, in seconds; what was given beside it is used up first."""
    used = counts.counted(clock.since, now)
    return max(0, min(clock.allowance, clock.allowance + clock.extra - used))


def _window(
    context: ServiceContext,
    at: ClockContext,
    asked: Sequence[Asked],
    old: Clock | None,
    entries: Sequence[Entry],
) -> list[Clock]:
    """The clock of the open window: the same whoever has answered, and whatever stands in his orders."""
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
    """What counts for the decisions of a seat."""
    return _calendar(context, at, seat, context.clocks.halts(at.campaign.id, seat))


def counting(context: ServiceContext, at: ClockContext, clock: Clock) -> Calendar:
    """What counts for a clock: of a window for whom it closes last; it waits for no vacant seat."""
    if clock.seat != WINDOW:
        return calendar(context, at, clock.seat)
    halts = context.clocks.halts(at.campaign.id, WINDOW)
    calendars = [_calendar(context, at, seat, halts) for seat in clock.seats]
    return max(calendars, key=lambda counts: counts.end(clock.since, clock.allowance + clock.extra))


def _calendar(context: ServiceContext, at: ClockContext, seat: str, halts: list[Span]) -> Calendar:
    times, user = context.clocks, at.user(seat)
    stops = halts + (times.absences(user) if user else [])
    return Calendar(at.pace, stops + (times.outages() if at.pace.tournament else []))


def recompute(context: ServiceContext, at: ClockContext, clocks: Sequence[Clock]) -> None:
    """Say of each clock when it is over and when there is next something to do for it, and keep them."""
    for clock in clocks:
        counts = counting(context, at, clock)
        due = counts.end(clock.since, clock.allowance + clock.extra)
        is_still = at.campaign.held or (clock.seat != WINDOW and clock.seat in at.still)
        clock.due = None if due == FOREVER or is_still else due
        clock.wake = None if clock.due is None or clock.lapsed else min(_calls(clock, counts, at.now))
    context.clocks.save_clocks(at.campaign.id, clocks)


def _calls(clock: Clock, counts: Calendar, now: int) -> list[int]:
    """When a clock calls: at its end, and for its next reminder."""
    ends = [] if clock.due is None else [clock.due]
    first = min((t for t in reminders(clock, counts) if t > clock.reminded), default=None)
    if first is None:
        return ends
    return [*ends, counts.resumes(now) if first < now - LATE else first]


def reminders(clock: Clock, counts: Calendar) -> list[int]:
    """When a seat is reminded, the earliest first; a time that is too short for one has none."""
    total = clock.allowance + clock.extra
    return [counts.end(clock.since, total - before) for before in REMINDERS if total > before]
