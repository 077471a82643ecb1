"""§7.62 §16.31(2) The moves of ships with those aboard."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from adjudicator.core import (
    N_,
    Bar,
    Field,
    Form,
    Illegal,
    OneOf,
    Route,
    Split,
    Step,
    bar,
    tell,
    way_first,
    words,
)
from adjudicator.core.choices.choice import NoneLegal
from adjudicator.core.log.chain import JSON
from adjudicator.core.log.chance import Rng
from adjudicator.ottomans.board import CITIES, UNITS
from adjudicator.ottomans.world import (
    Kind,
    Place,
    Seat,
    Unit,
    World,
    cargo,
    is_city,
    is_leader,
    is_naval,
    is_sea,
    kinds,
    owner,
    picked,
    put,
    side,
)

from .r07_movement import (
    CARRIED,
    WEATHER,
    allowance,
    end_move,
    farthest,
    here,
    is_stopped,
    may_act,
    may_go_on,
    not_yours,
    of_one_coalition,
    of_one_move,
    starts_of,
    still_of,
    stop,
    stopped_bar,
    use,
    weather_on_move,
    why_all_still,
    with_leader,
)
from .r08_stacks import is_blocked, may_enter_city
from .r18_areas import all_may_stand, sea_links


def sailors(w: World, seat: Seat) -> list[Unit]:
    """§7.62 Ships and naval leaders that may still move now."""
    return farthest(w, [u for u in w.at if is_naval(u) and may_act(w, seat, u) and may_go_on(w, u)])


# -- ships' moves -------------------------------------------------------------------------------


def no_sail(w: World, seat: Seat) -> Bar | None:
    """§7.4 Return the reason why no ship can move; None if one can."""
    if sailors(w, seat):
        return None
    return why_all_still(w, seat, naval=True) or bar("7.4", N_("none of your ships can still move"))


def sail_form(w: World, seat: Seat) -> Form:
    """§7.62 From where, which way, which ships: "Aegean Sea-Bosporus: 2 Ottoman Naval with Ottoman Militia".

    §16.31(2) Passengers go along and are named, so that ships with and without them are told apart.
    """
    movers = sailors(w, seat)
    starts = sorted({w.at[u] for u in movers})
    return Form(
        rule="7.62",
        prompt=words(N_("Move ships.")),
        fields=(
            Field("start", lambda done: _start(w, seat, starts), ("-",)),
            Field("way", lambda done: _way(w, seat, done["start"], movers), (":",)),
            Field("units", lambda done: _ships(w, seat, done["start"], movers), ("with",)),
            Field("riders", lambda done: _aboard(w, seat, done["start"], here(w, done["start"], movers))),
        ),
        judge=lambda done: judge_sail(w, seat, done["start"], done["way"], fleet_of(w, seat, done, movers)),
        reworded=way_first,
        sampler=lambda rng: _sample_sail(w, seat, movers, starts, rng),
    )


def _start(w: World, seat: Seat, starts: Sequence[Place]) -> OneOf:
    listed = starts_of(w, seat, starts, naval=True)
    return OneOf(
        rule="7.62",
        prompt=words(N_("From where?")),
        options=lambda: listed,
        unlisted=lambda: not_yours(w, listed, naval=True),
    )


def _ships(w: World, seat: Seat, start: Place, movers: Sequence[Unit]) -> Split:
    among = here(w, start, movers)
    return Split(
        rule="7.62",
        prompt=words(N_("Which ships?")),
        things=lambda: kinds(among),
        least=1,
        most=len(among),
        barred=lambda: still_of(w, seat, start, among, naval=True),
    )


def _aboard(w: World, seat: Seat, start: Place, ships: Sequence[Unit]) -> Split:
    """§16.31(2) Ask who goes along; a refusal names who is ashore, and the order that brings them aboard."""
    riders = kinds(cargo(w, ships))

    def ashore() -> dict[Kind, Bar]:
        why = N_("{unit} is not aboard: first “ship” it to {place}")
        own = [u for u in sorted(w.at) if owner(w, u) == seat and not is_naval(u) and u not in w.aboard]
        sea = start if is_sea(start) else CITIES[start].seas[0]
        return {
            UNITS[u].kind: bar("16.31", why, unit=u, place=sea) for u in own if UNITS[u].kind not in riders
        }

    return Split(
        rule="16.31",
        prompt=words(N_("Which units are aboard?")),
        things=lambda: riders,
        least=0,
        most=sum(riders.values()),
        barred=ashore,
    )


def fleet_of(w: World, seat: Seat, done: Mapping[str, Any], movers: Sequence[Unit]) -> list[Unit]:
    """§16.31(2) Return the ships that an order means: those that carry the riders named, then empty ones.

    §7.3 Of equal ones the first that may go together: those that have moved are not joined on the way.

    Raises:
        Illegal: if no ships of these kinds carry just them.
    """
    among = here(w, done["start"], movers)
    riders = picked(cargo(w, among), done["riders"])
    ordered = sorted(among, key=lambda u: 0 if {*cargo(w, [u])} & {*riders} else 2 if cargo(w, [u]) else 1)
    first: list[Unit] | None = None
    for ships in _fitting(w, ordered, kinds_named(done["units"]), kinds_named(done["riders"])):
        if _may_go(w, seat, done, ships):
            return ships
        first = first or ships
    if first is None:
        there = kinds(cargo(w, picked(among, done["units"])))
        raise Illegal("16.31", N_("name the units aboard these ships: {units}"), units=list(there))
    return first


def _may_go(w: World, seat: Seat, done: Mapping[str, Any], ships: Sequence[Unit]) -> bool:
    try:
        judge_sail(w, seat, done["start"], done["way"], ships)
    except Illegal:
        return False
    return True


def _fitting(
    w: World, ships: Sequence[Unit], wanted: Mapping[str, int], riders: Mapping[str, int]
) -> Iterator[list[Unit]]:
    """Yield the ships of the kinds wanted that carry just the riders; equal ones are the same."""
    if not wanted:
        if not riders:
            yield []
        return
    tried: set[str] = set()
    for at, ship in enumerate(ships):
        kind, aboard = kinds([ship]), kinds(cargo(w, [ship]))
        alike = repr((kind, aboard, allowance(w, ship), ship in w.moved, ship in w.free))
        if alike in tried or not (_covers(wanted, kind) and _covers(riders, aboard)):
            continue
        tried.add(alike)
        for more in _fitting(w, ships[at + 1 :], _less(wanted, kind), _less(riders, aboard)):
            yield [ship, *more]


def _covers(numbers: Mapping[str, int], others: Mapping[str, int]) -> bool:
    return all(numbers.get(kind, 0) >= n for kind, n in others.items())


def _less(numbers: Mapping[str, int], others: Mapping[str, int]) -> dict[str, int]:
    return kinds_named({kind: n - others.get(kind, 0) for kind, n in numbers.items()})


def kinds_named(numbers: Mapping[str, int]) -> dict[str, int]:
    """Numbers of kinds, kinds by id."""
    return {kind: n for kind, n in sorted(numbers.items()) if n}


def _way(w: World, seat: Seat, start: Place, movers: Sequence[Unit]) -> Route:
    among = here(w, start, movers)

    def onward(way: tuple[Place, ...]) -> Step:
        found: dict[Place, Bar | None] = {}
        for to in sea_links(way[-1] if way else start):
            stops = [sail_bar(w, seat, [u], start, way, to) for u in among]
            if None not in stops and not way and any(is_stopped(w, u) for u in among):
                stops = [sail_bar(w, seat, among, start, way, to)]  # any of them may be meant
            found[to] = None if None in stops else stops[0]
        return Step(found)

    return Route(rule="7.62", prompt=words(N_("By which route?")), start=start, step=onward)


def sail_bar(
    w: World, seat: Seat, ships: Sequence[Unit], start: Place, way: Sequence[Place], to: Place
) -> Bar | None:
    """§7.62 §7.7 Return why ships may not take the next step of a way, None if they may.

    Ruling OT-M4: a port costs one. Ruling OT-M7: passengers go ashore in it, so laden ships end their move
    there. §27.2 Ships do not take further whom Weather has stopped aboard.
    """
    at = way[-1] if way else start
    coalition, riders = side(ships[0]), cargo(w, ships)
    held = [u for u in ships if is_stopped(w, u)] + [u for u in riders if w.stopped.get(u) == WEATHER]
    if held and not way:
        return stopped_bar(w, held)
    if way and is_city(at) and riders:
        why = N_("{unit} goes ashore in {place}: laden ships end their move there")
        return bar("16.31", why, unit=riders[0], place=at)
    slowest = min(ships, key=lambda u: (allowance(w, u), u))
    if len(way) >= allowance(w, slowest):
        return bar("7.3", N_("{unit} may move {n} {n:area|areas}"), unit=slowest, n=allowance(w, slowest))
    if way and is_blocked(w, coalition, at) and not set(ships) <= set(w.free):
        return bar("7.7", N_("units of another coalition stop the move in {place}"), place=at)
    if (shut := all_may_stand(w, [*ships, *riders], to)) is not None:
        return shut
    return may_enter_city(w, seat, coalition, to) if is_city(to) else None


def judge_sail(w: World, seat: Seat, start: Place, way: Sequence[Place], ships: Sequence[Unit]) -> None:
    """§7.3 Check a move of ships as a whole.

    Raises:
        Illegal: saying who or what forbids it.
    """
    of_one_coalition(ships)
    of_one_move(w, ships)
    with_leader(w, ships)
    for n, to in enumerate(way):
        if (shut := sail_bar(w, seat, ships, start, way[:n], to)) is not None:
            raise shut.refuse()


async def sail(w: World, seat: Seat, done: Mapping[str, Any]) -> None:
    """§7.62 §16.31(2) Carry out a move of ships with their passengers, unless Weather stops it.

    §16.33 Passengers do not march in the same turn, wherever they land; §27.2 those of a fleet that Weather
    stops stay aboard (ruling OT-W3).
    """
    ships = fleet_of(w, seat, done, sailors(w, seat))
    way = [done["start"], *done["way"]]
    going = await weather_on_move(w, seat, way, ships)
    riders = {u: w.aboard[u] for u in cargo(w, ships)}
    use(w, ships, max(1, len(going) - 1))
    if len(going) > 1:
        relocate(w, ships, riders, going[-1])
    end_move(w, ships, way, going)
    w.moved = sorted({*w.moved, *riders})
    stop(w, list(riders), CARRIED if going == way else WEATHER)
    if len(going) > 1:
        tell("sailed", "7.62", seat=seat, units=ships, riders=sorted(riders), way=going)


def relocate(w: World, ships: Sequence[Unit], riders: Mapping[Unit, Unit], to: Place) -> None:
    """Bring ships to an area; in a port their passengers go ashore (ruling OT-M7)."""
    for ship in ships:
        put(w, ship, to)
    for rider, ship in riders.items():
        put(w, rider, to)
        if is_sea(to):
            w.aboard[rider] = ship


def _sample_sail(w: World, seat: Seat, movers: Sequence[Unit], starts: Sequence[Place], rng: Rng) -> JSON:
    """Return a legal voyage, of a length by lot, of the whole or a part of a fleet with its cargo."""
    for start in rng.shuffled(starts):
        among = here(w, start, movers)
        lead = w.march.leader if w.march is not None else rng.choice(among)
        if lead not in among:
            continue
        whole = [u for u in among if side(u) == side(lead) and (u in w.moved) == (lead in w.moved)]
        group = [u for u in whole if u == lead or rng.below(3)]
        if w.march is not None and all(map(is_leader, group)):
            group = whole
        if w.march is not None and all(map(is_leader, whole)):
            continue
        way: list[Place] = []
        while True:
            nexts = [
                to
                for to in sea_links((start, *way)[-1])
                if to not in (start, *way) and sail_bar(w, seat, group, start, way, to) is None
            ]
            if not nexts or (way and not rng.below(3)):
                break
            way.append(rng.choice(nexts))
        order = {
            "start": start,
            "way": list(way),
            "units": dict(kinds(group)),
            "riders": dict(kinds(cargo(w, group))),
        }
        if way and set(fleet_of(w, seat, order, movers)) == set(group):
            return order
    raise NoneLegal("no voyage was found")
