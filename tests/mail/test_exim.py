"""A turn over real servers on loopback: Exim carries, Dovecot keeps, the umpire and a player write."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterator
from email.message import EmailMessage
from email.policy import SMTP
from pathlib import Path

import pytest

from frontends.mail.delivering import SLOT
from frontends.mail.inviting import invited
from frontends.mail.mailer import Mailer
from frontends.mail.sending import Smtp
from service.runtime.worker import Worker
from service.usecases.seats import founding
from service.values.front_ends.mail import MailSeat
from service.values.records import Plan
from tests.harness.service import ServiceHarness, by

from .harness import UMPIRE, carried, text, without_pictures
from .real_servers import Dovecot, Exim, running_exim
from .test_servers import dovecot
from .test_year import CAMPAIGN, order

__all__ = ["dovecot", "without_pictures"]

ANNA = "anna@example.net"


def write(exim: Exim, seat: MailSeat, what: str) -> None:
    """Let Anna's program send a mail, with a word of its own about its origin."""
    mail = EmailMessage(policy=SMTP)
    mail["From"], mail["To"] = ANNA, f"umpire+{seat.token}@example.org"
    mail["Subject"], mail["Message-ID"] = "Re: game", f"<{time.monotonic_ns()}@example.net>"
    mail["Authentication-Results"] = "mx.example.org; dkim=pass header.d=example.net"
    mail.set_content(what)
    exim.send(ANNA, mail)


@pytest.fixture
def exim(dovecot: Dovecot) -> Iterator[Exim]:
    with running_exim(dovecot) as server:
        yield server


class Umpire:
    """The umpire's process, one round at a time."""

    def __init__(self, b: ServiceHarness, dovecot: Dovecot, exim: Exim, folder: Path) -> None:
        self.b, self._source, self._folder = b, dovecot.source, folder
        self._server = Smtp("127.0.0.1", exim.port)

    def carry(self, until: Callable[[], bool]) -> None:
        """Carry the mail until something holds, at most half a minute."""

        async def rounds() -> None:
            worker = Worker(self.b.service)
            try:
                mailer = Mailer(worker, UMPIRE, self._folder)
                began = time.monotonic()
                while time.monotonic() - began < 30:
                    await carried(worker, mailer, self._source, self._server)
                    if until():
                        return
                    await asyncio.to_thread(self._source.wait, 1)
                raise AssertionError("nothing came of it")
            finally:
                await worker.close()

        asyncio.run(rounds())

    def invite(self) -> MailSeat:
        async def invite() -> None:
            worker = Worker(self.b.service)
            try:
                await Mailer(worker, UMPIRE, self._folder).invite(seat)
            finally:
                await worker.close()

        seat = invited(self.b.service, CAMPAIGN, "caesar", ANNA)
        asyncio.run(invite())
        return seat


@pytest.fixture
def umpire(b: ServiceHarness, dovecot: Dovecot, exim: Exim, tmp_path: Path) -> Umpire:
    b.clock.now = int(time.time()) // SLOT * SLOT + 60  # at the beginning of a slot unasked mails leave
    b.service.subscribe("mail")
    b.service.found(by("judge"), Plan("julius_caesar", "war", "The war", seed=b"mail 5037"))
    return Umpire(b, dovecot, exim, tmp_path)


def test_a_turn_goes_through_real_servers(
    b: ServiceHarness, umpire: Umpire, exim: Exim, dovecot: Dovecot
) -> None:
    umpire.carry(lambda: True)
    seat = umpire.invite()
    umpire.carry(lambda: len(dovecot.read()) == 1)
    write(exim, seat, "JOIN")
    umpire.carry(lambda: len(dovecot.read()) == 2)
    assert "You play Caesar by mail." in text(dovecot.read()[1])
    b.service.do(by("pompey"), CAMPAIGN, founding.join, "pompey", "Gnaeus")
    dovecot.stop()
    write(exim, seat, f"ORDERS\n{order(b, 'caesar', 1)}\nEND")
    umpire.carry(lambda: True)
    dovecot.start()
    umpire.carry(lambda: len(dovecot.read()) == 3)
    answered = dovecot.read()[2]
    assert "Carried out: 1 order." in text(answered) and answered["Return-path"] == f"<{UMPIRE}>"
    assert [one.seat for one in b.service.asked(CAMPAIGN)] == ["pompey"]
    umpire.carry(lambda: True)
    assert len(dovecot.read()) == 3, "what was read is not read again"


def test_a_server_that_puts_mails_off_gets_them_later(
    b: ServiceHarness, umpire: Umpire, exim: Exim, dovecot: Dovecot
) -> None:
    umpire.carry(lambda: True)
    (exim.folder / "grey").touch()
    umpire.invite()
    umpire.carry(lambda: b.service.mail.next_out(b.clock.now + 60)[0].tries == 1)
    (exim.folder / "grey").unlink()
    b.clock.now += 60
    umpire.carry(lambda: len(dovecot.read()) == 1)
    (exim.folder / "full").touch()
    umpire.invite()
    umpire.carry(lambda: b.service.mailbox.is_failing(ANNA))
    assert b.service.mail.waiting() == 0 and len(dovecot.read()) == 1
