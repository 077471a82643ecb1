"""Time in the store: time controls, running clocks, banks, absences, and spans in which time stood still."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec
from msgspec import Struct, structs

from service.storage.database.store import Store
from service.values.calendar import FOREVER, Span
from service.values.time_control import TimeControl


class Clock(Struct):
    """The time of a seat that must decide, or of an open window (`seat` is "" then).

    Attributes:
        rule, entry: the question, as `Asked` names it.
        seats: the seats whose absence prolongs it; for a window, all that were asked when it opened.
        since: when it began to run, in UNIX seconds.
        allowance: seconds that the time control gives.
        extra: further seconds given by the referee, or for an outage; they never go into a bank.
        due: when the time is over, as far as is known; None while the clock is stopped.
        reminded: the time up to which reminders have been sent.
        lapsed: "", or the party called on: "referee", or "claim" for the other seats.
        wake: when the next act for it is due; None if none is.
        claimed: the seats that claim the game from the overdue seat; all the others have to.
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
    claimed: list[str] = []


class BankBalance(Struct, frozen=True):
    """The seconds left to a seat after its last decision (None before the first), and the user they belong
    to.
    """

    seat: str
    user: str
    seconds: int | None = None


class Reminded(Struct, frozen=True):
    """The reminders that a seat has had.

    Attributes:
        seat: the seat.
        since: since when it is asked what it was reminded of, in UNIX seconds.
        sent: how many reminders it has had of that.
        nudged: when another player or the referee last reminded it, 0 for never.
    """

    seat: str
    since: int = 0
    sent: int = 0
    nudged: int = 0


_FIELDS, _LISTS = Clock.__struct_fields__, ("seats", "claimed")
_CLOCK = f"SELECT {', '.join(_FIELDS)} FROM clock WHERE campaign = ? ORDER BY seat"
_ADD = f"INSERT INTO clock (campaign, {', '.join(_FIELDS)}) VALUES (?{', ?' * len(_FIELDS)})"

_STIRRING = """FROM clock c JOIN pace p ON p.campaign = c.campaign
               WHERE (c.wake <= ? OR p.outage < (SELECT coalesce(max(id), 0) FROM outage))"""


class ClockRepository:
    """The repository of everything about time."""

    def __init__(self, store: Store) -> None:
        self._store = store

    # -- paces and clocks ------------------------------------------------------------------------

    def pace(self, campaign: int) -> TimeControl:
        """Return the time control of a campaign; without one, or if it is damaged, there are no deadlines.

        In the latter case the checksum is wrong, and the campaign is held before anything is done in it.
        """
        row = self._store.row("SELECT terms FROM pace WHERE campaign = ?", campaign)
        try:
            return TimeControl() if row is None else msgspec.json.decode(row[0], type=TimeControl)
        except msgspec.MsgspecError:
            return TimeControl()

    def save_pace(self, campaign: int, pace: TimeControl) -> None:
        """Save a campaign's time control."""
        sql = """INSERT INTO pace (campaign, terms, outage)
                 VALUES (?, ?, (SELECT coalesce(max(id), 0) FROM outage))
                 ON CONFLICT (campaign) DO UPDATE SET terms = excluded.terms, outage = excluded.outage"""
        self._store.run(sql, campaign, msgspec.json.encode(pace).decode())

    def timed(self) -> list[int]:
        """Return the campaigns whose clocks run or are stopped."""
        return [id for (id,) in self._store.rows("SELECT DISTINCT campaign FROM clock ORDER BY 1")]

    def clocks(self, campaign: int) -> list[Clock]:
        """Return the clocks of a campaign that run or are stopped."""
        clocks = []
        for row in self._store.rows(_CLOCK, campaign):
            fields = dict(zip(_FIELDS, row, strict=True))
            lists = {name: msgspec.json.decode(fields[name]) for name in _LISTS}
            clocks.append(Clock(**{**fields, **lists}))
        return clocks

    def save_clocks(self, campaign: int, clocks: Iterable[Clock]) -> None:
        """Save the clocks of a campaign, in place of those before."""
        self._store.run("DELETE FROM clock WHERE campaign = ?", campaign)
        rows = []
        for clock in clocks:
            fields = {name: getattr(clock, name) for name in _FIELDS}
            fields |= {name: msgspec.json.encode(fields[name]).decode() for name in _LISTS}
            rows.append((campaign, *fields.values()))
        self._store.run_each(_ADD, rows)

    def balances(self, campaign: int) -> dict[str, BankBalance]:
        """Return each seat's bank."""
        rows = self._store.rows("SELECT seat, user, seconds FROM bank WHERE campaign = ?", campaign)
        return {row[0]: BankBalance(*row) for row in rows}

    def save_balances(self, campaign: int, balances: Iterable[BankBalance]) -> None:
        """Save each seat's bank, in place of those before."""
        self._store.run("DELETE FROM bank WHERE campaign = ?", campaign)
        rows = [(campaign, r.seat, r.user, r.seconds) for r in balances]
        self._store.run_each("INSERT INTO bank (campaign, seat, user, seconds) VALUES (?, ?, ?, ?)", rows)

    # -- acts that are due ----------------------------------------------------------------------

    def stirring(self, now: int) -> list[int]:
        """Return the campaigns in which an act is due, or that have not been given back the last outage
        yet.
        """
        query = f"SELECT DISTINCT c.campaign {_STIRRING} ORDER BY 1"
        return [campaign for (campaign,) in self._store.rows(query, now)]

    def is_stirring(self, campaign: int, now: int) -> bool:
        """Return true if an act is due in a campaign."""
        return self._store.row(f"SELECT 1 {_STIRRING} AND c.campaign = ?", now, campaign) is not None

    def next_wake(self, now: int) -> int | None:
        """Return when the next act is due after a moment, in UNIX seconds."""
        row = self._store.row("SELECT min(wake) FROM clock WHERE wake > ?", now)
        return None if row is None else row[0]

    # -- reminders without a deadline ------------------------------------------------------------

    def forgotten(self, once: int, twice: int) -> list[int]:
        """Return the campaigns of which a seat is asked since a moment and was not reminded of it, or
        since an earlier one and was not reminded twice.
        """
        query = """SELECT DISTINCT a.campaign FROM asked a JOIN campaign c ON c.id = a.campaign
                   LEFT JOIN reminded r ON r.campaign = a.campaign AND r.seat = a.seat AND r.since = a.since
                   WHERE c.state = 'playing' AND c.held = '' AND a.since <= :once
                   AND coalesce(r.sent, 0) < iif(a.since <= :twice, 2, 1) ORDER BY 1"""
        return [campaign for (campaign,) in self._store.rows(query, once=once, twice=twice)]

    def reminded(self, campaign: int, seat: str) -> Reminded:
        """Return the reminders that a seat has had."""
        query = "SELECT seat, since, sent, nudged FROM reminded WHERE campaign = ? AND seat = ?"
        row = self._store.row(query, campaign, seat)
        return Reminded(seat) if row is None else Reminded(*row)

    def save_reminded(self, campaign: int, reminded: Reminded) -> None:
        """Save the reminders that a seat has had."""
        self._store.run(
            "INSERT OR REPLACE INTO reminded (campaign, seat, since, sent, nudged) VALUES (?, ?, ?, ?, ?)",
            campaign,
            *structs.astuple(reminded),
        )

    # -- when time stood still -------------------------------------------------------------------

    def halts(self, campaign: int, seat: str) -> list[Span]:
        """Return the spans in which a campaign's time stood still: held, not reconciled yet, or a seat
        vacant.
        """
        query = "SELECT since, until FROM halt WHERE campaign = ? AND seat IN ('', ?) ORDER BY since"
        return [Span(since, until) for since, until in self._store.rows(query, campaign, seat)]

    def halt(self, campaign: int, now: int, seats: Iterable[str]) -> None:
        """Stop time for these seats ("" for all) and for no others, from now on."""
        query, wanted = "SELECT seat FROM halt WHERE campaign = ? AND until = ?", set(seats)
        still = {seat for (seat,) in self._store.rows(query, campaign, FOREVER)}
        sql = """INSERT INTO halt (campaign, seat, since, until) VALUES (?, ?, ?, ?)
                 ON CONFLICT (campaign, seat, since) DO UPDATE SET until = excluded.until"""
        self._store.run_each(sql, [(campaign, seat, now, FOREVER) for seat in sorted(wanted - still)])
        sql = "UPDATE halt SET until = ? WHERE campaign = ? AND seat = ? AND until = ?"
        self._store.run_each(sql, [(now, campaign, seat, FOREVER) for seat in sorted(still - wanted)])

    def stood(self, campaign: int, since: int, until: int) -> None:
        """Add a span of UNIX seconds in which time stood still for all seats."""
        sql = """INSERT INTO halt (campaign, seat, since, until) VALUES (?, '', ?, ?)
                 ON CONFLICT (campaign, seat, since) DO UPDATE SET until = max(until, excluded.until)"""
        self._store.run(sql, campaign, since, until)

    def outages(self) -> list[Span]:
        """Return the outages of the bot."""
        return [Span(*row) for row in self._store.rows("SELECT since, until FROM outage ORDER BY id")]

    def unseen(self, campaign: int) -> list[Span]:
        """Return the outages that have not been given back in a campaign yet."""
        query = """SELECT since, until FROM outage
                   WHERE id > (SELECT outage FROM pace WHERE campaign = ?) ORDER BY id"""
        return [Span(*row) for row in self._store.rows(query, campaign)]

    def see(self, campaign: int) -> None:
        """Mark all outages as given back in a campaign."""
        sql = "UPDATE pace SET outage = (SELECT coalesce(max(id), 0) FROM outage) WHERE campaign = ?"
        self._store.run(sql, campaign)

    def alive(self) -> int | None:
        """Return when the bot was last known to be up, in UNIX seconds; None if it never was."""
        row = self._store.row("SELECT time FROM pulse")
        return None if row is None else row[0]

    def beat(self, now: int, outage: Span | None) -> None:
        """Note that the bot is up; `outage` is the span in which it was not."""
        sql = "INSERT INTO pulse (id, time) VALUES (1, ?) ON CONFLICT (id) DO UPDATE SET time = excluded.time"
        self._store.run(sql, now)
        if outage is not None:
            self._store.run("INSERT INTO outage (since, until) VALUES (?, ?)", *outage)

    def cut(self, now: int) -> None:
        """Delete outages and halts that lie in the future, after the machine's clock was set back."""
        for sql in (
            "UPDATE outage SET since = min(since, :now), until = min(until, :now) WHERE until > :now",
            "UPDATE halt SET until = :now WHERE until > :now AND until < :forever",
            "UPDATE OR REPLACE halt SET since = :now WHERE since > :now",
        ):
            self._store.run(sql, now=now, forever=FOREVER)

    # -- absences --------------------------------------------------------------------------------

    def absences(self, user: str) -> list[Span]:
        """Return a user's absences, past ones included."""
        rows = self._store.rows("SELECT since, until FROM absence WHERE user = ? ORDER BY since", user)
        return [Span(since, until) for since, until in rows]

    def save_absences(self, user: str, absences: Iterable[Span]) -> None:
        """Save a user's absences, in place of those before."""
        self._store.run("DELETE FROM absence WHERE user = ?", user)
        self._store.run_each(
            "INSERT INTO absence (user, since, until) VALUES (?, ?, ?)", [(user, *span) for span in absences]
        )
