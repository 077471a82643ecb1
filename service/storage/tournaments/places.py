"""Places in tournaments by mail: an address, and the token of the reply address that identifies it."""

from __future__ import annotations

from service.storage.database.store import Store
from service.values.front_ends.mail import MailPlace
from service.values.records import BY_MAIL


class MailPlaces:
    """Keep the places by mail of all tournaments."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def save(self, place: MailPlace) -> None:
        """Save a place, in place of the one with the same token."""
        columns = MailPlace.__struct_fields__
        sql = f"""INSERT OR REPLACE INTO tournament_mail ({", ".join(columns)})
                  VALUES ({", ".join("?" * len(columns))})"""
        self._store.run(sql, *(getattr(place, name) for name in columns))

    def of_token(self, token: str) -> MailPlace | None:
        """Return the place of a token; None if the token is void."""
        row = self._store.row("SELECT * FROM tournament_mail WHERE token = ?", token.casefold())
        return None if row is None else MailPlace(*row)

    def all(self) -> list[MailPlace]:
        """Return every place, by tournament and address."""
        rows = self._store.rows("SELECT * FROM tournament_mail ORDER BY tournament, address, token")
        return [MailPlace(*row) for row in rows]

    def of(self, tournament: int, address: str) -> MailPlace | None:
        """Return the place of an address in a tournament, None if it has none."""
        query = "SELECT * FROM tournament_mail WHERE tournament = ? AND address = ?"
        row = self._store.row(query, tournament, address)
        return None if row is None else MailPlace(*row)

    def drop(self, tournament: int, user: str) -> None:
        """Forget the place of a user."""
        address = user.removeprefix(BY_MAIL)
        self._store.run(
            "DELETE FROM tournament_mail WHERE tournament = ? AND address = ?", tournament, address
        )
