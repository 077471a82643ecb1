"""§26 The operation of pillage (option): cost, table, ruins, plunder, and what it provokes."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.belisarius.board import CHARTS, CITIES
from adjudicator.belisarius.rules.r20_forage import forage
from adjudicator.belisarius.world import BARBARIAN, EMPIRE, Army, World, is_port

from .helpers import table, world

ANCYRA, EPHESUS, MEMPHIS = (CITIES[city].hex for city in ("ancyra", "ephesus", "memphis"))
DARA = CITIES["dara"].hex


def raiding(
    place: str,
    units: str = "persia_nomad",
    seat: str = BARBARIAN,
    half: int = 40,
    naval: bool = False,
    **more: Any,
) -> World:
    """An army that is acting, in a campaign with pillage."""
    places = {place: units, **more.pop("others", {})}
    w = world(places, phase="army", phasing=seat, **{"pillage": "on", **more})
    mine = sorted(u for u, where in w.at.items() if where == place)
    w.army = Army(seat, place, mine, half, naval=naval)
    return w


@pytest.mark.parametrize(
    ("die", "one", "three", "four"),
    [
        (1, "", "", "R"),
        (2, "", "R", "P+R"),
        (3, "R", "P+R", "P+R"),
        (4, "P+R", "P+R", "P+R"),
        (5, "P+R", "P+R", "P+R"),
        (6, "P+R", "P+R", "P+R"),
    ],
)
def test_the_pillage_table(die: int, one: str, three: str, four: str) -> None:
    """Pillage table, cell by cell: one unit, two or three, four or more."""
    columns = {1: one, 2: three, 3: three, 4: four, 9: four}
    for n, cell in columns.items():
        assert "+".join(CHARTS.pillaging(n, die)) == cell


def test_without_the_option_nobody_pillages() -> None:
    """§26.0."""
    with table(raiding(ANCYRA, pillage="off")) as t:
        t.refused(BARBARIAN, "pillage", "26.0")


def test_a_city_is_pillaged() -> None:
    """§26.1 §26.3: 4 points; the marker, a solidus, and the enemy draws."""
    with table(raiding(ANCYRA), dice=[4], draws=["agent"]) as t:
        t.barbarian("pillage")
        assert t.w.army is not None
        assert t.w.army.half == 40 - 8
        assert ANCYRA in t.w.pillaged
        assert t.w.treasury[BARBARIAN] == 11
        assert t.w.cups["empire_hand"] == ["agent"]
        assert forage(t.w, ANCYRA) == 0
        assert t.said()[0] == "Barbarian tried to pillage Ancyra (3539) with Persian nomad for 4 OP."


def test_the_die_may_say_no() -> None:
    """Pillage table: a blank cell is no effect, and R alone is a marker for the enemy."""
    with table(raiding(ANCYRA), dice=[2]) as t:
        t.barbarian("pillage")
        assert ANCYRA not in t.w.pillaged
        assert [e.kind for e in t.told if e.kind != "rolled"][-1] == "pillage_fails"
    with table(raiding(ANCYRA), dice=[3], draws=["rally"]) as t:
        t.barbarian("pillage")
        assert ANCYRA not in t.w.pillaged
        assert t.w.cups["empire_hand"] == ["rally"]
        assert [e.kind for e in t.told if e.kind != "rolled"][1:] == ["pillage_fails", "drew"]


def test_every_unit_counts_one_and_nothing_multiplies() -> None:
    """§26.1 §26.11: a leader with two stars is one unit, and a fleet too."""
    with table(raiding(ANCYRA, "khusro"), dice=[2]) as t:
        t.barbarian("pillage")
        assert not t.w.cups["empire_hand"]
    w = raiding(EPHESUS, "guard_fleet belisarius", EMPIRE, naval=True, aboard="belisarius")
    with table(w, dice=[2], draws=["agent"]) as t:
        t.empire("pillage")
        assert t.w.cups["barbarian_hand"] == ["agent"]
        assert EPHESUS not in t.w.pillaged


def test_wealthy_cities_yield_a_die() -> None:
    """Pillage table (3): Constantinopolis and the wealthy what the die shows."""
    for city in ("constantinopolis", "antiochia"):
        with table(raiding(CITIES[city].hex), dice=[6, 5], draws=["agent"]) as t:
            t.barbarian("pillage")
            assert t.w.treasury[BARBARIAN] == 15
            (plunder,) = t.events("plundered")
            assert plunder.values["solidi"] == 5


def test_open_country_yields_nothing_but_is_laid_waste() -> None:
    """§26.0, pillage chart (3): any hex; those beside it that are no cities feed nobody."""
    with table(raiding("3540"), dice=[6], draws=["agent"]) as t:
        assert forage(t.w, "3541") > 0
        t.barbarian("pillage")
        assert t.w.treasury[BARBARIAN] == 10
        assert (forage(t.w, "3540"), forage(t.w, "3541")) == (0, 0)
        assert forage(t.w, ANCYRA) == 4


def test_colony_and_public_works_are_destroyed() -> None:
    """§27.32 §27.5 §28.5, pillage table (2): with a solidus for the colony."""
    w = raiding("3540", works=["3540", ANCYRA])
    w.colonies = ["3540"]
    with table(w, dice=[6], draws=["agent"]) as t:
        t.barbarian("pillage")
        assert (t.w.colonies, t.w.works) == ([], [ANCYRA])
        assert t.w.treasury[BARBARIAN] == 11
        assert [e.kind for e in t.told if e.kind != "rolled"][1:5] == [
            "pillaged",
            "colony_lost",
            "works_lost",
            "plundered",
        ]


def test_a_pillaged_port_is_a_coast() -> None:
    """Pillage chart (4)."""
    w = raiding(EPHESUS)
    assert is_port(w, EPHESUS)
    with table(w, dice=[6], draws=["agent"]) as t:
        t.barbarian("pillage")
        assert not is_port(t.w, EPHESUS)


def test_not_in_an_enemy_zone() -> None:
    """§26.2(1) §15.4: beside an enemy in the field; a garrison in its city has no zone."""
    with table(raiding("3540", others={"3541": "guard_field_army"})) as t:
        t.refused(BARBARIAN, "pillage", "26.2", place="3540", enemies=["3541"])
    with table(raiding("3540", others={ANCYRA: "pontica_garrison"}), dice=[1]) as t:
        t.barbarian("pillage")


def test_a_citys_own_walls_keep_zones_out() -> None:
    """§15.12 §15.4: who pillages from inside a city is in no zone."""
    with table(raiding(ANCYRA, others={"3540": "guard_field_army"}), dice=[1]) as t:
        t.barbarian("pillage")


def test_zones_of_fleets_count_ashore() -> None:
    """§15.4 §26.2(1): all zones do, ruling BE-F4."""
    with table(raiding("3435", others={"3434": "guard_fleet"})) as t:
        t.refused(BARBARIAN, "pillage", "26.2", enemies=["3434"])


def test_not_twice_and_not_at_sea() -> None:
    """§26.2(2) §26.2(3)."""
    with table(raiding(ANCYRA, pillaged=[ANCYRA])) as t:
        t.refused(BARBARIAN, "pillage", "26.2", place=ANCYRA)
    with table(raiding("2724", "guard_fleet", EMPIRE, naval=True)) as t:
        t.refused(EMPIRE, "pillage", "26.2", place="2724")


def test_four_points_are_needed() -> None:
    """§14.31."""
    with table(raiding(ANCYRA, half=7)) as t:
        t.refused(BARBARIAN, "pillage", "14.31", cost="4", left="3½")


def test_pillage_in_a_neutral_province_gives_it_to_the_enemy() -> None:
    """§4.41(5): at once, whatever the die says; ruling BE-F6."""
    with table(raiding(CITIES["bosporus"].hex, "guard_garrison", EMPIRE), dice=[1]) as t:
        t.empire("pillage")
        assert t.w.control["scythia"] == BARBARIAN
        assert [e.kind for e in t.told if e.kind != "rolled"][:2] == ["pillages", "control"]
