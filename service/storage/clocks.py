"""The time side of the store: paces, running clocks, banks, absences, and when time stood still."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec
from msgspec import Struct

from service.values.calendar import FOREVER, Span
from service.values.time_control import TimeControl

from .store import Store


class Clock(Struct):
    """The time of a seat that must decide, or of an open window (`seat` is "" then).

    Attributes:
        rule, entry: the question, as `Asked` names it.
        seats: whose absence prolongs it: of a window all that were asked when it opened.
        since: from when it runs, in UNIX seconds.
        allowance: how many seconds the pace gives.
        extra: how many more were given by the referee, or for an outage; they never go into a bank.
        due: when they are over, as far as one can say now; None while time stands still.
        reminded: up to when reminders have been sent.
        lapsed: "", or who has been called: "referee", or "claim" for the other seats.
        wake: when there is next something to do for it; None for not now.
    """

    seat: str
    rule: str
    entry: int
    seats: list[str]
    since: int
    allowance: int
    extra: int = 0
    due: int | None = None
    reminded: int = 0
    lapsed: str = ""
    wake: int | None = None


class BankBalance(Struct, frozen=True):
    """What was left to a seat after its last decision, in seconds (None before the first), and to whom."""

    seat: str
    user: str
    seconds: int | None = None


_FIELDS = Clock.__struct_fields__
_CLOCK = f"SELECT {', '.join(_FIELDS)} FROM clock WHERE campaign = ? ORDER BY seat"
_ADD = f"INSERT INTO clock (campaign, {', '.join(_FIELDS)}) VALUES (?{', ?' * len(_FIELDS)})"

_STIRRING = """FROM clock c JOIN pace p ON p.campaign = c.campaign
               WHERE (c.wake <= ? OR p.outage < (SELECT coalesce(max(id), 0) FROM outage))"""


class ClockRepository:
    """Everything about time that is kept."""

    def __init__(self, store: Store) -> None:
        self._store = store

    # -- paces and clocks ------------------------------------------------------------------------

    def pace(self, campaign: int) -> TimeControl:
        """The pace of a campaign; without one nobody is hurried."""
        row = self._store.row("SELECT terms FROM pace WHERE campaign = ?", campaign)
        return TimeControl() if row is None else msgspec.json.decode(row[0], type=TimeControl)

    def save_pace(self, campaign: int, pace: TimeControl) -> None:
        """Keep a campaign's pace; what was down before is no matter of its own."""
        sql = """INSERT INTO pace VALUES (?, ?, (SELECT coalesce(max(id), 0) FROM outage))
                 ON CONFLICT (campaign) DO UPDATE SET terms = excluded.terms, outage = excluded.outage"""
        self._store.run(sql, campaign, msgspec.json.encode(pace).decode())

    def timed(self) -> list[int]:
        """The campaigns in which clocks run, or stand."""
        return [id for (id,) in self._store.rows("SELECT DISTINCT campaign FROM clock ORDER BY 1")]

    def clocks(self, campaign: int) -> list[Clock]:
        """The clocks that run in a campaign, or stand."""
        clocks = []
        for row in self._store.rows(_CLOCK, campaign):
            fields = dict(zip(_FIELDS, row, strict=True))
            clocks.append(Clock(**{**fields, "seats": msgspec.json.decode(fields["seats"])}))
        return clocks

    def save_clocks(self, campaign: int, clocks: Iterable[Clock]) -> None:
        """Keep the clocks of a campaign, in place of those before."""
        self._store.run("DELETE FROM clock WHERE campaign = ?", campaign)
        rows = []
        for clock in clocks:
            fields = {name: getattr(clock, name) for name in _FIELDS}
            fields["seats"] = msgspec.json.encode(clock.seats).decode()
            rows.append((campaign, *fields.values()))
        self._store.run_each(_ADD, rows)

    def reserves(self, campaign: int) -> dict[str, BankBalance]:
        """What was left to each seat, and to whom."""
        rows = self._store.rows("SELECT seat, user, seconds FROM bank WHERE campaign = ?", campaign)
        return {row[0]: BankBalance(*row) for row in rows}

    def save_reserves(self, campaign: int, reserves: Iterable[BankBalance]) -> None:
        """Keep what is left to each seat, in place of what was before."""
        self._store.run("DELETE FROM bank WHERE campaign = ?", campaign)
        rows = [(campaign, r.seat, r.user, r.seconds) for r in reserves]
        self._store.run_each("INSERT INTO bank VALUES (?, ?, ?, ?)", rows)

    # -- what is to be done ----------------------------------------------------------------------

    def stirring(self, now: int) -> list[int]:
        """The campaigns in which something is due, or that have not seen the last outage yet."""
        query = f"SELECT DISTINCT c.campaign {_STIRRING} ORDER BY 1"
        return [campaign for (campaign,) in self._store.rows(query, now)]

    def is_stirring(self, campaign: int, now: int) -> bool:
        """Whether there is more to be done in a campaign."""
        return self._store.row(f"SELECT 1 {_STIRRING} AND c.campaign = ?", now, campaign) is not None

    def next_wake(self, now: int) -> int | None:
        """When something is due next behind a moment."""
        row = self._store.row("SELECT min(wake) FROM clock WHERE wake > ?", now)
        return None if row is None else row[0]

    # -- when time stood still -------------------------------------------------------------------

    def halts(self, campaign: int, seat: str) -> list[Span]:
        """When the campaign was held or not compared yet, or nobody sat there."""
        query = "SELECT since, until FROM halt WHERE campaign = ? AND seat IN ('', ?) ORDER BY since"
        return [Span(since, until) for since, until in self._store.rows(query, campaign, seat)]

    def halt(self, campaign: int, now: int, seats: Iterable[str]) -> None:
        """From now on time stands still for these seats ("" for all) and for no other."""
        query, wanted = "SELECT seat FROM halt WHERE campaign = ? AND until = ?", set(seats)
        still = {seat for (seat,) in self._store.rows(query, campaign, FOREVER)}
        sql = """INSERT INTO halt VALUES (?, ?, ?, ?)
                 ON CONFLICT (campaign, seat, since) DO UPDATE SET until = excluded.until"""
        self._store.run_each(sql, [(campaign, seat, now, FOREVER) for seat in sorted(wanted - still)])
        sql = "UPDATE halt SET until = ? WHERE campaign = ? AND seat = ? AND until = ?"
        self._store.run_each(sql, [(now, campaign, seat, FOREVER) for seat in sorted(still - wanted)])

    def stood(self, campaign: int, since: int, until: int) -> None:
        """Time stood still for all seats between two UNIX seconds."""
        sql = """INSERT INTO halt VALUES (?, '', ?, ?)
                 ON CONFLICT (campaign, seat, since) DO UPDATE SET until = max(until, excluded.until)"""
        self._store.run(sql, campaign, since, until)

    def outages(self) -> list[Span]:
        """When the umpire was down."""
        return [Span(*row) for row in self._store.rows("SELECT since, until FROM outage ORDER BY id")]

    def unseen(self, campaign: int) -> list[Span]:
        """The outages that have not been given back in a campaign yet."""
        query = """SELECT since, until FROM outage
                   WHERE id > (SELECT outage FROM pace WHERE campaign = ?) ORDER BY id"""
        return [Span(*row) for row in self._store.rows(query, campaign)]

    def see(self, campaign: int) -> None:
        """All outages have been given back in a campaign."""
        sql = "UPDATE pace SET outage = (SELECT coalesce(max(id), 0) FROM outage) WHERE campaign = ?"
        self._store.run(sql, campaign)

    def alive(self) -> int | None:
        """When the umpire was last known to be up; None if it never ticked."""
        row = self._store.row("SELECT time FROM pulse")
        return None if row is None else row[0]

    def beat(self, now: int, outage: Span | None) -> None:
        """The umpire is up; `outage` says that it was not before."""
        sql = "INSERT INTO pulse VALUES (1, ?) ON CONFLICT (id) DO UPDATE SET time = excluded.time"
        self._store.run(sql, now)
        if outage is not None:
            self._store.run("INSERT INTO outage (since, until) VALUES (?, ?)", *outage)

    def cut(self, now: int) -> None:
        """What is said to have happened later than now has not."""
        for sql in (
            "UPDATE outage SET since = min(since, ?1), until = min(until, ?1) WHERE until > ?1",
            "UPDATE halt SET until = ?1 WHERE until > ?1 AND until < ?2",
            "UPDATE OR REPLACE halt SET since = ?1 WHERE since > ?1",
        ):
            self._store.run(sql, *((now, FOREVER) if "?2" in sql else (now,)))

    # -- absences --------------------------------------------------------------------------------

    def absences(self, user: str) -> list[Span]:
        """When a user is away, or was."""
        rows = self._store.rows("SELECT since, until FROM absence WHERE user = ? ORDER BY since", user)
        return [Span(since, until) for since, until in rows]

    def save_absences(self, user: str, absences: Iterable[Span]) -> None:
        """Keep a user's absences, in place of those before."""
        self._store.run("DELETE FROM absence WHERE user = ?", user)
        self._store.run_each("INSERT INTO absence VALUES (?, ?, ?)", [(user, *span) for span in absences])
