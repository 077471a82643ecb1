"""Animations: a turn, or a whole campaign, as frames over one sheet in one palette.

A frame contains only the pixels that have changed and is transparent elsewhere, so that an animation of a
hundred frames is hardly larger than its first frame and its moves.
"""

from __future__ import annotations

from collections.abc import Sequence
from io import BytesIO
from itertools import pairwise
from pathlib import Path

from msgspec import Struct
from PIL import Image, ImageChops

from adjudicator.display.scene import Scene
from renderer.boards.plates import Plate
from renderer.draw import palette
from renderer.draw.frame import Frame
from renderer.games import theme_of
from renderer.pictures import board_of, crop_frame, strip_height, window

MEBIBYTE = 1 << 20
SMALLER = (1.0, 0.75, 0.6, 0.5)
"""The shares of the width that are tried until the animation is small enough."""
ZOOM = 1.34
"""Pieces on an animation of the whole board are so much larger than on the map: it is seen small."""
THROUGH = palette.SIZE
"""The colour that lets the frame before through: the one after the last that a picture can have."""


class Animation(Struct, frozen=True):
    """A finished animation: GIF or WebP ("gif", "webp"), its text, size in pixels and number of frames."""

    data: bytes
    kind: str
    alt: str
    width: int
    height: int
    frames: int


def animate(
    scenes: Sequence[Scene],
    *,
    places: Sequence[str] = (),
    width: int = 1080,
    theme: str = "light",
    kind: str = "gif",
    hold: int = 1100,
    last: int = 4000,
    most: int = 8 * MEBIBYTE,
    cache: Path | None = None,
) -> Animation:
    """Draw scenes of one game one after the other.

    Args:
        scenes: what to show, the oldest first, all from one viewer's views and in one language.
        places: the animation shows the part of the board around them; the whole board if there are none.
        width: pixels; less if the animation would be too large.
        theme: "light" or "dark".
        kind: "gif" or "webp".
        hold: milliseconds for which a frame is shown; `last` is for the last one.
        last: see `hold`.
        most: the limit in bytes.
        cache: as for `whole_map`.

    Raises:
        ValueError: no scenes, another kind, or an animation that is too large at half the width too.
        KeyError: an unknown game, theme or place.
    """
    if not scenes:
        raise ValueError("an animation needs a scene")
    if kind not in ("gif", "webp"):
        raise ValueError(f"no such kind of animation: {kind}")
    first, final = scenes[0], scenes[-1]
    end = final.alt if final.alt.startswith(final.subtitle) else f"{final.subtitle} {final.alt}"
    alt = f"{first.title}: {first.subtitle} – {end}"
    times = [hold] * (len(scenes) - 1) + [last]
    for share in SMALLER:
        frame = frame_of(board_of(scenes[0]), places, round(width * share))
        pictures = [window(scene, frame, theme_of(scene.game, theme), cache).flattened() for scene in scenes]
        data = _gif(pictures, times) if kind == "gif" else _webp(pictures, times)
        if len(data) <= most:
            return Animation(data, kind, alt, *pictures[0].size, len(pictures))
    raise ValueError(f"{len(scenes)} frames do not fit into {most} bytes")


def differing_frames(
    scenes: Sequence[Scene], *, width: int = 1080, theme: str = "light", cache: Path | None = None
) -> list[bytes]:
    """Draw scenes of one game as PNG files of one size: the first is whole, the others contain only what
    differs from it and are transparent elsewhere.

    Raises:
        KeyError: an unknown game or theme.
    """
    made: list[bytes] = []
    first: Image.Image | None = None
    for scene in scenes:
        frame = frame_of(board_of(scene), (), width)
        picture = window(scene, frame, theme_of(scene.game, theme), cache).flattened()
        buffer = BytesIO()
        if first is None:
            first = picture
            picture.save(buffer, "PNG", optimize=True)
        else:
            changed = _changed(first, picture)
            colours = changed.getpalette() or []
            changed.putpalette([*colours, *[0] * (3 * (THROUGH + 1) - len(colours))])  # a PNG needs an entry
            changed.save(buffer, "PNG", optimize=True, transparency=THROUGH)
        made.append(buffer.getvalue())
    return made


def frame_of(board: Plate, places: Sequence[str], width: int) -> Frame:
    """The window of an animation: around some places, or the whole board with the title strip above it."""
    if places:
        return crop_frame(board, places, width)
    scale = width / board.size[0]
    above = strip_height(width) / scale
    return Frame(0, -above, board.size[0], board.size[1] + above, scale, scale * ZOOM)


def _gif(pictures: Sequence[Image.Image], times: Sequence[int]) -> bytes:
    """Return the bytes of an endless GIF; each picture after the first holds only what has changed."""
    shown = [pictures[0], *(_changed(one, other) for one, other in pairwise(pictures))]
    buffer = BytesIO()
    shown[0].save(
        buffer,
        "GIF",
        save_all=True,
        append_images=shown[1:],
        duration=list(times),
        loop=0,
        disposal=1,
        transparency=THROUGH,
        optimize=False,
    )
    return buffer.getvalue()


def _changed(before: Image.Image, after: Image.Image) -> Image.Image:
    """A frame whose unchanged pixels are transparent."""
    same = ImageChops.difference(_numbers(before), _numbers(after)).point([255, *[0] * 255])
    made = after.copy()
    made.paste(THROUGH, (0, 0), same)
    return made


def _numbers(picture: Image.Image) -> Image.Image:
    """The numbers of the colours as greys."""
    return Image.frombytes("L", picture.size, picture.tobytes())


def _webp(pictures: Sequence[Image.Image], times: Sequence[int]) -> bytes:
    frames = [picture.convert("RGB") for picture in pictures]
    buffer = BytesIO()
    frames[0].save(
        buffer,
        "WEBP",
        save_all=True,
        append_images=frames[1:],
        duration=list(times),
        loop=0,
        quality=82,
        method=3,
    )
    return buffer.getvalue()
