"""Sheets: the printed board in one frame, theme and language; drawn once, then kept in memory and on disk.

A whole board is drawn in one piece. A window on it is composed of tiles, each drawn when it is first needed,
so that all windows share them and the number of drawings is limited.
"""

from __future__ import annotations

from itertools import product
from pathlib import Path

import msgspec
from msgspec import Struct
from PIL import Image

from renderer.boards import on_scan, terrain
from renderer.boards.areas import layer as area_layer
from renderer.boards.areas.board import AreaBoard
from renderer.boards.hexes import layer as hex_layer
from renderer.boards.hexes import names as hex_names
from renderer.boards.hexes.board import HexBoard
from renderer.boards.placement import Drawn
from renderer.boards.points import layer as point_layer
from renderer.boards.points.board import PointBoard
from renderer.draw import disk_cache, palette
from renderer.draw.frame import Frame
from renderer.draw.labels import Box
from renderer.draw.lru_cache import LruCache
from renderer.draw.themes import Colour, Theme
from renderer.scans import scan as scans

Board = PointBoard | HexBoard | AreaBoard
KEPT, PIXELS, PLACED = 12, 40_000_000, 64
"""The number of base layers kept in memory, of pixels of tiles, and of scales with places of names."""
TILES, EDGE = {900: 540, 0: 270}, 32
"""The side of a tile in pixels, by the least width of a window; and the margin drawn around it and
cut off, so that no blur shows its edge."""
SAMPLE = 640
"""The width in pixels of the picture from which the colours of a board's tiles are chosen."""
NEAR = 200
"""The distance in pixels beyond a frame up to which names are listed."""


class BaseLayer(Struct, frozen=True):
    """A drawn sheet: the picture in its own colours, the same in true colour, and the positions of everything
    on it. A scan has no colours of its own.
    """

    frame: Frame
    flat: Image.Image | None
    true: Image.Image
    drawn: Drawn


_sheets: LruCache[BaseLayer] = LruCache(KEPT)
_tiles: LruCache[Image.Image] = LruCache(PIXELS, lambda tile: tile.width * tile.height)
_palettes: LruCache[Image.Image] = LruCache(KEPT)
_placed: LruCache[Drawn] = LruCache(PLACED)


def sheet(board: Board, frame: Frame, theme: Theme, folder: Path | None) -> BaseLayer:
    """The sheet of a board in a frame, drawn in one piece.

    The last dozen are kept in memory. With a folder, sheets are also kept there from one run to the
    next, under names that change whenever the data or the drawing code do. Threads that want the same
    sheet wait for the first of them.
    """
    name = (
        f"{board.language}-{theme.name}-{'_'.join(f'{value:g}' for value in msgspec.structs.astuple(frame))}"
    )

    def made() -> BaseLayer:
        if board.scan is not None:
            return _of_scan(board, frame, theme, folder)
        flat = disk_cache.picture(folder, board.game, name, lambda: _drawn(board, frame, theme, folder))
        return BaseLayer(frame, flat, flat.convert("RGB"), drawn_in(board, frame, folder))

    return _sheets.get_or_make((board.game, name), made)


def window(board: Board, frame: Frame, theme: Theme, folder: Path | None) -> BaseLayer:
    """The sheet of a part of a board, composed of tiles, which are kept as whole sheets are.

    The frame begins at a whole pixel of the board (see `aligned`).
    """

    def made() -> BaseLayer:
        if board.scan is not None:
            return _of_scan(board, frame, theme, folder)
        left, top = round(frame.x * frame.scale), round(frame.y * frame.scale)
        flat, side = Image.new("P", frame.size), _side(frame)
        for at in product(_touched(left, frame.size[0], side), _touched(top, frame.size[1], side)):
            tile = _tile(board, frame, at, theme, folder)
            flat.paste(tile, (at[0] * side - left, at[1] * side - top))
        flat.putpalette(tile.getpalette() or [])
        return BaseLayer(frame, flat, flat.convert("RGB"), drawn_in(board, frame, folder))

    return _sheets.get_or_make((board.game, board.language, theme.name, frame, "tiles"), made)


def aligned(at: float, scale: float) -> float:
    """The nearest plate unit at which a pixel begins."""
    return round(at * scale) / scale


def forget() -> None:
    """Drop all sheets kept in memory."""
    for cache in (_sheets, _tiles, _palettes, _placed):
        cache.clear()
    scans.forget()


def _of_scan(board: Board, frame: Frame, theme: Theme, folder: Path | None) -> BaseLayer:
    """The part of a scan in a frame, with the boxes that are not printed on it."""
    assert board.scan is not None
    true = scans.plate(board.scan, frame, theme, folder)
    for area in board.areas if isinstance(board, HexBoard) else ():
        if area.id in board.scan.beside:
            hex_names.box(true, area, frame, theme)
    return BaseLayer(frame, None, true, drawn_in(board, frame, folder))


def _drawn(board: Board, frame: Frame, theme: Theme, folder: Path | None) -> Image.Image:
    """The board in a frame, in colours chosen for it."""
    true = _plate(board, frame, theme, drawn_in(board, frame, folder))
    return palette.printed(true, palette.chosen(true, theme, _signs(board)))


def _plate(board: Board, frame: Frame, theme: Theme, drawn: Drawn) -> Image.Image:
    """The board in a frame, in true colour."""
    if isinstance(board, HexBoard):
        return hex_layer.plate(board, frame, theme, drawn)
    if isinstance(board, AreaBoard):
        return area_layer.plate(board, frame, theme)
    true = terrain.physical(board, frame, theme, terrain.land_mask(board.conic, frame))
    point_layer.draw(true, board, frame, theme, drawn)
    return true


def _signs(board: Board) -> list[Colour]:
    return [party.colour for party in board.parties] if isinstance(board, AreaBoard) else []


# -- tiles ---------------------------------------------------------------------------------------------


def _side(frame: Frame) -> int:
    return next(side for least, side in TILES.items() if frame.size[0] >= least)


def _touched(start: int, size: int, side: int) -> range:
    """The numbers of the tiles that contain a range of pixels, in a row or column."""
    return range(start // side, (start + size - 1) // side + 1)


def _tile(board: Board, frame: Frame, at: tuple[int, int], theme: Theme, folder: Path | None) -> Image.Image:
    """A tile at the scale and zoom of a frame; `at` counts from the board's upper left corner."""
    scale, side = frame.scale, _side(frame)
    x, y = ((number * side - EDGE) / scale for number in at)
    wider = Frame(x, y, (side + 2 * EDGE) / scale, (side + 2 * EDGE) / scale, scale, frame.zoom)

    def drawn() -> Image.Image:
        true = _plate(board, wider, theme, drawn_in(board, wider, folder))
        inner = true.crop((EDGE, EDGE, EDGE + side, EDGE + side))
        return palette.printed(inner, _palette(board, theme, folder))

    name = f"{board.language}-{theme.name}-{_level(frame)}_{side}_{at[0]}_{at[1]}"
    return _tiles.get_or_make((board.game, name), lambda: disk_cache.picture(folder, board.game, name, drawn))


def _level(frame: Frame) -> str:
    return f"{frame.scale:.4f}_{frame.zoom:.4f}"


def _palette(board: Board, theme: Theme, folder: Path | None) -> Image.Image:
    """The colours of all tiles of a board, chosen from a small picture of it without its names."""
    scale = SAMPLE / board.size[0]
    whole = Frame(0, 0, board.size[0], board.size[1], scale, scale)

    def made() -> Image.Image:
        true = _plate(board, whole, theme, Drawn({}, {}, {}, ()))
        return palette.chosen(true, theme, _signs(board), 1)

    name = f"{board.language}-{theme.name}-colours"
    return _palettes.get_or_make(
        (board.game, name), lambda: disk_cache.picture(folder, board.game, name, made)
    )


# -- what lies where -----------------------------------------------------------------------------------


def drawn_in(board: Board, frame: Frame, folder: Path | None) -> Drawn:
    """Return the positions of everything in a frame. Names are placed on the whole board, once for every
    scale.
    """
    whole = Frame(0, 0, board.size[0], board.size[1], frame.scale, frame.zoom)

    def placed() -> Drawn:
        if board.scan is not None:
            return on_scan.placed(board, whole)
        if isinstance(board, HexBoard):
            return hex_layer.placed(board, whole)
        return (
            area_layer.placed(board, whole)
            if isinstance(board, AreaBoard)
            else point_layer.placed(board, whole)
        )

    def made() -> Drawn:
        if folder is None:
            return placed()
        name = f"{board.language}-{_level(frame)}.json"
        found = disk_cache.content(folder, board.game, name, lambda: msgspec.json.encode(placed()))
        return msgspec.json.decode(found, type=Drawn)

    found = _placed.get_or_make((board.game, board.language, _level(frame)), made)
    return found if frame == whole else _shifted(found, frame)


def _shifted(drawn: Drawn, frame: Frame) -> Drawn:
    """Return the positions relative to a frame's upper left corner; distant things are left out."""
    x, y = frame.x * frame.scale, frame.y * frame.scale
    right, bottom = x + frame.size[0] + NEAR, y + frame.size[1] + NEAR

    def near(box: Box) -> bool:
        return box[0] < right and box[2] > x - NEAR and box[1] < bottom and box[3] > y - NEAR

    def shifted(box: Box) -> Box:
        return box[0] - x, box[1] - y, box[2] - x, box[3] - y

    def kept_of(boxes: dict[str, Box]) -> dict[str, Box]:
        return {name: shifted(box) for name, box in boxes.items() if near(box)}

    def letters_of(names: dict[str, tuple[Box, ...]]) -> dict[str, tuple[Box, ...]]:
        return {name: tuple(shifted(box) for box in boxes if near(box)) for name, boxes in names.items()}

    return msgspec.structs.replace(
        drawn,
        sites=kept_of(drawn.sites),
        names=kept_of(drawn.names),
        captions=kept_of(drawn.captions),
        waters=letters_of(drawn.waters),
        lands=letters_of(drawn.lands),
    )
