"""§26.3 Ruins: what is left of a hex that is pillaged by an army, by mutineers or by the plague."""

from __future__ import annotations

from adjudicator.belisarius.world import Hex, World
from adjudicator.core import tell


def lay_waste(w: World, place: Hex, *, marker: bool = True) -> None:
    """§26.3 §27.32 §27.5 §28.5 Lay the marker on a hex that had none; colony and public works are gone.

    Without `marker` they alone are: a plague leaves no ruins of a colony (ruling BE-B6).
    """
    if marker:
        w.pillaged = sorted([*w.pillaged, place])
    if place in w.colonies:
        w.colonies.remove(place)
        tell("colony_lost", "27.5", place=place)
    if place in w.works:
        w.works.remove(place)
        tell("works_lost", "28.5", place=place)
