"""All that went over the wire, kept for comparison and for messages about what went wrong."""

from __future__ import annotations

import hashlib
import json
from typing import Any

from msgspec import Struct

JSON = dict[str, Any]


def without_random_nonce(body: Any) -> Any:
    """The body without the nonce that the library draws for a message that was given none: a long number."""
    if isinstance(body, dict) and str(body.get("nonce", "")).isdigit() and len(str(body["nonce"])) > 9:
        return {name: value for name, value in body.items() if name != "nonce"}
    return body


class Exchange(Struct, eq=False):
    """One request of the bot's and its answer."""

    number: int
    operation: str
    method: str
    path: str
    query: dict[str, str]
    body: Any
    files: dict[str, bytes]
    begun: float
    """Seconds of the loop's clock."""
    status: int = 0
    answer: Any = None
    ended: float = 0.0

    def sent(self) -> bytes:
        """Return what the bot sent, as bytes that can be compared; files as their digests."""
        told = {
            "request": f"{self.method} {self.path}",
            "query": self.query,
            "body": without_random_nonce(self.body),
            "files": {name: hashlib.sha256(data).hexdigest() for name, data in self.files.items()},
        }
        return json.dumps(told, sort_keys=True, ensure_ascii=False).encode()


class Traffic:
    """Every exchange in the order of the requests, and every message that came over the gateway."""

    def __init__(self, *, keep: bool = True) -> None:
        """`keep` False: bodies, files and answers are not kept, but that there was an exchange, and when."""
        self.exchanges: list[Exchange] = []
        self.gateway: list[JSON] = []
        self.keep = keep

    def from_bot(self, message: JSON) -> None:
        if message["op"] != 1:
            self.gateway.append(message)

    def of(self, operation: str) -> list[Exchange]:
        return [each for each in self.exchanges if each.operation == operation]

    def sent(self) -> list[bytes]:
        return [each.sent() for each in self.exchanges]

    @property
    def refused(self) -> int:
        """Answers 401, 403 and 429: ten thousand in ten minutes have an address banned."""
        return sum(1 for each in self.exchanges if each.status in (401, 403, 429))
