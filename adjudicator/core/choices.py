"""The plain shapes of a decision: one of, some of, a way, a number, a text, shares, places for things."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from msgspec import Struct

from .chain import JSON
from .chance import Stream
from .choice import (
    Bar,
    Choice,
    Completion,
    Reach,
    Reader,
    Verdicts,
    known,
    led,
    named,
    open_of,
    options,
    split_list,
    strip,
    wrong,
)
from .errors import Ambiguous, Illegal, NotUnderstood
from .words import N_, Words, fold


class OneOf(Choice[str], frozen=True, kw_only=True):
    """One of some ids. `verb` is the word that may stand before it in an order."""

    options: Callable[[], Verdicts]
    verb: str = ""

    shape = "one_of"

    def _expected(self) -> Words:
        return Words(N_("one of {options}"), {"options": open_of(self.options())})

    def accept(self, value: object) -> str:
        return known(value, self.options(), self._expected())

    def parse(self, text: str, reader: Reader) -> JSON:
        verdicts = self.options()
        rest = strip(text, self.verb, reader)
        open_ids = open_of(verdicts)
        if not rest and len(open_ids) == 1:
            return open_ids[0]
        return named(rest, verdicts, reader, self._expected())

    def write(self, answer: str, reader: Reader) -> str:
        return f"{reader.label(self.verb)} {reader.label(answer)}" if self.verb else reader.label(answer)

    def complete(self, text: str, reader: Reader) -> Iterator[Completion]:
        rest = strip(text, self.verb, reader)
        if self.verb and fold(text) and reader.lexicon.begins(text, self.verb):
            rest = ""
        for id, stop in self.options().items():
            if not rest or reader.lexicon.begins(rest, id):
                yield Completion(self.write(id, reader), stop)

    def sample(self, rng: Stream) -> JSON:
        return rng.choice(open_of(self.options()))

    def describe(self) -> dict[str, Any]:
        return {"shape": self.shape, "options": options(self.options())}


def one_of(*ids: str) -> Callable[[], Verdicts]:
    """Options that are all open."""
    return lambda: dict.fromkeys(ids)


class Subset(Choice[list[str]], frozen=True, kw_only=True):
    """Some of the ids, `least` to `most` of them; `ordered` keeps the order in which they are given.

    `judge` looks at the whole and raises Illegal. Equal things are taken by `Split` instead.
    """

    options: Callable[[], Verdicts]
    least: int = 0
    most: int | None = None
    ordered: bool = False
    judge: Callable[[list[str]], None] | None = None
    verb: str = ""
    sampler: Callable[[Stream], JSON] | None = None

    shape = "subset"

    def _expected(self) -> Words:
        return Words(N_("some of {options}"), {"options": open_of(self.options())})

    def accept(self, value: object) -> list[str]:
        verdicts = self.options()
        if not isinstance(value, list):
            raise wrong(value, self._expected())
        chosen: list[str] = []
        for item in value:
            id = known(item, verdicts, self._expected())
            if id in chosen:
                raise NotUnderstood(id, Words(N_("each only once"), {}))
            chosen.append(id)
        self._count(len(chosen))
        if not self.ordered:
            chosen = [id for id in verdicts if id in chosen]
        if self.judge:
            self.judge(chosen)
        return chosen

    def _count(self, n: int) -> None:
        if n < self.least:
            raise Illegal(self.rule, N_("{n} are named, at least {least} are needed"), n=n, least=self.least)
        if self.most is not None and n > self.most:
            raise Illegal(self.rule, N_("{n} are named, at most {most} may be"), n=n, most=self.most)

    def parse(self, text: str, reader: Reader) -> JSON:
        text, verdicts = strip(text, self.verb, reader), self.options()
        open_ids = open_of(verdicts)
        folded = fold(text)
        if folded in reader.lexicon.names("all"):
            return open_ids
        if not folded or folded in reader.lexicon.names("none"):
            return open_ids if not folded and self.least == len(open_ids) else []
        number, _, unit = folded.partition(" ")
        if number.isdecimal() and unit and unit in reader.lexicon.names("blocks"):
            if int(number) == len(open_ids):
                return open_ids
            raise Ambiguous(text, open_ids)
        chosen: list[str] = []
        for piece in split_list(text):
            left = {id: stop for id, stop in verdicts.items() if id not in chosen}
            chosen.append(named(piece, left, reader, self._expected()))
        return chosen

    def write(self, answer: list[str], reader: Reader) -> str:
        return led(self.verb, ", ".join(map(reader.label, answer)) or reader.label("none"), reader)

    def complete(self, text: str, reader: Reader) -> Iterator[Completion]:
        *done, last = split_list(strip(text, self.verb, reader), keep_last=True)
        prefix = led(self.verb, "".join(f"{piece}, " for piece in done), reader)
        verdicts = self.options()
        used = {id for piece in done for id in reader.lexicon.find(piece, open_of(verdicts))[:1]}
        for id, stop in verdicts.items():
            if id not in used and (not last or reader.lexicon.begins(last, id)):
                yield Completion(prefix + reader.label(id), stop)
        if not done and reader.lexicon.begins(last, "all") and len(open_of(verdicts)) > 1:
            yield Completion(reader.label("all"))

    def sample(self, rng: Stream) -> JSON:
        if self.sampler is not None:
            return self.sampler(rng)
        ids = open_of(self.options())
        most = len(ids) if self.most is None else min(self.most, len(ids))
        for _ in range(64):
            size = self.least + rng.below(most - self.least + 1)
            chosen = rng.shuffled(ids)[:size]
            try:
                return self.accept(chosen)
            except Illegal:
                continue
        raise RuntimeError(f"no legal subset was found for {self.rule}")

    def describe(self) -> dict[str, Any]:
        verdicts = self.options()
        most = len(open_of(verdicts)) if self.most is None else self.most
        return {
            "shape": self.shape,
            "min": self.least,
            "max": most,
            "ordered": int(self.ordered),
            "options": options(verdicts),
        }


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
            raise RuntimeError(f"no legal way was found for {self.rule}")
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


class Amount(Choice[int], frozen=True, kw_only=True):
    """A number from `least` to `most`."""

    least: int
    most: int
    verb: str = ""

    shape = "amount"

    def accept(self, value: object) -> int:
        if type(value) is not int:
            raise wrong(value, self._expected())
        if not self.least <= value <= self.most:
            raise Illegal(
                self.rule, N_("{n} is not from {least} to {most}"), n=value, least=self.least, most=self.most
            )
        return value

    def _expected(self) -> Words:
        return Words(N_("a number from {least} to {most}"), {"least": self.least, "most": self.most})

    def parse(self, text: str, reader: Reader) -> JSON:
        digits = fold(strip(text, self.verb, reader))
        if not (digits.isdecimal() and len(digits) < 10):
            raise NotUnderstood(text, self._expected())
        return int(digits)

    def write(self, answer: int, reader: Reader) -> str:
        return f"{reader.label(self.verb)} {answer}" if self.verb else str(answer)

    def complete(self, text: str, reader: Reader) -> Iterator[Completion]:
        for n in range(self.least, min(self.most, self.least + 24) + 1):
            if (line := self.write(n, reader)).startswith(text.strip()):
                yield Completion(line)

    def sample(self, rng: Stream) -> JSON:
        return self.least + rng.below(self.most - self.least + 1)

    def describe(self) -> dict[str, Any]:
        return {"shape": self.shape, "min": self.least, "max": self.most}


class Text(Choice[str], frozen=True, kw_only=True):
    """Free text of at most `most` characters."""

    most: int = 2000
    verb: str = ""

    shape = "text"

    def accept(self, value: object) -> str:
        if not isinstance(value, str) or not value.isprintable():
            raise wrong(value, Words(N_("a line of text"), {}))
        if len(value) > self.most:
            raise Illegal(self.rule, N_("{n} characters, at most {most}"), n=len(value), most=self.most)
        return value

    def parse(self, text: str, reader: Reader) -> JSON:
        return strip(text, self.verb, reader)

    def write(self, answer: str, reader: Reader) -> str:
        return f"{reader.label(self.verb)} {answer}" if self.verb else answer

    def complete(self, text: str, reader: Reader) -> Iterator[Completion]:
        return iter(())

    def sample(self, rng: Stream) -> JSON:
        return "x" * (1 + rng.below(8))

    def describe(self) -> dict[str, Any]:
        return {"shape": self.shape, "max": self.most}


class Split(Choice[dict[str, int]], frozen=True, kw_only=True):
    """How many of each thing: at most `things[id]` of each, `least` to `most` in all."""

    things: Callable[[], Mapping[str, int]]
    least: int
    most: int

    shape = "split"

    def _expected(self) -> Words:
        return Words(N_("numbers of {things}"), {"things": list(self.things())})

    def accept(self, value: object) -> dict[str, int]:
        things = self.things()
        if not isinstance(value, dict):
            raise wrong(value, self._expected())
        for id, n in value.items():
            if id not in things or type(n) is not int or n < 0:
                raise wrong(id, self._expected())
            if n > things[id]:
                raise Illegal(
                    self.rule, N_("{n} of {thing}, there are {most}"), n=n, thing=id, most=things[id]
                )
        total = sum(value.values())
        if not self.least <= total <= self.most:
            raise Illegal(
                self.rule, N_("{n} is not from {least} to {most}"), n=total, least=self.least, most=self.most
            )
        return {id: value[id] for id in sorted(things) if value.get(id)}

    def parse(self, text: str, reader: Reader) -> JSON:
        result: dict[str, int] = {}
        for piece in split_list(text):
            name, _, number = piece.rpartition(" ")
            digits = number.strip("x×")
            name, n = (name, int(digits)) if name and digits.isdecimal() and len(digits) < 10 else (piece, 1)
            id = named(name, dict.fromkeys(self.things()), reader, self._expected())
            result[id] = result.get(id, 0) + n
        return result

    def write(self, answer: dict[str, int], reader: Reader) -> str:
        return ", ".join(f"{reader.label(id)} x{n}" for id, n in answer.items())

    def complete(self, text: str, reader: Reader) -> Iterator[Completion]:
        *done, last = split_list(text, keep_last=True)
        prefix = "".join(f"{piece}, " for piece in done)
        for id in self.things():
            if not last or reader.lexicon.begins(last, id):
                yield Completion(prefix + reader.label(id))

    def sample(self, rng: Stream) -> JSON:
        pool = [id for id, n in self.things().items() for _ in range(n)]
        most = min(self.most, len(pool))
        chosen = rng.shuffled(pool)[: self.least + rng.below(most - self.least + 1)]
        return {id: chosen.count(id) for id in self.things() if id in chosen}

    def describe(self) -> dict[str, Any]:
        things = [{"id": id, "max": n} for id, n in self.things().items()]
        return {"shape": self.shape, "min": self.least, "max": self.most, "things": things}


class Assign(Choice[dict[str, str]], frozen=True, kw_only=True):
    """A place for each of at least `least` things; `judge` looks at the whole and raises Illegal.

    `things` gives each thing with the verdicts of its places. Comes back sorted by the things.
    """

    things: Callable[[], Mapping[str, Verdicts]]
    least: int = 0
    most: int | None = None
    judge: Callable[[dict[str, str]], None] | None = None
    ways: Callable[[str], Sequence[Reach]] | None = None
    verb: str = ""
    sampler: Callable[[Stream], JSON] | None = None

    shape = "assign"

    def _expected(self) -> Words:
        return Words(N_("a place for some of {things}"), {"things": list(self.things())})

    def accept(self, value: object) -> dict[str, str]:
        things = self.things()
        if not isinstance(value, dict):
            raise wrong(value, self._expected())
        chosen: dict[str, str] = {}
        for thing, place in value.items():
            if not isinstance(thing, str) or thing not in things:
                raise wrong(thing, self._expected())
            options = Words(N_("one of {options}"), {"options": open_of(things[thing])})
            chosen[thing] = known(place, things[thing], options)
        if len(chosen) < self.least:
            raise Illegal(
                self.rule, N_("{n} are named, at least {least} are needed"), n=len(chosen), least=self.least
            )
        if self.most is not None and len(chosen) > self.most:
            raise Illegal(
                self.rule, N_("{n} are named, at most {most} may be"), n=len(chosen), most=self.most
            )
        chosen = dict(sorted(chosen.items()))
        if self.judge:
            self.judge(chosen)
        return chosen

    def parse(self, text: str, reader: Reader) -> JSON:
        text, things = strip(text, self.verb, reader), self.things()
        if not text.strip() and len(things) == 1 and self.least == 1:
            text = reader.label(next(iter(things)))
        chosen: dict[str, str] = {}
        if fold(text) in reader.lexicon.names("none"):
            return chosen
        for piece in split_list(text):
            thing, place = self._pair(piece, {t: v for t, v in things.items() if t not in chosen}, reader)
            chosen[thing] = place
        return chosen

    def _pair(self, piece: str, things: Mapping[str, Verdicts], reader: Reader) -> tuple[str, str]:
        """The thing and the place of a piece such as "LEG 8 to Genua": the longest name wins."""
        tokens = [t for t in piece.replace("-", " ").split() if fold(t) not in reader.lexicon.names("to")]
        for cut in range(len(tokens), 0, -1):
            found = reader.lexicon.find(" ".join(tokens[:cut]), things)
            if not found:
                continue
            if len(found) > 1:
                raise Ambiguous(" ".join(tokens[:cut]), found)
            places, rest = things[found[0]], " ".join(tokens[cut:])
            if not rest and len(open_of(places)) == 1:
                return found[0], open_of(places)[0]
            expected = Words(N_("one of {options}"), {"options": open_of(places)})
            return found[0], named(rest, places, reader, expected)
        raise NotUnderstood(piece, self._expected(), list(things))

    def write(self, answer: dict[str, str], reader: Reader) -> str:
        pairs = (f"{reader.label(t)} {reader.label('to')} {reader.label(p)}" for t, p in answer.items())
        return led(self.verb, ", ".join(pairs) or reader.label("none"), reader)

    def complete(self, text: str, reader: Reader) -> Iterator[Completion]:
        *done, last = split_list(strip(text, self.verb, reader), keep_last=True)
        prefix = led(self.verb, "".join(f"{piece}, " for piece in done), reader)
        things = self.things()
        for thing, places in things.items():
            for place, stop in places.items():
                line = f"{reader.label(thing)} {reader.label('to')} {reader.label(place)}"
                typed = fold(last)
                if not typed or fold(line).startswith(typed) or reader.lexicon.begins(typed, thing):
                    yield Completion(prefix + line, stop)

    def sample(self, rng: Stream) -> JSON:
        """Things in random order, each to a random place that the whole still allows."""
        if self.sampler is not None:
            return self.sampler(rng)
        open_things = {t: open_of(v) for t, v in self.things().items()}
        most = len(open_things) if self.most is None else self.most
        for _ in range(64):
            chosen: dict[str, str] = {}
            want = self.least + rng.below(max(1, most - self.least + 1))
            for thing in rng.shuffled(open_things):
                if len(chosen) >= want:
                    break
                if open_things[thing]:
                    chosen[thing] = rng.choice(open_things[thing])
            try:
                return self.accept(chosen)
            except Illegal:
                continue
        raise RuntimeError(f"no legal assignment was found for {self.rule}")

    def describe(self) -> dict[str, Any]:
        things = self.things()
        return {
            "shape": self.shape,
            "min": self.least,
            "max": len(things) if self.most is None else self.most,
            "things": [{"id": thing, "places": options(places)} for thing, places in things.items()],
        }

    def reach(self, piece: str) -> Sequence[Reach]:
        if self.ways is not None:
            return self.ways(piece)
        places = self.things().get(piece, {})
        return [Reach(p, (p,), 0, "to", stop) for p, stop in places.items()]
