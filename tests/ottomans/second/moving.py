"""Who may move where by land and by sea (§7, §10.1, §11, §16, §18): a reason why not, or "" for none.

The functions judge counters; `exists` finds counters for an order, which names kinds and numbers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import combinations, product

from adjudicator.ottomans.world import World

from .course import Course
from .ground import closed_to, colour, here, hostile_afloat, hostile_ashore, is_ground, owner, riders, taken
from .printed import CITIES, COASTS, COUNTERS, PORTS, REGIONS, SEAS, by_land, by_sea, strait

MANY = 400
"""How many ways to take counters for an order are tried; equal ones are not tried twice."""


def exists(
    w: World, course: Course, kinds: Mapping[str, int], among: Sequence[str], judge: Callable[..., str]
) -> str:
    """Is there a way to take counters of these kinds so that nothing speaks against it? Else a reason."""
    why = "there are too few of a kind"
    for n, units in enumerate(taken_by(w, course, kinds, among)):
        why = judge(units)
        if not why or n > MANY:
            return why
    return why


def taken_by(w: World, course: Course, kinds: Mapping[str, int], among: Sequence[str]) -> Iterator[list[str]]:
    """Yield the different ways to take counters; those in equal circumstances count as the same."""
    ways = []
    for kind, n in kinds.items():
        of = [u for u in among if COUNTERS[u].kind == kind]
        ways.append(list({_alike(w, course, some): some for some in combinations(of, n)}.values()))
    for chosen in product(*ways):
        yield sorted(unit for some in chosen for unit in some)


def _alike(w: World, course: Course, units: Sequence[str]) -> tuple[object, ...]:
    group = course.group
    return tuple(
        sorted(
            (
                owner(w, u),
                u in course.moved,
                u in course.fleet,
                u in course.landed,
                u in course.carried,
                u in course.free,
                course.left(u),
                course.is_held(w, u),
                u in course.marched,
                u in course.fought,
                group is not None and (u in group.units, u in group.behind),
                tuple(riders(w, [u])),
                w.aboard.get(u, ""),
            )
            for u in units
        )
    )


def together(w: World, seat: str, units: Sequence[str], place: str) -> str:
    """§6.3 §6.4 §7.3 Units in one hand, of one coalition and in one area."""
    if not units:
        return "nobody"
    if any(w.at.get(u) != place for u in units):
        return "7.3 not all are there"
    if any(owner(w, u) != seat for u in units):
        return "6.4 in another hand"
    return "6.3 of several coalitions" if len({colour(u) for u in units}) > 1 else ""


def in_group(course: Course, units: Sequence[str], walks: bool) -> str:
    """§11.1 §11.11 §11.2; rulings OT-F2 and OT-F3: who goes on in a forced march."""
    group = course.group
    if group is None:
        return "" if course.phase == "movement" else "no phase of movement"
    if not {*units} <= group.units - group.behind:
        return "11.11 not in the march"
    if group.fought:
        return "11.2 it has fought"
    if group.leader not in units:
        return "11.11 without the leader"
    along = any(is_ground(u) if walks else COUNTERS[u].ship for u in units)
    return "" if along else "11.1 the leader alone"


def walk(w: World, course: Course, seat: str, units: Sequence[str], start: str, way: Sequence[str]) -> str:
    """May units go by land from an area along a way?"""
    if why := together(w, seat, units, start) or in_group(course, units, walks=True):
        return why
    if start in SEAS or any(COUNTERS[u].anchor or u in w.aboard for u in units):
        return "7.62 not by land"
    if any(u in course.landed or u in course.carried for u in units):
        return "16.33 carried by sea"
    if course.group is None and any(u in course.moved for u in units):
        return "7.4 has moved"
    if len(way) > min(course.left(u) for u in units):
        return "7.3 too far"
    return _steps_ashore(w, course, seat, units, start, way)


def _steps_ashore(
    w: World, course: Course, seat: str, units: Sequence[str], start: str, way: Sequence[str]
) -> str:
    of, place = colour(units[0]), start
    stopped = any(course.is_held(w, u) for u in units)
    first = not any(u in course.moved for u in units)
    may_enter = first and w.options["city_entry_after_stop"] == "yes"
    for to in way:
        over = strait(place, to)
        if not by_land(place, to) and not over:
            return "7.1 not beside it"
        if over and any(COUNTERS[u].ship and colour(u) != of for u in here(w, over)):
            return "7.63 the strait is closed"
        if any(closed_to(w, u, to) for u in units):
            return "18.0 not open"
        if stopped and not (may_enter and to in CITIES and place in REGIONS):
            return "7.7 stopped"
        if to in CITIES and taken(w, seat, of, to):
            return "8.1 held by others"
        may_enter = w.options["city_entry_after_stop"] == "yes"
        stopped = to in REGIONS and hostile_ashore(w, to, of) and not {*units} <= course.free
        place = to
    return ""


def sail(
    w: World,
    course: Course,
    seat: str,
    units: Sequence[str],
    aboard: Sequence[str],
    start: str,
    way: Sequence[str],
) -> str:
    """May ships and naval leaders sail from a sea or port along a way, with all who are aboard them?"""
    if why := together(w, seat, units, start) or in_group(course, units, walks=False):
        return why
    if not all(COUNTERS[u].anchor for u in units):
        return "7.62 no ships"
    if sorted(aboard) != riders(w, units):
        return "16.31 not those aboard"
    if any(u in course.moved for u in units) and not {*units} <= course.fleet:
        return "7.3 7.4 has moved"
    if len(way) > min(course.left(u) for u in units):
        return "7.3 too far"
    return _steps_at_sea(w, course, seat, [*units, *aboard], {*units} <= course.free, start, way)


def _steps_at_sea(
    w: World, course: Course, seat: str, units: Sequence[str], free: bool, start: str, way: Sequence[str]
) -> str:
    of, place = colour(units[0]), start
    stopped = any(course.is_held(w, u) for u in units)
    laden = not all(COUNTERS[u].anchor for u in units)
    for to in way:
        if stopped:
            return "7.7 stopped"
        if laden and place in CITIES:
            return "16.31 they have gone ashore"
        if not by_sea(place, to):
            return "7.62 not beside it"
        if any(closed_to(w, u, to) for u in units):
            return "18.0 not open"
        if to in CITIES and taken(w, seat, of, to):
            return "8.1 held by others"
        stopped = to in SEAS and hostile_afloat(w, to, of) and not free
        place = to
    return ""


def carry(w: World, course: Course, seat: str, units: Sequence[str], sea: str, origin: str, goal: str) -> str:
    """§16.3 May ships in a sea take units from a coast or port of it, or from aboard, to another?"""
    if why := together(w, seat, units, origin):
        return why
    if course.group is None and course.phase != "movement":
        return "no phase of movement"
    if goal == origin or not {origin, goal} <= {sea, *shores(sea)}:
        return "16.31 not on this sea"
    if any(COUNTERS[u].anchor for u in units) or any((u in w.aboard) != (origin == sea) for u in units):
        return "16.31 no land units there"
    if why := _has_gone(course, units, origin == sea):
        return why
    if goal in CITIES and taken(w, seat, colour(units[0]), goal):
        return "8.1 held by others"
    if any(closed_to(w, u, goal) or closed_to(w, u, sea) for u in units):
        return "18.0 not open"
    return "" if carriers(w, course, seat, units, sea, origin, goal) else "16.34 too few ships"


def _has_gone(course: Course, units: Sequence[str], aboard: bool) -> str:
    group = course.group
    if group is not None and (group.fought or not COUNTERS[group.leader].anchor):
        return "11.3 no march of ships"
    for unit in units:
        if unit in course.landed or (unit in course.carried and not aboard):
            return "16.33 once"
        if unit in course.moved:
            return "16.33 has moved"
        if group is not None and unit in course.marched - group.units:
            return "11.4 has marched"
        if group is not None and unit in course.fought:
            return "9.33 has fought"
    return ""


def shores(sea: str) -> list[str]:
    """The coasts and ports of a sea."""
    return [place for places in (COASTS, PORTS) for place, seas in places.items() if sea in seas]


def price(w: World, origin: str, goal: str) -> int:
    """§16.32 What carrying units costs each ship: one for a coast, nothing for a port; option `ferries`."""
    if w.options["ferries"] == "points" and goal in PORTS:
        return max(1, origin in COASTS)
    return (origin in COASTS) + (goal in COASTS)


def carriers(
    w: World, course: Course, seat: str, units: Sequence[str], sea: str, origin: str, goal: str
) -> bool:
    """§16.33 §16.34 Are there ships for these: one land unit at a time, any leaders with it?

    A ship goes as often as its movement lasts, where it does not keep them aboard. Ruling OT-M6: ships that
    are stopped have none left.
    """
    cost, of = price(w, origin, goal), colour(units[0])

    def able(ship: str) -> bool:
        part = course.group is None or ship in course.group.units
        return part and (cost == 0 or (course.left(ship) >= cost and not course.is_held(w, ship)))

    if origin == sea:
        return all(able(w.aboard[u]) for u in units)
    fleet = [u for u in here(w, sea) if COUNTERS[u].ship and owner(w, u) == seat and colour(u) == of]
    ready = [ship for ship in fleet if able(ship)]
    empty = [ship for ship in ready if not any(is_ground(u) for u in riders(w, [ship]))]
    ground = sum(is_ground(u) for u in units)
    if ground == 0:
        return bool(ready)
    if goal == sea:
        return len(empty) >= ground
    return bool(empty) if cost == 0 else sum(course.left(ship) // cost for ship in empty) >= ground


def begin(w: World, course: Course, seat: str, leader: str, units: Sequence[str]) -> str:
    """§11.1 §11.3 §11.4 May a leader begin a forced march with these?"""
    place = w.at.get(leader, "")
    if not COUNTERS[leader].command or owner(w, leader) != seat or not place:
        return "11.0 no leader"
    if course.phase != "march" or course.group is not None:
        return "11.2 not now"
    if why := together(w, seat, [leader, *units], place):
        return why
    if leader in units or leader in course.marched or any(u in course.marched for u in units):
        return "11.4 once a turn"
    if any(u in w.aboard for u in (leader, *units)):
        return "7.62 aboard"
    anchor = COUNTERS[leader].anchor
    if any(COUNTERS[u].anchor != anchor for u in units):
        return "11.3 ships and land units"
    if not any(COUNTERS[u].ship if anchor else is_ground(u) for u in units):
        return "11.1 nobody with them"
    return ""
