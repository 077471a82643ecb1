"""§11.12 §12.2 §12.23 The beginning of a campaign: forces, cities, alliances, superiority at sea."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from .board import BOARD, CITIES, FOOT, LEADERS, SCENARIOS, arm_of
from .world import CUP, ROME, Force, Lock, World, inside_of, pool_of, stack_key


def new_world(scenario: str, options: Mapping[str, str], seats: Sequence[str]) -> World:
    """Return the world before the first turn."""
    s = SCENARIOS[scenario]
    w = World(
        scenario=scenario,
        options=dict(options),
        cups={cup: [] for cup in (CUP, *map(pool_of, s.sides))},
        seats=list(seats),
        agenda=["turn"],
        forces={},
        control={},
        alliance=dict(s.alliance),
        naval={zone: dict(levels) for zone, levels in s.naval.items() if zone in s.zones},
        commanders=dict.fromkeys(s.sides, ""),
        office={},
        locks={},
    )
    _hold_cities(w)
    for force in BOARD.forces.values():
        if force.scenario == scenario:
            _place(w, force.side, force.city, force.inside, force.units, force.leaders, force.lock)
    _command(w)
    for city, side in w.control.items():
        w.notes[f"start/{side}/{city}"] = 1
    for province, box in w.alliance.items():
        if abs(box) == 4:
            w.notes[f"allied/{province}"] = box
            w.notes[f"start/{ROME if box < 0 else _other(s.sides)}/{province}"] = 1
    return w


def _other(sides: tuple[str, str]) -> str:
    return next(side for side in sides if side != ROME)


def _hold_cities(w: World) -> None:
    """§11.12 Give a side all cities of its home, and those that the scenario names."""
    s = SCENARIOS[w.scenario]
    for side, home in s.home.items():
        for city in CITIES.values():
            if city.province in home:
                w.control[city.id] = side
    for side, cities in s.control.items():
        for name in cities:
            w.control[name] = side
    w.control = dict(sorted(w.control.items()))


def _place(
    w: World,
    side: str,
    city: str,
    inside: int,
    units: Mapping[str, int],
    leaders: Sequence[str],
    lock: str,
) -> None:
    """Add to the side's force that is there; foot inside a city controls it, and a lock is kept by name."""
    place = inside_of(city) if inside else CITIES[city].hex
    key = stack_key(side, place)
    force = w.forces.setdefault(key, Force(side, place))
    for unit, n in units.items():
        force.units[unit] = force.units.get(unit, 0) + n
    force.units = dict(sorted(force.units.items()))
    force.leaders = sorted({*force.leaders, *leaders})
    if inside and any(arm_of(unit) == FOOT for unit in units):
        w.control[city] = side
    if lock:
        w.locks[lock] = Lock(place, side, dict(units), list(leaders))


def _command(w: World) -> None:
    """§5.12 The overall commanders, and the offices of the Romans; ruling AW-M3."""
    for leader in LEADERS.values():
        if w.scenario in leader.scenarios and leader.office == "commander":
            w.commanders[leader.side] = leader.id
    present = [x for force in w.forces.values() for x in force.leaders if LEADERS[x].side == ROME]
    for leader_id in present:
        w.office[leader_id] = LEADERS[leader_id].office
    consuls = [x for x in present if LEADERS[x].office == "consul"]
    w.commanders[ROME] = first_consul(w, consuls)


def first_consul(w: World, consuls: Sequence[str]) -> str:
    """§5.12 Return the consul who commands: the highest campaign rating, of equals the first listed.

    With option `consuls` it is the one whose surname is later in the alphabet; "" without one. Ruling AW-M3.
    """
    order = sorted(LEADERS, reverse=True) if w.options.get("consuls") == "alphabet" else list(LEADERS)
    return max(sorted(consuls, key=order.index), key=lambda x: LEADERS[x].campaign, default="")
