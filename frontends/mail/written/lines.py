"""The lines of a mail, each with the marks of quotation in front of it."""

from __future__ import annotations

import re

from msgspec import Struct

from service.text.columns import width

from .signs import plain

START, QUOTED, INDENTED = "\ue000", "\ue001", "\ue002"
"""Private signs by which the text of a page says that its program begins a quotation here, that a line is
quoted, and that it is indented, which may be a quotation.
"""
_MARKS = re.compile(r"(?:\s*(?:[A-Za-z]{0,3}>|\|)\s?)+")
_SIGNATURE = ("-- ", "--")


class Line(Struct, frozen=True):
    """A line of a mail.

    Attributes:
        text: in plain characters, without marks.
        columns: the width of the line as it came, 0 on a page, where no lines are broken.
        is_marked: whether it begins with a mark of quotation: ">", "|", also behind initials.
        is_indented: whether its program indents it without saying that it quotes.
        is_start: whether its program says that a quotation begins here.
        is_signature: whether a signature begins here.
    """

    text: str
    columns: int = 0
    is_marked: bool = False
    is_indented: bool = False
    is_start: bool = False
    is_signature: bool = False


_BLANK = Line("")


def lines_of(text: str) -> list[Line]:
    """Return the lines of a mail's text."""
    return [_line(raw) if raw else _BLANK for raw in text.splitlines()]


def _line(raw: str) -> Line:
    if raw.strip() == START:
        return Line("", is_start=True)
    if raw.startswith((QUOTED, INDENTED)):
        is_marked = raw.startswith(QUOTED)
        return Line(plain(raw[1:]).strip(), is_marked=is_marked, is_indented=not is_marked)
    said = plain(raw)
    marks = _MARKS.match(said)
    return Line(
        (said[marks.end() :] if marks else said).strip(),
        width(said.rstrip()),
        is_marked=marks is not None,
        is_signature=raw.rstrip("\r") in _SIGNATURE,
    )
