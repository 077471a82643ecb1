"""Text in columns of a terminal, where some characters take two."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator

WIDTH = 80
HARD, JOINT = "\u00a0", "\u2060"
"""A space at which no line is broken, and a sign without width that holds two others together."""

OPENING = "「『（(【“"
CLOSING = " 」』）)】”、。，．：；！？・ー"


def width(text: str) -> int:
    """Return the number of columns that a text takes in a terminal."""
    return sum(map(_columns, text))


def _columns(c: str) -> int:
    if c == JOINT or unicodedata.combining(c):
        return 0
    return 2 if unicodedata.east_asian_width(c) in "WF" else 1


def padded(text: str, columns: int, fill: str = " ") -> str:
    """Return the text padded with spaces, or with another character, to a number of columns."""
    return text + fill * (columns - width(text))


def wrapped(text: str, first: str = "", rest: str = "", columns: int = WIDTH) -> list[str]:
    """Return a text in lines of at most `columns`; the first line begins with `first`, the others with
    `rest`.

    It is broken at spaces (but not within `solid` text) and between wide characters, never before a closing
    mark or after an opening one; a word that is wider than a line wherever the line is full.
    """
    lines, line, bare = [], first, True
    for piece in _pieces(text):
        for part in _slices(piece, columns - max(width(first), width(rest))):
            if not bare and width(line) + width(part.rstrip(" ")) > columns:
                lines.append(line.rstrip(" "))
                line = rest
            line, bare = line + part, False
    return [line.replace(HARD, " ").replace(JOINT, "") for line in (*lines, line.rstrip(" "))]


def solid(text: str) -> str:
    """Return the text as one piece, within which no line ends."""
    return JOINT.join(text.replace(" ", HARD))


def _pieces(text: str) -> Iterator[str]:
    """Yield the text, cut wherever a line may end."""
    piece = ""
    for c, after in zip(text, text[1:] + " ", strict=False):
        piece += c
        if _may_part(c, after):
            yield piece
            piece = ""
    if piece:
        yield piece


def _may_part(c: str, after: str) -> bool:
    if c == " ":
        return after != " "
    if JOINT in (c, after) or c in OPENING or after in CLOSING:
        return False
    return width(c) == 2 or width(after) == 2


def _slices(piece: str, columns: int) -> Iterator[str]:
    """Yield a piece that is wider than a line, cut where a line is full."""
    part = ""
    for c in piece:
        if width(part + c) > columns and part:
            yield part
            part = ""
        part += c
    yield part
