"""Whole games of every scenario to their end, with every window asked."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec
import pytest

from adjudicator.ancient_world.rules.r02_forces import strength
from adjudicator.ancient_world.show.narration import say
from adjudicator.ancient_world.world import World
from adjudicator.core import Event, Position
from tests.ancient_world.selfplay import SCENARIOS, again, play

GAINS = ("reinforced", "mustered", "joins")


def on_map(w: World) -> dict[str, int]:
    return {side: sum(strength(f.units) for f in w.forces.values() if f.side == side) for side in ("rome",)}


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_a_game_comes_to_its_end(scenario: str) -> None:
    """§14.0 §3.0 And every event is said in both languages."""
    kinds, world = set(), None
    for step in play(scenario, 3):
        world = step.world
        for event in step.events:
            kinds.add(event.kind)
            assert say(event, "en") != say(event, "ja")
        for key, force in step.world.forces.items():
            assert force.units or force.leaders, key
            assert all(n > 0 for n in force.units.values()), key
            assert all(n <= force.units.get(unit, 0) for unit, n in force.fresh.items()), (key, force)
    assert world is not None
    assert world.result["how"] in ("points", "automatic")
    assert {"drawn", "marches", "continuation", "stopped", "game_over"} <= kinds


def _gained(events: tuple[Event, ...]) -> int:
    """What the events say that Rome has gained, by reinforcement, levy, a dictator's legions, volunteers."""
    total = 0
    for event in events:
        v: Mapping[str, object] = event.values
        if event.kind in GAINS and v["side"] == "rome":
            total += strength(v["units"])  # type: ignore[arg-type]
        total += 44 if event.kind == "dictator" else 0
        total += 3 if (event.kind, v.get("how"), v.get("side")) == ("omen", "volunteers", "rome") else 0
    return total


@pytest.mark.parametrize(("scenario", "seed"), [("hannibal", 5), ("pyrrhus", 4), ("sicily", 1)])
def test_strength_is_kept(scenario: str, seed: int) -> None:
    """§2.21 What Rome has is what it had and gained, less what is counted as lost."""
    before, losses = None, 0
    for step in play(scenario, seed):
        w = step.world
        now = on_map(w)["rome"]
        if before is not None:
            gained = _gained(step.events)
            assert now - before == gained - (w.losses.get("rome", 0) - losses), step.events
        before, losses = now, w.losses.get("rome", 0)


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_a_table_is_the_same_out_of_its_bytes(scenario: str) -> None:
    """A march that a window has stopped survives a restart."""
    windows = 0
    for n, step in enumerate(play(scenario, 7)):
        if n > 120:
            break
        table = step.table
        if table.over or (not (table.question and table.question.occasion) and n % 10):
            continue
        windows += bool(table.question and table.question.occasion)
        position = Position(table.position.rest, table.position.tail)
        copy = again(table, position)
        assert {s: c.fingerprint() for s, c in copy.pending.items()} == {
            s: c.fingerprint() for s, c in table.pending.items()
        }
        assert msgspec.json.encode(copy.world) == msgspec.json.encode(table.world)
    assert windows
