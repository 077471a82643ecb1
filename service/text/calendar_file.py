"""Calendar files (RFC 5545)."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime

from msgspec import Struct

NAME = "deadlines.ics"
_WIDTH = 75
"""The most octets of a line."""


class Date(Struct, frozen=True):
    """One date of a calendar: an id that stays the same when the date moves, UNIX seconds, and what it is."""

    id: str
    at: int
    now: int
    title: str


def calendar(dates: Sequence[Date]) -> str:
    """Return a calendar of dates, each of an instant."""
    lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Tabellarius//Tournaments//EN"]
    for one in dates:
        lines += ["BEGIN:VEVENT", f"UID:{_escaped(one.id)}@tabellarius", f"DTSTAMP:{_instant(one.now)}"]
        lines += [f"DTSTART:{_instant(one.at)}", f"SUMMARY:{_escaped(one.title)}", "END:VEVENT"]
    return "".join(f"{_folded(line)}\r\n" for line in [*lines, "END:VCALENDAR"])


def _instant(at: int) -> str:
    return datetime.fromtimestamp(at, UTC).strftime("%Y%m%dT%H%M%SZ")


def _escaped(text: str) -> str:
    for sign in ("\\", ";", ","):
        text = text.replace(sign, "\\" + sign)
    return " ".join(text.split())


def _folded(line: str) -> str:
    """Return a line in pieces of at most 75 octets, none of which cuts a letter."""
    pieces, piece = [], ""
    for letter in line:
        if len((piece + letter).encode()) > _WIDTH:
            pieces.append(piece)
            piece = " "
        piece += letter
    return "\r\n".join([*pieces, piece])
