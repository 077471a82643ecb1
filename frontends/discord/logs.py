"""The log of the bot: one line of JSON for each event, with ids, and without secrets."""

from __future__ import annotations

import logging
from datetime import UTC, datetime
from typing import TextIO

import msgspec

_OURS = frozenset(
    [
        "answer",
        "audience",
        "bot",
        "campaign",
        "channel",
        "error",
        "file",
        "guild",
        "guilds",
        "interaction",
        "place",
        "post",
        "shards",
        "tree",
        "user",
        "what",
    ]
)
"""The fields of an event beside its sentence."""


class JsonFormatter(logging.Formatter):
    """Format a record as a line of JSON."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the line, without its end."""
        line: dict[str, object] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "log": record.name,
            "says": record.getMessage(),
        }
        line |= {key: value for key, value in vars(record).items() if key in _OURS}
        if record.exc_info:
            line["traceback"] = self.formatException(record.exc_info)
        return msgspec.json.encode(line, enc_hook=str).decode()


def log_to(stream: TextIO) -> None:
    """Write every event to a stream, line by line; from the library only warnings."""
    handler = logging.StreamHandler(stream)
    handler.setFormatter(JsonFormatter())
    root = logging.getLogger()
    for other in list(root.handlers):
        root.removeHandler(other)
    root.addHandler(handler)
    root.setLevel(logging.INFO)
    logging.getLogger("discord").setLevel(logging.WARNING)
    logging.getLogger("discord.client").setLevel(logging.ERROR)
