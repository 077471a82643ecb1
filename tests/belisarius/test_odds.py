"""§17 §10 §9 §20 Odds and sums before an order, each against what the rules then do with every die."""

from __future__ import annotations

from collections import Counter
from itertools import product
from typing import Any

import pytest

from adjudicator.belisarius import GAME
from adjudicator.belisarius.world import World, enemy_of
from adjudicator.core import Odds, Table, fill
from adjudicator.core.log.chance import sampler
from adjudicator.core.orders.orders import read
from tests.kit.selfplay import table_with

from .battles import army
from .helpers import ENGLISH, world
from .test_r09_diplomacy import attempting


def answer_of(t: Table, seat: str, text: str) -> Any:
    """Give an order as the answer that it is read as."""
    choice = t.choice(seat)
    return choice.accept(read(choice, text, ENGLISH)[0])


def odds_of(t: Table, seat: str, text: str) -> list[Odds]:
    """Give the odds of an order."""
    answer = answer_of(t, seat, text)
    return list(GAME.odds(GAME.view(t.world, seat), t.choice(seat), answer))


def said(odds: list[Odds]) -> list[str]:
    """Give the lines as they are read."""
    return [fill(line.text, "en", GAME.lexicon.label) for line in odds]


def told(t: Table, kind: str) -> list[dict[str, Any]]:
    """Give the values of the events of a kind."""
    return [dict(line.event.values) for line in t.ledger.told if line.event.kind == kind]


def carried_out(w: World, seat: str, text: str, *dice: int) -> Table:
    """Give an order with its dice; those who are attacked stand, and all else is answered at random."""
    t = table_with(GAME, w, *dice)
    t.submit(seat, answer_of(t, seat, text))
    rng = sampler(dice[0])
    while t.world.battle is not None or t.world.attempt is not None:
        who, choice = next(iter(t.pending.items()))
        t.submit(who, {"pick": "stand"} if choice.rule == "17.5" else choice.sample(rng))
    return t


@pytest.mark.parametrize("table", ["assault", "manoeuvre"])
@pytest.mark.parametrize(
    ("attackers", "defenders", "settled"),
    [
        ("guard_field_army*2 belisarius", "ostrogoths_warband*3", ()),
        ("guard_field_army*3", "ostrogoths_warband", ("4411",)),
        ("guard_field_army", "ostrogoths_warband*3", ()),
    ],
)
def test_the_odds_of_an_attack_are_what_six_dice_bring(
    table: str, attackers: str, defenders: str, settled: tuple[str, ...]
) -> None:
    """§17.71 §17.74 §17.8 Strengths, column, and the share of each result on each table."""
    units = (attackers.split(), defenders.split())
    found = odds_of(table_with(GAME, army(*units, settled=settled), 1), "empire", f"{table} 4411")
    lines, counted = said(found), Counter[str]()
    for die in range(1, 7):
        t = carried_out(army(*units, settled=settled), "empire", f"{table} 4411", die)
        (strengths,), (battle,) = told(t, "odds"), told(t, "battle")
        assert f"odds {strengths['odds']}" in lines
        for side in ("attack", "defence"):
            values = (strengths[f"{side}_{what}"] for what in ("times", "total"))
            times, total = values
            assert any(line.startswith(f"{side}: {strengths[side]} × {times} = {total} (") for line in lines)
        counted[battle["how"]] += 1
    shares = {line.text.values["result"]: line.chance for line in found if "result" in line.text.values}
    assert shares == {how: n / 6 for how, n in counted.items()}


def test_both_tables_are_told_where_none_is_chosen() -> None:
    """§17.62 "attack" leaves the choice until the defender has stood."""
    w = army(["guard_field_army*2"], ["ostrogoths_warband*3"], hands={"barbarian": ["agent"]})
    lines = said(odds_of(table_with(GAME, w, 1), "empire", "attack 4411"))
    assert any(line.startswith("assault, ") for line in lines)
    assert any(line.startswith("manoeuvre, ") for line in lines)
    assert any("with Military Advantage the odds would be" in line for line in lines)


def test_a_withdrawal_succeeds_as_often_as_36_dice_say() -> None:
    """§17.51"""

    def asked(*dice: int) -> Table:
        w = army(["guard_field_army*2"], ["ostrogoths_warband*3"])
        t = table_with(GAME, w, *dice)
        t.submit("empire", answer_of(t, "empire", "assault 4411"))
        return t

    (line,) = said(odds_of(asked(1), "barbarian", "withdraw with Ostrogoths WB"))
    n = 0
    for dice in product(range(1, 7), repeat=2):
        t = asked(*dice)
        t.submit("barbarian", answer_of(t, "barbarian", "withdraw with Ostrogoths WB"))
        n += not told(t, "odds") and "17.6" not in {choice.rule for choice in t.pending.values()}
    assert line.endswith(f"succeeds in {n} of 36")


@pytest.mark.parametrize("ruined", [(), ("3633",)])
def test_heavy_taxes_bring_what_six_dice_bring(ruined: tuple[str, ...]) -> None:
    """§10.2 §10.21 Solidi and defections, counted die by die."""

    def taxing() -> World:
        w = world({"3535": "thracia_garrison", "3536": "justinian guard_garrison"}, phase="tax")
        w.pillaged = sorted(ruined)
        return w

    found = odds_of(table_with(GAME, taxing(), 1), "empire", "tax Thracia heavy")
    counted = Counter[int]()
    for die in range(1, 7):
        t = table_with(GAME, taxing(), die)
        before = t.world.treasury["empire"]
        t.submit("empire", answer_of(t, "empire", "tax Thracia heavy"))
        counted[t.world.treasury["empire"] - before] += 1
    shares = {line.text.values.get("solidi", 0): line.chance for line in found if line.kind == "chance"}
    assert shares == {solidi: n / 6 for solidi, n in counted.items()}


@pytest.mark.parametrize("stakes", ["Basileus", "Agent", "Basileus, Agent"])
def test_diplomacy_brings_what_six_dice_bring(stakes: str) -> None:
    """§9.1 §chart/diplomacy Without opposition, counted die by die."""
    order = f"stake {stakes} on Ostrogoths"
    found = odds_of(table_with(GAME, attempting("basileus", "agent"), 1), "empire", order)
    counted = Counter[str]()
    for die in range(1, 7):
        t = carried_out(attempting("basileus", "agent"), "empire", order, die)
        (made,) = told(t, "diplomacy")
        assert f"difference without opposition: {made['difference']}" in said(found)
        counted["+".join(made["results"])] += 1
    shares = {line.text.values["result"]: line.chance for line in found if "result" in line.text.values}
    assert shares == {result: n / 6 for result, n in counted.items()}


def test_the_other_hand_and_treasury_change_nothing() -> None:
    """§22.1 Of the enemy's markers only the number is known, of their treasury nothing."""

    def seen(marker: str, solidi: int) -> list[Odds]:
        w = army(["guard_field_army*2"], ["ostrogoths_warband*3"], hands={"barbarian": [marker]})
        w.treasury[enemy_of("empire")] = solidi
        return odds_of(table_with(GAME, w, 1), "empire", "attack 4411")

    assert seen("agent", 3) == seen("military_advantage", 30)


def test_the_end_of_operations_says_what_supply_will_cost() -> None:
    """§20.2 It is what the supply phase then asks for."""
    w = world({"3535": "thracia_garrison*6 guard_field_army*3"})
    lines = said(odds_of(table_with(GAME, w, 1), "empire", "done"))
    t = table_with(GAME, w, 1)
    t.submit("empire", answer_of(t, "empire", "done"))
    cost = said(odds_of(t, "empire", "feed all"))[0]
    assert t.choice("empire").rule == "20.0"
    assert lines[0].split(" of ")[0].endswith(cost.split(";")[0].removeprefix("costs "))
