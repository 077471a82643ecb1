"""§9 Diplomacy: stakes, the difference, the chart and every result."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.belisarius.board import CHARTS, CITIES, CITIES_AT, HEXES, HEXES_OF
from adjudicator.belisarius.rules.r09_diplomacy import differences, holds_all
from adjudicator.belisarius.world import Attempt, World
from adjudicator.core.log.chance import sampler

from .helpers import table, world

HOME = {"constantinopolis": "guard_field_army", "nisibis": "persia_garrison"}
ASK = {"marker": "ask", "die": "ask"}


def attempting(*hand: str, seat: str = "empire", enemy: Any = (), places: Any = None, **more: Any) -> World:
    """A diplomacy phase of a seat that holds these markers; `enemy` are the other's."""
    other = "barbarian" if seat == "empire" else "empire"
    hands = {seat: list(hand), other: list(enemy)}
    return world(places or HOME, phase="diplomacy", phasing=seat, hands=hands, **more)


def difference(w: World, target: str, mine: list[str], theirs: list[str] | None = None) -> int:
    other = "barbarian" if w.phasing == "empire" else "empire"
    stakes = {w.phasing: mine, other: theirs or []}
    return sum(differences(w, Attempt(w.phasing, target, stakes)).values())


# -- §9.1 the procedure ------------------------------------------------------------------------


def test_an_attempt_in_the_order_of_the_paragraph() -> None:
    """§9.1(1) §9.1(4) §9.1(5) §9.1(8) §9.2 While the stakes lie face down their number is seen."""
    w = attempting("basileus", "agent", "agent", enemy=["agent", "market"])
    with table(w, dice=[4]) as t:
        t.empire("stake Basileus, Agent on Ostrogoths")
        assert t.said() == ["Empire attempted diplomacy on Ostrogoths and staked 2 markers."]
        assert t.said("empire") == ["Empire staked Agent and Basileus (diplomacy on Ostrogoths)."]
        assert t.said("barbarian") == t.said()
        assert t.view("barbarian").attempt is not None
        assert t.w.attempt is not None
        assert t.w.attempt.counts == {"empire": 2}
        t.barbarian("stake Agent")
        said = t.said()
        assert said[:3] == [
            "Barbarian staked 1 marker against it.",
            "Empire revealed Agent and Basileus.",
            "Barbarian revealed Agent.",
        ]
        event = t.events("diplomacy")[0].values
        assert event["parts"] == {"for_it": 4, "against_it": -1}
        assert (event["difference"], event["n"], event["results"]) == (3, 4, ["D2"])
        assert t.w.cups["empire_stake"] == t.w.cups["barbarian_stake"] == []
        t.empire("win")
        assert t.w.control["ostrogoths"] == "empire"
        assert t.w.attempt is None
        assert t.w.cups["empire_hand"] == ["agent"]
        assert t.asked == ["empire"]


def test_at_least_one_marker_with_a_diplomacy_value_is_staked() -> None:
    """§9.0 §9.1(2)"""
    with table(attempting("agent", "market")) as t:
        t.refused("empire", "stake none on Ostrogoths", "9.1", n=0, least=1)
        t.refused("empire", "stake Market on Ostrogoths", kind="not_understood")
        t.refused("empire", "stake Agent x2 on Ostrogoths", "9.1", n=2, most=1)
    with table(attempting("market")) as t:
        t.refused("empire", "stake Agent on Ostrogoths", "9.0")


def test_one_does_not_aim_at_ones_own_province() -> None:
    """§9.0 Neutral and enemy provinces alone."""
    with table(attempting("agent")) as t:
        t.refused("empire", "stake Agent on Thracia", "9.0", province="thracia")


def test_attempts_go_on_as_long_as_there_are_markers() -> None:
    """§9.3 On the same province too; then the phase is over by itself."""
    with table(attempting("agent", "agent"), dice=[2, 2]) as t:
        t.empire("stake Agent on Ostrogoths", "stake Agent on Ostrogoths")
        assert t.w.phase != "diplomacy"
        assert t.w.cups["pool"].count("agent") == 8


def test_the_other_may_stake_nothing_and_is_not_asked_without_markers() -> None:
    """§9.1(3)"""
    with table(attempting("agent", "agent", enemy=["agent"]), dice=[2]) as t:
        t.empire("stake Agent on Ostrogoths")
        t.barbarian("pass")
        assert t.events("diplomacy")[0].values["parts"] == {"for_it": 1}
    with table(attempting("agent", "agent"), dice=[2]) as t:
        t.empire("stake Agent on Ostrogoths")
        assert t.asked == ["empire"]


def test_neutral_provinces_are_defended_like_ones_own_by_option() -> None:
    """§9.1(3) Option `neutral_defence`, ruling BE-C3: with any diplomatic marker."""
    w = attempting("agent", "agent", enemy=["orthodoxy", "market"], neutral_defence="any")
    with table(w, dice=[5]) as t:
        t.empire("stake Agent on Ostrogoths")
        t.refused("barbarian", "stake Market", kind="not_understood")
        t.barbarian("stake Orthodoxy")
        assert t.events("diplomacy")[0].values["difference"] == -1
        t.empire("pass")


def test_neutral_provinces_may_be_defended_with_agents_alone() -> None:
    """§9.4 Ruling BE-C3; one's own provinces with all."""
    w = attempting("agent", "agent", enemy=["orthodoxy", "agent", "basileus"])
    with table(w, dice=[2, 2]) as t:
        t.empire("stake Agent on Ostrogoths")
        t.refused("barbarian", "stake Orthodoxy, Agent", "9.4", marker="agent", others=["orthodoxy"])
        t.barbarian("stake Agent")
        t.empire("stake Agent on Persia")
        t.barbarian("stake Orthodoxy")
    w = attempting("agent", enemy=["orthodoxy"])
    with table(w, dice=[2]) as t:
        t.empire("stake Agent on Ostrogoths")
        t.refused("barbarian", "stake Orthodoxy", "9.4")
        assert t.choice("barbarian").sample(sampler(1)) == {"pick": "pass"}
        t.barbarian("pass")


def test_done() -> None:
    """§3.1[2] The tax phase follows."""
    with table(attempting("agent")) as t:
        t.empire("done")
        assert t.w.phase == "tax"


# -- what may be staked on what ----------------------------------------------------------------


def test_the_blue_faction_serves_in_imperial_provinces_and_with_the_guard() -> None:
    """§card/blue_faction For attack and defence."""
    w = attempting("blue_faction", seat="barbarian", enemy=["blue_faction"])
    with table(w, dice=[2]) as t:
        t.refused("barbarian", "stake Blue Faction on Ostrogoths", "card/blue_faction", marker="blue_faction")
        t.barbarian("stake Blue Faction on Thracia")
        t.empire("stake Blue Faction")
        assert t.events("diplomacy")[0].values["parts"] == {"for_it": 2, "against_it": -2, "imperial": -1}
    w = attempting(
        "blue_faction", places={"roma": "guard_garrison"}, seat="barbarian", control={"thracia": "neutral"}
    )
    with table(w, dice=[2]) as t:
        t.refused("barbarian", "stake Blue Faction on Thracia", "card/blue_faction")
        t.barbarian("stake Blue Faction on Roma")


def test_the_green_faction_serves_in_imperial_provinces_alone() -> None:
    """§card/green_faction"""
    w = attempting("green_faction", "agent", seat="barbarian", enemy=["green_faction"])
    with table(w, dice=[2, 2]) as t:
        t.refused("barbarian", "stake Green Faction on Constantinopolis", "card/green_faction")
        t.barbarian("stake Agent on Constantinopolis")
        t.refused("empire", "stake Green Faction", "card/green_faction")
        t.empire("pass")
        t.barbarian("stake Green Faction on Dacia")
        t.empire("stake Green Faction")


def test_orthodoxy_and_tolerance_are_not_staked_together() -> None:
    """§9.5 §card/tolerance §card/orthodoxy By default; the option `tolerance` allows it."""
    w = attempting("orthodoxy", "tolerance", enemy=["orthodoxy", "tolerance"], neutral_defence="any")
    with table(w, dice=[2]) as t:
        t.refused("empire", "stake Orthodoxy, Tolerance on Ostrogoths", "9.5")
        t.empire("stake Orthodoxy on Ostrogoths")
        t.refused("barbarian", "stake Orthodoxy, Tolerance", "9.5")
        t.barbarian("stake Tolerance")
    w = attempting("orthodoxy", "tolerance", enemy=["agent"], both_faiths="together")
    with table(w, dice=[1]) as t:
        t.empire("stake Orthodoxy, Tolerance on Ostrogoths")
        t.barbarian("pass")
        assert t.w.cups["barbarian_hand"] == ["agent"]  # R2, and Tolerance prevails: ruling BE-C5


# -- §9.1(5) to (7) the difference -------------------------------------------------------------


@pytest.mark.parametrize(
    ("marker", "value"),
    [
        ("agent", 1),
        ("basileus", 3),
        ("blue_faction", 2),
        ("green_faction", 2),
        ("orthodoxy", 2),
        ("tolerance", 2),
    ],
)
def test_the_values_of_the_markers(marker: str, value: int) -> None:
    """§9.0 §card/agent §card/basileus For and against, each marker for itself."""
    w = attempting()
    assert difference(w, "ostrogoths", [marker]) == value
    assert difference(w, "ostrogoths", [marker, marker], [marker]) == value


def test_all_cities_and_colonies_held_add_one() -> None:
    """§9.3 §chart/diplomacy Ruins do not count, colonies do; with neither nothing is added."""
    w = attempting(places={"carthago": "guard_garrison"})
    towns = [hex for hex in HEXES_OF["vandals"] if hex in CITIES_AT]
    assert difference(w, "vandals", ["agent"]) == 1
    for n, hex in enumerate(h for h in towns if h != CITIES["carthago"].hex):
        w.at[f"guard_garrison_{n + 2}"] = hex
    assert difference(w, "vandals", ["agent"]) == 2
    w.colonies = [next(hex for hex in HEXES_OF["vandals"] if hex not in CITIES_AT)]
    assert not holds_all(w, "empire", "vandals")
    w.colonies = []
    w.at = {"guard_garrison_1": CITIES["carthago"].hex}
    w.pillaged = [hex for hex in towns if hex != CITIES["carthago"].hex]
    assert holds_all(w, "empire", "vandals")
    w.pillaged = towns
    assert not holds_all(w, "empire", "vandals")
    assert not holds_all(w, "empire", "gepidae")  # which has no city


@pytest.mark.parametrize(
    "province", ["thracia", "dacia", "macedonia", "pontica", "asiana", "oriens", "aegyptus"]
)
def test_the_old_provinces_lean_to_the_empire(province: str) -> None:
    """§7.1 §chart/diplomacy One more for the Empire, one less for the barbarian."""
    assert difference(attempting(control={province: "neutral"}), province, ["agent"]) == 2
    assert difference(attempting(seat="barbarian"), province, ["agent"]) == 0


def test_persia_leans_to_the_barbarian() -> None:
    """§chart/diplomacy"""
    assert difference(attempting(), "persia", ["agent"]) == 0
    assert difference(attempting(seat="barbarian", control={"persia": "neutral"}), "persia", ["agent"]) == 2


def test_guards_under_a_leader_are_harder_to_move() -> None:
    """§chart/diplomacy One less, whatever his stars and however many."""
    w = attempting(
        seat="barbarian", places={"roma": "belisarius mundas guard_garrison", "dara": "guard_garrison"}
    )
    assert difference(w, "3322", ["agent"]) == 0
    assert difference(w, "3547", ["agent"]) == 1


def test_the_columns_end_at_zero_and_five() -> None:
    """§9.1(6) §9.1(7) "0(-)" and "5+"."""
    for die in range(1, 7):
        assert CHARTS.diplomatic(-4, die) == CHARTS.diplomatic(0, die)
        assert CHARTS.diplomatic(9, die) == CHARTS.diplomatic(5, die)
    assert CHARTS.diplomatic(4, 2) == ("D1", "R1")


# -- §card/treachery ---------------------------------------------------------------------------


def test_treachery_strikes_out_single_stakes_of_either_side() -> None:
    """§card/treachery After both are turned over, one marker each."""
    enemy = ["tolerance", "agent", "treachery"]
    w = attempting("basileus", "treachery", "agent", enemy=enemy, neutral_defence="any")
    with table(w, dice=[3], windows={"marker": "ask"}) as t:
        t.empire("stake Basileus, Agent on Ostrogoths")
        t.barbarian("stake Tolerance, Agent")
        assert t.asked == ["empire", "barbarian"]
        t.empire("play Treachery Tolerance")
        t.barbarian("pass")
        t.barbarian("pass")  # does not meet that Treachery
        assert t.w.attempt is not None
        assert t.w.attempt.stakes == {"empire": ["agent", "basileus"], "barbarian": ["agent"]}
        assert t.asked == ["barbarian"]  # the Empire holds nothing any more
        t.barbarian("play Treachery Basileus")
        assert t.events("diplomacy")[0].values["parts"] == {"for_it": 1, "against_it": -1}
        assert "basileus" in t.w.cups["pool"]


def test_a_nullified_tolerance_or_orthodoxy_has_no_effect_on_the_result() -> None:
    """§9.5 §card/treachery"""
    w = attempting("orthodoxy", "agent", enemy=["treachery", "market"])
    with table(w, dice=[1], draws=["rally"], windows={"marker": "ask"}) as t:
        t.empire("stake Orthodoxy, Agent on Ostrogoths")
        t.barbarian("pass")
        t.refused("barbarian", "play Treachery Tolerance", kind="not_understood")
        t.barbarian("play Treachery Orthodoxy")
        t.barbarian("pass")
        assert t.w.cups["barbarian_hand"] == ["market", "rally"]


def test_with_all_its_stakes_struck_out_the_attempt_ends() -> None:
    """§9.0 §chart/diplomacy At least one marker must be played: no die is rolled."""
    w = attempting("basileus", "market", enemy=["treachery", "agent"])
    with table(w, windows={"marker": "ask"}) as t:
        t.empire("stake Basileus on Ostrogoths")
        t.barbarian("stake Agent")
        t.barbarian("play Treachery")
        t.empire("pass")  # Treachery could be met by Treachery
        t.empire("pass")  # Treachery could be met by Treachery
        assert (
            t.said()[-1] == "All markers that Empire staked were cancelled: the attempt on Ostrogoths failed."
        )
        assert (t.w.attempt, t.w.cups["empire_stake"], t.w.cups["barbarian_stake"]) == (None, [], [])


def test_the_die_may_be_rolled_again() -> None:
    """§card/pope"""
    w = attempting("basileus", "agent", enemy=["pope"])
    with table(w, dice=[6, 3], windows=ASK) as t:
        t.empire("stake Basileus on Ostrogoths")
        t.barbarian("pass")
        t.barbarian("pass")  # no Treachery on the stake
        t.empire("pass")
        t.barbarian("play Pope")
        t.empire("pass")  # does not meet Pope with Treachery
        assert t.asked == ["empire"]  # who alone has markers left, and might have Pope
        t.empire("pass")
        assert t.events("diplomacy")[0].values["n"] == 3
        assert t.asked == ["empire"]


# -- results -----------------------------------------------------------------------------------


def test_d1_shows_the_hand_to_the_spy_alone() -> None:
    """§chart/diplomacy D1 §22.1"""
    w = attempting("agent", "market", enemy=["basileus", "pope"], treasury={"barbarian": 9})
    with table(w, dice=[4]) as t:
        t.empire("stake Agent on Ostrogoths")
        t.barbarian("pass")
        t.refused("empire", "win", kind="not_understood")
        t.empire("spy markers")
        assert t.said("empire") == [
            "Empire looked at Barbarian's markers: Basileus and Pope or Patriarch Intervenes."
        ]
        assert t.said() == t.said("barbarian") == ["Empire looked at Barbarian's 2 markers."]


def test_d1_or_the_treasury() -> None:
    """§chart/diplomacy D1 §22.1"""
    with table(attempting("agent", "market", treasury={"barbarian": 9}), dice=[4]) as t:
        t.empire("stake Agent on Ostrogoths")
        t.refused("empire", "spy markers", "chart/diplomacy", enemy="barbarian")
        t.empire("spy treasury")
        assert t.said("empire") == ["Empire looked at Barbarian's treasury: 9 solidi."]
        assert t.said("barbarian") == ["Empire looked at Barbarian's treasury."]


def test_a_result_need_not_be_used() -> None:
    """§chart/diplomacy D1 to D3 say what one may do."""
    with table(attempting("agent", "market"), dice=[4]) as t:
        t.empire("stake Agent on Ostrogoths")
        t.empire("pass")
        assert t.said() == ["Empire declined every effect of the result."]


def test_d2_turns_an_enemy_province_neutral() -> None:
    """§chart/diplomacy D2 (3) §4.51 It cannot be won at once."""
    with table(attempting("basileus", "agent", "market"), dice=[6]) as t:
        t.empire("stake Basileus on Persia")
        assert t.events("diplomacy")[0].values["difference"] == 2
        t.refused("empire", "win", kind="not_understood")
        t.empire("make neutral")
        assert t.w.control["persia"] == "neutral"


def test_d2_restores_a_stack_of_rebels() -> None:
    """§chart/diplomacy D2 (4) §12.32 The stack that was aimed at; ruling BE-C4."""
    places = {"roma": "guard_garrison*2", "dara": "guard_field_army"}
    w = attempting("basileus", "market", places=places, rebels="guard_garrison_1 guard_garrison_2")
    with table(w, dice=[4]) as t:
        t.refused("empire", "stake Basileus on Dara", kind="not_understood")
        t.empire("stake Basileus on Roma", "restore")
        assert t.w.rebels == []


def test_the_barbarian_gains_only_knowledge_from_d2_on_guards() -> None:
    """§chart/diplomacy D2"""
    w = attempting("basileus", "market", seat="barbarian", places={"roma": "guard_garrison"})
    with table(w, dice=[4]) as t:
        t.barbarian("stake Basileus on Roma")
        assert t.lines("barbarian") == ["spy", "pass"]
        t.barbarian("spy treasury")


def test_d3_wins_a_province_of_any_controller() -> None:
    """§4.41(2) §chart/diplomacy D3 (3) §4.6 Its units come over wherever they are."""
    places = {**HOME, "dubios": "armenia_garrison"}
    w = attempting("basileus", "agent", "agent", "market", places=places)
    with table(w, dice=[6]) as t:
        t.empire("stake Basileus, Agent x2 on Armenia", "win")
        assert t.w.control["armenia"] == "empire"


def test_d3_stirs_up_the_guard() -> None:
    """§chart/diplomacy D3 (5) §12.22 §12.4 All the Guards of the stack, leaders among them."""
    w = attempting(
        "basileus", "agent", "market", seat="barbarian", places={"roma": "mundas guard_garrison*2"}
    )
    with table(w, dice=[6]) as t:
        t.barbarian("stake Basileus, Agent on Roma")
        assert t.events("diplomacy")[0].values["parts"] == {"for_it": 4, "led": -1}
        t.barbarian("stir up")
        assert t.w.rebels == ["guard_garrison_1", "guard_garrison_2", "mundas"]


def test_guards_with_justinian_are_no_target() -> None:
    """§12.23 §21.4(4)"""
    w = attempting("basileus", seat="barbarian", places={"constantinopolis": "justinian guard_garrison"})
    with table(w) as t:
        t.refused("barbarian", "stake Basileus on Constantinopolis", "12.23")


def test_an_assassination() -> None:
    """§chart/diplomacy D3 (2) On 1 and 2 the leader is gone; else his side draws a marker."""
    places = {**HOME, "persia_area": "kavadh"}
    hand = ["basileus", "agent", "agent", "agent", "orthodoxy", "orthodoxy", "orthodoxy", "market"]
    w = attempting(*hand, places=places)
    with table(w, dice=[5, 2, 6, 3], draws=["agent"]) as t:
        t.empire("stake Basileus, Agent x3 on Persia")
        assert t.events("diplomacy")[0].values["difference"] == 5
        t.empire("assassinate Kavadh")
        assert "kavadh" not in t.w.at
        t.w.at["kavadh"] = "persia_area"
        t.empire("stake Orthodoxy x3 on Persia")
        t.empire("assassinate Kavadh")
        assert "kavadh" in t.w.at
        assert t.w.cups["barbarian_hand"] == ["agent"]


def test_an_enemy_leader_of_any_province_is_assassinated() -> None:
    """§chart/diplomacy D3 (2) ruling BE-C4 Not in the target alone; but at sea is in no province."""
    w = attempting("basileus", "agent", "agent", "market", places={**HOME, "persia_area": "kavadh"})
    with table(w, dice=[6, 1]) as t:
        t.empire("stake Basileus, Agent x2 on Armenia")
        t.refused("empire", "assassinate Belisarius", kind="not_understood")
        t.empire("assassinate Kavadh")
        assert "kavadh" not in t.w.at
    sea = next(h for h in HEXES if HEXES[h].kind == "sea")
    places = {**HOME, sea: "guard_fleet belisarius", "ravenna": "mundas", "roma": "guard_garrison"}
    w = attempting("basileus", "agent", "market", seat="barbarian", places=places, aboard="belisarius")
    with table(w, dice=[6, 2]) as t:
        t.barbarian("stake Basileus, Agent on Roma")
        t.refused("barbarian", "assassinate Belisarius", "chart/diplomacy", unit="belisarius")
        t.barbarian("assassinate Mundas")
        assert "mundas" not in t.w.at


def test_without_enemy_leaders_nobody_is_assassinated() -> None:
    """§chart/diplomacy D3 (2)"""
    with table(attempting("basileus", "agent", "agent", "market"), dice=[6]) as t:
        t.empire("stake Basileus, Agent x2 on Armenia")
        t.refused("empire", "assassinate Kavadh", "chart/diplomacy")
        t.empire("pass")


@pytest.mark.parametrize(
    ("stakes", "draws"),
    [
        ("Agent", ["rally"]),
        ("Orthodoxy", ["rally", "market"]),
        ("Tolerance", []),
        ("Basileus, Agent", ["rally", "market"]),
        ("Basileus, Orthodoxy", ["rally", "market", "leader", "pope"]),
        ("Basileus, Tolerance", []),
    ],
)
def test_reactions(stakes: str, draws: list[str]) -> None:
    """§chart/diplomacy R1 and R2 §9.5 Twice as many against Orthodoxy, none against Tolerance."""
    w = attempting("agent", "orthodoxy", "tolerance", "basileus", "treachery")
    with table(w, dice=[1], draws=draws) as t:
        t.empire(f"stake {stakes} on Ostrogoths")
        assert t.w.cups["barbarian_hand"] == sorted(draws)


def test_a_defenders_orthodoxy_does_not_double_the_reaction() -> None:
    """§card/orthodoxy In attack alone."""
    w = attempting("basileus", "market", enemy=["orthodoxy"], neutral_defence="any")
    with table(w, dice=[1], draws=["rally"]) as t:
        t.empire("stake Basileus on Ostrogoths")
        t.barbarian("stake Orthodoxy")
        assert t.w.cups["barbarian_hand"] == ["rally"]


def test_d1_and_r1_in_the_order_printed() -> None:
    """§chart/diplomacy "D1 + R1": what is seen is the hand before the draw."""
    with table(attempting("basileus", "agent", "market", enemy=["pope"]), dice=[2], draws=["rally"]) as t:
        t.empire("stake Basileus, Agent on Ostrogoths")
        t.barbarian("pass")
        t.empire("spy markers")
        assert t.said("empire")[0].endswith("Pope or Patriarch Intervenes.")
        assert t.w.cups["barbarian_hand"] == ["pope", "rally"]
