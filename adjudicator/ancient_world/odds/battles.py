"""§8 The odds of a battle: the known sum, the letters, what may come of it, who may avoid or join it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, TypeAlias

from adjudicator.ancient_world.board import CHARTS, LEADERS
from adjudicator.ancient_world.rules.r02_forces import fighting, split
from adjudicator.ancient_world.rules.r05_leaders import guile_left, may_command, rating
from adjudicator.ancient_world.rules.r05_party import all_join
from adjudicator.ancient_world.rules.r06_reach import fit_units
from adjudicator.ancient_world.rules.r08_attack import JOIN_PART, NOBODY, helpers, number_lines
from adjudicator.ancient_world.rules.r08_avoidance import escapes, honour, led_by, settle_all
from adjudicator.ancient_world.rules.r08_battle import left_to_commit
from adjudicator.ancient_world.rules.r08_forecast import Forecast, forecast, open_lines, tactical_range
from adjudicator.ancient_world.rules.r08_retreat import retreat_cost
from adjudicator.ancient_world.show.narration import LINES
from adjudicator.ancient_world.world import HELPERS, Side, World, battle_of, place_of, stack_key
from adjudicator.core import N_, Odds, words

from .figures import at_most, in_hundred, in_ten, signed, span, sums

Fight: TypeAlias = tuple[World, str, str]
"""A world with a battle, and who commands its two sides."""
AVOIDS = N_("{leader} avoids battle with {need} or less before guile: {n} in 10")
JOINS = N_("{leader} joins with {need} or less: {n} in 10")


def battle_odds(worlds: Sequence[World]) -> Iterator[Odds]:
    """§8.31 §8.5 Tell the odds of the battle that is to be fought in each of some worlds."""
    sides = (battle_of(worlds[0]).attacker, battle_of(worlds[0]).defender)
    fights = [fight for w in worlds for fight in _commanded(w)]
    yield from _sum(fights)
    found = [forecast(*fight) for fight in fights]
    for side in sides:
        wins, major = [f.wins[side] for f in found], [f.major[side] for f in found]
        yield in_hundred(N_("{side} wins in {n} of 100"), "8.37", wins, side=side)
        if any(major):
            yield in_hundred(N_("{side} wins a major victory in {n} of 100"), "8.52", major, side=side)
    yield in_hundred(N_("neither side must retreat in {n} of 100"), "8.37", [f.undecided for f in found])
    for side in sides:
        lost = span(round(f.lost[side]) for f in found)
        yield Odds("cost", words(N_("{side} loses {n} on average"), side=side, n=lost), "8.34")
        yield from _falls(fights, found, side)
    yield Odds("note", words(N_("guile, pursuit and forces that may still join are not counted")), "8.3")
    if any(left_to_commit(w, battle_of(w), side) for w in worlds for side in sides):
        yield Odds("note", words(N_("elephants that may still go forward are not counted")), "8.36")


def _commanded(w: World) -> list[Fight]:
    """§5.43 List the battle under each of those who may command."""
    b = battle_of(w)
    ours, theirs = (may_command(w, b, side) or [""] for side in (b.attacker, b.defender))
    return [(w, by, against) for by in ours for against in theirs]


def _sum(fights: Sequence[Fight]) -> Iterator[Odds]:
    """§8.31 §8.32 Yield each line of the sum as a span over all who may command; the leaders' dice first."""
    by = list(dict.fromkeys(leader for _, leader, _ in fights))
    against = list(dict.fromkeys(leader for _, _, leader in fights))
    if any((*by, *against)):
        ours, theirs = ([tactical_range(_letter(leader)) for leader in of] for of in (by, against))
        least = min(low for low, _ in ours) - max(high for _, high in theirs)
        most = max(high for _, high in ours) - min(low for low, _ in theirs)
        named = [words(N_("{leader} {letter}"), leader=x, letter=_letter(x)) for x in (*by, *against) if x]
        said = words(N_("leaders {n} by their dice: {leaders}"), n=signed((least, most)), leaders=named)
        yield Odds("sum", said, "8.32")
    lines = [{line.name: line.value for line in open_lines(*fight)} for fight in fights]
    for name, text in LINES.items():
        if any(name in of for of in lines):
            yield Odds("sum", words(text, n=signed(of.get(name, 0) for of in lines)), "8.31")
    total = signed(sum(of.values()) for of in lines)
    side = battle_of(fights[0][0]).attacker
    yield Odds("sum", words(N_("sum before the dice {n}; above 0 is for {side}"), n=total, side=side), "8.31")


def _letter(leader: str) -> str:
    return LEADERS[leader].battle if leader else ""


def _falls(fights: Sequence[Fight], found: Sequence[Forecast], side: Side) -> Iterator[Odds]:
    """§8.61 Say how often each of those who may command a side is wounded or killed."""
    at = 1 if side == battle_of(fights[0][0]).attacker else 2
    for leader in dict.fromkeys(fight[at] for fight in fights):
        shares = [f.falls[side] for fight, f in zip(fights, found, strict=True) if fight[at] == leader]
        if leader and any(shares):
            yield in_hundred(N_("{leader} is wounded or killed in {n} of 100"), "8.61", shares, leader=leader)


def before_battle(w: World) -> Iterator[Odds]:
    """§8.22 §8.25 Say whether the defender may avoid a battle, and who may join it."""
    b = battle_of(w)
    leaders = may_command(w, b, b.defender)
    may = leaders and b.kind == "attack"  # besiegers attacked by the besieged may not (§9.26)
    open_ = escapes(w, settle_all(w, list(b.defenders)), b.hex, b.entries) if may else {}
    for leader in leaders if open_ else ():
        best = min(one.modifier for one in open_.values()) + honour(w, leader)
        yield at_most(AVOIDS, "8.22", leader, rating(leader) - best)
    for side in (b.defender, b.attacker):
        for leader, (number, _) in helpers(w, side).items():
            yield at_most(JOINS, "8.26", leader, number)


def avoidance(worlds: Sequence[World], answer: Any) -> Iterator[Odds]:
    """§8.22 Tell the chance to get away, or the battle of who stands."""
    for each in worlds:
        battle_of(each).defenders = [settle_all(each, battle_of(each).defenders)]
    if answer["pick"] == "stand":
        yield from battle_odds(worlds)
        return
    w, b = worlds[0], battle_of(worlds[0])
    one = escapes(w, b.defenders[0], b.hex, b.entries)[answer["answer"]]
    for leader in may_command(w, b, b.defender):
        led = led_by(w, one, leader)
        yield from sums(led.lines, "8.23")
        yield at_most(AVOIDS, "8.23", leader, rating(leader) - led.modifier)
        own, theirs = guile_left(w, leader), guile_left(w, b.by)
        text = words(N_("guile left: own {own}, the enemy's {theirs}"), own=own, theirs=theirs)
        yield Odds("note", text, "5.54")
    yield Odds("cost", words(N_("costs {n} strength {n:point|points}"), n=one.loss), "8.23")


def joining(worlds: Sequence[World], answer: Any) -> Iterator[Odds]:
    """§8.26 Tell the chance of a leader to come and the battle with them, or the battle without."""
    if answer["pick"] != NOBODY:
        body, part = answer["answer"], answer["pick"] == JOIN_PART
        leader, *others = body["leaders"] if part else [body]
        number, path = helpers(worlds[0], LEADERS[leader].side)[leader]
        yield from sums(number_lines(worlds[0], place_of(worlds[0], leader), path, number), "8.26")
        yield at_most(JOINS, "8.26", leader, number)
        for w in worlds:
            units = dict(body["units"]) if part else fit_units(w, leader, place_of(w, leader))
            _join(w, [leader, *(others if part else all_join(w, leader, units))], units)
    yield from battle_odds(worlds)


def _join(w: World, leaders: Sequence[str], units: dict[str, int]) -> None:
    b, side = battle_of(w), LEADERS[leaders[0]].side
    key = HELPERS[0] if side == b.attacker else HELPERS[1]
    split(w, stack_key(side, place_of(w, leaders[0])), key, units, leaders)
    w.forces[key].place, w.forces[key].landed = b.hex, 0
    (b.attackers if side == b.attacker else b.defenders).append(key)
    b.before[side] += fighting(units)


def elephant(worlds: Sequence[World], answer: Any) -> Iterator[Odds]:
    """§8.36 Tell what one strength point of elephants may do."""
    if answer == "no":
        yield from battle_odds(worlds)
    if answer != "yes":  # who chooses what elephants trample
        return
    rows = list(CHARTS.elephants.values())
    for modifier in sorted({row.modifier for row in rows if row.modifier}, reverse=True):
        n = sum(row.modifier == modifier for row in rows)
        yield in_ten(N_("modifier {modifier} in {n} of 10"), "8.36", n, modifier=f"{modifier:+d}")
    yield in_ten(N_("the enemy loses strength in {n} of 10"), "8.36", sum(row.enemy > 0 for row in rows))
    yield in_ten(N_("own infantry are lost in {n} of 10"), "8.36", sum(row.own_foot > 0 for row in rows))
    yield in_ten(N_("the elephants are lost in {n} of 10"), "8.36", sum(row.lost for row in rows))


def retreat(worlds: Sequence[World], answer: Any) -> Iterator[Odds]:
    """§8.37 Tell what the way of a retreat costs; it is never intercepted."""
    way = answer.get("answer") if isinstance(answer, dict) else answer
    if isinstance(way, list) and way:
        n = retreat_cost(worlds[0], battle_of(worlds[0]).hex, way)
        text = N_("{n} strength {n:point is|points are} lost on the way back")
        yield Odds("cost", words(text, n=n), "8.37")
