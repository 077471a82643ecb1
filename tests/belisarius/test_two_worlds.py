"""Two worlds that differ only in what a seat cannot know give it the same of everything (§22.0, §22.1)."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.core import Choice, Table
from adjudicator.core.log.chance import sampler

from .selfplay import bold, plain, play
from .two_worlds import Ear, alike, at_rest, known_to, other_world, same_public, table_over

VIEWERS = ("barbarian", "empire", None)
FOLLOWED = 6
"""How many answers deep two worlds are played on."""


class Met:
    """What a run has compared: so that a comparison of nothing is noticed."""

    def __init__(self) -> None:
        self.pairs = self.differed = self.followed = self.concealed = 0


def compare(table: Table, modes: dict[str, str], seed: int, depth: int, met: Met) -> None:
    """Every viewer's world against one that he cannot tell from it, now and some answers later."""
    for viewer in VIEWERS:
        other = other_world(table, viewer, sampler(1000 * seed + table.ledger.chain.n))
        here, there = table_over(table, at_rest(table), modes), table_over(table, other, modes)
        met.pairs += 1
        met.differed += at_rest(table) != other
        same(here, there, viewer, depth)
        follow(here, there, viewer, seed, met)


def same(here: Table, there: Table, viewer: str | None, depth: int) -> None:
    for mine, others in zip(known_to(here, viewer, depth), known_to(there, viewer, depth), strict=True):
        assert mine == others, (viewer, mine[0], mine[1][:2000], others[1][:2000])


def follow(here: Table, there: Table, viewer: str | None, seed: int, met: Met) -> None:
    """Play both on with answers that all see alike, until the viewer rightly learns a difference."""
    rng = sampler(seed + here.ledger.chain.n)
    for _ in range(FOLLOWED):
        if here.over:
            return
        seat, choice = next(iter(here.pending.items()))
        answer = bold(choice, rng, here.world, seat)
        others = same_public(choice, answer, there.choice(seat), rng)
        if others is None or (seat == viewer and others != answer):
            return
        mine, his = Ear(here, viewer), Ear(there, viewer)
        here.submit(seat, answer)
        there.submit(seat, others)
        if not alike(mine, his):
            return
        same(here, there, viewer, 0)
        met.followed += 1


def conceal(table: Table, modes: dict[str, str], seat: str, answer: Any, met: Met) -> None:
    """What a seat conceals, or keeps sealed while others are asked, tells the others nothing."""
    other = _another(table, seat, answer)
    if other is None:
        return
    for viewer in (v for v in VIEWERS if v != seat):
        here, there = (table_over(table, at_rest(table), modes) for _ in range(2))
        mine, his = Ear(here, viewer), Ear(there, viewer)
        here.submit(seat, answer)
        there.submit(seat, other)
        if alike(mine, his):
            same(here, there, viewer, 0)
            met.concealed += 1


def _another(table: Table, seat: str, answer: Any) -> Any:
    """Another answer that must look the same to the others; None where there is none, or it is open."""
    choice, rng = table.choice(seat), sampler(table.ledger.chain.n)
    typed = choice.accept(answer)
    if not choice.hides(typed) and len(table.pending) == 1:
        return None
    for _ in range(20):
        other = choice.accept(choice.sample(rng))
        if other != typed and (len(table.pending) > 1 or choice.public(other) == choice.public(typed)):
            return other
    return None


def run(seed: int, every: int, depth: int, windows: str) -> Met:
    """Compare at every so many steps of a game, beginning at another step for each seed."""
    met, step, modes = Met(), [seed], {"default": windows}

    def check(table: Table, seat: str, choice: Choice[Any], answer: Any) -> None:
        step[0] += 1
        if choice is table.pending.get(seat) and (len(table.pending) == 1 or step[0] % every == 1):
            conceal(table, modes, seat, answer, met)
        if step[0] % every == 0:
            compare(table, modes, seed, depth, met)

    for _ in play(seed, check, (bold, plain) if seed % 2 else (plain, bold), windows=windows):
        pass
    return met


@pytest.mark.parametrize(("seed", "windows"), [(1, "ask"), (3, "ask"), (2, "standing"), (4, "standing")])
def test_a_seat_cannot_tell_two_worlds_apart(seed: int, windows: str) -> None:
    """§22.0 §22.1 Views, questions, completions, samples, reach, refusals, entries and events; a sample."""
    met = run(seed, 110, 1, windows)
    assert met.differed > met.pairs / 2
    assert met.followed > met.pairs


@pytest.mark.byhand
@pytest.mark.parametrize("windows", ["ask", "standing"])
@pytest.mark.parametrize("seed", range(100, 120))
def test_a_seat_never_can(seed: int, windows: str) -> None:
    """§22.0 §22.1 The same at every fifth step, and at every sixth sign typed."""
    run(seed, 5, 2, windows)
