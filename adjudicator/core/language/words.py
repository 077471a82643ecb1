"""Templates with values, filled in only for a reader; and the lookup of names in players' spellings."""

from __future__ import annotations

import gettext
import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from functools import lru_cache
from itertools import product
from pathlib import Path
from string import Formatter
from typing import Any, TypeAlias

from msgspec import Struct

from .languages import FIRST, LANGUAGES

Label: TypeAlias = Callable[[str, str], str]
"""The name of an id: (id, language) -> name; ids it does not know come back as they are."""

_RULES = Path(__file__).resolve().parents[2]
_FORMATTER = Formatter()


def N_(template: str) -> str:  # noqa: N802 - gettext's own name for marking
    """Mark an English template for the catalogues; the text itself stays as it is."""
    return template


class Words(Struct, frozen=True):
    """An English template and its values; values that are ids are named in the reader's language."""

    template: str
    values: Mapping[str, Any] = {}


def words(template: str, /, **values: Any) -> Words:
    """Return a template, marked with `N_` at its source, with its values."""
    return Words(template, values)


@lru_cache
def catalogue(language: str, folder: Path = _RULES) -> Callable[[str], str]:
    """Return the gettext function of a language, made from every catalogue below a folder.

    Each package with a `locale` folder holds the translations of its own templates, so a game brings its own.
    The first language is the templates themselves. Raises FileNotFoundError if no catalogue has the language.
    """
    if language == FIRST:
        return str
    compiled = sorted(folder.rglob(f"locale/{language}/LC_MESSAGES/*.mo"))
    if not compiled:
        raise FileNotFoundError(f"no compiled catalogue for {language!r}: make catalogues")
    translations = gettext.NullTranslations()
    for path in compiled:
        with path.open("rb") as file:
            translations.add_fallback(gettext.GNUTranslations(file))
    said = translations.gettext
    return lambda template: said(template) if template else ""  # for "" gettext gives the catalogue's header


def same(id: str, language: str) -> str:
    """Return the id itself, as the label in a game without names."""
    return id


def fill(text: Words, language: str, label: Label = same) -> str:
    """Return the words filled in for a reader of `language`."""
    template = catalogue(language)(text.template)
    return compose(template, text.values, lambda value: spoken(value, language, label))


def compose(template: str, values: Mapping[str, Any], say: Callable[[Any], str]) -> str:
    """Return a template with its values filled in, each as `say` writes it.

    "{n:unit|units}" gives the first word if the value counts one thing, else the second:
    "{n} {n:unit|units}", "{blocks} {blocks:retreats|retreat}". Of lists "{options:or}" gives alternatives,
    "{losses:clauses}" statements side by side, "{order:then}" what comes one after the other.
    """
    return "".join(
        [text + (_filled(values[name], spec, say) if name else "") for text, name, spec in _parts(template)]
    )


class Alternatives(list[Any]):
    """A list of which one thing is meant: "a, b, or c"."""


class Clauses(list[Any]):
    """A list of statements: "a lost a step; b fell"."""


class Course(list[Any]):
    """A list of what comes one after the other: "a, then b"."""


class Cells(list[Any]):
    """Things in the cell of a table: with commas alone."""


class Way(list[Any]):
    """Places along a way: "a–b–c"."""


class Hyphened(list[Any]):
    """Places along a way as orders write it: "a-b-c"."""


class Beside(list[Any]):
    """Things side by side, without those that are empty."""


class Passage(list[Any]):
    """Sentences one after another, without those that are empty."""


class Whole(list[Any]):
    """One thing, begun and ended as a sentence is."""


LISTS: Mapping[str, type[list[Any]]] = {"or": Alternatives, "clauses": Clauses, "then": Course}
"""The formats of lists in templates."""


def _filled(value: Any, spec: str, say: Callable[[Any], str]) -> str:
    """Return a value as its format in a template demands."""
    if spec in LISTS:
        return say(LISTS[spec](value) if isinstance(value, list | tuple) else value)
    return _agreeing(spec, value) if spec else say(value)


def joined(things: Sequence[Any], parts: Iterable[str], language: str) -> str:
    """Return the parts that were made of a list of things, as a list in a sentence."""
    of = LANGUAGES[language]
    match things:
        case Alternatives():
            return of.any_of(*parts)
        case Clauses():
            return of.semicolon.join(parts)
        case Course():
            return of.then.join(parts)
        case Way():
            return "–".join(parts)
        case Hyphened():
            return "-".join(parts)
        case Cells():
            return of.comma.join(parts)
        case Beside():
            return of.beside(*parts)
        case Passage():
            return of.gap.join(part for part in parts if part)
        case Whole():
            return of.sentence("".join(parts))
        case _:
            return of.listed(*parts)


@lru_cache(maxsize=8192)
def _parts(template: str) -> Sequence[tuple[str, str, str]]:
    """Parse a template: yield each text with the name that follows it and that name's format, "" for
    neither.
    """
    return [(text, name or "", spec or "") for text, name, spec, _ in _FORMATTER.parse(template)]


def _agreeing(spec: str, value: Any) -> str:
    """Return the word of a pair, "unit|units", that agrees with a value in number."""
    one, many = spec.split("|")
    return one if how_many(value) == 1 else many


class Unmarked(Struct, frozen=True):
    """An id that is named as in orders, without its stars."""

    id: str


def how_many(value: Any) -> int:
    """Return the count of a value in a sentence: a number itself (2 for a fraction), the sum of a list."""
    match value:
        case int():
            return value
        case float():
            return 1 if value == 1 else 2
        case list() | tuple():
            return sum(map(how_many, value))
        case Words():
            return how_many(value.values["n"]) if "n" in value.values else 1
        case _:
            return 1


def spoken(value: Any, language: str, label: Label) -> str:
    """Return a value in a sentence: ids by name, lists with "and" or "or", words filled in."""
    match value:
        case str():
            return label(value, language)
        case Unmarked():
            return label(value.id, language).partition(f" {STAR}")[0]
        case Words():
            return fill(value, language, label)
        case list() | tuple():
            return joined(value, (spoken(v, language, label) for v in value), language)
        case _:
            return str(value)


def tabulated(things: Iterable[Any], language: str, label: Label) -> str:
    """Return things as the cell of a table: with commas alone, "" for none."""
    return LANGUAGES[language].comma.join(spoken(thing, language, label) for thing in things)


JOINER = "\u200d"
"""Makes one picture of several: a family, a profession, a flag."""
_PICTURES = range(0x1F000, 0x1FB00)
"""The ranges of pictures, also of newer ones than this Python knows."""


def is_legible(text: str) -> bool:
    """Return true if a text is plain: no control characters, nothing that reverses the order of
    characters.
    """
    return text.isprintable() or all(map(_is_legible, text))


def _is_legible(sign: str) -> bool:
    return sign.isprintable() or sign == JOINER or is_space(sign) or ord(sign) in _PICTURES


def is_space(sign: str) -> bool:
    """Return true if it is any kind of space within a line, such as that of a Japanese keyboard."""
    return sign == "\t" or unicodedata.category(sign) == "Zs"


def spaced(text: str) -> str:
    """Return a text with one kind of space."""
    return text if text.isprintable() else "".join(" " if is_space(sign) else sign for sign in text)


class Exhausted(Exception):
    """Raised when the steps of an effort are used up."""


class Effort:
    """The steps that may still be spent on reading a text: counted, so that results do not depend on the load
    of the machine.
    """

    def __init__(self, steps: int) -> None:
        self.left = steps


_EFFORT: ContextVar[Effort | None] = ContextVar("_EFFORT", default=None)


@contextmanager
def effort(steps: int) -> Iterator[None]:
    """Limit the steps of reading within the block; inside another effort, to the steps that one has left.

    Raises:
        Exhausted: from the reading functions, once the steps are used up.
    """
    if _EFFORT.get() is not None:
        yield
        return
    token = _EFFORT.set(Effort(steps))
    try:
        yield
    finally:
        _EFFORT.reset(token)


def spend(steps: int) -> None:
    """Count steps of the present effort, if any.

    Raises:
        Exhausted: if there are none left.
    """
    if (made := _EFFORT.get()) is not None:
        made.left -= steps
        if made.left < 0:
            raise Exhausted


STAR = "★"
"""Marks a piece after its name; orders are read with it and without."""
SIGNS = 16
"""The number of compared characters that count as a step."""


def fold(text: str) -> str:
    """Return a text normalized for comparison: without case, accents, width, underscores and doubled
    spaces.
    """
    spend(1 + len(text) // SIGNS)
    return _folded(text)


@lru_cache(maxsize=65536)
def _folded(text: str) -> str:
    plain = unicodedata.normalize("NFKD", text).casefold()
    plain = "".join(c for c in plain if not unicodedata.combining(c) or c in "\u3099\u309a")
    return " ".join(re.sub(rf"[\s_.'’・＝={STAR}]+", " ", unicodedata.normalize("NFC", plain)).split())


def _begins(name: str, wanted: str) -> bool:
    """Return true if a name begins with the text, and not in the middle of a number: "LEG 1" is not short for
    "LEG 13".
    """
    return name.startswith(wanted) and not (wanted[-1].isdigit() and name[len(wanted) :][:1].isdigit())


def _beginnings(name: str) -> str:
    """Return a name, unchanged and without spaces, in a form in which a space precedes each word."""
    return f" {name} {name.replace(' ', '')}"


def _named(labels: Mapping[str, Mapping[str, str]], id: str, language: str) -> str:
    """Return an id's name in a language, else the first that it has, else the id."""
    if id not in labels:
        return id
    names = labels[id]
    return names[language] if language in names else next(iter(names.values()), id)


def _with_stars(name: str, stars: int) -> str:
    return f"{name} {STAR * stars}" if stars else name


class Lexicon:
    """Every id of a game with its names: the first of each language is its label.

    Args:
        names: id -> language -> names; an id without names in a language has those of the first.
        stars: id with a name -> number of stars shown after it to people, but not used in orders.
        singles: id whose name is a plural -> id by which one of it is named.
        joints: a sign, such as "|in|" -> id whose names are templates, such as "{one} in {other}": an id made
            of two, joined by the sign, has names made of theirs. Of several signs the first here parts it.
        beside: id whose name is a mere number, such as a hex -> a template like those of `joints` and another
            id, by which people are told where it is ("hex 1315 near Taurasia"); orders have the number.
        orders: the verb of an order -> its paragraph, and the time at which it is given (`N_`), so that an
            order given at another time is refused for that reason.
    """

    def __init__(
        self,
        names: Mapping[str, Mapping[str, Sequence[str]]],
        stars: Mapping[str, int] | None = None,
        singles: Mapping[str, str] | None = None,
        joints: Mapping[str, str] | None = None,
        orders: Mapping[str, tuple[str, str]] | None = None,
        beside: Mapping[str, tuple[str, str]] | None = None,
    ) -> None:
        self.orders = orders or {}
        self._beside = beside or {}
        self._stars, self._singles, self._joints = stars or {}, singles or {}, joints or {}
        self._starred: dict[str, tuple[re.Pattern[str], Mapping[str, str]]] = {}
        self._labels = {id: {lang: of[0] for lang, of in by.items() if of} for id, by in names.items()}
        self._shown = {
            id: {lang: _with_stars(name, self._stars.get(id, 0)) for lang, name in by.items()}
            for id, by in self._labels.items()
        }
        self._names: dict[str, tuple[str, ...]] = {
            id: tuple(dict.fromkeys(fold(n) for n in (id, *(n for of in by.values() for n in of))))
            for id, by in names.items()
        }
        self._known = frozenset(name for of in self._names.values() for name in of)
        self._longest = max(map(len, self._known), default=0)
        self._beginnings = {id: "".join(map(_beginnings, names)) for id, names in self._names.items()}

    def label(self, id: str, language: str) -> str:
        """Return the name of an id for people in a language, with its stars, or with what it is beside."""
        if id in self._beside:
            template, other = self._beside[id]
            said = _named(self._labels, template, language)
            return said.format(one=_named(self._labels, id, language), other=self.label(other, language))
        return self._joined(id, language, self.label) or _named(self._shown, id, language)

    def written(self, id: str, language: str) -> str:
        """Return the name of an id in orders; an unknown id is its own name."""
        return self._joined(id, language, self.written) or _named(self._labels, id, language)

    def _parted(self, id: str) -> tuple[str, str, str] | None:
        """Return the two ids that an id is joined of, and the id of the template; None for another one."""
        if id in self._labels:
            return None
        sign = next((sign for sign in self._joints if sign in id), None)
        if sign is None:
            return None
        one, _, other = id.partition(sign)
        return self._joints[sign], one, other

    def _joined(self, id: str, language: str, name: Callable[[str, str], str]) -> str:
        """Return the name of a joined id, "" for another one."""
        if (parts := self._parted(id)) is None:
            return ""
        template, one, other = parts
        said = _named(self._labels, template, language)
        return said.format(one=name(one, language), other=name(other, language))

    def counted(self, id: str, n: int) -> str:
        """Return the id by which `n` of a thing are named in orders."""
        return self._singles.get(id, id) if n == 1 else id

    def marked(self, text: str, language: str) -> str:
        """Return a text of the order language for people: with stars after names that have some."""
        if not self._stars:
            return text
        if language not in self._starred:
            found = {self.written(id, language): STAR * n for id, n in self._stars.items()}
            names = "|".join(map(re.escape, sorted(found, key=len, reverse=True)))
            letter = "[A-Za-zÀ-ÿァ-ヺー]"
            whole = re.compile(f"(?<!{letter})({names})(?!{letter}| {STAR})")
            self._starred[language] = whole, found
        pattern, stars = self._starred[language]
        return pattern.sub(lambda name: f"{name[0]} {stars[name[0]]}", text)

    def ids(self) -> tuple[str, ...]:
        """Return every id that has a name."""
        return tuple(self._labels)

    def languages(self, id: str) -> tuple[str, ...]:
        """Return the languages in which an id has a name of its own."""
        return tuple(self._labels.get(id, ()))

    def names(self, id: str) -> tuple[str, ...]:
        """Return all names of an id in orders, folded."""
        if id not in self._names and (parts := self._parted(id)) is not None:
            template, one, other = parts
            said = self._labels[template].values()
            pairs = list(product(said, self.names(one), self.names(other)))
            self._names[id] = (fold(id), *(fold(how.format(one=a, other=b)) for how, a, b in pairs))
        return self._names.get(id) or (fold(id),)

    def knows(self, text: str) -> bool:
        """Return true if a text is the whole name of something in the game."""
        return fold(text) in self._known

    def find(self, text: str, ids: Iterable[str]) -> list[str]:
        """Return the ids that a text may mean: by whole name, else by beginning, else by a word's
        beginning.
        """
        wanted, ids = fold(text), list(dict.fromkeys(ids))
        spend(len(ids))
        longest = max(self._longest, max(map(len, ids), default=0))
        if any(self._parted(id) for id in ids):
            longest *= 1 + len(self._joints)
        if not wanted or len(wanted) > longest:  # no name is as long: the work stays linear in the text
            return []
        if found := [id for id in ids if id in self._beside and self._is_told(wanted, id)]:
            return found
        ids = [id for id in ids if self._may_be(wanted, id)]
        for fits in (
            lambda name: name == wanted,
            lambda name: name.replace(" ", "") == wanted.replace(" ", ""),
            lambda name: _begins(name, wanted),
            lambda name: any(_begins(word, wanted) for word in name.split()),
        ):
            if found := [id for id in ids if any(fits(name) for name in self.names(id))]:
                return found
        return []

    def _is_told(self, wanted: str, id: str) -> bool:
        """Return true if a text is what people are told of an id beside another one."""
        return any(name in wanted for name in self._names[id]) and wanted in {
            fold(self.label(id, language)) for language in self._labels[self._beside[id][0]]
        }

    def _may_be(self, wanted: str, id: str) -> bool:
        """Return false if no name of the id, and no word in one, can be meant; a fast test that rules out
        most ids.
        """
        known = self._beginnings.get(id)
        return known is None or f" {wanted}" in known or f" {wanted.replace(' ', '')}" in known

    def begins(self, text: str, id: str) -> bool:
        """Return true if the text is the beginning of a name of the id, or of a word in one."""
        wanted = fold(text)
        long_enough = (n for n in self.names(id) if len(n) >= len(wanted))
        return any(n.startswith(wanted) or f" {wanted}" in n for n in long_enough)


PLAIN = Lexicon({})
"""The lexicon of a game whose ids are their own names."""
