"""Mails in the store: those that cannot be read are kept as well, and pictures only until the answer."""

from __future__ import annotations

import hashlib
from email.message import EmailMessage
from email.policy import SMTP

import pytest

from frontends.mail import KEPT, _forget, mailer
from frontends.mail.incoming import read
from service.usecases.agreeing import ending
from service.values.front_ends.mail import MailSeat
from tests.harness.service import ServiceHarness, by

from .harness import MailHarness, text, without_pictures
from .test_year import CAMPAIGN, begun

__all__ = ["without_pictures"]

PICTURE = b"\x89PNG" + bytes(range(256)) * 40


def pictured(seat: MailSeat, said: str, sender: str = "") -> bytes:
    mail = EmailMessage(policy=SMTP)
    mail["From"] = sender or seat.address
    mail["To"] = f"umpire+{seat.token}@example.org"
    mail["Message-ID"] = "<pictured@example.net>"
    mail.set_content(said)
    mail.add_attachment(PICTURE, maintype="image", subtype="png", filename="map.png")
    return mail.as_bytes()


def kept(b: ServiceHarness, raw: bytes) -> bytes:
    return b.service.mail.raw(read(raw).digest)


def test_a_picture_is_dropped_once_its_mail_is_answered(b: ServiceHarness, mails: MailHarness) -> None:
    raw = pictured(begun(b, mails), "STATUS")
    mails.put(raw)
    (answered,) = mails.round()
    short = kept(b, raw)
    assert "Waiting for" in text(answered) and 0 < len(short) < len(raw) - len(PICTURE)
    assert read(short).digest == read(raw).digest and read(short).lines == ("STATUS",)
    mails.put(raw)
    assert mails.round() == [], "its copy is still known"


def test_a_mail_that_waits_for_its_owner_keeps_all(b: ServiceHarness, mails: MailHarness) -> None:
    raw = pictured(begun(b, mails), "STATUS", sender="eve@example.com")
    mails.put(raw)
    assert "CONFIRM" in text(mails.round()[0]) and kept(b, raw) == raw


def test_the_same_id_with_another_text_is_a_second_mail(b: ServiceHarness, mails: MailHarness) -> None:
    anna = begun(b, mails)
    mails.put(pictured(anna, "STATUS"))
    mails.put(pictured(anna, "HELP"))
    assert len(mails.round()) == 2


def test_a_mail_is_kept_with_its_hash_before_anybody_reads_it(
    b: ServiceHarness, mails: MailHarness, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A mail that ends the process is begun three times, and then put aside."""
    raw = pictured(begun(b, mails), "STATUS")

    class Killed(BaseException):
        pass

    def killed(raw: bytes) -> None:
        raise Killed

    mails.put(raw)
    with monkeypatch.context() as patched:
        patched.setattr(mailer, "read", killed)
        for _ in range(mailer.MOST_TRIES):
            with pytest.raises(Killed):
                mails.round()
            (kept,) = b.service.mail.arrived()
            assert kept.raw == raw and kept.hash == hashlib.sha256(raw).hexdigest()
        assert mails.round() == [] and b.service.mail.arrived() == []
    mails.put(raw)
    (answered,) = mails.round()
    assert "Waiting for" in text(answered), "sent again, and read"


def test_mails_are_erased_some_days_after_the_end_of_their_game(
    b: ServiceHarness, mails: MailHarness
) -> None:
    anna = begun(b, mails)
    raw, stranger = pictured(anna, "STATUS"), b"From: eve@example.com\r\n\r\nHELP"
    mails.put(raw)
    mails.put(stranger)
    mails.round()
    b.clock.now += 10 * KEPT
    _forget(b.service)
    assert kept(b, raw) and not kept(b, stranger), "the game goes on"
    b.service.do(by("judge"), CAMPAIGN, ending.end, "nobody plays on")
    b.clock.now += KEPT
    _forget(b.service)
    assert kept(b, raw)
    b.clock.now += 1
    _forget(b.service)
    assert not kept(b, raw)
    mails.put(raw)
    assert mails.round() == [], "that it came stays known"


def test_a_mail_that_cannot_be_read_is_kept(b: ServiceHarness, mails: MailHarness) -> None:
    begun(b, mails)
    nested = b"Content-Type: multipart/mixed; boundary=%d\r\n\r\n--%d\r\n"
    raw = b"".join(nested % (n, n) for n in range(200))
    for _ in range(2):
        mails.put(raw)
        assert mails.round() == [] and b.service.mail.unread() == []
    rows = b.store.rows("SELECT raw, answered FROM mail_in WHERE sender = ''")
    assert [(len(kept), answered) for kept, answered in rows] == [(len(raw), 1)]
