"""The names of slash commands and their parameters in every language, as Discord takes them.

They are lower case, of 1 to 32 characters, without spaces. Descriptions are in the catalogues.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from service.text.command_names import command_names

_FOLDER = Path(__file__).resolve().parents[1]


def names(language: str) -> Mapping[str, str]:
    """Return English name -> name in a language; empty where it has none of its own."""
    return command_names(_FOLDER, language)


def command_in(command: str, language: str) -> str:
    """Return the name of a command in a client's language, such as "/game new"."""
    return "/" + " ".join(names(language).get(name, name) for name in command.removeprefix("/").split())
