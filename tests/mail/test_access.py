"""The right to a seat by mail: those who were replaced, left, or have not joined get nothing of it."""

from __future__ import annotations

from email.message import EmailMessage

from frontends.mail import delivering
from service.usecases.play import playing
from service.usecases.referee import acts
from service.usecases.seats import teams
from service.usecases.time import leaving
from service.values.front_ends.mail import MailSeat
from service.values.records import Plan
from tests.harness.service import ServiceHarness, by

from .harness import MailHarness, text
from .test_year import CAMPAIGN, begun, order

LOOKS = "STATUS\nMAP\nHAND\nLOG\nSTANDING\nEND\nBACK\nDRAW\nRESIGN\nCHECK\ndiscard Neptune\nEND"


def pictures(mail: EmailMessage) -> int:
    return sum(part.get_content_maintype() == "image" for part in mail.walk())


def nothing_is_told(b: ServiceHarness, mails: MailHarness, anna: MailSeat) -> None:
    """Neither commands nor mails show anything of the seat, and nothing is done for it."""
    n = b.service.status(CAMPAIGN).campaign.n
    mails.write(anna, LOOKS, subject="")
    (refused,) = mails.round()
    lines = [line for line in text(refused).splitlines() if line]
    heads = [line for line in lines if line[0].isdigit()]
    assert len(heads) == 9 and lines == [
        each for head in heads for each in (head, "You no longer play Caesar.")
    ]
    assert refused["Subject"] == "[JC-1]" and pictures(refused) == 0
    mails.write(anna, f"ORDERS\n{order(b, 'caesar', 1)}\nEND")
    assert "You no longer play Caesar." in text(mails.round()[0])
    assert b.service.status(CAMPAIGN).campaign.n == n
    assert delivering.asked(b.service, anna) == []
    assert delivering.drawings(b.service, anna, ("map", "hand")) == []
    assert delivering.told(b.service, anna, b.service.posts(CAMPAIGN, ["seat/caesar"])) == []
    b.service.do(by("pompey"), CAMPAIGN, playing.order, "pompey", order(b, "pompey", 2), "en")
    assert mails.deliver() == []


def test_a_player_who_was_replaced_is_told_nothing_more(b: ServiceHarness, mails: MailHarness) -> None:
    anna = begun(b, mails)
    mails.write(anna, "HAND\nLOG")
    (shown,) = mails.round()
    assert pictures(shown) == 1 and "no longer" not in text(shown)
    b.service.do(by("judge"), CAMPAIGN, acts.replace, "caesar", "someone", "Somebody")
    nothing_is_told(b, mails, anna)


def test_a_player_who_has_left_is_told_nothing_more(b: ServiceHarness, mails: MailHarness) -> None:
    anna = begun(b, mails)
    b.service.do(by(anna.user), CAMPAIGN, leaving.leave, "caesar")
    nothing_is_told(b, mails, anna)
    mails.write(anna, "JOIN\nHAND")
    (back,) = mails.round()
    assert "You play Caesar by mail." in text(back) and pictures(back) == 1, "who left may come back"


def test_a_mail_that_waited_is_not_sent_to_a_former_player(b: ServiceHarness, mails: MailHarness) -> None:
    anna = begun(b, mails)
    assert [one.seat.token for one in delivering.waiting(b.service)] == [anna.token]
    b.service.do(by("judge"), CAMPAIGN, acts.replace, "caesar", "someone", "Somebody")
    assert delivering.waiting(b.service) == [] and mails.deliver() == []


def test_an_observer_sees_and_is_offered_no_orders(b: ServiceHarness, mails: MailHarness) -> None:
    anna = begun(b, mails)
    b.service.do(by(anna.user), CAMPAIGN, teams.enlist, "caesar", "second", "Second", "officer")
    b.service.do(by(anna.user), CAMPAIGN, teams.hand_over, "caesar", "second")
    mails.write(anna, f"HAND\nORDERS\n{order(b, 'caesar', 1)}\nEND", subject="")
    (answered,) = mails.round()
    assert pictures(answered) == 1 and "only the commander of Caesar" in text(answered)
    assert "END" not in text(answered).splitlines() and "your decision" not in answered["Subject"]


def test_who_was_invited_sees_nothing_before_they_join(b: ServiceHarness, mails: MailHarness) -> None:
    anna = begun(b, mails)
    second = MailSeat("b" * 16, CAMPAIGN, "pompey", "eve@example.com")
    b.service.mail.save_seat(second)
    mails.write(second, "STATUS\nHAND\nLOG", subject="")
    (answered,) = mails.round()
    assert "reply with: JOIN" in text(answered) and "ORDERS" not in text(answered)
    assert answered["Subject"] == "[JC-1]" and pictures(answered) == 0
    mails.write(second, "JOIN")
    assert "is taken by" in text(mails.round()[0]) and "ORDERS" not in text(mails.sent[-1])
    assert [one.seat.token for one in delivering.waiting(b.service)] == [anna.token]


def test_an_invitation_names_the_game_and_not_its_leader(b: ServiceHarness, mails: MailHarness) -> None:
    """A leader's name has stars; Belisarius is both."""
    b.service.found(by("judge"), Plan("belisarius", "advance", "The reconquest", seed=b"mail"))
    mails.invite(CAMPAIGN, "empire", "anna@example.net")
    (invitation,) = mails.sent
    assert invitation["Subject"] == "An invitation to play Belisarius"
    assert "in The reconquest (Belisarius) by mail" in " ".join(text(invitation).split())
