"""What the desk writes into folders: maps, and exports with the verifier beside them."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterable
from pathlib import Path

from adjudicator.core import verify
from adjudicator.maps.scene import Scene
from renderer import draw

_SHEETS = ".sheets"


def write_map(folder: Path, name: str, scene: Scene, width: int) -> Path:
    """Draw a scene into `folder`; gives the file, called after `name`. `width` in pixels."""
    picture = draw(scene, width=width, cache=folder / _SHEETS)
    file = folder / f"{_tame(name)}.png"
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(picture.png)
    return file


def write_export(folder: Path, name: str, lines: Iterable[str]) -> Path:
    """Write an export and the stand-alone verifier (`verify.py`) into `folder`; gives the export's file."""
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / f"{_tame(name)}.jsonl"
    file.write_bytes("".join(f"{line}\n" for line in lines).encode("ascii"))
    shutil.copyfile(Path(verify.__file__), folder / "verify.py")
    return file


def _tame(name: str) -> str:
    """A name that every file system takes."""
    return re.sub(r"[^A-Za-z0-9_.-]+", "-", name).strip("-.") or "game"
