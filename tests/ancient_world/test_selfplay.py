"""Whole games of every scenario, with every window asked: what the kit does not look at."""

from __future__ import annotations

from collections.abc import Mapping

from adjudicator.ancient_world.rules.r02_forces import strength
from adjudicator.ancient_world.show.narration import say
from adjudicator.ancient_world.world import World
from adjudicator.core import Event

from .kit import play

GAINS = ("reinforced", "mustered", "joins")


def on_map(w: World) -> int:
    return sum(strength(f.units) for f in w.forces.values() if f.side == "rome")


def test_strength_is_kept_and_every_event_is_said() -> None:
    """§2.21 What Rome has is what it had and gained, less what is counted as lost."""
    kinds = set()
    for scenario, seed in (("hannibal_in_italy", 5), ("pyrrhus_in_italy", 4), ("sicily", 1)):
        before, losses = None, 0
        for step in play(seed, scenario=scenario):
            w = step.world
            if before is not None:
                gained = _gained(step.events)
                assert on_map(w) - before == gained - (w.losses.get("rome", 0) - losses), step.events
            before, losses = on_map(w), w.losses.get("rome", 0)
            for event in step.events:
                kinds.add(event.kind)
                assert say(event, "en") != say(event, "ja")
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
