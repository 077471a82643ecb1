"""Worlds that an older release has saved are played on; those of a newer one are not (architecture.md §3)."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from adjudicator import GAMES
from adjudicator.core import Game, Position, Rest, Stale, ask
from adjudicator.core.log.chain import JSON
from adjudicator.core.table.position import world_of
from tests.core.small import FIRST, W, again, game, yes_no

SAVED = Path(__file__).resolve().parents[1] / "saved"
SCHEMAS = [(name, schema) for name, of in GAMES.items() for schema in range(1, of.schema + 1)]


@pytest.mark.parametrize(("name", "schema"), SCHEMAS)
def test_saved_worlds_of_every_released_schema_are_read_through_the_chain(name: str, schema: int) -> None:
    of = GAMES[name]
    saved = json.loads((SAVED / f"{name}_{schema}.json").read_text(encoding="utf-8"))
    assert saved
    for world in saved.values():
        rest = Rest(7, msgspec.msgpack.encode(world), "", schema)
        read = world_of(of, rest)
        assert list(of.problems(read)) == []
        assert world_of(of, Rest(7, msgspec.msgpack.encode(read), "", of.schema)) == read


def test_no_saved_world_is_of_a_schema_that_is_not_known() -> None:
    known = {f"{name}_{schema}" for name, schema in SCHEMAS}
    assert {path.stem for path in SAVED.iterdir()} == known


# -- a game in its third schema --------------------------------------------------------------------


async def note(w: W) -> None:
    w.notes.append(await ask("a", yes_no()))


def notes_for_text(world: dict[str, JSON]) -> dict[str, JSON]:
    return {"step": world["step"], "lines": world["text"].split(), "cups": {}}


def notes_for_lines(world: dict[str, JSON]) -> dict[str, JSON]:
    world["notes"] = world.pop("lines")
    return world


THIRD: Game = replace(game(note, note), migrations=(notes_for_text, notes_for_lines))
OLD: dict[int, dict[str, Any]] = {
    1: {"step": 1, "text": "yes no"},
    2: {"step": 1, "lines": ["yes", "no"], "cups": {}},
    3: {"step": 1, "notes": ["yes", "no"], "cups": {}},
}


def rest(schema: int, world: dict[str, Any]) -> Rest:
    return Rest(FIRST - 1, msgspec.msgpack.encode(world), "1", schema)


@pytest.mark.parametrize("schema", OLD)
def test_a_table_goes_on_from_a_rest_of_any_older_schema(schema: int) -> None:
    table = again(THIRD, Position(rest(schema, OLD[schema])))
    assert table.world == W(step=1, notes=["yes", "no"])
    table.submit("a", "yes")
    assert table.world.notes == ["yes", "no", "yes"]
    assert table.rests[-1].schema == 3
    assert world_of(THIRD, table.rests[-1]) == table.world


@pytest.mark.parametrize(
    ("schema", "world", "says"),
    [
        (4, OLD[3], "knows the schemas 1 to 3"),
        (0, OLD[3], "knows the schemas 1 to 3"),
        (1, OLD[2], "KeyError"),
        (3, OLD[1] | {"step": "one"}, "ValidationError"),
        (2, OLD[2] | {"lines": 5}, "ValidationError"),
    ],
)
def test_a_world_that_cannot_be_read_is_stale(schema: int, world: dict[str, Any], says: str) -> None:
    with pytest.raises(Stale, match=says) as stale:
        again(THIRD, Position(rest(schema, world)))
    assert stale.value.entry == FIRST - 1
