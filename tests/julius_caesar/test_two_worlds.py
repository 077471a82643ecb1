"""Two worlds that differ only in what a seat cannot know give that seat the same of everything."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.core import Choice, Table
from adjudicator.core.log.chance import sampler

from .selfplay import play
from .two_worlds import after, at_rest, known_to, other_world, table_over

VIEWERS = ("caesar", "pompey", None)


def compare(table: Table, seed: int, seat: str, answer: Any, deep: bool) -> bool:
    """Every viewer's world against one that he cannot tell from it; gives whether they differed at all."""
    differed = False
    for viewer in VIEWERS:
        real, other = at_rest(table), other_world(table, viewer, sampler(1000 * seed + table.ledger.chain.n))
        here, there = table_over(table, real), table_over(table, other)
        differed = differed or real != other
        for mine, others in zip(known_to(here, viewer, deep), known_to(there, viewer, deep), strict=True):
            assert mine == others, (viewer, mine[0])
        if viewer == seat:
            assert after(here, seat, answer) == after(there, seat, answer), viewer
    return differed


def run(seed: int, every: int, deep: bool) -> None:
    """Compare at every so many steps of a game, beginning at another step for each seed."""
    met: list[bool] = []
    step = [seed]

    def check(table: Table, seat: str, choice: Choice[Any], answer: Any) -> None:
        step[0] += 1
        if step[0] % every == 0:
            met.append(compare(table, seed, seat, answer, deep))

    for _ in play(seed, check):
        pass
    assert sum(met) > len(met) / 2


@pytest.mark.parametrize("seed", range(20))
def test_a_seat_cannot_tell_two_worlds_apart(seed: int) -> None:
    """ruling JC-H1 Views, questions, completions, samples, reach, refusals, entries and events; a sample."""
    run(seed, 20, deep=False)


@pytest.mark.byhand
@pytest.mark.parametrize("seed", range(100, 120))
def test_a_seat_never_can(seed: int) -> None:
    """ruling JC-H1 The same at every step, and at every fourth sign typed."""
    run(seed, 1, deep=True)
