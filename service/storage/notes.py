"""Private notes of a person at a seat: not in the log, in no export of the game, seen by nobody else."""

from __future__ import annotations

from adjudicator.core.language.errors import NotNow
from adjudicator.core.language.words import N_, words
from service.storage.database.store import Store
from service.values.front_ends.browser import LONGEST, PLACE, PrivateNote
from service.values.words import paragraphs

MOST = 300
"""The number of notes of a person in a game."""


class NoteRepository:
    """Keep the notes of each person at a seat; they go when the person leaves the seat."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def of(self, campaign: int, seat: str, user: str) -> list[PrivateNote]:
        """Return the notes of a person, the newest first."""
        query = """SELECT kind, about, text, at FROM private_note
                   WHERE campaign = ? AND seat = ? AND user = ? ORDER BY at DESC, kind, about"""
        return [PrivateNote(*row) for row in self._store.rows(query, campaign, seat, user)]

    def about(self, campaign: int, seat: str, user: str, place: str) -> list[str]:
        """Return the lines of a person's note on a place, an empty list without one."""
        notes = self.of(campaign, seat, user)
        return [
            line
            for note in notes
            if (note.kind, note.about) == (PLACE, place)
            for line in note.text.splitlines()
        ]

    def save(self, campaign: int, seat: str, user: str, note: PrivateNote) -> None:
        """Save a note in place of the one about the same; without a text the old one is only erased.

        Raises:
            NotUnderstood: if the text is too long or cannot be printed.
            NotNow: if the person has too many.
        """
        text, key = paragraphs(note.text, LONGEST), (campaign, seat, user, note.kind, note.about)
        with self._store.transaction():
            self._store.run(
                "DELETE FROM private_note"
                " WHERE campaign = ? AND seat = ? AND user = ? AND kind = ? AND about = ?",
                *key,
            )
            if not text:
                return
            if len(self.of(campaign, seat, user)) >= MOST:
                raise NotNow(words(N_("you have {n} notes here; erase one first"), n=MOST))
            columns = "campaign, seat, user, kind, about, text, at"
            sql = f"INSERT INTO private_note ({columns}) VALUES (?, ?, ?, ?, ?, ?, ?)"
            self._store.run(sql, *key, text, note.at)

    def erase(self, campaign: int, seat: str, user: str) -> None:
        """Erase all notes of a person who leaves a seat, as part of a command."""
        sql = "DELETE FROM private_note WHERE campaign = ? AND seat = ? AND user = ?"
        self._store.run(sql, campaign, seat, user)
