"""The house as an opponent: it sits where it is invited, and its answers are legal to the end."""

from __future__ import annotations

from pathlib import Path

import pytest

from adjudicator.core import NotNow, Refusal, words
from service.usecases import undo
from service.usecases.ai_player import USER
from service.values.records import Message, Plan
from tests.harness.desk import DeskHarness, by

GAMES = (("julius_caesar", "war"), ("belisarius", "advance"))


@pytest.fixture
def b(tmp_path: Path) -> DeskHarness:
    return DeskHarness(tmp_path / "desk.sqlite")


def founded(b: DeskHarness, game: str, scenario: str, seed: bytes = b"house") -> int:
    """A campaign that `founder` has founded and `judge` rules on; nobody sits yet."""
    plan = Plan(game, scenario, "Test", referee="judge", seed=seed)
    return b.desk.found(by("founder"), plan).campaign


@pytest.mark.parametrize(("game", "scenario"), GAMES)
def test_the_house_plays_whole_games_against_itself(b: DeskHarness, game: str, scenario: str) -> None:
    campaign = founded(b, game, scenario)
    for seat in b.desk.status(campaign).campaign.seats:
        b.desk.invite_house(by("founder"), campaign, seat)
    while b.desk.play_house():
        pass
    assert b.desk.status(campaign).over
    assert b.desk.verify(campaign).errors == []


@pytest.mark.parametrize(("game", "scenario"), GAMES)
def test_it_answers_only_for_its_own_seat(b: DeskHarness, game: str, scenario: str) -> None:
    campaign = founded(b, game, scenario)
    mine, its = b.desk.status(campaign).campaign.seats
    b.desk.join(by(mine), campaign, mine, "Me")
    b.desk.invite_house(by("founder"), campaign, its)
    for step in range(20):
        while b.desk.play_house():
            pass
        assert [asked.seat for asked in b.desk.asked(campaign)] == [mine]
        b.step(campaign, step)


def test_its_answers_are_the_same_again_after_a_crash(tmp_path: Path) -> None:
    heads = []
    for name in ("one", "other"):
        b = DeskHarness(tmp_path / f"{name}.sqlite")
        campaign = founded(b, "julius_caesar", "war")
        for seat in b.desk.status(campaign).campaign.seats:
            b.desk.invite_house(by("founder"), campaign, seat)
        for _ in range(40):
            b.desk.play_house()
            if name == "other":
                b.store.close()
                b = DeskHarness(tmp_path / f"{name}.sqlite")
        heads.append(b.desk.status(campaign).campaign.head)
    assert heads[0] == heads[1]


def test_it_agrees_to_go_back_and_refuses_a_draw(b: DeskHarness) -> None:
    campaign = founded(b, "julius_caesar", "war")
    b.desk.join(by("caesar"), campaign, "caesar", "Me")
    b.desk.invite_house(by("founder"), campaign, "pompey")
    while b.desk.play_house():
        pass
    b.step(campaign, 1)
    while b.desk.play_house():
        pass
    to = b.desk.undo_points(campaign)[-1].to
    b.desk.propose_undo(by("caesar"), campaign, "caesar", to)
    n = b.desk.status(campaign).campaign.n
    assert b.desk.play_house()
    assert b.desk.status(campaign).campaign.n > n
    b.desk.propose_draw(by("caesar"), campaign, "caesar")
    while b.desk.play_house():
        pass
    assert not b.desk.status(campaign).over
    assert any(post.content.get("how") == "refused" for post in b.desk.waiting(1000) if post.kind == "notice")


def test_only_the_founder_and_the_referee_invite_it(b: DeskHarness) -> None:
    campaign = founded(b, "julius_caesar", "war")
    with pytest.raises(Refusal, match="only the referee"):
        b.desk.invite_house(by("me"), campaign, "caesar")
    b.desk.invite_house(by("founder"), campaign, "caesar")
    with pytest.raises(Refusal, match="taken by"):
        b.desk.invite_house(by("founder"), campaign, "caesar")
    b.desk.join(by("me"), campaign, "pompey", "Me")
    b.desk.leave(by("me"), campaign, "pompey")
    assert b.desk.status(campaign).members["caesar"].user == USER


def test_a_game_that_it_does_not_play_is_refused(b: DeskHarness) -> None:
    campaign = b.desk.found(Message("", "founder"), Plan("nim", "short", "Test", seed=b"x")).campaign
    seat = b.desk.status(campaign).campaign.seats[0]
    with pytest.raises(Refusal, match="does not play"):
        b.desk.invite_house(by("founder"), campaign, seat)


def test_it_comes_to_several_vacant_seats(b: DeskHarness) -> None:
    campaign = b.found("julius_caesar", "war")
    for seat in ("caesar", "pompey"):
        b.desk.leave(by(seat), campaign, seat)
        b.desk.invite_house(by("judge"), campaign, seat)
    assert {member.user for member in b.desk.status(campaign).members.values()} == {USER}


def test_what_cannot_be_gone_back_to_it_refuses(b: DeskHarness, monkeypatch: pytest.MonkeyPatch) -> None:
    """Else it would be asked the same for ever, and no other game would go on."""
    campaign = founded(b, "julius_caesar", "war")
    b.desk.join(by("caesar"), campaign, "caesar", "Me")
    b.desk.invite_house(by("founder"), campaign, "pompey")
    while b.desk.play_house():
        pass
    b.step(campaign, 1)
    while b.desk.play_house():
        pass

    def changed(*_: object) -> int:
        raise NotNow(words("the rules have changed since"))

    monkeypatch.setattr(undo, "undo", changed)
    b.desk.propose_undo(by("caesar"), campaign, "caesar", b.desk.undo_points(campaign)[-1].to)
    assert b.desk.play_house()
    assert b.office.register.proposal(campaign, "undo") is None
    assert not b.desk.is_house_asked()


def test_it_plays_its_games_in_turn(b: DeskHarness) -> None:
    """Nobody waits until the house has ended a game against itself."""
    first, second = (founded(b, "julius_caesar", "war", seed) for seed in (b"first", b"second"))
    for campaign in (first, second):
        for seat in ("caesar", "pompey"):
            b.desk.invite_house(by("founder"), campaign, seat)
    before = [b.desk.status(campaign).campaign.n for campaign in (first, second)]
    for _ in range(2):
        assert b.desk.play_house()
    after = [b.desk.status(campaign).campaign.n for campaign in (first, second)]
    assert all(n > m for n, m in zip(after, before, strict=True))
    b.desk.hold(by("judge"), first, "a doubt")
    b.desk.resign(by(USER), second, "caesar")
    assert not b.desk.is_house_asked()
