"""The campaign of one table: the whole log, the rests, the books; changed by a command or not at all."""

from __future__ import annotations

import copy
from collections.abc import Callable, Mapping, Sequence
from typing import TypeVar

from msgspec import Struct

from adjudicator.core.audit.rewind import position_at
from adjudicator.core.choices.choice import Reader
from adjudicator.core.game.game import Game
from adjudicator.core.language.errors import NotNow
from adjudicator.core.language.terms import Treatment
from adjudicator.core.language.words import N_, words
from adjudicator.core.log.chain import Chain, Entry, effective
from adjudicator.core.log.chance import Source
from adjudicator.core.log.founding import Founded, Terms, open_from_seed, open_scripted
from adjudicator.core.orders.books import Books, Note, Standing
from adjudicator.core.table.ledger import Told
from adjudicator.core.table.table import Position, Rest, Table, start

T = TypeVar("T")


class Done(Struct, frozen=True):
    """The outcome of a command: the entries it added, what was told, and what seats are told alone."""

    entries: Sequence[Entry] = ()
    told: Sequence[Told] = ()
    notes: Sequence[Note] = ()


class Plan(Struct, frozen=True):
    """The plan by which a campaign was founded.

    Attributes:
        terms: the terms on the card.
        modes: how its windows are treated (`WindowPolicy.modes`).
        seed: where all its chance comes from; None if it is scripted.
        dice, draws: the script.
    """

    terms: Terms
    modes: Mapping[str, str]
    seed: bytes | None = None
    dice: tuple[int, ...] = ()
    draws: tuple[str, ...] = ()


class Campaign:
    """A game being played at this table.

    Attributes:
        game, plan: what it was founded with.
        entries: the whole log.
        chain, source: the end of the log, and its chance.
        table: the present table, for queries; commands work on another.
        kept: the standing orders.
        first: the last entry of the founding, after which no undo goes.
    """

    def __init__(self, game: Game, plan: Plan, world: object, tail: Sequence[Entry] = ()) -> None:
        self.game, self.plan = game, plan
        founded = _open(game, plan)
        self.chain: Chain = founded.chain
        self.source: Source = founded.source
        self.entries: list[Entry] = founded.entries
        self.first = self.chain.n - 1
        self.kept: dict[str, list[Standing]] = {}
        self.rests: list[Rest] = []
        position = start(game, world, self.first)
        if tail:
            again = rechained(self.chain, tail, self.first)
            self.entries += again
            position = Position(position.rest, tuple(again))
        self.rests.append(position.rest)
        self.table = self._table(position, self.chain, self.source, Books(game, {}), fresh=not tail)
        self.opening = self._keep(self.table, self.chain, self.source, Books(game, {}))

    @property
    def seats(self) -> tuple[str, ...]:
        """The seats, in order of play."""
        return tuple(self.plan.terms.seats)

    @property
    def treatment(self) -> Treatment:
        """The treatment of its windows."""
        return self.game.treatment(self.plan.modes, self.plan.terms.options)

    def reader(self, language: str) -> Reader:
        """Return the reader of orders in a language."""
        return Reader(self.game.lexicon, language)

    def change(self, act: Callable[[Table, Books], T]) -> tuple[T, Done]:
        """Let a command act, then the standing orders; nothing is kept if anything comes out of it.

        Raises:
            Refusal, Stale, Defect, ScriptRanOut: and nothing has changed.
        """
        chain, source, books = copy.copy(self.chain), copy.copy(self.source), Books(self.game, self.kept)
        table = self._table(self.table.position, chain, source, books)
        result = act(table, books)
        books.answer_all(table)
        return result, self._keep(table, chain, source, books)

    def undo(self, to: int) -> Done:
        """Go back to where the campaign stood after entry `to`; standing orders wait for the next command.

        An entry `undo` means the entry to which it went back.

        Raises:
            NotNow: if `to` does not stand, or is of the founding.
            Stale: if the rules no longer lead there.
        """
        standing = [entry.n for entry in effective(self.entries)]
        undone = {entry.n: int(entry.body["to"]) for entry in self.entries if entry.t == "undo"}
        while to in undone:
            to = undone[to]
        if to not in standing[:-1] or to < self.first:
            values = {"to": to, "first": self.first, "last": self.chain.n - 1}
            raise NotNow(
                words(
                    N_(
                        "you cannot go back to entry {to}; choose one from {first} to {last} that has not "
                        "been undone"
                    ),
                    **values,
                )
            )
        chain, source, books = copy.copy(self.chain), copy.copy(self.source), Books(self.game, self.kept)
        books.undo(to)
        position = position_at(self.entries, self.rests, to)
        fields = {"to": to, "keep": 0, "by": "referee", "why": "", "consent": []}
        entry = chain.append("undo", 0, fields)
        table = self._table(position, chain, source, books)
        self.rests = [rest for rest in self.rests if rest.n <= to]
        self.entries.append(entry)
        return self._keep(table, chain, source, books)

    def _table(self, at: Position, chain: Chain, source: Source, books: Books, fresh: bool = False) -> Table:
        policy = books.policy(self.plan.modes)
        return Table(self.game, at, chain, source, policy=policy, fresh=fresh)

    def _keep(self, table: Table, chain: Chain, source: Source, books: Books) -> Done:
        self.table, self.chain, self.source, self.kept = table, chain, source, books.kept
        self.entries += table.ledger.entries
        self.rests += table.rests
        return Done(list(table.ledger.entries), list(table.ledger.told), list(books.notes))


def _open(game: Game, plan: Plan) -> Founded:
    if plan.seed is None:
        return open_scripted(game.name, plan.terms, plan.dice, plan.draws)
    return open_from_seed(game.name, plan.terms, plan.seed)


_POINTS = {"answer": "ask", "lock": "ask", "open": "of"}
"""The field by which an entry of a kind names another."""


def rechained(chain: Chain, tail: Sequence[Entry], first: int) -> list[Entry]:
    """Return a tail of another log, written after this one; its epochs continue from there.

    Raises:
        KeyError, IndexError, TypeError, ValueError: if it is not a tail.
    """
    now = {0: 0}
    written: dict[int, Entry] = {}
    again: list[Entry] = []
    for old in tail:
        fields = {key: item for key, item in old.body.items() if key not in ("n", "t", "time", "seals")}
        if old.t in _POINTS:
            fields[_POINTS[old.t]] = now[fields[_POINTS[old.t]]]
        if old.t == "lock":
            fields["answers"] = {seat: now[n] for seat, n in fields["answers"].items()}
        if old.t == "open":
            fields["nonce"] = written[fields["of"]].parts[fields["i"]].nonce
        if old.t in ("batch", "draw"):
            chain.epoch = max(chain.epoch, fields["e"])
            fields["stands"] = 0
        now[old.n] = chain.n
        sealed = [(part.seats, part.part) for part in old.parts] if "seals" in old.body else None
        entry = chain.append(old.t, 0, fields, sealed, old.told, old.windows, old.aside)
        written[entry.n] = entry
        again.append(entry)
    return again
