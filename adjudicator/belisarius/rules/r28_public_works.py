"""§28 Public works (optional): built in the recruit phase (§3.1[4], §10.35; ruling BE-D12)."""

from __future__ import annotations

from adjudicator.belisarius.board import COSTS
from adjudicator.belisarius.world import Hex, Seat, World, is_walled, occupant
from adjudicator.core import N_, Bar, OneOf, bar, judged, tell, words

from . import r11_placement as r11
from .r10_expenses import too_dear


def building(w: World, seat: Seat) -> OneOf | Bar:
    """§28.1 The cities and colonies, with why a seat may not build there; barred if it cannot pay."""
    if w.treasury[seat] < COSTS.works:
        return too_dear(COSTS.works, w.treasury[seat], "10.35")
    return OneOf(
        rule="28.1",
        prompt=words(
            N_("Where do you build public works, for {cost} {cost:solidus|solidi}?"), cost=COSTS.works
        ),
        options=lambda: judged(r11.settlements(w), lambda hex: may_build(w, seat, hex)),
    )


def may_build(w: World, seat: Seat, hex: Hex) -> Bar | None:
    """§28.1 §28.2 Return why a seat may not build there, None if it may; who controls the province is no
    matter.
    """
    if hex in w.works:
        return bar("28.2", N_("{place} already has public works"), place=hex)
    if not is_walled(w, hex):
        return bar("28.1", N_("{place} is pillaged"), place=hex)
    if occupant(w, hex) != seat:
        return bar("28.1", N_("{seat} has no unit at {place}"), seat=seat, place=hex)
    return None


def build(w: World, seat: Seat, hex: Hex) -> None:
    """§28.1 Pay the cost and place the marker; §28.6 their number is not limited."""
    w.treasury[seat] -= COSTS.works
    w.works = sorted([*w.works, hex])
    tell("works_built", "28.1", seat=seat, place=hex, solidi=COSTS.works)
