"""§13.1 Stacks: how many units a hex holds and who may share it; and how units leave play (§21.3, §21.4)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import Final

from adjudicator.belisarius.board import AREAS, UNITS
from adjudicator.belisarius.counted import force, units_said
from adjudicator.belisarius.world import (
    BARBARIAN,
    EMPIRE,
    JUSTINIAN,
    STACK,
    Place,
    Seat,
    Unit,
    World,
    chosen_apart,
    is_fleet,
    owner_of,
    told_apart,
    units_at,
)
from adjudicator.core import N_, Bar, Split, Words, ask, bar, tell, words

from . import r08_stratagems as r08

LOAD: Final = 3
"""§19.51 The number of land units that a fleet carries, leaders among them."""
BOUNDLESS: Final = len(UNITS)
"""§18.4 The capacity of an off-map area: any number."""


# -- §13.1 who may stand together --------------------------------------------------------------


def room(w: World, place: Place, seat: Seat) -> int:
    """§13.1 §13.11 §18.4 Return how many more units of a seat fit into a place.

    Nothing where others stand (§13.12). All units count: leaders, fleets and those aboard (§19.53).
    """
    here = units_at(w, place)
    if here and owner_of(w, here[0]) != seat:
        return 0
    return BOUNDLESS if place in AREAS else max(0, STACK - len(here))


def may_stack(w: World, units: Sequence[Unit], place: Place) -> Bar | None:
    """Return why units of one owner may not come into a place, None if they may; who is there is not counted
    twice.

    §13.12 never with another's; §13.132 the barbarian only with units of the same origin, rebel Guards
    being an origin of their own; §13.131 the Empire with whom it likes; §13.1 at most ten.
    """
    return may_join(w, units, [u for u in units_at(w, place) if u not in units], place)


def may_join(w: World, units: Sequence[Unit], here: Sequence[Unit], place: Place) -> Bar | None:
    """§13.1 The same, where it is known who else is in the place."""
    seat = owner_of(w, units[0])
    if here and (held := owner_of(w, here[0])) != seat:
        return bar("13.12", N_("{place} is occupied by {holders}"), place=place, holders=force(held))
    origins = sorted({UNITS[u].origin for u in (*units, *here)})
    if seat == BARBARIAN and len(origins) > 1:
        return bar(
            "13.132",
            N_("barbarian units of different origins ({origins}) cannot stack at {place}"),
            origins=origins,
            place=place,
        )
    total = len(here) + len(units)
    if place not in AREAS and total > STACK:
        return bar(
            "13.1",
            N_("{place} would hold {n} {n:unit|units}; the stacking limit is {most}"),
            place=place,
            n=total,
            most=STACK,
        )
    return None


def berths(w: World, units: Sequence[Unit]) -> int:
    """§19.51 Return how many more land units the fleets among these can take aboard; below 0 if too
    many are.
    """
    return LOAD * sum(map(is_fleet, units)) - sum(u in w.aboard for u in units)


# -- §21.3 how units leave play ----------------------------------------------------------------


async def pick_units(
    w: World, seat: Seat, units: Sequence[Unit], n: int, rule: str, prompt: Words
) -> list[Unit]:
    """Ask the owner which `n` of the units in one place are lost (CRT, note 2).

    Nothing is asked where all must go, or all are alike.
    """
    kinds = told_apart(w, units)
    if n >= len(units) or len(kinds) == 1:
        return sorted(units)[:n]
    warning = warned(w, prompt, units, n)
    answer = await ask(seat, Split(rule=rule, prompt=warning, things=lambda: kinds, least=n, most=n))
    return chosen_apart(w, units, answer)


async def eliminate(w: World, units: Iterable[Unit], rule: str) -> None:
    """§21.3 §11.61 Eliminate units, which may come back as reinforcements; those not in play are passed over.

    Those aboard whom nobody is left to carry go with them (`going_down`). Justinian's end costs the Empire
    its hand (§21.4(3)), and Justinian is no reinforcement any more (§21.4(5)).
    """
    lost = sorted(u for u in set(units) if u in w.at)
    down = await going_down(w, lost)
    _take_off(w, lost, rule)
    _take_off(w, down, "19.51")
    if JUSTINIAN in (*lost, *down):
        w.dead.append(JUSTINIAN)
        tell("justinian_dead", "21.4", seat=EMPIRE)
        await r08.lose_all(w, EMPIRE, "21.4")


async def going_down(w: World, lost: Sequence[Unit], chooser: Seat = "") -> list[Unit]:
    """§19.51 §30.4 Return the units aboard that cannot be carried any more once `lost` are gone, by id
    (ruling BE-B2).

    Of too many aboard the owner loses those of their choice, before anything is taken off the map; an army
    carries its own. `chooser` decides instead of the owner of units that are about to change sides.
    """
    down: list[Unit] = []
    for place, carried, excess in list(_overboard(w, lost)):
        asked = N_(
            "The remaining fleets at {place} cannot carry all the units: {n} {n:unit|units} aboard "
            "{n:goes|go} down. Which?"
        )
        prompt = words(asked, place=place, n=excess)
        seat = chooser or owner_of(w, carried[0])
        down += await pick_units(w, seat, carried, excess, "19.51", prompt)
    return sorted(down)


def _overboard(w: World, lost: Collection[Unit]) -> Iterator[tuple[Place, list[Unit], int]]:
    """§19.51 Yield where too many are aboard once `lost` are gone: the place, who is aboard, how many too
    many.
    """
    for place in sorted({w.at[u] for u in lost}):
        here = [u for u in units_at(w, place) if u not in lost]
        army = [u for u in here if w.army is not None and u in w.army.units]
        for crew in (army, [u for u in here if u not in army]):
            carried, excess = [u for u in crew if u in w.aboard], -berths(w, crew)
            if excess > 0:
                yield place, carried, excess


def drowning(w: World, lost: Collection[Unit]) -> int:
    """§19.51 Return how many aboard would go down, once `lost` are gone, for want of a fleet to carry
    them.
    """
    return sum(excess for _, _, excess in _overboard(w, lost))


def warned(w: World, prompt: Words, units: Sequence[Unit], most: int) -> Words:
    """§19.51 The prompt of who of some units is lost, with what goes down if it is fleets, up to `most`."""
    fleets = sorted(filter(is_fleet, units))[:most]
    down = drowning(w, fleets)
    if not down:
        return prompt
    why = N_("{prompt} Losing {fleets} also sinks {n} {n:unit|units} aboard.")
    return words(why, prompt=prompt, fleets=units_said(fleets), n=down)


def _take_off(w: World, units: Sequence[Unit], rule: str) -> None:
    """Take units off the map, and report it place by place."""
    for place in sorted({w.at[u] for u in units}):
        here = [u for u in units if w.at[u] == place]
        tell("eliminated", rule, seat=owner_of(w, here[0]), place=place, units=here)
    for unit in units:
        _remove(w, unit)


def _remove(w: World, unit: Unit) -> None:
    del w.at[unit]
    lists = [w.aboard, w.rebels, w.operated, w.dropped, w.reacted]
    if w.army is not None:
        lists += [w.army.units, w.army.behind]
    if w.battle is not None:
        lists += [w.battle.attackers, w.battle.defenders]
    for units in lists:
        if unit in units:
            units.remove(unit)
