"""§7 Movement by land: from where, which way, which units, and what stops them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from adjudicator.core import (
    N_,
    Bar,
    Field,
    Form,
    Illegal,
    Occasion,
    OneOf,
    Reach,
    Route,
    Split,
    Step,
    Verdicts,
    bar,
    tell,
    way_first,
    window,
    words,
)
from adjudicator.core.choices.choice import NoneLegal
from adjudicator.core.log.chain import JSON
from adjudicator.core.log.chance import Rng
from adjudicator.ottomans.board import CITIES, CITIES_OF, LANDS, SEAS, UNITS
from adjudicator.ottomans.world import (
    Coalition,
    Place,
    Seat,
    Unit,
    World,
    is_city,
    is_leader,
    is_naval,
    is_sea,
    kinds,
    others,
    owner,
    picked,
    put,
    side,
    units_at,
)

from .r08_stacks import is_blocked, may_enter_city
from .r18_areas import all_may_stand, land_links, strait_closed
from .r19_dice import holding, lacks, play, roll

# -- who may move -------------------------------------------------------------------------------


ENEMIES, WEATHER, CARRIED = "7.7", "27.2", "16.33"
"""The reasons for which a unit is stopped, each by its paragraph."""


def allowance(w: World, unit: Unit) -> int:
    """§7.1 §27.2 Return the number of areas a unit may still go: in a march what it has not used (§11.1).

    Military Advance adds one; who is stopped goes no further.
    """
    if is_stopped(w, unit) and not _may_enter_still(w, unit):
        return 0
    full = UNITS[unit].move + (unit in w.fast)
    if w.march is not None:
        return full - w.march.spent.get(unit, 0)
    if is_naval(unit):
        return full - w.spent.get(unit, 0)
    return 0 if unit in w.moved else full


def is_stopped(w: World, unit: Unit) -> bool:
    """§7.7 §27.2 §16.33 Return true if a unit has been stopped where it is.

    Ruling OT-M8: those whom units of another coalition stopped in the Movement Phase make no forced march
    out of the area while these are there.
    """
    rule = w.stopped.get(unit)
    if rule == ENEMIES and w.phase == "march":
        return is_blocked(w, side(unit), w.at[unit])
    return rule is not None


def stopped_for_marches(w: World) -> dict[Unit, str]:
    """§7.7 Return the units that are still stopped after the Movement Phase: by another coalition's.

    Ruling OT-M8: by the option `march_after_stop` nobody.
    """
    if w.options["march_after_stop"] == "yes":
        return {}
    return {unit: rule for unit, rule in w.stopped.items() if rule == ENEMIES}


def _may_enter_still(w: World, unit: Unit) -> bool:
    """Ruling OT-M3: by the option `city_entry_after_stop` who is stopped may enter a city there."""
    is_there = w.stopped.get(unit) == ENEMIES and bool(CITIES_OF.get(w.at[unit]))
    return is_there and w.options["city_entry_after_stop"] == "yes"


def may_go_on(w: World, unit: Unit) -> bool:
    """§7.1 §7.4 Return true if a unit has not moved, or its move is not over: no other has moved since."""
    return (unit not in w.moved or unit in w.going) and allowance(w, unit) > 0


def may_act(w: World, seat: Seat, unit: Unit) -> bool:
    """§7.1 §6.4 §11.11 Return true if a unit belongs to those who may move now: only one's own do."""
    if owner(w, unit) != seat:
        return False
    return w.march is None or (unit in w.march.units and unit not in w.march.fought and not w.march.fought)


def walkers(w: World, seat: Seat) -> list[Unit]:
    """The land units ashore that may still move now."""
    able = [
        u
        for u, p in w.at.items()
        if not is_naval(u) and not is_sea(p) and may_act(w, seat, u) and may_go_on(w, u)
    ]
    return farthest(w, able)


def farthest(w: World, units: Sequence[Unit]) -> list[Unit]:
    """Units, those first that have most movement left: of equal ones an order means these."""
    return sorted(units, key=lambda u: (-allowance(w, u), u))


# -- the order ----------------------------------------------------------------------------------


def no_walk(w: World, seat: Seat) -> Bar | None:
    """§7.4 Return the reason why no land unit can move; None if one can."""
    if walkers(w, seat):
        return None
    return why_all_still(w, seat, naval=False) or bar("7.4", N_("none of your land units can still move"))


def why_all_still(w: World, seat: Seat, *, naval: bool) -> Bar | None:
    """§7.7 §11.2 §27.2 Return the bar of the first land unit, or ship, kept by more than having moved.

    Those who were stopped with it are named, too: an order may have meant any of them.
    """
    own = [u for u in sorted(w.at) if is_naval(u) == naval and owner(w, u) == seat and u not in w.aboard]
    own = [u for u in own if w.march is None or u in w.march.units]
    for unit in own:
        stop = why_still(w, seat, unit)
        if stop.rule in (ENEMIES, WEATHER, CARRIED):
            return stopped_bar(w, [u for u in own if is_stopped(w, u) and w.at[u] == w.at[unit]])
        if stop.rule != "7.4":
            return stop
    return None


def move_form(w: World, seat: Seat) -> Form:
    """§7.1 From where, which way, and who: "Bursa-Ottomans-Emirates: Beyazid, 2 Gendarmes"."""
    movers = walkers(w, seat)
    starts = sorted({w.at[u] for u in movers})
    return Form(
        rule="7.1",
        prompt=words(N_("Move units.")),
        fields=(
            Field("start", lambda done: _start(w, seat, starts), ("-",)),
            Field("way", lambda done: _way(w, seat, done["start"], movers), (":", "with")),
            Field("units", lambda done: _units(w, seat, done, movers)),
        ),
        judge=lambda done: judge_walk(
            w, seat, done["start"], done["way"], _named(w, done["start"], done["units"], movers)
        ),
        reworded=way_first,
        ways=lambda kind: _reach(w, seat, kind, movers),
        sampler=lambda rng: _sample(w, seat, movers, starts, rng),
    )


def _start(w: World, seat: Seat, starts: Sequence[Place]) -> OneOf:
    listed = starts_of(w, seat, starts, naval=False)
    return OneOf(
        rule="7.1",
        prompt=words(N_("From where?")),
        options=lambda: listed,
        unlisted=lambda: not_yours(w, listed, naval=False),
    )


def starts_of(w: World, seat: Seat, starts: Sequence[Place], *, naval: bool) -> Verdicts:
    """The areas from which units may move, and those in which none of a seat's units can, with the reason."""
    own: dict[Place, list[Unit]] = {}
    for unit, place in sorted(w.at.items()):
        if is_naval(unit) == naval and owner(w, unit) == seat and unit not in w.aboard:
            own.setdefault(place, []).append(unit)
    still = {p: why_all_here_still(w, seat, there) for p, there in sorted(own.items()) if p not in starts}
    return {**dict.fromkeys(starts), **still}


def why_all_here_still(w: World, seat: Seat, there: Sequence[Unit]) -> Bar:
    """§7.4 §7.7 Return the reason why none of the units in a place can move: an order may have meant any."""
    if held := [unit for unit in there if is_stopped(w, unit)]:
        return stopped_bar(w, held)
    stop = why_still(w, seat, there[0])
    return moved_bar(there) if stop.rule == "7.4" else stop


def not_yours(w: World, listed: Verdicts, *, naval: bool) -> dict[Place, Bar]:
    """§6.4 Return the areas from which a seat moves nobody, because no land unit or ship there obeys it."""
    found: dict[Place, Bar] = {}
    for place in (*LANDS, *SEAS, *CITIES):
        if place in listed:
            continue
        there = [u for u in units_at(w, place) if is_naval(u) == naval]
        found[place] = (
            of_another(w, there[0]) if there else bar("6.4", N_("no unit in {place} obeys you"), place=place)
        )
    return found


def of_another(w: World, unit: Unit) -> Bar:
    """§6.4 Bar a unit that nobody, or another player, controls."""
    if of := owner(w, unit):
        return bar("6.4", N_("the {seat} player controls {unit}"), unit=unit, seat=of)
    return bar("6.4", N_("nobody controls {unit}"), unit=unit)


def why_still(w: World, seat: Seat, unit: Unit) -> Bar:
    """§6.4 §7.4 §7.7 §11.11 Return the reason why a unit cannot move now."""
    if owner(w, unit) != seat:
        return of_another(w, unit)
    if w.march is not None and unit not in w.march.units:
        return bar("11.11", N_("not part of the forced march: {unit}"), unit=unit)
    if w.march is not None and w.march.fought:
        return bar("11.2", N_("after its attack a forced march moves no further"))
    if is_stopped(w, unit):
        return stopped_bar(w, [unit])
    return moved_bar([unit])


def moved_bar(units: Sequence[Unit]) -> Bar:
    """§7.4 Return the bar of units that have moved."""
    return bar("7.4", N_("already moved in this phase: {units}"), units=one_of_each(units))


def one_of_each(units: Sequence[Unit]) -> list[Unit]:
    """Return the first of equal units, so that a sentence does not say a name again and again."""
    return list({UNITS[unit].kind: unit for unit in reversed(units)}.values())[::-1]


def stopped_bar(w: World, held: Sequence[Unit]) -> Bar:
    """§7.7 §27.2 §16.33 Return the bar of units in one place that were stopped, by what stopped the first."""
    rule, place = w.stopped[held[0]], w.at[held[0]]
    units = one_of_each([u for u in held if w.stopped[u] == rule])
    if rule == ENEMIES:
        why = N_(
            "units of another coalition have stopped {units} in {place}: they leave in your next Movement "
            "Phase"
        )
        return bar(rule, why, units=units, place=place)
    if rule == WEATHER:
        return bar(rule, N_("Weather has stopped {units} in {place}"), units=units, place=place)
    return bar(rule, N_("{units} were carried by sea and move no further"), units=units)


def still_of(w: World, seat: Seat, place: Place, movers: Sequence[Unit], *, naval: bool) -> dict[str, Bar]:
    """The kinds of units in an area of which none can move now, with the reason."""
    able = {UNITS[u].kind for u in movers}
    there = [u for u in units_at(w, place) if is_naval(u) == naval and UNITS[u].kind not in able]
    return {UNITS[u].kind: why_still(w, seat, u) for u in there}


def here(w: World, place: Place, movers: Sequence[Unit]) -> list[Unit]:
    """Those of some units that are in an area."""
    return [u for u in movers if w.at.get(u) == place]


def _named(w: World, start: Place, numbers: dict[str, int], movers: Sequence[Unit]) -> list[Unit]:
    """§7.3 Return the units that an order means: of equal ones those that may go together."""
    among = here(w, start, movers)
    units = picked(among, numbers)
    under_way = [u for u in among if u in w.moved]
    if {*units} <= {*under_way} or not {*units} & {*under_way}:
        return units
    for group in (under_way, [u for u in among if u not in w.moved]):
        if len(alike := picked(group, numbers)) == len(units):
            return alike
    return units


def _units(w: World, seat: Seat, done: Mapping[str, Any], movers: Sequence[Unit]) -> Split:
    """§7.3 Ask for those who may go all the way; the others are barred."""
    start, way = done["start"], done["way"]
    among = here(w, start, movers)
    stops = {u: _stop_on(w, seat, u, start, way) for u in among}
    able = [u for u in among if stops[u] is None] or among
    late = {UNITS[u].kind: stop for u, stop in stops.items() if stop is not None}
    return Split(
        rule="7.3",
        prompt=words(N_("Which units?")),
        things=lambda: kinds(able),
        least=1,
        most=len(able),
        barred=lambda: {
            kind: stop
            for kind, stop in (still_of(w, seat, start, among, naval=False) | late).items()
            if kind not in kinds(able)
        },
    )


def _stop_on(w: World, seat: Seat, unit: Unit, start: Place, way: Sequence[Place]) -> Bar | None:
    """§7.3 Return why a unit cannot go all of a way by itself, None if it can."""
    stops = (step_bar(w, seat, [unit], start, way[:n], to) for n, to in enumerate(way))
    return next((stop for stop in stops if stop is not None), None)


def _way(w: World, seat: Seat, start: Place, movers: Sequence[Unit]) -> Route:
    among = here(w, start, movers)
    return Route(
        rule="7.1",
        prompt=words(N_("By which route?")),
        start=start,
        step=lambda way: Step(onward(w, seat, start, way, among)),
        pieces=(),
    )


def onward(
    w: World, seat: Seat, start: Place, way: Sequence[Place], movers: Sequence[Unit]
) -> dict[Place, Bar | None]:
    """§7.1 The next areas of a way: open if it is open for any of those who might go.

    If it is not, all of them are named who have been stopped, as any of them may be meant.
    """
    at = way[-1] if way else start
    found: dict[Place, Bar | None] = {}
    for to in land_links(at):
        stops = [step_bar(w, seat, [u], start, way, to) for u in movers]
        if stops:
            found[to] = None if None in stops else (not way and _held(w, movers, to)) or stops[0]
    return found


def step_bar(
    w: World, seat: Seat, units: Sequence[Unit], start: Place, way: Sequence[Place], to: Place
) -> Bar | None:
    """§7 Return why units of one coalition may not take the next step of a way, None if they may.

    §7.6 Every area costs one.
    """
    at = way[-1] if way else start
    coalition = side(units[0])
    if not way and (stop := _held(w, units, to)) is not None:
        return stop
    slowest = min(units, key=lambda u: (allowance(w, u), u))
    if len(way) >= allowance(w, slowest):
        return bar("7.3", N_("{unit} may move {n} {n:area|areas}"), unit=slowest, n=allowance(w, slowest))
    if way and (stop := _blocked(w, coalition, units, at, to)) is not None:
        return stop
    if at not in CITIES and to not in CITIES and (stop := strait_closed(w, coalition, at, to)) is not None:
        return stop
    if (stop := all_may_stand(w, units, to)) is not None:
        return stop
    return may_enter_city(w, seat, coalition, to) if is_city(to) else None


def _held(w: World, units: Sequence[Unit], to: Place) -> Bar | None:
    """§7.7 Bar units that were stopped by an earlier order from moving on; ruling OT-M3."""
    held = [u for u in units if is_stopped(w, u) and not (is_city(to) and _may_enter_still(w, u))]
    return stopped_bar(w, held) if held else None


def _blocked(w: World, coalition: Coalition, units: Sequence[Unit], at: Place, to: Place) -> Bar | None:
    """§7.7 Bar units from leaving units of another coalition that they came among; §27.2 a Truce frees them.

    Ruling OT-M3: not even into a city there, unless the option `city_entry_after_stop` says so.
    """
    if not is_blocked(w, coalition, at) or set(units) <= set(w.free):
        return None
    if is_city(to) and CITIES[to].region == at and w.options["city_entry_after_stop"] == "yes":
        return None
    return bar("7.7", N_("units of another coalition stop the move in {place}"), place=at)


def judge_walk(w: World, seat: Seat, start: Place, way: Sequence[Place], units: Sequence[Unit]) -> None:
    """§7.3 Check a move of a stack as a whole; §7.5 it needs no leader, §8.0 and has no limit of size.

    Raises:
        Illegal: saying who or what forbids it.
    """
    of_one_coalition(units)
    of_one_move(w, units)
    with_leader(w, units)
    for n, to in enumerate(way):
        if (stop := step_bar(w, seat, units, start, way[:n], to)) is not None:
            raise stop.refuse()


def of_one_coalition(units: Sequence[Unit]) -> None:
    """§6.3 Require that units that move together are of one coalition.

    Raises:
        Illegal: if they are of several.
    """
    colours = sorted({side(u) for u in units})
    if len(colours) > 1:
        raise Illegal("6.3", N_("units of {colours} do not move together"), colours=colours)


def of_one_move(w: World, units: Sequence[Unit]) -> None:
    """§7.3 Require that units which go on have come there together: nobody joins a move on the way.

    Raises:
        Illegal: if one of them has not moved.
    """
    late = [u for u in units if u not in w.moved]
    if late and len(late) < len(units):
        raise Illegal("7.3", N_("{unit} cannot join units that are already moving"), unit=late[0])


def with_leader(w: World, units: Sequence[Unit]) -> None:
    """§11.11 Require that units on a forced march move with its leader; §11.1 and the leader with a unit.

    Ruling OT-F3.

    Raises:
        Illegal: if the leader stays behind, or goes alone.
    """
    if w.march is None:
        return
    if w.march.leader not in units:
        raise Illegal("11.11", N_("{leader} must move along on the forced march"), leader=w.march.leader)
    with_troops(w.march.leader, units)


def with_troops(leader: Unit, units: Sequence[Unit]) -> None:
    """§11.1 Require that a leader does not march alone; §11.3 a naval leader sails with a ship.

    Raises:
        Illegal: if no unit but leaders goes along.
    """
    if any(not is_leader(u) for u in units):
        return
    if is_naval(leader):
        why = N_("{leader} is a naval leader and makes a forced march only with ships")
        raise Illegal("11.3", why, leader=leader)
    raise Illegal("11.1", N_("{leader} makes a forced march only with a land unit"), leader=leader)


# -- carrying it out ----------------------------------------------------------------------------


async def walk(w: World, seat: Seat, start: Place, way: Sequence[Place], numbers: dict[str, int]) -> None:
    """§7.1 Carry out a move by land, unless Weather stops it on the way."""
    units = _named(w, start, numbers, walkers(w, seat))
    going = await weather_on_move(w, seat, [start, *way], units)
    use(w, units, max(1, len(going) - 1))
    if len(going) > 1:
        for unit in units:
            put(w, unit, going[-1])
    end_move(w, units, [start, *way], going)
    if len(going) > 1:
        tell("moved", "7.1", seat=seat, units=units, way=going)


def use(w: World, units: Sequence[Unit], steps: int) -> None:
    """§7.1 §11.4 Take down the movement that units have used; ruling OT-W3: by Weather at least one."""
    if w.march is not None:
        for unit in units:
            w.march.spent[unit] = w.march.spent.get(unit, 0) + steps
    else:
        for unit in filter(is_naval, units):
            w.spent[unit] = w.spent.get(unit, 0) + steps


def end_move(w: World, units: Sequence[Unit], way: Sequence[Place], going: Sequence[Place]) -> None:
    """§7.1 §7.4 Take down that units have moved, and which were stopped on the `way` that they meant to go.

    §27.2 By Weather, §7.7 by units of another coalition. Ruling OT-M9: the rest may go on until others move.
    """
    if len(going) < len(way):
        stop(w, units, WEATHER)
    if len(going) > 1:
        stop_among_enemies(w, units, going[-1])
    w.moved = sorted({*w.moved, *units})
    w.going = sorted(u for u in units if u not in w.stopped)


def stop_among_enemies(w: World, units: Sequence[Unit], place: Place) -> None:
    """§7.7 Stop units that have come among another coalition's, but for those under a Truce (§27.2)."""
    if is_blocked(w, side(units[0]), place):
        stop(w, [u for u in units if u not in w.free], ENEMIES)


def stop(w: World, units: Sequence[Unit], rule: str) -> None:
    """§7.7 §16.33 §27.2 Stop units where they are, by a paragraph."""
    w.stopped |= dict.fromkeys(units, rule)


async def weather_on_move(w: World, seat: Seat, way: Sequence[Place], units: Sequence[Unit]) -> list[Place]:
    """§27.2 Roll for Weather, which stops another player's move on 4 to 6; return how far it goes.

    One window an order, open until all have passed; ruling OT-W3.
    """
    while seats := holding(w, others(w, seat)):
        choices = {other: _weather_of(w, other, seat, way) for other in seats}
        to, at = way[-1], "-".join(way)
        played = await window(Occasion("move", "27.2", by=seat, at=at, subject=to), choices)
        if played is None:
            break
        by, where = played
        await play(w, by, "weather", on=where)
        die = await roll(w, "27.2", f"weather {where}", by)
        if die >= 4:
            tell("weather_stops", "27.2", seat=by, of=seat, place=where, die=die)
            return list(way[: list(way).index(where) + 1])
        tell("weather_fails", "27.2", seat=by, die=die)
    return list(way)


def _weather_of(w: World, seat: Seat, mover: Seat, way: Sequence[Place]) -> OneOf:
    """Ask for Weather against a move: it may be stopped at its start or on the way."""
    lacking = lacks(w, seat, "weather")
    places = list(dict.fromkeys(way[:-1])) or [way[0]]
    return OneOf(
        rule="27.2",
        prompt=words(
            N_("Movement of the {seat}: {way}. Do you play Weather, and where does it stop them?"),
            seat=mover,
            way=list(way),
        ),
        options=lambda: dict.fromkeys(places, lacking),
        verb="weather",
    )


# -- samples and reach --------------------------------------------------------------------------


def _sample(w: World, seat: Seat, movers: Sequence[Unit], starts: Sequence[Place], rng: Rng) -> JSON:
    """A random move, preferably to other units, so that self-play has battles."""
    for start in rng.shuffled(starts):
        among = here(w, start, movers)
        if w.march is not None:
            lead = w.march.leader
            if lead not in among:
                continue
        else:
            lead = rng.choice(among)
        whole = [u for u in among if side(u) == side(lead) and (u in w.moved) == (lead in w.moved)]
        group = [u for u in whole if u == lead or rng.below(3)]
        if w.march is not None and all(map(is_leader, group)):
            group = whole
        if w.march is not None and all(map(is_leader, whole)):
            continue
        way: list[Place] = []
        while True:
            nexts = []
            for to in land_links((start, *way)[-1]):
                if to not in (start, *way) and step_bar(w, seat, group, start, way, to) is None:
                    nexts += [to] * (4 if is_blocked(w, side(lead), to) else 1)
            if not nexts or (way and not rng.below(2)):
                break
            way.append(rng.choice(nexts))
        if way:
            return {"start": start, "way": list(way), "units": dict(kinds(group))}
    raise NoneLegal("no move was found")


def _reach(w: World, seat: Seat, kind: str, movers: Sequence[Unit]) -> list[Reach]:
    """Return the areas where a unit of a kind may go, for the map.

    By a shortest way from each place where one stands.
    """
    found: dict[Place, Reach] = {}
    for unit in [u for u in movers if UNITS[u].kind == kind or u == kind]:
        start = w.at[unit]
        ways: list[tuple[Place, ...]] = [()]
        while ways:
            way = ways.pop(0)
            for to in land_links((start, *way)[-1]):
                if to in (start, *way):
                    continue
                shut = step_bar(w, seat, [unit], start, way, to)
                if to not in found or (found[to].bar is not None and shut is None):
                    found[to] = Reach(to, (*way, to), len(way) + 1, "move", shut)
                    if shut is None:
                        ways.append((*way, to))
    return list(found.values())
