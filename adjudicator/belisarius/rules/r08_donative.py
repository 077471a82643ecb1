"""§card/donative Troops Demand Donative: what a victory may cost."""

from __future__ import annotations

from collections.abc import Sequence

from adjudicator.belisarius.board import COSTS
from adjudicator.belisarius.world import Seat, Unit, World, chosen, counted
from adjudicator.core import N_, OneOf, Split, ask, bar, tell, words

from . import r13_stacks as r13
from . import r30_disbanding as r30


async def demanded(w: World, seat: Seat, victors: Sequence[Unit]) -> None:
    """§card/donative Let the owner pay for as many of the survivors as they want to and can; the others are
    eliminated.

    With §30 the whole army is paid, or checks whether it disbands (ruling BE-C19). `victors` are the units
    that have come through the combat.
    """
    units = [u for u in victors if u in w.at]
    if not units:
        return
    if w.options["disbanding"] == "off":
        paid = chosen(units, await ask(seat, _paid_choice(w, seat, units)))
        _pay(w, seat, paid)
        await r13.eliminate(w, [u for u in units if u not in paid], "card/donative")
    elif await ask(seat, _army_choice(w, seat, units)) == "pay":
        _pay(w, seat, units)
    else:
        for place in sorted({w.at[u] for u in units}):
            await r30.check_stack(w, place, [u for u in units if w.at.get(u) == place], "card/donative")


def _pay(w: World, seat: Seat, units: Sequence[Unit]) -> None:
    solidi = COSTS.donative * len(units)
    w.treasury[seat] -= solidi
    if units:
        tell("donative", "card/donative", seat=seat, units=list(units), solidi=solidi)


def _paid_choice(w: World, seat: Seat, units: Sequence[Unit]) -> Split:
    asked = words(
        N_("Your troops demand {cost} {cost:solidus|solidi} a unit. Which units do you pay?"),
        cost=COSTS.donative,
    )
    return Split(
        rule="card/donative",
        prompt=r13.warned(w, asked, units, len(units)),
        things=lambda: counted(units),
        least=0,
        most=min(len(units), w.treasury[seat] // COSTS.donative),
    )


def _army_choice(w: World, seat: Seat, units: Sequence[Unit]) -> OneOf:
    """Return the question: pay for all units, barred if the treasury is short, or check for disbanding."""
    cost = COSTS.donative * len(units)
    why = N_("that costs {cost} {cost:solidus|solidi}; your treasury holds {treasury}")
    poor = bar("card/donative", why, cost=cost, treasury=w.treasury[seat])
    stop = None if w.treasury[seat] >= cost else poor
    return OneOf(
        rule="card/donative",
        prompt=words(
            N_(
                "Your troops demand a donative of {cost} {cost:solidus|solidi}. Pay, or check for disbanding?"
            ),
            cost=cost,
        ),
        options=lambda: {"pay": stop, "check": None},
    )
