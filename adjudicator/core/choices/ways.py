"""A decision about a way from place to place."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple

from msgspec import Struct

from adjudicator.core.language.errors import Illegal, NotUnderstood, Verbatim
from adjudicator.core.language.words import N_, Words, fold, words
from adjudicator.core.log.chain import JSON
from adjudicator.core.log.chance import Rng

from .choice import (
    Bar,
    Choice,
    Completion,
    NoneLegal,
    Reach,
    Reader,
    Verdicts,
    known,
    named,
    one_of_these,
    open_of,
    options,
    shown,
    wrong,
)


class NotNext(NotUnderstood):
    """Refusal of a way that goes on from the place `here` to none of the `options`."""

    def __init__(self, text: str, here: str, options: list[str], rule: str) -> None:
        values = {"text": Verbatim(text), "here": here, "options": shown(options)}
        why = words(N_("“{text}” cannot come next after {here}; choose from {options}"), **values)
        super(NotUnderstood, self).__init__(why, rule=rule, candidates=options)  # a sentence of its own


class Step(Struct, frozen=True):
    """A step of a route: the places to which it may go on, and whether it may end here; `bar` is the reason
    why not.
    """

    onward: Verdicts
    end: Bar | None = None


class Passage(NamedTuple):
    """A way to a place further off, or the reason why there is none."""

    way: tuple[str, ...]
    bar: Bar | None = None


def _nowhere(way: tuple[str, ...]) -> Mapping[str, Passage]:
    return {}


def _nothing(way: tuple[str, ...]) -> None:
    return None


class Route(Choice[list[str]], frozen=True, kw_only=True):
    """A way of one place or more; `step` gets the way so far (without the start).

    `beyond` gives the places that an order may name without the places between, from the way so far; `note`
    is the effect of a way, such as its cost, and `along` the same for the map. `pieces` are those that go, if
    the way is for them alone. With `may_stay` the way may be empty.
    """

    start: str
    step: Callable[[tuple[str, ...]], Step]
    beyond: Callable[[tuple[str, ...]], Mapping[str, Passage]] = _nowhere
    note: Callable[[tuple[str, ...]], Words | None] = _nothing
    along: Callable[[tuple[str, ...]], Reach | None] = _nothing
    pieces: Sequence[str] = ()
    may_stay: bool = False

    shape = "route"

    def accept(self, value: object) -> list[str]:
        if value == [] and self.may_stay:
            return []
        if not isinstance(value, list) or not value:
            raise wrong(value, words(N_("a route from {start}"), start=self.start))
        way: tuple[str, ...] = ()
        for place in value:
            onward = self.step(way).onward
            self._require_onward(way, onward)
            way = (*way, known(place, onward, one_of_these))
        if (stop := self.step(way).end) is not None:
            raise stop.refuse()
        return list(way)

    def parse(self, text: str, reader: Reader) -> JSON:
        way: list[str] = []
        if self.may_stay and not text.strip():
            return way
        for piece in self._onward_of(text.split("-"), reader):
            next_ = self._beside(tuple(way), piece, reader) or self._next(tuple(way))
            self._require_onward(way, next_)
            places = {place: passage.bar for place, passage in next_.items()}
            if piece.strip() and not reader.lexicon.find(piece.strip(), places):
                here = [self.start, *way][-1]
                raise NotNext(piece.strip(), here, open_of(places) or list(places), self.rule)
            expected = one_of_these(places)
            place = named(piece.strip(), places, reader, expected, self.rule)
            if (stop := next_[place].bar) is not None:
                raise stop.refuse()
            way += next_[place].way
        return way

    def _onward_of(self, pieces: list[str], reader: Reader) -> list[str]:
        """Return the pieces of a way without the start, which it may name first."""
        names_start = len(pieces) > 1 and fold(pieces[0].strip()) in reader.lexicon.names(self.start)
        return pieces[1:] if names_start and self.start not in self.step(()).onward else pieces

    def _require_onward(self, way: Sequence[str], onward: Mapping[str, object]) -> None:
        """Refuse to continue a way that cannot go on from here."""
        if not onward:
            raise Illegal(self.rule, N_("the route ends in {place}"), place=[self.start, *way][-1])

    def _beside(self, way: tuple[str, ...], piece: str, reader: Reader) -> dict[str, Passage]:
        """Return an open adjacent place that is named in full; then no further places need to be searched."""
        whole, onward = fold(piece), self.step(way).onward
        full = (to for to in onward if whole in reader.lexicon.names(to))
        return {to: Passage((to,)) for to in full if onward[to] is None}

    def _next(self, way: tuple[str, ...]) -> dict[str, Passage]:
        """Return the places that may be named next: adjacent ones, and those beyond them."""
        onward = {to: Passage((to,), stop) for to, stop in self.step(way).onward.items()}
        return {**onward, **{to: far for to, far in self.beyond(way).items() if to not in onward}}

    def write(self, answer: list[str], reader: Reader) -> str:
        return "-".join(map(reader.label, answer))

    def complete(self, text: str, reader: Reader) -> Iterator[Completion]:
        pieces = text.split("-")
        *done, last = self._onward_of(pieces, reader)
        way: tuple[str, ...] = ()
        prefix = "" if len(done) + 1 == len(pieces) else f"{reader.label(self.start)}-"
        for piece in done:
            next_ = self._beside(way, piece, reader) or self._next(way)
            open_ids = [place for place, passage in next_.items() if passage.bar is None]
            found = reader.lexicon.find(piece.strip(), open_ids)
            if len(found) != 1:
                return
            way, prefix = (*way, *next_[found[0]].way), f"{prefix}{reader.label(found[0])}-"
        for place, passage in self._next(way).items():
            if not last.strip() or reader.lexicon.begins(last.strip(), place):
                line, stop = prefix + reader.label(place), passage.bar
                if stop is None:
                    there = self.step((*way, *passage.way))
                    line, stop = (f"{line}-", None) if there.end and there.onward else (line, there.end)
                yield Completion(line, stop, partial(self.note, (*way, *passage.way)))

    def sample(self, rng: Rng) -> JSON:
        way = self._walk(rng, ())
        if way is None:
            raise NoneLegal(f"no legal way was found for {self.rule}")
        return list(way)

    def _walk(self, rng: Rng, way: tuple[str, ...]) -> tuple[str, ...] | None:
        here = self.step(way)
        onward = rng.shuffled(open_of(here.onward))
        may_end = self.may_stay if not way else here.end is None
        if may_end and (not onward or rng.below(2)):
            return way
        for place in onward:
            if (rest := self._walk(rng, (*way, place))) is not None:
                return rest
        return way if may_end else None

    def describe(self) -> dict[str, Any]:
        return {"shape": self.shape, "start": self.start, "onward": options(self.step(()).onward)} | (
            {"may_stay": True} if self.may_stay else {}
        )
