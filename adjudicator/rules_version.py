"""The version of the code and the data of the rules, for cards and `rules` entries (design/fair-dice.md §5,
§8).
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from functools import cache
from pathlib import Path

from adjudicator.core.game.game import OWN
from adjudicator.core.log.founding import RulesVersion

VERSION = "0.1.0"

_ROOT = Path(__file__).resolve().parent.parent


@cache
def rules_version(game: str, root: Path = _ROOT) -> RulesVersion:
    """Return the version of a game's rules: the release, and hashes of the code and of the data. With figures
    of a group's own (`Game.id`) the data are ours and these.
    """
    game, _, figures = game.partition(OWN)
    parts = [root / "adjudicator" / part for part in ("core", "display", "geometry", "search", game)]
    code = [path for part in parts for path in part.rglob("*.py")]
    data = [path for path in (root / "data" / game).rglob("*") if path.is_file()]
    ours = _digest(root, data)
    laid = hashlib.sha256(f"{ours} {figures}".encode()).hexdigest() if figures else ours
    return RulesVersion(VERSION, _digest(root, code), laid)


def _digest(root: Path, files: Iterable[Path]) -> str:
    """A hash of names and contents; line ends count as one kind, however they were checked out."""
    whole = hashlib.sha256()
    for file in sorted(files):
        content = file.read_bytes().replace(b"\r\n", b"\n")
        whole.update(f"{file.relative_to(root).as_posix()} {len(content)}\n".encode() + content)
    return whole.hexdigest()
