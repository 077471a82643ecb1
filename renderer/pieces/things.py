"""Things on a board, each by itself: a picture paints them one after another, a page makes elements of them.

All positions are pixels of a frame. Things are listed from the lowest to the highest.
"""

from __future__ import annotations

from typing import TypeAlias

from msgspec import Struct

from adjudicator.display.charts import Card
from adjudicator.display.scene import Arrow, Counter
from renderer.boards.city_names import Name
from renderer.draw.frame import Point
from renderer.draw.labels import Box


class Sprite(Struct, frozen=True):
    """The looks of a piece or sign, from which it can be drawn at any size (`sprites.drawn`).

    Attributes:
        kind: "pile" of blocks, "tile", "heap" of tiles, "token", "shield", "burst" in a hex, "battle" at a
            place, "holder", "fallen_blocks", "fallen_tiles", "card".
        size: pixels; of blocks the zoom.
        counters: its counters; for a heap, the one on top.
        count: the number of equal pieces.
        word: the kind of a token, the colours of a shield or holder, "battle" or "fought".
        below: the colours of the pieces under the top of a heap.
        value: the number on a shield.
        card: the card or chit, face up.
        own: the digest of the group's own copy whose pictures its counters show, "" for ours.
    """

    kind: str
    size: float
    counters: tuple[Counter, ...] = ()
    count: int = 1
    word: str = ""
    below: tuple[str, ...] = ()
    value: int = 0
    card: Card | None = None
    own: str = ""


class Laid(Struct, frozen=True):
    """A sprite on the board.

    Attributes:
        sprite: its looks.
        place: where it belongs.
        box: left, top, right, bottom.
        pieces: positions in its stack of the pieces that it shows; () for a sign.
    """

    sprite: Sprite
    place: str
    box: Box
    pieces: tuple[int, ...] = ()


class ArrowLine(Struct, frozen=True):
    """A move as an arrow along a line."""

    move: Arrow
    points: tuple[Point, ...]


class LeaderLine(Struct, frozen=True):
    """A line from a stack away from its place to the place."""

    place: str
    start: Point
    end: Point


class Ring(Struct, frozen=True):
    """A ring around the hex of the army that acts, with its width in pixels."""

    place: str
    middle: Point
    across: float


class Target(Struct, frozen=True):
    """A ring around a target."""

    place: str
    middle: Point
    radius: float
    width: float


class LeaderNames(Struct, frozen=True):
    """A paper label with leaders' names, `middle` is the middle of its text."""

    place: str
    text: str
    middle: Point
    size: float
    width: float


Thing: TypeAlias = Laid | ArrowLine | LeaderLine | Ring | Target | LeaderNames | Name
