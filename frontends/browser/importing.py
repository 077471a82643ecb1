"""The map and the pieces of a group's VASSAL module, as an overlay folder for the page that anchors them:
`python bot.py board GAME --vassal FILE.vmod`.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from msgspec import Struct

from adjudicator import GAMES
from adjudicator.core.language.errors import Verbatim
from adjudicator.core.language.languages import LANGUAGES
from adjudicator.core.language.words import N_, Words, fold, words
from adjudicator.geometry.fits import Point, spread
from renderer.boards.hexes.board import HexBoard
from renderer.games import look_of
from renderer.scans.counters import FOLDER
from renderer.scans.own_board import DESCRIPTION, STEM, Description, written
from renderer.scans.picture import Unusable
from renderer.vassal.matching import Matched, matched
from renderer.vassal.module import Board, Module

ANCHORS = 24
"""The number of hexes that are written as anchors: more tell nothing else."""
LISTED = 12
"""The most names of a list that are printed."""


class Imported(Struct, frozen=True):
    """The yield of a module: the folder, where the page may expect doubtful places, and a report."""

    folder: Path
    expected: Mapping[str, Point]
    report: Sequence[Words]


class Undecided(Exception):
    """Raised if a module has several boards and none was named."""

    def __init__(self, boards: Sequence[Board]) -> None:
        super().__init__(", ".join(board.title for board in boards))
        self.titles = [board.title for board in boards]


def imported(game: str, file: Path, wanted: str, folder: Callable[[str, bytes], Path]) -> Imported:
    """Take a board from a module; anchors that are saved already are kept.

    Args:
        game: its id.
        file: the module.
        wanted: the name or the number of the board; "" for the only one.
        folder: makes the overlay folder from the name of its picture and the picture.

    Raises:
        Unusable: the text says what, and where.
        Undecided: several boards, and none of them is wanted.
    """
    with Module(file) as module:
        board = _chosen([one for one in module.boards() if one.image] or module.boards(), wanted)
        data, size, ending = module.picture(board)
        found = matched(look_of(game).board("en"), names(game), module.places(board, size))
        made = folder(f"{STEM}.{ending}", data)
        pieces = _pieces(game, module, made)
    anchors = _anchors(game, found)
    if not (made / DESCRIPTION).exists():
        text = written(Description(f"{STEM}.{ending}", size, anchors))
        (made / DESCRIPTION).write_text(text, encoding="utf-8")
    expected = {one.place: one.at for one in found.doubtful}
    report = [*_report(game, module.name or file.name, board, found), pieces]
    return Imported(made, expected, report)


def _chosen(boards: Sequence[Board], wanted: str) -> Board:
    """Return the board of a title, a name or a number.

    Raises:
        Unusable: no board at all.
        Undecided: several, and none of them is wanted.
    """
    if not boards:
        raise Unusable(N_("the module has no board"))
    if len(boards) == 1 and not wanted:
        return boards[0]
    if wanted.isdigit() and 1 <= int(wanted) <= len(boards):
        return boards[int(wanted) - 1]
    named = [one for one in boards if wanted and fold(wanted) in (fold(one.title), fold(one.name))]
    if len(named) != 1:
        raise Undecided(boards)
    return named[0]


def names(game: str) -> dict[str, list[str]]:
    """Return all names of each place on a game's map; a hex with a city has the city's."""
    lexicon, boards = GAMES[game].lexicon, [look_of(game).board(language) for language in LANGUAGES]
    found = {id: list(lexicon.names(id)) for id in boards[0].places()}
    by_name = {name: id for id in lexicon.ids() for name in lexicon.names(id)}
    for board in boards:
        for town in board.towns if isinstance(board, HexBoard) else ():
            id = by_name.get(fold(town.name))
            found[town.cell] += [town.name, *(() if id is None else lexicon.names(id))]
    return found


def _anchors(game: str, found: Matched) -> dict[str, Point]:
    """Return the places to be written: of hexes as many as tell something."""
    board = look_of(game).board("en")
    if not isinstance(board, HexBoard):
        return dict(found.found)
    hexes = spread({id: at for id, at in found.found.items() if id in board.middles}, ANCHORS)
    return {id: at for id, at in found.found.items() if id not in board.middles or id in hexes}


def _pieces(game: str, module: Module, folder: Path) -> Words:
    """Write the pictures of the pieces whose names say what they are; return a sentence on them."""
    lexicon = GAMES[game].lexicon
    kinds = sorted({kind for kind, _ in look_of(game).pieces if kind})
    by_name = defaultdict[str, set[str]](set)
    for kind in kinds:
        for name in lexicon.names(kind):
            by_name[fold(name)].add(kind)
    found = dict[str, str]()
    for piece in module.pieces():
        meant = [by_name[fold(name)] for name in piece.names if len(by_name[fold(name)]) == 1]
        if meant:
            found.setdefault(next(iter(meant[0])), piece.images[0])
    made, faults = 0, list[Words]()
    for kind, image in found.items():
        try:
            picture = module.counter(image)
        except Unusable as problem:
            faults.append(problem.why)
        else:
            (folder / FOLDER).mkdir(exist_ok=True)
            picture.save(folder / FOLDER / f"{kind}.png")
            made += 1
    if faults:
        template = N_("Pieces with pictures: {n} of {all}; the others are ours. Not read: {faults:clauses}.")
        return words(template, n=made, all=len(kinds), faults=faults[:LISTED])
    return words(N_("Pieces with pictures: {n} of {all}; the others are ours."), n=made, all=len(kinds))


# -- what is said --------------------------------------------------------------------------------------


def _report(game: str, module: str, board: Board, found: Matched) -> list[Words]:
    """Return the sentences on places that are found, doubtful, missing, or not on the game's map."""
    ours = look_of(game).board("en")
    towns = {town.cell for town in ours.towns} if isinstance(ours, HexBoard) else set[str]()
    said = [
        words(N_("{module}, board “{board}”"), module=Verbatim(module), board=Verbatim(board.title)),
        words(N_("Found: {n} of {all} places."), n=len(found.found), all=len(ours.places())),
    ]
    for one in found.doubtful[:LISTED]:
        template = (
            N_("Doubtful: {place} ({why}).")
            if one.name == one.place
            else N_("Doubtful: {place}, in the module “{name}” ({why}).")
        )
        said.append(words(template, place=one.place, name=Verbatim(one.name), why=one.why))
    if (more := len(found.doubtful) - LISTED) > 0:
        said.append(words(N_("Doubtful: {n} more."), n=more))
    plain = [
        id for id in found.missing if not isinstance(ours, HexBoard) or id not in ours.middles or id in towns
    ]
    if hexes := len(found.missing) - len(plain):
        said.append(words(N_("Missing: {n} {n:hex|hexes} without a city."), n=hexes))
    if plain:
        said.append(_listed(N_("Missing: {some}."), N_("Missing: {some}, and {n} more."), plain))
    if found.cells and isinstance(ours, HexBoard):
        said.append(
            words(N_("{n} {n:cell|cells} of its grid {n:has|have} no number of our map."), n=found.cells)
        )
    if found.strange:
        some = [Verbatim(name) for name in found.strange]
        said.append(_listed(N_("Not on our map: {some}."), N_("Not on our map: {some}, and {n} more."), some))
    return said


def _listed(few: str, many: str, things: Sequence[object]) -> Words:
    more = len(things) - LISTED
    return words(few if more <= 0 else many, some=list(things[:LISTED]), n=more)
