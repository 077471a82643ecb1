"""§27 Colonies (option): cost, strength, table, where none can be, and what one is."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.belisarius.board import CHARTS, CITIES
from adjudicator.belisarius.rules.r27_colonies import colonizing_strength
from adjudicator.belisarius.world import BARBARIAN, EMPIRE, Army, World, is_port, is_walled

from .helpers import table, world

ANCYRA = CITIES["ancyra"].hex


def settling(place: str, units: str = "guard_field_army*2", half: int = 40, **more: Any) -> World:
    """An army of the Empire that is acting, in a campaign with colonies."""
    places = {place: units, **more.pop("others", {})}
    w = world(places, phase="army", **{"colonies": "on", **more})
    mine = sorted(u for u, where in w.at.items() if where == place)
    w.army = Army(EMPIRE, place, mine, half)
    return w


def colonial(place: str, units: str = "guard_field_army*2", **more: Any) -> World:
    """The same, with markers of colonies on the map."""
    built = more.pop("built")
    w = settling(place, units, **more)
    w.colonies = built
    return w


@pytest.mark.parametrize(
    ("die", "one", "two", "four", "five"),
    [
        (1, "R", "R", "R", "R"),
        (2, "", "", "", "C+R"),
        (3, "", "", "C", "C"),
        (4, "", "C", "C", "C"),
        (5, "C", "C", "C", "C"),
        (6, "C", "C", "C", "C"),
    ],
)
def test_the_colony_table(die: int, one: str, two: str, four: str, five: str) -> None:
    """Colony table, cell by cell: strength 1, 2, 3 and 4, 5 and more."""
    for n, cell in {1: one, 2: two, 3: four, 4: four, 5: five, 12: five}.items():
        assert "+".join(CHARTS.colonizing(n, die)) == cell


def test_colonizing_strength() -> None:
    """§27.1: a leader with two stars 3, with one 2, every other unit 1."""
    assert colonizing_strength(["belisarius"]) == 3
    assert colonizing_strength(["mundas", "guard_field_army_1", "guard_garrison_1"]) == 4


def test_a_colony_is_founded_and_a_unit_settles() -> None:
    """§10.34 §27.1 §27.12 §27.6: 8 points and 5 solidi; the owner says who stays."""
    with table(settling("3239", "guard_field_army guard_garrison"), dice=[5]) as t:
        t.empire("colonize")
        assert t.asked == [EMPIRE]
        t.empire("Guard GA")
        assert t.w.colonies == ["3239"]
        assert t.w.treasury[EMPIRE] == 15
        assert t.w.army is not None
        assert (t.w.army.half, t.w.army.units) == (40 - 16, ["guard_field_army_1"])
        assert "guard_garrison_1" not in t.w.at


def test_equal_units_are_not_asked_about() -> None:
    """§27.6: of two alike one goes."""
    with table(settling("3239"), dice=[6]) as t:
        t.empire("colonize")
        assert t.w.at == {"guard_field_army_2": "3239"}
        assert t.said()[-2] == "Empire founded a colony at hex 3239 near Laodicea."


def test_the_last_unit_may_settle() -> None:
    """§27.6: then the army is no more."""
    with table(settling("3239", "guard_garrison", others={"3536": "guard_fleet"}), dice=[6]) as t:
        t.empire("colonize")
        assert (t.w.army, t.w.phase) == (None, "operations")
        assert t.w.at == {"guard_fleet_1": "3536"}


def test_the_die_may_say_no_and_the_solidi_are_gone() -> None:
    """§27.12, colony table: nothing, or a marker for the enemy."""
    with table(settling("3239"), dice=[2]) as t:
        t.empire("colonize")
        assert (t.w.colonies, t.w.treasury[EMPIRE]) == ([], 15)
        assert [e.kind for e in t.told if e.kind != "rolled"][-1] == "colony_fails"
    with table(settling("3239"), dice=[1], draws=["agent"]) as t:
        t.empire("colonize")
        assert (t.w.colonies, t.w.cups["barbarian_hand"]) == ([], ["agent"])
        assert [e.kind for e in t.told if e.kind != "rolled"][1:] == ["colony_fails", "drew"]


def test_success_with_reaction() -> None:
    """Colony table: strength 5 with a 2, both in order."""
    with table(settling("3239", "belisarius guard_field_army*2"), dice=[2], draws=["agent"]) as t:
        t.empire("colonize", "Guard FA")
        assert t.w.colonies == ["3239"]
        assert t.w.cups["barbarian_hand"] == ["agent"]


def test_where_no_colony_can_be() -> None:
    """§27.2: (2) in a city, (3) where one is, (4) beside a city or one, (5) in ruins, (6) in the desert."""
    with table(settling(ANCYRA)) as t:
        t.refused(EMPIRE, "colonize", "27.2", place=ANCYRA)
    with table(colonial("3239", built=["3239"])) as t:
        t.refused(EMPIRE, "colonize", "27.2", place="3239")
    with table(settling("3540")) as t:
        t.refused(EMPIRE, "colonize", "27.2", place="3540", others=[ANCYRA])
    with table(colonial("3239", built=["3240"])) as t:
        t.refused(EMPIRE, "colonize", "27.2", others=["3240"])
    with table(settling("3239", pillaged=["3239"])) as t:
        t.refused(EMPIRE, "colonize", "27.2", place="3239")
    with table(settling("1354")) as t:
        t.refused(EMPIRE, "colonize", "27.2", place="1354")


def test_not_in_an_enemy_zone() -> None:
    """§27.2(1) §15.4."""
    with table(settling("3239", others={"3240": "persia_field_army"})) as t:
        t.refused(EMPIRE, "colonize", "27.2", enemies=["3240"])


def test_not_at_sea() -> None:
    """§27.2: ruling BE-F7."""
    w = settling("2724", "guard_fleet")
    assert w.army is not None
    w.army.naval = True
    with table(w) as t:
        t.refused(EMPIRE, "colonize", "27.2", place="2724")


def test_beside_ruins_a_colony_may_be() -> None:
    """§27.2(4), pillage chart (1): a pillaged city is none."""
    with table(settling("3540", pillaged=[ANCYRA]), dice=[6]) as t:
        t.empire("colonize")
        assert t.w.colonies == ["3540"]


def test_points_and_solidi_are_needed() -> None:
    """§14.31 §27.12; and the option."""
    with table(settling("3239", half=15)) as t:
        t.refused(EMPIRE, "colonize", "14.31", cost="8", left="7½")
    with table(settling("3239", treasury={EMPIRE: 4})) as t:
        t.refused(EMPIRE, "colonize", "27.12", cost=5, treasury=4)
    with table(settling("3239", colonies="off")) as t:
        t.refused(EMPIRE, "colonize", "27.0")


def test_a_colony_in_a_neutral_province_gives_it_to_the_enemy() -> None:
    """§4.41(5)."""
    with table(settling("3106"), dice=[2]) as t:
        t.empire("colonize")
        assert t.w.control["visigoths"] == BARBARIAN


def test_a_colony_is_a_city_and_on_the_coast_a_port() -> None:
    """§27.31 §27.33 §27.4: for its occupier."""
    w = colonial("3239", built=["3239", "3635"])
    assert is_walled(w, "3239")
    assert not is_port(w, "3239")
    assert is_port(w, "3635")
