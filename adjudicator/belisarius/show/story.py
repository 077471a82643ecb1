"""The story since the last picture: journeys, battles and losses, all of it public (§22.0)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from adjudicator.belisarius.board import UNITS
from adjudicator.belisarius.world import GUARD, Unit, is_guard, is_leader
from adjudicator.core import Event
from adjudicator.display.scene import Arrow, Counter, Scene
from adjudicator.display.story import Journey, Story, collected, told

from .names import LEXICON


def with_story(scene: Scene, events: Sequence[Event], viewer: str | None) -> Scene:
    """The scene with what the viewer may know of the events."""
    return told(scene, story(events, viewer, scene.language), LEXICON.label)


def story(events: Iterable[Event], viewer: str | None, language: str) -> Story:
    """The journeys, battles and losses in some events, for one viewer (None: the public)."""
    return collected(events, viewer, language, _take)


def _take(found: Story, kind: str, v: Mapping[str, Any], language: str) -> None:
    match kind:
        case "marched":
            found.journeys.append(_journey("move", v, v["way"]))
        case "sailed":
            found.journeys.append(_journey("sea", v, v["way"]))
        case "attacked":
            found.journeys.append(_journey("attack", v, (v["origin"], v["place"])))
        case "retreated" | "withdrew":
            found.journeys.append(_journey("retreat", v, (v["place"], *v["way"])))
        case "battle":
            found.fought.append(v["place"])
        case "eliminated":
            lost = [(face_of(u, v["seat"], language), LEXICON.label(u, language)) for u in v["units"]]
            found.fallen += [(v["place"], counter, name) for counter, name in lost]


def _journey(kind: str, v: Mapping[str, Any], path: Sequence[str]) -> Journey:
    return Journey(Arrow(kind, v["seat"], tuple(path), len(v["units"])), tuple(v["units"]))


def face_of(unit: Unit, seat: str, language: str, *, rebel: bool = False) -> Counter:
    """A unit's counter; the Guard's have colours of their own, others their owner's."""
    printed = UNITS[unit]
    origin = LEXICON.label(GUARD if is_guard(unit) else printed.origin, language)
    colour = ("rebel" if rebel else GUARD) if is_guard(unit) else seat
    return Counter(
        colour=colour,
        symbol=printed.type,
        label=LEXICON.written(unit, language) if is_leader(unit) else origin,
        code=f"{printed.strength}-{printed.op}",
        steps=printed.stars,
        full=printed.stars,
    )
