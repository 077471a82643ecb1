"""The register of tournaments: logs, names, what is sealed, the campaigns of games."""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec import Struct

from adjudicator.core.log.chain import canon
from service.storage.database.store import Store
from service.values.front_ends.channels import StandingsPost
from tournaments.log import Entry


class TournamentRow(Struct):
    """A tournament as it is listed.

    Attributes:
        id: its number in the service; `name` its name in the chain.
        state: "entries", "playing", "over" or "dead".
        director: the user who directs it.
        zone: the time zone of written times.
        due: when the round ends, in UNIX seconds; 0 without a deadline.
        n, head: how many entries the log has, and its head in hex.
    """

    id: int
    name: str
    title: str
    state: str
    director: str
    zone: str
    due: int
    n: int
    head: str


class Entrant(Struct, frozen=True):
    """A person of a tournament: their number in the log, their user id, the name that is shown."""

    player: str
    user: str
    who: str


class Replaced(Struct, frozen=True):
    """A player whom a substitute has replaced: their number, user id and name, and the UNIX seconds after
    which and until which they had the number.
    """

    player: str
    user: str
    who: str
    since: int
    until: int


class GameProgress(Struct, frozen=True):
    """The campaign of a game: its state, why it is held ("" if it is not), the last entry of the tournament's
    log that it has been told; how its dice are sealed, and its referee.
    """

    game: str
    campaign: int
    state: str
    held: str
    told: int
    tier: str
    referee: str


_FIELDS = TournamentRow.__struct_fields__


class TournamentRepository:
    """Tournaments, and everything that belongs to them."""

    def __init__(self, store: Store) -> None:
        self._store = store

    # -- tournaments and logs ----------------------------------------------------------------------

    def add(self, row: TournamentRow, root: bytes, seeds: bytes) -> None:
        """Add a new tournament, which is given its number, and its secrets."""
        fields = _FIELDS[1:]
        sql = f"INSERT INTO tournament ({', '.join(fields)}) VALUES ({', '.join('?' * len(fields))})"
        row.id = self._store.run(sql, *(getattr(row, name) for name in fields))
        self._store.run(
            "INSERT INTO tournament_secret (tournament, root, seeds) VALUES (?, ?, ?)", row.id, root, seeds
        )

    def save(self, row: TournamentRow) -> None:
        """Save the present state of a tournament."""
        sql = f"UPDATE tournament SET {', '.join(f'{name} = ?' for name in _FIELDS[1:])} WHERE id = ?"
        self._store.run(sql, *(getattr(row, name) for name in _FIELDS[1:]), row.id)

    def tournament(self, id: int) -> TournamentRow | None:
        """Return a tournament by its number, None if there is none."""
        row = self._store.row(f"SELECT {', '.join(_FIELDS)} FROM tournament WHERE id = ?", id)
        return None if row is None else TournamentRow(*row)

    def tournaments(self, *states: str) -> list[TournamentRow]:
        """Return the tournaments in one of the states, or all if none is named; the newest first."""
        marks = ", ".join("?" * len(states))
        where = f"WHERE state IN ({marks}) " if states else ""
        query = f"SELECT {', '.join(_FIELDS)} FROM tournament {where}ORDER BY id DESC"
        return [TournamentRow(*row) for row in self._store.rows(query, *states)]

    def secrets(self, id: int) -> tuple[bytes, bytes]:
        """Return the root of the seeds and their checkpoints."""
        (row,) = self._store.rows("SELECT root, seeds FROM tournament_secret WHERE tournament = ?", id)
        return bytes(row[0]), bytes(row[1])

    def entries(self, id: int) -> list[Entry]:
        """Return the log."""
        query = "SELECT body, head FROM tournament_entry WHERE tournament = ? ORDER BY n"
        return [Entry(msgspec.json.decode(body), head) for body, head in self._store.rows(query, id)]

    def add_entry(self, id: int, entry: Entry) -> None:
        """Append an entry."""
        values = (id, entry.body["n"], canon(entry.body), entry.head)
        self._store.run(
            "INSERT INTO tournament_entry (tournament, n, body, head) VALUES (?, ?, ?, ?)", *values
        )

    # -- people --------------------------------------------------------------------------------------

    def entrants(self, id: int) -> dict[str, Entrant]:
        """Return the people of a tournament by their number in its log."""
        query = "SELECT player, user, who FROM tournament_player WHERE tournament = ?"
        found = [Entrant(*row) for row in self._store.rows(query, id)]
        return {one.player: one for one in sorted(found, key=lambda one: int(one.player[1:]))}

    def save_entrant(self, id: int, entrant: Entrant) -> None:
        """Save the person behind a number of the log; the former one is forgotten."""
        values = (id, entrant.player, entrant.user, entrant.who)
        self._store.run(
            "INSERT OR REPLACE INTO tournament_player (tournament, player, user, who) VALUES (?, ?, ?, ?)",
            *values,
        )

    def replaced(self, id: int) -> list[Replaced]:
        """Return the players whom substitutes have replaced, the earliest first."""
        query = """SELECT player, user, who, since, until FROM tournament_replaced WHERE tournament = ?
                   ORDER BY until, player"""
        return [Replaced(*row) for row in self._store.rows(query, id)]

    def save_replaced(self, id: int, one: Replaced) -> None:
        """Save a player who was replaced."""
        values = (id, one.player, one.user, one.who, one.since, one.until)
        self._store.run(
            "INSERT OR REPLACE INTO tournament_replaced (tournament, player, user, who, since, until)"
            " VALUES (?, ?, ?, ?, ?, ?)",
            *values,
        )

    def drop_replaced(self, id: int, user: str) -> None:
        """Forget somebody who was replaced."""
        self._store.run("DELETE FROM tournament_replaced WHERE tournament = ? AND user = ?", id, user)

    def drop_access(self, id: int, user: str) -> None:
        """Forget the links of a user and the sessions that have opened them."""
        of_user = "SELECT token FROM tournament_access WHERE tournament = ? AND user = ?"
        self._store.run(f"DELETE FROM tournament_session WHERE token IN ({of_user})", id, user)
        self._store.run("DELETE FROM tournament_access WHERE tournament = ? AND user = ?", id, user)

    def of_user(self, user: str) -> list[int]:
        """Return the tournaments in which a user is entered, or was before a substitute came."""
        query = """SELECT tournament FROM tournament_player WHERE user = :user
                   UNION SELECT tournament FROM tournament_replaced WHERE user = :user ORDER BY 1"""
        rows = self._store.rows(query, user=user)
        return [row[0] for row in rows]

    def staff(self, id: int) -> dict[str, str]:
        """Return the assistants of the director, user to name."""
        query = "SELECT user, who FROM tournament_staff WHERE tournament = ? ORDER BY user"
        return {user: who for user, who in self._store.rows(query, id)}

    def save_staff(self, id: int, user: str, who: str) -> None:
        """Make somebody an assistant, or with an empty name no longer one."""
        self._store.run("DELETE FROM tournament_staff WHERE tournament = ? AND user = ?", id, user)
        if who:
            self._store.run(
                "INSERT INTO tournament_staff (tournament, user, who) VALUES (?, ?, ?)", id, user, who
            )

    def block(self, user: str, other: str, *, is_blocked: bool) -> None:
        """Note that a user does not want to meet another, or accepts it again."""
        self._store.run("DELETE FROM blocked WHERE user = ? AND other = ?", user, other)
        if is_blocked:
            self._store.run("INSERT INTO blocked (user, other) VALUES (?, ?)", user, other)

    def blocks(self, users: list[str]) -> list[tuple[str, str]]:
        """Return the pairs of these users of whom the first has blocked the second."""
        among = msgspec.json.encode(users).decode()
        query = """SELECT user, other FROM blocked WHERE user IN (SELECT value FROM json_each(:among))
                   AND other IN (SELECT value FROM json_each(:among)) ORDER BY user, other"""
        return [(user, other) for user, other in self._store.rows(query, among=among)]

    # -- what is sealed, and the campaigns of games ----------------------------------------------------

    def seal(self, id: int, game: str, player: str, kind: str, nonce: bytes, content: Any) -> None:
        """Keep a sealed bid or statement, in place of one before."""
        values = (id, game, player, kind, nonce, msgspec.json.encode(content).decode())
        self._store.run(
            "INSERT OR REPLACE INTO tournament_sealed (tournament, game, player, kind, nonce, content)"
            " VALUES (?, ?, ?, ?, ?, ?)",
            *values,
        )

    def sealed(self, id: int, game: str, kind: str) -> dict[str, tuple[bytes, Any]]:
        """Return the sealed bids or statements of a game, by player: nonce and content."""
        query = """SELECT player, nonce, content FROM tournament_sealed
                   WHERE tournament = ? AND game = ? AND kind = ? ORDER BY player"""
        rows = self._store.rows(query, id, game, kind)
        return {player: (bytes(nonce), msgspec.json.decode(content)) for player, nonce, content in rows}

    def unseal(self, id: int, game: str, kind: str) -> None:
        """Forget what was sealed for a game: it is in the log now."""
        sql = "DELETE FROM tournament_sealed WHERE tournament = ? AND game = ? AND kind = ?"
        self._store.run(sql, id, game, kind)

    def bind(self, id: int, game: str, campaign: int) -> None:
        """Note which campaign plays a game."""
        self._store.run(
            "INSERT INTO tournament_game (tournament, game, campaign) VALUES (?, ?, ?)", id, game, campaign
        )

    def campaigns(self, id: int) -> dict[str, int]:
        """Return the campaigns of a tournament by game."""
        query = "SELECT game, campaign FROM tournament_game WHERE tournament = ?"
        return {game: campaign for game, campaign in self._store.rows(query, id)}

    def progress(self, id: int) -> list[GameProgress]:
        """Return the campaigns of a tournament in the order in which they were founded."""
        query = """SELECT g.game, c.id, c.state, c.held, coalesce(t.n, 0), c.tier, c.referee
                   FROM tournament_game g
                   JOIN campaign c ON c.id = g.campaign
                   LEFT JOIN tournament_told t ON t.tournament = g.tournament AND t.game = g.game
                   WHERE g.tournament = ? ORDER BY c.id"""
        return [GameProgress(*row) for row in self._store.rows(query, id)]

    def games_of_user(self, id: int, user: str) -> set[str]:
        """Return the games of a tournament in which a user has or had a seat, their own or another
        player's.
        """
        query = """SELECT g.game FROM tournament_game g JOIN member m ON m.campaign = g.campaign
                   WHERE g.tournament = :id AND m.user = :user
                   UNION SELECT g.game FROM tournament_game g JOIN former f ON f.campaign = g.campaign
                   WHERE g.tournament = :id AND f.user = :user AND NOT f.looked"""
        return {game for (game,) in self._store.rows(query, id=id, user=user)}

    def absence(self, campaign: int) -> tuple[int, int] | None:
        """Return the UNIX second from which a campaign's tournament counts absences, and the days that
        stop a player's clocks; None where it sets no limit.
        """
        query = """SELECT CAST(e.body AS TEXT) ->> '$.time', CAST(e.body AS TEXT) ->> '$.rules.absence'
                   FROM tournament_game g JOIN tournament_entry e ON e.tournament = g.tournament AND e.n = 0
                   WHERE g.campaign = ?"""
        row = self._store.row(query, campaign)
        return None if row is None or not row[1] else (int(row[0]), int(row[1]))

    def posts(self) -> list[StandingsPost]:
        """Return all posts with standings."""
        rows = self._store.rows("SELECT * FROM tournament_post ORDER BY tournament, channel")
        return [StandingsPost(*row) for row in rows]

    def save_post(self, post: StandingsPost) -> None:
        """Save a post with standings."""
        values = (post.tournament, post.channel, post.message, post.language, post.digest, post.at)
        self._store.run(
            "INSERT OR REPLACE INTO tournament_post (tournament, channel, message, language, digest, at)"
            " VALUES (?, ?, ?, ?, ?, ?)",
            *values,
        )

    def tell(self, id: int, game: str, n: int) -> None:
        """Note the last entry of the log that a game has been told."""
        self._store.run(
            "INSERT OR REPLACE INTO tournament_told (tournament, game, n) VALUES (?, ?, ?)", id, game, n
        )

    def tournament_of(self, campaign: int) -> tuple[int, str] | None:
        """Return the tournament and the game that a campaign plays; None if it plays none."""
        query = "SELECT tournament, game FROM tournament_game WHERE campaign = ?"
        row = self._store.row(query, campaign)
        return None if row is None else (int(row[0]), str(row[1]))
