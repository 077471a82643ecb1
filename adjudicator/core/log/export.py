"""The export of a campaign: its entries, each with the openings for a reader (design/fair-dice.md §5)."""

from __future__ import annotations

from collections.abc import Sequence

from .chain import JSON, Entry, Part, canon


def export(entries: Sequence[Entry], reader: str | None) -> list[str]:
    """Return the lines of a file that `verify` and `audit` read, without their line feeds.

    `reader` is a seat, None for the public, or "all" for the referee (no seat is called so).
    Each entry has its `head`; after it come the openings that the reader may have. Once the
    hidden root is shown at the end of a game, everybody may have all of them.
    """
    if any(entry.t == "end" and entry.body["hroot"] for entry in entries):
        reader = "all"
    lines: list[str] = []
    for entry in entries:
        lines.append(canon(entry.public).decode())
        lines += [canon({"open": entry.n, **opening}).decode() for opening in openings(entry, reader)]
    return lines


def openings(entry: Entry, reader: str | None) -> list[dict[str, JSON]]:
    """Return the parts of an entry's seals that a reader may have: `i`, `nonce` and `part` of each."""
    return [
        {"i": i, "nonce": part.nonce, "part": part.part}
        for i, part in enumerate(entry.parts)
        if reader == "all" or _is_for(part, reader)
    ]


def _is_for(part: Part, reader: str | None) -> bool:
    return reader is not None and reader in part.seats
