"""The Ancient World as the kit tests it."""

from __future__ import annotations

from functools import partial

from adjudicator.ancient_world import GAME
from adjudicator.ancient_world.board import CITIES, HEXES, LEADERS, NEIGHBOURS, PROVINCES, UNITS
from adjudicator.ancient_world.rules.r08_fog import side_of_seat
from adjudicator.ancient_world.sequence import SEQUENCE
from adjudicator.ancient_world.world import (
    Battle,
    Capture,
    Catch,
    Due,
    Force,
    Line,
    Lock,
    March,
    Operation,
    Siege,
    hex_of,
)
from tests.kit import selfplay
from tests.kit.game import GameUnderTest
from tests.kit.play_styles import Step

from . import invariants
from .positions import IMPOSSIBLE, NO_POSITIONS
from .selfplay import options_of, out_of_turn, scenario_of, styles_of
from .stories import STORIES
from .two_worlds import other_world


def sound(step: Step) -> None:
    """§2.21 §6.46: every force has somebody in it, and no more is new to a province than is there."""
    for key, force in step.world.forces.items():
        assert force.units or force.leaders, key
        assert all(n > 0 for n in force.units.values()), key
        assert all(n <= force.units.get(unit, 0) for unit, n in force.fresh.items()), key
    invariants.hold(step)


def ended(step: Step) -> None:
    """§14.0: it is over at once, or after the last turn as the points say."""
    w, points = step.world, GAME.score(step.world).points
    assert not w.agenda
    assert w.result["how"] in ("points", "automatic", "draw")
    if w.result["how"] == "points":
        assert w.result["winner"] in points


KIT = GameUnderTest(
    game=GAME,
    beside=lambda place: NEIGHBOURS.get(hex_of(place), ()),
    whole=("take", "detach", "lose"),
    seeds=2,
    more=20,
    scenario=scenario_of,
    options=options_of,
    styles=styles_of,
    asides=30,
    aside=out_of_turn,
    sound=sound,
    ended=ended,
    pieces=lambda w: sorted({leader for force in w.forces.values() for leader in force.leaders}),
    ids=(*list(UNITS)[::3], *list(HEXES)[::40], *list(CITIES)[::6], *list(LEADERS)[::4], *PROVINCES, "rome"),
    other_world=other_world,
    side=side_of_seat,
    compared=((4, "ask"), (3, "ask"), (10, "standing")),
    every=45,
    secrets=list(UNITS)[::4],
    phrases=("take 5 {}", "detach 5 {}", "march {}", "ride to {}", "sail {}", "react intercept with {}"),
    stories=STORIES,
    phases=(*SEQUENCE, "over"),
    structs=(Force, Siege, Lock, Operation, March, Catch, Due, Battle, Line, Capture),
    impossible=IMPOSSIBLE,
    no_positions=NO_POSITIONS,
    solutions={
        "lesson_march": ("march 2508", "as planned"),
        "lesson_battle": ("attack",),
        "lesson_city": ("assault",),
    },
)

play = partial(selfplay.play, KIT)
founded = partial(selfplay.founded, KIT)
