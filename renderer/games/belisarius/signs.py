"""The signs on stratagem markers (see `renderer.draw.glyphs`)."""

from __future__ import annotations

from math import cos, pi, sin

from renderer.draw.strokes import Stroke, both, disc


def _rays(inner: float, outer: float, count: int) -> list[Stroke]:
    """Beams about the middle."""
    return [
        (
            "line",
            f"M {50 + inner * cos(at * 2 * pi / count):.1f} {50 + inner * sin(at * 2 * pi / count):.1f} "
            f"L {50 + outer * cos(at * 2 * pi / count):.1f} {50 + outer * sin(at * 2 * pi / count):.1f}",
            6.0,
        )
        for at in range(count)
    ]


def _wheel(spokes: int) -> list[Stroke]:
    """A wheel of the hippodrome; the factions' differ in their spokes too."""
    return [
        ("fill", disc(50, 50, 46)),
        ("cut", disc(50, 50, 37)),
        *_rays(0, 40, spokes),
        ("fill", disc(50, 50, 13)),
        ("cut", disc(50, 50, 5)),
    ]


_CROWN: list[Stroke] = [
    ("fill", "M 10 90 L 10 62 L 90 62 L 90 90 Z"),
    ("score", "M 10 76 L 90 76", 3),
    *[("cut", disc(x, 76, 5)) for x in (26, 50, 74)],
    ("line", "M 14 62 C 10 36 30 24 50 24 C 70 24 90 36 86 62", 7),
    ("line", "M 50 26 L 50 62", 6),
    ("line", "M 50 2 L 50 24", 6),
    ("line", "M 40 10 L 60 10", 6),
]

SIGNS: dict[str, list[Stroke]] = {
    # the stratagem markers
    "marker_agent": [
        (
            "fill",
            "M 50 4 C 30 4 22 22 22 38 C 14 54 8 76 6 96 L 94 96 C 92 76 86 54 78 38 C 78 22 70 4 50 4 Z",
        ),
        ("cut", "M 50 16 C 38 16 34 28 34 40 C 34 54 42 62 50 62 C 58 62 66 54 66 40 C 66 28 62 16 50 16 Z"),
        *both("fill", "M 38 38 C 41 34 46 34 48 39 C 45 43 41 42 38 38 Z"),
        ("line", "M 64 92 L 86 62", 4),
        ("score", "M 50 66 L 50 96", 4),
    ],
    "marker_basileus": _CROWN,
    "marker_blue_faction": _wheel(8),
    "marker_green_faction": _wheel(5),
    "marker_currency_reform": [
        ("fill", disc(38, 58, 36)),
        ("cut", disc(38, 58, 29)),
        ("line", "M 38 38 L 38 78", 7),
        ("line", "M 24 52 L 52 52", 7),
        ("fill", disc(76, 24, 22)),
        ("cut", disc(76, 24, 16)),
        ("fill", disc(76, 24, 7)),
    ],
    "marker_disease": [
        (
            "fill",
            "M 50 4 C 20 4 8 26 10 46 C 11 58 18 64 26 68 L 26 82 L 74 82 L 74 68 "
            "C 82 64 89 58 90 46 C 92 26 80 4 50 4 Z",
        ),
        *both("cut", disc(32, 44, 12, 13)),
        ("cut", "M 50 54 L 57 66 L 43 66 Z"),
        *[("score", f"M {x} 70 L {x} 84", 4.0) for x in (38, 50, 62)],
        ("fill", "M 30 86 L 70 86 L 66 98 L 34 98 Z"),
    ],
    "marker_donative": [
        (
            "fill",
            "M 38 22 L 62 22 C 84 42 92 62 88 78 C 84 94 70 98 50 98 C 30 98 16 94 12 78 "
            "C 8 62 16 42 38 22 Z",
        ),
        ("fill", "M 32 2 L 44 8 L 50 2 L 56 8 L 68 2 L 62 18 L 38 18 Z"),
        ("cut", disc(50, 66, 19)),
        ("fill", disc(50, 66, 14)),
        ("cut", "M 47 56 L 53 56 L 53 76 L 47 76 Z"),
    ],
    "marker_end_of_campaign": [
        ("line", "M 50 2 L 50 24", 5),
        ("fill", "M 52 2 L 76 8 L 52 15 Z"),
        ("fill", "M 50 18 L 98 92 L 2 92 Z"),
        ("cut", "M 50 46 L 66 93 L 34 93 Z"),
        ("score", "M 50 20 L 22 92", 3),
        ("score", "M 50 20 L 78 92", 3),
    ],
    "marker_forced_march": [
        *[
            ("fill", f"M {x} 14 L {x + 16} 14 L {x + 42} 50 L {x + 16} 86 L {x} 86 L {x + 25} 50 Z")
            for x in (2, 29, 56)
        ],
    ],
    "marker_imperial_regalia": [
        ("fill", disc(50, 66, 33)),
        ("score", "M 18 64 C 34 74 66 74 82 64", 5),
        ("score", "M 50 34 L 50 70", 5),
        ("line", "M 50 2 L 50 34", 8),
        ("line", "M 36 14 L 64 14", 8),
    ],
    "marker_legal_reform": [
        ("fill", "M 18 6 C 6 6 6 24 18 24 L 24 24 L 24 76 L 80 76 L 80 24 C 92 24 92 6 80 6 Z"),
        ("fill", "M 30 80 L 86 80 C 96 80 96 96 86 96 L 24 96 C 14 96 12 86 14 80 Z"),
        *[("score", f"M 34 {y} L 70 {y}", 4.5) for y in (30, 42, 54, 66)],
    ],
    "marker_market": [
        (
            "fill",
            "M 38 4 L 62 4 L 62 12 L 58 14 L 58 28 C 76 36 82 50 76 66 C 72 78 60 86 56 92 "
            "L 60 98 L 40 98 L 44 92 C 40 86 28 78 24 66 C 18 50 24 36 42 28 L 42 14 L 38 12 Z",
        ),
        *both("line", "M 40 14 C 18 12 12 30 24 42", 6),
        ("score", "M 22 48 L 78 48", 3.5),
        ("score", "M 23 60 L 77 60", 3.5),
    ],
    "marker_military_advantage": [
        *both("fill", "M 2 2 L 18 8 L 74 66 L 66 74 L 8 18 Z"),
        *both("line", "M 58 84 L 84 58", 8),
        *both("line", "M 70 70 L 92 92", 9),
        *both("fill", disc(94, 94, 6)),
        ("fill", "M 50 0 L 55 12 L 68 12 L 58 20 L 62 32 L 50 25 L 38 32 L 42 20 L 32 12 L 45 12 Z"),
    ],
    "marker_orthodoxy": [
        ("line", "M 50 2 L 50 98", 11),
        ("line", "M 18 36 L 82 36", 11),
        ("line", "M 34 16 L 66 16", 8),
        ("line", "M 34 64 L 66 78", 8),
    ],
    "marker_pope": [
        ("fill", disc(27, 22, 20)),
        ("cut", disc(27, 22, 10)),
        ("line", "M 38 36 L 80 92", 8),
        ("line", "M 66 74 L 54 84", 7),
        ("line", "M 76 86 L 64 96", 7),
        ("fill", disc(73, 22, 20)),
        ("cut", disc(73, 22, 10)),
        ("line", "M 62 36 L 20 92", 8),
        ("line", "M 34 74 L 46 84", 7),
        ("line", "M 24 86 L 36 96", 7),
    ],
    "marker_procopius": [
        ("fill", "M 96 2 C 66 6 40 28 28 66 L 38 72 C 64 62 88 38 96 2 Z"),
        ("score", "M 88 12 C 66 30 48 50 34 68", 3.5),
        ("line", "M 33 68 L 20 94", 6),
        ("line", "M 4 97 L 60 97", 5),
    ],
    "marker_rally": [
        ("line", "M 30 4 L 30 98", 8),
        ("fill", "M 34 10 C 52 2 66 20 92 10 L 92 54 C 66 64 52 46 34 54 Z"),
        ("cut", disc(62, 32, 11)),
        ("fill", disc(62, 32, 5)),
        ("fill", disc(30, 5, 7)),
    ],
    "marker_roman_alliance": [
        ("fill", disc(34, 50, 32)),
        ("cut", disc(34, 50, 21)),
        ("line", "M 66 23.5 C 100 23.5 100 76.5 66 76.5 C 56 76 48 70 44 62", 11),
        ("line", "M 66 23.5 C 58 24 52 27 48 32", 11),
    ],
    "marker_theodora": [
        ("fill", "M 10 40 L 4 10 L 28 28 L 50 2 L 72 28 L 96 10 L 90 40 Z"),
        ("fill", "M 12 44 L 88 44 L 86 58 L 14 58 Z"),
        *[("cut", disc(x, 51, 4)) for x in (28, 50, 72)],
        *[("fill", disc(x, y, 4.6)) for x in (16, 84) for y in (66, 78, 90)],
        ("line", "M 32 60 C 32 84 42 96 50 96 C 58 96 68 84 68 60", 5),
        *both("fill", disc(41, 72, 4, 3)),
        ("line", "M 45 86 L 55 86", 4),
    ],
    "marker_tolerance": [
        ("line", "M 6 92 C 34 80 64 52 92 8", 5),
        *[
            (
                "fill",
                f"M {x} {y} C {x - 4} {y - 18} {x - 18} {y - 26} {x - 26} {y - 24} "
                f"C {x - 24} {y - 10} {x - 12} {y} {x} {y} Z",
            )
            for x, y in ((40, 74), (58, 58), (74, 38))
        ],
        *[
            (
                "fill",
                f"M {x} {y} C {x + 18} {y + 2} {x + 26} {y + 14} {x + 26} {y + 22} "
                f"C {x + 12} {y + 22} {x} {y + 12} {x} {y} Z",
            )
            for x, y in ((38, 76), (56, 60), (72, 40))
        ],
        ("fill", disc(30, 88, 5)),
        ("fill", disc(52, 80, 5)),
    ],
    "marker_treachery": [
        ("fill", "M 43 26 L 57 26 L 57 56 L 50 72 L 43 56 Z"),
        ("score", "M 50 30 L 50 60", 2.6),
        ("fill", disc(50, 6, 6)),
        ("line", "M 50 8 L 50 24", 7),
        ("line", "M 28 24 C 38 30 62 30 72 24", 7),
        (
            "fill",
            "M 50 76 C 56 84 60 87 60 91 C 60 97 55 100 50 100 C 45 100 40 97 40 91 C 40 87 44 84 50 76 Z",
        ),
    ],
    "dove": [
        (
            "fill",
            "M 4 30 C 16 34 24 34 30 30 C 36 16 50 14 58 22 C 56 8 66 2 84 2 C 80 14 80 26 74 40 "
            "C 84 42 92 50 98 62 C 84 60 74 62 66 70 C 54 82 36 80 28 64 C 24 56 20 46 4 30 Z",
        ),
        ("cut", disc(36, 34, 3)),
    ],
}
SIGNS["marker_leader"] = [
    ("fill", "M 10 64 C -2 14 52 -8 92 22 L 82 34 C 60 14 26 22 25 64 Z"),
    (
        "fill",
        "M 29 60 C 28 36 46 26 62 30 C 76 33 83 44 84 56 L 92 57 L 92 64 L 66 64 "
        "C 64 72 68 76 74 78 L 62 94 "
        "C 54 88 50 80 50 68 L 40 68 C 38 80 32 88 18 92 L 10 88 C 22 84 28 76 29 60 Z",
    ),
    ("score", "M 32 56 L 82 52", 4),
]
SIGNS["skull"] = SIGNS["marker_disease"]
