"""A world read once: the places of blocks, as one seat sees them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from typing import Final

from adjudicator.julius_caesar.board import BLOCKS, CITIES, EDGES
from adjudicator.julius_caesar.world import Place, Side, World, sides

VALUE: Final[Mapping[Place, int]] = {city.id: city.value for city in CITIES.values() if city.value}
"""The cities that count, with their points."""
FAR: Final = 9
"""Roads to what cannot be reached by land."""


class Scan:
    """The places of blocks, as a seat sees them.

    Attributes:
        own: the seat's blocks by place, by id.
        foes: the number of enemies in each place where there are any.
    """

    def __init__(self, w: World, side: Side) -> None:
        self.w, self.side = w, side
        self.own: dict[Place, list[str]] = {}
        self.foes: dict[Place, int] = {}
        self._threats: dict[Place, int] = {}
        serves = sides(w)
        for block in sorted(w.at):
            place = w.at[block]
            if serves[block] == side:
                self.own.setdefault(place, []).append(block)
            else:
                self.foes[place] = self.foes.get(place, 0) + 1

    def might(self, blocks: Iterable[str]) -> int:
        """Return strength times firepower of some blocks."""
        steps = self.w.steps
        return sum(MIGHT[block][steps[block]] for block in blocks)

    def threat(self, place: Place) -> int:
        """Return the most enemies in a place beside a place."""
        found = self._threats.get(place)
        if found is None:
            foes = self.foes
            found = self._threats[place] = max((foes.get(to, 0) for to in EDGES.get(place, ())), default=0)
        return found


MIGHT: Final[Mapping[str, tuple[int, ...]]] = {
    block.id: (0, *(strength * block.firepower for strength in block.strengths)) for block in BLOCKS.values()
}
"""Strength times firepower of each block, by its steps."""


@cache
def roads_from(place: Place) -> Mapping[Place, int]:
    """Return the number of roads from a place to each that can be reached by land."""
    found, wave, n = {place: 0}, [place], 0
    while wave:
        n += 1
        wave = [to for here in wave for to in EDGES.get(here, ()) if to not in found]
        found |= dict.fromkeys(wave, n)
    return found
