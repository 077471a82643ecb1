"""Worlds that a seat imagines from its view alone: the same questions, and nothing of the true world."""

from __future__ import annotations

from collections import Counter
from itertools import islice
from typing import get_type_hints

import msgspec
import pytest

from adjudicator.core import Memory
from adjudicator.core.log.chance import Rng, sampler
from adjudicator.core.table.rollout import seen

from .game import GameUnderTest
from .games import each_game
from .imagined import Met, again, counted, met
from .two_worlds import table_over

MOST = 0.06
"""The share of questions for which no world may be found, all of them in the middle of a procedure."""
EVERY = {"ancient_world": 21, "belisarius": 25, "julius_caesar": 15, "ottomans": 25}
"""Of how many answers one is followed by a comparison, in long runs."""


@each_game
def test_an_imagined_world_asks_the_same_question(kit: GameUnderTest) -> None:
    """With the same options; and it is the same in a world that the seat cannot tell apart."""
    seed, windows = kit.compared[0]
    questions = islice(met(kit, seed, windows, 5), 6)
    _require(counted(kit, (_compared(kit, one) for one in questions)))


@pytest.mark.matrix
@pytest.mark.parametrize("windows", ["ask", "standing"])
@each_game
def test_imagined_worlds_ask_the_same_questions(kit: GameUnderTest, windows: str) -> None:
    every = EVERY[kit.name]
    counts = counted(kit, (one for seed in range(10, 16) for one in met(kit, seed, windows, every)))
    assert counts["middle"]
    _require(counts)


def _require(counts: Counter[str]) -> None:
    assert counts["rest"]
    assert not counts["none rest"] and not counts["rejected rest"], dict(counts)
    assert counts["none middle"] <= max(1, MOST * (counts["rest"] + counts["middle"])), dict(counts)


def _compared(kit: GameUnderTest, one: Met) -> Met:
    """Compare what is imagined in two worlds that the seat cannot tell apart."""
    assert kit.other_world is not None
    seat = one.known.seat
    other = table_over(one.table, kit.other_world(one.table, seat, sampler(one.stream)), one.policy.modes)
    there = Met(other, seen(other, seat), one.policy, one.stream)
    assert _imagined(kit, one) == _imagined(kit, there)
    return one


def _imagined(kit: GameUnderTest, one: Met) -> bytes:
    rollout, rejected = again(kit, one)
    world = None if rollout is None else rollout.world
    return msgspec.msgpack.encode((one.known, world, rejected))


@each_game
def test_what_is_imagined_is_given_a_view_and_no_world(kit: GameUnderTest) -> None:
    assert kit.game.imagine is not None
    given = get_type_hints(kit.game.imagine)
    assert given == {
        "view": get_type_hints(kit.game.view)["return"],
        "memory": Memory,
        "rng": Rng,
        "return": kit.game.world,
    }
