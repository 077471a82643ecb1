"""A world that a seat's view leaves possible (§22.1).

Which markers lie in the other's hand and in the pool, and how many solidi the other has, is drawn; all else
is as the view shows it.
"""

from __future__ import annotations

from collections import Counter
from copy import deepcopy
from typing import Final

from msgspec.structs import replace

from adjudicator.belisarius.board import MARKERS
from adjudicator.belisarius.odds.known import known_world
from adjudicator.belisarius.show.view import View
from adjudicator.core import Memory
from adjudicator.core.log.chance import Rng

from .world import BARBARIAN, Attempt, Marker, Seat, World, enemy_of

RICHEST: Final = 30
"""Up to what the other's treasury is taken to be, in solidi."""
UNKEPT: Final = ("donative",)
"""Markers that go out as soon as they are drawn (§card/donative), so that nobody holds one at a rest."""
UNKEPT_BY_BARBARIANS: Final = (*UNKEPT, "roman_alliance")
"""§card/roman_alliance The barbarian player does not keep it."""


def imagine(view: View, memory: Memory, rng: Rng) -> World:
    """Return a world of which the seat has this view; markers in memory are where it knows them."""
    foe, attempt = enemy_of(view.seat), view.attempt
    return replace(
        known_world(view),
        cups=_cups(view, memory, foe, rng),
        treasury={view.seat: view.treasury or 0, foe: rng.below(RICHEST + 1)},
        placing=view.placing,
        lifts=view.lifts,
        attempt=None
        if attempt is None
        else Attempt(
            by=attempt.by,
            target=attempt.target,
            stakes={seat: list(markers) for seat, markers in attempt.stakes.items()},
            counts=dict(attempt.counts),
        ),
        agreements=[deepcopy(paper) for paper in view.agreements],
        searching=view.searching,
        result=dict(view.result),
    )


def _cups(view: View, memory: Memory, foe: Seat, rng: Rng) -> dict[str, list[Marker]]:
    """The markers: those that the seat does not see are dealt to the other's hand, stake and the pool."""
    attempt = view.attempt
    shown = list(attempt.stakes.get(foe, ())) if attempt else []
    cups = {f"{view.seat}_hand": list(view.hand), f"{view.seat}_stake": list(attempt.mine if attempt else ())}
    if view.searching == view.seat:
        cups["pool"] = list(view.found)
    every = Counter({marker: printed.count for marker, printed in MARKERS.items()})
    known = Counter(marker for cup in (*cups.values(), shown) for marker in cup)
    hand, pool = Counter(memory.get(f"{foe}_hand", ())), Counter(memory.get("pool", ()))
    left = rng.shuffled(sorted((every - known - hand - pool).elements()))
    staked = attempt.counts.get(foe, 0) - len(shown) if attempt else 0
    unkept = UNKEPT_BY_BARBARIANS if foe == BARBARIAN else UNKEPT
    new = max(0, view.hands[foe] + staked - hand.total())
    kept = [marker for marker in left if marker not in unkept][:new]
    for marker in kept:
        left.remove(marker)
    kept += sorted(hand.elements())
    cups[f"{foe}_stake"] = sorted([*shown, *kept[:staked]])
    cups[f"{foe}_hand"] = sorted(kept[staked:])
    return {"pool": sorted([*left, *pool.elements()]), **cups}
