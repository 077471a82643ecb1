"""§6 Events 31-32: the plague."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from adjudicator.belisarius.board import AREAS, CITIES, HEXES, PROVINCES
from adjudicator.belisarius.rules.r06_plague import cities_in
from adjudicator.belisarius.world import EMPIRE, World

from .helpers import Units, table, world

REGIONS = [*sorted(PROVINCES), *sorted(AREAS)]
HERACLEA = CITIES["heraclea"].hex
SEA = next(h for h in HEXES if HEXES[h].kind == "sea")


def plague(places: Mapping[str, Units], **more: Any) -> World:
    """A world whose event, with dice 3 and 1, is the plague."""
    return world(places, phase="event", phasing=EMPIRE, **more)


def outbreak(*struck: str) -> list[int]:
    """The event's dice and one for each province and area: 5 or 6 where it strikes."""
    return [3, 1, *(5 + i % 2 if r in struck else 1 + i % 4 for i, r in enumerate(REGIONS))]


def test_it_breaks_out_province_by_province() -> None:
    """§event/31-32 (1) A die for each of 25 provinces and 4 off-map areas; ruling BE-B5."""
    towns = cities_in(plague({}), ["nubia", "persia_area"])
    assert len(REGIONS) == 29
    with table(plague({}), dice=[*outbreak("nubia", "persia_area"), *[6] * len(towns), 1, 1]) as t:
        assert t.events("plague")[0].values["regions"] == ["nubia", "persia_area"]


def test_it_kills_stacks_of_anybody() -> None:
    """§event/31-32 (2) Friends, enemies, neutrals: a die each, all of the stack on 1 or 2; none at sea."""
    places = {
        "heraclea": "thracia_garrison*2 belisarius",
        "hadrianopolis": "ostrogoths_garrison",
        "philippopolis": "persia_nomad",
        "roma": "guard_garrison",
        SEA: "guard_fleet",
    }
    w = plague(places)
    struck = sorted(CITIES[city].hex for city in ("heraclea", "hadrianopolis", "philippopolis"))
    dice = {HERACLEA: 2, CITIES["hadrianopolis"].hex: 1, CITIES["philippopolis"].hex: 3}
    towns = cities_in(w, ["thracia"])
    with table(w, dice=[*outbreak("thracia"), *(dice[h] for h in struck), *[6] * len(towns), 1, 1]) as t:
        assert sorted(t.w.at) == ["guard_fleet_1", "guard_garrison_1", "persia_nomad_1"]


def test_it_reaches_off_map_areas() -> None:
    """§event/31-32 (1) (2) An area is struck by itself, and its province is not."""
    w = plague({"persia_area": "persia_field_army kavadh", "susa": "persia_garrison"})
    with table(w, dice=[*outbreak("persia_area"), 1, 1, 1]) as t:
        assert sorted(t.w.at) == ["persia_garrison_1"]


def test_it_ruins_cities_and_ends_colonies() -> None:
    """§event/31-32 (3) A pillage marker on a city, a colony gone, public works with them; ruling BE-B6.

    Cities in ruins are passed over, and nobody gains a solidus.
    """
    colony = next(h for h in HEXES if HEXES[h].province == "thracia" and HEXES[h].city not in CITIES)
    ruins = CITIES["philippopolis"].hex
    w = plague({}, works=sorted([HERACLEA, colony]), pillaged=[ruins])
    w.colonies = [colony]
    towns = cities_in(w, ["thracia"])
    assert (ruins in towns, colony in towns, HERACLEA in towns) == (False, True, True)
    before = dict(w.treasury)
    dice = [1 if h in (HERACLEA, colony) else 3 for h in towns]
    with table(w, dice=[*outbreak("thracia"), *dice, 1, 1]) as t:
        assert t.w.pillaged == sorted([HERACLEA, ruins])
        assert (t.w.colonies, t.w.works) == ([], [])
        assert t.w.treasury == before
        lost = {(event.kind, event.values["place"]) for event in t.told if "lost" in event.kind}
        assert lost >= {("works_lost", HERACLEA), ("works_lost", colony), ("colony_lost", colony)}


def test_both_players_lose_markers() -> None:
    """§event/31-32 (4) §8.5(1) A die each, the phasing player first, and as many markers at random."""
    w = plague({}, hands={"empire": ["agent", "market", "rally"], "barbarian": ["agent", "agent"]})
    with table(w, dice=[*outbreak(), 2, 6], draws=["agent", "market", "agent", "agent"]) as t:
        assert t.w.cups["empire_hand"] == ["rally"]
        assert t.w.cups["barbarian_hand"] == []


def test_justinian_may_die_of_it() -> None:
    """§21.4(3) The plague killed him in more than one campaign; the hand goes before the last step."""
    w = plague({"constantinopolis": "justinian"}, hands={"empire": ["agent", "market"]})
    towns = cities_in(w, ["thracia"])
    with table(w, dice=[*outbreak("thracia"), 1, *[6] * len(towns), 6, 1]) as t:
        assert (t.w.dead, t.w.cups["empire_hand"]) == (["justinian"], [])
