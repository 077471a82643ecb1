"""The lines of a mail as they are sent: none wider than 64 columns, and none of which a program that breaks
lines could make a frame of orders (docs/mail.md).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache

from adjudicator.core.language.languages import TYPED
from frontends.mail.reading import FRAMES, opens, words
from service.text.columns import width, wrapped

COLUMNS = 64
"""The width of a line; programs that break lines do so at 66 or more, a mark of quotation included."""
_NARROWEST, _WIDEST = 24, 100
"""Widths at which mail programs might break lines."""
_PIECE = re.compile(r"[^\s\u3000-\uffef]+\s*|[\u3000-\uffef]\s*")
"""Text between two places at which a line may end."""
_FULL = 32
"""The fewest columns of a line that ends where an order cannot end."""
_JOINING = "|".join(map(re.escape, TYPED.joining))
_OPENING = "|".join(map(re.escape, (*TYPED.joining, *TYPED.opening)))
OPEN_ENDS = re.compile(rf"(?:[,、，;；:：=]|(?:^|[\s、，])(?:{_OPENING}))\s*$", re.IGNORECASE)
"""The end of a line after which an order goes on."""
OPEN_STARTS = re.compile(rf"(?:[,、，;；=)]|(?:{_JOINING})(?:\s|$))", re.IGNORECASE)
"""The beginning of a line with which no order begins."""


def paragraph(text: str) -> list[str]:
    """Return a paragraph in lines."""
    return wrapped(text, columns=COLUMNS)


def frame_lines(lines: Sequence[str]) -> list[str]:
    """Return the lines of a frame, long ones broken where the order obviously goes on; the lines of a comment
    all begin with "#".
    """
    return [part for line in lines for part in _broken(line)]


def _broken(line: str) -> Iterator[str]:
    mark, said = "#   " if line.startswith("#") else "  ", ""
    for word in re.findall(r"\S+?[、，](?=\S)|\S+\s*", line):
        while said.strip("# ") and width(said + word.rstrip()) > COLUMNS:
            kept = _kept(said)
            yield said[:kept].rstrip()
            said = mark + said[kept:].lstrip()
        said += word
    yield said.rstrip()


def _kept(said: str) -> int:
    """Return how much of a full line stays on it: up to the last place where an order cannot end, if that is
    not near its beginning.
    """
    for end in range(len(said), 0, -1):
        is_gap = end == len(said) or said[end - 1] in " 、，"
        if is_gap and width(said[:end]) >= _FULL and OPEN_ENDS.search(said[:end]):
            return end
    return len(said)


@cache
def _openers() -> re.Pattern[str]:
    named = sorted(
        (word for word, verb in words().items() if verb in (*FRAMES, "referee")), key=len, reverse=True
    )
    return re.compile("|".join(map(re.escape, named)), re.IGNORECASE)


def harmless(line: str) -> str:
    """Return a paragraph of which no program makes a frame by breaking its lines: a word that would open one
    is put between quotation marks.
    """

    def marked(found: re.Match[str]) -> str:
        is_first = not found.start() or width(line[: found.end()]) > _NARROWEST
        return f"“{found[0]}”" if is_first and _may_open(line[found.start() :][:_WIDEST]) else found[0]

    return _openers().sub(marked, line)


def _may_open(text: str) -> bool:
    """Return true if some first line of a text opens a frame, wherever a program ends that line."""
    pieces = _PIECE.findall(text)
    for n in range(1, len(pieces) + 1):
        first, rest = "".join(pieces[:n]).rstrip(), "".join(pieces[n : n + 1]).rstrip()
        if opens(first) and (not rest or width(f"{first} {rest}") > max(_NARROWEST, width(first))):
            return True
    return False
