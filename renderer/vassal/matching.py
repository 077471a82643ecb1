"""The places of our map among those that a module names: what matched, what is doubtful, what is missing."""

from __future__ import annotations

import re
import unicodedata
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from math import dist
from statistics import median

from msgspec import Struct

from adjudicator.core.language.errors import Verbatim
from adjudicator.core.language.words import N_, Words, fold, words
from adjudicator.geometry.fits import Point, Projective, Unsolvable, astray, projective, spread
from renderer.boards.areas.board import AreaBoard
from renderer.boards.hexes.board import HexBoard
from renderer.boards.on_scan import Printed
from renderer.vassal.grids import Named

ASTRAY, FAR = 0.75, 1.5
"""The farthest that a hex may lie from where the others expect it, in widths of a hex; and another place, in
distances of neighbouring places.
"""
FITTED, REMOVED = 24, 10
"""The most hexes that a fit is made of, and the most places that are taken for wrong one after another."""
SHORT, SLIPS = 6, (1, 2)
"""Names with fewer letters than `SHORT` may differ by one, others by two."""
LEAST = 4
"""The least letters of a name that may be misspelt, and the least places that determine a map."""


class Doubt(Struct, frozen=True):
    """A place that the module may mean by a name, and why that is not sure."""

    place: str
    name: str
    at: Point
    why: Words


class Matched(Struct, frozen=True):
    """The places found in a module.

    Attributes:
        found: the pixel of each place that is sure.
        doubtful: those that are not.
        missing: ids of the game that the module does not name.
        strange: names of the module that the game does not have.
        cells: the number of cells of its grids whose numbers are not on the game's map.
    """

    found: Mapping[str, Point]
    doubtful: Sequence[Doubt]
    missing: Sequence[str]
    strange: Sequence[str]
    cells: int = 0


def matched(board: Printed, names: Mapping[str, Iterable[str]], given: Sequence[Named]) -> Matched:
    """Return our places among the named ones of a module.

    Args:
        board: ours.
        names: the names of each place by its id, in all languages.
        given: the places of the module's board.
    """
    hexes, odd = _numbered(board, given)
    known = _Names(board, names)
    named, doubts, rest = _by_name(known, [one for one in given if one.kind != "hex"])
    doubts += _misspelt(known, rest, {*hexes, *named, *(one.place for one in doubts)})
    near = {one.name for one in doubts}
    if isinstance(board, HexBoard):
        named = {id: at for id, at in named.items() if id not in hexes}
        kept, wrong = _lattice(board, hexes, named)
    else:
        kept, wrong = _neighbours(board, named)
    found = {id: at for id, at in ({**hexes, **named}).items() if id in kept}
    doubts = [*doubts, *wrong]
    open_ = {one.place for one in doubts}
    missing = [id for id in board.places() if id not in found and id not in open_]
    strange = dict.fromkeys(one.name for one in rest if one.name not in near)
    return Matched(found, doubts, missing, list(strange), odd)


# -- numbers -------------------------------------------------------------------------------------------


def _numbered(board: Printed, given: Sequence[Named]) -> tuple[dict[str, Point], int]:
    """Return the hexes by their numbers, and the number of cells with other names."""
    found, odd = dict[str, Point](), 0
    if not isinstance(board, HexBoard):
        return found, odd
    wide = len(next(iter(board.middles)))
    for one in given:
        if one.kind == "hex":
            digits = re.sub(r"\D", "", one.name).zfill(wide)
            if re.search(r"[^\W\d_]", one.name) or digits not in board.middles:
                odd += 1
            else:
                found.setdefault(digits, one.at)
    return found, odd


def _lattice(
    board: HexBoard, hexes: Mapping[str, Point], named: Mapping[str, Point]
) -> tuple[set[str], list[Doubt]]:
    """Return the hexes that lie as on our map, by number and by the name of a city, and those that do not."""
    cities = {id: at for id, at in named.items() if id in board.middles}
    boxes = {id for id in named if id not in board.middles}
    both = {**cities, **hexes}
    fit = _fit(board, hexes) or _fit(board, cities)
    if fit is None:
        why = words(N_("the numbers of its hexes are not those of the map"))
        some = [Doubt(id, id, at, why) for id, at in list(hexes.items())[:1]]
        return {*boxes, *(cities if len(cities) < LEAST else ())}, some
    away = {id: dist(fit.inverse()(at), board.middles[id]) / board.across for id, at in both.items()}
    wrong = [_far(id, both[id], N_("{away} hexes"), away[id]) for id in both if away[id] > ASTRAY]
    return {*boxes, *(id for id in both if away[id] <= ASTRAY)}, wrong


def _fit(board: HexBoard, hexes: Mapping[str, Point]) -> Projective | None:
    """Return the map from our plate to the module's board by most of the hexes; None if they do not agree, or
    if it would be a mirror image.
    """
    if len(hexes) < LEAST:
        return None
    chosen = spread({id: board.middles[id] for id in hexes}, FITTED)
    for _ in range(REMOVED):
        try:
            fit = projective([(board.middles[id], hexes[id]) for id in chosen])
            away = {id: dist(fit.inverse()(hexes[id]), board.middles[id]) / board.across for id in chosen}
            middle = (board.size[0] / 2, board.size[1] / 2)
            here, right, down = (
                fit(at) for at in (middle, (middle[0] + 1, middle[1]), (middle[0], middle[1] + 1))
            )
        except Unsolvable:
            return None
        turned = (right[0] - here[0]) * (down[1] - here[1]) - (right[1] - here[1]) * (down[0] - here[0])
        worst = max(away, key=lambda id: away[id])
        if away[worst] <= ASTRAY:
            return fit if turned > 0 else None
        chosen = [id for id in chosen if id != worst]
        if len(chosen) < LEAST:
            return None
    return None


# -- names ---------------------------------------------------------------------------------------------


def plain(name: str) -> str:
    """Return a name for comparison: without case, accents, what is no letter, and the endings -us and -um."""
    letters = unicodedata.normalize("NFKD", fold(name))
    letters = "".join(one for one in letters if one.isalpha())
    return letters[:-2] if len(letters) > LEAST and letters.endswith(("us", "um")) else letters


class _Names:
    """The places of our map by their names; an area and its city may share one."""

    def __init__(self, board: Printed, names: Mapping[str, Iterable[str]]) -> None:
        self.ids = defaultdict[str, list[str]](list)
        for id, said in names.items():
            for name in dict.fromkeys(filter(None, (plain(one) for one in (id, *said)))):
                self.ids[name].append(id)
        self._towns = {town.id for town in board.towns} if isinstance(board, AreaBoard) else set[str]()

    def meant(self, one: Named) -> list[str]:
        """Return the ids that a name may mean: of an area and its city, by what is named."""
        ids = self.ids.get(plain(one.name), [])
        if len(ids) > 1:
            fitting = [id for id in ids if (id in self._towns) == (one.kind == "region")]
            return fitting or ids
        return ids


def _by_name(known: _Names, given: Sequence[Named]) -> tuple[dict[str, Point], list[Doubt], list[Named]]:
    """Return the places by their names, those that are named twice, and what is named otherwise."""
    found, doubts, rest = dict[str, Point](), list[Doubt](), list[Named]()
    for one in sorted(given, key=lambda one: one.kind):  # a point is surer than an area's middle
        ids = known.meant(one)
        if not ids:
            rest.append(one)
        elif len(ids) > 1:
            why = words(N_("the name may also mean {others:or}"), others=[id for id in ids[1:]])
            doubts.append(Doubt(ids[0], one.name, one.at, why))
        elif ids[0] not in found:
            found[ids[0]] = one.at
        elif one.kind == "region" and dist(found[ids[0]], one.at) > 1:
            doubts.append(Doubt(ids[0], one.name, one.at, words(N_("the module has the name twice"))))
    twice = {one.place for one in doubts}
    return {id: at for id, at in found.items() if id not in twice}, doubts, rest


def _misspelt(known: _Names, rest: Sequence[Named], taken: set[str]) -> list[Doubt]:
    """Return the names that differ from one name of the game, and from no other, by a slip or two."""
    free = {name: ids for name, ids in known.ids.items() if len(ids) == 1 and ids[0] not in taken}
    found = dict[str, Doubt]()
    for one in rest:
        name = plain(one.name)
        if len(name) < LEAST:
            continue
        most = SLIPS[len(name) >= SHORT]
        near = {other: slips(name, other, most) for other in free}
        least = min(near.values(), default=most + 1)
        ids = {free[other][0] for other, count in near.items() if count == least}
        if least <= most and len(ids) == 1:
            (id,) = ids
            why = words(
                N_("differs in {n} {n:letter|letters} from “{name}”"),
                n=least,
                name=next(other for other in near if near[other] == least and free[other] == [id]),
            )
            found.setdefault(id, Doubt(id, one.name, one.at, why))
    return list(found.values())


def slips(one: str, other: str, most: int) -> int:
    """Return the number of letters to add, drop or change that make one name the other; `most` + 1 for
    more.
    """
    if abs(len(one) - len(other)) > most:
        return most + 1
    row = list(range(len(other) + 1))
    for at, letter in enumerate(one, 1):
        before, row = row, [at]
        for column, beside in enumerate(other, 1):
            row.append(min(before[column] + 1, row[-1] + 1, before[column - 1] + (letter != beside)))
        if min(row) > most:
            return most + 1
    return min(row[-1], most + 1)


def _neighbours(board: Printed, named: Mapping[str, Point]) -> tuple[set[str], list[Doubt]]:
    """Return the places that lie as on our map, and those that lie far from where the others expect them."""
    places, left, wrong = board.places(), dict(named), list[Doubt]()
    for _ in range(REMOVED):
        if len(left) <= LEAST:
            break
        try:
            away = dict(zip(left, astray([(places[id], at) for id, at in left.items()]), strict=True))
        except Unsolvable:
            break
        near = median(
            min(dist(at, other) for one, other in left.items() if one != id) for id, at in left.items()
        )
        worst = max(away, key=lambda id: away[id])
        if away[worst] <= FAR * near:
            break
        wrong.append(_far(worst, left.pop(worst), N_("{away} pixels"), away[worst]))
    return set(left), wrong


def _far(place: str, at: Point, unit: str, away: float) -> Doubt:
    """Return the doubt about a place that lies elsewhere than expected."""
    said = f"{away:.1f}" if away < 100 else f"{away:.0f}"
    why = words(N_("lies {far} from where the others expect it"), far=words(unit, away=Verbatim(said)))
    return Doubt(place, place, at, why)
