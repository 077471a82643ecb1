"""Self-play to the end: what must hold after every step, and on a sample of them."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.belisarius import GAME
from adjudicator.belisarius.board import AREAS, CITIES, HEXES, MARKERS, PROVINCES, UNITS
from adjudicator.belisarius.rules.r23_victory import level_of
from adjudicator.belisarius.show.names import LEXICON
from adjudicator.belisarius.world import SEATS
from adjudicator.core import Choice, Position, Reader, Table, fill, start
from adjudicator.core.orders import read

from .count_rules import count, everything
from .selfplay import Step, Temper, again, bold, founded, plain, play

SEEDS, CHUNK = 50, 5
TEMPERS: tuple[tuple[Temper, Temper], ...] = (
    (plain, bold),
    (plain, plain),
    (bold, plain),
    (plain, plain),
    (bold, bold),
)
"""The barbarian's and the Empire's, by turns: the bold take long."""
READERS = (Reader(LEXICON), Reader(LEXICON, "ja"))
EVERY_SAVED, EVERY_WRITTEN = 40, 6
MOST_ENTRIES = 150
"""Of one procedure (architecture.md §1.3)."""


def test_the_board_is_whole() -> None:
    """§8.1 §2.3: and nothing in a game ever changes it."""
    assert sum(marker.count for marker in MARKERS.values()) == 64
    assert (len(HEXES), len(PROVINCES), len(AREAS)) == (1773, 25, 4)
    assert (len(CITIES), len(UNITS)) == (73, 196)


@pytest.mark.parametrize("first", range(0, SEEDS, CHUNK))
def test_games_to_the_end(first: int) -> None:
    for seed in range(first, first + CHUNK):
        step = None
        for step in play(seed, round_trip, TEMPERS[seed // 4 % len(TEMPERS)]):
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
    assert not w.at.keys() & {*w.dead}
    assert {*w.aboard, *w.rebels, *w.operated, *w.dropped, *w.reacted} <= w.at.keys()
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
    """§3.1c §23.2 §23.3 §24.1(5): it is over by surrender, by agreement or in time, as the points say."""
    w, points = step.world, GAME.score(step.world).points
    assert step.table.over
    assert w.phase == "over"
    if w.result["how"] == "surrender":
        assert w.result["winner"] in SEATS
        return
    assert w.turn == w.turns or any(agreement.end for agreement in w.agreements)
    assert {seat: w.result[seat] for seat in SEATS} == {seat: level_of(points[seat]) for seat in SEATS}
    most = [seat for seat in SEATS if points[seat] == max(points.values())]
    ends = ("", "draw") if most == [*SEATS] else (most[0], "points")
    assert (w.result["winner"], w.result["how"]) == ends


def rerun(seed: int, table: Table) -> None:
    """From the founding and the log alone the rules come to the same world and the same story."""
    position = Position(start(GAME, founded(seed), 0).rest, tuple(table.ledger.entries))
    second = again(table, position)
    assert second.over
    assert second.world == table.world
    assert second.ledger.entries == []


@pytest.mark.byhand
def test_every_event_marker_result_and_rare_rule_is_reached() -> None:
    counts = count(range(600))
    assert [name for name in everything() if not counts[name]] == []
