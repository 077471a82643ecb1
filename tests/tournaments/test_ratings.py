"""Ratings and the balance of scenarios."""

from __future__ import annotations

from tournaments.ratings import Rated, balance, ratings

A, B = ("a", ""), ("b", "")


def games(results: str) -> list[Rated]:
    """Games of a (north) against b (south): "a" and "b" won, "-" is a draw."""
    seats = {"north": "a", "south": "b"}
    return [Rated(str(i), "nim/short", seats, won.strip("-")) for i, won in enumerate(results)]


def test_who_wins_rises_and_becomes_surer() -> None:
    once, often = ratings(games("a")), ratings(games("aaaaa"))
    assert once[A].mu > 25 > once[B].mu
    assert often[A].mu > once[A].mu
    assert often[A].sigma < once[A].sigma < 25 / 3
    assert often[A].games == 5


def test_a_draw_between_equals_moves_nobody() -> None:
    drawn = ratings(games("-"))
    assert round(drawn[A].mu - drawn[B].mu, 9) == 0


def test_each_side_has_a_rating_of_its_own() -> None:
    exchanged = Rated("x", "nim/short", {"north": "b", "south": "a"}, "b")
    found = ratings([*games("a"), exchanged], by_side=True)
    assert {one: rating.games for one, rating in found.items()} == {
        ("a", "north"): 1,
        ("b", "south"): 1,
        ("b", "north"): 1,
        ("a", "south"): 1,
    }
    assert found["a", "north"].mu == found["b", "north"].mu > 25 > found["a", "south"].mu


def test_a_share_of_wins_has_its_interval() -> None:
    share = balance(games("aab-"), "north")
    assert (share.games, share.won) == (4, 2.5)
    assert 0 < share.low < 0.625 < share.high < 1
    assert balance(games("a" * 100), "north").low > 0.95
    assert balance([], "north").high == 1.0
