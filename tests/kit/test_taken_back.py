"""What a seat does alone and may take back alone tells it nothing: two worlds that it cannot tell apart stay
so, in views, questions, events, texts, scenes and pictures; and one can be taken back where the other can.

By hand, in pieces: `TESTS_STEPS=10000 TESTS_SEED=7 pytest -n 0 -s -m byhand tests/kit/test_taken_back.py`.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import suppress
from itertools import count
from typing import Any

import pytest

from adjudicator.core import Choice, Refusal, Table
from adjudicator.core.choices.choice import NoneLegal
from adjudicator.core.language.errors import Stale
from adjudicator.core.log.chance import Rng, sampler
from adjudicator.display.language import in_language
from adjudicator.protocol.speech import Speech
from renderer import whole_map
from tests.harness.service import SHEETS

from .game import GameUnderTest
from .games import over
from .selfplay import play
from .test_two_worlds import hiding
from .two_worlds import Ear, alike, at_rest, binds, table_over

ALONE = 5
"""The number of orders that a seat gives in a row before it takes them back."""
TRIES = 4
"""The number of times that it does so from one position."""
WIDTH = 400
STEPS, SEED = int(os.environ.get("TESTS_STEPS", "50000")), int(os.environ.get("TESTS_SEED", "1"))
PICTURED = 100
"""Of so many steps the pictures of one are drawn."""


class Alone:
    """Orders that a seat gives alone in two worlds, and their counts."""

    def __init__(self, kit: GameUnderTest, modes: str, pictured: int = 0) -> None:
        self.kit, self.modes, self.pictured = kit, {"default": modes}, pictured
        self.steps = self.series = self.bound = self.pictures = self.stale = 0

    def try_from(self, table: Table, seat: str, rng: Rng) -> None:
        """Let the seat give orders alone from here, some times, in two worlds that are the same to it."""
        assert self.kit.other_world is not None
        worlds = at_rest(table), self.kit.other_world(table, seat, rng)
        if worlds[0] == worlds[1]:
            return
        for _ in range(TRIES):
            try:
                here, there = (table_over(table, w, self.modes) for w in worlds)
            except Stale:  # what was done since the rest would have gone otherwise in the other world
                self.stale += 1
                return
            begun = [repr(self.told(here, seat)), repr(self.told(there, seat))]
            assert begun[0] == begun[1]
            given = self.give(here, there, seat, rng)
            self.series += 1
            if self.series % TRIES == 0:  # taken back: the table as it was
                again = [repr(self.told(table_over(table, w, self.modes), seat)) for w in worlds]
                assert again == begun, (seat, given)

    def give(self, here: Table, there: Table, seat: str, rng: Rng) -> list[Any]:
        """Give orders in both worlds until one binds the seat or somebody else is asked; return them."""
        given: list[Any] = []
        while len(given) < ALONE and list(here.pending) == [seat]:
            try:
                given.append(here.choice(seat).sample(rng))
            except NoneLegal:
                break
            if not self.order(here, there, seat, given[-1]):
                break
        return given

    def order(self, here: Table, there: Table, seat: str, answer: Any) -> bool:
        """Give the same order in both; return true if nothing binds it."""
        ears = [Ear(self.kit, table, seat) for table in (here, there)]
        for table in (here, there):
            table.submit(seat, answer)
        self.steps += 1
        is_bound = [binds(ear) for ear in ears]
        if any(is_bound):
            assert all(is_bound), (seat, answer, is_bound)
            self.bound += 1
            return False
        assert alike(*ears), (seat, answer)
        assert self.told(here, seat) == self.told(there, seat), (seat, answer)
        if self.pictured and self.steps % self.pictured == 0:
            drawn = [self.drawn(table, seat) for table in (here, there)]
            assert drawn[0] == drawn[1], (seat, answer)
            self.pictures += 1
        return True

    def told(self, table: Table, seat: str) -> list[Any]:
        """All that the seat is shown without asking; a scene is made of the view alone."""
        game, view = self.kit.game, self.kit.game.view(table.world, seat)
        language = self.kit.readers[table.ledger.chain.n % len(self.kit.readers)].language
        question = Speech(game, language, seat).pending(table)
        return [view, question, table.trail(), game.stage(table.world), table.at_rest, table.over]

    def drawn(self, table: Table, seat: str) -> tuple[Any, bytes, str]:
        """The scene that the seat sees, its picture and its text."""
        assert self.kit.game.scene is not None
        language = self.kit.readers[self.pictures % len(self.kit.readers)].language
        shown = self.kit.game.scene(self.kit.game.view(table.world, seat))
        scene = in_language(shown, language, self.kit.game.lexicon.label)
        picture = whole_map(scene, width=WIDTH, cache=SHEETS)
        return scene, picture.data, picture.alt


def options_of(kit: GameUnderTest, seed: int) -> dict[str, str]:
    """Each option of the scenario, by the seed; fog lies where there may be any."""
    rng, options = sampler(seed), kit.scenario_of(seed).options
    return {o.name: "on" if o.name == "fog" else rng.choice(o.values) for o in options}


def games(kit: GameUnderTest, seed: int) -> Iterator[tuple[int, Any]]:
    """The worlds of one seed after the other."""
    for n in count(seed):
        scenario = kit.scenario_of(n)
        with suppress(Refusal):  # not all options go together
            yield n, kit.game.found(scenario.id, options_of(kit, n), scenario.seats)


def given_alone(kit: GameUnderTest, seed: int, least: int, pictured: int = 0) -> Alone:
    """Play games until so many orders were given alone in two worlds, at every second answer."""
    windows = "ask" if seed % 2 else "standing"
    alone = Alone(kit, windows, pictured)

    def before(table: Table, seat: str, choice: Choice[Any], answer: Any) -> None:
        if list(table.pending) == [seat] and table.ledger.chain.n % 2 == 0:
            alone.try_from(table, seat, sampler(seed * 1_000_003 + table.ledger.chain.n))

    for n, world in games(kit, seed):
        for _ in play(kit, n, before, windows=windows, world=world):
            if alone.steps >= least:
                return alone
    raise AssertionError("there is always a further game")


@over("seed", lambda kit: [2] if hiding(kit) else [])
def test_what_is_taken_back_has_told_nothing(kit: GameUnderTest, seed: int) -> None:
    alone = given_alone(kit, seed, 40)
    assert 0 < alone.bound < alone.steps


@pytest.mark.byhand
@over("seed", lambda kit: [SEED] if hiding(kit) else [])
def test_what_is_taken_back_never_tells_anything(kit: GameUnderTest, seed: int) -> None:
    alone = given_alone(kit, seed, STEPS, PICTURED)
    figures = (
        f"{alone.steps} orders in {alone.series} series, {alone.bound} bound, {alone.stale} positions left"
    )
    print(f"{kit.name}, from seed {seed}: {figures}, {alone.pictures} pictures", flush=True)
