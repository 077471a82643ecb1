"""The boards of groups' own maps that this process knows: read from overlay folders, checked against the
game's places, and laid under it.

A picture never holds a game: one that cannot be used is named with its fault, and ours is drawn.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from hashlib import sha256
from math import dist
from pathlib import Path

from msgspec import Struct

from adjudicator.core.language.words import N_, Words
from adjudicator.geometry.fits import Point, Unsolvable, projective
from renderer.boards.hexes.board import HexBoard
from renderer.boards.on_scan import fitted
from renderer.games import LAID, lay, look_of, names_of_pieces
from renderer.scans import counters
from renderer.scans.own_board import LEAST_ANCHORS, STEM, OwnBoard, fault, read
from renderer.scans.picture import Unusable

ASTRAY = 0.75
"""The share of a hex by which an anchor may lie off the others' grid: beyond it, it is another hex's."""
FEW, EVEN = 5, 0.05
"""Up to so many anchors do not tell which of them is wrong; the error of a hand, in widths of a hex."""
UNDETERMINED = N_("these anchors determine no map; anchor places far apart, and not all on a line")


class Found(Struct, frozen=True):
    """The map and the pieces in an overlay folder: the id of the game that is drawn with them, "" if nothing
    can be used; the fault of the map; and those of pictures of pieces, which are left out.
    """

    game: str
    folder: Path
    id: str = ""
    problem: Words | None = None
    faults: tuple[Words, ...] = ()

    @property
    def digest(self) -> str:
        """The digest in its id, "" without one."""
        return self.id.partition(LAID)[2]


_FOUND: dict[Path, Found] = {}


def register(folders: Mapping[Path, str]) -> list[Found]:
    """Register the own boards in overlay folders, given with their games, in this process."""
    for folder, game in folders.items():
        own, problem = None, None
        if not (folder / counters.FOLDER).is_dir() or [*folder.glob(f"{STEM}.*")]:
            try:
                own = checked(folder, game)
            except Unusable as fault_:
                problem = fault_.why
        pieces = counters.read(folder, names_of_pieces(game))
        parts = [one.digest for one in (own, pieces) if one is not None and one.digest]
        digest = parts[0] if len(parts) == 1 else sha256("".join(parts).encode()).hexdigest()[:16]
        if parts:
            counters.know(digest, pieces.pictures)
            lay(digest, own, frozenset(pieces.pictures))
        faults = tuple(one.why for one in pieces.faults)
        _FOUND[folder] = Found(game, folder, f"{game}{LAID}{digest}" if parts else "", problem, faults)
    return [_FOUND[folder] for folder in folders]


def found(game: str) -> Iterable[Found]:
    """Return the registered maps of a game, in the order of registration."""
    return [one for one in _FOUND.values() if one.game == game]


def forget() -> None:
    """Forget all that are registered."""
    _FOUND.clear()
    counters.forget()


def checked(folder: Path, game: str) -> OwnBoard:
    """Return the own board in an overlay folder.

    Raises:
        Unusable: the text names file, field and reason.
    """
    own, board = read(folder, game), look_of(game).board("en")
    places = board.places()
    for id in own.places:
        if id not in places:
            raise fault(f"place/{id}", N_("the map has no such place"))
    try:
        fitted(board, own.places)
    except Unsolvable as problem:
        raise fault("place", UNDETERMINED) from problem
    if isinstance(board, HexBoard):
        hexes = {id: at for id, at in own.places.items() if id in board.middles}
        if len(hexes) < LEAST_ANCHORS:
            raise fault(
                "place",
                N_("{n} {n:hex is|hexes are} anchored; at least {least} are needed"),
                n=len(hexes),
                least=LEAST_ANCHORS,
            )
        worst, away = farthest(board, hexes)
        if away > ASTRAY:
            raise fault(
                f"place/{worst}",
                N_("lies {away} hexes from where the other anchors expect it; one of them is another hex"),
                away=f"{away:.1f}",
            )
    return own


def farthest(board: HexBoard, hexes: Mapping[str, Point]) -> tuple[str, float]:
    """Return the anchor that agrees least with the others, and how far it lies from where they expect it, in
    widths of a hex. With five or fewer all are judged together: fewer do not tell which one is wrong.

    Raises:
        Unusable: if some do not determine a map.
    """
    found = dict[str, float]()
    try:
        for id, at in hexes.items():
            others = hexes if len(hexes) <= FEW else {one: hexes[one] for one in hexes if one != id}
            back = projective([(board.middles[one], pixel) for one, pixel in others.items()]).inverse()
            rest = sum(dist(back(pixel), board.middles[one]) for one, pixel in others.items())
            found[id] = dist(back(at), board.middles[id]) / (rest + board.across * EVEN)
    except Unsolvable as problem:
        raise fault("place", UNDETERMINED) from problem
    worst = max(found, key=lambda id: found[id])
    others = hexes if len(hexes) <= FEW else {one: hexes[one] for one in hexes if one != worst}
    back = projective([(board.middles[one], pixel) for one, pixel in others.items()]).inverse()
    return worst, dist(back(hexes[worst]), board.middles[worst]) / board.across
