"""Blocks with their face or their back to the viewer, drawn once each and cached."""

from __future__ import annotations

from functools import lru_cache

from msgspec import structs
from PIL import Image, ImageDraw

from adjudicator.display.scene import Counter
from renderer.draw import glyphs, text
from renderer.draw.themes import Colour, Family, Theme
from renderer.pieces import own

SIZE = 50
DEPTH = 4
FINER = 4
FAN = 0.26
MOST_FANNED = 3
TAGS = {"moved": "arrowhead"}
DARK_INK = (30, 20, 10)


def side(zoom: float) -> int:
    """The side of a block's face in pixels."""
    return round(SIZE * zoom)


def depth(zoom: float) -> int:
    """Return the thickness of a block's right and lower sides, in pixels."""
    return max(2, round(DEPTH * zoom))


def outline(colours: Family, theme: Theme) -> Colour:
    """Return the colour of a block's outline: its own edge on light ground, the light rim on dark ground.

    It stands out from every ground of the theme by 3:1 or more (WCAG 2.2, 1.4.11), whatever the back does.
    """
    return colours.edge if theme.name == "light" else theme.rim


def _body(face: int, thick: int, front: Colour, edge: Colour, line: Colour) -> Image.Image:
    """The block itself: the two visible sides, and the front with round corners in a thin line."""
    whole = (face + thick) * FINER
    sprite = Image.new("RGBA", (whole, whole), (0, 0, 0, 0))
    pen = ImageDraw.Draw(sprite)
    round_corner = face * FINER * 0.1
    for step in range(thick * FINER, 0, -FINER):
        pen.rounded_rectangle(
            (step, step, step + face * FINER - 1, step + face * FINER - 1), round_corner, (*edge, 255)
        )
    rim = max(FINER, round(face * FINER * 0.035))
    pen.rounded_rectangle((0, 0, face * FINER - 1, face * FINER - 1), round_corner, (*line, 255))
    pen.rounded_rectangle(
        (rim, rim, face * FINER - 1 - rim, face * FINER - 1 - rim), round_corner * 0.8, (*front, 255)
    )
    return sprite.reduce(FINER)


def _put(sprite: Image.Image, mask: Image.Image, left: float, top: float, colour: Colour) -> None:
    sprite.paste((*colour, 255), (round(left), round(top)), mask)


def _pips(sprite: Image.Image, counter: Counter, face: int, band: int, colours: Family) -> int:
    """Draw strength as full and empty pips, at the right of the band; return where they begin."""
    gap = max(1, round(face * 0.04))
    room = face * 0.78 - text.width(counter.code, "bold", face * 0.29) if counter.owner else face * 0.48
    pip = max(1, min(max(4, round(face * 0.125)), int(room / max(1, counter.full)) - gap))
    left = face - round(face * 0.08) - counter.full * (pip + gap) + gap
    top = round(face * 0.045) + (band - pip) // 2
    pen = ImageDraw.Draw(sprite)
    ink = colours.code
    for at in range(counter.full):
        x = left + at * (pip + gap)
        if at < counter.steps:
            pen.rectangle((x, top, x + pip - 1, top + pip - 1), (*ink, 255))
        else:
            pen.rectangle((x, top, x + pip - 1, top + pip - 1), (*colours.back, 255), (*colours.emblem, 255))
    return left


def _front(counter: Counter, face: int, thick: int, colours: Family, theme: Theme) -> Image.Image:
    """Return the face as its owner sees it: code and pips in the band, one sign or two, the name beneath."""
    style = theme.style
    held = style.family(counter.owner) if counter.owner else colours
    sprite = _body(face, thick, colours.face, held.edge, outline(held, theme))
    rim, band = round(face * 0.045), max(2, round(face * 0.29))
    picture_of = own.picture(counter, style)
    if picture_of is not None:
        own.fill(sprite, picture_of, (rim, rim, face - rim, face - rim))
    pen = ImageDraw.Draw(sprite)
    pen.rectangle((rim, rim + 1, face - 1 - rim, rim + band - 1), (*held.back, 255))
    pips = _pips(sprite, counter, face, band, held)
    text_size = text.fitted(counter.code, "bold", face * 0.29, pips - face * 0.12, face * 0.15)
    code = text.stamp(counter.code, "bold", text_size)
    _put(sprite, code.letters, face * 0.09 + code.left, rim + band * 0.86 + code.top, held.code)
    if counter.owner and not counter.full:
        across = max(3, round(band * 0.8))
        left, top = face * 0.92 - across, rim + (band - across) / 2
        _put(sprite, glyphs.stamp(held.device, across, style), left, top, held.code)
    if picture_of is not None:
        return sprite
    signs = [sign for sign in (counter.emblem, counter.symbol) if sign]
    share = (0.4 if counter.label else 0.58) if len(signs) == 1 else (0.34 if counter.label else 0.4)
    picture, top = (
        round(face * share),
        rim + band + face * (0.025 if len(signs) == 1 or counter.label else 0.1),
    )
    for at, sign in enumerate(signs):
        stamp = glyphs.stamp(sign if glyphs.known(sign, style) else "disc", picture, style)
        left = (face - picture * len(signs)) / (len(signs) + 1) * (at + 1) + picture * at
        _put(sprite, stamp, left, top, colours.edge)
    if counter.label:
        size = text.fitted(counter.label, "bold", face * 0.27, face * 0.92, face * 0.15)
        name = text.stamp(counter.label, "bold", size)
        _put(
            sprite, name.letters, (face - name.advance) / 2 + name.left, face * 0.925 + name.top, colours.edge
        )
    return sprite


def _back(counter: Counter, face: int, thick: int, colours: Family, theme: Theme) -> Image.Image:
    """Return the back that others see: the family's device in a frame, the same for every block."""
    sprite = _body(face, thick, colours.back, colours.edge, outline(colours, theme))
    if (picture_of := own.picture(counter, theme.style)) is not None:
        rim = round(face * 0.045)
        own.fill(sprite, picture_of, (rim, rim, face - rim, face - rim))
        return sprite
    inset = face * 0.13
    frame = Image.new("L", (face * FINER, face * FINER), 0)
    pen = ImageDraw.Draw(frame)
    corners = (inset * FINER, inset * FINER, (face - inset) * FINER, (face - inset) * FINER)
    pen.rounded_rectangle(corners, face * FINER * 0.07, outline=150, width=round(face * FINER * 0.022))
    _put(sprite, frame.reduce(FINER), 0, 0, colours.emblem)
    picture = round(face * 0.56)
    _put(
        sprite,
        glyphs.stamp(colours.device, picture, theme.style),
        (face - picture) / 2,
        (face - picture) / 2,
        colours.emblem,
    )
    return sprite


def _tags(sprite: Image.Image, counter: Counter, face: int, theme: Theme) -> None:
    """A small disc for each flag and for the side served, right, then left of the middle.

    It shows the emblem of the side served, else a known sign, else the flag's first letter.
    """
    across = round(face * 0.32)
    for at, flag in enumerate([*counter.flags, *filter(None, [counter.serves])]):
        left, top = (face - across if at % 2 == 0 else 0.0), face * 0.36 + at // 2 * across
        served = theme.family(flag) if at == len(counter.flags) else None
        _put(sprite, _disc(across, across), left, top, served.emblem if served else theme.ink)
        _put(sprite, _disc(across, across - 2), left, top, served.back if served else theme.gold)
        sign = served.device if served else TAGS.get(flag)
        ink = served.emblem if served else DARK_INK
        if sign:
            picture = round(across * 0.66)
            _put(
                sprite,
                glyphs.stamp(sign, picture, theme.style),
                left + across * 0.18,
                top + across * 0.17,
                ink,
            )
        else:
            letter = text.stamp(flag[:1].upper(), "bold", across * 0.8)
            at_x = left + (across - letter.advance) / 2
            _put(sprite, letter.letters, at_x + letter.left, top + across * 0.77 + letter.top, ink)


def _disc(box: int, across: int) -> Image.Image:
    """A disc in the middle of a square mask of `box` pixels, at least one pixel across."""
    across = max(1, across)
    mask = Image.new("L", (box * FINER, box * FINER), 0)
    edge = (box - across) * FINER / 2
    ImageDraw.Draw(mask).ellipse((edge, edge, box * FINER - 1 - edge, box * FINER - 1 - edge), 255)
    return mask.reduce(FINER)


def fanned(counter: Counter, count: int) -> int:
    """The number of equal blocks that show: up to three, of those that say whose they are the first."""
    return 1 if counter.owner else min(count, MOST_FANNED)


@lru_cache(maxsize=1024)
def sprite(counter: Counter, zoom: float, theme: Theme) -> Image.Image:
    """One block in RGBA. A counter without a symbol shows its back. Do not change what is returned."""
    colours = theme.family(counter.colour)
    face, thick = side(zoom), depth(zoom)
    made = (
        _front(counter, face, thick, colours, theme)
        if counter.symbol
        else _back(counter, face, thick, colours, theme)
    )
    _tags(made, counter, face, theme)
    return made


@lru_cache(maxsize=256)
def pile(counter: Counter, count: int, zoom: float, theme: Theme) -> Image.Image:
    """Several equal blocks, fanned up to three, with their number on a disc where there are more than one.

    Those that say whose they are show one face, with the number below its signs.
    """
    if count > 1 and counter.owner:
        return sprite(structs.replace(counter, label=f"×{count}"), zoom, theme)
    single = sprite(counter, zoom, theme)
    shown = fanned(counter, count)
    step = round(side(zoom) * FAN)
    made = Image.new("RGBA", (single.width + step * (shown - 1), single.height), (0, 0, 0, 0))
    for at in range(shown):
        made.alpha_composite(single, (step * at, 0))
    if count > 1:
        _number(made, count, side(zoom))
    return made


def _number(made: Image.Image, count: int, face: int) -> None:
    across = round(face * 0.5)
    left, top = made.width - across - face * 0.1, made.height - across - face * 0.06
    _put(made, _disc(across, across), left, top, DARK_INK)
    _put(made, _disc(across, across - 3), left, top, (252, 246, 230))
    number = text.stamp(str(count), "bold", across * 0.86)
    at_x = left + (across - number.advance) / 2
    _put(made, number.letters, at_x + number.left, top + across * 0.77 + number.top, DARK_INK)
