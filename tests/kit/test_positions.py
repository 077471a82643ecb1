"""Positions written by hand (docs/position/), and worlds saved by every release."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from copy import deepcopy
from itertools import islice
from pathlib import Path
from time import monotonic
from typing import Any

import msgspec
import pytest

from adjudicator.core import fill

from .game import TESTS, GameUnderTest
from .games import KITS, each_game, over
from .selfplay import play

FURTHER = 150
"""The most answers by which a saved world is played on."""


def read(kit: GameUnderTest, raw: Mapping[str, Any]) -> Any:
    """A position as the table protocol loads it, with the options as they begin."""
    assert kit.game.complete is not None
    options = {option.name: option.values[0] for option in kit.game.scenarios()[0].options}
    return kit.game.complete(raw, options)


def problems(kit: GameUnderTest, world: Any) -> list[str]:
    """Return the faults of a world, in English."""
    return [fill(problem, "en", kit.game.lexicon.label) for problem in kit.game.impossible(world)]


def page_of(kit: GameUnderTest) -> str:
    return (TESTS.parent / "docs" / "position" / f"{kit.name}.md").read_text(encoding="utf-8")


@each_game
def test_an_empty_position_is_the_first_scenario(kit: GameUnderTest) -> None:
    first = kit.game.scenarios()[0]
    assert read(kit, {}) == kit.game.found(first.id, {}, first.seats)
    assert problems(kit, read(kit, {})) == []


@each_game
def test_the_example_of_the_page_is_sound(kit: GameUnderTest) -> None:
    example = re.search(r"```json\n(.*?)```", page_of(kit), re.S)
    assert example is not None
    assert problems(kit, read(kit, json.loads(example[1]))) == []


@each_game
def test_the_page_names_every_field_phase_and_scenario(kit: GameUnderTest) -> None:
    fields = [field for struct in (kit.game.world, *kit.structs) for field in struct.__struct_fields__]
    worlds = [kit.game.found(scenario.id, {}, scenario.seats) for scenario in kit.game.scenarios()]
    several = {world.scenario for world in worlds} if len(worlds) > 1 else set()
    wanted = [*fields, *kit.phases, *sorted(several)]
    assert [name for name in wanted if f"`{name}`" not in page_of(kit)] == []


@each_game
def test_a_written_position_is_read_again(kit: GameUnderTest) -> None:
    for scenario in kit.game.scenarios():
        world = kit.game.found(scenario.id, {}, scenario.seats)
        assert read(kit, msgspec.to_builtins(world)) == world


@over("case", lambda kit: kit.impossible)
def test_an_impossible_position_is_refused_with_the_reason(
    kit: GameUnderTest, case: tuple[Mapping[str, Any], str]
) -> None:
    raw, reason = case
    said = problems(kit, read(kit, raw))
    assert any(reason in each for each in said), said


def numbers(raw: Any, path: tuple[str | int, ...] = ()) -> Iterator[tuple[str | int, ...]]:
    """Yield the way to each number of a position."""
    inner = raw.items() if isinstance(raw, dict) else enumerate(raw) if isinstance(raw, list) else ()
    if type(raw) is int:
        yield path
    for key, value in inner:
        yield from numbers(value, (*path, key))


def changed(raw: dict[str, Any], path: tuple[str | int, ...], n: int) -> dict[str, Any]:
    """Return a position in which a number is another one."""
    found = deepcopy(raw)
    at: Any = found
    for key in path[:-1]:
        at = at[key]
    at[path[-1]] = n
    return found


@pytest.mark.parametrize("name", ["belisarius", "julius_caesar", "ottomans"])
def test_a_number_that_nothing_can_reach_is_refused(name: str) -> None:
    """Nobody draws, counts or says a million of anything: it is refused at once, and so is less than none."""
    kit, began, tried = KITS[name], monotonic(), 0
    for raw in saved(kit).values():
        for path in numbers(raw):
            for n in (10**6, 10**15):
                w = msgspec.convert(changed(raw, path, n), kit.game.world)
                assert problems(kit, w), (path, n)
                tried += 1
    assert tried > 20 and monotonic() - began < 10


@each_game
def test_what_is_no_position_is_refused(kit: GameUnderTest) -> None:
    for raw in kit.no_positions:
        with pytest.raises(msgspec.ValidationError):
            read(kit, raw)


# -- saved worlds --------------------------------------------------------------------------------------


def latest(kit: GameUnderTest) -> Path:
    """The file of worlds of the present schema."""
    return TESTS / "saved" / f"{kit.name}_{kit.game.schema}.json"


def saved(kit: GameUnderTest) -> Mapping[str, dict[str, Any]]:
    """The saved worlds of the present schema, by name; none of a game without a file."""
    path = latest(kit)
    found: dict[str, dict[str, Any]] = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    return found


@each_game
def test_every_game_has_saved_worlds(kit: GameUnderTest) -> None:
    assert saved(kit), f"{latest(kit).name}: docs/add-a-game.md says how it is made"


@over("name", lambda kit: sorted(saved(kit)))
def test_a_saved_world_is_sound_and_written_as_it_was(kit: GameUnderTest, name: str) -> None:
    """It has all the fields and options that a world has now, and no others."""
    raw, world = saved(kit)[name], kit.game.world
    w = msgspec.convert(raw, world)
    assert set(raw) == set(world.__struct_fields__)
    assert set(w.options) == {option.name for option in kit.game.scenarios()[0].options}
    assert problems(kit, w) == []
    assert msgspec.to_builtins(w) == raw
    assert msgspec.msgpack.decode(msgspec.msgpack.encode(w), type=world) == w


@over("name", lambda kit: sorted(saved(kit)))
def test_a_saved_world_is_played_on(kit: GameUnderTest, name: str) -> None:
    w = msgspec.convert(saved(kit)[name], kit.game.world)
    steps = list(islice(play(kit, 1, world=w), FURTHER))
    assert len(steps) == FURTHER or name == "over" or steps[-1].table.over
    assert problems(kit, steps[-1].world if steps else w) == []
