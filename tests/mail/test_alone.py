"""One broken game, mail or address stops nobody else's mail."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterator
from email.header import Header
from pathlib import Path

import pytest

from frontends.mail import carry_once, server_of, source_of
from frontends.mail.letter import is_postable, read
from frontends.mail.postman import Postman
from frontends.mail.sending import Smtp
from frontends.mail.servers.mailboxes import Arrived, MaildirSource
from frontends.mail.writing import Outward, Section, write
from service.api import Service
from service.runtime.worker import Worker
from service.storage.mail import MailSeat
from service.storage.mailbox import Place
from service.values.records import Plan
from service.values.settings import CannotStart, Settings
from tests.harness.service import ServiceHarness, by

from .post_office import UMPIRE, PostOffice, text
from .test_servers import sent
from .test_year import CAMPAIGN, begun, order

OTHER = 2


@pytest.fixture
def two(b: ServiceHarness, office: PostOffice) -> tuple[MailSeat, MailSeat]:
    """Anna by mail in the first game, Bruno in the second."""
    anna = begun(b, office)
    b.service.found(by("judge"), Plan("julius_caesar", "war", "The other war", seed=b"other"))
    bruno = office.invite(OTHER, "caesar", "bruno@example.net")
    office.write(bruno, "JOIN")
    office.round()
    b.service.join(by("gnaeus"), OTHER, "pompey", "Gnaeus")
    found = b.service.mail.seat_of(bruno.token)
    assert found is not None
    return anna, found


def breaks(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    """Let a query break in the first game."""
    real = getattr(Service, name)

    def query(service: Service, campaign: int, *more: object, **named: object) -> object:
        if campaign == CAMPAIGN:
            raise RuntimeError("broken")
        return real(service, campaign, *more, **named)

    monkeypatch.setattr(Service, name, query)


@pytest.mark.parametrize("query", ["pending", "completions", "batch", "due", "asked", "campaign"])
def test_a_game_that_breaks_stops_no_other(
    b: ServiceHarness, office: PostOffice, two: tuple[MailSeat, MailSeat],
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, query: str,
) -> None:  # fmt: skip
    anna, bruno = two
    with monkeypatch.context() as patched:
        breaks(patched, query)
        office.write(anna, "HELP")
        office.write(bruno, "HELP")
        first, second = sorted(office.round(), key=lambda mail: str(mail["To"]))
        assert first["To"] == anna.address and second["To"] == bruno.address
        assert "could not be answered (error " in text(first) and "STATUS shows" in text(first)
        assert "Commands: " in text(second) and "could not" not in text(second)
        assert any(record.exc_info for record in caplog.records), "the exception is logged"
        assert [mail["To"] for mail in office.deliver()] == [bruno.address]
        assert b.service.mail.unread() == []
    office.write(anna, "HELP")
    assert "could not" not in text(office.round()[0])
    assert [mail["To"] for mail in office.deliver()] == [anna.address], "told once it can be"


def test_what_was_done_before_something_broke_is_told(
    b: ServiceHarness, office: PostOffice, two: tuple[MailSeat, MailSeat], monkeypatch: pytest.MonkeyPatch
) -> None:
    anna, _ = two
    line = order(b, "caesar", 1)
    breaks(monkeypatch, "journal")
    office.write(anna, f"ORDERS\n{line}\nEND\nLOG\nSTATUS")
    (answered,) = office.round()
    said = text(answered)
    assert said.index("Carried out: 1 order.") < said.index("(error ") < said.index("Waiting for")
    breaks(monkeypatch, "asked")
    office.write(anna, "BACK")
    assert "taken back" in text(office.round()[0])
    assert "(error " in text(office.sent[-1])


def test_a_held_game_is_told_to_be_held(
    b: ServiceHarness, office: PostOffice, two: tuple[MailSeat, MailSeat]
) -> None:
    anna, _ = two
    b.service.hold(by("judge"), CAMPAIGN, "the dog ate the map")
    office.write(anna, f"STATUS\nORDERS\n{order(b, 'caesar', 1)}\nEND")
    said = text(office.round()[0])
    assert said.count("the dog ate the map") == 3 and "ORDERS JC-1" not in said
    letter = next(mail for mail in office.deliver() if mail["To"] == anna.address)
    assert "the dog ate the map" in text(letter) and "ORDERS JC-1" not in text(letter)


def test_a_round_goes_on_whatever_breaks(
    b: ServiceHarness, office: PostOffice, two: tuple[MailSeat, MailSeat], tmp_path: Path,
    caplog: pytest.LogCaptureFixture,
) -> None:  # fmt: skip
    class Broken(MaildirSource):
        def fetch(self, place: Place | None = None, now: int = 0) -> Iterator[Arrived]:
            raise RuntimeError("no mailbox")

    anna, _ = two
    office.write(anna, "HELP")
    for arrived in office._source.fetch():
        letter = read(arrived.raw)
        b.service.mail.receive(letter.digest, f"{anna.token} {anna.address}", arrived.raw, b.clock.now)

    async def round_() -> None:
        worker = Worker(b.service)
        try:
            postman = Postman(worker, UMPIRE, tmp_path)
            await carry_once(worker, postman, Broken(tmp_path / "no"), Smtp("127.0.0.1", 1), UMPIRE)
        finally:
            await worker.close()

    asyncio.run(round_())
    assert b.service.mail.unread() == [] and b.service.mail.waiting() > 0
    assert any(record.exc_info for record in caplog.records if record.levelno == logging.ERROR)


# -- headers -------------------------------------------------------------------------------------------


def test_no_header_of_a_mail_gets_into_an_answer(
    b: ServiceHarness, office: PostOffice, two: tuple[MailSeat, MailSeat]
) -> None:
    anna, _ = two
    evil = Header("x\r\nBcc: eve@example.com\r\n\r\nHELP", "utf-8").encode()
    for n, subject in enumerate(
        [evil, "=?utf-8?q?a=0D=0ABcc:_eve@example.com?=", "\u2028Bcc: x", "=?utf-8?b?=41?=", "x" * 3_000]
    ):
        raw = f"From: anna@example.net\r\nTo: umpire+{anna.token}@example.org\r\nSubject: {subject}\r\n"
        office.put((raw + f"Message-ID: <h{n}@example.net>\r\n\r\nSTATUS\r\n").encode())
        (answered,) = office.round()
        assert answered["Bcc"] is None and "Waiting for" in text(answered)
        assert all(len(line) < 998 for line in answered.as_bytes().splitlines())


def test_no_name_of_a_sender_gets_beyond_its_line(b: ServiceHarness, office: PostOffice) -> None:
    b.service.found(by("judge"), Plan("julius_caesar", "war", "The war", seed=b"mail"))
    seat = office.invite(CAMPAIGN, "caesar", "anna@example.net")
    sender = "=?utf-8?b?QQ0KQmNjOiB4?= <anna@example.net>"
    office.put(f"From: {sender}\r\nTo: umpire+{seat.token}@example.org\r\n\r\nJOIN".encode())
    assert "You play Caesar by mail." in text(office.round()[0])
    assert b.service.status(CAMPAIGN).members["caesar"].who == "A Bcc: x"


def test_an_encoded_name_is_no_address() -> None:
    name = "=?utf-8?q?anna=40example.net_=3Canna=40example.net=3E_=28?="
    letter = read(f"From: {name} <eve@example.com>\r\n\r\nHELP".encode())
    assert letter.senders == ("eve@example.com",) and "anna@example.net" in letter.name


@pytest.mark.parametrize(
    "sender",
    ["<>", "eve", '"a b"@example.com', "e\u0301ve@example.com", "eve@com", "@", "eve@[127.0.0.1]", "a@b@c.d"],
)
def test_an_odd_address_gets_no_answer_and_stops_nothing(
    b: ServiceHarness, office: PostOffice, two: tuple[MailSeat, MailSeat], sender: str
) -> None:
    anna, bruno = two
    raw = f"From: {sender}\r\nTo: umpire+{{}}@example.org\r\n\r\nHELP\r\n"
    office.put(raw.format(anna.token).encode())
    office.put(raw.format("a" * 16).encode())
    office.write(bruno, "HELP")
    assert [mail["To"] for mail in office.round()] == [bruno.address] and not is_postable(sender)


def test_a_letter_has_one_line_for_a_subject() -> None:
    letter = Outward("a@example.net", UMPIRE, UMPIRE, "The\r\nBcc: war\n", [Section("", ["x"])], "k", 0)
    assert b"Subject: The Bcc: war\r\n" in write(letter)


# -- settings and servers ------------------------------------------------------------------------------


@pytest.mark.parametrize("place", ["host:x", "host:0", "host:99999", ":25", "a b", "::1:25", "host:25:25"])
def test_a_bad_place_is_said_in_a_sentence(place: str) -> None:
    with pytest.raises(CannotStart, match="must be host or host:port"):
        server_of(Settings(mail_address=UMPIRE, mail_smtp=place))
    with pytest.raises(CannotStart, match="must be host or host:port"):
        source_of(Settings(mail_address=UMPIRE, mail_imap=place))


def test_a_place_may_have_a_port_or_not() -> None:
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
