"""Whole tournaments of every format over campaigns of a small game, from founding to the last result."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from service.usecases.tournaments import entering
from service.usecases.tournaments.founding import TournamentPlan
from service.values.time_control import TimeControl
from tests.harness.club import SCORED, TWO, Club
from tests.harness.service import by, service_harness
from tests.tournaments.test_formats import held, met
from tournaments.rules import Rules
from tournaments.sides import history

pytestmark = pytest.mark.byhand


@pytest.fixture
def club(tmp_path: Path) -> Iterator[Club]:
    with service_harness(tmp_path / "tabellarius.sqlite", SCORED) as b:
        yield Club(b)


def begun(club: Club, rules: Rules, players: int) -> int:
    plan = TournamentPlan("Spring", "nim", "short", rules, pace=TimeControl("fixed", 72))
    id = club.tournaments.found(by("director", "new"), plan).campaign
    for n in range(players):
        club.tournaments.do(by(f"user{n}"), id, entering.enter, f"Player {n}")
    club.tournaments.do(by("director"), id, entering.close)
    return id


def played(club: Club, id: int) -> None:
    """Play the round that is paired next."""
    club.tournaments.next_round(by("director"), id)
    club.settle()
    begun = club.campaigns(id)
    for match in club.tournaments.look(id).t.open_games:
        club.play(begun[match.id])
    club.settle()


@pytest.mark.parametrize("players", [6, 17, 64, 200])
def test_five_swiss_rounds_with_withdrawals_and_late_entries(club: Club, players: int) -> None:
    id = begun(club, Rules(format="swiss", seats=TWO, rounds=5), players)
    for round in range(1, 6):
        played(club, id)
        if round == 2:
            club.tournaments.do(by("user2"), id, entering.withdraw, "p3", "no time")
            for late in ("late one", "late two"):
                club.tournaments.do(by(late), id, entering.enter, late.title())
    club.tournaments.next_round(by("director"), id)
    t = club.tournaments.look(id).t
    held(t)
    assert t.state == "over"
    assert len(met(t)) == len({*met(t)})
    assert all(abs(had["north"] - had["south"]) <= 1 for had in history(t).values())
    assert all(
        match.result is not None and match.result.how == "played" for match in t.games() if not match.is_bye
    )
    club.verified(id)


@pytest.mark.parametrize(
    ("rules", "players"),
    [
        (Rules(format="round_robin", seats=TWO), 5),
        (Rules(format="round_robin", seats=TWO, sides="both"), 4),
        (Rules(format="elimination", seats=TWO), 7),
        (Rules(format="pools", seats=TWO, pool=3), 9),
    ],
    ids=lambda value: f"{value.format} {value.sides}" if isinstance(value, Rules) else str(value),
)
def test_other_formats_to_their_end(club: Club, rules: Rules, players: int) -> None:
    id = begun(club, rules, players)
    while club.tournaments.look(id).t.state == "playing":
        played(club, id)
    held(club.tournaments.look(id).t)
    club.verified(id)
