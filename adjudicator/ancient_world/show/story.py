"""The story since the last picture: marches, voyages, retreats, battles and losses, all of it public."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from typing import Any

from adjudicator.ancient_world.board import LEADERS, arm_of
from adjudicator.ancient_world.world import hex_of
from adjudicator.core import Event
from adjudicator.display.scene import Arrow, Counter, Scene
from adjudicator.display.story import Journey, Story, collected, told
from adjudicator.display.text import Text

from .scene import leader_counter


def with_story(scene: Scene[Text], events: Sequence[Event], viewer: str | None) -> Scene[Text]:
    """Return the scene with what the viewer may know of the events."""
    return told(scene, story(events, viewer))


def story(events: Iterable[Event], viewer: str | None) -> Story:
    """Return the journeys, battles and losses in some events, for one viewer (None: the public)."""
    return collected(events, viewer, _take)


def _take(found: Story, kind: str, v: Mapping[str, Any]) -> None:
    """Add what one event draws on the map: a journey, a battle, or a counter that fell."""
    match kind:
        case "stopped":
            _go(found, "move", v["side"], v["way"])
        case "rides":
            _go(found, "move", v["side"], (v["start"], v["place"]))
        case "sails":
            _go(found, "sea", v["side"], v["way"])
        case "retreats":
            _go(found, "retreat", v["side"], (v["place"], *v["way"]))
        case "avoids" if v["how"] == "succeeds":
            _go(found, "retreat", v["side"], (v["place"], v["to"]))
        case "battle":
            found.fought.append(hex_of(v["place"]))
        case "fell":
            found.fallen.append(_leader(v["leader"], v["place"]))
        case "destroyed":
            found.fallen += [_leader(leader, v["place"]) for leader in v["leaders"]]
            for unit, n in v["units"].items():
                counter = Counter(v["side"], arm_of(unit), "", str(n))
                found.fallen.append((hex_of(v["place"]), counter, unit))


def _go(found: Story, kind: str, side: str, way: Iterable[str]) -> None:
    """Add a journey of one force, whose way may go in and out of a city in one hex."""
    path = tuple(hex for hex, _ in groupby(hex_of(place) for place in way))
    if len(path) > 1:
        found.journeys.append(Journey(Arrow(kind, side, path, 1)))


def _leader(leader: str, place: str) -> tuple[str, Counter[Text], str]:
    assert leader in LEADERS
    return hex_of(place), leader_counter(leader), leader
