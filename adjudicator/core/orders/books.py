"""The books of standing orders, and what acts by them (architecture.md §1.7).

Everything is decided from the seat's view alone, in order of play, within the command that caused the
occasion, so neither a delay nor an entry shows whether there was an order.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from adjudicator.core.choices.choice import Choice, Reader
from adjudicator.core.choices.forms import Menu
from adjudicator.core.game.game import Game, Key
from adjudicator.core.game.procedure import Occasion
from adjudicator.core.language.errors import NotUnderstood, Refusal
from adjudicator.core.language.words import N_, words
from adjudicator.core.log.chain import JSON, Entry
from adjudicator.core.table.answers import is_standing
from adjudicator.core.table.question import WindowPolicy, offer
from adjudicator.core.table.table import Table

from .orders import Line, LineRefused, read
from .standing import REST, FirstFound, Order, keys_of, limit_of, parse

MOST_ORDERS = 100
"""The most standing orders of a seat: all are sealed into every answer."""

MOST = 400
"""The most answers that standing orders give within one command; then the seats are asked themselves."""


class Standing(Struct):
    """A standing order in a book.

    Attributes:
        text: the order as its player wrote it.
        used: the entries by which it acted.
        lapsed: the entry after which its `until` was true, None before.
        noted: the last reason that its seat was told why it could not act; "" if none.
    """

    text: str
    used: list[int] = []
    lapsed: int | None = None
    noted: str = ""

    @property
    def is_in_force(self) -> bool:
        """True if it may still act."""
        times = limit_of(self.text)
        return self.lapsed is None and (times is None or len(self.used) < times)


class Note(Struct, frozen=True):
    """A note for the seat alone: its standing order should have acted, and could not."""

    seat: str
    order: str
    refusal: Refusal


class Books:
    """Every seat's standing orders; a command changes them together with the campaign, or not at all.

    Args:
        game: whose rules.
        kept: seat -> its orders, as stored from the attribute `kept` of the last command.

    Attributes:
        kept: seat -> its orders, spent ones included; to be stored after the command.
        in_force: seat -> the texts of those in force; sealed into answers (design/fair-dice.md §6).
        notes: notes for single seats; the last note about an order is not repeated.
    """

    def __init__(self, game: Game, kept: Mapping[str, Sequence[Standing]]) -> None:
        self._game = game
        self._reader = Reader(FirstFound(game.lexicon))
        self.kept = {seat: [replace(s, used=list(s.used)) for s in book] for seat, book in kept.items()}
        self.in_force: dict[str, list[str]] = {}
        self._count()
        self.notes: list[Note] = []
        self._acted: list[Standing] = []
        self._stamped = 0
        self._undone: dict[int, Standing] = {}
        self._parsed: dict[tuple[str, str], Order | None] = {}

    def policy(self, modes: Mapping[str, str]) -> WindowPolicy:
        """Return the treatment of windows and standing orders by a table; `modes` as in `WindowPolicy`."""
        return WindowPolicy(modes, self.reflex, self.in_force)

    def leave(self, seat: str, texts: Sequence[str], world: Any) -> None:
        """Replace the seat's orders by these; an order that was there already keeps its count and its lapse.

        A spent order does not act again thereby; to renew it, the player removes it and gives it anew.

        Raises:
            LineRefused: for the first that is not understood; its number is its place, from 1.
        """
        if len(texts) > MOST_ORDERS:
            expected = words(N_("at most {n} standing {n:order|orders}"), n=MOST_ORDERS)
            raise NotUnderstood(str(len(texts)), expected)
        view = self._game.view(world, seat)
        before: dict[str, list[Standing]] = {}
        for kept in self.kept.get(seat, []):
            before.setdefault(kept.text, []).append(kept)
        book: list[Standing] = []
        for number, text in enumerate(texts, 1):
            try:
                order = parse(text, seat, self._game, view)
            except Refusal as refusal:
                raise LineRefused(Line(number, text), refusal) from refusal
            same = before.get(order.text)
            book.append(same.pop(0) if same else Standing(order.text))
        self.kept[seat] = book
        self._count()

    def undo(self, to: int) -> None:
        """Forget what orders did after entry `to`."""
        for book in self.kept.values():
            for kept in book:
                self._undone |= {n: kept for n in kept.used if n > to}
                kept.used = [n for n in kept.used if n <= to]
                if kept.lapsed is not None and kept.lapsed > to:
                    kept.lapsed = None
        self._count()

    def reentered(self, undone: Sequence[Entry], table: Table) -> None:
        """After `undo`: the table has put undone answers again, and orders have done again what they did.

        `undone` are the entries that the table was built with.
        """
        again = [entry for entry in table.ledger.entries if entry.t == "answer"]
        before = [entry for entry in undone if entry.t == "answer"][: len(again)]
        for old, new in zip(before, again, strict=True):
            if old.n in self._undone:
                self._undone[old.n].used.append(new.n)
        self._stamped = len(_standing(table))
        self._count()

    # -- acting ----------------------------------------------------------------------------------

    def reflex(self, occasion: Occasion, seat: str, choice: Choice[Any], world: Any) -> JSON | None:
        """Return the answer of the seat's orders in a window; None to pass (`WindowPolicy.reflex`)."""
        self._count()
        offered = offer(choice)
        for kept, by, answer in self._plays(seat, occasion.kind, [offered, choice], world, occasion):
            if by is offered and answer["pick"] == "pass":
                return None
            self._has_acted(kept)
            return answer["answer"] if by is offered else answer
        return None

    def plays(self, seat: str, on: str, choice: Choice[Any], world: Any) -> Iterator[tuple[str, Any]]:
        """Yield each order that would answer a question or act at a rest, by its text, with its answer."""
        return ((kept.text, answer) for kept, _, answer in self._plays(seat, on, [choice], world))

    def _plays(
        self,
        seat: str,
        on: str,
        choices: Sequence[Choice[Any]],
        world: Any,
        occasion: Occasion | None = None,
    ) -> Iterator[tuple[Standing, Choice[Any], Any]]:
        """Yield the answer that each order of a seat would give, with its choice; the first of them acts."""
        if not self.kept.get(seat):
            return
        view = self._game.view(world, seat)
        for kept, order in self._orders(seat, on, view):
            keys = keys_of(self._game, view, seat, order.on, occasion)
            if (played := self._try(kept, order, choices, seat, keys)) is not None:
                yield kept, *played

    def answer_all(self, table: Table) -> None:
        """Let orders act at the rest and on the questions after a command, until none does.

        Raises:
            Defect, ScriptRanOut: and the table is to be thrown away, with these books.
        """
        at_rest: list[Standing] = []
        for _ in range(MOST):
            self._lapse(table)
            self._count()
            if not (self._act_at_rest(table, at_rest) or self._answer(table)):
                break
        self._stamp(table)

    def _answer(self, table: Table) -> bool:
        """Answer one question by an order; an open window has been offered to orders before."""
        question = table.question
        if question is None or question.occasion is not None:
            return False
        for seat, choice in table.pending.items():
            for kept, _, answer in self._plays(seat, choice.rule, [choice], table.world):
                self._has_acted(kept)
                table.submit(seat, answer, standing=True)
                return True
        return False

    def _act_at_rest(self, table: Table, done: list[Standing]) -> bool:
        """Carry out one aside by an order on rests; each acts once per command."""
        if not table.at_rest or not any(self.kept.values()):
            return False
        for seat, choice in table.asides().items():
            view = self._game.view(table.world, seat)
            for kept, order in self._orders(seat, REST, view):
                if any(kept is other for other in done):
                    continue
                done.append(kept)
                keys = keys_of(self._game, view, seat, REST)
                if (played := self._try(kept, order, [choice], seat, keys)) is not None:
                    self._has_acted(kept)
                    table.aside(seat, played[1], standing=True)
                    return True
        return False

    def _try(
        self, kept: Standing, order: Order, choices: Sequence[Choice[Any]], seat: str, keys: Mapping[str, Key]
    ) -> tuple[Choice[Any], Any] | None:
        """Return the first alternative that the tests and the rules allow, with its choice; None if there is
        none.
        """
        lexicon = self._game.lexicon
        plain = [test for test in order.tests if not isinstance(keys.get(test.key), dict)]
        if not all(test.holds(keys, (), seat, lexicon) for test in plain):
            return None
        refusal: Refusal | None = None
        verb = ""
        for line in order.lines:
            try:
                choice, answer, verb = self._read(choices, line, verb)
                named = list(_strings(answer))
                if all(test.holds(keys, named, seat, lexicon) for test in order.tests):
                    return choice, choice.accept(answer)
            except Refusal as why:
                refusal, verb = why, self._verb(choices, line) or verb
        if refusal is not None:
            self._note(seat, kept, refusal)
        return None

    def _verb(self, choices: Sequence[Choice[Any]], line: str) -> str:
        """Return the verb of an alternative that is refused: the next one may leave it out."""
        found = (choice.verb_of(line, self._reader) for choice in choices if isinstance(choice, Menu))
        return next(filter(None, found), "")

    def _note(self, seat: str, kept: Standing, refusal: Refusal) -> None:
        if kept.noted != str(refusal):
            kept.noted = str(refusal)
            self.notes.append(Note(seat, kept.text, refusal))

    def _read(self, choices: Sequence[Choice[Any]], line: str, verb: str) -> tuple[Choice[Any], JSON, str]:
        *others, last = choices
        for choice in others:
            try:
                return (choice, *read(choice, line, self._reader, verb))
            except NotUnderstood:
                continue
        return (last, *read(last, line, self._reader, verb))

    # -- which are in force ----------------------------------------------------------------------

    def _orders(self, seat: str, on: str, view: Any) -> Iterator[tuple[Standing, Order]]:
        for kept in self.kept.get(seat, []):
            if not kept.is_in_force:
                continue
            order = self._order(seat, kept, view)
            if order is not None and order.on == on and not self._is_over(seat, order, view):
                yield kept, order

    def _order(self, seat: str, kept: Standing, view: Any) -> Order | None:
        """Return the content of an order; None, and a note, if a change of the rules has voided it."""
        if (seat, kept.text) not in self._parsed:
            try:
                self._parsed[seat, kept.text] = parse(kept.text, seat, self._game, view)
            except Refusal as refusal:
                self._parsed[seat, kept.text] = None
                self._note(seat, kept, refusal)
        return self._parsed[seat, kept.text]

    def _is_over(self, seat: str, order: Order, view: Any) -> bool:
        keys = keys_of(self._game, view, seat, order.on) if order.until else {}
        return bool(order.until) and all(
            test.holds(keys, (), seat, self._game.lexicon) for test in order.until
        )

    def _count(self) -> None:
        """Update the orders in force, which are sealed with the next answer."""
        for seat, book in self.kept.items():
            self.in_force[seat] = [kept.text for kept in book if kept.is_in_force]

    def _lapse(self, table: Table) -> None:
        for seat, book in self.kept.items():
            view = self._game.view(table.world, seat) if book else None
            for kept in book:
                order = self._order(seat, kept, view) if kept.is_in_force else None
                if order is not None and self._is_over(seat, order, view):
                    kept.lapsed = table.ledger.last

    def _has_acted(self, kept: Standing) -> None:
        kept.used.append(0)
        self._acted.append(kept)

    def _stamp(self, table: Table) -> None:
        """Store the entries by which orders acted; every act is a standing answer, in the same order."""
        entries = _standing(table)[self._stamped :]
        for kept, entry in zip(self._acted, entries, strict=True):
            kept.used[kept.used.index(0)] = entry.n
        self._stamped += len(entries)
        self._acted.clear()


def _standing(table: Table) -> list[Entry]:
    """Return the answers that standing orders have given in this command."""
    return [entry for entry in table.ledger.entries if entry.t == "answer" and is_standing(entry)]


def _strings(answer: JSON) -> Iterator[str]:
    """Yield all ids in an answer."""
    match answer:
        case str():
            yield answer
        case list():
            for item in answer:
                yield from _strings(item)
        case dict():
            for key, item in answer.items():
                yield key
                yield from _strings(item)
