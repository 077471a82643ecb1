"""§16.7 Forced march: armies that have ended their operations operate once more, for a marker."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, partial

from adjudicator.belisarius.counted import units_said
from adjudicator.belisarius.world import (
    Kind,
    Place,
    Seat,
    Unit,
    World,
    chosen,
    hand_of,
    is_fleet,
)
from adjudicator.core import N_, Bar, Field, any_open, bar, tell, words

from . import r08_stratagems, r14_points
from .r13_stacks import LOAD, eliminate, pick_units
from .r14_armies import army_choice, army_of, fitting, raise_army, starts, take_aboard
from .r14_groups import Muster, start_field

MARKER = "forced_march"
LAST_LOSS = 3
"""§16.71 Up to this die a unit is lost."""


def no_force(w: World, seat: Seat) -> Bar | None:
    """§16.7 §16.71 Return why no army can be sent on a forced march, None if one can."""
    if MARKER not in hand_of(w, seat):
        return bar("16.71", N_("you do not hold {marker}"), marker=MARKER)
    if any_open(starts(w, seat, fitting(w, seat, marchers))):
        return None
    return bar("16.7", N_("none of your armies has ended its operations"))


def marchers(w: World, place: Place, here: Sequence[Unit]) -> list[Unit] | Bar:
    """§16.73 Those of a seat's units in a place that may go on a forced march: all of them, made into an army
    as their player likes.

    One of the army at least must have ended its operations; of equal units those that have are sent first;
    ruling BE-E8. Units left behind stay
    (§13.21, §16.4), unless the option `dropped_units` lets them march.
    """
    stay = w.dropped if w.options["dropped_units"] == "stay" else ()
    units = [u for u in here if u not in stay]
    if any(_has_operated(w, u) for u in units):
        return units
    return bar("16.7", N_("no unit at {place} has ended its operations this turn"), place=place)


def _has_operated(w: World, unit: Unit) -> bool:
    return unit in w.operated or unit in w.dropped


def force_form(w: World, seat: Seat) -> Muster:
    """§16.7 "Belisarius+2 FA at 3333"."""
    fit = fitting(w, seat, marchers)

    operated = partial(_has_operated, w)

    def fresh(army: list[Unit]) -> Bar | None:
        if any(_has_operated(w, u) for u in army):
            return None
        why = N_("{units} {units:has|have} not operated yet and {units:needs|need} no forced march")
        return bar("16.7", why, units=units_said(army))

    where = cache(lambda: starts(w, seat, fit))
    return Muster(
        rule="16.7",
        prompt=words(N_("Which units make a forced march?")),
        starts=where,
        fields=(
            start_field("16.7", where),
            Field("units", lambda done: army_choice(w, done["start"], fit, also=fresh, first=operated)),
        ),
    )


async def force(w: World, seat: Seat, start: Place, numbers: dict[Kind, int]) -> None:
    """§16.71 §card/forced_march Spend the marker; on 1 to 3 a unit is lost; then the army operates.

    The loss is taken before units go aboard, so that a lost fleet does not take units ashore with it.
    §card/treachery may cancel the marker, which is spent all the same. §16.72 §16.74 As often as there are
    markers.
    """
    found = fitting(w, seat, marchers)(start)
    units = chosen([] if isinstance(found, Bar) else found, numbers, partial(_has_operated, w))
    if not await r08_stratagems.play(w, seat, MARKER, "16.71", at=start):
        return
    raise_army(w, seat, start, units)
    die = await r08_stratagems.roll(w, "16.71", f"attrition {start}", seat)
    loses = die <= LAST_LOSS
    tell("strained", "16.71", seat=seat, place=start, die=die, how="lost" if loses else "held")
    if loses:
        prompt = words(N_("Which unit do you lose in the forced march?"))
        await eliminate(w, await pick_units(w, seat, army_of(w).units, 1, "16.71", prompt), "16.71")
    if army_of(w).units:
        await _board(w)
        await r14_points.cast_points(w)


async def _board(w: World) -> None:
    """§19.5 §19.51 Put the rest of the army aboard; units that its fleets cannot carry leave it.

    Without a fleet it goes by land.
    """
    army = army_of(w)
    fleets = sum(map(is_fleet, army.units))
    excess = len(army.units) - fleets - LOAD * fleets
    if fleets and excess > 0:
        ashore = [u for u in army.units if not is_fleet(u) and u not in w.aboard]
        prompt = words(
            N_("The remaining fleets at {place} cannot carry all the units. Which stay ashore?"),
            place=army.place,
        )
        stays = await pick_units(w, army.seat, ashore, excess, "19.51", prompt)
        army = army_of(w)
        army.units = [u for u in army.units if u not in stays]
        army.behind = sorted([*army.behind, *stays])
    army.naval = army.naval and fleets > 0
    army.port = army.port and army.naval
    take_aboard(w)
