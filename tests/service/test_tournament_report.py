"""Reports of tournaments as Markdown and HTML, their pictures, mean bids, and what is not rated."""

from __future__ import annotations

from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path

import pytest
from msgspec import structs

from adjudicator.core.language.words import words
from adjudicator.display.charts import Bracket, Crosstable
from service.pictures.drawing import render
from service.pictures.tournament_pictures import bracket_of, crosstable_of
from service.text.localizer import Localizer
from service.text.tournament_report import as_html, as_markdown
from service.text.tournament_terms import stage_of
from service.unit_of_work.tournaments.book import Book
from service.usecases.tournaments import entering, export, reporting, results, sides, staff
from service.usecases.tournaments.founding import TournamentPlan
from service.values.records import COMPUTER
from tests.harness.club import PEOPLE, SCORED, TWO, Club
from tests.harness.service import by, service_harness
from tournaments.ratings import mean
from tournaments.rules import Rules
from tournaments.state import Match


@pytest.fixture
def club(tmp_path: Path) -> Iterator[Club]:
    with service_harness(tmp_path / "tabellarius.sqlite", SCORED) as b:
        yield Club(b)


def localizer(book: Book, language: str) -> Localizer:
    return Localizer(language, book.context.games[book.t.card["game"]].lexicon.label)


def elsewhere(club: Club, rules: Rules, players: int) -> int:
    """A tournament of Julius Caesar on boards, played to the end: the lower number of the log wins."""
    game = club.b.context.games["julius_caesar"]
    scenario = next(one for one in game.scenarios() if len(one.seats) == 2)
    plan = TournamentPlan("Ides | of *March*", "julius_caesar", scenario.id, rules)
    id = club.tournaments.found(by("director", "new"), plan).campaign
    for who in PEOPLE[:players]:
        club.tournaments.do(by(who), id, entering.enter, who.title())
    club.tournaments.do(by("director"), id, entering.close)
    while club.tournaments.look(id).t.state == "playing":
        club.tournaments.next_round(by("director"), id)
        book = club.tournaments.look(id)
        for match in book.t.open_games:
            first, second = sorted(match.players)
            for player, said in ((first, "won"), (second, "lost")):
                club.tournaments.do(by(book.people[player].user), id, results.report, match.id, said)
    return id


def seats(club: Club) -> list[str]:
    game = club.b.context.games["julius_caesar"]
    return next(list(one.seats) for one in game.scenarios() if len(one.seats) == 2)


@pytest.mark.parametrize("language", ["en", "ja"])
def test_the_bracket_and_the_crosstable_are_drawn_in_both_themes(
    club: Club, language: str, tmp_path: Path
) -> None:
    rules = Rules(format="elimination", seats=seats(club), elsewhere=1)
    book = club.tournaments.look(elsewhere(club, rules, 7))
    t = localizer(book, language)
    sizes = set()
    for theme in ("light", "dark"):
        drawing = bracket_of(book, t, theme)
        assert drawing is not None and isinstance(drawing.chart, Bracket)
        assert [len(pairs) for _, pairs in drawing.chart.rounds] == [4, 2, 1]
        assert drawing.chart.third is not None
        final = drawing.chart.rounds[-1][1][0]
        assert final.names[final.won] == "Anna"
        assert "Anna" in drawing.alt
        sizes.add(render(drawing, tmp_path).data)
    assert len(sizes) == 2
    table = crosstable_of(book, t)
    assert table is not None and isinstance(table.chart, Crosstable)


def test_the_crosstable_of_a_round_robin_has_everybody_against_everybody(club: Club) -> None:
    rules = Rules(format="round_robin", seats=seats(club), elsewhere=1)
    book = club.tournaments.look(elsewhere(club, rules, 4))
    drawing = crosstable_of(book, localizer(book, "en"))
    assert drawing is not None and isinstance(drawing.chart, Crosstable)
    chart = drawing.chart
    assert [name for name, _ in chart.rows] == ["Anna", "Bela", "Chie", "Dora"]
    assert [cells for _, cells in chart.rows] == [
        ("·", "2", "2", "2"),
        ("0", "·", "2", "2"),
        ("0", "0", "·", "2"),
        ("0", "0", "0", "·"),
    ]
    assert [total[0] for total in chart.totals] == ["6", "4", "2", "0"]


def test_a_name_that_no_font_has_is_drawn_as_the_players_number(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    book = club.tournaments.look(
        elsewhere(club, Rules(format="round_robin", seats=seats(club), elsewhere=1), 4)
    )
    anna = next(player for player in book.people if str(book.name(player)) == "Anna")
    monkeypatch.setitem(book.people, anna, structs.replace(book.people[anna], who="\U00012000"))
    drawing = crosstable_of(book, localizer(book, "en"))
    assert drawing is not None and isinstance(drawing.chart, Crosstable)
    assert [name for name, _ in drawing.chart.rows] == [anna, "Bela", "Chie", "Dora"]


def test_a_game_without_a_look_has_no_picture(club: Club) -> None:
    id = club.found(Rules(format="elimination", seats=TWO), 4)
    club.round(id)
    book = club.tournaments.look(id)
    assert bracket_of(book, localizer(book, "en")) is None
    assert crosstable_of(book, localizer(book, "en")) is None


def test_a_bracket_names_the_final_and_not_what_all_games_are(club: Club) -> None:
    """In an elimination only the last two games are named; after pools the knockout is a stage of its own."""
    id = club.found(Rules(format="elimination", seats=TWO, rounds=1), 4)
    club.round(id)
    club.round(id)
    text = as_markdown(reporting.report(book := club.tournaments.look(id), localizer(book, "en")))
    assert "Knockout" not in text and "· Final |" in text and "· Game for third place |" in text
    match = Match("3.1", 3, ["p1", "p2"], stage="knockout")
    assert stage_of(match, "pools") == words("Knockout")


def test_standings_of_pools_say_who_is_in_which(club: Club) -> None:
    rules = Rules(format="pools", seats=seats(club), pool=3, advance=1, elsewhere=1)
    book = club.tournaments.look(elsewhere(club, rules, 6))
    heads, *rows = [line.split(",") for line in export.as_csv(book).splitlines()]
    found = [row[heads.index("pool")] for row in rows]
    assert sorted(found) == [*"AAABBB"] and found[0] != found[1], "the final is between two pools"
    assert "| Place | Player | Pool |" in as_markdown(reporting.report(book, localizer(book, "en")))


def test_a_ladder_has_an_order_and_no_ties(club: Club) -> None:
    book = club.tournaments.look(club.found(Rules(format="ladder", seats=TWO), 3))
    assert export.columns(book) == ["place", "player", "points", "played", "won", "drawn", "lost"]
    assert "Ties are broken" not in as_markdown(reporting.report(book, localizer(book, "en")))


class Tags(HTMLParser):
    """The open elements of a page; an end tag has to close the last."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []

    def handle_starttag(self, tag: str, attrs: object) -> None:
        if tag not in ("meta", "br"):
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


@pytest.mark.parametrize("language", ["en", "ja"])
def test_a_report_has_everything_and_breaks_no_markup(club: Club, language: str) -> None:
    rules = Rules(format="swiss", seats=seats(club), rounds=2, elsewhere=1)
    id = elsewhere(club, rules, 6)
    book = club.tournaments.look(id)
    found = reporting.report(book, localizer(book, language))
    page, text = as_html(found), as_markdown(found)
    parser = Tags()
    parser.feed(page)
    assert parser.open == []
    for who in PEOPLE[:6]:
        assert who.title() in page and who.title() in text
    assert text.startswith("# Ides | of \\*March\\*\n")
    table = [line for line in text.splitlines() if line.startswith("|")]
    assert all(line.count(" | ") >= 3 for line in table if "---" not in line)


def test_a_report_of_bids_and_rulings(club: Club) -> None:
    rules = Rules(format="swiss", seats=TWO, rounds=1, sides="bid", bid_for="north", most_bid=9)
    id = club.found(rules, 4)
    club.tournaments.next_round(by("director"), id)
    for i, who in enumerate(PEOPLE[:4]):
        game = next(m.id for m in club.tournaments.look(id).t.open_games if f"p{i + 1}" in m.players)
        club.tournaments.do(by(who), id, sides.bid, game, 2 * i)
    club.tournaments.do(by("director"), id, staff.rule, "May <b>cards</b> fall?", "Yes & no.")
    club.tournaments.do(by("director"), id, staff.announce, "Well played.")
    book = club.tournaments.look(id)
    found = reporting.report(book, localizer(book, "en"))
    assert "May &lt;b&gt;cards&lt;/b&gt; fall?" in as_html(found)
    assert "Ruling 1: May \\<b\\>cards\\</b\\> fall? — Yes & no." in as_markdown(found)
    assert "Mean bid for North: 3.0 (-1.1–7.1)" in as_html(found)
    (bids,) = club.tournaments.ratings().bids
    assert (bids.game, bids.seat, bids.bids.n, bids.bids.mean) == ("nim", "north", 4, 3.0)


def test_a_mean_has_the_interval_of_student() -> None:
    """The figures of a textbook: 1 to 5 have the mean 3 and 95 % from 1.037 to 4.963."""
    found = mean([1, 2, 3, 4, 5])
    assert (found.n, found.mean) == (5, 3)
    assert (round(found.low, 3), round(found.high, 3)) == (1.037, 4.963)
    assert (mean([]).n, mean([7]).low) == (0, 7)
    assert abs(mean([0.0, 1.0] * 50).high - 0.5 - 0.0997) < 0.0005


def test_a_tournament_in_which_the_operator_plays_says_so_and_is_not_rated(club: Club) -> None:
    plan = TournamentPlan("Spring", "nim", "short", Rules(format="round_robin", seats=TWO))
    id = club.tournaments.found(by("director", "new"), plan).campaign
    club.tournaments.do(by("anna"), id, entering.enter, "Anna", operates=True)
    club.tournaments.do(by("bela"), id, entering.enter, "Bela")
    club.tournaments.do(by("director"), id, entering.close)
    club.round(id)
    book = club.tournaments.look(id)
    assert book.t.is_unrated
    assert club.tournaments.ratings().players == []
    assert "the tournament is not rated" in as_markdown(reporting.report(book, localizer(book, "en")))
    club.verified(id)


@pytest.mark.parametrize(
    "change",
    [
        f"UPDATE member SET user = '{COMPUTER}' WHERE campaign = ? AND seat = 'north'",
        "UPDATE campaign SET tier = 'open' WHERE id = ?",
        "UPDATE campaign SET state = 'closed' WHERE id = ?",
        "UPDATE campaign SET referee = 'anna' WHERE id = ?",
    ],
    ids=["the computer", "open dice", "provisional", "a playing referee"],
)
def test_a_game_that_is_not_rated(club: Club, change: str) -> None:
    id = club.found(Rules(format="round_robin", seats=TWO), 2)
    club.round(id)
    found = club.tournaments.ratings()
    assert [(one.game, one.rating.games) for one in found.players] == [("nim", 1), ("nim", 1)]
    assert {seat for one in found.players for seat in one.sides} == {*TWO}
    (campaign,) = club.campaigns(id).values()
    with club.b.store.transaction():
        club.b.store.run(change, campaign)
    assert club.tournaments.ratings().players == []
    assert club.tournaments.ratings().scenarios == []
