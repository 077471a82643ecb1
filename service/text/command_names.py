"""The names of a front end's commands, and of the words after them, in languages other than the first:
`names.<language>.toml`.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path

import msgspec

from adjudicator.core.language.languages import FIRST, LANGUAGES
from adjudicator.core.language.words import fold


@cache
def command_names(folder: Path, language: str) -> Mapping[str, str]:
    """Return English name -> name in a language; empty where it has none of its own."""
    path = folder / f"names.{language}.toml"
    if language == FIRST or not path.exists():
        return {}
    return msgspec.toml.decode(path.read_bytes(), type=dict[str, str])


def meant(folder: Path, typed: str, *names: str) -> str:
    """Return the one of some English names that is typed, in whichever language, "" for none."""
    wanted = fold(typed)
    tables = [command_names(folder, language) for language in LANGUAGES]
    return next((name for name in names if wanted in {fold(of.get(name, name)) for of in tables}), "")
