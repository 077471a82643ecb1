"""Names in tournaments: hidden while playing, erased afterwards with address and messages."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from adjudicator.core import NotNow
from service.storage.mail import MailSeat
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
        club.tournaments.hide(by("zita"), id)
    club.tournaments.hide(by("anna"), id)
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
    club.b.service.send_press(by("anna"), campaign, seat, [], "Meet me in Ravenna.")
    club.b.context.mail.save_seat(MailSeat("a" * 16, campaign, seat, "anna@example.org"))
    club.tournaments.withdraw(by("anna"), id, "p1", "time")
    with pytest.raises(NotNow, match="has not ended"):
        club.tournaments.erase(by("anna"), id, "p1")
    club.play(campaign)
    club.settle()
    club.tournaments.erase(by("anna"), id, "p1")
    assert "Anna" not in json.dumps(club.tournaments.export(id))
    assert {m.who for m in club.b.service.status(campaign).members.values()} == {"p1", "Bela"}
    audiences = ["channel", *(f"seat/{one}" for one in TWO)]
    said = str([post.content for post in club.b.context.outbox.posts(campaign, audiences, 0, 500)])
    assert "Ravenna" not in said
    assert club.b.context.teams.of_user("anna") == []
    club.verified(id)
