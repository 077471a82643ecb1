"""The signs of late antiquity: troops, emblems, marks and landforms (see `renderer.draw.glyphs`)."""

from __future__ import annotations

from math import cos, pi, sin

from renderer.draw.strokes import Stroke, both, disc


def _star(x: float, y: float, radius: float) -> str:
    points = []
    for at in range(10):
        reach = radius if at % 2 == 0 else radius * 0.42
        points.append(f"{x + reach * sin(at * pi / 5):.2f} {y - reach * cos(at * pi / 5):.2f}")
    return "M " + " L ".join(points) + " Z"


SIGNS: dict[str, list[Stroke]] = {
    "field_army": [
        *both("line", "M 16 98 L 84 10", 6),
        *both("fill", "M 95 0 L 88 21 L 76 10 Z"),
        ("cut", disc(50, 52, 36, 42)),
        ("fill", disc(50, 52, 31, 37)),
        ("cut", disc(50, 52, 25, 31)),
        ("fill", disc(50, 52, 20, 26)),
        ("cut", disc(50, 52, 9)),
        ("fill", disc(50, 52, 5)),
    ],
    "warband": [
        *both("line", "M 20 96 L 74 20", 8),
        *both("fill", "M 54 24 C 62 20 66 14 68 4 C 84 6 96 18 97 36 C 90 32 84 33 78 40 Z"),
    ],
    "nomad": [
        ("line", "M 30 3 C 22 12 26 20 38 24 C 62 32 62 42 54 50 C 62 58 62 68 38 76 C 26 80 22 88 30 97", 9),
        ("line", "M 30 3 L 14 50 L 30 97", 3.5),
        ("line", "M 14 50 L 84 50", 6),
        ("fill", "M 100 50 L 80 38 L 80 62 Z"),
    ],
    "garrison": [
        (
            "fill",
            "M 14 4 L 30 4 L 30 16 L 42 16 L 42 4 L 58 4 L 58 16 L 70 16 L 70 4 L 86 4 L 86 34 L 14 34 Z",
        ),
        ("fill", "M 22 38 L 78 38 L 84 97 L 16 97 Z"),
        ("cut", "M 38 98 L 38 72 C 38 56 62 56 62 72 L 62 98 Z"),
        *both("cut", "M 30 46 L 36 46 L 36 58 L 30 58 Z"),
    ],
    "fleet": [
        (
            "fill",
            "M 2 58 C 8 64 12 66 20 66 L 82 66 C 90 62 92 54 88 44 C 100 50 100 70 86 82 L 22 82 "
            "C 12 78 4 70 2 58 Z",
        ),
        ("line", "M 48 10 L 48 66", 5),
        ("line", "M 14 46 L 82 4", 5),
        ("fill", "M 18 47 C 40 56 62 56 84 50 C 90 34 88 18 80 8 Z"),
        *[("line", f"M {x} 82 L {x - 9} 98", 5.0) for x in (32, 46, 60, 74)],
    ],
    "chi_rho": [
        ("line", "M 50 4 L 50 97", 9),
        ("line", "M 50 8 C 78 4 80 42 51 42", 9),
        ("line", "M 20 38 L 80 88", 9),
        ("line", "M 80 38 L 20 88", 9),
    ],
    "diadem": [
        ("fill", "M 8 82 L 4 30 L 28 54 L 50 14 L 72 54 L 96 30 L 92 82 Z"),
        ("cut", "M 12 68 L 88 68 L 88 73 L 12 73 Z"),
        ("fill", disc(50, 12, 8)),
        *both("fill", disc(6, 28, 6)),
    ],
    "axe": [
        ("line", "M 30 98 L 44 6", 9),
        ("fill", "M 40 12 C 60 16 72 12 86 0 C 100 22 98 50 80 66 C 72 52 58 44 36 46 Z"),
    ],
    "scales": [
        ("line", "M 50 6 L 50 94", 7),
        ("line", "M 14 20 L 86 20", 7),
        *both("line", "M 14 20 L 2 60 L 28 60 L 14 20", 3.5),
        *both("fill", "M 0 60 L 30 60 C 28 78 4 78 0 60 Z"),
        ("fill", "M 28 90 L 72 90 L 72 98 L 28 98 Z"),
    ],
    "star": [("fill", _star(50, 53, 52))],
    "flame": [
        (
            "fill",
            "M 52 0 C 56 24 90 40 84 70 C 80 90 64 99 48 99 C 28 99 14 86 15 66 C 16 50 28 44 30 "
            "28 C 40 34 42 42 42 50 C 52 38 56 20 52 0 Z",
        ),
        (
            "cut",
            "M 52 54 C 54 66 68 70 64 84 C 62 92 54 95 48 95 C 40 95 34 89 35 81 C 36 74 42 72 44 "
            "66 C 47 69 48 71 48 75 C 52 69 54 62 52 54 Z",
        ),
    ],
    "colony": [
        ("fill", "M 50 4 L 96 40 L 88 40 L 88 96 L 12 96 L 12 40 L 4 40 Z"),
        ("cut", "M 42 97 L 42 66 L 58 66 L 58 97 Z"),
        *both("cut", "M 24 50 L 36 50 L 36 62 L 24 62 Z"),
    ],
    "works": [
        ("fill", "M 0 14 L 100 14 L 100 30 L 0 30 Z"),
        ("fill", "M 4 30 L 96 30 L 96 94 L 4 94 Z"),
        *both("cut", "M 14 95 L 14 62 C 14 44 42 44 42 62 L 42 95 Z"),
    ],
    "tower": [
        (
            "fill",
            "M 18 8 L 34 8 L 34 20 L 43 20 L 43 8 L 57 8 L 57 20 L 66 20 L 66 8 L 82 8 L 82 40 L "
            "76 44 L 76 96 L 24 96 L 24 44 L 18 40 Z",
        ),
        ("cut", "M 42 97 L 42 74 C 42 64 58 64 58 74 L 58 97 Z"),
    ],
    "peak": [
        ("line", "M 4 84 C 22 72 34 40 46 20 C 54 44 70 70 96 84", 6),
        ("line", "M 50 36 C 53 52 58 66 66 80", 5),
        ("line", "M 47 52 C 48 64 50 74 52 84", 4),
    ],
    "massif": [
        ("line", "M 2 88 C 14 76 24 56 34 40 C 40 30 44 20 50 8 C 58 24 62 34 70 44 C 78 56 88 76 98 88", 6),
        (
            "fill",
            "M 50 8 C 58 24 62 34 70 44 C 78 56 88 76 98 88 L 66 88 C 60 76 62 66 54 58 C 58 46 48 36 50 8 Z",
        ),
        ("line", "M 38 52 C 36 64 30 74 26 86", 4),
        ("line", "M 46 62 C 47 72 44 80 43 88", 4),
    ],
    "tuft": [
        ("line", "M 4 84 L 96 84", 6),
        ("line", "M 50 80 L 50 26", 6),
        *both("line", "M 42 80 C 40 60 34 46 24 36", 6),
        *both("line", "M 34 82 C 30 70 20 62 8 58", 5),
    ],
    "wave": [
        ("line", "M 2 36 C 14 20 26 20 38 36 C 50 52 62 52 74 36 C 84 24 92 22 98 26", 10),
        ("line", "M 2 72 C 14 56 26 56 38 72 C 50 88 62 88 74 72 C 84 60 92 58 98 62", 10),
    ],
    "hexagon": [("fill", "M 50 0 L 93.3 25 L 93.3 75 L 50 100 L 6.7 75 L 6.7 25 Z")],
    "shield": [("fill", "M 6 6 C 36 12 64 12 94 6 C 98 52 84 82 50 99 C 16 82 2 52 6 6 Z")],
}
