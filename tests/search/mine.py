"""A toy for the search: two seats dig in turn, three times each; each may dig deep or stay at the surface.

Deep down a die decides; what it brings depends on the ore, which only the umpire knows. The most ore wins.
The policy always stays at the surface, and brings one piece up.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import Struct

from adjudicator.core import (
    N_,
    Choice,
    Event,
    Game,
    Memory,
    OneOf,
    Procedure,
    Scenario,
    Table,
    ask,
    d6,
    most_points,
    start,
    words,
)
from adjudicator.core.game.game import Score
from adjudicator.core.log.chance import Rng, ScriptedSource
from adjudicator.core.log.founding import RulesVersion
from adjudicator.core.table.rollout import seen
from adjudicator.search.job import Job
from adjudicator.search.opponent import WHOLE, Opponent, Plan
from tests.core.small import FIRST, chain

SEATS = ("east", "west")
DIGS = 6


class World(Struct):
    """Ore is 0 to 2: what a piece from the deep counts beside one."""

    ore: int
    brought: dict[str, int]
    dug: int = 0
    cups: dict[str, list[str]] = {}
    options: dict[str, str] = {}


class View(Struct, frozen=True):
    """All but the ore."""

    seat: str | None
    brought: Mapping[str, int]
    dug: int
    rich: bool


def found(scenario: str, options: Mapping[str, str], seats: Sequence[str]) -> World:
    return World(2 if scenario == "rich" else 0, dict.fromkeys(seats, 0), options={"mine": scenario})


def proceed(w: World) -> Procedure | None:
    return dig(w, SEATS[w.dug % 2]) if w.dug < DIGS else None


async def dig(w: World, seat: str) -> None:
    """§1"""
    where = await ask(
        seat,
        OneOf(
            rule="1",
            prompt=words(N_("Where do you dig?")),
            options=lambda: dict.fromkeys(["surface", "deep", "away"]),
        ),
    )
    if where == "surface":
        w.brought[seat] += 1
    elif where == "deep":
        w.brought[seat] += (await d6("1", seat) - 2) * w.ore
    w.dug += 1


def view(w: World, seat: str | None) -> View:
    return View(seat, dict(w.brought), w.dug, w.options["mine"] == "rich")


def imagine(view: View, memory: Memory, rng: Rng) -> World:
    ore = 1 + rng.below(2) if view.rich else rng.below(2)
    return World(ore, dict(view.brought), view.dug, options={"mine": "rich" if view.rich else "poor"})


def score(w: World) -> Score:
    return Score(w.brought, {}, most_points(w.brought) if w.dug == DIGS else {})


def say(event: Event, language: str) -> str:
    return event.kind


GAME = Game(
    name="mine",
    world=World,
    scenarios=lambda: [Scenario("rich", SEATS), Scenario("poor", SEATS)],
    found=found,
    proceed=proceed,
    view=view,
    imagine=imagine,
    say=say,
    score=score,
)


def policy(w: World, seat: str, choice: Choice[Any]) -> Plan:
    return Plan("1", ("surface",))


def plans(w: World, seat: str, choice: Choice[Any]) -> list[Plan]:
    return [
        Plan("1", ("surface",)),
        Plan("1", ("nowhere", "deep", "deep", "deep")),
        Plan("1", ("away",)),
        Plan("1", ("deep",)),
    ]


def worth(w: World, seat: str) -> int:
    other = SEATS[seat == SEATS[0]]
    return max(0, min(WHOLE, WHOLE // 2 + 200 * (w.brought[seat] - w.brought[other])))


OPPONENT = Opponent(policy, plans, lambda w: w.dug, lambda turn, level: DIGS, worth, frozenset(), "none")


def find(id: str) -> tuple[Game, Opponent]:
    return GAME, OPPONENT


def table_of(scenario: str) -> Table:
    position = start(GAME, found(scenario, {}, SEATS), FIRST - 1)
    return Table(GAME, position, chain(), ScriptedSource(), fresh=True)


def job_of(scenario: str, seed: int = 1, budget: int = 0) -> Job:
    table = table_of(scenario)
    return Job(
        "mine",
        RulesVersion("1", "", ""),
        "none",
        2,
        seen(table, "east"),
        {},
        seed.to_bytes(32, "big"),
        budget,
    )
