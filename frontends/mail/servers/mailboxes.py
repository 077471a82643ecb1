"""Mailboxes: a Maildir that an MTA fills, or an IMAP mailbox (RFC 9051)."""

from __future__ import annotations

import imaplib
import logging
import mailbox
import os
import re
import socket
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from threading import Event, Lock
from typing import Protocol

from imap_tools import MailBox, MailBoxUnencrypted
from imap_tools.errors import ImapToolsError
from msgspec import Struct

from frontends.mail.incoming import MOST_BYTES
from service.values.front_ends.mail import Place

_LOG = logging.getLogger(__name__)

PATIENCE = 60.0
"""Seconds that an answer of a server is waited for."""
SKEW = 3_600
"""Seconds by which the clock of a mail server may be behind this machine's."""
GLANCE = 1.0
"""Seconds between two looks at a Maildir, or whether the wait for news is called off."""
POLL = 10.0
"""Seconds between two polls of an IMAP mailbox that reports no news, or could not be reached."""

Connected = MailBox | MailBoxUnencrypted
Errors = (OSError, imaplib.IMAP4.error, ImapToolsError)
"""Raised if a mailbox cannot be reached, or its server says no."""


class Arrived(Struct, frozen=True):
    """A mail: `key` names it in its mailbox, `at` is the time of receipt in UNIX seconds, None if it is not
    known. `place` is the place in the mailbox after it, None if no place has to be kept.
    """

    key: str
    raw: bytes
    at: int | None
    place: Place | None = None


class Source(Protocol):
    """A mailbox; its methods run in any one thread at a time.

    Attributes:
        name: the name under which the place in it is stored.
    """

    name: str

    def fetch(self, place: Place | None, now: int) -> Iterator[Arrived]:
        """Yield the mails after a place, which is None the first time; `now` is the UNIX second.

        Raises:
            OSError, imaplib.IMAP4.error, ImapToolsError: if it cannot be reached.
        """

    def taken(self, key: str) -> None:
        """Mark a mail as read in the mailbox, after it was stored; only for people who look into the
        mailbox.
        """

    def wait(self, seconds: float) -> None:
        """Wait until a mail has arrived or may have, for a limited time."""

    def close(self) -> None:
        """Cancel a wait."""


class MaildirSource:
    """A Maildir: new mails are fetched, and then marked as seen; an unreadable file delays no other."""

    def __init__(self, folder: Path) -> None:
        self.name = f"maildir:{folder}"
        self._unreadable: set[str] = set()
        self._box = mailbox.Maildir(str(folder), factory=None, create=True)
        self._new, self._closed = folder / "new", Event()

    def fetch(self, place: Place | None = None, now: int = 0) -> Iterator[Arrived]:
        """Yield the mails in `new`, the oldest first; the time is when the MTA put them there."""
        found = []
        for key in self._box.keys():  # noqa: SIM118
            try:
                message = self._box.get_message(key)
                if message.get_subdir() != "new":
                    continue
                found.append(Arrived(key, self._box.get_bytes(key), int(message.get_date())))
            except (OSError, KeyError) as error:  # a dangling link, no permission, gone meanwhile
                if key not in self._unreadable:
                    _LOG.error("%s: the file of mail %s cannot be read: %s", self.name, key, error)
                self._unreadable.add(key)
        yield from sorted(found, key=lambda arrived: (arrived.at or 0, arrived.key))

    def taken(self, key: str) -> None:
        try:
            message = self._box[key]
            message.set_subdir("cur")
            message.add_flag("S")
            self._box[key] = message
        except KeyError as error:
            raise FileNotFoundError(f"mail {key} is no longer there") from error

    def wait(self, seconds: float) -> None:
        until = time.monotonic() + seconds
        while not self._closed.wait(GLANCE) and time.monotonic() < until and not self._has_news():
            pass

    def _has_news(self) -> bool:
        with suppress(OSError), os.scandir(self._new) as found:  # `fetch` says what is wrong with the folder
            files = (file.name.partition(":")[0] for file in found if not file.is_dir())
            return any(key not in self._unreadable for key in files)
        return False

    def close(self) -> None:
        self._closed.set()


class ImapSource:
    """An IMAP mailbox, over one connection that is opened again after any error.

    Mails that were read are known by UIDVALIDITY and UID; the flag is only for people. At the first time
    older mails are ignored, because an account may have been used for something else before.

    Args:
        host, port: of the server.
        sign_in: signs in on a new connection and selects the inbox.
        tls: false without encryption.
    """

    def __init__(self, host: str, port: int, sign_in: Callable[[Connected], object], *, tls: bool) -> None:
        self.name = f"imap:{host}"
        self._host, self._port, self._sign_in, self._tls = host, port, sign_in, tls
        self._box: Connected | None = None
        self._closed, self._waiting = Event(), Lock()

    def fetch(self, place: Place | None, now: int) -> Iterator[Arrived]:
        try:
            box = self._opened()
            validity = self._validity(box)
            if place is None:
                uids = self._uids(box, 0)
                yield Arrived("", b"", None, Place(validity, uids[-1] if uids else 0, now))
                return
            last = place.uid if place.validity == validity else 0
            for uid in self._uids(box, last):
                yield self._read(box, uid, Place(validity, uid, place.since))
        except Errors:
            self._drop()
            raise

    def _read(self, box: Connected, uid: int, place: Place) -> Arrived:
        """Return one mail; without its bytes if it is older than the first time, or too long."""
        size = _number(b"RFC822.SIZE", _answered(box.client.uid("FETCH", str(uid), "(RFC822.SIZE)")))
        if size > MOST_BYTES:
            _LOG.warning("a mail of %d bytes was not read", size)
            return Arrived(str(uid), b"", None, place)
        data = _answered(box.client.uid("FETCH", str(uid), "(INTERNALDATE BODY.PEEK[])"))
        for part in data:
            if isinstance(part, tuple) and len(part) == 2:
                received = imaplib.Internaldate2tuple(part[0])
                at = None if received is None else int(time.mktime(received))
                if at is None or at >= place.since - SKEW:
                    return Arrived(str(uid), part[1], at, place)
        return Arrived(str(uid), b"", None, place)  # deleted meanwhile, or older

    def _uids(self, box: Connected, last: int) -> list[int]:
        _answered(box.client.noop())  # a server may look for news only behind a command
        box.client.response("EXISTS")  # the search finds all that was reported until now
        found = _answered(box.client.uid("SEARCH", f"UID {last + 1}:*"))
        uids = [int(uid) for line in found if isinstance(line, bytes) for uid in line.split()]
        return sorted(uid for uid in uids if uid > last)  # "*" names the last one, however small

    def _validity(self, box: Connected) -> int:
        found = box.folder.status("INBOX", ["UIDVALIDITY"])
        return int(found["UIDVALIDITY"])

    def _opened(self) -> Connected:
        """Return the connection that is open, or a new one, signed in and asked what it can do."""
        if self._box is None:
            kind = MailBox if self._tls else MailBoxUnencrypted
            box = kind(self._host, self._port, timeout=PATIENCE)
            try:
                self._sign_in(box)
                # imaplib asks only before signing in, when Dovecot does not name QUOTA, and others not IDLE.
                named = b" ".join(
                    part for part in _answered(box.client.capability()) if isinstance(part, bytes)
                )
                box.client.capabilities = tuple(named.decode(errors="replace").upper().split())
            except Errors:
                box.client.shutdown()
                raise
            self._box = box
        return self._box

    def _drop(self) -> None:
        if self._box is not None:
            with suppress(*Errors):
                self._box.client.shutdown()
            self._box = None

    def abilities(self) -> tuple[bool, float | None]:
        """Return whether the server has IDLE, and the used part of the quota, None if the server does not
        tell.

        Raises:
            OSError, imaplib.IMAP4.error, ImapToolsError: if it cannot be reached.
        """
        client = self._opened().client
        used = None
        if "QUOTA" in client.capabilities:
            text = repr(_answered(client.getquotaroot("INBOX")))
            if (found := re.search(r"STORAGE (\d+) (\d+)", text)) and int(found[2]):
                used = int(found[1]) / int(found[2])
        return "IDLE" in client.capabilities, used

    def taken(self, key: str) -> None:
        if key and self._box is not None:
            self._box.flag([key], "\\Seen", True)

    def wait(self, seconds: float) -> None:
        """Wait in IDLE (RFC 2177) if the server has it; the next search finds mails that it missed.

        Without IDLE, or a connection, the wait is shorter; there is none if a mail came during the search.
        """
        box = self._box
        if box is None or "IDLE" not in box.client.capabilities:
            self._closed.wait(min(seconds, POLL))
            return
        try:
            with self._waiting:
                if box.client.response("EXISTS")[1] == [None]:
                    box.idle.wait(seconds)
        except Errors as error:
            if not self._closed.is_set():
                _LOG.warning("the mailbox broke off a wait: %s", error)
            self._drop()
            self._closed.wait(GLANCE)

    def close(self) -> None:
        """Cancel a wait, and close the connection."""
        self._closed.set()
        if (box := self._box) is not None:
            with suppress(OSError):
                box.client.sock.shutdown(socket.SHUT_RDWR)
            with self._waiting:
                self._drop()


def _answered(answer: tuple[str, Sequence[object]]) -> Sequence[object]:
    """Return the data of an answer.

    Raises:
        imaplib.IMAP4.error: if the server said no.
    """
    kind, data = answer
    if kind != "OK":
        raise imaplib.IMAP4.error(f"{kind} {data!r}"[:200])
    return data


def _number(name: bytes, data: Sequence[object]) -> int:
    """Return the number after a name in an answer, 0 if it is not there."""
    for part in data:
        line = part if isinstance(part, bytes) else b""
        _, found, rest = line.partition(name + b" ")
        if found:
            return int(rest.split(b")")[0].split()[0])
    return 0
