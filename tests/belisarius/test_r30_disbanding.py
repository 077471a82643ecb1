"""§30 Disbanding and §32 attrition (both optional)."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.belisarius.board import HEXES
from adjudicator.belisarius.rules import r30_disbanding as r30
from adjudicator.belisarius.world import World

from .helpers import table, world

WAR = [2, 3]
"""The event that begins the next turn: a war in Africa."""
SEA = next(h.id for h in HEXES.values() if h.kind == "sea")


def disbanding(places: dict[str, str], solidi: int = 0, **more: Any) -> World:
    """A supply phase of the Empire with a treasury and the rule of disbanding."""
    phasing = more.pop("phasing", "empire")
    options = {"disbanding": "on", **more}
    return world(places, phase="supply", phasing=phasing, treasury={phasing: solidi}, **options)


# -- §30.1 ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(("die", "left"), [(3, 2), (4, 2), (5, 2), (6, 4)])
def test_unpaid_units_check_with_one_die_a_hex(die: int, left: int) -> None:
    """§30.11 §30.0 §30.1 §30.2 Disband chart; who is loyal stays for nothing."""
    with table(disbanding({"3634": "guard_field_army*4"}), dice=[die, *WAR]) as t:
        t.empire("feed 3634 without Guard FA x2")
        assert len(t.w.at) == left
        assert t.w.treasury["empire"] == 0
        t.empire("done")
        assert t.w.phasing == "barbarian"


def test_mutineers_pillage_their_hex_and_lose_the_province() -> None:
    """Disband chart: the units are gone, the hex is pillaged, the province neutral; nobody gains."""
    w = disbanding({"3634": "guard_field_army*5"}, pillaged=[])
    w.colonies, w.works = ["3634"], ["3634"]
    with table(w, dice=[2]) as t:
        t.empire("feed 3634 without Guard FA x1")
        assert (t.w.pillaged, t.w.colonies, t.w.works) == (["3634"], [], [])
        lost = [event.kind for event in t.told if event.kind in ("ruined", "colony_lost", "works_lost")]
        assert lost == ["ruined", "colony_lost", "works_lost"]
        assert t.w.control["thracia"] == "neutral"
        assert len(t.w.at) == 4
        assert t.w.treasury["empire"] == 0


def test_who_stays_where_volunteers_mutiny_must_be_supplied() -> None:
    """§30.3 §20.4 The hex feeds nobody any more, and nobody has paid for it; ruling BE-D17."""
    w = disbanding({"3535": "thracia_garrison guard_field_army"}, 2, pillaged=[])
    with table(w, dice=[1]) as t:
        t.empire("disband 3535: Thracia GA")
        assert t.w.pillaged == ["3535"] and t.w.fed == []
        t.refused("empire", "done", "20.2", places=["3535"])
        t.empire("feed 3535")
        assert t.w.treasury["empire"] == 0


def test_mutineers_in_ruins_bring_the_enemy_a_marker() -> None:
    """Disband chart: a hex that was pillaged already."""
    w = disbanding({"3634": "guard_garrison"}, pillaged=["3634"])
    with table(w, dice=[1], draws=["agent"]) as t:
        t.empire("feed 3634 without Guard garrison")
        assert t.w.cups["barbarian_hand"] == ["agent"]
        assert t.w.control["thracia"] == "neutral"


@pytest.mark.parametrize("dice", ["hex", "unit"])
def test_the_guards_with_justinian_go_home_and_do_not_mutiny(dice: str) -> None:
    """§21.4(4) §12.23 ruling BE-D15 Neither ruins nor neutrality, and no marker for the enemy."""
    w = disbanding({"3634": "justinian guard_garrison"}, disband_dice=dice, pillaged=[])
    with table(w, dice=[1, 1][: 1 if dice == "hex" else 2]) as t:
        t.empire("disband 3634: Guard garrison, Justinian")
        assert {event.values["how"] for event in t.events("checked")} == {"disband"}
        assert (t.w.at, t.w.pillaged, t.w.control["thracia"]) == ({}, [], "empire")


def test_others_mutiny_beside_justinian() -> None:
    """§21.4(4) ruling BE-D15 It is the Guards whom he keeps from it."""
    w = disbanding({"3634": "justinian guard_garrison thracia_garrison"}, pillaged=[])
    with table(w, dice=[1]) as t:
        t.empire("disband 3634: Guard garrison, Thracian garrison, Justinian")
        told = {event.values["how"]: event.values["units"] for event in t.events("checked")}
        assert told == {"disband": ["guard_garrison_1", "justinian"], "mutiny": ["thracia_garrison_1"]}
        assert (t.w.pillaged, t.w.control["thracia"]) == (["3634"], "neutral")


def test_leaders_steady_their_men_whether_they_check_or_not() -> None:
    """Disband chart §30.5 Stars of the best leader in the hex, and of him alone; friendly units do not."""
    places = {"3634": "belisarius mundas guard_field_army*3"}
    with table(disbanding(places), dice=[4]) as t:
        t.empire("feed 3634 without Guard FA")
        checked = t.events("checked")[0].values
        assert (checked["modifier"], checked["how"]) == (2, "loyal")


def test_one_die_for_each_unit() -> None:
    """Disband chart, option `disband_dice`, ruling BE-D13."""
    w = disbanding({"3634": "guard_field_army*4"}, disband_dice="unit")
    with table(w, dice=[6, 3]) as t:
        t.empire("feed 3634 without Guard FA x2")
        assert sorted(t.w.at) == ["guard_field_army_1", "guard_field_army_3", "guard_field_army_4"]


def test_anybody_may_be_sent_home() -> None:
    """§30.0 §30.3 Leaders too, and units that cost nothing; each place once."""
    with table(disbanding({"3634": "mundas guard_garrison"}, 5), dice=[5]) as t:
        t.empire("disband 3634: Guard garrison, Mundas")
        assert t.w.at == {"guard_garrison_1": "3634", "mundas": "3634"}  # 5 + 1 is 6
        t.refused("empire", "disband 3634: Mundas", "30.3")


def test_the_hungry_are_settled_when_they_are_fed() -> None:
    """§30.2 One check a hex."""
    with table(disbanding({"3634": "guard_garrison*3"}, 5)) as t:
        t.refused("empire", "disband 3634: Guard garrison", "30.3")


def test_those_aboard_go_down_with_their_fleet() -> None:
    """§30.4."""
    w = disbanding({SEA: "guard_fleet guard_garrison"}, 1, aboard="guard_garrison_1")
    with table(w, dice=[3]) as t:
        t.empire(f"feed {SEA} without Guard fleet")
        assert t.w.at == {}


def test_a_mutiny_at_sea_or_off_the_map_pillages_nothing() -> None:
    """Disband chart, ruling BE-D14; off the map the province is lost all the same."""
    with table(disbanding({SEA: "guard_fleet"}, pillaged=[]), dice=[1]) as t:
        t.empire(f"feed {SEA} without Guard fleet")
        assert t.w.pillaged == []
    w = disbanding({"persia_area": "persia_garrison"}, phasing="barbarian", pillaged=[])
    with table(w, dice=[1]) as t:
        t.barbarian("disband Persia off map: Persian garrison")
        assert t.w.pillaged == []
        assert t.w.control["persia"] == "neutral"


# -- §32 -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("place", "units", "modifier"),
    [
        ("3634", ["oriens_nomad_1", "pontica_warband_1"], -2),
        ("3634", ["oriens_nomad_1", "thracia_garrison_1"], -1),
        ("3634", ["thracia_garrison_1"], 0),
        ("3147", ["oriens_nomad_1"], 0),
    ],
)
def test_nomads_and_war_bands_want_to_go_home(place: str, units: list[str], modifier: int) -> None:
    """§32.0 §32.1 §32.2 Those who check are looked at; only with the option."""
    assert HEXES["3147"].province == "oriens"
    w = world({place: " ".join(units)}, attrition="on")
    assert r30.modifier_of(w, place, units) == modifier
    w.options["attrition"] = "off"
    assert r30.modifier_of(w, place, units) == 0
