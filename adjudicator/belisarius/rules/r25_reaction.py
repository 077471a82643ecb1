"""§25 Reaction (option): after an army of the turn's player the other may operate with one of theirs."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from adjudicator.belisarius.world import (
    Place,
    Seat,
    Unit,
    World,
    chosen,
    enemy_of,
    hand_of,
)
from adjudicator.core import N_, Bar, Field, Occasion, bar, open_of, window, words

from . import r08_stratagems, r14_points
from .r14_armies import army_choice, fitting, form_army, starts
from .r14_groups import Muster, start_field
from .r16_forced_march import MARKER


async def react(w: World) -> bool:
    """§25.1 §card/forced_march Let the other player spend a Forced March and operate with one of their
    armies.

    It is offered whenever they hold any marker and have an army that has not reacted, both of which are
    public; after a marker that Treachery stopped it is offered again. No die of §16.71 is cast for it.
    """
    seat = enemy_of(w.phasing)
    while r08_stratagems.may_hold(w, seat) and open_of(_where(w, seat)):
        occasion = Occasion("reaction", "25.1", by=w.phasing)
        reaction = await window(occasion, {seat: reaction_form(w, seat)})
        if reaction is None:
            break
        _, order = reaction
        start = order["start"]
        fit = fitting(w, seat, unreacted)(start)
        units = chosen([] if isinstance(fit, Bar) else fit, order["units"])
        if await r08_stratagems.play(w, seat, MARKER, "25.1", at=start):
            form_army(w, seat, start, units, reaction=True)
            await r14_points.cast_points(w)
            return False
    return True


def unreacted(w: World, place: Place, here: Sequence[Unit]) -> list[Unit] | Bar:
    """§25.2 Those of a seat's units in a place that have not reacted in this turn; ruling BE-E11.

    §13.21 §19.54 Nor may those whom a reacting army has left behind or landed. That they operate in their own
    turn, or have done so, is nothing.
    """
    fit = [u for u in here if u not in w.reacted and u not in w.dropped]
    if fit:
        return fit
    if all(u in w.dropped for u in here):
        return bar("13.21", N_("your units at {place} were left behind and cannot operate"), place=place)
    return bar("25.2", N_("your units at {place} have already reacted this turn"), place=place)


def reaction_form(w: World, seat: Seat) -> Muster:
    """§25.1 "Belisarius+2 FA at 3333": the army that reacts, if its player holds the marker."""

    def held(w: World, place: Place, here: Sequence[Unit]) -> list[Unit] | Bar:
        if MARKER not in hand_of(w, seat):
            return bar("25.1", N_("you do not hold {marker}"), marker=MARKER)
        return unreacted(w, place, here)

    fit = fitting(w, seat, held)
    where = cache(lambda: starts(w, seat, fit))
    return Muster(
        rule="25.1",
        prompt=words(
            N_("{enemy}'s army has finished operating. Do you react with one of yours?"), enemy=w.phasing
        ),
        starts=where,
        fields=(
            start_field("25.1", where),
            Field("units", lambda done: army_choice(w, done["start"], fit)),
        ),
    )


def _where(w: World, seat: Seat) -> dict[Place, Bar | None]:
    return dict(starts(w, seat, fitting(w, seat, unreacted)))
