"""Self-play to the end: what must hold after every step, and on a sample of them."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from adjudicator.core import Choice, Position, Reader, Table, redact, reveal, start
from adjudicator.core.orders import read
from adjudicator.ottomans import GAME
from adjudicator.ottomans.board import CHITS, FIGURES, LEADERS, MERCENARIES, SCENARIOS, SEAS, UNITS
from adjudicator.ottomans.rules.r18_areas import fits, may_stand
from adjudicator.ottomans.rules.r21_victory import firm_regions, threshold
from adjudicator.ottomans.world import SEATS, World, is_leader, is_ship, owner, side
from tests.test_language import assert_english, assert_japanese

from .selfplay import Step, again, founded, play, scenario_of

EVERY_SAVED, EVERY_WRITTEN, EVERY_TOLD = 60, 5, 3
MOST_ENTRIES = 150
"""Of one procedure (architecture.md §1.3)."""
READERS = (Reader(GAME.lexicon), Reader(GAME.lexicon, "ja"))


@pytest.mark.parametrize("seed", [0, 3, 6, 9])
def test_games_to_the_end(seed: int) -> None:
    """In every second game windows are asked, at some rests agents act."""
    whole_game(seed)


@pytest.mark.byhand
@pytest.mark.parametrize("seed", range(28))
def test_all_scenarios_with_all_rosters(seed: int) -> None:
    whole_game(seed)


def whole_game(seed: int) -> None:
    step = None
    for step in play(seed, round_trip):
        hold(step)
    assert step is not None
    finished(step)
    rerun(seed, step.table)


def hold(step: Step) -> None:
    w = step.world
    assert len(step.table.ledger.since) < MOST_ENTRIES, step.table.trail()
    if step.table.at_rest:
        assert counted(w) == EXPECTED, w.phase
        units_are_conserved(w)
        stands_as_it_may(w)
        assert GAME.problems(w) == []
    if step.n % EVERY_TOLD == 0:
        told_in_both_languages(step)
    if step.n % EVERY_SAVED == 0 and not step.table.over:
        saved_and_loaded(step.table)


def counted(w: World) -> int:
    """All chits and the leaders of §13.7, wherever they are; those face up are of nobody else."""
    cups = sum(map(len, w.cups.values()))
    drawn = sum(leader in w.at or leader in w.gone for leader in pool_leaders(w))
    return cups + len(w.control) + drawn - len(pool_leaders(w))


EXPECTED = len(CHITS)


def pool_leaders(w: World) -> list[str]:
    plan = SCENARIOS[w.scenario]
    later = [chit for chits in plan.later.values() for chit in chits if chit in LEADERS]
    return [*plan.pool_leaders, *later]


def units_are_conserved(w: World) -> None:
    where = Counter([*w.at, *w.dead, *w.waiting, *w.gone, *w.unplaced])
    assert max(where.values(), default=0) <= 1, where.most_common(3)
    for unit in [u for u in UNITS if u not in where]:
        aside = is_leader(unit) or unit in MERCENARIES
        assert aside or UNITS[unit].nation in ("spain", "muscovy") or w.scenario in "123", unit


def stands_as_it_may(w: World) -> None:
    for unit, place in w.at.items():
        assert fits(unit, place) or unit in w.aboard, (unit, place)
        assert may_stand(w, unit, place) is None, (unit, place)
    for unit, ship in w.aboard.items():
        assert is_ship(ship) and w.at[unit] == w.at[ship] and w.at[ship] in SEAS
        assert side(unit) == side(ship)
    loads = Counter(ship for unit, ship in w.aboard.items() if not is_leader(unit))
    assert max(loads.values(), default=0) <= 1
    assert all(owner(w, unit) == owner(w, ship) for unit, ship in w.aboard.items())


def told_in_both_languages(step: Step) -> None:
    for event in step.events:
        for viewer in (*step.world.seats, None):
            known = redact(event, viewer)
            if known is not None:
                assert_english(GAME.say(known, "en"))
                assert_japanese(GAME.say(known, "ja"))
        assert_english(GAME.say(reveal(event), "en"))


def saved_and_loaded(table: Table) -> None:
    loaded = again(table, table.position)
    assert names(loaded) == names(table)
    assert loaded.world == table.world
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
    """§21.13: the result is what the points say."""
    w, score = step.world, GAME.score(step.world)
    assert (w.phase, w.turn) == ("over", w.last_turn)
    firm = Counter(r for seat in w.seats for c in SEATS for r in firm_regions(w, seat, c))
    assert max(firm.values(), default=0) <= 1
    if w.result["empire"]:
        best = max(score.points.values())
        assert w.victors == [seat for seat in w.seats if score.points[seat] == best]
    else:
        assert w.victors == [seat for seat in w.seats if score.points[seat] > threshold(w, seat)]
    assert all(len(w.cups[f"{seat}_hand"]) <= FIGURES.hand + 1 for seat in w.seats)


def rerun(seed: int, table: Table) -> None:
    """From the founding and the log alone the rules come to the same world and the same story."""
    position = Position(start(GAME, founded(seed), 0).rest, tuple(table.ledger.entries))
    second = again(table, position)
    assert second.over, scenario_of(seed)
    assert second.world == table.world
    assert second.ledger.entries == []
