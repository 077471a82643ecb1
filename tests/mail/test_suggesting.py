"""What is suggested, by mail: the mail shows it with the word that gives it; without it a code is asked."""

from __future__ import annotations

import re

import pytest

from adjudicator.core.log.chance import sampler
from frontends.mail.access import frame_mark
from service.usecases.play import playing, queries, spared, suggesting
from service.values.front_ends.mail import MailSeat
from tests.harness.service import ServiceHarness, by
from tests.kit.play_styles import bold

from .harness import MailHarness, without_pictures
from .test_commands import said
from .test_year import CAMPAIGN, begun

__all__ = ["without_pictures"]
MOST = 200


@pytest.fixture
def anna(b: ServiceHarness, mails: MailHarness) -> MailSeat:
    """Caesar by mail, asked in a battle of Julius Caesar."""
    anna = begun(b, mails)
    for step in range(MOST):
        asked = {one.seat: one for one in b.service.asked(CAMPAIGN)}
        if "caesar" in asked and asked["caesar"].rule in b.service.game(CAMPAIGN).reactions:
            return anna
        seat = next(iter(asked))
        pending = b.service.look(CAMPAIGN, queries.pending, seat)
        assert pending is not None
        user = b.service.status(CAMPAIGN).members[seat].user
        b.service.do(
            by(user), CAMPAIGN, playing.submit, seat, bold(pending.choice, sampler(step), None, seat)
        )
    raise AssertionError("no battle")


def suggested(b: ServiceHarness) -> str:
    found = b.service.look(CAMPAIGN, suggesting.suggestion, "caesar", "en")
    assert found is not None
    return found.text


def given(b: ServiceHarness) -> int:
    return sum(entry["t"] == "answer" and entry["seat"] == "caesar" for entry in b.service.log(CAMPAIGN))


def test_the_mail_shows_the_suggested_answer_and_the_word_that_gives_it(
    b: ServiceHarness, mails: MailHarness, anna: MailSeat
) -> None:
    order, n, shown = suggested(b), given(b), said(mails, anna, "STATUS")
    mark = frame_mark(b.service, anna, order)
    assert f"Suggested: {order}" in shown and f"SUGGESTED {mark}" in shown
    assert "REACTIONS OFF" in shown
    assert f"(1) {order}" in said(mails, anna, f"SUGGESTED {mark}") and given(b) > n


def test_without_the_word_or_with_a_former_one_the_suggestion_needs_a_code(
    b: ServiceHarness, mails: MailHarness, anna: MailSeat
) -> None:
    order, n = suggested(b), given(b)
    for word in ("", " +aaaaaa", f" {frame_mark(b.service, anna)}"):
        asks = said(mails, anna, f"SUGGESTED{word}")
        assert f"Suggested: {order}" in asks and given(b) == n
    code = re.findall(r"CONFIRM (\d{8})", asks)[0]
    assert f"(1) {order}" in said(mails, anna, f"CONFIRM {code}") and given(b) > n


def test_reactions_are_spared_after_a_code_that_answers_the_open_one(
    b: ServiceHarness, mails: MailHarness, anna: MailSeat
) -> None:
    n = given(b)
    asks = said(mails, anna, "REACTIONS OFF")
    assert f"his gives “{suggested(b)}” at once" in asks
    assert not b.service.look(CAMPAIGN, spared.is_spared, "caesar") and given(b) == n
    code = re.findall(r"CONFIRM (\d{8})", asks)[0]
    assert "Until the turn ends you are not asked" in said(mails, anna, f"CONFIRM {code}")
    assert given(b) > n
    said(mails, anna, "REACTIONS ON")
    assert not b.service.look(CAMPAIGN, spared.is_spared, "caesar")
    assert "OFF or ON" in said(mails, anna, "REACTIONS perhaps")


def test_nothing_is_suggested_for_the_orders_of_a_turn(b: ServiceHarness, mails: MailHarness) -> None:
    anna = begun(b, mails)
    assert "othing is suggested for this decision" in said(mails, anna, "SUGGESTED")
