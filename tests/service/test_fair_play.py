"""Acts that a cheating player, a hasty clock or a careless referee may not do."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.core import Reader
from adjudicator.core.language.errors import Refusal
from adjudicator.core.orders.orders import lines, rehearse
from adjudicator.julius_caesar.show.names import LEXICON
from adjudicator.julius_caesar.world import Battle, World
from service.usecases.agreeing import undo
from service.usecases.play import playing, queries
from service.usecases.referee import acts
from service.usecases.seats import founding, teams
from service.usecases.time import leaving
from tests.harness.service import ServiceHarness, by
from tests.julius_caesar.helpers import contest, table, world


def begun(b: ServiceHarness) -> int:
    return b.found("julius_caesar", "war", seed=b"fair play")


def cards(b: ServiceHarness, campaign: int, seat: str) -> Any:
    pending = b.service.look(campaign, queries.pending, seat)
    assert pending is not None
    return pending.choice.describe()["options"]


def test_the_clock_replaces_no_answer_and_nobody_answers_as_another(b: ServiceHarness) -> None:
    campaign = begun(b)
    first, second = (option["id"] for option in cards(b, campaign, "caesar")[:2])
    b.service.do(by("caesar"), campaign, playing.submit, "caesar", first)
    head = b.service.status(campaign).campaign.head
    with pytest.raises(Refusal):
        b.service.do(by("clock"), campaign, acts.answer_for, "caesar", second, "clock")
    with pytest.raises(Refusal):
        b.service.do(
            by("nobody"), campaign, acts.answer_for, "pompey", cards(b, campaign, "pompey")[0]["id"], "seat"
        )
    with pytest.raises(Refusal, match="only the umpire"):
        b.service.do(
            by("caesar"), campaign, acts.answer_for, "pompey", cards(b, campaign, "pompey")[0]["id"], "clock"
        )
    assert b.service.status(campaign).campaign.head == head


def test_a_player_does_not_take_the_seat_that_an_enemy_left(b: ServiceHarness) -> None:
    campaign = begun(b)
    b.service.do(by("caesar"), campaign, leaving.leave, "caesar")
    with pytest.raises(Refusal):
        b.service.do(by("pompey"), campaign, founding.join, "caesar", "Magnus")
    b.service.do(by("judge"), campaign, acts.replace, "caesar", "octavian", "Octavian")
    assert b.service.seats_of("pompey") == [(campaign, "pompey")]


def test_an_answer_nested_too_deep_is_refused_and_holds_nothing(b: ServiceHarness) -> None:
    campaign = begun(b)
    deep: Any = []
    for _ in range(5000):
        deep = [deep]
    with pytest.raises(Refusal):
        b.service.do(by("caesar"), campaign, playing.submit, "caesar", deep)
    assert b.service.status(campaign).campaign.held == ""


def test_dice_stand_or_fall_anew_and_nothing_else(b: ServiceHarness) -> None:
    campaign = begun(b)
    with pytest.raises(Refusal, match="neither"):
        b.service.do(
            by("judge"), campaign, undo.by_referee, b.service.look(campaign, undo.points)[0].to, 2, "why"
        )


def test_a_hundred_standing_orders_are_enough(b: ServiceHarness) -> None:
    campaign = begun(b)
    with pytest.raises(Refusal):
        b.service.do(by("caesar"), campaign, playing.set_standing, "caesar", ["fire all"] * 101)


def two_battles() -> World:
    """Roma and Asculum are attacked; next the attacker names a battle."""
    w = world({"roma": ["c_legio_8", "p_legio_1"], "asculum": ["c_legio_13", "p_legio_3"]})
    contest(w, "roma", "caesar", {"genua": "c_legio_8"})
    return contest(w, "asculum", "caesar", {"ravenna": "c_legio_13"})


def test_what_a_battle_shows_is_an_entry_that_nobody_takes_back_alone() -> None:
    """§7.1 ruling JC-H1 The faces in line are shown to all: a `look` of the log (fair dice, §5)."""
    with table(two_battles(), dice=[]) as t:
        t.caesar("battle Roma")
        shown = [e.body for e in t.table.ledger.entries if e.t == "look"]
        assert [(e["seat"], e["of"], e["items"]) for e in shown] == [
            ("all", "roma", ["c_legio_8", "p_legio_1"])
        ]


def test_a_rehearsal_stops_before_it_would_look() -> None:
    """architecture.md §1.8 A batch is no probe: the clone stops where blocks would be shown."""
    with table(two_battles(), dice=[]) as t:
        rehearse(t.table, "caesar", lines("battle Roma; fire nonsense"), Reader(LEXICON))
        assert t.asked == ["caesar"]


def test_the_order_of_retreats_tells_nobody_which_block_went_where() -> None:
    """§7.6 ruling JC-H1 Retreats are told by place and number."""
    told = []
    for order in ("retreat LEG 8 to Ravenna, LEG 9 to Genua", "retreat LEG 8 to Genua, LEG 9 to Ravenna"):
        w = world(
            {
                "roma": ["c_legio_8", "c_legio_9", "p_legio_1"],
                "genua": "c_caesar",
                "ravenna": "c_legio_13",
            }
        )
        contest(w, "roma", "caesar", {"genua": ["c_legio_8", "c_legio_9"]})
        w.phase = "battle"
        w.battle = Battle("roma", "caesar", 2, [], ["p_legio_1"], {}, {})
        with table(w, dice=[]) as t:
            t.caesar(order)
            told.append([line for line in t.said("pompey") if "retreat" in line])
    assert told[0] == told[1] and len(told[0]) == 2


def test_a_player_who_looked_at_a_hand_as_the_referee_comes_to_no_other_seat(b: ServiceHarness) -> None:
    looked, answered = begun(b), b.found("julius_caesar", "war")
    b.service.see_as(by("judge"), looked, "pompey")
    card = cards(b, answered, "pompey")[0]["id"]
    b.service.do(by("judge"), answered, acts.answer_for, "pompey", card, "referee", "he is ill")
    assert b.context.teams.former(looked, "judge") == [], "he has looked, and belonged to nobody"
    for campaign in (looked, answered):
        with pytest.raises(Refusal, match="nobody may join two"):
            b.service.do(by("caesar"), campaign, teams.enlist, "caesar", "judge", "Judge", "officer")
        b.service.do(by("judge"), campaign, acts.appoint, "zed", "Zed")
        with pytest.raises(Refusal, match="nobody may join two"):
            b.service.do(by("zed"), campaign, acts.replace, "caesar", "judge", "Judge")
        b.service.do(by("zed"), campaign, acts.replace, "pompey", "judge", "Judge")
