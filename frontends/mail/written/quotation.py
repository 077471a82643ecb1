"""The lines that the sender of a mail wrote, apart from those that the mail quotes (docs/mail.md).

A quotation is known by its marks, by how it begins (`heads`), and because it is ours: what the umpire sent to
the sender is compared with the lines (`ours`). In doubt a line is not the sender's.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import Struct

from frontends.mail.reading import end_of, opens
from service.text.columns import width

from .heads import About, begins
from .lines import Line, lines_of
from .ours import Ours

_BREAKS, _MAY_BREAK = 58, 36
"""The columns of a quoted line from which on the line below it may be its second half, in any case and where
it would not have fitted on it.
"""


class Split(Struct, frozen=True):
    """The lines of a mail: its sender's own, "" between paragraphs; and those that are quoted or may be."""

    own: tuple[str, ...] = ()
    quoted: tuple[str, ...] = ()


def split(text: str, about: About | None = None, ours: Ours | None = None) -> Split:
    """Return the lines that the sender wrote, and the quoted lines.

    A signature ("-- ") and what follows it is left out.
    """
    about, ours = about or About(), ours or Ours()
    lines = lines_of(text)
    quotes = _quotations(lines, about, ours)
    own: list[str] = []
    quoted: list[str] = []
    is_signed = False
    for line, is_quoted in zip(lines, quotes, strict=True):
        is_signed = is_signed or (line.is_signature and not is_quoted)
        if is_quoted:
            quoted.append(line.text)
        elif not is_signed:
            own.append(line.text)
    return Split(tuple(_trimmed(own)), tuple(_trimmed(quoted)))


def _quotations(lines: Sequence[Line], about: About, ours: Ours) -> list[bool]:
    """Return, for each line, whether it is quoted."""
    found = [line.is_marked or _is_quoted_by_indent(lines, at, ours) for at, line in enumerate(lines)]
    at, framed, before = 0, 0, -1
    while at < len(lines):
        line = lines[at]
        if at >= framed and not found[at] and opens(line.text):
            end = end_of([one.text for one in lines], at + 1)
            framed = at if end is None else end
        if found[at]:
            before = at
        elif (announced := begins(lines, at, about)) or (at >= framed and ours.begins(lines, at)):
            announced = announced or 1
            found[at : at + announced] = [True] * announced
            if not _goes_on_marked(lines, at + announced):
                return [*found[:at], *([True] * (len(lines) - at))]
            at += announced
            continue
        elif line.text and before == at - 1 >= 0 and _is_second_half(lines, before, at, ours):
            found[at] = True
            before = at
        at += 1
    return found


def _goes_on_marked(lines: Sequence[Line], at: int) -> bool:
    """Return true if the next line with text is marked, so that only marked lines are quoted."""
    return next((line.is_marked for line in lines[at:] if line.text or line.is_start), False)


def _is_second_half(lines: Sequence[Line], above: int, at: int, ours: Ours) -> bool:
    """Return true if a line directly below a quoted one may be its second half, broken off by a program."""
    quoted, line = lines[above], lines[at]
    if not (quoted.columns and line.columns):
        return False
    if ours.goes_on(quoted.text, line.text):
        return True
    if ours.holds(quoted.text):
        return False
    if not quoted.is_marked or quoted.columns >= _BREAKS:
        return True
    widest = max(one.columns for one in lines if one.is_marked)
    return quoted.columns >= _MAY_BREAK and quoted.columns + width(f" {line.text.split()[0]}") > widest


def _is_quoted_by_indent(lines: Sequence[Line], at: int, ours: Ours) -> bool:
    """Return true if an indented line stands in a quotation of ours, or may."""
    if not lines[at].is_indented:
        return False
    first = last = at
    while first and lines[first - 1].is_indented:
        first -= 1
    while last + 1 < len(lines) and lines[last + 1].is_indented:
        last += 1
    texts = [line.text for line in lines[first : last + 1]]
    if not ours.is_known:
        return True
    return ours.has_frame(texts) or any(ours.begins(lines, n) for n in range(first, last + 1))


def _trimmed(lines: Sequence[str]) -> Iterator[str]:
    """Yield lines without blank ones at the ends, and one in place of several."""
    last = ""
    for line in lines:
        if line or last:
            last = line
            yield line
