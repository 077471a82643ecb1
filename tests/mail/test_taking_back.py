"""Mail about an order leaves when its giver can no longer take it back alone, or after five minutes."""

from __future__ import annotations

import pytest

from adjudicator.core.language.errors import NotNow
from frontends.mail.delivering import SLOT
from service.usecases.agreeing import agreements, undo
from service.usecases.play import playing
from tests.harness.service import ServiceHarness, by

from .harness import MailHarness, text, without_pictures
from .test_year import CAMPAIGN, all_orders, begun, order

__all__ = ["without_pictures"]


def of_pompey(b: ServiceHarness, mails: MailHarness) -> None:
    """Play until Pompey has given an order that they can take back alone; Caesar has read all before it."""
    begun(b, mails)
    for step in range(60):
        (seat, *_) = sorted(one.seat for one in b.service.asked(CAMPAIGN))
        user = "mail/anna@example.net" if seat == "caesar" else seat
        mails.deliver()
        mails.deliver()
        b.clock.now += 60 - b.clock.now % SLOT  # a minute behind a moment at which mails leave
        n = b.service.campaign(CAMPAIGN).n
        b.service.do(by(user), CAMPAIGN, playing.order, seat, all_orders(b, seat, step)[0], "en")
        if seat == "pompey" and not b.service.is_settled(CAMPAIGN, n + 1):
            return
    raise AssertionError("Pompey gives no such order")


def later(b: ServiceHarness, mails: MailHarness, seconds: int) -> list[str]:
    """Let a number of seconds pass until the next moment at which mails leave; return the mails."""
    b.clock.now += seconds - SLOT
    return [text(mail) for mail in mails.deliver()]


def test_an_order_that_can_be_taken_back_is_not_told(b: ServiceHarness, mails: MailHarness) -> None:
    of_pompey(b, mails)
    assert later(b, mails, 299) == [], "taken back alone: the mail waits"
    b.service.do(by("pompey"), CAMPAIGN, undo.take_back, "pompey")
    assert later(b, mails, 2 * SLOT) == [], "nor that it was given"


def test_after_five_minutes_it_is_told_and_undone_by_consent(b: ServiceHarness, mails: MailHarness) -> None:
    of_pompey(b, mails)
    assert undo.ALONE_FOR == SLOT
    b.clock.now += SLOT
    with pytest.raises(NotNow, match="more than"):
        b.service.do(by("pompey"), CAMPAIGN, undo.take_back, "pompey")
    (said,) = later(b, mails, SLOT)
    assert "Pompey attacked" in said
    to = b.service.look(CAMPAIGN, undo.points)[0].to
    b.service.do(by("pompey"), CAMPAIGN, agreements.propose, "undo", "pompey", to, "")
    assert b.service.look(CAMPAIGN, agreements.proposal, "undo") is not None


def test_what_another_seat_has_answered_is_settled(b: ServiceHarness, mails: MailHarness) -> None:
    """Two secret answers: the first can be taken back alone, and together they cannot."""
    anna = begun(b, mails)
    for user, seat, is_settled in (("pompey", "pompey", False), (anna.user, "caesar", True)):
        b.service.do(by(user), CAMPAIGN, playing.order, seat, order(b, seat, 1), "en")
        assert b.service.is_settled(CAMPAIGN, b.service.campaign(CAMPAIGN).n) == is_settled
