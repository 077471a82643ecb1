"""§17.5 §17.9 Withdrawal before a combat, and retreats after it, hex by hex by the owner."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any, NamedTuple, TypeAlias

from adjudicator.belisarius.board import AREAS, UNITS, side
from adjudicator.belisarius.counted import force, units_said
from adjudicator.belisarius.world import Place, Seat, Unit, World, counted, is_fleet, is_walled, occupant
from adjudicator.core import (
    N_,
    Bar,
    Choice,
    Menu,
    OneOf,
    Reader,
    Route,
    Step,
    ask,
    bar,
    judged,
    one_of,
    open_of,
    tell,
    words,
)
from adjudicator.core.choices.choice import Missing, strip
from adjudicator.core.log.chain import JSON

from . import r08_stratagems as r08
from .r13_stacks import eliminate
from .r15_zones import in_zone, shut_by
from .r16_movement import land_neighbours, may_enter
from .r17_odds import fought, terrain_at
from .r19_naval import may_sail, water_neighbours

WITHDRAWAL = "17.54"
RETREAT = "17.9"

Way: TypeAlias = tuple[Place, ...]


class Departure(NamedTuple):
    """Units that leave a place together, `n` hexes far: by §17.54 or §17.9 (`rule`)."""

    seat: Seat
    units: list[Unit]
    start: Place
    n: int
    rule: str
    naval: bool

    @property
    def withdraws(self) -> bool:
        """True if it is a withdrawal before the combat."""
        return self.rule == WITHDRAWAL


# -- §17.5 withdrawal --------------------------------------------------------------------------


async def withdraw(w: World) -> bool:
    """§17.5 Ask the defender to stand or try to withdraw; return true if they have withdrawn. §17.57 It costs
    them nothing.

    Nothing is asked where none of their units has a hex to go to: ruling BE-G6.
    """
    b = fought(w)
    parts = departures(w, b.defender, b.defenders, 1, WITHDRAWAL)
    if not any(ways_of(w, departure).any_way for departure in parts):
        return False
    answer = await ask(b.defender, _withdrawal_menu(w))
    if answer["pick"] == "stand":
        tell("stood", "17.5", seat=b.defender, place=b.place)
        return False
    if not await _slips_away(w, answer["answer"]):
        return False
    n = await r08.roll(w, WITHDRAWAL, f"withdrawal {b.place}", b.defender)
    for departure in departures(w, b.defender, b.defenders, n, WITHDRAWAL):
        await leave_battle(w, departure)
    return True


class Escape(OneOf, frozen=True, kw_only=True):
    """§17.51 The unit whose operation value counts; it must be named if there are several kinds."""

    def parse(self, text: str, reader: Reader) -> JSON:
        kinds = list(self.options())
        if strip(text, self.verb, reader) or len(kinds) == 1:
            return super().parse(text, reader)
        expected = words(N_("the unit whose operation value counts: {options:or}"), options=kinds)
        raise Missing(expected, kinds)


def _withdrawal_menu(w: World) -> Menu:
    """§17.5 §17.51 Return the question: stand, or withdraw with the operation value of a unit they name."""
    b = fought(w)
    with_ = Escape(
        rule="17.51",
        prompt=words(N_("Which unit's operation value do you use for the withdrawal?")),
        options=one_of(*counted(b.defenders)),
        verb="with",
    )
    return Menu(
        rule="17.5",
        prompt=words(
            N_("{enemy} attacks {place} from {origin}. Do your units stand, or try to withdraw?"),
            enemy=b.attacker,
            place=b.place,
            origin=b.origin,
        ),
        items=lambda: {"stand": None, "withdraw": with_},
    )


async def _slips_away(w: World, kind: str) -> bool:
    """§17.51 A die of each and the operation value of one unit: the defender must have more.

    The defender names a unit with the order, then the attacker does: ruling BE-G1.
    """
    b = fought(w)
    values = {kind: value_of_kind(kind) for kind in counted(b.attackers)}
    pursuer = max(values, key=values.__getitem__)
    if len(set(values.values())) > 1:
        pursuer = await ask(b.attacker, _pursuit(w, list(values)))
    dice = await r08.rolls(w, "17.51", "withdrawal", [b.attacker, b.defender], b.defender)
    pursuit, escape = dice[b.attacker] + values[pursuer], dice[b.defender] + value_of_kind(kind)
    tell(
        "withdrawal",
        "17.51",
        seat=b.defender,
        place=b.place,
        unit=kind,
        die=dice[b.defender],
        total=escape,
        enemy=b.attacker,
        enemy_unit=pursuer,
        enemy_die=dice[b.attacker],
        enemy_total=pursuit,
        how="succeeds" if escape > pursuit else "fails",
    )
    return escape > pursuit


def _pursuit(w: World, kinds: Sequence[str]) -> OneOf:
    return OneOf(
        rule="17.51",
        prompt=words(
            N_(
                "{enemy} tries to withdraw from {place}. Which unit's operation value do you use for "
                "the pursuit?"
            ),
            enemy=fought(w).defender,
            place=fought(w).place,
        ),
        options=one_of(*kinds),
        verb="pursue",
    )


def value_of_kind(kind: str) -> int:
    """§17.51 The operation value printed on a kind."""
    return next(unit.op for unit in UNITS.values() if unit.kind == kind)


# -- §17.9 retreat -----------------------------------------------------------------------------


async def retreat(w: World, seat: Seat, units: Sequence[Unit], n: int) -> None:
    """§17.9 CRT, note 3: let units that have fought retreat a number of hexes, land and sea separately."""
    for departure in departures(w, seat, units, n, RETREAT):
        await leave_battle(w, departure)


def departures(w: World, seat: Seat, units: Sequence[Unit], n: int, rule: str) -> Iterator[Departure]:
    """§17.52 §17.53 CRT, note 3 (1): land units by land, then fleets and who is aboard of them by sea.

    They always part, each with a way of its own and one die for both: ruling BE-G14.
    """
    afloat = [u for u in units if is_fleet(u) or u in w.aboard]
    for part, naval in (([u for u in units if u not in afloat], False), (afloat, True)):
        if part:
            yield Departure(seat, part, w.at[part[0]], n, rule, naval)


async def leave_battle(w: World, departure: Departure) -> None:
    """§17.54 §17.9 Let its owner lead a stack away; units that cannot go the whole way are eliminated.

    §17.91 Out of a city or colony nobody need retreat after a combat. Nothing is asked where there is one
    way only.
    """
    ways = ways_of(w, departure)
    may_stay = not departure.withdraws and is_walled(w, departure.start)
    only = ways.first(2)
    if not only and not may_stay:
        tell(
            "no_retreat",
            departure.rule,
            seat=departure.seat,
            units=departure.units,
            place=departure.start,
            n=departure.n,
        )
        await eliminate(w, departure.units, departure.rule)
        return
    if len(only) == 1 and not may_stay:
        leave(w, departure, only[0])
        return
    answer = (
        await ask(departure.seat, _departure_menu(departure, ways, may_stay)) if only else {"pick": "hold"}
    )
    if answer["pick"] == "hold":
        tell("held", "17.91", seat=departure.seat, units=departure.units, place=departure.start)
    else:
        leave(w, departure, tuple(answer["answer"]))


def leave(w: World, departure: Departure, way: Way) -> None:
    """§17.54 §17.9 Move a stack along a way; §17.92 an army that retreats goes on from where it ends."""
    for unit in departure.units:
        w.at[unit] = way[-1]
    if w.army is not None and departure.seat == w.army.seat:
        w.army.place = way[-1]
        w.army.held = in_zone(w, way[-1], departure.seat, departure.naval, moving=departure.units)
    tell(
        "withdrew" if departure.withdraws else "retreated",
        departure.rule,
        seat=departure.seat,
        units=departure.units,
        place=departure.start,
        to=way[-1],
        way=list(way),
    )


def _departure_menu(departure: Departure, ways: Ways, may_stay: bool) -> Menu:
    """Return the question by which route they leave; they may hold the city only where `may_stay`."""
    items: dict[str, Choice[Any] | Bar | None] = {"retreat": ways.route()}
    if may_stay:
        items["hold"] = None
    return Menu(
        rule=departure.rule,
        prompt=words(
            N_("By which route do they leave {place} ({units})? {n} {n:hex|hexes}.")
            if not may_stay
            else N_(
                "Do they hold the city, or by which route do they retreat from {place} ({units})? {n} "
                "{n:hex|hexes}."
            ),
            units=units_said(departure.units),
            n=departure.n,
            place=departure.start,
        ),
        items=lambda: items,
    )


# -- CRT, note 3: the ways ---------------------------------------------------------------------


class Ways:
    """All the ways of a flight in the present world: of exactly its length, no hex twice; ruling BE-G7.

    A way may end before in a city or colony (§17.55, §17.91), and ends in an off-map area: ruling BE-G8.
    """

    def __init__(self, w: World, departure: Departure) -> None:
        self._flight, self._stops = departure, cache(lambda place: place in AREAS or is_walled(w, place))
        self._bar = cache(lambda a, b: stop_of(w, departure, a, b))
        self._ends = cache(self._reaches_an_end)

    @property
    def any_way(self) -> bool:
        """True if the flight can go its whole length."""
        return self._ends(())

    def route(self) -> Route:
        """The decision about the way."""
        f = self._flight
        return Route(
            rule=f.rule,
            prompt=words(
                N_("Give the route from {place} hex by hex: {n} {n:hex|hexes}"), n=f.n, place=f.start
            ),
            start=f.start,
            step=self.step,
            pieces=f.units,
        )

    def step(self, way: Way) -> Step:
        """Return where a way may go on to, and whether it may end."""
        left, here = self._flight.n - len(way), [self._flight.start, *way][-1]
        over = not left or here in AREAS
        onward = judged(() if over else beside(self._flight, here), lambda to: self._judge(way, to))
        if self._is_end(way):
            return Step(onward)
        return Step(onward, bar(self._flight.rule, N_("{left} more {left:hex|hexes} to go"), left=left))

    def _judge(self, way: Way, to: Place) -> Bar | None:
        f = self._flight
        if to == f.start or to in way:
            return bar(f.rule, N_("the route may not enter a hex twice"))
        if (stop := self._bar([f.start, *way][-1], to)) is not None:
            return stop
        if not self._ends((*way, to)):
            left = f.n - len(way) - 1
            why = N_("from {place} the remaining {left} {left:hex|hexes} cannot be covered")
            return bar(f.rule, why, place=to, left=left)
        return None

    def _is_end(self, way: Way) -> bool:
        return bool(way) and (len(way) == self._flight.n or self._stops(way[-1]))

    def _reaches_an_end(self, way: Way) -> bool:
        return self._is_end(way) or any(True for _ in self._onward(way))

    def _onward(self, way: Way) -> Iterator[Place]:
        here = [self._flight.start, *way][-1]
        for to in beside(self._flight, here):
            new = to != self._flight.start and to not in way
            if new and self._bar(here, to) is None and self._ends((*way, to)):
                yield to

    def first(self, most: int) -> list[Way]:
        """Return the first whole ways, up to a number."""
        found: list[Way] = []
        self._collect((), most, found)
        return found

    def _collect(self, way: Way, most: int, found: list[Way]) -> None:
        if self._is_end(way):
            found.append(way)
        for to in open_of(self.step(way).onward):
            if len(found) >= most:
                return
            self._collect((*way, to), most, found)


def ways_of(w: World, departure: Departure) -> Ways:
    """The ways of a flight."""
    return Ways(w, departure)


def beside(departure: Departure, place: Place) -> Sequence[Place]:
    """The places beside a hex, off-map areas that it leads to among them (§18.2)."""
    if place in AREAS:
        return ()
    return water_neighbours(place) if departure.naval else land_neighbours(place)


def stop_of(w: World, departure: Departure, a: Place, b: Place) -> Bar | None:
    """§17.58 CRT, note 3 (2): what forbids a step of a flight.

    §17.58(1) (a) The enemy or neutrals; §17.58(4) (d) what they never enter, (c) and full hexes; §17.58(2)
    (b) enemy zones (§15.32, ruling BE-F4), off the map none (§18.211); §17.58(3) (d) rivers and rough ground,
    which bind land units only, not fleets: ruling BE-G15.
    """
    held = occupant(w, b)
    if held not in ("", departure.seat) and b not in AREAS:
        return bar(
            _paragraph(departure), N_("{place} is occupied by {holders}"), place=b, holders=force(held)
        )
    units, seat = departure.units, departure.seat
    stop = may_sail(w, units, a, b, seat) if departure.naval else may_enter(w, units, a, b)
    if stop is not None or b in AREAS:
        return stop
    if enemies := shut_by(w, b, departure.seat, departure.naval, moving=departure.units, retreat=True):
        why = N_("{place} is in the zone of control of the enemy at {enemies}")
        return bar("15.32", why, place=b, enemies=enemies)
    return None if departure.naval or a in AREAS else _ground_stop(w, departure, a, b)


def _ground_stop(w: World, departure: Departure, a: Place, b: Place) -> Bar | None:
    """§17.58(3) Nobody withdraws over a river or into rough ground, road or not: ruling BE-G9.

    CRT, note 3 (2)(d): retreats do not cross rivers and straits but by a bridge, which is a road over them,
    nor enter rough ground but along a road; a track is no road: ruling BE-G13.
    """
    between = side(a, b)
    road = between.way == "road" and not departure.withdraws
    if between.river and not road:
        return bar(_paragraph(departure), N_("between {a} and {b} there is a river"), a=a, b=b)
    if between.strait and not road and not departure.withdraws:
        return bar(_paragraph(departure), N_("between {a} and {b} there is a strait"), a=a, b=b)
    if terrain_at(w, b) == "rough" and not road:
        return bar(_paragraph(departure), N_("{place} is rough terrain"), place=b)
    return None


def _paragraph(departure: Departure) -> str:
    return "17.58" if departure.withdraws else RETREAT
