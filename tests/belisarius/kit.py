"""Belisarius as the kit tests it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

from adjudicator.belisarius import GAME
from adjudicator.belisarius.board import CITIES, HEXES, MARKERS, NEIGHBOURS, PROVINCES, UNITS
from adjudicator.belisarius.rules.r23_victory import level_of
from adjudicator.belisarius.sequence import SEQUENCE
from adjudicator.belisarius.world import SEATS, Agreement, Army, Attempt, Battle
from tests.kit import selfplay
from tests.kit.game import GameUnderTest
from tests.kit.play_styles import Step

from .positions import IMPOSSIBLE, NO_POSITIONS
from .selfplay import options_of, out_of_turn, setting_up, styles_of
from .stories import STORIES
from .two_worlds import other_world

ALL_MARKERS = 64


def sound(step: Step) -> None:
    """§8.1 §2.3: no marker and no unit is lost or twice in the game."""
    w = step.world
    assert sum(map(len, w.cups.values())) == ALL_MARKERS
    assert not w.at.keys() & {*w.dead}
    assert {*w.aboard, *w.rebels, *w.operated, *w.dropped, *w.reacted} <= w.at.keys()


def ended(step: Step) -> None:
    """§3.1c §23.2 §23.3 §24.1(5): it is over by surrender, by agreement or in time, as the points say."""
    w, points = step.world, GAME.score(step.world).points
    assert w.phase == "over"
    if w.result["how"] == "surrender":
        assert w.result["winner"] in SEATS
        return
    assert w.turn == w.turns or any(agreement.end for agreement in w.agreements)
    assert {seat: w.result[seat] for seat in SEATS} == {seat: level_of(points[seat]) for seat in SEATS}
    most = [seat for seat in SEATS if points[seat] == max(points.values())]
    ends = ("", "draw") if most == [*SEATS] else (most[0], "points")
    assert (w.result["winner"], w.result["how"]) == ends


def named(marker: str) -> Sequence[Any]:
    """Answers that name a marker where one's own should be."""
    return (
        {"pick": "play", "answer": {"pick": marker}},
        {"pick": "play", "answer": marker},
        {"pick": "stake", "answer": {"stakes": {marker: 1}, "target": "italia"}},
    )


KIT = GameUnderTest(
    game=GAME,
    seeds=2,
    more=30,
    options=options_of,
    styles=styles_of,
    instead=setting_up,
    asides=40,
    aside=out_of_turn,
    sound=sound,
    ended=ended,
    other_world=other_world,
    compared=((1, "ask"), (3, "ask"), (2, "standing"), (4, "standing")),
    every=170,
    secrets=tuple(MARKERS),
    probes=named,
    phrases=("play {}", "stake {} on Italia"),
    pieces=lambda w: list(w.at),
    beside=lambda place: NEIGHBOURS.get(place, ()),
    goes_on=lambda answer, start, way: [{**answer, "answer": list(way)}],
    ids=(*UNITS, *HEXES, *MARKERS, *PROVINCES, *CITIES, *SEATS, "neutral", "solidi"),
    stories=STORIES,
    phases=(*SEQUENCE, "over"),
    structs=(Army, Battle, Attempt, Agreement),
    impossible=IMPOSSIBLE,
    no_positions=NO_POSITIONS,
    solutions={
        "lesson_battle": ("activate all at Dara", "attack 3448", "assault"),
        "lesson_city": ("activate all at Dara", "attack Nisibis", "assault", "march Nisibis"),
        "lesson_supply": ("march 2 Guard FA 3547-3546-3446", "end", "done"),
    },
)

play = partial(selfplay.play, KIT)
founded = partial(selfplay.founded, KIT)
