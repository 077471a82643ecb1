"""Exim and Dovecot on loopback, with files of their own, and a line to them that can break.

Exim takes what the umpire and the players send and hands it to Dovecot over LMTP; Dovecot keeps a Maildir for
each of them, with a quota, and shows the umpire's over IMAP.
"""

from __future__ import annotations

import email
import os
import shutil
import signal
import smtplib
import socket
import subprocess
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from email.message import EmailMessage
from email.policy import SMTP
from pathlib import Path
from shutil import which
from tempfile import TemporaryDirectory

import pytest

from frontends.mail.servers.mailboxes import ImapSource

LMTP = Path("/usr/lib/dovecot/lmtp")
PASSWORD = "secret"
UMPIRES, ROOM = "umpire", "1G"
"""The umpire's account, and the quota of all."""

DOVECOT = """
base_dir = {folder}/run
state_dir = {folder}/run
log_path = {folder}/log
protocols = imap lmtp
listen = 127.0.0.1
ssl = no
disable_plaintext_auth = no
first_valid_uid = 0
auth_username_format = %Ln
recipient_delimiter = +
mail_location = maildir:{folder}/%n
mail_plugins = quota
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
service lmtp {{
  unix_listener lmtp {{
    mode = 0666
  }}
}}
protocol imap {{
  mail_plugins = quota imap_quota
}}
protocol lmtp {{
  postmaster_address = postmaster@example.org
}}
plugin {{
  quota = maildir:all
}}
service anvil {{
  chroot =
}}
passdb {{
  driver = passwd-file
  args = {folder}/accounts
}}
userdb {{
  driver = passwd-file
  args = {folder}/accounts
}}
"""

EXIM = """
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
       condition = ${{if eq{{$sender_address}}{{umpire@example.org}}}}
       message = 552 mailbox full
  defer condition = ${{if exists{{{folder}/grey}}}}
        ! ratelimit = 1.5 / 1d / strict / $sender_address>$local_part@$domain
        message = 451 greylisted, try again
  accept
data:
  defer condition = ${{if exists{{{folder}/busy}}}}
        condition = ${{if eq{{$sender_address}}{{umpire@example.org}}}}
        message = 451 busy, try again
  deny condition = ${{if exists{{{folder}/refused}}}}
       condition = ${{if eq{{$sender_address}}{{umpire@example.org}}}}
       message = 554 this looks like spam
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
  driver = lmtp
  socket = {lmtp}
  rcpt_include_affixes
  delivery_date_add
  envelope_to_add
  return_path_add
begin retry
* * F,1h,2s
begin authenticators
plain:
  driver = plaintext
  public_name = PLAIN
  server_prompts = :
  server_condition = ${{if and{{{{eq{{$auth2}}{{{user}}}}}{{eq{{$auth3}}{{{password}}}}}}}}}
  server_set_id = $auth2
"""


class Dovecot:
    """An IMAP and LMTP server on loopback, and the Maildirs that it keeps, which belong to nobody."""

    def __init__(self, program: str, folder: Path) -> None:
        self._program, self.folder, self.port, self.box = program, folder, free_port(), folder / UMPIRES
        folder.chmod(0o755)
        for box in (UMPIRES, "umpire/new", "umpire/cur", "umpire/tmp"):
            (folder / box).mkdir()
            shutil.chown(folder / box, "nobody", "nogroup")
        shutil.chown(folder, "nobody", "nogroup")
        self._config = folder / "dovecot.conf"
        self._config.write_text(DOVECOT.format(folder=folder, port=self.port))
        self._changed = 0
        self._allot({})
        self.source = ImapSource("127.0.0.1", self.port, lambda box: box.login(UMPIRES, PASSWORD), tls=False)

    def limit(self, **rooms: str) -> None:
        """Give accounts, by name, these quotas, and all others room; they hold once this returns.

        Dovecot looks at most once a second whether the file has changed: for what arrives within the second
        of another mail the old quotas would still hold.
        """
        self._allot(rooms)
        time.sleep(1.1)

    def _allot(self, rooms: dict[str, str]) -> None:
        owner = self.folder.stat()
        lines = [
            f"{name}:{{PLAIN}}{PASSWORD}:{owner.st_uid}:{owner.st_gid}::{self.folder}/{name}::"
            f"userdb_quota_rule=*:storage={rooms.get(name, ROOM)}\n"
            for name in (UMPIRES, "anna")
        ]
        part = self.folder / "accounts.part"
        part.write_text("".join(lines))
        part.chmod(0o644)
        self._changed = max(int(time.time()), self._changed + 1)  # Dovecot reads it again if that differs
        os.utime(part, (self._changed, self._changed))
        part.replace(self.folder / "accounts")

    def start(self) -> None:
        command = [self._program, "-F", "-c", str(self._config)]
        self._process = subprocess.Popen(command, stderr=subprocess.DEVNULL, start_new_session=True)
        waited(lambda: listens(self.port), self._process)

    def stop(self) -> None:
        """Kill the server with all its connections."""
        os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait(30)

    def put(self, n: int, at: int, raw: bytes) -> bytes:
        """Let a mail arrive."""
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

    def read(self, name: str = "anna") -> list[EmailMessage]:
        """Return what is in somebody's box, the oldest first."""
        paths = sorted((self.folder / name).glob("new/*"), key=lambda path: path.stat().st_mtime_ns)
        return [email.message_from_bytes(path.read_bytes(), policy=SMTP) for path in paths]


class Exim:
    """An SMTP server on loopback; files in its folder make it refuse or put off."""

    def __init__(self, program: str, folder: Path, lmtp: Path) -> None:
        self._program, self.folder, self.port = program, folder, free_port()
        folder.chmod(0o755)
        for name in ("spool", "log"):
            (folder / name).mkdir()
            shutil.chown(folder / name, "nobody", "nogroup")
        self._config = folder / "exim.conf"
        values = {"user": UMPIRES, "password": PASSWORD, "lmtp": lmtp}
        self._config.write_text(EXIM.format(folder=folder, port=self.port, **values))

    def start(self) -> None:
        command = [self._program, "-C", str(self._config), "-bdf", "-q2s"]
        self._process = subprocess.Popen(command, stderr=subprocess.DEVNULL, start_new_session=True)
        waited(lambda: listens(self.port), self._process)

    def stop(self) -> None:
        """Kill the server with all that it is doing; what it has taken is in its spool."""
        os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait(30)

    def send(self, sender: str, mail: EmailMessage) -> None:
        """Send a mail as somebody's program does."""
        with smtplib.SMTP("127.0.0.1", self.port, timeout=60) as client:
            client.send_message(mail, sender, [str(mail["To"])])


class Line:
    """A line to a server: it notes what the client says, and breaks off where it is told to."""

    def __init__(self, port: int) -> None:
        self._server_port, self.cuts, self.said = port, 0, b""
        self._left: int | None = None
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._listener.getsockname()[1]
        threading.Thread(target=self._accept, daemon=True).start()

    def cut_after(self, left: int) -> None:
        """Break off once, when a number of further bytes have come back."""
        self._left = left

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                client, _ = self._listener.accept()
                try:
                    server = socket.create_connection(("127.0.0.1", self._server_port))
                except OSError:  # the server is down
                    client.close()
                    continue
                threading.Thread(target=self._asks, args=(client, server), daemon=True).start()
                threading.Thread(target=self._answers, args=(server, client), daemon=True).start()

    def _asks(self, client: socket.socket, server: socket.socket) -> None:
        with suppress(OSError):
            while data := client.recv(4096):
                self.said += data
                server.sendall(data)
            server.shutdown(socket.SHUT_RDWR)

    def _answers(self, server: socket.socket, client: socket.socket) -> None:
        with suppress(OSError):
            while data := server.recv(4096):
                client.sendall(data if self._left is None else data[: self._left])
                if self._left is not None:
                    self._left -= len(data)
                    if self._left <= 0:
                        self._left = None
                        self.cuts += 1
                        break
        for end in (client, server):
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
            end.close()

    def close(self) -> None:
        self._listener.close()


def free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        port: int = found.getsockname()[1]
        return port


def waited(holds: Callable[[], bool], process: subprocess.Popen[bytes]) -> None:
    for _ in range(600):
        if holds():
            return
        assert process.poll() is None, "the server did not start"
        time.sleep(0.05)
    raise AssertionError("the server did not begin to listen")


def listens(port: int) -> bool:
    with socket.socket() as tried:
        return tried.connect_ex(("127.0.0.1", port)) == 0


@contextmanager
def running_dovecot() -> Iterator[Dovecot]:
    program = which("dovecot")
    if program is None or not LMTP.exists() or os.getuid() != 0:
        assert not os.environ.get("TESTS_COMPLETE") or os.getuid(), "tried with Dovecot: .ci/run installs it"
        pytest.skip("tried with Dovecot, as root (Debian: apt-get install dovecot-imapd dovecot-lmtpd)")
    with TemporaryDirectory() as name:
        server = Dovecot(program, Path(name))
        server.start()
        try:
            yield server
        finally:
            server.source.close()
            server.stop()


@contextmanager
def running_exim(dovecot: Dovecot) -> Iterator[Exim]:
    program = which("exim4")
    if program is None:
        assert not os.environ.get("TESTS_COMPLETE"), "tried with Exim: .ci/run installs it"
        pytest.skip("tried with Exim (Debian: apt-get install exim4-daemon-light)")
    with TemporaryDirectory() as name:
        server = Exim(program, Path(name), dovecot.folder / "run" / "lmtp")
        server.start()
        try:
            yield server
        finally:
            server.stop()
