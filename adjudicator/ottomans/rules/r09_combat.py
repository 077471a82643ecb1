"""§9.1 Combat: a declared attack is fought out; §10 sieges and §16 battles at sea among them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from adjudicator.core import (
    N_,
    Bar,
    Choice,
    Menu,
    Occasion,
    OneOf,
    tell,
    window,
    words,
)
from adjudicator.ottomans.board import LANDINGS, UNITS
from adjudicator.ottomans.world import (
    ADVANCE,
    NOBODY,
    Battle,
    Seat,
    Unit,
    World,
    in_order,
    is_city,
    own_at,
    owner,
    side,
    total,
)

from . import r20_agents as r20
from .r06_control import part, pass_control
from .r09_attack import foes, force_of, origin_of
from .r09_odds import ATTACK, attack_shares, column, defence_shares, fighting
from .r19_dice import holding, lacks, play, roll
from .r27_results import apply_result

# -- declaring it ------------------------------------------------------------------------------


async def declare(w: World, seat: Seat, done: Mapping[str, Any]) -> None:
    """§9.1 Declare an attack; §9.35 all units of the coalitions attacked defend.

    §8.3 §9.34 The attacker's units of a coalition in an area make one attack a phase; ruling OT-B6.
    """
    b = battle_of(w, seat, done)
    origin, place, units, colours = b.origin, b.place, b.attackers, {side(u) for u in b.attackers}
    for chit in done["chits"]:
        await play(w, seat, chit, on=place)
    w.battle = b
    having = {u for u in own_at(w, seat, origin) if side(u) in colours}  # §8.3 the others sit
    if w.march is not None:
        w.march.fought = sorted({*w.march.fought, *(having & {*w.march.units}), *units})
    else:
        w.fought = sorted({*w.fought, *having, *units})
    tell("attacked", "9.1", seat=seat, place=place, origin=origin, units=units, defenders=w.battle.defenders)
    if w.battle.doubled:
        tell("doubled", "9.4", seat=seat, side=ATTACK, place=place)
    w.phase = "battle"


def battle_of(w: World, seat: Seat, done: Mapping[str, Any]) -> Battle:
    """§9.1 §9.35 Return the battle that an order to attack begins, with the chits played with it.

    §9.4(4) Military Advance is among them; ruling OT-W6.
    """
    origin, place = origin_of(done["target"])
    units = force_of(w, seat, done["target"], done["units"])
    colours = {side(u) for u in units}
    defenders = {
        u
        for colour in sorted(colours)
        for other, there in foes(w, seat, place, colour).items()
        if other in done["colours"] and (other == colour or other not in colours)  # ruling OT-E5
        for u in there
    }
    is_doubled = ADVANCE in done["chits"]
    return Battle(
        attacker=seat,
        origin=origin,
        place=place,
        attackers=units,
        defenders=sorted(defenders),
        colours=list(done["colours"]),
        chits=list(done["chits"]),
        doubled=[ATTACK] if is_doubled else [],
        advanced=[seat] if is_doubled else [],
    )


# -- fighting it out ----------------------------------------------------------------------------


async def fight(w: World) -> None:
    """§9.1 Fight a battle: control passes (§6.5, §6.6), chits are played, the die falls, the result is
    carried out.
    """
    assert w.battle is not None
    await pass_control(w, w.battle.attacker, w.battle.defenders)
    await before_the_die(w)
    b = w.battle
    attackers, defenders = fighting(w, b)
    if b.result != "off" and attackers and defenders:
        await cast(w, attackers, defenders)
        await apply_result(w)
    elif b.result != "off":
        tell("no_battle", "9.1", place=b.place)
    end_battle(w)
    part(w, [UNITS[u].nation or u for u in b.defenders])


def end_battle(w: World) -> None:
    """§9.36 End a battle before the next begins."""
    w.battle = None
    w.phase = "march" if w.march is not None else "combat"


def defending_seats(w: World, b: Battle) -> list[Seat]:
    """The players who have units on the defending side, in order of play."""
    having = {owner(w, u) for u in fighting(w, b)[1]} - {NOBODY}
    return [seat for seat in in_order(w) if seat in having]


async def before_the_die(w: World) -> None:
    """§27.2 §9.4(4) Weather and Military Advance, before a battle's die; ruling OT-W1, ruling OT-W4.

    The window is offered to every player who holds chits, in order of play, until all have passed. §20.1 By
    the option `agent_time` agents act here too.
    """
    while True:
        b = w.battle
        assert b is not None
        if not all(fighting(w, b)):
            return
        choices = {seat: menu for seat in holding(w, w.seats) if (menu := _before_of(w, b, seat)) is not None}
        if not choices:
            return
        odds = _odds_said(w, b)
        occasion = Occasion("battle", "27.2", by=b.attacker, at=b.place, subject=b.origin, value=odds)
        played = await window(occasion, choices)
        if played is None:
            return
        seat, answer = played
        match answer["pick"]:
            case "weather":
                await _weather(w, seat)
            case "military_advance":
                await play(w, seat, ADVANCE, on=b.place)
                b.doubled, b.advanced = [*b.doubled, answer["answer"]], [*b.advanced, seat]
                tell("doubled", "9.4", seat=seat, side=answer["answer"], place=b.place)
            case "agent":
                await r20.operate(w, seat, answer["answer"])
        if w.battle is None or w.battle.result == "off":
            return


def _odds_said(w: World, b: Battle) -> str:
    attackers, defenders = fighting(w, b)
    a = sum(share.value for share in attack_shares(w, b, attackers))
    d = sum(share.value for share in defence_shares(w, b, defenders))
    return column(a, d).name


def _before_of(w: World, b: Battle, seat: Seat) -> Choice[Any] | None:
    """Return the acts of a seat before the die: nothing for an uninvolved player who is in turn."""
    items: dict[str, Choice[Any] | Bar | None] = {}
    if seat != w.acting:
        items["weather"] = lacks(w, seat, "weather")
    doubles = _doubles(w, b, seat)
    if doubles:
        items["military_advance"] = lacks(w, seat, ADVANCE) or OneOf(
            rule="9.4",
            prompt=words(N_("Whose strength do you double?")),
            options=lambda: dict.fromkeys(doubles),
        )
    if w.options["agent_time"] == "battle":
        items["agent"] = r20.agent_bar(w, seat) or r20.operation_of(w, seat)
    if not items:
        return None
    return Menu(
        rule="27.2",
        prompt=words(
            N_("Attack by the {attacker} on {place} at {odds}. Do you play a chit before the roll?"),
            attacker=b.attacker,
            place=b.place,
            odds=_odds_said(w, b),
        ),
        items=cache(lambda: items),
    )


def _doubles(w: World, b: Battle, seat: Seat) -> list[str]:
    """§9.41 §9.4(4) Return the strength that a seat may double, once.

    The attack, or one coalition's share of the defence; ruling OT-B3.
    """
    if seat in b.advanced:
        return []
    if seat == b.attacker:
        return [ATTACK]
    mine = {side(u) for u in fighting(w, b)[1] if owner(w, u) == seat}
    return sorted(mine - set(b.doubled))


async def _weather(w: World, seat: Seat) -> None:
    """§27.2 Weather stops a battle on a die of 4 to 6; ruling OT-W4: it is not declared again this phase."""
    b = w.battle
    assert b is not None
    await play(w, seat, "weather", on=b.place)
    die = await roll(w, "27.2", f"weather {b.place}", seat)
    if die >= 4:
        target = next((t for t, pair in LANDINGS.items() if pair == (b.place, b.origin)), b.place)
        w.spared = sorted({*w.spared, target})
        b.result = "off"
        tell("weather_stops", "27.2", seat=seat, of=b.attacker, place=b.place, die=die)
    else:
        tell("weather_fails", "27.2", seat=seat, die=die)


async def cast(w: World, attackers: Sequence[Unit], defenders: Sequence[Unit]) -> None:
    """§9.1(3) §9.1(4) §9.1(5) Odds, die, result; §10.32 a city is never merely defeated."""
    b = w.battle
    assert b is not None
    attack, defence = attack_shares(w, b, attackers), defence_shares(w, b, defenders)
    a, d = sum(s.value for s in attack), sum(s.value for s in defence)
    b.attackers, b.defenders = list(attackers), list(defenders)
    found = column(a, d)
    b.column = found.name
    tell(
        "odds",
        "9.1",
        place=b.place,
        attack=a,
        defence=d,
        odds=found.name,
        printed=[total(w, attackers), total(w, defenders)],
    )
    die = await roll(w, "9.1", f"battle {b.place}", b.attacker, defending_seats(w, b))
    b = w.battle
    assert b is not None
    b.result = found.results[die - 1]
    tell("result", "27.0", place=b.place, die=die, odds=b.column, how=b.result)
    if b.result == "DD" and is_city(b.place):
        b.result = "BB"
        tell("bloodbath_in_city", "10.32", place=b.place)
