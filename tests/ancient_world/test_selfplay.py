"""Whole games of every scenario, with every window asked: what the kit does not look at."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import pytest

from adjudicator.ancient_world import GAME
from adjudicator.ancient_world.board import arm_of
from adjudicator.ancient_world.rules.r14_specials import LEGIONS
from adjudicator.ancient_world.show.narration import say
from adjudicator.ancient_world.world import World, enemy_of
from adjudicator.core import LANGUAGES, Event, fill, reveal
from adjudicator.core.log.chain import JSON
from tests.kit.counting import count
from tests.kit.play_styles import Step

from .count_rules import everything, of_game
from .kit import play

Units = Counter[tuple[str, str]]
"""Strength points by side and unit."""
GAINED = ("reinforced", "mustered", "joins")
LOST = ("losses", "stopped", "inert", "destroyed", "sunk", "engines_destroyed", "engines_sunk")
VOLUNTEERS = 3


def on_map(w: World) -> Units:
    found: Units = Counter()
    for force in w.forces.values():
        for unit, n in force.units.items():
            found[force.side, unit] += n
    return found


def told_of(w: World, event: Event) -> Iterator[tuple[str, str, int]]:
    """Yield the gains of a side in an event, or its losses (below zero), by unit."""
    v = reveal(event).values
    side, units = str(v.get("side", "")), dict(v.get("units", {}))
    if event.kind in GAINED:
        yield from ((side, unit, n) for unit, n in units.items())
    elif event.kind in LOST:
        yield from ((side, unit, -n) for unit, n in units.items() if unit != "militia_foot")
    elif event.kind == "overrun":
        yield from ((enemy_of(w, side), unit, -n) for unit, n in units.items())
        yield from ((side, unit, n) for unit, n in units.items() if arm_of(unit) == "engine")
    elif event.kind == "dictator":
        yield from (("rome", unit, n) for unit, n in LEGIONS.items())


def of_arm(units: Units, side: str, arm: str) -> int:
    return sum(n for (one, unit), n in units.items() if one == side and arm_of(unit) == arm)


def kept(before: Units, step: Step) -> None:
    """Each contingent has what it had and what was told; of elephants and volunteers only the number is."""
    change, told = on_map(step.world), Units()
    change.subtract(before)
    for event in step.events:
        for side, unit, n in told_of(step.world, event):
            told[side, unit] += n
    beasts, volunteers = Counter[str](), Counter[str]()
    for event in step.events:
        if event.kind == "elephant":
            beasts[event.values["side"]] += event.values["lost"]
        if (event.kind, event.values.get("how")) == ("omen", "volunteers"):
            volunteers[event.values["side"]] += VOLUNTEERS
    change.subtract(told)
    for side, n in beasts.items():
        assert of_arm(change, side, "elephant") == -n
    for side, n in volunteers.items():
        assert of_arm(change, side, "foot") == n
    if any(event.kind == "hiero_out" for event in step.events):  # §14.0 his forces are nobody's then
        assert not any(unit.startswith("syracusae_") for _, unit in on_map(step.world))
        change = Counter({key: n for key, n in change.items() if not key[1].startswith("syracusae_")})
    counted = {(side, "elephant") for side in beasts} | {(side, "foot") for side in volunteers}
    left = {(s, unit): n for (s, unit), n in change.items() if n and (s, arm_of(unit)) not in counted}
    assert left == {}, (step.n, left, step.events)


def sums_hold(event: Event) -> None:
    """§8.31 The lines of a sum and its die are its total, and what is told is what was reckoned with."""
    v = event.values
    if event.kind == "siege_attrition":
        for die, lines, total in zip(v["dice"], v["lines"], v["totals"], strict=True):
            assert die + sum(lines.values()) == total
    elif "lines" in v:
        total = sum(v["lines"].values())
        assert v.get("modifier", total) == total, event
        if event.kind == "coordinates":
            assert total == v["number"], event
        elif "total" in v:
            held = event.kind in ("unpredictable", "mustered")  # §8.4 §10.0 within the chart
            assert v["total"] == v["die"] + total or held, event


def named(rolls: list[dict[str, JSON]]) -> Iterator[str]:
    """Every die of an entry is named in both languages, and a ten is said to be nought."""
    for roll in rolls:
        if roll["kind"] == "dice":
            rule, _, label = str(roll["label"]).partition(" ")
            assert isinstance(roll["got"], list)
            throw = GAME.throw(rule, label, roll["got"], [], [])
            said = [fill(throw.why, language, GAME.lexicon.label) for language in LANGUAGES]
            assert said[0] != said[1], label
            assert (throw.result is not None) == (10 in roll["got"])
            yield rule


@pytest.mark.matrix
def test_strength_is_kept_and_everything_is_said() -> None:
    """§2.21 §8.12 No contingent gains or loses anything untold; events, dice and stages have names."""
    kinds, rules = set(), set()
    for scenario, seed in (("hannibal_in_italy", 5), ("pyrrhus_in_italy", 4), ("sicily", 4)):
        before, step = None, None
        for step in play(seed, scenario=scenario):
            if before is not None:
                kept(before, step)
            before = on_map(step.world)
            for event in step.events:
                kinds.add(event.kind)
                sums_hold(event)
                assert say(event, "en") != say(event, "ja")
            when = GAME.when(GAME.stage(step.world))
            assert fill(when.title, "ja") != fill(when.title, "en")
            assert fill(when.phase, "ja", GAME.lexicon.label) != fill(when.phase, "en", GAME.lexicon.label)
        assert step is not None
        for entry in step.table.ledger.entries:
            rules |= set(named(entry.body.get("rolls", [])))
    assert {"drawn", "marches", "continuation", "stopped", "game_over"} <= kinds
    assert {"5.25", "6.55", "8.3", "8.32", "13.0"} <= rules


@pytest.mark.byhand
def test_every_event_result_order_and_ruling_is_reached() -> None:
    counts = count(of_game, range(300))
    assert [name for name in everything() if not counts[name]] == []
