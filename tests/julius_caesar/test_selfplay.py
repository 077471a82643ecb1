"""Self-play to the end: what must hold after every step, and on a sample of them."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from adjudicator.core import Choice, Position, Reader, Table, fill, start
from adjudicator.core.orders import read
from adjudicator.julius_caesar.board import BLOCKS, CITIES, DECK, EDGES, FIGURES, ROADS, SEAS
from adjudicator.julius_caesar.show.names import LEXICON
from adjudicator.julius_caesar.world import World

from .count_rules import count, everything
from .selfplay import GAME, TEMPERS, Step, Temper, again, founded, plain, play

SEEDS, CHUNK = 200, 10
READERS = (Reader(LEXICON), Reader(LEXICON, "ja"))
EVERY_SAVED, EVERY_WRITTEN = 40, 4
MOST_ENTRIES = 150
"""Of one procedure (architecture.md §1.3)."""


def test_the_board_is_whole() -> None:
    """§1.3 §4.2 §4.3 §4.4: and nothing in a game ever changes it."""
    kinds = Counter(road.kind for road in ROADS.values())
    assert (len(CITIES), len(SEAS), len(BLOCKS), len(DECK)) == (67, 9, 63, 27)
    assert kinds["major"] + kinds["minor"] == 90
    assert kinds["strait"] == 4
    assert sum(len(beside) for beside in EDGES.values()) == 2 * 94


@pytest.mark.parametrize("first", range(0, SEEDS, CHUNK))
def test_games_to_the_end(first: int) -> None:
    for seed in range(first, first + CHUNK):
        step = None
        for step in play(seed, round_trip, tempers(seed)):
            hold(step)
        assert step is not None
        finished(step)
        if seed % CHUNK == 0:
            rerun(seed, step.table)


def tempers(seed: int) -> tuple[Temper, Temper]:
    """Cool heads for most, because they are quick; one game of ten in a temper."""
    return (plain, plain) if seed % CHUNK else TEMPERS[seed // CHUNK % len(TEMPERS)]


def hold(step: Step) -> None:
    """What must hold after every step; every fortieth is saved and loaded."""
    w = step.world
    assert GAME.problems(w) == [], [fill(p, "en", LEXICON.label) for p in GAME.problems(w)]
    assert len(step.table.ledger.since) < MOST_ENTRIES, step.table.trail()
    assert counted(w) == (63, 27)
    if w.battle is not None:
        assert 1 <= w.battle.round <= FIGURES.battle_rounds
    if step.n % EVERY_SAVED == 0 and not step.table.over:
        saved_and_loaded(step.table)


def counted(w: World) -> tuple[int, int]:
    """How many blocks and cards there are, wherever they are."""
    piles = (*w.stock.values(), *w.eliminated.values(), *w.trophies.values())
    return len(w.at) + sum(map(len, piles)), sum(map(len, w.cups.values()))


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
    """§8.4 §1.2: the result is what the points say."""
    w, points = step.world, GAME.score(step.world).points
    assert step.table.over
    assert w.phase == "over"
    winner, how = w.result["winner"], w.result["how"]
    loser = "pompey" if winner == "caesar" else "caesar"
    match how:
        case "points":
            assert points[winner] >= FIGURES.victory_points
        case "more":
            assert (w.year, points[winner] > points[loser]) == (FIGURES.years, True)
        case "rome" | "draw":
            assert (w.year, points["caesar"]) == (FIGURES.years, points["pompey"])
            assert (winner == "") == (how == "draw")
        case other:
            pytest.fail(other)


def rerun(seed: int, table: Table) -> None:
    """From the founding and the log alone the rules come to the same world and the same story."""
    begun = founded(seed)
    position = Position(start(GAME, begun, 0).rest, tuple(table.ledger.entries))
    second = again(table, position)
    assert second.over
    assert second.world == table.world
    assert second.ledger.entries == []


@pytest.mark.byhand
def test_every_result_event_and_rare_rule_is_reached() -> None:
    counts = count(range(5000))
    assert [name for name in everything() if not counts[name]] == []
