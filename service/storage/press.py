"""Messages between players in the store: beside the log, in no export of it, erasable (docs/mail.md)."""

from __future__ import annotations

from service.storage.database.store import Store

LATEST = 2**62


class PressRepository:
    """Keep the authors and times of messages, who does not read whom, and who was silenced. Texts are in the
    outbox.
    """

    def __init__(self, store: Store) -> None:
        self._store = store

    def add(self, campaign: int, seat: str, at: int) -> int:
        """Note a message of a seat; return its number."""
        sql = "INSERT INTO press (campaign, seat, at) VALUES (?, ?, ?)"
        return self._store.run(sql, campaign, seat, at)

    def sender(self, campaign: int, id: int) -> str | None:
        """Return the seat that wrote a message, None if there is none or it was withdrawn."""
        row = self._store.row("SELECT seat FROM press WHERE campaign = ? AND id = ?", campaign, id)
        return None if row is None else str(row[0])

    def all(self, campaign: int) -> dict[int, tuple[str, int]]:
        """Return the messages that are not withdrawn by their numbers: the seat that wrote, and when."""
        query = "SELECT id, seat, at FROM press WHERE campaign = ? ORDER BY id"
        return {int(id): (str(seat), int(at)) for id, seat, at in self._store.rows(query, campaign)}

    def last(self, campaign: int, seat: str) -> int | None:
        """Return the number of a seat's last message, None if it has none."""
        query = "SELECT max(id) FROM press WHERE campaign = ? AND seat = ?"
        row = self._store.row(query, campaign, seat)
        return None if row is None or row[0] is None else int(row[0])

    def count(self, campaign: int, seat: str, since: int) -> int:
        """Return the number of messages of a seat since a time."""
        query = "SELECT count(*) FROM press WHERE campaign = ? AND seat = ? AND at >= ?"
        row = self._store.row(query, campaign, seat, since)
        return 0 if row is None else int(row[0])

    def drop(self, id: int) -> None:
        """Forget a message."""
        self._store.run("DELETE FROM press WHERE id = ?", id)

    def block(self, campaign: int, seat: str, other: str, is_blocked: bool) -> None:
        """Note that a seat reads, or does not read, the messages of another."""
        sql = "DELETE FROM press_block WHERE campaign = ? AND seat = ? AND other = ?"
        if is_blocked:
            sql = "INSERT OR IGNORE INTO press_block (campaign, seat, other) VALUES (?, ?, ?)"
        self._store.run(sql, campaign, seat, other)

    def blocking(self, campaign: int, other: str) -> list[str]:
        """Return the seats that do not read a seat's messages."""
        query = "SELECT seat FROM press_block WHERE campaign = ? AND other = ? ORDER BY seat"
        return [seat for (seat,) in self._store.rows(query, campaign, other)]

    def blocked(self, campaign: int, seat: str) -> list[str]:
        """Return the seats whose messages a seat does not read."""
        query = "SELECT other FROM press_block WHERE campaign = ? AND seat = ? ORDER BY other"
        return [other for (other,) in self._store.rows(query, campaign, seat)]

    def written(self, campaign: int, seat: str, since: int = -1, until: int = LATEST) -> set[int]:
        """Return the numbers of a seat's messages: all, or those after one UNIX second, until another."""
        query = "SELECT id FROM press WHERE campaign = ? AND seat = ? AND at > ? AND at <= ?"
        return {int(id) for (id,) in self._store.rows(query, campaign, seat, since, until)}

    def silence(self, campaign: int, seat: str, is_silent: bool) -> None:
        """Note that a seat may or may not write."""
        sql = "DELETE FROM press_silence WHERE campaign = ? AND seat = ?"
        if is_silent:
            sql = "INSERT OR IGNORE INTO press_silence (campaign, seat) VALUES (?, ?)"
        self._store.run(sql, campaign, seat)

    def is_silent(self, campaign: int, seat: str) -> bool:
        """Return true if the referee has silenced a seat."""
        query = "SELECT 1 FROM press_silence WHERE campaign = ? AND seat = ?"
        return self._store.row(query, campaign, seat) is not None
