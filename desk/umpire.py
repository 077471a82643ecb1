"""Which code and which data rule: what the card and every `rules` entry say (fair_dice.md §5, §8)."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path

from adjudicator.core.founding import Umpire

VERSION = "0.1.0"

_ROOT = Path(__file__).resolve().parent.parent


@lru_cache
def umpire(game: str, root: Path = _ROOT) -> Umpire:
    """The umpire of a game: the release, and hashes of the code and of the data it is ruled by."""
    code = [*(root / "adjudicator" / "core").rglob("*.py"), *(root / "adjudicator" / "maps").rglob("*.py")]
    code += (root / "adjudicator" / game).rglob("*.py")
    data = [file for file in (root / "data" / game).rglob("*") if file.is_file()]
    return Umpire(VERSION, _digest(root, code), _digest(root, data))


def _digest(root: Path, files: Iterable[Path]) -> str:
    """A hash of names and contents; line ends count as one kind, as they are checked out."""
    whole = hashlib.sha256()
    for file in sorted(files):
        content = file.read_bytes().replace(b"\r\n", b"\n")
        whole.update(f"{file.relative_to(root).as_posix()} {len(content)}\n".encode() + content)
    return whole.hexdigest()
