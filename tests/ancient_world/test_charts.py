"""The charts against every figure that the text and published reports name."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Mapping
from hashlib import sha256
from itertools import pairwise

import pytest

from adjudicator.ancient_world.board import (
    CHARTS,
    CITIES,
    HEXES,
    LEADERS,
    PROVINCES,
    SIEGE_CAPABILITY,
    around,
)
from adjudicator.ancient_world.board.charts import STAR, Result
from adjudicator.ancient_world.board.loading import DATA
from adjudicator.ancient_world.rules.r02_forces import adjusted


def rising(values: list[int]) -> bool:
    return all(a <= b for a, b in pairwise(values))


def test_tactical_ability() -> None:
    """§8.32 §chart/tactical A with a 3 is 6, E with a 6 is 3; B with a 5 is 6 (§9.27)."""
    assert CHARTS.tactical("A", 3) - CHARTS.tactical("E", 6) == 3
    assert CHARTS.tactical("B", 5) == 6
    assert CHARTS.tactical("B", 1) - CHARTS.tactical("C", 9) == -2  # a published report
    assert CHARTS.tactical("", 9) == 0
    assert max(CHARTS.tactical(letter, die) for letter in "ABCDE" for die in range(10)) == 9
    for letter in "ABCDE":
        assert rising([CHARTS.tactical(letter, die) for die in range(10)])


@pytest.mark.parametrize(
    ("attacker", "defender", "modifier"),
    [
        (97, 184, -2),
        (50, 10, 5),
        (28, 30, -1),
        (48, 25, 1),
        (9, 1, 9),
        (89, 10, 8),
        (1, 100, -9),
        (10, 10, 0),
    ],
)
def test_odds(attacker: int, defender: int, modifier: int) -> None:
    """§8.31 §chart/odds"""
    assert CHARTS.odds(attacker, defender) == modifier


def test_horse() -> None:
    """§8.31 §8.38 §chart/horse 13 more on flat ground are +4; 14 against 6 pursue with 2."""
    assert CHARTS.horse(13, False, "flat") == 4
    assert CHARTS.horse(14 - 6, False, "flat") == 2
    assert CHARTS.horse(1, True, "flat") == 0
    assert CHARTS.horse(30, False, "mountain") == CHARTS.horse(30, True, "marsh") == 0
    for more in range(40):
        assert CHARTS.horse(more, False, "flat") >= CHARTS.horse(more, True, "flat")
        assert CHARTS.horse(more, False, "flat") >= CHARTS.horse(more, False, "rough")


def test_battle_results() -> None:
    """§8.3 §8.4 §chart/battle 36 results from -13 to 22; that of Cannae, and those of reports."""
    assert sorted(map(int, CHARTS.battle)) == list(range(-13, 23))
    assert CHARTS.result(22) == Result(STAR, 75)
    assert CHARTS.result(99) == CHARTS.result(22)
    assert CHARTS.result(5) == Result(20, 20)
    assert CHARTS.result(9) == Result(10, 20)
    assert CHARTS.result(3) == Result(15, 10)
    assert CHARTS.result(-5).unpredictable == 0
    assert CHARTS.unpredictable(2) == Result(20, 5)
    assert CHARTS.unpredictable(9) == Result(15, 25)
    assert Result(10, 30) in [CHARTS.result(n) for n in range(-13, 23)]
    for n in range(-13, 23):  # the chart is a mirror image about 4.5
        one, other = CHARTS.result(n), CHARTS.result(9 - n)
        assert (one.unpredictable is None) == (other.unpredictable is None)
        assert (one.attacker, one.defender) == (other.defender, other.attacker)


@pytest.mark.parametrize(
    ("strength", "percent", "lost"),
    [
        (4, 20, 1),
        (20, 20, 4),
        (5, 20, 1),
        (25, 20, 5),
        (78, 20, 16),
        (18, 20, 4),
        (2, 20, 0),
        (184, 75, 138),
        (9, 25, 2),
        (10, 30, 3),
    ],
)
def test_percentages(strength: int, percent: int, lost: int) -> None:
    """§8.34 §chart/percent The examples of 8.33, 8.34, Cannae and 9.35."""
    assert CHARTS.percent(strength, percent) == lost


def test_percentages_are_near_the_share() -> None:
    for percent in range(5, 101, 5):
        lost = [CHARTS.percent(n, percent) for n in range(1, 201)]
        assert rising(lost)
        assert all(abs(found - n * percent / 100) <= 1.5 for n, found in enumerate(lost[:100], 1))


def test_attrition() -> None:
    """§6.43 §6.46 §chart/attrition Hannibal from Pisae: 5 points, 75 adjusted, 2 lost; Liguria 2, 1, 0."""
    size = adjusted({"libya_foot": 55, "numidia_horse": 9, "carthago_elephant": 2})
    assert size == 75
    assert CHARTS.attrition(10, size, 0) == 2
    assert [CHARTS.attrition(2 * n, size, 0) for n in (4, 2, 1)] == [2, 1, 0]
    assert CHARTS.attrition(10, size, 9) == CHARTS.attrition(18, size, 0)  # four rows at most
    assert CHARTS.attrition(2 * 6, adjusted({"socii_foot": 36, "socii_horse": 8}), 0) == 1  # reports
    assert CHARTS.attrition(2 * 9, adjusted({"socii_foot": 36, "socii_horse": 8}), 0) == 2
    assert CHARTS.attrition(4, 15, 0) == 0
    for row in range(60):
        assert rising([CHARTS.attrition(2 * row, size, 0) for size in range(1, 300)])


def test_devastation() -> None:
    """§6.73 §6.75 §chart/devastation 145 strength points are 3: a 4 becomes 1, not above Campania's 2."""
    assert CHARTS.devastation(145) == 3
    assert PROVINCES["campania"].attrition == 2 >= 4 - CHARTS.devastation(145)
    assert CHARTS.devastation(24) == 0 < CHARTS.devastation(25)


def test_straits() -> None:
    """§7.33 §chart/strait At +2 a die of 5 costs 6; at -1 row A of the chart."""
    assert CHARTS.strait_losses(2, 5, 44) == 6
    assert CHARTS.strait_losses(2, 2, 44) == 0
    assert CHARTS.strait_losses(-1, 5, 44) == 13
    means = [sum(CHARTS.strait_losses(level, die, 44) for die in range(10)) for level in range(3, -5, -1)]
    assert rising(means)


def test_sieges() -> None:
    """§9.27 §9.43 §9.44 §9.52 §9.62 §9.72 §chart/sally §chart/reduction §chart/repair §chart/siege_attrition
    §chart/treachery §chart/surrender §chart/assault
    """
    assert CHARTS.sally(6, 8) == (1, 1)
    assert CHARTS.reduction(7 + SIEGE_CAPABILITY["rome"].value) == 0
    assert sum(map(CHARTS.repair, range(10))) > sum(map(CHARTS.reduction, range(10)))
    assert CHARTS.siege_attrition(False, 0, 42) == 1
    assert CHARTS.siege_attrition(True, 9, 83) == 55
    needs = [die for die in range(10) if die + 1 - 2 > CHARTS.treachery(6, 3)]
    assert needs == [8, 9]  # the example of 9.62
    assert not [die for die in range(10) if die + 1 - 3 > CHARTS.treachery(6, 4)]
    assert (CHARTS.surrender(1), CHARTS.surrender(7)) == (2, 8)
    assert CHARTS.assault(1, 3) is None
    assert CHARTS.assault(59, 10).ratio == "5:1"  # type: ignore[union-attr]


def test_transport_and_ambassadors() -> None:
    """§7.21 §12.34 §chart/transport §chart/ambassador §chart/port Better dice are never worse."""
    assert rising([-CHARTS.transport(n).percent for n in range(-9, 12)])
    assert rising([CHARTS.embassy(n).boxes for n in range(2, 16)])
    assert CHARTS.embassy(1).disaster
    assert CHARTS.ports["major"].embark > CHARTS.ports["local"].embark > CHARTS.ports["minor"].embark
    assert CHARTS.ports["none"].embark == 0


def test_auguries_fill_the_hundred() -> None:
    """§13.0 §chart/augury"""
    assert [CHARTS.augury(n) for n in (0, 50, 99)] == ["none", "envoys", "prodigy"]
    assert len({CHARTS.augury(n) for n in range(100)}) == len(CHARTS.auguries)


def test_elephants() -> None:
    """§8.36 §chart/elephants Four nines are about a quarter of thirty."""
    row = CHARTS.elephants["9"]
    assert 4 * max(row.enemy, CHARTS.percent(30, row.enemy_percent)) in range(6, 11)
    assert CHARTS.elephants["0"].lost and CHARTS.elephants["0"].own_foot == 2


def test_leaders() -> None:
    """§5.11 §4.11 Hannibal 4-7-A, Pyrrhus 3-6-B, A. Claudius 6, P. Scipio 6 with one point of guile."""
    found = {
        x: (LEADERS[x].initiative, LEADERS[x].campaign, LEADERS[x].battle) for x in ("hannibal", "pyrrhus")
    }
    assert found == {"hannibal": (4, 7, "A"), "pyrrhus": (3, 6, "B")}
    assert LEADERS["caudex"].campaign == LEADERS["scipio"].campaign == 6
    assert LEADERS["scipio"].guile == 1
    assert all(1 <= leader.initiative <= 4 for leader in LEADERS.values())


@pytest.mark.parametrize(
    ("city", "hex"),
    [
        ("carthago_city", "Cr-3028"),
        ("capua", "It-4412"),
        ("venusia", "It-4707"),
        ("thurii", "It-5509"),
        ("lilybaeum", "It-5526"),
        ("agrigentum", "It-5923"),
        ("pisae", "It-2315"),
        ("florentia", "It-2414"),
        ("amiternum", "It-3510"),
        ("alba_fucens", "It-3711"),
        ("praeneste", "It-3713"),
        ("ausculum", "It-4608"),
    ],
)
def test_named_hexes(city: str, hex: str) -> None:
    """§9.11 §6.5 The hexes that the text names."""
    assert HEXES[CITIES[city].hex].printed == hex


def test_the_lattice() -> None:
    """§6.34 §6.38 Hexes that the examples call neighbours are."""
    assert "3615" in around("3514") and "3515" in around("3514")
    assert "3613" in around("3712") and "3712" in around("3711")
    assert "6015" in around("5915") and "3227" in around("3126")


FIGURES: Mapping[str, str] = {
    "tactical": "6fae3235bb36",
    "odds": "9e9320a6c68f",
    "horse": "dd8fdd699eda",
    "elephant": "11c7e644dee1",
    "battle": "e760fee03fc0",
    "unpredictable": "d8e70e324d88",
    "percent": "88f2876ecb73",
    "attrition_column": "b88c7335b024",
    "attrition_row": "dcd2cd74c7b4",
    "strait_row": "ad55ebd9ecf3",
    "strait": "d0b55d8663cd",
    "devastation": "bf5d92f829e6",
    "transport": "c5831c843398",
    "port": "078fd25dedd2",
    "assault": "bf7a4960920d",
    "assault_letter": "91248af6a76a",
    "reduction": "9182f2a5e314",
    "repair": "6ca22e17b454",
    "siege_column": "4af61c875184",
    "siege_inside": "b6536e545640",
    "siege_outside": "acd5899baee8",
    "treachery": "d1361832d97a",
    "surrender": "d132591a01fa",
    "sally": "4045691101a6",
    "ambassador": "6942e17d1a93",
    "disaster": "f6a03af69e47",
    "status": "db20c04ae866",
    "augury": "656f6571f3f9",
}
"""The charts, each with a digest of its figures, which were compared with the printed ones cell by cell."""


def test_no_figure_of_a_chart_is_another() -> None:
    """§2.3 A cell that is changed unawares changes the digest of its chart."""
    charts = tomllib.loads((DATA / "charts.toml").read_text(encoding="utf-8"))
    found = {name: json.dumps(chart, sort_keys=True) for name, chart in charts.items() if name != "source"}
    assert {name: sha256(text.encode()).hexdigest()[:12] for name, text in found.items()} == FIGURES
