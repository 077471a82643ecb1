"""Colours of the two themes.

Families differ by lightness first, then by hue (vermilion, blue, gold: safe for the common
kinds of colour blindness), and each has an emblem besides, so that colour never carries meaning alone.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Literal

from msgspec import Struct, structs

from adjudicator.display.scene import Counter
from renderer.draw.strokes import Stroke

Colour = tuple[int, int, int]


class Family(Struct, frozen=True):
    """The colours of one side's pieces: the back, its edge, its emblem, and the tint of the face.

    `device` is the sign on the back; `shape` that of flat counters: "square", "framed", "octagon", "struck"
    or "hollow"; `code` the colour of the short text on a block's face.
    """

    back: Colour
    edge: Colour
    emblem: Colour
    face: Colour
    device: str
    shape: str = "square"
    code: Colour = (255, 255, 255)


class Token(Struct, frozen=True):
    """A round token of a mark: its sign, its ground, the colour of the sign.

    `at` is its middle from the middle of its place, right and down, in widths of a hex; on a board without
    hexes 60 pixels at zoom 1 count as one.
    """

    sign: str
    ground: Colour
    ink: Colour
    at: tuple[float, float]


BACK = "back_"
"""The beginning of the name of a picture of a back, before its side."""


class Style(Struct, frozen=True, eq=False):
    """The looks of a game's pictures besides its board.

    Attributes:
        families: the colours and the emblem of each side, by the `colour` of counters; "" is for the rest.
        signs: drawings of its own, by name (see `renderer.draw.glyphs`); the common ones need not be named.
        tokens: kinds of marks that the game has besides the common ones.
        pieces: how a piece looks in a battle line: a standing block, or a flat tile.
        own: the digest of a group's own copy, if its pieces have pictures; `kinds` are the names of those,
            `own_colours` the colours that they have most.
    """

    families: Mapping[str, Family]
    signs: Mapping[str, Sequence[Stroke]] = {}
    tokens: Mapping[str, Token] = {}
    pieces: Literal["blocks", "tiles"] = "blocks"
    own: str = ""
    kinds: frozenset[str] = frozenset()
    own_colours: tuple[Colour, ...] = ()

    def family(self, colour: str) -> Family:
        """The colours of a family; of an unknown one those of ""."""
        return self.families.get(colour, self.families[""])

    def pictured(self, counter: Counter) -> str:
        """Return the name of a piece's picture in the group's own copy: that of its back, of its kind, of its
        side and symbol, or of its symbol; "" without one.
        """
        if not self.kinds:
            return ""
        if not counter.symbol:
            names = [f"{BACK}{counter.colour}"]
        else:
            names = [counter.kind, f"{counter.colour}_{counter.symbol}", counter.symbol]
        return next((name for name in names if name in self.kinds), "")


class Theme(Struct, frozen=True, eq=False):
    """All colours of a picture.

    `land` and `sea` are ramps: land from sea level to the heights, sea from the shore outward.
    `relief` is the strength of the hill shade, 0 to 1.
    """

    name: str
    land: tuple[Colour, ...]
    sea: tuple[Colour, ...]
    relief: float
    water_line: Colour
    shore: Colour
    river: Colour
    stream: Colour
    lake: Colour
    graticule: Colour
    ink: Colour
    soft_ink: Colour
    halo: Colour
    sea_ink: Colour
    road: Colour
    road_casing: Colour
    minor_road: Colour
    strait: Colour
    port: Colour
    town: Colour
    paper: Colour
    paper_edge: Colour
    rule: Colour
    alarm: Colour
    gold: Colour
    shadow: Colour
    rim: Colour
    style: Style

    def family(self, colour: str) -> Family:
        """The colours of a family; see `Style.family`."""
        return self.style.family(colour)


NOBODY = Family((120, 116, 108), (64, 60, 54), (236, 232, 222), (238, 235, 228), "disc")
PLAIN = Style({"": NOBODY})

LIGHT = Theme(
    name="light",
    land=(
        (226, 222, 190),
        (232, 224, 190),
        (235, 221, 181),
        (229, 207, 162),
        (213, 188, 147),
        (199, 176, 144),
        (224, 214, 199),
    ),
    sea=((199, 221, 222), (183, 210, 215), (168, 199, 208), (157, 190, 202)),
    relief=0.8,
    water_line=(133, 172, 187),
    shore=(84, 106, 112),
    river=(110, 151, 172),
    stream=(54, 116, 162),
    lake=(176, 205, 214),
    graticule=(120, 110, 90),
    ink=(52, 38, 26),
    soft_ink=(104, 84, 62),
    halo=(247, 240, 219),
    sea_ink=(44, 84, 108),
    road=(134, 66, 38),
    road_casing=(250, 241, 217),
    minor_road=(134, 66, 38),
    strait=(28, 74, 104),
    port=(28, 74, 104),
    town=(240, 214, 160),
    paper=(249, 243, 226),
    paper_edge=(176, 152, 112),
    rule=(122, 94, 58),
    alarm=(196, 44, 22),
    gold=(190, 138, 34),
    shadow=(40, 28, 16),
    rim=(250, 244, 226),
    style=PLAIN,
)
DARK = Theme(
    name="dark",
    land=(
        (66, 68, 58),
        (72, 72, 60),
        (80, 76, 60),
        (88, 79, 60),
        (98, 86, 66),
        (112, 100, 80),
        (138, 128, 112),
    ),
    sea=((40, 58, 70), (33, 50, 62), (28, 43, 55), (24, 38, 50)),
    relief=0.75,
    water_line=(66, 92, 106),
    shore=(132, 152, 156),
    river=(84, 122, 142),
    stream=(96, 158, 198),
    lake=(46, 68, 82),
    graticule=(150, 142, 120),
    ink=(240, 230, 206),
    soft_ink=(190, 176, 146),
    halo=(34, 34, 32),
    sea_ink=(142, 182, 204),
    road=(218, 160, 92),
    road_casing=(36, 32, 26),
    minor_road=(218, 160, 92),
    strait=(150, 200, 226),
    port=(52, 104, 142),
    town=(126, 98, 58),
    paper=(42, 40, 36),
    paper_edge=(120, 104, 76),
    rule=(176, 150, 104),
    alarm=(240, 96, 62),
    gold=(226, 178, 78),
    shadow=(8, 8, 8),
    rim=(240, 230, 206),
    style=PLAIN,
)
THEMES = {"light": LIGHT, "dark": DARK}


@cache
def themed(style: Style, name: str) -> Theme:
    """A theme ("light" or "dark") with a game's style.

    Raises:
        KeyError: no such theme.
    """
    return structs.replace(THEMES[name], style=style)
