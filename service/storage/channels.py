"""Data of front ends with channels: the channel of each campaign, and the ways to reach its readers.

None of it is part of a game: if it were lost, everything would be posted again.
Every method is a transaction of its own (design/store.md §2).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec
from msgspec import Struct

from adjudicator.core.log.chain import JSON
from service.storage.database.store import Row, Store
from service.values.front_ends.channels import (
    Attention,
    ChannelBinding,
    Reader,
    SentMessage,
    ServerBoard,
    ServerSettings,
)

_SHOWN, _READER = ChannelBinding.__struct_fields__, Reader.__struct_fields__
_ATTENTION, _BOARD = Attention.__struct_fields__, ServerBoard.__struct_fields__


class ChannelRepository:
    """Channels, readers, threads, sent messages, and notes.

    Args:
        store: where everything is kept.
    """

    def __init__(self, store: Store) -> None:
        self._store = store

    def _put(self, sql: str, *values: object, durable: bool = True) -> None:
        with self._store.transaction(durable=durable):
            self._store.run(sql, *values)

    # -- campaigns and channels ------------------------------------------------------------------

    def shown(self, campaign: int) -> ChannelBinding | None:
        """Return the channel of a campaign, None if this front end does not show it."""
        row = self._store.row(f"SELECT {', '.join(_SHOWN)} FROM channel_binding WHERE campaign = ?", campaign)
        return None if row is None else _shown(row)

    def all_shown(self) -> list[ChannelBinding]:
        """Return the channel of every campaign, the newest last."""
        rows = self._store.rows(f"SELECT {', '.join(_SHOWN)} FROM channel_binding ORDER BY campaign")
        return [_shown(row) for row in rows]

    def shown_in(self, channel: int) -> list[int]:
        """The campaigns that a channel shows or has shown, the newest first."""
        query = "SELECT campaign FROM channel_binding WHERE channel = ? ORDER BY campaign DESC"
        return [campaign for (campaign,) in self._store.rows(query, channel)]

    def show(self, shown: ChannelBinding, *, durable: bool = True) -> None:
        """Save where a campaign is shown; `durable` is false if only the record of what was posted there
        changes.
        """
        self._put(_into("channel_binding", _SHOWN), *_columns(shown), durable=durable)

    # -- threads ---------------------------------------------------------------------------------

    def thread(self, campaign: int, name: str) -> int | None:
        """The thread of this name ("turn/1/3", "seat/caesar"): 0 if none could be made, None if none was."""
        row = self._store.row("SELECT thread FROM thread WHERE campaign = ? AND name = ?", campaign, name)
        return None if row is None else int(row[0])

    def keep_thread(self, campaign: int, name: str, thread: int) -> None:
        """Save the thread of this name."""
        self._put(
            "INSERT OR REPLACE INTO thread (campaign, name, thread) VALUES (?, ?, ?)", campaign, name, thread
        )

    def drop_thread(self, campaign: int, name: str) -> None:
        """Forget a thread, so that one is made again."""
        self._put("DELETE FROM thread WHERE campaign = ? AND name = ?", campaign, name)

    def drop_threads(self, campaign: int) -> None:
        """Forget all threads of a campaign: it is shown in another channel now."""
        self._put("DELETE FROM thread WHERE campaign = ?", campaign)

    def forget_missing(self, campaign: int) -> None:
        """Forget that threads could not be made; the permission may have been given since."""
        self._put("DELETE FROM thread WHERE campaign = ? AND thread = 0", campaign)

    def thread_named(self, thread: int) -> tuple[int, str] | None:
        """Return the campaign and the name of a thread that was made for it."""
        row = self._store.row("SELECT campaign, name FROM thread WHERE thread = ?", thread)
        return None if row is None else (int(row[0]), str(row[1]))

    def newest_thread(self, campaign: int, prefix: str) -> int:
        """Return the newest thread of a campaign whose name begins so, 0 if there is none."""
        query = "SELECT max(thread) FROM thread WHERE campaign = ? AND substr(name, 1, ?) = ?"
        row = self._store.row(query, campaign, len(prefix), prefix)
        return 0 if row is None or row[0] is None else int(row[0])

    # -- sent messages ---------------------------------------------------------------------------------

    def last_post(self) -> int:
        """The newest post of all, 0 if there is none."""
        row = self._store.row("SELECT max(id) FROM outbox")
        return 0 if row is None or row[0] is None else int(row[0])

    def latest(self, campaign: int, audience: str, kind: str, most: int) -> list[int]:
        """The newest posts of a kind to an audience, sent or not, the newest first."""
        query = """SELECT id FROM outbox WHERE campaign = ? AND audience = ? AND kind = ?
                   ORDER BY id DESC LIMIT ?"""
        return [id for (id,) in self._store.rows(query, campaign, audience, kind, most)]

    def told_behind(self, campaign: int, audience: str, entry: int) -> list[int]:
        """Return the posts to an audience that report events up to an entry of the log."""
        query = "SELECT id FROM outbox WHERE campaign = ? AND audience = ? AND kind = 'told' AND n = ?"
        return [id for (id,) in self._store.rows(query, campaign, audience, entry)]

    def sent_messages(self, post: int) -> dict[tuple[str, int], SentMessage]:
        """Return the messages of a post that have been sent, or may have been, by user and part."""
        query = "SELECT user, part, place, message FROM sent_message WHERE post = ?"
        sent_messages = [SentMessage(*row) for row in self._store.rows(query, post)]
        return {(sent.user, sent.part): sent for sent in sent_messages}

    def keep_sent_messages(self, post: int, sent_messages: Iterable[SentMessage]) -> None:
        """Keep where parts of a post are sent to, before they are sent and when they have arrived."""
        rows = [(post, x.user, x.part, x.place, x.message) for x in sent_messages]
        with self._store.transaction(durable=False):
            self._store.run_each(
                "INSERT OR REPLACE INTO sent_message (post, user, part, place, message)"
                " VALUES (?, ?, ?, ?, ?)",
                rows,
            )

    def last_seen(self, user: str, campaign: int, audience: str) -> int:
        """Return the last post that a reader has called up, 0 for none."""
        query = "SELECT post FROM read WHERE user = ? AND campaign = ? AND audience = ?"
        row = self._store.row(query, user, campaign, audience)
        return 0 if row is None else int(row[0])

    def keep_seen(self, user: str, campaign: int, audience: str, post: int) -> None:
        """Save the last post that a reader has called up."""
        values = (user, campaign, audience, post)
        self._put(
            "INSERT OR REPLACE INTO read (user, campaign, audience, post) VALUES (?, ?, ?, ?)",
            *values,
            durable=False,
        )

    # -- servers ---------------------------------------------------------------------------------

    def server(self, guild: int) -> ServerSettings:
        """Return the settings of a server; the defaults where none were made."""
        row = self._store.row("SELECT * FROM server WHERE guild = ?", guild)
        if row is None:
            return ServerSettings(guild)
        founders, channels = (msgspec.json.decode(ids, type=tuple[int, ...]) for ids in row[1:3])
        return ServerSettings(guild, founders, channels, row[3], bool(row[4]))

    def keep_server(self, settings: ServerSettings) -> None:
        """Save the settings of a server."""
        ids = (msgspec.json.encode(found).decode() for found in (settings.founders, settings.channels))
        values = (settings.guild, *ids, settings.language, int(settings.quiet))
        self._put(
            "INSERT OR REPLACE INTO server (guild, founders, channels, language, quiet)"
            " VALUES (?, ?, ?, ?, ?)",
            *values,
        )

    def boards(self) -> list[ServerBoard]:
        """Return the boards of all servers."""
        rows = self._store.rows(f"SELECT {', '.join(_BOARD)} FROM server_board ORDER BY guild")
        return [ServerBoard(*row) for row in rows]

    def board(self, guild: int) -> ServerBoard | None:
        """Return the board of a server, None if it never had one."""
        return next((board for board in self.boards() if board.guild == guild), None)

    def keep_board(self, board: ServerBoard) -> None:
        """Save where the board of a server is, and what it shows."""
        self._put(_into("server_board", _BOARD), *_columns(board))

    # -- readers ---------------------------------------------------------------------------------

    def reader(self, user: str) -> Reader:
        """Return the reader for a user; the defaults for an unknown one."""
        row = self._store.row(f"SELECT {', '.join(_READER)} FROM reader WHERE user = ?", user)
        return Reader(user) if row is None else _reader(row)

    def keep_reader(self, reader: Reader, *, durable: bool = True) -> None:
        """Save a reader; `durable` is false for values that their client sends again."""
        self._put(_into("reader", _READER), *_columns(reader), durable=durable)

    def attention(self, campaign: int, user: str) -> Attention:
        """Return the attention of a user to a campaign; the defaults for an unknown one."""
        query = f"SELECT {', '.join(_ATTENTION)} FROM attention WHERE campaign = ? AND user = ?"
        row = self._store.row(query, campaign, user)
        return Attention(campaign, user) if row is None else _attention(row)

    def asked_silently(self) -> list[Attention]:
        """Return the attention of all who were sent a question without a sound, by campaign and user."""
        query = f"SELECT {', '.join(_ATTENTION)} FROM attention WHERE silent > 0 ORDER BY campaign, user"
        return [_attention(row) for row in self._store.rows(query)]

    def keep_attention(self, attention: Attention, *, durable: bool = False) -> None:
        """Save it; `durable` if the user has chosen something."""
        self._put(_into("attention", _ATTENTION), *_columns(attention), durable=durable)

    # -- small things ----------------------------------------------------------------------------

    def note(self, name: str) -> str:
        """Return the note kept under a name, "" if there is none."""
        row = self._store.row("SELECT value FROM note WHERE name = ?", name)
        return "" if row is None else str(row[0])

    def keep_note(self, name: str, value: str) -> None:
        """Save a note under a name."""
        self._put("INSERT OR REPLACE INTO note (name, value) VALUES (?, ?)", name, value)

    def sheet(self, id: str, user: str) -> dict[str, JSON] | None:
        """Return a form that a person has begun to fill in; None if it is not theirs, or there is none."""
        row = self._store.row("SELECT content FROM sheet WHERE id = ? AND user = ?", id, user)
        return None if row is None else msgspec.json.decode(row[0], type=dict[str, JSON])

    def drop_sheets(self, id: str) -> None:
        """Forget the forms of this name, of all users."""
        self._put("DELETE FROM sheet WHERE id = ?", id)

    def keep_sheet(
        self, id: str, user: str, content: dict[str, JSON] | None, *, durable: bool = True
    ) -> None:
        """Save such a form, or forget it; `durable` is false for a form that is offered again."""
        with self._store.transaction(durable=durable):
            self._store.run("DELETE FROM sheet WHERE id = ? AND user = ?", id, user)
            if content is not None:
                text = msgspec.json.encode(content).decode()
                self._store.run("INSERT INTO sheet (id, user, content) VALUES (?, ?, ?)", id, user, text)


def _attention(row: Row) -> Attention:
    return msgspec.convert(dict(zip(_ATTENTION, row, strict=True)), Attention, strict=False)


def _into(table: str, columns: Sequence[str]) -> str:
    """Return the statement that saves a row, in place of the one with the same key."""
    marks = ", ".join("?" * len(columns))
    return f"INSERT OR REPLACE INTO {table} ({', '.join(columns)}) VALUES ({marks})"


def _columns(record: Struct) -> list[object]:
    values: Iterable[object] = (getattr(record, name) for name in record.__struct_fields__)
    return [int(value) if isinstance(value, bool) else value for value in values]


def _shown(row: Sequence[object]) -> ChannelBinding:
    return msgspec.convert(dict(zip(_SHOWN, row, strict=True)), ChannelBinding, strict=False)


def _reader(row: Sequence[object]) -> Reader:
    return msgspec.convert(dict(zip(_READER, row, strict=True)), Reader, strict=False)
