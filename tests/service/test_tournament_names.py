"""Names in tournaments: hidden while playing, erased afterwards with address and messages."""

from __future__ import annotations

import json
import zlib
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path

import pytest

from adjudicator.core import NotNow
from service.text.localizer import Localizer
from service.text.tournament_report import as_markdown
from service.usecases.play import queries
from service.usecases.seats import press
from service.usecases.tournaments import entering, erasing, staff
from service.usecases.tournaments.founding import TournamentPlan
from service.usecases.tournaments.reporting import report
from service.values.front_ends.mail import MailSeat
from tests.harness.club import SCORED, TWO, Club
from tests.harness.service import by, service_harness
from tournaments.rules import Rules


@pytest.fixture
def club(tmp_path: Path) -> Iterator[Club]:
    with service_harness(tmp_path / "tabellarius.sqlite", SCORED) as b:
        yield Club(b)


def test_a_hidden_name_is_in_no_list_and_no_later_game(club: Club) -> None:
    id = club.found(Rules(format="round_robin", seats=TWO), 2)
    with pytest.raises(NotNow):
        club.tournaments.do(by("zita"), id, entering.hide)
    club.tournaments.do(by("anna"), id, entering.hide)
    club.round(id)
    assert "Anna" not in json.dumps(club.tournaments.export(id))
    (campaign,) = club.campaigns(id).values()
    assert {m.who for m in club.b.service.status(campaign).members.values()} == {"p1", "Bela"}
    assert [one.who for one in club.tournaments.ratings().players] == ["Bela"]
    club.verified(id)


def test_an_erased_player_leaves_no_name_address_or_message(club: Club) -> None:
    id = club.found(Rules(format="round_robin", seats=TWO), 2)
    club.tournaments.next_round(by("director"), id)
    club.settle()
    (campaign,) = club.campaigns(id).values()
    members = club.b.service.status(campaign).members
    seat = next(seat for seat, member in members.items() if member.user == "anna")
    club.b.service.do(by("anna"), campaign, press.send, seat, [], "Meet me in Ravenna.")
    club.b.context.mail.save_seat(MailSeat("a" * 16, campaign, seat, "anna@example.org"))
    club.tournaments.do(by("anna"), id, entering.withdraw, "p1", "time")
    with pytest.raises(NotNow, match="has not ended"):
        club.tournaments.do(by("anna"), id, erasing.erase, "p1")
    club.play(campaign)
    club.settle()
    club.tournaments.do(by("anna"), id, erasing.erase, "p1")
    assert "Anna" not in json.dumps(club.tournaments.export(id))
    assert {m.who for m in club.b.service.status(campaign).members.values()} == {"p1", "Bela"}
    audiences = ["channel", *(f"seat/{one}" for one in TWO)]
    said = str([post.content for post in club.b.context.outbox.posts(campaign, audiences, 0, 500)])
    assert "Ravenna" not in said
    assert club.b.context.teams.of_user("anna") == []
    club.verified(id)
    assert club.b.service.look(campaign, queries.verdict).errors == []


def test_no_file_of_the_service_knows_an_erased_player(club: Club) -> None:
    """Neither log nor notice, and no record of an address; the opponent's name stays."""
    user = "mail/anna@example.org"
    plan = TournamentPlan("Spring", "nim", "short", Rules(format="round_robin", seats=TWO))
    id = club.tournaments.found(by("director", "new"), plan).campaign
    for who, name in ((user, "Anna Komnena"), ("bela", "Bela")):
        club.tournaments.do(by(who), id, entering.enter, name, f"the words of {name[-2:]}")
    club.tournaments.do(by("director"), id, entering.close)
    club.tournaments.next_round(by("director"), id)
    club.settle()
    (campaign,) = club.campaigns(id).values()
    club.b.service.set_absence(by(user), club.b.clock.now + 1, club.b.clock.now + 10)
    club.play(campaign)
    club.settle()
    assert found_in(club, "Komnena") and found_in(club, "example.org")
    assert not found_in(club, "Komnena", "entry")
    club.tournaments.do(by(user), id, entering.withdraw, "p1", "time")
    club.tournaments.do(by(user), id, erasing.erase, "p1")
    assert found_in(club, "Komnena") == found_in(club, "example.org") == []
    assert found_in(club, "Bela")
    assert club.b.service.look(campaign, queries.verdict).errors == []
    club.verified(id)


def erased(path: Path, name: str) -> list[str]:
    """All that anybody can read of a tournament whose first player had a name, was loud, and was erased."""
    with service_harness(path, SCORED) as b:
        club = Club(b)
        plan = TournamentPlan("Spring", "nim", "short", Rules(format="round_robin", seats=TWO))
        id = club.tournaments.found(by("director", "new"), plan).campaign
        for who, shown in (("anna", name), ("bela", "Bela")):
            club.tournaments.do(by(who), id, entering.enter, shown, f"words of {who}")
        club.tournaments.do(by("director"), id, entering.close)
        club.tournaments.next_round(by("director"), id)
        club.settle()
        (campaign,) = club.campaigns(id).values()
        seat = next(s for s, m in b.service.status(campaign).members.items() if m.user == "anna")
        b.service.do(by("anna"), campaign, press.send, seat, [], f"I am {name}.")
        club.play(campaign)
        club.settle()
        club.tournaments.do(by("anna"), id, entering.withdraw, "p1", "time")
        club.tournaments.do(by("anna"), id, erasing.erase, "p1")
        book = club.tournaments.look(id)
        t = Localizer("en", b.context.games["nim"].lexicon.label)
        audiences = ["channel", *(f"seat/{one}" for one in TWO)]
        return [
            json.dumps(club.tournaments.export(id)),
            as_markdown(report(book, t)),
            *b.service.look(campaign, queries.export, None),
            *(str(post.content) for post in b.context.outbox.posts(campaign, audiences, 0, 500)),
            str(club.tournaments.ratings()),
        ]


def test_a_player_who_was_erased_leaves_the_same_bytes(tmp_path: Path) -> None:
    """Two worlds: a short name and a long one."""
    assert erased(tmp_path / "a.sqlite", "Anna") == erased(tmp_path / "b.sqlite", "Zoe Porphyrogenita")


def found_in(club: Club, text: str, *tables: str) -> list[str]:
    """The tables with a text in a row, compressed or not."""
    store = club.b.store
    named = tables or [name for (name,) in store.rows("SELECT name FROM sqlite_master WHERE type = 'table'")]
    return [name for name in named if any(holds(row, text) for row in store.rows(f"SELECT * FROM {name}"))]


def holds(row: Sequence[object], text: str) -> bool:
    for value in row:
        content = value if isinstance(value, bytes) else str(value).encode()
        with suppress(zlib.error):
            content += zlib.decompress(content)
        if text.encode() in content:
            return True
    return False


def test_who_was_replaced_can_be_erased_and_the_substitute_keeps_name_and_messages(club: Club) -> None:
    """In a game that was over before, and in one that the substitute has finished."""
    id = club.found(Rules(format="swiss", seats=TWO, rounds=2), 2)
    club.round(id)
    club.tournaments.next_round(by("director"), id)
    club.settle()
    first, second = club.campaigns(id).values()
    seat = next(s for s, m in club.b.service.status(second).members.items() if m.user == "anna")
    club.b.service.do(by("anna"), second, press.send, seat, [], "Meet me in Ravenna.")
    club.b.clock.now += 60
    club.tournaments.do(by("director"), id, staff.replace, "p1", "zita", "Zita")
    club.settle()
    club.b.clock.now += 60
    club.b.service.do(by("zita"), second, press.send, seat, [], "Meet me in Aleria.")
    with pytest.raises(NotNow, match="has not ended"):
        club.tournaments.do(by("anna"), id, erasing.erase, "")
    with pytest.raises(NotNow, match="do not take part"):
        club.tournaments.do(by("nobody"), id, erasing.erase, "")
    assert club.tournaments.look(id, "anna").former_player == "p1"
    club.play(second)
    club.settle()
    assert sorted(one.who for one in club.tournaments.ratings().players) == ["Anna", "Bela", "Zita"]
    club.tournaments.do(by("anna"), id, erasing.erase, "")
    assert found_in(club, "Anna") == found_in(club, "Ravenna") == []
    assert found_in(club, "anna") == ["tournament_entry"]  # her words for the lots, which the log keeps
    assert found_in(club, "Aleria") and found_in(club, "Zita")
    assert sorted(one.who for one in club.tournaments.ratings().players) == ["Bela", "Zita"]
    assert [m.who for m in club.b.service.status(second).members.values() if m.user == "zita"] == ["Zita"]
    with pytest.raises(NotNow, match="do not take part"):
        club.tournaments.do(by("anna"), id, erasing.erase, "")
    assert all(club.b.service.look(campaign, queries.verdict).errors == [] for campaign in (first, second))
    club.verified(id)


def test_a_substitute_has_a_name_that_is_no_side_and_no_other_players(club: Club) -> None:
    id = club.found(Rules(format="swiss", seats=TWO, rounds=1), 3)
    for name in ("North", "Bela"):
        with pytest.raises(NotNow, match=r"looks like|is taken"):
            club.tournaments.do(by("director"), id, staff.replace, "p1", "zita", name)
    club.tournaments.do(by("director"), id, staff.replace, "p1", "zita", "Anna")
    assert club.tournaments.look(id).people["p1"].user == "zita"
