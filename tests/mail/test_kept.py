"""Mails in the store: those that cannot be read are kept as well, and pictures only until the answer."""

from __future__ import annotations

from email.message import EmailMessage
from email.policy import SMTP

from frontends.mail.letter import read
from service.storage.mail import MailSeat
from tests.harness.service import ServiceHarness

from .post_office import PostOffice, text, without_pictures
from .test_year import begun

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


def test_a_picture_is_dropped_once_its_mail_is_answered(b: ServiceHarness, office: PostOffice) -> None:
    raw = pictured(begun(b, office), "STATUS")
    office.put(raw)
    (answered,) = office.round()
    short = kept(b, raw)
    assert "Waiting for" in text(answered) and 0 < len(short) < len(raw) - len(PICTURE)
    assert read(short).digest == read(raw).digest and read(short).lines == ("STATUS",)
    office.put(raw)
    assert office.round() == [], "its copy is still known"


def test_a_mail_that_waits_for_its_owner_keeps_all(b: ServiceHarness, office: PostOffice) -> None:
    raw = pictured(begun(b, office), "STATUS", sender="eve@example.com")
    office.put(raw)
    assert "CONFIRM" in text(office.round()[0]) and kept(b, raw) == raw


def test_the_same_id_with_another_text_is_a_second_mail(b: ServiceHarness, office: PostOffice) -> None:
    anna = begun(b, office)
    office.put(pictured(anna, "STATUS"))
    office.put(pictured(anna, "HELP"))
    assert len(office.round()) == 2


def test_a_mail_that_cannot_be_read_is_kept(b: ServiceHarness, office: PostOffice) -> None:
    begun(b, office)
    nested = b"Content-Type: multipart/mixed; boundary=%d\r\n\r\n--%d\r\n"
    raw = b"".join(nested % (n, n) for n in range(200))
    for _ in range(2):
        office.put(raw)
        assert office.round() == [] and b.service.mail.unread() == []
    rows = b.store.rows("SELECT raw, answered FROM mail_in WHERE sender = ''")
    assert [(len(kept), answered) for kept, answered in rows] == [(len(raw), 1)]
