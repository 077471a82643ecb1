"""Days as people write them in a mail: "1-14 August", "2026-08-01 2026-08-14", "8月1日-14日"."""

from __future__ import annotations

import re
from calendar import month_name
from contextlib import suppress
from datetime import UTC, datetime
from zoneinfo import ZoneInfo

from adjudicator.core.language.errors import NotUnderstood, Verbatim
from adjudicator.core.language.words import N_, Words
from service.values.calendar import Span, day

_ISO = re.compile(r"(\d{4}-\d\d?-\d\d?)(?:\D+(\d{4}-\d\d?-\d\d?))?$")
_BEHIND = re.compile(r"(\d{1,2})\.?\s*([a-z]+)?\s*(?:-|to)\s*(\d{1,2})\.?\s*([a-z]+)$")
_BEFORE = re.compile(r"([a-z]+)\s*(\d{1,2})\s*(?:-|to)\s*([a-z]+)?\s*(\d{1,2})$")
_JAPANESE = re.compile(r"(\d{1,2})月(\d{1,2})日?\s*(?:-|~|〜|から)\s*(?:(\d{1,2})月)?(\d{1,2})日?(?:まで)?$")
_ONE = re.compile(r"(?:(\d{1,2})\.?\s*([a-z]+)|([a-z]+)\s*(\d{1,2})|(\d{1,2})月(\d{1,2})日)$")


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
    raise NotUnderstood(text[:60], Words(N_("days such as {example}"), {"example": example}))


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
    if (match := _BEHIND.match(text)) and (last := _month(match[4])):
        return (_month(match[2]) or last, int(match[1])), (last, int(match[3]))
    if (match := _BEFORE.match(text)) and (first := _month(match[1])):
        return (first, int(match[2])), (_month(match[3]) or first, int(match[4]))
    if match := _JAPANESE.match(text):
        return (int(match[1]), int(match[2])), (int(match[3] or match[1]), int(match[4]))
    if match := _ONE.match(text):
        month = int(match[5]) if match[5] else _month(match[2] or match[3])
        date = (month, int(match[1] or match[4] or match[6]))
        return (date, date) if month else None
    return None


def _month(name: str | None) -> int:
    """Return the number of a month by at least three letters of its English name, 0 if it is none."""
    if not name or len(name) < 3:
        return 0
    return next((n for n, full in enumerate(month_name) if n and full.casefold().startswith(name)), 0)
