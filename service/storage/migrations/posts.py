"""Conversion of contents of posts from before they had tags into the present form (`values/posts.py`)."""

from __future__ import annotations

import zlib
from typing import Any

import msgspec


def tagged(said: bytes, kinds: str) -> bytes:
    """Return the contents of one command with their tags, compressed as before.

    `kinds` is a JSON object: place in the list -> kind of the post. Contents without a post are never read.
    """
    known: dict[str, str] = msgspec.json.decode(kinds)
    contents: list[dict[str, Any]] = msgspec.json.decode(zlib.decompress(said))
    new = [_tagged(known.get(str(place), ""), old) for place, old in enumerate(contents)]
    return zlib.compress(msgspec.json.encode(new))


def _tagged(kind: str, old: dict[str, Any]) -> dict[str, Any]:
    match kind:
        case "picture":
            return {**old, "type": old.get("what", "stage"), "over": bool(old.get("over"))}
        case "asked" if "prompt" in old:
            return {**old, "type": "asks"}
        case "asked":
            seats = [{**seat, "optional": bool(seat["optional"])} for seat in old["asked"]]
            return {**old, "type": "asked", "asked": seats}
        case "notice":
            why = "" if old["what"] == "end" else old.get("why", "")  # it was shown of no end
            card = old.get("card", "")
            return {**old, "packed": old["words"], "why": why, "card": card, "type": _notice(old)}
    return {**old, "type": kind or "told", "events": old.get("events", []), "chance": old.get("chance", [])}


def _notice(old: dict[str, Any]) -> str:
    """Return the tag of a notice."""
    match old:
        case {"what": "draw" | "undo", "how": "proposed"}:
            return "proposed"
        case {"what": "suggestion", "how": "made"}:
            return "suggested"
        case {"what": "batch"}:
            return "orders"
        case {"what": "defect" | "stale"}:
            return "alarm"
        case {"what": "founded" | "reminder" | "aside" | "end" as tag}:
            return str(tag)
    return "notice"
