"""The lessons of each game: legal positions, and aims that are reached whatever dice and computer do."""

from __future__ import annotations

import pytest

from adjudicator.core import Lesson, Reader, Table, start
from adjudicator.core.language.errors import Refusal
from adjudicator.core.log.chance import sampler
from adjudicator.core.orders import orders
from adjudicator.core.table.question import WindowPolicy

from .game import GameUnderTest
from .games import KITS
from .selfplay import Loose, chain

FEW, ALL = 2, 20
"""Dice and answers of the computer with which each lesson is played, `ALL` of them with `-m matrix`."""
LONGEST = 120
LESSONS = [(kit, one) for kit in KITS.values() for one in kit.game.lessons]
NAMES = [f"{kit.name}-{one.id}" for kit, one in LESSONS]


def outcome_of(kit: GameUnderTest, lesson: Lesson, table: Table) -> str:
    """How the aim stands for who plays the lesson."""
    return lesson.outcome(kit.game.view(table.world, lesson.seat))


def played(kit: GameUnderTest, lesson: Lesson, seed: int) -> str:
    """Play a lesson with the orders of its solution, each as soon as it is legal; the computer gives what
    they leave open, and plays the others. Return how the aim stands in the end.
    """
    game = kit.game
    scenario = game.scenario_of(lesson.id)
    assert scenario is not None and game.ai_player is not None
    options = {option.name: option.values[0] for option in scenario.options}
    world = game.begin(lesson.id, options, scenario.seats)
    policy = WindowPolicy({kind: window.usual for kind, window in game.windows.items()})
    table = Table(game, start(game, world, 0), chain(game), Loose(seed), policy=policy, fresh=True)
    stream, reader, left = sampler(seed), Reader(game.lexicon), list(kit.solutions[lesson.id])
    for _ in range(LONGEST):
        if table.over or (found := outcome_of(kit, lesson, table)):
            break
        seat, choice = next(iter(table.pending.items()))
        if seat == lesson.seat and (given := _first_legal(left, table, seat, reader)):
            left.remove(given)
            continue
        table.submit(seat, game.ai_player(game.view(table.world, seat), choice, stream))
    else:
        found = ""
    return found or outcome_of(kit, lesson, table)


def _first_legal(left: list[str], table: Table, seat: str, reader: Reader) -> str:
    """Give the first of these orders that is legal, and return it; "" for none."""
    for text in left:
        try:
            orders.submit(table, seat, text, reader)
        except Refusal:
            continue
        return text
    return ""


@pytest.mark.parametrize("kit", KITS.values(), ids=KITS)
def test_a_game_has_three_lessons(kit: GameUnderTest) -> None:
    """Games that the computer plays have three, each with a name in both languages."""
    names = [
        (kit.game.lexicon.label(one.id, "en"), kit.game.lexicon.label(one.id, "ja"))
        for one in kit.game.lessons
    ]
    assert len(names) == (0 if kit.game.ai_player is None else 3)
    assert all(english != japanese for english, japanese in names)


@pytest.mark.parametrize(("kit", "lesson"), LESSONS, ids=NAMES)
def test_a_lesson_is_a_legal_position(kit: GameUnderTest, lesson: Lesson) -> None:
    """Nothing in it is impossible, its aim is open, and its pupil is asked first."""
    scenario = kit.game.scenario_of(lesson.id)
    assert scenario is not None
    world = kit.game.begin(lesson.id, {o.name: o.values[0] for o in scenario.options}, scenario.seats)
    assert not kit.game.impossible(world)
    table = Table(kit.game, start(kit.game, world, 0), chain(kit.game), Loose(1), fresh=True)
    assert list(table.pending) == [lesson.seat]
    assert outcome_of(kit, lesson, table) == ""


@pytest.mark.parametrize("seed", range(FEW))
@pytest.mark.parametrize(("kit", "lesson"), LESSONS, ids=NAMES)
def test_an_aim_is_reached(kit: GameUnderTest, lesson: Lesson, seed: int) -> None:
    """By the steps that the lesson names."""
    assert played(kit, lesson, seed) == "reached"


@pytest.mark.matrix
@pytest.mark.parametrize("seed", range(FEW, ALL))
@pytest.mark.parametrize(("kit", "lesson"), LESSONS, ids=NAMES)
def test_an_aim_is_reached_with_other_dice(kit: GameUnderTest, lesson: Lesson, seed: int) -> None:
    """By the steps that the lesson names."""
    assert played(kit, lesson, seed) == "reached"
