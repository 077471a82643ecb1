"""The first turn of each game is played in Japanese by mail, by the orders of docs/plays."""

from __future__ import annotations

import re

import pytest

from tests.harness.first_turn import EACH, answers, expected, founded, name, turn
from tests.harness.japanese import english
from tests.harness.service import ServiceHarness

from .harness import MailHarness, body, text, without_pictures

__all__ = ["without_pictures"]
MARK = re.compile(r"^命令 .*$| \+[a-z2-7]{6}", re.MULTILINE)
"""The head of a frame, with the game and the seat, and the sign of its question."""
LOOKING = ("ヘルプ", "手引き", "規則 6", "状況", "地図", "手札", "記録", "常時命令", "伝言", "あいうえお")


@pytest.mark.parametrize("game", EACH)
def test_a_first_turn_is_written_in_japanese_by_mail(
    game: str, b: ServiceHarness, mails: MailHarness
) -> None:
    """Whoever accepts an invitation in Japanese gets mails in Japanese, and answers in their frames."""
    campaign, invited = founded(b, game), {}
    for seat in b.service.status(campaign).campaign.seats:
        address = f"{seat}@example.net"
        invited[seat] = mails.invite(campaign, seat, address)
        mails.write(invited[seat], "参加", sender=f"{name(game, seat)} <{address}>")
        mails.round()
    for line in turn(game).orders:
        n = b.service.status(campaign).campaign.n
        mails.write(invited[line.seat], f"命令\n{line.text}\n終わり")
        (said,) = mails.round()
        assert b.service.status(campaign).campaign.n > n, (line, text(said))
        assert english(MARK.sub("", body(said))) == []
    for command in LOOKING:
        mails.write(invited[turn(game).orders[0].seat], command)
        for said in mails.round():
            assert english(MARK.sub("", body(said))) == [], command
    assert answers(b.service, campaign) == expected(game)


def test_an_invitation_says_in_each_language_how_to_accept_it(b: ServiceHarness, mails: MailHarness) -> None:
    campaign = founded(b, "julius_caesar")
    seat = mails.invite(campaign, "caesar", "anna@example.net")
    assert "reply with the one word JOIN" in text(mails.sent[-1])
    assert "「参加」とだけ書いて返信してください" in text(mails.sent[-1])
    mails.write(seat, "JOIN", sender="Anna <anna@example.net>")
    (said,) = mails.round()
    assert "You play Caesar by mail." in text(said)
