"""§6.5 The reach of interceptors: range, ways, modifiers, control of banks, ambushes."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from functools import cache
from itertools import pairwise

from msgspec import Struct

from adjudicator.ancient_world.board import (
    CITY_AT,
    HEXES,
    HORSE,
    LEADERS,
    NEIGHBOURS,
    SCENARIOS,
    SIDES_OF,
    distance,
)
from adjudicator.ancient_world.world import (
    DISORGANIZED,
    DISRUPTED,
    March,
    Place,
    Side,
    World,
    each_force,
    enemy_of,
    has_units,
    hex_of,
    in_play,
    is_inside,
    leaders_on_map,
    locked_leaders,
    place_of,
    scenario_of,
    seat_of,
    stack_key,
)
from adjudicator.core import (
    N_,
    Bar,
    Passage,
    Route,
    Step,
    Words,
    bar,
    judged,
    words,
)

from .r02_forces import of_arm, part, strength
from .r05_leaders import commandable
from .r06_ground import HARD, MARSH, MOUNTAIN, Roads, barred, joined, nexts, river, roads_of, strait, terrain
from .r08_fog import is_foggy

RANGE, CITY_RANGE = 3, 4
BANK_HORSE, BANK_STRENGTH = 4, 20
TERRAIN: Mapping[str, int] = {MARSH: 2, MOUNTAIN: 3}
TIRED = 2
AMBUSH = 3
LETTERS = "ABCDE"
FIGHTERS = ("foot", "horse", "elephant")
"""§9.28 The arms that go along in a reaction: engines stay behind."""


class Try(Struct, frozen=True):
    """A possible interception by a leader: hexes entered, the sum of modifiers, and whether without a die.

    `bank` is 1 where they control the bank (§6.35): then the march there costs no attrition.
    """

    path: tuple[Place, ...]
    modifier: int
    automatic: int = 0
    bank: int = 0


# -- the way of an interceptor -------------------------------------------------------------------


def best_path(
    w: World, side: Side, start: Place, goal: Place, most: int
) -> tuple[tuple[Place, ...], int] | None:
    """§6.52 §6.54 Return the way to a hex with the least modifiers, and their sum; None if out of range."""
    if hex_of(start) == goal:
        return (), 0
    if distance(hex_of(start), goal) > most:
        return None
    found = reached(w.scenario, start, most, held_by(w, enemy_of(w, side))).get(goal)
    return (found[1], found[0]) if found else None


def held_by(w: World, side: Side) -> frozenset[Place]:
    """§6.52 Return the hexes, and insides of cities, in which a side has units."""
    return frozenset(force.place for _, force in each_force(w, side) if force.units)


def reached(
    scenario: str, start: Place, most: int, held: Collection[Place]
) -> Mapping[Place, tuple[int, tuple[Place, ...]]]:
    """§6.52 §6.54 Return the best way of an interceptor to every hex in range, and the sum of its modifiers.

    It does not lead through hexes that the enemy holds, over straits, or where an army cannot go. Of equal
    ways it takes the shorter one, then the lower numbers; ruling AW-V10.
    """
    here, steps = hex_of(start), _steps(scenario)
    wave: dict[Place, tuple[int, tuple[Place, ...]]] = {here: (0, ())}
    found: dict[Place, tuple[int, tuple[Place, ...]]] = {}
    for _ in range(most):
        onward: dict[Place, tuple[int, tuple[Place, ...]]] = {}
        for at, (cost, path) in sorted(wave.items()):
            for to, toll in steps.get(at, ()) if at not in held or at == here else ():
                if to == here or to in path:
                    continue
                made = (cost + toll, (*path, to))
                if to not in onward or _order(made) < _order(onward[to]):
                    onward[to] = made
        wave = onward
        for to, made in wave.items():
            if to not in found or _order(made) < _order(found[to]):
                found[to] = made
    return found


@cache
def _steps(scenario: str) -> Mapping[Place, Sequence[tuple[Place, int]]]:
    """§6.52 §6.54 Return the steps that an interceptor may take on an empty map, with their modifiers."""
    area, roads = SCENARIOS[scenario].area, roads_of(SCENARIOS[scenario])
    land = [hex for hex, at in HEXES.items() if at.kind == "land" and at.province in area]
    return {
        a: [
            (b, _toll(a, b, roads))
            for b in NEIGHBOURS[a]
            if HEXES[b].kind == "land" and HEXES[b].province in area and _is_passable(a, b)
        ]
        for a in land
    }


def _is_passable(a: Place, b: Place) -> bool:
    return not barred(a, b) and not strait(a, b) and joined(a, b)


def path_choice(w: World, side: Side, start: Place, goal: Place, most: int) -> Route:
    """§6.52 Return the choice of an interceptor's way to a hex, of as many hexes as are in range."""

    def step(way: tuple[Place, ...]) -> Step:
        here = way[-1] if way else hex_of(start)
        if here == goal:
            return Step({})
        left = most - len(way) - 1
        near = [to for to in nexts(w, here) if not is_inside(to) and distance(to, goal) <= left]
        return Step(
            judged(near, lambda to: _may_reach(w, side, here, to, goal)),
            bar("6.52", N_("the route must end at {place}"), place=goal),
        )

    def beyond(way: tuple[Place, ...]) -> Mapping[Place, Passage]:
        found = best_path(w, side, way[-1] if way else start, goal, most - len(way))
        return {goal: Passage(found[0])} if found and found[0] else {}

    def note(way: tuple[Place, ...]) -> Words:
        return words(N_("modifier {n}"), n=f"{toll_of(w, start, way):+d}")

    return Route(
        rule="6.52",
        prompt=words(N_("By which route to {place}?"), place=goal),
        start=start,
        step=step,
        beyond=beyond,
        note=note,
    )


def _may_reach(w: World, side: Side, a: Place, b: Place, goal: Place) -> Bar | None:
    if _may_pass(w, side, a, b, goal):
        return None
    return bar("6.52", N_("an interceptor cannot go from {a} into {b}"), a=a, b=b)


def toll_of(w: World, start: Place, path: Sequence[Place]) -> int:
    """§6.54 Return the sum of the modifiers of an interceptor's way."""
    return sum(toll_lines(w, start, path).values())


def toll_lines(w: World, start: Place, path: Sequence[Place]) -> dict[str, int]:
    """§6.54 Return the modifiers of an interceptor's way: its hexes, rivers, marshes and mountains."""
    roads, steps = roads_of(scenario_of(w)), list(pairwise((hex_of(start), *path)))
    rivers = sum(bool(river(a, b)) for a, b in steps)
    ground = sum(_toll(a, b, roads) for a, b in steps) - len(steps) - rivers
    return {"hexes": len(steps), "rivers": rivers, "terrain": ground}


def _order(one: tuple[int, tuple[Place, ...]]) -> tuple[int, int, tuple[Place, ...]]:
    return one[0], len(one[1]), one[1]


def _may_pass(w: World, side: Side, a: Place, b: Place, goal: Place) -> bool:
    if not in_play(w, b) or not _is_passable(a, b):
        return False
    return b == goal or not has_units(w, b, enemy_of(w, side))


def _toll(a: Place, b: Place, roads: Roads) -> int:
    """§6.54 Return the modifiers of one step: the hex, the river, marsh and mountain off the road."""
    ground = 0 if roads.link(a, b) else TERRAIN.get(terrain(b), 0)
    return 1 + int(bool(river(a, b))) + ground


def range_of(place: Place) -> int:
    """§6.52 Return a leader's interception range: longer from inside a city."""
    return CITY_RANGE if is_inside(place) else RANGE


# -- §6.35 the bank ------------------------------------------------------------------------------


def controls_bank(units: Mapping[str, int]) -> bool:
    """§6.35 Return true if some units are enough to control their bank of a river."""
    return of_arm(units, HORSE) >= BANK_HORSE or strength(units) >= BANK_STRENGTH


def bank_hexes(place: Place) -> list[Place]:
    """§6.35 Return the hexes beside a hex whose bank a force in it controls; ruling AW-R21."""
    names = rivers_at(place)
    return [
        to
        for to in sorted(_beside(place))
        if names & rivers_at(to) and not river(place, to) and not barred(place, to)
    ]


def _beside(place: Place) -> list[Place]:
    return [to for to in NEIGHBOURS[place] if HEXES[to].kind == "land" and joined(place, to)]


@cache
def rivers_at(place: Place) -> frozenset[str]:
    """§6.35 Return the names of the rivers along a hex."""
    return frozenset(side.river for (a, _), side in SIDES_OF.items() if a == place and side.river)


# -- who could -----------------------------------------------------------------------------------


def able(w: World, side: Side, leaders: Sequence[str]) -> list[str]:
    """§6.51 Return those leaders of a side who command units fit to intercept; §8.12 in fog all who might."""
    found = []
    for leader in leaders:
        place = place_of(w, leader)
        force = w.forces.get(stack_key(side, place))
        if force is None or leader not in force.leaders or force.afloat or force.scattered:
            continue
        if force.status >= DISORGANIZED or (is_inside(place) and CITY_AT[hex_of(place)] in w.sieges):
            continue
        if force.units if is_foggy(w) else strength(fit_units(w, leader, place)):
            found.append(leader)
    return found


def fit_units(w: World, leader: str, place: Place) -> dict[str, int]:
    """§9.28 Return the units that a leader may take along: siege engines stay behind."""
    return part(commandable(w, leader, place), *FIGHTERS)


def tries(w: World, stage: str) -> dict[str, Try]:
    """§6.53 §6.35 Return the leaders who could intercept the force on the march now.

    `stage` is "enter", or "leave" for the start of a movement and for leaving the leaders' own hex.
    """
    m = w.march
    assert m is not None
    mover = w.forces[m.force]
    side, here = enemy_of(w, mover.side), hex_of(mover.place)
    crossed = _came_over(w, m) if stage == "enter" else ""
    found: dict[str, Try] = {}
    free = [x for x in leaders_on_map(w, side) if x not in m.tried and x not in locked_leaders(w)]
    for leader in free:
        if distance(hex_of(place_of(w, leader)), here) > CITY_RANGE:
            continue
        if leader not in able(w, side, [leader]) or seat_of(w, side, leader) in m.silent:
            continue
        if (one := _try(w, leader, here, stage, crossed)) is not None:
            found[leader] = one
    return found


def _came_over(w: World, m: March) -> str:
    """The way the force came into this hex: over a river (its name), by a strait or by sea ("sea")."""
    if m.who == "sea":
        return "sea"
    if len(m.walked) < 2:
        return ""
    return crossing(*m.walked[-2:])


def crossing(a: Place, b: Place) -> str:
    """§6.53 §6.35 Return the river between two hexes, "sea" for a strait, "" for neither."""
    if strait(a, b):
        return "sea"
    side = SIDES_OF.get((hex_of(a), hex_of(b)))
    return side.river if side is not None else ""


def _try(w: World, leader: str, here: Place, stage: str, crossed: str) -> Try | None:
    """§6.51 §6.53 Return the way and modifier of an interception of a hex; None if the leader has none."""
    place, side = place_of(w, leader), LEADERS[leader].side
    force = w.forces[stack_key(side, place)]
    tired = TIRED if force.status == DISRUPTED else 0
    m = w.march
    assert m is not None
    if hex_of(place) == here:
        if stage == "leave":
            return Try((), tired, automatic=int(is_inside(place))) if _leaves(m, here) else None
        return Try((), tired) if holds_hex(w, leader, crossed) else None
    if stage == "leave" and len(m.walked) > 1:
        return None
    if crossed and holds_bank(w, leader, here, crossed):
        return over_bank(w, here, tired)
    path = best_path(w, side, place, here, range_of(place))
    return Try(path[0], path[1] + tired) if path else None


def _leaves(m: March, here: Place) -> bool:
    """§6.53 Return true if the next step leads out of the hex: into its city, or out of it, is no leaving."""
    return bool(m.ahead) and hex_of(m.ahead[0]) != here


def holds_hex(w: World, leader: str, crossed: str) -> bool:
    """§6.53 §6.35 Return true if who has come into a leader's own hex so may be intercepted there at once.

    By sea or over a strait, or over a river whose bank the leader's force is strong enough to control.
    Ruling AW-R92.
    """
    place = place_of(w, leader)
    if is_inside(place) or not crossed:
        return False
    return crossed == "sea" or controls_bank(fit_units(w, leader, place))


def over_bank(w: World, here: Place, tired: int) -> Try:
    """§6.35 Return the interception into an adjacent hex of a bank that is held; ruling AW-R20."""
    die = w.options.get("bank", "sure") == "die"
    return Try((here,), tired if die else 0, automatic=int(not die), bank=1)


def holds_bank(w: World, leader: str, here: Place, crossed: str) -> bool:
    """§6.35 Return true if a leader controls the bank that has just been reached; ruling AW-R20."""
    place, side = place_of(w, leader), LEADERS[leader].side
    if is_inside(place) or crossed not in rivers_at(hex_of(place)) or here not in bank_hexes(hex_of(place)):
        return False
    return controls_bank(fit_units(w, leader, place)) and not has_units(w, here, side)


def odds(campaign: int, modifier: int, automatic: int) -> Words:
    """§6.55 Return the odds of an interception as people read them."""
    if automatic:
        return words(N_("succeeds without a die"))
    need = min(9, campaign - modifier)
    return words(N_("needs {need} or less: {n} in 10"), need=need, n=max(0, need + 1))


def may_ambush(w: World, leader: str, one: Try, at: Place) -> Bar | None:
    """§6.58 Return the reason why a leader may not lay an ambush, None if they may; ruling AW-R37."""
    place = place_of(w, leader)
    if is_inside(place) or terrain(place) not in ("rough", *HARD):
        return bar("6.58", N_("you can lay an ambush only outside a city, in rough, marsh or mountains"))
    if len(one.path) > 1:
        return bar("6.58", N_("you can ambush only in the same or an adjacent hex"))
    if one.path and river(place, one.path[0]):
        return bar("6.58", N_("you cannot ambush across a river"))
    if is_inside(at) or terrain(at) in HARD:
        return bar("6.58", N_("you cannot ambush a force in a city, in marshes or mountains"))
    return None


def ambush_modifier(leader: str, target: str) -> int:
    """§6.58 Return the modifiers of an ambush: +3, and the difference of the letters, A being 1."""
    letters = LETTERS.index(LEADERS[leader].battle) - (LETTERS.index(LEADERS[target].battle) if target else 4)
    return AMBUSH + letters
