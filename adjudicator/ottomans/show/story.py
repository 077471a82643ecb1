"""The story since the last picture: moves, voyages, retreats, battles and losses, all of it public."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from adjudicator.core import Event
from adjudicator.display.scene import Arrow, Counter, Scene
from adjudicator.display.story import Journey, Story, collected, told
from adjudicator.display.text import Text
from adjudicator.ottomans.board import UNITS
from adjudicator.ottomans.world import Unit, side

from .scene import emblem_of


def with_story(scene: Scene[Text], events: Sequence[Event], viewer: str | None) -> Scene[Text]:
    """Return the scene with what the viewer may know of the events."""
    return told(scene, story(events, viewer))


def story(events: Iterable[Event], viewer: str | None) -> Story:
    """Return the journeys, battles and losses in some events, for one viewer (None: the public)."""
    return collected(events, viewer, _take)


def _take(found: Story, kind: str, v: Mapping[str, Any]) -> None:
    match kind:
        case "moved":
            _go(found, "move", v["units"], v["way"])
        case "sailed":
            _go(found, "sea", [*v["units"], *v["riders"]], v["way"])
        case "carried":
            _go(found, "sea", v["units"], v["way"])
        case "retreated":
            _go(found, "retreat", v["units"], (v["place"], v["to"]))
        case "attacked":
            found.fought.append(v["place"])
        case "eliminated" | "starved" | "plague":
            found.fallen += [(v["place"], _fallen(u), _name(u)) for u in v["units"]]


def _go(found: Story, kind: str, units: Sequence[Unit], way: Sequence[str]) -> None:
    """Add a journey; one that Weather has stopped at its start is none."""
    if len(way) > 1:
        found.journeys.append(Journey(Arrow(kind, side(units[0]), tuple(way), len(units)), tuple(units)))


def _fallen(unit: Unit) -> Counter[Text]:
    printed = UNITS[unit]
    label = _name(unit) if printed.leader else ""
    return Counter(
        printed.coalition,
        printed.type,
        label,
        name=_name(unit),
        emblem=emblem_of(unit),
        kind=printed.kind,
    )


def _name(unit: Unit) -> str:
    return UNITS[unit].kind
