"""Days as people write them in a mail: "1-14 August", "from 1 to 14 August", "2026-08-01 2026-08-14".

The names of months and the words between days are those of `data/languages`, of all languages at once.
"""

from __future__ import annotations

import re
from contextlib import suppress
from datetime import UTC, datetime
from zoneinfo import ZoneInfo

from adjudicator.core.language.errors import NotUnderstood, Verbatim
from adjudicator.core.language.languages import LANGUAGES, separated
from adjudicator.core.language.words import N_, fold, words
from service.values.calendar import Span, day

_ISO = re.compile(r"(\d{4}-\d\d?-\d\d?)(?:\D+(\d{4}-\d\d?-\d\d?))?$")
_MONTHS = {fold(name): n for known in LANGUAGES.values() for n, name in enumerate(known.typed.months, 1)}
_SHORTEST = 3
"""The fewest letters of the name of a month."""
_SHAPES = ("dm", "md", "d-dm", "dm-dm", "md-d", "md-md")
"""The orders in which days, months and "to" stand."""
_PARTS = {
    "m": "|".join(sorted(map(re.escape, _MONTHS), key=len, reverse=True)),
    "d": r"\d{1,2}(?!\d)",
    "-": rf"[-~\u301c]|{separated(lambda of: map(fold, of.to))}",
    " ": rf"\s|{separated(lambda of: map(fold, (*of.since, *of.until, *of.day)))}",
    "?": r"[^\W\d_]+",
}
_PART = re.compile("|".join(f"({pattern})" for pattern in _PARTS.values()))


def span(text: str, now: int, zone: str) -> Span:
    """Return the whole days that a text names, in a time zone; without a year the next ones from now on.

    Raises:
        NotUnderstood: if it names none.
    """
    found = _named(" ".join(text.casefold().split()))
    if found is not None:
        with suppress(NotUnderstood):  # no such day, as 31 February
            return _span(*found, now, zone)
    example = Verbatim("1-14 August, 2026-08-01 2026-08-14")
    raise NotUnderstood(text[:60], words(N_("days such as {example}"), example=example))


Dated = tuple[int | str, int]


def _span(since: Dated, last_day: Dated, now: int, zone: str) -> Span:
    (first, begin), (last, end) = since, last_day
    if isinstance(first, str):
        return Span(day(first, zone), day(str(last), zone, 1))
    today = datetime.fromtimestamp(now, UTC).astimezone(ZoneInfo(zone))
    year = today.year + ((last, end) < (today.month, today.day) and (first, begin) <= (last, end))
    until = year + ((last, end) < (first, begin))
    return Span(day(f"{year}-{first}-{begin}", zone), day(f"{until}-{last}-{end}", zone, 1))


def _named(text: str) -> tuple[Dated, Dated] | None:
    """Return first and last day: (month, day) each, or (the date, 0) with a year; None if there is none."""
    if match := _ISO.match(text):
        return (match[1], 0), (match[2] or match[1], 0)
    return _in_words(fold(text))


def _in_words(text: str) -> tuple[Dated, Dated] | None:
    """Return first and last day, each (month, day); None unless the text consists of them."""
    shape, months, days, at = "", list[int](), list[int](), 0
    while at < len(text):
        if (found := _PART.match(text, at)) is None:
            return None
        at, kind, part = found.end(), tuple(_PARTS)[(found.lastindex or 1) - 1], found[0]
        if kind in "m?":
            months.append(_month(part))
            kind = "m"
        elif kind == "d":
            days.append(int(part))
        shape += kind.strip()
    if shape not in _SHAPES or not all(months):
        return None
    return (months[0], days[0]), (months[-1], days[-1])


def _month(name: str) -> int:
    """Return the number of a month by its name or at least three letters of it, 0 if it is none."""
    if name in _MONTHS:
        return _MONTHS[name]
    return next((n for full, n in _MONTHS.items() if len(name) >= _SHORTEST and full.startswith(name)), 0)
