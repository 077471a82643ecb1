"""A second address: confirmed by a code that came there, used when mails to the first come back."""

from __future__ import annotations

import pytest

from service.usecases.referee import acts
from service.values.front_ends.mail import FOREIGN_BOUNCE, MailSeat
from tests.harness.service import ServiceHarness, by

from .harness import UMPIRE, MailHarness, text, without_pictures
from .test_commands import said
from .test_playing import BOUNCE
from .test_year import CAMPAIGN, begun, order

__all__ = ["without_pictures"]

SPARE = "anna@home.example"


@pytest.fixture
def anna(b: ServiceHarness, mails: MailHarness) -> MailSeat:
    seat = begun(b, mails)
    mails.deliver()
    return seat


def confirmed(mails: MailHarness, anna: MailSeat) -> None:
    mails.write(anna, f"SPARE {SPARE}")
    code_mail, answered = mails.round()
    assert code_mail["To"] == SPARE and code_mail["Reply-To"] == UMPIRE and anna.token not in str(code_mail)
    code = text(code_mail).partition("CONFIRM ")[2][:8]
    assert "code was sent" in text(answered) and code not in text(answered)
    assert SPARE in said(mails, anna, f"CONFIRM {code}")


def test_a_second_address_is_used_once_mails_to_the_first_come_back(
    b: ServiceHarness, mails: MailHarness, anna: MailSeat
) -> None:
    confirmed(mails, anna)
    b.service.do(by("judge"), CAMPAIGN, acts.announce, "We play on Monday.")
    (mail,) = mails.deliver()
    assert mail["To"] == anna.address
    mails.put(BOUNCE.format(n=1, id=mail["Message-ID"]).encode())
    assert mails.round() == []
    told = [str(post.content) for post in b.service.posts(CAMPAIGN, ["channel"], 0, 1_000)]
    assert not any("bounce" in one for one in told), "others are told only of somebody who reads nothing"
    assert "other address" in str(b.service.posts(CAMPAIGN, ["referee"])[-1].content)
    (again,) = mails.deliver()
    assert again["To"] == SPARE and "bounce" in text(again)
    assert "on Monday" in text(mail) and "on Monday" in text(again), "what came back is told again"
    mails.write(anna, f"ORDERS\n{order(b, 'caesar', 2)}\nEND", sender=SPARE)
    (answered,) = mails.round()
    assert answered["To"] == SPARE and "Carried out: 1 order." in text(answered)
    mails.put(BOUNCE.format(n=2, id=again["Message-ID"]).encode())
    mails.round()
    assert mails.deliver() == [], "both come back"
    mails.write(anna, "STATUS")
    (answered,) = mails.round()
    assert answered["To"] == anna.address


def test_a_second_address_needs_its_code_and_can_be_given_up(
    b: ServiceHarness, mails: MailHarness, anna: MailSeat
) -> None:
    assert "no spare address" in said(mails, anna, "SPARE")
    for wrong in ("home", anna.address, "a@b"):
        assert "cannot be your spare address" in said(mails, anna, f"SPARE {wrong}")
    mails.write(anna, "HAND", sender=SPARE)
    (alarm,) = mails.round()
    assert alarm["To"] == anna.address and "came from" in text(alarm)
    confirmed(mails, anna)
    assert "tomorrow" in said(mails, anna, f"SPARE {SPARE}"), "nobody is sent codes all day"
    assert SPARE in said(mails, anna, "SPARE")
    assert "no spare address" in said(mails, anna, "SPARE off")
    b.service.mailbox.save_spare(anna.address, SPARE)
    with b.context.store.transaction():
        b.service.mail.drop_seat(anna.token)
    assert b.service.mailbox.spare(anna.address) == "", "it goes with its person's last seat"


def test_bounces_of_mails_that_are_not_ours_are_counted(
    b: ServiceHarness, mails: MailHarness, anna: MailSeat
) -> None:
    for n in range(3):
        mails.put(BOUNCE.format(n=n, id=f"<{n}@evil.example>").encode())
    assert mails.round() == [] and not b.service.mailbox.is_failing(anna.address)
    assert b.service.mail.count_from(FOREIGN_BOUNCE, 0) == 3
