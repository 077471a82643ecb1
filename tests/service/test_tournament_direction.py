"""A tournament's director: announcements, rulings, pauses, the end of a round, who is late and why."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from adjudicator.core import NotNow, Refusal
from service.posts.status import status
from service.usecases.agreeing import ending
from service.usecases.tournaments import entering, staff
from service.usecases.tournaments.founding import TournamentPlan
from service.values.audiences import CHANNEL
from service.values.front_ends.channels import ChannelBinding, Reader
from service.values.words import speak
from tests.harness.club import SCORED, TWO, Club, unfinished
from tests.harness.service import by, service_harness
from tournaments.rules import Rules


@pytest.fixture
def club(tmp_path: Path) -> Iterator[Club]:
    with service_harness(tmp_path / "tabellarius.sqlite", SCORED) as b:
        yield Club(b)


def held(club: Club, campaign: int, language: str = "en") -> str:
    return status(club.b.service, campaign, language).held


def posts(club: Club, campaign: int) -> str:
    found = club.b.context.outbox.posts(campaign, [CHANNEL], 0, 500)
    return " / ".join(str(post.content) for post in found)


def test_all_games_show_announcements_and_numbered_rulings(club: Club) -> None:
    id = club.found(Rules(format="swiss", seats=TWO, rounds=2), 4)
    club.tournaments.do(by("director"), id, staff.announce, "Before the first round.")
    club.tournaments.do(by("director"), id, staff.rule, "May a pile be empty?", "Yes.")
    club.tournaments.next_round(by("director"), id)
    club.settle()
    club.tournaments.do(by("director"), id, staff.announce, "Good games!")
    club.tournaments.do(by("director"), id, staff.rule, "Who begins?", "North.")
    club.settle()
    for campaign in club.campaigns(id).values():
        said = posts(club, campaign)
        assert "Before the first round." not in said
        assert said.count("Good games!") == said.count("May a pile be empty?") == said.count("North.") == 1
        kept = club.b.service.rulings(campaign)
        assert [one.question for one in kept] == ["Spring 1: May a pile be empty?", "Spring 2: Who begins?"]
    before = [posts(club, campaign) for campaign in club.campaigns(id).values()]
    club.settle()
    assert before == [posts(club, campaign) for campaign in club.campaigns(id).values()]


def test_the_director_stops_one_game_or_all_and_lets_them_go_on(club: Club) -> None:
    id = club.found(Rules(format="swiss", seats=TWO, rounds=2), 4)
    club.tournaments.next_round(by("director"), id)
    club.settle()
    first, second = club.campaigns(id)["1.1"], club.campaigns(id)["1.2"]
    with pytest.raises(NotNow, match="director"):
        club.tournaments.do(by("anna"), id, staff.pause, "", "storm")
    with pytest.raises(Refusal):
        club.tournaments.do(by("director"), id, staff.pause, "1.1", " ")
    club.tournaments.do(by("director"), id, staff.pause, "1.1", "storm")
    club.settle()
    assert (held(club, first), held(club, second)) == ("Spring: storm", "")
    assert [due.due for due in club.b.service.due(first)] == [None] * len(club.b.service.due(first))
    club.tournaments.do(by("director"), id, staff.pause, "", "power cut")
    club.settle()
    assert (held(club, first), held(club, second)) == ("Spring: storm", "Spring: power cut")
    with pytest.raises(NotNow, match="no game can be stopped"):
        club.tournaments.do(by("director"), id, staff.pause, "", "again")
    club.tournaments.do(by("director"), id, staff.go_on, "")
    club.settle()
    assert (held(club, first), held(club, second)) == ("", "")
    with pytest.raises(NotNow, match="has been stopped"):
        club.tournaments.do(by("director"), id, staff.go_on, "1.1")
    club.b.service.do(by("director"), first, ending.hold_by_referee, "a question")
    club.settle()
    assert held(club, first) == "a question"
    club.verified(id)


def test_clocks_stop_at_the_end_of_the_round_and_go_on_when_it_is_extended(club: Club) -> None:
    id = unfinished(club)
    campaign = club.campaigns(id)["1.1"]
    club.b.clock.now += 10 * 24 * 3600 - 1
    club.b.service.tick()
    assert not held(club, campaign)
    club.b.clock.now += 1
    club.settle()
    assert "round has ended" in held(club, campaign)
    assert "ラウンド" in held(club, campaign, "ja")
    assert "round" not in held(club, campaign, "ja")
    assert all(due.due is None for due in club.b.service.due(campaign))
    club.tournaments.do(by("director"), id, staff.extend, 2, "a holiday")
    club.settle()
    assert not held(club, campaign)
    assert any(due.due is not None for due in club.b.service.due(campaign))


def test_an_outage_is_given_back_to_the_round(club: Club) -> None:
    id = unfinished(club)
    club.b.service.tick()
    due = club.tournaments.look(id).due
    club.b.clock.now += 3 * 24 * 3600
    club.b.service.tick()
    assert club.tournaments.look(id).due == due + 3 * 24 * 3600


def test_a_director_sees_who_is_late_and_why(club: Club) -> None:
    id = club.found(Rules(format="swiss", seats=TWO, rounds=1), 4)
    club.tournaments.next_round(by("director"), id)
    club.settle()
    with pytest.raises(NotNow, match="director"):
        club.tournaments.pending(by("anna"), id)
    found = club.tournaments.pending(by("director"), id)
    assert found and not any(one.late for one in found)
    club.b.clock.now += 73 * 3600
    found = club.tournaments.pending(by("director"), id)
    assert any(one.late for one in found)
    one = found[0]
    user = club.tournaments.look(id).people[one.player].user
    club.b.service.set_absence(by(user), club.b.clock.now, club.b.clock.now + 5 * 24 * 3600)
    why = {p.player: p.why for p in club.tournaments.pending(by("director"), id)}
    assert "away until" in speak(why[one.player], "en")


def test_why_a_player_by_mail_or_on_discord_has_not_answered(club: Club) -> None:
    plan = TournamentPlan("Spring", "nim", "short", Rules(format="round_robin", seats=TWO))
    id = club.tournaments.found(by("director", "new"), plan).campaign
    for user, who in (("mail/anna@example.org", "Anna"), ("discord/7", "Bela")):
        club.tournaments.do(by(user), id, entering.enter, who)
    club.tournaments.do(by("director"), id, entering.close)
    club.tournaments.next_round(by("director"), id)
    club.settle()
    context, (campaign,) = club.b.context, club.campaigns(id).values()

    def why(player: str) -> str:
        found = club.tournaments.pending(by("director"), id)
        return next(speak(one.why, "en") for one in found if one.player == player)

    assert (why("p1"), why("p2")) == ("mail sent", "no thread on Discord shows this game")
    context.mail.send("anna@example.org", "<1@example.org>", b"", club.b.clock.now)
    context.mail.failed(context.mail.next_out(club.b.clock.now)[0].id, club.b.clock.now + 60)
    assert why("p1") == "mail not sent yet (1 try failed)"
    with context.store.transaction():
        context.mailbox.fail("anna@example.org", club.b.clock.now)
    assert why("p1") == "mail to them bounces"
    club.b.service.channels.show(ChannelBinding(campaign, 1, 2, "en"))
    assert why("p2") == "delivered on Discord"
    context.channels.keep_reader(Reader("discord/7", closed=True))
    assert why("p2") == "refuses direct messages; delivered in the thread"
    tournament = club.tournaments
    tournament.do(by("director"), id, staff.pause, "1.1", "storm")
    club.settle()
    assert why("p1") == why("p2") == "on hold: Spring: storm"
