#!/usr/bin/env python3
"""Verify an exported campaign: dice, hidden draws, receipts and the chain that binds them.

Stand-alone: this file needs Python 3.8 or later and its standard library, nothing else.

    python verify.py FILE [--head N:HEX ...]     check a file, and the heads you kept yourself
    python verify.py salt CARD SEAT TEXT         make your own salt; CARD is the head of entry 0

Exit code: 0 nothing wrong, 1 something is wrong (or the game ended unproven), 2 the file cannot be read.
It is written from the text of docs/design/fair-dice.md (every § below is a section of that page), not from
the umpire's code, which does the same sums elsewhere: two programs that must agree. How the text is read
where it leaves room:

- Every line is the canonical form of its object, byte for byte, and ends in a line feed; so there is no
  second spelling of a line. Formulas take hex fields as raw bytes, texts as UTF-8, numbers as u64.
- One batch holds all rolls asked with no other entry of the game between, so a fresh batch never follows a
  batch, but for one of which a part only stands. Entries beside the game (link, nolink, seat, rules, aside,
  burn, a referee's look), an ask or an answer to it that no lock closes, an open, a move of nothing or one
  that touches no container, and an undo to that batch divide nothing: after each the rules wait where they
  waited before.
- `got` of a draw and its openings keep the order drawn; the first k items go to the first place of `to`.
  Seal 1+j belongs to place j; a draw that is shown may leave these seals out.
- Containers are those that the card names. Any other place lies outside and holds nothing that is counted.
  A `pick` whose `from` is a container picks from all that lies in it and takes nothing out: a `move` does.
  Nothing goes into such a container, or out of it, face down.
- `stands` names a chance entry undone by the latest undo (keep 1): same kind, epoch and seed; a batch's
  rolls are the first of the old ones, a draw is equal; what was answered before it (seat, rule, by, pub,
  the last answer to each `ask`) and the chance before it are equal. Each stands once, in order.
- A question (`ask`) lapses when another ask, an answer to no ask (`ask` 0) or a batch or draw comes. Only
  the open one can be answered or locked; a lock names one answer of each of its seats.
- A seal `for` nobody is opened by nobody before the end. After the end every seal must be open.
- `sizes` of an edit name every container that it touches, with the size afterwards.
- An undo goes back to an entry still in force and not into the founding.
- A referee's roll outside the game that has no rolls burns all such rolls up to its number.
- Tier "open" may have no salts, empty seeds (scripted dice) and empty anchors. It proves nothing.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import os
import re
import sys
import time
import unicodedata
from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    Part = bytes | str | int
    Entry = dict[str, Any]

VERSION = 2
LONGEST_CHAIN = 65536
BIGGEST = 2**53 - 1


# --- Notation (§0) -----------------------------------------------------------------------------------------


def lp(*parts: Part) -> bytes:
    """Each part after its length (u32); a text as UTF-8, a number as u64, both big-endian."""
    out = []
    for part in parts:
        raw = part.encode() if isinstance(part, str) else part
        raw = raw.to_bytes(8, "big") if isinstance(raw, int) else raw
        out.append(len(raw).to_bytes(4, "big") + raw)
    return b"".join(out)


def tagged_hash(tag: str, *parts: Part) -> bytes:
    """TH of the text."""
    return hashlib.sha256(lp("tabellarius/1/" + tag, *parts)).digest()


def tagged_mac(key: bytes, tag: str, *parts: Part) -> bytes:
    """MAC of the text."""
    return hmac.new(key, lp("tabellarius/1/" + tag, *parts), hashlib.sha256).digest()


def pairs(values: dict[str, bytes]) -> bytes:
    """Name, value, name, value .. in the order of the names."""
    return lp(*[part for name in by_bytes(values) for part in (name, values[name])])


def by_bytes(texts: Iterable[str]) -> list[str]:
    """The texts sorted by their UTF-8 bytes."""
    return sorted(texts, key=lambda text: text.encode())


def canon(value: Any) -> str:
    """The one spelling of a JSON value: keys sorted, no blanks, ASCII."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=True)


def N_(template: str) -> str:  # noqa: N802 - gettext's own name for marking
    """Mark an English template for translation; the text itself stays as it is."""
    return template


class Number(int):
    """A number in a sentence. It chooses the word that agrees with it: "{n} {n:seal|seals}"."""

    def __format__(self, spec: str) -> str:
        if not spec:
            return str(int(self))
        one, many = spec.split("|")
        return one if self == 1 else many


class Sentence(str):
    """A sentence in English, or a piece of one; from `template` and `values` another language has it too.

    A value is a number, a text, or such a piece.
    """

    template: str
    values: dict[str, Any]

    def __new__(cls, template: str, /, **values: Any) -> Sentence:
        numbered = {
            name: Number(value) if isinstance(value, int) else value for name, value in values.items()
        }
        made = super().__new__(cls, template.format_map(numbered))
        made.template, made.values = template, values
        return made


class Unreadable(Exception):
    """The file is not what an export looks like; the message says where."""


def _no_double_keys(items: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(items)
    if len(found) != len(items):
        raise ValueError("a key stands twice")
    return found


def _no_fraction(_: str) -> Any:
    raise ValueError("it holds a number that is not whole")


def _require_plain(value: Any) -> None:
    """Raise ValueError unless the value is built of objects, lists, NFC texts and ints 0..2^53-1 alone."""
    if isinstance(value, dict):
        for key, inner in value.items():
            _require_plain(key)
            _require_plain(inner)
    elif isinstance(value, list):
        for inner in value:
            _require_plain(inner)
    elif isinstance(value, str):
        value.encode()
        if unicodedata.normalize("NFC", value) != value:
            raise ValueError("a text is not in the normal form NFC")
    elif isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= BIGGEST:
        raise ValueError("only objects, lists, texts and whole numbers from 0 to 2^53-1 may occur")


def parse(line: str) -> dict[str, Any]:
    """The object of one line.

    Raises:
        ValueError: not JSON, not an object, not canonical; the message says which.
    """
    try:
        value = json.loads(
            line, object_pairs_hook=_no_double_keys, parse_float=_no_fraction, parse_constant=_no_fraction
        )
        _require_plain(value)
        if not isinstance(value, dict):
            raise ValueError("it is not an object")
        if canon(value) != line:
            raise ValueError("it is not in canonical form (blanks, order of keys, escapes, line ends)")
    except RecursionError:
        raise ValueError("it is nested too deeply") from None
    return value


# --- Chance from a key (§3 and §4) -------------------------------------------------------------------------


class Rng:
    """The bytes that follow from one key, and the numbers read from them."""

    def __init__(self, key: bytes) -> None:
        self._bytes = self._blocks(key)

    @staticmethod
    def _blocks(key: bytes) -> Iterator[int]:
        block = 0
        while True:
            yield from tagged_mac(key, "block", block)
            block += 1

    def below(self, n: int) -> int:
        """A fair number from 0 to n-1; 1 <= n <= 2^32. Numbers that would cause a bias are skipped."""
        width = 1 if n <= 256 else 4
        fair = 256**width // n * n
        while True:
            value = int.from_bytes(bytes(next(self._bytes) for _ in range(width)), "big")
            if value < fair:
                return value % n

    def dice(self, count: int, faces: int) -> list[int]:
        """Return `count` dice, each from 1 to faces."""
        return [self.below(faces) + 1 for _ in range(count)]

    def take(self, items: Iterable[str], count: int) -> list[str]:
        """Return `count` of the items, in the order drawn."""
        left = by_bytes(items)
        return [left.pop(self.below(len(left))) for _ in range(count)]


def rolled(key: bytes, rolls: list[Entry]) -> list[list[Any]]:
    """Return the values that the rolls of a batch or aside must have, given its K."""
    results: list[list[Any]] = []
    for r, roll in enumerate(rolls):
        stream = Rng(tagged_mac(key, "roll", r))
        if roll["kind"] == "dice":
            results.append(stream.dice(roll["count"], roll["faces"]))
        else:
            results.append(stream.take(roll["of"], roll["count"]))
    return results


# --- What entries look like (§5) ---------------------------------------------------------------------------


class Kind(NamedTuple):
    """A kind of field: its description and its test."""

    says: Sentence
    fits: Callable[[Any], bool]


def _is_id(value: Any) -> bool:
    return isinstance(value, str) and re.fullmatch("[a-z0-9_/]+", value) is not None


def _is_ids(value: Any) -> bool:
    return isinstance(value, list) and all(map(_is_id, value))


def _is_sorted(value: Any) -> bool:
    return _is_ids(value) and value == sorted(value)


def _is_hex(value: Any, digits: int) -> bool:
    return isinstance(value, str) and re.fullmatch(f"[0-9a-f]{{{digits}}}", value) is not None


def _is_object(value: Any, **fields: Kind) -> bool:
    """Return true if the value is an object with exactly these fields."""
    return isinstance(value, dict) and value.keys() == fields.keys() and all(
        kind.fits(value[name]) for name, kind in fields.items()
    )  # fmt: skip


def _is_map(value: Any, fits: Callable[[Any], bool]) -> bool:
    return isinstance(value, dict) and all(_is_id(name) and fits(inner) for name, inner in value.items())


def _is_number(value: Any) -> bool:
    return isinstance(value, int)


def _is_dealt(value: Any) -> bool:
    def is_deal(deal: Any) -> bool:
        return isinstance(deal, list) and len(deal) == 2 and _is_id(deal[0]) and _is_number(deal[1])

    return isinstance(value, list) and all(map(is_deal, value))


def _is_transfers(value: Any) -> bool:
    return isinstance(value, list) and all(_is_ids(move) and len(move) == 3 for move in value)


def _is_seals(value: Any) -> bool:
    return isinstance(value, list) and all(_is_object(seal, **{"for": SEATS, "c": HEX64}) for seal in value)


def _one_of(*allowed: Any) -> Kind:
    words = Sentence(N_("one of {options}"), options=", ".join(json.dumps(value) for value in allowed))
    return Kind(words, lambda value: any(type(value) is type(a) and value == a for a in allowed))


TEXT = Kind(Sentence(N_("a text")), lambda v: isinstance(v, str))
NUMBER = Kind(Sentence(N_("a whole number")), _is_number)
BIT = _one_of(0, 1)
HEX = Kind(
    Sentence(N_("hex digits, lower case")),
    lambda v: isinstance(v, str) and v != "" and _is_hex(v, len(v) // 2 * 2),
)
HEX32 = Kind(Sentence(N_("32 hex digits, lower case")), lambda v: _is_hex(v, 32))
HEX64 = Kind(Sentence(N_("64 hex digits, lower case")), lambda v: _is_hex(v, 64))
MAYBE_HEX64 = Kind(Sentence(N_("64 hex digits, lower case, or empty")), lambda v: v == "" or _is_hex(v, 64))
ID = Kind(Sentence(N_("a name of a-z 0-9 _ /")), _is_id)
MAYBE_ID = Kind(Sentence(N_("a name of a-z 0-9 _ /, or empty")), lambda v: v == "" or _is_id(v))
ITEMS = Kind(Sentence(N_("a list of names")), _is_ids)
SORTED = Kind(Sentence(N_("a sorted list of names")), _is_sorted)
SEATS = Kind(Sentence(N_("a list of different seats")), lambda v: _is_ids(v) and len(set(v)) == len(v))
OBJECT = Kind(Sentence(N_("an object")), lambda v: isinstance(v, dict))
CUPS = Kind(Sentence(N_("an object of sorted lists of names")), lambda v: _is_map(v, _is_sorted))
SIZES = Kind(Sentence(N_("an object of whole numbers")), lambda v: _is_map(v, _is_number))
DEALT = Kind(Sentence(N_("a list of [place, number]")), _is_dealt)
TRANSFERS = Kind(Sentence(N_("a list of [item, from, to]")), _is_transfers)
BOOKS = Kind(Sentence(N_("an object of lists")), lambda v: _is_map(v, lambda book: isinstance(book, list)))
SEALS = Kind(Sentence(N_("a list of {shape}"), shape='{"for":[seats],"c":64 hex digits}'), _is_seals)
UMPIRE = Kind(
    Sentence(N_("an object of version, rules, data")),
    lambda v: _is_object(v, version=TEXT, rules=HEX, data=HEX),
)


def _is_roll(value: Any) -> bool:
    """Return true for the shape of dice, or of a pick whose items are among those that it is from."""
    if not isinstance(value, dict):
        return False
    if value.get("kind") == "dice":
        return (
            _is_object(value, kind=TEXT, label=TEXT, count=NUMBER, faces=NUMBER, got=FACES)
            and 1 <= value["faces"] <= 2**32
            and 1 <= value["count"] == len(value["got"])
            and all(1 <= die <= value["faces"] for die in value["got"])
        )
    shape = {"kind": _one_of("pick"), "label": TEXT, "from": ID, "of": SORTED, "count": NUMBER, "got": ITEMS}
    return (
        _is_object(value, **shape)
        and 1 <= value["count"] == len(value["got"])
        and not Counter(value["got"]) - Counter(value["of"])
    )


FACES = Kind(
    Sentence(N_("a list of whole numbers")), lambda v: isinstance(v, list) and all(map(_is_number, v))
)
ANY_ROLLS = Kind(
    Sentence(N_("a list of whole rolls")), lambda v: isinstance(v, list) and all(map(_is_roll, v))
)
ROLLS = Kind(ANY_ROLLS.says, lambda v: v != [] and ANY_ROLLS.fits(v))

RESULT = ("winner", "winners", "how", "points", "ranking", "empire")  # by rules; and the level of each seat
ENDED_BY = _one_of("rules", "seats", "clock", "referee", "moderator")

COMMON = {"n": NUMBER, "t": TEXT, "time": NUMBER}
FIELDS: dict[str, dict[str, Kind]] = {
    "card": {
        "game": TEXT, "before": MAYBE_HEX64, "title": TEXT, "scenario": TEXT, "options": OBJECT,
        "seats": SEATS, "tier": _one_of("F1", "F2", "open"), "umpire": UMPIRE, "epochs": NUMBER,
        "anchor": MAYBE_HEX64, "aside": MAYBE_HEX64, "hidden": MAYBE_HEX64, "cups": CUPS,
    },
    "terms": {"modes": OBJECT, "pace": OBJECT, "by": TEXT},
    "seat": {"seat": ID, "who": TEXT, "link": MAYBE_HEX64},
    "salt_commit": {"seat": ID, "made": _one_of("self", "bot"), "c": HEX64},
    "salt": {"seat": ID, "nonce": HEX32, "v": TEXT},
    "ask": {"rule": TEXT, "seats": SEATS},
    "answer": {
        "seat": ID, "rule": TEXT, "ask": NUMBER, "by": _one_of("seat", "clock", "referee"), "pub": OBJECT,
        "seals": SEALS,
    },
    "lock": {"ask": NUMBER, "answers": SIZES},
    "open": {"of": NUMBER, "i": NUMBER, "nonce": HEX32, "part": OBJECT},
    "link": {"seat": ID, "e": NUMBER, "v": HEX64},
    "nolink": {"seat": ID, "e": NUMBER, "why": TEXT},
    "batch": {"e": NUMBER, "seed": MAYBE_HEX64, "stands": NUMBER, "rolls": ROLLS},
    "draw": {
        "rule": TEXT, "e": NUMBER, "seed": MAYBE_HEX64, "stands": NUMBER, "from": MAYBE_ID, "size": NUMBER,
        "to": DEALT, "shown": ITEMS, "seals": SEALS,
    },
    "move": {"rule": TEXT, "from": ID, "to": ID, "k": NUMBER, "items": ITEMS, "seals": SEALS},
    "look": {"rule": TEXT, "seat": ID, "of": ID, "items": SORTED, "seals": SEALS},
    "reveal": {"rule": TEXT, "event": ID, "seats": SEATS},
    "aside": {"i": NUMBER, "seed": MAYBE_HEX64, "by": TEXT, "why": TEXT, "rolls": ANY_ROLLS},
    "undo": {"to": NUMBER, "keep": BIT, "by": _one_of("seats", "referee"), "why": TEXT, "consent": SEATS},
    "burn": {"to": NUMBER, "seed": HEX64, "by": TEXT, "why": TEXT},
    "edit": {"by": TEXT, "why": TEXT, "pub": OBJECT, "sizes": SIZES, "seals": SEALS},
    "rules": {"version": TEXT, "rules": HEX, "data": HEX, "why": TEXT},
    "result": {"why": TEXT, "result": OBJECT, "by": ENDED_BY, "consent": SEATS, "opens": NUMBER},
    "resume": {"by": _one_of("seats", "referee"), "why": TEXT, "consent": SEATS},
    "end": {"why": TEXT, "result": OBJECT, "by": ENDED_BY, "consent": SEATS, "hroot": MAYBE_HEX64},
}  # fmt: skip
OPENING = {"open": NUMBER, "i": NUMBER, "nonce": HEX32, "part": OBJECT}
COMPUTER = "\u25ce The computer"  # who plays a seat that no person plays; a level follows
CHANCE = ("batch", "draw")
ANY_TIME = ("seat", "rules", "terms", "end")
CLOSED = ("resume", *ANY_TIME)  # what may follow a provisional result
FOUNDING = ("card", "salt_commit", "salt", *ANY_TIME)
BESIDE = (
    "link",
    "nolink",
    "seat",
    "rules",
    "aside",
    "burn",
    "undo",
    "ask",
    "open",
    "reveal",
    "terms",
    "result",
    "resume",
)  # see `Walk._is_beside`
SHOWS = (
    "batch",
    "draw",
    "look",
    "open",
    "move",
    "reveal",
    "edit",
)  # an undo across one of these needs consent


def result_fits(result: Entry, by: str, seats: Sequence[str], *, is_provisional: bool) -> bool:
    """Return true if an end, or a provisional result, by somebody may have such a result (§5)."""
    named = result.get("winners", []), result.get("winner", "")
    if not isinstance(named[0], list) or not {*named[0]} <= {*seats} or named[1] not in ("", *seats):
        return False
    if by == "rules":
        return {*result} <= {*RESULT, *seats}
    if by in ("seats", "clock"):
        is_draw = by == "seats" and not is_provisional and result == {"draw": 1}
        return is_draw or (
            result.keys() == {"resigned"} and result["resigned"] != [] and _is_ids(result["resigned"])
        )
    if by == "moderator" or not result:
        return not result
    if result.keys() == {"points"}:
        return not is_provisional and SIZES.fits(result["points"])
    decided = result.get("how") in ("draw", "tournament") and len(result) == 2
    return is_provisional and decided and bool({*result} & {"winner", "winners"})


def misshapen(entry: Entry) -> Sentence | None:
    """Return the fault in the form of an entry, if there is one."""
    if "t" not in entry:
        return Sentence(N_("does not say its type: it has no field {name}"), name=quote("t"))
    kinds = FIELDS.get(entry["t"]) if isinstance(entry.get("t"), str) else None
    if kinds is None:
        return Sentence(N_("is of an unknown type ({kind})"), kind=quote(entry.get("t")))
    kinds = {**COMMON, **kinds}
    for name in sorted(entry.keys() ^ kinds.keys()):
        what = N_("has an unknown field {name}") if name in entry else N_("has no field {name}")
        return Sentence(what, name=quote(name))
    for name, kind in kinds.items():
        if not kind.fits(entry[name]):
            return Sentence(N_("has a field {name} that is not {kind}"), name=quote(name), kind=kind.says)
    return _misfit_seals(entry)


def _misfit_seals(entry: Entry) -> Sentence | None:
    """Return the fault in number and audience of an entry's seals, if there is one."""
    audiences = [seal["for"] for seal in entry.get("seals", [])]
    if entry["t"] == "answer":
        lengths: tuple[int, ...] = (2,) if entry["ask"] else (1, 2)
        fit = len(audiences) in lengths and audiences[0] == [] and audiences[1:] in ([], [[entry["seat"]]])
    elif entry["t"] == "draw":
        lengths = (1, 1 + len(entry["to"])) if entry["shown"] else (1 + len(entry["to"]),)
        fit = len(audiences) in lengths and audiences[0] == []
    elif entry["t"] == "move":
        hidden = 0 if entry["items"] else 1
        fit = len(audiences) == hidden or (entry["k"] == 0 and not audiences)
    elif entry["t"] == "look":
        fit = audiences == ([] if entry["seat"] in ("all", "referee") else [[entry["seat"]]])
        fit = fit and (entry["seat"] == "all" or not entry["items"])
    else:
        fit = audiences == ([[]] if entry["t"] == "edit" else [])
    if fit:
        return None
    return Sentence(N_("does not have the seals of an entry of its type"))


def part_fits(entry: Entry, i: int, part: Any) -> bool:
    """Return true if an opened part is of the form that seal i of the entry promises."""
    if entry["t"] == "answer":
        return i == 1 or _is_object(part, q=HEX, standing=BIT, books=BOOKS)
    if entry["t"] == "draw":
        return _is_object(part, of=SORTED) if i == 0 else _is_object(part, got=ITEMS)
    if entry["t"] == "edit":
        return _is_object(part, moves=TRANSFERS, patch=OBJECT)
    return _is_object(part, items=SORTED) or (entry["t"] == "look" and _is_object(part, kinds=SORTED))


def quote(value: Any) -> str:
    """Return a value from the file for a sentence: not too long, with escaped control characters."""
    text = canon(value)
    return text if len(text) <= 160 else text[:150] + " .."


# --- The file ----------------------------------------------------------------------------------------------


class Record(NamedTuple):
    """One entry, the head in its line, the computed head, and its openings."""

    entry: Entry
    claimed: Any
    head: bytes
    openings: list[Entry]


def read(lines: Iterable[str]) -> list[Record]:
    """The entries of an export, each with its openings.

    Raises:
        Unreadable: a line is no canonical JSON object, or there is no entry.
    """
    records: list[Record] = []
    head = b""
    for number, raw in enumerate(lines, 1):
        try:
            line = parse(raw[:-1] if raw.endswith("\n") else raw)
        except ValueError as error:
            raise Unreadable(f"Line {number} cannot be read: {error}.") from None
        if "open" in line and "t" not in line:
            if not records:
                raise Unreadable(f"Line {number} opens a seal before there is any entry.")
            records[-1].openings.append(line)
            continue
        claimed = line.pop("head", None)
        head = tagged_hash("log", head, canon(line))
        records.append(Record(line, claimed, head, []))
    if not records:
        raise Unreadable("There is no entry in the file.")
    return records


# --- What an undo puts back --------------------------------------------------------------------------------


class Table:
    """Containers and open question after one entry. `held` is None where the file does not say."""

    def __init__(self, cups: dict[str, list[str]]) -> None:
        self.held: dict[str, list[str] | None] = dict(cups)
        self.sizes = {name: len(items) for name, items in cups.items()}
        self.ask = 0
        self.asked: list[str] = []
        self.replies: dict[str, int] = {}
        self.locked: frozenset[int] = frozenset()
        self.veiled: frozenset[str] = frozenset()  # changed face down since all could see what they hold

    def copy(self) -> Table:
        """Return a copy that can be changed independently. The lists inside are replaced, never changed."""
        twin = Table({})
        twin.held, twin.sizes = dict(self.held), dict(self.sizes)
        twin.ask, twin.asked, twin.replies = self.ask, self.asked, self.replies
        twin.locked, twin.veiled = self.locked, self.veiled
        return twin

    def close(self) -> None:
        """Close the open question."""
        self.ask, self.asked, self.replies = 0, [], {}

    def remove(self, place: str, count: int, items: list[str] | None) -> Sentence | None:
        """Take items (None: not known which) out; says what is wrong with that, if anything."""
        if place not in self.sizes:
            return None
        left, wrong = self.sizes[place] - count, None
        held = self.held[place]
        if held is not None and items is not None:
            if lacking := sorted((Counter(items) - Counter(held)).elements()):
                what = N_("{place} does not hold {items}")
                wrong = Sentence(what, place=quote(place), items=quote(lacking))
            self.held[place] = sorted((Counter(held) - Counter(items)).elements())
        else:
            self.held[place] = None
        return self._resize(place, left) or wrong

    def add(self, place: str, count: int, items: list[str] | None) -> None:
        """Put items (None: not known which) in."""
        if place in self.sizes:
            held = self.held[place]
            self.held[place] = None if held is None or items is None else sorted(held + items)
            self.sizes[place] += count

    def _resize(self, place: str, size: int) -> Sentence | None:
        self.sizes[place] = max(size, 0)
        if size <= 0:
            self.held[place] = []
        return Sentence(N_("{place} does not hold that many"), place=quote(place)) if size < 0 else None

    def shown(self, place: str, items: list[str]) -> Sentence | None:
        """Note that the whole content of the container has been shown; return the fault, if any."""
        held, what = self.held.get(place), N_("{place} holds {held}, not {other}")
        if place not in self.sizes:
            return None
        if held is not None and held != items:
            return Sentence(what, place=quote(place), held=quote(held), other=quote(items))
        if self.sizes[place] != len(items):
            return Sentence(what, place=quote(place), held=self.sizes[place], other=len(items))
        self.held[place] = items
        return None


# --- The walk along the log --------------------------------------------------------------------------------


class Line(NamedTuple):
    """A line of a report: "small", the "verdict", a "title", or an "item" below one."""

    kind: str
    said: Sentence


@dataclass
class Report:
    """The findings of a verification.

    `errors` and `warnings` are sentences, each naming its entry. `proven` says what was recomputed, `counts`
    how often each thing happened that players should know of. `opened` and `sealed` count seals. `head` is
    the last head (hex, 64 digits) of the `entries` read. `opens` is the UNIX second at which a game opens
    whose result is provisional, None for any other.
    """

    errors: list[Sentence] = field(default_factory=list)
    warnings: list[Sentence] = field(default_factory=list)
    proven: list[Sentence] = field(default_factory=list)
    counts: Counter[str] = field(default_factory=Counter)
    readable: bool = True
    game: str = ""
    tier: str = ""
    entries: int = 0
    head: str = ""
    ended: bool = False
    opens: int | None = None
    opened: int = 0
    sealed: int = 0

    @property
    def unproven(self) -> bool:
        """Return true if the game is over and yet not everything can be recomputed."""
        lacking = self.sealed + self.counts["hidden draws"] - self.counts["hidden draws recomputed"]
        return self.ended and lacking > 0 and self.tier != "open"

    @property
    def verdict(self) -> Sentence:
        """Return the verdict in one line."""
        if not self.readable:
            return Sentence(N_("UNREADABLE: this is not a complete export."))
        if self.errors:
            return Sentence(N_("FAILED: {n} {n:error|errors} found."), n=len(self.errors))
        if self.tier == "open":
            said = N_("NOTHING PROVEN: tier open (known seed or scripted dice). The file itself is intact.")
        elif self.unproven:
            said = N_(
                "ENDED UNPROVEN: the game is over, but {sealed} {sealed:seal was|seals were} never opened."
            )
        elif self.opens is not None:
            said = N_(
                "OVER, OPENS AT {opens}: the result is provisional; {sealed} {sealed:seal is|seals "
                "are} closed, and hidden draws are not proven yet."
            )
        elif self.ended:
            said = N_("PROVEN: the game has ended, every seal is open, and everything was recomputed.")
        else:
            said = N_(
                "IN ORDER SO FAR: the game is still in play; {sealed} {sealed:seal is|seals are} "
                "closed, and hidden draws are not proven yet."
            )
        return Sentence(said, sealed=self.sealed, opens=_utc(self.opens or 0))

    @property
    def code(self) -> int:
        """The exit code: 0 nothing wrong, 1 errors or ended unproven, 2 unreadable."""
        if not self.readable:
            return 2
        return 1 if self.errors or self.unproven else 0

    def lines(self) -> Iterator[Line]:
        """The report for people, line by line."""
        yield Line("small", Sentence(N_("Tabellarius verifier {version}"), version=VERSION))
        if self.readable:
            game, tier = quote(self.game), quote(self.tier)
            said = N_("Game {game}, tier {tier}, {entries} {entries:entry|entries}")
            yield Line("small", Sentence(said, game=game, tier=tier, entries=self.entries))
            said = N_("Last head (entry {n}): {head}")
            yield Line("small", Sentence(said, n=self.entries - 1, head=self.head))
        yield Line("verdict", self.verdict)
        parts = ((N_("Errors:"), self.errors), (N_("Proven:"), self.proven), (N_("Note:"), self.warnings))
        for title, sentences in parts:
            if sentences:
                yield Line("title", Sentence(title))
            yield from (Line("item", sentence) for sentence in sentences)
        if self.readable:
            yield from self._counted()

    def _counted(self) -> Iterator[Line]:
        yield Line("title", Sentence(N_("Counts:")))
        for what in sorted(self.counts):
            yield Line("item", Sentence(N_("{what}: {n}"), what=what, n=self.counts[what]))
        said = N_("seals opened: {opened}, still sealed: {sealed}")
        yield Line("item", Sentence(said, opened=self.opened, sealed=self.sealed))

    def text(self) -> str:
        """The report for people, in English."""
        return "\n".join(f"  {said}" if kind == "item" else said for kind, said in self.lines())


class Misshapen(Exception):
    """The form of an entry is wrong, so that nothing after it can be judged; `what` says how."""

    def __init__(self, what: str, /, **values: Any) -> None:
        self.what = Sentence(what, **values)
        super().__init__(self.what)


class Walk:
    """One pass along the log, which notes the faults."""

    def __init__(self, records: list[Record]) -> None:
        self.report = Report(entries=len(records), head=records[-1].head.hex())
        self.records = records
        self.n = 0
        self.card: Entry = {}
        self.closed: Entry | None = None
        self.game = ""
        self.parts: dict[tuple[int, int], Any] = {}
        self.hroot: bytes | None = None
        # founding
        self.commits: dict[str, Entry] = {}
        self.salts: dict[str, bytes] = {}
        self.seated: list[str] = []
        self.resigned: set[str] = set()
        self.who: dict[str, str] = {}
        self.started = 0  # the last entry of the founding
        self.joint: bytes | None = None
        # chance
        self.epoch = 0
        self.seed = b""
        self.asides = 0
        self.aside_seed = b""
        self.links: dict[str, tuple[int, bytes]] = {}  # of each seat: the epoch and value last shown
        self.linked: dict[str, bytes | None] = {}  # for the next epoch; None: nolink
        self.given: dict[int, dict[str, bytes]] = {}  # X of each epoch
        # the table, and what is in force
        self.table = Table({})
        self.after: list[Table] = []
        self.live: list[int] = []
        self.undone: list[int] = []  # by the latest undo, if it keeps dice
        self.undo_at = 0
        self.sources: dict[int, list[str]] = {}  # what each draw drew from
        self.modes: dict[str, Any] | None = None  # of windows, as the terms say

    # .. sentences

    def _of_this(self, what: str, values: dict[str, Any]) -> Sentence:
        """Return a sentence about the present entry."""
        kind, said = self.records[self.n].entry.get("t"), Sentence(what, **values)
        if not isinstance(kind, str):
            return Sentence(N_("Entry {n} {what}."), n=self.n, what=said)
        return Sentence(N_("Entry {n} ({kind}) {what}."), n=self.n, kind=quote(kind)[1:-1], what=said)

    def wrong(self, what: str, /, **values: Any) -> None:
        """Note an error of the present entry."""
        self.report.errors.append(self._of_this(what, values))

    def mind(self, what: str, /, **values: Any) -> None:
        """Note something in the present entry that is allowed and that players should know."""
        self.report.warnings.append(self._of_this(what, values))

    def _count(self, what: str, /, **values: Any) -> None:
        """Count one more event that players should know of."""
        self.report.counts[Sentence(what, **values)] += 1

    # .. the way

    def run(self) -> Report:
        """Check the log; entries that cannot be judged because of an earlier fault are not judged."""
        try:
            for n in range(len(self.records)):
                self.n = n
                self._require_form()
            self._know_the_end()
            for n, record in enumerate(self.records):
                self.n = n
                self._step(record.entry)
        except Misshapen as error:
            self.wrong(N_("{what}; the rest of the game was not checked"), what=error.what)
        return self.report

    def _require_form(self) -> None:
        """Check form, place, openings and sealed contents of the present entry."""
        entry, claimed, head, openings = self.records[self.n]
        if wrong := misshapen(entry):
            raise Misshapen("{wrong}", wrong=wrong)
        if (entry["t"] == "card") != (self.n == 0):
            raise Misshapen(
                N_("is a second game card") if self.n else N_("is not the game card, which must come first")
            )
        if entry["n"] != self.n:
            raise Misshapen(N_("is numbered {n}: entries were left out or added"), n=entry["n"])
        if not self.n:
            self._read_card(entry)
        if strangers := [seat for seat in _seats_of(entry) if seat not in self.card["seats"]]:
            raise Misshapen(
                N_("names a seat that is not on the game card: {strangers}"), strangers=quote(strangers)
            )
        if claimed != head.hex():
            raise Misshapen(N_("does not match its head: it, or an entry before it, was changed afterwards"))
        last = -1
        for opening in openings:
            if not _is_object(opening, **OPENING) or opening["open"] != self.n or opening["i"] <= last:
                raise Misshapen(N_("is followed by a malformed opening, or one of another entry"))
            last = opening["i"]
            self._unseal(self.n, opening)
        if entry["t"] == "open":
            self._unseal(entry["of"], entry)

    def _read_card(self, card: Entry) -> None:
        self.card, self.game = card, card["game"]
        self.report.game, self.report.tier = card["game"], card["tier"]
        scripted = card["tier"] == "open"
        for name in ("anchor", "aside", "hidden"):
            if not card[name] and not scripted:
                raise Misshapen(N_("has an empty {name}"), name=name)
        if not 1 <= card["epochs"] <= LONGEST_CHAIN:
            raise Misshapen(N_("has a chain of epochs that is not 1 to {most} long"), most=LONGEST_CHAIN)
        if not card["seats"] or {"all", "referee"} & set(card["seats"]):
            raise Misshapen(N_("has no seats, or a seat called all or referee"))
        self.seed, self.aside_seed = bytes.fromhex(card["anchor"]), bytes.fromhex(card["aside"])
        self.table = Table(card["cups"])

    def _unseal(self, of: int, opening: Entry) -> None:
        """Compare an opening with its seal; its content is known from now on."""
        i, part = opening["i"], opening["part"]
        entry = self.records[of].entry if of <= self.n else {}
        if i >= len(entry.get("seals", [])):
            raise Misshapen(N_("opens seal {i} of entry {of}, which does not exist"), i=i, of=of)
        c = tagged_hash("seal", self.game, of, i, bytes.fromhex(opening["nonce"]), canon(part))
        if c.hex() != entry["seals"][i]["c"]:
            self.wrong(
                N_("opens seal {i} of entry {of} as {part}, but that is not what was sealed"),
                i=i,
                of=of,
                part=quote(part),
            )
        elif not part_fits(entry, i, part):
            raise Misshapen(N_("opens seal {i} of entry {of}, whose content has the wrong form"), i=i, of=of)
        else:
            self.parts.setdefault((of, i), (opening["nonce"], part))

    def part(self, i: int) -> Any:
        """Return the content of seal i of the entry in hand, or None if it is closed."""
        return self.parts.get((self.n, i), (None, None))[1]

    def _know_the_end(self) -> None:
        last = self.records[-1].entry
        if last["t"] == "end" and last["hroot"]:
            hroot = bytes.fromhex(last["hroot"])
            if self.card["hidden"] in ("", tagged_hash("hid-commit", self.game, hroot).hex()):
                self.hroot = hroot

    def _step(self, entry: Entry) -> None:
        """Check that an entry may come here, let its kind act on the table, and keep the table after it."""
        if self.report.ended:
            self.wrong(N_("comes after the end of the game"))
        if self.closed is not None and entry["t"] not in CLOSED:
            self.wrong(N_("comes after the provisional result of entry {n}"), n=self.closed["n"])
        if entry["t"] not in FOUNDING and not self._is_founded():
            raise Misshapen(N_("comes before every seat has its salt"))
        if entry["t"] not in FOUNDING and self.modes is None and self.card["tier"] != "open":
            self.wrong(N_("comes before the terms, which say which reactions are asked for"))
            self.modes = {}
        self.table = self.table.copy()
        self.live.append(self.n)
        getattr(self, "on_" + entry["t"])(entry)
        self._check_seals(entry)
        self.after.append(self.table)

    def _check_seals(self, entry: Entry) -> None:
        """Count the seals that are open, and require of each nonce that the hidden seed gives it."""
        for i, seal in enumerate(entry.get("seals", [])):
            nonce, part = self.parts.get((self.n, i), ("", None))
            self.report.opened += 1 if nonce else 0
            self.report.sealed += 0 if nonce else 1
            if not nonce or self.hroot is None:
                continue
            due = tagged_mac(self.hroot, "nonce", self.game, self.n, i, canon(part))[:16].hex()
            if nonce != due:
                whom = quote(seal["for"])
                self.wrong(
                    N_("has a chosen nonce in seal {i} (for {whom}): the hidden seed gives another one"),
                    i=i,
                    whom=whom,
                )

    # .. founding (§1 and §2)

    def on_card(self, card: Entry) -> None:
        if card["before"]:
            self.mind(
                N_("replaces a game that was called off; the last head of that game was {before}"),
                before=card["before"],
            )

    def on_seat(self, entry: Entry) -> None:
        seat = entry["seat"]
        self.who[seat] = entry["who"]
        if (entry["link"] != "") and self.card["tier"] != "F2":
            self.wrong(N_("has a link, but this game is not of tier F2"))
        if any(self.linked.values()):
            self.wrong(N_("changes the player of a seat between an epoch's first link and its roll"))
        if seat not in self.seated:
            if self.commits:
                self.wrong(N_("gives a seat to a player after the first salt was committed"))
            self.seated.append(seat)
            self.started = self.n
        elif entry["who"] == "":
            self._count(N_("seats that were resigned"))
            self.resigned.add(seat)
        else:
            self._count(N_("seats given to another player"))
            self.resigned.discard(seat)
        if entry["link"]:
            self.links[seat] = (self.epoch, bytes.fromhex(entry["link"]))
        else:
            self.links.pop(seat, None)

    def _is_founded(self) -> bool:
        everybody = len(self.card["seats"])
        saltless = self.card["tier"] == "open" and not self.commits
        return len(self.seated) == everybody and (saltless or len(self.salts) == everybody)

    def on_salt_commit(self, entry: Entry) -> None:
        seat = entry["seat"]
        if len(self.seated) < len(self.card["seats"]):
            self.wrong(N_("commits to a salt before every seat is taken"))
        if seat in self.commits:
            self.wrong(N_("is a second salt of {seat}"), seat=seat)
        elif self.salts or self._has_played():
            self.wrong(N_("commits to a salt too late: another salt had already been revealed"))
        self.commits.setdefault(seat, entry)

    def _has_played(self) -> bool:
        """Return true if any entry has been played."""
        return any(self.records[n].entry["t"] not in FOUNDING for n in self.live)

    def on_salt(self, entry: Entry) -> None:
        seat, nonce = entry["seat"], bytes.fromhex(entry["nonce"])
        card = self.records[0].head
        if len(self.commits) < len(self.card["seats"]):
            self.wrong(N_("reveals a salt before every seat has committed to one"))
        if seat in self.salts:
            self.wrong(N_("reveals a second salt of {seat}"), seat=seat)
            return
        c = tagged_hash("salt", card, seat, nonce, entry["v"]).hex()
        if seat not in self.commits or self.commits[seat]["c"] != c:
            self.wrong(N_("reveals a salt to which {seat} did not commit"), seat=seat)
        self.salts[seat] = nonce + entry["v"].encode()
        self.started = self.n
        if len(self.salts) == len(self.card["seats"]):
            self.joint = tagged_hash("joint", card, pairs(self.salts))

    # .. questions and answers (§6)

    def on_ask(self, entry: Entry) -> None:
        if not entry["seats"]:
            self.wrong(N_("asks no seat"))
        self.table.ask, self.table.asked, self.table.replies = self.n, entry["seats"], {}

    def on_answer(self, entry: Entry) -> None:
        self._forbid_before_chance()
        seat, ask = entry["seat"], entry["ask"]
        if entry["by"] != "seat":
            by = N_("automatic answers") if entry["by"] == "clock" else N_("answers by the referee")
            self._count(by)
        if not ask:
            self.table.close()
        elif ask in self._locked_asks():
            self.wrong(N_("answers entry {ask} after its answers were locked"), ask=ask)
        elif ask != self.table.ask:
            self.wrong(N_("answers entry {ask}, which is not the open question"), ask=ask)
        elif seat not in self.table.asked:
            self.wrong(N_("answers entry {ask}, which does not ask {seat}"), ask=ask, seat=seat)
        else:
            self.table.replies = {**self.table.replies, seat: self.n}

    def _locked_asks(self) -> list[int]:
        return [self.records[n].entry["ask"] for n in self.live if self.records[n].entry["t"] == "lock"]

    def on_lock(self, entry: Entry) -> None:
        ask, table = entry["ask"], self.table
        if not ask or ask != table.ask:
            self.wrong(N_("locks entry {ask}, which is not the open question"), ask=ask)
            return
        if sorted(table.asked) != sorted(table.replies):
            self.wrong(N_("locks entry {ask} before every seat it asks has answered"), ask=ask)
        elif entry["answers"] != table.replies:
            self.wrong(N_("locks answers to entry {ask} that are not the last of each seat"), ask=ask)
        table.locked |= set(entry["answers"].values())
        table.close()

    def _forbids_opening(self, of: int, i: int) -> Sentence | None:
        """Return why the seal may not be opened yet, if it may not."""
        sealed = self.records[of].entry
        if of not in self.live:
            return Sentence(N_("opens entry {of}, which was undone"), of=of)
        if not sealed["seals"][i]["for"]:
            return Sentence(
                N_("opens seal {i} of entry {of}, which must stay closed until the game ends"), i=i, of=of
            )
        if sealed["t"] == "answer" and sealed["ask"] and of not in self.table.locked:
            return Sentence(N_("opens entry {of}, which was not locked"), of=of)
        return None

    def on_open(self, entry: Entry) -> None:
        if wrong := self._forbids_opening(entry["of"], entry["i"]):
            self.wrong("{wrong}", wrong=wrong)

    # .. public chance (§3 and §7)

    def _next_epoch(self, entry: Entry) -> None:
        """Check that the seed belongs to the next epoch, and use up the epoch."""
        e = entry["e"]
        if e <= self.epoch:
            self.wrong(N_("uses epoch {e} a second time"), e=e)
            return
        if e > self.epoch + 1:
            self.wrong(
                N_("uses epoch {e} after {epoch}: an epoch was skipped, or a batch of rolls removed"),
                e=e,
                epoch=self.epoch,
            )
        self._reveal(e, entry["seed"])
        self._end_links(e)

    def _reveal(self, e: int, seed: str) -> None:
        """Compare S[e] with the last seed shown, and make it the last one shown."""
        if e > self.card["epochs"]:
            self.wrong(N_("goes beyond the {epochs} epochs of the game card"), epochs=self.card["epochs"])
            return
        value = bytes.fromhex(seed)
        if _down("seed-step", (self.game,), e, value, self.epoch) != self.seed:
            self.wrong(N_("has another seed for epoch {e} than the one fixed before the game"), e=e)
        self.epoch, self.seed = e, value

    def _end_links(self, e: int) -> None:
        self.given[e] = {seat: v for seat, v in self.linked.items() if v is not None}
        if self.card["tier"] == "F2":
            for seat in self.card["seats"]:
                if seat not in self.linked:
                    self.wrong(
                        N_("rolls without the link of {seat}, and does not say that it was withheld"),
                        seat=seat,
                    )
        self.linked = {}

    def _key(self, entry: Entry, key: bytes, tag: str, *more: Part) -> bytes | None:
        """K, or None where there is no seed to make it from."""
        if self.joint is None:
            self.wrong(N_("has a seed before there is a joint salt"))
            return None
        e = entry["e"]
        return tagged_mac(key, tag, self.game, e, *more, self.joint, pairs(self.given.get(e, {})))

    def _take_epoch(self, entry: Entry) -> bool:
        """Check epoch, seed and `stands` of chance; whether results can be recomputed."""
        self.table.close()
        if entry["stands"]:
            self._check_stands(entry)
        else:
            self._mind_fresh(entry)
        if not entry["seed"]:
            if self.card["tier"] != "open":
                raise Misshapen(N_("has no seed, although the game is not of tier open"))
            self._count(N_("scripted rolls and draws"))
            return False
        if not entry["stands"]:
            self._next_epoch(entry)
        return True

    def on_batch(self, entry: Entry) -> None:
        before = self._before()
        if before["t"] == "batch" and not entry["stands"]:
            if not before["stands"]:
                self._say_divided(before["n"])
            elif self._continues(before, entry):
                self.wrong(
                    N_("rolls anew what it should repeat from entry {stands}"), stands=before["stands"]
                )
        self._count(N_("batches of public rolls"))
        if self._take_epoch(entry):
            key = self._key(entry, bytes.fromhex(entry["seed"]), "batch")
            self._check_rolls(entry, key, Sentence(N_("epoch {n}"), n=entry["e"]))
        for roll in entry["rolls"]:
            self._check_list(roll)

    def _before(self) -> Entry:
        """Return the entry in force that divides rolls, or the batch, before the present one."""
        return next(
            entry
            for entry in (self.records[n].entry for n in reversed(self.live[:-1]))
            if not self._is_beside(entry)
        )

    def _is_beside(self, entry: Entry) -> bool:
        """Return true if an entry leaves the rules waiting where they were, so that it divides no rolls."""
        kind = entry["t"]
        return (
            kind in BESIDE
            or (kind == "answer" and entry["ask"] != 0)
            or (
                kind == "move"
                and (entry["k"] == 0 or not {entry["from"], entry["to"]} & {*self.card["cups"]})
            )
            or (kind == "edit" and not entry["pub"] and not entry["sizes"])
            or (kind == "look" and entry["seat"] == "all" and not entry["items"])
            or _is_look_aside(entry)
        )

    def _say_divided(self, first: int) -> None:
        """Tell why two batches must be one: what stands between them, if anything, separates nothing."""
        between = sorted({self.records[n].entry["t"] for n in self.live[:-1] if n > first})
        if between:
            self.wrong(
                N_(
                    "continues the rolls of entry {first}: {between} between them does not separate "
                    "them, so they must be one batch, or the umpire could choose the result"
                ),
                first=first,
                between=", ".join(between),
            )
        else:
            self.wrong(
                N_(
                    "follows a batch of rolls with nothing between: they must be one batch, or the "
                    "umpire could choose the result"
                )
            )

    def _check_rolls(self, entry: Entry, key: bytes | None, source: Sentence) -> None:
        if key is None:
            return
        for r, due in enumerate(rolled(key, entry["rolls"])):
            roll = entry["rolls"][r]
            self._count(N_("public rolls recomputed"))
            if roll["got"] != due:
                what = N_("shows {got} in roll {r} ({label}), but {source} gives {due}")
                got, label = quote(roll["got"]), quote(roll["label"])
                self.wrong(what, got=got, r=r, label=label, source=source, due=quote(due))

    def _check_list(self, roll: Entry) -> None:
        """Check that a pick from a container is a pick from all of its contents."""
        if roll["kind"] != "pick":
            return
        if roll["from"] not in self.table.sizes:
            self._count(N_("picks from lists of the game (only audit can check the list)"))
        elif roll["from"] in self.table.veiled:
            self.wrong(N_("picks from {place}, which was changed face down"), place=quote(roll["from"]))
        elif wrong := self.table.shown(roll["from"], roll["of"]):
            self.wrong(N_("picks from a list that is not what the cup holds: {wrong}"), wrong=wrong)

    def on_aside(self, entry: Entry) -> None:
        for roll in entry["rolls"]:
            self._check_list(roll)
        i, value = entry["i"], bytes.fromhex(entry["seed"])
        if entry["rolls"]:
            self._count(N_("rolls outside the game by the referee"))
        else:
            self._count(N_("burns"))
            self.mind(
                N_(
                    "burns rolls {first} to {to} outside the game: this is honest only if they were posted "
                    "and then lost, so compare with the posts"
                ),
                first=self.asides + 1,
                to=i,
            )
        if not entry["seed"] and self.card["tier"] == "open":
            return
        if i <= self.asides or (entry["rolls"] and i != self.asides + 1):
            self.wrong(
                N_("is roll {i} outside the game, after roll {asides}: one was skipped or repeated"),
                i=i,
                asides=self.asides,
            )
        if not self.asides < i <= LONGEST_CHAIN:
            return
        if _down("aside-step", (self.game,), i, value, self.asides) != self.aside_seed:
            self.wrong(
                N_("has another seed for roll {i} outside the game than the one fixed before the game"), i=i
            )
        self.asides, self.aside_seed = i, value
        if self.joint is None:
            self.wrong(N_("has a seed before there is a joint salt"))
            return
        key = tagged_mac(value, "aside", self.game, i, self.joint)
        self._check_rolls(entry, key, Sentence(N_("roll {n} outside the game"), n=i))

    def on_link(self, entry: Entry) -> None:
        seat, e, value = entry["seat"], entry["e"], bytes.fromhex(entry["v"])
        self._expect_link(entry)
        if seat not in self.links:
            self.wrong(N_("is a link of {seat}, which began no chain of links"), seat=seat)
            return
        shown, known = self.links[seat]
        if e > LONGEST_CHAIN or _down("link-step", (self.game, seat), e, value, shown) != known:
            self.wrong(N_("is not the link of {seat} for epoch {e}"), seat=seat, e=e)
        self.links[seat] = (e, value)
        self.linked[seat] = value

    def on_nolink(self, entry: Entry) -> None:
        self._expect_link(entry)
        self._count(N_("links not supplied by {seat}"), seat=entry["seat"])
        self.linked[entry["seat"]] = None

    def _expect_link(self, entry: Entry) -> None:
        if self.card["tier"] != "F2":
            self.wrong(N_("has a link, but this game is not of tier F2"))
        if entry["e"] != self.epoch + 1:
            self.wrong(N_("is for epoch {e}, but the next is {next}"), e=entry["e"], next=self.epoch + 1)
        if entry["seat"] in self.linked:
            self.wrong(
                N_("is the second link or missing link of {seat} for epoch {e}"),
                seat=entry["seat"],
                e=entry["e"],
            )

    def _forbid_before_chance(self) -> None:
        if any(self.linked.values()):
            self.wrong(N_("comes between an epoch's first link and its roll"))

    # .. hidden chance (§4)

    def on_draw(self, entry: Entry) -> None:
        self._count(N_("hidden draws"))
        total = sum(k for _, k in entry["to"])
        seeded = self._take_epoch(entry)
        source = self._source(entry)
        if total > entry["size"] or len(entry["shown"]) not in (0, total):
            raise Misshapen(N_("draws more than there is, or shows only part of the draw"))
        got = entry["shown"] or None
        if seeded and source is not None and self.hroot is not None and len(source) >= total:
            hidden = tagged_mac(self.hroot, "hid", self.game, entry["e"])
            key = self._key(entry, hidden, "draw", bytes.fromhex(entry["seed"]))
            if key is not None:
                got = Rng(tagged_mac(key, "roll", 0)).take(source, total)
                self._count(N_("hidden draws recomputed"))
                if entry["shown"] not in ([], got):
                    self.wrong(
                        N_("shows {shown}, but epoch {e} gives {got}"),
                        shown=quote(entry["shown"]),
                        e=entry["e"],
                        got=quote(got),
                    )
        self._deal(entry, got)

    def _source(self, entry: Entry) -> list[str] | None:
        """Return the pool of a draw, if it can be known; noted for a draw that stands later."""
        place, table, told = entry["from"], self.table, self.part(0)
        told = told and told["of"]
        if place and place not in table.sizes:
            raise Misshapen(N_("draws from {place}, which is not on the game card"), place=quote(place))
        if place and table.sizes[place] != entry["size"]:
            self.wrong(
                N_("says that {place} holds {size}, but it holds {held}"),
                place=quote(place),
                size=entry["size"],
                held=table.sizes[place],
            )
        if told is not None and len(told) != entry["size"]:
            self.wrong(
                N_("says that it draws from {size}, but seals a list of {n}"),
                size=entry["size"],
                n=len(told),
            )
        held = table.held[place] if place else None
        if told is not None and held is not None and told != held:
            self.wrong(
                N_("drew from {told}, but {place} held {held}"),
                told=quote(told),
                place=quote(place),
                held=quote(held),
            )
        source = told if held is None else held
        if source is not None:
            self.sources[self.n] = source
            old = self.sources.get(entry["stands"], source)
            if old != source:
                self.wrong(
                    N_("repeats entry {stands}, which drew from other contents"), stands=entry["stands"]
                )
        return source

    def _deal(self, entry: Entry, got: list[str] | None) -> None:
        """Hand out what was drawn in the order of `to`, comparing what each was told."""
        known: list[str] | None = []
        dealt: list[tuple[str, int, list[str] | None]] = []
        start = 0
        for j, (place, k) in enumerate(entry["to"]):
            due = got[start : start + k] if got is not None else None if k else []
            start += k
            told = self.part(1 + j)
            told = told and told["got"]
            if told is not None and (len(told) != k or due not in (None, told)):
                what = N_("says that {told} went to {place}, which was dealt {k}")
                if due is not None:
                    what = N_("says that {told} went to {place}, which was dealt {k}; it should be {due}")
                self.wrong(what, told=quote(told), place=quote(place), k=k, due=quote(due))
            hand = told if due is None else due
            known = None if known is None or hand is None else known + hand
            dealt.append((place, k, hand))
        if entry["from"] and (wrong := self.table.remove(entry["from"], start, known)):
            self.wrong(N_("draws what is not there: {wrong}"), wrong=wrong)
        for place, k, hand in dealt:
            self.table.add(place, k, hand)
        if not entry["shown"]:
            self.table.veiled |= {entry["from"], *(place for place, k, _ in dealt if k)}

    def on_move(self, entry: Entry) -> None:
        told = self.part(0)
        items = told["items"] if told is not None else entry["items"] or (None if entry["k"] else [])
        if items is not None and len(items) != entry["k"]:
            self.wrong(N_("moves {k} {k:item|items} but names {n}"), k=entry["k"], n=len(items))
        if wrong := self.table.remove(entry["from"], entry["k"], items):
            self.wrong(N_("moves what is not there: {wrong}"), wrong=wrong)
        self.table.add(entry["to"], entry["k"], items)
        if entry["k"] and not entry["items"]:
            self.table.veiled |= {entry["from"], entry["to"]}

    def on_look(self, entry: Entry) -> None:
        place, told = entry["of"], self.part(0)
        if entry["seat"] == "referee":
            self._count(N_("looks by the referee at hidden information"))
        if entry["seat"] == "all":
            wrong = self.table.shown(place, entry["items"])
        elif told is not None and "items" in told:
            wrong = self.table.shown(place, told["items"])
        else:
            held = self.table.held.get(place)
            kinds = told and told["kinds"]
            differ = kinds is not None and held is not None and kinds != sorted(set(held))
            what = N_("{place} holds {held}, not the kinds {kinds}")
            values = {"place": quote(place), "held": quote(held), "kinds": quote(kinds)}
            wrong = Sentence(what, **values) if differ else None
        if wrong:
            self.wrong(N_("shows what is not there: {wrong}"), wrong=wrong)

    def on_reveal(self, entry: Entry) -> None:
        self._count(N_("orders by which something hidden was shown"))
        if not entry["seats"]:
            self.wrong(N_("shows something hidden to nobody"))

    def on_edit(self, entry: Entry) -> None:
        self._forbid_before_chance()
        self._count(N_("edits"))
        sizes, told, table = entry["sizes"], self.part(0), self.table
        table.veiled -= {*sizes}
        if foreign := sorted(place for place in sizes if place not in table.sizes):
            raise Misshapen(
                N_("gives a size for something that is not a container: {foreign}"), foreign=quote(foreign)
            )
        if told is None:
            for place, size in sizes.items():
                table.sizes[place], table.held[place] = size, None if size else []
            return
        for item, source, goal in told["moves"]:
            if wrong := table.remove(source, 1, [item]):
                self.wrong(N_("takes what is not there: {wrong}"), wrong=wrong)
            table.add(goal, 1, [item])
            for place in (source, goal):
                if place in table.sizes and place not in sizes:
                    self.wrong(N_("changes {place} without giving its size"), place=quote(place))
        for place, size in sorted(sizes.items()):
            if table.sizes[place] != size:
                self.wrong(
                    N_("says that {place} holds {size} now, but it holds {held}"),
                    place=quote(place),
                    size=size,
                    held=table.sizes[place],
                )

    # .. undo, restore, rules (§8)

    def on_undo(self, entry: Entry) -> None:
        self._forbid_before_chance()
        self._count(N_("undos"))
        to, consent = entry["to"], entry["consent"]
        if to not in self.live[:-1] or to < self.started:
            raise Misshapen(
                N_("goes back to entry {to}, which was undone or comes before the game began"), to=to
            )
        gone = [n for n in self.live[:-1] if n > to and self.records[n].entry["t"] not in FOUNDING]
        owners = {seat for n in gone for seat in _owners(self.records[n].entry)}
        crossed = sorted({self.records[n].entry["t"] for n in gone} & set(SHOWS))
        if crossed:
            self._count(N_("undos of dice or of shown information"))
        if not any(self._is_undoable(self.records[n].entry) for n in gone):
            self.wrong(N_("undoes nothing, and yet standing orders would wait for the next order"))
        if entry["by"] == "seats" and not consent:
            self.wrong(N_("has no seat's consent"))
        elif crossed and entry["by"] == "seats" and self._voters() - {*consent}:
            self.wrong(N_("undoes {crossed} without the consent of every seat"), crossed=", ".join(crossed))
        elif entry["by"] == "seats" and (lacking := sorted(owners - self.resigned - {*consent})):
            what = N_("undoes an answer or a lock of {seats} without their consent")
            self.wrong(what, seats=quote(lacking))
        elif crossed and entry["by"] == "seats" and self.resigned:
            self.mind(
                N_("undoes {crossed} without {seats}, which had resigned"),
                crossed=", ".join(crossed),
                seats=quote(sorted(self.resigned)),
            )
        self.undone, self.undo_at = (gone if entry["keep"] else []), self.n
        self.live = [n for n in self.live if n <= to or n == self.n]
        self.table = self.after[to].copy()

    @staticmethod
    def _is_undoable(entry: Entry) -> bool:
        """Return true if an entry is one of the game, or an edit; entries outside the game are never
        undone.
        """
        return entry["t"] in ("ask", "open", "reveal") or not (entry["t"] in BESIDE or _is_look_aside(entry))

    def _voters(self) -> set[str]:
        """Return the seats whose consent counts: all that have not resigned."""
        return {*self.card["seats"]} - self.resigned

    def _story(self, entries: list[int], until: int, old: bool) -> list[tuple[Any, ...]]:
        """Return answers and chance of these entries before `until`, for the comparison of dice that
        stand.
        """
        told: dict[Any, tuple[Any, ...]] = {}
        for n in entries:
            entry = self.records[n].entry
            if n >= until:
                break
            if entry["t"] in CHANCE:
                told[n] = ("chance", n if old else entry["stands"])
            elif entry["t"] == "answer":
                key = (entry["ask"], entry["seat"]) if entry["ask"] else n
                told.pop(key, None)
                told[key] = ("answer", entry["seat"], entry["rule"], entry["by"], canon(entry["pub"]))
        return list(told.values())

    def _new_story(self) -> list[tuple[Any, ...]]:
        return self._story([n for n in self.live if n > self.undo_at], self.n, old=False)

    def _check_stands(self, entry: Entry) -> None:
        """Require of a roll kept after an undo that it, and all before it, is as it was."""
        self._count(N_("rolls and draws kept after an undo"))
        m = entry["stands"]
        if m not in self.undone:
            raise Misshapen(
                N_(
                    "repeats entry {m}, which cannot be repeated: it was not undone, or dice before it differ"
                ),
                m=m,
            )
        old = self.records[m].entry
        same = ["t", "e", "seed"] + (["from", "size", "to", "shown"] if entry["t"] == "draw" else [])
        if any(old.get(name) != entry[name] for name in same):
            self.wrong(N_("repeats entry {m} but differs from it"), m=m)
        elif entry["t"] == "batch" and old["rolls"][: len(entry["rolls"])] != entry["rolls"]:
            self.wrong(N_("repeats entry {m}, which rolled other dice"), m=m)
        if self._story(self.undone, m, old=True) != self._new_story():
            self.wrong(N_("repeats entry {m}, although answers or rolls before it differ"), m=m)

    def _mind_fresh(self, entry: Entry) -> None:
        """Report dice that could have stood and were rolled afresh; sealed parts may differ."""
        for m in self.undone:
            old = self.records[m].entry
            if old["t"] == entry["t"] and self._story(self.undone, m, old=True) == self._new_story():
                if _shape(old)[:1] == _shape(entry)[:1]:
                    self.mind(
                        N_(
                            "rolls anew instead of repeating entry {m}, although no public answer has "
                            "changed since the undo"
                        ),
                        m=m,
                    )
                break
        self.undone = []

    def _continues(self, before: Entry, entry: Entry) -> bool:
        """Return true if a fresh batch continues the old one, of which only the first rolls stand."""
        rest = self.records[before["stands"]].entry.get("rolls", [])[len(before["rolls"]) :]
        return bool(rest) and _shape({"t": "batch", "rolls": rest})[0] == _shape(entry)[0]

    def on_burn(self, entry: Entry) -> None:
        to = entry["to"]
        if to <= self.epoch:
            self.wrong(
                N_("burns up to epoch {to}, but {epoch} has already been used"), to=to, epoch=self.epoch
            )
            return
        first = self.epoch + 1
        self._count(N_("burns"))
        self.mind(
            N_(
                "burns epochs {first} to {to}: this is honest only if they were posted and then "
                "lost, so compare with the posts"
            ),
            first=first,
            to=to,
        )
        self._reveal(to, entry["seed"])
        self.linked = {}

    def on_terms(self, entry: Entry) -> None:
        if self.modes is not None:
            self._count(N_("changes of the time control"))
            if entry["modes"] != self.modes:
                self.wrong(N_("changes which reactions are asked for, which is fixed when play begins"))
        self.modes = entry["modes"]

    def on_rules(self, entry: Entry) -> None:
        self._count(N_("updates of the program"))

    def on_result(self, entry: Entry) -> None:
        self._count(N_("provisional results"))
        self._check_consent(entry)
        self.closed, self.report.opens = entry, entry["opens"]

    def on_resume(self, entry: Entry) -> None:
        if self.closed is None:
            self.wrong(N_("resumes a game that has no provisional result"))
        if entry["by"] == "seats" and (lacking := sorted(self._voters() - {*entry["consent"]})):
            self.wrong(N_("resumes the game without the consent of {seats}"), seats=quote(lacking))
        self._count(N_("games resumed after a provisional result"))
        self.closed = self.report.opens = None

    def _check_consent(self, entry: Entry) -> None:
        """Check that the result is of its kind, and that who resigned or claimed the game is named, and each
        seat of a draw; and nothing else.
        """
        result = entry["result"]
        if not result_fits(result, entry["by"], self.card["seats"], is_provisional=entry["t"] == "result"):
            what = N_("gives a result that an end by {by} cannot have: {result}")
            self.wrong(what, by=entry["by"], result=quote(result))
        if entry["by"] in ("referee", "moderator"):
            self._count(N_("games ended by the referee or a moderator"))
        if result.get("how") == "tournament":
            self.mind(N_("gives the result that a tournament decided"))
        if entry["by"] not in ("seats", "clock"):
            return
        given = {*entry["consent"]}
        gone = result["resigned"] if _is_ids(result.get("resigned")) else []
        if gone:
            self._check_left(entry, gone)
        if entry["by"] == "clock":
            if not gone or not given or given & {*gone}:
                self.wrong(N_("ends the game for lack of time, although no other seat claimed it"))
            return
        owed = gone or self.card["seats"]
        lacking = [seat for seat in owed if seat not in self.resigned | given]
        if not given or lacking:
            self.wrong(N_("ends the game without the consent of {seats}"), seats=quote(lacking))

    def _check_left(self, entry: Entry, gone: list[str]) -> None:
        """Check that a game that ends by resignation has at most one seat left that a person plays, and that
        its result was provisional first.
        """
        played = [
            s
            for s in self.card["seats"]
            if s not in gone and self.who[s] and not self.who[s].startswith(COMPUTER)
        ]
        if len(played) > 1:
            self.wrong(N_("ends the game, although {seats} still play"), seats=quote(played))
        if entry["t"] == "end":
            self.wrong(N_("ends the game by a resignation or a claim without a provisional result before it"))

    def on_end(self, entry: Entry) -> None:
        self.report.ended, self.report.opens = True, None
        if self.closed is None:
            self._check_consent(entry)
        elif entry["result"] != self.closed["result"]:
            self.wrong(N_("has another result than the provisional one of entry {n}"), n=self.closed["n"])
        elif not entry["consent"] and (entry["by"] != "clock" or entry["time"] < self.closed["opens"]):
            self.wrong(N_("opens the game before its time, and no seat agreed to that"))
        self.closed = None
        if not entry["hroot"]:
            if self.card["tier"] != "open":
                self.wrong(N_("ends the game without the hidden seed: no hidden draw can be proven"))
        elif self.hroot is None:
            self.wrong(N_("reveals another hidden seed than the one fixed before the game"))


def _utc(second: int) -> str:
    """Return a UNIX second as date and time in UTC."""
    try:
        return time.strftime("%Y-%m-%d %H:%M UTC", time.gmtime(second))
    except (OverflowError, OSError, ValueError):
        return str(second)


def _down(tag: str, names: tuple[str, ...], e: int, value: bytes, to: int) -> bytes:
    """Return the value of a chain at `to`, given the one at e."""
    for step in range(e - 1, to - 1, -1):
        value = tagged_hash(tag, *names, step, value)
    return value


def _is_look_aside(entry: Entry) -> bool:
    """Return true if an entry is a look by the referee."""
    return bool(entry["t"] == "look" and entry["seat"] == "referee")


def _owners(entry: Entry) -> list[str]:
    """Return the seats whose answers an entry is, or locks."""
    if entry["t"] == "lock":
        return list(entry["answers"])
    return [entry["seat"]] if entry["t"] == "answer" else []


def _shape(entry: Entry) -> list[Any]:
    """Return the request to chance, without its result."""
    if entry["t"] == "draw":
        return [[entry[name] for name in ("from", "size", "to")]]
    return [{name: value for name, value in roll.items() if name != "got"} for roll in entry["rolls"]]


def _seats_of(entry: Entry) -> list[str]:
    """Return every seat that an entry names."""
    seats = [entry["seat"]] if "seat" in entry else []
    if entry["t"] == "look" and entry["seat"] in ("all", "referee"):
        seats = []
    for name in ("seats", "consent"):
        seats += entry.get(name, [])
    seats += entry["answers"] if entry["t"] == "lock" else []
    return seats + [seat for seal in entry.get("seals", []) for seat in seal["for"]]


# --- The whole ---------------------------------------------------------------------------------------------


def verify(lines: Iterable[str], heads: Sequence[tuple[int, str]] = ()) -> Report:
    """Judge an export (design/fair-dice.md §10).

    Args:
        lines: the lines of the export, with or without their line feed.
        heads: heads that a player kept: number of the entry, and hex digits of its head (the first ones do).

    Returns:
        The report; a file that cannot be read gives one whose `readable` is false.
    """
    try:
        records = read(lines)
    except Unreadable as error:
        return Report(readable=False, errors=[Sentence("{error}", error=error)])
    walk = Walk(records)
    report = walk.run()
    _compare_heads(report, records, heads)
    if not report.errors:
        _say_proven(walk)
    _say_limits(walk)
    return report


def _compare_heads(report: Report, records: list[Record], heads: Sequence[tuple[int, str]]) -> None:
    """Judge each head that a reader wrote down: a short one that fits is a warning, no proof."""
    for n, kept in heads:
        into, said = (
            report.errors,
            N_("Everything up to entry {n} is unchanged since you wrote down its head."),
        )
        if not kept or not _is_hex(kept.lower(), len(kept)) or len(kept) > 64:
            said = N_("The head you wrote down for entry {n} is not a hexadecimal number.")
        elif not 0 <= n < len(records):
            said = N_(
                "Entry {n} is missing from the file although you wrote down its head: the log was cut off."
            )
        elif not records[n].head.hex().startswith(kept.lower()):
            said = N_("Entry {n} does not have the head that you wrote down: the log was rewritten.")
        elif len(kept) < 16:
            into = report.warnings
            said = N_(
                "Entry {n}: a head of {digits} {digits:digit|digits} can be forged; write down at least 16."
            )
        else:
            into = report.proven
        into.append(Sentence(said, n=n, digits=len(kept)))
    if not heads:
        said = N_(
            "You gave no head to compare. Only a head that you wrote down yourself can show that "
            "the whole log was rewritten."
        )
        report.warnings.append(Sentence(said))


def _say_proven(walk: Walk) -> None:
    """List what the log proves, with numbers; of an open game only that its entries are linked."""
    report, counts = walk.report, walk.report.counts
    whole = N_("All entries ({n}) are intact, in order and linked by their heads.")
    said = [Sentence(whole, n=report.entries)]
    if report.tier == "open":
        report.proven[:0] = said
        return
    if walk.joint is not None:
        said.append(Sentence(N_("Every salt is the one its seat committed to before any salt was revealed.")))
    rolls = N_(
        "{n} public {n:roll follows|rolls follow} from the joint salt and from seeds fixed "
        "before the game ({epochs} {epochs:epoch|epochs}, {asides} {asides:roll|rolls} "
        "outside the game)."
    )
    n = counts["public rolls recomputed"]
    said.append(Sentence(rolls, n=n, epochs=walk.epoch, asides=walk.asides))
    done, of = counts["hidden draws recomputed"], counts["hidden draws"]
    said.append(Sentence(N_("{n} of {of} hidden {of:draw|draws} recomputed."), n=done, of=of))
    seals, of = (
        N_("{n} of {of} {of:seal|seals} opened; each holds what was sealed."),
        report.opened + report.sealed,
    )
    said.append(Sentence(seals, n=report.opened, of=of))
    report.proven[:0] = said


def _say_limits(walk: Walk) -> None:
    """List what the log alone cannot prove: honest salts, what is still sealed, the need of an audit."""
    report = walk.report
    said: list[str] = []
    own = sorted(seat for seat, commit in walk.commits.items() if commit["made"] == "self")
    if report.tier == "open":
        said.append(N_("Tier open: the seed is known or the dice are scripted. Nothing is proven."))
    elif walk.joint is not None and own:
        said.append(
            N_(
                "You can trust the joint salt if at least one of these seats, which made their own "
                "salts, was honest: {seats}."
            )
        )
    elif walk.joint is not None:
        said.append(
            N_("No player made their own salt, so the operator of the bot could have chosen the joint salt.")
        )
    if not report.ended:
        said.append(N_("Hidden draws and closed seals are fixed now and will be proven when the game ends."))
    elif report.unproven:
        said.append(N_("Ask for an export in which every seal is opened."))
    said.append(N_("Only an audit can tell whether the rules called for each roll."))
    report.warnings += [Sentence(template, seats=", ".join(own)) for template in said]


def make_salt(card: str, seat: str, text: str) -> tuple[str, str, str]:
    """Return a salt of one's own: nonce (keep it until the umpire asks), c (give it now), the text to give
    later.

    Raises:
        ValueError: the card is not 64 hex digits, or the seat no name.
    """
    if not _is_hex(card, 64) or not _is_id(seat):
        raise ValueError("CARD must be 64 hex digits (the head of entry 0), SEAT a name of a-z 0-9 _ /")
    nonce = os.urandom(16)
    text = unicodedata.normalize("NFC", text)
    return nonce.hex(), tagged_hash("salt", bytes.fromhex(card), seat, nonce, text).hex(), text


def _salt_command(arguments: list[str]) -> int:
    if len(arguments) != 3:
        print("usage: verify.py salt CARD SEAT TEXT", file=sys.stderr)
        return 2
    try:
        nonce, c, text = make_salt(*arguments)
    except ValueError as error:
        print(error, file=sys.stderr)
        return 2
    print(f"c     {c}     (give this first)")
    print(f"nonce {nonce}     (keep secret; give it with your text once every seat has given its c)")
    print(f"text  {text}")
    return 0


def _arguments(argv: list[str]) -> tuple[str, list[tuple[int, str]]] | None:
    """Return file and heads, or None if they are not understood."""
    files, heads, rest = [], [], list(argv)
    while rest:
        word = rest.pop(0)
        if word != "--head":
            files.append(word)
            continue
        match = re.fullmatch("([0-9]{1,15}):([0-9a-fA-F]{1,64})", rest.pop(0) if rest else "")
        if match is None:
            return None
        heads.append((int(match[1]), match[2]))
    return (files[0], heads) if len(files) == 1 and not files[0].startswith("--") else None


def main(argv: Sequence[str]) -> int:
    """Run the command line (without the program's name): see the top of this file."""
    words = list(argv)
    if words[:1] == ["salt"]:
        return _salt_command(words[1:])
    understood = _arguments(words)
    if understood is None:
        print("usage: verify.py FILE [--head N:HEX ...] | verify.py salt CARD SEAT TEXT", file=sys.stderr)
        return 2
    path, heads = understood
    try:
        with open(path, "rb") as file:
            text = file.read().decode("ascii")
    except (OSError, UnicodeDecodeError) as error:
        print(f"UNREADABLE: {error}", file=sys.stderr)
        return 2
    report = verify(text[:-1].split("\n") if text.endswith("\n") else text.split("\n"), heads)
    print(report.text())
    return report.code


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
