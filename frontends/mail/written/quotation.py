"""The lines that the sender of a mail wrote, apart from those that the mail quotes."""

from __future__ import annotations

import re

from .signs import plain

_ATTRIBUTION = re.compile(
    r"""(?ix) ^(?: On\b.{4,200}\bwrote: | .{4,200}\s(?:wrote|writes|schrieb|a\ écrit)\s?:
        | Am\b.{4,200}\bschrieb\b.{0,200}:
        | -{2,}\s*(?:original\ message|forwarded\ message).* | _{10,} | From:\s.+@.+
        | \d{4}[年/-].{4,200}[:：]\s* | .*のメール[:：]\s* | .*さんは書きました[:：]\s* )$"""
)
"""A line after which the rest is the mail that is answered."""


def split(text: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the lines that the sender wrote, and the quoted lines.

    Everything after a signature mark ("-- ") is left out.
    """
    own: list[str] = []
    quoted: list[str] = []
    is_rest = is_announced = False
    for raw in text.splitlines():
        if raw.rstrip("\r") in ("-- ", "--") and not is_rest:
            break
        line = plain(raw).strip()
        is_marked = line.startswith((">", "|"))
        if line:  # behind "Anna wrote:" all is quoted, unless the quotation itself is marked
            is_rest = is_rest or (is_announced and not is_marked)
            is_announced = not is_marked and bool(_ATTRIBUTION.match(line))
        if is_rest or is_marked or is_announced:
            quoted.append(line.lstrip("|> "))
        elif line:
            own.append(line)
    return tuple(own), tuple(quoted)
