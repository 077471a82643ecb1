"""The looks of games: a module or a package with the game's id as its name, found by that id.

Nothing else in `renderer` names a game.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from pkgutil import iter_modules

from msgspec import Struct

from renderer.boards.base_layer import Board
from renderer.draw.themes import Style, Theme, themed


class Gallery(Struct, frozen=True):
    """The way a game plays itself for the gallery.

    Attributes:
        scenario: its id.
        seed: of all that happens.
        answers: how many are given at most.
        moved: kinds of events by which something moves.
        begun: kinds of events with which a battle begins.
        fought: kinds of events that tell of dice or of the end of a battle.
        lost: other kinds that show on a map: losses, retreats.
    """

    scenario: str
    seed: int
    answers: int
    moved: tuple[str, ...]
    begun: tuple[str, ...]
    fought: tuple[str, ...]
    lost: tuple[str, ...] = ()


class Look(Struct, frozen=True):
    """All that pictures need to know of a game.

    Attributes:
        board: the printed board in a language; made once for each.
        style: the looks of pieces, signs and marks.
        gallery: how it shows itself in the gallery; None: its empty board alone.
    """

    board: Callable[[str], Board]
    style: Style
    gallery: Gallery | None = None


def names() -> list[str]:
    """The ids of all games that have a look, in alphabetical order."""
    return sorted(found.name for found in iter_modules(__path__))


def look_of(game: str) -> Look:
    """The look of a game.

    Raises:
        KeyError: no game of that id has a look.
    """
    if game not in names():
        raise KeyError(game)
    look: Look = import_module(f"{__name__}.{game}").LOOK
    return look


def theme_of(game: str, name: str) -> Theme:
    """The theme "light" or "dark" in a game's style.

    Raises:
        KeyError: no such game or theme.
    """
    return themed(look_of(game).style, name)
