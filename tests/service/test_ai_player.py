"""The computer as an opponent: it plays where it is invited, and its answers are legal to the end."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from adjudicator.core import NotNow, Refusal, words
from adjudicator.core.audit.audit import audit
from adjudicator.core.log.chance import sampler
from adjudicator.core.table.answers import is_standing
from service.unit_of_work.transaction import Transaction
from service.usecases.agreeing import agreements, ending, undo
from service.usecases.play import queries
from service.usecases.seats import founding
from service.usecases.time import ai_player, leaving
from service.usecases.time.ai_player import USER
from service.values.records import Message, Plan
from tests.harness.cases import some
from tests.harness.posts import sentences
from tests.harness.service import ServiceHarness, by, service_harness

GAMES = (("julius_caesar", "war"), ("belisarius", "advance"))


@pytest.fixture
def b(tmp_path: Path) -> Iterator[ServiceHarness]:
    with service_harness(tmp_path / "tabellarius.sqlite") as found:
        yield found


def founded(b: ServiceHarness, game: str, scenario: str, seed: bytes = b"computer") -> int:
    """A campaign that `founder` has founded and `judge` rules on; nobody sits yet."""
    plan = Plan(game, scenario, "Test", referee="judge", seed=seed)
    return b.service.found(by("founder"), plan).campaign


@pytest.mark.parametrize(("game", "scenario"), some(GAMES, ("julius_caesar", "war")))
def test_the_computer_plays_whole_games_against_itself(b: ServiceHarness, game: str, scenario: str) -> None:
    campaign = founded(b, game, scenario)
    for seat in b.service.status(campaign).campaign.seats:
        b.service.do(by("founder"), campaign, ai_player.invite, seat)
    while b.service.play_ai():
        pass
    assert b.service.status(campaign).over
    assert b.service.look(campaign, queries.verdict).errors == []


SILENT = (
    ("ottomans", "s1_tc", {"jesuits_sufis"}),
    ("belisarius", "advance", {"pope", "end_of_campaign"}),
)
"""What a seat that the computer minds plays in windows in which a new game asks nobody, in one game."""


@pytest.mark.matrix
@pytest.mark.parametrize(("game", "scenario", "chits"), SILENT)
def test_it_reacts_where_nobody_is_asked(
    b: ServiceHarness, game: str, scenario: str, chits: set[str]
) -> None:
    """By standing orders of its own, sealed as everybody's are: the audit finds nothing."""
    campaign = founded(b, game, scenario, b"a")
    for seat in b.service.status(campaign).campaign.seats:
        b.service.do(by("founder"), campaign, ai_player.invite, seat)
    while b.service.play_ai():
        pass
    answers = [entry for entry in b.context.log.entries(campaign, 0) if entry.t == "answer"]
    assert {entry.answer["answer"] for entry in answers if is_standing(entry)} >= chits
    assert audit(b.service.look(campaign, queries.export, None), b.context.games).faults == []


@pytest.mark.parametrize(("game", "scenario"), GAMES)
def test_it_answers_only_for_its_own_seat(b: ServiceHarness, game: str, scenario: str) -> None:
    campaign = founded(b, game, scenario)
    mine, its = b.service.status(campaign).campaign.seats
    b.service.do(by(mine), campaign, founding.join, mine, "Me")
    b.service.do(by("founder"), campaign, ai_player.invite, its)
    for step in range(12):
        while b.service.play_ai():
            pass
        assert [asked.seat for asked in b.service.asked(campaign)] == [mine]
        b.step(campaign, step)


def test_what_it_will_do_follows_from_no_public_head(b: ServiceHarness) -> None:
    campaign = founded(b, "julius_caesar", "war")
    for seat in b.service.status(campaign).campaign.seats:
        b.service.do(by("founder"), campaign, ai_player.invite, seat)
    tx = Transaction(b.context, b.context.campaign(campaign), by(USER))

    def numbers(seat: str) -> list[int]:
        rng = tx.randomness(seat)
        return [rng.below(1000) for _ in range(20)]

    public = sampler(int(tx.chain.head[:16], 16))
    mine = numbers("caesar")
    assert mine == numbers("caesar") != numbers("pompey")
    assert mine != [public.below(1000) for _ in range(20)]
    tx.chain.hroot = bytes(32)
    assert mine != numbers("caesar"), "who does not know the hidden root knows nothing"


def test_its_answers_are_the_same_again_after_a_crash(tmp_path: Path) -> None:
    heads = []
    for name in ("one", "other"):
        b = ServiceHarness(tmp_path / f"{name}.sqlite")
        campaign = founded(b, "julius_caesar", "war")
        for seat in b.service.status(campaign).campaign.seats:
            b.service.do(by("founder"), campaign, ai_player.invite, seat)
        for _ in range(40):
            b.service.play_ai()
            if name == "other":
                b.store.close()
                b = ServiceHarness(tmp_path / f"{name}.sqlite")
        heads.append(b.service.status(campaign).campaign.head)
        b.store.close()
    assert heads[0] == heads[1]


def test_it_agrees_to_go_back_and_refuses_a_draw(b: ServiceHarness) -> None:
    campaign = founded(b, "julius_caesar", "war")
    b.service.do(by("caesar"), campaign, founding.join, "caesar", "Me")
    b.service.do(by("founder"), campaign, ai_player.invite, "pompey")
    while b.service.play_ai():
        pass
    b.step(campaign, 1)
    while b.service.play_ai():
        pass
    to = b.service.look(campaign, undo.points)[-1].to
    b.service.do(by("caesar"), campaign, agreements.propose, "undo", "caesar", to)
    n = b.service.status(campaign).campaign.n
    assert b.service.play_ai()
    assert b.service.status(campaign).campaign.n > n
    b.service.do(by("caesar"), campaign, agreements.propose, "draw", "caesar")
    while b.service.play_ai():
        pass
    assert not b.service.status(campaign).over
    assert any("declined the draw" in said for said in sentences(b.waiting(1000), "draw"))


def test_only_the_founder_and_the_referee_invite_it(b: ServiceHarness) -> None:
    campaign = founded(b, "julius_caesar", "war")
    with pytest.raises(Refusal, match="only the referee"):
        b.service.do(by("me"), campaign, ai_player.invite, "caesar")
    b.service.do(by("founder"), campaign, ai_player.invite, "caesar")
    with pytest.raises(Refusal, match="you play"):
        b.service.do(by("founder"), campaign, ai_player.invite, "caesar")
    b.service.do(by("me"), campaign, founding.join, "pompey", "Me")
    b.service.do(by("me"), campaign, leaving.leave, "pompey")
    assert b.service.status(campaign).members["caesar"].user == USER


def test_a_game_that_it_does_not_play_is_refused(b: ServiceHarness) -> None:
    campaign = b.service.found(Message("", "founder"), Plan("nim", "short", "Test", seed=b"x")).campaign
    seat = b.service.status(campaign).campaign.seats[0]
    with pytest.raises(Refusal, match="cannot play"):
        b.service.do(by("founder"), campaign, ai_player.invite, seat)


def test_it_comes_to_several_vacant_seats(b: ServiceHarness) -> None:
    campaign = b.found("julius_caesar", "war")
    for seat in ("caesar", "pompey"):
        b.service.do(by(seat), campaign, leaving.leave, seat)
        b.service.do(by("judge"), campaign, ai_player.invite, seat)
    assert {member.user for member in b.service.status(campaign).members.values()} == {USER}


def test_what_cannot_be_gone_back_to_it_refuses(b: ServiceHarness, monkeypatch: pytest.MonkeyPatch) -> None:
    """Else it would be asked the same for ever, and no other game would go on."""
    campaign = founded(b, "julius_caesar", "war")
    b.service.do(by("caesar"), campaign, founding.join, "caesar", "Me")
    b.service.do(by("founder"), campaign, ai_player.invite, "pompey")
    while b.service.play_ai():
        pass
    b.step(campaign, 1)
    while b.service.play_ai():
        pass

    def changed(*_: object) -> int:
        raise NotNow(words("program has changed since"))

    monkeypatch.setattr(undo, "undo", changed)
    b.service.do(
        by("caesar"),
        campaign,
        agreements.propose,
        "undo",
        "caesar",
        b.service.look(campaign, undo.points)[-1].to,
    )
    assert b.service.play_ai()
    assert b.context.campaigns.proposal(campaign, "undo") is None
    assert not b.service.is_ai_asked()


def test_it_plays_its_games_in_turn(b: ServiceHarness) -> None:
    """Nobody waits until the computer has ended a game against itself."""
    first, second = (founded(b, "julius_caesar", "war", seed) for seed in (b"first", b"second"))
    for campaign in (first, second):
        for seat in ("caesar", "pompey"):
            b.service.do(by("founder"), campaign, ai_player.invite, seat)
    before = [b.service.status(campaign).campaign.n for campaign in (first, second)]
    for _ in range(2):
        assert b.service.play_ai()
    after = [b.service.status(campaign).campaign.n for campaign in (first, second)]
    assert all(n > m for n, m in zip(after, before, strict=True))
    b.service.do(by("judge"), first, ending.hold_by_referee, "a doubt")
    b.service.do(by(USER), second, leaving.resign, "caesar")
    assert not b.service.is_ai_asked()
