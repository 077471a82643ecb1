"""The signs of kinds of troops and of stratagem chits (see `renderer.draw.glyphs`)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from renderer.draw.glyphs import DRAWINGS
from renderer.draw.strokes import Stroke, both, disc

from .emblems import CROWN, TWO_HEADED, box, crescent, cross, polygon, star

TROOPS: Mapping[str, Sequence[Stroke]] = {
    "gendarmes": DRAWINGS["cavalry"],
    "feudal_array": [
        ("fill", "M 8 18 C 22 22 38 22 50 18 C 50 52 42 74 29 88 C 16 74 8 52 8 18 Z"),
        ("line", "M 82 98 L 66 6", 7),
        ("fill", polygon((66, 2), (96, 14), (71, 32))),
    ],
    "irregulars": [
        ("line", "M 24 4 C 84 20 84 80 24 96", 10),
        ("line", "M 24 4 L 24 96", 5),
        ("line", "M 4 50 L 82 50", 7),
        ("fill", polygon((98, 50), (74, 37), (74, 63))),
    ],
    "infantry": [
        ("line", "M 8 92 L 88 30", 9),
        ("fill", polygon((4, 74), (30, 66), (38, 76), (14, 98))),
        ("line", "M 66 98 L 46 4", 6),
        ("fill", polygon((46, 0), (36, 24), (56, 22))),
    ],
    "militia": [
        ("line", "M 30 98 L 30 4", 8),
        ("fill", polygon((30, 0), (18, 28), (42, 28))),
        ("line", "M 72 98 L 72 40", 8),
        ("line", "M 54 6 L 54 36 C 54 46 90 46 90 36 L 90 6", 7),
        ("line", "M 72 42 L 72 6", 7),
    ],
    "wagenburg": [
        ("fill", polygon((4, 26), (96, 26), (86, 62), (14, 62))),
        *[("score", f"M {x} 26 L {x} 62", 4) for x in (36, 64)],
        *[("fill", disc(x, 74, 20)) for x in (26, 74)],
        *[("cut", disc(x, 74, 9)) for x in (26, 74)],
    ],
    "siege_train": [
        ("fill", polygon((4, 52), (78, 12), (92, 34), (20, 78))),
        ("fill", disc(46, 70, 26)),
        ("cut", disc(46, 70, 14)),
        *cross(46, 70, 15, 5),
        ("line", "M 20 66 L 2 94", 9),
    ],
    "naval": [
        ("fill", "M 2 66 L 98 66 C 92 86 84 92 72 92 L 24 92 C 14 90 6 80 2 66 Z"),
        ("line", "M 44 66 L 44 6", 6),
        ("fill", "M 50 8 C 80 18 90 36 92 58 L 50 58 Z"),
        ("fill", polygon((38, 20), (38, 58), (10, 58))),
    ],
}
"""By type of unit; leaders have the common sign."""

CHITS: Mapping[str, Sequence[Stroke]] = {
    "administration": [
        ("fill", "M 14 6 L 72 6 L 72 70 L 86 70 C 86 86 78 94 66 94 L 28 94 C 20 94 14 88 14 80 Z"),
        *[("score", f"M 24 {y} L 62 {y}", 6) for y in (24, 42, 60)],
    ],
    "agent": [
        (
            "fill",
            "M 50 4 C 30 4 22 22 22 38 C 14 54 8 76 6 96 L 94 96 C 92 76 86 54 78 38 C 78 22 70 4 50 4 Z",
        ),
        ("cut", "M 50 16 C 38 16 34 28 34 40 C 34 54 42 62 50 62 C 58 62 66 54 66 40 C 66 28 62 16 50 16 Z"),
        *both("fill", "M 38 38 C 41 34 46 34 48 39 C 45 43 41 42 38 38 Z"),
    ],
    "alliance": [
        ("fill", disc(34, 50, 30)),
        ("cut", disc(34, 50, 18)),
        ("fill", disc(66, 50, 30)),
        ("cut", disc(66, 50, 18)),
        ("line", "M 46 30 C 54 40 54 60 46 70", 12),
    ],
    "crusade_jihad": [*cross(28, 50, 26, 10), *crescent(72, 50, 25)],
    "french_alliance": [
        ("fill", "M 50 2 C 66 22 68 40 60 60 L 40 60 C 32 40 34 22 50 2 Z"),
        *both("fill", "M 36 60 C 34 42 26 32 14 34 C 2 38 6 60 22 56 C 24 62 28 62 36 60 Z"),
        ("fill", box(24, 62, 76, 72)),
        ("fill", polygon((42, 74), (58, 74), (66, 98), (34, 98))),
    ],
    "holy_roman_empire": TWO_HEADED,
    "honors_of_war": [
        ("line", "M 20 98 L 20 4", 8),
        ("fill", "M 24 8 C 44 0 60 18 92 8 L 92 56 C 60 66 44 48 24 56 Z"),
        ("cut", disc(58, 32, 12)),
    ],
    "jesuits_sufis": [("fill", star(50, 50, 48, 16, 0.7)), ("cut", disc(50, 50, 26)), *cross(50, 50, 20, 7)],
    "kaisar_i_rum": [*CROWN[:1], ("cut", disc(50, 62, 17)), *crescent(48, 62, 14)],
    "medicis_vizier": [
        *[("fill", disc(x, y, 14)) for x, y in ((50, 16), (20, 36), (80, 36), (26, 68), (74, 68), (50, 86))],
    ],
    "military_advance": [
        *both("fill", polygon((50, 6), (50, 36), (8, 60), (8, 40))),
        *both("fill", polygon((50, 46), (50, 76), (8, 98), (8, 78))),
    ],
    "portuguese_in_the_east": [
        ("fill", disc(50, 50, 47)),
        ("cut", disc(50, 50, 37)),
        ("fill", star(50, 50, 36, 4, 0.3)),
        ("fill", disc(50, 50, 6)),
    ],
    "trade_agreement": [
        ("line", "M 50 8 L 50 90", 7),
        ("line", "M 14 22 L 86 22", 7),
        ("line", "M 28 92 L 72 92", 8),
        *both("fill", "M 2 58 L 32 58 C 30 74 4 74 2 58 Z"),
        *both("line", "M 16 24 L 4 58", 3),
        *both("line", "M 16 24 L 30 58", 3),
    ],
    "truce": [
        (
            "fill",
            "M 6 42 C 26 30 44 36 54 50 C 60 32 76 22 96 24 C 88 36 82 44 74 "
            "56 C 64 74 44 80 22 76 L 40 64 C 26 62 14 54 6 42 Z",
        ),
        ("line", "M 50 74 L 40 96", 5),
    ],
    "uprising": [
        (
            "fill",
            "M 54 2 C 62 28 88 38 82 60 C 80 68 72 74 64 76 L 36 76 C 26 74 16 66 18 52 "
            "C 20 40 34 36 30 20 C 44 26 50 36 48 46 C 58 34 58 20 54 2 Z",
        ),
        ("fill", polygon((36, 80), (64, 80), (56, 100), (44, 100))),
    ],
    "urbans_gun": [
        ("fill", "M 2 34 L 84 22 C 96 24 96 60 84 62 L 2 58 Z"),
        ("score", "M 26 30 L 26 62", 5),
        ("score", "M 62 24 L 62 64", 5),
        ("fill", disc(40, 78, 18)),
        ("cut", disc(40, 78, 8)),
    ],
    "weather": [
        ("fill", disc(32, 34, 22)),
        ("fill", disc(58, 28, 26)),
        ("fill", disc(78, 42, 18)),
        ("fill", box(24, 36, 84, 58)),
        ("fill", polygon((52, 58), (36, 82), (48, 82), (40, 100), (68, 72), (54, 72), (62, 58))),
    ],
    "white_sheep": [
        ("fill", disc(52, 44, 30, 24)),
        ("fill", disc(18, 38, 15, 12)),
        *[("line", f"M {x} 62 L {x} 94", 8) for x in (36, 68)],
    ],
}
"""By stratagem (§27.2). CONTROL and MERCENARY chits bear the emblem of whom they name."""
