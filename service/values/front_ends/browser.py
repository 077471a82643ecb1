"""Records of the browser table: access to seats, private notes."""

from __future__ import annotations

from msgspec import Struct

LONGEST = 2000

PLACE, TURN = "place", "turn"
"""The kinds of notes, by their subject."""


class PrivateNote(Struct, frozen=True):
    """A note: what it is about, by the id of a place or of a stage, its text, and when it was written."""

    kind: str
    about: str
    text: str
    at: int


class SeatAccess(Struct, frozen=True):
    """A place in a campaign: the seat, "" for the referee, and the user who acts there."""

    campaign: int
    seat: str
    user: str
