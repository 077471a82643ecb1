"""Play by e-mail in the store: who has a seat by mail, what came in, and what is to go out.

Raw mails and tokens are among the secrets of a campaign: they hold hands, and a token opens a seat.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from msgspec import Struct

from service.values.records import BY_MAIL

from .store import Row, Store

INVITED, JOINED = "invited", "joined"
REFEREE = "referee"
"""The seat of somebody who is the referee by mail, and holds none."""


class MailSeat(Struct, frozen=True):
    """A seat that is played by mail.

    Attributes:
        token: 16 characters (80 bits) of the reply address, in small letters.
        campaign, seat: the seat, or `REFEREE`.
        address: the registered address, in small letters.
        state: "invited" until the player has confirmed it by a reply, then "joined".
        language: of the letters.
        delivery: how much is sent: "events" all that happens, "asked" with a decision, "daily" once a day.
        code: what confirms the command that waits for it, "" if none does.
        command: that command: "resign", "orders" or "letter", and what belongs to it.
        quiet: hours of the day in which only answers are sent, such as "22:00-07:00"; "" for none.
    """

    token: str
    campaign: int
    seat: str
    address: str
    state: str = INVITED
    language: str = "en"
    delivery: str = "events"
    code: str = ""
    command: str = ""
    quiet: str = ""

    @property
    def viewer(self) -> str | None:
        """Return the owner of the view that the seat has: its own, or for a referee that of the public."""
        return None if self.seat == REFEREE else self.seat

    @property
    def user(self) -> str:
        """Return the name of the player in the service."""
        return f"{BY_MAIL}{self.address}"


class Outgoing(Struct, frozen=True):
    """A mail that is to go out: `tries` failed so far, and is tried again at `due` (UNIX seconds)."""

    id: int
    recipient: str
    message_id: str
    raw: bytes
    tries: int
    due: int


class MailRepository:
    """Keep seats by mail, incoming mails, outgoing mails."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def _write(self, sql: str, *values: object) -> None:
        with self._store.transaction():
            self._store.run(sql, *values)

    # -- seats -----------------------------------------------------------------------------------

    def save_seat(self, seat: MailSeat) -> None:
        """Save a seat by mail, in place of the one with the same token."""
        values = tuple(getattr(seat, name) for name in MailSeat.__struct_fields__)
        marks = ", ".join("?" * len(values))
        self._write(f"INSERT OR REPLACE INTO mail_seat VALUES ({marks})", *values)

    def drop_seat(self, token: str) -> None:
        """Make a token void."""
        self._write("DELETE FROM mail_seat WHERE token = ?", token)

    def seat_of(self, token: str) -> MailSeat | None:
        """Return the seat of a token; None if the token is void."""
        row = self._store.row("SELECT * FROM mail_seat WHERE token = ?", token.casefold())
        return None if row is None else MailSeat(*row)

    def seats(self, campaign: int | None = None, address: str | None = None) -> list[MailSeat]:
        """Return the seats by mail, of one campaign or of one address if that is given."""
        query = """SELECT * FROM mail_seat WHERE campaign = coalesce(?, campaign)
                   AND address = coalesce(?, address) ORDER BY campaign, seat, token"""
        return [MailSeat(*row) for row in self._store.rows(query, campaign, address)]

    # -- what comes in -----------------------------------------------------------------------------

    def receive(self, digest: str, sender: str, raw: bytes, at: int, *, is_answered: bool = False) -> bool:
        """Keep a mail before it is answered, or one that needs no answer; false if it was kept before."""
        if self._store.row("SELECT 1 FROM mail_in WHERE digest = ?", digest) is not None:
            return False
        self._write("INSERT INTO mail_in VALUES (?, ?, ?, ?, ?)", digest, sender, raw, at, int(is_answered))
        return True

    def unread(self) -> list[tuple[str, bytes, int]]:
        """Return digest, bytes and time of receipt of the mails that are not answered, the oldest first."""
        query = "SELECT digest, raw, at FROM mail_in WHERE answered = 0 ORDER BY at, digest"
        return [(str(digest), bytes(raw), int(at)) for digest, raw, at in self._store.rows(query)]

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

    def forget_before(self, at: int) -> None:
        """Erase the bytes of answered mails that came before a time; that they came stays known."""
        self._write("UPDATE mail_in SET raw = x'' WHERE answered = 1 AND at < ?", at)

    # -- what goes out -----------------------------------------------------------------------------

    def send(
        self,
        recipient: str,
        message_id: str,
        raw: bytes,
        at: int,
        *,
        answers: str = "",
        also: Callable[[], None] = lambda: None,
    ) -> None:
        """Put a mail into the queue, all or nothing with what it settles.

        Args:
            recipient: the address.
            message_id: of the mail.
            raw: its bytes.
            at: from when on it may leave, in UNIX seconds.
            answers: the digest of the mail that has its answer by it, "" for none.
            also: what else is written in the same transaction.
        """
        sql = "INSERT INTO mail_out (recipient, message_id, raw, tries, due) VALUES (?, ?, ?, 0, ?)"
        with self._store.transaction():
            self._store.run(sql, recipient, message_id, raw, at)
            self._store.run("UPDATE mail_in SET answered = 1 WHERE digest = ?", answers)
            also()

    def next_out(self, now: int, most: int = 20) -> list[Outgoing]:
        """Return the mails that are due, the oldest first."""
        query = """SELECT id, recipient, message_id, raw, tries, due FROM mail_out
                   WHERE due <= ? ORDER BY id LIMIT ?"""
        return [_outgoing(row) for row in self._store.rows(query, now, most)]

    def waiting(self) -> int:
        """Return the number of mails that have not gone out."""
        row = self._store.row("SELECT count(*) FROM mail_out")
        return 0 if row is None else int(row[0])

    def tries(self, address: str) -> int:
        """Return how often a mail that waits for an address was tried, counting the next try; 0 for none."""
        row = self._store.row("SELECT max(tries) + 1 FROM mail_out WHERE recipient = ?", address)
        return 0 if row is None or row[0] is None else int(row[0])

    def sent(self, id: int, at: int) -> None:
        """Note that a mail has gone out; its Message-ID stays known, to match bounces."""
        keep = "INSERT OR REPLACE INTO mail_sent SELECT message_id, recipient, ? FROM mail_out WHERE id = ?"
        with self._store.transaction():
            self._store.run(keep, at, id)
            self._store.run("DELETE FROM mail_out WHERE id = ?", id)

    def failed(self, id: int, due: int) -> None:
        """Note that a mail did not go out, and when to try again."""
        self._write("UPDATE mail_out SET tries = tries + 1, due = ? WHERE id = ?", due, id)

    def give_up(self, id: int, also: Callable[[], None]) -> None:
        """Drop a mail that cannot go out; `also` writes in the same transaction."""
        with self._store.transaction():
            self._store.run("DELETE FROM mail_out WHERE id = ?", id)
            also()

    def forget_sent(self, before: int) -> None:
        """Forget the mails that went out before a time; a bounce of them is not recognised any more."""
        self._write("DELETE FROM mail_sent WHERE at < ?", before)

    def returned(self, message_ids: Sequence[str], also: Callable[[], None]) -> None:
        """Forget mails that came back, so that each is told once; `also` writes in the same transaction."""
        with self._store.transaction():
            self._store.run_each("DELETE FROM mail_sent WHERE message_id = ?", [(id,) for id in message_ids])
            also()

    def recipient_of(self, message_ids: Sequence[str]) -> str:
        """Return the address to which one of these mails was sent, "" if none was."""
        for message_id in message_ids:
            row = self._store.row("SELECT recipient FROM mail_sent WHERE message_id = ?", message_id)
            if row is not None:
                return str(row[0])
        return ""


def _outgoing(row: Row) -> Outgoing:
    id, recipient, message_id, raw, tries, due = row
    return Outgoing(id, recipient, message_id, bytes(raw), tries, due)
