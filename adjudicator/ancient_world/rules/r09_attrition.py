"""§9.5 Siege attrition: a marker out of the cup, for every siege; foraging and supply."""

from __future__ import annotations

from adjudicator.ancient_world.board import CHARTS, CITIES, ELEPHANT, FOOT, distance
from adjudicator.ancient_world.world import (
    STATUS_NAMES,
    Place,
    Side,
    World,
    done,
    each_force,
    enemy_of,
    has_units,
    hex_of,
    in_play,
    inside_of,
    is_inside,
    size_of,
)
from adjudicator.core import N_, OneOf, ask, d10, one_of, tell, words

from .r02_forces import adjusted, lose_of, of_arm, part, rank_of, strength, units_of
from .r06_devastation import try_devastation
from .r06_ground import FLAT, HARD, barred, joined, nexts, strait, terrain
from .r06_losses import spread
from .r09_assault import least_level
from .r09_capture import capture_city
from .r09_ends import conclude
from .r09_losses import siege_losses
from .r09_siege import (
    besiegers,
    best_leader,
    defender_of,
    garrison,
    garrison_keys,
    seat_of_besiegers,
    suffers,
)
from .r11_control import controls_province, holds

FORAGE, SUPPLY, SUPPLY_RANGE = -2, -3, 3
ON_FLAT = -1
"""Ruling AW-R71: the modifier of a besieger on flat ground, with option `flat_siege`."""


def may_forage(w: World, city: str) -> bool:
    """§9.53 Return true if the besieger may forage.

    They control the province, on open ground, not devastated.
    """
    province = CITIES[city].province
    open_ground = terrain(CITIES[city].hex) not in HARD
    return (
        controls_province(w, province, w.sieges[city].side) and open_ground and province not in w.devastated
    )


def supplied(w: World, city: str) -> bool:
    """§9.54 Return true if a friendly city within three hexes supplies the besieger.

    It is theirs or in a province of theirs, not besieged, its province not devastated; the line to it passes
    no enemy, up to the hex of the city, and lies beside none that has a leader. Ruling AW-V48.
    """
    side, start = w.sieges[city].side, CITIES[city].hex
    for other in CITIES.values():
        if other.id == city or distance(other.hex, start) > SUPPLY_RANGE or not in_play(w, other.hex):
            continue
        if other.id in w.sieges or other.province in w.devastated or not size_of(w, other.id):
            continue
        special = other.id == "syracusae" and bool(w.notes.get("hiero_out")) and side == "rome"
        theirs = holds(w, enemy_of(w, side), other.id)
        friendly = holds(w, side, other.id) or (controls_province(w, other.province, side) and not theirs)
        if (friendly or special) and _line(w, side, start, other.hex):
            return True
    return False


def _line(w: World, side: Side, start: Place, goal: Place) -> bool:
    """§9.54 Return true if a line within supply range passes no strait, no barred side and no watched hex."""
    wave, seen = {start}, {start}
    for _ in range(SUPPLY_RANGE):
        onward: set[Place] = set()
        for at in sorted(wave):
            for to in nexts(w, at):
                if to in seen or is_inside(to) or not joined(at, to) or strait(at, to) or barred(at, to):
                    continue
                if not in_play(w, to) or _watched(w, side, to):
                    continue
                if to == goal:
                    return True
                onward.add(to)
        seen |= onward
        wave = onward
    return False


def _watched(w: World, side: Side, place: Place) -> bool:
    enemy = enemy_of(w, side)
    if has_units(w, place, enemy):
        return True
    return any(
        force.leaders
        and force.units
        and not is_inside(force.place)
        and distance(hex_of(force.place), place) == 1
        for _, force in each_force(w, enemy)
    )


async def siege_attrition(w: World) -> None:
    """§9.51 §9.52 Every siege in turn: the besieger says whether they forage, then both dice fall.

    §9.53 Foraging may devastate the province. §9.54 Supply helps the besieger; superiority at sea weighs on a
    port. Ruling AW-R69, ruling AW-R70, ruling AW-R71.
    """
    due = [city for city in w.due if city in w.sieges]
    if not due:
        w.due = []
        conclude(w)
        done(w)
        return
    city = due[0]
    siege = w.sieges[city]
    forages = False
    if may_forage(w, city):
        choice = OneOf(
            rule="9.53",
            prompt=words(N_("Siege of {city}: do you forage?"), city=city),
            options=one_of("forage", "no"),
        )
        forages = await ask(seat_of_besiegers(w, city), choice) == "forage"
    fed = supplied(w, city)
    outside = await d10("9.52", f"{siege.side} {city}")
    inside = await d10("9.52", city)
    w.due = due[1:]
    suffers(w, city)
    await _attrition(w, city, outside, inside, forages, fed)
    if forages:
        await try_devastation(
            w, siege.side, CITIES[city].province, strength(units_of(w, besiegers(w, city))), "6.76"
        )
    if city in w.sieges and not _foot_inside(w, city):
        capture_city(w, city, siege.side, "attrition", best_leader(w, besiegers(w, city)))


def _foot_inside(w: World, city: str) -> int:
    return of_arm(garrison(w, city), FOOT) + w.sieges[city].militia


async def _attrition(w: World, city: str, outside: int, inside: int, forages: bool, fed: bool) -> None:
    """§9.52 §9.55 Apply both dice: outside loses first; inside one elephant goes before the rest."""
    lines = siege_lines(w, city, forages, fed)
    totals = [die + sum(of.values()) for die, of in zip((outside, inside), lines, strict=True)]
    lost_out, lost_in = siege_tolls(w, city, *totals)
    tell(
        "siege_attrition",
        "9.52",
        city=city,
        side=w.sieges[city].side,
        dice=[outside, inside],
        lines=list(lines),
        totals=totals,
        lost=[lost_out, lost_in],
        forage=int(forages),
        supply=int(fed),
    )
    await siege_losses(w, city, lost_out, "9.55", outside=True)
    if lost_in and of_arm(garrison(w, city), ELEPHANT):
        side, gone = defender_of(w, city), spread(part(garrison(w, city), ELEPHANT), 1)
        lose_of(w, garrison_keys(w, city), gone)
        tell("losses", "9.55", side=side, place=inside_of(city), units=gone)
    await siege_losses(w, city, lost_in, "9.55", outside=False)


def siege_lines(w: World, city: str, forages: bool, fed: bool) -> tuple[dict[str, int], dict[str, int]]:
    """§9.52 §9.54 Return the modifiers of the dice of those outside and inside."""
    flat = w.options.get("flat_siege") == "on" and terrain(CITIES[city].hex) == FLAT
    outside = {
        "forage": FORAGE if forages else 0,
        "supply": SUPPLY if fed else 0,
        "status": _state(w, besiegers(w, city)),
        "flat": ON_FLAT if flat else 0,
    }
    inside = {
        "status": _state(w, garrison_keys(w, city)),
        "sea": least_level(w, city, w.sieges[city].side) or 0,
    }
    return {name: n for name, n in outside.items() if n}, {name: n for name, n in inside.items() if n}


def siege_tolls(w: World, city: str, outside: int, inside: int) -> tuple[int, int]:
    """§9.52 Return the strength points that those outside and inside lose for their modified dice."""
    held = adjusted(units_of(w, garrison_keys(w, city))) + w.sieges[city].militia
    return (
        CHARTS.siege_attrition(False, outside, adjusted(units_of(w, besiegers(w, city)))),
        CHARTS.siege_attrition(True, inside, held),
    )


def _state(w: World, keys: list[str]) -> int:
    worst = max((rank_of(w.forces[key]) for key in keys if key in w.forces), default=0)
    return CHARTS.statuses[STATUS_NAMES[worst]].siege
