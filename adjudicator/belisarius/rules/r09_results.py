"""§chart/diplomacy The results of diplomacy: D1 to D3 for the player who made it, R1 and R2 for the other."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from adjudicator.belisarius.board import PROVINCES
from adjudicator.belisarius.world import (
    EMPIRE,
    NEUTRAL,
    Marker,
    Seat,
    Unit,
    World,
    enemy_of,
    hand_of,
    is_leader,
    owner_of,
    province_of,
)
from adjudicator.core import (
    N_,
    Bar,
    Choice,
    Menu,
    OneOf,
    Sealed,
    Verdicts,
    ask,
    bar,
    judged,
    look,
    tell,
    words,
)
from adjudicator.core.log.chain import JSON

from . import r04_control as r04
from . import r08_stratagems as r08
from . import r13_stacks as r13

RULE = "chart/diplomacy"
MURDER = 2
"""D3 (2) Up to what die an assassination succeeds."""


async def carry_out(
    w: World, seat: Seat, target: str, results: Sequence[str], used: Sequence[Marker]
) -> None:
    """§9.1(8) The results in the order printed; `used` are the attacker's stakes that were not nullified."""
    for result in results:
        degree = int(result[1])
        if result[0] == "D":
            await _reward(w, seat, target, degree)
        else:
            await _react(w, enemy_of(seat), degree, used)


async def _react(w: World, enemy: Seat, n: int, used: Sequence[Marker]) -> None:
    """R1, R2 §9.5 §card/orthodoxy §card/tolerance The other draws markers.

    None against Tolerance, twice as many against Orthodoxy. Where both were staked (option `both_faiths`)
    Tolerance prevails: ruling BE-C5.
    """
    if "tolerance" in used:
        tell("tolerated", "9.5", seat=enemy)
        return
    await r08.draw_markers(w, enemy, 2 * n if "orthodoxy" in used else n, RULE)


async def _reward(w: World, seat: Seat, target: str, degree: int) -> None:
    """D1, D2, D3 §4.41(2) One of the things that the result allows, or none (ruling BE-C12)."""
    answer = await ask(seat, reward_menu(w, seat, target, degree))
    match answer["pick"]:
        case "spy":
            await _spy(w, seat, answer["answer"])
        case "assassinate":
            await _assassinate(w, seat, answer["answer"])
        case "win":
            await r04.change_control(w, target, seat, RULE)
        case "detach":
            await r04.change_control(w, target, NEUTRAL, RULE)
        case "restore":
            await r04.restore_guards(w, target, RULE)
        case "stir":
            await r04.revolt_guards(w, target, RULE)
        case "pass":
            tell("unrewarded", RULE, seat=seat)


def reward_menu(w: World, seat: Seat, target: str, degree: int) -> Menu:
    """D1, D2, D3 Choice of what the result allows: control and the Guards' loyalty are the target's
    (ruling BE-C4).
    """
    return Menu(
        rule=RULE,
        prompt=words(
            N_("Diplomacy on {target}, result D{degree}: choose an effect."), target=target, degree=degree
        ),
        items=lambda: _REWARDS[degree](w, seat, target) | {"pass": None},
        ends={"pass": ("win", "detach", "restore", "stir", "assassinate", "spy")},
    )


def _first(w: World, seat: Seat, target: str) -> dict[str, Choice[Any] | Bar | None]:
    return {"spy": _spy_choice(w, seat)}


def _second(w: World, seat: Seat, target: str) -> dict[str, Choice[Any] | Bar | None]:
    items = _first(w, seat, target)
    if target not in PROVINCES:
        return items | ({"restore": None} if seat == EMPIRE else {})
    if w.control[target] == NEUTRAL:
        return items | {"win": None}
    return items | {"detach": None}


def _third(w: World, seat: Seat, target: str) -> dict[str, Choice[Any] | Bar | None]:
    items = _first(w, seat, target) | {"assassinate": _victim_choice(w, seat)}
    if target in PROVINCES:
        return items | {"win": None}
    return items | ({"restore": None} if seat == EMPIRE else {"stir": None})


_REWARDS: Mapping[int, Callable[[World, Seat, str], dict[str, Choice[Any] | Bar | None]]] = {
    1: _first,
    2: _second,
    3: _third,
}


# -- spying ------------------------------------------------------------------------------------


def _spy_choice(w: World, seat: Seat) -> OneOf:
    empty = None
    if not r08.may_hold(w, enemy_of(seat)):
        empty = bar(RULE, N_("{enemy} holds no markers"), enemy=enemy_of(seat))
    return OneOf(
        rule=RULE,
        prompt=words(N_("What do you look at?")),
        options=lambda: {"hand": empty, "treasury": None},
    )


async def _spy(w: World, seat: Seat, what: str) -> None:
    """D1 §22.1 The enemy's markers, or their treasury, are shown once, to the spy alone."""
    enemy = enemy_of(seat)
    if what == "hand":
        hand = [*hand_of(w, enemy)]
        await look(RULE, seat, f"{enemy}_hand", hand)
        tell("spied_hand", RULE, seat=seat, enemy=enemy, n=len(hand), sealed=r08.known(seat, hand))
        return
    solidi = w.treasury[enemy]
    await look(RULE, seat, f"{enemy}_treasury", [str(solidi)])
    seen: dict[str, Sealed[JSON]] = {"solidi": Sealed((seat,), solidi), "how": Sealed((seat,), "known")}
    tell("spied_treasury", RULE, seat=seat, enemy=enemy, sealed=seen)


# -- assassination -----------------------------------------------------------------------------


def victims(w: World, seat: Seat) -> Verdicts:
    """D3 (2) The enemy leaders in play, by id: those in any province, whatever the target was (ruling BE-C4).

    An off-map area belongs to its province (ruling BE-C16), the open sea to none.
    """
    enemies = [u for u in sorted(w.at) if is_leader(u) and owner_of(w, u) == enemy_of(seat)]
    return judged(enemies, lambda unit: _may_murder(w, unit))


def _may_murder(w: World, leader: Unit) -> Bar | None:
    if not province_of(w.at[leader]):
        return bar(RULE, N_("{unit} is at sea, not in a province"), unit=leader)
    return None


def _victim_choice(w: World, seat: Seat) -> OneOf | Bar:
    found = victims(w, seat)
    if not found:
        return bar(RULE, N_("the enemy has no leader in play"))
    return OneOf(rule=RULE, prompt=words(N_("Which one?")), options=lambda: found)


async def _assassinate(w: World, seat: Seat, leader: Unit) -> None:
    """D3 (2) On 1 or 2 the leader is eliminated; else the leader's side draws a marker."""
    die = await r08.roll(w, RULE, f"assassination {leader}", seat)
    if die <= MURDER:
        tell("assassinated", RULE, seat=seat, units=[leader], n=die)
        await r13.eliminate(w, [leader], RULE)
    else:
        tell("escaped", RULE, seat=seat, units=[leader], n=die)
        await r08.draw_markers(w, enemy_of(seat), 1, RULE)
