"""A scene, the content of a picture: a seat's view as places, counters, marks, arrows and panels.

A scene is made from a view alone (architecture.md §1.5), and holds words until `in_language` writes them,
so a renderer needs to know neither the game's rules nor its secrets. Places are named by the ids of the
game's data.
"""

from __future__ import annotations

from typing import Generic

from msgspec import Struct

from .text import T_co


class Counter(Struct, Generic[T_co], frozen=True):
    """One piece as the viewer may see it.

    `colour` names a family of colours ("caesar", "pompey", "egypt"); `symbol` the kind of piece
    ("leader", "legion", ...), empty for a piece that shows its back. `steps` of `full` are left: pips on a
    block, a bar on a tile, but the `full` of a leader on a tile are its stars;
    `code` is short text on the face ("C3"); `flags` are words such as "moved" or "reserve". `serves` is the
    side that a piece fights for whose colour it does not have; `owner` gives a block the frame of the side
    that controls it; `emblem` names an emblem beside its symbol. `kind` is the id of what is printed on the
    piece, by which a group names pictures of its own; "" for a piece that shows its back.
    """

    colour: str
    symbol: str = ""
    label: T_co | str = ""
    code: str = ""
    steps: int = 0
    full: int = 0
    flags: tuple[str, ...] = ()
    name: T_co | str = ""
    serves: str = ""
    owner: str = ""
    emblem: str = ""
    kind: str = ""


class Stack(Struct, Generic[T_co], frozen=True):
    """The pieces in one place, in the order in which they are drawn.

    `pieces` are their ids as orders name them, one for each counter, "" for one that the viewer does not
    know; () where no order names pieces. A counter that shows several things has their ids, separated by
    spaces. `holder` is the side under which a map in words lists the place, "" where it is nobody's.
    """

    place: str
    counters: tuple[Counter[T_co], ...]
    pieces: tuple[str, ...] = ()
    holder: str = ""


class Mark(Struct, frozen=True):
    """A sign beside a place: "battle", "holder:SIDE", "target", and what a game's scene module names.

    "fought" marks a battle since the last picture.
    """

    place: str
    kind: str


class Arrow(Struct, frozen=True):
    """A move since the last picture; `kind` is "move", "attack", "retreat", "regroup" or "sea"."""

    kind: str
    colour: str
    path: tuple[str, ...]
    count: int


class Panel(Struct, Generic[T_co], frozen=True):
    """A small table beside the map; below it the spaces of a `track`, the one at index `at` marked."""

    title: T_co
    rows: tuple[tuple[T_co, T_co], ...]
    track: tuple[T_co, ...] = ()
    at: int = 0


class Note(Struct, Generic[T_co], frozen=True):
    """One line of the legend: a sign of the map or of the pieces, and what it means.

    `sign` is "port", "inland", "value", "major", "minor", "strait", "sea_border", the name of a drawn
    symbol ("navis", "cavalry", ...), the kind of a mark, "back:COLOUR" for a piece's back, "owner:COLOUR" for
    a piece's frame, or "flag:WORD".
    """

    sign: str
    text: T_co


class Scene(Struct, Generic[T_co], frozen=True):
    """One picture; once its text is written, `language` is the id of its language.

    `fallen` are the pieces lost since the last picture, where they fell; `news` tells the events since then.
    """

    game: str
    title: T_co
    subtitle: T_co
    footer: T_co
    alt: T_co
    stacks: tuple[Stack[T_co], ...] = ()
    marks: tuple[Mark, ...] = ()
    arrows: tuple[Arrow, ...] = ()
    panels: tuple[Panel[T_co], ...] = ()
    legend: tuple[Note[T_co], ...] = ()
    fallen: tuple[Stack[T_co], ...] = ()
    news: T_co | str = ""
    language: str = ""
