"""Self-play to the end: what must hold after every step, and on a sample of them."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.belisarius import GAME
from adjudicator.belisarius.board import CITIES, MARKERS, UNITS
from adjudicator.belisarius.names import LEXICON
from adjudicator.core import Choice, Position, Reader, Table, fill, start
from adjudicator.core.orders import read

from .selfplay import Step, again, bold, founded, plain, play

SEEDS, CHUNK = 50, 5
READERS = (Reader(LEXICON), Reader(LEXICON, "ja"))
EVERY_SAVED, EVERY_WRITTEN = 40, 4
MOST_ENTRIES = 150
"""Of one procedure (architecture.md 1.3)."""


def test_the_board_is_whole() -> None:
    """§8.1 §2.3: and nothing in a game ever changes it."""
    assert sum(marker.count for marker in MARKERS.values()) == 64
    assert len(CITIES) == 73
    assert len(UNITS) == 196


@pytest.mark.parametrize("first", range(0, SEEDS, CHUNK))
def test_games_to_the_end(first: int) -> None:
    for seed in range(first, first + CHUNK):
        step = None
        for step in play(seed, round_trip, (plain, bold) if seed % 2 else (bold, bold)):
            hold(step)
        assert step is not None
        finished(step)
        if seed % CHUNK == 0:
            rerun(seed, step.table)


def hold(step: Step) -> None:
    """What must hold after every step; every fortieth is saved and loaded."""
    w = step.world
    assert GAME.problems(w) == [], [fill(p, "en", LEXICON.label) for p in GAME.problems(w)]
    assert len(step.table.ledger.since) < MOST_ENTRIES, step.table.trail()
    assert sum(map(len, w.cups.values())) == 64
    if step.n % EVERY_SAVED == 0 and not step.table.over:
        saved_and_loaded(step.table)


def saved_and_loaded(table: Table) -> None:
    """The position out of its bytes asks the same of the same seats, and is the same world."""
    loaded = again(table, table.position)
    assert names(loaded) == names(table)
    assert loaded.world == table.world
    assert loaded.trail() == table.trail()
    assert loaded.position == table.position


def names(table: Table) -> dict[str, str]:
    return {} if table.question is None else {seat: table.question.name(seat) for seat in table.pending}


def round_trip(table: Table, seat: str, choice: Choice[Any], answer: Any) -> None:
    """What is written of an answer is read as the same answer, in both languages."""
    if table.ledger.last % EVERY_WRITTEN:
        return
    typed = choice.accept(answer)
    for reader in READERS:
        text = choice.write(typed, reader)
        parsed, _ = read(choice, text, reader)
        assert choice.accept(parsed) == typed, text


def finished(step: Step) -> None:
    """§23.2: the result is what the points say."""
    w = step.world
    assert step.table.over
    assert w.phase == "over"
    assert w.result


def rerun(seed: int, table: Table) -> None:
    """From the founding and the log alone the rules come to the same world and the same story."""
    position = Position(start(GAME, founded(seed), 0).rest, tuple(table.ledger.entries))
    second = again(table, position)
    assert second.over
    assert second.world == table.world
    assert second.ledger.entries == []
