"""Points of a tournament: levels of victory, bids, endings; what a game comes to if it ends now."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from adjudicator import GAMES
from adjudicator.core import Score, winners
from service.usecases.play import queries
from service.usecases.tournaments import results, sides
from tests.harness.club import SCORED, TWO, Club
from tests.harness.service import by, service_harness
from tests.tournaments.simulation import Simulation
from tournaments import standings, verify
from tournaments.points import points
from tournaments.rules import Rules
from tournaments.state import Match, Result


@pytest.fixture
def club(tmp_path: Path) -> Iterator[Club]:
    with service_harness(tmp_path / "tabellarius.sqlite", SCORED) as b:
        yield Club(b)


class Campaign:
    seats = TWO


def outcome(why: str, result: dict[str, Any], score: Score, *, has_bids: bool = False) -> object:
    body = {"why": why, "result": result}
    return results.outcome(Campaign(), body, score, has_bids=has_bids)  # type: ignore[arg-type]


def test_the_result_of_a_campaign_has_its_level() -> None:
    points = {"north": 7, "south": 5}
    won = results.Outcome("played", ["north"], False, "rome", points, {"north": 1, "south": 2})
    assert outcome("over", {"winner": "north", "how": "rome"}, Score(points, {})) == won
    great = {"winner": "north", "how": "points", "north": "great", "south": "decline"}
    won = results.Outcome("played", ["north"], False, "great", points, {"north": 1, "south": 2})
    assert outcome("over", great, Score(points, {})) == won
    gone = results.Outcome("forfeit", ["south"], False, "", {})
    assert outcome("claimed", {"resigned": ["north"]}, Score({}, {})) == gone
    assert outcome("storm", {}, Score({}, {})) is None


def test_with_a_bid_the_score_with_its_points_decides_but_no_resignation() -> None:
    score = Score({"north": 7, "south": 9}, {}, {"winner": "south", "how": "points"})
    entry = {"winner": "north", "how": "points"}
    said = outcome("over", entry, score, has_bids=True)
    assert isinstance(said, results.Outcome) and said.won == ["south"]
    given_up = outcome("surrender", entry, score, has_bids=True)
    assert isinstance(given_up, results.Outcome) and given_up.won == ["north"]


def test_the_loser_of_a_bidding_begins_with_the_higher_bid(club: Club) -> None:
    """And with that alone: what the loser bid is worth nothing (design/tournaments.md §5)."""
    rules = Rules(format="swiss", seats=TWO, rounds=1, sides="bid", bid_for="north", most_bid=50)
    id = club.found(rules, 2)
    club.tournaments.next_round(by("director"), id)
    club.tournaments.do(by("anna"), id, sides.bid, "1.1", 40)
    club.tournaments.do(by("bela"), id, sides.bid, "1.1", 30)
    club.settle()
    (campaign,) = club.campaigns(id).values()
    club.play(campaign)
    points = dict(club.b.service.look(campaign, queries.score).points)
    club.settle()
    match = club.tournaments.look(id).t.matches["1.1"]
    assert match.seats == {"north": "p1", "south": "p2"}
    assert match.result is not None
    assert match.result.won == ["p2"]
    assert match.result.margin == points["south"] + 40 - points["north"]
    club.verified(id)


RULES = Rules(
    format="swiss",
    seats=TWO,
    scores={"win": 3, "draw": 1, "loss": 0, "surrender_loss": 1},
    levels={"great": [5, 0]},
)


@pytest.mark.parametrize(
    ("result", "expected"),
    [
        (Result("played", ["p1"]), (3, 0)),
        (Result("played", ["p1"], level="great"), (5, 0)),
        (Result("played", ["p1"], level="collapse"), (3, 0)),
        (Result("surrender", ["p1"]), (3, 1)),
        (Result("forfeit", ["p1"], level="great"), (3, 0)),
        (Result("played", [], 1), (1, 1)),
    ],
    ids=lambda value: f"{value.how}-{value.level}" if isinstance(value, Result) else "",
)
def test_an_ending_counts_as_any_win_unless_the_card_says_otherwise(
    result: Result, expected: tuple[int, int]
) -> None:
    """The winner of a timeout has his points; the verifier counts the same."""
    simulation = Simulation(RULES, 2)
    (match,) = simulation.pair()
    simulation.result(match, result)
    found = {row.player: row.points for row in standings.standings(simulation.t)}
    assert (found["p1"], found["p2"]) == expected
    lines = [{**entry.body, "head": entry.head} for entry in simulation.entries]
    assert dict(verify.standings(verify.verify(lines))) == found
    assert points(simulation.t, Match("2.1", 2, ["p1"]), "p1") == 2


@pytest.mark.parametrize("name", GAMES)
def test_what_a_game_comes_to_if_it_ends_now(name: str) -> None:
    """Every way to win has a name, and enough points win for any side (§8.4, §23.3, §21.13, §14.0)."""
    game = GAMES[name]
    scenario = next(one for one in game.scenarios() if len(one.seats) == 2)
    world = game.found(scenario.id, {}, scenario.seats)
    points = game.score(world).points
    for seat in scenario.seats:
        found = game.ended_now(world, {seat: 500})
        assert winners(found.result) == [seat]
        assert found.points[seat] == points[seat] + 500
        assert found.level(seat) in game.levels
    assert not game.score(world).result


def test_a_war_is_drawn_between_its_margins() -> None:
    """§14.0 ruling AW-M11: of Epirus 10 points, of Rome one, are a victory."""
    game = GAMES["ancient_world"]
    world = game.found("pyrrhus_in_italy", {}, ("rome", "epirus"))
    points = game.score(world).points
    level = points["rome"] - points["epirus"]
    for ahead, won in ((-1, ["rome"]), (0, []), (9, []), (10, ["epirus"])):
        found = game.ended_now(world, {"epirus": level + ahead})
        assert winners(found.result) == won
        assert (found.result["how"] == "draw") == (not won)
