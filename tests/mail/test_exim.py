"""A turn over real servers on loopback: Exim carries, Dovecot keeps, the umpire and a player write."""

from __future__ import annotations

import asyncio
import email
import os
import shutil
import smtplib
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from email.message import EmailMessage
from email.policy import SMTP
from pathlib import Path
from shutil import which

import pytest

from frontends.mail import carry_once
from frontends.mail.inviting import invited
from frontends.mail.mailer import Mailer
from frontends.mail.sending import Smtp
from service.runtime.worker import Worker
from service.storage.mail import MailSeat
from service.values.records import Plan
from tests.harness.service import ServiceHarness, by

from .harness import UMPIRE, text, without_pictures
from .test_servers import Dovecot, dovecot, free_port, waited
from .test_year import CAMPAIGN, order

__all__ = ["dovecot", "without_pictures"]

ANNA = "anna@example.net"
CONFIG = """
primary_hostname = mx.example.org
spool_directory = {folder}/spool
log_file_path = {folder}/log/%slog
pid_file_path = {folder}/exim.pid
exim_user = nobody
exim_group = nogroup
deliver_drop_privilege
keep_environment =
tls_advertise_hosts =
local_interfaces = 127.0.0.1
daemon_smtp_ports = {port}
host_lookup =
ignore_bounce_errors_after = 0s
never_users =
acl_smtp_rcpt = rcpt
acl_smtp_data = data
begin acl
rcpt:
  deny condition = ${{if exists{{{folder}/full}}}}
       message = 552 mailbox full
  defer condition = ${{if exists{{{folder}/grey}}}}
        message = 451 greylisted, try again
  accept
data:
  warn remove_header = Authentication-Results
  accept
begin routers
here:
  driver = accept
  local_parts = umpire : anna
  local_part_suffix = +*
  local_part_suffix_optional
  transport = box
begin transports
box:
  driver = appendfile
  directory = {folder}/boxes/$local_part_data
  maildir_format
  create_directory
  delivery_date_add
  envelope_to_add
  return_path_add
begin retry
* * F,1h,1m
"""


class Exim:
    """An SMTP server on loopback: the umpire's mails go into Dovecot's box, all others into their own."""

    def __init__(self, program: str, folder: Path, umpires: Path) -> None:
        self.folder, self.port = folder, free_port()
        folder.chmod(0o755)
        for name in ("boxes", "spool", "log"):
            (folder / name).mkdir()
            shutil.chown(folder / name, "nobody", "nogroup")
        (folder / "boxes" / "umpire").symlink_to(umpires)
        config = folder / "exim.conf"
        config.write_text(CONFIG.format(folder=folder, port=self.port))
        self._process = subprocess.Popen([program, "-C", str(config), "-bdf"], stderr=subprocess.PIPE)
        waited(self._listens, self._process)

    def _listens(self) -> bool:
        try:
            with smtplib.SMTP("127.0.0.1", self.port, timeout=2):
                return True
        except OSError:
            return False

    def write(self, seat: MailSeat, what: str) -> None:
        """Let Anna's program send a mail, with a word of its own about its origin."""
        mail = EmailMessage(policy=SMTP)
        mail["From"], mail["To"] = ANNA, f"umpire+{seat.token}@example.org"
        mail["Subject"], mail["Message-ID"] = "Re: game", f"<{time.monotonic_ns()}@example.net>"
        mail["Authentication-Results"] = "mx.example.org; dkim=pass header.d=example.net"
        mail.set_content(what)
        with smtplib.SMTP("127.0.0.1", self.port, timeout=10) as client:
            client.send_message(mail, ANNA, [str(mail["To"])])

    def read(self) -> list[EmailMessage]:
        """Return what is in Anna's box, the oldest first."""
        found = (self.folder / "boxes" / "anna").glob("new/*")
        paths = sorted(found, key=lambda path: path.stat().st_mtime_ns)
        return [email.message_from_bytes(path.read_bytes(), policy=SMTP) for path in paths]

    def stop(self) -> None:
        self._process.kill()
        self._process.communicate()


@pytest.fixture
def exim(dovecot: Dovecot) -> Iterator[Exim]:
    program = which("exim4", path=f"{os.environ['PATH']}:/usr/sbin")
    if program is None:
        pytest.skip("tried with Exim (Debian: apt-get install exim4-daemon-light)")
    with tempfile.TemporaryDirectory() as name:
        server = Exim(program, Path(name), dovecot.box)
        try:
            yield server
        finally:
            server.stop()


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
                    await carry_once(worker, mailer, self._source, self._server, UMPIRE)
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
    b.clock.now = int(time.time())
    b.service.subscribe("mail")
    b.service.found(by("judge"), Plan("julius_caesar", "war", "The war", seed=b"mail"))
    return Umpire(b, dovecot, exim, tmp_path)


def test_a_turn_goes_through_real_servers(
    b: ServiceHarness, umpire: Umpire, exim: Exim, dovecot: Dovecot
) -> None:
    umpire.carry(lambda: True)
    seat = umpire.invite()
    umpire.carry(lambda: len(exim.read()) == 1)
    exim.write(seat, "JOIN")
    umpire.carry(lambda: len(exim.read()) == 2)
    assert "You play Caesar by mail." in text(exim.read()[1])
    b.service.join(by("pompey"), CAMPAIGN, "pompey", "Gnaeus")
    dovecot.stop()
    exim.write(seat, f"ORDERS\n{order(b, 'caesar', 1)}\nEND")
    umpire.carry(lambda: True)
    dovecot.start()
    umpire.carry(lambda: len(exim.read()) == 3)
    answered = exim.read()[2]
    assert "Carried out: 1 order." in text(answered) and answered["Return-path"] == f"<{UMPIRE}>"
    assert [one.seat for one in b.service.asked(CAMPAIGN)] == ["pompey"]
    umpire.carry(lambda: True)
    assert len(exim.read()) == 3, "what was read is not read again"


def test_a_server_that_puts_mails_off_gets_them_later(b: ServiceHarness, umpire: Umpire, exim: Exim) -> None:
    umpire.carry(lambda: True)
    (exim.folder / "grey").touch()
    umpire.invite()
    umpire.carry(lambda: b.service.mail.next_out(b.clock.now + 60)[0].tries == 1)
    (exim.folder / "grey").unlink()
    b.clock.now += 60
    umpire.carry(lambda: len(exim.read()) == 1)
    (exim.folder / "full").touch()
    umpire.invite()
    umpire.carry(lambda: b.service.mailbox.is_failing(ANNA))
    assert b.service.mail.waiting() == 0 and len(exim.read()) == 1
