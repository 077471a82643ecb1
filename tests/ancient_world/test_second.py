"""The umpire and the second reading agree (see `second`)."""

from __future__ import annotations

import pytest

from .second import charts
from .second.battle import percentages
from .second.games import compared, follow
from .second.ground import weight
from .second.losses import due
from .second.outcome import butchered
from .second.sieges import assault_loss, garrison_loss
from .second.watch import Tally


def test_the_umpire_does_as_a_second_reading_says() -> None:
    tally = Tally()
    follow(14, tally, answers=30)
    assert tally.differences == []
    assert tally.counts["attrition: points"] and tally.counts["continuation"] and tally.counts["province"]


@pytest.mark.matrix
def test_whole_games_go_as_a_second_reading_says() -> None:
    tally = compared(range(24, 27))
    assert tally.differences == []
    kinds = ("interception: modifier", "sum", "losses", "casualties: fate", "hunger: lost", "assault: result")
    assert [kind for kind in kinds if not tally.counts[kind]] == []


@pytest.mark.byhand
def test_four_hundred_games_go_as_a_second_reading_says() -> None:
    assert compared(range(400)).differences == []


def test_the_printed_examples_come_out_in_the_second_reading() -> None:
    """§6.43 §6.46 §8.31 §8.33 §8.34 §8.38 §8.4 §9.27 §9.35 §9.62 §9.72, of the second reading itself."""
    hannibal = {"libya_foot": 55, "numidia_horse": 9, "carthago_elephant": 2}
    assert (weight(hannibal), charts.attrition(5, 75, 0)) == (75, 2)
    assert [charts.attrition(points, 75, 0) for points in (4, 2, 1)] == [2, 1, 0]
    assert charts.ability("A", 3) - charts.ability("E", 6) == 3
    assert (charts.ratio(97, 184), charts.horse(13, roman=False, ground="flat")) == (-2, 4)
    assert (charts.result(22), charts.part(75, 184)) == ((charts.STAR, 75), 138)
    assert percentages(11, None, charts.ratio(50, 10)) == ((10, 30), (0, 30))
    assert percentages(14, 2, 0)[0] == (20, 5)
    libyans = {
        "libya_foot": 45,
        "hispani_foot": 15,
        "galli_foot": 18,
        "hispani_horse": 10,
        "numidia_horse": 8,
    }
    assert due(libyans, 20, 2) == {"foot": 16, "horse": 4, "elephant": 0}
    assert butchered(6, 3) == 15
    assert charts.sally(charts.ability("B", 5), 8) == (1, 1)
    assert (charts.part(assault_loss(3, won=False), 15), charts.part(garrison_loss(5), 9)) == (3, 2)
    assert (charts.treachery(6, 3), charts.surrender(1), charts.surrender(7)) == (6, 2, 8)
