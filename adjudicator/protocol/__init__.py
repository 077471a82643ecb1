"""The table protocol: one JSON object a line in, one out (docs/table-protocol.md)."""

from .session import Session, serve

__all__ = ["Session", "serve"]
