"""The story since the last picture: journeys, battles, losses. Knows no game."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from msgspec import Struct, structs

from adjudicator.core.game.sealed import Event, redact
from adjudicator.core.language.words import N_, Passage, Whole, Words, words

from .scene import Arrow, Counter, Mark, Scene, Stack
from .text import Text

MOVES = N_("Since the last map: {moves}.")
MOVE = N_("{n} {n:piece|pieces} of {side} from {start} to {end}")
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
    fallen: list[tuple[str, Counter[Text], Text]] = []


def collected(
    events: Iterable[Event],
    viewer: str | None,
    take: Callable[[Story, str, Mapping[str, Any]], None],
) -> Story:
    """Return the story of some events, as far as a viewer may know them (None: the public).

    `take` adds an event to the story, from its kind and its values.
    """
    found = Story()
    for event in events:
        known = redact(event, viewer)
        if known is not None:
            take(found, known.kind, known.values)
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


def told(scene: Scene[Text], story: Story) -> Scene[Text]:
    """Return the scene with the story in it, drawn and in words.

    In words the moment comes first, then the events, then the position, because texts may be cut.
    """
    shown = arrows(story.journeys)
    fighting = [mark.place for mark in scene.marks if mark.kind == "battle"]
    fought = list(dict.fromkeys(place for place in story.fought if place not in fighting))
    places = list(dict.fromkeys(place for place, _, _ in story.fallen))
    fallen = tuple(Stack(p, tuple(c for place, c, _ in story.fallen if place == p)) for p in places)
    said = list(_said(story, shown))
    position = list(scene.alt) if isinstance(scene.alt, list) else [scene.alt]
    when = _unended(scene.subtitle)
    moment = [Whole([when])] if position and _unended(position[0]) == when else []
    return structs.replace(
        scene,
        arrows=(*scene.arrows, *shown),
        marks=(*scene.marks, *(Mark(place, "fought") for place in fought)),
        fallen=fallen,
        alt=Passage([*moment, *said, *position[len(moment) :]]),
        news=Passage(said),
    )


def _unended(text: Text) -> Text:
    """Return the moment or sentence that is made whole, or the text itself."""
    return text[0] if isinstance(text, Whole) else text


def _said(story: Story, shown: Sequence[Arrow]) -> Iterator[Words]:
    if shown:
        moves = [words(MOVE, side=a.colour, n=a.count, start=a.path[0], end=a.path[-1]) for a in shown]
        yield words(MOVES, moves=moves)
    if story.fought:
        yield words(FOUGHT, places=list(dict.fromkeys(story.fought)))
    if story.fallen:
        lost: dict[str, list[Text]] = {}
        for place, _, name in story.fallen:
            lost.setdefault(place, []).append(name)
        fell = [words(FELL, pieces=_alike(names), place=place) for place, names in lost.items()]
        yield words(FALLEN, fallen=fell)


def _alike(names: Sequence[Text]) -> list[Text]:
    """Return names in a sentence, those that several share with their number."""
    kinds = [name for n, name in enumerate(names) if name not in names[:n]]
    counts = [(names.count(name), name) for name in kinds]
    return [name if n == 1 else words(ALIKE, n=n, name=name) for n, name in counts]
