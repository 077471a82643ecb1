"""Sheets: the printed board in one frame, theme and language; drawn once, then kept in memory and on disk."""

from __future__ import annotations

from collections import OrderedDict
from functools import cache
from hashlib import blake2b
from io import BytesIO
from pathlib import Path
from threading import Lock

import msgspec
from msgspec import Struct
from PIL import Image

from renderer import areas, features, hexes, palette, terrain
from renderer.areaboard import AreaBoard
from renderer.atlas import DATA
from renderer.boards import PointBoard
from renderer.features import Drawn
from renderer.frame import Frame
from renderer.hexboard import HexBoard
from renderer.themes import theme_of

Board = PointBoard | HexBoard | AreaBoard
KEPT = 12
SOURCES = ("atlas/*", "fonts/*.ttf", "{game}/*.toml", "{game}/*.csv")


class Sheet(Struct, frozen=True):
    """A drawn sheet: the picture in its own colours, the same in true colour, and what lies where."""

    frame: Frame
    flat: Image.Image
    true: Image.Image
    drawn: Drawn


_kept: OrderedDict[tuple[str, str, str, Frame], Sheet] = OrderedDict()
_lock = Lock()


@cache
def edition(game: str) -> str:
    """A digest of all that a sheet is made of: the data and this package's own source."""
    digest = blake2b(digest_size=8)
    paths = [path for pattern in SOURCES for path in DATA.glob(pattern.format(game=game))]
    for path in sorted([*paths, *Path(__file__).parent.rglob("*.py")]):
        digest.update(path.name.encode() + path.read_bytes())
    return digest.hexdigest()


def sheet(board: Board, frame: Frame, theme: str, cache_folder: Path | None) -> Sheet:
    """The sheet of a board in a frame.

    The last dozen are kept in memory. With a folder, sheets are also kept there from one run to the
    next, under names that change whenever the data or the drawing code do.
    """
    key = (board.game, board.language, theme, frame)
    with _lock:
        if key in _kept:
            _kept.move_to_end(key)
            return _kept[key]
    found = _read(board, frame, theme, cache_folder) if cache_folder else None
    if found is None:
        found = _drawn(board, frame, theme)
        if cache_folder:
            _write(found, _stem(board, frame, theme, cache_folder))
    with _lock:
        _kept[key] = found
        while len(_kept) > KEPT:
            _kept.popitem(last=False)
    return found


def forget() -> None:
    """Drop all sheets kept in memory."""
    with _lock:
        _kept.clear()


def _drawn(board: Board, frame: Frame, theme: str) -> Sheet:
    colours = theme_of(board.game, theme)
    if isinstance(board, HexBoard):
        true, drawn = hexes.plate(board, frame, colours)
    elif isinstance(board, AreaBoard):
        true, drawn = areas.plate(board, frame, colours)
    else:
        true = terrain.physical(board.conic, frame, colours, terrain.land_mask(board.conic, frame))
        drawn = features.draw(true, board, frame, colours)
    signs = [party.colour for party in board.parties] if isinstance(board, AreaBoard) else []
    flat = palette.quantised(true, palette.chosen(true, colours, signs))
    return Sheet(frame, flat, flat.convert("RGB"), drawn)


def _stem(board: Board, frame: Frame, theme: str, folder: Path) -> Path:
    place = "_".join(f"{value:g}" for value in msgspec.structs.astuple(frame))
    return folder / f"{board.game}-{board.language}-{theme}-{place}-{edition(board.game)}"


def _read(board: Board, frame: Frame, theme: str, folder: Path) -> Sheet | None:
    stem = _stem(board, frame, theme, folder)
    picture, facts = stem.with_name(stem.name + ".png"), stem.with_name(stem.name + ".json")
    if not picture.exists() or not facts.exists():
        return None
    with Image.open(picture) as opened:
        flat = opened.copy()
    return Sheet(frame, flat, flat.convert("RGB"), msgspec.json.decode(facts.read_bytes(), type=Drawn))


def _write(made: Sheet, stem: Path) -> None:
    """The facts last and each file whole, so that a reader never meets half a sheet."""
    stem.parent.mkdir(parents=True, exist_ok=True)
    buffer = BytesIO()
    made.flat.save(buffer, "PNG", compress_level=3)
    for ending, content in ((".png", buffer.getvalue()), (".json", msgspec.json.encode(made.drawn))):
        part = stem.with_name(stem.name + ending + ".part")
        part.write_bytes(content)
        part.replace(stem.with_name(stem.name + ending))
