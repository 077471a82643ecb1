"""The log in the store: entries and their openings, worlds at rest, the journal (design/store.md §3).

Bodies are kept as the canonical text that the chain hashes, so that a head is recomputed without decoding
them. Standing orders sealed into many answers are kept once (`book`). Rests are compressed against the first
one of their campaign, from which they differ little.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from functools import lru_cache
from itertools import takewhile
from typing import Any

import msgspec

from adjudicator.core.log.chain import Entry, Part, canon, seal
from adjudicator.core.table.ledger import Told
from adjudicator.core.table.table import Rest
from service.storage.database.errors import Corrupt
from service.storage.database.store import Row, Store
from service.storage.migrations.functions import guarded

KEPT_RESTS = 50
"""The number of newest rests that are kept, beside those that open a stage."""

_ZLIB_WINDOW = 32768
_FIRST_WORLD = 0

_ENTRY = "SELECT e.n, e.body, e.head, e.told, e.windows, e.aside, o.parts FROM entry e" + (
    " LEFT JOIN opening o ON o.campaign = e.campaign AND o.n = e.n WHERE e.campaign = ?"
)
ENTRIES = 2048
"""Entries of late that are kept as read."""
_LINES = msgspec.msgpack.Decoder(list[Told])


class LogRepository:
    """Entries, rests and journals of all campaigns."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._entry = lru_cache(maxsize=ENTRIES)(self._decoded)

    # -- entries ---------------------------------------------------------------------------------

    def entries(self, campaign: int, after: int = -1, upto: int | None = None) -> list[Entry]:
        """Return the entries after entry `after`, up to entry `upto` or the last."""
        sql = _ENTRY + " AND e.n > ?" + ("" if upto is None else f" AND e.n <= {upto}") + " ORDER BY e.n"
        return [self._entry(campaign, row) for row in self._store.rows(sql, campaign, after)]

    def fault_of_openings(self, campaign: int, name: str) -> str:
        """Return the fault in the data beside the chain of a campaign (sealed parts, checked by their seals,
        and the kinds of entries); "" if there is none.

        Args:
            campaign: its number.
            name: its name in the chain.
        """
        query = "SELECT n, t, epoch, body FROM entry WHERE campaign = ? ORDER BY n"
        for n, t, epoch, packed in self._store.rows(query, campaign):
            body = msgspec.json.decode(packed)
            fresh = t in ("batch", "draw") and not body["stands"]
            if (t, epoch) != (body["t"], body["e"] if fresh else None):
                return f"entry {n} is not what its row says"
        query = (
            "SELECT o.n, o.parts, e.body FROM opening o JOIN entry e ON e.campaign = o.campaign AND e.n = o.n"
        )
        books: dict[int, Any] = {}
        for n, packed, body in self._store.rows(f"{query} WHERE o.campaign = ? ORDER BY o.n", campaign):
            seals = msgspec.json.decode(body).get("seals", [])
            try:
                parts = self._unpack(campaign, packed, books)
                made = [
                    seal(name, n, i, bytes.fromhex(p.nonce), canon(p.part)).hex() for i, p in enumerate(parts)
                ]
            except (msgspec.MsgspecError, ValueError, TypeError, LookupError, AttributeError):
                made = []
            if made != [one["c"] for one in seals]:
                return f"what is sealed in entry {n} is damaged"
        return ""

    def bodies(self, campaign: int, *kinds: str, after: int = -1) -> list[dict[str, Any]]:
        """Return the public bodies of the entries of these kinds after entry `after`."""
        marks = ", ".join("?" * len(kinds))
        sql = f"SELECT body FROM entry WHERE campaign = ? AND n > ? AND t IN ({marks}) ORDER BY n"
        return [msgspec.json.decode(body) for (body,) in self._store.rows(sql, campaign, after, *kinds)]

    def head(self, campaign: int, n: int) -> str:
        """Return the head after entry `n` in hex, "" if there is no such entry."""
        row = self._store.row("SELECT head FROM entry WHERE campaign = ? AND n = ?", campaign, n)
        return "" if row is None else row[0].hex()

    def asides(self, campaign: int, seat: str) -> int:
        """Count a seat's acts out of turn since the last answer to a question."""
        sql = "SELECT aside, body FROM entry WHERE campaign = ? AND t = 'answer' ORDER BY n DESC LIMIT 1000"
        newest = takewhile(lambda row: row[0], self._store.rows(sql, campaign))
        return sum(msgspec.json.decode(body)["seat"] == seat for _, body in newest)

    def time(self, campaign: int, n: int) -> int:
        """Return when entry `n` was written, in UNIX seconds; 0 if there is no such entry."""
        row = self._store.row("SELECT body ->> '$.time' FROM entry WHERE campaign = ? AND n = ?", campaign, n)
        return 0 if row is None else int(row[0])

    def place(self, campaign: int, head: str) -> int:
        """Return the entry whose head begins with these hex digits, -1 if there is none."""
        query = (
            "SELECT n FROM entry WHERE campaign = ? AND substr(lower(hex(head)), 1, ?) = ? ORDER BY n DESC"
        )
        row = self._store.row(query, campaign, len(head), head)
        return -1 if row is None else int(row[0])

    def add_entries(self, campaign: int, entries: Iterable[Entry]) -> None:
        """Add entries after the last one."""
        rows: list[Row] = []
        openings: list[Row] = []
        for entry in entries:
            fresh = entry.t in ("batch", "draw") and not entry.body["stands"]
            told = bytes.fromhex(entry.told)
            rows.append(
                (
                    campaign,
                    entry.n,
                    entry.t,
                    canon(entry.body),
                    bytes.fromhex(entry.head),
                    told,
                    entry.windows,
                    int(entry.aside),
                    entry.body["e"] if fresh else None,
                )
            )
            if entry.parts:
                openings.append((campaign, entry.n, self._pack(campaign, entry.parts)))
        self._store.run_each(
            "INSERT INTO entry (campaign, n, t, body, head, told, windows, aside, epoch)"
            " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
            rows,
        )
        self._store.run_each("INSERT INTO opening (campaign, n, parts) VALUES (?, ?, ?)", openings)

    def _decoded(self, campaign: int, row: Row) -> Entry:
        _, body, head, told, windows, aside, packed = row
        parts = () if packed is None else self._unpack(campaign, packed, {})
        return Entry(msgspec.json.decode(body), head.hex(), parts, told.hex(), windows, bool(aside))

    def _pack(self, campaign: int, parts: Sequence[Part]) -> bytes:
        packed: list[Any] = []
        for p in parts:
            part = p.part
            if part.get("books"):
                part = {**part, "books": self._book(campaign, part["books"])}
            packed.append([p.seats, bytes.fromhex(p.nonce), part])
        return msgspec.msgpack.encode(packed)

    def _unpack(self, campaign: int, packed: bytes, books: dict[int, Any]) -> tuple[Part, ...]:
        parts: list[Part] = []
        for seats, nonce, part in msgspec.msgpack.decode(packed):
            if isinstance(book := part.get("books"), int):
                if book not in books:
                    books[book] = self._read_book(campaign, book)
                part["books"] = books[book]
            parts.append(Part(tuple(seats), nonce.hex(), part))
        return tuple(parts)

    def _book(self, campaign: int, books: Mapping[str, Any]) -> int:
        """Return the number of a content that is stored only once, even if many answers seal it."""
        content = canon(dict(books))
        query = "SELECT id FROM book WHERE campaign = ? AND content = ?"
        if (row := self._store.row(query, campaign, content)) is not None:
            return int(row[0])
        (last,) = self._store.rows("SELECT coalesce(max(id), 0) FROM book WHERE campaign = ?", campaign)[0]
        self._store.run(
            "INSERT INTO book (campaign, id, content) VALUES (?, ?, ?)", campaign, last + 1, content
        )
        return int(last) + 1

    def _read_book(self, campaign: int, id: int) -> Any:
        query = "SELECT content FROM book WHERE campaign = ? AND id = ?"
        return msgspec.json.decode(self._store.rows(query, campaign, id)[0][0])

    # -- worlds at rest --------------------------------------------------------------------------

    def rest(self, campaign: int, at: int | None = None) -> Rest | None:
        """Return the newest rest that is kept, or the newest at or before entry `at`.

        Raises:
            Corrupt: if it is damaged.
        """
        limit = "" if at is None else f" AND n <= {at}"
        query = f"""SELECT n, world, stage, schema, guard FROM rest WHERE campaign = ?{limit}
                    ORDER BY n DESC LIMIT 1"""
        row = self._store.row(query, campaign)
        return None if row is None else self._rest(campaign, row)

    def newest_intact(self, campaign: int) -> Rest | None:
        """Return the newest rest that is not damaged."""
        query = "SELECT n, world, stage, schema, guard FROM rest WHERE campaign = ? ORDER BY n DESC"
        for row in self._store.rows(query, campaign):
            with suppress(Corrupt):
                return self._rest(campaign, row)
        return None

    def _rest(self, campaign: int, row: Row) -> Rest:
        n, world, stage, schema, guard = row
        try:
            if guard == guarded(campaign, n, stage, schema, world):
                plain = zlib.decompressobj(zdict=self._first(campaign)).decompress(world)
                return Rest(n, plain, stage, schema)
        except zlib.error:  # of the first one, against which it is compressed
            pass
        raise Corrupt(self._store.path, f"game {campaign}: the position behind entry {n}", None)

    def rests(self, campaign: int) -> list[tuple[int, str]]:
        """Return the rests that are kept: the entry before each, and its stage."""
        rows = self._store.rows("SELECT n, stage FROM rest WHERE campaign = ? ORDER BY n", campaign)
        return [(n, stage) for n, stage in rows]

    def add_rests(self, campaign: int, rests: Sequence[Rest], opening: Sequence[int]) -> None:
        """Save rests; those after `opening` entries begin a stage and are kept for good."""
        first = self._first(campaign)
        for rest in {rest.n: rest for rest in rests}.values():
            if not first:
                first = self._keep_first(campaign, rest)
            squeeze = zlib.compressobj(zdict=first)
            world = squeeze.compress(rest.world) + squeeze.flush()
            self._store.run(
                """INSERT INTO rest (campaign, n, stage, opens, schema, world, guard)
                   VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT (campaign, n) DO UPDATE
                   SET stage = excluded.stage, opens = max(opens, excluded.opens),
                   schema = excluded.schema, world = excluded.world, guard = excluded.guard""",
                *(campaign, rest.n, rest.stage, int(rest.n in opening), rest.schema, world),
                guarded(campaign, rest.n, rest.stage, rest.schema, world),
            )
        self._store.run(
            """DELETE FROM rest WHERE campaign = :campaign AND opens = 0 AND n < (SELECT min(n) FROM
               (SELECT n FROM rest WHERE campaign = :campaign ORDER BY n DESC LIMIT :kept))""",
            campaign=campaign,
            kept=KEPT_RESTS,
        )

    def drop_rests(self, campaign: int, after: int) -> None:
        """Delete the rests after entry `after`, which was undone."""
        self._store.run("DELETE FROM rest WHERE campaign = ? AND n > ?", campaign, after)

    def _first(self, campaign: int) -> bytes:
        """Return the world against which the campaign's rests are compressed, b"" before there is one."""
        query = "SELECT content FROM book WHERE campaign = ? AND id = ?"
        row = self._store.row(query, campaign, _FIRST_WORLD)
        return b"" if row is None else row[0]

    def _keep_first(self, campaign: int, rest: Rest) -> bytes:
        first = rest.world[-_ZLIB_WINDOW:]
        self._store.run(
            "INSERT INTO book (campaign, id, content) VALUES (?, ?, ?)", campaign, _FIRST_WORLD, first
        )
        return first

    # -- the journal -----------------------------------------------------------------------------

    def add_journal(self, campaign: int, told: Sequence[Told]) -> None:
        """Save the journal of a command."""
        if told:
            lines = zlib.compress(msgspec.msgpack.encode(told))
            self._store.run(
                "INSERT INTO journal (campaign, n, lines) VALUES (?, ?, ?)", campaign, told[-1].n, lines
            )

    def journal(self, campaign: int, after: int = -1) -> list[Told]:
        """Return the journal after entry `after`, without lines that were undone."""
        undone = [(b["to"], b["n"]) for b in self.bodies(campaign, "undo")]
        query = "SELECT lines FROM journal WHERE campaign = ? AND n > ? ORDER BY id"
        return [
            line
            for (lines,) in self._store.rows(query, campaign, after)
            for line in _LINES.decode(zlib.decompress(lines))
            if line.n > after and not any(to < line.n < at for to, at in undone)
        ]
