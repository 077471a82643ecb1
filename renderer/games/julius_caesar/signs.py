"""The signs of the cards and of Egypt (see `renderer.draw.glyphs`)."""

from __future__ import annotations

from renderer.draw.strokes import Stroke, both, disc

SIGNS: dict[str, list[Stroke]] = {
    "cleopatra": [
        ("fill", disc(50, 27, 19, 25)),
        ("cut", disc(50, 27, 9, 14)),
        ("fill", "M 18 47 L 50 51 L 82 47 L 82 63 L 50 59 L 18 63 Z"),
        ("fill", "M 46 50 L 54 50 L 60 99 L 40 99 Z"),
    ],
    # the seven gods of the event cards
    "apollo": [
        ("line", "M 34 84 C 8 66 12 30 30 12", 8),
        ("line", "M 66 84 C 92 66 88 30 70 12", 8),
        *both("fill", disc(28, 11, 8)),
        ("line", "M 22 32 L 78 32", 7),
        *[("line", f"M {x} 34 L {x} 80", 3.0) for x in (38, 46, 54, 62)],
        ("fill", "M 24 76 L 76 76 L 70 96 L 30 96 Z"),
    ],
    "jupiter": [
        ("fill", "M 60 0 L 24 52 L 46 52 L 34 100 L 78 40 L 54 40 L 72 0 Z"),
        *both("line", "M 6 30 L 24 38", 5),
        *both("line", "M 4 70 L 22 62", 5),
    ],
    "mars": [
        ("fill", disc(40, 60, 36)),
        ("cut", disc(40, 60, 28)),
        ("fill", disc(40, 60, 20)),
        ("cut", disc(40, 60, 8)),
        ("line", "M 62 38 L 86 14", 9),
        ("fill", "M 98 2 L 94 34 L 66 6 Z"),
    ],
    "mercury": [
        ("line", "M 50 20 L 50 98", 6),
        ("fill", disc(50, 16, 8)),
        ("line", "M 50 88 C 30 80 30 70 50 62 C 74 54 72 42 50 36", 6),
        ("line", "M 50 88 C 70 80 70 70 50 62 C 26 54 28 42 50 36", 6),
        *both(
            "fill", "M 46 26 C 34 10 18 6 2 10 C 8 14 10 16 10 18 C 16 18 18 20 18 24 C 26 24 28 26 28 30 Z"
        ),
    ],
    "neptune": [
        ("fill", "M 46 12 L 54 12 L 54 99 L 46 99 Z"),
        ("fill", "M 50 0 L 60 20 L 40 20 Z"),
        *both("line", "M 50 56 C 26 56 18 44 18 24", 8),
        *both("fill", "M 18 6 L 29 27 L 7 27 Z"),
        ("line", "M 4 78 C 14 68 24 68 34 78 C 44 88 56 88 66 78 C 76 68 86 68 96 78", 6),
        ("score", "M 50 74 L 50 88", 2),
    ],
    "pluto": [
        ("fill", "M 46 56 L 54 56 L 54 99 L 46 99 Z"),
        *both("line", "M 50 58 C 28 56 26 40 28 14", 9),
        *both("fill", "M 28 0 L 40 22 L 16 22 Z"),
        ("fill", "M 34 70 L 66 70 L 66 77 L 34 77 Z"),
    ],
    "vulcan": [
        (
            "fill",
            "M 14 58 L 92 58 C 88 70 78 74 66 74 L 66 84 L 78 94 L 30 94 L 42 84 L 42 74 "
            "C 28 74 16 70 14 58 Z",
        ),
        ("line", "M 8 10 L 50 40", 8),
        ("fill", "M 46 20 L 68 34 L 54 54 L 32 40 Z"),
        *[("line", path, 4.0) for path in ("M 72 50 L 84 42", "M 74 38 L 82 26", "M 82 52 L 96 50")],
    ],
    "command": [
        ("line", "M 50 30 L 50 99", 7),
        ("line", "M 18 34 L 82 34", 6),
        (
            "fill",
            "M 24 36 L 76 36 L 76 78 L 70 86 L 63 78 L 56.5 86 L 50 78 L 43.5 86 L 37 78 L 30 86 L 24 78 Z",
        ),
        ("cut", "M 33 46 L 67 46 L 67 68 L 33 68 Z"),
        ("fill", disc(50, 57, 7)),
        *both("fill", "M 50 24 C 38 22 26 18 12 6 C 14 20 26 30 44 30 Z"),
        ("fill", "M 44 30 L 44 14 C 44 6 56 6 56 14 L 56 30 Z"),
    ],
    "sandal": [
        (
            "fill",
            "M 22 4 L 54 4 L 54 54 C 66 60 84 62 94 72 C 98 78 98 84 96 88 L 16 88 C 14 74 24 60 22 4 Z",
        ),
        ("cut", "M 16 79 L 97 79 L 97 82 L 16 82 Z"),
        *[("score", f"M 18 {y} L 60 {y + 4}", 4.0) for y in (18, 34, 50)],
    ],
    "vexillum": [
        ("line", "M 50 2 L 50 99", 7),
        ("line", "M 16 20 L 84 20", 6),
        ("fill", "M 22 22 L 78 22 L 78 66 L 22 66 Z"),
        *[("line", f"M {x} 64 L {x} 76", 5.0) for x in (26, 42, 58, 74)],
        (
            "cut",
            "M 46 32 L 54 32 L 54 40 L 62 40 L 62 48 L 54 48 L 54 56 L 46 56 L 46 48 L 38 48 "
            "L 38 40 L 46 40 Z",
        ),
    ],
}
SIGNS["ankh"] = SIGNS["cleopatra"]
