"""Mailboxes: a Maildir that an MTA fills, or an IMAP mailbox (RFC 9051)."""

from __future__ import annotations

import imaplib
import mailbox
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Protocol

from imap_tools import AND, MailBox, MailBoxUnencrypted
from msgspec import Struct

PATIENCE = 60.0
"""Seconds that an answer of a server is waited for."""


class Arrived(Struct, frozen=True):
    """A mail and its place: `at` is the time of receipt in UNIX seconds, None if it is not known."""

    key: str
    raw: bytes
    at: int | None


class Source(Protocol):
    """A mailbox."""

    def fetch(self) -> Iterator[Arrived]:
        """Yield the mails that were not taken yet.

        Raises:
            OSError, imap_tools.MailboxLoginError: if it cannot be reached.
        """

    def taken(self, key: str) -> None:
        """Note that a mail is kept in the store, and need not be fetched again."""


class MaildirSource:
    """A Maildir: what is new is taken, and then marked as seen."""

    def __init__(self, folder: Path) -> None:
        self._box = mailbox.Maildir(str(folder), factory=None, create=True)

    def fetch(self) -> Iterator[Arrived]:
        """Yield the mails in `new`, the oldest first; the time is when the MTA put them there."""
        new = [key for key in self._box.keys() if self._box.get_message(key).get_subdir() == "new"]  # noqa: SIM118
        found = []
        for key in new:
            message = self._box.get_message(key)
            found.append(Arrived(key, self._box.get_bytes(key), int(message.get_date())))
        yield from sorted(found, key=lambda arrived: (arrived.at or 0, arrived.key))

    def taken(self, key: str) -> None:
        message = self._box[key]
        message.set_subdir("cur")
        message.add_flag("S")
        self._box[key] = message


class ImapSource:
    """An IMAP mailbox: what is unseen is taken, and then marked as seen.

    The flag is a courtesy to those who look into the mailbox; that nothing is read twice follows from the
    hash of each mail in the store.
    """

    def __init__(self, host: str, port: int, user: str, password: str, *, tls: bool = True) -> None:
        self._host, self._port, self._user, self._password, self._tls = host, port, user, password, tls

    def _open(self) -> MailBox | MailBoxUnencrypted:
        kind = MailBox if self._tls else MailBoxUnencrypted
        return kind(self._host, self._port, timeout=PATIENCE).login(self._user, self._password)

    def fetch(self) -> Iterator[Arrived]:
        with self._open() as box:
            for uid in box.uids(AND(seen=False)):
                _, data = box.client.uid("FETCH", uid, "(INTERNALDATE BODY.PEEK[])")
                for part in data:
                    if isinstance(part, tuple) and len(part) == 2:
                        received = imaplib.Internaldate2tuple(part[0])
                        yield Arrived(uid, part[1], None if received is None else int(time.mktime(received)))

    def taken(self, key: str) -> None:
        with self._open() as box:
            box.flag([key], "\\Seen", True)
