"""Real servers on loopback: what an SMTP server takes, refuses or puts off; what an IMAP server holds."""

from __future__ import annotations

import asyncio
import os
import shutil
import signal
import socket
import subprocess
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from shutil import which
from typing import Any

import pytest
from aiosmtpd.controller import Controller

from frontends.mail.sending import PAUSES, Smtp, send_due
from frontends.mail.servers.mailboxes import Errors, ImapSource
from service.runtime.worker import Worker
from service.storage.mailbox import Place
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


def test_a_mail_that_is_refused_for_good_is_given_up_and_marks_the_address(b: ServiceHarness) -> None:
    b.service.mail.send("gone@example.net", "<2@example.org>", b"Subject: x\r\n\r\nx\r\n", b.clock.now)
    assert sent(b, "550 no such user") == (0, [])
    assert b.service.mail.waiting() == 0 and b.service.mailbox.is_failing("gone@example.net")


RAW = b"From: anna@example.net\r\nDate: Thu, 1 Jan 1970 00:00:00 +0000\r\nSubject: %d\r\n\r\nHELP\r\n"
NOW = 1_700_000_000


class Dovecot:
    """An IMAP server on loopback, and the Maildir that it shows, which belongs to nobody."""

    def __init__(self, program: str, folder: Path) -> None:
        self._program, self._folder, self.port, self.box = program, folder, free_port(), folder / "box"
        folder.chmod(0o755)
        for box in ("box", "box/new", "box/cur", "box/tmp"):
            (folder / box).mkdir()
            shutil.chown(folder / box, "nobody", "nogroup")
        self._config = folder / "dovecot.conf"
        self._config.write_text(DOVECOT.format(folder=folder, port=self.port))
        self.source = ImapSource("127.0.0.1", self.port, lambda box: box.login("umpire", "secret"), tls=False)

    def start(self) -> None:
        command = [self._program, "-F", "-c", str(self._config)]
        self._process = subprocess.Popen(command, stderr=subprocess.DEVNULL, start_new_session=True)
        waited(lambda: _listens(self.port), self._process)

    def stop(self) -> None:
        """Kill the server with all its connections."""
        os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait(30)

    def put(self, n: int, at: int = NOW, raw: bytes = b"") -> bytes:
        """Let a mail arrive."""
        raw = raw or RAW % n
        path = self.box / "tmp" / f"{at}.M{n}.host"
        path.write_bytes(raw)
        os.utime(path, (at, at))
        shutil.chown(path, "nobody", "nogroup")
        path.rename(self.box / "new" / path.name)
        return raw

    def forget(self) -> None:
        """Give the mailbox another UIDVALIDITY: it is the second of its making."""
        time.sleep(1.1)
        for path in self.box.glob("dovecot*"):
            path.unlink()


@pytest.fixture
def dovecot() -> Iterator[Dovecot]:
    program = which("dovecot", path=f"{os.environ['PATH']}:/usr/sbin")
    if program is None or os.getuid() != 0:
        pytest.skip("tried with Dovecot, as root (Debian: apt-get install dovecot-imapd)")
    with tempfile.TemporaryDirectory() as name:
        server = Dovecot(program, Path(name))
        server.start()
        try:
            yield server
        finally:
            server.source.close()
            server.stop()


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


def begun(source: ImapSource) -> Place:
    (first,) = source.fetch(None, NOW)
    assert first.place is not None and first.raw == b""
    return first.place


def test_mails_are_fetched_once_with_the_time_of_their_arrival(dovecot: Dovecot) -> None:
    source = dovecot.source
    dovecot.put(1)
    place = begun(source)
    assert list(source.fetch(place, NOW)) == [], "what was there at the first time is left alone"
    raws = [dovecot.put(n, NOW + n) for n in (2, 3)]
    first, second = source.fetch(place, NOW)
    assert [first.raw, second.raw] == raws and (first.at, second.at) == (NOW + 2, NOW + 3)
    assert [one.key for one in source.fetch(place, NOW)] == [first.key, second.key], "until it is noted"
    source.taken(first.key)
    assert [one.key for one in source.fetch(first.place, NOW)] == [second.key]
    assert list(source.fetch(second.place, NOW)) == []


def test_a_mailbox_that_numbers_its_mails_anew_is_read_again(dovecot: Dovecot) -> None:
    source = dovecot.source
    dovecot.put(0, NOW - 86_400)
    place = begun(source)
    raw = dovecot.put(1)
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
    for act in (lambda: dovecot.put(1), dovecot.stop, source.close):
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
    raw = dovecot.put(1)
    assert [one.raw for one in dovecot.source.fetch(place, NOW)] == [raw]


class Cut:
    """A line to a server that breaks off once so many bytes have come back, in each connection."""

    def __init__(self, port: int, after: int) -> None:
        self._server_port, self.after, self.cuts = port, after, 0
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._listener.getsockname()[1]
        threading.Thread(target=self._accept, daemon=True).start()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                client, _ = self._listener.accept()
                server = socket.create_connection(("127.0.0.1", self._server_port))
                threading.Thread(target=self._asks, args=(client, server), daemon=True).start()
                threading.Thread(target=self._answers, args=(server, client, self.after), daemon=True).start()

    def _asks(self, client: socket.socket, server: socket.socket) -> None:
        with suppress(OSError):
            while data := client.recv(4096):
                server.sendall(data)
            server.shutdown(socket.SHUT_RDWR)

    def _answers(self, server: socket.socket, client: socket.socket, left: int) -> None:
        with suppress(OSError):
            while left > 0 and (data := server.recv(4096)):
                client.sendall(data[:left])
                left -= len(data)
            self.cuts += left <= 0
        for end in (client, server):
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
            end.close()

    def close(self) -> None:
        self._listener.close()


def test_a_line_that_breaks_in_mid_fetch_loses_and_doubles_nothing(dovecot: Dovecot) -> None:
    """Three mails of 40 KB over a line that is cut somewhere in them; what was kept is not fetched again."""
    place = begun(dovecot.source)
    raws = [dovecot.put(n, raw=(RAW % n) + b"x" * 40_000 + b"\r\n") for n in (1, 2, 3)]
    line = Cut(dovecot.port, 60_000)
    source = ImapSource("127.0.0.1", line.port, lambda box: box.login("umpire", "secret"), tls=False)
    kept: list[bytes] = []
    try:
        for _ in range(5):
            with suppress(*Errors):
                for arrived in source.fetch(place, NOW):
                    assert arrived.place is not None
                    kept.append(arrived.raw)
                    place = arrived.place
    finally:
        source.close()
        line.close()
    assert kept == raws and line.cuts >= 1
