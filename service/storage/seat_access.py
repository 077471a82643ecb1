"""Seat access: the right to act at a seat from a browser, given by a secret link.

A seat access is one user's place in one campaign: at a seat, or as its referee (seat ""). Its link holds a
token; a browser that opens the link has that access from then on, under the secret of its own session. The
store knows only hashes of tokens and sessions, so nobody who reads the file can use them.
"""

from __future__ import annotations

import hashlib

from service.storage.database.store import Row, Store
from service.values.front_ends.browser import SeatAccess
from service.values.records import Standings

ACTIVITY_LIFE = 86_400
"""Seconds after which a session inside Discord has ended; with each opening Discord says anew who it is."""


def token_hash(token: str) -> str:
    """Return the hash by which the store knows a token, a session or a recovery code, in hex."""
    return hashlib.sha256(f"tabellarius/table\nlock\n{token}".encode()).hexdigest()


class SeatAccessRepository:
    """Seat access, and the sessions that have it."""

    def __init__(self, store: Store) -> None:
        self._store = store

    # -- seat access -----------------------------------------------------------------------------

    def grant(self, access: SeatAccess, token: str) -> None:
        """Make a seat access with its token; an older token of the same access is void for everybody."""
        with self._store.transaction():
            self._revoke(access)
            values = (access.campaign, access.seat, access.user, token_hash(token))
            columns = "campaign, seat, user, token_hash"
            self._store.run(f"INSERT INTO seat_access ({columns}) VALUES (?, ?, ?, ?)", *values)

    def grant_once(self, access: SeatAccess, token: str) -> None:
        """Make a seat access unless it is there already, because a form was sent twice."""
        if access not in self.of_campaign(access.campaign):
            self.grant(access, token)

    def hand_on(self, former: SeatAccess, access: SeatAccess) -> None:
        """Give every session that has the access `former` another one of the same user, too."""
        query = "SELECT token_hash FROM seat_access WHERE campaign = ? AND seat = ? AND user = ?"
        with self._store.transaction():
            self._store.run(
                "INSERT OR IGNORE INTO session_access (session_hash, token_hash)"
                f" SELECT session_hash, ({query}) FROM session_access WHERE token_hash IN ({query})",
                *(access.campaign, access.seat, access.user),
                *(former.campaign, former.seat, former.user),
            )

    def renew(self, access: SeatAccess, token: str) -> None:
        """Give a seat access another token; the sessions that have it keep it."""
        place, made = (access.campaign, access.seat, access.user), token_hash(token)
        query = "SELECT token_hash FROM seat_access WHERE campaign = ? AND seat = ? AND user = ?"
        of_token = f"SELECT session_hash FROM session_access WHERE token_hash = ({query})"
        with self._store.transaction():
            sessions = [row[0] for row in self._store.rows(of_token, *place)]
            self._revoke(access)
            columns = "campaign, seat, user, token_hash"
            self._store.run(f"INSERT INTO seat_access ({columns}) VALUES (?, ?, ?, ?)", *place, made)
            for session in sessions:
                values = "INSERT INTO session_access (session_hash, token_hash) VALUES (?, ?)"
                self._store.run(values, session, made)

    def revoke(self, access: SeatAccess) -> None:
        """Remove a seat access: its token is void, and no session has it any more."""
        with self._store.transaction():
            self._revoke(access)

    def _revoke(self, access: SeatAccess) -> None:
        values = (access.campaign, access.seat, access.user)
        self._store.run(
            "DELETE FROM session_access WHERE token_hash IN"
            " (SELECT token_hash FROM seat_access WHERE campaign = ? AND seat = ? AND user = ?)",
            *values,
        )
        self._store.run(
            "DELETE FROM seat_recovery WHERE token_hash IN"
            " (SELECT token_hash FROM seat_access WHERE campaign = ? AND seat = ? AND user = ?)",
            *values,
        )
        self._store.run("DELETE FROM seat_access WHERE campaign = ? AND seat = ? AND user = ?", *values)

    def of_token(self, token: str) -> SeatAccess | None:
        """Return the seat access of a token, None if the token is void."""
        query = "SELECT campaign, seat, user FROM seat_access WHERE token_hash = ?"
        row = self._store.row(query, token_hash(token))
        return None if row is None else _access(row)

    def save_recovery(self, access: SeatAccess, code: str) -> None:
        """Save the hash of the code by which a seat access is got back; an older code is void.

        It is void with the token, too.
        """
        sql = """INSERT OR REPLACE INTO seat_recovery (token_hash, code_hash)
                 SELECT token_hash, ? FROM seat_access WHERE campaign = ? AND seat = ? AND user = ?"""
        with self._store.transaction():
            self._store.run(sql, token_hash(code), access.campaign, access.seat, access.user)

    def of_recovery(self, code: str) -> SeatAccess | None:
        """Return the seat access of a recovery code, None if the code is void."""
        query = """SELECT campaign, seat, user FROM seat_recovery JOIN seat_access USING (token_hash)
                   WHERE code_hash = ?"""
        row = self._store.row(query, token_hash(code))
        return None if row is None else _access(row)

    def of_campaign(self, campaign: int) -> list[SeatAccess]:
        """Return every seat access of a campaign."""
        query = "SELECT campaign, seat, user FROM seat_access WHERE campaign = ? ORDER BY seat, user"
        return [_access(row) for row in self._store.rows(query, campaign)]

    def campaigns(self) -> list[int]:
        """Return the campaigns that can be reached from a browser, the newest first."""
        query = "SELECT DISTINCT campaign FROM seat_access ORDER BY 1 DESC"
        return [row[0] for row in self._store.rows(query)]

    def free_seats(self, standings: Standings) -> list[str]:
        """Return the seats that anybody may take before the game begins: those without a link."""
        campaign = standings.campaign
        if campaign.state != "joining":
            return []
        reserved = {*standings.members, *(access.seat for access in self.of_campaign(campaign.id))}
        return [seat for seat in campaign.seats if seat not in reserved]

    # -- sessions --------------------------------------------------------------------------------

    def add(self, session: str, token: str) -> None:
        """Give a session the access of a token."""
        with self._store.transaction():
            values = (token_hash(session), token_hash(token))
            self._store.run(
                "INSERT OR IGNORE INTO session_access (session_hash, token_hash) VALUES (?, ?)", *values
            )

    def acting_user(self, session: str, campaign: int, user: str) -> str:
        """Return `user`, or the user that the session already is in the campaign.

        One browser is one person, whatever links it opens; otherwise a referee could join as a player.
        """
        users = [access.user for access in self.of_session(session) if access.campaign == campaign]
        return user if user in users or not users else users[0]

    def of_session(self, session: str) -> list[SeatAccess]:
        """Return the seat access that a session has, the newest campaign first."""
        query = """SELECT campaign, seat, user FROM session_access JOIN seat_access USING (token_hash)
                   WHERE session_hash = ? ORDER BY campaign DESC, seat, user"""
        return [_access(row) for row in self._store.rows(query, token_hash(session))]

    def sign_out(self, session: str) -> None:
        """Forget the seat access of a session, and that it gave the password."""
        with self._store.transaction():
            self._store.run("DELETE FROM session_access WHERE session_hash = ?", token_hash(session))
            self._store.run("DELETE FROM session_password WHERE session_hash = ?", token_hash(session))

    def save_password_proof(self, session: str, proof: str) -> None:
        """Save the hash that shows that a session gave the password."""
        with self._store.transaction():
            values = (token_hash(session), proof)
            self._store.run(
                "INSERT OR REPLACE INTO session_password (session_hash, proof) VALUES (?, ?)", *values
            )

    def password_proof(self, session: str) -> str:
        """Return the hash saved by `save_password_proof`, "" if there is none."""
        query = "SELECT proof FROM session_password WHERE session_hash = ?"
        row = self._store.row(query, token_hash(session))
        return "" if row is None else str(row[0])


def _access(row: Row) -> SeatAccess:
    return SeatAccess(*row)


class ActivityRepository:
    """Sessions of the board inside Discord, and what was opened there."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def opened(self, user: str) -> int:
        """Return the campaign whose board a user opened last, 0 for none."""
        row = self._store.row("SELECT campaign FROM activity_opened WHERE user = ?", user)
        return 0 if row is None else int(row[0])

    def keep_opened(self, user: str, campaign: int) -> None:
        """Save whose board a user opens, 0 for that of no campaign."""
        with self._store.transaction():
            self._store.run("DELETE FROM activity_opened WHERE user = ?", user)
            if campaign:
                columns = "INSERT INTO activity_opened (user, campaign) VALUES (?, ?)"
                self._store.run(columns, user, campaign)

    def begin(self, session: str, user: str, now: int) -> None:
        """Begin a session for a user; those that have ended are forgotten."""
        with self._store.transaction():
            self._store.run("DELETE FROM activity_session WHERE since <= ?", now - ACTIVITY_LIFE)
            columns = "INSERT OR REPLACE INTO activity_session (session_hash, user, since) VALUES (?, ?, ?)"
            self._store.run(columns, token_hash(session), user, now)

    def end(self, session: str) -> None:
        """End a session."""
        with self._store.transaction():
            self._store.run("DELETE FROM activity_session WHERE session_hash = ?", token_hash(session))

    def user_of(self, session: str, now: int) -> str:
        """Return the user of a session, "" if there is none, or it has ended."""
        query = "SELECT user FROM activity_session WHERE session_hash = ? AND since > ?"
        row = self._store.row(query, token_hash(session), now - ACTIVITY_LIFE)
        return "" if row is None else str(row[0])
