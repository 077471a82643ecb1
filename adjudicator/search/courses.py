"""Imagined courses of a game, played by a policy after a seat has begun a plan."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from adjudicator.core.game.game import Game
from adjudicator.core.language.errors import Refusal
from adjudicator.core.log.chain import JSON, th
from adjudicator.core.log.chance import Rng
from adjudicator.core.table.question import WindowPolicy
from adjudicator.core.table.rollout import Rollout, Seen, imagined

from .opponent import Opponent, Plan


def course_of(game: Game, known: Seen, key: bytes, policy: WindowPolicy) -> Rollout | None:
    """Return a course up to a seat's question; None if no world is found in which it is asked.

    Equal keys give equal worlds.
    """
    return imagined(game, known, Rng(th("world", key)), policy)[0]


def worths(
    game: Game,
    opponent: Opponent,
    known: Seen,
    plans: Sequence[Plan],
    key: bytes,
    policy: WindowPolicy,
    level: int,
) -> list[int] | None:
    """Return the worth of each plan to the seat, in the same imagined world with the same dice; None if no
    world is found.
    """
    found: list[int] = []
    for plan in plans:
        course = course_of(game, known, key, policy)
        if course is None:
            return None
        course.rng = Rng(th("dice", key))
        played(opponent, course, {known.seat: plan}, opponent.last(opponent.turn(course.world), level))
        found.append(opponent.worth(course.world, known.seat))
    return found


def played(opponent: Opponent, course: Rollout, plans: dict[str, Plan], last: int) -> None:
    """Play a course to the end of its last turn, each seat by its plan and then by the policy."""
    left = {seat: (plan.rule, list(plan.answers)) for seat, plan in plans.items()}
    while (q := course.question) is not None and opponent.turn(course.world) <= last:
        seat = next(seat for seat in q.choices if seat not in q.answers)
        choice = q.choices[seat]
        rule, answers = left.pop(seat, ("", []))
        if rule != choice.rule or not submitted(course, seat, answers):
            plan = opponent.policy(course.world, seat, choice)
            rule, answers = plan.rule, list(plan.answers)
            if not submitted(course, seat, answers):
                course.submit(seat, choice.sample(course.rng))
        left[seat] = (rule, answers)


def submitted(course: Rollout, seat: str, answers: list[JSON]) -> bool:
    """Submit the first of some answers that is legal, and take it and those before it off the list; return
    true if there was one.
    """
    while answers:
        answer: Any = answers.pop(0)
        try:
            course.submit(seat, answer)
        except Refusal:
            continue
        return True
    return False
