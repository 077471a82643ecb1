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
    found = _marked(lines, ours)
    texts, widest = (
        [line.text for line in lines],
        max((one.columns for one in lines if one.is_marked), default=0),
    )
    at, framed, before = 0, 0, -1
    while at < len(lines):
        line = lines[at]
        if not (line.text or line.is_start or found[at]):
            at += 1
            continue
        if at >= framed and not found[at] and opens(line.text):
            end = end_of(texts, at + 1)
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
        elif line.text and before == at - 1 >= 0 and _is_second_half(lines[before], line, widest, ours):
            found[at] = True
            before = at
        at += 1
    return found


def _goes_on_marked(lines: Sequence[Line], at: int) -> bool:
    """Return true if the next line with text is marked, so that only marked lines are quoted."""
    return next((line.is_marked for line in lines[at:] if line.text or line.is_start), False)


def _is_second_half(quoted: Line, line: Line, widest: int, ours: Ours) -> bool:
    """Return true if a line directly below a quoted one may be its second half, broken off by a program;
    `widest` is the width of the widest marked line.
    """
    if not (quoted.columns and line.columns):
        return False
    if ours.goes_on(quoted.text, line.text):
        return True
    if ours.holds(quoted.text):
        return False
    if not quoted.is_marked or quoted.columns >= _BREAKS:
        return True
    return quoted.columns >= _MAY_BREAK and quoted.columns + width(f" {line.text.split()[0]}") > widest


def _marked(lines: Sequence[Line], ours: Ours) -> list[bool]:
    """Return, for each line, whether its program marks it, or indents it in a quotation of ours."""
    found, end = [line.is_marked for line in lines], 0
    for first, line in enumerate(lines):
        if not line.is_indented or first < end:
            continue
        end = next((n for n in range(first, len(lines)) if not lines[n].is_indented), len(lines))
        found[first:end] = [_is_of_ours(lines, range(first, end), ours)] * (end - first)
    return found


def _is_of_ours(lines: Sequence[Line], indented: range, ours: Ours) -> bool:
    """Return true if indented lines are a quotation of ours, or may be."""
    if not ours.is_known:
        return True
    texts = [lines[n].text for n in indented]
    return ours.has_frame(texts) or any(ours.begins(lines, n) for n in indented)


def _trimmed(lines: Sequence[str]) -> Iterator[str]:
    """Yield lines without blank ones at the ends, and one in place of several."""
    last = ""
    for line in lines:
        if line or last:
            last = line
            yield line
