"""Margins, levels, pairs and results by file, rounds sat out, seeds by rating, calendars."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace

from adjudicator.core.language.errors import NotNow, NotUnderstood, Refusal
from adjudicator.display.charts import Bracket
from service.pictures.tournament_pictures import bracket_of
from service.text import telling
from service.text.calendar_file import Date, calendar
from service.text.localizer import Localizer
from service.usecases.tournaments import (
    entering,
    export,
    handwritten,
    rating,
    reporting,
    results,
    rounds,
    staff,
)
from service.usecases.tournaments.founding import TournamentPlan
from service.values.time_control import TimeControl
from tests.harness.club import SCORED, TWO, Club
from tests.harness.service import by, service_harness
from tests.toys import nim
from tournaments import trf
from tournaments.ratings import Balance
from tournaments.rules import Rules
from tournaments.state import Match, Result

GRADED = {**SCORED, "nim": replace(SCORED["nim"], levels={"great": "a great victory"})}
SWISS = Rules(format="swiss", seats=TWO, rounds=3, half_byes=1)


@pytest.fixture
def club(tmp_path: Path) -> Iterator[Club]:
    with service_harness(tmp_path / "tabellarius.sqlite", GRADED) as b:
        yield Club(b)


def names(club: Club, id: int) -> list[str]:
    """The pairs of the round, by name."""
    book = club.tournaments.look(id)
    games = book.t.games(book.t.round)
    return ["-".join(book.people[player].who for player in match.players) for match in games]


def said(refused: Refusal) -> str:
    return telling.refusal(refused, "en", nim.GAME.lexicon.label)


def remarks(club: Club, id: int) -> list[str]:
    return reporting.remarks(club.tournaments.look(id), Localizer("en", nim.GAME.lexicon.label))


def test_a_result_that_is_set_keeps_margin_and_level_and_a_change_after_the_end_is_said(club: Club) -> None:
    rules = Rules(format="swiss", seats=TWO, rounds=1, levels={"great": [5, 0]})
    id = club.found(rules, 2)
    club.tournaments.next_round(by("director"), id)
    set_to = Result("panel", ["p1"], margin=3, level="great")
    club.tournaments.do(by("director"), id, results.rule, "1.1", set_to, "it was so")
    book = club.tournaments.look(id)
    assert book.t.matches["1.1"].result == set_to
    assert book.rows[0].points == 5
    club.tournaments.do(by("director"), id, staff.finish)
    assert remarks(club, id) == []
    changed = Result("correction", ["p2"], margin=1)
    club.tournaments.do(by("director"), id, results.correct, "1.1", changed, "misread")
    assert remarks(club, id) == ["The result of 1.1 was changed after the end, and the standings with it."]
    club.verified(id)


@pytest.mark.parametrize(
    ("result", "why"),
    [
        (Result("panel", ["p1"], level="huge"), "great"),
        (Result("panel", [], 1, margin=2), "only a game that one player has won has a margin"),
        (Result("panel", ["p1"], margin=2000), "margin: anything from 0 to 1000 is allowed"),
        (Result("panel", ["p9"]), "a player of this game"),
        (Result("panel", ["p1"], ranks={"p1": 1}), "at a table every player needs a place"),
        (Result("panel", ["p1"], ranks={"p1": 1, "p2": 3}), "place: anything from 1 to 2 is allowed"),
    ],
)
def test_what_is_no_result_of_the_game_is_refused(club: Club, result: Result, why: str) -> None:
    id = club.found(Rules(format="swiss", seats=TWO, rounds=1), 2)
    club.tournaments.next_round(by("director"), id)
    with pytest.raises(Refusal) as refused:
        club.tournaments.do(by("director"), id, results.rule, "1.1", result, "so")
    assert why in said(refused.value)


def test_a_player_sits_out_a_round_and_is_paired_in_the_next(club: Club) -> None:
    id = club.found(SWISS, 5)
    club.tournaments.do(by("anna"), id, entering.sit_out, 1)
    club.tournaments.do(by("anna"), id, entering.sit_out, 1, out=False)
    club.tournaments.do(by("anna"), id, entering.sit_out, 1)
    with pytest.raises(NotNow) as too_many:
        club.tournaments.do(by("anna"), id, entering.sit_out, 2)
    assert "you may sit out 1 round" in said(too_many.value)
    club.round(id)
    book = club.tournaments.look(id)
    assert [match.players for match in book.t.games(1) if match.is_bye] == [["p1"]]
    assert next(row.points for row in book.rows if row.player == "p1") == 1
    with pytest.raises(NotNow) as too_late:
        club.tournaments.do(by("bela"), id, entering.sit_out, 1)
    assert "round: anything from 2 to 3 is allowed" in said(too_late.value)
    club.round(id)
    assert len([match for match in club.tournaments.look(id).t.games(2) if "p1" in match.players]) == 1
    club.verified(id)


def test_the_director_pairs_a_round_in_lines_of_names_and_everybody_reads_it(club: Club) -> None:
    id = club.found(SWISS, 5)
    pairs = "Anna - p3\nBela, Dora\nEmil\n"
    club.tournaments.do(by("director"), id, rounds.by_hand, pairs, "friends from one town")
    assert names(club, id) == ["Anna-Chie", "Bela-Dora", "Emil"]
    assert remarks(club, id)[-1:] == ["The director has paired round 1: friends from one town"]
    club.verified(id)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("Anna - Bela", "Chie and Dora: not named"),
        ("Anna - Bela\nChie - Dora\nAnna", "Anna: named twice"),
        ("Anna - Zoe\nChie - Dora", "a player of the tournament"),
        ("Anna - Bela - Chie\nDora", "Anna, Bela and Chie: a game has 2 players"),
    ],
)
def test_lines_that_are_no_round_are_refused(club: Club, text: str, why: str) -> None:
    id = club.found(SWISS, 4)
    with pytest.raises((NotNow, NotUnderstood)) as refused:
        club.tournaments.do(by("director"), id, rounds.by_hand, text, "so")
    assert why in said(refused.value)
    with pytest.raises(NotUnderstood):
        club.tournaments.do(by("director"), id, rounds.by_hand, "Anna - Bela\nChie - Dora", " ")
    with pytest.raises(NotNow, match="only the director"):
        club.tournaments.do(by("anna"), id, rounds.by_hand, "Anna - Bela\nChie - Dora", "so")
    assert club.tournaments.look(id).t.round == 0


def played_elsewhere(text: str, number: int, game: str) -> str:
    """A report file in which another program has added a round to one player."""
    return "\n".join(
        line.ljust(91) + game if line.startswith(f"001 {number:4}") else line for line in text.splitlines()
    )


def test_pairs_and_results_come_from_another_programs_file(club: Club) -> None:
    id = club.found(Rules(format="swiss", seats=TWO, rounds=2, elsewhere=1), 4)
    text = export.as_trf(club.tournaments.look(id))
    for number, game in ((1, "   4 w 1"), (2, "   3 b  "), (3, "   2 w ="), (4, "   1 b 0")):
        text = played_elsewhere(text, number, game)
    club.tournaments.do(by("director"), id, rounds.by_hand, text, "by another program")
    assert sorted(names(club, id)) == ["Anna-Dora", "Chie-Bela"]
    club.tournaments.do(by("director"), id, handwritten.take_results, text, "played at the club")
    results = {match.players[0]: match.result for match in club.tournaments.look(id).t.games(1)}
    assert results == {"p1": Result("elsewhere", ["p1"]), "p3": Result("elsewhere", [], 1)}
    again = trf.read(export.as_trf(club.tournaments.look(id)))
    assert [one.games[0].result for one in again] == ["1", "=", "=", "0"]
    club.verified(id)


def test_a_file_without_the_round_sets_no_result(club: Club) -> None:
    id = club.found(Rules(format="swiss", seats=TWO, rounds=2, elsewhere=1), 4)
    text = export.as_trf(club.tournaments.look(id))
    club.tournaments.next_round(by("director"), id)
    with pytest.raises(NotNow, match="the file has no result of these two"):
        club.tournaments.do(by("director"), id, handwritten.take_results, text, "played at the club")
    with pytest.raises(NotUnderstood, match="Tournament Report File"):
        club.tournaments.do(
            by("director"), id, handwritten.take_results, "Anna 1 Bela 0", "played at the club"
        )
    assert all(match.result is None for match in club.tournaments.look(id).t.games(1))


def test_a_list_is_seeded_by_the_games_played_here(club: Club) -> None:
    first = club.found(Rules(format="round_robin", seats=TWO), 3)
    for _ in range(3):
        club.round(first)
    rated = rating.strengths(club.b.context, "nim")
    assert {*rated} == {by(who).user for _, who in PEOPLE}
    second = opened(club)
    club.tournaments.do(by("director"), second, entering.close)
    closing = club.tournaments.look(second).t.closing
    assert closing["ratings"] == {player: rated[by(who).user] for player, who in PEOPLE}
    assert closing["seeding"] == [*sorted(closing["ratings"], key=lambda p: -closing["ratings"][p]), "p4"]
    club.verified(second)


def test_a_list_is_seeded_by_the_ratings_of_a_file(club: Club) -> None:
    id = opened(club)
    file = "\n".join(
        f"001 {n:4}      {who:33} {rating:4}" for n, who, rating in ((1, "Dora", 1900), (2, "Bela", 2100))
    )
    club.tournaments.do(by("director"), id, entering.close, file)
    closing = club.tournaments.look(id).t.closing
    assert closing["ratings"] == {"p2": 2100, "p4": 1900}
    assert closing["seeding"][:2] == ["p2", "p4"]
    club.verified(id)


def opened(club: Club) -> int:
    """A bracket seeded by rating whose list is open; its fourth player is new."""
    rules = Rules(format="elimination", seats=TWO, seeding="rating")
    plan = TournamentPlan("Ides", "nim", "short", rules, pace=TimeControl("fixed", 72))
    id = club.tournaments.found(by("director", "ides"), plan).campaign
    for who in ("anna", "bela", "chie", "dora"):
        club.tournaments.do(by(who), id, entering.enter, who.title())
    return id


PEOPLE = (("p1", "anna"), ("p2", "bela"), ("p3", "chie"))


def test_both_sides_are_proposed_where_one_is_known_to_win_more_often() -> None:
    def found(low: float, high: float) -> rating.Ratings:
        share = Balance(20, 14.0, low, high)
        return rating.Ratings([], [rating.ScenarioBalance("nim", "short", "north", share)], [])

    assert rating.is_lopsided(found(0.55, 0.9), "nim", "short")
    assert rating.is_lopsided(found(0.1, 0.45), "nim", "short")
    assert not rating.is_lopsided(found(0.45, 0.9), "nim", "short")
    assert not rating.is_lopsided(found(0.55, 0.9), "nim", "long")


def test_the_end_of_a_round_and_ones_own_deadlines_are_in_a_calendar(club: Club) -> None:
    id = club.found(Rules(format="swiss", seats=TWO, rounds=1, days=10), 2)
    club.tournaments.next_round(by("director"), id)
    club.settle()
    t = Localizer("en", nim.GAME.lexicon.label)
    book = club.tournaments.look(id)
    (public,) = export.dates(book, t)
    assert (public.at, public.title) == (book.due, "Spring: round 1 ends")
    asked = {one.seat for one in club.b.service.asked(club.campaigns(id)["1.1"])}
    for player, who in PEOPLE[:2]:
        seat = next(seat for seat, one in book.t.matches["1.1"].seats.items() if one == player)
        own = [one.title for one in export.dates(club.tournaments.look(id, by(who).user), t)[1:]]
        assert own == ["Spring: your decision in game 1.1 is due"] * (seat in asked)


def test_a_calendar_file_escapes_signs_and_folds_lines() -> None:
    text = calendar([Date("a/1", 86400, 0, "Ides; of, March\\ " + "三" * 40)])
    lines = text.split("\r\n")
    assert lines[0] == "BEGIN:VCALENDAR" and lines[-2:] == ["END:VCALENDAR", ""]
    assert "DTSTART:19700102T000000Z" in lines and "UID:a/1@tabellarius" in lines
    assert max(len(line.encode()) for line in lines) <= 75
    assert "SUMMARY:Ides\\; of\\, March\\\\ " + "三" * 40 in text.replace("\r\n ", "")


def test_a_file_holds_no_tables(club: Club) -> None:
    assert not trf.can_write(Rules(format="swiss", seats=["a", "b", "c"]))
    assert not trf.can_write(Rules(format="ladder", seats=TWO))


@pytest.mark.parametrize(
    ("found", "points"),
    [
        (results.Outcome("played", [], False, "", {"a": 9, "b": 4, "c": 2}), {"p1": 9, "p2": 4, "p3": 2}),
        (
            results.Outcome("surrender", ["a", "b"], False, "", {"a": 9, "b": 4, "c": 2}),
            {"p1": 9, "p2": 4, "p3": 0},
        ),
        (results.Outcome("forfeit", ["a", "b"], False, "", {}), {}),
    ],
    ids=["played without a winner", "one has resigned", "nobody could count"],
)
def test_the_points_of_a_game_at_a_table_come_from_the_game(
    found: results.Outcome, points: dict[str, int]
) -> None:
    match = Match("1.1", 1, ["p1", "p2", "p3"], "", {"a": "p1", "b": "p2", "c": "p3"})
    assert results.own_points(match, found) == points


def test_the_bracket_of_a_final_has_the_best_of_the_swiss_rounds(club: Club) -> None:
    rules = Rules(format="swiss", seats=["caesar", "pompey"], rounds=2, final=2, elsewhere=1)
    id = club.found(rules, 4, "julius_caesar", "war")
    for _ in range(3):
        club.tournaments.next_round(by("director"), id)
        for match in club.tournaments.look(id).t.open_games:
            club.tournaments.do(
                by("director"), id, results.rule, match.id, Result("panel", [min(match.players)]), "so"
            )
    book = club.tournaments.look(id)
    drawing = bracket_of(book, Localizer("en", nim.GAME.lexicon.label))
    assert drawing is not None and isinstance(drawing.chart, Bracket)
    ((_title, (pair,)),) = drawing.chart.rounds
    (final,) = book.t.games(3)
    assert pair.names == tuple(book.people[player].who for player in final.players)
    assert [book.people[row.player].who for row in book.rows[:2]] == [*pair.names]
