"""One broken game, mail or address stops nobody else's mail."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterator
from email.header import Header
from pathlib import Path

import pytest

from frontends.mail import server_of, source_of
from frontends.mail.delivering import SLOT
from frontends.mail.incoming import is_postable, read
from frontends.mail.mailer import Mailer
from frontends.mail.sending import Smtp
from frontends.mail.servers.mailboxes import Arrived, MaildirSource
from frontends.mail.writing import Outward, Section, write
from service.api import Service
from service.runtime.worker import Worker
from service.usecases.agreeing import ending
from service.usecases.seats import founding
from service.values.front_ends.mail import MailSeat, Place
from service.values.records import Plan
from service.values.settings import CannotStart, Settings
from tests.harness.service import ServiceHarness, by

from .harness import UMPIRE, MailHarness, carried, text
from .test_servers import sent
from .test_year import CAMPAIGN, begun, order

OTHER = 2


@pytest.fixture
def two(b: ServiceHarness, mails: MailHarness) -> tuple[MailSeat, MailSeat]:
    """Anna by mail in the first game, Bruno in the second."""
    anna = begun(b, mails)
    b.service.found(by("judge"), Plan("julius_caesar", "war", "The other war", seed=b"other"))
    bruno = mails.invite(OTHER, "caesar", "bruno@example.net")
    mails.write(bruno, "JOIN")
    mails.round()
    b.service.do(by("gnaeus"), OTHER, founding.join, "pompey", "Gnaeus")
    found = b.service.mail.seat_of(bruno.token)
    assert found is not None
    return anna, found


def breaks(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    """Let a query break in the first game: a method of the service, or what is handed to `look`."""
    method = name if hasattr(Service, name) else "look"
    real = getattr(Service, method)

    def query(service: Service, campaign: int, *more: object, **named: object) -> object:
        handed = getattr(more[0], "__name__", "") if more else ""
        if campaign == CAMPAIGN and name in (method, handed):
            raise RuntimeError("broken")
        return real(service, campaign, *more, **named)

    monkeypatch.setattr(Service, method, query)


@pytest.mark.parametrize("query", ["pending", "examples", "batch", "due", "asked", "campaign"])
def test_a_game_that_breaks_stops_no_other(
    b: ServiceHarness, mails: MailHarness, two: tuple[MailSeat, MailSeat],
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, query: str,
) -> None:  # fmt: skip
    anna, bruno = two
    with monkeypatch.context() as patched:
        breaks(patched, query)
        mails.write(anna, "HELP")
        mails.write(bruno, "HELP")
        first, second = sorted(mails.round(), key=lambda mail: str(mail["To"]))
        assert first["To"] == anna.address and second["To"] == bruno.address
        assert "could not be answered (error " in text(first) and "STATUS shows" in text(first)
        assert "STATUS: shows" in text(second) and "could not" not in text(second)
        assert any(record.exc_info for record in caplog.records), "the exception is logged"
        assert [mail["To"] for mail in mails.deliver()] == [bruno.address]
        assert b.service.mail.unread() == []
    mails.write(anna, "HELP")
    assert "could not" not in text(mails.round()[0])
    assert [mail["To"] for mail in mails.deliver()] == [anna.address], "told once it can be"


def test_what_was_done_before_something_broke_is_told(
    b: ServiceHarness, mails: MailHarness, two: tuple[MailSeat, MailSeat], monkeypatch: pytest.MonkeyPatch
) -> None:
    anna, _ = two
    line = order(b, "caesar", 1)
    breaks(monkeypatch, "told")
    mails.write(anna, f"ORDERS\n{line}\nEND\nLOG\nSTATUS")
    (answered,) = mails.round()
    said = text(answered)
    assert said.index("Carried out: 1 order.") < said.index("(error ") < said.index("Waiting for")
    breaks(monkeypatch, "asked")
    mails.write(anna, "BACK")
    assert "taken back" in text(mails.round()[0])
    assert "(error " in text(mails.sent[-1])


def test_mails_to_be_written_give_way_to_one_that_waits_for_its_answer(
    b: ServiceHarness, mails: MailHarness, two: tuple[MailSeat, MailSeat]
) -> None:
    """Two are to be written; while a mail waits one is, and the other the next time."""
    b.clock.now += SLOT

    async def delivered() -> list[int]:
        worker = Worker(b.service)
        try:
            return [await mails.mailer(worker).deliver(lambda: True) for _ in range(3)]
        finally:
            await worker.close()

    assert asyncio.run(delivered()) == [1, 1, 0]


def test_a_held_game_is_told_to_be_held(
    b: ServiceHarness, mails: MailHarness, two: tuple[MailSeat, MailSeat]
) -> None:
    anna, _ = two
    b.service.do(by("judge"), CAMPAIGN, ending.hold_by_referee, "the dog ate the map")
    mails.write(anna, f"STATUS\nORDERS\n{order(b, 'caesar', 1)}\nEND")
    said = text(mails.round()[0])
    assert said.count("the dog ate the map") == 3 and "ORDERS JC-1" not in said
    mail = next(one for one in mails.deliver() if one["To"] == anna.address)
    assert "the dog ate the map" in text(mail) and "ORDERS JC-1" not in text(mail)


def test_a_round_goes_on_whatever_breaks(
    b: ServiceHarness, mails: MailHarness, two: tuple[MailSeat, MailSeat], tmp_path: Path,
    caplog: pytest.LogCaptureFixture,
) -> None:  # fmt: skip
    class Broken(MaildirSource):
        def fetch(self, place: Place | None = None, now: int = 0) -> Iterator[Arrived]:
            raise RuntimeError("no mailbox")

    anna, _ = two
    mails.write(anna, "HELP")
    for arrived in mails._source.fetch():
        b.service.mail.arrive(arrived.raw, b.clock.now)

    async def round_() -> None:
        worker = Worker(b.service)
        try:
            mailer = Mailer(worker, UMPIRE, tmp_path)
            await carried(worker, mailer, Broken(tmp_path / "no"), Smtp("127.0.0.1", 1))
        finally:
            await worker.close()

    asyncio.run(round_())
    assert b.service.mail.unread() == [] and b.service.mail.waiting() > 0
    assert any(record.exc_info for record in caplog.records if record.levelno == logging.ERROR)


# -- headers -------------------------------------------------------------------------------------------


def test_no_header_of_a_mail_gets_into_an_answer(
    b: ServiceHarness, mails: MailHarness, two: tuple[MailSeat, MailSeat]
) -> None:
    anna, _ = two
    evil = Header("x\r\nBcc: eve@example.com\r\n\r\nHELP", "utf-8").encode()
    for n, subject in enumerate(
        [evil, "=?utf-8?q?a=0D=0ABcc:_eve@example.com?=", "\u2028Bcc: x", "=?utf-8?b?=41?=", "x" * 3_000]
    ):
        raw = f"From: anna@example.net\r\nTo: umpire+{anna.token}@example.org\r\nSubject: {subject}\r\n"
        mails.put((raw + f"Message-ID: <h{n}@example.net>\r\n\r\nSTATUS\r\n").encode())
        (answered,) = mails.round()
        assert answered["Bcc"] is None and "Waiting for" in text(answered)
        assert all(len(line) < 998 for line in answered.as_bytes().splitlines())


def test_no_name_of_a_sender_gets_beyond_its_line(b: ServiceHarness, mails: MailHarness) -> None:
    b.service.found(by("judge"), Plan("julius_caesar", "war", "The war", seed=b"mail 5037"))
    seat = mails.invite(CAMPAIGN, "caesar", "anna@example.net")
    sender = "=?utf-8?b?QQ0KQmNjOiB4?= <anna@example.net>"
    mails.put(f"From: {sender}\r\nTo: umpire+{seat.token}@example.org\r\n\r\nJOIN".encode())
    assert "You play Caesar by mail." in text(mails.round()[0])
    assert b.service.status(CAMPAIGN).members["caesar"].who == "A Bcc: x"


def test_an_encoded_name_is_no_address() -> None:
    name = "=?utf-8?q?anna=40example.net_=3Canna=40example.net=3E_=28?="
    mail = read(f"From: {name} <eve@example.com>\r\n\r\nHELP".encode())
    assert mail.senders == ("eve@example.com",) and "anna@example.net" in mail.name


@pytest.mark.parametrize(
    "sender",
    ["<>", "eve", '"a b"@example.com', "e\u0301ve@example.com", "eve@com", "@", "eve@[127.0.0.1]", "a@b@c.d"],
)
def test_an_odd_address_gets_no_answer_and_stops_nothing(
    b: ServiceHarness, mails: MailHarness, two: tuple[MailSeat, MailSeat], sender: str
) -> None:
    anna, bruno = two
    raw = f"From: {sender}\r\nTo: umpire+{{}}@example.org\r\n\r\nHELP\r\n"
    mails.put(raw.format(anna.token).encode())
    mails.put(raw.format("a" * 16).encode())
    mails.write(bruno, "HELP")
    assert [mail["To"] for mail in mails.round()] == [bruno.address] and not is_postable(sender)


def test_a_mail_has_one_line_for_a_subject() -> None:
    mail = Outward("a@example.net", UMPIRE, UMPIRE, "The\r\nBcc: war\n", [Section("", ["x"])], "k", 0)
    assert b"Subject: The Bcc: war\r\n" in write(mail)


# -- settings and servers ------------------------------------------------------------------------------


@pytest.mark.parametrize("place", ["host:x", "host:0", "host:99999", ":25", "a b", "::1:25", "host:25:25"])
def test_a_bad_server_address_is_refused_in_a_sentence(place: str) -> None:
    with pytest.raises(CannotStart, match="must be host or host:port"):
        server_of(Settings(mail_address=UMPIRE, mail_smtp=place))
    with pytest.raises(CannotStart, match="must be host or host:port"):
        source_of(Settings(mail_address=UMPIRE, mail_imap=place))


def test_a_server_address_may_have_a_port_or_not() -> None:
    found = [server_of(Settings(mail_address=UMPIRE, mail_smtp=p)) for p in ("h", "h:465", "[::1]:25")]
    assert [(one.host, one.port, one.tls) for one in found] == [
        ("h", 587, "starttls"), ("h", 465, "tls"), ("::1", 25, "starttls"),
    ]  # fmt: skip
    with pytest.raises(CannotStart, match="umpire's own address"):
        server_of(Settings(mail_address="umpire", mail_smtp="h"))


def test_a_mail_that_smtp_cannot_carry_is_given_up(
    b: ServiceHarness, caplog: pytest.LogCaptureFixture
) -> None:
    for n, to in enumerate(
        ["e\u0301ve@example.com", "eve@example.com\r\nRCPT TO:<x@y.z>", "anna@example.net"]
    ):
        b.service.mail.send(to, f"<{n}@x>", b"Subject: x\r\n\r\nx\r\n", b.clock.now)
    assert sent(b, "250 OK")[0] == 1 and b.service.mail.waiting() == 0
    assert sum("was given up" in record.message for record in caplog.records) == 2
