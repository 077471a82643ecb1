"""Palettes: every picture is written with up to 255 colours, most of them chosen for its sheet.

A sheet is quantised once. A picture is painted in true colour over a copy; only the boxes that were
painted are quantised again, which takes a fraction of the time of the whole.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import cast

from PIL import Image

from renderer.draw.themes import Colour, Theme

SIZE, PRINTED = 255, 72
"""The most colours of a palette, and how many of them, the first, are for the base layer: in all of them its
tints would be torn between mixtures that are meant for pieces."""
RAMP = 6
SAMPLE, MEANS = 3, 2
"""Of every how many of its pixels a sheet's colours are chosen as a rule, and how far they are bettered."""


def _mixed(one: Colour, other: Colour, steps: int) -> Iterator[Colour]:
    for at in range(steps):
        share = at / (steps - 1)
        red, green, blue = (round(a + (b - a) * share) for a, b in zip(one, other, strict=True))
        yield red, green, blue


def _lines(theme: Theme, signs: Sequence[Colour]) -> list[Colour]:
    """The colours of things printed in one colour, which must not be lost."""
    found = [(255, 255, 255), (0, 0, 0), theme.paper, theme.halo, theme.ink, theme.rule, theme.alarm]
    found += [theme.gold, theme.town, theme.road, theme.stream, theme.river, theme.lake]
    return list(dict.fromkeys([*found, theme.strait, theme.port, *signs]))


def _mixtures(theme: Theme, signs: Sequence[Colour]) -> Iterable[Colour]:
    """The colours of pieces, marginalia and `signs` with their mixtures, so that edges stay smooth."""
    pairs: list[tuple[Colour, Colour]] = [
        (theme.paper, theme.ink),
        (theme.paper, theme.alarm),
        (theme.paper, theme.gold),
        (theme.halo, theme.ink),
        (theme.paper, theme.sea[0]),
        (theme.sea[0], theme.sea_ink),
    ]
    pairs += pairwise(theme.sea)
    for family in theme.style.families.values():
        pairs += [
            (family.back, family.emblem),
            (family.back, family.edge),
            (family.face, family.edge),
            (family.back, (255, 255, 255)),
        ]
    pairs += [(sign, (255, 255, 255)) for sign in signs]
    return dict.fromkeys(colour for one, other in pairs for colour in _mixed(one, other, RAMP))


def chosen(
    sheet: Image.Image, theme: Theme, signs: Sequence[Colour] = (), every: int = SAMPLE
) -> Image.Image:
    """A palette image for a sheet: its lines' colours and its own tints, then the colours of things on it.

    Of the sheet's colours (of every few pixels) each counts by the root of how often it occurs, so that
    neither the wide plains take all nor the edges of letters; one that occurs once does not count. There
    are no more than needed: the fewer colours, the better PNG packs. `signs` are colours of small things
    that must not be lost.
    """
    sample = sheet.resize((sheet.width // every + 1, sheet.height // every + 1), Image.Resampling.NEAREST)
    counted = sample.getcolors(sample.width * sample.height) or []
    weighed = b"".join(bytes(cast(Colour, colour)) * round(count**0.5 / 2) for count, colour in counted)
    strip = Image.frombytes("RGB", (len(weighed) // 3, 1), weighed)
    first = _lines(theme, signs)
    tints = PRINTED - len(first)
    reduced = strip.quantize(tints, Image.Quantize.MEDIANCUT, kmeans=MEANS, dither=Image.Dither.NONE)
    bands = iter((reduced.getpalette() or [])[: 3 * tints])
    first += zip(bands, bands, bands, strict=True)
    first += first[:1] * (PRINTED - len(first))
    more = dict.fromkeys([*theme.style.own_colours, *_mixtures(theme, signs)])
    return _image([*first, *(colour for colour in more if colour not in first)])


def _image(colours: Sequence[Colour]) -> Image.Image:
    made = Image.new("P", (1, 1))
    made.putpalette([band for colour in colours[:SIZE] for band in colour])
    return made


def printed(sheet: Image.Image, palette: Image.Image) -> Image.Image:
    """A true-colour sheet in those of a palette's colours that are meant for it."""
    colours = palette.getpalette() or []
    few = Image.new("P", (1, 1))
    few.putpalette(colours[: 3 * PRINTED])
    made = quantised(sheet, few)
    made.putpalette(colours)
    return made


def quantised(picture: Image.Image, palette: Image.Image) -> Image.Image:
    """A true-colour picture in the colours of a palette, without dithering."""
    return picture.quantize(palette=palette, dither=Image.Dither.NONE)


Box = tuple[int, int, int, int]
STRIP, APART = 32, 24
"""The height of the strips in which a picture is quantised anew, and the least gap to leave out."""


def merged(boxes: Sequence[Box]) -> list[Box]:
    """Return strips that cover some boxes without overlap, so that no pixel is quantised twice."""
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
