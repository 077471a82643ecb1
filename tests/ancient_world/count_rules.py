"""Play many games of all scenarios and count what is reached: events, results, orders, rare rules, rulings.

    python -m tests.ancient_world.count_rules 600 [FIRST_SEED]

None may be zero; the exit status says whether one is. It is a test too (`pytest -m byhand`). Windows are
asked; options, allies' seats and the styles of the seats change from game to game.
"""

from __future__ import annotations

import importlib
import pkgutil
import re
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import wraps
from inspect import isclass, isfunction
from typing import Any
from unittest.mock import patch

from msgspec import Struct

import adjudicator.ancient_world as package
from adjudicator.ancient_world import GAME
from adjudicator.ancient_world.board import CHARTS
from adjudicator.ancient_world.options import OPTIONS
from adjudicator.ancient_world.rules.r05_operations import ORDERS
from adjudicator.ancient_world.rules.r14_specials import SOUTH
from adjudicator.ancient_world.show.narration import HIDDEN, LINES, TEMPLATES
from adjudicator.ancient_world.world import World, is_inside
from adjudicator.core import Choice, Event
from adjudicator.core.log.chance import Rng
from tests.kit.counting import report
from tests.kit.play_styles import PlayStyle, Step, pick_of, plain

from .kit import play
from .selfplay import consul, lively

RULED = re.compile(r"ruling\s+AW-(\w+)", re.IGNORECASE)


def wavering(choice: Choice[Any], rng: Rng, w: World, seat: str) -> Any:
    """As the computer plays, but for an answer at random now and then."""
    return lively(choice, rng, w, seat) if rng.below(4) == 0 else consul(choice, rng, w, seat)


def heated(choice: Choice[Any], rng: Rng, w: World, seat: str) -> Any:
    """As the computer plays, but that it marches at random, and intercepts whenever it can."""
    if choice.rule == "6.53":
        for _ in range(4):
            answer = choice.sample(rng)
            if pick_of(answer.get("answer")) != "let_pass":
                break
        return answer
    return (lively if rng.below(2) else consul)(choice, rng, w, seat)


STYLES: tuple[tuple[PlayStyle, ...], ...] = (
    (wavering, wavering, wavering),
    (consul, wavering, plain),
    (heated, heated, wavering),
    (wavering, consul, consul),
    (lively, heated, lively),
)
"""Of the seats, by turns."""


class Moment(Struct, frozen=True):
    """An event, the step that told it, and what was before: leaders inside cities, and who had caught whom.

    `caught` are the sides whose interception of this phase has succeeded, by hex.
    """

    event: Event
    step: Step
    inside: frozenset[str]
    caught: Mapping[str, str]

    @property
    def w(self) -> World:
        """The world after the step."""
        w: World = self.step.world
        return w

    def get(self, name: str) -> Any:
        """A value of the event, None if it has none."""
        return self.event.values.get(name)

    def beside(self, kind: str) -> bool:
        """Return true if the same step has told an event of a kind."""
        return any(event.kind == kind for event in self.step.events)


Seen = Callable[[Moment], bool]
RARE: Mapping[str, tuple[str, Seen]] = {
    "4.21 one marker of several": ("enters_cup", lambda m: m.get("count") == 1),
    "4.21 all markers": ("enters_cup", lambda m: m.get("count") > 1),
    "6.35 from a bank": (
        "intercepts",
        lambda m: m.get("how") == "automatic" and m.get("leader") not in m.inside,
    ),
    "6.54 out of a city": (
        "intercepts",
        lambda m: m.get("how") == "automatic" and m.get("leader") in m.inside,
    ),
    "6.51 with part of the force": ("intercepts", lambda m: m.step.rule == "6.53" and _of_menu(m, "part")),
    "6.52 along a way named": ("intercepts", lambda m: m.step.rule == "6.53" and _of_menu(m, "along")),
    "6.56 a counter-interception": ("intercepts", lambda m: m.w.counter is not None),
    "6.55 who is intercepted wins": (
        "victory",
        lambda m: m.caught.get(m.get("place"), m.get("side")) != m.get("side"),
    ),
    "6.62 an overrun with leaders": ("overrun", lambda m: bool(m.get("leaders"))),
    "7.29 lost with the ships": ("sunk", lambda m: bool(m.get("leaders"))),
    "7.28 a leader falls at sea": ("fell", lambda m: m.event.rule == "7.28"),
    "8.33 nothing but a star": ("result", lambda m: -1 in m.get("real")),
    "8.36 elephants of both sides": (
        "battle",
        lambda m: m.w.battle is not None and len({*m.w.battle.elephants, *m.w.battle.lost_elephants}) == 2,
    ),
    "8.37 no way out": ("destroyed", lambda m: m.event.rule == "8.37"),
    "8.52 a major victory": ("victory", lambda m: m.get("how") == "major"),
    "9.37 a leader falls in an assault": ("fell", lambda m: m.event.rule == "9.37"),
    "9.43 a sally after a reduction": ("sallies", lambda m: m.step.rule == "9.43"),
    "9.74 leaders put to death": ("fell", lambda m: m.event.rule == "9.74"),
    "9.74 a garrison with nowhere to go": ("destroyed", lambda m: m.event.rule == "9.74"),
    "12.31 the south wavers": ("alliance", lambda m: m.get("province") in SOUTH and m.beside("victory")),
    "8.63 replaced in the midst of a turn": ("replaces", lambda m: bool(m.w.lams) or m.w.op is not None),
    "8.63 replaced as a turn begins": ("replaces", lambda m: not m.w.lams and m.w.op is None),
}
"""Each rare rule with the kind of event that shows it, and what must be true of it."""


def _of_menu(m: Moment, part: str) -> bool:
    answer = m.step.answer.get("answer") if isinstance(m.step.answer, dict) else None
    return pick_of(answer) == f"intercept_{part}"


PICKS: Mapping[str, str] = {
    "5.3": " ".join(ORDERS),
    "8.22": "stand avoid",
    "9.22": "stand avoid",
    "8.37": "stay retreat",
    "9.74": "release execute ransom",
    "8.64": "name nobody",
    "7.15": "hold shift",
    "9.25": "enter stay_out garrison",
    "11.33": "surrender transfer give_up",
}
"""The items of the menus, by the paragraph that asks."""


ORDERED = ("R12", "R74", "R75", "V08", "V19")
"""Rulings on orders, whose functions the table of orders holds: their picks are counted instead."""
TOO_RARE = {
    "pick: 5.3 land": "a_force_lies_off_the_coast_and_lands",
    "told: late": "reinforcements_wait_for_a_city",
    "told: harvest_used": "a_good_harvest_feeds_an_army_that_stays",
    "told: sunk": "a_force_on_the_open_sea_at_the_end_of_the_year_is_lost",
    "told: disaster/out": "an_embassy_may_end_in_disaster",
    "told: disaster/killed": "an_embassy_may_end_in_disaster",
    "7.29 lost with the ships": "a_force_on_the_open_sea_at_the_end_of_the_year_is_lost",
    "8.36 elephants of both sides": "elephants_of_both_sides_meet",
    "8.37 no way out": "who_has_no_way_out_is_destroyed",
}
"""What whole games may never come to, each with its test in `test_seldom`: it is seldom ordered at random, or
needs several lucky dice; and in no scenario do both sides have elephants.
"""


def everything() -> list[str]:
    """All that is counted and may not be zero."""
    return [name for name in _all() if name not in TOO_RARE]


def _all() -> list[str]:
    return [
        *(f"scenario: {one.id}" for one in GAME.scenarios()),
        *(f"option: {one.name} {value}" for one in OPTIONS for value in one.values),
        *(f"augury: {event}" for event in CHARTS.auguries),
        *(f"battle: {n}" for n in CHARTS.battle),
        *(f"unpredictable: {n}" for n in CHARTS.unpredictable_rows),
        *(f"line: {name}" for name in LINES if name != "given"),
        *(f"elephant: {die}" for die in CHARTS.elephants),
        *(f"embassy: {row.boxes} boxes" for row in CHARTS.embassies.values()),
        *(f"state: {n}" for n in range(4)),
        *(f"pick: {rule} {pick}" for rule, picks in PICKS.items() for pick in picks.split()),
        *(f"told: {kind}" for kind in TEMPLATES),
        *(f"in fog: {kind}" for kind in HIDDEN),
        *RARE,
        *(f"ruling: {id}" for id in sorted(rulings() - {*ORDERED})),
    ]


def of_event(m: Moment) -> Iterator[str]:
    """Yield the paragraphs that an event shows."""
    event = m.event
    v = event.values
    if event.kind in TEMPLATES:
        yield f"told: {event.kind}"
    kind = f"{event.kind}/{v.get('how')}"
    if event.kind == "intercepts" and v.get("ambush"):
        kind = f"ambush/{v.get('how')}"
    if event.kind == "alliance":
        kind = "alliance/rome" if v["box"] else "alliance/none"
    if kind in TEMPLATES:
        yield f"told: {kind}"
    if "units" in event.sealed or "losses" in event.sealed:
        some = f"{event.kind}/some" if v.get("some") else kind
        yield f"in fog: {some if some in HIDDEN else event.kind}"
    match event.kind:
        case "augury":
            yield f"augury: {v['event']}"
        case "battle":
            yield f"battle: {max(-13, min(22, v['total']))}"
            yield from (f"line: {name}" for name in v["lines"])
        case "unpredictable":
            yield f"unpredictable: {v['total']}"
        case "elephant":
            yield f"elephant: {v['die']}"
        case "embassy":
            yield f"embassy: {v['boxes']} boxes"
    yield from (name for name, (kind, seen) in RARE.items() if kind == event.kind and seen(m))


# -- rulings -------------------------------------------------------------------------------------


def functions() -> Iterator[tuple[Any, str, Callable[..., Any], set[str]]]:
    """Yield the functions that cite rulings: where they are bound, the name, the function, the rulings.

    A ruling that a module cites is cited by each of its functions.
    """
    for info in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
        module = importlib.import_module(info.name)
        for owner in (
            module,
            *(x for x in vars(module).values() if isclass(x) and x.__module__ == info.name),
        ):
            for name, value in list(vars(owner).items()):
                if isfunction(value) and (value.__module__ or "").startswith(package.__name__):
                    home = sys.modules[value.__module__].__doc__ or ""
                    if cited := {*RULED.findall(f"{home} {value.__doc__ or ''}")}:
                        yield owner, name, value, cited


def rulings() -> set[str]:
    """Return the rulings that some function cites."""
    return {id for _, _, _, cited in functions() for id in cited}


@contextmanager
def rulings_counted(counts: Counter[str]) -> Iterator[None]:
    """Count, while it lasts, how often a function that cites a ruling is called."""

    def counted(function: Callable[..., Any], cited: set[str]) -> Callable[..., Any]:
        @wraps(function)
        def call(*given: Any, **named: Any) -> Any:
            counts.update(f"ruling: {id}" for id in cited)
            return function(*given, **named)

        return call

    patches: list[Any] = []
    for owner, name, function, cited in functions():
        call = counted(function, cited)
        patches.append(patch.object(owner, name, call))
        for table in vars(owner).values():
            if isinstance(table, dict) and (keys := [key for key, f in table.items() if f is function]):
                patches.append(patch.dict(table, dict.fromkeys(keys, call)))
    for one in patches:
        one.start()
    try:
        yield
    finally:
        for one in reversed(patches):  # each gives a table back as it found it
            one.stop()


# -- counting ------------------------------------------------------------------------------------


def of_game(seed: int) -> Counter[str]:
    """The counts of one game."""
    counts, step, states = Counter[str](games=1), None, set[int]()
    inside, caught = frozenset[str](), dict[str, str]()
    with rulings_counted(counts):
        for step in play(seed, styles=STYLES[seed % len(STYLES)]):
            counts["answers"] += 1
            counts[f"pick: {step.rule} {pick_of(step.answer)}"] += 1
            states |= {force.status for force in step.world.forces.values()}
            for event in step.events:
                counts.update(of_event(Moment(event, step, inside, caught)))
                if event.kind == "finished":
                    caught.clear()
                elif event.kind == "intercepts" and event.values["how"] != "fails":
                    caught[event.values["place"]] = event.values["side"]
            inside = frozenset(x for f in step.world.forces.values() if is_inside(f.place) for x in f.leaders)
    assert step is not None
    assert GAME.problems(step.world) == [], seed
    ids = {each.id for each in GAME.scenarios() if each.seats == tuple(step.world.seats)}
    counts.update(f"scenario: {id}" for id in ids if id.startswith(step.world.scenario))
    counts.update(f"option: {name} {value}" for name, value in step.world.options.items())
    counts.update(f"state: {n}" for n in states)
    return counts


if __name__ == "__main__":
    report(of_game, _all())
