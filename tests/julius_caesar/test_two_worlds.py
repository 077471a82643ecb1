"""Two worlds that differ only in what a seat cannot know give that seat the same of everything."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.core import Choice, Table
from adjudicator.core.chance import sampler

from .selfplay import play
from .two_worlds import after, known_to, other_world, table_over

VIEWERS = ("caesar", "pompey", None)


def compare(table: Table, seed: int, seat: str, answer: Any, deep: bool) -> int:
    """Every viewer's world against two others that he cannot tell from it; gives how many differed at all."""
    differed = 0
    for viewer in VIEWERS:
        here = table_over(table, table_world(table))
        known = known_to(here, viewer, deep)
        for n in range(2):
            rng = sampler(1000 * seed + 10 * table.ledger.chain.n + n)
            there_world = other_world(table, viewer, rng)
            there = table_over(table, there_world)
            differed += there_world != table_world(table)
            for mine, other in zip(known, known_to(there, viewer, deep), strict=True):
                assert mine == other, (viewer, mine[0])
            if viewer == seat:
                again = table_over(table, table_world(table))
                assert after(again, seat, answer) == after(there, seat, answer), viewer
    return differed


def table_world(table: Table) -> Any:
    import msgspec

    from adjudicator.julius_caesar.world import World

    return msgspec.msgpack.decode(table.position.rest.world, type=World)


def run(seed: int, every: int, deep: bool) -> None:
    """Compare at every so many steps of a game, beginning at another step for each seed."""
    met: dict[str, int] = {}
    step = [seed]

    def check(table: Table, seat: str, choice: Choice[Any], answer: Any) -> None:
        step[0] += 1
        if step[0] % every == 0:
            met[choice.rule] = met.get(choice.rule, 0) + compare(table, seed, seat, answer, deep)

    for _ in play(seed, check):
        pass
    assert sum(met.values()) > 0


@pytest.mark.parametrize("seed", range(20))
def test_a_seat_cannot_tell_two_worlds_apart(seed: int) -> None:
    """ruling JC-H1 Views, questions, completions, samples, reach, refusals, entries and events; a sample."""
    run(seed, 20, deep=False)


@pytest.mark.byhand
@pytest.mark.parametrize("seed", range(100, 140))
def test_a_seat_never_can(seed: int) -> None:
    """ruling JC-H1 The same at every step, and at every fourth sign typed."""
    run(seed, 1, deep=True)
