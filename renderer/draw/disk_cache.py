"""A cache of pictures on disk; a file's name changes with the data and the code from which it is made."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from hashlib import blake2b
from io import BytesIO
from os import getpid
from pathlib import Path
from threading import get_ident

from PIL import Image

from adjudicator.core.game.game import OWN
from renderer.draw import png
from renderer.paths import DATA, SOURCE

SOURCES = ("atlas/*", "fonts/*.*", "{game}/*.toml", "{game}/*.csv")


@cache
def edition(game: str) -> str:
    """A digest of everything from which a sheet is made: the data and this package's own source."""
    digest = blake2b(digest_size=8)
    folder = game.partition("@")[0].partition(OWN)[0]
    paths = [path for pattern in SOURCES for path in DATA.glob(pattern.format(game=folder))]
    for path in sorted([*paths, *SOURCE.rglob("*.py")]):
        digest.update(path.name.encode() + path.read_bytes())
    return digest.hexdigest()


def picture(folder: Path | None, game: str, name: str, make: Callable[[], Image.Image]) -> Image.Image:
    """A picture with a palette from the folder; made and stored there if it is missing."""
    if folder is None:
        return make()
    made: list[Image.Image] = []

    def packed() -> bytes:
        made.append(make())
        return png.packed(made[0])

    found = content(folder, game, f"{name}.png", packed)
    if made:
        return made[0]
    with Image.open(BytesIO(found)) as opened:
        return opened.copy()


def content(folder: Path, game: str, name: str, make: Callable[[], bytes]) -> bytes:
    """The bytes of a file of the folder; made and stored there if it is missing.

    Several processes, and several threads of one, may make the same file at once: each writes a part of its
    own, which takes the file's place when it is whole.
    """
    stem, _, ending = name.rpartition(".")
    path = folder / f"{game}-{stem}-{edition(game)}.{ending}"
    if path.exists():
        return path.read_bytes()
    made = make()
    folder.mkdir(parents=True, exist_ok=True)
    part = folder / f"{path.name}.{getpid()}-{get_ident()}.part"
    part.write_bytes(made)
    part.replace(path)
    return made
