"""Count what whole games of every scenario and roster reach: texts, events, results, chits, agents, rulings.

    python -m tests.ottomans.count_rules 300 [FIRST_SEED]

None may be zero; the exit status says whether one is. It is a test too (`pytest -m byhand`). Options change
as in the self-play, windows are asked and agents are sent out of turn; every third game is the computer's.
A ruling is reached in a game if a function was called that cites it.
"""

from __future__ import annotations

import ast
import re
import sys
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

import adjudicator.ottomans
from adjudicator.core import Event
from adjudicator.ottomans import GAME
from adjudicator.ottomans.board import COLUMNS, STRATAGEMS
from adjudicator.ottomans.options import OPTIONS
from adjudicator.ottomans.rules.r20_agents import PURPOSES
from adjudicator.ottomans.show.names import EVENTS
from adjudicator.ottomans.show.narration import template_of
from adjudicator.ottomans.show.texts import TEMPLATES
from tests.kit.balance import computer
from tests.kit.counting import report

from .kit import play

RESULTS = ("AD", "AE", "BB", "DD", "DE")
OUTCOMES = ("success", "nothing", "retaliation")
TOO_RARE = ("told: game_over/empire", "ruling: OT-V3", "told: no_retreat")
"""No empire came about in some 1,500 games that played themselves; golden plays show two. In 28 games of all
scenarios and rosters all units had a retreat; `test_combat` has some who have none.
"""


KIND_OF = {template: kind for kind, template in TEMPLATES.items()}
RULING = re.compile(r"\bOT-[A-Z]\d+")
Function = tuple[str, int]
"""A function by its file and first line, as its code object has them."""


@cache
def citing() -> Mapping[Function, frozenset[str]]:
    """The rulings that each function of the game cites."""
    found: dict[Function, frozenset[str]] = {}
    for path in sorted(Path(adjudicator.ottomans.__file__).parent.rglob("*.py")):
        text = path.read_text(encoding="utf-8")
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                rulings = frozenset(RULING.findall(ast.get_source_segment(text, node) or ""))
                first = min([node.lineno, *(d.lineno for d in node.decorator_list)])
                if rulings:
                    found[str(path), first] = rulings
    return found


class Calls:
    """A record of the called functions that cite a ruling, while the block lasts."""

    def __init__(self) -> None:
        self._seen: dict[CodeType, frozenset[str]] = {}

    def __enter__(self) -> Calls:
        sys.setprofile(self._note)
        return self

    def __exit__(self, *why: object) -> None:
        sys.setprofile(None)

    def _note(self, frame: FrameType, event: str, given: Any) -> None:
        code = frame.f_code
        if event == "call" and code not in self._seen:
            self._seen[code] = citing().get((code.co_filename, code.co_firstlineno), frozenset())

    def rulings(self) -> set[str]:
        """The rulings that they cite."""
        return {ruling for rulings in self._seen.values() for ruling in rulings}


def everything() -> list[str]:
    """All that is counted and may not be zero; an AGENT is counted by its operations."""
    return [name for name in _all() if name not in TOO_RARE]


def _all() -> list[str]:
    return [
        *(f"scenario: {one.id}" for one in GAME.scenarios()),
        *(f"option: {one.name} {value}" for one in OPTIONS for value in one.values),
        *(f"event: {event}" for event in EVENTS),
        *(f"result: {result}" for result in RESULTS),
        *(f"odds: {column.name}" for column in COLUMNS),
        *(f"chit: {chit}" for chit in STRATAGEMS),
        *(f"agents: {purpose}" for purpose in (*PURPOSES, "diplomacy")),
        *(f"agents: {outcome}" for outcome in OUTCOMES),
        *(f"told: {kind}" for kind in TEMPLATES),
        *(f"ruling: {ruling}" for ruling in sorted({r for rulings in citing().values() for r in rulings})),
    ]


def of_event(event: Event) -> Iterator[str]:
    """Yield the paragraphs that an event shows."""
    v = event.values
    yield f"told: {KIND_OF[template_of(event)]}"
    match event.kind:
        case "event":
            yield f"event: {v['event']}"
        case "result":
            yield f"result: {v['how']}"
        case "odds":
            yield f"odds: {v['odds']}"
        case "played" | "played_on":
            yield f"chit: {v['chit']}"
        case "operation":
            yield "chit: agent"
            yield f"agents: {v['purpose']}"
        case "operation_result":
            yield f"agents: {v['how']}"


def of_game(seed: int) -> Counter[str]:
    """The counts of one game."""
    scenarios = GAME.scenarios()
    scenario, counts = scenarios[seed % len(scenarios)].id, Counter[str](games=1)
    styles = (computer(GAME),) if seed % 3 == 2 else ()
    step = None
    with Calls() as calls:
        for step in play(seed, styles=styles, scenario=scenario):
            counts["answers"] += 1
            for event in step.events:
                counts.update(of_event(event))
    assert step is not None
    counts.update(f"ruling: {ruling}" for ruling in calls.rulings())
    counts[f"scenario: {scenario}"] += 1
    counts.update(f"option: {name} {value}" for name, value in step.world.options.items())
    return counts


if __name__ == "__main__":
    report(of_game, everything())
