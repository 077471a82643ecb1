"""§34 Set-up: the world before play, and the placing of the units by the players."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

from adjudicator.belisarius.board import AREAS, CITIES, HEXES, KINDS, MARKERS, RULES, SCENARIOS
from adjudicator.belisarius.counted import force
from adjudicator.belisarius.world import BARBARIAN, SEATS, Kind, Place, Seat, World
from adjudicator.core import (
    N_,
    Bar,
    Choice,
    Field,
    Form,
    Menu,
    OneOf,
    Verdicts,
    ask,
    bar,
    judged,
    lazily,
    tell,
    words,
)
from adjudicator.core.choices.choice import NoneLegal
from adjudicator.core.log.chain import JSON
from adjudicator.core.log.chance import Rng

from . import r08_stratagems as r08
from . import r34_contingents as contingents
from .r14_groups import Group
from .r34_suggestion import suggested

MOST_LIFTS = 100
"""As often units of a side may be taken back while it is placed: every order stays in the log (ADR 19)."""


def new_world(scenario: str, options: Mapping[str, str]) -> World:
    """§34.1 §34.2 §34.3 The campaign as it is founded: all markers in the pool (§34.1 3, §34.2 3).

    The two ruined cities are pillaged before anybody places (8a), so that nobody counts on them.
    """
    begin = SCENARIOS[scenario]
    pool = sorted(marker for marker, printed in MARKERS.items() for _ in range(printed.count))
    return World(
        scenario=scenario,
        options=dict(options),
        cups={"pool": pool} | {f"{seat}_{cup}": [] for seat in SEATS for cup in ("hand", "stake")},
        control=dict(begin.control),
        at={},
        treasury=dict(begin.treasury),
        turns=begin.turns,
        phase="set_up",
        phasing=BARBARIAN,
        placing=begin.steps[0].owner,
        pillaged=sorted(CITIES[city].hex for city in RULES.pillaged),
    )


async def set_up(w: World) -> bool:
    """§34.0 One order of the player who places; the barbarian places the neutral units too (§34.1 5)."""
    seat = placer(w)
    answer = await ask(seat, set_up_menu(w))
    match answer["pick"]:
        case "place":
            _place(w, seat, answer["answer"]["units"], answer["answer"]["place"])
        case "lift":
            _lift(w, seat, answer["answer"])
        case "suggest":
            _place_rest(w, seat)
        case "done":
            return await _end_placing(w, seat)
    return False


def placer(w: World) -> Seat:
    """§34.1 Return the player who places now: the barbarian with their own and the neutral units, then the
    Empire.
    """
    return contingents.step_of(w).by


def set_up_menu(w: World) -> Menu:
    """§34.0 Ask for an order: place units, take units back, place the rest as suggested, or end the
    placing.
    """
    left = contingents.left(w)  # read once for all that this question offers
    return Menu(
        rule="34.0",
        prompt=words(N_("Place the {units} ({n} left)."), units=force(w.placing), n=sum(left.values())),
        items=cache(lambda: lazily(_items(w, left))),
        ends={"done": ()},
        revocable=("place", "lift"),
    )


def _items(w: World, left: Mapping[Kind, int]) -> Mapping[str, Callable[[], Choice[Any] | Bar | None]]:
    return {
        "place": lambda: _all_placed(w, left) or _place_form(w, left),
        "lift": lambda: _no_lift(w) or _lift_choice(w),
        "suggest": lambda: _no_suggestion(w, left),
        "done": lambda: contingents.unfinished(w),
    }


def _all_placed(w: World, left: Mapping[Kind, int]) -> Bar | None:
    return None if left else bar("34.0", N_("all {units} are placed"), units=force(w.placing))


def _no_lift(w: World) -> Bar | None:
    if w.lifts >= MOST_LIFTS:
        return bar(
            "34.0", N_("units have been taken back {n} times; place the rest, or as suggested"), n=w.lifts
        )
    if any(contingents.placed_of(w, c) for c in contingents.contingents(w)):
        return None
    return bar("34.0", N_("none of the {units} has been placed yet"), units=force(w.placing))


def _no_suggestion(w: World, left: Mapping[Kind, int]) -> Bar | None:
    """Return why nothing is suggested; where no unit may be taken back any more, all may be placed anew."""
    if w.lifts >= MOST_LIFTS:
        return _all_placed(w, left) if contingents.unfinished(w) is None else None
    found = _all_placed(w, left) or suggested(w)
    return found if isinstance(found, Bar) else None


# -- some units to a place ---------------------------------------------------------------------


def _place_form(w: World, left: Mapping[Kind, int]) -> Form:
    """§34.0 Ask which units are placed, and where: "place Justinian+2 Guard FA at Constantinopolis"."""
    return Form(
        rule="34.0",
        prompt=words(N_("Which units, and where?")),
        fields=(
            Field("units", lambda done: _units_choice(w, left), ("at",)),
            Field("place", lambda done: _where_choice(w, done["units"])),
        ),
        sampler=lambda rng: _sample(w, left, rng),
    )


def _sample(w: World, left: Mapping[Kind, int], rng: Rng) -> JSON:
    """One unit or two of a kind, anywhere they may stand."""
    for kind in rng.shuffled(left):
        for n in (2, 1) if rng.below(2) else (1,):
            for place in rng.shuffled(contingents.zones_of(w, kind)):
                if contingents.may_place(w, {kind: n}, place) is None:
                    return {"units": {kind: n}, "place": place}
    raise NoneLegal("no unit that is left has a place")


def _units_choice(w: World, left: Mapping[Kind, int]) -> Group:
    """§34.0 Return the question which of the kinds that are left; every other kind is barred by name."""
    why = N_("{unit} is not among the {units} that are still to be placed now")

    def others() -> dict[Kind, Bar]:
        return {
            kind: bar("34.0", why, unit=kind, units=force(w.placing)) for kind in KINDS if kind not in left
        }

    return Group(
        rule="34.0",
        prompt=words(N_("Which units?")),
        things=lambda: left,
        least=1,
        most=sum(left.values()),
        judge=lambda units: contingents.require_common_place(w, units),
        barred=others,
    )


def _where_choice(w: World, units: Mapping[Kind, int]) -> OneOf:
    def places() -> Verdicts:
        return judged(contingents.grounds(w, units), lambda place: contingents.may_place(w, units, place))

    def elsewhere() -> dict[Place, Bar]:
        listed = {*contingents.grounds(w, units)}
        stops = {to: contingents.may_place(w, units, to) for to in (*HEXES, *AREAS) if to not in listed}
        return {to: stop for to, stop in stops.items() if stop is not None}

    return OneOf(rule="34.0", prompt=words(N_("Where?")), options=cache(places), unlisted=elsewhere)


def _place(w: World, seat: Seat, units: Mapping[Kind, int], place: Place) -> None:
    ids = contingents.take(w, units)
    for unit in ids:
        w.at[unit] = place
    tell("placed", "34.0", seat=seat, side=w.placing, units=ids, place=place)


# -- second thoughts ---------------------------------------------------------------------------


def _lift_choice(w: World) -> OneOf:
    """§34.0 A place whose units are taken up, to be placed anew."""
    return OneOf(
        rule="34.0",
        prompt=words(N_("From where do you take units back?")),
        options=lambda: dict.fromkeys(sorted({w.at[unit] for unit in contingents.placed(w)})),
    )


def _lift(w: World, seat: Seat, place: Place) -> None:
    ids = [unit for unit in contingents.placed(w) if w.at[unit] == place]
    for unit in ids:
        del w.at[unit]
    w.lifts += 1
    tell("lifted", "34.0", seat=seat, side=w.placing, units=ids, place=place)


# -- the rest, and the end ---------------------------------------------------------------------


def _place_rest(w: World, seat: Seat) -> None:
    """§34.0 Place the remaining units as suggested: an aid of the program, no rule of the text."""
    found = suggested(w)
    if isinstance(found, Bar):  # and no unit may be taken back any more
        for place in sorted({w.at[unit] for unit in contingents.placed(w)}):
            _lift(w, seat, place)
        found = suggested(w)
    assert not isinstance(found, Bar)  # the menu bars it then
    w.at |= found
    where: dict[Place, list[str]] = {}
    for unit, place in sorted(found.items()):
        where.setdefault(place, []).append(unit)
    for place, ids in sorted(where.items()):
        tell("placed_as_suggested", "34.0", seat=seat, side=w.placing, units=ids, place=place)


async def _end_placing(w: World, seat: Seat) -> bool:
    """§34.1 The next places; after the last both draw markers (§8.2(1), ruling BE-F9).

    Return true if all have placed.
    """
    tell("placing_over", "34.0", seat=seat, side=w.placing)
    begin = SCENARIOS[w.scenario]
    owners = [step.owner for step in begin.steps]
    w.placing, w.lifts = next(iter(owners[owners.index(w.placing) + 1 :]), ""), 0
    if w.placing:
        return False
    for side in SEATS:
        await r08.draw_markers(w, side, begin.markers[side], "34.1")
    return True
