"""The charts, read out of their file into tables of this reading's own."""

from __future__ import annotations

import tomllib
from bisect import bisect_left, bisect_right
from typing import Any

from adjudicator.ancient_world.board import DATA

_FILE: dict[str, Any] = tomllib.loads((DATA / "charts.toml").read_text(encoding="utf-8"))

STAR = -1
"""A percentage of "*"."""
LETTERS = "ABCDE"


def _rows(name: str) -> list[dict[str, Any]]:
    table = _FILE[name]
    return [table[key] for key in sorted(table)]


def _tops(rows: list[dict[str, Any]]) -> list[float]:
    """Return the upper ends of some rows; after the first an end of 0 is none."""
    return [float(row["most"]) if row["most"] or at == 0 else float("inf") for at, row in enumerate(rows)]


_RATIOS = sorted((row["attacker"] / row["defender"], row["modifier"]) for row in _rows("odds"))
_ASSAULTS = sorted((row["attacker"] / row["defender"], row) for row in _rows("assault"))
_WEIGHTS = _tops([_FILE["attrition_column"][str(n)] for n in range(1, 12)])
_WAYS = _rows("attrition_row")
_POINTS = _tops(_WAYS)
_CROWDS = _tops(_rows("siege_column"))
_VOYAGES = sorted(_rows("transport"), key=lambda row: row["most"])


def ability(letter: str, die: int) -> int:
    """§8.32 The tactical ability of a leader on the day; units without one have 0."""
    return int(_FILE["tactical"][letter]["values"][die]) if letter else 0


def ratio(attacker: int, defender: int) -> int:
    """§8.31 The modifier of a ratio, cut down in the defender's favour; ruling AW-V56."""
    if not defender:
        return int(_RATIOS[-1][1]) if attacker else 0
    at = bisect_right([least for least, _ in _RATIOS], attacker / defender + 1e-9)
    return int(_RATIOS[max(0, at - 1)][1])


def horse(more: int, *, roman: bool, ground: str) -> int:
    """§8.31 The worth of some strength points of horse more than the enemy's."""
    name = f"{'roman' if roman else 'other'}_{ground}" if ground in ("flat", "rough") else "mountain_marsh"
    steps = _FILE["horse"][name]["steps"]
    return int(steps[bisect_right([least for least, _ in steps], more) - 1][1])


def elephant(die: int) -> dict[str, int]:
    """§8.36 What an elephant does."""
    found: dict[str, int] = _FILE["elephant"][str(die)]
    return found


def result(total: int) -> tuple[int, int] | int:
    """§8.3 The percentages of attacker and defender, or the modifier of an unpredictable result."""
    row = _FILE["battle"][str(min(22, max(-13, total)))]
    if "unpredictable" in row:
        return int(row["unpredictable"])
    one, other = (STAR if row[side] == "*" else int(row[side]) for side in ("attacker", "defender"))
    return one, other


def unpredictable(die: int) -> tuple[int, int]:
    """§8.4 The percentages of an unpredictable result."""
    row = _FILE["unpredictable"][str(min(9, max(0, die)))]
    return row["attacker"], row["defender"]


def part(percent: int, strength: int) -> int:
    """§8.34 A percentage of strength points: hundreds, tens and units are looked up and added."""
    if percent <= 0:
        return 0
    row = _FILE["percent"][str(percent)]
    hundreds, rest = divmod(strength, 100)
    tens, ones = divmod(rest, 10)
    found = hundreds * row["tens"][9]
    found = hundreds * row["tens"][9] + (row["tens"][tens - 1] if tens else 0)
    return int(found + (row["units"][ones - 1] if ones else 0))


def attrition(points: int, weight: int, shift: int) -> int:
    """§6.43 The losses of a force of a weight (§6.42) for whole points, some rows further down."""
    if weight <= 0:
        return 0
    at = bisect_left(_POINTS, max(0, points))
    row = _WAYS[min(len(_WAYS) - 1, at + min(4, shift))]
    return int(row["losses"][bisect_left(_WEIGHTS, weight)])


def strait(level: int, die: int, weight: int) -> int:
    """§7.33 The strength points that an opposed crossing costs."""
    row = _FILE["strait"][str(level)]
    if "row" in row:
        return int(_FILE["strait_row"][row["row"]]["losses"][bisect_left(_WEIGHTS, weight)])
    return max(0, (die - int(row["less"])) * int(row["times"]))


def voyage(total: int) -> dict[str, int]:
    """§7.2 The row of the transport chart: percentage lost, scattered or not, change of the level."""
    return _VOYAGES[bisect_left([row["most"] for row in _VOYAGES], total)]


def embassy(total: int) -> tuple[int, bool]:
    """§12.34 The boxes that an embassy wins, and whether a disaster threatens."""
    row = next(row for row in _rows("ambassador") if total <= row["most"])
    return row["boxes"], bool(row["disaster"])


def disaster(die: int) -> tuple[int, str]:
    """§12.34 The boxes that a disaster costs, and what becomes of the ambassador."""
    row = next(row for row in _rows("disaster") if die <= row["most"])
    return -row["boxes"], row["fate"]


def devastation(strength: int) -> int:
    """§6.73 The devastation value of some strength points."""
    return max(int(row["value"]) for row in _rows("devastation") if row["least"] <= strength)


def assault(attacker: int, defender: int) -> tuple[str, int] | None:
    """§9.33 The ratio of an assault and the total that takes the city; None below the lowest."""
    at = bisect_right([least for least, _ in _ASSAULTS], attacker / defender + 1e-9)
    if not at:
        return None
    row = _ASSAULTS[at - 1][1]
    return row["ratio"], int(row["success"])


def assault_letter(letter: str) -> int:
    """§9.33 What a leader's letter is worth in an assault."""
    return int(_FILE["assault_letter"][letter or "none"]["value"])


def band(name: str, total: int) -> int:
    """§9.43 §9.44 By how much a reduction or a repair changes a city's defence."""
    return int(next(row["change"] for row in _rows(name) if total <= row["most"]))


def starved(total: int, strength: int, *, inside: bool) -> int:
    """§9.52 The losses of a siege."""
    if not strength:
        return 0
    rows = _FILE["siege_inside" if inside else "siege_outside"]
    return int(rows[str(min(9, max(0, total)))]["losses"][bisect_left(_CROWDS, strength)])


def treachery(campaign: int, defence: int) -> int:
    """§9.62 The number that must be beaten."""
    return int(_FILE["treachery"][str(campaign)]["numbers"][(1, 3, 4, 7).index(defence)])


def surrender(defence: int) -> int:
    """§9.72 The die by which a city yields."""
    return int(_FILE["surrender"][str(defence)]["value"])


def sally(column: int, die: int) -> tuple[int, int]:
    """§9.27 The foot that a sally costs inside and outside."""
    inside, outside = _FILE["sally"][str(column)]["results"][die].split("/")
    return int(inside), int(outside)


def state(rank: int, what: str) -> int:
    """§8.55 What a state after battle does to a battle, to attrition ("rows"), a siege or an assault."""
    return int(next(row[what] for row in _rows("status") if row["rank"] == rank))
