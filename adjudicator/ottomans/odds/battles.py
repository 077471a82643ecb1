"""§9 §27.0 The odds of an attack: strength, column, results and what they cost; leaders given up."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any, Final

from msgspec.structs import replace

from adjudicator.core import N_, Choice, Odds, words
from adjudicator.ottomans.board import LEADERS, NATIONS, UNITS
from adjudicator.ottomans.rules.r09_combat import battle_of
from adjudicator.ottomans.rules.r09_odds import Share, attack_shares, column, defence_shares, fighting
from adjudicator.ottomans.sorts import kind_of
from adjudicator.ottomans.world import ADVANCE, NOBODY, Battle, Seat, Unit, World, is_city, owner, side, total

FACES: Final = 6
WEATHER: Final = 4
"""§27.2 The least die with which Weather stops a battle."""
FACTORS: Final[Mapping[str, str]] = {
    "leader": N_("leader ×{n}"),
    "siege_train": N_("Siege Train ×{n}"),
    ADVANCE: N_("Military Advance ×{n}"),
    "city": N_("city ×{n}"),
}
BRINGS: Final[Mapping[str, str]] = {
    "AE": N_("all attackers are eliminated"),
    "AD": N_("the attackers lose half and retreat"),
    "BB": N_("the weaker side is eliminated, the other loses as much"),
    "DD": N_("the defenders lose half and retreat"),
    "DE": N_("all defenders are eliminated"),
    "honors": N_("the defenders leave the city, and nobody is lost"),
}
"""§27.0 The results in a few words."""


def attack(w: World, seat: Seat, order: Mapping[str, Any]) -> Iterator[Odds]:
    """§9.1 Tell the odds of an attack that is ordered; §6.5 §6.6 control passes before the die."""
    b = battle_of(w, seat, order)
    yield from _battle(w, b)
    lost = sorted({UNITS[u].nation for u in b.defenders if owner(w, u) in (seat, NOBODY)} & {*NATIONS})
    if lost:
        text = N_("by the attack another player gains control of {nations}")
        yield Odds("note", words(text, nations=lost), "6.5" if any(n in w.control for n in lost) else "6.6")


def before_the_die(w: World, seat: Seat, question: Choice[Any], answer: Any) -> Iterator[Odds]:
    """§27.2 Tell the odds of the battle that is fought, with the chit that is played before its die."""
    b = w.battle
    if b is None or not isinstance(answer, dict) or not all(fighting(w, b)):
        return
    if answer["pick"] == ADVANCE:
        yield from _battle(w, replace(b, doubled=[*b.doubled, answer["answer"]]))
    elif answer["pick"] == "weather":
        n = FACES + 1 - WEATHER
        yield Odds("chance", words(N_("the battle is stopped: {n} of 6"), n=n), "27.2", n / FACES)
        yield from _battle(w, b)


def _battle(w: World, b: Battle) -> Iterator[Odds]:
    """§9.1 Yield each share of both strengths, the column, its results, and what an answer would change."""
    attackers, defenders = fighting(w, b)
    attack, defence = attack_shares(w, b, attackers), defence_shares(w, b, defenders)
    yield from (
        _share(N_("{coalition} attacks: {printed} × {times} = {value} ({factors})"), s) for s in attack
    )
    yield from (
        _share(N_("{coalition} defends: {printed} × {times} = {value} ({factors})"), s) for s in defence
    )
    found = column(sum(s.value for s in attack), sum(s.value for s in defence))
    yield Odds("sum", words(N_("odds {odds}"), odds=found.name), "9.1")
    results = [_in_effect(b, result) for result in found.results]
    yield from _results(results)
    yield from _losses(results, total(w, attackers), total(w, defenders))
    yield from _answered(w, b, attack, defenders)


def _share(template: str, share: Share) -> Odds:
    """§9.4 A coalition's strength, what multiplies it, and (§9.42) the limit of six."""
    factors = [words(FACTORS[name], n=n) for name, n in share.factors.items() if n > 1]
    text = words(
        template,
        coalition=share.coalition,
        printed=share.printed,
        times=share.times,
        value=share.value,
        factors=factors or [words(N_("nothing multiplies it"))],
    )
    return Odds("sum", text, "9.4")


def _in_effect(b: Battle, result: str) -> str:
    """§10.32 §27.2 Return a result as it is carried out: in a city DD is BB; Honors of War spare it."""
    if result == "DD" and is_city(b.place):
        result = "BB"
    return "honors" if result == "BB" and "honors_of_war" in b.chits else result


def _results(results: Sequence[str]) -> Iterator[Odds]:
    for result, n in Counter(results).items():
        text = words(N_("{result}: {n} of 6, {brings}"), result=result, n=n, brings=words(BRINGS[result]))
        if result == "honors":
            text = words(N_("Honors of War: {n} of 6, {brings}"), n=n, brings=words(BRINGS[result]))
        yield Odds("chance", text, "27.0", n / FACES)


def losses(result: str, attack: int, defence: int) -> tuple[int, int]:
    """§27.0 Return the least printed strength that attackers and defenders lose by a result."""
    least = min(attack, defence)
    return {
        "AE": (attack, 0),
        "AD": ((attack + 1) // 2, 0),
        "BB": (least, least),
        "DD": (0, (defence + 1) // 2),
        "DE": (0, defence),
        "honors": (0, 0),
    }[result]


def _losses(results: Sequence[str], attack: int, defence: int) -> Iterator[Odds]:
    found = [losses(result, attack, defence) for result in results]
    for template, lost, all_of in (
        (N_("the attackers lose {n} of {all} printed strength on average"), [a for a, _ in found], attack),
        (N_("the defenders lose {n} of {all} printed strength on average"), [d for _, d in found], defence),
    ):
        yield Odds("cost", words(template, n=_mean(lost), all=all_of), "27.0")
    gone = sum(d == defence or result == "honors" for result, (_, d) in zip(results, found, strict=True))
    yield Odds("chance", words(N_("the place is cleared: {n} of 6"), n=gone), "27.0", gone / FACES)


def _mean(found: Sequence[int]) -> str:
    mean = Fraction(sum(found), len(found))
    return str(mean) if mean.denominator == 1 else f"{float(mean):.1f}"


def _answered(w: World, b: Battle, attack: Sequence[Share], defenders: Sequence[Unit]) -> Iterator[Odds]:
    """§9.4(4) Tell the odds if a defender who holds unused chits plays Military Advance, the best of them."""
    mine = {s: {side(u) for u in defenders if owner(w, u) == s} for s in w.seats if s != b.attacker}
    able = {c for s, own in mine.items() if w.cups[f"{s}_hand"] for c in own} - {*b.doubled}
    if not able or w.phase == "battle":
        return
    value = sum(s.value for s in attack)
    worst = min(
        (column(value, _value(w, replace(b, doubled=[*b.doubled, c]), defenders)) for c in sorted(able)),
        key=lambda one: one.quarters,
    )
    text = N_("a defender holds unused chits; with {chit} the odds would be {odds}")
    yield Odds("note", words(text, chit=ADVANCE, odds=worst.name), "9.4")


def _value(w: World, b: Battle, defenders: Sequence[Unit]) -> int:
    return sum(s.value for s in defence_shares(w, b, defenders))


def given_up(w: World, seat: Seat, question: Choice[Any], answer: Any) -> Iterator[Odds]:
    """§15.8 Tell with what die each leader survives who is given up as a loss."""
    for sort in answer if isinstance(answer, dict) else ():
        if (leader := kind_of(sort)) in LEADERS:
            n = min(FACES, LEADERS[leader].command)
            text = words(N_("{leader} survives with {n} or less: {n} of 6"), leader=leader, n=n)
            yield Odds("chance", text, "15.8", n / FACES)
