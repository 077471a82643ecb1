"""The names of a front end's commands in languages other than the first: `names.<language>.toml`."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path

import msgspec

from adjudicator.core.language.languages import FIRST


@cache
def command_names(folder: Path, language: str) -> Mapping[str, str]:
    """Return English name -> name in a language; empty where it has none of its own."""
    path = folder / f"names.{language}.toml"
    if language == FIRST or not path.exists():
        return {}
    return msgspec.toml.decode(path.read_bytes(), type=dict[str, str])
