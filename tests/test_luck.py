"""Battles that one die decides: the victories that the table gave each side, and those that the die gave."""

from __future__ import annotations

from pytest import approx

from adjudicator import GAMES
from adjudicator.ancient_world.board import CHARTS
from adjudicator.ancient_world.board.charts import STAR
from adjudicator.ancient_world.world import CARTHAGE, ROME
from adjudicator.belisarius.board import crt
from adjudicator.core import Event
from adjudicator.ottomans.board import COLUMNS


def test_a_column_of_belisarius_by_both_sides() -> None:
    """Neutral defenders are no side."""
    column = [crt("assault", "1/1", die) for die in range(1, 7)]
    fought = {"seat": "empire", "table": "assault", "odds": "1/1", "die": 1, "how": column[0]}
    found = GAMES["belisarius"].luck(
        [
            *(Event("odds", "17.71", {"defender": "barbarian"}), Event("battle", "17.1", fought)),
            *(Event("odds", "17.71", {"defender": "neutral"}), Event("battle", "17.1", fought)),
        ]
    )
    won = {letter: sum(one[0] == letter for one in column) / 6 for letter in "AD"}
    assert (found["empire"].dice, found["barbarian"].dice) == (2, 1)
    assert found["empire"].expected == approx(2 * won["D"]) and found["barbarian"].expected == approx(
        won["A"]
    )
    assert found["empire"].hits == 2 * (column[0][0] == "D")


def test_a_column_of_ottomans_by_attackers() -> None:
    column = COLUMNS[-1]
    attacked = Event("attacked", "9.1", {"seat": "turks"})
    result = Event("result", "27.0", {"odds": column.name, "how": column.results[5]})
    found = GAMES["ottomans"].luck([attacked, result, result])
    assert list(found) == ["turks"] and found["turks"].dice == 2
    assert found["turks"].expected == approx(2 * sum(one[0] == "D" for one in column.results) / 6)
    assert found["turks"].hits == 2 * (column.results[5][0] == "D")


def test_a_sum_of_the_ancient_world_by_both_sides() -> None:
    """§8.33 A smaller percentage than the enemy's; unpredictable results are nobody's."""
    values = {"attacker": ROME, "defender": CARTHAGE, "die": 9, "total": 22}
    found = GAMES["ancient_world"].luck([Event("battle", "8.3", values)])
    rows = [CHARTS.result(13 + die) for die in range(10)]
    lost = [[1 if percent == STAR else percent for percent in (one.attacker, one.defender)] for one in rows]
    ahead, behind = [ours < theirs for ours, theirs in lost], [ours > theirs for ours, theirs in lost]
    assert any(ahead) and not all(ahead)
    assert found[ROME].dice == found[CARTHAGE].dice == 1
    assert found[ROME].expected == approx(sum(ahead) / 10)
    assert found[CARTHAGE].expected == approx(sum(behind) / 10)
    assert found[ROME].hits == ahead[9]
