"""§6 Events that bring units into play: the recovery (11-12) and the barbarian migration (21)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache

from adjudicator.belisarius.board import AREAS, HEXES, HEXES_OF, REGIONS
from adjudicator.belisarius.world import (
    BARBARIAN,
    EMPIRE,
    GUARD,
    JUSTINIAN,
    Kind,
    Place,
    Province,
    Seat,
    Unit,
    World,
    available,
    is_guard,
    stacks,
    stacks_of,
    units_at,
)
from adjudicator.core import (
    N_,
    Bar,
    Field,
    Form,
    OneOf,
    Subset,
    Verdicts,
    Words,
    any_open,
    ask,
    bar,
    judged,
    tell,
    words,
)

from . import r04_control as r04
from . import r08_stratagems as r08
from . import r11_placement as r11
from . import r13_stacks as r13
from . import r15_zones as r15
from . import r21_leaders as r21

# -- 11-12 the recovery ------------------------------------------------------------------------


async def recovery(w: World) -> None:
    """§event/11-12 §12.31 A unit or leader for the phasing player; and the Empire wins back a rebel stack."""
    seat, rule = w.phasing, "event/11-12"
    kinds = [k for k in recoverable(w, seat) if any_open(refuges(w, seat, k))]
    if kinds:
        prompt = words(N_("Army recovery: which unit or leader arrives, and where?"))
        await _receive(w, seat, rule, prompt, kinds, lambda kind: refuges(w, seat, kind))
    else:
        tell("nobody_comes", rule, seat=seat)
    if seat == EMPIRE and w.rebels:
        await _win_back(w)


def recoverable(w: World, seat: Seat) -> list[Kind]:
    """§event/11-12 The kinds that may come, by id: of provinces that the seat controls, and of the Guard.

    Any unit and any leader but Justinian, as far as there are counters (§11.6).
    """
    return [
        kind
        for kind, printed in r11.COUNTERS.items()
        if kind != JUSTINIAN and _serves(w, seat, printed.origin) and available(w, kind)
    ]


def _serves(w: World, seat: Seat, origin: str) -> bool:
    return seat == EMPIRE if origin == GUARD else w.control[origin] == seat


def refuges(w: World, seat: Seat, kind: Kind) -> Verdicts:
    """§event/11-12 Return where a unit may come: among friends in its province, one of the Guard among the
    Guard.

    Its off-map area too must hold a friend: ruling BE-B7.
    """
    origin = r11.COUNTERS[kind].origin
    if origin == GUARD:
        places = [p for p, here in stacks(w).items() if any(is_guard(u) and u not in w.rebels for u in here)]
    else:
        homes = {*HEXES_OF[origin], r11.area_of(origin)}
        places = [place for place in stacks_of(w, seat) if place in homes]
    return judged(sorted(places), cache(lambda place: _lands(w, kind, place)))


def _lands(w: World, kind: Kind, place: Place) -> Bar | None:
    """§19.1 §11.63 §13.1 Return why the ground or the stack does not allow a unit, None if they do."""
    if place in AREAS:
        return r11.may_enter_area(w, kind, place) or r11.fits(w, kind, place)
    fleet = r11.COUNTERS[kind].type == "fleet"
    if fleet and (HEXES[place].kind != "coast" or place in w.pillaged):
        why = N_("a fleet arrives on a coast that is not pillaged; {place} is not one")
        return bar("11.63", why, place=place)
    if not fleet and r21.is_at_sea(place) and r13.berths(w, units_at(w, place)) < 1:
        return bar("19.51", N_("the fleets at {place} are full"), place=place)
    return r11.fits(w, kind, place)


async def _win_back(w: World) -> None:
    """§event/11-12 §12.31 Let the Empire restore the loyalty of one stack of Guards in revolt."""
    rebels = r04.rebel_stacks(w)
    answer = await ask(
        EMPIRE,
        Subset(
            rule="event/11-12",
            prompt=words(N_("Which revolting Guard stack returns to loyalty?")),
            options=lambda: dict.fromkeys(rebels),
            most=1,
            verb="win_back",
        ),
    )
    for place in answer:
        await r04.restore_guards(w, place, "event/11-12")


# -- 21 the migration --------------------------------------------------------------------------


async def migration(w: World) -> None:
    """§event/21 Give the barbarian, whosever turn it is, as many units of a people as a die says.

    The province is the barbarian's from then on. Units, not leaders (§11.9, ruling BE-B8).
    """
    n = await r08.roll(w, "event/21", "migration", BARBARIAN)
    province = await ask(
        BARBARIAN,
        OneOf(
            rule="event/21",
            prompt=words(N_("Barbarian migration: which province receives {n} {n:unit|units}?"), n=n),
            options=lambda: dict.fromkeys(REGIONS["migration"]),
        ),
    )
    tell("migration", "event/21", seat=BARBARIAN, province=province, n=n)
    await r04.change_control(w, province, BARBARIAN, "event/21")
    for left in range(n, 0, -1):
        kinds = [k for k in migrants(w, province) if any_open(camps(w, k))]
        if not kinds:
            tell("nobody_comes", "event/21", seat=BARBARIAN)
            return
        asked = N_("Which unit of {province} arrives, and where? {n} to come.")
        prompt = words(asked, province=province, n=left)
        await _receive(w, BARBARIAN, "event/21", prompt, kinds, lambda kind: camps(w, kind))


def migrants(w: World, province: Province) -> list[Kind]:
    """§event/21 The kinds of units of a province that are left, no leaders, by id."""
    return [
        kind
        for kind, printed in r11.COUNTERS.items()
        if printed.origin == province and printed.type != "leader" and available(w, kind)
    ]


def camps(w: World, kind: Kind) -> Verdicts:
    """§event/21 Return where a unit of a people may come: in its province, or off the map."""
    origin = r11.COUNTERS[kind].origin
    places = [*HEXES_OF[origin], *(area for area in (r11.area_of(origin),) if area)]
    return judged(places, cache(lambda place: _camp(w, kind, place)))


def _camp(w: World, kind: Kind, place: Place) -> Bar | None:
    """§event/21 Bar ruins, hexes with enemies, and enemy zones."""
    if place in AREAS:
        return _lands(w, kind, place)
    if place in w.pillaged:
        return bar("event/21", N_("{place} is pillaged"), place=place)
    if enemies := r15.shut_by(w, place, BARBARIAN, naval=r11.COUNTERS[kind].type == "fleet"):
        why = N_("{place} is in the zone of control of the enemy at {enemies}")
        return bar("event/21", why, place=place, enemies=enemies)
    return _lands(w, kind, place)


# -- a unit and a place ------------------------------------------------------------------------


async def _receive(
    w: World,
    seat: Seat,
    rule: str,
    prompt: Words,
    kinds: Sequence[Kind],
    places: Callable[[Kind], Verdicts],
) -> None:
    """A unit of one of the kinds comes to one of its places: "Thracian garrison at Heraclea"."""
    form = Form(
        rule=rule,
        prompt=prompt,
        fields=(
            Field("unit", lambda done: _which(rule, prompt, kinds), ("at",)),
            Field("place", lambda done: _where(rule, places, done["unit"])),
        ),
    )
    answer = await ask(seat, form)
    unit = _arrive(w, answer["unit"], answer["place"])
    tell("event_arrival", rule, seat=seat, units=[unit], place=answer["place"])


def _which(rule: str, prompt: Words, kinds: Sequence[Kind]) -> OneOf:
    return OneOf(rule=rule, prompt=prompt, options=lambda: dict.fromkeys(kinds))


def _where(rule: str, places: Callable[[Kind], Verdicts], kind: Kind) -> OneOf:
    return OneOf(rule=rule, prompt=words(N_("Where?")), options=cache(lambda: places(kind)))


def _arrive(w: World, kind: Kind, place: Place) -> Unit:
    """§19.5 Bring a unit into play, aboard if it comes at sea."""
    unit = r11.arrive(w, kind, place)
    if r21.is_at_sea(place):
        w.aboard = sorted([*w.aboard, unit])
    return unit
