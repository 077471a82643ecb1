"""Time that does not count: the umpire down, a player away."""

from __future__ import annotations

import pytest

from adjudicator.core import NotNow, Refusal
from service.usecases.agreeing import ending
from service.usecases.play import playing
from service.usecases.referee import acts
from service.usecases.seats import founding
from service.usecases.time import leaving
from service.usecases.time.absence import DAY
from service.values.receipts import Reconciled
from service.values.records import CLOCK, Plan
from service.values.time_control import HOUR, TimeControl
from service.values.words import speak
from tests.harness.clock import (
    BANK,
    FIXED,
    answers,
    asked,
    down,
    due,
    later,
    left,
    ordering,
    ring,
    tick,
    told,
)
from tests.harness.service import ServiceHarness, by, service_harness

CUP = TimeControl("fixed", 48, tournament=True)

# -- the umpire down ---------------------------------------------------------------------------------

MINUTE = 60


@pytest.mark.parametrize(
    ("seconds", "pace", "hours"),
    [
        (MINUTE, FIXED, None),
        (2 * HOUR, FIXED, 2),
        (2 * DAY, FIXED, 12),
        (MINUTE, CUP, None),
        (2 * HOUR, CUP, 0.5),
        (2 * DAY, CUP, 0.5),
    ],
)
def test_down_across_a_deadline(
    b: ServiceHarness, seconds: int, pace: TimeControl, hours: float | None
) -> None:
    """A minute is no outage: the clock answers. After two hours and two days nothing is answered.

    In a tournament the half hour that was left is left; else there are as many hours as the umpire was
    down, but 12 at most.
    """
    campaign = ring(b, pace)
    later(b, 48 - (0.5 if seconds > MINUTE else 0.5 / 60))
    assert answers(b, campaign) == []
    down(b, seconds)
    assert len(answers(b, campaign)) == (3 if hours is None else 0)
    if hours is None:
        assert told(b, campaign, "channel", "outage") == []
        return
    assert [left(b, campaign, seat) for seat in "abc"] == [hours] * 3
    assert len(told(b, campaign, "channel", "outage")) == 1
    later(b, hours)
    assert answers(b, campaign) == [("a", "2.3"), ("b", "2.3"), ("c", "2.3")]


@pytest.mark.parametrize("pace", [FIXED, CUP, BANK])
def test_a_clock_that_was_wrong_for_a_moment_stops_no_deadline(b: ServiceHarness, pace: TimeControl) -> None:
    """Four hundred days ahead, then right again: nobody has more time than when he was asked."""
    campaign = ordering(b, pace)
    later(b, 1)
    before = left(b, campaign, "a")
    assert before is not None
    b.clock.now += 400 * DAY
    tick(b)
    assert b.service.due(campaign)[0].due is not None
    b.clock.now -= 400 * DAY - MINUTE
    tick(b)
    now = left(b, campaign, "a")
    assert now is not None and before - 1 <= now <= before
    later(b, before + 1)
    assert told(b, campaign, "channel", "lapsed"), "the clock goes on"


@pytest.mark.parametrize("pace", [FIXED, CUP, BANK])
@pytest.mark.parametrize("waited", [10, 30, 46])
def test_a_clock_that_is_three_days_slow_for_a_while(
    b: ServiceHarness, pace: TimeControl, waited: int
) -> None:
    """Set back and right again: a deadline falls when it was told to, or twelve hours later than that is."""
    campaign = ordering(b, pace)
    told_due = due(b, campaign, "a").due
    later(b, waited)
    down(b, -3 * DAY)
    assert due(b, campaign, "a").due == told_due
    later(b, 2)
    down(b, 3 * DAY)
    now = due(b, campaign, "a").due
    assert now is not None and told_due is not None
    assert now >= max(told_due, b.clock.now + 12 * HOUR)
    if not pace.tournament:
        assert now == max(told_due, b.clock.now + 12 * HOUR)
    later(b, (now - b.clock.now) / HOUR - 0.1)
    assert told(b, campaign, "channel", "lapsed") == []
    later(b, 0.1)
    assert told(b, campaign, "channel", "lapsed")


def test_what_is_asked_while_the_clock_is_slow_has_twelve_hours_when_it_is_right(b: ServiceHarness) -> None:
    first = ordering(b, FIXED)
    later(b, 10)
    down(b, -3 * DAY)
    second = ordering(b, TimeControl("fixed", 24), b"second")
    b.service.do(by("judge"), first, ending.hold_by_referee, "a doubt")
    later(b, 1)
    b.service.release(by("judge"), first)
    down(b, 3 * DAY)
    assert left(b, second, "a") == 12
    assert left(b, first, "a") == 48 - 11


@pytest.mark.parametrize(("pace", "hours"), [(FIXED, 12), (CUP, 28)])
def test_down_long_before_a_deadline(b: ServiceHarness, pace: TimeControl, hours: float) -> None:
    """Nothing falls due sooner after an outage than the grace; a tournament gives all of it back."""
    campaign = ordering(b, pace)
    later(b, 20)
    down(b, 20 * HOUR)
    assert left(b, campaign, "a") == hours


def test_who_has_time_enough_gets_none_unless_in_a_tournament(b: ServiceHarness) -> None:
    campaign, cup = (
        ordering(b, TimeControl("fixed", 96)),
        ordering(b, TimeControl("fixed", 96, tournament=True), b"cup"),
    )
    later(b, 20)
    down(b, 20 * HOUR)
    assert (left(b, campaign, "a"), left(b, cup, "a")) == (56, 76)
    assert told(b, campaign, "channel", "outage") == []
    assert told(b, cup, "channel", "outage") == [
        "the umpire was down from 2023-11-15 18:13 (UTC) to 2023-11-16 14:13 (UTC); deadlines are extended"
    ]


@pytest.mark.parametrize("pace", [FIXED, CUP, BANK])
def test_clocks_stand_until_a_game_is_compared(b: ServiceHarness, pace: TimeControl) -> None:
    """After a restart nobody can answer before that, so that no time is counted, nor a reminder sent."""
    campaign, other = ordering(b, pace), ordering(b, pace, b"other")
    before = left(b, campaign, "a")
    assert before is not None
    b.context.mark_unreconciled([campaign])
    later(b, 40)
    b.context.mark_unreconciled([campaign, other])
    later(b, before)
    assert answers(b, campaign) == [] == told(b, campaign, "seat/a", "reminder")
    assert b.service.reconcile(CLOCK, campaign, []).result == Reconciled(True)
    assert left(b, campaign, "a") == before and tick(b)
    later(b, before - 1)
    assert told(b, campaign, "channel", "lapsed") == []
    later(b, 1)
    assert told(b, campaign, "channel", "lapsed") != []


def test_a_bank_pays_for_no_outage_in_a_tournament(b: ServiceHarness) -> None:
    for pace, bank in ((BANK, 44), (TimeControl("bank", bank=72, increment=12, cap=96, tournament=True), 64)):
        campaign = ring(b, pace, pace.kind.encode() + b"%d" % bank)
        later(b, 20)
        down(b, 20 * HOUR)
        assert due(b, campaign, "a").bank == bank * HOUR


def test_windows_and_what_is_overdue(b: ServiceHarness) -> None:
    """A window stays open for the grace too; who was overdue before stays so, and hears nothing."""
    campaign = ordering(b, FIXED, raid="ask")
    b.service.do(by("a"), campaign, playing.submit, "a", {"pick": "raid", "answer": "b"})
    late = ordering(b, FIXED, b"late")
    later(b, 23)
    down(b, 2 * HOUR)
    assert left(b, campaign, "b") == left(b, campaign, "c") == 2
    later(b, 30)
    assert due(b, late, "a").lapsed == "referee"
    down(b, 2 * DAY)
    assert due(b, late, "a").lapsed == "referee"
    assert told(b, late, "channel", "outage") == []


def test_an_outage_in_the_quiet_hours_ends_nothing_in_them(b: ServiceHarness) -> None:
    b.clock.now = 1_772_452_800  # 2 March 2026, 12:00 UTC
    campaign = ordering(b, TimeControl("fixed", 12, quiet="22-7"))
    later(b, 9.5)
    down(b, 14 * HOUR)
    assert left(b, campaign, "a") == 12 + 9, "it is 11:30; due would have been at 9:00"


def test_an_outage_is_given_back_once_and_after_a_crash_too(
    b: ServiceHarness, monkeypatch: pytest.MonkeyPatch
) -> None:
    campaign, other = ordering(b, CUP), ordering(b, CUP, b"other")
    later(b, 20)
    b.clock.now += 20 * HOUR
    with monkeypatch.context() as m:
        m.setattr("service.api.Service._act_on_due", lambda *_: 1)
        b.service.tick()
    with service_harness(b.path) as again:
        again.clock.now = b.clock.now
        again.service.tick()
        again.service.tick()
        for id in (campaign, other):
            assert left(again, id, "a") == 28
            assert len(told(again, id, "channel", "outage")) == 1


def test_a_campaign_that_was_held_has_lost_nothing(b: ServiceHarness) -> None:
    campaign = ordering(b, CUP)
    later(b, 20)
    b.service.do(by("judge"), campaign, ending.hold_by_referee, "a doubt")
    down(b, 10 * HOUR)
    b.service.release(by("judge"), campaign)
    assert left(b, campaign, "a") == 28
    assert told(b, campaign, "channel", "outage") == []


def test_a_clock_that_is_put_back_is_no_outage(b: ServiceHarness) -> None:
    campaign = ordering(b, CUP)
    later(b, 20)
    down(b, -HOUR)
    assert left(b, campaign, "a") == 29
    assert b.context.clocks.outages() == []


def test_what_was_down_before_the_game_began_is_no_matter_of_it(b: ServiceHarness) -> None:
    plan = Plan("markers", "ring", "Test", seed=b"early", pace=TimeControl("fixed", 1))
    campaign = b.service.found(by("founder"), plan).campaign
    down(b, 2 * HOUR)
    later(b, 1)
    for seat in "abc":
        b.service.do(by(seat), campaign, founding.join, seat, seat)
    tick(b)
    assert left(b, campaign, "a") == 1
    assert told(b, campaign, "channel", "outage") == []


# -- a player away -----------------------------------------------------------------------------------


def test_absence_prolongs_the_deadlines_of_all_ones_seats(b: ServiceHarness) -> None:
    first, second = ordering(b, FIXED), ring(b, BANK, b"second")
    later(b, 10)
    b.service.set_absence(by("a", "m1"), b.clock.now, b.clock.now + 5 * DAY)
    assert (left(b, first, "a"), left(b, second, "a"), left(b, second, "b")) == (38 + 120, 74 + 120, 74)
    later(b, 5 * 24)
    assert left(b, first, "a") == 38
    assert due(b, second, "a").bank == 74 * HOUR
    b.service.set_absence(by("a", "m1"), b.clock.now, b.clock.now + 5 * DAY)
    assert left(b, first, "a") == 38, "the same message does nothing twice"


def test_others_see_only_that_the_seat_is_away_and_until_when(b: ServiceHarness) -> None:
    first, second = ordering(b, FIXED), ring(b, TimeControl("fixed", 48, zone="Asia/Tokyo"), b"second")
    start = b.clock.now + DAY
    b.service.set_absence(by("a"), start, start + 5 * DAY)
    assert told(b, first, "channel", "away") == [
        "a is away from 2023-11-15 22:13 (UTC) to 2023-11-20 22:13 (UTC)"
    ]
    assert told(b, second, "channel", "away") == [
        "a is away from 2023-11-16 07:13 (Asia/Tokyo) to 2023-11-21 07:13 (Asia/Tokyo)"
    ]
    assert b.service.status(second).away == {"a": (start, start + 5 * DAY)}
    later(b, 7 * 24)
    assert b.service.status(second).away == {}
    assert b.service.absences("a") == [(start, start + 5 * DAY)]


def test_an_absence_is_taken_back(b: ServiceHarness) -> None:
    campaign = ordering(b, FIXED)
    start = b.clock.now
    b.service.set_absence(by("a"), start, start + 5 * DAY)
    b.service.set_absence(by("a"), start + 20 * DAY, start + 25 * DAY)
    later(b, 24)
    b.service.end_absence(by("a"), start)
    assert left(b, campaign, "a") == 48
    b.service.end_absence(by("a"), start + 20 * DAY)
    assert b.service.absences("a") == [(start, start + DAY)], "what was used up is not given back"
    with pytest.raises(NotNow, match="no such absence"):
        b.service.end_absence(by("a"), start)
    assert told(b, campaign, "channel", "away")[-1].startswith("a cancelled the absence from 2023-12-04")


def test_absence_has_limits(b: ServiceHarness) -> None:
    now = b.clock.now
    b.service.set_absence(by("a"), now, now + 21 * DAY)
    b.service.set_absence(by("a"), now + 30 * DAY, now + 45 * DAY)
    for since, until, says in (
        (now + 100 * DAY, now + 100 * DAY, "must end after it begins"),
        (now - 5 * DAY, now - DAY, "must end after it begins"),
        (now + 100 * DAY, now + 122 * DAY, "22 days of absence are too many; the limit is 21"),
        (now + 366 * DAY, now + 367 * DAY, "must begin within 365 days"),
        (now + 20 * DAY, now + 25 * DAY, "cancel that absence first"),
        (now + 100 * DAY, now + 106 * DAY + HOUR, "43 days of absence within 365 days; the limit is 42"),
        (now + 22 * DAY, now + 29 * DAY, "43 days of absence within 365 days; the limit is 42"),
    ):
        with pytest.raises(Refusal) as refused:
            b.service.set_absence(by("a"), since, until)
        assert says in speak(refused.value.why, "en")
    assert len(b.service.absences("a")) == 2
    b.service.set_absence(by("a"), now + 100 * DAY, now + 106 * DAY)
    b.service.set_absence(by("b"), now - 5 * DAY, now + DAY)
    assert b.service.absences("b") == [(now, now + DAY)], "nobody was away yesterday"
    later(b, 24 * 300)
    b.service.set_absence(by("a"), now + 370 * DAY, now + 375 * DAY)


def test_the_substitute_of_an_absent_player_is_not_away(b: ServiceHarness) -> None:
    campaign = ordering(b, FIXED)
    b.service.set_absence(by("a"), b.clock.now, b.clock.now + 5 * DAY)
    b.service.do(by("a"), campaign, leaving.leave, "a")
    b.service.do(by("judge"), campaign, acts.replace, "a", "new", "New")
    assert (left(b, campaign, "a"), b.service.status(campaign).away) == (48, {})


def test_a_window_waits_for_the_absent_no_matter_who_has_answered(b: ServiceHarness) -> None:
    """Its end is the same for all, and follows from whom it was opened to, not from who is still silent."""
    campaign = ordering(b, FIXED, raid="ask")
    b.service.set_absence(by("b"), b.clock.now, b.clock.now + DAY)
    b.service.do(by("a"), campaign, playing.submit, "a", {"pick": "raid", "answer": "b"})
    assert [(d.seat, left(b, campaign, d.seat)) for d in b.service.due(campaign)] == [("b", 48), ("c", 48)]
    b.service.do(by("b"), campaign, playing.submit, "b", {"pick": "pass"})
    assert [(d.seat, left(b, campaign, d.seat)) for d in b.service.due(campaign)] == [("c", 48)]
    later(b, 48)
    assert ("c", "4.1") in answers(b, campaign)
    assert asked(b, campaign) != [("c", "4.1")]
