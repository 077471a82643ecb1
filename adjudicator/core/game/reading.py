"""Stages, public dice and events in words, named by a game and put into posts by the service."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any

from msgspec import Struct

from adjudicator.core.language.words import N_, Clauses, Words, words
from adjudicator.core.log.chain import JSON

from .sealed import Event

DICE = N_("dice")


class When(Struct, frozen=True):
    """A stage in words.

    Attributes:
        turn: the id shared by all stages of one turn, or of a seat's part of it, such as "1/3".
        title: the turn or part, such as "Year 1, turn 3".
        phase: the phase, such as "movement of Caesar".
        part_of: the id and the title of the turn of which it is a part, None if it is the whole.
    """

    turn: str
    title: Words
    phase: Words
    part_of: tuple[str, Words] | None = None

    @property
    def whole(self) -> tuple[str, Words]:
        """The id and the title of the whole turn; all its posts stand together."""
        return self.part_of or (self.turn, self.title)


class Held(Struct, frozen=True):
    """Things of one kind that a seat holds beside the map, by their ids, in the order of its hand."""

    title: Words
    ids: Sequence[str]


class Throw(Struct, frozen=True):
    """Public dice in words; results that the events do not report yet are left out.

    Attributes:
        who: the seat or the piece that rolls them, "" for nobody.
        why: their purpose.
        subjects: the subject of each die, if they differ; else empty.
        modifiers: each with its source: (an id or words, value).
        row: the row or column of the table used.
        result: the outcome.
        faces: the ids of what the faces of such a die show, the first face first; () for numbers. The log
            holds the number of the face.
    """

    who: str
    why: Words
    subjects: tuple[str, ...] = ()
    modifiers: tuple[tuple[Words | str, int], ...] = ()
    row: Words | None = None
    result: Words | None = None
    faces: tuple[str, ...] = ()


class Gathered(Struct, frozen=True):
    """The values by which successive events of a kind are told in one sentence.

    Attributes:
        same: the values that must be equal.
        total: those that are added up.
        last: those of which the last counts.
        item: the value that is listed; "" for all of them.
    """

    same: tuple[str, ...] = ()
    total: tuple[str, ...] = ()
    last: tuple[str, ...] = ()
    item: str = ""


def gathered(events: Sequence[Event], kinds: Mapping[str, Gathered]) -> list[Event]:
    """Return the events, with successive ones of one of these kinds merged: `how` of such an event ends in
    "many", `items` lists the values of each, `n` is their number.
    """
    return [event for _, group in groupby(events, _told_with(kinds)) for event in _joined([*group], kinds)]


def listed(template: str, items: Iterable[Mapping[str, Any]]) -> Clauses:
    """Return the values of gathered events in words, one after another."""
    return Clauses(words(template, **dict(values)) for values in items)


def values_said(
    values: Mapping[str, Any], said: Callable[[str, Any], Any], template: str | None
) -> dict[str, Any]:
    """Return the values of an event, each ready for a template by `said` of key and value.

    The items of a gathered event are listed by `template`; without one they are ids and stay as they are.
    """
    made = {key: said(key, value) for key, value in values.items() if key != "items"}
    if "items" in values:
        made["items"] = values["items"]
        if template is not None:
            each = [values_said(one, said, None) for one in values["items"]]
            made["items"] = listed(template, each)
    return made


def _told_with(kinds: Mapping[str, Gathered]) -> Callable[[Event], object]:
    def key(event: Event) -> object:
        if event.kind not in kinds:
            return id(event)
        values = event.values
        return (event.kind, values.get("how"), [values.get(name) for name in kinds[event.kind].same])

    return key


def _joined(events: Sequence[Event], kinds: Mapping[str, Gathered]) -> Iterator[Event]:
    if len(events) == 1:
        yield from events
        return
    first, last, by = events[0], events[-1], kinds[events[0].kind]
    how = first.values.get("how")
    values: dict[str, JSON] = {name: first.values.get(name) for name in by.same}
    values |= {name: sum(event.values[name] for event in events) for name in by.total}
    values |= {name: last.values[name] for name in by.last}
    values |= {"how": f"{how}/many" if how else "many", "n": len(events)}
    values["items"] = [event.values[by.item] if by.item else dict(event.values) for event in events]
    yield Event(first.kind, first.rule, values, {}, first.seats)


class Luck(Struct, frozen=True):
    """The luck of a side: the dice that it rolled, the hits to be expected of them, the hits made; in a game
    whose dice decide whole battles, battles and victories instead.
    """

    dice: int
    expected: float
    hits: int

    def after(self, expected: float, hits: int) -> Luck:
        """Return the luck after one more battle."""
        return Luck(self.dice + 1, self.expected + expected, self.hits + hits)


HITS = (N_("Dice rolled"), N_("Hits expected"), N_("Hits"))
VICTORIES = (N_("Battles"), N_("Victories expected"), N_("Victories"))
ATTACKS = (N_("Attacks"), *VICTORIES[1:])
"""The heads of the columns of `Luck`."""


def plain_when(stage: str) -> When:
    """Return the stage named by its id, for a game that has neither turns nor names for them."""
    return When("", words("{stage}", stage=stage), words("{stage}", stage=stage))


def plain_throw(
    rule: str, label: str, got: Sequence[JSON], before: Sequence[Event], behind: Sequence[Event]
) -> Throw:
    """Return only the word for dice, for a game that describes them by the paragraph alone."""
    return Throw("", words(DICE))
