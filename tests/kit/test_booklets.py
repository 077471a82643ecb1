"""The tables of scenarios (`Aids.booklet`): they say what a campaign then begins with."""

from __future__ import annotations

from typing import cast

import pytest
from msgspec.structs import replace

from adjudicator.ancient_world.board import VICTORIES, Victory
from adjudicator.ancient_world.rules import r14_victory
from adjudicator.core.game.game import rosters
from adjudicator.core.language.languages import LANGUAGES
from adjudicator.display.aids import sheet_of
from service.values.words import speak

from .games import KITS


@pytest.mark.parametrize("name", KITS)
def test_every_scenario_has_tables_that_are_read_in_every_language(name: str) -> None:
    game = KITS[name].game
    for id in rosters(game.scenarios()):
        tables = game.pictures.aids.booklet(id)
        assert tables[0].id == "course" and len({table.id for table in tables}) == len(tables) > 2
        for table in tables:
            for language in LANGUAGES:
                sheet = sheet_of(game.id, table, language, game.lexicon.label)
                assert sheet.rows and "{" not in sheet.alt


def test_julius_caesar_begins_with_the_blocks_that_are_listed() -> None:
    """§5.0 §5.1"""
    game = KITS["julius_caesar"].game
    world = game.found("war", {}, ("caesar", "pompey"))
    _, *sides = game.pictures.aids.booklet("war")
    placed = {b: row[0] for table in sides for row in table.rows if isinstance(row[0], str) for b in row[1]}
    waiting = {b for table in sides for row in table.rows if not isinstance(row[0], str) for b in row[1]}
    assert placed == world.at
    assert waiting == {block for blocks in world.stock.values() for block in blocks}


@pytest.mark.parametrize("scenario", ["s1_to", "s2_to", "s3_to", "s4_to"])
def test_ottomans_has_in_its_pool_and_later_what_is_listed(scenario: str) -> None:
    """§26.0 Leaders on the map, in the pool and later; mercenaries; units that wait."""
    game = KITS["ottomans"].game
    world = game.found(scenario, {}, ("turks", "orthodox"))
    tables = {table.id: table for table in game.pictures.aids.booklet(scenario[:2])}
    leaders = {row[0]: row[2].template for row in tables["scenario_leaders"].rows}
    for leader, where in leaders.items():
        cup = {"on the map": world.unplaced, "in the pool of chits": world.cups["pool"]}.get(where)
        assert leader in (world.cups["later"] if cup is None else cup), leader
    hired = {row[0]: row[1].template for row in tables["scenario_mercenaries"].rows}
    assert {u for u, where in hired.items() if where == "not used"} == {
        u for u in hired if u in world.cups["out"]
    }
    waiting = {row[0] for row in tables["scenario_units"].rows if row[2].template != "not used"}
    assert {unit.rpartition("_")[0] for unit in world.dead} <= waiting | {unit for unit in world.dead}


def test_belisarius_begins_with_the_treasuries_and_units_that_are_listed() -> None:
    """§34.1 4 5 6"""
    game = KITS["belisarius"].game
    for scenario in rosters(game.scenarios()):
        world = game.found(scenario, {}, ("barbarian", "empire"))
        tables = {table.id: table for table in game.pictures.aids.booklet(scenario)}
        for owner, provinces, solidi, _ in tables["scenario_sides"].rows:
            assert {province for province, of in world.control.items() if of == owner} == {*provinces}
            assert solidi == world.treasury.get(owner, "–")


@pytest.mark.parametrize("scenario", ["hannibal_in_italy", "pyrrhus_in_italy", "sicily"])
def test_the_ancient_world_begins_and_goes_on_as_listed(scenario: str) -> None:
    """§2.7 §7.12 §11.12 §12.2 §14.0 Forces, superiority, cities, alliances; leaders who come later."""
    game = KITS["ancient_world"].game
    seats = next(of.seats for of in game.scenarios() if of.id == scenario)
    world = game.found(scenario, {}, seats)
    tables = {table.id: table for table in game.pictures.aids.booklet(scenario)}
    for side in (seat for seat in seats if f"scenario_{seat}" in tables):
        listed = [leader for row in tables[f"scenario_{side}"].rows for leader in row[1] if leader != "–"]
        forces = [force for force in world.forces.values() if force.side == side]
        assert sorted(listed) == sorted(leader for force in forces for leader in force.leaders)
        strength = sum(units.values["n"] for row in tables[f"scenario_{side}"].rows for units in row[2])
        assert strength == sum(sum(force.units.values()) for force in forces)
    for zone, *levels in tables["scenario_seas"].rows:
        assert [int(level) for level in levels] == [world.naval[zone][side] for side in seats[:2]]
    assert {row[0] for row in tables["scenario_alliance"].rows} == {*world.alliance}
    said = [row[2] for row in tables["winning"].rows]
    assert sum("at the end of a turn" in one.template for one in said) > 1


def test_figures_of_victory_are_read_by_rules_needs_and_booklet(monkeypatch: pytest.MonkeyPatch) -> None:
    """§14.0 ruling AW-M11 One figure changed in the data changes all three."""
    game = KITS["ancient_world"].game
    world = game.found("sicily", {}, ("carthage", "rome"))
    before = r14_victory.parts(world)["rome"]["cities"]
    of = VICTORIES["sicily"]
    cities = {**of.cities, "rome": {**of.cities["rome"], "messana": 55}}
    monkeypatch.setitem(cast(dict[str, Victory], VICTORIES), "sicily", replace(of, cities=cities, win=77))
    assert r14_victory.parts(world)["rome"]["cities"] == before + 50
    needed = [speak(need.text, "en", game.lexicon.label) for need in game.needs(game.view(world, "rome"))]
    assert "55 for Messana" in needed and any("77 or more points ahead" in one for one in needed)
    rows = next(table for table in game.pictures.aids.booklet("sicily") if table.id == "winning").rows
    said = [speak(row[2], "en", game.lexicon.label) for row in rows]
    assert "points: 55 for Messana" in said and any("77 or more points ahead" in one for one in said)
