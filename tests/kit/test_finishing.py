"""No option is offered that cannot be finished, in random positions of every game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from adjudicator.core import Choice, Reader, Table
from adjudicator.core.log.chance import Rng, sampler
from service.wizard.filled import End, Filled
from service.wizard.step import Step
from service.wizard.steps import decompose
from service.wizard.witness import Search, Spent, offered

from .game import GameUnderTest
from .games import each_game
from .selfplay import play

STEPS, EVERY, DEPTH, EACH, PATIENCE = 240, 24, 5, 5, 300
RARE = 10_000
"""The number of options of which at most one may lead nowhere."""


class Counted:
    """Options that were offered in games, those from which no order could be finished, and how many were left
    undecided because the search was longer than `PATIENCE`.
    """

    def __init__(self, reader: Reader) -> None:
        self.offered, self.spent, self.dead = 0, 0, list[str]()
        self._reader = reader
        self._asked = 0

    def look(self, table: Table, seat: str, choice: Choice[Any], answer: Any) -> None:
        """Follow the answer that is given, and try some of the other options at each of its steps."""
        self._asked += 1
        if self._asked % EVERY:
            return
        rng, items = sampler(self._asked), decompose(choice, choice.accept(answer))
        for end in range(min(DEPTH, len(items))):
            now = offered(choice, items.until(end), self._reader)
            assert isinstance(now, Step)
            self._try(choice, items.until(end), now, rng)

    def _try(self, choice: Choice[Any], filled: Filled, now: Step, rng: Rng) -> None:
        picked = now.options if now.kind in ("one", "places", "shares") else ()
        options = rng.shuffled([one.id for one in picked if one.bar is None and not one.chosen])[:EACH]
        if now.kind == "shares":
            self._try_shares(choice, filled, options)
            options = []
        for id in [
            *options,
            *(button.id for button in now.buttons if button.bar is None and button.id in (End.ALL, End.DONE)),
        ]:
            self._finish(choice, filled.plus(id), now.rule)

    def _try_shares(self, choice: Choice[Any], filled: Filled, things: Sequence[str]) -> None:
        """Try each thing, and what is offered beside it."""
        for thing in things:
            one = filled.plus({thing: 1})
            now = offered(choice, one, self._reader)
            assert isinstance(now, Step)
            self._finish(choice, one, now.rule)
            beside = [option.id for option in now.options if option.bar is None and not option.chosen]
            for other in beside[:1]:
                self._finish(choice, one.plus({other: 1}), now.rule)

    def _finish(self, choice: Choice[Any], filled: Filled, rule: str) -> None:
        self.offered += 1
        search = Search(choice, self._reader, PATIENCE)
        try:
            if search.finish(filled) is None:
                self.dead.append(f"{rule}: {filled}: {search.reason}")
        except Spent:
            self.spent += 1


def counted(kit: GameUnderTest, seed: int, steps: int) -> Counted:
    found = Counted(kit.readers[0])
    for step in play(kit, seed, before=found.look):
        if step.n >= steps:
            break
    return found


@each_game
def test_what_is_offered_can_be_finished(kit: GameUnderTest) -> None:
    found = [counted(kit, seed, STEPS) for seed in range(2)]
    dead = [line for one in found for line in one.dead]
    assert len(dead) * RARE <= sum(one.offered for one in found), dead


@pytest.mark.byhand
@each_game
def test_what_is_offered_can_be_finished_in_many_games(kit: GameUnderTest) -> None:
    found = [counted(kit, seed, 4 * STEPS) for seed in range(2, 12)]
    dead = [line for one in found for line in one.dead]
    tried, spent = sum(one.offered for one in found), sum(one.spent for one in found)
    print(f"{kit.name}: {tried} options, {len(dead)} led nowhere, {spent} undecided")
    assert len(dead) * RARE <= sum(one.offered for one in found), dead


@each_game
def test_an_answer_that_is_legal_is_never_barred(kit: GameUnderTest) -> None:
    """Whatever a game's own answers pick stands open at each of their steps."""
    asked = 0

    def look(table: Table, seat: str, choice: Choice[Any], answer: Any) -> None:
        nonlocal asked
        asked += 1
        if asked % EVERY:
            return
        items = decompose(choice, choice.accept(answer))
        for end, item in enumerate(items.picks[:DEPTH]):
            now = offered(choice, items.until(end), kit.readers[0])
            assert isinstance(now, Step)
            barred = {option.id: option.bar for option in (*now.options, *now.buttons) if option.bar}
            for id in item if isinstance(item, list) else [item]:
                assert id not in barred, (items.until(end + 1), barred[id])
            assert now.kind != "number" or (isinstance(item, int) and now.least <= item <= now.most), items

    for step in play(kit, 5, before=look):
        if step.n >= STEPS:
            break
