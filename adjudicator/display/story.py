"""The story since the last picture: journeys, battles, losses. Knows no game."""

from __future__ import annotations

from collections import Counter as Counted
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from msgspec import Struct, structs

from adjudicator.core.game.sealed import Event, redact
from adjudicator.core.language.languages import LANGUAGES
from adjudicator.core.language.words import N_, Label, Words, fill, words

from .scene import Arrow, Counter, Mark, Scene, Stack

MOVES = N_("Since the last map: {moves}.")
MOVE = N_("{side} {n} from {start} to {end}")
FOUGHT = N_("Battles: {places}.")
FALLEN = N_("Eliminated: {fallen}.")
FELL = N_("{pieces} in {place}")
ALIKE = N_("{n} {name}")


class Journey(Struct, frozen=True):
    """A move known to the viewer: `arrow`, and the names of the known pieces."""

    arrow: Arrow
    who: tuple[str, ...] = ()


class Story(Struct):
    """The events in order: journeys, places of battles; losses with place, piece and name."""

    journeys: list[Journey] = []
    fought: list[str] = []
    fallen: list[tuple[str, Counter, str]] = []


def collected(
    events: Iterable[Event],
    viewer: str | None,
    language: str,
    take: Callable[[Story, str, Mapping[str, Any], str], None],
) -> Story:
    """Return the story of some events, as far as a viewer may know them (None: the public).

    `take` adds an event to the story, from its kind, its values and the language.
    """
    found = Story()
    for event in events:
        known = redact(event, viewer)
        if known is not None:
            take(found, known.kind, known.values, language)
    return found


def arrows(journeys: Sequence[Journey]) -> tuple[Arrow, ...]:
    """Return the journeys as arrows; a journey in parts is one arrow, and so are several along the same
    way.
    """
    found: list[Journey] = []
    for journey in journeys:
        at = next((at for at, before in enumerate(found) if _goes_on(before, journey)), None)
        if at is None:
            found.append(journey)
        else:
            before = found[at].arrow
            path = (*before.path, *journey.arrow.path[1:])
            found[at] = Journey(structs.replace(before, path=path), journey.who)
    counts: dict[Arrow, int] = {}
    for journey in found:
        way = structs.replace(journey.arrow, count=0)
        counts[way] = counts.get(way, 0) + journey.arrow.count
    return tuple(structs.replace(way, count=n) for way, n in counts.items())


def _goes_on(before: Journey, journey: Journey) -> bool:
    one, other = before.arrow, journey.arrow
    alike = (one.kind, one.colour, one.path[-1]) == (other.kind, other.colour, other.path[0])
    return alike and bool(journey.who) and before.who == journey.who


def told(scene: Scene, story: Story, label: Label) -> Scene:
    """Return the scene with the story in it, drawn and in words; `label` names places and sides.

    In words the moment comes first, then the events, then the position, because texts may be cut.
    """
    shown = arrows(story.journeys)
    fighting = [mark.place for mark in scene.marks if mark.kind == "battle"]
    fought = list(dict.fromkeys(place for place in story.fought if place not in fighting))
    places = list(dict.fromkeys(place for place, _, _ in story.fallen))
    fallen = tuple(Stack(p, tuple(c for place, c, _ in story.fallen if place == p)) for p in places)
    said = [fill(text, scene.language, label) for text in _said(story, shown)]
    language = LANGUAGES[scene.language]
    moment = scene.subtitle if scene.alt.startswith(scene.subtitle) else ""
    rest = scene.alt[len(moment) :].lstrip().removeprefix(language.stop).lstrip()
    parts = [language.sentence(moment), *said, rest]
    return structs.replace(
        scene,
        arrows=(*scene.arrows, *shown),
        marks=(*scene.marks, *(Mark(place, "fought") for place in fought)),
        fallen=fallen,
        alt=language.gap.join(part for part in parts if part),
        news=language.gap.join(said),
    )


def _said(story: Story, shown: Sequence[Arrow]) -> Iterator[Words]:
    if shown:
        moves = [words(MOVE, side=a.colour, n=a.count, start=a.path[0], end=a.path[-1]) for a in shown]
        yield words(MOVES, moves=moves)
    if story.fought:
        yield words(FOUGHT, places=list(dict.fromkeys(story.fought)))
    if story.fallen:
        lost: dict[str, Counted[str]] = {}
        for place, _, name in story.fallen:
            lost.setdefault(place, Counted())[name] += 1
        fell = [words(FELL, pieces=_alike(names), place=place) for place, names in lost.items()]
        yield words(FALLEN, fallen=fell)


def _alike(names: Mapping[str, int]) -> list[object]:
    """Names in a sentence, those that several share with their number."""
    return [name if n == 1 else words(ALIKE, n=n, name=name) for name, n in names.items()]
