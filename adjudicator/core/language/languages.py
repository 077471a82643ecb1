"""The languages that players may read: one file of `data/languages` each (docs/add-a-language.md)."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path

import msgspec
from msgspec import Struct

_FOLDER = Path(__file__).resolve().parents[3] / "data" / "languages"
_ENDINGS = ".!?。…”"
MORE = "…"
"""Begins the end of a list of which only the first things are shown."""


class Typed(Struct, frozen=True, forbid_unknown_fields=True):
    """Words that players type beside the names of commands and of a game's things.

    Attributes:
        on, when, do, times, ends: of a standing order: before its occasion, its tests, its order, how often
            it acts, and the tests with which it lapses.
        then: between the orders of a standing order.
        me: the seat itself, in a test.
        within, has: between a key of a test and several values, or a thing that is among several.
        none: for nothing.
        joining: after and before which an order on several lines goes on.
        opening: after which it goes on.
        months: the twelve.
        since, to, until: before the first day, between two days, and behind the last.
        day: behind the number of a day.
        versus: between the players of a game.
        reserved: names of the program and of those who rule on a game.
    """

    on: tuple[str, ...] = ()
    when: tuple[str, ...] = ()
    do: tuple[str, ...] = ()
    times: tuple[str, ...] = ()
    ends: tuple[str, ...] = ()
    then: tuple[str, ...] = ()
    me: tuple[str, ...] = ()
    within: tuple[str, ...] = ()
    has: tuple[str, ...] = ()
    none: tuple[str, ...] = ()
    joining: tuple[str, ...] = ()
    opening: tuple[str, ...] = ()
    months: tuple[str, ...] = ()
    since: tuple[str, ...] = ()
    to: tuple[str, ...] = ()
    until: tuple[str, ...] = ()
    day: tuple[str, ...] = ()
    versus: tuple[str, ...] = ()
    reserved: tuple[str, ...] = ()


class Language(Struct, frozen=True, forbid_unknown_fields=True):
    """A language, and its rules for joining and ending texts.

    Attributes:
        name: its name in the language itself.
        order: its place where languages are offered; the first is the default.
        clients: the prefixes of the locales of browsers and of Discord whose users read it.
        comma, semicolon, colon: the separator of items, that of lists, and that after a subject.
        pair, last: "and" between two things, and before the last of several.
        either, or_last: "or", in the same way.
        then: between things that come one after the other.
        dot: between things side by side.
        before, behind: around an addition.
        gap: between sentences.
        stop: at the end of a sentence.
        capital: whether a sentence begins with a capital letter.
        typed: the words that players type.
        keys: the names of what a standing order tests, the one that is written first; others are ids.
    """

    name: str
    order: int
    clients: tuple[str, ...]
    comma: str
    semicolon: str
    colon: str
    pair: str
    last: str
    either: str
    or_last: str
    then: str
    dot: str
    before: str
    behind: str
    gap: str
    stop: str
    capital: bool
    typed: Typed = Typed()
    keys: Mapping[str, tuple[str, ...]] = {}

    def key(self, id: str) -> str:
        """Return the name of a key of a test, its id if it has none."""
        return self.keys.get(id, (id,))[0]

    def listed(self, *parts: str) -> str:
        """Return things as a list in a sentence: "a, b and c"."""
        return self._joined(parts, self.pair, self.last)

    def any_of(self, *parts: str) -> str:
        """Return alternatives as a list in a sentence: "a, b, or c"."""
        return self._joined(parts, self.either, self.or_last)

    def _joined(self, parts: Sequence[str], two: str, more: str) -> str:
        """Join things, the last with a conjunction unless it says how many more there are: "… (3 more)"."""
        if len(parts) < 2 or parts[-1].startswith(MORE):
            return self.comma.join(parts)
        *first, last = parts
        return self.comma.join(first) + (more if len(first) > 1 else two) + last

    def beside(self, *parts: str) -> str:
        """Return things side by side, those that are not empty."""
        return self.dot.join(part for part in parts if part)

    def added(self, text: str, more: str) -> str:
        """Return a text with an addition."""
        return f"{text}{self.before}{more}{self.behind}"

    def sentence(self, text: str) -> str:
        """Return a text that begins and ends as a sentence does."""
        if self.capital:
            text = text[:1].upper() + text[1:]
        return text if not text or text[-1] in _ENDINGS else text + self.stop


def _read() -> Mapping[str, Language]:
    files = _FOLDER.glob("*.toml")
    found = {file.stem: msgspec.toml.decode(file.read_bytes(), type=Language) for file in files}
    return dict(sorted(found.items(), key=lambda item: item[1].order))


LANGUAGES: Mapping[str, Language] = _read()
"""Every language by its id, such as "en", in the order in which they are offered."""

TYPED = Typed(
    **{
        field: tuple(word for known in LANGUAGES.values() for word in getattr(known.typed, field))
        for field in Typed.__struct_fields__
    }
)
"""The words that players type, of every language, whichever they read."""


def separated(words: Callable[[Typed], Iterable[str]]) -> str:
    """Return a regular expression for words that stand between others; those of a language written without
    spaces need none around them.
    """
    found = []
    for known in LANGUAGES.values():
        edge = r"\b" if known.gap else ""
        found += [f"{edge}{re.escape(word)}{edge}" for word in words(known.typed)]
    return "|".join(found)


def is_key(text: str, id: str) -> bool:
    """Return true if a folded text is the name of a key of a test in any language."""
    return any(text in known.keys.get(id, ()) for known in LANGUAGES.values())


FIRST = next(iter(LANGUAGES))
"""The language of the templates, and of readers who have chosen none."""


def language_of(locale: str) -> str | None:
    """Return the language for a client with a locale such as "en-US"; None if there is none."""
    wanted = locale.lower()
    return next((id for id, known in LANGUAGES.items() if wanted.startswith(known.clients)), None)
