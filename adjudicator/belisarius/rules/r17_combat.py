"""§17.0 §17.1 Combat: one attack from its declaration to its result, strictly in the order of §17.11.

§19.6 At sea and on the coasts it is the same.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Final

from adjudicator.belisarius.board import AREAS, NEIGHBOURS, OP, UNITS, crt
from adjudicator.belisarius.world import (
    EMPIRE,
    JUSTINIAN,
    NEUTRAL,
    Army,
    Battle,
    Hex,
    Place,
    Province,
    Seat,
    Unit,
    World,
    enemy_of,
    hand_of,
    occupant,
    owner_of,
    strength_of,
    units_at,
)
from adjudicator.core import N_, Bar, OneOf, Verdicts, ask, bar, tell, words

from . import r08_donative
from . import r08_stratagems as r08
from . import r29_rivers as r29
from .r04_control import violate
from .r13_stacks import eliminate
from .r16_movement import ground_cost, points
from .r17_losses import half, lose
from .r17_odds import ADVANTAGE, answer_advantage, fought, odds, play_advantage
from .r17_retreat import retreat, withdraw
from .r19_naval import has_water
from .r33_single_combat import single_combat

TABLES: Final[Mapping[str, int]] = {"assault": OP.assault, "manoeuvre": OP.manoeuvre}
"""§17.61 The two CRTs and what they cost, in half operation points."""
WITH: Final = "_advantage"
"""Ends the name of a CRT that is chosen together with Military Advantage."""


# -- §17.2 who may attack where ----------------------------------------------------------------


def targets(w: World, table: str = "") -> Verdicts:
    """§17.22 §17.26 §17.27 The hexes beside the army that is acting where somebody else stands, by number.

    §17.21 §17.23 It attacks in its own operations, if its player likes. Off-map areas take no part in
    combat: ruling BE-G11.
    """
    army = _army(w)
    beside = () if army.place in AREAS else NEIGHBOURS[army.place]
    held = {place: owner_of(w, unit) for unit, place in w.at.items() if place in beside}
    return {hex: _may_attack(w, hex, table) for hex, seat in sorted(held.items()) if seat != army.seat}


def taken_up(w: World, place: Hex) -> list[Province]:
    """§4.41(4) The provinces of the neutral units in a hex: an attack on them gives them to the attacker's
    enemy.
    """
    neutrals = [u for u in units_at(w, place) if owner_of(w, u) == NEUTRAL]
    return list(dict.fromkeys(UNITS[u].origin for u in neutrals))


def _may_attack(w: World, place: Hex, table: str) -> Bar | None:
    """§17.2 §17.28 Return why the army may not attack a hex beside it; None if it may.

    It could go there, were nobody there: land units not over open water nor out to sea (§19.62), fleets not
    over land. §17.61 It has the points for the CRT, the cheaper one if none is named.
    """
    army = _army(w)
    if (stop := _closed(w, army, place)) is not None:
        return stop
    cost = TABLES[table or "assault"]
    if army.half < cost:
        why = N_("an attack costs {cost} OP; you have {left} left")
        return bar("17.61", why, cost=points(cost), left=points(army.half))
    return None


def _closed(w: World, army: Army, place: Hex) -> Bar | None:
    """§17.28 §19.61 §19.62 Return why the army could not go to a hex even if nobody were there."""
    if army.naval:
        return None if has_water(army.place, place) else r29.no_river(w, army.place, place)
    cost = ground_cost(army.place, place)
    return cost if isinstance(cost, Bar) else None


# -- §17.11 the procedure ----------------------------------------------------------------------


async def declare(w: World, place: Place, table: str = "") -> None:
    """§17.11(1) §17.11(2) Declare an attack: the army pays, both lines are shown, and there is no way back
    (§17.12).

    §17.24 §13.22 The army's units attack, all of them and no others, passengers among them (§19.63); §17.3
    all units in the hex defend. §17.4 Faces are open at all times (§22.0), so there is nothing to turn over.
    §4.41(4) Neutral units become the enemy's at that moment. `table` is the CRT if the order has bound
    itself to one; else the cheaper is paid for now and the rest when the dearer is chosen: ruling BE-G2.
    """
    army = _army(w)
    army.half -= (paid := TABLES[table or "assault"])
    tell(
        "attacked",
        "17.11",
        seat=army.seat,
        units=list(army.units),
        origin=army.place,
        place=place,
        paid=paid,
        enemy=occupant(w, place),
        defenders=units_at(w, place),
        how=table or "attack",
    )
    for province in taken_up(w, place):
        await violate(w, province, army.seat, "4.41")
    w.battle = Battle(
        attacker=army.seat,
        defender=enemy_of(army.seat),
        origin=army.place,
        place=place,
        attackers=sorted(army.units),
        defenders=units_at(w, place),
        paid=paid,
        table=table,
    )
    w.phase = "battle"


async def fight(w: World) -> bool:
    """§17.11(3) to §17.11(6) Fight a combat: the defender withdraws or stands; the CRT, the odds, the die,
    the result.

    §33.1 Single combat comes between (3) and (4); if it leaves a side without units, there is no battle.
    Justinian takes part (§21.4(2)) if Justinian is in either line when the combat begins: ruling BE-G12.
    """
    b = fought(w)
    _drop_released(w, b)
    royal = JUSTINIAN in (*b.attackers, *b.defenders)
    if b.attackers and b.defenders and not await withdraw(w):
        await single_combat(w)
        if b.attackers and b.defenders:
            await _choose_table(w)
            await answer_advantage(w)
            column = odds(w)
            label, result = f"battle {b.place}", partial(crt, b.table, column)
            die = await r08.roll(w, "17.11", label, b.attacker, result)
            b.result = crt(b.table, column, die)
            tell(
                "battle",
                "17.8",
                place=b.place,
                seat=b.attacker,
                table=b.table,
                odds=column,
                die=die,
                how=b.result,
            )
            await apply(w, b.result, royal)
    end_battle(w)
    return True


def _drop_released(w: World, b: Battle) -> None:
    """§24.1(1) Whoever is released before the combat is in neither line any more: ruling BE-C8."""
    army = _army(w)
    b.attackers = [u for u in b.attackers if owner_of(w, u) != NEUTRAL]
    b.defenders = [u for u in b.defenders if owner_of(w, u) != NEUTRAL]
    army.units = [u for u in army.units if owner_of(w, u) != NEUTRAL]


def end_battle(w: World) -> None:
    """§25.1 A reaction that is a single operation (option `one_operation`) is over with its combat."""
    w.battle = None
    if _army(w).single:
        _army(w).half = 0


# -- §17.6 the CRT -----------------------------------------------------------------------------


async def _choose_table(w: World) -> None:
    """§17.11(4) §17.6 §17.74(3) Let the attacker choose the CRT and say if Military Advantage is played.

    They are asked if they can pay for both or, by the number of their markers, might have that one.
    """
    b = fought(w)
    answer = b.table or "assault"
    if r08.may_hold(w, b.attacker) or (not b.table and _unpaid(w, "manoeuvre") is None):
        answer = await ask(b.attacker, _table_choice(w))
    table = answer.removesuffix(WITH)
    more = TABLES[table] - b.paid
    _army(w).half -= more
    b.paid, b.table = b.paid + more, table
    if more:
        tell("manoeuvred", "17.61", seat=b.attacker, place=b.place, paid=more)
    if answer != table:
        await play_advantage(w, b.attacker)


def tables(w: World) -> Verdicts:
    """§17.61 §17.62 The CRTs that the attacker may choose, each with and without Military Advantage.

    Those with the marker are named to every player who holds any marker.
    """
    b = fought(w)
    verdicts = {table: _unpaid(w, table) for table in ([b.table] if b.table else TABLES)}
    if r08.may_hold(w, b.attacker):
        held = ADVANTAGE in hand_of(w, b.attacker)
        lacking = None if held else bar("17.74", N_("you do not hold {marker}"), marker=ADVANTAGE)
        verdicts |= {table + WITH: stop or lacking for table, stop in verdicts.items()}
    return verdicts


def _unpaid(w: World, table: str) -> Bar | None:
    """§17.61 Return why the attacker cannot have a CRT: what it still costs."""
    more, left = TABLES[table] - fought(w).paid, _army(w).half
    why = N_("{table} costs {more} more OP; you have {left} left")
    return None if more <= left else bar("17.61", why, table=table, more=points(more), left=points(left))


def _table_choice(w: World) -> OneOf:
    b = fought(w)
    return OneOf(
        rule="17.6",
        prompt=words(N_("The enemy stands at {place}. How do you attack?"), place=b.place),
        options=lambda: tables(w),
        verb="choose",
    )


# -- §17.8 the results -------------------------------------------------------------------------


async def apply(w: World, result: str, royal: bool) -> None:
    """§17.8 CRT: a result in its printed order. `royal`: Justinian took part (§21.4(2))."""
    b = fought(w)
    loser, victor = (b.attacker, b.defender) if result[0] == "A" else (b.defender, b.attacker)
    match result[1]:
        case "A" | "D":
            await _defeat(w, loser, victor, royal)
        case "R":
            await retreat(w, loser, line(w, loser), 1)
        case "Z":
            await _rout(w, loser, victor, royal)
        case _:
            await _bloodbath(w)


def line(w: World, seat: Seat) -> list[Unit]:
    """The units that a side still has in the combat."""
    b = fought(w)
    return list(b.attackers if seat == b.attacker else b.defenders)


async def _defeat(w: World, loser: Seat, victor: Seat, royal: bool) -> None:
    """CRT, AA and DD: (1) half the strength is lost, (2) a die of hexes, (3) a marker for the other."""
    b = fought(w)
    place = b.origin if loser == b.attacker else b.place
    await lose(w, loser, place, line(w, loser), half(strength_of(line(w, loser))))
    if line(w, loser):
        n = await r08.roll(w, "17.9", f"retreat {place}", loser)
        await retreat(w, loser, line(w, loser), n)
    await _spoils(w, victor, 1, royal)


async def _rout(w: World, loser: Seat, victor: Seat, royal: bool) -> None:
    """AZ, DZ §8.5(2): (1) all are lost, (2) two markers for the other, (3) one of the loser's is lost.

    Justinian would double (3), but (1) has emptied the Empire's hand: ruling BE-G18.
    """
    await eliminate(w, line(w, loser), "chart/combat")
    await _spoils(w, victor, 2, royal)
    await r08.lose_markers(w, loser, _doubled(loser, 1, royal), "chart/combat")


async def _spoils(w: World, seat: Seat, n: int, royal: bool) -> None:
    """§8.2(5) Let the victor draw markers; for the attacker one may end the campaign."""
    attacks = seat == fought(w).attacker
    n, victors = _doubled(seat, n, royal), line(w, seat)
    if await r08.draw_markers(w, seat, n, "chart/combat", attacker=attacks):
        await r08_donative.demanded(w, seat, victors)


def _doubled(seat: Seat, n: int, royal: bool) -> int:
    """§21.4(2) Double the markers that the Empire gains or loses where Justinian takes part."""
    return 2 * n if royal and seat == EMPIRE else n


async def _bloodbath(w: World) -> None:
    """CRT, BB: (1) the side with less printed strength is lost, (2) the other loses at least as much.

    (3) Equals are both lost. (4) Nobody retreats or draws.
    """
    b = fought(w)
    sides: Sequence[tuple[Seat, Place]] = [(b.attacker, b.origin), (b.defender, b.place)]
    strength = {seat: strength_of(line(w, seat)) for seat, _ in sides}
    least = min(strength.values())
    for seat, place in sorted(sides, key=lambda one: strength[one[0]]):
        await lose(w, seat, place, line(w, seat), least)


def _army(w: World) -> Army:
    assert w.army is not None  # phases "army" and "battle" have one
    return w.army
