"""Reminders in games without deadlines, and nudges by those who wait."""

from __future__ import annotations

import pytest

from adjudicator.core import NotNow
from service.posts.delivery import rings
from service.usecases.agreeing import ending
from service.usecases.play import playing
from service.usecases.time import absence, reminding
from service.values.posts import ReminderNotice
from service.values.time_control import HOUR, TimeControl
from tests.harness.clock import FIXED, down, later, posts, ring, told
from tests.harness.service import ServiceHarness, by

NONE = TimeControl()


def sounds(b: ServiceHarness, campaign: int, seat: str = "a") -> list[bool]:
    """Whether the reminders to a seat came with a sound."""
    found = posts(b, campaign, f"seat/{seat}")
    return [rings(post) for post in found if isinstance(post.content, ReminderNotice)]


def test_without_deadlines_a_seat_is_reminded_twice(b: ServiceHarness) -> None:
    """After a day without a sound, after two with one, then never: to each seat alone."""
    campaign = ring(b, NONE)
    later(b, 23.9)
    assert sounds(b, campaign) == []
    later(b, 0.2)
    assert sounds(b, campaign) == [False]
    later(b, 24)
    later(b, 500)
    assert sounds(b, campaign) == [False, True]
    assert told(b, campaign, "seat/a", "reminder")[0].startswith("the game has waited for you for 1 day:")
    assert told(b, campaign, "seat/a", "reminder")[1].startswith("the game has waited for you for 2 days:")
    assert told(b, campaign, "channel", "reminder") == []


def test_the_next_question_has_reminders_of_its_own(b: ServiceHarness) -> None:
    campaign = ring(b, NONE)
    later(b, 49)
    for seat in "abc":
        b.service.do(by(seat), campaign, playing.submit, seat, [])
    assert sounds(b, campaign) == [True], "of two that are late together only the last is sent"
    later(b, 25)
    assert sounds(b, campaign) == [True, False]
    b.service.do(by("a"), campaign, playing.submit, "a", "no")
    later(b, 25)
    assert [len(sounds(b, campaign, seat)) for seat in "abc"] == [2, 3, 3], "who has answered has rest"


def test_an_outage_reminds_once(b: ServiceHarness) -> None:
    campaign = ring(b, NONE)
    down(b, 100 * HOUR)
    assert sounds(b, campaign) == [True]


def test_reminders_are_agreed_at_founding(b: ServiceHarness) -> None:
    silent, timed = ring(b, TimeControl(reminders=False)), ring(b, FIXED, b"timed")
    later(b, 47.9)
    assert sounds(b, silent) == []
    assert [
        post.content.due > 0 for post in posts(b, timed, "seat/a") if isinstance(post.content, ReminderNotice)
    ]
    assert not told(b, timed, "seat/a", "reminder")[0].startswith("the game has waited")


def test_absence_and_quiet_hours_have_no_reminder(b: ServiceHarness) -> None:
    b.clock.now = 1_772_452_800  # 2 March 2026, 12:00 UTC
    campaign = ring(b, TimeControl(quiet="11-20"))
    with b.store.transaction():
        absence.leave(b.context, by("b").user, b.clock.now, b.clock.now + 72 * HOUR)
    later(b, 24.5)
    assert sounds(b, campaign) == [], "12:30 is within the quiet hours"
    later(b, 8)
    assert [sounds(b, campaign, seat) for seat in "ab"] == [[False], []]
    later(b, 40)
    assert sounds(b, campaign, "b") == [], "a day of absence does not count"
    later(b, 32)
    assert sounds(b, campaign, "b") == [False]


def test_time_on_hold_does_not_count(b: ServiceHarness) -> None:
    campaign = ring(b, NONE)
    b.service.do(by("judge"), campaign, ending.hold_by_referee, "dinner")
    later(b, 100)
    assert sounds(b, campaign) == []
    b.service.release(by("judge"), campaign)
    later(b, 1)
    assert sounds(b, campaign) == []
    later(b, 24)
    assert sounds(b, campaign) == [False]


def test_others_remind_once_a_day(b: ServiceHarness) -> None:
    campaign = ring(b, NONE)
    b.service.do(by("a"), campaign, playing.submit, "a", [])
    with pytest.raises(NotNow, match="does not wait for"):
        b.service.do(by("b"), campaign, reminding.nudge, "a")
    assert b.service.do(by("a"), campaign, reminding.nudge, "b").result.seats == ["b"]
    assert told(b, campaign, "seat/b", "reminder")[-1].startswith("a reminded you:")
    assert sounds(b, campaign, "b") == [True]
    with pytest.raises(NotNow, match="was reminded at"):
        b.service.do(by("c"), campaign, reminding.nudge, "b")
    assert b.service.do(by("judge"), campaign, reminding.nudge).result.seats == ["c"], (
        "b has just been reminded"
    )
    assert told(b, campaign, "seat/c", "reminder")[-1].startswith("the referee reminded you:")
    b.clock.now += 24 * HOUR
    assert b.service.do(by("a"), campaign, reminding.nudge).result.seats == ["b", "c"]


def test_who_may_not_remind(b: ServiceHarness) -> None:
    campaign = ring(b, FIXED)
    with pytest.raises(NotNow, match="only players"):
        b.service.do(by("stranger"), campaign, reminding.nudge)
    for seat in "bc":
        b.service.do(by(seat), campaign, playing.submit, seat, [])
    with pytest.raises(NotNow, match="waits for nobody but you"):
        b.service.do(by("a"), campaign, reminding.nudge)
    with b.store.transaction():
        absence.leave(b.context, by("a").user, b.clock.now, b.clock.now + 72 * HOUR)
    with pytest.raises(NotNow, match="is away until"):
        b.service.do(by("b"), campaign, reminding.nudge, "a")
