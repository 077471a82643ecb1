"""A job: all that an answer of the computer follows from, as a value.

The same job has the same answer on any machine and with any number of processes: budgets are counted in
courses, every course has its own stream, and what is added is whole numbers in the order of the courses.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import Protocol, TypeVar

from msgspec import Struct

from adjudicator.core.game.game import Game
from adjudicator.core.log.chain import th
from adjudicator.core.log.chance import Rng
from adjudicator.core.log.founding import RulesVersion
from adjudicator.core.table.question import WindowPolicy
from adjudicator.core.table.rollout import Rollout, Seen

from .courses import course_of, worths
from .halving import Found, halved
from .opponent import Opponent, Plan

BUDGETS: Mapping[int, int] = {2: 64, 3: 1_000, 4: 5_000}
"""The number of courses that are played for an answer, by level."""

S = TypeVar("S")
T = TypeVar("T")


class Job(Struct, frozen=True):
    """A question to the computer.

    Attributes:
        game: the id of the game, with the digest of figures of a group's own (`Game.id`).
        rules: the release, and the digests of code and data.
        weights: the digest of the opponent's weights.
        level: 2 or more.
        known: what the seat knows: seat, view of the last rest, what it has seen since, question. What it
            remembers follows from that.
        modes: how the campaign treats windows (`WindowPolicy.modes`).
        seed: 32 bytes that nobody can predict.
        budget: how many courses are played instead of `BUDGETS`; 0: as many as there.
    """

    game: str
    rules: RulesVersion
    weights: str
    level: int
    known: Seen
    modes: Mapping[str, str]
    seed: bytes
    budget: int = 0


class Thought(Struct, frozen=True):
    """The plan that a job leads to; those compared, the policy's own first, with what was found."""

    plan: Plan
    plans: tuple[Plan, ...]
    found: Found


class Over(Protocol):
    """`map`, or that of a pool of processes: results in the order of the values."""

    def __call__(self, function: Callable[[S], T], values: Iterable[S], /) -> Iterable[T]: ...


Find = Callable[[str], tuple[Game, Opponent]]
"""The id of a game -> the game and its opponent; a function of a module, which processes can be given."""


def thought(job: Job, find: Find, over: Over = map) -> Thought | None:
    """Return the plan of a job; None where no world is imagined in which the seat is asked its question: then
    the answer is that of level 1.

    Args:
        job: the job.
        find: finds the game and its opponent.
        over: calls a function over values, here or in processes.
    """
    game, opponent = find(job.game)
    course = course_of(game, job.known, th("first", job.seed), WindowPolicy(job.modes))
    if course is None:
        return None
    plans = _plans(opponent, course, job.known.seat)
    budget = job.budget or BUDGETS[job.level]

    def measure(alive: Sequence[int], n: int, rows: int) -> list[list[int]]:
        row = partial(_row, job, find, [plans[i] for i in alive], n)
        return [values for values in over(row, range(rows)) if values is not None]

    found = halved(len(plans), budget, measure, Rng(th("choice", job.seed)))
    return Thought(plans[found.chosen], tuple(plans), found)


def _plans(opponent: Opponent, course: Rollout, seat: str) -> list[Plan]:
    """Return the plans to compare: the policy's own, then others, each once."""
    assert course.question is not None
    choice = course.question.choices[seat]
    found = [opponent.policy(course.world, seat, choice)]
    for plan in opponent.plans(course.world, seat, choice):
        if plan not in found:
            found.append(plan)
    return found


def _row(job: Job, find: Find, plans: Sequence[Plan], n: int, i: int) -> list[int] | None:
    """Return the worths of plans in course i of a round."""
    game, opponent = find(job.game)
    key = th("course", job.seed, n, i)
    return worths(game, opponent, job.known, plans, key, WindowPolicy(job.modes), job.level)
