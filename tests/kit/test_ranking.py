"""The order of the seats at the end (`ranking`), in all games: the winners of the text come first."""

from __future__ import annotations

from itertools import chain

from adjudicator.core import Score
from adjudicator.core.game.game import ranking, winners

from .game import GameUnderTest
from .games import each_game
from .selfplay import founded


@each_game
def test_whoever_would_win_is_ranked_first(kit: GameUnderTest) -> None:
    game = kit.game
    for scenario in kit.some_scenarios:
        world, seats = founded(kit, 1, scenario), list(kit.scenario_of(1, scenario).seats)
        for n, ahead in enumerate(seats):
            score = game.ended_now(world, {ahead: 5 * n})
            ranks, won = ranking(score), winners(score.result)
            assert sorted(chain(*ranks)) == sorted(seats)
            assert {*won} <= {*chain(*ranks[: len(won)])}
            if score.result.get("how") == "draw":
                assert ranks == [ranks[0]]


def test_equal_seats_share_a_rank_and_winners_are_before_who_has_more() -> None:
    """A winner by a tie-break or by survival may have fewer points than somebody who has not won."""
    points = {"a": 4, "b": 9, "c": 9, "d": 4}
    assert ranking(Score(points, {})) == [["b", "c"], ["a", "d"]]
    assert ranking(Score(points, {}, {"winner": "a"})) == [["a"], ["b", "c"], ["d"]]
    assert ranking(Score(points, {}, {"winners": ["d", "b"]})) == [["b"], ["d"], ["c"], ["a"]]
    assert ranking(Score(points, {}, {"winner": "", "how": "draw"})) == [["a", "b", "c", "d"]]
    margins = {"a": -6, "b": -1, "c": -3, "d": 0}
    assert ranking(Score(points, {}, {"winners": []}, margins)) == [["d"], ["b"], ["c"], ["a"]]
