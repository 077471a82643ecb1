"""Campaigns in the store: members, questions, orders, proposals and receipts."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

import msgspec
from msgspec import Struct

from adjudicator.core.log.founding import RulesVersion
from adjudicator.core.orders.books import Standing
from adjudicator.core.orders.orders import Line
from service.storage.database.errors import Corrupt
from service.storage.database.store import Row, Store
from service.storage.migrations.functions import guarded
from service.values.receipts import Result
from service.values.records import Asked, Campaign, Keys, Member, Proposal, Queue, Receipt

_FIELDS = Campaign.__struct_fields__
_JSON = {"options": dict[str, str], "modes": dict[str, str], "seats": list[str], "umpire": RulesVersion}
_UNREAD: Mapping[str, Any] = {"options": {}, "modes": {}, "seats": [], "umpire": RulesVersion("", "", "")}
"""Values in place of damaged ones that no card gives."""
ERROR = "error "
"""The beginning of why a campaign is held that is damaged, or in which a rule broke."""


_NEXT_ASKED = """
    WITH waiting AS (
      SELECT a.campaign FROM asked a CROSS JOIN member m
      ON m.campaign = a.campaign AND m.seat = a.seat AND m.user = :user
      UNION
      SELECT p.campaign FROM proposal p CROSS JOIN member m ON m.campaign = p.campaign AND m.user = :user
      WHERE p.kind <> 'pause' AND NOT EXISTS (SELECT 1 FROM json_each(p.consent) WHERE value = m.seat))
    SELECT c.id FROM waiting w CROSS JOIN campaign c ON c.id = w.campaign
    WHERE c.state = 'playing' AND c.held = '' AND c.id NOT IN (SELECT value FROM json_each(:without))
    ORDER BY c.id <= :after, c.id LIMIT 1"""
"""From what waits: `CROSS JOIN` keeps SQLite from going through all that a user has ever played."""


def _text(value: Any) -> str:
    return msgspec.json.encode(value, order="sorted").decode()


class _Card(Struct):
    """The terms on the card, the first entry of a log; `game` is the campaign's name in the chain."""

    game: str
    title: str
    scenario: str
    options: dict[str, str]
    seats: list[str]
    tier: str
    umpire: RulesVersion


class CampaignRepository:
    """Campaigns, members, secrets and everything else that is not the log."""

    def __init__(self, store: Store) -> None:
        self._store = store

    # -- campaigns -------------------------------------------------------------------------------

    def campaign(self, id: int) -> Campaign | None:
        """Return a campaign by its number, None if there is none."""
        row = self._store.row(f"SELECT {', '.join(_FIELDS)} FROM campaign WHERE id = ?", id)
        return None if row is None else self._campaign(row)

    def campaigns(self, *states: str) -> list[Campaign]:
        """Return the campaigns that are in one of the states."""
        marks = ", ".join("?" * len(states))
        query = f"SELECT {', '.join(_FIELDS)} FROM campaign WHERE state IN ({marks}) ORDER BY id"
        return [self._campaign(row) for row in self._store.rows(query, *states)]

    def ids(self, *states: str) -> set[int]:
        """Return the numbers of the campaigns that are in one of the states: of thousands it takes far less
        time than to read them.
        """
        marks = ", ".join("?" * len(states))
        return {
            row[0] for row in self._store.rows(f"SELECT id FROM campaign WHERE state IN ({marks})", *states)
        }

    def campaigns_among(self, ids: Collection[int], *states: str) -> list[Campaign]:
        """Return those campaigns of some numbers that are in one of the states."""
        marks = ", ".join("?" * len(states))
        query = f"""SELECT {", ".join(_FIELDS)} FROM campaign
                    WHERE id IN (SELECT value FROM json_each(?)) AND state IN ({marks}) ORDER BY id"""
        return [self._campaign(row) for row in self._store.rows(query, json.dumps(sorted(ids)), *states)]

    def ids_ruled_by(self, user: str) -> list[int]:
        """Return the numbers of the campaigns that a user created or referees."""
        rows = self._store.rows("SELECT id FROM campaign WHERE ? IN (founder, referee)", user)
        return [row[0] for row in rows]

    def vacant_seats(self) -> dict[int, list[str]]:
        """Return the campaigns in play with seats that nobody plays, and those seats."""
        sql = """SELECT c.id, s.value FROM campaign c, json_each(iif(json_valid(c.seats), c.seats, '[]')) s
                 WHERE c.state = 'playing'
                 AND NOT EXISTS (SELECT 1 FROM member m WHERE m.campaign = c.id AND m.seat = s.value)
                 ORDER BY c.id, s.key"""
        found: dict[int, list[str]] = {}
        for id, seat in self._store.rows(sql):
            found.setdefault(id, []).append(seat)
        return found

    def _campaign(self, row: Row) -> Campaign:
        """Return the campaign of a row; if the row is damaged, with the terms on the card in its log, so that
        it can be listed and shown with the others.

        Its checksum is wrong then, and it is held before anything is done in it (`Store.require_checksum`).
        """
        fields = dict(zip(_FIELDS, row, strict=True))
        unread = {}
        for name, kind in _JSON.items():
            try:
                fields[name] = msgspec.json.decode(fields[name], type=kind)
            except msgspec.MsgspecError:
                fields[name] = unread[name] = _UNREAD[name]
        is_named = fields["name"].partition("/")[0] == fields["game"]
        if unread or not is_named or fields["held"].startswith(ERROR):
            fields |= self._on_card(fields["id"], with_umpire="umpire" in unread)
        return Campaign(**fields)

    def _on_card(self, campaign: int, with_umpire: bool) -> dict[str, Any]:
        """Return the fields of a campaign that its log contains, none if the card is damaged too."""
        row = self._store.row("SELECT body FROM entry WHERE campaign = ? AND n = 0", campaign)
        query = "SELECT stage FROM rest WHERE campaign = ? ORDER BY n DESC LIMIT 1"
        rest = self._store.row(query, campaign)
        try:
            card = msgspec.json.decode(b"" if row is None else row[0], type=_Card)
        except msgspec.MsgspecError:
            return {}
        found = {**msgspec.structs.asdict(card), "name": card.game, "game": card.game.partition("/")[0]}
        found["stage"] = "" if rest is None else rest[0]
        if not with_umpire:  # another release may rule it by now
            del found["umpire"]
        return found

    def is_taken(self, name: str) -> bool:
        """Return true if a campaign in the store has this name in the chain."""
        return self._store.row("SELECT 1 FROM campaign WHERE name = ?", name) is not None

    def add_campaign(self, campaign: Campaign) -> None:
        """Add a new campaign, which is given its number."""
        fields = _FIELDS[1:]
        sql = f"INSERT INTO campaign ({', '.join(fields)}) VALUES ({', '.join('?' * len(fields))})"
        campaign.id = self._store.run(sql, *_columns(campaign))

    def save(self, campaign: Campaign) -> None:
        """Save the present state of a campaign."""
        sql = f"UPDATE campaign SET {', '.join(f'{name} = ?' for name in _FIELDS[1:])} WHERE id = ?"
        self._store.run(sql, *_columns(campaign), campaign.id)

    # -- secrets ---------------------------------------------------------------------------------

    def keys(self, campaign: int) -> Keys:
        """Return the secrets of a campaign.

        Raises:
            Corrupt: if they are damaged.
        """
        query = "SELECT root, hroot, seeds, asides, salts, joint FROM secret WHERE campaign = ?"
        (row,) = self._store.rows(query, campaign)
        try:
            salts = msgspec.json.decode(row[4], type=dict[str, tuple[str, str]])
        except msgspec.MsgspecError as error:
            raise Corrupt(self._store.path, f"campaign {campaign}: its salts", None) from error
        root, hroot, seeds, asides, _, j = row
        return Keys(root, hroot, seeds, asides, salts, j)

    def hroot(self, campaign: int) -> bytes:
        """Return the hidden root of a campaign, from which the seals in its log are made."""
        ((hroot,),) = self._store.rows("SELECT hroot FROM secret WHERE campaign = ?", campaign)
        return bytes(hroot)

    def add_keys(self, campaign: int, keys: Keys) -> None:
        """Save the secrets of a new campaign."""
        values = (keys.root, keys.hroot, keys.seeds, keys.asides, _text(keys.salts), keys.joint)
        self._store.run(
            "INSERT INTO secret (campaign, root, hroot, seeds, asides, salts, joint)"
            " VALUES (?, ?, ?, ?, ?, ?, ?)",
            campaign,
            *values,
        )

    def save_salts(self, campaign: int, keys: Keys) -> None:
        """Save the salts that are not revealed yet, and J."""
        sql = "UPDATE secret SET salts = ?, joint = ? WHERE campaign = ?"
        self._store.run(sql, _text(keys.salts), keys.joint, campaign)

    # -- seats -----------------------------------------------------------------------------------

    def members(self, campaign: int) -> dict[str, Member]:
        """Return the members by seat."""
        query = "SELECT seat, user, who, own_salt FROM member WHERE campaign = ? ORDER BY seat"
        rows = self._store.rows(query, campaign)
        return {seat: Member(seat, user, who, bool(own)) for seat, user, who, own in rows}

    def add_member(self, campaign: int, member: Member) -> None:
        """Give a vacant seat to a member."""
        values = (member.seat, member.user, member.who, int(member.own_salt))
        self._store.run(
            "INSERT INTO member (campaign, seat, user, who, own_salt) VALUES (?, ?, ?, ?, ?)",
            campaign,
            *values,
        )

    def remove_member(self, campaign: int, seat: str) -> None:
        """Make a seat vacant."""
        self._store.run("DELETE FROM member WHERE campaign = ? AND seat = ?", campaign, seat)

    def seats_of(self, user: str) -> list[tuple[int, str]]:
        """Return every campaign and seat of a user."""
        query = "SELECT campaign, seat FROM member WHERE user = ? ORDER BY campaign, seat"
        return [(campaign, seat) for campaign, seat in self._store.rows(query, user)]

    # -- who is asked ----------------------------------------------------------------------------

    def asked(self, campaign: int) -> list[Asked]:
        """Return the seats that are asked, and since when."""
        query = "SELECT seat, rule, entry, optional, since FROM asked WHERE campaign = ? ORDER BY seat"
        return [Asked(s, r, e, bool(o), since) for s, r, e, o, since in self._store.rows(query, campaign)]

    def save_asked(self, campaign: int, asked: Iterable[Asked]) -> None:
        """Save the seats that are asked now."""
        self._store.run("DELETE FROM asked WHERE campaign = ?", campaign)
        rows = [(campaign, a.seat, a.rule, a.entry, int(a.optional), a.since) for a in asked]
        self._store.run_each(
            "INSERT INTO asked (campaign, seat, rule, entry, optional, since) VALUES (?, ?, ?, ?, ?, ?)", rows
        )

    def spared(self, campaign: int) -> dict[str, tuple[str, str]]:
        """Return the users who are asked no reactions at their seats, each with the turn for which."""
        query = "SELECT seat, user, turn FROM spared WHERE campaign = ?"
        return {seat: (user, turn) for seat, user, turn in self._store.rows(query, campaign)}

    def spare(self, campaign: int, seat: str, user: str, turn: str) -> None:
        """Save the turn in which a user is asked no reactions at a seat, "" for none."""
        sql = "INSERT OR REPLACE INTO spared (campaign, seat, user, turn) VALUES (?, ?, ?, ?)"
        self._store.run(sql, campaign, seat, user, turn)

    def next_asked(self, user: str, behind: int, but: Collection[int] = ()) -> int | None:
        """Return the next campaign after `behind`, in a cycle, in which a user has a question or a proposal
        to answer; None if there is none.

        Campaigns in `but`, and those not in play or held, are left out.
        """
        without = msgspec.json.encode(sorted(but)).decode()
        row = self._store.row(_NEXT_ASKED, user=user, after=behind, without=without)
        return None if row is None else row[0]

    # -- messages --------------------------------------------------------------------------------

    def receipt(self, message: str) -> Receipt[Any] | None:
        """Return the receipt of a message, None if it has not been carried out before.

        Raises:
            Corrupt: if it is damaged.
        """
        row = self._store.row("SELECT receipt, guard FROM inbox WHERE message = ?", message)
        if row is not None and row[1] != guarded(message, row[0]):
            raise Corrupt(self._store.path, "the receipt of a message", None)
        return None if row is None else msgspec.json.decode(row[0], type=Receipt[Result | None])

    def remember(self, message: str, receipt: Receipt[Any], of: str = "campaign") -> None:
        """Save the receipt of a message that has been carried out, in a "campaign" or a "tournament"."""
        sql = f"INSERT INTO inbox (message, receipt, {of}, guard) VALUES (?, ?, ?, ?)"
        said = msgspec.json.encode(receipt)
        self._store.run(sql, message, said, receipt.campaign, guarded(message, said))

    # -- standing orders, batches ----------------------------------------------------------------

    def books(self, campaign: int) -> dict[str, list[Standing]]:
        """Return the standing orders of every seat that has any, in their order."""
        query = """SELECT seat, line, used, lapsed, noted FROM standing_order
                   WHERE campaign = ? ORDER BY seat, place"""
        books: dict[str, list[Standing]] = {}
        for seat, line, used, lapsed, noted in self._store.rows(query, campaign):
            kept = Standing(line, msgspec.json.decode(used, type=list[int]), lapsed, noted)
            books.setdefault(seat, []).append(kept)
        return books

    def save_books(self, campaign: int, books: Mapping[str, Sequence[Standing]]) -> None:
        """Save the standing orders of every seat."""
        self._store.run("DELETE FROM standing_order WHERE campaign = ?", campaign)
        rows = [
            (campaign, seat, place, order.text, _text(order.used), order.lapsed, order.noted)
            for seat, book in books.items()
            for place, order in enumerate(book)
        ]
        self._store.run_each(
            "INSERT INTO standing_order (campaign, seat, place, line, used, lapsed, noted)"
            " VALUES (?, ?, ?, ?, ?, ?, ?)",
            rows,
        )

    def queues(self, campaign: int) -> dict[str, Queue]:
        """Return the unfinished batches, by seat."""
        query = "SELECT seat, head, state, language, lines FROM queue WHERE campaign = ? ORDER BY seat"
        rows = self._store.rows(query, campaign)
        return {
            seat: Queue(seat, head, state, language, msgspec.json.decode(lines, type=list[Line]))
            for seat, head, state, language, lines in rows
        }

    def save_queue(self, campaign: int, seat: str, queue: Queue | None) -> None:
        """Save a seat's batch, or delete it."""
        self._store.run("DELETE FROM queue WHERE campaign = ? AND seat = ?", campaign, seat)
        if queue is not None:
            values = (queue.seat, queue.head, queue.state, queue.language, _text(queue.lines))
            self._store.run(
                "INSERT INTO queue (campaign, seat, head, state, language, lines) VALUES (?, ?, ?, ?, ?, ?)",
                campaign,
                *values,
            )

    # -- proposals -------------------------------------------------------------------------------

    def proposal(self, campaign: int, kind: str) -> Proposal | None:
        """Return the open proposal of a kind, None if there is none."""
        query = """SELECT kind, by_seat, target, why, consent, id FROM proposal
                   WHERE campaign = ? AND kind = ?"""
        row = self._store.row(query, campaign, kind)
        if row is None:
            return None
        kind, by_seat, target, why, consent, id = row
        return Proposal(kind, by_seat, target, why, msgspec.json.decode(consent, type=list[str]), id)

    def save_proposal(self, campaign: int, kind: str, proposal: Proposal | None) -> None:
        """Save a proposal in place of the one before, or delete it."""
        self._store.run("DELETE FROM proposal WHERE campaign = ? AND kind = ?", campaign, kind)
        if proposal is not None:
            p = proposal
            values = (p.kind, p.by_seat, p.target, p.why, _text(p.consent), p.id)
            sql = """INSERT INTO proposal (campaign, kind, by_seat, target, why, consent, id)
                     VALUES (?, ?, ?, ?, ?, ?, ?)"""
            self._store.run(sql, campaign, *values)

    def drop_proposals(self, campaign: int, but: str = "") -> None:
        """Delete all proposals, or all but those of a kind."""
        self._store.run("DELETE FROM proposal WHERE campaign = ? AND kind <> ?", campaign, but)


def _columns(campaign: Campaign) -> list[Any]:
    values = {name: getattr(campaign, name) for name in _FIELDS[1:]}
    return [_text(value) if name in _JSON else value for name, value in values.items()]
