"""A decision about a way from place to place."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from msgspec import Struct

from .chain import JSON
from .chance import Stream
from .choice import (
    Bar,
    Choice,
    Completion,
    NoneLegal,
    Reader,
    Verdicts,
    known,
    named,
    open_of,
    options,
    wrong,
)
from .words import N_, Words


class Step(Struct, frozen=True):
    """Where a route may go on from, and whether it may end here; `bar` says why it may not."""

    onward: Verdicts
    end: Bar | None = None


class Route(Choice[list[str]], frozen=True, kw_only=True):
    """A way of one place or more; `step` looks at the way so far (without the start)."""

    start: str
    step: Callable[[tuple[str, ...]], Step]

    shape = "route"

    def accept(self, value: object) -> list[str]:
        if not isinstance(value, list) or not value:
            raise wrong(value, Words(N_("a way from {start}"), {"start": self.start}))
        way: tuple[str, ...] = ()
        for place in value:
            onward = self.step(way).onward
            expected = Words(N_("one of {options}"), {"options": open_of(onward)})
            way = (*way, known(place, onward, expected))
        if (stop := self.step(way).end) is not None:
            raise stop.refuse()
        return list(way)

    def parse(self, text: str, reader: Reader) -> JSON:
        way: list[str] = []
        for piece in text.split("-"):
            onward = self.step(tuple(way)).onward
            expected = Words(N_("one of {options}"), {"options": open_of(onward)})
            way.append(named(piece.strip(), onward, reader, expected))
        return way

    def write(self, answer: list[str], reader: Reader) -> str:
        return "-".join(map(reader.label, answer))

    def complete(self, text: str, reader: Reader) -> Iterator[Completion]:
        *done, last = text.split("-")
        way: list[str] = []
        for piece in done:
            found = reader.lexicon.find(piece.strip(), open_of(self.step(tuple(way)).onward))
            if len(found) != 1:
                return
            way.append(found[0])
        prefix = "".join(reader.label(place) + "-" for place in way)
        for place, stop in self.step(tuple(way)).onward.items():
            if not last.strip() or reader.lexicon.begins(last.strip(), place):
                yield Completion(prefix + reader.label(place), stop or self.step((*way, place)).end)

    def sample(self, rng: Stream) -> JSON:
        way = self._walk(rng, ())
        if way is None:
            raise NoneLegal(f"no legal way was found for {self.rule}")
        return list(way)

    def _walk(self, rng: Stream, way: tuple[str, ...]) -> tuple[str, ...] | None:
        here = self.step(way)
        onward = rng.shuffled(open_of(here.onward))
        if way and here.end is None and (not onward or rng.below(2)):
            return way
        for place in onward:
            if (rest := self._walk(rng, (*way, place))) is not None:
                return rest
        return way if way and here.end is None else None

    def describe(self) -> dict[str, Any]:
        return {"shape": self.shape, "start": self.start, "onward": options(self.step(()).onward)}
