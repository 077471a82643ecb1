"""The audiences of posts."""

from __future__ import annotations

CHANNEL, REFEREE = "channel", "referee"


def to_seat(seat: str) -> str:
    """Return the audience that is one seat."""
    return f"seat/{seat}"
