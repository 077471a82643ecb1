"""§8 Stacking: who may enter a city, and what stops a move (§7.7)."""

from __future__ import annotations

from adjudicator.core import N_, Bar, bar
from adjudicator.ottomans.board import CITIES
from adjudicator.ottomans.world import Coalition, Place, Seat, World, holders, side


def may_enter_city(w: World, seat: Seat, coalition: Coalition, city: Place) -> Bar | None:
    """§8.1 §7.71 §16.8 Only where all who are there are of one's coalition and one's own; ruling OT-M5."""
    owners, colours = holders(w, city)
    if colours - {coalition}:
        return bar("8.1", N_("units of another coalition hold {city}"), city=city)
    if owners - {seat}:
        return bar("8.1", N_("{city} is held by units that you do not control"), city=city)
    return None


def is_blocked(w: World, coalition: Coalition, place: Place) -> bool:
    """§7.7 §7.71 §6.61 Return true if units of another coalition, even one's own, stop units that enter a
    region or sea.

    Units in a city stop nobody, nor do ships ashore or land units at sea (ruling OT-M2).
    """
    if place in CITIES:
        return False
    return any(p == place and side(u) != coalition and u not in w.aboard for u, p in w.at.items())
