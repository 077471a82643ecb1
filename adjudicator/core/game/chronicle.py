"""The chronicle of a game: which events one line tells together, and what is left to the proof.

A game says in a `Chronicle` which kinds of events belong together. It is told when it is read, from the
events that its reader knows; the log and what was posted stay as they are.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any, TypeAlias

from msgspec import Struct

from adjudicator.core.language.languages import LANGUAGES
from adjudicator.core.language.words import Label, Words, same, spoken
from adjudicator.core.log.chain import JSON

from .sealed import Event

Told: TypeAlias = "str | Words | list[Any]"
"""The words told of an event; "" for nothing."""


class Passage(Struct, frozen=True):
    """Events in a row that one line tells: a battle, a siege, a march. Kinds are named as `kind` or
    `kind/how`.

    Attributes:
        heads: the kinds whose sentence begins the line, the weightiest first; without one of them each event
            is a line.
        parts: the other kinds that belong to it.
        silent: those to which the line gives no word.
        begins: those of which it has one only; another begins a new one.
        before: those that come before it: they begin a new one too.
        early: those of its parts that come before it, or in it until it is decided.
        decided: those after which another of `early` begins a new one.
        ends: those after which nothing belongs to it.
        over: kinds that no line tells, by which it is seen to be over.
        summed: the events of the passage -> more values for the sentence of its head.
        is_battle: whether it is a battle, of which posts tell step by step, and its line at the end.
    """

    heads: tuple[str, ...]
    parts: Collection[str] = ()
    silent: Collection[str] = ()
    begins: Collection[str] = ()
    before: Collection[str] = ()
    early: Collection[str] = ()
    decided: Collection[str] = ()
    ends: Collection[str] = ()
    over: Collection[str] = ()
    summed: Callable[[Sequence[Event]], Mapping[str, JSON]] = lambda events: {}
    is_battle: bool = False

    def has(self, event: Event) -> bool:
        """Return true if an event of this kind belongs to such a passage."""
        return any(is_one_of(event, kinds) for kinds in (self.heads, self.parts, self.silent, self.before))

    def goes_on(self, running: Sequence[Event], event: Event) -> bool:
        """Return true if an event belongs to the passage that these events have begun."""
        if not self.has(event):
            return False
        if is_one_of(event, self.early):
            return not any(is_one_of(one, self.decided) for one in running)
        begins = is_one_of(event, self.begins) or is_one_of(event, self.before)
        return not begins or all(is_one_of(one, (*self.before, *self.early)) for one in running)


class Line(Struct, frozen=True):
    """The events that a line tells: `head` has the sentence that begins it, `rest` are the others."""

    head: Event
    rest: tuple[Event, ...] = ()


class Chronicle(Struct, frozen=True):
    """The rules by which a game is told to somebody who was not there.

    Attributes:
        passages: what one line tells; the first that has a kind takes it.
        left_out: the kinds that no line tells: draws, dice alone, ends of phases. The proof has them.
        known: the values that only some seats know; to those an event that has one is told all the same.
        head: the head of a line -> its sentence; "" where it is that of the journal.
        clause: another event of the line, its head -> what the line adds of it, "" for nothing; what ends
            with a stop is a sentence of its own behind the others.
        stage: a stage -> the one under whose heading its events are told.
    """

    passages: Sequence[Passage] = ()
    left_out: Collection[str] = ()
    known: Collection[str] = ()
    head: Callable[[Event], Told] = lambda event: ""
    clause: Callable[[Event, Event], Told] = lambda event, head: ""
    stage: Callable[[str], str] = lambda stage: stage

    def kept(self, events: Iterable[Event]) -> list[Event]:
        """Return the events without those that no line tells."""
        return [
            event
            for event in events
            if not is_one_of(event, self.left_out) or any(name in event.values for name in self.known)
        ]

    def runs(self, events: Iterable[Event]) -> Iterator[tuple[Passage | None, list[Event]]]:
        """Yield the events in order, those together that one passage tells."""
        running: list[Event] = []
        passage: Passage | None = None
        for event in events:
            if passage is None or not passage.goes_on(running, event):
                if running:
                    yield passage, running
                passage, running = next((one for one in self.passages if one.has(event)), None), []
            running.append(event)
            if passage is None or is_one_of(event, passage.ends):
                yield passage, running
                passage, running = None, []
        if running:
            yield passage, running

    def lines(self, events: Iterable[Event]) -> Iterator[Line]:
        """Yield the lines that tell these events, in order."""
        for passage, run in self.runs(events):
            yield from lines_of(passage, run)

    def said(self, line: Line, say: Callable[[Event, str], str], language: str, label: Label = same) -> str:
        """Return a line in words: the sentence of its head, and what the rest adds."""
        signs = LANGUAGES[language]
        sentence = spoken(self.head(line.head), language, label) or say(line.head, language)
        added = dict.fromkeys(spoken(self.clause(event, line.head), language, label) for event in line.rest)
        clauses = [one for one in added if one and not one.endswith(signs.stop)]
        behind = [one for one in added if one.endswith(signs.stop)]
        first = signs.semicolon.join([sentence.removesuffix(signs.stop), *clauses])
        return signs.gap.join([signs.sentence(first), *behind])


def lines_of(passage: Passage | None, events: Sequence[Event]) -> Iterator[Line]:
    """Yield the line of a passage; a line for each of its events if none of them can be its head."""
    if passage is None or not (heads := _heads(passage, events)):
        yield from (Line(event) for event in events)
        return
    head = heads[0]
    values = {**head.values, **passage.summed(events)}
    rest = tuple(one for one in events if one is not head and not is_one_of(one, passage.silent))
    yield Line(Event(head.kind, head.rule, values, {}, head.seats), rest)


def _heads(passage: Passage, events: Sequence[Event]) -> list[Event]:
    return [event for kind in passage.heads for event in events if is_one_of(event, (kind,))]


def is_one_of(event: Event, kinds: Collection[str]) -> bool:
    """Return true if an event is of one of these kinds, named as `kind` or `kind/how`."""
    return event.kind in kinds or f"{event.kind}/{event.values.get('how')}" in kinds
