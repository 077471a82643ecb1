"""The table protocol: one JSON object a line in, one out (docs/table-protocol.md)."""

from .server import answer, serve
from .session import Session

__all__ = ["Session", "answer", "serve"]
