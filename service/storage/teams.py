"""Teams in the store: the people of each seat, their suggestions, and the referee's rulings."""

from __future__ import annotations

from collections.abc import Iterable

from service.storage.database.store import Store
from service.values.records import Person, Ruling, Suggestion

_SUGGESTION = "SELECT id, campaign, seat, user, who, head, language, text FROM suggestion"


class TeamRepository:
    """Officers, observers, former members of teams; suggestions; rulings."""

    def __init__(self, store: Store) -> None:
        self._store = store

    # -- people ----------------------------------------------------------------------------------

    def persons(self, campaign: int) -> list[Person]:
        """Return officers and observers; commanders are members."""
        query = (
            "SELECT seat, user, who, role FROM person WHERE campaign = ? ORDER BY seat, role DESC, who, user"
        )
        return [Person(*row) for row in self._store.rows(query, campaign)]

    def people(self, campaign: int) -> list[Person]:
        """Return the people of all seats: of each seat the commander, then officers, then observers."""
        query = "SELECT seat, user, who, 'commander' FROM member WHERE campaign = ? ORDER BY seat"
        commanders = [Person(*row) for row in self._store.rows(query, campaign)]
        return sorted([*commanders, *self.persons(campaign)], key=lambda person: person.seat)

    def of_user(self, user: str) -> list[tuple[int, str, str]]:
        """Return every campaign, seat and role of a user."""
        query = """SELECT campaign, seat, 'commander' FROM member WHERE user = :user
                   UNION ALL SELECT campaign, seat, role FROM person WHERE user = :user ORDER BY 1, 2"""
        return [(campaign, seat, role) for campaign, seat, role in self._store.rows(query, user=user)]

    def enlist(self, campaign: int, person: Person) -> None:
        """Add somebody to a team, or change their role in it."""
        self.strike(campaign, person.user)
        values = (person.user, person.seat, person.who, person.role)
        self._store.run(
            "INSERT INTO person (campaign, user, seat, who, role) VALUES (?, ?, ?, ?, ?)", campaign, *values
        )

    def strike(self, campaign: int, user: str) -> None:
        """Remove an officer or observer."""
        self._store.run("DELETE FROM person WHERE campaign = ? AND user = ?", campaign, user)

    def disband(self, campaign: int, seat: str) -> None:
        """Remove all officers and observers of a seat."""
        self._store.run("DELETE FROM person WHERE campaign = ? AND seat = ?", campaign, seat)

    def remember(self, campaign: int, user: str, seat: str) -> None:
        """Note that somebody who knows a seat's information no longer belongs to it."""
        sql = """INSERT INTO former (campaign, user, seat) VALUES (?, ?, ?)
                 ON CONFLICT (campaign, user, seat) DO UPDATE SET looked = 0"""
        self._store.run(sql, campaign, user, seat)

    def note_looks(self, campaign: int, user: str, seats: Iterable[str]) -> None:
        """Note that a referee has seen the hidden information of these seats."""
        sql = "INSERT OR IGNORE INTO former (campaign, user, seat, looked) VALUES (?, ?, ?, 1)"
        self._store.run_each(sql, [(campaign, user, seat) for seat in seats])

    def former(self, campaign: int, user: str) -> list[str]:
        """Return the seats to which somebody once belonged."""
        query = "SELECT seat FROM former WHERE campaign = ? AND user = ? AND NOT looked ORDER BY seat"
        return [seat for (seat,) in self._store.rows(query, campaign, user)]

    def knows(self, campaign: int, user: str) -> list[str]:
        """Return the seats to which somebody once belonged, or whose view they saw as the referee."""
        query = "SELECT seat FROM former WHERE campaign = ? AND user = ? ORDER BY seat"
        return [seat for (seat,) in self._store.rows(query, campaign, user)]

    def vacate(self, campaign: int, seat: str, user: str) -> None:
        """Note that somebody left a seat in play; they may come back while it is vacant."""
        sql = "UPDATE former SET last = user = ? WHERE campaign = ? AND seat = ?"
        self._store.run(sql, user, campaign, seat)

    def last_user(self, campaign: int, seat: str) -> str:
        """Return the user who left a seat last, "" for nobody."""
        query = "SELECT user FROM former WHERE campaign = ? AND seat = ? AND last"
        row = self._store.row(query, campaign, seat)
        return "" if row is None else str(row[0])

    # -- suggestions -----------------------------------------------------------------------------

    def suggestions(self, campaign: int, seat: str) -> list[Suggestion]:
        """Return the suggestions of a seat's team, the oldest first."""
        query = f"{_SUGGESTION} WHERE campaign = ? AND seat = ? ORDER BY id"
        return [Suggestion(*row) for row in self._store.rows(query, campaign, seat)]

    def add_suggestion(self, suggestion: Suggestion) -> int:
        """Save a suggestion; return its number."""
        s = suggestion
        return self._store.run(
            """INSERT INTO suggestion (campaign, seat, user, who, head, language, text)
               VALUES (?, ?, ?, ?, ?, ?, ?)""",
            *(s.campaign, s.seat, s.user, s.who, s.head, s.language, s.text),
        )

    def move_suggestion(self, id: int, head: str) -> None:
        """Note that a suggestion has been checked again on another head."""
        self._store.run("UPDATE suggestion SET head = ? WHERE id = ?", head, id)

    def drop_suggestion(self, id: int) -> None:
        """Delete a suggestion."""
        self._store.run("DELETE FROM suggestion WHERE id = ?", id)

    # -- rulings ---------------------------------------------------------------------------------

    def rulings(self, campaign: int) -> list[Ruling]:
        """Return the referee's rulings, in the order of their numbers."""
        query = (
            "SELECT number, n, time, question, ruling, revoked FROM ruling WHERE campaign = ? ORDER BY number"
        )
        return [Ruling(*row) for row in self._store.rows(query, campaign)]

    def add_ruling(self, campaign: int, ruling: Ruling) -> None:
        """Save a ruling."""
        values = (ruling.number, ruling.n, ruling.time, ruling.question, ruling.ruling)
        self._store.run(
            "INSERT INTO ruling (campaign, number, n, time, question, ruling) VALUES (?, ?, ?, ?, ?, ?)",
            campaign,
            *values,
        )

    def revoke_ruling(self, campaign: int, number: int, why: str) -> None:
        """Save the reason for which a ruling no longer holds."""
        self._store.run(
            "UPDATE ruling SET revoked = ? WHERE campaign = ? AND number = ?", why, campaign, number
        )
