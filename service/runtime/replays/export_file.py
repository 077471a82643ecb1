"""An export as a file that somebody names on the command line."""

from __future__ import annotations

from pathlib import Path

from adjudicator.core.language.words import N_
from service.values.settings import CannotStart
from service.values.words import because


def lines_of(file: Path) -> list[str]:
    """Return the lines of an export, as the verifier reads them.

    Raises:
        CannotStart: if the file cannot be read or is no text of an export.
    """
    try:
        return bytes_of(file).decode("ascii").removesuffix("\n").split("\n")
    except UnicodeDecodeError as error:
        raise CannotStart(
            N_("{file} is not an export: it has characters that no export has"), file=file
        ) from error


def bytes_of(file: Path) -> bytes:
    """Return the content of a file.

    Raises:
        CannotStart: if it cannot be read.
    """
    try:
        return file.read_bytes()
    except OSError as error:
        raise CannotStart(N_("{file} cannot be read: {why}"), file=file, why=because(error)) from error
