"""The plain shapes of a decision: one of, some of, a number, a text."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Any
from unicodedata import normalize

from adjudicator.core.language.errors import Ambiguous, Illegal, NotUnderstood
from adjudicator.core.language.words import N_, Words, fold, is_legible, spaced, words
from adjudicator.core.log.chain import JSON
from adjudicator.core.log.chance import Rng

from .choice import (
    Bar,
    Choice,
    Completion,
    NoneLegal,
    Reader,
    Verdicts,
    any_open,
    known,
    led,
    named,
    one_of_these,
    open_of,
    options,
    outside,
    split_list,
    strip,
    these,
    wrong,
)


def no_note(id: str) -> Words | None:
    """Return no note, for any option."""
    return None


class OneOf(Choice[str], frozen=True, kw_only=True):
    """One of some ids. `verb` is the word that may precede it in an order.

    `note` is the effect of an open option. If the options are goals, `start` is the place of what goes there.
    `unlisted` are ids that players may name though they are not offered, each with the reason against it.
    """

    options: Callable[[], Verdicts]
    verb: str = ""
    note: Callable[[str], Words | None] = no_note
    start: str = ""
    unlisted: Callable[[], Mapping[str, Bar]] = dict

    shape = "one_of"

    def accept(self, value: object) -> str:
        verdicts = self.options()
        if isinstance(value, str) and value not in verdicts and (stop := self.unlisted().get(value)):
            raise stop.refuse()
        return known(value, verdicts, one_of_these)

    def parse(self, text: str, reader: Reader) -> JSON:
        verdicts = self.options()
        rest = strip(text, self.verb, reader)
        open_ids = open_of(verdicts)
        if not rest and len(open_ids) == 1:
            return open_ids[0]
        if rest and not reader.lexicon.find(rest, verdicts):
            unlisted = self.unlisted()
            found = reader.lexicon.find(rest, unlisted)
            if len(found) == 1:
                raise unlisted[found[0]].refuse()
        return named(rest, verdicts, reader, one_of_these(verdicts), self.rule)

    def write(self, answer: str, reader: Reader) -> str:
        return f"{reader.label(self.verb)} {reader.label(answer)}" if self.verb else reader.label(answer)

    def complete(self, text: str, reader: Reader) -> Iterator[Completion]:
        rest = strip(text, self.verb, reader)
        if self.verb and fold(text) and reader.lexicon.begins(text, self.verb):
            rest = ""
        for id, stop in self.options().items():
            if not rest or reader.lexicon.begins(rest, id):
                yield Completion(self.write(id, reader), stop, partial(self.note, id))

    def sample(self, rng: Rng) -> JSON:
        if open_ids := open_of(self.options()):
            return rng.choice(open_ids)
        raise NoneLegal(f"nothing is open for {self.rule}")

    def describe(self) -> dict[str, Any]:
        return {"shape": self.shape, "options": options(self.options())}


def one_of(*ids: str) -> Callable[[], Verdicts]:
    """Return options that are all open."""
    return lambda: dict.fromkeys(ids)


SURE = "yes"
"""The word that confirms what cannot be taken back."""
UNCONFIRMED = N_("you cannot take this back; to confirm, order “{order} {sure}”")
"""The refusal of such an order without it."""


class Confirmation(OneOf, frozen=True, kw_only=True):
    """The confirmation of an order that cannot be taken back: the order without it is refused, and the
    confirmation is never offered as a completion of an empty line.

    `order` is the id of the order that it confirms.
    """

    options: Callable[[], Verdicts] = one_of(SURE)
    order: str

    def accept(self, value: object) -> str:
        if value is None:
            raise self._unconfirmed()
        return super().accept(value)

    def parse(self, text: str, reader: Reader) -> JSON:
        if not text.strip():
            raise self._unconfirmed()
        return named(text, self.options(), reader, one_of_these(self.options()), self.rule)

    def complete(self, text: str, reader: Reader) -> Iterator[Completion]:
        return super().complete(text, reader) if text.strip() else iter(())

    def _unconfirmed(self) -> Illegal:
        return Illegal(self.rule, UNCONFIRMED, order=self.order, sure=SURE)


def _some_of_these(verdicts: Verdicts) -> Words:
    return these(N_("any of {options:or}"), open_of(verdicts))


class Subset(Choice[list[str]], frozen=True, kw_only=True):
    """Some of the ids, `least` to `most` of them; `ordered` keeps the order in which they are given.

    `judge` checks the whole and raises Illegal. For equal things there is `Split`.
    """

    options: Callable[[], Verdicts]
    least: int = 0
    most: int | None = None
    ordered: bool = False
    judge: Callable[[list[str]], None] | None = None
    verb: str = ""
    sampler: Callable[[Rng], JSON] | None = None

    shape = "subset"

    def accept(self, value: object) -> list[str]:
        verdicts = self.options()
        expected = _some_of_these(verdicts)
        if not isinstance(value, list):
            raise wrong(value, expected)
        chosen: list[str] = []
        for item in value:
            id = known(item, verdicts, lambda _: expected)
            if id in chosen:
                raise NotUnderstood(
                    id,
                    words(
                        N_("each of them only once"),
                    ),
                )
            chosen.append(id)
        self._count(len(chosen), verdicts)
        if not self.ordered:
            chosen = [id for id in verdicts if id in chosen]
        if self.judge:
            self.judge(chosen)
        return chosen

    def _count(self, n: int, verdicts: Verdicts) -> None:
        if n == 0 and self.least:
            stops = [stop for stop in verdicts.values() if stop is not None]
            if stops and not any_open(verdicts):
                raise stops[0].refuse()
            why = N_("name at least {least} of {options}")
            raise Illegal(self.rule, why, least=self.least, options=open_of(verdicts))
        if n < self.least:
            raise Illegal(self.rule, N_("you named {n}; name at least {least}"), n=n, least=self.least)
        if self.most is not None and n > self.most:
            raise Illegal(self.rule, N_("you named {n}; the limit is {most}"), n=n, most=self.most)

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
            chosen.append(named(piece, left, reader, _some_of_these(left), self.rule))
        return chosen

    def write(self, answer: list[str], reader: Reader) -> str:
        return led(self.verb, ", ".join(map(reader.label, answer)) or reader.label("none"), reader)

    def complete(self, text: str, reader: Reader) -> Iterator[Completion]:
        *done, last = split_list(strip(text, self.verb, reader), keep_last=True)
        prefix = led(self.verb, "".join(f"{piece}, " for piece in done), reader)
        verdicts = self.options()
        used, left = set[str](), open_of(verdicts)
        for piece in done:
            found = reader.lexicon.find(piece, [id for id in left if id not in used])
            if len(found) != 1:  # nothing that follows would make this an order
                return
            used.add(found[0])
        for id, stop in verdicts.items():
            if id not in used and (not last or reader.lexicon.begins(last, id)):
                yield Completion(prefix + reader.label(id), stop)
        count = len(open_of(verdicts))
        if not done and reader.lexicon.begins(last, "all") and 1 < count <= (self.most or count):
            yield Completion(prefix + reader.label("all"))
        if not done and reader.lexicon.begins(last, "none") and self.least == 0:
            yield Completion(prefix + reader.label("none"))

    def sample(self, rng: Rng) -> JSON:
        if self.sampler is not None:
            return self.sampler(rng)
        ids = open_of(self.options())
        most = len(ids) if self.most is None else min(self.most, len(ids))
        for _ in range(64 if most >= self.least else 0):
            size = self.least + rng.below(most - self.least + 1)
            chosen = rng.shuffled(ids)[:size]
            try:
                return self.accept(chosen)
            except Illegal:
                continue
        raise NoneLegal(f"no legal subset was found for {self.rule}")

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
            raise outside(self.rule, value, self.least, self.most)
        return value

    def _expected(self) -> Words:
        return words(N_("a number from {least} to {most}"), least=self.least, most=self.most)

    def parse(self, text: str, reader: Reader) -> JSON:
        digits = fold(strip(text, self.verb, reader))
        if not digits and self.least == self.most:  # there is nothing to choose
            return self.least
        if not (digits.isdecimal() and len(digits) < 10):
            raise NotUnderstood(text, self._expected())
        return int(digits)

    def write(self, answer: int, reader: Reader) -> str:
        return f"{reader.label(self.verb)} {answer}" if self.verb else str(answer)

    def complete(self, text: str, reader: Reader) -> Iterator[Completion]:
        wanted = fold(text)
        for n in range(self.least, min(self.most, self.least + 24) + 1):
            if fold(line := self.write(n, reader)).startswith(wanted) or str(n) == wanted:
                yield Completion(line)

    def sample(self, rng: Rng) -> JSON:
        return self.least + rng.below(self.most - self.least + 1)

    def describe(self) -> dict[str, Any]:
        return {"shape": self.shape, "min": self.least, "max": self.most}


class Text(Choice[str], frozen=True, kw_only=True):
    """A line of free text of at most `most` characters, without spaces around it."""

    most: int = 2000
    verb: str = ""

    shape = "text"

    def accept(self, value: object) -> str:
        if not isinstance(value, str) or not is_legible(spaced(value)):
            raise wrong(
                value,
                words(
                    N_("a line of text"),
                ),
            )
        line = normalize("NFC", spaced(value)).strip()
        if len(line) > self.most:
            raise Illegal(
                self.rule, N_("that is {n} characters; the limit is {most}"), n=len(line), most=self.most
            )
        return line

    def parse(self, text: str, reader: Reader) -> JSON:
        return strip(text, self.verb, reader, short=False)

    def write(self, answer: str, reader: Reader) -> str:
        return f"{reader.label(self.verb)} {answer}" if self.verb else answer

    def complete(self, text: str, reader: Reader) -> Iterator[Completion]:
        return iter(())

    def sample(self, rng: Rng) -> JSON:
        return "x" * rng.below(min(self.most, 8) + 1)

    def describe(self) -> dict[str, Any]:
        return {"shape": self.shape, "max": self.most}
