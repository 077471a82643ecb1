"""The story since the last picture: journeys, battles and losses, all of it public (§22.0)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from adjudicator.belisarius.board import UNITS
from adjudicator.belisarius.world import GUARD, Unit, is_guard, is_leader
from adjudicator.core import Event
from adjudicator.core.language.words import Unmarked
from adjudicator.display.scene import Arrow, Counter, Scene
from adjudicator.display.story import Journey, Story, collected, told
from adjudicator.display.text import Text


def with_story(scene: Scene[Text], events: Sequence[Event], viewer: str | None) -> Scene[Text]:
    """The scene with what the viewer may know of the events."""
    return told(scene, story(events, viewer))


def story(events: Iterable[Event], viewer: str | None) -> Story:
    """The journeys, battles and losses in some events, for one viewer (None: the public)."""
    return collected(events, viewer, _take)


def _take(found: Story, kind: str, v: Mapping[str, Any]) -> None:
    """Add what one event draws on the map: a journey, a battle, or counters that fell."""
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
            lost = [(face_of(u, v["seat"]), u) for u in v["units"]]
            found.fallen += [(v["place"], counter, name) for counter, name in lost]


def _journey(kind: str, v: Mapping[str, Any], path: Sequence[str]) -> Journey:
    return Journey(Arrow(kind, v["seat"], tuple(path), len(v["units"])), tuple(v["units"]))


def face_of(unit: Unit, seat: str, *, rebel: bool = False) -> Counter[Text]:
    """A unit's counter; the Guard's have colours of their own, others their owner's."""
    printed = UNITS[unit]
    origin = GUARD if is_guard(unit) else printed.origin
    colour = ("rebel" if rebel else GUARD) if is_guard(unit) else seat
    return Counter(
        colour=colour,
        symbol=printed.type,
        label=Unmarked(unit) if is_leader(unit) else origin,
        code=f"{printed.strength}-{printed.op}",
        steps=printed.stars,
        full=printed.stars,
        kind=printed.kind,
    )
