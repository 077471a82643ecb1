"""A strict table for chapter tests: orders as players write them, and a sound world after each."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Generic, TypeVar

import msgspec

from adjudicator.core import Choice, Completion, Event, Game, Reader, Refusal, Table, fill, redact, start
from adjudicator.core.log.chain import Chain
from adjudicator.core.log.chance import ScriptedSource
from adjudicator.core.orders.orders import complete, lines, submit
from adjudicator.core.table.question import WindowPolicy

W = TypeVar("W")


class StrictTable(Generic[W]):
    """A table that takes orders as text, as a whole line with ";", or as JSON.

    `told` are the events since the last order began.
    """

    def __init__(
        self, game: Game, w: W, source: ScriptedSource, windows: Mapping[str, str] | None = None
    ) -> None:
        chain, policy = Chain(f"{game.name}/test", bytes(32), 1), WindowPolicy(windows or {})
        self.game, self.english = game, Reader(game.lexicon)
        self.table = Table(game, start(game, w, 0), chain, source, policy=policy, fresh=True)
        self._heard = 0
        self._sound()

    @property
    def w(self) -> W:
        """The world at this moment, also in the middle of a procedure."""
        world: W = self.table.world
        return world

    @property
    def told(self) -> list[Event]:
        return [line.event for line in self.table.ledger.told[self._heard :]]

    @property
    def asked(self) -> list[str]:
        """The seats that are asked."""
        return list(self.table.pending)

    def choice(self, seat: str) -> Choice[Any]:
        return self.table.choice(seat)

    def order(self, seat: str, *answers: object) -> None:
        """Give orders in turn: a text, or the JSON of an answer (a list or an object)."""
        self._heard = len(self.table.ledger.told)
        for answer in answers:
            self._submit(seat, answer)
            self._sound()

    def refused(self, seat: str, answer: object, rule: str = "", kind: str = "illegal", **values: Any) -> str:
        """Require that the order is refused by this paragraph, with these values, and changes nothing.

        Return the sentence that the seat reads.
        """
        before = msgspec.msgpack.encode((self.w, self.table.ledger.chain.head, self.asked))
        try:
            self._submit(seat, answer)
        except Refusal as refusal:
            assert (refusal.kind, refusal.rule if rule or kind == "illegal" else "") == (kind, rule), refusal
            assert {k: refusal.why.values.get(k) for k in values} == values, refusal
            assert msgspec.msgpack.encode((self.w, self.table.ledger.chain.head, self.asked)) == before
            return fill(refusal.why, "en", self.game.lexicon.label)
        raise AssertionError(f"{answer} was taken")

    def events(self, kind: str) -> list[Event]:
        """Return the events of a kind that the last orders told of."""
        return [event for event in self.told if event.kind == kind]

    def said(self, seat: str | None = None, language: str = "en") -> list[str]:
        """Return the report of the last orders, as a seat (or the public) reads it."""
        seen = [redact(event, seat) for event in self.told]
        return [self.game.say(event, language) for event in seen if event is not None]

    def lines(self, seat: str, text: str = "", reader: Reader | None = None) -> list[str]:
        """Return the completions that are not barred."""
        return [line.text for line in self.completions(seat, text, reader) if line.bar is None]

    def completions(self, seat: str, text: str = "", reader: Reader | None = None) -> list[Completion]:
        return list(complete(self.choice(seat), text, reader or self.english))

    def _submit(self, seat: str, answer: object) -> None:
        if not isinstance(answer, str):
            self.table.submit(seat, answer)
            return
        verb = ""
        for line in lines(answer):
            verb = submit(self.table, seat, line.text, self.english, verb if line.follows else "")

    def _sound(self) -> None:
        assert not self.game.problems(self.w), self.game.problems(self.w)
