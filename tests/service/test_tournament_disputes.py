"""Games that do not end: panels with a tie-breaker, appeals, results by the score, closing."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from adjudicator.core import NotNow, Refusal
from service.usecases.play import playing, queries
from service.usecases.tournaments import entering, results, staff
from tests.harness.club import SCORED, TWO, Club, unfinished
from tests.harness.service import by, service_harness
from tournaments.rules import Rules
from tournaments.state import Result

DAY = 24 * 3600


@pytest.fixture
def club(tmp_path: Path) -> Iterator[Club]:
    with service_harness(tmp_path / "tabellarius.sqlite", SCORED) as b:
        yield Club(b)


def disputed(club: Club, rounds: int = 1) -> tuple[int, list[str], list[str]]:
    """A tournament of eight whose first game has stopped: its number, the players, and three judges."""
    id = club.found(Rules(format="swiss", seats=TWO, rounds=rounds, days=10), 8)
    club.tournaments.next_round(by("director"), id)
    club.settle()
    club.b.clock.now += 11 * DAY
    club.settle()
    t = club.tournaments.look(id).t
    players = t.matches["1.1"].players
    others = [player for player in t.players if player not in players]
    club.tournaments.do(
        by(user(club, id, players[0])), id, results.state_case, "1.1", "won", "I hold more coins."
    )
    club.tournaments.do(by(user(club, id, players[1])), id, results.state_case, "1.1", "won", "I move next.")
    assert club.tournaments.look(id).t.matches["1.1"].result is None
    return id, players, others[:3]


def user(club: Club, id: int, player: str) -> str:
    return club.tournaments.look(id).people[player].user


def test_two_judges_who_agree_decide_and_the_third_is_not_heard(club: Club) -> None:
    id, players, judges = disputed(club)
    for wrong in ([judges[0]], judges[:2], [judges[0], judges[0], judges[1]]):
        with pytest.raises(Refusal):
            club.tournaments.do(by("director"), id, results.appoint, "1.1", wrong)
    with pytest.raises(NotNow, match="cannot rule"):
        club.tournaments.do(by("director"), id, results.appoint, "1.1", [players[0], *judges[:2]])
    with pytest.raises(NotNow, match="director"):
        club.tournaments.do(by(user(club, id, judges[0])), id, results.appoint, "1.1", judges)
    club.tournaments.do(by("director"), id, results.appoint, "1.1", judges)
    first, second, third = (user(club, id, judge) for judge in judges)
    ruling = Result("panel", [players[1]])
    with pytest.raises(NotNow, match="director"):
        club.tournaments.do(by(user(club, id, players[0])), id, results.rule, "1.1", ruling, "mine")
    with pytest.raises(Refusal, match="reason"):
        club.tournaments.do(by(first), id, results.rule, "1.1", ruling, " ")
    with pytest.raises(NotNow, match="disagree"):
        club.tournaments.do(by(third), id, results.rule, "1.1", ruling, "early")
    club.tournaments.do(by(first), id, results.rule, "1.1", ruling, "the points")
    with pytest.raises(NotNow, match="already"):
        club.tournaments.do(by(first), id, results.rule, "1.1", ruling, "again")
    assert club.tournaments.look(id).t.matches["1.1"].result is None
    club.tournaments.do(by(second), id, results.rule, "1.1", ruling, "the points as well")
    result = club.tournaments.look(id).t.matches["1.1"].result
    assert result is not None
    assert (result.how, result.won) == ("panel", [players[1]])
    club.verified(id)


def test_the_third_breaks_a_tie_and_one_appeal_goes_to_the_director(club: Club) -> None:
    id, players, judges = disputed(club)
    club.tournaments.do(by("director"), id, results.appoint, "1.1", judges)
    first, second, third = (user(club, id, judge) for judge in judges)
    club.tournaments.do(by(first), id, results.rule, "1.1", Result("panel", [players[0]]), "a")
    club.tournaments.do(by(second), id, results.rule, "1.1", Result("panel", [], 1), "b")
    assert club.tournaments.look(id).t.matches["1.1"].result is None
    club.tournaments.do(by(third), id, results.rule, "1.1", Result("panel", [players[0]]), "c")
    result = club.tournaments.look(id).t.matches["1.1"].result
    assert result is not None and result.won == [players[0]]
    loser, winner = user(club, id, players[1]), user(club, id, players[0])
    club.tournaments.do(by(loser), id, results.appeal, "1.1", "the move was mine")
    for who in (loser, winner):
        with pytest.raises(NotNow, match="already"):
            club.tournaments.do(by(who), id, results.appeal, "1.1", "again")
    corrected = Result("correction", [], 1)
    club.tournaments.do(by("director"), id, results.correct, "1.1", corrected, "nobody is ahead")
    assert club.tournaments.look(id).t.matches["1.1"].result == corrected
    club.verified(id)


def test_judges_meet_neither_player_later(club: Club) -> None:
    id, players, judges = disputed(club, rounds=4)
    club.tournaments.do(by("director"), id, results.appoint, "1.1", judges)
    for judge in judges[:2]:
        ruling = Result("panel", [players[0]])
        club.tournaments.do(by(user(club, id, judge)), id, results.rule, "1.1", ruling, "the points")
    for match in club.tournaments.look(id).t.open_games:
        club.tournaments.do(
            by("director"), id, results.rule, match.id, Result("panel", [match.players[0]]), "late"
        )
    for _ in range(2):
        club.round(id)
    t = club.tournaments.look(id).t
    pairs = [{*match.players} for match in t.games() if not match.is_bye]
    assert not any({judge, player} in pairs for judge in judges for player in players)
    assert not club.verified(id).notes


def test_an_assistant_and_the_director_may_be_judges(club: Club) -> None:
    id, players, judges = disputed(club)
    club.tournaments.do(by("director"), id, staff.appoint, "helper", "Helper")
    club.tournaments.do(by("director"), id, results.appoint, "1.1", ["helper", judges[0], "director"])
    helper, *others = club.tournaments.look(id).t.matches["1.1"].judges
    assert others == [judges[0], "director"]
    assert helper.startswith("staff:")
    assert "Helper" not in json.dumps(club.tournaments.export(id))
    club.tournaments.do(by("helper"), id, results.rule, "1.1", Result("panel", [players[0]]), "a")
    club.tournaments.do(
        by(user(club, id, judges[0])), id, results.rule, "1.1", Result("panel", [players[1]]), "b"
    )
    club.tournaments.do(by("director"), id, results.rule, "1.1", Result("panel", [players[1]]), "c")
    result = club.tournaments.look(id).t.matches["1.1"].result
    assert result is not None and result.won == [players[1]]


def test_in_a_round_robin_only_those_rule_who_do_not_play_any_more(club: Club) -> None:
    id = club.found(Rules(format="round_robin", seats=TWO, days=10), 6)
    club.tournaments.next_round(by("director"), id)
    club.settle()
    players = club.tournaments.look(id).t.matches["1.1"].players
    judges = [player for player in club.tournaments.look(id).t.players if player not in players][:3]
    with pytest.raises(NotNow, match="has played against one of the two"):
        club.tournaments.do(by("director"), id, results.appoint, "1.1", judges)
    for judge in judges:
        club.tournaments.do(by(user(club, id, judge)), id, entering.withdraw, judge, "time")
    club.tournaments.do(by("director"), id, results.appoint, "1.1", judges)


def test_the_score_decides_where_the_tournament_says_so(club: Club) -> None:
    id = club.found(Rules(format="swiss", seats=TWO, rounds=1, days=10, unfinished="level"), 4)
    club.tournaments.next_round(by("director"), id)
    club.settle()
    campaign = club.campaigns(id)["1.1"]
    members = club.b.service.status(campaign).members
    club.b.service.do(by(members["north"].user), campaign, playing.submit, "north", 3)
    club.b.service.do(by(members["south"].user), campaign, playing.submit, "south", 1)
    club.b.clock.now += 11 * DAY
    club.settle()
    t = club.tournaments.look(id).t
    result, other = t.matches["1.1"].result, t.matches["1.2"].result
    assert result is not None and other is not None
    assert (result.how, result.won, result.margin) == ("level", [t.matches["1.1"].seats["south"]], 3)
    assert (other.how, other.drawn) == ("level", 1)
    club.verified(id)


def test_a_game_that_the_tournament_has_decided_is_provisional_and_opens_a_day_later(club: Club) -> None:
    id = unfinished(club)
    campaign = club.campaigns(id)["1.1"]
    loser = club.tournaments.look(id).t.matches["1.1"].players[0]
    club.tournaments.do(by("director"), id, results.forfeit, "1.1", loser, "three weeks of silence")
    club.settle()
    status = club.b.service.status(campaign)
    assert status.campaign.state == "closed"
    assert not club.b.service.may_see("zita", campaign, "north")
    with pytest.raises(NotNow):
        club.b.service.do(by(status.members["north"].user), campaign, playing.submit, "north", 1)
    club.b.clock.now += DAY + 1
    club.b.service.tick()
    assert club.b.service.status(campaign).campaign.state == "over"
    result = club.tournaments.look(id).t.matches["1.1"].result
    assert result is not None and result.how == "forfeit"
    assert club.b.service.look(campaign, queries.verdict).errors == []


def test_a_sealed_statement_changes_nothing_that_the_opponent_sees_but_its_seal(club: Club) -> None:
    """Two worlds: proposals and texts of any length give entries of one shape."""
    id, shapes = unfinished(club), []
    club.b.clock.now += 11 * DAY
    for game, said, text in (("1.1", "won", "I hold more coins, and move next."), ("1.2", "lost", "")):
        player = club.tournaments.look(id).t.matches[game].players[0]
        club.tournaments.do(by(user(club, id, player)), id, results.state_case, game, said, text)
        exported = club.tournaments.export(id)
        entry = exported["entries"][-1]
        shapes.append({key: len(str(value)) for key, value in entry.items() if key != "n"})
        assert "coins" not in str(exported)
    assert shapes[0] == shapes[1]
