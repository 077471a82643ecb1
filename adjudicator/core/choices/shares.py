"""Decisions about many things at once: how many of each, and a place for each."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Literal

from adjudicator.core.language.errors import Ambiguous, Illegal
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
    led,
    named,
    one_of_these,
    open_of,
    options,
    outside,
    split_list,
    strip,
    unknown,
    wrong,
)


class Split(Choice[dict[str, int]], frozen=True, kw_only=True):
    """A number of each thing: at most `things[id]` of each, `least` to `most` in all.

    `unsaid` is what an order means that leaves it out. `judge` checks the whole and raises Illegal. `barred`
    are things that players may name but cannot choose now, each with the reason.
    """

    things: Callable[[], Mapping[str, int]]
    least: int
    most: int
    judge: Callable[[dict[str, int]], None] | None = None
    verb: str = ""
    sampler: Callable[[Rng], JSON] | None = None
    barred: Callable[[], Mapping[str, Bar]] | None = None
    unsaid: Literal["all", "none"] = "none"

    shape = "split"

    def _expected(self) -> Words:
        if not (things := list(self.things())):
            return words(
                N_("nothing: there is nothing to choose from"),
            )
        return words(N_("how many of {things}"), things=things)

    def accept(self, value: object) -> dict[str, int]:
        things = self.things()
        if not isinstance(value, dict):
            raise wrong(value, self._expected())
        for id, n in value.items():
            if id not in things and (stop := self._barred().get(id)) is not None:
                raise stop.refuse()
            if id not in things or type(n) is not int or n < 0:
                raise wrong(id, self._expected())
            if n > things[id]:
                why = N_("{thing}: you named {n}; the limit is {most}")
                raise Illegal(self.rule, why, thing=id, n=n, most=things[id])
        total = sum(value.values())
        if not self.least <= total <= self.most:
            raise outside(self.rule, total, self.least, self.most)
        chosen = {id: value[id] for id in sorted(things) if value.get(id)}
        if self.judge:
            self.judge(chosen)
        return chosen

    def _barred(self) -> Mapping[str, Bar]:
        return {} if self.barred is None else self.barred()

    def parse(self, text: str, reader: Reader) -> JSON:
        text = strip(text, self.verb, reader) if self.verb else text
        things, result = dict.fromkeys((*self.things(), *self._barred())), dict[str, int]()
        is_left_out = self.unsaid == "all" and not text.strip()
        if is_left_out or fold(text) in reader.lexicon.names("all"):
            return dict(self.things())
        if fold(text) in reader.lexicon.names("none"):
            return result
        for piece in split_list(text):
            name, n = piece, 1
            head, _, number = piece.rpartition(" ")
            digits = fold(number).strip("x×")
            whole = any(fold(piece) in reader.lexicon.names(id) for id in things)
            first, _, tail = piece.partition(" ")
            if head and not whole and digits.isdecimal() and len(digits) < 10:
                name, n = head, int(digits)
            elif tail and not whole and fold(first).strip("x×").isdecimal() and len(first) < 10:
                name, n = tail, int(fold(first).strip("x×"))
            meant = dict.fromkeys(self._meant(name, reader)) or things
            id = named(name, meant, reader, self._expected(), self.rule)
            result[id] = result.get(id, 0) + n
        return result

    def _meant(self, name: str, reader: Reader) -> list[str]:
        """Return the open things that a name may mean, none if it is the full name of a barred one."""
        barred = [id for id in self._barred() if fold(name) in reader.lexicon.names(id)]
        found = reader.lexicon.find(name, self.things())
        exact = [id for id in found if fold(name) in reader.lexicon.names(id)]
        return found if exact or not barred else []

    def write(self, answer: dict[str, int], reader: Reader) -> str:
        listed = ", ".join(f"{reader.label(reader.lexicon.counted(id, n))} x{n}" for id, n in answer.items())
        return led(self.verb, listed or reader.label("none"), reader)

    def complete(self, text: str, reader: Reader) -> Iterator[Completion]:
        typed = strip(text, self.verb, reader) if self.verb else text
        *done, last = split_list(typed, keep_last=True)
        prefix = led(self.verb, "".join(f"{piece}, " for piece in done), reader)
        if not done and reader.lexicon.begins(last, "all") and 1 < sum(self.things().values()) <= self.most:
            yield Completion(prefix + reader.label("all"))
        for id in self.things():
            if not last or reader.lexicon.begins(last, id):
                yield Completion(prefix + reader.label(id))

    def sample(self, rng: Rng) -> JSON:
        if self.sampler is not None:
            return self.sampler(rng)
        pool = [id for id, n in self.things().items() for _ in range(n)]
        most = min(self.most, len(pool))
        if most < self.least:
            raise NoneLegal(f"there are too few things for {self.rule}")
        chosen = rng.shuffled(pool)[: self.least + rng.below(most - self.least + 1)]
        return {id: chosen.count(id) for id in self.things() if id in chosen}

    def describe(self) -> dict[str, Any]:
        things = [{"id": id, "max": n} for id, n in self.things().items()]
        return {"shape": self.shape, "min": self.least, "max": self.most, "things": things}


class Assign(Choice[dict[str, str]], frozen=True, kw_only=True):
    """A place for each of at least `least` things; `judge` checks the whole and raises Illegal.

    `things` gives each thing with the verdicts of its places. Answers are sorted by the things.
    """

    things: Callable[[], Mapping[str, Verdicts]]
    least: int = 0
    most: int | None = None
    judge: Callable[[dict[str, str]], None] | None = None
    ways: Callable[[str], Sequence[Reach]] | None = None
    verb: str = ""
    sampler: Callable[[Rng], JSON] | None = None

    shape = "assign"

    def _expected(self) -> Words:
        return words(N_("a destination for any of {things}"), things=list(self.things()))

    def accept(self, value: object) -> dict[str, str]:
        things = self.things()
        if not isinstance(value, dict):
            raise wrong(value, self._expected())
        chosen: dict[str, str] = {}
        for thing, place in value.items():
            if not isinstance(thing, str) or thing not in things:
                raise wrong(thing, self._expected())
            chosen[thing] = known(place, things[thing], one_of_these)
        if len(chosen) < self.least:
            raise Illegal(
                self.rule, N_("you named {n}; name at least {least}"), n=len(chosen), least=self.least
            )
        if self.most is not None and len(chosen) > self.most:
            raise Illegal(self.rule, N_("you named {n}; the limit is {most}"), n=len(chosen), most=self.most)
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
        """Return the thing and the place of a text such as "LEG 8 to Genua"; the longest name counts."""
        tokens = [t for t in piece.replace("-", " ").split() if fold(t) not in reader.lexicon.names("to")]
        for cut in range(len(tokens), 0, -1):
            found, rest = reader.lexicon.find(" ".join(tokens[:cut]), things), " ".join(tokens[cut:])
            if not found:
                continue
            if len(found) > 1:
                if rest and not any(reader.lexicon.find(rest, things[t]) for t in found):
                    continue
                raise Ambiguous(" ".join(tokens[:cut]), found)
            places = things[found[0]]
            if not rest and len(open_of(places)) == 1:
                return found[0], open_of(places)[0]
            expected = one_of_these(places)
            return found[0], named(rest, places, reader, expected, self.rule)
        raise unknown(piece, self._expected(), reader, list(things), self.rule)

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
        if not done and reader.lexicon.begins(last, "none") and self.least == 0:
            yield Completion(prefix + reader.label("none"))

    def sample(self, rng: Rng) -> JSON:
        """Return things in random order, each with a random place that the whole still allows."""
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
        raise NoneLegal(f"no legal assignment was found for {self.rule}")

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
