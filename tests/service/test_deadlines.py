"""Deadlines: how long a seat has, reminders, and what happens in the end."""

from __future__ import annotations

from pathlib import Path

import pytest

from adjudicator.core import NotNow, Refusal
from service.usecases.play import playing, queries
from service.usecases.referee import acts
from service.usecases.seats import founding
from service.usecases.time import deadlines, leaving
from service.values.records import Plan
from service.values.time_control import HOUR, TimeControl
from tests.core.scripted import GAME as SCRIPTED
from tests.harness.clock import BANK, FIXED, answers, asked, due, later, left, ordering, posts, ring, told
from tests.harness.posts import about
from tests.harness.service import ServiceHarness, by, service_harness


def test_without_a_pace_nobody_is_hurried(b: ServiceHarness) -> None:
    campaign = ring(b, TimeControl())
    assert [d.due for d in b.service.due(campaign)] == [None, None, None]
    later(b, 10_000)
    assert asked(b, campaign) == [("a", "2.3"), ("b", "2.3"), ("c", "2.3")]


# -- how long -------------------------------------------------------------------------------------


def test_each_decision_has_the_same_hours(b: ServiceHarness) -> None:
    campaign = ring(b, FIXED)
    later(b, 40)
    b.service.do(by("a"), campaign, playing.submit, "a", [])
    assert [(d.seat, left(b, campaign, d.seat)) for d in b.service.due(campaign)] == [("b", 8), ("c", 8)]
    for seat in "bc":
        b.service.do(by(seat), campaign, playing.submit, seat, [])
    assert [left(b, campaign, seat) for seat in "abc"] == [48, 48, 48]
    status = b.service.status(campaign)
    assert (status.pace, [d.rule for d in status.due]) == (FIXED, ["2.4"] * 3)


def test_a_bank_is_spent_and_filled(b: ServiceHarness) -> None:
    campaign = ring(b, BANK)
    assert left(b, campaign, "a") == 84
    later(b, 20)
    assert due(b, campaign, "a").bank == 64 * HOUR
    b.service.do(by("a"), campaign, playing.submit, "a", [])
    later(b, 30)
    for seat in "bc":
        b.service.do(by(seat), campaign, playing.submit, seat, [])
    assert [left(b, campaign, seat) for seat in "abc"] == [76, 46, 46], (
        "nobody's time runs while others think"
    )
    for _ in range(3):
        for seat in "abc":
            if (seat, "2.4") in asked(b, campaign):
                b.service.do(by(seat), campaign, playing.submit, seat, "no")
    assert left(b, campaign, "a") == 88
    b.service.do(by("a"), campaign, playing.submit, "a", {"pick": "rest"})
    b.service.do(by("b"), campaign, playing.submit, "b", {"pick": "rest"})
    b.service.do(by("c"), campaign, playing.submit, "c", {"pick": "rest"})
    assert left(b, campaign, "a") == 96, "a bank holds no more than its cap"


def test_a_seat_whose_bank_is_empty_has_the_increment(b: ServiceHarness) -> None:
    campaign = ring(b, BANK)
    later(b, 84)
    assert answers(b, campaign) == [("a", "2.3"), ("b", "2.3"), ("c", "2.3")]
    assert [left(b, campaign, seat) for seat in "abc"] == [12, 12, 12]


def test_quiet_hours_do_not_run(b: ServiceHarness) -> None:
    b.clock.now = 1_772_452_800  # 2 March 2026, 12:00 UTC
    campaign = ring(b, TimeControl("fixed", 12, quiet="22-7"))
    assert left(b, campaign, "a") == 21


def test_a_pace_that_cannot_be_founds_nothing(b: ServiceHarness) -> None:
    with pytest.raises(Refusal, match="for a decision"):
        ring(b, TimeControl("fixed", 0))
    assert b.service.campaigns() == []


def test_the_founder_sets_the_pace_before_the_game_and_the_referee_later(b: ServiceHarness) -> None:
    campaign = b.service.found(
        by("founder"), Plan("markers", "ring", "Test", referee="judge", seed=b"x")
    ).campaign
    b.service.do(by("founder"), campaign, deadlines.set_pace, FIXED)
    for seat in "abc":
        with pytest.raises(NotNow, match="only the referee"):
            b.service.do(by(seat), campaign, deadlines.set_pace, TimeControl())
        b.service.do(by(seat), campaign, founding.join, seat, seat)
    with pytest.raises(NotNow, match="only the referee"):
        b.service.do(by("founder"), campaign, deadlines.set_pace, TimeControl())
    later(b, 40)
    assert left(b, campaign, "a") == 8
    b.service.do(by("judge"), campaign, deadlines.set_pace, BANK)
    assert left(b, campaign, "a") == 84, "all begin anew"
    b.service.do(by("judge"), campaign, deadlines.set_pace, TimeControl())
    assert due(b, campaign, "a").due is None
    assert told(b, campaign, "channel", "pace") == [
        "deadlines: 48 hours per decision; 24 hours per reaction; "
        "automatic pass when time runs out, or the referee decides where no pass is possible",
        "deadlines: a bank of 72 hours per seat, plus 12 per decision, up to 96; 24 hours per reaction; "
        "automatic pass when time runs out, or the referee decides where no pass is possible",
        "no deadlines",
    ]


def test_a_game_founded_again_keeps_its_pace(b: ServiceHarness) -> None:
    campaign = b.service.found(by("founder"), Plan("nim", "short", "Test", pace=FIXED)).campaign
    seats = b.service.status(campaign).campaign.seats
    for seat in seats:
        b.service.do(by(seat), campaign, founding.join, seat, seat, True)
    b.service.do(by(seats[0]), campaign, leaving.leave, seats[0])
    again = b.service.found_again(by("founder"), campaign).campaign
    assert b.service.status(again).pace == FIXED


# -- reminders -------------------------------------------------------------------------------------


def test_a_seat_is_reminded_thrice_each_once(b: ServiceHarness) -> None:
    campaign = ordering(b, FIXED)
    for hours, count in ((23, 0), (1, 1), (0, 1), (17, 1), (1, 2), (4.9, 2), (0.1, 3), (0.5, 3)):
        later(b, hours)
        assert len(told(b, campaign, "seat/a", "reminder")) == count
    until = "2023-11-16 22:13 (UTC)"
    assert told(b, campaign, "channel", "reminder") == [f"waiting for a until {until}"] * 3
    assert told(b, campaign, "seat/a", "reminder")[0] == f"you have until {until} to decide: Give an order."
    assert told(b, campaign, "seat/b", "reminder") == []


def test_what_was_missed_is_said_once_and_says_the_last(b: ServiceHarness) -> None:
    campaign = ordering(b, FIXED)
    later(b, 47.5)
    assert len(told(b, campaign, "channel", "reminder")) == 1


def test_a_short_time_has_the_reminders_that_fit_into_it(b: ServiceHarness) -> None:
    campaign = ordering(b, TimeControl("fixed", 6))
    for _ in range(11):
        later(b, 0.5)
    assert len(told(b, campaign, "channel", "reminder")) == 1


def test_a_crash_reminds_nobody_twice(b: ServiceHarness) -> None:
    campaign = ordering(b, FIXED)
    later(b, 24)
    with service_harness(b.path) as again:
        again.clock.now = b.clock.now
        again.service.tick()
        assert len(told(again, campaign, "channel", "reminder")) == 1
        later(again, 18)
        assert len(told(again, campaign, "channel", "reminder")) == 2


def test_nobody_is_woken_for_a_reminder_that_comes_late(b: ServiceHarness) -> None:
    b.clock.now = 1_772_452_800  # 2 March 2026, 12:00 UTC
    campaign = ordering(b, TimeControl("fixed", 30, quiet="22-7"))
    with b.store.transaction():
        b.context.clocks.beat(b.clock.now + 14 * HOUR, None)
    b.clock.now += 14 * HOUR
    b.service.tick()
    assert told(b, campaign, "channel", "reminder") == []
    later(b, 5)
    assert len(told(b, campaign, "channel", "reminder")) == 1


def test_the_clock_says_when_it_wants_to_tick(b: ServiceHarness) -> None:
    assert b.context.clocks.alive() is None
    assert b.service.tick() == b.clock.now + 60
    assert b.context.clocks.alive() == b.clock.now
    ordering(b, FIXED)
    assert later(b, 24 - 0.01) == b.clock.now + 36


# -- what happens in the end -----------------------------------------------------------------------


def test_the_clock_passes_where_a_pass_is_possible(b: ServiceHarness) -> None:
    campaign = ring(b, FIXED)
    b.service.do(by("b"), campaign, playing.submit, "b", [])
    later(b, 48)
    assert answers(b, campaign) == [("a", "2.3"), ("c", "2.3")]
    assert told(b, campaign, "channel", "lapsed") == [
        "a is out of time; the umpire answers for it",
        "c is out of time; the umpire answers for it",
    ]
    assert asked(b, campaign) == [("a", "2.4"), ("b", "2.4"), ("c", "2.4")]
    assert b.service.look(campaign, queries.verdict).errors == []


@pytest.mark.parametrize("expiry", ["standing", "pass", "referee"])
def test_where_there_is_no_pass_the_referee_is_called_once(b: ServiceHarness, expiry: str) -> None:
    campaign = ordering(b, TimeControl("fixed", 48, expiry=expiry))
    n = b.service.status(campaign).campaign.n
    for _ in range(3):
        later(b, 48)
    assert told(b, campaign, "channel", "lapsed") == ["a is out of time; the referee decides"]
    assert told(b, campaign, "referee", "lapsed") == ["a is overdue; answer for it or give it more time"]
    assert due(b, campaign, "a").lapsed == "referee"
    assert b.service.status(campaign).campaign.n == n, "nothing is pretended"
    b.service.do(by("judge"), campaign, acts.answer_for, "a", {"pick": "rest"}, "referee")
    assert (asked(b, campaign), left(b, campaign, "b")) == ([("b", "3")], 48)


def test_a_player_who_is_late_may_still_answer_until_the_clock_does(b: ServiceHarness) -> None:
    campaign = ordering(b, FIXED)
    later(b, 49)
    b.service.do(by("a"), campaign, playing.submit, "a", {"pick": "rest"})
    assert asked(b, campaign) == [("b", "3")]


def test_the_referee_decides_even_where_a_pass_is_possible(b: ServiceHarness) -> None:
    campaign = ring(b, TimeControl("fixed", 48, expiry="referee"))
    later(b, 48)
    assert (answers(b, campaign), len(told(b, campaign, "referee", "lapsed"))) == ([], 3)


def test_standing_orders_have_spoken_before(tmp_path: Path) -> None:
    with service_harness(tmp_path / "tabellarius.sqlite", {"markers": SCRIPTED}) as b:
        _standing_orders_speak(b)


def _standing_orders_speak(b: ServiceHarness) -> None:
    campaign = ring(b, FIXED)
    for seat in "abc":
        b.service.do(by(seat), campaign, playing.set_standing, seat, ["on 2.4 do no"])
    later(b, 48)
    assert asked(b, campaign) == [("a", "3")], "what comes after a pass is answered as it would have been"
    assert b.service.look(campaign, queries.verdict).errors == []


def test_pass_goes_on_while_the_same_seat_alone_is_asked(tmp_path: Path) -> None:
    """A player who lets a turn of many decisions lapse loses the turn, not one deadline after another."""
    once = [("pompey", "6.1"), ("caesar", "6.1")]
    for expiry, passed in (("standing", once), ("pass", [*once, ("caesar", "6.4")])):
        with service_harness(tmp_path / f"{expiry}.sqlite") as b:
            campaign = b.found(
                "julius_caesar", "war", seed=b"waits 5", pace=TimeControl("fixed", 24, expiry=expiry)
            )
            while not (asked(b, campaign)[0][1] == "6.1" and len(asked(b, campaign)) == 1):
                assert b.step(campaign, b.service.status(campaign).campaign.n)
            later(b, 24)
            later(b, 24)
            assert answers(b, campaign) == passed, "the end of the movement, and that of the levy"
            assert b.service.look(campaign, queries.verdict).errors == []


# -- crash, and others who are broken -----------------------------------------------------------------


def test_each_thing_the_clock_does_is_whole(b: ServiceHarness, monkeypatch: pytest.MonkeyPatch) -> None:
    """The process dies between two expiries: what was done is done, the rest comes at the next tick."""
    campaign = ring(b, FIXED)
    b.clock.now += 48 * HOUR
    monkeypatch.setattr("service.api.MOST_AT_ONCE", 1)
    with b.store.transaction():
        b.context.clocks.beat(b.clock.now, None)
    assert b.service.tick() == b.clock.now + 1
    assert len(answers(b, campaign)) == 1
    monkeypatch.undo()
    with service_harness(b.path) as again:
        again.clock.now = b.clock.now
        again.service.tick()
        again.service.tick()
        assert answers(again, campaign) == [("a", "2.3"), ("b", "2.3"), ("c", "2.3")]
        assert len(told(again, campaign, "channel", "lapsed")) == 3
        assert again.service.look(campaign, queries.verdict).errors == []


def test_a_broken_campaign_stops_no_other(b: ServiceHarness, monkeypatch: pytest.MonkeyPatch) -> None:
    broken, whole = ring(b, FIXED), b.found("markers", "ring", seed=b"other", pace=FIXED)
    with b.store.transaction():
        b.store.run("UPDATE rest SET world = x'00' WHERE campaign = ?", broken)
    later(b, 48)
    assert b.service.status(broken).campaign.held.startswith("error ")
    assert len(answers(b, whole)) == 3
    assert [about(p) for p in posts(b, broken, "referee")] == ["defect"]
    later(b, 48)
    assert len(posts(b, broken, "referee")) == 1, "it is told of once"
