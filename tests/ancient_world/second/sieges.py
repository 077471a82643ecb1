"""§9 Cities and sieges."""

from __future__ import annotations

from collections.abc import Iterable

from adjudicator.ancient_world.board import CITIES, HEXES, LEADERS, SIEGE_CAPABILITY
from adjudicator.ancient_world.world import DISORGANIZED, Siege, World

from . import charts
from .ground import (
    arm,
    at,
    beside,
    city_in,
    defence,
    enterable,
    foot,
    has,
    horse,
    inside,
    leaders,
    letter,
    other,
    printed,
    province,
    sea_of,
    state,
    strength,
    terrain,
    units,
)
from .winning import control, locked


def enough(w: World, side: str, city: str) -> bool:
    """§9.21 Has a side outside a city foot enough to besiege it?"""
    return foot(units(w, CITIES[city].hex, side)) >= 2 * printed(w, city)


def lifted(w: World) -> dict[str, str]:
    """§9.23 The sieges that end, and why."""
    found = {}
    for city, siege in w.sieges.items():
        if not leaders(w, CITIES[city].hex, siege.side):
            found[city] = "no_leader"
        elif not enough(w, siege.side, city):
            found[city] = "too_few"
    return found


def worst(w: World, place: str, side: str) -> int:
    """§8.55 The worst state of a side in a place."""
    return max((state(force) for force in at(w, place, side) if force.units), default=0)


def level(w: World, city: str, side: str) -> int | None:
    """§9.54 A side's level off a port, the lowest of its zones; None without a port. Ruling AW-V51."""
    if not CITIES[city].port:
        return None
    zones = [HEXES[hex].sea for hex in sea_of(city)]
    levels = [w.naval[zone].get(side, 0) for zone in zones if zone in w.naval]
    return min(levels) if levels else None


# -- assault -----------------------------------------------------------------------------------


def held_by(w: World, city: str, siege: Siege) -> dict[str, int]:
    """The units inside a besieged city."""
    return units(w, inside(city), other(w, siege.side))


def assault(
    w: World, city: str, leader: str, assaulting: int, engines: int
) -> tuple[tuple[str, int] | None, dict[str, int]]:
    """§9.33 The ratio with its need, and the lines of an assault; ruling AW-R01, ruling AW-R40."""
    siege = w.sieges[city]
    garrison = foot(held_by(w, city, siege))
    found = charts.assault(assaulting, defence(w, city) * max(1, garrison))
    within = leaders(w, inside(city), other(w, siege.side))
    best = max((charts.assault_letter(letter(one)) for one in within), default=0)
    port = level(w, city, siege.side)
    rank = worst(w, CITIES[city].hex, siege.side)
    shaken = worst(w, inside(city), other(w, siege.side)) >= DISORGANIZED
    lines = {
        "leaders": charts.assault_letter(letter(leader)) - best,
        "engines": min(3, engines),
        "status": charts.state(rank, "assault"),
        "garrison": 1 if shaken else 0,
        "sea": 0 if port is None else (1 if port >= 2 else -1 if port <= -2 else 0),
    }
    return found, {name: n for name, n in lines.items() if n}


def assault_loss(die: int, *, won: bool) -> int:
    """§9.35 The percentage of foot that an assault costs its side."""
    return (die + 1) // 2 * (5 if won else 10)


def garrison_loss(die: int) -> int:
    """§9.35 The percentage that the garrison loses when an assault fails."""
    return 50 if die == 9 else 25 if die % 2 else 0


# -- reduction, repair, sally --------------------------------------------------------------------


def capability(leader: str) -> int:
    """§9.41 The siege capability of a leader's nation."""
    found = SIEGE_CAPABILITY.get(LEADERS[leader].nation)
    return found.value if found is not None else 0


def reduction(leader: str, die: int, engines: int) -> tuple[int, int]:
    """§9.43 §9.45 The total, and what it takes off the defence."""
    total = die + capability(leader) + engines
    return total, charts.band("reduction", total)


def repair(leader: str, die: int) -> tuple[int, int]:
    """§9.44 The total, and what it gives back."""
    total = die + capability(leader)
    return total, charts.band("repair", total)


# -- hunger ------------------------------------------------------------------------------------


def crowd(many: dict[str, int], militia: int = 0) -> int:
    """§9.52 The strength that eats: horse counts twice."""
    return strength(many) + horse(many) + militia


def supplied(w: World, side: str, hex: str) -> bool:
    """§9.54 Does a line of at most three hexes lead to a city that feeds the besiegers? Ruling AW-V48."""
    seen, edge = {hex}, [hex]
    for _ in range(3):
        edge = [to for here in edge for to in beside(here) if to not in seen and enterable(w, here, to)]
        edge = [to for to in dict.fromkeys(edge) if not _cut(w, side, to)]
        seen |= {*edge}
        if any(_feeds(w, side, to) for to in edge):
            return True
    return False


def _feeds(w: World, side: str, hex: str) -> bool:
    city = city_in(w, hex)
    if not city or city in w.sieges or province(hex) in w.devastated:
        return False
    if (city, side) == ("syracusae", "rome") and w.notes.get("hiero_out"):
        return True
    foe = other(w, side)
    if w.control.get(city) == foe or units(w, inside(city), foe) or locked(w, city):
        return False
    return w.control.get(city) == side or control(w, province(hex)) == side


def _cut(w: World, side: str, hex: str) -> bool:
    foe = other(w, side)
    if any(force.units for force in at(w, hex, foe)):
        return True
    return any(force.units and force.leaders for near in beside(hex) for force in at(w, near, foe))


def hunger_outside(w: World, city: str, die: int, *, forage: bool, fed: bool) -> int:
    """§9.52 §9.53 §9.54 The total of the besiegers."""
    siege = w.sieges[city]
    hex = CITIES[city].hex
    flat = has(w, "flat_siege", "on") and terrain(hex) == "flat"
    rank = charts.state(worst(w, hex, siege.side), "siege")
    return die + rank - (2 if forage else 0) - (3 if fed else 0) - (1 if flat else 0)


def hunger_inside(w: World, city: str, die: int) -> int:
    """§9.54 The total of the besieged: superiority off their port starves them."""
    siege = w.sieges[city]
    rank = charts.state(worst(w, inside(city), other(w, siege.side)), "siege")
    return die + rank + (level(w, city, siege.side) or 0)


def hunger_paid(had: dict[str, int], given: dict[str, int], due: int, *, inside_: bool) -> str:
    """§9.55 Why losses don't pay siege attrition, "" if they do."""
    beasts = arm(given, "elephant")
    if inside_:
        extra = min(1, arm(had, "elephant")) if due else 0
        if beasts != extra:
            return f"elephants {beasts} of {extra}"
        beasts = 0
    paid2 = 2 * foot(given) + horse(given) + 2 * beasts
    owed2 = 2 * due
    most2 = 2 * foot(had) + horse(had) + (0 if inside_ else 2 * arm(had, "elephant"))
    fine = owed2 <= paid2 <= owed2 + 1 or (most2 <= owed2 and paid2 == most2)
    return "" if fine else f"paid {paid2 / 2} of {due}"


def only_foot(had: dict[str, int], given: dict[str, int], due: int) -> str:
    """§9.27 §9.35 Why losses of foot alone are not right, "" if they are."""
    fine = foot(given) == min(due, foot(had)) and not arm(given, "horse", "elephant", "engine")
    return "" if fine else f"{given} for {due} of {had}"


# -- treachery, surrender -------------------------------------------------------------------------


def guile_left(w: World, leader: str) -> int:
    """§5.52 The guile that a leader still has this turn."""
    if w.effects.get(f"omens_bad/{leader}"):
        return 0
    more = w.effects.get(f"omens_good/{leader}", 0)
    return max(0, LEADERS[leader].guile + more - w.spent.get(leader, 0))


def treachery(
    w: World, city: str, leader: str, die: int, guile: int, within: Iterable[str]
) -> tuple[int, int, str]:
    """§9.62 The total, the number, and how it ends: "succeeds", "fails", "trap"; ruling AW-R73."""
    total = die + guile - sum(guile_left(w, one) for one in within)
    number = charts.treachery(LEADERS[leader].campaign, printed(w, city))
    return total, number, "succeeds" if total > number else "trap" if total == number else "fails"


def demands(w: World, city: str, garrison: dict[str, int]) -> int:
    """§9.72 The foot that a demand for surrender needs; ruling AW-R74."""
    return 10 * defence(w, city) * max(1, foot(garrison))
