"""The tables of scenarios (`Aids.booklet`): they say what a campaign then begins with."""

from __future__ import annotations

import pytest

from adjudicator.core.game.game import rosters
from adjudicator.core.language.languages import LANGUAGES
from adjudicator.display.aids import sheet_of

from .games import KITS

WITH_BOOKLETS = ("belisarius", "julius_caesar", "ottomans")


@pytest.mark.parametrize("name", WITH_BOOKLETS)
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
