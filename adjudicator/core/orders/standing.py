"""Standing orders: orders given in advance for occasions, rests and recurring questions (architecture.md
§1.7).

    on <kind of occasion | rest | rule> [when <tests>] do <order> [, then <order>] [times N] [until <tests>]
    <order> [when <tests>] [times N] [until <tests>]
    if <tests | asked> do <order> [, then <order>] [times N]          # for the battles of this turn

The short form is taken for the rule whose verbs (`Game.standing`) hold the order's first word. Tests are
separated by commas and must all hold: `by=me`, `op >= 15`, `result in AZ AA`, `operating has Belisarius`,
`at I`, or a bare value that any key may have. The alternatives after `then` are tried in order; the first
that is legal is played, and where a name fits several things the first of them is meant. A game computes the
keys of the tests from the seat's view alone; the fields of an `Occasion` are keys too. The words on, when,
do, then, times, until and me may be those of any language (`data/languages`).
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any

from msgspec import Struct
from msgspec.structs import asdict

from adjudicator.core.choices.choice import Reader, split_list, tidy
from adjudicator.core.game.game import Game, Key
from adjudicator.core.game.procedure import Occasion
from adjudicator.core.language.errors import Ambiguous, NotUnderstood, Verbatim
from adjudicator.core.language.languages import LANGUAGES, TYPED, is_key, separated
from adjudicator.core.language.words import N_, Lexicon, fold, words

REST = "rest"
LONGEST = 300
"""The most characters of a standing order: it is sealed into every answer while it is in force."""

_WORD_FORMS = re.compile(
    rf"(.+?)\s+({'|'.join(map(re.escape, (*TYPED.within, *TYPED.has)))})\s+(.+)", re.IGNORECASE
)
_SIGN_FORMS = re.compile(r"(.+?)\s*(>=|<=|!=|=|<|>)\s*(.+)")
_SIGNS = str.maketrans({"＝": "=", "＞": ">", "＜": "<", "≥": ">=", "≤": "<=", "≠": "!="})
IF, DO, ASKED = "if", "do", "asked"
_UNTIL_OVER = re.compile(r" until turn != \d+, place != ")
"""The end of a standing order that lapses with the battles of a turn; every game with `battle` has the keys
"turn" and "place"."""

_TIMES = re.compile(
    rf"\s*(?<!\S)(?:{separated(lambda of: of.times)})\s+(\d{{1,9}}|[ivx]+)(?=\s|$)", re.IGNORECASE
)
_THEN = re.compile(rf"\s*[,、，]?\s*(?:{separated(lambda of: of.then)})\s*", re.IGNORECASE)
_OR = re.compile(
    rf"\s*/\s*|\s+(?:{'|'.join(re.escape(known.either.strip()) for known in LANGUAGES.values())})\s+"
)
_ROMAN = {
    numeral: n for n, numeral in enumerate(("i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x"), 1)
}
_COMPARE: Mapping[str, Callable[[int, int], bool]] = {
    ">=": int.__ge__,
    "<=": int.__le__,
    "<": int.__lt__,
    ">": int.__gt__,
}


class Condition(Struct, frozen=True):
    """One test: a key, a comparison and its values; without a key any key may fit."""

    key: str
    sign: str
    values: tuple[str, ...]

    def holds(self, keys: Mapping[str, Key], named: Iterable[str], seat: str, lexicon: Lexicon) -> bool:
        """Return true if it is satisfied, for an order that names the things `named`."""
        if not self.key:
            return any(self._holds(value, seat, lexicon) for value in keys.values())
        value = keys.get(self.key, "")
        if not isinstance(value, dict):
            return self._holds(value, seat, lexicon)
        about = [value[thing] for thing in named if thing in value]
        return bool(about) and all(self._holds(one, seat, lexicon) for one in about)

    def _holds(self, value: Key, seat: str, lexicon: Lexicon) -> bool:
        if self.sign in _COMPARE:
            left, right = number(value), number(self.values[0])
            return left is not None and right is not None and _COMPARE[self.sign](left, right)
        fits = any(_is(one, text, seat, lexicon) for one in _each(value) for text in self.values)
        return fits != (self.sign == "!=")


class Order(Struct, frozen=True):
    """A parsed standing order.

    Attributes:
        text: the text as given, tidied.
        on: the kind of occasion, the rule of a question, or "rest".
        lines: the orders to try, in this order.
        tests: the tests that must be true.
        until: it lapses for good once all of these tests are true; never if there are none.
    """

    text: str
    on: str
    lines: tuple[str, ...]
    tests: tuple[Condition, ...] = ()
    until: tuple[Condition, ...] = ()


class FirstFound(Lexicon):
    """A lexicon in which a name that fits several things means the first of them."""

    def __init__(self, of: Lexicon) -> None:
        self._of, self.orders = of, of.orders

    def label(self, id: str, language: str) -> str:
        """See `Lexicon`."""
        return self._of.label(id, language)

    def written(self, id: str, language: str) -> str:
        """See `Lexicon`."""
        return self._of.written(id, language)

    def counted(self, id: str, n: int) -> str:
        """See `Lexicon`."""
        return self._of.counted(id, n)

    def marked(self, text: str, language: str) -> str:
        """See `Lexicon`."""
        return self._of.marked(text, language)

    def names(self, id: str) -> tuple[str, ...]:
        """See `Lexicon`."""
        return self._of.names(id)

    def knows(self, text: str) -> bool:
        """See `Lexicon`."""
        return self._of.knows(text)

    def find(self, text: str, ids: Iterable[str]) -> list[str]:
        """Return the first of the ids that the text may mean."""
        return self._of.find(text, ids)[:1]


def number(value: object) -> int | None:
    """Return the number that a value is, in digits or in Roman numerals up to ten; None if it is neither."""
    if isinstance(value, int):
        return value
    text = fold(value) if isinstance(value, str) else ""
    return int(text) if text.isdecimal() and len(text) < 10 else _ROMAN.get(text)


def keys_of(game: Game, view: Any, seat: str, on: str, occasion: Occasion | None = None) -> dict[str, Key]:
    """Return the facts that the tests of an order on `on` may use, from the seat's view.

    The fields of an occasion are included only if there is one: not at a rest, nor where a rule asks.
    """
    if on == REST or is_rule(on):
        return dict(game.keys(view, seat, on))
    return {**asdict(occasion or Occasion("", "")), **game.keys(view, seat, on)}


def is_rule(on: str) -> bool:
    """Return true if a standing order waits for the question of a rule: "17.5", "card/donative"."""
    return on[:1].isdigit() or "/" in on


def parse(text: str, seat: str, game: Game, view: Any) -> Order:
    """Return a standing order from its text; `view` is the seat's, and gives the existing keys.

    Raises:
        NotUnderstood: if it is not one; says what is expected.
        Ambiguous: if the short form may belong to several rules.
    """
    text = tidy(unicodedata.normalize("NFC", text))
    if not text.isprintable() or len(text) > LONGEST:
        raise NotUnderstood(text, words(N_("at most {n} printable characters"), n=LONGEST))
    grammar = _Grammar(text, seat, game, view)
    return grammar.full() if fold(text.partition(" ")[0]) in TYPED.on else grammar.short()


@lru_cache(maxsize=4096)
def limit_of(text: str) -> int | None:
    """Return the number of times that an order may act, None for no limit."""
    found = _TIMES.search(text)
    return None if found is None else number(found[1])


def ends_by_itself(text: str) -> bool:
    """Return true if an order may lapse, or be used up, without its player removing it."""
    return limit_of(text) is not None or _may_lapse(text)


def _may_lapse(text: str) -> bool:
    return not set(TYPED.ends).isdisjoint(fold(text).split())


def is_for_battle(line: str, lexicon: Lexicon) -> bool:
    """Return true if a line is a standing order for the battles of this turn."""
    return fold(line.partition(" ")[0]) in lexicon.names(IF)


def for_battle(line: str, place: str, turn: int, lexicon: Lexicon) -> str:
    """Return an `if` line, given in the battle at a place, by its name, as a standing order that lapses with
    the battles of the turn.

    Raises:
        NotUnderstood: if it is not one.
    """
    said = tidy(line).split()
    at = next((i for i, word in enumerate(said) if fold(word) in lexicon.names(DO)), 0)
    tests, order = " ".join(said[1:at]), " ".join(said[at + 1 :])
    if not (tests and order) or _may_lapse(order):
        raise NotUnderstood(line, words(N_("“if <tests> do <order>”, or “if asked do <order>”")))
    when = "" if fold(tests) in lexicon.names(ASKED) else f" when {tests}"
    return f"{order}{when} until turn != {turn}, place != {place}"


def was_for_battle(text: str) -> bool:
    """Return true if a standing order was given for battles."""
    return _UNTIL_OVER.search(text) is not None


def if_line(tests: str, order: str, reader: Reader) -> str:
    """Return an `if` line in a language: tests, "" for none, and the order."""
    label = reader.label
    return f"{label(IF)} {tests or label(ASKED)} {label(DO)} {order}"


def order_of(line: str, reader: Reader) -> str:
    """Return the order of an `if` line that was made with `if_line`."""
    return line.partition(f" {reader.label(DO)} ")[2]


def as_if_line(text: str, reader: Reader) -> str:
    """Return a standing order for battles as the `if` line from which it was made (`for_battle`)."""
    order, _, tests = _UNTIL_OVER.split(text)[0].partition(" when ")
    return if_line(tests, order, reader)


class _Grammar:
    """The parser of one standing order."""

    def __init__(self, text: str, seat: str, game: Game, view: Any) -> None:
        self._text, self._seat, self._game, self._view = text, seat, game, view

    def full(self) -> Order:
        """Parse `on .. [when ..] do ..`."""
        words, until = self._tail()
        head, line = _cut(words[1:], TYPED.do)
        kind, when = _cut(head, TYPED.when)
        line, late = _cut(line, TYPED.when)
        on = self._kind(" ".join(kind))
        return self._order(on, line, [*when, *([","] if when and late else []), *late], until)

    def short(self) -> Order:
        """Parse an order in short form."""
        words, until = self._tail()
        line, when = _cut(words, TYPED.when)
        return self._order(self._rule_of(line), line, when, until)

    def _tail(self) -> tuple[list[str], list[str]]:
        """Return the words without `times`, with those of `until` separate."""
        body, *more = _TIMES.split(self._text)[::2]
        if len(more) > 1 or (more and not limit_of(self._text)):
            raise self._wrong(self._text)
        return _cut(" ".join([body, *more]).split(), TYPED.ends)

    def _order(self, on: str, line: list[str], when: list[str], until: list[str]) -> Order:
        lines = tuple(piece for piece in _THEN.split(" ".join(line)) if piece)
        said = {fold(word) for word in self._text.split()}
        both = ((TYPED.when, when), (TYPED.ends, until))
        if not lines or any(said.intersection(words) and not tests for words, tests in both):
            raise self._wrong(self._text)
        keys = keys_of(self._game, self._view, self._seat, on)
        return Order(self._text, on, lines, self._tests(when, keys), self._tests(until, keys))

    def _kind(self, text: str) -> str:
        found = self._game.lexicon.find(text.removeprefix("§"), self._game.standing)
        if len(found) > 1:
            raise Ambiguous(text, found)
        if not found:
            raise self._wrong(text)
        return found[0]

    def _rule_of(self, line: list[str]) -> str:
        """Return the rule or kind whose verbs contain the first word of an order in short form."""
        head, names = line[0] if line else "", self._game.lexicon.names
        kinds = self._game.standing
        found = [on for on, verbs in kinds.items() if any(fold(head) in names(v) for v in verbs)]
        if len(found) > 1:
            raise Ambiguous(head, found)
        if not found:
            raise self._wrong(self._text)
        return found[0]

    def _wrong(self, text: str) -> NotUnderstood:
        kinds = self._game.standing
        named = [Verbatim(kind) if kind == REST else kind for kind in kinds]  # games call a remainder "rest"
        values = {"kinds": named, "verbs": list(dict.fromkeys(v for of in kinds.values() for v in of))}
        template = N_(
            "“on … [when …] do … [times N] [until …]” (occasions: {kinds}), or one of these orders: {verbs}"
        )
        return NotUnderstood(text, words(template, **values), list(kinds))

    # -- tests -----------------------------------------------------------------------------------

    def _tests(self, words: list[str], keys: Mapping[str, Key]) -> tuple[Condition, ...]:
        pieces = split_list(" ".join(words).translate(_SIGNS))
        return tuple(self._test(piece, keys) for piece in pieces)

    def _test(self, piece: str, keys: Mapping[str, Key]) -> Condition:
        for form in (_SIGN_FORMS, _WORD_FORMS):
            if found := form.fullmatch(piece):
                left, sign, right = found.groups()
                return self._checked(piece, self._key(left, keys), _sign_of(sign), right)
        words = piece.split()
        for cut in range(len(words) - 1, 0, -1):
            if key := _named(" ".join(words[:cut]), keys, self._game):
                return Condition(key, "=", (" ".join(words[cut:]),))
        return Condition("", "=", (piece,))

    def _checked(self, piece: str, key: str, sign: str, right: str) -> Condition:
        if sign in _COMPARE and number(right) is None:
            raise NotUnderstood(piece, words(N_("a number after {sign}"), sign=sign))
        if sign != "in":
            return Condition(key, sign, (right,))
        parts = _OR.split(right)
        return Condition(key, sign, tuple(parts if len(parts) > 1 else right.split()))

    def _key(self, text: str, keys: Mapping[str, Key]) -> str:
        if key := _named(text, keys, self._game):
            return key
        raise NotUnderstood(text, words(N_("{options:or}"), options=list(keys)), list(keys))


def _cut(words: Sequence[str], keywords: Sequence[str]) -> tuple[list[str], list[str]]:
    at = next((i for i, word in enumerate(words) if fold(word) in keywords), len(words))
    return list(words[:at]), list(words[at + 1 :])


def _sign_of(word: str) -> str:
    """Return the sign that a word between a key and its values is; other signs as they are."""
    said = fold(word)
    return "in" if said in TYPED.within else "has" if said in TYPED.has else word


def key_id(key: str, game: Game) -> str:
    """Return the entry of a language's `keys` that has the names of a key in orders."""
    fact = game.terms.facts.get(key)
    return fact.typed or key if fact else key


def _named(text: str, keys: Iterable[str], game: Game) -> str:
    """Return the key that a text names: by a name of the game, else by that of a language."""
    said = fold(text)
    own = next((key for key in keys if said in game.lexicon.names(key)), "")
    return own or next((key for key in keys if is_key(said, key_id(key, game))), "")


def _each(value: Key) -> Iterable[str | int]:
    if isinstance(value, dict):
        return list(value.values())
    return value if isinstance(value, list) else [value]


def _is(value: str | int, text: str, seat: str, lexicon: Lexicon) -> bool:
    """Return true if a text names a value; "me" is the seat itself."""
    if isinstance(value, int):
        return number(text) == value
    said = fold(text)
    return said in lexicon.names(value) or is_key(said, value) or (said in TYPED.me and value == seat)
