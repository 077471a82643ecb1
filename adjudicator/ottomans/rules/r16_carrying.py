"""§16.3 Carrying land units: aboard, ashore, and from shore to shore."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from adjudicator.core import (
    N_,
    Bar,
    Field,
    Form,
    Illegal,
    OneOf,
    Split,
    bar,
    tell,
    words,
)
from adjudicator.core.choices.choice import NoneLegal
from adjudicator.core.log.chain import JSON
from adjudicator.core.log.chance import Rng
from adjudicator.ottomans.board import COASTS_OF, PORTS_OF, SEAS
from adjudicator.ottomans.world import (
    Place,
    Seat,
    Unit,
    World,
    is_city,
    is_leader,
    is_naval,
    is_sea,
    is_ship,
    kinds,
    own_at,
    owner,
    picked,
    put,
    side,
)

from .r07_movement import (
    CARRIED,
    ENEMIES,
    WEATHER,
    allowance,
    here,
    is_stopped,
    may_act,
    of_one_coalition,
    stop,
    stop_among_enemies,
    stopped_bar,
    use,
    weather_on_move,
)
from .r08_stacks import may_enter_city
from .r18_areas import all_may_stand, may_stand


def carriers(w: World, seat: Seat, sea: Place) -> list[Unit]:
    """§16.31 §8.1(3) A seat's ships in a sea that may carry now."""
    return [u for u in own_at(w, seat, sea) if is_ship(u) and may_act(w, seat, u)]


def no_carrying(w: World, seat: Seat) -> Bar | None:
    """§16.31 Return the reason why nobody can be carried; None if somebody can."""
    stop = bar("16.31", N_("none of your ships at sea has units to carry"))
    for sea in SEAS:
        for unit in passengers(w, seat, sea):
            if (found := stranded(w, seat, sea, unit)) is None:
                return None
            stop = found
    return stop


def passengers(w: World, seat: Seat, sea: Place) -> list[Unit]:
    """§16.31(1) §16.33 §16.4 Land units that ships in a sea may take aboard or land, by id; ruling OT-N1.

    §27.2 Whom Weather has stopped aboard stays there (ruling OT-W3).
    """
    ships = carriers(w, seat, sea)
    if not ships:
        return []
    colours = {side(u) for u in ships}
    shores = {*PORTS_OF[sea], *COASTS_OF[sea]}
    found = []
    for unit, place in w.at.items():
        near = place == sea or place in shores
        if not near or is_naval(unit) or owner(w, unit) != seat or side(unit) not in colours:
            continue
        if place == sea:
            if w.aboard.get(unit) in ships and w.stopped.get(unit) != WEATHER:
                found.append(unit)
        elif may_stand(w, unit, sea) is None and _may_board(w, unit):
            found.append(unit)
    return sorted(found)


def _may_board(w: World, unit: Unit) -> bool:
    """§16.33 Once a turn, but for a forced march (§11.3); §7.7 nobody who has been stopped."""
    if is_stopped(w, unit):
        return False
    if w.march is not None:
        return unit not in w.marched
    return unit not in w.moved


def stranded(w: World, seat: Seat, sea: Place, unit: Unit) -> Bar | None:
    """§16.32 Return the reason why a unit can be carried nowhere; None if it can be carried somewhere.

    A group goes no further than each of its units goes alone.
    """
    origin, reason = w.at[unit], None
    for goal in _shores(sea, origin):
        if (stop := _carrying_bar(w, seat, sea, origin, goal, [unit])) is None:
            return None
        reason = reason or stop
    return reason


def ship_form(w: World, seat: Seat) -> Form:
    """§16.31 "Aegean Sea: Ottoman Militia from Izmir to Thessalonica"; the sea itself means aboard."""
    seas = [sea for sea in SEAS if passengers(w, seat, sea)]

    @cache
    def stops(sea: Place) -> dict[Unit, Bar | None]:
        return {u: stranded(w, seat, sea, u) for u in passengers(w, seat, sea)}

    return Form(
        rule="16.31",
        prompt=words(N_("Carry land units by sea.")),
        fields=(
            Field("sea", lambda done: _sea({sea: stops(sea) for sea in seas}), (":",)),
            Field("units", lambda done: _riders(stops(done["sea"])), ("from",)),
            Field("origin", lambda done: _origin(w, seat, done), ("to",)),
            Field("goal", lambda done: _goal(w, seat, done)),
        ),
        judge=lambda done: judge_carrying(w, seat, done),
        sampler=lambda rng: _sample_carrying(w, seat, seas, rng),
    )


def _sea(stops: Mapping[Place, Mapping[Unit, Bar | None]]) -> OneOf:
    def options() -> dict[Place, Bar | None]:
        found = {sea: [*each.values()] for sea, each in stops.items()}
        return {sea: None if None in each else each[0] for sea, each in found.items()}

    return OneOf(rule="16.31", prompt=words(N_("In which sea are your ships?")), options=options)


def _riders(stops: Mapping[Unit, Bar | None]) -> Split:
    """§16.31 Return the question which kinds of unit go aboard; a kind is barred if no unit of it fits."""
    fit = [u for u, stop in stops.items() if stop is None]

    def barred() -> dict[str, Bar]:
        closed = {u: stop for u, stop in stops.items() if stop is not None}
        return {kind: stop for u, stop in closed.items() for kind in kinds([u]) if kind not in kinds(fit)}

    return Split(
        rule="16.31",
        prompt=words(N_("Which units do they carry?")),
        things=lambda: kinds(fit),
        least=1,
        most=len(fit),
        barred=barred,
    )


def _origin(w: World, seat: Seat, done: Mapping[str, Any]) -> OneOf:
    among = passengers(w, seat, done["sea"])
    places = sorted({w.at[u] for u in among})
    fit = [p for p in places if _enough(here(w, p, among), done["units"])]
    return OneOf(rule="16.31", prompt=words(N_("From where?")), options=lambda: dict.fromkeys(fit))


def _enough(units: Sequence[Unit], numbers: Mapping[str, int]) -> bool:
    there = kinds(units)
    return all(there.get(kind, 0) >= n for kind, n in numbers.items())


def _goal(w: World, seat: Seat, done: Mapping[str, Any]) -> OneOf:
    sea, origin = done["sea"], done["origin"]

    def options() -> dict[Place, Bar | None]:
        units = _loaded(w, seat, done)
        return {p: _carrying_bar(w, seat, sea, origin, p, units) for p in _shores(sea, origin)}

    return OneOf(rule="16.31", prompt=words(N_("Where to?")), options=options)


def _shores(sea: Place, origin: Place) -> list[Place]:
    """Return where a load from a place can be set down: the ports and coasts of a sea, or aboard there."""
    return sorted(p for p in (*PORTS_OF[sea], *COASTS_OF[sea], sea) if p != origin)


def cost(w: World, origin: Place, goal: Place) -> int:
    """§16.32 Return the cost of a load to its ship: one for each shore that is not a port.

    Ruling OT-N2 on `ferries`.
    """
    paid = sum(not is_city(p) and not is_sea(p) for p in (origin, goal))
    return max(paid, 1) if is_city(goal) and w.options["ferries"] == "points" else paid


def judge_carrying(w: World, seat: Seat, done: Mapping[str, Any]) -> None:
    """§16.32 §16.34 Check whether the ships can carry the units, and whether they may land there.

    Raises:
        Illegal: saying what forbids it.
    """
    sea, origin, goal = done["sea"], done["origin"], done["goal"]
    units = _loaded(w, seat, done)
    of_one_coalition(units)
    if (shut := _carrying_bar(w, seat, sea, origin, goal, units)) is not None:
        raise shut.refuse()


def _carrying_bar(
    w: World, seat: Seat, sea: Place, origin: Place, goal: Place, units: Sequence[Unit]
) -> Bar | None:
    """§16.32 §16.34 Return why ships in a sea cannot carry units of one coalition to a place."""
    if (shut := all_may_stand(w, units, goal)) is not None:
        return shut
    if is_city(goal) and (shut := may_enter_city(w, seat, side(units[0]), goal)) is not None:
        return shut
    if _share_out(w, seat, sea, origin, goal, units) is not None:
        return None
    if price := cost(w, origin, goal):
        ships = [u for u in own_at(w, seat, sea) if is_naval(u) and not is_leader(u)]
        if ships and all(w.stopped.get(ship) == ENEMIES for ship in ships):
            why = N_(
                "units of another coalition have stopped your ships in {sea}: they load and land units only "
                "at ports, for which they need no movement"
            )
            return bar("7.7", why, sea=sea)
        if ships and all(is_stopped(w, ship) for ship in ships):
            return stopped_bar(w, ships)
    return bar(
        "16.34",
        N_(
            "your ships in {sea} cannot carry {n} {n:unit|units} from {origin} to {goal}: each "
            "carries one unit at a time, for {cost} of its movement"
        ),
        sea=sea,
        n=len(units),
        origin=origin,
        goal=goal,
        cost=price,
    )


def _loaded(w: World, seat: Seat, done: Mapping[str, Any]) -> list[Unit]:
    return picked(here(w, done["origin"], passengers(w, seat, done["sea"])), done["units"])


def _share_out(
    w: World, seat: Seat, sea: Place, origin: Place, goal: Place, units: Sequence[Unit]
) -> dict[Unit, Unit] | None:
    """§16.34 Assign units to ships, a land unit each and any number of leaders; None if it is impossible.

    §16.32 A leader costs nothing more on a ship that pays for a unit already. Ruling OT-M6: a ship that was
    stopped has no movement left, so it lands and loads in ports alone.
    """
    each = cost(w, origin, goal)
    ships = [u for u in carriers(w, seat, sea) if side(u) == side(units[0])]
    left = {ship: allowance(w, ship) for ship in ships}
    full = {w.aboard[u] for u in w.aboard if not is_leader(u)}
    shares: dict[Unit, Unit] = {}
    for unit in sorted(units, key=lambda u: (is_leader(u), u)):
        if origin == sea:
            options = [w.aboard[unit]]
        elif is_leader(unit):
            options = [*shares.values(), *ships]
        else:
            options = [ship for ship in ships if ship not in full]
        along = [ship for ship in options if is_leader(unit) and ship in shares.values()]
        fit = along or [ship for ship in options if left[ship] >= each]
        if not fit:
            return None
        ship = along[0] if along else max(fit, key=lambda s: left[s])
        shares[unit] = ship
        if not along:
            left[ship] -= each
        if goal == sea and not is_leader(unit):
            full.add(ship)
    return shares


async def carry(w: World, seat: Seat, done: Mapping[str, Any]) -> None:
    """§16.31 Carry out a transport, unless Weather stops it."""
    sea, origin, goal = done["sea"], done["origin"], done["goal"]
    units = _loaded(w, seat, done)
    shares = _share_out(w, seat, sea, origin, goal, units)
    assert shares is not None
    way = list(dict.fromkeys([origin, sea, goal]))
    going = await weather_on_move(w, seat, way, units)
    arrived = going[-1]
    if w.march is not None:
        w.march.units = sorted({*w.march.units, *units})
        w.marched = sorted({*w.marched, *units})
    w.moved = sorted({*w.moved, *units})
    paid: set[Unit] = set()
    for unit, ship in shares.items():
        if not is_leader(unit) or ship not in paid:
            use(w, [ship], cost(w, origin, goal))
            paid.add(ship)
    if arrived == sea != goal and not _all_fit(w, seat, sea, units):
        arrived = origin  # ruling OT-W3: who would find no place aboard stays ashore
    if arrived != origin:
        for unit in units:
            put(w, unit, arrived)
            if arrived == sea:
                w.aboard[unit] = shares[unit]
    stop(w, units, CARRIED if going == way else WEATHER)
    if arrived not in (origin, sea):
        stop_among_enemies(w, units, arrived)
    if arrived != origin:
        tell(
            "carried",
            "16.31",
            seat=seat,
            units=units,
            way=[origin, sea, arrived] if arrived != sea else [origin, sea],
        )


def _all_fit(w: World, seat: Seat, sea: Place, units: Sequence[Unit]) -> bool:
    full = {w.aboard[u] for u in w.aboard if not is_leader(u)}
    ships = [u for u in carriers(w, seat, sea) if u not in full and side(u) == side(units[0])]
    return len([u for u in units if not is_leader(u)]) <= len(ships)


def _sample_carrying(w: World, seat: Seat, seas: Sequence[Place], rng: Rng) -> JSON:
    """Return a legal transport of a unit and its leaders; after 16 failures none is taken to exist."""
    for _ in range(16):
        sea = rng.choice(seas)
        among = passengers(w, seat, sea)
        unit = rng.choice(among)
        origin = w.at[unit]
        shores = [p for p in (*PORTS_OF[sea], *COASTS_OF[sea], sea) if p != origin]
        group = [u for u in here(w, origin, among) if u == unit or (is_leader(u) and side(u) == side(unit))]
        done = {"sea": sea, "units": dict(kinds(group)), "origin": origin, "goal": rng.choice(shores)}
        try:
            judge_carrying(w, seat, done)
        except Illegal:
            continue
        return done
    raise NoneLegal("no transport was found")
