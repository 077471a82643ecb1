"""What is not allowed is refused for the reason that forbids it."""

from __future__ import annotations

import pytest

from adjudicator.core import Refusal, Table, fill
from adjudicator.ottomans import GAME
from adjudicator.ottomans.board import FIGURES, KEY_CITIES
from adjudicator.ottomans.show.names import ORDERS

from .helpers import order, seen, table, told, world

GENDARMES, MILITIA = "ottomans_gendarmes_1", "ottomans_militia_1"
SERBS = "serbia_militia_1"


def test_the_chart_of_points_says_whose_units_count() -> None:
    """§21.1 Under an empire its own alone; else those of the coalition of the core nation."""
    (points,) = (table for table in GAME.pictures.aids.tables() if table.id == "points")
    assert points.note is not None
    said = fill(points.note, "en", GAME.lexicon.label)
    cities = f"{FIGURES.empire} of the {len(KEY_CITIES)} key cities"
    assert said.startswith(f"A coalition with {cities} is an empire")
    assert "then its units alone count" in said


def why(t: Table, text: str) -> str:
    """Give the reason, with its paragraph, for which an order of the Turks is refused."""
    with pytest.raises(Refusal) as refused:
        order(t, "turks", text)
    return f"§{refused.value.rule} {fill(refused.value.why, 'en', GAME.lexicon.label)}"


@pytest.mark.parametrize(
    ("phase", "text", "says"),
    [
        ("movement", "attack Serbia with all", "§9.0 “attack” is given in the Combat Phase or on a forced"),
        ("combat", "move Serbia-Hungary: all", "§7.1 “move” is given in the Movement Phase or on a forced"),
        ("combat", "force Mehmed II", "§11.0 “force” is given in the Forced March Phase; you are asked now"),
        ("march", "attack Serbia with all", "§9.0 “attack” is given in the Combat Phase or on a forced"),
        ("movement", "replace Ottoman Gendarmes at Bursa", "§13.0 “replace” is given in the Replacement"),
    ],
)
def test_an_order_of_another_phase_says_when_it_is_given(phase: str, text: str, says: str) -> None:
    """§5.1(2)"""
    t = table(world({GENDARMES: "serbia", SERBS: "serbia"}, phase=phase, control={"serbia": "orthodox"}))
    assert why(t, text).startswith(says)


def test_every_order_that_has_a_time_is_known() -> None:
    assert {*ORDERS} <= {*GAME.lexicon.ids()}


def test_units_in_a_city_leave_it_before_they_attack_in_its_region() -> None:
    """§10.4"""
    at = {GENDARMES: "adrianople", MILITIA: "serbia", SERBS: "rumelia", "serbia_irregulars_1": "serbia"}
    t = table(world(at, control={"serbia": "orthodox"}))
    assert why(t, "attack Rumelia with all").startswith("§10.4 units in Adrianople leave it before they")
    del at[MILITIA]
    alone = table(world(at, control={"serbia": "orthodox"}))
    assert why(alone, "attack Rumelia with all").startswith("§10.4")


def test_nobody_attacks_out_of_another_region() -> None:
    """§9.31 §10.3"""
    at = {GENDARMES: "rumelia", SERBS: "rumelia", "serbia_irregulars_1": "serbia"}
    at |= {"serbia_feudal_array_1": "belgrade"}
    t = table(world(at, control={"serbia": "orthodox"}))
    assert why(t, "attack Serbia with all") == (
        "§9.31 units attack where they are, and no unit of yours that can attack is in Serbia"
    )
    assert why(t, "attack Belgrade with all").startswith("§10.3 Belgrade is attacked from Serbia alone")
    assert why(t, "attack Hungary with all") == "§9.31 there is nothing in Hungary that you can attack"


def test_neutral_units_and_those_of_others_are_not_moved() -> None:
    """§6.4"""
    at = {GENDARMES: "rumelia", SERBS: "serbia", "hungary_irregulars_1": "hungary"}
    t = table(world(at, phase="movement", control={"serbia": "orthodox"}))
    assert why(t, "move Hungary-Serbia: Hungarian Irregulars") == "§6.4 nobody controls Hungarian Irregulars"
    assert why(t, "move Serbia-Hungary: all") == "§6.4 the Orthodox player controls Serbian Militia"
    assert why(t, "move Poland-Hungary: all") == "§6.4 no unit in Poland obeys you"


def test_military_advance_is_played_with_the_attack() -> None:
    """§9.4(4) §27.2 Military Advance (2); ruling OT-W6: nobody need be asked for it."""
    at = {GENDARMES: "serbia", SERBS: "serbia"}
    w = world(at, control={"serbia": "orthodox"}, hands={"turks": ["military_advance"]})
    t = table(w, dice=[1], draws=["weather"] * 3)
    assert why(t, "play Military Advance Serbia: all").startswith(
        "§27.2 in the Combat Phase Military Advance is played with an attack"
    )
    order(t, "turks", "attack Serbia playing Military Advance with all")
    assert told(t, "doubled") == [{"seat": "turks", "side": "attack", "place": "serbia"}]
    assert told(t, "odds")[0]["attack"] == 2 * told(t, "odds")[0]["printed"][0]
    assert "military_advance" in seen(t).cups["pool"]
    assert "military_advance" not in seen(t).cups["turks_hand"]


def test_the_attacker_who_has_played_it_is_not_asked_again() -> None:
    """§9.41 one in a battle: the defender may still answer with theirs, the attacker has played."""
    hands = {"turks": ["military_advance"] * 2, "orthodox": ["military_advance"]}
    w = world({GENDARMES: "serbia", SERBS: "serbia"}, control={"serbia": "orthodox"}, hands=hands)
    t = table(w, dice=[1], modes={"battle": "ask"})
    order(t, "turks", "attack Serbia playing Military Advance with all")
    assert t.question is not None and [*t.question.choices] == ["orthodox"]
    order(t, "orthodox", "Military Advance Orthodox")
    assert [one["side"] for one in told(t, "doubled")] == ["attack", "orthodox"]


def test_after_its_attack_a_march_is_refused_by_its_own_sentence() -> None:
    """§11.2"""
    at = {"mehmed_ii": "serbia", GENDARMES: "serbia", SERBS: "serbia"}
    t = table(world(at, phase="march", control={"serbia": "orthodox"}), dice=[4], draws=["truce"])
    order(t, "turks", "force Mehmed II")
    order(t, "turks", "attack Serbia with all")
    order(t, "orthodox", "lose Serbian Militia")
    assert why(t, "move Serbia-Rumelia: all") == "§11.2 after its attack a forced march moves no further"


def test_a_march_with_units_that_do_not_follow_says_who_would() -> None:
    """§11.11"""
    at = {"mehmed_ii": "serbia", GENDARMES: "serbia", SERBS: "serbia"}
    t = table(world(at, phase="march", control={"serbia": "turks"}))
    said = why(t, "force Mehmed II with Serbian Militia")
    assert said == "§11.11 “Serbian Militia” cannot be chosen here; expected: how many of Ottoman Gendarmes"


def test_two_janissaries_in_thessalonica_are_refused_by_the_scenario() -> None:
    """§26.1 4.0(2)"""
    w = world({}, phase="camps", control={"janissary_1": "turks", "janissary_2": "turks"})
    w.unplaced = ["janissary_1", "janissary_2", GENDARMES]
    t = table(w)
    assert why(t, "place Thessalonica: Janissary 1, Janissary 2") == (
        "§26.1 only one Janissary may begin in Thessalonica, not 2"
    )
