"""The emblems of nations, mercenaries and coalitions (see `renderer.draw.glyphs`): plain heraldry, drawn for
this project.

They are as plain as possible, because most of them are shown on a counter at ten to twenty pixels.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import cos, pi, sin

from renderer.draw.strokes import Stroke, both, disc


def polygon(*points: tuple[float, float]) -> str:
    """A closed path through points."""
    return "M " + " L ".join(f"{x:.1f} {y:.1f}" for x, y in points) + " Z"


def box(left: float, top: float, right: float, bottom: float) -> str:
    """A rectangle."""
    return polygon((left, top), (right, top), (right, bottom), (left, bottom))


def star(x: float, y: float, radius: float, rays: int = 5, inner: float = 0.42) -> str:
    """A star, one of its rays upwards."""
    turns = [(at, radius if at % 2 == 0 else radius * inner) for at in range(2 * rays)]
    return polygon(*((x + far * sin(at * pi / rays), y - far * cos(at * pi / rays)) for at, far in turns))


def crescent(x: float, y: float, radius: float) -> list[Stroke]:
    """A crescent that opens to the right."""
    return [("fill", disc(x, y, radius)), ("cut", disc(x + radius * 0.42, y, radius * 0.8))]


def cross(x: float, y: float, reach: float, thick: float) -> list[Stroke]:
    """A plain cross."""
    half = thick / 2
    return [
        ("fill", box(x - half, y - reach, x + half, y + reach)),
        ("fill", box(x - reach, y - half, x + reach, y + half)),
    ]


WING = "M 46 44 C 34 30 22 20 4 14 C 2 34 10 58 34 70 L 46 66 Z"
TAIL = "M 42 62 L 58 62 L 68 96 L 50 86 L 32 96 Z"
EAGLE: list[Stroke] = [
    *both("fill", WING),
    ("fill", TAIL),
    ("fill", box(42, 26, 58, 72)),
    ("fill", disc(50, 20, 13)),
    ("fill", polygon((58, 12), (78, 20), (58, 27))),
]
TWO_HEADED: list[Stroke] = [
    *both("fill", WING),
    ("fill", TAIL),
    ("fill", box(42, 34, 58, 72)),
    *both("fill", disc(37, 21, 12)),
    *both("fill", polygon((30, 12), (10, 20), (30, 28))),
]
CASTLE: list[Stroke] = [
    ("fill", box(12, 46, 88, 94)),
    *[("fill", box(left, 26, left + 18, 50)) for left in (12, 70)],
    ("fill", box(38, 8, 62, 50)),
    ("cut", box(46, 4, 54, 16)),
    ("cut", "M 40 96 L 40 74 C 40 60 60 60 60 74 L 60 96 Z"),
]
KEY: list[Stroke] = [
    ("fill", disc(20, 20, 17)),
    ("cut", disc(20, 20, 8)),
    ("line", "M 30 30 L 88 88", 9),
    ("line", "M 76 76 L 90 62", 8),
    ("line", "M 64 64 L 75 53", 8),
]
CROWN: list[Stroke] = [
    ("fill", polygon((10, 30), (32, 54), (50, 14), (68, 54), (90, 30), (84, 84), (16, 84))),
    ("score", "M 16 72 L 84 72", 4),
    *[("fill", disc(x, y, 7)) for x, y in ((10, 26), (50, 11), (90, 26))],
]
PATRIARCHAL: list[Stroke] = [
    ("fill", box(43, 4, 57, 96)),
    ("fill", box(28, 18, 72, 31)),
    ("fill", box(14, 44, 86, 58)),
]
SABRE: list[Stroke] = [
    ("line", "M 16 90 C 56 78 82 50 88 8", 12),
    ("line", "M 12 74 L 32 94", 8),
    ("line", "M 8 98 L 18 88", 9),
]
CUP: list[Stroke] = [
    (
        "fill",
        "M 18 10 L 82 10 C 82 40 72 54 56 58 L 56 78 L 76 92 L 24 92 L 44 78 L 44 58 C 28 54 18 40 18 10 Z",
    )
]
COIN: list[Stroke] = [("fill", disc(50, 50, 46)), ("cut", disc(50, 50, 36))]
SPEAR: list[Stroke] = [
    ("line", "M 14 92 L 78 28", 8),
    ("fill", polygon((68, 20), (96, 4), (80, 32))),
]


def _mirrored(strokes: Sequence[Stroke]) -> list[Stroke]:
    """Strokes with their mirror images."""
    found: list[Stroke] = []
    for stroke in strokes:
        found += both(stroke[0], stroke[1], *([stroke[2]] if len(stroke) == 3 else []))
    return found


NATIONS: Mapping[str, Sequence[Stroke]] = {
    # the Turks
    "ottomans": [*crescent(40, 50, 38), ("fill", star(76, 50, 20))],
    "emirates": [*crescent(26, 30, 24), *crescent(72, 30, 24), *crescent(49, 72, 26)],
    "rumelia": [
        ("line", "M 50 34 L 50 98", 8),
        ("fill", disc(50, 14, 12)),
        ("line", "M 30 34 L 70 34", 8),
        *both("line", "M 34 36 C 24 54 22 66 26 80", 8),
    ],
    "krim": [("line", "M 16 16 L 84 16", 12), *[("line", f"M {x} 16 L {x} 84", 12) for x in (18, 50, 82)]],
    "barbary": _mirrored(SABRE),
    # the Caliphate
    "egypt": CUP,
    "syria": [*COIN, ("fill", polygon((50, 20), (74, 50), (50, 80), (26, 50)))],
    "iraq": [
        ("fill", polygon((34, 26), (66, 26), (60, 74), (50, 96), (40, 74))),
        *both("line", "M 36 28 C 8 10 0 44 20 52 C 30 54 32 44 24 42", 9),
    ],
    "kurdistan": [("fill", star(50, 50, 48, 12, 0.62)), ("cut", disc(50, 50, 17))],
    "azerbaijan": [
        (
            "fill",
            "M 54 2 C 62 28 88 42 84 68 C 80 92 58 98 50 98 C 32 98 14 86 16 62 C "
            "18 46 34 40 30 22 C 44 28 50 38 48 48 C 58 36 58 20 54 2 Z",
        )
    ],
    "luristan": [("fill", disc(50, 58, 38)), ("cut", disc(50, 58, 25)), ("line", "M 50 4 L 50 96", 9)],
    "persia": [
        *[
            ("line", f"M 50 62 L {50 + 46 * cos(a):.1f} {62 - 46 * sin(a):.1f}", 8)
            for a in (pi * n / 6 for n in range(7))
        ],
        ("fill", disc(50, 62, 24)),
        ("cut", box(0, 66, 100, 100)),
        ("fill", box(4, 74, 96, 86)),
    ],
    "turcoman": [
        ("line", "M 30 6 C 76 20 76 80 30 94", 10),
        ("line", "M 30 6 L 30 94", 5),
        ("line", "M 8 50 L 84 50", 7),
        ("fill", polygon((96, 50), (74, 38), (74, 62))),
    ],
    # the Orthodox
    "byzantium": [*cross(50, 50, 46, 14), *[("fill", disc(x, y, 11)) for x in (24, 76) for y in (24, 76)]],
    "trebizond": EAGLE,
    "georgia": [*cross(50, 50, 48, 16), *[s for x in (22, 78) for y in (22, 78) for s in cross(x, y, 13, 7)]],
    "achaea": [
        *cross(50, 50, 34, 14),
        *[("fill", disc(x, y, 13)) for x, y in ((50, 14), (50, 86), (14, 50), (86, 50))],
    ],
    "albania": TWO_HEADED,
    "serbia": [
        *cross(50, 50, 46, 12),
        *[
            (
                "line",
                f"M {x + 8 * s} {y - 10} C {x - 10 * s} {y - 10} {x - 10 * s} {y + 10} {x + 8 * s} {y + 10}",
                7,
            )
            for x, s in ((24, 1), (76, -1))
            for y in (24, 76)
        ],
    ],
    "walachia": [
        ("fill", "M 6 54 C 30 30 56 24 70 30 C 78 18 92 22 92 34 L 80 40 C 76 70 52 82 24 78 L 40 66 Z"),
        ("line", "M 52 78 L 48 96", 6),
        ("line", "M 62 74 L 64 96", 6),
        *cross(88, 12, 11, 6),
    ],
    "muscovy": [
        (
            "fill",
            "M 50 4 C 54 22 90 32 84 60 C 82 72 72 76 68 78 L 68 96 L 32 96 "
            "L 32 78 C 28 76 18 72 16 60 C 10 32 46 22 50 4 Z",
        ),
        ("score", "M 28 80 L 72 80", 5),
    ],
    "russian_principalities": [
        ("line", "M 50 6 L 50 96", 11),
        *both("line", "M 14 8 L 14 70 L 50 70", 11),
    ],
    # the Holy League
    "venice": [
        ("fill", box(10, 8, 62, 92)),
        *[("fill", box(60, top, 96, top + 10)) for top in (8, 29, 50, 71)],
        ("cut", disc(36, 50, 17)),
        ("fill", star(36, 50, 14, 8, 0.5)),
    ],
    "dalmatia": [
        *[("fill", disc(x, y, 20)) for x, y in ((26, 32), (74, 32), (50, 74))],
        *[
            (
                "fill",
                polygon((x - 20, y - 8), (x - 18, y - 28), (x, y - 16), (x + 18, y - 28), (x + 20, y - 8)),
            )
            for x, y in ((26, 32), (74, 32), (50, 74))
        ],
    ],
    "papacy": _mirrored(KEY),
    "spain": CASTLE,
    "austria": [("fill", disc(50, 50, 46)), ("cut", box(0, 36, 100, 64))],
    "tyrol": [
        (
            "fill",
            "M 10 8 C 60 6 92 32 92 84 L 80 92 C 78 80 72 74 64 70 L 58 78 "
            "C 54 66 48 60 40 58 L 34 66 C 30 54 24 46 10 40 Z",
        )
    ],
    "bohemia": CROWN,
    "hungary": [*PATRIARCHAL, ("fill", "M 4 98 C 14 78 32 78 50 84 C 68 78 86 78 96 98 Z")],
    "croatia": [
        ("fill", box(8 + 21 * x, 8 + 21 * y, 29 + 21 * x, 29 + 21 * y))
        for x in range(4)
        for y in range(4)
        if (x + y) % 2 == 0
    ],
    "transylvania": [
        *crescent(24, 30, 22),
        ("fill", star(74, 30, 24, 8, 0.55)),
        *[("fill", box(left, 62, left + 18, 96)) for left in (8, 41, 74)],
        ("fill", box(8, 78, 92, 96)),
    ],
    "poland": [
        *EAGLE[:4],
        ("fill", disc(50, 30, 12)),
        ("fill", polygon((34, 20), (32, 2), (42, 10), (50, 0), (58, 10), (68, 2), (66, 20))),
    ],
    "lithuania": [
        ("line", "M 8 92 L 8 56 L 30 56", 9),
        ("line", "M 30 92 L 30 8 L 50 8 L 50 92", 9),
        ("line", "M 50 8 L 70 8 L 70 92", 9),
        ("line", "M 92 92 L 92 56 L 70 56", 9),
    ],
    "german_states": [
        ("fill", disc(50, 64, 33)),
        ("score", "M 14 62 L 86 62", 6),
        ("score", "M 50 32 L 50 62", 6),
        *cross(50, 17, 16, 9),
    ],
}
"""By nation. One without a drawing here could not be told from the others of its coalition."""

MERCENARIES: Mapping[str, Sequence[Stroke]] = {
    "janissary": [
        ("fill", "M 30 96 L 30 40 C 30 10 70 2 84 20 C 92 36 84 60 78 66 C 80 44 74 34 66 34 L 66 96 Z"),
        ("score", "M 28 80 L 68 80", 6),
    ],
    "mamluks": [
        ("line", "M 34 94 C 44 60 44 40 28 14", 9),
        ("line", "M 66 94 C 56 60 56 40 72 14", 9),
        ("fill", disc(50, 30, 9)),
    ],
    "qizilbashi": [
        ("fill", "M 18 62 C 16 34 34 26 44 26 L 44 4 L 56 4 L 56 26 C 66 26 84 34 82 62 Z"),
        ("fill", box(14, 68, 86, 82)),
        ("fill", box(20, 86, 80, 96)),
    ],
    "st_john": [
        ("fill", polygon((50, 46), (34, 4), (50, 14), (66, 4))),
        ("fill", polygon((50, 54), (34, 96), (50, 86), (66, 96))),
        ("fill", polygon((46, 50), (4, 34), (14, 50), (4, 66))),
        ("fill", polygon((54, 50), (96, 34), (86, 50), (96, 66))),
    ],
    "landsknecht": _mirrored(SPEAR),
    "andrea_doria": EAGLE,
}
"""By mercenary; those with a number share one."""

COALITIONS: Mapping[str, Sequence[Stroke]] = {
    "turks": crescent(54, 50, 44),
    "caliphate": [
        ("fill", box(17, 17, 83, 83)),
        ("fill", polygon((50, 3), (97, 50), (50, 97), (3, 50))),
        ("cut", disc(50, 50, 15)),
    ],
    "holy_league": [("fill", box(42, 4, 58, 96)), ("fill", box(16, 24, 84, 40))],
    "orthodox": [*PATRIARCHAL, ("fill", polygon((28, 66), (72, 80), (72, 90), (28, 76)))],
}
