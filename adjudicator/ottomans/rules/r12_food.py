"""§12 The Food Phase: who cannot be fed is lost."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from adjudicator.core import N_, Bar, Choice, Illegal, Menu, Split, ask, tell, words
from adjudicator.ottomans.board import CITIES_OF, PLACES
from adjudicator.ottomans.sorts import meant, numbers, sorts
from adjudicator.ottomans.world import (
    NOBODY,
    Place,
    Seat,
    Unit,
    World,
    command,
    in_order,
    is_leader,
    is_sea,
    own_at,
    owner,
    region_of,
    side,
    strength,
    supply,
)

from .r15_leaders import eliminate, with_cargo
from .r19_dice import lacks, play

SUPPLIES = "military_advance"


def groups(w: World) -> list[tuple[Seat, Place]]:
    """§12.2 §12.4 §12.5 List owners and areas to be fed, in order of play, uncontrolled units last.

    Ruling OT-P1.
    """
    places = [p for p in PLACES if p in set(w.at.values())]
    return [(seat, place) for seat in (*in_order(w), NOBODY) for place in places if own_at(w, seat, place)]


def bonus(w: World, units: Sequence[Unit]) -> int:
    """§12.3 §12.31 Return the food that leaders add for their coalition: the best of them.

    Ruling OT-P2: by the option `leaders_feed_add` all of them.
    """
    if w.options["leaders_feed_add"] == "yes":
        return sum(command([u]) for u in units)
    return command(units)


def excess(w: World, place: Place, units: Sequence[Unit]) -> int:
    """§12.1 §12.31 §12.32 Return the number of one hand's units that an area cannot feed.

    Leaders eat nothing.
    Every coalition's leaders feed their own first; what is left eats what the area has.
    """
    hungry = 0
    for mine in fed_together(w, units):
        eaters = sum(not is_leader(u) for u in mine)
        hungry += max(0, eaters - bonus(w, mine))
    return max(0, hungry - supply(place))


def fed_together(w: World, units: Sequence[Unit]) -> list[list[Unit]]:
    """§12.31 Divide one hand's units by coalition; §12.5 those that nobody controls count as one."""
    if all(owner(w, u) == NOBODY for u in units):
        return [list(units)]
    return [[u for u in units if side(u) == colour] for colour in sorted({side(u) for u in units})]


def next_group(w: World) -> tuple[Seat, Place] | None:
    """The next group that cannot be fed and has not been dealt with; None when all have.

    Each is counted once, even if its leader is lost with a ship that starves: ruling OT-P5.
    """
    for seat, place in groups(w):
        if f"{seat} {place}" not in w.fed and excess(w, place, own_at(w, seat, place)):
            return seat, place
    return None


async def food(w: World) -> None:
    """§12.0 One group that cannot be fed: units are lost, or fed by Military Advance (§27.2).

    §12.5 For units that nobody controls the initiative player chooses.
    """
    found = next_group(w)
    if found is None:
        w.fed = []
        w.phase = "turn_end" if w.turn == w.last_turn else "replacement"
        w.done, w.replaced = [], {}
        return
    seat, place = found
    answer = await ask(seat or in_order(w)[0], _menu(w, seat, place))
    w.fed.append(f"{seat} {place}")
    if answer["pick"] == "feed":
        w.fed = sorted({*w.fed, *(f"{seat} {area}" for area in fed_by_chit(w, place))})
        await play(w, seat, SUPPLIES, on=place)
        tell("fed", "12.0", seat=seat, place=place)
        return
    lost = meant(sorts(w, _eaters(own_at(w, seat, place))), answer["answer"])
    tell("starved", "12.0", place=place, units=with_cargo(w, lost))
    for unit in lost:
        await eliminate(w, unit)


def fed_by_chit(w: World, place: Place) -> list[Place]:
    """§27.2 Military Advance (3): all units of its player in a region; ruling OT-P3: its cities too."""
    if w.options["fed_by_chit"] == "area" or is_sea(place):
        return [place]
    return [region_of(place), *CITIES_OF[region_of(place)]]


def _menu(w: World, seat: Seat, place: Place) -> Menu:
    units = own_at(w, seat, place)
    n = excess(w, place, units)

    def items() -> Mapping[str, Choice[Any] | Bar | None]:
        found: dict[str, Choice[Any] | Bar | None] = {"lose": starving(w, place, units, n)}
        if seat:
            found["feed"] = lacks(w, seat, SUPPLIES)
        return found

    prompt = N_("{place} cannot feed {n} of your units. Which {n:is|are} lost?")
    if not seat:
        prompt = N_("{place} cannot feed {n} {n:unit|units} that nobody controls. Which {n:is|are} lost?")
    return Menu(rule="12.0", prompt=words(prompt, place=place, n=n), items=cache(items))


def starving(w: World, place: Place, units: Sequence[Unit], n: int) -> Split:
    """§12.0 Just as many units as cannot be fed, and such that the rest can."""
    eaters = _eaters(units)
    found = sorts(w, eaters)

    def judge(answer: dict[str, int]) -> None:
        lost = meant(found, answer)
        left = excess(w, place, [u for u in units if u not in lost])
        if left:
            raise Illegal(
                "12.31", N_("{n} {n:unit|units} of another coalition would still be out of supply"), n=left
            )

    return Split(
        rule="12.0",
        prompt=words(N_("Which {n} {n:unit is|units are} lost?"), n=n),
        things=lambda: numbers(found),
        least=n,
        most=n,
        judge=judge,
        sampler=lambda rng: dict(numbers(found, weakest(w, place, units, n))),
    )


def _eaters(units: Sequence[Unit]) -> list[Unit]:
    return [u for u in units if not is_leader(u)]


def weakest(w: World, place: Place, units: Sequence[Unit], n: int) -> list[Unit]:
    """The weakest units whose loss feeds the rest."""
    lost: list[Unit] = []
    for _ in range(n):
        left = [u for u in units if u not in lost]
        before = excess(w, place, left)
        for unit in sorted((u for u in left if not is_leader(u)), key=lambda u: (strength(w, u), u)):
            if excess(w, place, [u for u in left if u != unit]) < before:
                lost.append(unit)
                break
    return lost
