"""The words of mail programs and servers, in the languages of their users: `programs.toml`."""

from __future__ import annotations

from pathlib import Path

import msgspec

_FILE = Path(__file__).resolve().with_name("programs.toml")
_FOUND = msgspec.toml.decode(_FILE.read_bytes(), type=dict[str, list[str]])


def wording(of: str) -> str:
    """Return the regular expression for one of the things that programs write."""
    return f"(?:{'|'.join(_FOUND[of])})"
