"""Explain a refused order: the rule, the reason, what was understood, and what would be allowed."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from itertools import islice, takewhile
from typing import Any

from msgspec import Struct

from adjudicator.core.choices.choice import Choice, Completion, Reader
from adjudicator.core.choices.forms import Menu
from adjudicator.core.language.errors import Illegal, NotNow, NotUnderstood, Refusal, Verbatim
from adjudicator.core.language.languages import LANGUAGES
from adjudicator.core.language.words import N_, Exhausted, Words, effort, fold, words
from adjudicator.core.log.chance import sampler
from adjudicator.core.orders import orders
from adjudicator.core.orders.orders import Line, LineRefused, TooLong
from adjudicator.core.orders.reacting import at_random, reactions
from adjudicator.core.table.question import Reaction
from service.values.words import speak

from . import telling

EXAMPLE = N_("For example: {order}")
"""After the refusal of an order that was not understood."""
AFTER = N_("after “{head}”, “{rest}” is not understood")
"""Of such an order, where its beginning is that of one which is allowed."""
PARTS = 8
"""The most completions by which a beginning becomes a whole order."""
LONGEST_EXAMPLE = 400
"""Signs of it that are shown at most."""
ALLOWED = 8
"""The number of allowed lines that are named."""
MISSES = 3
"""The number of failed beginnings in a row after which longer ones are not tried."""
BEGINNINGS = 60
"""The number of beginnings that are tried: what players write has thirty."""
ON_HOLD = "stale"
"""The kind of the refusal of a game that is on hold."""
LOOKED_AT = 400
"""The number of completions of one beginning that are tried."""


def completions(choices: Sequence[Choice[Any]], text: str, reader: Reader) -> Iterator[Completion]:
    """Yield the lines that a text may become in any of the choices; for a single choice, its possible
    continuations.
    """
    for choice in choices:
        lines = _completed(choice, text, reader)
        if len(lines) == 1 and lines[0].bar is None:
            lines = _completed(choice, f"{lines[0].text} ", reader) or lines
        yield from lines


def _completed(choice: Choice[Any], text: str, reader: Reader, enough: int | None = None) -> list[Completion]:
    return orders.complete(choice, text, reader, LOOKED_AT, enough)


class Explanation(Struct, frozen=True):
    """The reason for a refusal, in the reader's language.

    Attributes:
        rule: the paragraph that forbids it, "" if none does.
        why: the refusal as a sentence.
        line: the order that it is about, one line of a batch.
        span: the place in `line` of the words that it is about: (begin, end); all of `line` if none are
            found.
        understood: the order in full as it was read, "" if it could not be read.
        allowed: up to `ALLOWED` lines that could be ordered instead.
    """

    rule: str
    why: str
    line: str
    span: tuple[int, int]
    understood: str = ""
    allowed: Sequence[str] = ()


def explain(choices: Sequence[Choice[Any]], text: str, refused: Refusal, reader: Reader) -> Explanation:
    """Explain the refusal of a text that was read by `choices`, the question first (`queries.readable`).

    Orders that are allowed instead are searched within the step limit of one order; for an order too long to
    be read within it, and of a game on hold, nothing is suggested.
    """
    why = telling.refusal(refused, reader.language, reader.lexicon.label)
    line = str(refused.line) if isinstance(refused, LineRefused) else text.strip("; ")
    span = _span(line, refused.why, reader)
    if (
        not choices
        or refused.kind == ON_HOLD
        or isinstance(refused, TooLong)
        or isinstance(refused.__cause__, TooLong)
    ):
        return Explanation(refused.rule, why, line, span)
    choice = _meant(choices, line, reader)
    whole = _with_verb(choice, refused.line, text, reader) if isinstance(refused, LineRefused) else line
    understood = _understood(choice, whole, reader)
    if understood and refused.kind == NotNow.kind:  # no other order to this question would be taken either
        return Explanation(refused.rule, why, line, span, understood)
    with effort(orders.STEPS):
        misplaced = refused.kind == NotNow.kind  # of such an order nothing is taken, not its beginning either
        head, allowed = _allowed(choice, "" if misplaced else whole, reader)
    if refused.kind == NotUnderstood.kind:
        rest = whole[len(head) :].strip()
        if rest and head and _begins_before(whole, refused.why, len(head), reader):
            after = words(AFTER, rest=Verbatim(rest), head=Verbatim(head, LONGEST_EXAMPLE))
            why = telling.refusal(Refusal(after), reader.language, reader.lexicon.label)
        order = _example(choice, whole, head, reader)
        if order and (order not in allowed or isinstance(choice, Menu)):
            example = words(EXAMPLE, order=Verbatim(order, LONGEST_EXAMPLE))
            why = _stopped(why, reader) + speak(example, reader.language)
    return Explanation(refused.rule, why, line, span, understood, allowed)


def _is_refused(choice: Choice[Any], line: str, refused: str, reader: Reader) -> bool:
    """Return true if a line could not be ordered either: it is the one refused, or forbidden as a whole."""
    if fold(line) == fold(refused):
        return True
    try:
        choice.accept(choice.parse(line, reader))
    except Illegal:
        return True
    except Refusal:  # it is only begun
        return False
    return False


def _stopped(text: str, reader: Reader) -> str:
    """Return a sentence with its stop, also behind a quotation, and the space before the next one."""
    signs = LANGUAGES[reader.language]
    return text.removesuffix(signs.stop) + signs.stop + signs.gap


def _begins_before(line: str, why: Words, end: int, reader: Reader) -> bool:
    """Return true if what a reason is about begins before `end`, in words that were understood."""
    return _span(line, why, reader)[0] < end


def _example(choice: Choice[Any], line: str, head: str, reader: Reader) -> str:
    """Return an order that is allowed now: one that begins with `head`, as much of a line as was understood,
    or else one with its verb, of a few at random that which begins most like it; "" if there is none.
    """
    with suppress(Exhausted), effort(orders.STEPS):
        if head and (whole := _whole(choice, head, reader)):
            return whole
    items = choice.items() if isinstance(choice, Menu) else {}
    found = list[str]()
    for name, item in items.items():
        words = [word for word in reader.lexicon.names(name) if fold(line).startswith(f"{word} ")]
        if words and isinstance(item, Choice):
            with suppress(Exhausted), effort(orders.STEPS):
                found += [f"{reader.label(name)} {one}" for one in at_random(item, reader, sampler(0))]
    return max(found, key=lambda one: _alike(fold(one), fold(line)), default="")


def _whole(choice: Choice[Any], head: str, reader: Reader) -> str:
    """Return the first order that completes `head` and is allowed, "" if none is found."""
    line = head
    for _ in range(PARTS):
        with suppress(Refusal):
            return choice.write(choice.accept(choice.parse(line, reader)), reader)
        line = next((one for one in _open_lines(choice, line, reader) if fold(one) != fold(line)), "")
        if not line:
            break
    return ""


def _alike(one: str, other: str) -> int:
    """Return the number of signs with which two texts begin alike."""
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(one, other, strict=False)))


def _meant(choices: Sequence[Choice[Any]], line: str, reader: Reader) -> Choice[Any]:
    """Return the choice with the verb that the line begins with, the first one if none has it."""
    verb = fold(line.partition(" ")[0])
    for choice in choices:
        if verb and any(reader.lexicon.begins(verb, item) for item in _verbs(choice)):
            return choice
    return choices[0]


def _verbs(choice: Choice[Any]) -> Sequence[str]:
    return tuple(choice.items()) if isinstance(choice, Menu) else ()


def _understood(choice: Choice[Any], line: str, reader: Reader) -> str:
    try:
        answer, _ = orders.read(choice, line, reader)
    except Refusal:
        return ""
    return reader.marked(choice.write(answer, reader))


def _with_verb(choice: Choice[Any], line: Line, text: str, reader: Reader) -> str:
    """Return a line of a batch as a line by itself: a line without a verb gets that of the first line."""
    head = fold(line.text.split()[0])
    has_verb = any(name.startswith(head) for verb in _verbs(choice) for name in reader.lexicon.names(verb))
    return f"{text.split(maxsplit=1)[0]} {line.text}" if line.follows and not has_verb else str(line)


def _allowed(choice: Choice[Any], line: str, reader: Reader) -> tuple[str, list[str]]:
    """Return the longest beginning of the line that has open completions, and these; in a window, of none
    that has, whole orders.

    Beginnings are tried from the shortest on, so that a long meaningless text costs no more than a short one;
    those left when the step limit is reached are not tried.
    """
    window, misses, head = choice if isinstance(choice, Reaction) else None, 0, ""
    found = reactions(window, reader, ALLOWED) if window else _open_lines(choice, "", reader)
    before: list[tuple[list[str], str]] = []
    for end in (match.end() for match in islice(re.finditer(r"[ \-:,;]|$", line), BEGINNINGS)):
        if window and not line[:end].strip():
            continue
        lines = _open_lines(choice, line[:end], reader)
        misses = 0 if lines else misses + 1
        if lines:
            before.append((found, head))
            found, head = lines, line[:end].strip()
        if misses == MISSES:
            break
    allowed = _orderable(choice, found, line, reader)
    while not allowed and before:
        found, _ = before.pop()
        allowed = _orderable(choice, found, line, reader)
    return head, allowed


def _orderable(choice: Choice[Any], found: Sequence[str], line: str, reader: Reader) -> list[str]:
    """Return those of some completions that may be ordered, or begun; those of a single one instead of it.

    When the step limit is reached the rest is not tried, and left out.
    """
    if len(found) == 1:
        found = _open_lines(choice, found[0], reader) or found
    kept: list[str] = []
    with suppress(Exhausted):
        kept += (one for one in found if not _is_refused(choice, one, line, reader))
    return kept


def _open_lines(choice: Choice[Any], text: str, reader: Reader) -> list[str]:
    return [line.text for line in _completed(choice, text, reader, ALLOWED) if line.bar is None]


def _span(line: str, why: Words, reader: Reader) -> tuple[int, int]:
    for text in _about(why, reader):
        at = line.casefold().find(text.casefold())
        if text and at >= 0:
            return at, at + len(text)
    return 0, len(line)


def _about(why: Words, reader: Reader) -> Iterator[str]:
    """Yield the words of a reason that may occur in an order: first its quoted words, then names of ids."""
    yield from (str(value) for value in why.values.values() if isinstance(value, Verbatim))
    for value in why.values.values():
        if isinstance(value, str):
            yield reader.label(value)
            yield from (name for name in reader.lexicon.names(value) if fold(name) == name)
        elif isinstance(value, Words):
            yield from _about(value, reader)
