"""§8.34 How losses fall on arms and contingents, and which losses may be given for them."""

from __future__ import annotations

from collections.abc import Mapping

from adjudicator.ancient_world.board import SCENARIOS
from adjudicator.ancient_world.world import World

from . import charts
from .ground import Units, arm, foot, has, horse


def due(had: Units, percent: int, beasts: int) -> dict[str, int]:
    """§8.34 The strength points of each arm for a percentage; `beasts` are elephants that fought."""
    return {
        "foot": charts.part(percent, foot(had)),
        "horse": charts.part(percent, horse(had)),
        "elephant": charts.part(percent, beasts),
    }


def star(had: Units, die: int) -> int:
    """§8.33 The strength points lost to a "*": fewer than five in a hundred, and at least one."""
    total = foot(had) + horse(had)
    most = (5 * total - 1) // 100
    return min(total, max(1, min(die, most)))


def at_least_one(w: World, percent: int) -> bool:
    """§8.33 Must a side lose something? Ruling AW-R54."""
    return has(w, "least_loss", "always") or percent != 0


def wrong(w: World, had: Units, given: Units, owed: Mapping[str, int]) -> str:
    """§8.34 §8.35 Why losses may not be given so, "" if they may."""
    feet, riders = _of(had, "foot"), _of(had, "horse")
    more = horse(given) - owed["horse"]
    if more < 0 or (more > 1 and has(w, "horse_for_foot", "once")):
        return f"horse {horse(given)} of {owed['horse']}"
    spared = owed["foot"] - foot(given)
    if not more <= spared <= 2 * more:
        return f"foot {foot(given)} of {owed['foot']}, horse {horse(given)} of {owed['horse']}"
    if arm(given, "elephant") != owed["elephant"]:
        return f"elephants {arm(given, 'elephant')} of {owed['elephant']}"
    if reason := _uneven(w, feet, _of(given, "foot")):
        return reason
    return _largest_spared(riders, _of(given, "horse"))


def _of(units: Units, name: str) -> dict[str, int]:
    return {unit: n for unit, n in units.items() if unit.endswith(f"_{name}")}


def elite_units(w: World) -> set[str]:
    """The elite units of the scenario and of the turn."""
    return {
        *SCENARIOS[w.scenario].elite,
        *(key.partition("/")[2] for key in w.effects if key.startswith("elite/")),
    }


def _uneven(w: World, had: Units, given: Units) -> str:
    """§8.34 Contingents lose alike as far as they can; what is left over falls on the elite first."""
    total = sum(given.values())
    if not total:
        return ""
    share, left = _shares(had, total)
    extra = {unit: given.get(unit, 0) - share[unit] for unit in had}
    if any(n < 0 for n in extra.values()):
        return f"uneven: {dict(given)} with a share of {share}"
    elite = [unit for unit in had if unit in elite_units(w) and had[unit] > share[unit]]
    if left and elite and not any(extra[unit] for unit in elite):
        return f"the elite first: {dict(given)}"
    return ""


def _shares(had: Units, total: int) -> tuple[dict[str, int], int]:
    """Return what each contingent loses alike, and what is left over."""
    share, left = dict.fromkeys(had, 0), total
    while True:
        able = [unit for unit in had if had[unit] > share[unit]]
        if not able or left < len(able):
            return share, left
        for unit in able:
            share[unit] += 1
        left -= len(able)


def _largest_spared(had: Units, given: Units) -> str:
    """§8.34 The largest contingent of horse loses more than any other, while it has any left."""
    if not given or len(had) < 2:
        return ""
    most = max(had.values())
    big = [unit for unit in had if had[unit] == most]
    best = max(given.get(unit, 0) for unit in big)
    others = max((n for unit, n in given.items() if unit not in big), default=0)
    fine = best > others or any(given.get(unit, 0) == had[unit] for unit in big)
    return "" if fine else f"the largest horse first: {dict(given)} of {dict(had)}"
