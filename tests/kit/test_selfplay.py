"""Games by themselves to their end: what must hold after every step, and on a sample of them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest

from adjudicator import GAMES
from adjudicator.core import Choice, Position, Table, fill, start
from adjudicator.core.orders.orders import read

from .game import GameUnderTest
from .games import KITS, over
from .play_styles import Step
from .selfplay import again, founded, play

CHUNK = 5
EVERY_JUDGED, EVERY_SAVED, EVERY_WRITTEN = 3, 60, 9
MOST_ENTRIES = 150
"""Of one procedure (architecture.md §1.3)."""


def test_every_game_is_tested() -> None:
    assert [*KITS] == sorted(GAMES), "a game brings tests/<game>/kit.py"


@over("first", lambda kit: range(0, kit.seeds, CHUNK))
def test_games_end_as_their_rules_say(kit: GameUnderTest, first: int) -> None:
    played_to_the_end(kit, range(first, min(first + CHUNK, kit.seeds)))


@pytest.mark.matrix
@over("first", lambda kit: [kit.seeds])
def test_many_games_end_as_their_rules_say(kit: GameUnderTest, first: int) -> None:
    played_to_the_end(kit, range(first, first + 2 * CHUNK))


@pytest.mark.byhand
@over("first", lambda kit: range(kit.seeds + 2 * CHUNK, kit.seeds + kit.more, 2 * CHUNK))
def test_more_games_end_as_their_rules_say(kit: GameUnderTest, first: int) -> None:
    played_to_the_end(kit, range(first, first + 2 * CHUNK))


def played_to_the_end(kit: GameUnderTest, seeds: Iterable[int]) -> None:
    """Play games with all checks; the first of them is run again from its log."""
    for n, seed in enumerate(seeds):
        step = None
        for step in play(kit, seed, lambda *given: written_and_read(kit, *given)):
            hold(kit, step)
        assert step is not None
        assert step.table.over
        assert sound(kit, step)
        kit.ended(step)
        if n == 0:
            run_again(kit, seed, step.table)


def hold(kit: GameUnderTest, step: Step) -> None:
    """Check all that must hold after a step."""
    assert len(step.table.ledger.since) < MOST_ENTRIES, step.table.trail()
    question = step.table.question
    assert question is None or question.occasion is None or question.occasion.kind in kit.game.windows
    kit.sound(step)
    if step.n % EVERY_JUDGED == 0:
        assert sound(kit, step)
    if step.n % EVERY_SAVED == 0 and not step.table.over:
        saved_and_loaded(step.table)


def sound(kit: GameUnderTest, step: Step) -> bool:
    """Return true if the game finds nothing impossible in its world."""
    found = [fill(problem, "en", kit.game.lexicon.label) for problem in kit.game.problems(step.world)]
    assert found == [], (step.n, found)
    return True


def saved_and_loaded(table: Table) -> None:
    """The position out of its bytes asks the same of the same seats, and is the same world."""
    loaded = again(table, table.position)
    assert names(loaded) == names(table)
    assert loaded.world == table.world
    assert loaded.trail() == table.trail()
    assert loaded.position == table.position


def names(table: Table) -> dict[str, str]:
    return {} if table.question is None else {seat: table.question.name(seat) for seat in table.pending}


def written_and_read(kit: GameUnderTest, table: Table, seat: str, choice: Choice[Any], answer: Any) -> None:
    """What is written of an answer is read as the same answer, in every language."""
    if table.ledger.last % EVERY_WRITTEN:
        return
    typed = choice.accept(answer)
    for reader in kit.readers:
        text = choice.write(typed, reader)
        parsed, _ = read(choice, text, reader)
        assert choice.accept(parsed) == typed, text


def run_again(kit: GameUnderTest, seed: int, table: Table) -> None:
    """From the founding and the log alone the rules come to the same world and the same story."""
    position = Position(start(kit.game, founded(kit, seed), 0).rest, tuple(table.ledger.entries))
    second = again(table, position)
    assert second.over
    assert second.world == table.world
    assert second.ledger.entries == []
