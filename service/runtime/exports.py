"""Files that the service writes: pictures, and exports with the verifier beside them."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

from adjudicator.core.audit import verify
from adjudicator.core.language.words import N_
from service.pictures.drawing import Drawing, render
from service.values.settings import CannotStartYet
from service.values.words import because

_SHEETS = ".sheets"


def write_picture(folder: Path, name: str, drawing: Drawing) -> Path:
    """Draw into `folder`; return the file, named after `name`.

    Raises:
        CannotStartYet: if the folder cannot be written.
    """
    with _written(folder):
        picture = render(drawing, folder / _SHEETS)
        file = folder / f"{_tame(name)}{Path(picture.name).suffix}"
        file.write_bytes(picture.data)
    return file


def write_export(folder: Path, name: str, lines: Iterable[str]) -> Path:
    """Write an export and the stand-alone verifier (`verify.py`) into `folder`; return the export's file.

    Raises:
        CannotStartYet: if the folder cannot be written.
    """
    with _written(folder):
        file = folder / f"{_tame(name)}.jsonl"
        file.write_bytes("".join(f"{line}\n" for line in lines).encode("ascii"))
        shutil.copyfile(Path(verify.__file__), folder / "verify.py")
    return file


@contextmanager
def _written(folder: Path) -> Iterator[None]:
    """Make a folder into which the block writes."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        yield
    except OSError as error:
        raise CannotStartYet(
            N_("{folder} cannot be written: {why}"), folder=folder, why=because(error)
        ) from error


def _tame(name: str) -> str:
    """Return the name with only characters that every file system allows."""
    return re.sub(r"[^A-Za-z0-9_.-]+", "-", name).strip("-.") or "game"
