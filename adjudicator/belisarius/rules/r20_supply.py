"""§20 The supply phase: every hex feeds a number of units, the others are paid for or disband."""

from __future__ import annotations

from functools import cache
from typing import Any

from adjudicator.belisarius.board import UNITS
from adjudicator.belisarius.counted import listed
from adjudicator.belisarius.world import (
    Place,
    Seat,
    Unit,
    World,
    chosen_apart,
    owner_of,
    stacks,
    told_apart,
    units_at,
)
from adjudicator.core import (
    N_,
    Bar,
    Choice,
    Field,
    Form,
    Illegal,
    Menu,
    OneOf,
    ask,
    bar,
    judged,
    tell,
    words,
)

from . import r08_markers
from . import r13_stacks as r13
from . import r30_disbanding as r30
from .r10_expenses import too_dear
from .r14_groups import Group
from .r20_forage import excess, hungry, price

# -- §20.0 the phase ---------------------------------------------------------------------------


def begin(w: World) -> None:
    """§3.1[7] Begin the supply phase: no place is settled."""
    w.fed = []


async def supply(w: World) -> bool:
    """§3.1[7] §20.0 §30.11 One order of the phase; it is over where nobody is hungry or may be sent home."""
    seat = w.phasing
    places = hungry(w, seat)
    if not places and w.options["disbanding"] == "off":
        return True
    answer = await ask(seat, supply_menu(w, seat, places))
    match answer["pick"]:
        case "feed":
            await _feed(w, seat, answer["answer"]["place"], answer["answer"]["gone"])
        case "feed_all":
            feed_all(w, seat)
        case "disband":
            await _disband(w, answer["answer"]["place"], answer["answer"]["gone"])
        case "play":
            await r08_markers.play_marker(w, seat, "supply", answer["answer"])
        case "done":
            return True
    return False


def supply_menu(w: World, seat: Seat, places: list[Place]) -> Menu:
    """§20.0 Ask which of these places are fed and which units are given up, or all that can be paid."""
    return Menu(
        rule="20.0",
        prompt=words(
            N_(
                "Supply your units or disband them. Need supply: {places}. Treasury: {treasury} "
                "{treasury:solidus|solidi}."
            ),
            places=listed(places),
            treasury=w.treasury[seat],
        ),
        # While a question is asked nothing changes: what is open is worked out once.
        items=cache(lambda: _items(w, seat, places)),
        ends={"done": r08_markers.of_phase("supply")},
    )


def _items(w: World, seat: Seat, places: list[Place]) -> dict[str, Choice[Any] | Bar | None]:
    items: dict[str, Choice[Any] | Bar | None] = {"feed": _feeding(w, seat, places)}
    items["feed_all"] = _all_too_dear(w, seat, places)
    if w.options["disbanding"] == "on":
        items["disband"] = _disbanding(w, seat)
    items["play"] = r08_markers.playable(w, seat, "supply")
    unsettled = bar("20.2", N_("still to be supplied or disbanded: {places}"), places=places)
    items["done"] = unsettled if places else None
    return items


# -- §20.2 §20.3 one place ---------------------------------------------------------------------


def _feeding(w: World, seat: Seat, places: list[Place]) -> Form | Bar:
    if not places:
        return bar("20.2", N_("no unit needs supply"))
    return Form(
        rule="20.2",
        prompt=words(N_("Which place do you supply, and which units do you disband there?")),
        fields=(
            Field("place", lambda done: _hungry_choice(places), ("without",)),
            Field("gone", lambda done: _gone_choice(w, done["place"])),
        ),
        judge=lambda done: _require_pay(w, seat, done["place"], done["gone"]),
    )


def _hungry_choice(places: list[Place]) -> OneOf:
    return OneOf(rule="20.2", prompt=words(N_("Which place?")), options=lambda: dict.fromkeys(places))


def _gone_choice(w: World, place: Place) -> Group:
    """§20.3 Of those beyond the forage; with §30.0 anybody may be sent home, leaders too."""
    free = w.options["disbanding"] == "on"
    here = [u for u in units_at(w, place) if free or UNITS[u].supply]
    asked = words(
        N_(
            "Which units do you disband at {place}? It has {n} more than it can feed; supplying all "
            "costs {cost} {cost:solidus|solidi}."
        ),
        place=place,
        n=excess(w, place),
        cost=price(w, place, here),
    )
    return Group(
        rule="20.3",
        prompt=r13.warned(w, asked, here, excess(w, place)),
        things=lambda: told_apart(w, here),
        least=0,
        most=len(here) if free else excess(w, place),
    )


def _require_pay(w: World, seat: Seat, place: Place, gone: dict[str, int]) -> None:
    """§20.2 Require payment for units beyond the forage, out of the treasury."""
    cost = most_paid(w, place, gone)
    if cost > w.treasury[seat]:
        why = N_(
            "supplying the units that stay at {place} costs {cost} {cost:solidus|solidi}; your "
            "treasury holds {treasury}"
        )
        raise Illegal("20.2", why, place=place, cost=cost, treasury=w.treasury[seat])


def most_paid(w: World, place: Place, gone: dict[str, int]) -> int:
    """§20.2 Return the most that those who stay cost, when some are given up.

    Of units aboard that go down with a fleet that is given up (§19.51) the cheapest are counted: their owner
    has yet to choose.
    """
    stay, given = staying(w, place, gone), chosen_apart(w, units_at(w, place), gone)
    down = 0 if w.options["disbanding"] == "on" else r13.drowning(w, given)
    aboard = sorted((u for u in stay if u in w.aboard), key=lambda u: UNITS[u].supply)
    return price(w, place, [u for u in stay if u not in aboard[:down]])


def staying(w: World, place: Place, gone: dict[str, int]) -> list[Unit]:
    """Return the units left in a place when some are given up."""
    here = units_at(w, place)
    given = chosen_apart(w, here, gone)
    return [u for u in here if u not in given]


async def _feed(w: World, seat: Seat, place: Place, gone: dict[str, int]) -> None:
    """§20.2 §20.3 Those who stay are paid; the others disband, or (§30.0) check whether they do.

    Nobody pays for those aboard that go down with a fleet that is given up (§19.51).
    """
    given, stay = chosen_apart(w, units_at(w, place), gone), staying(w, place, gone)
    if w.options["disbanding"] == "on":
        _pay(w, seat, [place], price(w, place, stay))
        await r30.check_stack(w, place, given, "30.0")
        return
    down = await r13.going_down(w, given)
    _pay(w, seat, [place], price(w, place, [u for u in stay if u not in down]))
    await r13.eliminate(w, [*given, *down], "20.3")


def _pay(w: World, seat: Seat, places: list[Place], solidi: int) -> None:
    """§10.33 §20.2 Settle the places and pay for them."""
    w.fed = sorted([*w.fed, *places])
    w.treasury[seat] -= solidi
    if solidi:
        tell("fed", "20.2", seat=seat, places=places, solidi=solidi)


async def _disband(w: World, place: Place, gone: dict[str, int]) -> None:
    """§30.3 Let units of a place check for disbanding that need no pay.

    §20.4 What stays in a hex that they have laid waste must be supplied after all (ruling BE-D17).
    """
    wasted = place in w.pillaged
    w.fed = sorted([*w.fed, place])
    await r30.check_stack(w, place, chosen_apart(w, units_at(w, place), gone), "30.3")
    if place in w.pillaged and not wasted:
        w.fed.remove(place)


# -- §20.2 all at once -------------------------------------------------------------------------


def affordable(w: World, seat: Seat) -> tuple[list[Place], int]:
    """The hungry places that the treasury feeds in full, the cheapest first, and what they cost together."""
    costs = {place: price(w, place, units_at(w, place)) for place in hungry(w, seat)}
    places, total = list[Place](), 0
    for place in sorted(costs, key=lambda place: (costs[place], place)):
        if total + costs[place] <= w.treasury[seat]:
            places, total = [*places, place], total + costs[place]
    return sorted(places), total


def _all_too_dear(w: World, seat: Seat, places: list[Place]) -> Bar | None:
    """§20.2 Return why "feed all" would feed nobody, None if it feeds some of the hungry places."""
    if not places:
        return bar("20.2", N_("no unit needs supply"))
    if affordable(w, seat)[0]:
        return None
    return too_dear(min(price(w, place, units_at(w, place)) for place in places), w.treasury[seat], "20.2")


def feed_all(w: World, seat: Seat) -> None:
    """§20.2 Pay for every place in full as far as the treasury goes; the rest is still to be settled."""
    places, solidi = affordable(w, seat)
    _pay(w, seat, places, solidi)


# -- §30.3 units that are not wanted any more ------------------------------------------------------


def _disbanding(w: World, seat: Seat) -> Form | Bar:
    places = [place for place, here in stacks(w).items() if owner_of(w, here[0]) == seat]
    if all(_may_disband(w, seat, place) is not None for place in places):
        return bar("30.3", N_("you have no unit that can check for disbanding"))
    return Form(
        rule="30.3",
        prompt=words(N_("Which units check for disbanding?")),
        fields=(
            Field("place", lambda done: _disband_place(w, seat, places), (":",)),
            Field("gone", lambda done: _volunteers(w, done["place"])),
        ),
    )


def _disband_place(w: World, seat: Seat, places: list[Place]) -> OneOf:
    return OneOf(
        rule="30.3",
        prompt=words(N_("Which place?")),
        options=lambda: judged(places, lambda place: _may_disband(w, seat, place)),
    )


def _may_disband(w: World, seat: Seat, place: Place) -> Bar | None:
    """§30.2 Return why nobody can be disbanded in a place: it was settled before, or its units are hungry."""
    if place in w.fed:
        return bar("30.2", N_("{place} has already been fed this phase"), place=place)
    if price(w, place, units_at(w, place)):
        return bar(
            "30.2", N_("{place} needs supply: name the units to disband in the supply order"), place=place
        )
    return None


def _volunteers(w: World, place: Place) -> Group:
    here = units_at(w, place)
    return Group(
        rule="30.3",
        prompt=words(N_("Which units at {place} check for disbanding?"), place=place),
        things=lambda: told_apart(w, here),
        least=1,
        most=len(here),
    )
