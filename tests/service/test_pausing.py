"""A pause that all players have agreed on: who must agree, what stands still, who goes on."""

from __future__ import annotations

import pytest

from adjudicator.core import NotNow
from service.posts.status import status
from service.usecases.agreeing import agreements, ending
from service.usecases.play import playing
from service.usecases.time import ai_player
from service.values.posts import ProposedNotice
from tests.harness.clock import FIXED, later, left, ring
from tests.harness.posts import contents, sentences
from tests.harness.service import ServiceHarness, by


def test_clocks_stand_once_all_players_agree_until_one_goes_on(b: ServiceHarness) -> None:
    campaign, service = ring(b, FIXED), b.service
    service.do(by("a"), campaign, agreements.propose, "pause", "a")
    (offer,) = contents(b.waiting(1000), ProposedNotice)
    later(b, 10)
    service.do(by("b"), campaign, agreements.answer, "pause", "b", True, offer.proposal)
    with pytest.raises(NotNow, match="already agreed"):
        service.do(by("b"), campaign, agreements.answer, "pause", "b", True, offer.proposal)
    assert not service.campaign(campaign).is_paused
    assert left(b, campaign, "c") == 38
    service.do(by("c"), campaign, agreements.propose, "pause", "c")
    assert status(service, campaign, "en").held == "the players have agreed to pause"
    assert status(service, campaign, "ja").held == "プレイヤー全員が休止に同意しました"
    later(b, 1000)
    assert [due.due for due in service.due(campaign)] == [None] * 3
    with pytest.raises(NotNow, match="the players have agreed to pause"):
        service.do(by("a"), campaign, playing.submit, "a", [])
    with pytest.raises(NotNow, match="only the referee"):
        service.release(by("stranger"), campaign)
    service.release(by("b"), campaign)
    assert left(b, campaign, "c") == 38
    assert sentences(b.waiting(1000), "go on") == ["b ended the pause"]


def test_a_proposed_pause_outlasts_orders_and_ends_with_a_refusal(b: ServiceHarness) -> None:
    campaign, service = ring(b, FIXED), b.service
    with pytest.raises(NotNow, match="nobody has proposed a pause"):
        service.do(by("a"), campaign, agreements.answer, "pause", "a", False)
    service.do(by("a"), campaign, agreements.propose, "pause", "a")
    old = service.look(campaign, agreements.proposal, "pause")
    assert old is not None
    service.do(by("a"), campaign, playing.submit, "a", [])
    assert service.look(campaign, agreements.proposal, "pause") == old
    service.do(by("b"), campaign, agreements.answer, "pause", "b", False, old.id)
    assert service.look(campaign, agreements.proposal, "pause") is None
    service.do(by("a"), campaign, agreements.propose, "pause", "a")
    with pytest.raises(NotNow, match="no longer open"):
        service.do(by("b"), campaign, agreements.answer, "pause", "b", True, old.id)
    service.do(by("judge"), campaign, ending.hold_by_referee, "a doubt")
    assert service.look(campaign, agreements.proposal, "pause") is None


def test_a_referees_hold_is_the_referees_to_end(b: ServiceHarness) -> None:
    campaign, service = ring(b, FIXED), b.service
    service.do(by("judge"), campaign, ending.hold_by_referee, "the players have agreed to pause")
    assert not service.campaign(campaign).is_paused
    with pytest.raises(NotNow, match="only the referee"):
        service.release(by("a"), campaign)


def test_a_pause_gives_nobody_the_rights_that_a_hold_gives(b: ServiceHarness) -> None:
    campaign, service = ring(b, FIXED), b.service
    for seat in "abc":
        service.do(by(seat), campaign, agreements.propose, "pause", seat)
    with pytest.raises(NotNow, match="only while it is on hold"):
        service.do(by("moderator"), campaign, ending.end_by_moderator, "so quiet here")


def test_the_computer_need_not_agree_and_is_not_asked(b: ServiceHarness) -> None:
    campaign, service = ring(b, FIXED), b.service
    with b.store.transaction():
        b.store.run("UPDATE member SET user = ? WHERE seat = 'c'", ai_player.USER)
        b.store.run("DELETE FROM asked WHERE seat = 'c'")
    service.do(by("a"), campaign, agreements.propose, "pause", "a")
    assert not service.is_ai_asked()
    service.do(by("b"), campaign, agreements.propose, "pause", "b")
    assert service.campaign(campaign).is_paused
