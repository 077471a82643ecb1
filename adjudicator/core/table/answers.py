"""Questions and answers in the log: written, and read again (design/fair-dice.md §6)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from adjudicator.core.choices.choice import Choice
from adjudicator.core.language.errors import Refusal, Stale
from adjudicator.core.log.chain import JSON, Entry

from .ledger import Ledger, Sealed
from .question import Question, question_name


class Answers:
    """The questions and answers of one table.

    Args:
        ledger: the table's ledger.
        books: every seat's standing orders in force, sealed into every answer.
    """

    def __init__(self, ledger: Ledger, books: Mapping[str, list[str]]) -> None:
        self._ledger = ledger
        self._books = books

    def call(self, q: Question) -> None:
        """Write or read the entry by which several seats are asked at once."""
        q.together = True
        q.entry = self._ledger.note("ask", {"rule": q.rule, "seats": list(q.choices)}).n

    def give(self, q: Question, seat: str, typed: Any, by: str, standing: bool) -> None:
        """Log a seat's accepted answer; sealed if several seats are asked."""
        ask = q.entry if q.together else None
        q.take(self._write(seat, q.choices[seat], typed, q.name(seat), by, standing, ask))

    def give_aside(self, seat: str, choice: Choice[Any], typed: Any, standing: bool) -> Entry:
        """Log an act out of turn of a seat."""
        return self._write(seat, choice, typed, question_name(choice), "seat", standing, None, aside=True)

    def read(self, q: Question) -> None:
        """Read the next answer of the log, which must be one to this question."""
        entry = self._ledger.read("answer", q.rule)
        seat = str(entry.body["seat"])
        if seat not in q.choices or entry.parts[0].part["q"] != q.name(seat):
            raise Stale(entry.n, q.rule, f"{seat} answered another question than the rules ask")
        q.take(entry)

    def close(self, q: Question) -> None:
        """Lock the secret answers once all are in, and open what is public."""
        locked = {seat: q.answered[seat].n for seat in q.in_order}
        self._ledger.note("lock", {"ask": q.entry, "answers": locked})
        for seat in q.opened():
            entry, part = q.answered[seat], q.answered[seat].parts[1]
            opening = {"of": entry.n, "i": 1, "nonce": part.nonce, "part": part.part}
            self._ledger.note("open", opening)

    def _write(
        self,
        seat: str,
        choice: Choice[Any],
        typed: Any,
        named: str,
        by: str,
        standing: bool,
        ask: int | None,
        *,
        aside: bool = False,
    ) -> Entry:
        """Append the entry: question and books sealed for all, what the choice hides for the seat alone."""
        books = {s: list(lines) for s, lines in sorted(self._books.items())}
        question: dict[str, JSON] = {"q": named, "standing": int(standing), "books": books}
        sealed: Sealed = [((), question)]
        if ask is not None or choice.hides(typed):
            sealed = [*sealed, ((seat,), {"answer": typed})]
        fields = {
            "seat": seat,
            "rule": choice.rule,
            "ask": ask or 0,
            "by": by,
            "pub": choice.public(typed) if ask is None else {},
        }
        return self._ledger.append("answer", fields, sealed, aside)


class Undone:
    """Answers that an undo with `keep` has taken back, to be put again in order (design/fair-dice.md §8)."""

    def __init__(self, entries: Sequence[Entry]) -> None:
        self._left = [entry for entry in entries if entry.t == "answer"]
        self.going_on = bool(entries)
        self.taken = 0

    @property
    def next(self) -> Entry | None:
        """The next one, None if all have been put."""
        return self._left[0] if self._left else None

    def take(self) -> None:
        """Take the next answer, to be put again."""
        self._left.pop(0)
        self.taken += 1

    def play_in(self, q: Question) -> tuple[str, Any] | None:
        """Return a standing order's answer in exactly this window, to be given again; None if it gave
        none.
        """
        old = self.next
        if old is None or old.aside or old.body["ask"] or not is_standing(old):
            return None
        seat = str(old.body["seat"])
        if seat not in q.choices or old.parts[0].part["q"] != q.name(seat):
            return None
        play = same_answer(old, q.choices[seat], together=False)
        return None if play is None else (seat, play)


def is_standing(entry: Entry) -> bool:
    """Return true if a standing order gave the answer."""
    return bool(entry.parts[0].part["standing"])


def same_answer(old: Entry, choice: Choice[Any] | None, *, together: bool) -> Any:
    """Return the answer of an undone entry if this choice accepts it with the same public part; else None."""
    if choice is None or choice.rule != old.body["rule"]:
        return None
    try:
        typed = choice.accept(old.answer)
    except Refusal:
        return None
    public = {} if together else choice.public(typed)
    return typed if typed == old.answer and public == old.body["pub"] else None
