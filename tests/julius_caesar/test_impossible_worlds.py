"""Worlds of Julius Caesar that are impossible, and what is said of them (§1.3 §4.1 §5.1)."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from adjudicator.core import fill
from adjudicator.julius_caesar import GAME
from adjudicator.julius_caesar.world import Battle, World
from tests.kit.test_positions import saved

from .kit import KIT


def impossible(change: Callable[[World], object]) -> list[str]:
    w = msgspec.convert(saved(KIT)["movement"], World)
    change(w)
    return [fill(p, "en", GAME.lexicon.label) for p in GAME.problems(w)]


def test_a_block_twice_or_nowhere_is_named() -> None:
    """§1.3 §5.1."""
    assert "LEG 7 appears 2 times" in impossible(lambda w: w.stock["pompey"].append("c_legio_7"))
    twice = impossible(lambda w: w.stock["caesar"].append("c_caesar"))
    assert twice == ["Caesar appears 2 times"]
    gone = impossible(lambda w: w.at.pop("cleopatra"))
    assert "Cleopatra appears 0 times" in gone


def test_a_block_in_an_impossible_place_or_strength_is_named() -> None:
    """§4.1 §3.11."""
    assert "Caesar is at sea" in impossible(lambda w: w.at.update(c_caesar="mare_tyrrhenum"))
    assert "Lugdunum is not a port" in impossible(lambda w: w.at.update(c_navis_1="lugdunum"))
    strong = impossible(lambda w: w.steps.update(c_caesar=4))
    assert strong == ["Caesar has 4 steps; it may have 1 to 3"]


def test_a_block_in_a_wrong_pile_or_with_a_wrong_side_is_named() -> None:
    """§7.5 §7.51 §card/jupiter Eliminated are a side's own; leaders and ships never change sides."""

    def lay_open(w: World) -> None:
        w.stock["pompey"].remove("p_auxilia_4")
        w.eliminated["caesar"].append("p_auxilia_4")

    assert impossible(lay_open) == ["Caesar's eliminated blocks cannot include AUX P4"]
    turned = impossible(lambda w: w.turned.update(c_caesar="pompey", c_navis_1="pompey"))
    assert turned[0] == "Caesar, NAV C1 cannot change sides"


def test_an_id_that_is_none_of_the_game_is_named() -> None:
    """§4.1 §4.3 Blocks, places, ways, cards and sides in the course of a turn."""
    changes: list[Callable[[World], object]] = [
        lambda w: w.moved.append("c_legio_99"),
        lambda w: w.activated.append("atlantis"),
        lambda w: w.passed.update({"roma/atlantis": 1}),
        lambda w: w.last.update(caesar="saturn"),
        lambda w: w.attackers.update(roma="gauls"),
    ]
    for change in changes:
        (said,) = impossible(change)
        assert said.endswith(" is not of this game")


def test_a_battle_has_two_sides_and_a_regroup_a_winner() -> None:
    """§7.1 §7.7 Where nobody contests there is no battle."""

    def alone(w: World) -> None:
        w.phase, w.battle = "battle", Battle("roma", "caesar")

    assert impossible(alone) == ["this phase needs a battle in progress"]


def test_hands_hold_a_card_for_every_turn_that_is_left() -> None:
    """§2.1 Else a later turn would ask for a card out of an empty hand."""

    def spend(w: World) -> None:
        w.cups["deck"] = sorted([*w.cups["deck"], *w.cups["caesar_hand"]])
        w.cups["caesar_hand"] = []

    (said,) = impossible(spend)
    assert said.startswith("Caesar has 0 cards in hand; there should be ")


def test_a_card_too_many_is_named() -> None:
    """§2.1 §1.3."""
    assert "Mars appears 2 times; there must be 1" in impossible(lambda w: w.cups["deck"].append("mars"))
