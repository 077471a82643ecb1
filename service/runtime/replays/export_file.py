"""An export as a file that somebody names on the command line."""

from __future__ import annotations

from pathlib import Path

from adjudicator.core.language.errors import Verbatim
from adjudicator.core.language.words import N_, words
from service.values.settings import CannotStart
from service.values.words import speak


def lines_of(file: Path, language: str) -> list[str]:
    """Return the lines of an export, as the verifier reads them.

    Raises:
        CannotStart: if the file cannot be read or is no text of an export; in the language.
    """
    try:
        return bytes_of(file, language).decode("ascii").removesuffix("\n").split("\n")
    except UnicodeDecodeError as error:
        raise cannot(N_("{file} is no export: it has signs that no export has"), language, file) from error


def bytes_of(file: Path, language: str) -> bytes:
    """Return the content of a file.

    Raises:
        CannotStart: if it cannot be read; in the language.
    """
    try:
        return file.read_bytes()
    except OSError as error:
        why = error.strerror or str(error)
        raise cannot(N_("{file} cannot be read: {why}"), language, file, why) from error


def cannot(template: str, language: str, file: Path, why: str = "") -> CannotStart:
    """Return the refusal of a file, whose path is written out in full."""
    values = {"file": Verbatim(str(file), len(str(file))), "why": Verbatim(why, len(why))}
    return CannotStart(speak(words(template, **values), language))
