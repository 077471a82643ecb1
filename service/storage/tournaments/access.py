"""Access to tournaments from browsers by secret links; the store knows only hashes."""

from __future__ import annotations

import hashlib

from service.storage.database.store import Store


class TournamentAccess:
    """Links of players and directors, and the sessions that have opened them."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def grant(self, id: int, user: str, token: str) -> None:
        """Give a user a link; an older one stays."""
        self._store.run(
            "INSERT OR IGNORE INTO tournament_access (token, tournament, user) VALUES (?, ?, ?)",
            _hash(token),
            id,
            user,
        )

    def of_token(self, token: str) -> tuple[int, str] | None:
        """Return the tournament and the user of a link; None if it is void."""
        query = "SELECT tournament, user FROM tournament_access WHERE token = ?"
        row = self._store.row(query, _hash(token))
        return None if row is None else (int(row[0]), str(row[1]))

    def admit(self, session: str, token: str) -> None:
        """Give a session the access of a link."""
        sql = "INSERT OR IGNORE INTO tournament_session (session, token) VALUES (?, ?)"
        self._store.run(sql, _hash(session), _hash(token))

    def of_session(self, session: str) -> dict[int, str]:
        """Return the user that a session is, by tournament."""
        query = """SELECT a.tournament, a.user FROM tournament_session s
                   JOIN tournament_access a ON a.token = s.token WHERE s.session = ? ORDER BY 1, 2"""
        return {tournament: user for tournament, user in self._store.rows(query, _hash(session))}


def _hash(token: str) -> str:
    return hashlib.sha256(f"tabellarius/tournament\n{token}".encode()).hexdigest()
