"""Questions of self-play, asked again in worlds that the asked seat imagines from its view alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from msgspec import Struct

from adjudicator.core import Table
from adjudicator.core.log.chance import sampler
from adjudicator.core.table.question import WindowPolicy
from adjudicator.core.table.rollout import Rollout, Seen, imagined, seen

from .game import GameUnderTest
from .selfplay import play


class Met(Struct, frozen=True):
    """A question at a table of self-play, and what the asked seat knows."""

    table: Table
    known: Seen
    policy: WindowPolicy
    stream: int


def met(kit: GameUnderTest, seed: int, windows: str = "ask", every: int = 1) -> Iterator[Met]:
    """The questions of a game, or those after every so many of its answers."""
    policy = WindowPolicy({"default": windows})
    for step in play(kit, seed, windows=windows):
        if step.n % every == 0:
            for seat in step.table.pending:
                yield Met(step.table, seen(step.table, seat), policy, 100_000 * seed + step.n)


def again(kit: GameUnderTest, one: Met) -> tuple[Rollout | None, int]:
    """A question in an imagined world, and how many worlds were rejected; None if all were."""
    return imagined(kit.game, one.known, sampler(one.stream), one.policy)


def counted(kit: GameUnderTest, questions: Iterable[Met]) -> Counter[str]:
    """Ask questions again; return how many there were at rest and in the middle of a procedure, how many
    worlds were rejected, and for how many questions no world was found.
    """
    counts: Counter[str] = Counter()
    for one in questions:
        where = "middle" if one.known.tail else "rest"
        rollout, rejected = again(kit, one)
        counts[where] += 1
        counts[f"rejected {where}"] += rejected
        counts[f"none {where}"] += rollout is None
    return counts
