"""Deliveries: the record of which post has reached which reader through which front end (ADR 9).

A front end that sends subscribes once; every post written from then on waits for it, whatever other front
ends do with the same post. The row of a post without a recipient is about the post as a whole; rows with a
recipient are intermediate states.
"""

from __future__ import annotations

from collections.abc import Mapping

from service.storage.database.store import Store
from service.values.front_ends.deliveries import EVERYBODY, WAITING, Delivery


class DeliveryRepository:
    """Keep what each front end has delivered.

    Args:
        store: where everything is kept.
    """

    def __init__(self, store: Store) -> None:
        self._store = store

    def subscribe(self, front_end: str) -> None:
        """Let every post written from now on wait for this front end; nothing changes the second time."""
        if self._store.row("SELECT 1 FROM front_end WHERE name = ?", front_end) is None:
            with self._store.transaction():
                self._store.run("INSERT INTO front_end (name) VALUES (?)", front_end)

    def await_all(self, first: int) -> None:
        """Let the posts from `first` on wait for every front end; inside the transaction that wrote them."""
        self._store.run(
            """INSERT INTO delivery (post, front_end, recipient, state, reference)
               SELECT o.id, f.name, ?, ?, '' FROM front_end f, outbox o
               WHERE o.id >= ?""",
            EVERYBODY,
            WAITING,
            first,
        )

    def front_ends(self) -> list[str]:
        """Return the front ends that send posts."""
        return [name for (name,) in self._store.rows("SELECT name FROM front_end ORDER BY name")]

    def lanes(self, front_end: str) -> list[tuple[int, str, int]]:
        """Return campaign, audience and oldest post of everything that waits for a front end."""
        query = """SELECT o.campaign, o.audience, min(o.id) FROM delivery d JOIN outbox o ON o.id = d.post
                   WHERE d.front_end = ? AND d.state = 'waiting'
                   GROUP BY o.campaign, o.audience ORDER BY min(o.id)"""
        rows = self._store.rows(query, front_end)
        return [(campaign, audience, post) for campaign, audience, post in rows]

    def unsent(self, front_end: str) -> int:
        """Return the number of posts that wait for a front end."""
        query = "SELECT count(*) FROM delivery WHERE front_end = ? AND state = 'waiting'"
        ((count,),) = self._store.rows(query, front_end)
        return int(count)

    def unsent_of(self, campaign: int, front_end: str) -> int:
        """Return the number of posts of one campaign that wait for a front end."""
        query = """SELECT count(*) FROM delivery d JOIN outbox o ON o.id = d.post
                   WHERE o.campaign = ? AND d.front_end = ? AND d.state = 'waiting'"""
        ((count,),) = self._store.rows(query, campaign, front_end)
        return int(count)

    def note(self, front_end: str, posts: Mapping[int, str], recipient: str, state: str) -> None:
        """Note a state of posts (id -> reference) for a recipient; a power cut may undo this."""
        with self._store.transaction(durable=False):
            self.note_with(front_end, posts, recipient, state)

    def note_with(self, front_end: str, posts: Mapping[int, str], recipient: str, state: str) -> None:
        """Note a state as `note` does, inside the transaction that stores the message."""
        rows = [(post, front_end, recipient, state, reference) for post, reference in posts.items()]
        self._store.run_each(
            "INSERT OR REPLACE INTO delivery (post, front_end, recipient, state, reference)"
            " VALUES (?, ?, ?, ?, ?)",
            rows,
        )

    def take_back(self, front_end: str, reference: str) -> None:
        """Let posts wait again for the recipients to whom they were delivered under a reference; inside a
        transaction.
        """
        wait = """UPDATE delivery SET state = :waiting, reference = ''
                  WHERE front_end = :front_end AND recipient = :everybody AND post IN
                  (SELECT post FROM delivery
                   WHERE front_end = :front_end AND reference = :reference AND recipient != :everybody)"""
        self._store.run(wait, front_end=front_end, reference=reference, everybody=EVERYBODY, waiting=WAITING)
        sql = "DELETE FROM delivery WHERE front_end = ? AND reference = ? AND recipient != ?"
        self._store.run(sql, front_end, reference, EVERYBODY)

    def of(self, front_end: str, post: int, recipient: str) -> Delivery | None:
        """Return the delivery of a post; None if nothing is noted."""
        query = "SELECT state, reference FROM delivery WHERE front_end = ? AND post = ? AND recipient = ?"
        row = self._store.row(query, front_end, post, recipient)
        return None if row is None else Delivery(*row)
