"""§14 The operations phase: army after army, and what the one that is acting is ordered to do."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any, Final

from adjudicator.belisarius.board import COSTS, OP
from adjudicator.belisarius.counted import units_said
from adjudicator.belisarius.world import Place, Seat, Unit, World, chosen, enemy_of, is_fleet, owner_of
from adjudicator.core import (
    N_,
    Bar,
    Choice,
    Field,
    Menu,
    OneOf,
    Reach,
    Verdicts,
    Words,
    any_open,
    ask,
    bar,
    lazily,
    tell,
    words,
)

from . import (
    r08_markers,
    r14_points,
    r16_forced_march,
    r17_combat,
    r19_naval,
    r26_pillage,
    r27_colonies,
)
from . import r19_transport as transport
from .r14_armies import (
    Fit,
    army_choice,
    army_of,
    drop,
    drop_choice,
    fitting,
    form_army,
    is_spent,
    operation_points,
    starts,
    unused,
)
from .r14_groups import Muster, start_field
from .r16_marching import March, march, march_choice
from .r16_movement import HALVES, points

Items = Mapping[str, "Choice[Any] | Bar | None"]
Makers = Mapping[str, "Callable[[], Choice[Any] | Bar | None]"]

_BETWEEN: Final[Mapping[str, Bar]] = {
    **dict.fromkeys(
        ("activate", "force", "done"),
        bar("14.1", N_("an army is operating: first end its operations with “{end}”"), end="end"),
    ),
    "embark": bar("19.5", N_("units must embark before the army starts, and this army has started")),
}
"""§14.1 §19.5 Orders between two armies, and the reasons against them while one is acting."""

_OF_AN_ARMY: Final[Mapping[str, Bar]] = dict.fromkeys(
    ("attack", "assault", "manoeuvre", "drop", "land", "pillage", "colonize", "end"),
    bar(
        "14.1",
        N_("no army is operating: name one first, with “{march}” or “{activate}”"),
        march="march",
        activate="activate",
    ),
)
"""§14.11 Orders for an army that is acting alone."""


def begin(w: World) -> None:
    """§3.1[6] Begin the operations phase: nobody has operated yet."""
    w.army, w.battle = None, None
    w.operated, w.dropped, w.reacted = [], [], []


# -- §14.1 which army --------------------------------------------------------------------------


async def operations(w: World) -> bool:
    """§14.1 The phasing player names an army, sends one on a forced march, or ends the phase."""
    seat = w.phasing
    answer = await ask(seat, operations_menu(w))
    match answer["pick"]:
        case "march":
            order = answer["answer"]
            await _take_up(w, seat, order["start"], order["units"])
            march(w, army_of(w), order["way"])
        case "sail":
            order = answer["answer"]
            await _take_up(w, seat, order["start"], order["units"])
            r19_naval.sail(w, army_of(w), order["way"])
        case "activate" | "embark":
            await _take_up(w, seat, answer["answer"]["start"], answer["answer"]["units"])
        case "force":
            await r16_forced_march.force(w, seat, answer["answer"]["start"], answer["answer"]["units"])
        case "play":
            await r08_markers.play_marker(w, seat, "operations", answer["answer"])
        case "done":
            tell("operations_over", "14.1", seat=seat)
            return True
    return False


async def _take_up(w: World, seat: Seat, start: Place, numbers: dict[str, int]) -> None:
    """§14.1 §14.21 Form the army and roll its die."""
    fit = fitting(w, seat, unused)(start)
    form_army(w, seat, start, chosen([] if isinstance(fit, Bar) else fit, numbers))
    await r14_points.cast_points(w)


def operations_menu(w: World) -> Menu:
    """§14.1 §16.7 List the phasing player's orders between two armies."""
    seat = w.phasing
    fit = fitting(w, seat, unused)
    return Menu(
        rule="14.1",
        prompt=words(N_("Name an army and where it marches, or end the phase.")),
        items=cache(lambda: _items(w, seat, fit)),
        ends={"done": ("march", "force")},
    )


def _items(w: World, seat: Seat, fit: Fit) -> Items:
    where = cache(lambda: starts(w, seat, fit))
    ports = cache(lambda: transport.ports_of_call(w, where(), fit))
    piers = cache(lambda: transport.piers(ports(), fit))
    makers: Makers = {
        "march": lambda: _no_army(where()) or march_form(w, seat, where, fit),
        "sail": lambda: transport.no_sail(ports()) or transport.sail_form(w, seat, ports, fit),
        "embark": lambda: transport.no_embark(ports(), piers) or transport.embark_form(w, piers, fit),
        "activate": lambda: _no_army(where()) or army_form(w, where, fit),
        "force": lambda: r16_forced_march.no_force(w, seat) or r16_forced_march.force_form(w, seat),
        "play": lambda: r08_markers.playable(w, seat, "operations"),
    }
    return lazily(makers, {"done": None, **_OF_AN_ARMY})


def _no_army(where: Verdicts) -> Bar | None:
    """§14.1 Return why no army can be formed, None if one can."""
    if not where:
        return bar("14.1", N_("you have no units in play"))
    if any_open(where):
        return None
    return bar("14.1", N_("all your units have ended their operations or were left behind"))


def army_form(w: World, where: Callable[[], Verdicts], fit: Fit) -> Muster:
    """§13.23 §14.1 "2 GA+FA at 3535": an army that is to cast its die."""
    return Muster(
        rule="14.1",
        prompt=words(N_("Which units form the army, and where are they?")),
        starts=where,
        fields=(
            start_field("14.1", where),
            Field("units", lambda done: army_choice(w, done["start"], fit, also=_mixed(w, done["start"]))),
        ),
    )


def _mixed(w: World, place: Place) -> Callable[[list[Unit]], Bar | None]:
    """§19.5 §19.54 Land units on a coast may go by land or by sea: the order must say which they do."""

    def judge(army: list[Unit]) -> Bar | None:
        ashore = [u for u in army if not is_fleet(u) and u not in w.aboard]
        if not ashore or not any(map(is_fleet, army)):
            return None
        why = N_("do {units} go by sea or by land? “{embark}” puts them aboard, “{march}” sends them by land")
        return bar("19.5", why, units=units_said(ashore), embark="embark", march="march")

    return judge


def march_form(w: World, seat: Seat, where: Callable[[], Verdicts], fit: Fit) -> Muster:
    """§14.1 §16.1 "Belisarius+3 GA 3535-3434-3333": it rolls its die and goes as far as it can."""

    @cache
    def sent(start: Place, units: tuple[Unit, ...]) -> March:
        least, most = (operation_points(units, die) * HALVES for die in (1, 6))
        return march_choice(w, units, start, most, sure=least)

    def way(done: dict[str, Any]) -> March:
        found = fit(done["start"])
        units = chosen([] if isinstance(found, Bar) else found, done["units"])
        return sent(done["start"], tuple(units))

    def ways(unit: str) -> list[Reach]:
        place = w.at.get(unit, "")
        found = fit(place) if place and owner_of(w, unit) == seat else []
        if isinstance(found, Bar) or unit not in found or unit in w.aboard:
            return []
        return list(sent(place, (unit,)).ways())

    return Muster(
        rule="14.1",
        prompt=words(N_("Which units march, and by which route?")),
        starts=where,
        example="Belisarius+2 FA 3535-3434",
        fields=(
            start_field("14.1", where),
            Field("units", lambda done: army_choice(w, done["start"], fit, by_land=True), ("-",)),
            Field("way", way),
        ),
        ways=ways,
    )


# -- §14.11 what the army does -----------------------------------------------------------------


async def order_army(w: World) -> bool:
    """§14.11 §14.3 One order of the army that is acting: any operation in any order, as its points last.

    What is not its player's any more has left it: between two orders control may change.
    """
    army = army_of(w)
    army.units = [u for u in army.units if u in w.at and owner_of(w, u) == army.seat]
    if is_spent(army) and not _still_lands(w):
        return True
    answer = await ask(army.seat, army_menu(w))
    pick: str = answer["pick"]
    order: Any = answer.get("answer")
    match pick:
        case "end":
            return True
        case "play":
            await r08_markers.play_marker(w, army.seat, "operations", order)
        case "drop":
            drop(w, army, chosen(army.units, order))
        case "march":
            march(w, army, order)
            _have_done(w)
        case "attack" | "assault" | "manoeuvre":
            await r17_combat.declare(w, order, "" if pick == "attack" else pick)
            _have_done(w)
        case "pillage":
            await r26_pillage.pillage(w)
            _have_done(w)
        case "colonize":
            await r27_colonies.colonize(w)
            _have_done(w)
        case "sail":
            r19_naval.sail(w, army, order)
            _have_done(w)
        case "land":
            r19_naval.land(w, army, order)
    return False


def _have_done(w: World) -> None:
    """§25.1 Of a reaction that is a single operation (option `one_operation`, ruling BE-L3) that was it."""
    if w.army is not None:
        w.army.done = w.army.single


def _still_lands(w: World) -> bool:
    """§19.54 Ruling BE-L3: landing belongs to the voyage; a reaction that is done may still land units."""
    army = army_of(w)
    return army.done and army.naval and not isinstance(r19_naval.land_choice(w, army), Bar)


def army_menu(w: World) -> Menu:
    """§14.11 §14.31 List the army's orders, with what it has left."""
    army = army_of(w)
    return Menu(
        rule="14.1",
        prompt=words(
            N_("The army at {place} ({units}) has {left} OP left. What does it do?"),
            units=units_said(army.units),
            place=army.place,
            left=points(army.half),
        ),
        items=cache(lambda: army_items(w)),
        note=_cost,
        ends={"end": ("attack", "assault", "land")},
    )


def _cost(order: str) -> Words | None:
    """§14.3 Say what an order costs an army, None for what asks more before it does."""
    if order == "colonize":
        return words(N_("costs {op} OP and {n} {n:solidus|solidi}"), op=points(OP.colony), n=COSTS.colony)
    costs = {"pillage": OP.pillage, "assault": OP.assault, "manoeuvre": OP.manoeuvre}
    return words(N_("costs {op} OP"), op=points(costs[order])) if order in costs else None


def army_items(w: World) -> Items:
    """§14.0 To march or sail, to fight, to drop units; (options) pillage and colonies; the end."""
    army = army_of(w)
    if army.done:
        only = bar("25.1", N_("this reaction was one operation: now units may only land"))
        rest = dict.fromkeys(("march", "sail", "attack", "assault", "manoeuvre", "drop"), only)
        return {"land": r19_naval.land_choice(w, army), "end": None, **rest, **_BETWEEN}
    makers: Makers = {
        "march": lambda: _no_march(w) or march_choice(w, army.units, army.place, army.half, army.held),
        "sail": lambda: r19_naval.sailing(w, army),
        "land": lambda: r19_naval.landing(w, army),
        "attack": lambda: _attack(w, ""),
        "assault": lambda: _attack(w, "assault"),
        "manoeuvre": lambda: _attack(w, "manoeuvre"),
        "drop": lambda: drop_choice(w, army),
        "pillage": lambda: r26_pillage.may_pillage(w),
        "colonize": lambda: r27_colonies.may_colonize(w),
        "play": lambda: r08_markers.playable(w, army.seat, "operations"),
    }
    return lazily(makers, {"end": None, **_BETWEEN})


def _no_march(w: World) -> Bar | None:
    """§16.33 Return why the army does not march."""
    if army_of(w).naval:
        return bar("16.33", N_("this army is at sea: order it to sail"))
    return None


def _attack(w: World, table: str) -> OneOf | Bar:
    """§17.2 §17.61 Ask which hex beside the army it attacks, with a CRT of its choice or (`table`) this
    one.

    §15.31 §17.23 An army in an enemy zone need not attack. §4.41(4) For neutral units the effect of an attack
    is shown.
    """
    enemy = enemy_of(army_of(w).seat)
    verdicts = cache(lambda: r17_combat.targets(w, table))

    def note(place: Place) -> Words | None:
        provinces = r17_combat.taken_up(w, place)
        why = N_("neutral: {provinces} would join {seat}")
        return words(why, seat=enemy, provinces=provinces) if provinces else None

    if not verdicts():
        return bar("17.22", N_("there is no enemy adjacent to {place} to attack"), place=army_of(w).place)
    prompt = words(N_("Which hex do you attack?"))
    if neutral := [place for place in verdicts() if r17_combat.taken_up(w, place)]:
        why = N_(
            "Which hex do you attack? If you attack neutrals, their province joins {seat} (§4.41): {places}."
        )
        prompt = words(why, seat=enemy, places=neutral)
    return OneOf(rule="17.2", prompt=prompt, options=verdicts, note=note)
