"""A decision as one object that checks, parses, completes, samples and describes (architecture.md §1.4).

`accept` takes any JSON value and returns the answer in its canonical form. Options and verdicts are
functions, computed only when needed.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Generic, TypeAlias, TypeVar

from msgspec import Struct

from adjudicator.core.language.errors import Ambiguous, Illegal, NotOffered, NotUnderstood
from adjudicator.core.language.languages import LANGUAGES
from adjudicator.core.language.words import N_, Lexicon, Words, fold, words
from adjudicator.core.log.chain import JSON
from adjudicator.core.log.chance import Rng

T = TypeVar("T")
V = TypeVar("V")

LONGEST_VERB = 4
"""The most words of a verb of an order."""
SHOWN = 8
"""The number of options that a refusal names before it says how many more there are."""


class Bar(Struct, frozen=True):
    """The reason why an option is barred, and its paragraph."""

    rule: str
    why: Words

    def refuse(self) -> Illegal:
        """Return the refusal for choosing it all the same."""
        return Illegal(self.rule, self.why.template, **self.why.values)


def bar(rule: str, why: str, /, **values: Any) -> Bar:
    """Return a bar made from a template marked with `N_` and its values."""
    return Bar(rule, words(why, **values))


class Completion(Struct, frozen=True):
    """A line that could be typed next; `bar` is the reason why it would be refused, None if it is open.

    `effect` says what an open line brings (its cost, what would be left), and is called only to show it.
    """

    text: str
    bar: Bar | None = None
    effect: Callable[[], Words | None] = lambda: None

    @property
    def note(self) -> Words | None:
        """The effect of an open line in words, None if there is nothing to say."""
        return self.effect() if self.bar is None else None


class Reach(Struct, frozen=True):
    """A place that a piece may go to: the way there, its cost, and its effect.

    `by` is the kind of the way, such as "road" or "sea"; "" where a game knows one kind only. `note` is the
    effect of going there, if there is more to say than the cost.
    """

    to: str
    path: tuple[str, ...]
    cost: int
    how: str
    bar: Bar | None = None
    by: str = ""
    note: Words | None = None


class Reader(Struct, frozen=True):
    """The words in which a choice is read and written: a game's names and a language."""

    lexicon: Lexicon
    language: str = "en"

    def label(self, id: str) -> str:
        """Return the name of an id used in orders."""
        return self.lexicon.written(id, self.language)

    def shown(self, id: str) -> str:
        """Return the name of an id shown to people."""
        return self.lexicon.label(id, self.language)

    def marked(self, text: str) -> str:
        """Return a text of the order language in the form shown to people."""
        return self.lexicon.marked(text, self.language)


Verdicts: TypeAlias = Mapping[str, "Bar | None"]
"""The options in order; those that are barred with their reason."""


class _Judged(Mapping[str, V], Generic[V]):
    def __init__(self, ids: Iterable[str], judge: Callable[[str], V]) -> None:
        self._ids, self._judge, self._made = dict.fromkeys(ids), judge, dict[str, V]()

    def __getitem__(self, id: str) -> V:
        made = self._made
        if id not in made:
            if id not in self._ids:
                raise KeyError(id)
            made[id] = self._judge(id)
        return made[id]

    def __iter__(self) -> Iterator[str]:
        return iter(self._ids)

    def __len__(self) -> int:
        return len(self._ids)


def judged(ids: Sequence[str], judge: Callable[[str], Bar | None]) -> Verdicts:
    """Verdicts that are computed once, and only for the options that are examined."""
    return _Judged(ids, judge)


def lazily(items: Mapping[str, Callable[[], V]], ready: Mapping[str, V] | None = None) -> Mapping[str, V]:
    """The costly items of a menu: computed once, and only those that are examined.

    `ready` are items after them that need no computation.
    """
    behind = ready or {}
    return _Judged([*items, *behind], lambda name: items[name]() if name in items else behind[name])


def any_open(verdicts: Verdicts) -> bool:
    """Return true if an option is not barred; stop at the first such option."""
    return any(stop is None for stop in verdicts.values())


def open_of(verdicts: Verdicts) -> list[str]:
    """Return the options that are not barred."""
    return [id for id, bar in verdicts.items() if bar is None]


class Choice(Struct, Generic[T], frozen=True, kw_only=True):
    """One decision asked of one seat.

    Attributes:
        rule: the paragraph that asks.
        prompt: the question.
        conceal: a function that gives the public part of an answer; None if the whole answer is public. Where
            several seats are asked at once, the concealed part is not opened to all afterwards.
    """

    rule: str
    prompt: Words
    conceal: Callable[[T], dict[str, JSON]] | None = None

    shape = ""

    def accept(self, value: object) -> T:
        """Return the answer in its canonical form.

        Raises:
            NotUnderstood: if the value is none of the answers of this shape.
            Illegal: if the rules forbid it.
        """
        raise NotImplementedError

    def parse(self, text: str, reader: Reader) -> JSON:
        """Return the answer that an order's text gives, not yet accepted.

        Raises:
            NotUnderstood, Ambiguous: if the text is no answer, or may be several.
        """
        raise NotImplementedError

    def write(self, answer: T, reader: Reader) -> str:
        """Return the answer as an order's text; `parse` reverses this."""
        raise NotImplementedError

    def complete(self, text: str, reader: Reader) -> Iterator[Completion]:
        """Yield the lines that begin with `text`, open and barred."""
        raise NotImplementedError

    def sample(self, rng: Rng) -> JSON:
        """Return a legal answer at random.

        Raises:
            NoneLegal: if there is none, or none was found.
        """
        raise NotImplementedError

    def describe(self) -> dict[str, Any]:
        """Return shape, options and limits in the form of the table protocol; bars as `Bar`."""
        raise NotImplementedError

    def reach(self, piece: str) -> Sequence[Reach]:
        """Return the places that the piece may go to by this decision."""
        return ()

    def hides(self, answer: T) -> bool:
        """Return true if only a part of the answer is public."""
        return self.conceal is not None

    def public(self, answer: T) -> dict[str, JSON]:
        """Return the public part of the answer."""
        return {"answer": answer} if self.conceal is None else self.conceal(answer)

    def fingerprint(self) -> str:
        """Return a digest of the question, so that a re-run notices a different one (architecture.md §1.3).

        Of the prompt only the values count: sentences may be corrected while campaigns are in play.
        """
        return f"{self.shape} {self.rule} {_substance(self.prompt)}"


def _substance(value: Any) -> Any:
    """Return a value of a prompt without its templates."""
    if isinstance(value, Words):
        return sorted((name, _substance(inner)) for name, inner in value.values.items())
    return [_substance(inner) for inner in value] if isinstance(value, list | tuple) else value


class NoneLegal(Exception):
    """Raised by a sample of a decision without a legal answer: a defect, except in an item of a menu."""


class Missing(NotUnderstood):
    """Refusal of a text in which something expected is missing."""

    def __init__(self, expected: Words, candidates: Sequence[str] = ()) -> None:
        why = words(N_("the order is incomplete; expected: {expected}"), expected=expected)
        super(NotUnderstood, self).__init__(why, candidates=candidates)  # a sentence of its own


def wrong(value: object, expected: Words) -> NotUnderstood:
    """Return the refusal of a value that is not among the answers."""
    return NotUnderstood(str(value), expected)


def outside(rule: str, n: int, least: int, most: int) -> Illegal:
    """Return the refusal of a number that is not from `least` to `most`."""
    why = (
        N_("must be exactly {most}, not {n}")
        if least == most
        else N_("{n} is out of range ({least} to {most})")
    )
    return Illegal(rule, why, n=n, least=least, most=most)


def shown(ids: Sequence[str]) -> list[str | Words]:
    """Return options as a value of sentences: the first of many, and the number of others."""
    if len(ids) <= SHOWN + 1:
        return list(ids)
    return [*ids[:SHOWN], words(N_("… ({n} more)"), n=len(ids) - SHOWN)]


def one_of_these(verdicts: Verdicts) -> Words:
    """Return the expectation where one of the open options must be named."""
    return these(N_("{options:or}"), shown(open_of(verdicts)))


NOTHING = N_("an option, but none is allowed now")


def these(template: str, options: Sequence[str | Words]) -> Words:
    """Return the expectation of some options in a template such as "any of {options:or}", of a single one, or
    that none is allowed.
    """
    if not options:
        return words(NOTHING)
    return words(template if len(options) != 1 else "{options}", options=list(options))


def known(value: object, verdicts: Verdicts, expected: Callable[[Verdicts], Words]) -> str:
    """Return the option that a JSON value names, or raise the refusal."""
    if not isinstance(value, str) or value not in verdicts:
        raise wrong(value, expected(verdicts))
    if (stop := verdicts[value]) is not None:
        raise stop.refuse()
    return value


def unknown(
    text: str, expected: Words, reader: Reader, candidates: Sequence[str] = (), rule: str = ""
) -> NotUnderstood:
    """Return the refusal of a text that names no option: a name that the game knows has been understood."""
    if reader.lexicon.knows(text):
        return NotOffered(text, expected, candidates, rule)
    return NotUnderstood(text, expected, candidates)


def named(text: str, verdicts: Verdicts, reader: Reader, expected: Words, rule: str) -> str:
    """Return the option that a text names: a whole name counts before a part of one, an open option before a
    barred one. `rule` is the paragraph that asks.

    If all options are barred for one reason, a text that names none of them is refused for that reason.
    """
    open_ids, find = open_of(verdicts), reader.lexicon.find
    reasons = [] if open_ids else [stop for stop in verdicts.values() if stop is not None]
    alike = reasons[0] if reasons and all(stop == reasons[0] for stop in reasons) else None
    if not text.strip():
        raise alike.refuse() if alike else Missing(expected, open_ids)
    wanted = fold(text)
    whole = [id for id in verdicts if wanted in reader.lexicon.names(id)]
    found = [id for id in whole if id in open_ids] or whole or find(text, open_ids) or find(text, verdicts)
    if not found:
        raise alike.refuse() if alike else unknown(text, expected, reader, open_ids, rule)
    if len(found) > 1:
        raise Ambiguous(text, found)
    return found[0]


def strip(text: str, verb: str, reader: Reader, *, short: bool = True) -> str:
    """Return the text without its leading verb, if it has one, in full or (`short`) shortened: "dis 2/1"."""
    words, names = text.split(), reader.lexicon.names(verb) if verb else ()
    for size in range(min(len(words), LONGEST_VERB), 0, -1):
        if fold(" ".join(words[:size])) in names:
            return " ".join(words[size:])
    head = fold(words[0]) if short and len(words) > 1 else ""
    return " ".join(words[1:]) if head and any(n.startswith(head) for n in names) else text.strip()


def led(verb: str, text: str, reader: Reader) -> str:
    """Return the text after its verb, if there is one."""
    return f"{reader.label(verb)} {text}" if verb else text


def options(verdicts: Verdicts) -> list[dict[str, Any]]:
    """Return options in the form that `describe` gives."""
    return [{"id": id, "bar": stop} for id, stop in verdicts.items()]


_ANDS = tuple(known.pair for known in LANGUAGES.values() if known.pair.strip() != known.pair)
_BETWEEN = re.compile("[,、，]|" + "|".join(map(re.escape, _ANDS)))
_BETWEEN_FORCES = re.compile(f"[+＋]|{_BETWEEN.pattern}")


def split_list(text: str, keep_last: bool = False, *, between: re.Pattern[str] = _BETWEEN) -> list[str]:
    """Split a list written with commas (of either script) or "and" (in a language that has spaces)."""
    pieces = [piece.strip() for piece in between.split(text)]
    return pieces if keep_last else [piece for piece in pieces if piece]


def split_force(text: str, keep_last: bool = False) -> list[str]:
    """Split a list of units, which may also be written with "+" (of either width)."""
    return split_list(text, keep_last, between=_BETWEEN_FORCES)


def tidy(text: str) -> str:
    """Return an order's text with one kind of dash, colon and space."""
    for dash in ("–", "—", "→", "->", "−", "ー>", "⇒"):
        text = text.replace(dash, "-")
    return " ".join(text.replace("：", ":").replace("－", "-").split())
