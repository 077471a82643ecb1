"""The dice, draws and reactions of a log, for a replay by the rules; any other request is a fault."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from adjudicator.core.choices.choice import Choice
from adjudicator.core.game.procedure import Occasion
from adjudicator.core.language.words import N_
from adjudicator.core.log.chain import JSON, Chain
from adjudicator.core.log.chance import ScriptRanOut
from adjudicator.core.table.question import Question, WindowPolicy

from .bound_orders import BoundOrders, Record
from .verify import Sentence

CLOSED = N_("entry {n}: its seals are closed; an audit needs the export with all secrets")


class RecordedChance:
    """The chance recorded in a log; any other request is a fault."""

    def __init__(self, log: Sequence[Record], chain: Chain) -> None:
        self._log, self._chain = log, chain
        self._now = log[0]

    def open(self, e: int, kind: str) -> bytes:
        n = self._chain.n
        if n >= len(self._log) or self._log[n].body["t"] != kind:
            what = N_("entry {n}: the rules need a {kind}, but the log has none")
            raise ScriptRanOut(Sentence(what, n=n, kind=kind))
        self._now = self._log[n]
        return bytes.fromhex(self._now.body["seed"])

    def dice(self, r: int, count: int, faces: int) -> list[int]:
        return self._roll(r, "dice", count)

    def take(self, r: int, items: Sequence[str], count: int) -> list[str]:
        if self._now.body["t"] == "batch":
            return self._roll(r, "pick", count)
        parts, places = self._now.parts, range(1, 1 + len(self._now.body["to"]))
        if not self._now.body["shown"] and not all(i in parts for i in places):
            raise ScriptRanOut(Sentence(CLOSED, n=self._chain.n))
        got = list(self._now.body["shown"]) or [item for i in places for item in parts[i]["got"]]
        if len(got) != count:
            what = N_("entry {n}: the rules draw {count}, but the log has {got}")
            raise ScriptRanOut(Sentence(what, n=self._chain.n, count=count, got=len(got)))
        return got

    def _roll(self, r: int, kind: str, count: int) -> list[Any]:
        rolls = self._now.body["rolls"]
        if r >= len(rolls) or rolls[r]["kind"] != kind or rolls[r]["count"] != count:
            what = N_("entry {n}: roll {r} is missing from the log, or is not the one the rules call for")
            raise ScriptRanOut(Sentence(what, n=self._chain.n, r=r))
        return list(rolls[r]["got"])


class RecordedWindows:
    """The windows recorded in a log: asked, answered by a standing order, or passed without an entry.

    Args:
        log: all entries.
        orders: the standing orders that they seal.

    Attributes:
        fault: the first fault in the acts of orders.
    """

    def __init__(self, log: Sequence[Record], orders: BoundOrders) -> None:
        self._log, self._orders = log, orders
        self.fault: Sentence | None = None
        terms = next((record.body for record in log if record.body["t"] == "terms"), None)
        self._modes = None if terms is None else WindowPolicy(modes=terms["modes"])
        self._answers: dict[int, list[Record]] = {}
        for record in log:
            if record.body["t"] == "answer":
                self._answers.setdefault(record.body["ask"], []).append(record)
        self._now: tuple[Question, int] | None = None
        self.policy = WindowPolicy(reflex=self._play, met=self._met)

    def _met(self, q: Question, n: int) -> str:
        self._now = (q, n)
        if self._modes is not None and q.occasion is not None:
            return self._modes.mode(q.occasion.kind)
        return "ask" if n < len(self._log) and self._is_asked(q, n) else "standing"

    def _is_asked(self, q: Question, n: int) -> bool:
        """Return true if entry `n` asks exactly this window, not a later one."""
        body = self._log[n].body
        if body["t"] != "ask" or body["rule"] != q.rule or body["seats"] != list(q.choices):
            return False
        answers = self._answers.get(n, [])
        return all(r.parts[0]["q"] == q.name(str(r.body["seat"])) for r in answers if 0 in r.parts)

    def _play(self, occasion: Occasion, seat: str, choice: Choice[Any], world: object) -> JSON | None:
        """Return the answer of a seat's standing order in exactly this window, if it is the log's next
        entry.
        """
        if self._now is None:
            return None
        q, n = self._now
        played = self._log[n] if n < len(self._log) and self._is_play(self._log[n], q, seat) else None
        if self.fault is None:
            self.fault = self._orders.at_window(occasion, seat, choice, world, n, played)
        return None if played is None else played.answer["answer"]

    @staticmethod
    def _is_play(record: Record, q: Question, seat: str) -> bool:
        body = record.body
        if body["t"] != "answer" or body["seat"] != seat or body["ask"] or 0 not in record.parts:
            return False
        return record.is_standing and bool(record.parts[0]["q"] == q.name(seat))
