"""The signs of the maps, drawn as paths on a square of 100 by 100 and stamped at any size.

A sign is a list of strokes: ("fill" | "cut", path) for areas, ("line" | "score", path, width) for
lines, where "cut" and "score" take away. Paths are written as in SVG, with the absolute commands
M, L, C, Q and Z. All drawings are the project's own.
"""

from __future__ import annotations

import itertools
from functools import lru_cache
from math import cos, radians, sin

from PIL import Image, ImageDraw

from renderer.draw.frame import Point
from renderer.draw.signs import late_antiquity
from renderer.draw.strokes import Stroke, both, disc
from renderer.draw.themes import PLAIN, Style

FINER = 6
CURVE_PARTS = 14


def _leaf(x: float, y: float, angle: float, length: float, thick: float) -> str:
    along = (cos(radians(angle)), sin(radians(angle)))
    tip = (x + along[0] * length, y + along[1] * length)
    left = (x + along[0] * length * 0.45 - along[1] * thick, y + along[1] * length * 0.45 + along[0] * thick)
    right = (x + along[0] * length * 0.45 + along[1] * thick, y + along[1] * length * 0.45 - along[0] * thick)
    return (
        f"M {x:.2f} {y:.2f} Q {left[0]:.2f} {left[1]:.2f} {tip[0]:.2f} {tip[1]:.2f} "
        f"Q {right[0]:.2f} {right[1]:.2f} {x:.2f} {y:.2f} Z"
    )


def _wreath(radius: float, leaf: float, thick: float) -> list[tuple[str, str]]:
    strokes = []
    for side in (1, -1):
        for at in range(7):
            angle = 90 - side * (14 + at * 23)
            x, y = 50 + radius * cos(radians(angle)), 50 + radius * sin(radians(angle))
            for splay in (26, -26):
                strokes.append(("fill", _leaf(x, y, angle - side * (90 + splay), leaf, thick)))
    strokes.append(("fill", disc(50, 50 + radius, 5)))
    return strokes


SIGNS: dict[str, list[Stroke]] = {
    "legion": [
        *both(
            "fill",
            "M 49 22 C 36 20 22 16 4 4 C 4 16 7 24 12 28 L 10 30 "
            "C 13 36 17 39 22 40 L 21 43 C 25 47 30 49 35 48 "
            "L 36 52 C 41 54 45 54 50 52 Z",
        ),
        (
            "fill",
            "M 42 22 C 42 10 48 5 55 6 C 60 7 62 11 68 13 L 60 16 C 59 20 58 22 58 26 "
            "L 56 54 L 62 66 L 38 66 L 44 54 Z",
        ),
        ("fill", "M 26 70 L 74 70 L 74 78 L 26 78 Z"),
        ("fill", "M 46 64 L 54 64 L 54 99 L 46 99 Z"),
        ("fill", disc(50, 88, 9)),
    ],
    "leader": [
        ("fill", "M 8 66 C -4 14 52 -10 92 22 L 82 34 C 60 14 24 22 23 66 Z"),
        (
            "fill",
            "M 29 62 C 28 36 46 26 62 30 C 76 33 83 44 84 56 L 92 57 "
            "L 92 64 L 66 64 C 64 72 68 76 74 78 L 62 94 "
            "C 54 88 50 80 50 68 L 40 68 C 38 80 32 88 18 92 L 10 88 C 22 84 28 76 29 62 Z",
        ),
        ("score", "M 32 56 L 82 52", 4),
    ],
    "cavalry": [
        (
            "fill",
            "M 18 99 C 12 66 20 34 42 22 L 42 3 L 55 17 C 68 20 76 30 80 42 L 92 62 C 95 70 90 78 82 77 "
            "C 76 75 70 70 62 68 C 57 68 56 73 58 80 C 60 88 66 93 70 99 Z",
        ),
        ("cut", disc(63, 36, 4)),
        ("score", "M 41 26 C 29 42 26 66 30 92", 4),
        ("cut", disc(86, 67, 2.6)),
    ],
    "elephant": [
        (
            "fill",
            "M 5 54 C 4 34 24 22 48 26 C 54 12 76 12 84 26 C 92 38 90 54 90 68 C 90 76 94 77 95 70 L 100 72 "
            "C 100 88 82 92 80 76 L 79 62 C 76 64 72 64 70 62 L 70 94 L 56 94 L 55 72 L 38 72 L 37 94 "
            "L 22 94 L 21 70 C 16 68 12 66 10 62 L 6 74 L 3 73 Z",
        ),
        ("score", "M 58 28 C 48 38 54 56 66 52 C 72 48 70 36 68 30", 3.6),
        ("cut", disc(78, 34, 3)),
        ("line", "M 80 60 C 86 66 92 64 97 58", 5),
    ],
    "light_auxilia": [
        *both("line", "M 14 96 L 82 12", 6),
        *both("fill", "M 92 1 L 86 19 L 75 10 Z"),
        ("cut", disc(50, 55, 31)),
        ("fill", disc(50, 55, 27)),
        ("cut", disc(50, 55, 20)),
        ("fill", disc(50, 55, 16)),
        ("cut", disc(50, 55, 5)),
    ],
    "archer_auxilia": [
        ("line", "M 34 4 C 46 12 76 22 76 50 C 76 78 46 88 34 96", 8),
        ("line", "M 34 4 L 34 96", 3.5),
        ("line", "M 8 50 L 86 50", 6),
        ("fill", "M 99 50 L 82 39 L 82 61 Z"),
        ("fill", "M 2 38 L 16 38 L 24 50 L 16 62 L 2 62 L 10 50 Z"),
    ],
    "ballista": [
        ("line", "M 50 16 L 50 98", 9),
        ("fill", "M 50 0 L 61 19 L 39 19 Z"),
        *both("line", "M 36 36 C 24 30 12 38 5 56", 8),
        *both("fill", "M 28 22 L 42 22 L 42 50 L 28 50 Z"),
        ("line", "M 28 36 L 72 36", 7),
        ("line", "M 5 56 L 50 76 L 95 56", 4),
        *both("line", "M 50 82 L 34 98", 6),
    ],
    "navis": [
        (
            "fill",
            "M 3 52 C 8 56 10 60 16 61 L 84 61 C 92 58 93 46 86 38 "
            "C 99 40 102 64 88 78 L 20 78 C 10 74 4 66 3 52 Z",
        ),
        ("line", "M 50 6 L 50 62", 5),
        ("fill", "M 22 14 L 78 14 C 84 26 84 40 77 53 L 25 53 C 31 40 30 26 22 14 Z"),
        ("score", "M 41 15 C 45 28 45 40 42 53", 3),
        ("score", "M 60 15 C 64 28 64 40 61 53", 3),
        *[("line", f"M {x} 78 L {x - 9} 95", 5.0) for x in (30, 44, 58, 72)],
    ],
    "wreath": [*_wreath(33, 22, 8)],
    "laurel": [*_wreath(40, 18, 6.5)],
    "trident": [
        ("fill", "M 46 12 L 54 12 L 54 99 L 46 99 Z"),
        ("fill", "M 50 0 L 60 20 L 40 20 Z"),
        *both("line", "M 50 62 C 26 62 18 48 18 24", 8),
        *both("fill", "M 18 6 L 29 27 L 7 27 Z"),
        ("fill", "M 36 70 L 64 70 L 64 77 L 36 77 Z"),
    ],
    "disc": [("fill", disc(50, 50, 26)), ("cut", disc(50, 50, 15))],
    "anchor": [
        ("fill", disc(50, 13, 12)),
        ("cut", disc(50, 13, 5)),
        ("line", "M 50 22 L 50 92", 9),
        ("line", "M 28 34 L 72 34", 9),
        ("line", "M 12 58 C 16 84 34 94 50 94 C 66 94 84 84 88 58", 9),
        *both("fill", "M 10 44 L 24 64 L 2 68 Z"),
    ],
    "swords": [
        *both("fill", "M 2 2 L 18 8 L 74 66 L 66 74 L 8 18 Z"),
        *both("line", "M 58 84 L 84 58", 8),
        *both("line", "M 70 70 L 92 92", 9),
        *both("fill", disc(94, 94, 6)),
    ],
    "diamond": [("fill", "M 50 0 L 100 50 L 50 100 L 0 50 Z")],
    "arrowhead": [("fill", "M 100 50 L 0 4 L 22 50 L 0 96 Z")],
}
DRAWINGS = SIGNS | late_antiquity.SIGNS
"""The common signs, by name. A game adds its own by its `Style`."""


def known(name: str, style: Style) -> bool:
    """Return true if there is a sign of that name, common or the game's own."""
    return name in style.signs or name in DRAWINGS


def _bezier(points: list[Point], parts: int) -> list[Point]:
    found = []
    for at in range(1, parts + 1):
        level = points
        share = at / parts
        while len(level) > 1:
            level = [
                (a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share)
                for a, b in itertools.pairwise(level)
            ]
        found.append(level[0])
    return found


def outline(path: str) -> list[Point]:
    """The points of a path, its curves cut into straight pieces.

    Raises:
        ValueError: a word that is neither a command nor a number.
    """
    words = path.split()
    points: list[Point] = []
    command, at = "M", 0
    while at < len(words):
        if words[at].isalpha():
            command = words[at]
            at += 1
            continue
        count = {"M": 1, "L": 1, "Q": 2, "C": 3}[command]
        numbers = [float(word) for word in words[at : at + 2 * count]]
        given = list(zip(numbers[::2], numbers[1::2], strict=True))
        points += given if count == 1 else _bezier([points[-1], *given], CURVE_PARTS)
        at += 2 * count
    return points


@lru_cache(maxsize=512)
def stamp(name: str, size: int, style: Style = PLAIN) -> Image.Image:
    """A sign as a grey mask of `size` by `size` pixels. Do not change what is returned.

    The game's own signs, by its `style`, go before the common ones.

    Raises:
        KeyError: no sign of that name.
    """
    large = Image.new("L", (size * FINER, size * FINER), 0)
    pen = ImageDraw.Draw(large)
    share = size * FINER / 100
    for stroke in style.signs[name] if name in style.signs else DRAWINGS[name]:
        points = [(x * share, y * share) for x, y in outline(stroke[1])]
        value = 255 if stroke[0] in ("fill", "line") else 0
        if len(stroke) == 3:
            thick = max(1, round(stroke[2] * share))
            pen.line(points, fill=value, width=thick, joint="curve")
            for x, y in (points[0], points[-1]):
                pen.ellipse((x - thick / 2, y - thick / 2, x + thick / 2, y + thick / 2), fill=value)
        else:
            pen.polygon(points, fill=value)
    return large.reduce(FINER)
