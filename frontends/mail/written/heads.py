"""Lines by which a quotation begins, in any language: known by their structure, not by their words.

A block of headers, an announcement ("On Sunday Tabellarius wrote:"), a title between dashes, a rule, and the
line that every mail of the umpire begins with.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache

from msgspec import Struct

from adjudicator.core.language.languages import LANGUAGES
from adjudicator.core.language.words import N_, words
from frontends.mail.wordings import wording
from service.values.words import speak

from .lines import Line
from .signs import squeezed

NAME = "Tabellarius"
"""The name from which the umpire writes."""
ABOVE = N_("Write above this line")
"""The first line of every mail: what follows it in an answer is quoted."""

LONGEST_BLOCK = 16
LONGEST_ANNOUNCEMENT = 300
MOST_LINES = 3
"""The number of lines that an announcement is broken into."""
FEWEST_LABELS = 3
MOST_HEADS = 3
"""The number of announcements that may follow each other."""

_LABEL = re.compile(r"[*_\s]*([^\W\d_][^:<>@/]{0,30}?)[*_\s]*:\s*(.*)")
_TIME = re.compile(rf"\d{{1,2}}\s?{wording('hour')}\s?\d{{2}}")
_DATE = re.compile(rf"\b\d{{4}}\b|\d{{4}}{wording('year')}|\d{{1,2}}[./-]\s?\d{{1,2}}[./-]\s?\d{{2,4}}")
_DASHED = re.compile(r"-{2,}\s*[^\s-].{0,120}?\s*-{2,}|-{2,}\s*(?:original|forwarded) message.*", re.I)
_RULE = re.compile(r"[_\u2500\u2501]{10,}")
_CLOSED = (":", "--")
_WROTE = re.compile(rf".{{2,200}}{wording('wrote')}\s?:", re.IGNORECASE)


class About(Struct, frozen=True):
    """The names by which a quotation may show that it is the umpire's.

    Attributes:
        addresses: its addresses, without what follows a plus.
        subject: the subject of its mail, squeezed.
    """

    addresses: tuple[str, ...] = ()
    subject: str = ""


def begins(lines: Sequence[Line], at: int, about: About) -> int:
    """Return the number of lines from here that announce a quotation, 0 if none does."""
    found = _begins(lines, at, about)
    for _ in range(MOST_HEADS if found else 0):  # a title, then an announcement or headers
        near = range(at + found, min(at + found + 3, len(lines)))
        after = next((n for n in near if lines[n].text), at)
        more = _begins(lines, after, about) if after > at else 0
        found = after + more - at if more else found
    return found


def _begins(lines: Sequence[Line], at: int, about: About) -> int:
    line = lines[at]
    if line.is_start:
        return 1
    if not line.text:
        return 0
    if squeezed(line.text) in _above():
        return 1
    if line.is_marked:
        return 0
    if _DASHED.fullmatch(line.text) or _RULE.fullmatch(line.text):
        return 1
    return _block(lines, at, about) or _announced(lines, at, about)


@cache
def _above() -> frozenset[str]:
    return frozenset(squeezed(speak(words(ABOVE), language)) for language in LANGUAGES)


def _block(lines: Sequence[Line], at: int, about: About) -> int:
    """Return the number of lines of the headers that begin here, 0 for none: lines of a word, a colon and a
    value, one of which names the umpire or its subject; bold, folded, or with blank lines between them.
    """
    labels, last, is_ours, is_sure, is_gap = 0, 0, False, False, False
    for n, line in enumerate(lines[at : at + LONGEST_BLOCK]):
        if line.is_marked:
            break
        if not line.text:
            if is_gap:
                break
            is_gap = True
            continue
        label = _LABEL.match(line.text)
        is_label = label is not None and len(label[1].split()) <= 4
        if not is_label and (n == 0 or is_gap):
            break
        is_sure = is_sure or (n == 0 and label is not None and _has_address(label[2], about))
        labels, is_gap, last = labels + is_label, False, n + 1
        is_ours = is_ours or _is_ours(line.text if label is None else label[2], about)
    return last if is_sure or (labels >= FEWEST_LABELS and is_ours) else 0


def _announced(lines: Sequence[Line], at: int, about: About) -> int:
    """Return the number of lines, up to three, that say who wrote when; 0 if they do not."""
    first = lines[at].text
    if not (_has_address(first, about) or NAME.casefold() in first.casefold() or _DATE.search(first)
            or _TIME.search(first) or _WROTE.fullmatch(first)):  # fmt: skip
        return 0
    said, found = "", 0
    for n, line in enumerate(lines[at : at + MOST_LINES], 1):
        if not line.text or line.is_marked:
            break
        said = f"{said} {line.text}".strip()
        if len(said) > LONGEST_ANNOUNCEMENT:
            break
        if _is_announcement(said, about):
            found = n
            if said.endswith(_CLOSED):
                break
    return found


def _is_announcement(said: str, about: About) -> bool:
    is_closed = said.endswith(_CLOSED)
    has_date, has_time = _DATE.search(said) is not None, _TIME.search(said) is not None
    if _has_address(said, about) and (is_closed or has_date or has_time):
        return True
    if NAME.casefold() in said.casefold() and (has_date or has_time) and (is_closed or "---" in said):
        return True
    return said.endswith(":") and ((has_date and has_time) or bool(_WROTE.fullmatch(said)))


def _is_ours(value: str, about: About) -> bool:
    """Return true if the value of a header names the umpire or its subject."""
    if _has_address(value, about) or NAME.casefold() in value.casefold():
        return True
    return len(about.subject) > 4 and squeezed(value).endswith(about.subject)


def _has_address(text: str, about: About) -> bool:
    bare = re.sub(r"\+[a-z0-9]+@", "@", text.casefold())
    return any(address in bare for address in about.addresses)
