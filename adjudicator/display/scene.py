"""A scene, the content of a picture: a seat's view as places, counters, marks, arrows and panels.

A scene is made from a view alone (architecture.md §1.5) and in one language, so a renderer needs to
know neither the game's rules nor its secrets. Places are named by the ids of the game's data.
"""

from __future__ import annotations

from msgspec import Struct


class Counter(Struct, frozen=True):
    """One piece as the viewer may see it.

    `colour` names a family of colours ("caesar", "pompey", "egypt"); `symbol` the kind of piece
    ("leader", "legion", ...), empty for a piece that shows its back. `steps` of `full` are left: pips on a
    block, a bar on a tile, but the `full` of a leader on a tile are its stars;
    `code` is short text on the face ("C3"); `flags` are words such as "moved" or "reserve"; "serves:COLOUR"
    is on a piece that fights for a side whose colour it does not have. "owner:COLOUR" gives a block the
    frame of the side that controls it, and "emblem:NAME" an emblem beside its symbol.
    """

    colour: str
    symbol: str = ""
    label: str = ""
    code: str = ""
    steps: int = 0
    full: int = 0
    flags: tuple[str, ...] = ()
    name: str = ""


class Stack(Struct, frozen=True):
    """The pieces in one place, in the order in which they are drawn.

    `pieces` are their ids as orders name them, one for each counter, "" for one that the viewer does not
    know; () where no order names pieces. A counter that shows several things has their ids, separated by
    spaces.
    """

    place: str
    counters: tuple[Counter, ...]
    pieces: tuple[str, ...] = ()


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


class Panel(Struct, frozen=True):
    """A small table beside the map, already in the reader's language."""

    title: str
    rows: tuple[tuple[str, str], ...]


class Note(Struct, frozen=True):
    """One line of the legend: a sign of the map or of the pieces, and what it means.

    `sign` is "port", "inland", "value", "major", "minor", "strait", "sea_border", the name of a drawn
    symbol ("navis", "cavalry", ...), the kind of a mark, "back:COLOUR" for a piece's back, "owner:COLOUR" for
    a piece's frame, or "flag:WORD".
    """

    sign: str
    text: str


class Scene(Struct, frozen=True):
    """One picture, ready to draw: all text is in `language`, an id of `core.languages`.

    `fallen` are the pieces lost since the last picture, where they fell; `news` tells the events since then.
    """

    game: str
    language: str
    title: str
    subtitle: str
    footer: str
    alt: str
    stacks: tuple[Stack, ...] = ()
    marks: tuple[Mark, ...] = ()
    arrows: tuple[Arrow, ...] = ()
    panels: tuple[Panel, ...] = ()
    legend: tuple[Note, ...] = ()
    fallen: tuple[Stack, ...] = ()
    news: str = ""
