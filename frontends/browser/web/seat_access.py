"""Who may enter where: rooms with a secret link each, and the browsers that hold their keys.

A room is one user's place in one campaign: at a seat, or as its referee (seat ""). A browser keeps one
secret, its purse, and whoever opens a link with it holds that room from then on.
"""

from __future__ import annotations

from msgspec import Struct

from service.storage.store import Row, Store
from service.values.records import Standings

from .session import lock


class SeatAccess(Struct, frozen=True):
    """A place in a campaign: the seat, "" for the referee, and the user who acts there."""

    campaign: int
    seat: str
    user: str


class SeatAccessRepository:
    """The tables of rooms and purses."""

    def __init__(self, store: Store) -> None:
        self._store = store

    # -- rooms -----------------------------------------------------------------------------------

    def open(self, room: SeatAccess, key: str) -> None:
        """A new room with its key; of one that is there already the key is changed, and nobody holds it."""
        with self._store.transaction():
            self._close(room)
            where = (room.campaign, room.seat, room.user)
            self._store.run(
                "INSERT INTO room (campaign, seat, user, lock) VALUES (?, ?, ?, ?)", *where, lock(key)
            )

    def begin(self, room: SeatAccess, key: str) -> None:
        """The same, but a room that is there already stays as it is: a form was sent twice."""
        if room not in self.of_campaign(room.campaign):
            self.open(room, key)

    def close(self, room: SeatAccess) -> None:
        """A room is no more: its key is void, and nobody holds it."""
        with self._store.transaction():
            self._close(room)

    def _close(self, room: SeatAccess) -> None:
        where = (room.campaign, room.seat, room.user)
        self._store.run(
            "DELETE FROM holding WHERE room IN (SELECT lock FROM room WHERE campaign = ? AND seat = ?"
            " AND user = ?)",
            *where,
        )
        self._store.run("DELETE FROM room WHERE campaign = ? AND seat = ? AND user = ?", *where)

    def of_key(self, key: str) -> SeatAccess | None:
        """The room that a key opens."""
        row = self._store.row("SELECT campaign, seat, user FROM room WHERE lock = ?", lock(key))
        return None if row is None else _room(row)

    def of_campaign(self, campaign: int) -> list[SeatAccess]:
        """The rooms of a campaign."""
        query = "SELECT campaign, seat, user FROM room WHERE campaign = ? ORDER BY seat, user"
        return [_room(row) for row in self._store.rows(query, campaign)]

    def campaigns(self) -> list[int]:
        """The campaigns that have a room here, the newest first."""
        return [row[0] for row in self._store.rows("SELECT DISTINCT campaign FROM room ORDER BY 1 DESC")]

    def free(self, standings: Standings) -> list[str]:
        """The seats that anybody may take, before a game: those to which no link was given away."""
        campaign = standings.campaign
        if campaign.state != "joining":
            return []
        kept = {*standings.members, *(room.seat for room in self.of_campaign(campaign.id))}
        return [seat for seat in campaign.seats if seat not in kept]

    # -- purses ----------------------------------------------------------------------------------

    def hold(self, purse: str, key: str) -> None:
        """A browser takes a key that it was shown."""
        with self._store.transaction():
            self._store.run("INSERT OR IGNORE INTO holding VALUES (?, ?)", lock(purse), lock(key))

    def acting(self, purse: str, campaign: int, user: str) -> str:
        """As whom a browser acts in a campaign: `user`, unless it is somebody else there already.

        One browser is one person, whatever links it opens: else a referee could sit down as another.
        """
        users = [room.user for room in self.held(purse) if room.campaign == campaign]
        return user if user in users or not users else users[0]

    def held(self, purse: str) -> list[SeatAccess]:
        """The rooms that a browser may enter, the newest campaign first."""
        query = """SELECT r.campaign, r.seat, r.user FROM holding h JOIN room r ON r.lock = h.room
                   WHERE h.purse = ? ORDER BY r.campaign DESC, r.seat, r.user"""
        return [_room(row) for row in self._store.rows(query, lock(purse))]

    def put_down(self, purse: str) -> None:
        """A browser forgets all its keys and that it gave the password."""
        with self._store.transaction():
            self._store.run("DELETE FROM holding WHERE purse = ?", lock(purse))
            self._store.run("DELETE FROM purse WHERE lock = ?", lock(purse))

    def let_in(self, purse: str, word: str) -> None:
        """Remember that a browser has given the password, as `keys.pass_of` says it."""
        with self._store.transaction():
            self._store.run("INSERT OR REPLACE INTO purse VALUES (?, ?)", lock(purse), word)

    def word(self, purse: str) -> str:
        """What was remembered by `let_in`, "" for nothing."""
        row = self._store.row("SELECT word FROM purse WHERE lock = ?", lock(purse))
        return "" if row is None else str(row[0])


def _room(row: Row) -> SeatAccess:
    return SeatAccess(*row)
