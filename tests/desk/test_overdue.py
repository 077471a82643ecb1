"""Who is overdue, gets more time, leaves, or goes back: what another may claim, and what is left to whom."""

from __future__ import annotations

import pytest

from adjudicator.core import NotNow, Refusal
from service.values.time_control import HOUR, Pace
from service.values.words import speak
from tests.harness.clock import BANK, FIXED, answers, asked, due, later, left, ordering, ring, told
from tests.harness.desk import DeskHarness, by

# -- claims ----------------------------------------------------------------------------------------

CLAIM = Pace("fixed", 48, expiry="claim")


def test_another_seat_may_claim_that_the_clock_answers(b: DeskHarness) -> None:
    campaign = ring(b, CLAIM)
    for seat in "bc":
        b.desk.submit(by(seat), campaign, seat, [])
    with pytest.raises(NotNow, match="nothing can be claimed"):
        b.desk.claim(by("b"), campaign, "a", "clock")
    later(b, 48)
    assert (due(b, campaign, "a").lapsed, answers(b, campaign)) == ("claim", [])
    for user, what, says in (
        ("a", "clock", "only another seat"),
        ("judge", "clock", "only another seat"),
        ("b", "moon", "one of"),
        ("b", "game", "more than two seats"),
    ):
        with pytest.raises(Refusal, match=says):
            b.desk.claim(by(user), campaign, "a", what)
    b.desk.claim(by("b"), campaign, "a", "clock")
    assert answers(b, campaign) == [("a", "2.3")]
    assert told(b, campaign, "channel", "lapsed", "claimed") == [
        "the time of a is up: another seat may claim",
        "b claims that the clock answers",
        "the time of a is up: the clock answers",
    ]


def test_a_claim_calls_the_referee_where_no_pass_is_possible(b: DeskHarness) -> None:
    campaign = ordering(b, CLAIM)
    later(b, 48)
    b.desk.claim(by("c"), campaign, "a", "clock")
    assert (due(b, campaign, "a").lapsed, len(told(b, campaign, "referee", "lapsed"))) == ("referee", 1)
    with pytest.raises(NotNow, match="nothing can be claimed"):
        b.desk.claim(by("c"), campaign, "a", "clock")


def test_a_day_later_the_game_may_be_claimed(b: DeskHarness) -> None:
    campaign = b.found("nim", "short", seed=b"nim", pace=CLAIM)
    (late, _), *_ = asked(b, campaign)
    (other,) = {*b.desk.status(campaign).campaign.seats} - {late}
    later(b, 48)
    with pytest.raises(NotNow) as refused:
        b.desk.claim(by(other), campaign, late, "game")
    assert speak(refused.value.why, "en") == "the game may be claimed from 2023-11-17 22:13 (UTC) on"
    later(b, 24)
    b.desk.claim(by(other), campaign, late, "game")
    assert b.desk.status(campaign).over
    end = b.desk.log(campaign)[-1]
    assert (end["t"], end["why"], end["result"]) == ("end", "claimed", {"resigned": [late]})
    assert b.desk.verify(campaign).errors == []
    later(b, 100)
    assert b.desk.due(campaign) == []


def test_the_game_may_be_claimed_though_the_referee_was_called(b: DeskHarness) -> None:
    """He may be the overdue one himself, and would never decide."""
    campaign = b.found("nim", "short", seed=b"nim", pace=CLAIM)
    for seat in b.desk.status(campaign).campaign.seats:
        b.desk.submit(by(seat), campaign, seat, 0)
    ((late, _),) = asked(b, campaign)
    (other,) = {*b.desk.status(campaign).campaign.seats} - {late}
    later(b, 48)
    b.desk.claim(by(other), campaign, late, "clock")
    assert due(b, campaign, late).lapsed == "referee"
    for what, says in (("clock", "nothing can be claimed"), ("game", "from")):
        with pytest.raises(NotNow, match=says):
            b.desk.claim(by(other), campaign, late, what)
    later(b, 24)
    b.desk.claim(by(other), campaign, late, "game")
    assert b.desk.status(campaign).over


def test_who_was_called_where_no_pace_lets_claim_wins_nobody_the_game(b: DeskHarness) -> None:
    campaign = b.found("nim", "short", seed=b"nim", pace=Pace("fixed", 48, expiry="referee"))
    later(b, 100)
    with pytest.raises(NotNow, match="nothing can be claimed"):
        b.desk.claim(by("north"), campaign, "south", "game")


# -- extended, held, given to another ---------------------------------------------------------------


def test_the_referee_gives_more_time_and_all_can_see_it(b: DeskHarness) -> None:
    campaign = ordering(b, FIXED)
    for user, seat, hours, says in (
        ("a", "a", 24, "only the referee"),
        ("judge", "b", 24, "no deadline runs for b"),
        ("judge", "a", 0, "0 hours more: from 1 to 720"),
        ("judge", "a", 721, "721 hours more"),
    ):
        with pytest.raises(Refusal) as refused:
            b.desk.extend(by(user), campaign, seat, hours, "why")
        assert says in speak(refused.value.why, "en")
    b.desk.extend(by("judge"), campaign, "a", 24, "wedding")
    assert left(b, campaign, "a") == 72
    assert told(b, campaign, "channel", "extended") == ["the referee gives a 24 hours more: wedding"]
    later(b, 48)
    assert len(told(b, campaign, "channel", "reminder")) == 1, "reminders go with the deadline"


def test_what_is_overdue_has_the_hours_from_now_on(b: DeskHarness) -> None:
    campaign = ordering(b, FIXED)
    later(b, 60)
    b.desk.extend(by("judge"), campaign, "a", 5, "")
    assert (left(b, campaign, "a"), due(b, campaign, "a").lapsed) == (5, "")
    later(b, 5)
    assert len(told(b, campaign, "referee", "lapsed")) == 2


def test_nobody_is_given_time_without_end(b: DeskHarness) -> None:
    campaign = ordering(b, FIXED)
    for _ in range(3):
        b.desk.extend(by("judge"), campaign, "a", 720, "a long winter")
    b.desk.extend(by("judge"), campaign, "a", 672, "and a spring")
    assert left(b, campaign, "a") == 120 * 24
    with pytest.raises(NotNow, match="more than"):
        b.desk.extend(by("judge"), campaign, "a", 1, "and a day")
    assert left(b, campaign, "a") == 120 * 24


def test_what_the_referee_gives_does_not_go_into_a_bank(b: DeskHarness) -> None:
    campaign = ring(b, BANK)
    b.desk.extend(by("judge"), campaign, "a", 100, "")
    later(b, 40)
    assert (left(b, campaign, "a"), due(b, campaign, "a").bank) == (144, 84 * HOUR)


def test_deadlines_stand_while_a_campaign_is_held(b: DeskHarness) -> None:
    campaign = ordering(b, FIXED)
    later(b, 40)
    b.desk.hold(by("judge"), campaign, "a doubt")
    assert due(b, campaign, "a").due is None
    later(b, 100)
    assert told(b, campaign, "channel", "reminder", "lapsed") == [
        "the game waits for a until 2023-11-16 22:13 (UTC)"
    ]
    b.desk.release(by("judge"), campaign)
    assert left(b, campaign, "a") == 8


def test_the_time_of_a_held_campaign_may_be_extended(b: DeskHarness) -> None:
    campaign = ordering(b, FIXED)
    later(b, 40)
    b.desk.hold(by("judge"), campaign, "a doubt")
    later(b, 10)
    b.desk.extend(by("judge"), campaign, "a", 24, "")
    b.desk.release(by("judge"), campaign)
    assert left(b, campaign, "a") == 32


def test_a_replaced_player_begins_anew(b: DeskHarness) -> None:
    campaign = ordering(b, BANK)
    later(b, 30)
    b.desk.leave(by("a"), campaign, "a")
    assert due(b, campaign, "a").due is None, "while nobody sits there nobody is late"
    later(b, 500)
    assert told(b, campaign, "channel", "lapsed") == []
    b.desk.replace(by("judge"), campaign, "a", "new", "New")
    assert left(b, campaign, "a") == 84


def test_whoever_comes_back_to_his_seat_has_won_nothing(b: DeskHarness) -> None:
    for pace, hours in ((FIXED, 18), (BANK, 54)):
        campaign = ordering(b, pace, pace.kind.encode())
        spent = 48 - hours if pace is FIXED else (left(b, campaign, "a") or 0) - hours
        later(b, spent)
        b.desk.leave(by("a"), campaign, "a")
        later(b, 10)
        b.desk.join(by("a"), campaign, "a", "A")
        assert left(b, campaign, "a") == hours


def test_nor_has_a_team_that_hands_the_seat_on(b: DeskHarness) -> None:
    campaign = ordering(b, BANK)
    b.desk.enlist(by("a"), campaign, "a", "deputy", "Deputy", "officer")
    before = left(b, campaign, "a")
    later(b, 30)
    b.desk.hand_over(by("a"), campaign, "a", "deputy")
    b.desk.hand_over(by("deputy"), campaign, "a", "a")
    assert left(b, campaign, "a") == (before or 0) - 30


def test_a_window_waits_for_no_vacant_seat(b: DeskHarness) -> None:
    campaign = ordering(b, FIXED, raid="ask")
    b.desk.submit(by("a"), campaign, "a", {"pick": "raid", "answer": "b"})
    b.desk.leave(by("c"), campaign, "c")
    assert [left(b, campaign, seat) for seat in "bc"] == [24, 24]
    later(b, 24)
    assert ("c", "4.1") in answers(b, campaign)


# -- going back, acting out of turn ------------------------------------------------------------------


@pytest.mark.parametrize(("pace", "rest"), [(FIXED, 38), (BANK, 74)])
def test_to_take_back_an_order_wins_no_time(b: DeskHarness, pace: Pace, rest: int) -> None:
    campaign = ring(b, pace)
    later(b, 10)
    for _ in range(3):
        b.desk.submit(by("a"), campaign, "a", [])
        b.desk.take_back(by("a"), campaign, "a")
        assert left(b, campaign, "a") == rest
    assert left(b, campaign, "b") == rest, "nor does it cost others any"


def test_what_all_take_back_is_asked_with_fresh_time(b: DeskHarness) -> None:
    campaign = ordering(b, FIXED)
    later(b, 40)
    to = b.desk.asked(campaign)[0].entry
    b.desk.submit(by("a"), campaign, "a", {"pick": "rest"})
    later(b, 30)
    b.desk.undo(by("judge"), campaign, to, 0, "a doubt")
    assert (asked(b, campaign), left(b, campaign, "a")) == ([("a", "3")], 48)


def test_another_position_is_asked_with_fresh_time(b: DeskHarness) -> None:
    campaign = ordering(b, FIXED)
    later(b, 40)
    b.desk.edit(by("judge"), campaign, "coins.a = 3", "counted")
    assert (asked(b, campaign), left(b, campaign, "a")) == ([("a", "3")], 48)


def test_to_act_out_of_turn_wins_no_time(b: DeskHarness) -> None:
    campaign = ordering(b, FIXED)
    b.desk.submit(by("a"), campaign, "a", {"pick": "offer", "answer": {"to": "b", "coins": 1}})
    later(b, 40)
    before = due(b, campaign, "b").entry
    b.desk.aside(by("b"), campaign, "b", {"pick": "accept", "answer": "a"})
    assert (asked(b, campaign), left(b, campaign, "b")) == ([("b", "3")], 8)
    assert due(b, campaign, "b").entry > before
