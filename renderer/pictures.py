"""Pictures of a scene: the whole board, and a crop around some places."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from math import ceil
from pathlib import Path

from msgspec import Struct, structs

from adjudicator.display.preview import Preview
from adjudicator.display.scene import Scene
from renderer.boards import on_scan
from renderer.boards.areas.board import AreaBoard
from renderer.boards.base_layer import BaseLayer, Board, aligned, sheet
from renderer.boards.base_layer import window as part
from renderer.boards.hexes.board import HexBoard
from renderer.boards.plates import Plate
from renderer.draw import text
from renderer.draw.canvas import Canvas
from renderer.draw.frame import Frame
from renderer.draw.labels import Box
from renderer.draw.themes import Theme
from renderer.games import look_of, theme_of
from renderer.marginalia import hex_legend, panels, scale_bar
from renderer.pieces import laying, previews

# The least part of the plate that a crop shows, and the room around its places, in plate units. Its window is
# one of a few sizes, each larger than the one before by `GROWS`, and lies at a multiple of a quarter of its
# own size: so there are few tiles, and a window that was put together can be used again.
LEAST, ROOM, GROWS, QUARTER = (460.0, 380.0), 110.0, 1.25, 4
TALLEST = 1.2
LEAST_ZOOM, MOST_ZOOM = 1.25, 1.75
STRIP = 66
# What the print of a scan shows in its own way.
PRINTED = {
    *("port", "inland", "value", "major", "minor", "sea_border"),
    *(*hex_legend.GROUNDS, *hex_legend.TOWNS, *hex_legend.LINES),
}
FOOT = 15.0
# In the corners of hexes and areas the title is narrow (plate units), panels and legend are smaller.
NARROW, SMALL_PANEL, SMALL = 392.0, 0.88, 0.77


class Picture(Struct, frozen=True):
    """A finished picture: its file, its text for those who cannot see it, its size in pixels, and the ending
    of the file, "png", or "jpg" on a photo.
    """

    data: bytes
    alt: str
    width: int
    height: int
    ending: str = "png"


def finished(canvas: Canvas, alt: str) -> Picture:
    """Return the picture on a canvas with its text."""
    data, ending = canvas.file()
    return Picture(data, alt, *canvas.picture.size, ending)


def board_of(scene: Scene) -> Board:
    """The board a scene is played on.

    Raises:
        KeyError: a game without a board.
    """
    return look_of(scene.game).board(scene.language)


def whole_map(scene: Scene, *, width: int = 2400, theme: str = "light", cache: Path | None = None) -> Picture:
    """Draw the whole board.

    Args:
        scene: the picture's content, from one seat's view.
        width: pixels; the height follows from the plate. Names and pieces grow with it.
        theme: "light" or "dark".
        cache: a folder in which sheets are kept from one run to the next.

    Raises:
        KeyError: an unknown game, theme or place.
        ValueError: an unknown kind of mark or sign.
    """
    board, colours = board_of(scene), theme_of(scene.game, theme)
    scale = width / board.size[0]
    frame = Frame(0, 0, board.size[0], board.size[1], scale, scale)
    base = sheet(board, frame, colours, cache)
    canvas = Canvas(base.true, base.flat, colours)
    taken = around(canvas, scene, board, colours, scale)
    _lay(canvas, scene, board, base, colours, taken)
    return finished(canvas, scene.alt)


def around(canvas: Canvas, scene: Scene, board: Board, theme: Theme, scale: float) -> list[Box]:
    """Paint title, panels and legend; return the boxes that they cover."""
    if board.scan is not None:
        return _beside_scan(canvas, scene, board, theme, scale)
    if isinstance(board, HexBoard | AreaBoard):
        return _marginalia_in_corners(canvas, scene, board, theme, scale)
    return _marginalia(canvas, scene, board, theme, scale)


def _lay(
    canvas: Canvas, scene: Scene, board: Board, base: BaseLayer, theme: Theme, taken: Sequence[Box]
) -> None:
    for thing in laying.things(scene, board, base, theme, taken):
        laying.paint(canvas, thing, base.frame, theme)


def crop(
    scene: Scene, places: Sequence[str], *, width: int = 1080, theme: str = "light", cache: Path | None = None
) -> Picture:
    """Draw the part of the board around some places, large, with a title strip above.

    Args:
        scene: as for `whole_map`; its panels and legend are left out.
        places: ids of the places that must be visible: cities and seas, or hexes, areas and whole provinces.
        width: pixels; the height follows from the places.
        theme: "light" or "dark".
        cache: as for `whole_map`.

    Raises:
        ValueError: no places, or an unknown kind of mark.
        KeyError: an unknown game, theme or place.
    """
    canvas = window(scene, crop_frame(board_of(scene), places, width), theme_of(scene.game, theme), cache)
    return finished(canvas, scene.alt)


def preview(
    scene: Scene, shown: Preview, *, width: int = 1080, theme: str = "light", cache: Path | None = None
) -> Picture:
    """Draw an order before it is given: a crop around its way, or around its start while none is chosen.

    Args:
        scene: the position; earlier events are left out.
        shown: the way, its cost, and the other places in reach, which are lit up.
        width: pixels.
        theme: "light" or "dark".
        cache: as for `whole_map`.

    Raises:
        KeyError: an unknown game, theme or place.
    """
    board = board_of(scene)
    frame = crop_frame(board, previews.places(shown, board), width)
    way = (shown.arrow,) if len(shown.arrow.path) > 1 else ()
    plain = structs.replace(scene, title=shown.caption, subtitle="", arrows=way, fallen=())
    canvas = window(plain, frame, theme_of(scene.game, theme), cache, shown)
    return finished(canvas, shown.alt)


def window(
    scene: Scene, frame: Frame, theme: Theme, cache: Path | None, shown: Preview | None = None
) -> Canvas:
    """A part of the board with the things on it, a title strip above, and the light of a preview."""
    board = board_of(scene)
    base = part(board, frame, theme, cache)
    canvas = Canvas(base.true, base.flat, theme)
    width = canvas.picture.width
    if shown is not None:
        previews.light(canvas, shown, board, frame, theme)
    _lay(canvas, scene, board, base, theme, [(0.0, 0.0, float(width), strip_height(width))])
    if shown is not None:
        held = {stack.place for stack in scene.stacks}
        previews.costs(canvas, shown, board, frame, theme, held)
    _strip(canvas, scene, theme, width)
    return canvas


def strip_height(width: int) -> float:
    """Return the height of the title strip, in pixels."""
    return STRIP * width / 1080


def crop_frame(board: Plate, places: Sequence[str], width: int) -> Frame:
    """The window of a crop: all the places with room around, inside the plate.

    Raises:
        ValueError: no places.
        KeyError: a place that the board does not have.
    """
    if not places:
        raise ValueError("a crop needs a place to show")
    points = [point for place in places for point in board.extent(place)]
    left, right = min(x for x, _ in points) - ROOM, max(x for x, _ in points) + ROOM
    top, bottom = min(y for _, y in points) - ROOM - 40, max(y for _, y in points) + ROOM
    for wide, high in _sizes(board):
        for tall in (high, min(wide * TALLEST, board.size[1])):
            x = _inside((left + right - wide) / 2, wide / QUARTER, board.size[0] - wide)
            y = _inside((top + bottom - tall) / 2, tall / QUARTER, board.size[1] - tall)
            across = x <= max(left, 0) and x + wide >= min(right, board.size[0])
            if across and y <= max(top, 0) and y + tall >= min(bottom, board.size[1]):
                return _window(x, y, wide, tall, width)
    return _window(0.0, 0.0, *board.size, width)


def windows(board: Plate, width: int) -> Iterator[Frame]:
    """Windows of every size, side by side, which contain the background of any crop (see `crop_frame`)."""
    for wide, high in _sizes(board):
        for x, y in product(_beside(wide, board.size[0]), _beside(high, board.size[1])):
            yield _window(x, y, wide, high, width)
    yield _window(0.0, 0.0, *board.size, width)


def _sizes(board: Plate) -> Iterator[tuple[float, float]]:
    """Yield the possible widths and heights of a crop in plate units, the least first; if need be it is
    taller.
    """
    wide, high = LEAST
    while wide < board.size[0]:
        yield wide, high
        wide, high = wide * GROWS, min(high * GROWS, board.size[1])


def _beside(step: float, whole: float) -> Iterator[float]:
    """Return the starts of windows that lie side by side, the last at the end."""
    return (max(min(at * step, whole - step), 0.0) for at in range(ceil(whole / step)))


def _window(x: float, y: float, wide: float, high: float, width: int) -> Frame:
    scale = width / wide
    zoom = _zoom(scale * 1080 / width) * width / 1080
    return Frame(aligned(x, scale), aligned(y, scale), wide, high, scale, zoom)


def _zoom(scale: float) -> float:
    """The zoom of pieces: it grows with the map, but less, and shrinks in very large crops."""
    return min(max(scale * 0.72, LEAST_ZOOM), MOST_ZOOM, scale * 1.25)


def _inside(value: float, step: float, most: float) -> float:
    """The nearest of the places that are `step` apart, inside the plate."""
    return min(max(round(value / step) * step, 0.0), max(most, 0.0))


def _marginalia(canvas: Canvas, scene: Scene, board: Plate, theme: Theme, scale: float) -> list[Box]:
    """Title upper left, panels along the upper edge from the right, legend lower left, the rest below."""
    width, height = canvas.picture.size
    edge = panels.EDGE * scale
    taken = [panels.title(canvas, scene, theme, (edge, edge), scale)]
    step = (panels.PANEL_WIDTH + 14) * scale
    room = int((width - 2 * edge - 1000 * scale) / step)
    starts = [(width - edge - step * (at + 1) + 14 * scale, edge) for at in range(room)][::-1]
    shown = scene.panels
    taken += panels.panels(canvas, shown, theme, scale, starts[-len(shown) :] if shown else [])
    if scene.legend:
        low = (edge, height - edge)
        taken.append(panels.legend(canvas, scene.legend, theme, low, 3, scale))
    return [*taken, *_below(canvas, scene, board, theme, scale)]


def _marginalia_in_corners(
    canvas: Canvas, scene: Scene, board: HexBoard | AreaBoard, theme: Theme, scale: float
) -> list[Box]:
    """Title, panels and legend in the corners that the board leaves free, the rest below."""
    at = {name: (x * scale, y * scale) for name, (x, y) in board.corners.items()}
    taken = [panels.title(canvas, scene, theme, at["title"], scale, NARROW)]
    starts = [at[name] for name in sorted(at) if name.startswith("panel")]
    taken += panels.columns(canvas, scene.panels, theme, scale * SMALL_PANEL, starts)
    if scene.legend:
        sample = hex_legend.sample if isinstance(board, HexBoard) else panels.sample
        taken.append(panels.legend(canvas, scene.legend, theme, at["legend"], 3, scale * SMALL, sample))
    return [*taken, *_below(canvas, scene, board, theme, scale)]


def _beside_scan(canvas: Canvas, scene: Scene, board: Board, theme: Theme, scale: float) -> list[Box]:
    """Title, panels and legend in the strip beside a scan, which itself stays free."""
    assert board.scan is not None
    at = {name: (x * scale, y * scale) for name, (x, y) in board.corners.items()}
    left, top, right, bottom = (value * scale for value in board.scan.strip)
    taken = [(left, top, right, bottom)]
    below = panels.title(canvas, scene, theme, at["title"], scale, NARROW)[3] + on_scan.GAP * scale
    starts = [(x, max(y, below)) for name, (x, y) in sorted(at.items()) if name.startswith("panel")]
    panels.columns(canvas, scene.panels, theme, scale * SMALL, starts)
    low = at["legend"]
    if scene.footer:
        size = FOOT * scale
        lines = text.wrapped(scene.footer, "plain", size, right - left - 2 * on_scan.GAP * scale)
        low = (low[0], bottom - (2 * on_scan.GAP + len(lines) * FOOT * 1.3) * scale)
        for n, line in enumerate(lines):
            canvas.write(
                (low[0], low[1] + on_scan.GAP * scale + (n + 1) * size * 1.3),
                line,
                "plain",
                size,
                theme.soft_ink,
            )
    if notes := [note for note in scene.legend if note.sign.partition(":")[0] not in PRINTED]:
        sample = hex_legend.sample if isinstance(board, HexBoard) else panels.sample
        panels.legend(canvas, notes, theme, low, 2, scale * SMALL, sample)
    return taken


def _below(canvas: Canvas, scene: Scene, board: Plate, theme: Theme, scale: float) -> list[Box]:
    """The footer in the middle of the lower edge, the scale on its right."""
    width, height = canvas.picture.size
    found, start = list[Box](), width / 2
    if scene.footer:
        found.append(panels.footer(canvas, scene.footer, theme, scale))
        start = found[0][2] + 34 * scale
    return [*found, scale_bar.draw(canvas, board.conic, theme, (start, height - 26 * scale), scale)]


def _strip(canvas: Canvas, scene: Scene, theme: Theme, width: int) -> None:
    """The title of a crop, small, along its upper edge."""
    share = width / 1080
    box = (0.0, 0.0, float(width), strip_height(width))
    canvas.box(box, theme.paper)
    canvas.box((0, box[3] - 3 * share, width, box[3]), theme.rule)
    size = text.fitted(scene.title, "bold", 34 * share, width - 40 * share, 13 * share)
    start = 20 * share + canvas.write((20 * share, 43 * share), scene.title, "bold", size, theme.ink)
    if not scene.subtitle:
        return
    room = max(width - start - 44 * share, width * 0.1)
    size = text.fitted(scene.subtitle, "italic", 25 * share, room, 13 * share)
    canvas.write((width - 20 * share, 42 * share), scene.subtitle, "italic", size, theme.soft_ink, "r")
