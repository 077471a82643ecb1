"""Orders at random, legal and illegal, as a player could give them; and what an order means."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from adjudicator.core.log.chance import Rng
from adjudicator.ottomans.world import World

from .attacking import ALLIANCE, HONORS, URBAN, attack, place_of
from .course import Course
from .ground import colour, here, owner, riders
from .moving import begin, carry, exists, sail, shores, walk
from .printed import CITIES, COLOURS, COUNTERS, PORTS, REGIONS, SEAS, by_land, by_sea, region, strait

VERBS = ("move", "sail", "ship", "attack", "force")
Order = Mapping[str, Any]

_PLACES = (*REGIONS, *CITIES, *SEAS)
_BY_LAND = {a: [b for b in _PLACES if by_land(a, b) or strait(a, b)] for a in _PLACES}
_BY_SEA = {a: [b for b in _PLACES if by_sea(a, b)] for a in _PLACES}


def judged(w: World, course: Course, seat: str, order: Order) -> str:
    """Return why an order is not allowed, "" if it is."""
    a = order["answer"]
    match order["pick"]:
        case "move":
            here_ = here(w, a["start"])
            return exists(
                w, course, a["units"], here_, lambda us: walk(w, course, seat, us, a["start"], a["way"])
            )
        case "sail":
            return _sails(w, course, seat, a)
        case "ship":
            among = [u for u in here(w, a["origin"]) if (u in w.aboard) == (a["origin"] == a["sea"])]
            return exists(
                w,
                course,
                a["units"],
                among,
                lambda us: carry(w, course, seat, us, a["sea"], a["origin"], a["goal"]),
            )
        case "attack":
            return _attacks(w, course, seat, a)
    return _forces(w, course, seat, a)


def _sails(w: World, course: Course, seat: str, a: Mapping[str, Any]) -> str:
    among = [u for u in here(w, a["start"]) if u not in w.aboard]

    def judge(units: Sequence[str]) -> str:
        aboard = riders(w, units)
        if Counter(COUNTERS[u].kind for u in aboard) != Counter(a["riders"]):
            return "16.31 not those aboard"
        return sail(w, course, seat, units, aboard, a["start"], a["way"])

    return exists(w, course, a["units"], among, judge)


def _attacks(w: World, course: Course, seat: str, a: Mapping[str, Any]) -> str:
    _, origin = place_of(a["target"])
    return exists(
        w,
        course,
        _kinds(a["units"]),
        here(w, origin),
        lambda us: attack(w, course, seat, us, a["target"], a["colours"], a["chits"]),
    )


def _kinds(sorts: Mapping[str, int]) -> Mapping[str, int]:
    """The number of each kind, whoever is aboard."""
    found = Counter[str]()
    for sort, n in sorts.items():
        found[sort.partition("|")[0]] += n
    return found


def _as_named(w: World, units: Sequence[str], sorts: Mapping[str, int]) -> bool:
    """Do ships that are named by those aboard carry just these?"""
    named = {sort: n for sort, n in sorts.items() if "|with|" in sort}
    laden = Counter(f"{COUNTERS[u].kind}|with|{_load(w, u)}" for u in units if _load(w, u))
    return not named or laden == named


def _forces(w: World, course: Course, seat: str, a: Mapping[str, Any]) -> str:
    leader, way = a["leader"], a["way"]
    place = w.at.get(leader, "")

    def judge(units: Sequence[str]) -> str:
        if not _as_named(w, units, a["units"]):
            return "16.31 others are aboard"
        why = begin(w, course, seat, leader, units)
        if why or not way:
            return why
        begun = course.begun(leader, [leader, *units])
        if COUNTERS[leader].anchor:
            stack = [leader, *units]
            return sail(w, begun, seat, stack, riders(w, stack), place, way)
        return walk(w, begun, seat, [leader, *units], place, way)

    return exists(w, course, _kinds(a["units"]), [u for u in here(w, place) if u not in w.aboard], judge)


def sorts_of(w: World, units: Sequence[str], among: Sequence[str]) -> dict[str, int]:
    """The names of ships in an order to attack: with those aboard, where ships of a kind differ in these."""
    loads: dict[str, set[str]] = {}
    for unit in {*among, *units}:
        loads.setdefault(COUNTERS[unit].kind, set()).add(_load(w, unit))
    found = Counter[str]()
    for unit in units:
        load, kind = _load(w, unit), COUNTERS[unit].kind
        found[f"{kind}|with|{load}" if load and len(loads[kind]) > 1 else kind] += 1
    return dict(found)


def _load(w: World, unit: str) -> str:
    return "|and|".join(sorted(COUNTERS[u].kind for u in riders(w, [unit])))


def kinds_of(units: Sequence[str]) -> dict[str, int]:
    """How many units there are of each kind."""
    return dict(Counter(COUNTERS[u].kind for u in units))


class Tries:
    """Orders of a seat at random in a position; most begin where the seat has units."""

    def __init__(self, w: World, course: Course, seat: str, rng: Rng) -> None:
        self._w, self._course, self._seat, self._rng = w, course, seat, rng

    def orders(self, verb: str, n: int) -> Iterator[Order]:
        """Yield orders with a verb, `n` at most."""
        make = {
            "move": self._move,
            "sail": self._sail,
            "ship": self._ship,
            "attack": self._attack,
            "force": self._force,
        }[verb]
        for _ in range(n):
            answer = make()
            if answer is not None:
                yield {"pick": verb, "answer": answer}

    def _some(self, among: Sequence[str], most: int = 3) -> list[str]:
        """Some of the seat's own units, of one coalition but now and then; seldom somebody else's."""
        own = [u for u in among if owner(self._w, u) == self._seat or not self._rng.below(12)]
        if not own:
            return []
        first = self._rng.choice(own)
        mates = [u for u in own if colour(u) == colour(first) or not self._rng.below(6)]
        chosen = self._rng.shuffled(mates)[: self._rng.below(most) + 1]
        return sorted({first, *chosen})

    def _area(self, among: Sequence[str]) -> str:
        """An area in which the seat has a unit of those."""
        own = sorted({self._w.at[u] for u in among if owner(self._w, u) == self._seat})
        return self._rng.choice(own) if own else ""

    def _way(self, start: str, links: Mapping[str, Sequence[str]], most: int) -> list[str]:
        way: list[str] = []
        for _ in range(self._rng.below(most) + 1):
            beside = links[way[-1] if way else start]
            stray = not self._rng.below(15) or not beside
            way.append(self._rng.choice(_PLACES if stray else list(beside)))
        return way

    def _ashore(self) -> list[str]:
        w = self._w
        return [u for u in w.at if not COUNTERS[u].anchor and (u not in w.aboard or not self._rng.below(20))]

    def _move(self) -> Order | None:
        group = self._course.group
        among = self._ashore()
        if group is not None and self._rng.below(6):
            among = [u for u in among if u in group.units]
        if not (start := self._area(among)):
            return None
        units = self._some([u for u in among if self._w.at[u] == start])
        if group is not None and self._rng.below(6) and self._w.at.get(group.leader) == start:
            units = sorted({*units, group.leader})
        if not units:
            return None
        return {"start": start, "way": self._way(start, _BY_LAND, 4), "units": kinds_of(units)}

    def _sail(self) -> Order | None:
        group, w = self._course.group, self._w
        among = [u for u in w.at if COUNTERS[u].anchor]
        if group is not None and self._rng.below(6):
            among = [u for u in among if u in group.units]
        if not (start := self._area(among)):
            return None
        units = self._some([u for u in among if w.at[u] == start])
        if group is not None and self._rng.below(6) and w.at.get(group.leader) == start:
            units = sorted({*units, group.leader})
        if not units:
            return None
        aboard = riders(w, units)
        if not self._rng.below(10):
            aboard = aboard[1:]
        way = self._way(start, _BY_SEA, 5)
        return {"start": start, "way": way, "units": kinds_of(units), "riders": kinds_of(aboard)}

    def _ship(self) -> Order | None:
        w, rng = self._w, self._rng
        fleets = [u for u in w.at if COUNTERS[u].ship and w.at[u] in SEAS]
        if not (sea := self._area(fleets) if rng.below(10) else rng.choice(list(SEAS))):
            return None
        places = [sea, *shores(sea)]
        begun = sorted({w.at[u] for u in w.at if owner(w, u) == self._seat and w.at[u] in places})
        origin = rng.choice(begun) if begun and rng.below(10) else rng.choice(list(_PLACES))
        goal = rng.choice(places) if rng.below(15) else rng.choice(list(_PLACES))
        among = [u for u in here(w, origin) if not COUNTERS[u].anchor]
        units = self._some(among, 2)
        if not units:
            return None
        return {"sea": sea, "units": kinds_of(units), "origin": origin, "goal": goal}

    def _attack(self) -> Order | None:
        w, rng, group = self._w, self._rng, self._course.group
        among = [u for u in w.at if u not in w.aboard and (group is None or u in group.units)]
        if not (origin := self._area(among)):
            return None
        target = self._target(origin)
        place, start = place_of(target)
        fleet = [u for u in here(w, start) if u not in w.aboard]
        units = self._some(fleet, 5)
        if not units:
            return None
        foes = sorted({colour(u) for u in here(w, place)} - {colour(units[0])}) or list(COLOURS)
        colours = rng.shuffled(foes)[: rng.below(2) + 1] if rng.below(15) else [rng.choice(list(COLOURS))]
        chits = [c for c in (ALLIANCE, HONORS, URBAN) if c in w.cups[f"{self._seat}_hand"]]
        chosen = [c for c in chits if not rng.below(3)] if rng.below(12) else [rng.choice([HONORS, URBAN])]
        own = [u for u in fleet if owner(w, u) == self._seat]
        named = sorts_of(w, units, own or units)
        return {"target": target, "chits": sorted(chosen), "units": named, "colours": sorted(colours)}

    def _target(self, origin: str) -> str:
        if not self._rng.below(20):
            return self._rng.choice(list(_PLACES))
        if origin in SEAS:
            ports = [f"{port}/{origin}" for port, seas in PORTS.items() if origin in seas]
            return self._rng.choice([origin, origin, *ports])
        return self._rng.choice([region(origin), *(c for c in CITIES if region(c) == region(origin))])

    def _force(self) -> Order | None:
        w, rng = self._w, self._rng
        leaders = [u for u in w.at if COUNTERS[u].command and owner(w, u) == self._seat]
        if not leaders:
            return None
        leader = rng.choice(sorted(leaders))
        place = w.at[leader]
        among = [u for u in here(w, place) if u != leader and u not in w.aboard]
        units = self._some(among, 4) if among else []
        links = _BY_SEA if COUNTERS[leader].anchor else _BY_LAND
        way = self._way(place, links, 4) if rng.below(5) else []
        own = [u for u in among if owner(w, u) == self._seat]
        return {"leader": leader, "units": sorts_of(w, units, own or units), "way": way}
