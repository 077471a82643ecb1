"""§13.0 §13.2 Groups of units in an order: "Belisarius+3 GA", "2 GA+FA", "all"; and their places."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from adjudicator.belisarius.board import UNITS
from adjudicator.belisarius.world import Kind, Place
from adjudicator.core import (
    N_,
    Ambiguous,
    Completion,
    Field,
    Form,
    Illegal,
    NotUnderstood,
    OneOf,
    Reader,
    Refusal,
    Split,
    Verdicts,
    Words,
    open_of,
    words,
)
from adjudicator.core.choices.choice import Missing, NoneLegal, split_force, unknown
from adjudicator.core.language.words import fold
from adjudicator.core.log.chain import JSON
from adjudicator.core.log.chance import Rng

_MANY = re.compile(r"(\d{1,3})\s*[x×]?\s*(\D.*)|(.*\S)\s*[x×*]\s*(\d{1,3})")


class Group(Split, frozen=True, kw_only=True):
    """A number of each kind of units, written with "+": "Belisarius+3 GA"; `judge` looks at the whole.

    A type without a province ("3 GA") is enough if only one kind of it is there, or if all of them go.
    """

    judge: Callable[[dict[Kind, int]], None] | None = None

    def accept(self, value: object) -> dict[str, int]:
        numbers = super().accept(value)
        if self.judge is not None:
            self.judge(numbers)
        return numbers

    def parse(self, text: str, reader: Reader) -> JSON:
        things = self.things()
        if fold(text) in reader.lexicon.names("all"):
            return {kind: things[kind] for kind in sorted(things)}
        if not self.least and (not text.strip() or fold(text) in reader.lexicon.names("none")):
            return {}
        result: dict[str, int] = {}
        for piece in split_force(text):
            if fold(piece) in reader.lexicon.names("all"):  # "FL+all"
                return {kind: things[kind] for kind in sorted(things)}
            for kind, n in self._named(piece, things, reader).items():
                result[kind] = result.get(kind, 0) + n
        if not result:
            raise unknown(text, self._expected(), reader, list(things), self.rule)
        return dict(sorted(result.items()))

    def _named(self, piece: str, things: Mapping[Kind, int], reader: Reader) -> dict[Kind, int]:
        """The kinds that "3 GA" or "GA x3" means, and how many of each."""
        name, n = piece, 1
        if many := _MANY.fullmatch(piece):
            name, n = (many[2], int(many[1])) if many[1] else (many[3], int(many[4]))
        found = reader.lexicon.find(name, things)
        if not found:
            barred = self._barred()
            if len(known := reader.lexicon.find(name, barred)) == 1:
                raise barred[known[0]].refuse()
            raise unknown(name, self._expected(), reader, list(things), self.rule)
        if len(found) > 1 and n != sum(things[kind] for kind in found):
            raise Ambiguous(piece, found)
        return {found[0]: n} if len(found) == 1 else {kind: things[kind] for kind in found}

    def write(self, answer: dict[str, int], reader: Reader) -> str:
        leaders_first = sorted(answer, key=lambda kind: (kind not in UNITS, kind))
        return "+".join(_spoken(kind, answer[kind], reader) for kind in leaders_first) or reader.label("none")

    def complete(self, text: str, reader: Reader) -> Iterator[Completion]:
        *done, last = split_force(text, keep_last=True)
        prefix, things = "".join(f"{piece}+" for piece in done), dict(self.things())
        try:
            for piece in done:
                for kind in self._named(piece, things, reader):
                    things.pop(kind, None)
        except Refusal:
            return
        lines = [self.write(things, reader)] if not done else []
        for kind, most in things.items():
            lines += [_spoken(kind, n, reader) for n in sorted({most, 1}, reverse=True)]
        for line in dict.fromkeys(lines):
            if fold(line).startswith(fold(last)):
                yield Completion(prefix + line)

    def sample(self, rng: Rng) -> JSON:
        for _ in range(64):
            numbers = super().sample(rng)
            try:
                return self.accept(numbers)
            except Illegal:
                continue
        raise NoneLegal(f"no legal group was found for {self.rule}")


def _spoken(kind: Kind, n: int, reader: Reader) -> str:
    return f"{n} {reader.label(kind)}" if n > 1 else reader.label(kind)


def as_way(text: str, reader: Reader) -> str:
    """A way that is told in words as one with hyphens: "3535 to 3434" is "3535 - 3434"."""
    names = reader.lexicon.names("to")
    return " ".join("-" if fold(token) in names else token for token in text.split())


class Muster(Form, frozen=True, kw_only=True):
    """Units of one place, and perhaps their way: "Belisarius+3 GA 3535-3434-3333", "all at Roma".

    The fields are `start`, `units` and, if any, `way`; in an order the units come first. "Belisarius and 3
    GA from 3535 to 3434" says the same. `example` is shown in the refusal of anything else.
    """

    starts: Callable[[], Verdicts]
    example: str = "2 GA+FA at 3535"

    def parse(self, text: str, reader: Reader) -> JSON:
        if not text.strip():
            raise Missing(self._expected(), open_of(self.starts()))
        why: Refusal | None = None
        for head, start, rest in self._cuts(text, reader):
            done: dict[str, Any] = {}
            try:
                done["start"] = self._choice(0, {}).accept(start)
                done["units"] = self._choice(1, done).accept(self._choice(1, done).parse(head, reader))
            except Refusal as refusal:
                why = refusal if why is None or isinstance(refusal, Illegal) else why
                continue
            if self._has_way:
                done["way"] = self._choice(2, done).parse(rest, reader)
            elif rest:
                raise NotUnderstood(
                    rest,
                    words(
                        N_("nothing after the place"),
                    ),
                )
            return done
        if self._has_way and (found := self._from_where_they_are(text, reader)) is not None:
            return found
        if why is not None:
            raise why
        raise unknown(text, self._expected(), reader, open_of(self.starts()), self.rule)

    def _from_where_they_are(self, text: str, reader: Reader) -> dict[str, Any] | None:
        """Read units and their way without their place, "Belisarius to 3633"; None if it is not that.

        Raises:
            Ambiguous: if such units are in several places.
        """
        head, dash, rest = as_way(text, reader).partition("-")
        found: dict[Place, Any] = {}
        for start in open_of(self.starts()) if dash else ():
            choice = self._choice(1, {"start": start})
            try:
                found[start] = choice.accept(choice.parse(head.strip(), reader))
            except Refusal:
                continue
        if len(found) > 1:
            raise Ambiguous(head, list(found))
        for start, units in found.items():
            done: dict[str, Any] = {"start": start, "units": units}
            return {**done, "way": self._choice(2, done).parse(rest.strip(), reader)}
        return None

    def _expected(self) -> Words:
        if self._has_way:
            return words(N_("units, their place and their route, such as “{example}”"), example=self.example)
        return words(N_("units and their place, such as “{example}”"), example=self.example)

    @property
    def _has_way(self) -> bool:
        return len(self.fields) > 2

    def _choice(self, i: int, done: dict[str, Any]) -> Any:
        return self.fields[i].choice(done)

    def _cuts(self, text: str, reader: Reader) -> Iterator[tuple[str, Place, str]]:
        """Every way to read the text as units, their place and the rest of a way."""
        found, tokens = self.starts(), (as_way(text, reader) if self._has_way else text).split()
        names = (*reader.lexicon.names("at"), *reader.lexicon.names("from"))
        for cut in range(len(tokens) - 1, 0, -1):
            ats = [fold(token) in names for token in tokens[cut - 1 : cut + 1]]
            if ats[0]:
                continue
            at = ats[1]
            tail = " ".join(tokens[cut + at :])
            pieces = tail.split("-")
            for end in range(1, min(len(pieces), 3) + 1):
                name, rest = "-".join(pieces[:end]).strip(), "-".join(pieces[end:]).strip()
                places = reader.lexicon.find(name, found) if name else []
                if len(places) == 1:
                    yield " ".join(tokens[:cut]), places[0], rest

    def write(self, answer: dict[str, Any], reader: Reader) -> str:
        units = self._choice(1, {"start": answer["start"]}).write(answer["units"], reader)
        start = reader.label(answer["start"])
        if len(self.fields) == 2:
            return f"{units} {reader.label('at')} {start}"
        way = self._choice(2, {"start": answer["start"], "units": answer["units"]})
        return f"{units} {start}-{way.write(answer['way'], reader)}"

    def complete(self, text: str, reader: Reader) -> Iterator[Completion]:
        joint = " " if self._has_way else f" {reader.label('at')} "
        for head, start, rest in self._cuts(text, reader):
            done: dict[str, Any] = {"start": start}
            try:
                done["units"] = self._choice(1, done).accept(self._choice(1, done).parse(head, reader))
            except Refusal:
                continue
            line = self._choice(1, done).write(done["units"], reader) + joint + reader.label(start)
            if len(self.fields) == 2:
                yield Completion(line)
                return
            for onward in self._choice(2, done).complete(rest, reader):
                yield Completion(f"{line}-{onward.text}", onward.bar, onward.effect)
            return
        yield from self._musters(text, joint, reader)

    def _musters(self, text: str, joint: str, reader: Reader) -> Iterator[Completion]:
        """The groups that the text may become, each with its place."""
        for start, stop in self.starts().items():
            if stop is None:
                for line in self._choice(1, {"start": start}).complete(text, reader):
                    yield Completion(f"{line.text}{joint}{reader.label(start)}{'-' if joint == ' ' else ''}")
            elif not text:
                yield Completion(f"{reader.label('all')}{joint}{reader.label(start)}", stop)


def start_field(rule: str, starts: Callable[[], Verdicts]) -> Field:
    """§14.1 Return where the army is formed."""
    prompt = words(N_("Where is the army?"))
    return Field("start", lambda done: OneOf(rule=rule, prompt=prompt, options=starts), ("at",))
