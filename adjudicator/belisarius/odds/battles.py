"""§17 The odds of an attack: strength, column, results and what they cost; of a withdrawal."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import product
from typing import Any, Final

from msgspec.structs import replace

from adjudicator.belisarius.board import crt
from adjudicator.belisarius.rules.r17_combat import TABLES, WITH, taken_up
from adjudicator.belisarius.rules.r17_losses import half
from adjudicator.belisarius.rules.r17_odds import ADVANTAGE, Might, column, fought, mights
from adjudicator.belisarius.rules.r17_retreat import value_of_kind
from adjudicator.belisarius.show.narration import MULTIPLIERS
from adjudicator.belisarius.world import Battle, Seat, World, counted, enemy_of, strength_of, units_at
from adjudicator.core import N_, Odds, words

FACES: Final = 6
BRINGS: Final[Mapping[str, str]] = {
    "AZ": N_("all attackers are lost"),
    "AA": N_("the attackers lose half and retreat by a die"),
    "AR": N_("the attackers retreat a hex"),
    "BB": N_("the weaker side is lost, the other loses as much"),
    "DR": N_("the defenders retreat a hex"),
    "DD": N_("the defenders lose half and retreat by a die"),
    "DZ": N_("all defenders are lost"),
}
"""The results of the combat results tables in a few words."""


def attack(w: World, seat: Seat, place: str, table: str) -> Iterator[Odds]:
    """§17.11 Tell the odds of an attack on a hex by the army that operates, on each table that is open."""
    army = w.army
    assert army is not None
    w.battle = Battle(
        attacker=seat,
        defender=enemy_of(seat),
        origin=army.place,
        place=place,
        attackers=sorted(army.units),
        defenders=units_at(w, place),
    )
    if provinces := taken_up(w, place):
        text = N_("by the attack {enemy} gains control of {provinces}")
        yield Odds("note", words(text, enemy=enemy_of(seat), provinces=provinces), "4.41")
    yield from _strengths(w)
    for one in [table] if table else [t for t, cost in TABLES.items() if cost <= army.half]:
        yield from _results(w, one)
    yield from _answered(w)
    yield Odds("note", words(N_("the defenders may try to withdraw before the battle")), "17.5")


def chosen_table(w: World, seat: Seat, answer: Any) -> Iterator[Odds]:
    """§17.6 Tell the odds on the table that is chosen, with Military Advantage if it is played."""
    b, table = fought(w), str(answer).removesuffix(WITH)
    if answer != table:
        w.battle = b = replace(b, doubled=[*b.doubled, seat])
    yield from _strengths(w)
    yield from _results(w, table)
    yield from _answered(w)


def _strengths(w: World) -> Iterator[Odds]:
    attack, defence = mights(w)
    yield _strength(N_("attack: {strength} × {times} = {total} ({reasons})"), attack)
    yield _strength(N_("defence: {strength} × {times} = {total} ({reasons})"), defence)
    yield Odds("sum", words(N_("odds {odds}"), odds=column(attack.total, defence.total)), "17.71")


def _strength(template: str, of: Might) -> Odds:
    reasons = [words(MULTIPLIERS[why]) for why in of.reasons] or [words(N_("nothing multiplies it"))]
    text = words(template, strength=of.strength, times=of.times, total=of.total, reasons=reasons)
    return Odds("sum", text, "17.74")


def _results(w: World, table: str) -> Iterator[Odds]:
    """§17.8 Tell how many dice bring each result on a table, and what is lost on average."""
    b = fought(w)
    attack, defence = (might.total for might in mights(w))
    odds = column(attack, defence)
    found = [crt(table, odds, die) for die in range(1, FACES + 1)]
    for result, n in Counter(found).items():
        text = N_("{table}, {result}: {n} of 6, {brings}")
        values = {"table": table, "result": result, "n": n, "brings": words(BRINGS[result])}
        yield Odds("chance", words(text, **values), "17.8", n / FACES)
    mine, theirs = strength_of(b.attackers), strength_of(b.defenders)
    lost = [losses(result, mine, theirs) for result in found]
    text = N_("{table}: {attack} of {mine} and {defence} of {theirs} strength are lost on average")
    means = {"attack": _mean([a for a, _ in lost]), "defence": _mean([d for _, d in lost])}
    yield Odds("cost", words(text, table=table, mine=mine, theirs=theirs, **means), "17.8")


def losses(result: str, attack: int, defence: int) -> tuple[int, int]:
    """§17.8 Return the least printed strength that attackers and defenders lose by a result, retreats
    apart.
    """
    least = min(attack, defence)
    return {
        "AZ": (attack, 0),
        "AA": (half(attack), 0),
        "BB": (least, least),
        "DD": (0, half(defence)),
        "DZ": (0, defence),
    }.get(result, (0, 0))


def _mean(found: Sequence[int]) -> str:
    mean = Fraction(sum(found), len(found))
    return str(mean) if mean.denominator == 1 else f"{float(mean):.1f}"


def _answered(w: World) -> Iterator[Odds]:
    """§17.74(3) Tell the odds if a defender who holds any marker plays Military Advantage."""
    b = fought(w)
    if not w.cups[f"{b.defender}_hand"] or b.defender in b.doubled:
        return
    w.battle = replace(b, doubled=[*b.doubled, b.defender])
    attack, defence = mights(w)
    w.battle = b
    text = N_("the enemy holds markers; with {marker} the odds would be {odds}")
    odds = column(attack.total, defence.total)
    yield Odds("note", words(text, marker=ADVANTAGE, odds=odds), "17.74")


def escape(w: World, seat: Seat, answer: Any) -> Iterator[Odds]:
    """§17.51 Tell how often a withdrawal succeeds: a die and an operation value against those of the
    pursuers, who name their best.
    """
    if answer["pick"] != "withdraw":
        return
    b = fought(w)
    mine = value_of_kind(answer["answer"])
    theirs = max(map(value_of_kind, counted(b.attackers)))
    dice = range(1, FACES + 1)
    n = sum(own + mine > other + theirs for own, other in product(dice, dice))
    text = N_("die + {mine} against die + {theirs}: the withdrawal succeeds in {n} of 36")
    yield Odds("chance", words(text, mine=mine, theirs=theirs, n=n), "17.51", n / FACES**2)
