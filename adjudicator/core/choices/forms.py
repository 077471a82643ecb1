"""Decisions made of decisions: a menu of named choices, and a form of fields (architecture.md §1.4)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any

from msgspec import Struct

from adjudicator.core.language.errors import Ambiguous, Illegal, NotUnderstood, Refusal
from adjudicator.core.language.words import N_, Words, fold, words
from adjudicator.core.log.chain import JSON
from adjudicator.core.log.chance import Rng

from .choice import (
    LONGEST_VERB,
    Bar,
    Choice,
    Completion,
    Missing,
    NoneLegal,
    Reach,
    Reader,
    these,
    unknown,
    wrong,
)
from .plain import Confirmation, OneOf, no_note


class Menu(Choice[dict[str, Any]], frozen=True, kw_only=True):
    """One of several named choices: name -> choice, None for a bare word, or the bar that closes it.

    `note` is the cost or effect of an open one. `ends` names the orders that end a turn or phase, each with
    those that cannot be given after it; of a menu within, its items may be named. `revocable` names the
    orders after which the same seat decides next, with nothing rolled, drawn, looked at or shown: it can take
    them back alone, as all can see beforehand. `declines` names those that do nothing but decline what is
    offered, for as long as it goes on.
    """

    items: Callable[[], Mapping[str, Choice[Any] | Bar | None]]
    note: Callable[[str], Words | None] = no_note
    ends: Mapping[str, Sequence[str]] = {}
    revocable: Sequence[str] = ()
    declines: Sequence[str] = ()

    shape = "menu"

    def _expected(self) -> Words:
        return these(N_("{options:or}"), self._open())

    def _open(self) -> list[str]:
        """Return the names of what can be chosen: not of a menu within in which nothing can."""
        return [name for name, item in self.items().items() if _shut(item) is None]

    def accept(self, value: object) -> dict[str, Any]:
        if not isinstance(value, dict) or "pick" not in value or not set(value) <= {"pick", "answer"}:
            raise wrong(value, self._expected())
        items, name = self.items(), value["pick"]
        if not isinstance(name, str) or name not in items:
            raise wrong(name, self._expected())
        match items[name]:
            case Bar() as stop:
                raise stop.refuse()
            case None:
                if "answer" in value:
                    raise wrong(value["answer"], self._expected())
                return {"pick": name}
            case choice:
                return {"pick": name, "answer": choice.accept(value.get("answer"))}

    def parse(self, text: str, reader: Reader) -> JSON:
        items = self.items()
        name, rest = self._verb(text, items, reader)
        item = items[name]
        if isinstance(item, Bar):
            raise item.refuse()
        if item is None:
            if rest:
                raise NotUnderstood(rest, words(N_("“{verb}” on its own"), verb=name))
            return {"pick": name}
        return {"pick": name, "answer": item.parse(rest, reader)}

    def verb_of(self, text: str, reader: Reader) -> str:
        """Return the item that a text begins with, "" for none."""
        try:
            return self._verb(text, self.items(), reader)[0]
        except (NotUnderstood, Ambiguous):
            return ""

    def _verb(self, text: str, items: Mapping[str, object], reader: Reader) -> tuple[str, str]:
        """Return the item that a text begins with, and the rest; the longest name, else the one begun."""
        words = text.split()
        for size in range(min(len(words), LONGEST_VERB), 0, -1):
            head = fold(" ".join(words[:size]))
            if found := [n for n in items if head in reader.lexicon.names(n)]:
                return found[0], " ".join(words[size:])
        if words:
            begun = [n for n in items if any(x.startswith(fold(words[0])) for x in reader.lexicon.names(n))]
            found = [n for n in begun if not isinstance(items[n], Bar)] or begun
            if len(found) == 1:
                return found[0], " ".join(words[1:])
            if len(found) > 1:
                raise Ambiguous(words[0], found)
        if not words:
            raise Missing(self._expected(), self._open())
        heads = (" ".join(words[:size]) for size in range(min(len(words), LONGEST_VERB), 0, -1))
        head = next((head for head in heads if reader.lexicon.knows(head)), text)
        raise unknown(head, self._expected(), reader, self._open(), self.rule)

    def write(self, answer: dict[str, Any], reader: Reader) -> str:
        verb, item = reader.label(answer["pick"]), self.items()[answer["pick"]]
        return f"{verb} {item.write(answer['answer'], reader)}" if isinstance(item, Choice) else verb

    def hides(self, answer: dict[str, Any]) -> bool:
        if self.conceal is not None:
            return True
        item = self.items()[answer["pick"]]
        return isinstance(item, Choice) and item.hides(answer["answer"])

    def public(self, answer: dict[str, Any]) -> dict[str, JSON]:
        if self.conceal is not None or not self.hides(answer):
            return super().public(answer)
        item = self.items()[answer["pick"]]
        return {"pick": answer["pick"]} | (item.public(answer["answer"]) if isinstance(item, Choice) else {})

    def complete(self, text: str, reader: Reader) -> Iterator[Completion]:
        items = self.items()
        behind = _behind_verbs(text, items, reader)
        for name, item in items.items():
            label, rest = reader.label(name), behind.get(name)
            is_final = isinstance(item, Confirmation)
            if isinstance(item, Choice) and rest is not None and not (is_final and not rest.strip()):
                lines = list(item.complete(rest, reader))
                if lines or not rest.strip():
                    yield from (Completion(f"{label} {line.text}", line.bar, line.effect) for line in lines)
                    continue  # else it may begin a longer name: "disease b" that of "disease breaks out"
            if reader.lexicon.begins(text, name) if text.strip() else not is_final:
                yield Completion(label, _shut(item), partial(self.note, name))

    def sample(self, rng: Rng) -> JSON:
        items = {name: item for name, item in self.items().items() if not isinstance(item, Bar)}
        for name in rng.shuffled(items):
            item = items[name]
            try:
                return {"pick": name} if item is None else {"pick": name, "answer": item.sample(rng)}
            except NoneLegal:
                continue
        raise NoneLegal(f"nothing is open for {self.rule}")

    def describe(self) -> dict[str, Any]:
        choices: list[dict[str, Any]] = []
        for name, item in self.items().items():
            if isinstance(item, Bar):
                choices.append({"name": name, "bar": item})
            else:
                choices.append({"name": name} | ({"choice": item.describe()} if item is not None else {}))
        return {"shape": self.shape, "choices": choices}

    def reach(self, piece: str) -> Sequence[Reach]:
        return [r for item in self.items().values() if isinstance(item, Choice) for r in item.reach(piece)]


def _shut(item: Choice[Any] | Bar | None) -> Bar | None:
    """Return the bar of an item, of a menu in which all is barred its first one; None for an open item."""
    if isinstance(item, Menu):
        bars = [_shut(inner) for inner in item.items().values()]
        return None if None in bars or not bars else bars[0]
    return item if isinstance(item, Bar) else None


def _behind_verbs(text: str, verbs: Mapping[str, object], reader: Reader) -> dict[str, str]:
    """Return the verbs that the text begins with, each with the text after it: whole verbs, else shortened
    ones.

    Open ones come before barred ones.
    """
    found = {verb: rest for verb in verbs if (rest := _behind(text, verb, reader)) is not None}
    head, space, rest = text.partition(" ")
    if found or not (head and space):
        return found
    begun = [verb for verb in verbs if any(n.startswith(fold(head)) for n in reader.lexicon.names(verb))]
    short = [verb for verb in begun if not isinstance(verbs[verb], Bar)] or begun
    return {short[0]: rest} if len(short) == 1 else {}


def _behind(text: str, verb: str, reader: Reader) -> str | None:
    """Return the text after a verb, None if the text does not begin with it."""
    words = text.split(" ")
    for size in range(min(len(words), LONGEST_VERB), 0, -1):
        if fold(" ".join(words[:size])) in reader.lexicon.names(verb):
            return " ".join(words[size:])
    return None


def unchanged(text: str, reader: Reader) -> str:
    """Return a text as it is."""
    return text


def way_first(text: str, reader: Reader) -> str:
    """Return "Caesar from Genua to Roma" as "Genua-Roma: Caesar", and "Genua to Roma: all" as "Genua-Roma:
    all".
    """
    way, colon, units = text.partition(":")
    tokens, froms, tos = way.split(), reader.lexicon.names("from"), reader.lexicon.names("to")
    at = next((n for n, token in enumerate(tokens) if n and fold(token) in froms), 0)
    if at and not colon:
        units, colon, tokens = " ".join(tokens[:at]), ":", tokens[at + 1 :]
    if tokens and fold(tokens[0]) in froms:
        tokens = tokens[1:]
    said = " ".join("-" if fold(token) in tos else token for token in tokens).replace(" - ", "-")
    return f"{said}{colon} {units.strip()}" if colon else said


class Field(Struct, frozen=True):
    """A field of a form: its name, its choice as a function of the fields before it, and the separator after
    it in an order.
    """

    name: str
    choice: Callable[[dict[str, Any]], Choice[Any]]
    then: tuple[str, ...] = ()


class Form(Choice[dict[str, Any]], frozen=True, kw_only=True):
    """Fields in order, each a function of those before it, checked as a whole by `judge`.

    In an order the fields follow one another, separated by one of the texts `then` of each. A field whose
    separator is missing, while a later one is present, is omitted: its choice reads an empty text. `reworded`
    brings an order that is worded in another way into that form.
    """

    fields: tuple[Field, ...]
    judge: Callable[[dict[str, Any]], None] | None = None
    ways: Callable[[str], Sequence[Reach]] | None = None
    sampler: Callable[[Rng], JSON] | None = None
    reworded: Callable[[str, Reader], str] = unchanged

    shape = "form"

    def accept(self, value: object) -> dict[str, Any]:
        names = [f.name for f in self.fields]
        if not isinstance(value, dict) or value.keys() != set(names):
            raise wrong(value, words(N_("these fields: {fields}"), fields=names))
        done: dict[str, Any] = {}
        for f in self.fields:
            done[f.name] = f.choice(done).accept(value[f.name])
        if self.judge:
            self.judge(done)
        return done

    def _answered(self, answer: dict[str, Any]) -> Iterator[tuple[str, Choice[Any]]]:
        """Yield each field with its choice in this answer."""
        done: dict[str, Any] = {}
        for f in self.fields:
            yield f.name, f.choice(done)
            done[f.name] = answer[f.name]

    def hides(self, answer: dict[str, Any]) -> bool:
        fields = self._answered(answer)
        return self.conceal is not None or any(choice.hides(answer[name]) for name, choice in fields)

    def public(self, answer: dict[str, Any]) -> dict[str, JSON]:
        if self.conceal is not None or not self.hides(answer):
            return super().public(answer)
        return {name: choice.public(answer[name]) for name, choice in self._answered(answer)}

    def next(self, done: Mapping[str, object]) -> tuple[str, Choice[Any]] | None:
        """Return the next field after those in `done` have been accepted; None if there is none."""
        so_far: dict[str, Any] = {}
        for f in self.fields:
            choice = f.choice(so_far)
            if f.name not in done:
                return f.name, choice
            so_far[f.name] = choice.accept(done[f.name])
        return None

    def parse(self, text: str, reader: Reader) -> JSON:
        done: dict[str, Any] = {}
        text = self.reworded(text, reader)
        for f, piece in zip(self.fields, self._pieces(text, reader), strict=True):
            choice = f.choice(done)
            done[f.name] = choice.accept(choice.parse(piece.strip(), reader))
        return done

    def _pieces(self, text: str, reader: Reader) -> list[str]:
        """Return the text of each field in an order, "" for one that is left out."""
        pieces: list[str] = []
        while (n := len(pieces)) < len(self.fields):
            piece, text, at = self._piece(n, text, reader)
            pieces += [piece, *[""] * (at - n if at is not None else 0)]
        return pieces

    def _piece(self, n: int, text: str, reader: Reader) -> tuple[str, str, int | None]:
        """Return the text of field `n`, the text after it, and the field whose separator divides them.

        That is `n`, or a later one if those between are left out; None if there is no separator.
        """
        piece, rest, is_found = _cut_at(text, self.fields[n].then, reader)
        at = n
        while not is_found and at + 1 < len(self.fields) - 1:
            at += 1
            piece, rest, is_found = _cut_at(text, self.fields[at].then, reader)
        return piece, rest, at if is_found else None

    def write(self, answer: dict[str, Any], reader: Reader) -> str:
        said = joint = ""
        for f, (name, choice) in zip(self.fields, self._answered(answer), strict=True):
            text = choice.write(answer[name], reader)
            said += joint + text if text else ""
            joint = _joint(f.then, reader)
        return said

    def complete(self, text: str, reader: Reader) -> Iterator[Completion]:
        prefix, done, left_out = "", dict[str, Any](), 0
        for n, f in enumerate(self.fields):
            choice = f.choice(done)
            piece, rest, at = ("", text, n) if left_out else self._piece(n, text, reader)
            if at is None or not f.then:
                joint = _joint(f.then, reader)
                for line in _completed(choice, text.strip(), joint, reader):
                    bare = prefix + line.text.removesuffix(joint)
                    is_typed = joint and fold(bare) == fold(prefix + text)
                    if is_typed and self._is_order(bare, reader):
                        yield Completion(bare, line.bar, line.effect)
                    yield Completion(prefix + line.text, line.bar, line.effect)
                return
            try:
                done[f.name] = choice.accept(choice.parse(piece.strip(), reader))
            except Refusal:
                return
            if left_out:
                left_out -= 1
                continue
            prefix += choice.write(done[f.name], reader) + _joint(self.fields[at].then, reader)
            text, left_out = rest, at - n

    def _is_order(self, text: str, reader: Reader) -> bool:
        """Return true if a text is an order as it is, with the fields after it left out."""
        try:
            self.accept(self.parse(text, reader))
        except Refusal:
            return False
        return True

    def sample(self, rng: Rng) -> JSON:
        if self.sampler is not None:
            return self.sampler(rng)
        for _ in range(64):
            done: dict[str, Any] = {}
            try:
                for f in self.fields:
                    done[f.name] = f.choice(done).sample(rng)
                return self.accept(done)
            except (Illegal, NoneLegal):
                continue
        raise NoneLegal(f"no legal form was found for {self.rule}")

    def describe(self) -> dict[str, Any]:
        first = self.fields[0]
        return {
            "shape": self.shape,
            "fields": [f.name for f in self.fields],
            "first": first.choice({}).describe(),
        }

    def reach(self, piece: str) -> Sequence[Reach]:
        return self.ways(piece) if self.ways is not None else ()


def _completed(choice: Choice[Any], text: str, joint: str, reader: Reader) -> Iterator[Completion]:
    """Yield the lines of a field; a line that only the next field can follow ends with its separator."""
    for line in choice.complete(text, reader):
        whole = isinstance(choice, OneOf) or (text and fold(line.text) == fold(text))
        yield Completion(line.text + (joint if whole and line.bar is None else ""), line.bar, line.effect)


def _joint(then: tuple[str, ...], reader: Reader) -> str:
    """Return the separator between two fields: a sign unchanged, a word by its label with spaces."""
    if not then:
        return ""
    return {"-": "-", ":": ": "}.get(then[0], f" {reader.label(then[0])} ")


def _cut_at(text: str, then: tuple[str, ...], reader: Reader) -> tuple[str, str, bool]:
    """Split the text at the first separator, and return whether there is one."""
    for mark in then:
        if mark in "-:":
            head, found, rest = text.partition(mark)
            if found:
                return head, rest, True
            continue
        words = text.split()
        for i, word in enumerate(words):
            if fold(word) in reader.lexicon.names(mark):
                return " ".join(words[:i]), " ".join(words[i + 1 :]), True
    return text, "", False
