"""§8.4 Playing markers from the hand: the time, target and effect of each.

Markers that belong to another chapter are played there: those of diplomacy (§9), Legal Reform (§4.7), Forced
March (§16.7, §25), Military Advantage (§17.74). Treachery and Pope are in `r08_stratagems`.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from functools import cache, partial
from typing import Any, TypeAlias

from adjudicator.belisarius.board import CITIES, HEXES, HEXES_OF, MARKERS, REGIONS
from adjudicator.belisarius.counted import force, many
from adjudicator.belisarius.world import (
    CONSTANTINOPOLIS,
    EMPIRE,
    ROMA,
    Hex,
    Marker,
    Place,
    Seat,
    World,
    available,
    city_at,
    enemy_of,
    hand_of,
    occupant,
    owner_of,
    stacks,
    units_at,
)
from adjudicator.core import (
    N_,
    Bar,
    Choice,
    Menu,
    Occasion,
    OneOf,
    Verdicts,
    ask,
    bar,
    judged,
    lazily,
    look,
    move,
    open_of,
    tell,
    window,
    words,
)

from . import r04_control as r04
from . import r08_disease
from . import r08_leader as leader
from . import r08_procopius as procopius
from . import r08_stratagems as r08
from . import r13_stacks as r13
from . import r15_zones as r15
from . import r20_forage as r20

Target: TypeAlias = Choice[Any] | Bar | None
"""The target of a marker: a choice, None where there is nothing to choose, or why it has no effect."""

BEHIND = 3
"""§card/rally By how many provinces the enemy must be ahead."""
GUARD_GARRISON = "guard_garrison"


# -- §8.41 when and on what --------------------------------------------------------------------


def playable(w: World, seat: Seat, phase: str) -> Menu | Bar:
    """§8.41 List a seat's plays in an order of its own phase: "Market at 3536", "Leader on Khusro".

    `phase` is "diplomacy", "tax", "recruit", "levy", "operations" (between armies or orders of one) or
    "supply". Markers of other times are named with their time.
    """
    return _menu(w, seat, lambda marker: _target_of(w, seat, phase, marker))


def _menu(w: World, seat: Seat, target_of: Callable[[Marker], Target]) -> Menu | Bar:
    if not r08.may_hold(w, seat):
        return bar("8.4", N_("you hold no markers"))
    held = r08.numbers_of(hand_of(w, seat))
    return Menu(
        rule="8.4",
        prompt=words(N_("Which marker do you play?")),
        items=cache(lambda: lazily({m: partial(target_of if m in held else _lacking, m) for m in MARKERS})),
        note=lambda marker: words(N_("uses up the marker; you hold {n}"), n=held.get(marker, 0)),
    )


def _lacking(marker: Marker) -> Bar:
    return bar(f"card/{marker}", N_("you do not hold {marker}"), marker=marker)


def _target_of(w: World, seat: Seat, phase: str, marker: Marker) -> Target:
    if marker == "disease":
        return _disease(w, seat)
    if WHEN.get(marker) != phase:
        return bar(f"card/{marker}", TIMES[marker], marker=marker)
    return TARGETS[marker](w, seat)


def _disease(w: World, seat: Seat) -> Target:
    """§8.41 In one's own turn, an army that reacts (§25) or not; in the other's by the option alone."""
    if seat != w.phasing and w.options["disease_time"] == "own":
        return bar("card/disease", TIMES["disease"], marker="disease")
    return r08_disease.disease_choice(w, seat)


async def play_marker(w: World, seat: Seat, phase: str, answer: Mapping[str, Any]) -> bool:
    """§8.4 §8.42 §8.43 Turn the marker up, let Treachery meet it, and do what its chart says.

    Return true if it ends the phase, as Imperial Regalia does (ruling BE-C6).
    """
    marker, target = answer["pick"], answer.get("answer")
    await EFFECTS[marker](w, seat, target)
    return bool(marker == "imperial_regalia")


# -- tax phase ---------------------------------------------------------------------------------


async def reform_currency(w: World, seat: Seat, target: None) -> None:
    """§card/currency_reform A solidus more for every city and colony that one occupies; ruling BE-L5."""
    if await r08.play(w, seat, "currency_reform", "card/currency_reform"):
        solidi = len(r04.holdings(w, seat))
        w.treasury[seat] += solidi
        tell("currency_reform", "card/currency_reform", seat=seat, solidi=solidi)


async def rally(w: World, seat: Seat, target: None) -> None:
    """§card/rally Give two dice of solidi to a player who is far behind."""
    if await r08.play(w, seat, "rally", "card/rally"):
        dice = await r08.total(w, "card/rally", "rally", 2, seat)
        w.treasury[seat] += sum(dice)
        tell("rallied", "card/rally", seat=seat, dice=dice, solidi=sum(dice))


def _no_rally(w: World, seat: Seat) -> Target:
    mine, theirs = len(r04.controlled(w, seat)), len(r04.controlled(w, enemy_of(seat)))
    if theirs < mine + BEHIND:
        why = N_(
            "you control {mine} {mine:province|provinces} and the enemy {theirs}; the enemy must "
            "have at least {n} more"
        )
        return bar("card/rally", why, mine=mine, theirs=theirs, n=BEHIND)
    return None


# -- recruit phase -----------------------------------------------------------------------------


async def show_regalia(w: World, seat: Seat, target: None) -> None:
    """§card/imperial_regalia A die of markers; it goes back to the pool only after they are drawn."""
    if await r08.play(w, seat, "imperial_regalia", "card/imperial_regalia", to=f"{seat}_stake"):
        n = await r08.roll(w, "card/imperial_regalia", "regalia", seat)
        await r08.draw_markers(w, seat, n, "card/imperial_regalia")
    await r08.put_back(w, seat, "imperial_regalia")


def _no_regalia(w: World, seat: Seat) -> Target:
    held = [c for c in (CONSTANTINOPOLIS, ROMA) if _holds(w, seat, CITIES[c].hex)]
    why = N_("you occupy neither Constantinopolis nor Roma")
    return None if held else bar("card/imperial_regalia", why)


def _holds(w: World, seat: Seat, hex: Hex) -> bool:
    return bool(city_at(w, hex)) and occupant(w, hex) == seat


async def intervene(w: World, seat: Seat, target: None) -> None:
    """§card/theodora Search the pool for any one marker; only the searching player sees it."""
    hand = f"{seat}_hand"
    if await r08.play(w, seat, "theodora", "card/theodora", to=f"{seat}_stake"):
        w.searching = seat
        await look("card/theodora", seat, "pool", w.cups["pool"])
        taken = [await ask(seat, _search(w, seat))] if open_of(_takeable(w, seat)) else []
        w.searching = ""
        await move("card/theodora", "pool", hand, taken, shown=False, seats=[seat])
        tell("searched", "card/theodora", seat=seat, n=len(taken), sealed=r08.known(seat, taken))
    await r08.put_back(w, seat, "theodora")


def _search(w: World, seat: Seat) -> OneOf:
    return OneOf(
        rule="card/theodora",
        prompt=words(N_("Which marker do you take from the pool?")),
        options=lambda: _takeable(w, seat),
        conceal=lambda taken: {},
    )


def _takeable(w: World, seat: Seat) -> Verdicts:
    return judged(sorted(set(w.cups["pool"])), lambda marker: _may_take(seat, marker))


def _may_take(seat: Seat, marker: Marker) -> Bar | None:
    """Bar a marker that could not be kept (ruling BE-C7)."""
    if marker == "donative" or (marker == "roman_alliance" and seat != EMPIRE):
        return bar(f"card/{marker}", N_("{marker} would go straight back to the pool"), marker=marker)
    return None


def _no_search(w: World, seat: Seat) -> Target:
    return None if w.cups["pool"] else bar("card/theodora", N_("the pool is empty"))


# -- levy phase --------------------------------------------------------------------------------


async def find_ally(w: World, seat: Seat, place: Hex) -> None:
    """§card/roman_alliance Place a garrison of the Guard where Rome has friends (ruling BE-C15)."""
    if await r08.play(w, seat, "roman_alliance", "card/roman_alliance", at=place):
        unit = available(w, GUARD_GARRISON)[0]
        w.at[unit] = place
        tell("allied", "card/roman_alliance", seat=seat, units=[unit], place=place)


def _ally_choice(w: World, seat: Seat) -> Target:
    if seat != EMPIRE:
        return bar("card/roman_alliance", N_("only the Empire can play {marker}"), marker="roman_alliance")
    if not available(w, GUARD_GARRISON):
        return bar("11.6", N_("all {units} are in play"), units=many(GUARD_GARRISON))
    places = [hex for province in REGIONS["roman_alliance"] for hex in HEXES_OF[province]]
    verdicts = judged(places, lambda hex: _may_ally(w, hex))
    if all(stop is not None for stop in verdicts.values()):
        return bar(
            "card/roman_alliance",
            N_("there is no hex where {marker} can place units"),
            marker="roman_alliance",
        )
    return _place_choice("card/roman_alliance", verdicts)


def _may_ally(w: World, hex: Hex) -> Bar | None:
    """§card/roman_alliance Neither enemies nor neutrals, no zone of theirs, no ruins; §19.1 no open sea."""
    if HEXES[hex].kind == "sea":
        return bar("card/roman_alliance", N_("{place} is at sea"), place=hex)
    if (holder := occupant(w, hex)) not in ("", EMPIRE):
        return bar(
            "card/roman_alliance", N_("{place} is occupied by {holders}"), place=hex, holders=force(holder)
        )
    if hex in w.pillaged:
        return bar("card/roman_alliance", N_("{place} is pillaged"), place=hex)
    if by := r15.shut_by(w, hex, EMPIRE):
        return bar("card/roman_alliance", N_("{place} is in the zone of control of {by}"), place=hex, by=by)
    return r13.may_stack(w, available(w, GUARD_GARRISON)[:1], hex)


def _place_choice(rule: str, verdicts: Verdicts) -> OneOf:
    return OneOf(rule=rule, prompt=words(N_("Where?")), options=lambda: verdicts, verb="at")


# -- supply phase ------------------------------------------------------------------------------


async def open_market(w: World, seat: Seat, place: Place) -> None:
    """§card/market All units of one hex are in supply in this phase."""
    if await r08.play(w, seat, "market", "card/market", at=place):
        w.fed = sorted({*w.fed, place})
        tell("market", "card/market", seat=seat, place=place)


def _market_choice(w: World, seat: Seat) -> Target:
    places = [place for place, here in stacks(w).items() if owner_of(w, here[0]) == seat]
    if not r20.hungry(w, seat):
        return bar("card/market", N_("no unit needs supply"))
    return _place_choice("card/market", judged(places, lambda place: _may_feed(w, place)))


def _may_feed(w: World, place: Place) -> Bar | None:
    """§20.1 A unit that its hex supplies cannot use a market."""
    if place in w.fed:
        return bar("card/market", N_("the units at {place} have already been supplied"), place=place)
    if not r20.price(w, place, units_at(w, place)):
        return bar("card/market", N_("no unit at {place} needs supply"), place=place)
    return None


# -- the enemy's operations --------------------------------------------------------------------


async def end_of_campaign(w: World, seat: Seat) -> None:
    """§card/end_of_campaign (2) Let a seat reduce the points that an enemy army has just received."""
    while w.army is not None and r08.may_hold(w, seat):
        rule, by, at, n = "card/end_of_campaign", w.army.seat, w.army.place, str(w.army.half // 2)
        occasion = Occasion("campaign", rule, by=by, at=at, value=n)
        prompt = N_("The army at {place} has {n} OP. Do you play End of Campaign to cut them?")
        choice = r08.marker_of(w, seat, "end_of_campaign", rule, prompt, place=at, n=n)
        if await window(occasion, {seat: choice}) is None:
            return
        await cut_short(w, seat, None)


async def cut_short(w: World, seat: Seat, target: None) -> None:
    """§card/end_of_campaign (2) A die of operation points is lost, down to none."""
    assert w.army is not None  # it is offered against an army that is acting
    place = w.army.place
    if not await r08.play(w, seat, "end_of_campaign", "card/end_of_campaign", at=place):
        return
    die = await r08.roll(w, "card/end_of_campaign", f"end_of_campaign {place}", seat)
    if w.army is not None:
        w.army.half = max(0, w.army.half - 2 * die)
        tell("cut_short", "card/end_of_campaign", seat=seat, place=place, n=die, half=w.army.half)


def playable_aside(w: World, seat: Seat) -> Menu | Bar:
    """§8.41 List the markers that a seat may play between two orders of the other player.

    End of Campaign against the army that is acting in its own turn (ruling BE-E10); Disease, by the option
    `disease_time`, or where the other player's army reacts in one's own turn.
    """
    if w.battle is not None:
        return bar("8.41", N_("a combat is in progress"))
    return _menu(w, seat, lambda marker: _aside_target(w, seat, marker))


def _aside_target(w: World, seat: Seat, marker: Marker) -> Target:
    if marker == "end_of_campaign":
        if w.army is None or w.army.seat == seat:
            return bar("card/end_of_campaign", N_("no enemy army is operating"))
        if w.army.reaction:
            return bar("card/end_of_campaign", N_("a reacting army cannot be stopped this way"))
        return None
    if marker == "disease":
        return _disease(w, seat)
    return bar(f"card/{marker}", TIMES[marker], marker=marker, reaction=marker)


WHEN: Mapping[Marker, str] = {
    "currency_reform": "tax",
    "rally": "tax",
    "imperial_regalia": "recruit",
    "procopius": "recruit",
    "theodora": "recruit",
    "leader": "levy",
    "roman_alliance": "levy",
    "market": "supply",
}
"""§8.41 The phase in which a marker is played with one's own orders."""


def of_phase(phase: str) -> list[Marker]:
    """§8.41 Return the markers that are played with one's own orders in a phase and in no other."""
    return [marker for marker, when in WHEN.items() if when == phase]


_DIPLOMACY = N_("{marker} is staked in diplomacy")
_TAX = N_("{marker} is played in your tax phase")
_RECRUIT = N_("{marker} is played in your recruit phase")
_LEVY = N_("{marker} is played in your levy phase")

TIMES: Mapping[Marker, str] = {
    "agent": _DIPLOMACY,
    "basileus": _DIPLOMACY,
    "blue_faction": _DIPLOMACY,
    "green_faction": _DIPLOMACY,
    "orthodoxy": _DIPLOMACY,
    "tolerance": _DIPLOMACY,
    "currency_reform": _TAX,
    "rally": _TAX,
    "imperial_regalia": _RECRUIT,
    "procopius": _RECRUIT,
    "theodora": _RECRUIT,
    "leader": _LEVY,
    "roman_alliance": _LEVY,
    "market": N_("{marker} is played in your supply phase"),
    "disease": N_("{marker} is played in your own player turn"),
    "donative": N_("{marker} takes effect only when drawn for a victory"),
    "end_of_campaign": N_("{marker} is played while an enemy army operates"),
    "forced_march": N_("{marker} is played by its own order, or as a reaction"),
    "legal_reform": N_("{marker} is played just before revolt checks"),
    "military_advantage": N_("{marker} is played in combat"),
    "pope": N_("{marker} is played after dice are rolled"),
    "treachery": N_("{marker} is played when the enemy reveals a marker"),
}
"""§8.41 The time at which a marker is played, for players who try it at another."""

TARGETS: Mapping[Marker, Callable[[World, Seat], Target]] = {
    "currency_reform": lambda w, seat: None,
    "rally": _no_rally,
    "imperial_regalia": _no_regalia,
    "procopius": procopius.no_exchange,
    "theodora": _no_search,
    "leader": leader.leader_menu,
    "roman_alliance": _ally_choice,
    "market": _market_choice,
}

EFFECTS: Mapping[Marker, Callable[[World, Seat, Any], Awaitable[None]]] = {
    "currency_reform": reform_currency,
    "rally": rally,
    "imperial_regalia": show_regalia,
    "procopius": procopius.publish_history,
    "theodora": intervene,
    "leader": leader.play_leader,
    "roman_alliance": find_ally,
    "market": open_market,
    "disease": r08_disease.break_out,
    "end_of_campaign": cut_short,
}
