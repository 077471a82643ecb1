"""The story since the last picture, as one viewer may know it: journeys, battles, the fallen."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from adjudicator.core import Event
from adjudicator.display.scene import Arrow, Counter, Scene
from adjudicator.display.story import Journey, Story, collected, told
from adjudicator.display.text import Text

from .scene import COLOURS, face_of

HOW = {"move": "move", "reinforce": "move", "attack": "attack", "sea": "sea"}


def with_story(scene: Scene[Text], events: Sequence[Event], viewer: str | None) -> Scene[Text]:
    """The scene with what the viewer may know of the events."""
    return told(scene, story(events, viewer))


def story(events: Iterable[Event], viewer: str | None) -> Story:
    """The journeys, battles and losses in some events, for one viewer (None: the public)."""
    return collected(events, viewer, _take)


def _take(found: Story, kind: str, v: Mapping[str, Any]) -> None:
    """Add what one event draws on the map: a journey, a battle, or blocks that fell."""
    match kind:
        case "moved":
            found.journeys.append(_journey(HOW[v["how"]], v, tuple(v["way"])))
        case "retreated":
            found.journeys.append(_journey("retreat", v, (v["place"], v["to"])))
        case "regrouped":
            found.journeys.append(_journey("regroup", v, (v["place"], v["to"])))
        case "docked":
            found.journeys.append(_journey("sea", v, (v["origin"], v["to"])))
        case "cleopatra_home":
            found.journeys.append(Journey(Arrow("regroup", v["side"], (v["origin"], v["to"]), 1)))
        case "battle_begins":
            found.fought.append(v["place"])
        case "eliminated" | "leader_lost":
            found.fallen.append((v["place"], face_of(v["block"], 0), v["block"]))
        case "disbanded":
            found.fallen += [(v["place"], counter, name) for counter, name in _gone(v)]


def _journey(kind: str, v: Mapping[str, Any], path: tuple[str, ...]) -> Journey:
    return Journey(Arrow(kind, v["side"], path, sum(v["backs"].values())))


def _gone(v: Mapping[str, Any]) -> Iterator[tuple[Counter[Text], Text]]:
    """Blocks that were disbanded: their faces for whom they belong to, their backs for the others."""
    if "blocks" in v:
        yield from ((face_of(b, 0), b) for b in v["blocks"])
        return
    for colour, n in v["backs"].items():
        yield from ((Counter(COLOURS[colour]), colour) for _ in range(n))
