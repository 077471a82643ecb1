"""Charts and scenarios, figure by figure, against a second transcription made by itself from the text."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product

import pytest

from adjudicator.belisarius.board import (
    AREAS,
    CHARTS,
    CITIES,
    COLONY,
    COSTS,
    DIPLOMACY,
    DISBAND,
    EVENTS,
    HEAVY_TAX,
    INCOME,
    LEVELS,
    MARKERS,
    ODDS,
    OP,
    PILLAGE,
    POINTS,
    PROVINCES,
    REGIONS,
    REVOLT,
    RULES,
    SCENARIOS,
    TERRAIN,
    TYPES,
    UNITS,
    crt,
)
from adjudicator.belisarius.board.scenarios import Group

DICE = range(1, 7)

# One string a column, from the top of the printed table to its foot.
ASSAULT = {
    "1/3": "AZ AZ AZ AA AA BB",
    "1/2": "AZ AZ AA AA BB DD",
    "1/1": "AZ AA BB DD DD DZ",
    "1.5/1": "AA BB BB DD DD DD",
    "2/1": "BB BB DD DD DD DZ",
    "3/1": "BB DD DD DD DD DZ",
    "4/1": "BB DD DD DD DZ DZ",
}
MANOEUVRE = {
    "1/3": "AZ AZ AA AA AR DR",
    "1/2": "AZ AA AA AR DR DD",
    "1/1": "AA AR DR DD DD DZ",
    "1.5/1": "AR DR DR DD DD DZ",
    "2/1": "AR DR DD DD DZ DZ",
    "3/1": "AR DD DD DD DZ DZ",
    "4/1": "AR DD DD DZ DZ DZ",
}
TALKS = {
    0: "R1 . . . D1 D1",
    1: "R1 . . D1 D1 D2",
    2: "R1 . D1 D1 D2 D2",
    3: "R1 R1 D1 D2 D2 D3",
    4: "R2 D1,R1 D1 D2 D2 D3",
    5: "R2 D1,R1 D2,R1 D2 D3 D3",
}
PLUNDER = {
    1: ". . R P,R P,R P,R",
    2: ". R P,R P,R P,R P,R",
    3: ". R P,R P,R P,R P,R",
    4: "R P,R P,R P,R P,R P,R",
    9: "R P,R P,R P,R P,R P,R",
}
SETTLING = {
    1: "R . . . C C",
    2: "R . . C C C",
    3: "R . C C C C",
    4: "R . C C C C",
    5: "R C,R C C C C",
    12: "R C,R C C C C",
}


def cells(column: str) -> list[tuple[str, ...]]:
    return [() if cell == "." else tuple(cell.split(",")) for cell in column.split()]


@pytest.mark.parametrize(("table", "printed"), [("assault", ASSAULT), ("manoeuvre", MANOEUVRE)])
def test_combat_results(table: str, printed: dict[str, str]) -> None:
    """§chart/combat §17.6 §17.7 Seven columns and six dice of each table."""
    assert tuple(printed) == ODDS
    for column in ODDS:
        assert [crt(table, column, die) for die in DICE] == printed[column].split(), column


def test_diplomacy() -> None:
    """§9.1 Six columns; what lies beyond them counts as the last."""
    assert sorted(DIPLOMACY) == sorted(TALKS)
    for difference, column in TALKS.items():
        assert [DIPLOMACY[difference][die] for die in DICE] == cells(column), difference
    for die in DICE:
        assert CHARTS.diplomatic(-4, die) == CHARTS.diplomatic(0, die) == DIPLOMACY[0][die]
        assert CHARTS.diplomatic(11, die) == DIPLOMACY[5][die]


def test_pillage() -> None:
    """§chart/pillage §26.1 Columns for a strength of 1, of 2 or 3, and of 4 and more."""
    assert list(PILLAGE) == ["1", "2-3", "4+"]
    for strength, column in PLUNDER.items():
        assert [CHARTS.pillaging(strength, die) for die in DICE] == cells(column), strength


def test_colony() -> None:
    """§chart/colony §27.1 Columns for a strength of 1, of 2, of 3 or 4, and of 5 and more."""
    assert list(COLONY) == ["1", "2", "3-4", "5+"]
    for strength, column in SETTLING.items():
        assert [CHARTS.colonizing(strength, die) for die in DICE] == cells(column), strength
    with pytest.raises(ValueError, match="strength"):
        CHARTS.colonizing(0, 6)


def test_heavy_tax() -> None:
    """§chart/heavy_tax §10.2 Up to 3 the province defects, 4 pays once, 5 to 8 twice, 9 three times."""
    assert [HEAVY_TAX[score] for score in range(1, 10)] == [0, 0, 0, 1, 2, 2, 2, 2, 3]
    assert [CHARTS.taxed(score) for score in (-1, 0, 9, 10)] == [0, 0, 3, 3]


def test_revolt() -> None:
    """§4.71 The lower half of the die is revolt."""
    assert [REVOLT[die] for die in DICE] == [True] * 3 + [False] * 3
    assert (CHARTS.revolts(0), CHARTS.revolts(7)) == (True, False)


def test_disbanding() -> None:
    """§chart/disband §30.1 Mutiny on 1 and 2, gone on 3 to 5, loyal on 6."""
    assert [DISBAND[die] for die in DICE] == ["mutiny", "mutiny", "disband", "disband", "disband", "loyal"]
    assert (CHARTS.disbanding(-2), CHARTS.disbanding(8)) == ("mutiny", "loyal")


HAPPENINGS = {
    "recovery": (11, 12),
    "grain": (13, 14),
    "attrition": (15, 16),
    "migration": (21,),
    "war_north": (22,),
    "war_africa": (23,),
    "war_east": (24,),
    "religion": (25,),
    "prosperity": (26,),
    "plague": (31, 32),
    "pay": (33,),
    "corruption": (34,),
    "resistance": (35, 36),
    "alliance": (41,),
    "balance": (42, 43),
    "guard_revolt": (44, 45, 46),
    "revolt_empire": (51, 52),
    "revolt_west": (53, 54),
    "revolt_africa": (55, 56),
    "revolt_barbarian": (61, 62, 63),
    "revolt_east": (64, 65, 66),
}
WHERE = {
    "migration": "Lombards Slavs Scythia Arabia",
    "war_north": "Franks Burgundy Lombards Slavs Scythia",
    "war_africa": "Mauretania Nubia Garamantes",
    "war_east": "Persia Arabia",
    "revolt_empire": "Thracia Dacia Macedonia Asiana Pontica Oriens Aegyptus",
    "revolt_west": "Visigoths Suevii Basques Ostrogoths",
    "revolt_africa": "Vandals Mauretania Nubia Garamantes",
    "revolt_barbarian": "Franks Burgundy Lombards Slavs Scythia",
    "revolt_east": "Lazica Armenia Persia Arabia",
    "roman_alliance": "Ostrogoths Vandals Visigoths Mauretania",
}


def test_events() -> None:
    """§6.1 Every throw of two dice."""
    assert {throw: event for event, throws in HAPPENINGS.items() for throw in throws} == EVENTS
    assert len(EVENTS) == 36


def test_provinces_that_events_name() -> None:
    """§6.2 §chart/events In the text's order; names of the text by ruling BE-A3."""
    named = {event: " ".join(PROVINCES[p].name for p in provinces) for event, provinces in REGIONS.items()}
    assert named == WHERE


def test_finance() -> None:
    """§chart/finance §10.11 §10.3 The finance chart: income, units, markers."""
    assert CITIES["constantinopolis"].tax == 4
    assert {city.tax for city in CITIES.values() if city.wealthy} == {2}
    others = [c for c in CITIES.values() if not c.wealthy and c.id != "constantinopolis"]
    assert {city.tax for city in others} == {1}
    assert {area.province: area.income for area in AREAS.values()} == {
        "persia": 6,
        "franks": 3,
        "lombards": 0,
        "scythia": 0,
    }
    assert (INCOME.colony, INCOME.works, INCOME.plunder) == (1, 1, 1)
    paid = {type_.id: (type_.recruit, type_.supply) for type_ in TYPES.values()}
    assert paid == {
        "field_army": (6, 2),
        "warband": (4, 1),
        "nomad": (4, 1),
        "garrison": (2, 1),
        "fleet": (9, 3),
        "leader": (0, 0),
    }
    assert (COSTS.marker, COSTS.colony, COSTS.works) == (2, 5, 5)
    assert (COSTS.pillaged_city, COSTS.pillaged_other) == (5, 3)
    assert (COSTS.pay, COSTS.donative) == (2, 2)


def test_operation_points() -> None:
    """§14.3 §16.2 §18.21 §19.52 §29.1 The operation point chart and the ways, in half points.

    §chart/operations as far as the text gives it.
    """
    assert (OP.assault, OP.manoeuvre, OP.pillage, OP.colony) == (2 * 4, 2 * 8, 2 * 4, 2 * 8)
    assert (OP.road, OP.track) == (1, 2 * 1)
    assert (OP.sea_from_port, OP.sea_from_coast, OP.river_movement, OP.area) == (2 * 1, 2 * 2, 2 * 1, 2 * 5)
    assert [TERRAIN[ground].half for ground in ("flat", "rough", "marsh", "desert")] == [4, 6, 6, 6]


def test_terrain() -> None:
    """§chart/terrain §17.74(2) §18.5 §19.7 What the text gives of the terrain effects chart."""
    factors = {kind: terrain.defence for kind, terrain in TERRAIN.items() if terrain.defence > 1}
    assert factors == {
        "rough": 2,
        "marsh": 2,
        "city": 2,
        "wealthy_city": 2,
        "colony": 2,
        "constantinopolis": 3,
    }
    assert (TERRAIN["area"].forage, TERRAIN["sea"].forage) == (10, 0)


def test_operation_values() -> None:
    """§14.21 Leader 24, garrison 8, field army 20."""
    assert [TYPES[type_].op for type_ in ("leader", "garrison", "field_army")] == [24, 8, 20]


def test_markers() -> None:
    """§chart/stratagems §8.0 §9.0 22 kinds, 64 in all; six have a diplomacy value."""
    assert len(MARKERS) == 22
    assert sum(marker.count for marker in MARKERS.values()) == 64
    assert {key: marker.diplomacy for key, marker in MARKERS.items() if marker.diplomacy} == {
        "agent": 1,
        "basileus": 3,
        "blue_faction": 2,
        "green_faction": 2,
        "orthodoxy": 2,
        "tolerance": 2,
    }


SHORT = {"field_army": "FA", "warband": "WB", "nomad": "NO", "garrison": "GA", "fleet": "FL"}

# What each side places, typed from the text: "3 Guard FA" is 3 of the Guard's, "4 GA" the province's own.
ARMENIA = "Armenia: 1 FA, 1 GA"
WEST = """
Visigoths: 2 WB, 1 FL, 5 GA
Suevii: 1 WB, 1 GA
Basques: 1 WB, 1 GA
"""
NORTH = """
Franks: 3 WB, 2 GA
Burgundy: 1 WB, 2 GA
Lombards: 2 WB
Gepidae: 2 WB
Slavs: 1 WB, 1 NO
Scythia: 3 NO; not near Bosporus
"""
OSTROGOTHS = "Ostrogoths: 3 WB, 1 FL, 10 GA"
HOMELANDS = """
Dacia: 1 Guard FA, 3 GA
Macedonia: 1 FL, 3 GA
Pontica: 1 Guard FA, 1 WB, 5 GA
Asiana: 3 GA
Oriens: 1 Guard FA, 1 NO, 7 GA
Aegyptus: 1 FL, 6 GA
Bosporus: 1 Guard GA
"""
FIRST = {
    "barbarian": f"""
{ARMENIA}
Persia: 1 FA, 1 NO, 9 GA, Mihir-Mihroe
Persia off-map area: 1 FA, Kavadh
""",
    "neutral": f"""
{WEST}
{OSTROGOTHS}
Vandals: 2 WB, 1 FL, 3 GA
{NORTH}
Lazica: 1 WB, 1 GA
Arabia: 1 NO, 2 GA
Nubia: 1 NO
Mauretania: 2 NO, 1 GA
Garamantes: 1 NO, 1 GA
""",
    "empire": f"""
Constantinopolis: Justinian
cities: Belisarius, Mundas; not in Constantinopolis
Thracia: 3 Guard FA, 1 Guard FL, 4 GA
{HOMELANDS}
""",
}
SECOND = {
    "barbarian": f"""
{OSTROGOTHS}
Mauretania: 2 NO; not near Tingis
""",
    "neutral": f"""
{WEST}
{NORTH}
{ARMENIA}
Persia: 2 FA, 1 NO, 9 GA, Mihir-Mihroe; 2 beside Scythia
Persia off-map area: 1 FA, Khusro
Arabia: 1 NO, 2 GA
Nubia: 1 NO
Garamantes: 1 NO, 1 GA
""",
    "empire": f"""
Constantinopolis: Justinian, Narses
cities: Germanus, Mundas; not in Vandals
Thracia: 2 Guard FA, 2 Guard FL, 1 FA, 4 GA, Belisarius
{HOMELANDS}
Lazica: 1 WB, 1 GA
Vandals: 1 Guard FA, 1 Guard GA, 2 GA, Solomon
Tingis: 1 Guard GA
""",
}
OWNERS = ("barbarian", "neutral", "empire")
EMPIRE = "Thracia Dacia Macedonia Pontica Asiana Oriens Aegyptus"
PLAYED = {
    "34.1": (FIRST, 4, 527, 542, {"barbarian": 10, "empire": 20}, {"barbarian": 3, "empire": 6}),
    "34.2": (SECOND, 5, 535, 554, {"barbarian": 18, "empire": 12}, {"barbarian": 6, "empire": 3}),
    "34.3": (FIRST, 10, 527, 566, {"barbarian": 10, "empire": 20}, {"barbarian": 3, "empire": 6}),
}
CONTROLLED = {
    "34.1": {"barbarian": "Armenia Persia", "empire": EMPIRE},
    "34.2": {"barbarian": "Mauretania Ostrogoths", "empire": f"{EMPIRE} Lazica Vandals"},
    "34.3": {"barbarian": "Armenia Persia", "empire": EMPIRE},
}
NAMES = {**PROVINCES, **AREAS, **CITIES}


def written(group: Group) -> str:
    """A group as the lists above write it."""
    where = NAMES[group.at].name if group.at in NAMES else group.at
    parts = []
    for kind, n in group.units.items():
        unit = next(unit for unit in UNITS.values() if unit.kind == kind)
        if unit.type == "leader":
            assert n == 1
            parts.append({"mihir_mihroe": "Mihir-Mihroe"}.get(kind, kind.title()))
            continue
        own = group.at in (unit.origin, f"{unit.origin}_area")
        assert own or unit.origin == "guard"
        parts.append(f"{n} {'' if own else 'Guard '}{SHORT[unit.type]}")
    return f"{where}: {', '.join(parts)}{limits(group)}"


def limits(group: Group) -> str:
    if group.not_near:
        return f"; not near {CITIES[group.not_near].name}"
    if group.not_at or group.not_in:
        return f"; not in {NAMES[group.not_at or group.not_in].name}"
    return f"; {group.border_units} beside {PROVINCES[group.border].name}" if group.border else ""


def by_number(number: str) -> str:
    return next(key for key, scenario in SCENARIOS.items() if scenario.number == number)


def lines(text: str) -> list[str]:
    return sorted(filter(None, text.splitlines()))


def test_there_are_three_scenarios() -> None:
    assert sorted(scenario.number for scenario in SCENARIOS.values()) == sorted(PLAYED)


@pytest.mark.parametrize(("number", "owner"), list(product(PLAYED, OWNERS)))
def test_what_is_placed(number: str, owner: str) -> None:
    """§34.1 5 §34.2 4 §34.2 5 §34.2 6 §34.1 §34.2 §34.3 Every unit of every group, and every limit."""
    steps = [step for step in SCENARIOS[by_number(number)].steps if step.owner == owner]
    assert len(steps) == 1
    assert sorted(written(group) for group in steps[0].groups) == lines(PLAYED[number][0][owner])


@pytest.mark.parametrize("number", PLAYED)
def test_the_figures_of_a_scenario(number: str) -> None:
    """§34.1 1 to 6, §34.2 1 to 6, §34.3 1: length, years, solidi, markers, control."""
    scenario = SCENARIOS[by_number(number)]
    _, turns, first, last, treasury, markers = PLAYED[number]
    assert (scenario.turns, scenario.first_year, scenario.last_year) == (turns, first, last)
    assert (dict(scenario.treasury), dict(scenario.markers)) == (treasury, markers)
    for owner, named in CONTROLLED[number].items():
        held = sorted(PROVINCES[key].name for key, by in scenario.control.items() if by == owner)
        assert held == sorted(named.split())
    assert set(scenario.control) == set(PROVINCES)
    assert {p.start[scenario.id] for p in PROVINCES.values()} == {"barbarian", "empire", "neutral"}


@pytest.mark.parametrize("number", PLAYED)
def test_the_order_of_placing(number: str) -> None:
    """§34.1 2, 4 to 6 The barbarian, the neutral units by the barbarian, the Empire."""
    steps = SCENARIOS[by_number(number)].steps
    placed: Sequence[tuple[str, str]] = [(step.by, step.owner) for step in steps]
    assert placed == [("barbarian", "barbarian"), ("barbarian", "neutral"), ("empire", "empire")]


def test_special_rules() -> None:
    """§34.1 2, 8 §34.2 8 First player, ruins, no first event; hungry stacks for the Empire in §34.2 alone.

    §34.2 2 §34.2 8a §34.2 8b
    """
    assert (RULES.first, RULES.years) == ("barbarian", 4)
    assert sorted(RULES.pillaged) == ["aquileia", "vindobona"]
    assert not RULES.events_in_first_player_turn
    waived = {scenario.number: scenario.forage_waived for scenario in SCENARIOS.values()}
    assert waived == {"34.1": (), "34.2": ("empire",), "34.3": ()}


def test_victory_points() -> None:
    """§34.1 7 The Empire's and the barbarian's; levy values in halves."""
    of = {seat: tuple(getattr(p, f) for f in p.__struct_fields__ if f != "id") for seat, p in POINTS.items()}
    assert of == {"empire": (5, 5, 2, 1, 1, 1, 4, 0), "barbarian": (10, 2, 2, 1, 1, 1, 2, 1)}


def test_levels_of_victory() -> None:
    """§23.2 Eighty, sixty, forty, twenty."""
    assert sorted(level.least for level in LEVELS.values()) == [0, 20, 40, 60, 80]
    order = sorted(LEVELS.values(), key=lambda level: -level.least)
    assert [level.id for level in order] == ["eternal", "great", "stalemate", "decline", "collapse"]
