"""Real servers on loopback: what an SMTP server takes, refuses or puts off; what an IMAP server holds."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Iterator
from contextlib import suppress
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from aiosmtpd.controller import Controller

from frontends import mail
from frontends.mail.sending import PAUSES, Smtp, send_due
from frontends.mail.servers import mailboxes
from frontends.mail.servers.mailboxes import Errors, ImapSource
from service.runtime.worker import Worker
from service.values.front_ends.mail import Place
from service.values.settings import Settings
from tests.harness.service import ServiceHarness

from .real_servers import PASSWORD, UMPIRES, Dovecot, Line, free_port, running_dovecot

SENDER = "umpire@example.org"


class Answers:
    """An SMTP server that answers as it is told, and keeps what it took."""

    def __init__(self, answer: str, at_data: str) -> None:
        self.answer, self.at_data, self.taken = answer, at_data, list[bytes]()

    async def handle_RCPT(  # noqa: N802 - the name that aiosmtpd calls
        self, server: Any, session: Any, envelope: Any, address: str, options: list[str]
    ) -> str:
        if not self.answer.startswith("250"):
            return self.answer
        envelope.rcpt_tos.append(address)
        return self.answer

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:  # noqa: N802
        if self.at_data.startswith("250"):
            self.taken.append(envelope.content)
        return self.at_data


def sent(b: ServiceHarness, answer: str, at_data: str = "250 OK") -> tuple[int, list[bytes]]:
    """Send what is due to a server that answers so to recipients and texts; return how many it took, and
    what.
    """
    handler = Answers(answer, at_data)
    controller = Controller(handler, hostname="127.0.0.1", port=free_port())
    controller.start()

    async def send() -> int:
        worker = Worker(b.service)
        try:
            return await send_due(worker, Smtp("127.0.0.1", controller.port), SENDER)
        finally:
            await worker.close()

    try:
        return asyncio.run(send()), handler.taken
    finally:
        controller.stop()


def test_a_mail_is_sent_until_the_server_takes_it(b: ServiceHarness) -> None:
    b.service.mail.send("anna@example.net", "<1@example.org>", b"Subject: x\r\n\r\nx\r\n", b.clock.now)
    assert sent(b, "451 greylisted") == (0, [])
    assert b.service.mail.waiting() == 1 and sent(b, "250 OK") == (0, []), "not before its pause is over"
    b.clock.now += PAUSES[0]
    count, taken = sent(b, "250 OK")
    assert count == 1 and b"Subject: x" in taken[0]
    assert b.service.mail.waiting() == 0
    assert b.service.mail.recipient_of(["<1@example.org>"]) == "anna@example.net"


def test_a_mail_that_is_refused_for_good_is_given_up_and_marks_the_address(b: ServiceHarness) -> None:
    b.service.mail.send("gone@example.net", "<2@example.org>", b"Subject: x\r\n\r\nx\r\n", b.clock.now)
    assert sent(b, "550 no such user") == (0, [])
    assert b.service.mail.waiting() == 0 and b.service.mailbox.is_failing("gone@example.net")
    b.service.mail.send("anna@example.net", "<3@example.org>", b"Subject: x\r\n\r\nx\r\n", b.clock.now)
    assert sent(b, "250 OK", "452 no room now") == (0, []) and b.service.mail.waiting() == 1
    b.clock.now += PAUSES[0]
    assert sent(b, "250 OK", "554 this looks like spam") == (0, [])
    assert b.service.mail.waiting() == 0 and b.service.mailbox.is_failing("anna@example.net")


def test_a_server_that_is_out_of_reach_is_told_after_ten_minutes(
    b: ServiceHarness, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    at = time.time()
    monkeypatch.setattr("service.runtime.metrics.time", SimpleNamespace(time=lambda: at))
    b.service.mail.send("anna@example.net", "<1@example.org>", b"Subject: x\r\n\r\nx\r\n", b.clock.now)
    handler, port = Answers("250 OK", "250 OK"), free_port()
    settings = Settings(mail_address=SENDER)

    async def act() -> None:
        nonlocal at
        worker = Worker(b.service)
        metrics, mailer = worker.metrics, mail._mailer(worker, settings)
        source = mailboxes.MaildirSource(tmp_path / "box")
        (tmp_path / "box").rename(tmp_path / "away")
        await mail.fetch_all(worker, mailer, source)
        await mail.send_all(worker, Smtp("127.0.0.1", port), SENDER)
        assert metrics.shortcomings() == [], "it may pass"
        at += 599
        assert metrics.shortcomings() == []
        at += 121
        assert metrics.shortcomings() == [
            "for 12 minutes the mailbox could not be read (FileNotFoundError)",
            "for 12 minutes no email could be sent (SMTPConnectError)",
        ]
        (tmp_path / "away").rename(tmp_path / "box")
        b.clock.now += PAUSES[0]
        controller = Controller(handler, hostname="127.0.0.1", port=port)
        controller.start()
        try:
            await mail.fetch_all(worker, mailer, source)
            await mail.send_all(worker, Smtp("127.0.0.1", port), SENDER)
        finally:
            controller.stop()
        assert metrics.shortcomings() == [] and len(handler.taken) == 1
        await worker.close()

    asyncio.run(act())


def test_what_is_to_be_sent_waits_for_no_mail(
    b: ServiceHarness, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The mailbox is waited for as long as a minute; what is written meanwhile leaves all the same."""
    monkeypatch.setattr(mail, "ROUND", 0.05)
    handler = Answers("250 OK", "250 OK")
    controller = Controller(handler, hostname="127.0.0.1", port=free_port())
    controller.start()
    for name in ("new", "cur", "tmp"):
        (tmp_path / "box" / name).mkdir(parents=True)
    settings = Settings(
        mail_address=SENDER, mail_maildir=tmp_path / "box", mail_tls=False,
        mail_smtp=f"127.0.0.1:{controller.port}",
    )  # fmt: skip

    async def carry() -> None:
        worker = Worker(b.service)
        queue = partial(
            b.service.mail.send, "anna@example.net", "<1@example.org>", b"Subject: x\r\n\r\nx\r\n"
        )
        try:
            async with mail.serving(worker, settings):
                while not b.service.context.mailbox_read_at:
                    await asyncio.sleep(0.01)
                await worker.run_silently(lambda service: queue(service.now()))
                async with asyncio.timeout(10):
                    while not handler.taken:
                        await asyncio.sleep(0.01)
        finally:
            await worker.close()

    try:
        asyncio.run(carry())
    finally:
        controller.stop()


RAW = b"From: anna@example.net\r\nDate: Thu, 1 Jan 1970 00:00:00 +0000\r\nSubject: %d\r\n\r\nHELP\r\n"
NOW = 1_700_000_000


@pytest.fixture
def dovecot() -> Iterator[Dovecot]:
    with running_dovecot() as server:
        yield server


def put(dovecot: Dovecot, n: int, at: int = NOW) -> bytes:
    return dovecot.put(n, at, RAW % n)


def begun(source: ImapSource) -> Place:
    (first,) = source.fetch(None, NOW)
    assert first.place is not None and first.raw == b""
    return first.place


def test_mails_are_fetched_once_with_the_time_of_their_arrival(dovecot: Dovecot) -> None:
    source = dovecot.source
    put(dovecot, 1)
    place = begun(source)
    assert list(source.fetch(place, NOW)) == [], "what was there at the first time is left alone"
    raws = [put(dovecot, n, NOW + n) for n in (2, 3)]
    first, second = source.fetch(place, NOW)
    assert [first.raw, second.raw] == raws and (first.at, second.at) == (NOW + 2, NOW + 3)
    assert [one.key for one in source.fetch(place, NOW)] == [first.key, second.key], "until it is noted"
    source.taken(first.key)
    assert [one.key for one in source.fetch(first.place, NOW)] == [second.key]
    assert list(source.fetch(second.place, NOW)) == []


def test_a_mailbox_that_numbers_its_mails_anew_is_read_again(dovecot: Dovecot) -> None:
    source = dovecot.source
    put(dovecot, 0, NOW - 86_400)
    place = begun(source)
    raw = put(dovecot, 1)
    (arrived,) = source.fetch(place, NOW)
    dovecot.stop()
    dovecot.forget()
    dovecot.start()
    with pytest.raises(Errors):
        list(source.fetch(arrived.place, NOW))
    again = list(source.fetch(arrived.place, NOW))
    assert [one.raw for one in again] == [b"", raw], "what came before the first time is left alone for ever"
    assert again[1].place is not None and again[1].place.validity != place.validity


def test_a_wait_ends_when_a_mail_arrives_and_when_it_is_called_off(dovecot: Dovecot) -> None:
    source = dovecot.source
    place = begun(source)
    for act in (lambda: put(dovecot, 1), dovecot.stop, source.close):
        timer = threading.Timer(0.5, act)
        timer.start()
        began = time.monotonic()
        source.wait(20)
        assert time.monotonic() - began < 10
        timer.join()
        if act == dovecot.stop:
            dovecot.start()
            with suppress(*Errors):
                list(source.fetch(place, NOW))
        assert len(list(source.fetch(place, NOW))) == 1


def test_a_server_that_is_down_is_tried_again(dovecot: Dovecot) -> None:
    place = begun(dovecot.source)
    dovecot.stop()
    for _ in range(2):
        with pytest.raises(Errors):
            list(dovecot.source.fetch(place, NOW))
    dovecot.start()
    raw = put(dovecot, 1)
    assert [one.raw for one in dovecot.source.fetch(place, NOW)] == [raw]


def test_a_mailbox_without_news_is_looked_into_more_often(monkeypatch: pytest.MonkeyPatch) -> None:
    """One that could not be reached, or that has no IDLE."""
    monkeypatch.setattr(mailboxes, "POLL", 0.05)
    began = time.monotonic()
    ImapSource("127.0.0.1", free_port(), lambda box: None, tls=False).wait(60)
    assert time.monotonic() - began < 10


def test_a_line_that_breaks_in_mid_fetch_loses_and_doubles_nothing(dovecot: Dovecot) -> None:
    """Three mails of 40 KB over a line that is cut somewhere in them; what was kept is not fetched again."""
    place = begun(dovecot.source)
    raws = [dovecot.put(n, NOW, (RAW % n) + b"x" * 40_000 + b"\r\n") for n in (1, 2, 3)]
    line = Line(dovecot.port)
    source = ImapSource("127.0.0.1", line.port, lambda box: box.login(UMPIRES, PASSWORD), tls=False)
    kept: list[bytes] = []
    try:
        for _ in range(5):
            line.cut_after(60_000)
            with suppress(*Errors):
                for arrived in source.fetch(place, NOW):
                    assert arrived.place is not None
                    kept.append(arrived.raw)
                    place = arrived.place
    finally:
        source.close()
        line.close()
    assert kept == raws and line.cuts >= 1


def test_a_mail_that_comes_while_others_are_fetched_is_not_overlooked(dovecot: Dovecot) -> None:
    """A server reports it with its answer to another command, and in IDLE no more."""
    source = dovecot.source
    place = begun(source)
    put(dovecot, 1)
    (first,) = source.fetch(place, NOW)
    put(dovecot, 2)
    source.taken(first.key)
    began = time.monotonic()
    source.wait(20)
    assert time.monotonic() - began < 10
    assert len(list(source.fetch(first.place, NOW))) == 1
