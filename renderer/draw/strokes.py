"""Parts of signs: discs, and paths mirrored left and right (see `renderer.draw.glyphs`)."""

from __future__ import annotations

from math import cos, pi, sin

Stroke = tuple[str, str] | tuple[str, str, float]


def disc(x: float, y: float, across: float, down: float | None = None) -> str:
    """A disc, or an ellipse, about a point."""
    high = across if down is None else down
    steps = [(x + across * cos(2 * pi * at / 32), y + high * sin(2 * pi * at / 32)) for at in range(32)]
    return "M " + " L ".join(f"{a:.2f} {b:.2f}" for a, b in steps) + " Z"


def mirrored(path: str) -> str:
    """A path with left and right exchanged."""
    numbers = iter(path.split())
    found = []
    for word in numbers:
        if word.isalpha():
            found.append(word)
        else:
            found += [f"{100 - float(word):g}", next(numbers)]
    return " ".join(found)


def both(kind: str, path: str, *width: float) -> list[Stroke]:
    """The same stroke on the left and on the right."""
    made: list[Stroke] = []
    for one in (path, mirrored(path)):
        made.append((kind, one, width[0]) if width else (kind, one))
    return made
