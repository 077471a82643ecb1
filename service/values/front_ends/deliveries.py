"""Records of deliveries: which post has reached whom (ADR 9)."""

from __future__ import annotations

from msgspec import Struct

EVERYBODY = ""
"""The recipient of the row for a post as a whole."""

WAITING, SENDING, DELIVERED = "waiting", "sending", "delivered"


class Delivery(Struct, frozen=True):
    """The delivery of a post: "waiting", "sending" or "delivered", and the front end's own reference."""

    state: str
    reference: str
