"""Real servers on loopback: what an SMTP server takes, refuses or puts off; what an IMAP server holds."""

from __future__ import annotations

import asyncio
import os
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from shutil import which
from typing import Any

import pytest
from aiosmtpd.controller import Controller

from frontends.mail.mailboxes import ImapSource
from frontends.mail.sending import PAUSES, Smtp, send_due
from service.runtime.worker import Worker
from tests.harness.service import ServiceHarness

SENDER = "umpire@example.org"
DOVECOT = """
base_dir = {folder}/run
state_dir = {folder}/run
log_path = {folder}/log
protocols = imap
listen = 127.0.0.1
ssl = no
disable_plaintext_auth = no
first_valid_uid = 0
mail_location = maildir:{folder}/box
default_internal_user = dovecot
default_login_user = dovenull
service imap-login {{
  chroot =
  inet_listener imap {{
    port = {port}
  }}
  inet_listener imaps {{
    port = 0
  }}
}}
service anvil {{
  chroot =
}}
passdb {{
  driver = static
  args = password=secret
}}
userdb {{
  driver = static
  args = uid=nobody gid=nogroup home={folder}
}}
"""


class Answers:
    """An SMTP server that answers as it is told, and keeps what it took."""

    def __init__(self, answer: str) -> None:
        self.answer, self.taken = answer, list[bytes]()

    async def handle_RCPT(  # noqa: N802 - the name that aiosmtpd calls
        self, server: Any, session: Any, envelope: Any, address: str, options: list[str]
    ) -> str:
        if not self.answer.startswith("250"):
            return self.answer
        envelope.rcpt_tos.append(address)
        return self.answer

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:  # noqa: N802
        self.taken.append(envelope.content)
        return "250 OK"


def sent(b: ServiceHarness, answer: str) -> tuple[int, list[bytes]]:
    """Send what is due to a server; return how many it took, and what."""
    handler = Answers(answer)
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


def free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        port: int = found.getsockname()[1]
        return port


def test_a_mail_is_sent_until_the_server_takes_it(b: ServiceHarness) -> None:
    b.service.mail.send("anna@example.net", "<1@example.org>", b"Subject: x\r\n\r\nx\r\n", b.clock.now)
    assert sent(b, "451 greylisted") == (0, [])
    assert b.service.mail.waiting() == 1 and sent(b, "250 OK") == (0, []), "not before its pause is over"
    b.clock.now += PAUSES[0]
    count, taken = sent(b, "250 OK")
    assert count == 1 and b"Subject: x" in taken[0]
    assert b.service.mail.waiting() == 0
    assert b.service.mail.recipient_of(["<1@example.org>"]) == "anna@example.net"


def test_a_mail_that_is_refused_for_good_is_given_up(b: ServiceHarness) -> None:
    b.service.mail.send("gone@example.net", "<2@example.org>", b"Subject: x\r\n\r\nx\r\n", b.clock.now)
    assert sent(b, "550 no such user") == (0, [])
    assert b.service.mail.waiting() == 0


@pytest.fixture
def dovecot() -> Iterator[tuple[int, Path]]:
    """Dovecot on loopback: its port, and the Maildir that it shows, which belongs to nobody."""
    program = which("dovecot", path=f"{os.environ['PATH']}:/usr/sbin")
    if program is None or os.getuid() != 0:
        pytest.skip("tried with Dovecot, as root (Debian: apt-get install dovecot-imapd)")
    with tempfile.TemporaryDirectory() as name:
        yield from _serving(program, free_port(), Path(name))


def _serving(program: str, port: int, folder: Path) -> Iterator[tuple[int, Path]]:
    folder.chmod(0o755)
    for box in ("box", "box/new", "box/cur", "box/tmp"):
        (folder / box).mkdir()
        shutil.chown(folder / box, "nobody", "nogroup")
    config = folder / "dovecot.conf"
    config.write_text(DOVECOT.format(folder=folder, port=port))
    process = subprocess.Popen([program, "-F", "-c", str(config)], stderr=subprocess.DEVNULL)
    try:
        waited(lambda: _listens(port), process)
        yield port, folder / "box"
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait(30)


def waited(holds: Callable[[], bool], process: subprocess.Popen[bytes]) -> None:
    for _ in range(200):
        if holds():
            return
        assert process.poll() is None, "Dovecot did not start"
        time.sleep(0.05)
    raise AssertionError("the server did not begin to listen")


def _listens(port: int) -> bool:
    with socket.socket() as tried:
        return tried.connect_ex(("127.0.0.1", port)) == 0


def test_mails_are_fetched_once_with_the_time_of_their_arrival(dovecot: tuple[int, Path]) -> None:
    port, box = dovecot
    source = ImapSource("127.0.0.1", port, "umpire", "secret", tls=False)
    assert list(source.fetch()) == []
    raw = b"From: anna@example.net\r\nDate: Thu, 1 Jan 1970 00:00:00 +0000\r\nSubject: x\r\n\r\nHELP\r\n"
    (box / "new" / "1700000000.M1.host").write_bytes(raw)
    os.utime(box / "new" / "1700000000.M1.host", (1_700_000_000, 1_700_000_000))
    shutil.chown(box / "new" / "1700000000.M1.host", "nobody", "nogroup")
    (arrived,) = source.fetch()
    assert (arrived.raw, arrived.at) == (raw, 1_700_000_000)
    assert [one.key for one in source.fetch()] == [arrived.key], "until it is kept it is there"
    source.taken(arrived.key)
    assert list(source.fetch()) == []
