"""Play by e-mail in the store: seats played by mail, incoming mails and outgoing mails.

Raw mails and tokens are secrets of a campaign: mails contain hands of cards, and a token gives access to a
seat.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence

from msgspec import structs

from service.storage.database.store import Row, Store
from service.values.front_ends.mail import MailSeat, Outgoing, Passage, RawMail, Unanswered

from .sent_texts import SentTexts


class MailRepository:
    """Keep seats by mail, incoming mails, outgoing mails; `texts` is what the latter said."""

    def __init__(self, store: Store) -> None:
        self._store, self.texts = store, SentTexts(store)

    def _write(self, sql: str, *values: object) -> None:
        with self._store.transaction():
            self._store.run(sql, *values)

    # -- seats -----------------------------------------------------------------------------------

    def save_seat(self, seat: MailSeat) -> None:
        """Save a seat by mail; it replaces the one with the same token and, once it is confirmed, that of the
        former player.
        """
        columns = [name for name in MailSeat.__struct_fields__ if name != "replaces"]
        marks, table = ", ".join("?" * len(columns)), "mail_offer" if seat.replaces else "mail_seat"
        into = f"{table} ({', '.join(columns)})"
        with self._store.transaction():
            self._store.run("DELETE FROM mail_offer WHERE token = ?", seat.token)
            values = (getattr(seat, name) for name in columns)
            self._store.run(f"INSERT OR REPLACE INTO {into} VALUES ({marks})", *values)

    def drop_seat(self, token: str) -> None:
        """Make a token void, and forget the spare address and time zone of somebody without another seat;
        inside a transaction.
        """
        for table in ("mail_seat", "mail_offer", "mail_linked"):
            self._store.run(f"DELETE FROM {table} WHERE token = ?", token)
        for table in ("mail_spare", "mail_zone"):
            self._store.run(f"DELETE FROM {table} WHERE address NOT IN (SELECT address FROM mail_seat)")

    def seat_of(self, token: str) -> MailSeat | None:
        """Return the seat of a token; None if the token is void."""
        query = """SELECT *, 0 FROM mail_seat WHERE token = :token
                   UNION ALL SELECT *, 1 FROM mail_offer WHERE token = :token"""
        row = self._store.row(query, token=token.casefold())
        return None if row is None else _seat(row)

    def seats(self, campaign: int | None = None, address: str | None = None) -> list[MailSeat]:
        """Return the seats by mail: all, or those of one campaign or one address."""
        query = """SELECT * FROM mail_seat WHERE campaign = coalesce(?, campaign)
                   AND address = coalesce(?, address) ORDER BY campaign, seat, token"""
        return [MailSeat(*row) for row in self._store.rows(query, campaign, address)]

    def link(self, token: str, is_linked: bool) -> None:
        """Note whether the mails to a seat have a link to the table in place of pictures."""
        self._write("DELETE FROM mail_linked WHERE token = ?", token)
        if is_linked:
            self._write("INSERT INTO mail_linked (token) VALUES (?)", token)

    def is_linked(self, token: str) -> bool:
        """Return true if the mails to a seat have a link to the table in place of pictures."""
        return self._store.row("SELECT 1 FROM mail_linked WHERE token = ?", token) is not None

    def offers(self) -> list[MailSeat]:
        """Return the invitations to seats that somebody else has."""
        return [_seat((*row, 1)) for row in self._store.rows("SELECT * FROM mail_offer ORDER BY token")]

    # -- what comes in -----------------------------------------------------------------------------

    def arrive(self, raw: bytes, at: int) -> None:
        """Keep a mail as it came, with its SHA-256, before it is read."""
        hash = hashlib.sha256(raw).hexdigest()
        self._write(
            "INSERT OR IGNORE INTO mail_arrived (hash, raw, at, tries) VALUES (?, ?, ?, 0)", hash, raw, at
        )

    def arrived(self) -> list[RawMail]:
        """Return the mails that have not been read yet, the oldest first."""
        query = "SELECT hash, raw, at, tries FROM mail_arrived ORDER BY at, hash"
        return [RawMail(*row) for row in self._store.rows(query)]

    def oldest_waiting(self) -> int | None:
        """Return when the oldest mail without an answer, read or not, was received, in UNIX seconds;
        None if there is none.
        """
        query = "SELECT at FROM mail_arrived UNION ALL SELECT at FROM mail_in WHERE answered = 0"
        row = self._store.row(f"SELECT min(at) FROM ({query})")
        return None if row is None or row[0] is None else int(row[0])

    def note_try(self, hash: str, by: int = 1) -> None:
        """Note that reading a mail is begun, or with -1 that it was postponed."""
        self._write("UPDATE mail_arrived SET tries = tries + ? WHERE hash = ?", by, hash)

    def receive(
        self,
        arrived: RawMail,
        digest: str,
        sender: str,
        *,
        campaign: int | None = None,
        signers: Sequence[str] = (),
        is_answered: bool = False,
    ) -> bool:
        """Keep a mail that was read until it is answered; false if one with its digest was kept before.

        Args:
            arrived: as it came; it no longer counts as unread.
            digest: what identifies the mail.
            sender: the name under which mails are counted.
            campaign: the campaign that it belongs to, None for none.
            signers: the domains that have signed it.
            is_answered: true if it needs no answer.
        """
        values = (digest, sender, arrived.raw, arrived.at, int(is_answered), arrived.hash, campaign)
        with self._store.transaction():
            self._store.run("DELETE FROM mail_arrived WHERE hash = ?", arrived.hash)
            is_known = self._store.row("SELECT 1 FROM mail_in WHERE digest = ?", digest) is not None
            if not is_known:
                sql = (
                    "INSERT INTO mail_in (digest, sender, raw, at, answered, hash, campaign, signers)"
                    " VALUES (?, ?, ?, ?, ?, ?, ?, ?)"
                )
                self._store.run(sql, *values, " ".join(signers))
        return not is_known

    def unread(self) -> list[Unanswered]:
        """Return the mails that are not answered, the oldest first."""
        query = "SELECT digest, raw, at, signers FROM mail_in WHERE answered = 0 ORDER BY at, digest"
        rows = self._store.rows(query)
        return [Unanswered(digest, raw, at, tuple(signers.split())) for digest, raw, at, signers in rows]

    def raw(self, digest: str) -> bytes:
        """Return the bytes of a mail, b"" if they are not kept."""
        row = self._store.row("SELECT raw FROM mail_in WHERE digest = ?", digest)
        return b"" if row is None else bytes(row[0])

    def shorten(self, digest: str, raw: bytes) -> None:
        """Keep fewer bytes of a mail that is answered."""
        self._write("UPDATE mail_in SET raw = ? WHERE digest = ? AND answered = 1", raw, digest)

    def answered(self, digest: str) -> None:
        """Note that a mail needs no answer."""
        self._write("UPDATE mail_in SET answered = 1 WHERE digest = ?", digest)

    def count_from(self, sender: str, since: int) -> int:
        """Return the number of mails from a sender since a time, answered or not."""
        query = "SELECT count(*) FROM mail_in WHERE sender = ? AND at >= ?"
        row = self._store.row(query, sender, since)
        return 0 if row is None else int(row[0])

    def count_as(self, digest: str, sender: str) -> None:
        """Count a mail under another name."""
        self._write("UPDATE mail_in SET sender = ? WHERE digest = ?", sender, digest)

    def note_text(self, digest: str, text: str, is_idle: bool, written: int) -> None:
        """Note the hash of what the sender of a mail wrote, "" for orders, whether it has no command, and
        when it was written, in UNIX seconds, 0 if that is not known.
        """
        sql = "UPDATE mail_in SET text = ?, idle = ?, written = ? WHERE digest = ?"
        self._write(sql, text, int(is_idle), written, digest)

    def is_overtaken(self, sender: str, digest: str, written: int) -> bool:
        """Return true if orders of a sender were answered that were written after those of a mail."""
        query = """SELECT 1 FROM mail_in
                   WHERE sender = ? AND digest != ? AND written > ? AND text = '' AND answered = 1"""
        return bool(written) and self._store.row(query, sender, digest, written) is not None

    def texts_before(self, sender: str, digest: str, since: int, until: int) -> list[tuple[str, bool]]:
        """Return the notes about the answered mails of a sender within a time, except one mail, the newest
        first.
        """
        query = """SELECT text, idle FROM mail_in
                   WHERE sender = ? AND digest != ? AND at BETWEEN ? AND ? AND answered = 1
                   ORDER BY at DESC, digest DESC"""
        return [(text, bool(idle)) for text, idle in self._store.rows(query, sender, digest, since, until)]

    def forget_before(self, at: int) -> None:
        """Erase the bytes of answered mails of games that ended before a time, and of those that belong to no
        game and came before it; the fact that they came is kept.
        """
        kept = "UPDATE mail_in SET raw = x'' WHERE answered = 1 AND raw != x''"
        ended = """SELECT c.id FROM campaign c LEFT JOIN entry e ON e.campaign = c.id AND e.n = c.n - 1
                   WHERE c.state IN ('over', 'dead') AND coalesce(e.body ->> '$.time', 0) < ?"""
        with self._store.transaction():
            self._store.run(f"{kept} AND campaign IS NULL AND at < ?", at)
            self._store.run(f"{kept} AND campaign IN ({ended}) AND at < ?", at, at)

    # -- where mails have to be signed -------------------------------------------------------------

    def demand_signatures(self, campaign: int, is_demanded: bool) -> None:
        """Note whether the mails of a campaign must be signed (DKIM); inside a transaction."""
        sql = "DELETE FROM mail_signed WHERE campaign = ?"
        if is_demanded:
            sql = "INSERT OR IGNORE INTO mail_signed (campaign) VALUES (?)"
        self._store.run(sql, campaign)

    def demands_signatures(self, campaign: int) -> bool:
        """Return true if the mails of a campaign must be signed (DKIM)."""
        return self._store.row("SELECT 1 FROM mail_signed WHERE campaign = ?", campaign) is not None

    # -- what goes out -----------------------------------------------------------------------------

    def send(
        self,
        recipient: str,
        message_id: str,
        raw: bytes,
        at: int,
        *,
        answers: str = "",
        said: Sequence[Passage] = (),
        also: Callable[[], None] = lambda: None,
    ) -> None:
        """Put a mail into the queue, in one transaction with what it settles.

        Args:
            recipient: the address.
            message_id: of the mail.
            raw: its bytes.
            at: the UNIX second from which on it may be sent.
            answers: the digest of the mail that it answers, "" for none.
            said: its text, which is kept for as long as answers may quote it.
            also: further writes in the same transaction.
        """
        sql = "INSERT INTO mail_out (recipient, message_id, raw, tries, due) VALUES (?, ?, ?, 0, ?)"
        with self._store.transaction():
            self._store.run(sql, recipient, message_id, raw, at)
            self._store.run("UPDATE mail_in SET answered = 1 WHERE digest = ?", answers)
            if said:
                self.texts.keep(message_id, recipient, said, at)
            also()

    def next_out(self, now: int, most: int = 20) -> list[Outgoing]:
        """Return the outgoing mails that are due, the oldest first."""
        query = """SELECT id, recipient, message_id, raw, tries, due FROM mail_out
                   WHERE due <= ? ORDER BY id LIMIT ?"""
        return [_outgoing(row) for row in self._store.rows(query, now, most)]

    def waiting(self) -> int:
        """Return the number of mails that have not gone out."""
        row = self._store.row("SELECT count(*) FROM mail_out")
        return 0 if row is None else int(row[0])

    def tries(self, address: str) -> int:
        """Return the number of tries of a mail that waits for an address, with the next one; 0 for none."""
        row = self._store.row("SELECT max(tries) + 1 FROM mail_out WHERE recipient = ?", address)
        return 0 if row is None or row[0] is None else int(row[0])

    def sent(self, id: int, at: int) -> None:
        """Note that a mail has gone out; its Message-ID stays known, to match bounces."""
        keep = """INSERT OR REPLACE INTO mail_sent (message_id, recipient, at)
                  SELECT message_id, recipient, ? FROM mail_out WHERE id = ?"""
        with self._store.transaction():
            self._store.run(keep, at, id)
            self._store.run("DELETE FROM mail_out WHERE id = ?", id)

    def failed(self, id: int, due: int) -> None:
        """Note that a mail did not go out, and when to try again."""
        self._write("UPDATE mail_out SET tries = tries + 1, due = ? WHERE id = ?", due, id)

    def give_up(self, id: int, also: Callable[[], None]) -> None:
        """Drop a mail that cannot be sent; `also` writes in the same transaction."""
        with self._store.transaction():
            self._store.run("DELETE FROM mail_out WHERE id = ?", id)
            also()

    def forget_sent(self, before: int) -> None:
        """Forget the mails that went out before a time; a bounce of them is not recognised any more."""
        self._write("DELETE FROM mail_sent WHERE at < ?", before)

    def returned(self, message_ids: Sequence[str], also: Callable[[], None]) -> None:
        """Forget mails that came back, so that each is reported once; `also` writes in the same
        transaction.
        """
        with self._store.transaction():
            self._store.run_each("DELETE FROM mail_sent WHERE message_id = ?", [(id,) for id in message_ids])
            also()

    def was_sent_to(self, address: str, since: int) -> bool:
        """Return true if a mail to an address waits, or went out since a time."""
        query = """SELECT 1 FROM mail_out WHERE recipient = :address
                   UNION ALL SELECT 1 FROM mail_sent WHERE recipient = :address AND at >= :since"""
        return self._store.row(query, address=address, since=since) is not None

    def recipient_of(self, message_ids: Sequence[str]) -> str:
        """Return the address to which one of these mails was sent, "" if none was."""
        for message_id in message_ids:
            row = self._store.row("SELECT recipient FROM mail_sent WHERE message_id = ?", message_id)
            if row is not None:
                return str(row[0])
        return ""


def _seat(row: Row) -> MailSeat:
    *values, is_offer = row
    return structs.replace(MailSeat(*values), replaces=bool(is_offer))


def _outgoing(row: Row) -> Outgoing:
    id, recipient, message_id, raw, tries, due = row
    return Outgoing(id, recipient, message_id, bytes(raw), tries, due)
