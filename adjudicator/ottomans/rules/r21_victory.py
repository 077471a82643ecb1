"""§21 Victory: as an empire, or by survival."""

from __future__ import annotations

from collections.abc import Mapping

from adjudicator.core import N_, Score, tell, winners
from adjudicator.core.log.chain import JSON
from adjudicator.ottomans.board import CITIES_OF, COALITIONS, FIGURES, KEY_CITIES, LANDS, NATIONS, REGIONS
from adjudicator.ottomans.world import (
    CONSTANTINOPLE,
    NOBODY,
    Coalition,
    Holders,
    Nation,
    Place,
    Seat,
    World,
    all_holders,
)

HELD = "key_cities"


def held(there: Mapping[Place, Holders], coalition: Coalition) -> list[Place]:
    """§21.1 The key cities with units of only one coalition, under any control."""
    return [city for city in KEY_CITIES if there[city][1] == {coalition}]


def empire(there: Mapping[Place, Holders]) -> Coalition:
    """§21.1 The coalition that holds eight key cities or more, "" for none."""
    return next((c for c in COALITIONS if len(held(there, c)) >= FIGURES.empire), "")


def is_firm(there: Mapping[Place, Holders], seat: Seat, coalition: Coalition, *areas: Place) -> bool:
    """§21.12 Return true if only units of a seat and of one coalition are in an area or its parts.

    Ruling OT-V1: a region counts with its cities, a city by itself.
    """
    owners: set[Seat] = set()
    colours: set[Coalition] = set()
    for area in areas:
        owners |= there[area][0]
        colours |= there[area][1]
    return owners == {seat} and colours == {coalition}


def firm_regions(there: Mapping[Place, Holders], seat: Seat, coalition: Coalition) -> list[Place]:
    """§21.12 The regions that a seat holds firmly with units of a coalition; ruling OT-V2."""
    return [r for r in LANDS if is_firm(there, seat, coalition, r, *CITIES_OF[r])]


def firm_cities(there: Mapping[Place, Holders], seat: Seat, coalition: Coalition) -> list[Place]:
    """§21.12 The key cities that a seat holds firmly with units of a coalition."""
    return [city for city in KEY_CITIES if is_firm(there, seat, coalition, city)]


def imperial(there: Mapping[Place, Holders], seat: Seat, coalition: Coalition) -> dict[str, int]:
    """§21.11 Points under an empire; ruling OT-V3: Constantinople counts twice."""
    cities = firm_cities(there, seat, coalition)
    return {
        CONSTANTINOPLE: 4 * (CONSTANTINOPLE in cities),
        HELD: 2 * len(cities),
        "regions": sum(REGIONS[r].supply for r in firm_regions(there, seat, coalition)),
    }


def surviving(core: Mapping[Seat, Nation], there: Mapping[Place, Holders], seat: Seat) -> dict[str, int]:
    """§21.2 Points of a player by survival; ruling OT-V4: half the supply abroad, rounded down in all."""
    if seat not in core:
        return {CONSTANTINOPLE: 0, HELD: 0, "regions": 0, "abroad": 0}
    colour = NATIONS[core[seat]].coalition
    owners, _ = there[CONSTANTINOPLE]
    regions = firm_regions(there, seat, colour)
    return {
        CONSTANTINOPLE: 2 * (owners == {seat}),
        HELD: len(firm_cities(there, seat, colour)),
        "regions": sum(REGIONS[r].supply for r in regions if REGIONS[r].side == colour),
        "abroad": sum(REGIONS[r].supply for r in regions if REGIONS[r].side != colour) // 2,
    }


def threshold(w: World, seat: Seat) -> int:
    """§21.13 Return the supply that survival must exceed: the supply of all regions of the core's colour.

    Ruling OT-V5: by the option `threshold` without regions whose only nation is not in the game.
    """
    if seat not in w.core:
        return 0
    colour = NATIONS[w.core[seat]].coalition
    regions = [r for r in LANDS if REGIONS[r].side == colour]
    if w.options["threshold"] == "present":
        away = {*w.cups["out"], *w.cups["later"]}
        regions = [r for r in regions if not (REGIONS[r].only and set(REGIONS[r].only) <= away)]
    return sum(REGIONS[r].supply for r in regions)


def score(w: World) -> Score:
    """§21.0 The present points: by empire if there is one, else by survival."""
    there = all_holders(w)
    ruling = empire(there)
    parts: dict[str, Mapping[str, int]] = {}
    for seat in w.seats:
        parts[seat] = imperial(there, seat, ruling) if ruling else surviving(w.core, there, seat)
    points = {seat: sum(of.values()) for seat, of in parts.items()}
    result: dict[str, JSON] = dict(w.result)
    if w.result:
        result["winners"] = list(w.victors)
    return Score(points, parts, result, margins(w, points))


def margins(w: World, points: Mapping[Seat, int]) -> dict[Seat, int]:
    """§21.1 §21.13 Return the figures that rank seats: under an empire their points, else those above what
    each needs to survive (ruling OT-V8).
    """
    ruling = empire(all_holders(w))
    return {seat: n - (0 if ruling else threshold(w, seat)) for seat, n in points.items()}


def turns_left(w: World) -> int:
    """Return how many turns may follow this one."""
    return w.last_turn - w.turn


LEVELS = {"empire": N_("victory of the empire"), "survival": N_("survival victory")}
"""The ways to win, as results name them."""


def decide(w: World, more: Mapping[str, int]) -> Score:
    """§21.13 §4.4 Return points and result if the game ended now, with `more` points for some seats: most
    points win under an empire, else all above their threshold.

    Ruling OT-V6: a tie under an empire is shared, but an empire in which nobody has a point is nobody's;
    without anybody above the threshold nobody has won.
    """
    ruling = empire(all_holders(w))
    points = {seat: n + more.get(seat, 0) for seat, n in score(w).points.items()}
    if ruling:
        best = max(*points.values(), 1)
        victors, how = [seat for seat in w.seats if points[seat] == best], "empire"
    else:
        victors, how = [seat for seat in w.seats if points[seat] > threshold(w, seat)], "survival"
    alone = victors[0] if len(victors) == 1 else NOBODY
    how = how if victors else "nobody"
    result = {"winner": alone, "how": how, "empire": ruling, "winners": victors}
    return Score(points, {}, result, margins(w, points))


def end_game(w: World) -> None:
    """§4.4 End the game."""
    found = decide(w, {})
    points, result = found.points, found.result
    w.victors = winners(result)
    w.result = {key: str(result[key]) for key in ("winner", "how", "empire")}
    tell(
        "game_over",
        "21.0",
        winners=list(w.victors),
        n=len(w.victors),
        points=dict(points),
        empire=w.result["empire"],
        needed={seat: threshold(w, seat) for seat in w.seats},
        how="empire/nobody" if w.result["empire"] and not w.victors else w.result["how"],
    )
    w.phase = "over"
