"""§8.37 §8.52 The loser of a battle, and how badly it was lost."""

from __future__ import annotations

from adjudicator.ancient_world.board.charts import STAR, STAR_COUNTS
from adjudicator.ancient_world.world import Battle, Side, World, enemy_of

FORCED = 10
GREAT = 20


def compared(percent: int) -> int:
    """§8.37 Return a percentage for comparison: "*" is four; ruling AW-R58."""
    return STAR_COUNTS if percent == STAR else percent


def forced(w: World, b: Battle) -> Side:
    """§8.37 Return the side that must retreat: it has lost 10% more, by the unmodified result.

    §8.52 Or who has lost more where that makes a major victory.
    """
    ours, theirs = compared(b.percent[b.attacker]), compared(b.percent[b.defender])
    if ours == theirs:
        return ""
    worse = b.attacker if ours > theirs else b.defender
    if abs(ours - theirs) >= FORCED or is_major(w, b, enemy_of(w, worse)):
        return worse
    return ""


def is_major(w: World, b: Battle, winner: Side) -> bool:
    """§8.52 Return true if a victory is a major one: over 20 strength points or more, with twice the losses.

    Elephants do not count, pursuit does; without own losses two are enough (ruling AW-R61).
    """
    loser = enemy_of(w, winner)
    own, enemy = b.lost.get(winner, 0), b.lost.get(loser, 0)
    return b.before[loser] >= GREAT and enemy >= max(2, 2 * own)
