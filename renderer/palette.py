"""Palettes: every picture is written with 256 colours, most of them chosen for its sheet.

A sheet is quantised once. A picture is painted in true colour over a copy; only the boxes that were
painted are quantised again, which takes a fraction of the time of the whole.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import cast

from PIL import Image

from renderer.themes import Colour, Theme

SIZE = 256
RAMP = 6
OWN, SAMPLE, MEANS = 44, 3, 2
"""How many colours a sheet chooses for itself, of every how many pixels as a rule, in how many rounds."""


def _mixed(one: Colour, other: Colour, steps: int) -> Iterator[Colour]:
    for at in range(steps):
        share = at / (steps - 1)
        red, green, blue = (round(a + (b - a) * share) for a, b in zip(one, other, strict=True))
        yield red, green, blue


def _fixed(theme: Theme, signs: Sequence[Colour]) -> list[Colour]:
    """The colours of pieces, furniture and `signs` with their mixtures, so that edges stay smooth."""
    pairs: list[tuple[Colour, Colour]] = [
        (theme.paper, theme.ink),
        (theme.paper, theme.alarm),
        (theme.paper, theme.gold),
        (theme.halo, theme.ink),
        (theme.paper, theme.sea[0]),
        (theme.sea[0], theme.sea_ink),
    ]
    pairs += [(one, other) for one, other in zip(theme.sea, theme.sea[1:], strict=False)]
    for family in theme.families.values():
        pairs += [
            (family.back, family.emblem),
            (family.back, family.edge),
            (family.face, family.edge),
            (family.back, (255, 255, 255)),
        ]
    pairs += [(sign, (255, 255, 255)) for sign in signs]
    found: list[Colour] = [(255, 255, 255), (0, 0, 0)]
    found += [
        theme.rule,
        theme.stream,
        theme.road,
        theme.strait,
        theme.port,
        theme.town,
        theme.lake,
        theme.river,
    ]
    for one, other in pairs:
        found += [colour for colour in _mixed(one, other, RAMP) if colour not in found]
    return found


def chosen(
    sheet: Image.Image, theme: Theme, signs: Sequence[Colour] = (), every: int = SAMPLE
) -> Image.Image:
    """A palette image for a sheet: the fixed colours, and the sheet's own.

    Of the sheet's colours (of every few pixels) each counts by the root of how often it occurs, so that
    neither the wide plains take all nor the edges of letters; one that occurs once does not count. There
    are no more than needed: the fewer colours, the better PNG packs. `signs` are colours of small things
    that must not be lost.
    """
    sample = sheet.resize((sheet.width // every + 1, sheet.height // every + 1), Image.Resampling.NEAREST)
    counted = sample.getcolors(sample.width * sample.height) or []
    weighed = b"".join(bytes(cast(Colour, colour)) * round(count**0.5 / 2) for count, colour in counted)
    strip = Image.frombytes("RGB", (len(weighed) // 3, 1), weighed)
    reduced = strip.quantize(OWN, Image.Quantize.MEDIANCUT, kmeans=MEANS, dither=Image.Dither.NONE)
    colours = reduced.getpalette() or []
    own = [(colours[at], colours[at + 1], colours[at + 2]) for at in range(0, len(colours), 3)]
    fixed = _fixed(theme, signs)
    whole = (fixed + [colour for colour in own if colour not in fixed])[:SIZE]
    whole += [whole[0]] * (SIZE - len(whole))
    palette = Image.new("P", (1, 1))
    palette.putpalette([band for colour in whole for band in colour])
    return palette


def quantised(picture: Image.Image, palette: Image.Image) -> Image.Image:
    """A true-colour picture in the colours of a palette, without dithering."""
    return picture.quantize(palette=palette, dither=Image.Dither.NONE)


Box = tuple[int, int, int, int]
STRIP, APART = 32, 24
"""How high the strips are in which a picture is quantised anew, and what is too little to leave out."""


def merged(boxes: Sequence[Box]) -> list[Box]:
    """Boxes that cover the same, in strips, so that nothing is quantised twice."""
    strips: dict[int, list[tuple[int, int]]] = {}
    for left, top, right, bottom in boxes:
        for strip in range(top // STRIP, (bottom - 1) // STRIP + 1):
            strips.setdefault(strip, []).append((left, right))
    found = []
    for strip, spans in sorted(strips.items()):
        spans.sort()
        left, right = spans[0]
        for start, end in spans[1:]:
            if start > right + APART:
                found.append((left, strip * STRIP, right, (strip + 1) * STRIP))
                left = start
            right = max(right, end)
        found.append((left, strip * STRIP, right, (strip + 1) * STRIP))
    return found
