"""Tournaments over real campaigns of small games: from founding to the last result."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from itertools import combinations
from pathlib import Path

import pytest

from adjudicator.core import NotNow, Refusal
from adjudicator.core.language.words import words
from adjudicator.core.log.chance import sampler
from service.usecases.play import queries
from service.usecases.time import leaving
from service.usecases.tournaments import entering, erasing, export, results, rounds, sides, staff
from service.usecases.tournaments.founding import TournamentPlan
from service.values.time_control import TimeControl
from tests.harness.club import PEOPLE, SCORED, TWO, Club, unfinished
from tests.harness.service import by, service_harness
from tournaments.rules import Rules
from tournaments.standings import standings
from tournaments.state import Result


@pytest.fixture
def club(tmp_path: Path) -> Iterator[Club]:
    with service_harness(tmp_path / "tabellarius.sqlite", SCORED) as b:
        yield Club(b)


def test_a_tournament_is_played_from_founding_to_its_last_result(club: Club) -> None:
    id = club.found(Rules(format="swiss", seats=TWO, rounds=3), 6)
    for _ in range(3):
        club.round(id)
    club.tournaments.next_round(by("director"), id)
    t = club.tournaments.look(id).t
    assert t.state == "over"
    assert len(club.campaigns(id)) == 9
    assert all(match.result is not None and match.result.how == "played" for match in t.games())
    assert sum(row.points for row in standings(t)) == 18
    club.verified(id)
    for game, campaign in club.campaigns(id).items():
        status = club.b.service.status(campaign)
        assert status.campaign.title == f"Spring {game}"
        assert status.campaign.referee == "director"
        seats = {seat: club.tournaments.look(id).player_of(m.user) for seat, m in status.members.items()}
        assert seats == t.matches[game].seats


def test_tables_of_four_share_their_points(club: Club) -> None:
    seats = list(club.b.context.games["league"].scenarios()[0].seats)
    rules = Rules(format="swiss", seats=seats, rounds=2, tie_breaks=["ranks", "lot"])
    id = club.found(rules, 8, "league", club.b.context.games["league"].scenarios()[0].id)
    club.round(id)
    club.round(id)
    assert all(len(match.players) == 4 for match in club.tournaments.look(id).t.games())
    book = club.tournaments.look(id)
    for match in book.t.games():
        assert match.result is not None and {*match.result.ranks} == {*match.players}
        best = [player for player, place in match.result.ranks.items() if place == 1]
        assert match.result.drawn or not match.result.won or {*best} <= {*match.result.won}
    behind = {row.player: row.broken["ranks"] for row in book.rows}
    assert any(behind.values()) and max(behind.values()) <= 2 * 3
    ties = [(-row.points, -row.broken["ranks"]) for row in book.rows]
    assert ties == sorted(ties)
    club.verified(id)


def test_the_higher_bid_has_the_side_and_the_other_its_points(club: Club) -> None:
    rules = Rules(format="swiss", seats=TWO, rounds=1, sides="bid", bid_for="north", most_bid=5)
    id = club.found(rules, 2)
    club.tournaments.next_round(by("director"), id)
    club.settle()
    assert club.campaigns(id) == {}
    with pytest.raises(NotNow, match="0"):
        club.tournaments.do(by("anna"), id, sides.bid, "1.1", 6)
    club.tournaments.do(by("anna"), id, sides.bid, "1.1", 2)
    club.tournaments.do(by("anna"), id, sides.bid, "1.1", 3)
    sealed = json.dumps(club.tournaments.export(id))
    assert '"bid": 3' not in sealed
    club.tournaments.do(by("bela"), id, sides.bid, "1.1", 3)
    assert club.tournaments.look(id).t.matches["1.1"].bidding == 2
    club.tournaments.do(by("anna"), id, sides.bid, "1.1", 1)
    club.tournaments.do(by("bela"), id, sides.bid, "1.1", 4)
    book = club.tournaments.look(id)
    assert book.t.matches["1.1"].seats["north"] == book.player_of("bela")
    club.settle()
    assert len(club.campaigns(id)) == 1
    club.verified(id)
    with pytest.raises(NotNow, match="settled"):
        club.tournaments.do(by("anna"), id, sides.bid, "1.1", 1)


def test_three_equal_bids_are_decided_by_a_lot_that_verifies(club: Club) -> None:
    rules = Rules(format="swiss", seats=TWO, rounds=1, sides="bid", bid_for="south", most_bid=5)
    id = club.found(rules, 2)
    club.tournaments.next_round(by("director"), id)
    for _ in range(3):
        assert not club.tournaments.look(id).t.matches["1.1"].seats
        club.tournaments.do(by("anna"), id, sides.bid, "1.1", 2)
        club.tournaments.do(by("bela"), id, sides.bid, "1.1", 2)
    assert club.tournaments.look(id).t.matches["1.1"].seats
    assert club.verified(id).k == 3


def test_a_sealed_bid_changes_nothing_that_the_opponent_sees_but_its_seal(club: Club) -> None:
    """Two worlds: two bids of another height give logs of the same length and shape."""
    shapes = []
    for points in (0, 5):
        rules = Rules(format="swiss", seats=TWO, rounds=1, sides="bid", bid_for="north", most_bid=5)
        plan = TournamentPlan(f"Spring {points}", "nim", "short", rules)
        id = club.tournaments.found(by("director", f"new {points}"), plan).campaign
        for who in PEOPLE[:2]:
            club.tournaments.do(by(who), id, entering.enter, who.title(), "words")
        club.tournaments.do(by("director"), id, entering.close)
        club.tournaments.next_round(by("director"), id)
        club.tournaments.do(by("anna"), id, sides.bid, "1.1", points)
        entry = club.tournaments.export(id)["entries"][-1]
        shapes.append({key: len(str(value)) for key, value in entry.items()})
    assert shapes[0] == shapes[1]


def test_the_higher_seed_chooses_a_side(club: Club) -> None:
    id = club.found(Rules(format="elimination", seats=TWO, sides="choice"), 2)
    club.tournaments.next_round(by("director"), id)
    book = club.tournaments.look(id)
    high = next(p for p in book.people.values() if book.t.players[p.player].seed == 1)
    low = next(p for p in book.people.values() if p.user != high.user)
    with pytest.raises(NotNow, match="chooses"):
        club.tournaments.do(by(low.user), id, sides.choose, "1.1", "north")
    with pytest.raises(Refusal):
        club.tournaments.do(by(high.user), id, sides.choose, "1.1", "east")
    club.tournaments.do(by(high.user), id, sides.choose, "1.1", "south")
    club.settle()
    campaign = club.campaigns(id)["1.1"]
    assert club.b.service.status(campaign).members["south"].user == high.user


def test_a_resignation_counts_when_the_game_has_opened(club: Club) -> None:
    id = club.found(Rules(format="elimination", seats=TWO), 2)
    club.tournaments.next_round(by("director"), id)
    club.settle()
    campaign = club.campaigns(id)["1.1"]
    south = club.b.service.status(campaign).members["south"]
    club.b.service.do(by(south.user), campaign, leaving.resign, "south")
    club.settle()
    assert club.tournaments.look(id).t.open_games
    club.b.clock.now += 25 * 3600
    club.b.service.tick()
    club.settle()
    result = club.tournaments.look(id).t.matches["1.1"].result
    assert result is not None
    assert (result.how, result.won) == (
        "surrender",
        [club.tournaments.look(id).t.matches["1.1"].seats["north"]],
    )


def test_a_forfeit_and_its_correction(club: Club) -> None:
    id = club.found(Rules(format="swiss", seats=TWO, rounds=2), 4)
    club.tournaments.next_round(by("director"), id)
    club.settle()
    book = club.tournaments.look(id)
    first, second = book.t.matches["1.1"].players
    with pytest.raises(NotNow, match="director"):
        club.tournaments.do(by("anna"), id, results.forfeit, "1.1", first, "late")
    with pytest.raises(Refusal, match="reason"):
        club.tournaments.do(by("director"), id, results.forfeit, "1.1", first, " ")
    club.tournaments.do(by("director"), id, results.forfeit, "1.1", first, "three weeks without a move")
    result = club.tournaments.look(id).t.matches["1.1"].result
    assert result is not None
    assert (result.how, result.won) == ("forfeit", [second])
    club.tournaments.do(
        by("director"), id, results.correct, "1.1", Result("correction", [first]), "the mail had bounced"
    )
    rows = {row.player: row for row in standings(club.tournaments.look(id).t)}
    assert (rows[first].points, rows[second].points) == (2, 0)
    club.verified(id)


def test_the_director_does_not_rule_on_a_game_of_their_own(club: Club) -> None:
    plan = TournamentPlan("Spring", "nim", "short", Rules(format="round_robin", seats=TWO))
    id = club.tournaments.found(by("director", "new"), plan).campaign
    for who in ("director", "anna"):
        club.tournaments.do(by(who), id, entering.enter, who.title())
    club.tournaments.do(by("director"), id, staff.appoint, "helper", "Helper")
    club.tournaments.do(by("director"), id, entering.close)
    club.tournaments.next_round(by("director"), id)
    club.settle()
    campaign = club.campaigns(id)["1.1"]
    assert club.b.service.status(campaign).campaign.referee == "helper"
    with pytest.raises(NotNow, match="another director"):
        club.tournaments.do(by("director"), id, results.forfeit, "1.1", "p2", "late")
    club.tournaments.do(by("helper"), id, results.forfeit, "1.1", "p2", "late")


def test_a_game_on_a_board_counts_when_both_report_the_same(club: Club) -> None:
    id = club.found(Rules(format="round_robin", seats=TWO, elsewhere=1), 2)
    club.tournaments.next_round(by("director"), id)
    club.settle()
    assert club.campaigns(id) == {}
    club.tournaments.do(by("anna"), id, results.report, "1.1", "won", 4)
    club.tournaments.do(by("bela"), id, results.report, "1.1", "won", 4)
    assert club.tournaments.look(id).t.matches["1.1"].result is None
    club.tournaments.do(by("bela"), id, results.report, "1.1", "lost", 4)
    result = club.tournaments.look(id).t.matches["1.1"].result
    assert result is not None
    assert (result.how, result.won, result.margin) == ("elsewhere", ["p1"], 4)


def test_a_game_that_does_not_end_is_agreed_on(club: Club) -> None:
    id = unfinished(club)
    book = club.tournaments.look(id)
    a, c = (book.people[player].user for player in book.t.matches["1.1"].players)
    with pytest.raises(NotNow, match="has not ended"):
        club.tournaments.do(by(a), id, results.state_case, "1.1", "won", "I hold more coins.")
    club.b.clock.now += 11 * 24 * 3600
    club.tournaments.do(by(a), id, results.state_case, "1.1", "won", "I hold more coins.")
    assert "coins" not in json.dumps(club.tournaments.export(id))
    club.tournaments.do(by(c), id, results.state_case, "1.1", "lost", "True.")
    result = club.tournaments.look(id).t.matches["1.1"].result
    assert result is not None
    assert (result.how, result.won) == ("agreed", [book.player_of(a)])
    assert "coins" in json.dumps(club.tournaments.export(id))
    club.verified(id)


def test_those_who_have_blocked_each_other_do_not_meet_and_nobody_is_told(club: Club) -> None:
    id = club.found(Rules(format="swiss", seats=TWO, rounds=3), 6)
    club.tournaments.do(by("anna"), id, entering.set_apart, club.tournaments.look(id).player_of("bela"))
    for _ in range(3):
        club.round(id)
    book = club.tournaments.look(id)
    t = book.t
    pair = {book.player_of("anna"), book.player_of("bela")}
    assert all({*match.players} != pair for match in t.games())
    assert all(entry.body["apart"] == 1 for entry in book.repo.entries(id) if entry.body["t"] == "round")
    assert club.verified(id).notes


@pytest.mark.parametrize(
    "rules",
    [
        Rules(format="round_robin", seats=TWO),
        Rules(format="round_robin", seats=TWO, sides="both"),
        Rules(format="elimination", seats=TWO),
        Rules(format="elimination", seats=TWO, sides="bid", bid_for="north", most_bid=3),
        Rules(format="pools", seats=TWO, pool=3, advance=2),
    ],
    ids=lambda rules: f"{rules.format} {rules.sides}",
)
def test_a_game_of_two_who_have_blocked_each_other_is_never_begun(club: Club, rules: Rules) -> None:
    """The director is told, and may set another result; in a bracket a lot decides who goes on."""
    plan = TournamentPlan("Spring", "nim", "short", rules, pace=TimeControl("fixed", 72))
    id = club.tournaments.found(by("director", "new"), plan).campaign
    for who in PEOPLE[:5]:
        club.tournaments.do(by(who), id, entering.enter, who.title(), who)
    for a, c in combinations(PEOPLE[:5], 2):
        if "anna" in (a, c) or "bela" in (a, c):
            club.tournaments.do(by(a), id, entering.set_apart, club.tournaments.look(id).player_of(c))
    club.tournaments.do(by("director"), id, entering.close)
    told = 0
    while club.tournaments.look(id).t.state == "playing":
        club.tournaments.next_round(by("director"), id)
        book = club.tournaments.look(id)
        told += len(rounds.unplayed(book)) if book.t.state == "playing" else 0
        for match in [match for match in book.t.open_games if not match.seats]:
            for player, points in zip(match.players, (1, 2), strict=True):
                club.tournaments.do(by(book.people[player].user), id, sides.bid, match.id, points)
        club.settle()
        for campaign in club.campaigns(id).values():
            club.play(campaign)
        club.settle()
    book = club.tournaments.look(id)
    apart, begun = book.apart, club.campaigns(id)
    assert len(apart) == 7
    met = [match for match in book.t.games() if frozenset(match.players) in apart]
    assert met
    assert len(met) == told
    assert not any(match.id in begun for match in met)
    assert all(match.result is not None and match.result.how == "unplayed" for match in met)
    club.verified(id)
    if rules.format == "round_robin":
        club.tournaments.do(
            by("director"), id, results.correct, met[0].id, Result("correction", met[0].players[:1]), "fair"
        )
        club.verified(id)


def test_no_substitute_meets_somebody_who_has_blocked_them(club: Club) -> None:
    id = unfinished(club)
    book = club.tournaments.look(id)
    first, second = book.t.matches["1.1"].players
    blocks = club.b.context.tournaments
    with club.b.store.transaction():
        blocks.block(book.people[second].user, "zita", is_blocked=True)  # in another tournament
    with pytest.raises(NotNow, match="must not be paired"):
        club.tournaments.do(by("director"), id, staff.replace, first, "zita", "Zita")
    with club.b.store.transaction():
        blocks.block(book.people[second].user, "zita", is_blocked=False)
    club.tournaments.do(by("director"), id, staff.replace, first, "zita", "Zita")
    assert club.tournaments.look(id).people[first].who == "Zita"


def test_entries_are_for_everybody_once(club: Club) -> None:
    plan = TournamentPlan("Spring", "nim", "short", Rules(format="swiss", seats=TWO, rounds=2))
    id = club.tournaments.found(by("director", "new"), plan).campaign
    club.tournaments.do(by("anna"), id, entering.enter, "Anna")
    with pytest.raises(NotNow, match="already"):
        club.tournaments.do(by("anna"), id, entering.enter, "Anna again")
    with pytest.raises(NotNow, match=r"looks like|is taken"):
        club.tournaments.do(by("bela"), id, entering.enter, "Аnna")
    with pytest.raises(NotNow, match=r"looks like|is taken"):
        club.tournaments.do(by("bela"), id, entering.enter, "Referee")
    with pytest.raises(NotNow, match=r"looks like|is taken"):
        club.tournaments.do(by("bela"), id, entering.enter, "North")
    with pytest.raises(NotNow):
        club.tournaments.do(by("director"), id, entering.close)
    club.tournaments.do(by("bela"), id, entering.enter, "Bela")
    with pytest.raises(NotNow, match="director"):
        club.tournaments.do(by("anna"), id, entering.close)
    club.tournaments.do(by("director"), id, entering.close)
    club.tournaments.do(by("bela"), id, entering.withdraw, "p2", "")
    with pytest.raises(NotNow):
        club.tournaments.do(by("bela"), id, entering.withdraw, "p2", "")
    club.tournaments.do(by("bela"), id, entering.enter, "Bela")
    assert club.tournaments.look(id).t.players["p2"].plays


def test_ratings_are_counted_from_what_was_played_here(club: Club) -> None:
    id = club.found(Rules(format="swiss", seats=TWO, rounds=2), 4)
    club.round(id)
    club.tournaments.next_round(by("director"), id)
    club.tournaments.do(
        by("director"),
        id,
        results.forfeit,
        "2.1",
        club.tournaments.look(id).t.matches["2.1"].players[0],
        "late",
    )
    found = club.tournaments.ratings()
    assert sorted(one.who for one in found.players) == ["Anna", "Bela", "Chie", "Dora"]
    assert [one.rating.games for one in found.players] == [1, 1, 1, 1]
    assert [(one.game, one.scenario, one.seat, one.balance.games) for one in found.scenarios] == [
        ("nim", "short", "north", 2),
        ("nim", "short", "south", 2),
    ]


def test_a_name_can_be_erased_and_the_log_still_verifies(club: Club) -> None:
    id = club.found(Rules(format="swiss", seats=TWO, rounds=1), 2)
    club.round(id)
    club.tournaments.next_round(by("director"), id)
    club.tournaments.do(by("anna"), id, erasing.erase, "p1")
    assert [one.who for one in club.tournaments.ratings().players] == ["Bela"]
    text = json.dumps(club.tournaments.export(id))
    assert "Anna" not in text
    club.verified(id)


def test_a_substitute_takes_points_and_opponents(club: Club) -> None:
    id = club.found(Rules(format="swiss", seats=TWO, rounds=2), 4)
    club.round(id)
    club.tournaments.do(by("director"), id, staff.replace, "p1", "zita", "Zita")
    club.tournaments.next_round(by("director"), id)
    club.settle()
    users = {m.user for c in club.campaigns(id).values() for m in club.b.service.status(c).members.values()}
    assert "zita" in users
    assert club.tournaments.look(id).player_of("anna") == ""


def test_a_substitute_has_the_seats_of_open_games(club: Club) -> None:
    """The player who was replaced sees and orders nothing any more; a referee of the game cannot play it."""
    id = club.found(Rules(format="swiss", seats=TWO, rounds=1), 4)
    club.tournaments.next_round(by("director"), id)
    club.settle()
    match = next(m for m in club.tournaments.look(id).t.open_games if "p1" in m.players)
    campaign = club.campaigns(id)[match.id]
    seat = next(seat for seat, player in match.seats.items() if player == "p1")
    with pytest.raises(NotNow, match="is the referee of game"):
        club.tournaments.do(by("director"), id, staff.replace, "p1", "director", "Zita")
    club.tournaments.do(by("director"), id, staff.replace, "p1", "zita", "Zita")
    club.settle()
    members = club.b.service.status(campaign).members
    assert (members[seat].user, members[seat].who) == ("zita", "Zita")
    assert not club.b.service.may_see("anna", campaign, seat)
    club.play(campaign)
    club.settle()
    assert club.tournaments.look(id).t.matches[match.id].result is not None
    assert club.b.service.look(campaign, queries.verdict).errors == []
    club.verified(id)


def test_a_round_is_not_paired_twice_nor_on_an_old_state(club: Club) -> None:
    id = club.found(Rules(format="swiss", seats=TWO, rounds=2), 4)
    planned = club.tournaments.plan_round(by("director"), id)
    club.tournaments.do(by("director"), id, staff.announce, "Good luck.")
    with pytest.raises(NotNow, match="changed"):
        club.tournaments.do(by("director"), id, rounds.start, planned, planned.matches())
    club.tournaments.next_round(by("director", "press"), id)
    club.tournaments.next_round(by("director", "press"), id)
    assert club.tournaments.look(id).t.round == 1
    with pytest.raises(NotNow, match="no result"):
        club.tournaments.next_round(by("director"), id)


def test_a_crash_between_founding_and_seating_leaves_nobody_standing(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    id = club.found(Rules(format="swiss", seats=TWO, rounds=1), 2)
    club.tournaments.next_round(by("director"), id)

    def crash(*of: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(club.tournaments, "_seat", crash)
        with pytest.raises(KeyboardInterrupt):
            club.tournaments.tick()
    assert len(club.campaigns(id)) == 1
    club.settle()
    (campaign,) = club.campaigns(id).values()
    assert club.b.service.status(campaign).campaign.state == "playing"
    assert len(club.campaigns(id)) == 1


def test_a_tournament_that_cannot_go_on_stops_no_other(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nor the clock of the games beside it."""
    id = club.found(Rules(format="swiss", seats=TWO, rounds=1), 2)
    club.tournaments.next_round(by("director"), id)

    def refuse(*of: object) -> None:
        raise NotNow(words("a seat is not free"))

    with monkeypatch.context() as patch:
        patch.setattr(club.tournaments, "_seat", refuse)
        club.b.service.tick()
        club.b.service.tick()
    club.settle()
    (campaign,) = club.campaigns(id).values()
    assert club.b.service.status(campaign).campaign.state == "playing"


def test_on_a_ladder_nobody_is_challenged_who_has_blocked_the_challenger(club: Club) -> None:
    id = club.found(Rules(format="ladder", seats=TWO, reach=2), 3)
    book = club.tournaments.look(id)
    top, high, low = book.t.order
    club.tournaments.do(by(book.people[high].user), id, entering.set_apart, low)
    sender = book.people[low].user
    with pytest.raises(NotNow, match="you may challenge one of"):
        club.tournaments.do(by(sender), id, rounds.challenge, high)
    assert club.tournaments.look(id, sender).within_reach == [top]
    club.tournaments.do(by(sender), id, rounds.challenge, top)


def test_a_ladder_is_climbed(club: Club) -> None:
    id = club.found(Rules(format="ladder", seats=TWO, reach=1), 3)
    book = club.tournaments.look(id)
    low, high = book.t.order[2], book.t.order[1]
    with pytest.raises(NotNow, match="challenge one of"):
        club.tournaments.do(by(book.people[low].user), id, rounds.challenge, book.t.order[0])
    club.tournaments.do(by(book.people[low].user), id, rounds.challenge, high)
    club.settle()
    club.tournaments.do(by("director"), id, results.forfeit, "1.1", high, "no answer")
    assert club.tournaments.look(id).t.order == [book.t.order[0], low, high]
    club.verified(id)


def test_hours_are_counted_from_the_question_to_the_answer() -> None:
    bodies = [
        {"n": 0, "t": "card", "time": 0},
        {"n": 1, "t": "answer", "time": 7200, "seat": "north", "ask": 0, "by": "seat"},
        {"n": 2, "t": "ask", "time": 7200},
        {"n": 3, "t": "answer", "time": 9000, "seat": "south", "ask": 2, "by": "seat"},
        {"n": 4, "t": "answer", "time": 14400, "seat": "north", "ask": 2, "by": "seat"},
        {"n": 5, "t": "answer", "time": 99999, "seat": "north", "ask": 0, "by": "referee"},
    ]
    assert results.hours_used(bodies) == {"north": 4, "south": 0}


def test_ties_are_broken_by_what_is_counted_by_hand(club: Club) -> None:
    """Anna beats Bela by 5, Bela Chie by 3, Chie Anna by 1, and each of them Dora by 2."""
    breaks = ["head_to_head", "buchholz", "buchholz_cut", "sonneborn_berger", "wins", "margin", "lot"]
    rules = Rules(format="round_robin", seats=TWO, elsewhere=1, margin=4, tie_breaks=breaks)
    id, won = club.found(rules, 4), {("Anna", "Bela"): 5, ("Bela", "Chie"): 3, ("Chie", "Anna"): 1}
    for _ in range(3):
        club.tournaments.next_round(by("director"), id)
        book = club.tournaments.look(id)
        for match in book.t.open_games:
            pair = sorted(book.people[player].who for player in match.players)
            winner, loser = (pair[1], pair[0]) if pair == ["Anna", "Chie"] else pair
            margin = won.get((winner, loser), 2)
            club.tournaments.do(by(winner.lower()), id, results.report, match.id, "won", margin)
            club.tournaments.do(by(loser.lower()), id, results.report, match.id, "lost", margin)
    book = club.tournaments.look(id)
    found = {
        book.people[row.player].who: [row.points, *[row.broken[one] for one in breaks[:-1]]]
        for row in book.rows
    }
    assert found == {
        "Anna": [4, 0, 8, 8, 8, 2, 5],
        "Bela": [4, 0, 8, 8, 8, 2, 1],
        "Chie": [4, 0, 8, 8, 8, 2, 0],
        "Dora": [0, 0, 12, 8, 0, 0, -6],
    }
    assert [*found] == ["Anna", "Bela", "Chie", "Dora"], "5 counts as 4, the most that the rules allow"


def test_standings_as_tables(club: Club) -> None:
    id = club.found(Rules(format="swiss", seats=TWO, rounds=1), 4)
    club.round(id)
    book = club.tournaments.look(id)
    text = export.as_csv(book)
    assert text.splitlines()[0].startswith("place,player,points,played,won,drawn,lost,head_to_head,buchholz")
    assert len(text.splitlines()) == 5
    markdown = export.as_markdown(book, export.columns(book))
    assert markdown.splitlines()[1].count("---") == len(export.columns(book))


@pytest.mark.parametrize("times", [1000, pytest.param(10_000, marks=pytest.mark.byhand)])
def test_bad_input_changes_nothing(club: Club, times: int) -> None:
    id = unfinished(club)
    book, before = club.tournaments.look(id), club.tournaments.export(id)
    rng = sampler(3)
    texts = ["", "1.1", "1.2", "9.9", "p1", "p2", "p99", "won", "x" * 5000, "\u202e", "=1+1", "null"]
    users = ["anna", "bela", "nobody", ""]
    acts: list[Callable[[str, str, str], None]] = [
        lambda who, a, c: club.tournaments.do(by(who), id, sides.bid, a, rng.below(99) - 50),
        lambda who, a, c: club.tournaments.do(by(who), id, sides.choose, a, c),
        lambda who, a, c: club.tournaments.do(by(who), id, results.forfeit, a, c, c),
        lambda who, a, c: club.tournaments.do(by(who), id, results.rule, a, Result("panel", [c]), c),
        lambda who, a, c: club.tournaments.do(by(who), id, results.appoint, a, [c]),
        lambda who, a, c: club.tournaments.do(by(who), id, rounds.challenge, a),
        lambda who, a, c: club.tournaments.do(by(who), id, staff.extend, rng.below(9), a),
        lambda who, a, c: club.tournaments.do(by(who), id, results.state_case, a, c, a),
        lambda who, a, c: club.tournaments.do(by(who), id, results.correct, a, Result("correction", [c]), a),
        lambda who, a, c: club.tournaments.do(by(who), id, staff.replace, a, who, c),
        lambda who, a, c: club.tournaments.do(by(who), id, staff.pause, a, c),
        lambda who, a, c: club.tournaments.do(by(who), id, staff.go_on, a),
        lambda who, a, c: club.tournaments.do(by(who), id, results.appeal, a, c),
        lambda who, a, c: club.tournaments.do(by(who), id, results.report, a, c, rng.below(9)),
        lambda who, a, c: club.tournaments.do(
            by(who), id, entering.withdraw, "p9" if a in ("p1", "p2") else a, c
        ),
        lambda who, a, c: club.tournaments.do(by(who), id, staff.announce, c),
        lambda who, a, c: club.tournaments.do(by(who), id, staff.rule, a, c),
        lambda who, a, c: club.tournaments.do(by(who), id, staff.finish, c),
        lambda who, a, c: club.tournaments.next_round(by(who), id),
        lambda who, a, c: club.tournaments.do(by(who), id, entering.close),
        lambda who, a, c: club.tournaments.do(by(who), id, staff.appoint, a, c),
        lambda who, a, c: club.tournaments.do(by(who), id, erasing.erase, a if a in ("p1", "p2") else "p1"),
        lambda who, a, c: club.tournaments.do(by(who), id + 1, entering.enter, a, c),
        lambda who, a, c: club.tournaments.do(
            by(who), id, entering.set_apart, a if a not in book.people else "p9"
        ),
    ]
    for _ in range(times):
        act = rng.choice(acts)
        with pytest.raises(Refusal):
            act(rng.choice(users), rng.choice(texts), rng.choice(texts))
    assert club.tournaments.export(id) == before


@pytest.mark.parametrize("times", [300, pytest.param(10_000, marks=pytest.mark.byhand)])
def test_whatever_a_director_sends_is_done_or_refused(club: Club, times: int) -> None:
    """Bad and good values by everybody in it: nothing but a refusal is raised, and the log verifies."""
    id, rng = unfinished(club), sampler(4)
    club.tournaments.do(by("director"), id, staff.appoint, "zita", "Zita")
    texts = [
        "",
        "1.1",
        "1.2",
        "9.9",
        "1.1b",
        "p1",
        "p2",
        "p3",
        "p99",
        "won",
        "draw",
        "north",
        "x" * 5000,
        "\u202e",
    ]
    users = ["director", "zita", "anna", "bela", "chie", "dora", "nobody", ""]

    def result(how: str, a: str, c: str) -> Result:
        return Result(how, [one for one in (a, c) if one], rng.below(2), rng.below(3), c)

    acts: list[Callable[[str, str, str], None]] = [
        lambda who, a, c: club.tournaments.do(by(who), id, results.forfeit, a, c, rng.choice(texts)),
        lambda who, a, c: club.tournaments.do(
            by(who), id, results.rule, a, result("panel", c, ""), rng.choice(texts)
        ),
        lambda who, a, c: club.tournaments.do(by(who), id, results.correct, a, result("correction", c, a), c),
        lambda who, a, c: club.tournaments.do(
            by(who), id, results.appoint, a, [c, rng.choice(texts), "director"]
        ),
        lambda who, a, c: club.tournaments.do(by(who), id, staff.extend, rng.below(400) - 9, a),
        lambda who, a, c: club.tournaments.do(by(who), id, staff.replace, a, rng.choice(users), c),
        lambda who, a, c: club.tournaments.do(by(who), id, staff.pause, a, c),
        lambda who, a, c: club.tournaments.do(by(who), id, staff.go_on, a),
        lambda who, a, c: club.tournaments.do(by(who), id, staff.announce, c),
        lambda who, a, c: club.tournaments.do(by(who), id, staff.rule, a, c),
        lambda who, a, c: club.tournaments.do(by(who), id, entering.withdraw, a, c),
        lambda who, a, c: club.tournaments.do(by(who), id, entering.enter, a, c, filler=bool(rng.below(2))),
        lambda who, a, c: club.tournaments.do(by(who), id, erasing.erase, a),
        lambda who, a, c: club.tournaments.do(
            by(who), id, entering.set_apart, a, is_blocked=bool(rng.below(2))
        ),
        lambda who, a, c: club.tournaments.do(by(who), id, entering.hide),
        lambda who, a, c: club.tournaments.do(by(who), id, staff.appoint, a, c),
        lambda who, a, c: club.tournaments.do(by(who), id, results.appeal, a, c),
        lambda who, a, c: club.tournaments.do(by(who), id, results.state_case, a, c, a),
        lambda who, a, c: club.tournaments.do(by(who), id, staff.finish, c),
    ]
    done = 0
    for n in range(times):
        if n == times // 3:
            club.b.clock.now += 11 * 24 * 3600
        try:
            rng.choice(acts)(rng.choice(users), rng.choice(texts), rng.choice(texts))
            done += 1
        except Refusal as refused:
            assert str(refused)
        club.settle()
    assert done > times // 50
    club.verified(id)
