"""The texts of mails that were sent, for sixty days: by them an answer's quotation is told from what its
sender wrote (docs/mail.md).

They are secrets of their reader: they contain hands of cards and messages. They are erased with the person.
"""

from __future__ import annotations

import logging
import zlib
from collections.abc import Sequence

import msgspec

from service.storage.database.store import Store
from service.values.front_ends.mail import Passage

_LOG = logging.getLogger(__name__)


class SentTexts:
    """Keep what mails said."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def keep(self, message_id: str, recipient: str, said: Sequence[Passage], at: int) -> None:
        """Keep the text of a mail; inside a transaction."""
        sql = "INSERT OR REPLACE INTO mail_text (message_id, recipient, said, at) VALUES (?, ?, ?, ?)"
        self._store.run(sql, message_id, recipient, zlib.compress(msgspec.json.encode(said)), at)

    def find(self, message_ids: Sequence[str], recipients: Sequence[str]) -> list[tuple[Passage, ...]]:
        """Return the texts of the mails with these Message-IDs that were sent to one of the addresses."""
        query = "SELECT recipient, said FROM mail_text WHERE message_id = ?"
        rows = [row for id in message_ids for row in self._store.rows(query, id)]
        return [_passages(said) for recipient, said in rows if recipient in recipients]

    def last(self, recipients: Sequence[str], most: int) -> list[tuple[Passage, ...]]:
        """Return the texts of the last mails that were sent to one of the addresses, the newest first."""
        marks = ", ".join("?" * len(recipients))
        query = (
            f"SELECT said FROM mail_text WHERE recipient IN ({marks}) ORDER BY at DESC, message_id LIMIT ?"
        )
        return [_passages(said) for (said,) in self._store.rows(query, *recipients, most)]

    def forget_before(self, at: int) -> None:
        """Erase the texts of mails that were written before a time."""
        with self._store.transaction():
            self._store.run("DELETE FROM mail_text WHERE at < ?", at)


def _passages(said: bytes) -> tuple[Passage, ...]:
    """Return a text; nothing, as if it were not kept, for one that is damaged."""
    try:
        return msgspec.json.decode(zlib.decompress(said), type=tuple[Passage, ...])
    except (zlib.error, msgspec.DecodeError) as error:
        _LOG.warning("the text of a mail is damaged: %s", error)
        return ()
