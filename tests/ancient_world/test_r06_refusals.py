"""§6.2 §6.12 §7.22 What is refused says why this place, and what near it can be reached."""

from __future__ import annotations

import pytest

from adjudicator.ancient_world.board import CITIES
from adjudicator.ancient_world.rules.r06_movement import ride_item
from adjudicator.ancient_world.rules.r08_begin import begin_battle
from adjudicator.ancient_world.world import Siege, World, battle_of
from adjudicator.core import Illegal, NotNow, NotUnderstood, OneOf, Table, fill
from tests.ancient_world.helpers import READER, act, empty, last, order, put, table

PLAIN = "4705"


def scipio(place: str = PLAIN) -> World:
    w = empty()
    put(w, "rome", place, {"romani_foot": 30}, ["scipio"])
    put(w, "rome", "4907", {"romani_foot": 8}, ["sempronius"])
    w.control |= {"venusia": "carthage", "roma": "rome", "ostia": "rome"}
    return act(w, "scipio")


def refusal(w: World, text: str) -> tuple[str, str]:
    with pytest.raises(Illegal) as refused:
        order(table(w), text)
    return refused.value.rule, fill(refused.value.why, "en", READER.lexicon.label)


@pytest.mark.parametrize(
    ("text", "rule", "said"),
    [
        ("march in Venusia", "6.37", "Venusia is held by the enemy"),
        ("march 4513", "6.32", "is water"),
        ("march Carthago", "11.0", "Carthago is outside the play area"),
        ("march 4705", "6.2", "is at hex 4705 near Canusium already"),
        ("march Sempronius", "6.2", "is at hex 4907 near Potentia"),
        ("march 4706-Carthago", "11.0", "Carthago is outside the play area"),
        ("ride to Carthago", "11.0", "Carthago is outside the play area"),
        ("ride to 4513", "6.12", "is water"),
        ("take 5 Libyan infantry", "6.24", "leads no Libyan infantry here"),
    ],
)
def test_a_place_that_cannot_be_gone_to_says_why(text: str, rule: str, said: str) -> None:
    """§6.2 §6.32 §6.37 §11.0 Enemy city, water, outside the area, already there, somebody else's name."""
    found, why = refusal(scipio(), text)
    assert (found, said in why) == (rule, True), why


def test_a_long_name_of_no_place_is_read_to_its_end() -> None:
    """§6.2 It is no place; it is not too long."""
    with pytest.raises(NotUnderstood, match="cannot come next"):
        order(table(scipio()), "march 4706 past the great marshes")


@pytest.mark.parametrize("text", ["4705 to 4706 to 4806", "Scipio: 4705 to 4806", "4706 into 4806"])
def test_a_way_may_be_told_with_to(text: str) -> None:
    """§6.2 From the place where they stand, or from a place on the way."""
    t = table(scipio(), [0] * 4)
    order(t, f"march {text}")
    assert last(t, "marches")["way"][-1] == "4806"


def test_the_nearest_place_is_named() -> None:
    """§6.37 Beside the city that the enemy holds one may stop."""
    _, why = refusal(scipio(), "march in Venusia")
    assert f"the nearest place that can be reached is {READER.label(CITIES['venusia'].hex)}" in why


def test_a_besieged_city_and_another_shore_are_named() -> None:
    """§6.37 §6.32"""
    w = scipio()
    w.sieges["venusia"] = Siege("rome", 1)
    assert "under siege" in refusal(w, "march in Venusia")[1]
    w = empty("sicily")
    put(w, "rome", "5915", {"romani_foot": 20}, ["caudex"])
    put(w, "carthage", "5915i", {"libya_foot": 5})
    assert "another shore" in refusal(act(w, "caudex"), "march Croton")[1]


def test_a_voyage_that_is_not_possible_says_why() -> None:
    """§7.22 §11.0 No port, an enemy port, inland."""
    w = scipio(f"{CITIES['ostia'].hex}i")
    w.control["neapolis"] = "carthage"
    assert "Neapolis is not open to you" in refusal(w, "sail Neapolis")[1]
    assert "no ships of the scenario come to Venusia" in refusal(w, "sail Venusia")[1]
    assert "outside the play area" in refusal(w, "sail Carthago")[1]


def test_march_to_is_understood() -> None:
    """§6.2 As "ride to" and "avoid to" are."""
    t = table(scipio(), [9])
    order(t, "march to 4706")
    assert "rome@4706" in t.world.forces


def test_the_places_of_a_ride_are_found_once() -> None:
    """§6.12 A refused line asks for them again for each of six hundred places: 340 ms, and 6 for once."""
    w = empty()
    put(w, "carthage", "4705", {"libya_foot": 30}, ["hannibal"])
    goal = ride_item(act(w, "hannibal"))
    assert isinstance(goal, OneOf)
    assert goal.options() is goal.options()


def test_who_rides_comes_to_their_own_units() -> None:
    """§6.12 A city's name means its inside where one's own units are inside alone; its number the outside."""
    w = scipio()
    put(w, "rome", f"{CITIES['capua'].hex}i", {"romani_foot": 8})
    t = table(w)
    order(t, "ride to Capua")
    assert t.world.forces[f"rome@{CITIES['capua'].hex}i"].leaders == ["scipio"]
    t = table(scipio())
    order(t, f"ride to {CITIES['capua'].hex}")
    assert t.world.op is None


def beaten() -> Table:
    """Scipio must retreat from Placentia; Mago came from 1414."""
    w = empty()
    put(w, "carthage", "1514", {"libya_foot": 40}, ["mago"])
    put(w, "rome", "1514", {"romani_foot": 30}, ["scipio"])
    begin_battle(w, "attack", "1514", ["carthage@1514"], ["rome@1514"], "mago", entries=["1414"])
    battle_of(w).percent = {"carthage": 5, "rome": 25}
    w.control |= {"cremona": "rome", "placentia": "carthage"}
    w.agenda = ["recovery", "retreats"]
    return table(w)


def test_a_retreat_names_its_end_alone() -> None:
    """§8.37 The cheapest way is taken; of a place too far away, or closed, the nearest ends are told."""
    t = beaten()
    with pytest.raises(Illegal, match=r"8\.37") as refusal:
        order(t, "to Roma", "rome")
    assert refusal.value.why.values["place"][:4] == "3615"
    order(t, "to 1715", "rome")
    way = last(t, "retreats")["way"]
    assert (way[-1], len(way)) == ("1715", 2)


def test_an_answer_to_losses_is_no_assault() -> None:
    """§9.3 At a city too "as planned" is told as a whole to be none of the orders."""
    w = scipio(CITIES["venusia"].hex)
    with pytest.raises(NotUnderstood) as unknown:
        order(table(w), "as planned")
    assert str(unknown.value.why.values["text"]) == "as planned"


@pytest.mark.parametrize("text", ["march 1715", "attack", "muster", "sail Ostia"])
def test_an_operation_at_another_time_says_when_it_is_given(text: str) -> None:
    """§5.3 While a retreat is asked for: the paragraph, the time, and what is asked now."""
    with pytest.raises(NotNow) as refused:
        order(beaten(), text, "rome")
    said = fill(refused.value.why, "en", READER.lexicon.label)
    assert refused.value.rule == "5.3"
    assert "is given in the operations of one of your leaders; you are asked now:" in said
