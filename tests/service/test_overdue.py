"""Overdue seats, more time, leaving and going back: what another seat may claim, and the time left."""

from __future__ import annotations

import pytest

from adjudicator.core import NotNow, Refusal
from service.usecases.agreeing import ending, undo
from service.usecases.play import playing, queries
from service.usecases.referee import acts
from service.usecases.seats import founding, teams
from service.usecases.time import deadlines, leaving
from service.values.time_control import HOUR, TimeControl
from service.values.words import speak
from tests.harness.clock import BANK, FIXED, answers, asked, due, later, left, ordering, ring, told
from tests.harness.service import ServiceHarness, by

# -- claims ----------------------------------------------------------------------------------------

CLAIM = TimeControl("fixed", 48, expiry="claim")


def test_another_seat_may_claim_that_the_clock_answers(b: ServiceHarness) -> None:
    campaign = ring(b, CLAIM)
    for seat in "bc":
        b.service.do(by(seat), campaign, playing.submit, seat, [])
    with pytest.raises(NotNow, match="nothing to claim"):
        b.service.do(by("b"), campaign, deadlines.claim, "a", "clock")
    later(b, 48)
    assert (due(b, campaign, "a").lapsed, answers(b, campaign)) == ("claim", [])
    for user, what, says in (
        ("a", "clock", "only another seat"),
        ("judge", "clock", "only another seat"),
        ("b", "moon", "options:or"),
        ("b", "game", "you may claim the game from"),
    ):
        with pytest.raises(Refusal, match=says):
            b.service.do(by(user), campaign, deadlines.claim, "a", what)
    b.service.do(by("b"), campaign, deadlines.claim, "a", "clock")
    assert answers(b, campaign) == [("a", "2.3")]
    assert told(b, campaign, "channel", "lapsed", "claimed") == [
        "a is out of time; another seat may claim",
        "b claimed an automatic answer",
        "a is out of time; the umpire answers for it",
    ]


def test_a_claim_calls_the_referee_where_no_pass_is_possible(b: ServiceHarness) -> None:
    campaign = ordering(b, CLAIM)
    later(b, 48)
    b.service.do(by("c"), campaign, deadlines.claim, "a", "clock")
    assert (due(b, campaign, "a").lapsed, len(told(b, campaign, "referee", "lapsed"))) == ("referee", 1)
    with pytest.raises(NotNow, match="nothing to claim"):
        b.service.do(by("c"), campaign, deadlines.claim, "a", "clock")


def test_a_day_later_the_game_may_be_claimed(b: ServiceHarness) -> None:
    campaign = b.found("nim", "short", seed=b"nim", pace=CLAIM)
    (late, _), *_ = asked(b, campaign)
    (other,) = {*b.service.status(campaign).campaign.seats} - {late}
    later(b, 48)
    with pytest.raises(NotNow) as refused:
        b.service.do(by(other), campaign, deadlines.claim, late, "game")
    assert speak(refused.value.why, "en") == "you may claim the game from 2023-11-17 22:13 (UTC)"
    later(b, 24)
    b.service.do(by(other), campaign, deadlines.claim, late, "game")
    assert b.service.campaign(campaign).state == "closed"
    end = b.service.log(campaign)[-1]
    assert (end["t"], end["why"], end["result"]) == ("result", "claimed", {"resigned": [late]})
    assert b.service.look(campaign, queries.verdict).errors == []
    later(b, 100)
    assert b.service.due(campaign) == []


def test_the_game_may_be_claimed_though_the_referee_was_called(b: ServiceHarness) -> None:
    """He may be the overdue one himself, and would never decide."""
    campaign = b.found("nim", "short", seed=b"nim", pace=CLAIM)
    for seat in b.service.status(campaign).campaign.seats:
        b.service.do(by(seat), campaign, playing.submit, seat, 0)
    ((late, _),) = asked(b, campaign)
    (other,) = {*b.service.status(campaign).campaign.seats} - {late}
    later(b, 48)
    b.service.do(by(other), campaign, deadlines.claim, late, "clock")
    assert due(b, campaign, late).lapsed == "referee"
    for what, says in (("clock", "nothing to claim"), ("game", "from")):
        with pytest.raises(NotNow, match=says):
            b.service.do(by(other), campaign, deadlines.claim, late, what)
    later(b, 24)
    b.service.do(by(other), campaign, deadlines.claim, late, "game")
    assert b.service.campaign(campaign).state == "closed"


def test_who_was_called_where_no_pace_lets_claim_wins_nobody_the_game(b: ServiceHarness) -> None:
    campaign = b.found("nim", "short", seed=b"nim", pace=TimeControl("fixed", 48, expiry="referee"))
    later(b, 100)
    with pytest.raises(NotNow, match="nothing to claim"):
        b.service.do(by("north"), campaign, deadlines.claim, "south", "game")


# -- extended, held, given to another ---------------------------------------------------------------


def test_the_referee_gives_more_time_and_all_can_see_it(b: ServiceHarness) -> None:
    campaign = ordering(b, FIXED)
    for user, seat, hours, says in (
        ("a", "a", 24, "only the referee"),
        ("judge", "b", 24, "b has no deadline running"),
        ("judge", "a", 0, "cannot add 0 hours; anything from 1 to 720"),
        ("judge", "a", 721, "cannot add 721 hours"),
    ):
        with pytest.raises(Refusal) as refused:
            b.service.do(by(user), campaign, deadlines.extend, seat, hours, "why")
        assert says in speak(refused.value.why, "en")
    b.service.do(by("judge"), campaign, deadlines.extend, "a", 24, "wedding")
    assert left(b, campaign, "a") == 72
    assert told(b, campaign, "channel", "extended") == ["the referee gave a 24 more hours: wedding"]
    later(b, 48)
    assert len(told(b, campaign, "channel", "reminder")) == 1, "reminders go with the deadline"


def test_what_is_overdue_has_the_hours_from_now_on(b: ServiceHarness) -> None:
    campaign = ordering(b, FIXED)
    later(b, 60)
    b.service.do(by("judge"), campaign, deadlines.extend, "a", 5, "")
    assert (left(b, campaign, "a"), due(b, campaign, "a").lapsed) == (5, "")
    later(b, 5)
    assert len(told(b, campaign, "referee", "lapsed")) == 2


def test_nobody_is_given_time_without_end(b: ServiceHarness) -> None:
    campaign = ordering(b, FIXED)
    for _ in range(3):
        b.service.do(by("judge"), campaign, deadlines.extend, "a", 720, "a long winter")
    b.service.do(by("judge"), campaign, deadlines.extend, "a", 672, "and a spring")
    assert left(b, campaign, "a") == 120 * 24
    with pytest.raises(NotNow, match="more than"):
        b.service.do(by("judge"), campaign, deadlines.extend, "a", 1, "and a day")
    assert left(b, campaign, "a") == 120 * 24


def test_what_the_referee_gives_does_not_go_into_a_bank(b: ServiceHarness) -> None:
    campaign = ring(b, BANK)
    b.service.do(by("judge"), campaign, deadlines.extend, "a", 100, "")
    later(b, 40)
    assert (left(b, campaign, "a"), due(b, campaign, "a").bank) == (144, 84 * HOUR)


def test_deadlines_stand_while_a_campaign_is_held(b: ServiceHarness) -> None:
    campaign = ordering(b, FIXED)
    later(b, 40)
    b.service.do(by("judge"), campaign, ending.hold_by_referee, "a doubt")
    assert due(b, campaign, "a").due is None
    later(b, 100)
    assert told(b, campaign, "channel", "reminder", "lapsed") == [
        "waiting for a until 2023-11-16 22:13 (UTC)"
    ]
    b.service.release(by("judge"), campaign)
    assert left(b, campaign, "a") == 8


def test_the_time_of_a_held_campaign_may_be_extended(b: ServiceHarness) -> None:
    campaign = ordering(b, FIXED)
    later(b, 40)
    b.service.do(by("judge"), campaign, ending.hold_by_referee, "a doubt")
    later(b, 10)
    b.service.do(by("judge"), campaign, deadlines.extend, "a", 24, "")
    b.service.release(by("judge"), campaign)
    assert left(b, campaign, "a") == 32


def test_a_replaced_player_begins_anew(b: ServiceHarness) -> None:
    campaign = ordering(b, BANK)
    later(b, 30)
    b.service.do(by("a"), campaign, leaving.leave, "a")
    assert due(b, campaign, "a").due is None, "while nobody sits there nobody is late"
    later(b, 500)
    assert told(b, campaign, "channel", "lapsed") == []
    b.service.do(by("judge"), campaign, acts.replace, "a", "new", "New")
    assert left(b, campaign, "a") == 84


def test_a_player_who_comes_back_to_their_seat_has_won_nothing(b: ServiceHarness) -> None:
    for pace, hours in ((FIXED, 18), (BANK, 54)):
        campaign = ordering(b, pace, pace.kind.encode())
        spent = 48 - hours if pace is FIXED else (left(b, campaign, "a") or 0) - hours
        later(b, spent)
        b.service.do(by("a"), campaign, leaving.leave, "a")
        later(b, 10)
        b.service.do(by("a"), campaign, founding.join, "a", "A")
        assert left(b, campaign, "a") == hours


def test_nor_has_a_team_that_hands_the_seat_on(b: ServiceHarness) -> None:
    campaign = ordering(b, BANK)
    b.service.do(by("a"), campaign, teams.enlist, "a", "deputy", "Deputy", "officer")
    before = left(b, campaign, "a")
    later(b, 30)
    b.service.do(by("a"), campaign, teams.hand_over, "a", "deputy")
    b.service.do(by("deputy"), campaign, teams.hand_over, "a", "a")
    assert left(b, campaign, "a") == (before or 0) - 30


def test_a_window_waits_for_no_vacant_seat(b: ServiceHarness) -> None:
    campaign = ordering(b, FIXED, raid="ask")
    b.service.do(by("a"), campaign, playing.submit, "a", {"pick": "raid", "answer": "b"})
    b.service.do(by("c"), campaign, leaving.leave, "c")
    assert [left(b, campaign, seat) for seat in "bc"] == [24, 24]
    later(b, 24)
    assert ("c", "4.1") in answers(b, campaign)


# -- going back, acting out of turn ------------------------------------------------------------------


@pytest.mark.parametrize(("pace", "rest"), [(FIXED, 38), (BANK, 74)])
def test_to_take_back_an_order_wins_no_time(b: ServiceHarness, pace: TimeControl, rest: int) -> None:
    campaign = ring(b, pace)
    later(b, 10)
    for _ in range(3):
        b.service.do(by("a"), campaign, playing.submit, "a", [])
        b.service.do(by("a"), campaign, undo.take_back, "a")
        assert left(b, campaign, "a") == rest
    assert left(b, campaign, "b") == rest, "nor does it cost others any"


def test_what_all_take_back_is_asked_with_fresh_time(b: ServiceHarness) -> None:
    campaign = ordering(b, FIXED)
    later(b, 40)
    to = b.service.asked(campaign)[0].entry
    b.service.do(by("a"), campaign, playing.submit, "a", {"pick": "rest"})
    later(b, 30)
    b.service.do(by("judge"), campaign, undo.by_referee, to, 0, "a doubt")
    assert (asked(b, campaign), left(b, campaign, "a")) == ([("a", "3")], 48)


def test_another_position_is_asked_with_fresh_time(b: ServiceHarness) -> None:
    campaign = ordering(b, FIXED)
    later(b, 40)
    b.service.edit(by("judge"), campaign, "coins.a = 3", "counted")
    assert (asked(b, campaign), left(b, campaign, "a")) == ([("a", "3")], 48)


def test_to_act_out_of_turn_wins_no_time(b: ServiceHarness) -> None:
    campaign = ordering(b, FIXED)
    b.service.do(by("a"), campaign, playing.submit, "a", {"pick": "offer", "answer": {"to": "b", "coins": 1}})
    later(b, 40)
    before = due(b, campaign, "b").entry
    b.service.do(by("b"), campaign, playing.aside, "b", {"pick": "accept", "answer": "a"})
    assert (asked(b, campaign), left(b, campaign, "b")) == ([("b", "3")], 8)
    assert due(b, campaign, "b").entry > before
