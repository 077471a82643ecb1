"""Deadlines: set by the founder or the referee, announced beforehand, and acts when they are past.

Every act of a clock is a command of its own, so that a crash comes before it or after it, and an error in
one campaign does not affect another.
"""

from __future__ import annotations

from collections.abc import Sequence

from adjudicator.core.language.errors import NotNow, NotUnderstood, Refusal, Verbatim
from adjudicator.core.language.words import N_, words
from service.storage.clocks import Clock
from service.unit_of_work import clocks as timing
from service.unit_of_work.clocks import WINDOW, ClockContext
from service.unit_of_work.context import ServiceContext
from service.unit_of_work.transaction import Transaction
from service.usecases.play import playing
from service.usecases.play.default_answer import default_answer
from service.usecases.seats import founding, teams
from service.values.audiences import CHANNEL, REFEREE, to_seat
from service.values.calendar import FOREVER, Span, moment
from service.values.posts import ReminderNotice
from service.values.records import COMPUTER, Asked, Due
from service.values.time_control import (
    CLAIMABLE,
    HOUR,
    MOST_BANK,
    MOST_HOURS,
    TimeControl,
    checked,
    require_sealed,
    terms,
)
from service.values.words import LONGEST_REASON, packed, plain

from . import ai_player, leaving

HEARTBEAT = 60
"""The longest time between two ticks, in seconds, by which an outage is known."""
OUTAGE = 300
"""Seconds without a tick that make an outage."""
GRACE = 12 * HOUR
"""After an outage no deadline falls sooner than this, or than the outage was long if that is less."""
SET_BACK = 7 * 24 * HOUR
"""A clock that goes back by no more than this is taken to be wrong now, unless it was known to be ahead."""
CLAIM = 24 * HOUR
"""So long, in time that counts, a seat must be overdue before the game may be claimed."""
CLAIMS = ("clock", "game")
MOST_LEFT = (MOST_BANK + MOST_HOURS) * HOUR
"""The most seconds that a deadline is extended to."""
MOST_PASSES = 40
"""The number of times that the clock passes for one seat in one go."""


def due(context: ServiceContext, campaign: int) -> list[Due]:
    """Return the deadline of each seat that is asked."""
    at = timing.clock_context(context, context.campaign(campaign), context.clock())
    clocks = {clock.seat: clock for clock in context.clocks.clocks(campaign)}
    return [_due(context, at, clocks, a) for a in context.campaigns.asked(campaign)]


def _due(context: ServiceContext, at: ClockContext, clocks: dict[str, Clock], a: Asked) -> Due:
    clock = clocks.get(WINDOW if a.optional else a.seat)
    if clock is None:
        return Due(a.seat, a.rule, a.entry, a.optional, None, None, "")
    bank = None
    if at.pace.kind == "bank" and not a.optional:
        bank = timing.remaining(clock, timing.calendar(context, at, a.seat), at.now)
    return Due(a.seat, a.rule, a.entry, a.optional, clock.due, bank, clock.lapsed)


# -- set and extended --------------------------------------------------------------------------------


def set_pace(tx: Transaction, pace: TimeControl) -> None:
    """Set another time control: the clocks of all seats that are asked, and all banks, restart with it.

    Raises:
        Refusal: if the pace cannot be, or the caller may not set it: before the game begins that is
            the founder or the referee, later the referee.
    """
    tx.require("joining", "salting", "playing", held=True)
    if tx.campaign.state == "playing" or tx.message.user != tx.campaign.founder:
        tx.require_referee()
    pace = checked(pace)
    require_sealed(pace, tx.campaign.tier == "open")
    founding.require_computer(tx.game, pace)
    if pace.tournament and not tx.campaign.neutral:
        teams.require_neutral(tx, tx.campaign.referee)
        tx.campaign.neutral = 1
    tx.context.clocks.save_pace(tx.campaign.id, pace)
    if tx.campaign.state == "playing":
        founding.note_terms(tx, "referee")
    timing.restart(tx.context, _clock_context(tx), tx.context.campaigns.asked(tx.campaign.id))
    tx.tell(CHANNEL, "pace", terms(pace, bool(tx.campaign.neutral)))
    leaving.go_on(tx)


def extend(tx: Transaction, seat: str, hours: int, why: str) -> None:
    """Give a seat more time, or an open window in which it is asked, as the referee.

    What is overdue has the hours from now on.

    Raises:
        Refusal: if no deadline runs for the seat, the hours are none, or more would be left than the fullest
            bank and the longest extension make.
    """
    tx.require("playing", held=True)
    tx.require_referee()
    why = plain(why, LONGEST_REASON)
    _add_time(tx, seat, hours)
    values = {"seat": seat, "hours": hours, "why": Verbatim(why, LONGEST_REASON)}
    said = words(N_("the referee gave {seat} {hours} more {hours:hour|hours}: {why}"), **values)
    tx.tell(CHANNEL, "extended", said, why)


def grant(tx: Transaction, seat: str, hours: int) -> None:
    """Give an opponent more time, as the player of all other seats that people play; "" is the only opponent.

    Raises:
        Refusal: as of `extend`, or if the sender is no opponent, or not the only one, or has none.
    """
    tx.require("playing", held=True)
    own, opponents = tx.own_seats(), _opponents(tx)
    if own and not seat and not opponents:
        raise NotNow(words(N_("you have no opponent to give time to")))
    seat = seat or min(opponents, default="")
    if not own or seat in own:
        raise NotNow(words(N_("only an opponent can give you time; ask the referee otherwise")))
    if not opponents <= {seat}:
        raise NotNow(words(N_("with several opponents, only the referee can give more time")))
    _add_time(tx, seat, hours)
    values = {"by": own, "seat": seat, "hours": hours}
    said = words(N_("{by} gave {seat} {hours} more {hours:hour|hours}"), **values)
    tx.tell(CHANNEL, "extended", said)


def grantable(tx: Transaction, hours: int) -> str:
    """Return the seat to which the sender may `grant` hours now, whose deadline runs or is past; "" for none.

    It is that of their only opponent; nobody needs to give the computer time.
    """
    opponents = _opponents(tx)
    if tx.campaign.state != "playing" or not tx.own_seats() or len(opponents) != 1:
        return ""
    (seat,) = opponents
    clock = _clock(tx, tx.context.clocks.clocks(tx.campaign.id), seat)
    if clock is None or clock.due is None or _added(tx, clock, hours)[1] > MOST_LEFT:
        return ""
    return seat


def _opponents(tx: Transaction) -> set[str]:
    """Return the seats that people other than the sender play."""
    return {s for s, member in tx.members.items() if member.user not in (COMPUTER, tx.message.user)}


def _add_time(tx: Transaction, seat: str, hours: int) -> None:
    """Add hours to the clock of a seat, or of the window in which it is asked."""
    if not 1 <= hours <= MOST_HOURS:
        limits = {"n": hours, "least": 1, "most": MOST_HOURS}
        raise Refusal(
            words(
                N_("you cannot add {n} {n:hour|hours}; anything from {least} to {most} is allowed"), **limits
            )
        )
    at, clocks = _clock_context(tx), tx.context.clocks.clocks(tx.campaign.id)
    clock = _clock(tx, clocks, seat)
    if clock is None:
        raise NotNow(words(N_("{seat} has no deadline running"), seat=seat))
    extra, left = _added(tx, clock, hours)
    if left > MOST_LEFT:
        template = N_("that would leave {seat} more than {most} hours")
        raise NotNow(words(template, seat=seat, most=MOST_BANK + MOST_HOURS))
    clock.extra, clock.lapsed = extra, ""
    timing.recompute(tx.context, at, clocks)


def _clock(tx: Transaction, clocks: Sequence[Clock], seat: str) -> Clock | None:
    """Return the clock of a seat, or of the window in which it is asked."""
    optional = [a.seat for a in tx.context.campaigns.asked(tx.campaign.id) if a.optional]
    return next((c for c in clocks if c.seat == (WINDOW if seat in optional else seat)), None)


def _added(tx: Transaction, clock: Clock, hours: int) -> tuple[int, int]:
    """Return a clock's extra seconds with some hours more, and the seconds that are left with them."""
    spent = timing.counting(tx.context, _clock_context(tx), clock).counted(clock.since, tx.time)
    extra = max(clock.extra, spent - clock.allowance) + hours * HOUR
    return extra, clock.allowance + extra - spent


def claim(tx: Transaction, seat: str, what: str) -> None:
    """Claim what an overdue seat forfeits, where the time control says "claim" or "chain".

    "clock": the clock answers, or calls the referee where no pass is possible. "game": a day later the
    overdue seat is taken to have resigned, once every other seat that a person plays in time has claimed it;
    also if the referee was called and has done nothing, for they may be the overdue player.

    Raises:
        Refusal: and nothing has changed.
    """
    tx.require("playing")
    if what not in CLAIMS:
        raise NotUnderstood(what, words(N_("{options:or}"), options=list(CLAIMS)), CLAIMS)
    own = tx.own_seats()
    if not own or seat in own:
        raise NotNow(words(N_("only another seat may claim that")))
    clocks, at = tx.context.clocks.clocks(tx.campaign.id), _clock_context(tx)
    called = ("claim",) if what == "clock" else ("claim", "referee")
    clock = next((c for c in clocks if c.seat == seat and c.lapsed in called), None)
    if at.pace.expiry not in CLAIMABLE or clock is None or clock.due is None:
        raise NotNow(words(N_("there is nothing to claim from {seat} now"), seat=seat))
    if what == "clock":
        tx.tell(CHANNEL, "claimed", words(N_("{by} claimed an automatic answer"), by=own))
        _answer(tx, clocks, clock)
        return
    won = timing.calendar(tx.context, at, seat).end(clock.due, CLAIM)
    if tx.time < won:
        raise NotNow(words(N_("you may claim the game from {time}"), time=moment(won, at.pace.zone)))
    claimed = sorted({*clock.claimed, *own})
    others = [other for other in _claimants(tx, clocks, seat) if other not in claimed]
    if others and claimed == clock.claimed:
        raise NotNow(words(N_("you have already claimed the game; {others} must too"), others=others))
    clock.claimed = claimed
    values = {"by": own, "seat": seat, "others": others}
    if others:
        said = words(
            N_("{by} claimed the game from {seat}, which ran out of time; {others} must too"), **values
        )
        tx.tell(CHANNEL, "claimed", said)
        timing.recompute(tx.context, at, clocks)
        return
    tx.tell(CHANNEL, "claimed", words(N_("{by} claimed the game: {seat} ran out of time"), **values))
    leaving.give_up(tx, seat, "claimed")


def _claimants(tx: Transaction, clocks: Sequence[Clock], seat: str) -> list[str]:
    """Return the seats that must all claim the game from a seat: the others that people play in time."""
    late = {clock.seat for clock in clocks if clock.lapsed}
    people = [m.seat for m in tx.members.values() if m.user != ai_player.USER]
    return [other for other in tx.campaign.seats if other in people and other not in {seat, *late}]


def _clock_context(tx: Transaction) -> ClockContext:
    return timing.clock_context(tx.context, tx.campaign, tx.time, tx.members)


# -- acts of the clock -----------------------------------------------------------------------------


def beat(context: ServiceContext) -> None:
    """Note that the bot is up; an outage follows from when it was up last.

    While the machine's clock is a few days slow, deadlines stay as they were told: they fall when it is right
    again, and are given back what seems to be an outage then.
    """
    now, last = context.clock(), context.clocks.alive()
    if last is not None and now < last:
        was_ahead = any(span.since <= now < span.until for span in context.clocks.outages())
        if was_ahead or last - now > SET_BACK:
            _set_right(context, now, last, was_ahead=was_ahead)
    was_down = last is not None and now - last > OUTAGE
    context.clocks.beat(now, Span(last, now) if last is not None and was_down else None)


def _set_right(context: ServiceContext, now: int, last: int, *, was_ahead: bool) -> None:
    """Correct the store after the machine's clock was ahead until `last`: delete records from a future
    that has not been.

    What was given for an outage that seemed to last till then (`was_ahead`) goes with it; so may what a
    referee gave.
    """
    context.clocks.cut(now)
    for campaign in context.clocks.timed():
        at = timing.clock_context(context, context.campaign(campaign), now)
        clocks = context.clocks.clocks(campaign)
        for clock in clocks:
            clock.since, clock.reminded = min(clock.since, now), min(clock.reminded, now)
            if was_ahead and not at.pace.tournament:
                clock.extra = max(0, clock.extra - timing.counting(context, at, clock).counted(now, last))
        timing.recompute(context, at, clocks)


def act(tx: Transaction) -> None:
    """Do the next act that is due in a campaign.

    An outage is given back first, so that nothing falls due by it.
    """
    if (down := tx.context.clocks.unseen(tx.campaign.id)) and tx.campaign.state == "playing":
        _give_back(tx, down)
        return
    clocks = tx.context.clocks.clocks(tx.campaign.id)
    timing.recompute(tx.context, _clock_context(tx), clocks)
    calling = [c for c in clocks if c.wake is not None and c.wake <= tx.time]
    if tx.campaign.held or not calling:
        return
    clock = min(calling, key=lambda c: (c.wake, c.seat))
    if clock.due is not None and clock.due <= tx.time:
        _expire(tx, clocks, clock)
    else:
        _remind(tx, clocks, clock)


def _give_back(tx: Transaction, down: Sequence[Span]) -> None:
    """Give back an outage: in a tournament time stood still while the bot was down; else short deadlines
    get a grace.
    """
    at, clocks = _clock_context(tx), tx.context.clocks.clocks(tx.campaign.id)
    before = [clock.due for clock in clocks]
    tx.context.clocks.see(tx.campaign.id)
    for clock in clocks if not at.pace.tournament else ():
        longest = max((span.until - span.since for span in down if span.until > clock.since), default=0)
        counts = timing.counting(tx.context, at, clock)
        ends = counts.end(tx.time, min(longest, GRACE))
        if longest and clock.due is not None and not clock.lapsed and clock.due < ends < FOREVER:
            clock.extra = counts.counted(clock.since, ends) - clock.allowance
    timing.recompute(tx.context, at, clocks)
    if [clock.due for clock in clocks] != before:
        values = {"since": moment(down[0].since, at.pace.zone), "until": moment(down[-1].until, at.pace.zone)}
        said = words(N_("the umpire was down from {since} to {until}; deadlines are extended"), **values)
        tx.tell(CHANNEL, "outage", said)


def _remind(tx: Transaction, clocks: Sequence[Clock], clock: Clock) -> None:
    """Send one reminder, the most urgent: to all whom the game waits for, to the seat alone what it is asked.

    Of a window those alone who have not answered: who has is in the log, and nobody else is hurried by it.
    """
    clock.reminded = tx.time
    timing.recompute(tx.context, _clock_context(tx), clocks)
    when = {"due": moment(clock.due or 0, tx.context.clocks.pace(tx.campaign.id).zone)}
    question, due = tx.table.question, clock.due or 0
    for seat, choice in tx.table.pending.items() if question is not None else ():
        if clock.seat not in (seat, WINDOW):
            continue
        values = {"prompt": choice.prompt, **when}
        said = words(N_("you have until {due} to decide: {prompt}"), **values)
        if clock.seat == WINDOW:
            said = words(N_("you may react until {due}: {prompt}"), **values)
        tx.post(to_seat(seat), ReminderNotice("reminder", packed(said), due=due))
    if clock.seat != WINDOW:
        said = words(N_("waiting for {seat} until {due}"), seat=clock.seat, **when)
        tx.post(CHANNEL, ReminderNotice("reminder", packed(said), due=due))


def _expire(tx: Transaction, clocks: Sequence[Clock], clock: Clock) -> None:
    """Act on a deadline that is past."""
    if clock.seat == WINDOW:
        playing.close_window(tx)
        return
    if clock.seat not in tx.table.pending:
        return  # the table changed the campaign, and `keep` updates the clocks
    expiry = tx.context.clocks.pace(tx.campaign.id).expiry
    if expiry == "referee":
        _call_referee(tx, clocks, clock)
    elif expiry == "claim" or (expiry == "chain" and _was_passed_for(tx, clock.seat)):
        _call_others(tx, clocks, clock)
    else:
        _answer(tx, clocks, clock, MOST_PASSES if expiry == "pass" else 1, is_chain=expiry == "chain")


def _was_passed_for(tx: Transaction, seat: str) -> bool:
    """Return true if the clock has given the last answer of a seat."""
    answers = tx.context.log.bodies(tx.campaign.id, "answer")
    return next((body["by"] == "clock" for body in reversed(answers) if body["seat"] == seat), False)


def _answer(
    tx: Transaction, clocks: Sequence[Clock], clock: Clock, most: int = 1, *, is_chain: bool = False
) -> None:
    """Pass for a seat, as often as possible while it alone is asked; else call the referee, or in a chain the
    other seats.
    """
    seat, passes = clock.seat, 0
    while passes < most and (passes == 0 or list(tx.table.pending) == [seat]):
        choice = tx.table.pending.get(seat)
        question = tx.table.question
        if choice is None or question is None or (passes and question.occasion is not None):
            break
        if (answer := default_answer(choice)) is None:
            break
        if passes == 0:
            said = words(N_("{seat} is out of time; the umpire answers for it"), seat=seat)
            tx.tell(CHANNEL, "lapsed", said)
        playing.answer_as(tx, seat, answer, "clock")
        passes += 1
    if passes:
        return
    if is_chain:
        _call_others(tx, clocks, clock)
    else:
        _call_referee(tx, clocks, clock)


def _call_others(tx: Transaction, clocks: Sequence[Clock], clock: Clock) -> None:
    said = words(N_("{seat} is out of time; another seat may claim"), seat=clock.seat)
    tx.tell(CHANNEL, "lapsed", said)
    _lapse(tx, clocks, clock, "claim")


def _call_referee(tx: Transaction, clocks: Sequence[Clock], clock: Clock) -> None:
    said = words(N_("{seat} is out of time; the referee decides"), seat=clock.seat)
    tx.tell(CHANNEL, "lapsed", said)
    said = words(N_("{seat} is overdue; answer for it or give it more time"), seat=clock.seat)
    tx.tell(REFEREE, "lapsed", said)
    _lapse(tx, clocks, clock, "referee")


def _lapse(tx: Transaction, clocks: Sequence[Clock], clock: Clock, called: str) -> None:
    """Note the party that was called, so that they are called once."""
    clock.lapsed = called
    timing.recompute(tx.context, _clock_context(tx), clocks)
