"""§13.2 §14.1 §14.2 Armies: who may be in one, its operation points, and how it ends its operations."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from functools import cache

from adjudicator.belisarius.board import HEXES, UNITS
from adjudicator.belisarius.counted import units_said
from adjudicator.belisarius.world import (
    Army,
    Kind,
    Place,
    Seat,
    Unit,
    World,
    chosen,
    counted,
    is_fleet,
    is_port,
    owner_of,
    stacks_of,
    stars_of,
    units_at,
)
from adjudicator.core import N_, Bar, Verdicts, bar, judged, tell, words

from .r13_stacks import LOAD
from .r14_groups import Group

Fit = Callable[[Place], "list[Unit] | Bar"]
"""The units of a place that may be in the army, or why there is none."""


# -- who may be in it --------------------------------------------------------------------------


def fitting(w: World, seat: Seat, judge: Callable[[World, Place, Sequence[Unit]], list[Unit] | Bar]) -> Fit:
    """Let `judge` say which of a seat's units in a place may be in the army; nothing changes meanwhile."""
    here = cache(lambda: stacks_of(w, seat))
    return cache(lambda place: judge(w, place, here().get(place, ())))


def unused(w: World, place: Place, here: Sequence[Unit]) -> list[Unit] | Bar:
    """§14.0 §13.21 Those of a seat's units in a place that have not operated and were not left behind."""
    fit = [u for u in here if u not in w.operated and u not in w.dropped]
    if fit:
        return fit
    if all(u in w.dropped for u in here):
        return bar("13.21", N_("your units at {place} were left behind and cannot operate"), place=place)
    return bar("14.1", N_("your units at {place} have ended their operations"), place=place)


def starts(w: World, seat: Seat, fit: Fit) -> Verdicts:
    """§14.1 The places where a seat has units, barred where none of them may be in an army."""
    places = sorted({place for unit, place in w.at.items() if owner_of(w, unit) == seat})

    def judge(place: Place) -> Bar | None:
        found = fit(place)
        return found if isinstance(found, Bar) else None

    return judged(places, judge)


def army_choice(
    w: World,
    place: Place,
    fit: Fit,
    *,
    by_land: bool = False,
    also: Callable[[list[Unit]], Bar | None] = lambda army: None,
    first: Callable[[Unit], bool] = lambda unit: False,
) -> Group:
    """§13.23 Ask which units of a place form the army: any that `also` allows, of equal ones the `first`."""
    found = fit(place)
    units = [] if isinstance(found, Bar) else found

    def judge(numbers: dict[Kind, int]) -> None:
        army = chosen(units, numbers, first)
        if (stop := may_form(w, place, army, by_land=by_land) or also(army)) is not None:
            raise stop.refuse()

    return Group(
        rule="13.2",
        prompt=words(N_("Which units at {place} form the army?"), place=place),
        things=lambda: counted(units),
        least=1,
        most=len(units),
        judge=judge,
    )


def may_form(w: World, place: Place, units: Collection[Unit], *, by_land: bool = False) -> Bar | None:
    """§13.23 §19.5 Return why units are no army; with fleets among them it goes by sea, and not with
    `by_land`.

    §19.51 A fleet carries three; at sea also of those who stay behind.
    """
    fleets = sorted(u for u in units if is_fleet(u))
    if by_land and fleets:
        return bar("16.33", N_("fleets cannot march; order them to sail: {units}"), units=units_said(fleets))
    if not fleets:
        if not is_open_sea(place):
            return None
        return bar("16.32", N_("{place} is all sea: land units can go on only aboard a fleet"), place=place)
    others = [u for u in units_at(w, place) if u not in units]
    return overladen(units) or (overladen(others) if is_open_sea(place) else None)


def is_open_sea(place: Place) -> bool:
    """§19.1 Return true if a place is all sea, where land units are only aboard."""
    return place in HEXES and HEXES[place].kind == "sea"


def overladen(units: Collection[Unit]) -> Bar | None:
    """§19.51 Return why the fleets among units cannot carry the rest, None if they can."""
    fleets = sum(map(is_fleet, units))
    load = len(units) - fleets
    if load <= LOAD * fleets:
        return None
    why = N_("you named {n} land {n:unit|units}; {fleets} {fleets:fleet|fleets} can carry {most}")
    return bar("19.51", why, fleets=fleets, most=LOAD * fleets, n=load)


# -- §14.2 operation points --------------------------------------------------------------------


def lowest(units: Collection[Unit]) -> int:
    """§14.21(1) The lowest operation value in an army; §14.23 §19.52 of its fleets, if it has any."""
    fleets = [u for u in units if is_fleet(u)]
    return min(UNITS[u].op for u in fleets or units)


def factor(units: Collection[Unit]) -> int:
    """§14.21(2) §21.21 Return the factor of the die: 2 with a leader, 3 with two stars; §19.8 at sea
    too.
    """
    return 1 + stars_of(units)


def operation_points(units: Collection[Unit], die: int) -> int:
    """§14.21 The operation points of an army for what the die shows."""
    return lowest(units) + die * factor(units)


def form_army(w: World, seat: Seat, place: Place, units: Sequence[Unit], *, reaction: bool = False) -> Army:
    """§14.1 Form an army for its operations, without points as yet; §19.5 its land units are aboard."""
    army = raise_army(w, seat, place, units, reaction=reaction)
    take_aboard(w)
    return army


def raise_army(w: World, seat: Seat, place: Place, units: Sequence[Unit], *, reaction: bool = False) -> Army:
    """§14.1 §19.5 An army that has not gone aboard yet; with fleets it goes by sea.

    §19.52 Its voyage begins in a friendly port if it is in a port, which it then occupies.
    """
    naval = any(map(is_fleet, units))
    w.army = army = Army(seat, place, sorted(units), 0, naval=naval, port=naval and is_port(w, place))
    army.reaction, army.single = reaction, reaction and w.options["one_operation"] == "single"
    army.behind = [u for u in units_at(w, place) if u not in units and owner_of(w, u) == seat]
    w.phase = "army"
    _put_ashore(w, army)
    return army


def _put_ashore(w: World, army: Army) -> None:
    """§19.52 For nothing, the land units of an army on land go ashore; ruling BE-E7.

    Units for which the fleets have no room on a coast go ashore too.
    """
    crew = [u for u in army.units if not is_fleet(u)]
    others = [u for u in units_at(w, army.place) if u not in army.units]
    carried = [u for u in others if u in w.aboard]
    ashore = [] if army.naval else [u for u in crew if u in w.aboard]
    if len(carried) > LOAD * sum(map(is_fleet, others)):
        ashore = sorted([*ashore, *carried])
    w.aboard = [u for u in w.aboard if u not in ashore]
    if ashore:
        tell("disembarked", "19.52", seat=army.seat, units=ashore, place=army.place)


def take_aboard(w: World) -> None:
    """§19.5 §19.52 For nothing, the land units of an army at sea go aboard."""
    army = army_of(w)
    joining = [u for u in army.units if not is_fleet(u) and u not in w.aboard] if army.naval else []
    w.aboard = sorted([*w.aboard, *joining])
    if joining:
        tell("embarked", "19.5", seat=army.seat, units=joining, place=army.place)


def army_of(w: World) -> Army:
    """The army that is acting.

    Raises:
        LookupError: if there is none: a defect.
    """
    if w.army is None:
        raise LookupError("no army is acting")
    return w.army


# -- §13.21 dropping, and the end --------------------------------------------------------------


def drop_choice(w: World, army: Army) -> Group | Bar:
    """§13.21 §16.4 Ask which units the army drops; they do not operate any more in this turn."""
    if len(army.units) < 2:
        return bar("13.21", N_("a one-unit army cannot leave a unit behind"))

    def judge(numbers: dict[Kind, int]) -> None:
        if (stop := _may_drop(army, chosen(army.units, numbers))) is not None:
            raise stop.refuse()

    return Group(
        rule="13.21",
        prompt=words(N_("Which units stay behind at {place}?"), place=army.place),
        things=lambda: counted(army.units),
        least=1,
        most=len(army.units) - 1,
        judge=judge,
    )


def _may_drop(army: Army, left: Collection[Unit]) -> Bar | None:
    """§19.51 §19.54 Return why an army at sea cannot leave fleets behind with the units that they carry;
    without them units land.
    """
    if not army.naval:
        return None
    if not any(map(is_fleet, left)):
        return bar("19.54", N_("units leave their fleet by landing"))
    rest = [u for u in army.units if u not in left]
    if not any(map(is_fleet, rest)):
        return bar("13.21", N_("an army at sea must keep a fleet, or end its operations"))
    return overladen(rest) or overladen(left)


def drop(w: World, army: Army, left: Collection[Unit]) -> None:
    """§13.21 §16.4 Leave units where the army is; those aboard of the fleets among them stay aboard."""
    army.units = [u for u in army.units if u not in left]
    army.behind = sorted({*army.behind, *left})
    w.dropped = sorted({*w.dropped, *left})
    tell("dropped", "13.21", seat=army.seat, place=army.place, units=sorted(left))


def end_army(w: World) -> None:
    """§14.1 End the operations of the army.

    §14.4 The points that are left are lost. §19.55 Units aboard stay aboard.
    """
    army = army_of(w)
    units = [u for u in army.units if u in w.at]
    if army.reaction:
        w.reacted = sorted({*w.reacted, *units})
    else:
        w.operated = sorted({*w.operated, *units})
    if units:
        tell("army_ended", "14.1", seat=army.seat, place=army.place, units=units)
    w.army = None


def is_spent(army: Army) -> bool:
    """§14.3 Return true if an army can do nothing more: without units, or by land without points.

    §25.1 Nor after the only thing that a reaction is, with the option `one_operation`.
    """
    return not army.units or army.done or (army.half == 0 and not army.naval)
