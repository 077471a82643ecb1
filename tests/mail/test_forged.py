"""Mails in another's name: what the server says of their origin, and tokens of one turn in subjects."""

from __future__ import annotations

from email.message import EmailMessage
from pathlib import Path

import pytest

from frontends.mail.incoming import is_vouched, read
from frontends.mail.mailer import Mailer
from service.runtime.worker import Worker
from service.values.front_ends.mail import MailSeat
from tests.harness.service import ServiceHarness

from .harness import UMPIRE, MailHarness, text, without_pictures
from .test_year import CAMPAIGN, begun

__all__ = ["without_pictures"]

MX = "mx.example.org"
ORDERS = "ORDERS\ndiscard Neptune\nEND"


@pytest.mark.parametrize(
    ("headers", "is_good"),
    [
        ([f"{MX}; dkim=pass header.d=example.net header.s=x"], True),
        ([f"{MX} 1; spf=pass smtp.mailfrom=x@y; dkim=pass (2048-bit key) header.d=example.net"], True),
        ([f"{MX}; dmarc=pass (p=none) header.from=example.net"], True),
        ([f"{MX.upper()}; DKIM=Pass Header.D=Example.NET"], True),
        ([f"{MX}; dkim=fail header.d=example.net; dkim=pass header.d=example.net"], True),
        ([f"{MX}; dkim=pass header.d=evil.example"], False),
        ([f"{MX}; dkim=pass header.d=ample.net"], False),
        ([f"{MX}; dkim=pass header.d=net"], False),
        ([f"{MX}; dkim=pass header.d=mail.example.net"], False),
        ([f"{MX}; dkim=fail header.d=example.net"], False),
        ([f"{MX}; dkim=none; spf=pass smtp.mailfrom=anna@example.net"], False),
        ([f"{MX}; dmarc=pass header.from=evil.example"], False),
        ([f"{MX}; x=(dkim=pass header.d=example.net)"], False),
        ([f"evil.example; x={MX}; dkim=pass header.d=example.net"], False),
        ([f"evil.example ({MX}); dkim=pass header.d=example.net"], False),
        (["mx.evil.example; dkim=none", f"{MX}; dkim=pass header.d=example.net"], False),
        ([f"{MX}; none"], False),
        ([""], False),
        ([], False),
    ],
)
def test_only_the_topmost_word_of_our_own_server_counts(headers: list[str], is_good: bool) -> None:
    raw = "".join(f"Authentication-Results: {header}\r\n" for header in headers)
    mail = read((raw + "From: anna@example.net\r\n\r\nHELP").encode())
    assert is_vouched(mail, MX) == is_good
    second = read((raw + "From: anna@example.net\r\nFrom: eve@example.com\r\n\r\nHELP").encode())
    assert not is_vouched(second, MX)


class Strict(MailHarness):
    """An umpire whose server must vouch for every sender, or that has no plus addresses."""

    def __init__(self, b: ServiceHarness, folder: Path, *, has_plus: bool, server: str) -> None:
        super().__init__(b.service, folder, 100)
        self._more = (has_plus, server)

    def mailer(self, worker: Worker) -> Mailer:
        has_plus, server = self._more
        return Mailer(worker, UMPIRE, self._cache, has_plus=has_plus, server=server)


def vouched(mails: MailHarness, anna: MailSeat, what: str, word: str) -> list[EmailMessage]:
    mails.write(anna, what, Authentication_Results=word)
    return mails.round()


def test_a_mail_that_nobody_vouches_for_waits_for_its_owner(
    b: ServiceHarness, mails: MailHarness, tmp_path: Path
) -> None:
    anna = begun(b, mails)
    strict = Strict(b, tmp_path, has_plus=True, server=MX)
    n = b.service.campaign(CAMPAIGN).n
    (alarm,) = vouched(strict, anna, ORDERS, f"{MX}; dkim=none")
    assert alarm["To"] == anna.address and "confirms that" in text(alarm) and "Neptune" not in text(alarm)
    assert b.service.campaign(CAMPAIGN).n == n
    code = text(alarm).partition("CONFIRM ")[2][:8]
    assert vouched(strict, anna, "CONFIRM 00000000", f"{MX}; dkim=none") == [], "one question a day"
    (done,) = vouched(strict, anna, f"CONFIRM {code}", f"{MX}; dkim=none")
    assert "Carried out: 1 order." in text(done)
    (looked,) = vouched(strict, anna, "STATUS", f"{MX}; dkim=pass header.d=example.net")
    assert "Waiting for" in text(looked)


def test_a_confirmation_that_is_repeated_acts_once(b: ServiceHarness, mails: MailHarness) -> None:
    anna = begun(b, mails)
    mails.write(anna, ORDERS, sender="eve@example.com")
    code = text(mails.round()[0]).partition("CONFIRM ")[2][:8]
    for _ in range(2):
        mails.write(anna, f"CONFIRM {code}")
        (done,) = mails.round()
        n = b.service.campaign(CAMPAIGN).n
        assert "Carried out: 1 order." in text(done)
    assert b.service.campaign(CAMPAIGN).n == n


def test_without_plus_addresses_a_subject_opens_the_seat_for_its_turn(
    b: ServiceHarness, mails: MailHarness, tmp_path: Path
) -> None:
    anna = begun(b, mails)
    strict = Strict(b, tmp_path, has_plus=False, server="")
    (mail,) = strict.deliver()
    assert mail["Reply-To"] == UMPIRE and anna.token not in str(mail)
    head = f"From: {{}}\r\nTo: {UMPIRE}\r\nSubject: Re: {mail['Subject']}\r\nMessage-ID: <{{}}@x.net>\r\n\r\n"
    strict.put((head.format("anna@example.net", 1) + "STATUS").encode())
    (looked,) = strict.round()
    assert "Waiting for" in text(looked) and looked["Subject"].count("[") == 2
    strict.put((head.format("eve@example.com", 2) + ORDERS).encode())
    (alarm,) = strict.round()
    assert alarm["To"] == anna.address and "came from eve@example.com" in text(alarm)
    campaign = b.context.campaign(CAMPAIGN)
    campaign.stage = campaign.stage.replace("1/", "2/", 1)
    with b.store.transaction():
        b.context.campaigns.save(campaign)
    strict.put((head.format("anna@example.net", 3) + ORDERS).encode())
    (old,) = strict.round()
    assert "from an earlier turn" in text(old) and "Neptune" not in text(old)


def test_a_reply_to_a_stranger_is_not_followed(b: ServiceHarness, mails: MailHarness) -> None:
    anna = begun(b, mails)
    mails.write(anna, "HAND", Reply_To="eve@example.com", Cc="eve@example.com", Sender="eve@example.com")
    (answered,) = mails.round()
    assert answered["To"] == anna.address and answered["Cc"] is None and "eve" not in str(answered)
