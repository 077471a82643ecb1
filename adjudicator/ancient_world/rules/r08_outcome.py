"""§8.37 §8.52 The loser of a battle, and how badly it was lost."""

from __future__ import annotations

from adjudicator.ancient_world.board.charts import STAR, STAR_COUNTS
from adjudicator.ancient_world.world import Battle, Side, World, enemy_of

FORCED = 10
GREAT = 20
ELEPHANTS, OWN_ELEPHANTS, CHART, PURSUIT, DESTROYED = (
    "elephants",
    "own_elephants",
    "chart",
    "pursuit",
    "destroyed",
)
"""The causes of losses in battle: the enemy's elephants, one's own, the chart, pursuit, no way to retreat."""
TRAMPLED = (ELEPHANTS, OWN_ELEPHANTS)


def compared(percent: int) -> int:
    """§8.37 Return a percentage for comparison: "*" is four; ruling AW-R58."""
    return STAR_COUNTS if percent == STAR else percent


def forced(w: World, b: Battle) -> Side:
    """§8.37 Return the side that must retreat: it has lost 10% more, by the unmodified result.

    §8.52 Or who has lost more where that makes a major victory; ruling AW-R85, option `rout`.
    """
    ours, theirs = compared(b.percent[b.attacker]), compared(b.percent[b.defender])
    if ours == theirs:
        return ""
    worse = b.attacker if ours > theirs else b.defender
    if abs(ours - theirs) >= FORCED:
        return worse
    if w.options.get("rout", "by_major") == "by_major" and is_major(w, b, enemy_of(w, worse)):
        return worse
    return ""


def is_major(w: World, b: Battle, winner: Side) -> bool:
    """§8.52 Return true if a victory is a major one: over 20 strength points or more, with twice the losses.

    Lost elephants do not count; what elephants have killed and pursuit do (ruling AW-R86, option `trampled`).
    Without own losses two are enough (ruling AW-R61). The 20 are foot and horse (ruling AW-V54).
    """
    loser = enemy_of(w, winner)
    own, enemy = counted_losses(w, b, winner), counted_losses(w, b, loser)
    return b.before[loser] >= GREAT and enemy >= max(2, 2 * own)


def counted_losses(w: World, b: Battle, side: Side) -> int:
    """§8.52 Return the losses of a side that count for a major victory."""
    if w.options.get("trampled", "counted") == "counted":
        return b.losses(side)
    return sum(n for cause, n in b.lost.get(side, {}).items() if cause not in TRAMPLED)
