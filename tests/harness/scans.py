"""Scans of printed maps, made by tests: a board in another style, turned and in perspective, as a JPEG."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from io import BytesIO
from math import cos, radians, sin, sqrt
from pathlib import Path

from PIL import Image, ImageChops, ImageSequence

from adjudicator.geometry.fits import Point, Projective, spread
from renderer.boards.base_layer import sheet
from renderer.boards.hexes.board import HexBoard
from renderer.draw.frame import Frame
from renderer.games import look_of, names_of_pieces, theme_of
from renderer.scans.own_board import Description, written

FINE = 0.5
"""Pixels of such a scan for a plate unit."""
TURN = radians(3)
SEEN = Projective(
    (FINE * cos(TURN), -FINE * sin(TURN), 70.0, FINE * sin(TURN), FINE * cos(TURN), 20.0, 2e-5, 1e-5, 1.0)
)
"""From our plate to the scan: turned by three degrees, and in perspective."""


@cache
def printed(game: str) -> Image.Image:
    """Return the board of a game as a print of another style."""
    board = look_of(game).board("en")
    return sheet(board, Frame(0, 0, *board.size, FINE, FINE), theme_of(game, "dark"), None).true


def scan(game: str) -> Image.Image:
    """Return a photo of it."""
    whole = printed(game)
    back = Projective((FINE, 0.0, 0.0, 0.0, FINE, 0.0, 0.0, 0.0, 1.0)).after(SEEN.inverse())
    figures = tuple(one / back.rows[8] for one in back.rows[:8])
    size = round(whole.width * 1.06), round(whole.height * 1.14)
    return whole.transform(
        size, Image.Transform.PERSPECTIVE, figures, Image.Resampling.BICUBIC, fillcolor=(120, 90, 60)
    )


def anchors(game: str, clicks: int, size: tuple[int, int]) -> dict[str, Point]:
    """Return the pixels of the places that a page would ask for first."""
    board = look_of(game).board("en")
    places = board.middles if isinstance(board, HexBoard) else board.places()
    inside = {id: at for id, at in places.items() if _is_on(SEEN(at), size)}
    return {id: SEEN(inside[id]) for id in spread(inside, clicks)}


def bent(at: Point, size: tuple[int, int]) -> Point:
    """Move a point by a smooth field of up to 5 % of the width, as a print of another draughtsman has it."""
    u, v, most = at[0] / size[0], at[1] / size[0], 0.05 * size[0]
    right = sin(4.1 * u + 1.0) * cos(3.3 * v - 0.4)
    down = sin(3.7 * v + 2.0) * cos(2.9 * u + 0.7)
    return at[0] + most * right / sqrt(2), at[1] + most * down / sqrt(2)


def _is_on(at: Point, size: tuple[int, int]) -> bool:
    return 0 <= at[0] <= size[0] and 0 <= at[1] <= size[1]


def overlay(
    folder: Path, game: str, places: Mapping[str, Point] | None = None, clicks: int = 12, times: int = 1
) -> Path:
    """Write an overlay folder with a scan of a game's map, so many times enlarged, and its anchors."""
    folder.mkdir(parents=True, exist_ok=True)
    picture = scan(game)
    found = anchors(game, clicks, picture.size) if places is None else dict(places)
    if times > 1:
        picture = picture.resize((picture.width * times, picture.height * times))
        found = {id: (x * times, y * times) for id, (x, y) in found.items()}
    picture.save(folder / "board.jpg", quality=85)
    (folder / "overlay.toml").write_text(f'game = "{game}"\n')
    (folder / "board.toml").write_text(written(Description("board.jpg", picture.size, found)))
    return folder


MARKER = (255, 0, 255)


def marked(folder: Path, game: str) -> Path:
    """Write an overlay folder whose map and pieces have one colour that none of our pictures has."""
    overlay(folder, game)
    with Image.open(folder / "board.jpg") as picture:
        Image.new("RGB", picture.size, MARKER).save(folder / "board.jpg", quality=90)
    (folder / "counters").mkdir()
    for name in names_of_pieces(game):
        Image.new("RGB", (64, 64), MARKER).save(folder / "counters" / f"{name}.png")
    return folder


def is_marked(data: bytes) -> bool:
    """Return true if a picture, or a frame of it, shows something of a marked copy, in either theme."""
    with Image.open(BytesIO(data)) as picture:
        for frame in ImageSequence.Iterator(picture):
            red, green, blue = frame.convert("RGB").resize((200, 200), Image.Resampling.NEAREST).split()
            least = ImageChops.darker(red, blue).point(lambda value: 255 * (value > 120))
            if ImageChops.darker(least, green.point(lambda value: 255 * (value < 60))).getbbox():
                return True
    return False
