"""Palettes: every picture is written with 256 colours, most of them chosen for its sheet.

A sheet is quantised once. A picture is painted in true colour over a copy; only the boxes that were
painted are quantised again, which takes a fraction of the time of the whole.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from PIL import Image

from renderer.themes import Colour, Theme

SIZE = 256
RAMP = 6


def _mixed(one: Colour, other: Colour, steps: int) -> Iterator[Colour]:
    for at in range(steps):
        share = at / (steps - 1)
        red, green, blue = (round(a + (b - a) * share) for a, b in zip(one, other, strict=True))
        yield red, green, blue


def _fixed(theme: Theme) -> list[Colour]:
    """The colours of pieces and furniture with their mixtures, so that edges stay smooth."""
    pairs: list[tuple[Colour, Colour]] = [
        (theme.paper, theme.ink),
        (theme.paper, theme.alarm),
        (theme.paper, theme.gold),
        (theme.halo, theme.ink),
    ]
    pairs += [(one, other) for one, other in zip(theme.sea, theme.sea[1:], strict=False)]
    for family in theme.families.values():
        pairs += [
            (family.back, family.emblem),
            (family.back, family.edge),
            (family.face, family.edge),
            (family.back, (255, 255, 255)),
        ]
    found: list[Colour] = [(255, 255, 255), (0, 0, 0)]
    for one, other in pairs:
        found += [colour for colour in _mixed(one, other, RAMP) if colour not in found]
    return found


def chosen(sheet: Image.Image, theme: Theme) -> Image.Image:
    """A palette image for a sheet: the fixed colours, and the sheet's own for the rest."""
    fixed = _fixed(theme)
    reduced = sheet.quantize(SIZE - len(fixed), Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)
    colours = reduced.getpalette() or []
    own = [(colours[at], colours[at + 1], colours[at + 2]) for at in range(0, len(colours), 3)]
    whole = (fixed + [colour for colour in own if colour not in fixed])[:SIZE]
    whole += [whole[0]] * (SIZE - len(whole))
    palette = Image.new("P", (1, 1))
    palette.putpalette([band for colour in whole for band in colour])
    return palette


def quantised(picture: Image.Image, palette: Image.Image) -> Image.Image:
    """A true-colour picture in the colours of a palette, without dithering."""
    return picture.quantize(palette=palette, dither=Image.Dither.NONE)


Box = tuple[int, int, int, int]


def merged(boxes: Sequence[Box]) -> list[Box]:
    """Boxes joined where they touch, so that nothing is quantised twice."""
    left = sorted(set(boxes))
    found: list[Box] = []
    while left:
        box = left.pop()
        joined = True
        while joined:
            touching = [at for at, other in enumerate(left) if _touch(box, other)]
            joined = bool(touching)
            for at in reversed(touching):
                box = _around(box, left.pop(at))
        found.append(box)
    return sorted(found)


def _touch(one: Box, other: Box) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def _around(one: Box, other: Box) -> Box:
    return min(one[0], other[0]), min(one[1], other[1]), max(one[2], other[2]), max(one[3], other[3])
