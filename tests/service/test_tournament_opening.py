"""Closed games of a tournament: to players until a game ends, to the public until the round does."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from service.usecases.play import queries
from service.usecases.time import leaving
from tests.harness.club import SCORED, TWO, Club
from tests.harness.service import by, service_harness
from tournaments.rules import Rules


@pytest.fixture
def club(tmp_path: Path) -> Iterator[Club]:
    with service_harness(tmp_path / "tabellarius.sqlite", SCORED) as b:
        yield Club(b)


def begun(club: Club, rules: Rules, players: int = 4) -> int:
    id = club.found(rules, players)
    club.tournaments.next_round(by("director"), id)
    club.settle()
    return id


def ended(club: Club, campaign: int) -> None:
    club.play(campaign)
    club.settle()


def is_open(club: Club, campaign: int) -> tuple[bool, bool]:
    """Whether a game is open to its players, and to the public."""
    service = club.b.service
    (north, south) = service.status(campaign).members.values()
    to_players = service.is_open(campaign, to_public=False)
    to_public = service.is_open(campaign, to_public=True)
    for user in (north.user, south.user, "director"):
        assert service.may_see(user, campaign, "south") == (to_players or user == south.user)
    assert service.may_see("a stranger", campaign, "south") == to_public
    for reader, opened in ((None, to_public), ("north", to_players)):
        assert any('"hroot"' in line for line in service.look(campaign, queries.export, reader)) == opened
    assert service.look(campaign, queries.verdict).errors == []
    return to_players, to_public


def test_a_game_opens_to_its_players_at_its_end_and_to_all_after_the_round(club: Club) -> None:
    id = begun(club, Rules(format="swiss", seats=TWO, rounds=2, delay=2))
    first, second = club.campaigns(id)["1.1"], club.campaigns(id)["1.2"]
    assert is_open(club, first) == (False, False)
    ended(club, first)
    assert (is_open(club, first), is_open(club, second)) == ((True, False), (False, False))
    ended(club, second)
    assert is_open(club, first) == (True, False)
    club.b.clock.now += 2 * 3600
    assert is_open(club, first) == is_open(club, second) == (True, True)


def test_two_games_of_one_pair_open_together(club: Club) -> None:
    id = begun(club, Rules(format="swiss", seats=TWO, rounds=1, sides="both"), 2)
    first, second = club.campaigns(id)["1.1"], club.campaigns(id)["1.1b"]
    ended(club, first)
    assert is_open(club, first) == (False, False)
    ended(club, second)
    assert is_open(club, first) == is_open(club, second) == (True, True)


def test_a_provisional_game_keeps_itself_and_its_pair_closed_until_it_opens(club: Club) -> None:
    id = begun(club, Rules(format="swiss", seats=TWO, rounds=1, sides="both"), 2)
    first, second = club.campaigns(id)["1.1"], club.campaigns(id)["1.1b"]
    ended(club, first)
    club.b.service.do(
        by(club.b.service.status(second).members["north"].user), second, leaving.resign, "north"
    )
    club.settle()
    assert is_open(club, first) == is_open(club, second) == (False, False)
    club.b.clock.now += 24 * 3600
    club.b.service.tick()
    club.settle()
    assert is_open(club, first) == is_open(club, second) == (True, True)


def test_a_game_of_no_tournament_opens_to_all_at_its_end(club: Club) -> None:
    campaign = club.b.found("nim", "short")
    club.b.play(campaign)
    assert club.b.service.is_open(campaign, to_public=True)
    assert any('"hroot"' in line for line in club.b.service.look(campaign, queries.export, None))
