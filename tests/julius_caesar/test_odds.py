"""§7.4 §8.3 Odds and sums before an order, each against what the rules then do with every die."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest

from adjudicator.core import Illegal, Odds, Table, fill
from adjudicator.core.orders.orders import read
from adjudicator.julius_caesar import GAME
from adjudicator.julius_caesar.world import World
from tests.kit.selfplay import table_with

from .battles import battle
from .helpers import ENGLISH, table, world


def odds_of(t: Table, seat: str, text: str) -> list[Odds]:
    """Give the odds of an order."""
    choice = t.choice(seat)
    answer = choice.accept(read(choice, text, ENGLISH)[0])
    return list(GAME.odds(GAME.view(t.world, seat), choice, answer))


def said(odds: list[Odds]) -> list[str]:
    """Give the lines as they are read."""
    return [fill(line.text, "en", GAME.lexicon.label) for line in odds]


def at_genua(standing: Any) -> World:
    """Give a battle that Pompey's legion began: the defenders fire first."""
    return battle("genua", "pompey", {"roma": "p_legio_1"}, standing)


@pytest.mark.parametrize("standing", ["c_legio_13:3", "c_legio_8:2", ["c_caesar:1", "c_legio_8:1"]])
def test_hits_come_as_often_as_all_dice_say(standing: Any) -> None:
    """§7.4 §3.11 §3.12 Every roll of up to three dice is played: how many hits it makes."""
    begun = table_with(GAME, at_genua(standing), 1)
    choice = begun.choice("caesar")
    order = "fire all"
    found = odds_of(begun, "caesar", order)
    n = int(found[0].text.values["n"])
    made = []
    for dice in product(range(1, 7), repeat=n):
        t = table_with(GAME, at_genua(standing), *dice)
        t.submit("caesar", choice.accept(read(t.choice("caesar"), order, ENGLISH)[0]))
        fired = [line.event.values for line in t.ledger.told if line.event.kind == "fired"]
        made.append(sum(values["hits"] for values in fired if values["side"] == "caesar"))
    for line in found[1:]:
        least = int(line.text.values["n"])
        assert line.chance == pytest.approx(sum(hits >= least for hits in made) / len(made))
    assert float(found[0].text.values["hits"]) == pytest.approx(sum(made) / len(made), abs=0.05)
    assert len(found) == 1 + min(n, 3)


def test_an_attack_says_how_many_hidden_blocks_it_meets() -> None:
    """§6.12 Fog of war: their number, not their faces."""
    lines = []
    for enemies in (["p_legio_1", "p_legio_2"], ["p_legio_3", "p_auxilia_1"]):
        w = world({"genua": ["c_caesar", "c_legio_8"], "roma": enemies})
        with table(w, cards=("2/1", "1/2")) as t:
            lines.append(said(odds_of(t.table, "caesar", "move Genua-Roma: all")))
    assert lines[0] == lines[1]
    assert lines[0][1] == "against 2 blocks of Pompey at Roma, whose faces are hidden"


def test_the_last_turn_says_what_winter_takes() -> None:
    """§8.3 As many as the winter itself asks for."""
    crowd = [f"c_legio_{n}" for n in (7, 8, 9, 10, 11, 12, 13, 14)]
    w = world({"genua": crowd, "roma": "p_legio_1"})
    w.turn = 5
    with table(w, cards=("2/1", "1/2")) as t:
        lines = said(odds_of(t.table, "caesar", "end"))
        moved = said(odds_of(t.table, "caesar", "move Genua-Ravenna: LEG 7"))
    assert "2 movement points are not used" in lines
    assert not moved
    winter = world({"genua": crowd, "roma": "p_legio_1"}, phase="quarters")
    with pytest.raises(Illegal) as refused:
        table_with(GAME, winter, 1).choice("caesar").accept([])
    values = refused.value.why.values
    limit, n = values["limit"], values["n"] - values["limit"]
    assert f"the winter limit of Genua is {limit}: {n} would be disbanded as they stand" in lines
