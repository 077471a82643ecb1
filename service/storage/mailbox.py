"""The umpire's mailbox in the store: the place up to which it was read, addresses that fail, stopped
clocks.
"""

from __future__ import annotations

from service.storage.database.store import Store
from service.values.front_ends.mail import Place


class MailboxRepository:
    """Keep the place in each mailbox, facts about addresses, and campaigns whose clocks are stopped."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def _write(self, sql: str, *values: object) -> None:
        with self._store.transaction():
            self._store.run(sql, *values)

    # -- places ----------------------------------------------------------------------------------

    def place(self, name: str) -> Place | None:
        """Return how far a mailbox was read, None if it never was."""
        row = self._store.row("SELECT validity, uid, since FROM mail_place WHERE name = ?", name)
        return None if row is None else Place(*row)

    def save_place(self, name: str, place: Place) -> None:
        """Note how far a mailbox was read."""
        sql = "INSERT OR REPLACE INTO mail_place (name, validity, uid, since) VALUES (?, ?, ?, ?)"
        self._write(sql, name, place.validity, place.uid, place.since)

    # -- addresses to which mails come back --------------------------------------------------------

    def fail(self, address: str, at: int) -> None:
        """Mark an address to which a mail could not be delivered; inside a transaction."""
        self._store.run("DELETE FROM mail_delayed WHERE address = ?", address)
        self._store.run("INSERT OR IGNORE INTO mail_failing (address, since) VALUES (?, ?)", address, at)

    def is_failing(self, address: str) -> bool:
        """Return true if mails to an address come back."""
        return self._store.row("SELECT 1 FROM mail_failing WHERE address = ?", address) is not None

    def delay(self, address: str, at: int) -> None:
        """Note that a server is still trying to deliver a mail to an address."""
        self._write("INSERT OR IGNORE INTO mail_delayed (address, since) VALUES (?, ?)", address, at)

    def delayed_since(self, address: str) -> int | None:
        """Return since when a mail to an address is known to be late, in UNIX seconds; None if none is."""
        row = self._store.row("SELECT since FROM mail_delayed WHERE address = ?", address)
        return None if row is None else int(row[0])

    def works(self, address: str) -> None:
        """Remove the marks of an address, because its owner has written."""
        if self.is_failing(address) or self.delayed_since(address) is not None:
            self._write("DELETE FROM mail_failing WHERE address = ?", address)
            self._write("DELETE FROM mail_delayed WHERE address = ?", address)

    # -- second addresses --------------------------------------------------------------------------

    def spare(self, address: str) -> str:
        """Return the second address of the owner of a registered address, "" if they have none."""
        row = self._store.row("SELECT spare FROM mail_spare WHERE address = ?", address)
        return "" if row is None else str(row[0])

    def owners(self, spare: str) -> list[str]:
        """Return the registered addresses of the people whose second address this is."""
        query = "SELECT address FROM mail_spare WHERE spare = ? ORDER BY address"
        return [str(address) for (address,) in self._store.rows(query, spare)]

    def save_spare(self, address: str, spare: str) -> None:
        """Note the second address of a person who has shown that they read it."""
        self._write("INSERT OR REPLACE INTO mail_spare (address, spare) VALUES (?, ?)", address, spare)

    def drop_spare(self, address: str) -> None:
        """Forget the second address of a person."""
        self._write("DELETE FROM mail_spare WHERE address = ?", address)

    # -- time zones --------------------------------------------------------------------------------

    def zone(self, address: str) -> str:
        """Return the time zone of the owner of a registered address, "" if they have named none."""
        row = self._store.row("SELECT zone FROM mail_zone WHERE address = ?", address)
        return "" if row is None else str(row[0])

    def save_zone(self, address: str, zone: str) -> None:
        """Note the time zone of a person."""
        self._write("INSERT OR REPLACE INTO mail_zone (address, zone) VALUES (?, ?)", address, zone)

    # -- time that waits ---------------------------------------------------------------------------

    def waiting(self) -> dict[int, int]:
        """Return the campaigns whose clocks are stopped until the mailbox is read, and since when."""
        return dict(self._store.rows("SELECT campaign, since FROM mail_wait ORDER BY campaign"))

    def wait(self, campaign: int, since: int) -> None:
        """Record that a campaign's clocks are stopped; inside a transaction."""
        self._store.run("INSERT INTO mail_wait (campaign, since) VALUES (?, ?)", campaign, since)

    def go_on(self, campaign: int) -> None:
        """Note that a campaign's time goes on; inside a transaction."""
        self._store.run("DELETE FROM mail_wait WHERE campaign = ?", campaign)
