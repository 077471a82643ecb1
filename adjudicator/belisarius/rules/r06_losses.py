"""§6 Events that cost the phasing player units: attrition (15-16) and the demand for pay (33)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from adjudicator.belisarius.board import AREAS, COSTS
from adjudicator.belisarius.world import Place, Seat, Unit, World, is_leader, owner_of, units_at, units_of
from adjudicator.core import N_, Bar, OneOf, Split, Subset, Verdicts, ask, bar, tell, words

from . import r04_control as r04
from . import r08_stratagems as r08
from . import r13_stacks as r13
from . import r30_disbanding as r30

PAID: Final = 3
"""Event 33: the least number of units of a stack that demands pay."""


# -- 15-16 attrition, bandits, pirates ---------------------------------------------------------


async def attrition(w: World) -> None:
    """§event/15-16 Roll how many units the phasing player loses; if it is even, a leader is among them.

    They choose: first the leader, then how many of the rest in each place, then which (ruling BE-B4).
    """
    seat = w.phasing
    n = await r08.roll(w, "event/15-16", "attrition", seat)
    leaders = [u for u in units_of(w, seat) if is_leader(u)]
    lost: list[Unit] = []
    if n % 2 == 0 and leaders:
        lost = [await _leader(seat, leaders)]
    rest = [u for u in units_of(w, seat) if u not in lost]
    for place, count in (await _places(w, seat, rest, n - len(lost))).items():
        here = [u for u in rest if w.at[u] == place]
        prompt = words(N_("You lose {n} {n:unit|units} at {place}. Which?"), n=count, place=place)
        lost += await r13.pick_units(w, seat, here, count, "event/15-16", prompt)
    await r13.eliminate(w, lost, "event/15-16")


async def _leader(seat: Seat, leaders: Sequence[Unit]) -> Unit:
    if len(leaders) == 1:
        return leaders[0]
    return await ask(
        seat,
        OneOf(
            rule="event/15-16",
            prompt=words(N_("The die is even: which leader do you lose?")),
            options=lambda: dict.fromkeys(leaders),
        ),
    )


async def _places(w: World, seat: Seat, units: Sequence[Unit], n: int) -> dict[Place, int]:
    """Return how many units are lost in each place; nothing is asked if all are lost or all are in one
    place.
    """
    places = sorted(w.at[u] for u in units)
    strength = {place: places.count(place) for place in dict.fromkeys(places)}
    if n >= len(units):
        return strength
    if n == 0 or len(strength) == 1:
        return dict.fromkeys(strength, n) if n else {}
    prompt = words(N_("You lose {n} {n:unit|units}. How many from each place?"), n=n)
    return await ask(seat, Split(rule="event/15-16", prompt=prompt, things=lambda: strength, least=n, most=n))


# -- 33 the demand for pay ---------------------------------------------------------------------


async def pay(w: World) -> None:
    """§event/33 Demand two solidi for each stack of three or more on the map, or it is lost.

    With the option `disbanding` those that go without check for disbanding instead (§30).
    """
    seat, demanding = w.phasing, demands(w, w.phasing)
    if not demanding:
        tell("nobody_demands", "event/33", seat=seat)
        return
    paid = await ask(seat, _pay_choice(w, seat, demanding))
    if paid:
        w.treasury[seat] -= COSTS.pay * len(paid)
        tell("paid_soldiers", "event/33", seat=seat, places=paid, solidi=COSTS.pay * len(paid))
    for place in demanding:
        if place not in paid:
            await _unpaid(w, seat, place)


def demands(w: World, seat: Seat) -> list[Place]:
    """§event/33 The hexes, at sea too but none off the map, with three units of a seat or more, by id."""
    return [
        place for place in r04.places_of(w, seat) if place not in AREAS and len(units_at(w, place)) >= PAID
    ]


def _pay_choice(w: World, seat: Seat, demanding: Sequence[Place]) -> Subset:
    """§event/33 Ask which stacks are paid, even with an empty treasury, because its content is hidden."""

    def options() -> Verdicts:
        return dict.fromkeys(demanding, _poor(w, seat))

    asked = N_(
        "Your soldiers demand {solidi} {solidi:solidus|solidi} for each stack. Which stacks do you pay?"
    )
    return Subset(
        rule="event/33",
        prompt=words(asked, solidi=COSTS.pay),
        options=options,
        most=min(len(demanding), w.treasury[seat] // COSTS.pay),
        verb="pay_off",
    )


def _poor(w: World, seat: Seat) -> Bar | None:
    if w.treasury[seat] >= COSTS.pay:
        return None
    why = N_("each stack costs {cost} {cost:solidus|solidi}; you have {solidi}")
    return bar("event/33", why, cost=COSTS.pay, solidi=w.treasury[seat])


async def _unpaid(w: World, seat: Seat, place: Place) -> None:
    here = [u for u in units_at(w, place) if owner_of(w, u) == seat]  # a mutiny elsewhere may have freed them
    if w.options["disbanding"] == "on":
        await r30.check_stack(w, place, here, "event/33")
    else:
        await r13.eliminate(w, here, "event/33")
