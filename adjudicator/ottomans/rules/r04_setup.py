"""§4 §26 Setting up: the scenario, the core nations, the units on the map, the opening chits."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from adjudicator.core import (
    N_,
    Bar,
    Choice,
    Field,
    Form,
    Illegal,
    Menu,
    OneOf,
    Split,
    ask,
    bar,
    d6,
    move,
    tell,
    words,
)
from adjudicator.core.choices.choice import NoneLegal
from adjudicator.core.log.chain import JSON
from adjudicator.core.log.chance import Rng
from adjudicator.ottomans.board import (
    CHITS,
    DORIA,
    FIGURES,
    KINDS,
    LEADERS,
    MERCENARIES,
    NATIONS,
    SCENARIOS,
    UNITS,
)
from adjudicator.ottomans.board.pieces import Scenario
from adjudicator.ottomans.world import (
    OTTOMANS,
    SPAIN,
    TURKS,
    Nation,
    Place,
    Seat,
    Unit,
    World,
    is_leader,
    kinds,
    owner,
    picked,
    put,
    units_at,
)

from .r04_placing import THESSALONICA, VANGUARD, settle, sites
from .r19_chits import draw_chits

RHODES = "rhodes_city"
KNIGHTS = "st_john_1"
GARRISONS = {"venice_militia_1": "candia", "venice_militia_2": "famagusta"}
"""§26.1 The Venetian units of strength 2 in Crete and Cyprus; ruling OT-U4."""


def new_world(scenario: str, options: dict[str, str], seats: Sequence[Seat]) -> World:
    """§4.0 §26.0 Return the world before core nations are chosen."""
    plan = SCENARIOS[scenario]
    unused = list(plan.unused)
    later = sorted(chit for chits in plan.later.values() for chit in chits)
    pool = sorted(chit for chit in CHITS if chit not in unused)
    pool = sorted([*pool, *plan.pool_leaders])
    return World(
        scenario=scenario,
        seats=list(seats),
        options=options,
        cups={
            "pool": pool,
            "later": later,
            "out": sorted(chit for chit in unused if chit not in later),
            **{f"{seat}_{cup}": [] for seat in seats for cup in ("hand", "stake")},
        },
        at={},
        phase="order",
        turn=plan.first_turn,
        last_turn=_last_turn(plan, options.get("last_turn", "scenario")),
        dead=sorted(u for u in UNITS if _waits(plan, u)),
        unplaced=sorted(u for u in UNITS if _begins(plan, u)),
        back=not plan.front,
        spain=False,
    )


def _last_turn(plan: Scenario, chosen: str) -> int:
    """§4.4 §26.0 The scenario's last turn, or an earlier one that the players have chosen; ruling OT-V7."""
    return plan.last_turn if chosen == "scenario" else int(chosen.removeprefix("to_"))


def _never(plan: Scenario, unit: Unit) -> bool:
    """§26.1 Counters that a scenario does not use, or that wait until their nation enters (§26.5)."""
    line = KINDS[UNITS[unit].kind]
    if plan.number in line.never:
        return True
    enters = line.enters.get(plan.number, 0)
    return bool(enters) and line.nation in plan.core_never and enters > plan.first_turn and not line.year


def _waits(plan: Scenario, unit: Unit) -> bool:
    """§26.1 §3.22 Counters that come by replacement, at once or from a later turn on."""
    if UNITS[unit].kind not in KINDS or _never(plan, unit):
        return False
    line = KINDS[UNITS[unit].kind]
    return (
        plan.number in line.late
        or plan.number in line.condition
        or line.enters.get(plan.number, 0) > plan.first_turn
    )


def _begins(plan: Scenario, unit: Unit) -> bool:
    """§4.1(1) §26.1 Counters that are set up: all but what comes later; leaders of the scenario's code.

    Ruling OT-U7.
    """
    if unit in LEADERS:
        return LEADERS[unit].code == plan.leaders and unit != DORIA
    if unit in MERCENARIES:
        return unit == KNIGHTS
    return not _never(plan, unit) and not _waits(plan, unit)


# -- §4.1(2) core nations -----------------------------------------------------------------------


async def order_of_cores(w: World) -> None:
    """§4.1(2) §26.1 Give the Turks the Ottomans; the others roll for the order of choosing.

    Ruling OT-U1: the highest first, ties roll again.
    """
    left = [seat for seat in w.seats if seat != TURKS]
    w.cores = [TURKS]
    while left:
        leading = list(left)
        while len(leading) > 1:
            fell = {seat: await d6("4.1", f"cores {seat}") for seat in leading}
            leading = [seat for seat in leading if fell[seat] == max(fell.values())]
        w.cores.append(leading[0])
        left.remove(leading[0])
    tell("core_order", "4.1", order=list(w.cores))
    w.phase = "cores"


async def choose_core(w: World) -> None:
    """§4.1(2) Let the next player name a core nation of their coalition; §26.1(2) its partners come along."""
    seat = next((s for s in w.cores if s not in w.core), "")
    if not seat:
        stand_aside(w)
        w.phase = "camps"
        return
    nation = OTTOMANS
    if seat != TURKS:
        nation = await ask(seat, _core_of(w, seat))
    w.core[seat] = nation
    await _claim(w, seat, nation)
    tell("core", "4.1", seat=seat, nation=nation)
    for partner in SCENARIOS[w.scenario].pairs.get(nation, ()):
        if partner not in w.control:
            await _claim(w, seat, partner)
            tell("partner", "26.1", seat=seat, nation=partner)
    plan = SCENARIOS[w.scenario]
    hired = list(plan.janissaries) if nation == OTTOMANS else list(plan.hired.get(nation, ())[:1])
    for unit in hired:
        await _claim(w, seat, unit)
        w.unplaced = sorted([*w.unplaced, unit])
        tell("partner", "26.1", seat=seat, nation=unit)


async def _claim(w: World, seat: Seat, chit: str) -> None:
    await move("4.1", "pool", f"{seat}_open", [chit])
    w.control[chit] = seat
    if chit == SPAIN:
        w.spain = True


def _core_of(w: World, seat: Seat) -> OneOf:
    return OneOf(
        rule="4.1",
        prompt=words(N_("Which nation is your core nation? You cannot lose it.")),
        options=lambda: {n: core_bar(w, n) for n in NATIONS if NATIONS[n].coalition == seat},
        verb="core",
    )


def core_bar(w: World, nation: Nation) -> Bar | None:
    """§26.1(2) §18.22 §18.31 Return why a nation may not be a core, None if it may.

    Ruling OT-U1, ruling OT-U2.
    """
    plan = SCENARIOS[w.scenario]
    if nation in plan.core_never:
        return bar(
            "18.22" if nation == SPAIN else "18.31",
            N_("{nation} cannot be a core nation in this scenario"),
            nation=nation,
        )
    if nation in w.control:
        return bar("26.1", N_("{nation} goes with another player's core nation"), nation=nation)
    return None


def stand_aside(w: World) -> None:
    """§26.1 §26.2 Place the units of the scenario itself: the knights, and the garrisons of two islands."""
    put(w, KNIGHTS, RHODES)
    for unit, city in GARRISONS.items():
        put(w, unit, city)
    placed = [KNIGHTS, *GARRISONS]
    w.unplaced = [u for u in w.unplaced if u not in placed]


# -- §4.2 the players' units --------------------------------------------------------------------


def campers(w: World, seat: Seat) -> list[Unit]:
    """§4.2 The units that a seat has still to place."""
    return [u for u in w.unplaced if owner(w, u) == seat]


async def camp(w: World) -> None:
    """§4.2 One order of placing; at the end the rest is placed as that of neutral nations (§4.3)."""
    seat = next((s for s in w.cores if s not in w.done), "")
    if not seat:
        settle(w, list(w.unplaced))
        w.done = []
        w.phase = "deal"
        return
    if not campers(w, seat):
        w.done.append(seat)
        return
    answer = await ask(seat, _camp_menu(w, seat))
    if answer["pick"] == "end":
        settle(w, campers(w, seat))
        tell("placed_rest", "4.3", seat=seat)
        w.done.append(seat)
        return
    place = answer["answer"]["place"]
    units = picked([u for u in campers(w, seat) if place in sites(w, u)], answer["answer"]["units"])
    for unit in units:
        put(w, unit, place)
    w.unplaced = [u for u in w.unplaced if u not in units]
    tell("placed", "4.2", seat=seat, units=units, place=place)


def _camp_menu(w: World, seat: Seat) -> Menu:
    def items() -> Mapping[str, Choice[Any] | Bar | None]:
        return {"place": _camp_form(w, seat), "end": None}

    return Menu(
        rule="4.2",
        prompt=words(N_("Place your units, or end: the rest is placed in its cities, then in its region.")),
        items=cache(items),
        ends={"end": ("place",)},
    )


def _camp_form(w: World, seat: Seat) -> Form:
    """§4.2 "Bursa: 2 Ottoman Gendarmes, Mehmed II"."""
    left = campers(w, seat)
    places = sorted({p for u in left for p in sites(w, u)})
    return Form(
        rule="4.2",
        prompt=words(N_("Place units.")),
        fields=(
            Field("place", lambda done: _site(places), (":",)),
            Field("units", lambda done: _to_site(w, left, done["place"])),
        ),
        judge=lambda done: _judge_site(w, left, done),
        sampler=lambda rng: _sample_site(w, left, places, rng),
    )


def _site(places: Sequence[Place]) -> OneOf:
    return OneOf(rule="4.2", prompt=words(N_("Where?")), options=lambda: dict.fromkeys(places))


def _to_site(w: World, left: Sequence[Unit], place: Place) -> Split:
    fit = [u for u in left if place in sites(w, u)]
    return Split(
        rule="4.2", prompt=words(N_("Which units?")), things=lambda: kinds(fit), least=1, most=len(fit)
    )


def _judge_site(w: World, left: Sequence[Unit], done: Mapping[str, Any]) -> None:
    """§26.1 Check the number of units in Thessalonica.

    Raises:
        Illegal: if there would be more.
    """
    if done["place"] != THESSALONICA or not SCENARIOS[w.scenario].front:
        return
    fit = [u for u in left if THESSALONICA in sites(w, u)]
    there = [*units_at(w, THESSALONICA), *picked(fit, done["units"])]
    limits = {**VANGUARD, "": 1}
    for nation, most in limits.items():
        n = sum(UNITS[u].nation == nation and not is_leader(u) for u in there)
        if n > most:
            raise Illegal(
                "26.1",
                N_("at most {most} {most:unit|units} of {nation} may begin in {place}, not {n}")
                if nation
                else N_("only one Janissary may begin in {place}, not {n}"),
                most=most,
                nation=nation,
                place=THESSALONICA,
                n=n,
            )
    if sum(is_leader(u) for u in there) > 1:
        raise Illegal("26.1", N_("only one leader may begin in {place}"), place=THESSALONICA)


def _sample_site(w: World, left: Sequence[Unit], places: Sequence[Place], rng: Rng) -> JSON:
    for place in rng.shuffled(places):
        fit = [u for u in left if place in sites(w, u)]
        done = {"place": place, "units": dict(kinds([rng.choice(fit)]))}
        try:
            _judge_site(w, left, done)
        except Illegal:
            continue
        return done
    raise NoneLegal("nothing can be placed")


# -- §4.1(3) the opening chits ------------------------------------------------------------------


async def deal(w: World) -> None:
    """§4.1(3) Deal eight, six or four chits each, by how many play; §26.2 4.0(2) eight more against the
    Ottomans.

    Ruling OT-S3.
    """
    seat = next((s for s in w.cores if s not in w.done), "")
    if not seat:
        w.done = []
        w.phase = "turn_start"
        return
    n = FIGURES.opening_chits[str(len(w.seats))]
    if len(w.seats) == 2 and seat != TURKS:
        n += SCENARIOS[w.scenario].more_chits
    await draw_chits(w, seat, n, "4.1", beyond=True)
    w.done.append(seat)
