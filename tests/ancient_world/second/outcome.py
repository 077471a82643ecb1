"""§8.37 §8.5 §8.6 Who must retreat and at what cost, who has won, and the state of armies and leaders."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise

from adjudicator.ancient_world.board import LEADERS
from adjudicator.ancient_world.world import (
    DISORGANIZED,
    DISRUPTED,
    NORMAL,
    USELESS,
    Battle,
    World,
)

from . import charts
from .battle import army
from .ground import HARD, at, enterable, has, horse, other, river, road, terrain

LARGE = 20
"""§8.52 §8.54 From so many strength points a battle counts."""
FORCED = 10


def is_major(own_loss: int, enemy_loss: int, enemy_had: int) -> bool:
    """§8.52 Is a victory a major one? Ruling AW-R61."""
    return enemy_had >= LARGE and enemy_loss >= 2 * max(1, own_loss)


def _worth(percent: int) -> int:
    """§8.37 A percentage for comparison; ruling AW-R58."""
    return 4 if percent == charts.STAR else percent


def must_retreat(
    w: World, b: Battle, chart: Sequence[int], lost: Mapping[str, int], had: Mapping[str, int]
) -> str:
    """§8.37 The side that must retreat, "" for none; ruling AW-R85."""
    gap = _worth(chart[0]) - _worth(chart[1])
    if not gap:
        return ""
    loser, winner = (b.attacker, b.defender) if gap > 0 else (b.defender, b.attacker)
    if abs(gap) >= FORCED:
        return loser
    rout = has(w, "rout", "by_major") and is_major(lost[winner], lost[loser], had[loser])
    return loser if rout else ""


def winner(b: Battle, gone: Sequence[str]) -> str:
    """§8.51 Who has won, when some sides have retreated."""
    stayed = [side for side in (b.attacker, b.defender) if side not in gone]
    return stayed[0] if len(stayed) == 1 else ""


def states(
    b: Battle, won: str, chart: Sequence[int], lost: Mapping[str, int], had: Mapping[str, int]
) -> dict[str, int]:
    """§8.54 The state into which a battle brings each side."""
    found = dict.fromkeys((b.attacker, b.defender), NORMAL)
    if max(had.values()) < LARGE:
        return found
    if not won:
        for side, percent in zip(found, chart, strict=True):
            found[side] = DISORGANIZED if _worth(percent) > 15 else DISRUPTED
        return found
    loser = b.defender if won == b.attacker else b.attacker
    found[won] = DISRUPTED if lost[won] else NORMAL
    found[loser] = USELESS if is_major(lost[won], lost[loser], had[loser]) else DISORGANIZED
    return found


def pursuit(w: World, b: Battle, won: str) -> int:
    """§8.38 The factor of a pursuit, 0 for none; ruling AW-R89."""
    keys = (b.attackers, b.defenders) if won == b.attacker else (b.defenders, b.attackers)
    more = horse(army(w, keys[0])) - horse(army(w, keys[1]))
    if more <= 0:
        return 0
    return max(1, charts.horse(more, roman=won == "rome", ground=terrain(b.hex)))


def butchered(die: int, factor: int) -> int:
    """§8.38 The percentage that a pursuit kills."""
    return min(50, die * factor // 5 * 5)


def retreat_cost(w: World, way: Sequence[str]) -> int:
    """§8.37 What a retreat costs, the hex of the battle first."""
    cost = 0
    for one, to in pairwise(way):
        if one[:4] == to[:4]:
            continue
        cost += 2 if terrain(to) in HARD else 1
        cost += bool(river(one, to)) and not road(w, one, to)
    return cost


def bad_retreat(w: World, b: Battle, side: str, way: Sequence[str]) -> str:
    """§8.37 Why a way of retreat is not open, "" if it is; ruling AW-R98."""
    hexes = [place[:4] for place in way]
    steps = [(one, to) for one, to in pairwise(hexes) if one != to]
    if len(steps) > 3:
        return "more than three hexes"
    entered = [to for _, to in steps]
    if len({*entered}) < len(entered):
        return "a hex is entered twice"
    if not all(enterable(w, one, to) for one, to in steps):
        return "nobody can go there"
    all_ = has(w, "way_back", "both")
    if (all_ or side == b.defender) and steps and steps[0][1] in {entry[:4] for entry in b.entries}:
        return "by the way the attacker came"
    for hex in entered[:-1]:
        enemy = any(f.units for f in at(w, hex, other(w, side)))
        if enemy and not any(f.units for f in at(w, hex, side)):
            return f"through the enemy in {hex}"
    return ""


def falls(leader: str, die: int, second: int | None, *, beaten: bool) -> str:
    """§8.61 What becomes of a leader: "", "wounded" or "dead"."""
    mortality = LEADERS[leader].mortality
    if die + (1 if beaten else 0) < mortality:
        return ""
    assert second is not None
    return "dead" if second >= mortality else "wounded"
