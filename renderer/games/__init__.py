"""The looks of games: a module or a package with the game's id as its name, found by that id.

Nothing else in `renderer` names a game.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, partial
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules
from types import ModuleType

from msgspec import Struct
from msgspec.structs import replace

from adjudicator.core.game.game import OWN
from adjudicator.core.language.languages import LANGUAGES
from adjudicator.figures import with_figures
from renderer.boards.base_layer import Board
from renderer.boards.on_scan import laid
from renderer.draw.themes import BACK, Style, Theme, themed
from renderer.scans import counters
from renderer.scans.own_board import OwnBoard

LAID = "@"
"""In the id of a game, before the digest of the group's own board that it is drawn on."""
_BOARDS: dict[str, OwnBoard] = {}
_KINDS: dict[str, frozenset[str]] = {}


class Gallery(Struct, frozen=True):
    """The way a game plays itself for the gallery.

    Attributes:
        scenario: its id.
        seed: the seed of its chance.
        answers: the greatest number of answers.
        moved: kinds of events by which something moves.
        begun: kinds of events with which a battle begins.
        fought: kinds of events that report dice or the end of a battle.
        lost: other kinds visible on a map: losses, retreats.
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
        gallery: its play in the gallery; None for its empty board alone.
        pieces: the kinds of its pieces (`Counter.kind`), each with its symbol; "" where counters tell none.
    """

    board: Callable[[str], Board]
    style: Style
    gallery: Gallery | None = None
    pieces: tuple[tuple[str, str], ...] = ()


def names() -> list[str]:
    """The ids of all games that have a look, in alphabetical order."""
    return _found(tuple(__path__))


@cache
def _found(folders: tuple[str, ...]) -> list[str]:
    return sorted(found.name for found in iter_modules(folders))


def has_look(game: str) -> bool:
    """Return true if a game has a look, with the figures supplied or with others."""
    return game.partition(LAID)[0].partition(OWN)[0] in names()


def look_of(game: str) -> Look:
    """Return the look of a game; the board of one with a group's own figures has these figures.

    Raises:
        KeyError: no game of that id has a look.
    """
    if LAID in game:
        return _laid_look(game)
    if OWN in game:
        return _own_look(game)
    if game not in names():
        raise KeyError(game)
    look: Look = import_module(f"{__name__}.{game}").LOOK
    return look


@cache
def _own_look(id: str) -> Look:
    game, _, _ = id.partition(OWN)
    if game not in names():
        raise KeyError(id)

    def read(module: ModuleType) -> Look:
        look: Look = module.LOOK
        boards = {language: replace(look.board(language), game=id) for language in LANGUAGES}
        return replace(look, board=boards.__getitem__)

    look: Look = with_figures(id, f"{__name__}.{game}", read)
    return look


def lay(digest: str, board: OwnBoard | None, kinds: frozenset[str]) -> None:
    """Let a game be drawn on a group's own board, and with pictures of its pieces, under the id that `LAID`
    and the digest of both make.
    """
    if board is not None:
        _BOARDS[digest] = board
    _KINDS[digest] = kinds


def names_of_pieces(game: str) -> frozenset[str]:
    """Return the names that pictures of pieces may have (see `Style.pictured`)."""
    look = look_of(game)
    colours, symbols = [one for one in look.style.families if one], {symbol for _, symbol in look.pieces}
    return frozenset(
        [
            *(kind for kind, _ in look.pieces if kind),
            *(f"{colour}_{symbol}" for colour in colours for symbol in symbols),
            *symbols,
            *(f"{BACK}{colour}" for colour in colours),
        ]
    )


def _laid_look(id: str) -> Look:
    """Return the look of a game on a group's own board; ours if that is not known (any more)."""
    game, _, digest = id.partition(LAID)
    look = look_of(game)
    if digest in _BOARDS:
        look = replace(look, board=partial(_laid_board, id, _BOARDS[digest].file))
    if kinds := _KINDS.get(digest):
        look = replace(look, style=_style(game, digest, kinds))
    return look


@cache
def _style(game: str, digest: str, kinds: frozenset[str]) -> Style:
    return replace(look_of(game).style, own=digest, kinds=kinds, own_colours=counters.colours(digest))


@cache
def _laid_board(id: str, file: Path, language: str) -> Board:
    game, _, digest = id.partition(LAID)
    board, own = look_of(game).board(language), _BOARDS[digest]
    return laid(board, id, file, own.size, own.places, own.corners)


def theme_of(game: str, name: str) -> Theme:
    """The theme "light" or "dark" in a game's style.

    Raises:
        KeyError: no such game or theme.
    """
    return themed(look_of(game).style, name)
