"""Scenes of Belisarius for the tests, made of the printed board and of a world set up as is suggested."""

from __future__ import annotations

from functools import cache

from adjudicator.belisarius import GAME
from adjudicator.belisarius.board import BOARD
from adjudicator.belisarius.show.scene import scene
from adjudicator.belisarius.show.view import view
from adjudicator.belisarius.world import World
from adjudicator.display.language import in_language
from adjudicator.display.scene import Arrow, Counter, Mark, Scene, Stack
from tests.belisarius import kit

PIECES = (
    Counter("guard", "leader", "Belisarius", "2-24", 2, 2),
    Counter("guard", "field_army", "Guard", "5-20", flags=("acting",)),
    Counter("empire", "garrison", "Thracia", "1-8"),
    Counter("empire", "fleet", "Macedonia", "3-20", flags=("moved",)),
    Counter("barbarian", "warband", "Vandals", "3-16"),
    Counter("barbarian", "nomad", "Arabia", "2-22", flags=("aboard",)),
    Counter("rebel", "field_army", "Guard", "5-20"),
    Counter("neutral", "garrison", "Franks", "1-8"),
)


@cache
def set_up(scenario: str) -> World:
    """The world when both sides have placed their units, by the settler of the self-play."""
    for step in kit.play(3, scenario=scenario):
        if step.world.phase != "set_up":
            w: World = step.world
            return w
    raise AssertionError("the game ended in its set-up")


def opening(scenario: str = "advance", viewer: str = "empire", language: str = "en") -> Scene:
    """Return the view of one seat at the beginning."""
    return in_language(scene(view(set_up(scenario), viewer)), language, GAME.lexicon.label)


def crowded() -> Scene:
    """Three hundred counters in a hundred hexes, boxes off the map, every mark, and arrows."""
    hexes = [one.id for one in BOARD.hexes.values() if one.kind != "sea"]
    places = [*hexes[:: len(hexes) // 100][:99], "3536"]
    stacks = [
        Stack(place, tuple(PIECES[(number + at) % len(PIECES)] for at in range(1 + number % 5)))
        for number, place in enumerate(places)
    ]
    stacks += [Stack(area, PIECES[4:6]) for area in BOARD.areas]
    marks = [Mark(one, f"holder:{HOLDERS[at % 3]}") for at, one in enumerate(BOARD.provinces)]
    marks += [Mark("3535", "pillaged"), Mark("3634", "colony"), Mark("3435", "works")]
    marks += [Mark("3536", "battle"), Mark("vandals", "target")]
    return Scene(
        game="belisarius",
        language="en",
        title="Belisarius",
        subtitle="Turn 3 of 4",
        footer="head 00000000",
        alt="A crowd.",
        stacks=tuple(stacks),
        marks=tuple(marks),
        arrows=(
            Arrow("attack", "barbarian", ("3633", "3634", "3535"), 4),
            Arrow("sea", "empire", ("3535", "3434", "3333"), 1),
            Arrow("retreat", "empire", ("3536", "3537"), 2),
        ),
    )


HOLDERS = ("empire", "barbarian", "neutral")
