"""Worlds of Julius Caesar that are impossible, and what is said of them (§1.3 §4.1 §5.1)."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from adjudicator.core import fill
from adjudicator.julius_caesar import GAME
from adjudicator.julius_caesar.board import FIGURES
from adjudicator.julius_caesar.world import SIDES, Battle, World
from tests.kit.test_positions import saved

from .kit import KIT


def impossible(change: Callable[[World], object]) -> list[str]:
    w = msgspec.convert(saved(KIT)["movement"], World)
    change(w)
    return [fill(p, "en", GAME.lexicon.label) for p in GAME.impossible(w)]


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
    assert turned[0] == "Caesar and NAV C1 cannot change sides"


def test_leaders_are_trophies_of_the_other_side_and_of_no_other_pile() -> None:
    """§7.51 A leader who is lost is the enemy's trophy; trophies are leaders alone."""

    def laid(pile: str, side: str, block: str) -> list[str]:
        def lay(w: World) -> None:
            w.stock["caesar"].remove(block)
            getattr(w, pile)[side].append(block)

        return impossible(lay)

    assert laid("eliminated", "caesar", "c_octavian") == [
        "Caesar's eliminated blocks cannot include Octavian"
    ]
    assert laid("trophies", "pompey", "c_octavian") == []
    assert laid("trophies", "caesar", "c_octavian") == ["Caesar's trophies cannot include Octavian"]
    assert laid("trophies", "pompey", "c_legio_17") == ["Pompey's trophies cannot include LEG 17"]


def test_a_stock_holds_its_own_side_alone() -> None:
    """§5.1 And never Cleopatra, who is on the map."""

    def exchange(w: World) -> None:
        w.stock["pompey"].remove("p_auxilia_4")
        w.stock["caesar"].append("p_auxilia_4")

    assert impossible(exchange) == ["Caesar's stock cannot hold AUX P4"]


def test_cleopatra_is_on_the_map_and_serves_somebody() -> None:
    """§3.27."""

    def trophy(w: World) -> None:
        del w.at["cleopatra"], w.steps["cleopatra"]
        w.trophies["caesar"].append("cleopatra")

    said = "Cleopatra must be on the map and serve one side"
    changes: list[Callable[[World], object]] = [
        trophy,
        lambda w: w.turned.pop("cleopatra"),
        lambda w: w.turned.update(cleopatra="egypt"),
    ]
    assert all(said in impossible(change) for change in changes)


def test_where_both_sides_stand_one_has_attacked() -> None:
    """§6.12 §7.1 Who attacks is known from the moment of entry."""

    def enter(w: World) -> None:
        place = next(place for block, place in w.at.items() if block == "p_pompey")
        w.at["c_legio_7"] = place

    (said,) = impossible(enter)
    assert said.endswith("is contested, but no attacker is given")


def test_apollo_alone_copies_a_card_that_was_played() -> None:
    """§card/apollo Else a hand-written position would ask for a card that cannot be."""

    def alone(w: World) -> None:
        w.phase, w.turn, w.last = "cards", FIGURES.turns, {}
        for side in SIDES:
            w.cups["deck"] += w.cups[f"{side}_hand"]
            w.cups[f"{side}_hand"] = []
        for side, card in (("caesar", "apollo"), ("pompey", "mars")):
            cup = next(cup for cup in w.cups.values() if card in cup)
            cup.remove(card)
            w.cups[f"{side}_hand"].append(card)

    assert impossible(alone) == ["Caesar must copy a card, but none was played last turn"]


def test_an_unknown_id_is_named() -> None:
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
