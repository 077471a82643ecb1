"""§4.7 §6 Events 51 to 66: revolts, and the Legal Reform that prevents them."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.belisarius.board import CITIES, CITIES_AT, HEXES_OF, PROVINCES, REGIONS, REVOLT
from adjudicator.belisarius.rules.r06_revolts import succeeds
from adjudicator.belisarius.world import BARBARIAN, EMPIRE, NEUTRAL, World

from .helpers import Units, table, world

GUARDED: dict[str, Units] = {"heraclea": "thracia_garrison"}
ASK = {"revolt": "ask"}


def event(**more: Any) -> World:
    """A world before the Empire's event."""
    return world(GUARDED, phase="event", phasing=EMPIRE, **more)


@pytest.mark.parametrize(
    ("dice", "region"),
    [
        ((5, 1), "revolt_empire"),
        ((5, 3), "revolt_west"),
        ((5, 6), "revolt_africa"),
        ((6, 2), "revolt_barbarian"),
        ((6, 6), "revolt_east"),
    ],
)
def test_provinces_of_every_controller_check(dice: tuple[int, int], region: str) -> None:
    """§4.7 §4.71 §4.72 A die each: up to 3 the neutral turn barbarian, those of either player neutral.

    §event/51-52 §event/53-54 §event/55-56 §event/61-63 §event/64-66
    """
    provinces = REGIONS[region]
    w = event(control={"lazica": EMPIRE, "franks": EMPIRE}, pillaged=[])
    before = dict(w.control)
    thrown = [3 if i % 2 == 0 else 4 for i in range(len(provinces))]
    with table(w, dice=[*dice, *thrown]) as t:
        for i, province in enumerate(provinces):
            to = before[province]
            if i % 2 == 0:
                to = BARBARIAN if to == NEUTRAL else NEUTRAL
            assert t.w.control[province] == to, province
        others = set(PROVINCES) - set(provinces)
        assert {p: t.w.control[p] for p in others} == {p: before[p] for p in others}


def test_the_revolt_table() -> None:
    """§chart/revolt The six rows, and what lies beyond them."""
    w = event(pillaged=[])
    assert [succeeds(w, "thracia", die) for die in range(1, 7)] == [True] * 3 + [False] * 3
    assert list(REVOLT.values()) == [True] * 3 + [False] * 3


def test_ruins_feed_a_revolt_once() -> None:
    """§chart/revolt One less for pillage markers, however many."""
    ruins = sorted(h for h in HEXES_OF["thracia"])[:2]
    w = event(pillaged=ruins)
    assert (succeeds(w, "thracia", 4), succeeds(w, "thracia", 5)) == (True, False)
    assert not succeeds(w, "dacia", 4)


def test_public_works_calm_a_province_that_has_them_everywhere() -> None:
    """§chart/revolt §28.3(2) All its cities and colonies; one without is enough to lose it."""
    towns = [h for h in HEXES_OF["thracia"] if h in CITIES_AT]
    assert len(towns) == 4
    w = event(works=sorted(towns), pillaged=[])
    assert not succeeds(w, "thracia", 3)
    assert succeeds(w, "thracia", 2)
    w.works.remove(CITIES["heraclea"].hex)
    assert succeeds(w, "thracia", 3)


def test_a_ruined_city_needs_no_works() -> None:
    """§28.3(2) Pillage chart, effect 1: the city is ignored; the ruins count -1 and the works +1."""
    towns = [city.hex for city in CITIES.values() if city.province == "thracia"]
    w = event(works=sorted(towns[1:]), pillaged=towns[:1])
    assert not succeeds(w, "thracia", 4)
    assert succeeds(w, "thracia", 3)
    assert succeeds(event(works=[], pillaged=towns), "thracia", 4)


def test_a_province_without_cities_has_no_works() -> None:
    """§chart/revolt Nothing is everywhere there."""
    assert not any(h in CITIES_AT for h in HEXES_OF["slavs"])
    assert succeeds(event(), "slavs", 3)


def test_legal_reform_keeps_a_province_quiet() -> None:
    """§card/legal_reform Before the dice, one province a marker, by either player; it then casts no die."""
    w = event(hands={"barbarian": ["legal_reform"], "empire": ["agent"]})
    with table(w, dice=[6, 4, 6, 6, 6], windows=ASK) as t:
        assert t.asked == [EMPIRE, BARBARIAN]
        t.refused(EMPIRE, "play Legal Reform Persia", "card/legal_reform", marker="legal_reform")
        t.empire("pass")
        t.barbarian("play Legal Reform Persia")
        assert t.events("reformed")[0].values["province"] == "persia"
        t.empire("pass")
        assert [e.values["province"] for e in t.events("no_revolt")] == ["lazica", "armenia", "arabia"]
        assert "legal_reform" in t.w.cups["pool"]


def test_there_is_no_reform_without_markers() -> None:
    """§card/legal_reform §22.0 Who publicly holds nothing is not asked."""
    with table(event(), dice=[6, 4, 6, 6, 6, 6], windows=ASK) as t:
        assert len(t.events("no_revolt")) == 4


def test_treachery_against_a_reform() -> None:
    """§card/treachery The province checks after all."""
    w = event(hands={"barbarian": ["legal_reform"], "empire": ["treachery"]})
    with table(w, dice=[6, 4, 6, 6, 1, 6], windows=ASK | {"marker": "ask"}) as t:
        t.empire("pass")
        t.barbarian("play Legal Reform Persia")
        t.empire("play Treachery")
        assert t.w.control["persia"] == NEUTRAL
