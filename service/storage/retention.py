"""Deletion of records that nobody needs any more: abandoned forms and drafts, old receipts, sent messages.

None of them is part of a game. Ids of messages are kept long enough that no repeated message is carried out
twice; platforms repeat them within minutes.
"""

from __future__ import annotations

from service.storage.database.store import Store

KEPT = 30 * 86_400
"""Seconds for which forms, drafts and receipts are kept."""
_LEFT = ("inbox", "sheet")
"""Tables of which the first sweep notes that it has met a row, and a later one takes it away."""


_NAMED = ("former", "suggestion", "seat_access", "read", "bank", "draft", "attention")
"""Tables of campaigns that know a person by their id."""


def rename(store: Store, campaign: int, user: str, nobody: str) -> None:
    """Replace a person's id in the records of a campaign, except for members and teams."""
    store.run("UPDATE suggestion SET who = ? WHERE campaign = ? AND user = ?", nobody, campaign, user)
    for table in _NAMED:
        store.run(f"UPDATE {table} SET user = ? WHERE campaign = ? AND user = ?", nobody, campaign, user)


def forget(store: Store, user: str, address: str) -> None:
    """Delete the records of a person who is in no game any more, and of their mail address."""
    for table in ("absence", "reader", "blocked"):
        store.run(f"DELETE FROM {table} WHERE user = ?", user)
    store.run("DELETE FROM blocked WHERE other = ?", user)
    store.run("DELETE FROM mail_delayed WHERE address = ?", address)
    own = "recipient = :address OR recipient IN (SELECT spare FROM mail_spare WHERE address = :address)"
    store.run(f"DELETE FROM mail_text WHERE {own}", address=address)
    store.run("DELETE FROM mail_spare WHERE address = :address OR spare = :address", address=address)


def sweep(store: Store, now: int) -> None:
    """Delete records that are too old; `now` in UNIX seconds. To be called about once a day."""
    with store.transaction():
        for table in _LEFT:
            store.run(f"DELETE FROM {table} WHERE met BETWEEN 1 AND ?", now - KEPT)
            store.run(f"UPDATE {table} SET met = ? WHERE met = 0", now)
        store.run("DELETE FROM draft WHERE updated < ?", now - KEPT)
        waiting = "SELECT post FROM delivery WHERE state = 'waiting'"
        store.run(f"DELETE FROM sent_message WHERE post NOT IN ({waiting})")
