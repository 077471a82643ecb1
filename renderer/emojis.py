"""Small square pictures of pieces, cards and dice, for the lines and buttons of a chat."""

from __future__ import annotations

from msgspec import structs
from PIL import Image

from adjudicator.display.charts import Card
from adjudicator.display.scene import Counter
from renderer.charts.battle_board import die
from renderer.charts.hands import body, written
from renderer.draw import glyphs, png
from renderer.draw.themes import Style
from renderer.games import theme_of
from renderer.layers import in_line
from renderer.pieces import sprites

SIDE = 128
"""Pixels of a side."""
LETTER = 0.34
"""The height of a figure on a card, as a share of the side."""


def emoji(game: str, looks: Counter | Card | int) -> bytes:
    """Draw a piece, a card or a die of a game as a PNG with transparency, without any name.

    Raises:
        KeyError: an unknown game or sign.
    """
    theme = theme_of(game, "light")
    match looks:
        case Counter():
            bare = structs.replace(looks, label="", name="", flags=())
            made = sprites.drawn(in_line(game, [bare], SIDE), theme)
        case Card():
            made = _card(looks, theme.style)
        case _:
            made = die(looks, SIDE, True, theme)
    return png.sprite(_square(made))


def _card(card: Card, style: Style) -> Image.Image:
    """Draw a card's sign on its ground; of one with figures these, the sign small above them."""
    colours, made = style.family(card.colour), body((SIDE, SIDE), style.family(card.colour))
    inset = round(SIDE * 0.07)
    made.paste((*colours.back, 255), (inset, inset, SIDE - inset, SIDE - inset))
    across = round(SIDE * (0.42 if card.figures else 0.72))
    top = round(SIDE * (0.1 if card.figures else 0.14))
    made.paste((*colours.emblem, 255), ((SIDE - across) // 2, top), glyphs.stamp(card.sign, across, style))
    for at, (_, number) in enumerate(card.figures):
        middle = SIDE * (at + 1) / (len(card.figures) + 1)
        written(made, number, (middle, SIDE * 0.86), SIDE * LETTER, colours.emblem)
    return made


def _square(picture: Image.Image) -> Image.Image:
    """Return a picture in the middle of a square, no larger than it."""
    wide, high = picture.size
    share = SIDE / max(wide, high)
    fitted = picture.resize(
        (max(1, round(wide * share)), max(1, round(high * share))), Image.Resampling.LANCZOS
    )
    made = Image.new("RGBA", (SIDE, SIDE), (0, 0, 0, 0))
    made.paste(fitted, ((SIDE - fitted.width) // 2, (SIDE - fitted.height) // 2))
    return made
