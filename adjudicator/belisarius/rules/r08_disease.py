"""§card/disease Disease Breaks Out: a city of the enemy's beside which one stands (ruling BE-C17)."""

from __future__ import annotations

from collections.abc import Collection

from adjudicator.belisarius.board import NEIGHBOURS
from adjudicator.belisarius.world import Hex, Place, Seat, World, enemy_of, occupant, units_at
from adjudicator.core import N_, Bar, OneOf, bar, judged, tell, words

from . import r04_control as r04
from . import r08_stratagems as r08
from . import r13_stacks as r13


def disease_choice(w: World, seat: Seat) -> OneOf | Bar:
    """§card/disease The enemy's cities and colonies (§27.31), barred if no unit of the player is beside
    them.
    """
    places, own = r04.holdings(w, enemy_of(seat)), {*r04.places_of(w, seat)}
    verdicts = judged(places, lambda place: _may_infect(own, place))
    if all(stop is not None for stop in verdicts.values()):
        return bar("card/disease", N_("none of your units is adjacent to an enemy city"))
    return OneOf(rule="card/disease", prompt=words(N_("In which city?")), options=lambda: verdicts, verb="at")


def _may_infect(own: Collection[Place], place: Hex) -> Bar | None:
    if not any(near in own for near in NEIGHBOURS[place]):
        return bar("card/disease", N_("none of your units is adjacent to {place}"), place=place)
    return None


def toll(die: int) -> int:
    """§card/disease Return how many units go: none up to 3, one on 4 and 5, two on 6."""
    return 0 if die <= 3 else 1 if die <= 5 else 2


async def break_out(w: World, seat: Seat, place: Hex) -> None:
    """§card/disease A die; the city's holder chooses the losses."""
    if not await r08.play(w, seat, "disease", "card/disease", at=place):
        return
    die = await r08.roll(w, "card/disease", f"disease {place}", seat)
    n = min(toll(die), len(units_at(w, place)))
    tell("disease", "card/disease", seat=seat, place=place, die=die, n=n)
    if n:
        prompt = words(N_("Disease at {place}: you lose {n} {n:unit|units}. Which?"), place=place, n=n)
        lost = await r13.pick_units(w, occupant(w, place), units_at(w, place), n, "card/disease", prompt)
        await r13.eliminate(w, lost, "card/disease")
