"""Seedings of brackets and pools that keep players apart, compared with all there are."""

from __future__ import annotations

from itertools import combinations, permutations

import pytest

from adjudicator.core.log.chance import sampler
from tournaments.pairing import elimination, keeping_apart, pools
from tournaments.rules import Rules

TWO = ["rome", "carthage"]
PLAYERS = ["p1", "p2", "p3", "p4", "p5", "p6"]
PAIRS = [frozenset(pair) for pair in combinations(PLAYERS, 2)]


def halves(order: list[str]) -> list[list[str]]:
    places = elimination.bracket(order)
    return [places[: len(places) // 2], places[len(places) // 2 :]]


def dealt(order: list[str]) -> list[list[str]]:
    return [*pools.deal(order, 3).values()]


def is_kept(groups: list[list[str]], apart: list[frozenset[str]]) -> bool:
    return not any(pair <= {*group} for pair in apart for group in groups)


@pytest.mark.parametrize("form", ["elimination", "pools"])
def test_players_are_kept_apart_whenever_an_order_does_so(form: str) -> None:
    """§4.3, §4.4 In 60 sets of blocked pairs; of all 720 orders none does what the program does not."""
    rules, rng = Rules(format=form, seats=TWO, pool=3), sampler(5)
    groups = halves if form == "elimination" else dealt
    every = [groups([*order]) for order in permutations(PLAYERS)]
    found = []
    for _ in range(60):
        apart = sorted({PAIRS[rng.below(len(PAIRS))] for _ in range(1 + rng.below(6))}, key=sorted)
        order = keeping_apart.seeding(rules, PLAYERS, apart)
        assert sorted(order) == PLAYERS
        found.append(is_kept(groups(order), apart))
        assert found[-1] == any(is_kept(one, apart) for one in every)
    assert {*found} == {True, False}


def test_where_halves_cannot_keep_them_apart_the_first_round_does() -> None:
    rules = Rules(format="elimination", seats=TWO)
    apart = [frozenset(pair) for pair in combinations(PLAYERS[:3], 2)]
    places = elimination.bracket(keeping_apart.seeding(rules, PLAYERS, apart))
    assert is_kept([places[i : i + 2] for i in range(0, len(places), 2)], apart)
    assert not is_kept(halves(keeping_apart.seeding(rules, PLAYERS, apart)), apart)


def test_without_blocks_and_in_other_formats_the_order_is_that_of_the_lot() -> None:
    for form in ("elimination", "pools", "swiss", "round_robin"):
        assert keeping_apart.seeding(Rules(format=form, seats=TWO), PLAYERS, []) == PLAYERS
    assert keeping_apart.seeding(Rules(format="round_robin", seats=TWO), PLAYERS, PAIRS) == PLAYERS


def test_a_search_without_end_is_given_up() -> None:
    """256 players of whom half have blocked all the others cannot be kept apart; the lot's order stays."""
    players = [f"p{n}" for n in range(256)]
    apart = [frozenset(pair) for pair in combinations(players[:129], 2)]
    assert keeping_apart.seeding(Rules(format="pools", seats=TWO, pool=16), players, apart) == players
