"""Comparison of the standing orders sealed into answers with what was played (design/fair-dice.md §6, §10).

Every answer seals the orders that each seat had in force. Nobody is asked between an answer and a following
window in which no seat is asked, so an order that acts there was sealed before, and an order sealed before is
in force there; one that ends by itself (`times`, `until`) only if it is still in the books after the window.
Facts that no log contains are not judged: orders on rests that did not act, windows after an undo, an edit or
a change of the rules, and a last use of `times`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import Struct

from adjudicator.core.choices.choice import Choice
from adjudicator.core.game.game import Game
from adjudicator.core.game.procedure import Occasion
from adjudicator.core.language.errors import Refusal
from adjudicator.core.language.words import N_
from adjudicator.core.log.chain import JSON
from adjudicator.core.orders.books import Books, Standing
from adjudicator.core.orders.standing import REST, ends_by_itself, limit_of
from adjudicator.core.table.question import Question, offer

from .verify import Sentence


class Record(Struct, frozen=True):
    """An entry of an export: its public body, the content of its seals, by place, and the head after it."""

    body: dict[str, JSON]
    parts: dict[int, dict[str, JSON]]
    head: str = ""

    @property
    def answer(self) -> JSON:
        """The answer, sealed or not; only of an entry `answer`."""
        return self.parts[1]["answer"] if 1 in self.parts else self.body["pub"]["answer"]

    @property
    def is_standing(self) -> bool:
        """True if a standing order gave the answer; only for one whose seals are open."""
        return bool(self.parts[0]["standing"])

    def orders(self, seat: str) -> list[str]:
        """Return the orders of a seat that an answer sealed."""
        return list(self.parts[0]["books"].get(seat, []))


class BoundOrders:
    """The standing orders of one log.

    Args:
        game: whose rules.
        log: all entries, whose answers have their seals open.
    """

    def __init__(self, game: Game, log: Sequence[Record]) -> None:
        self._game, self._log = game, log

    def at_window(
        self,
        occasion: Occasion,
        seat: str,
        choice: Choice[Any],
        world: Any,
        n: int,
        played: Record | None,
    ) -> Sentence | None:
        """Return the fault of a standing order's act in a window in which no seat was asked, if any.

        The window is given as in `WindowPolicy.reflex`; `n` is the next entry of the log, and `played` that
        entry, if it is this seat's play.
        """
        before, after = self._beside(n, -1), self._beside(n, 1)
        if played is not None:
            text, due = self._first(played.orders(seat), occasion, seat, choice, world)
            if due is None or due != _taken(choice, played.answer["answer"]):
                return Sentence(_FOLLOWS, n=n, seat=seat)
            if before is not None and text not in before.orders(seat):
                return Sentence(_LATE, n=n, seat=seat, order=ascii(text))
            return None
        if before is None or after is None:
            return None
        text, due = self._first(before.orders(seat), occasion, seat, choice, world)
        is_spent = limit_of(text) is not None and before.is_standing and before.body["seat"] == seat
        if due is None or is_spent or (ends_by_itself(text) and text not in after.orders(seat)):
            return None
        return Sentence(_PASSED, n=n, seat=seat, order=ascii(text))

    def at_answer(self, record: Record, q: Question, world: Any) -> Sentence | None:
        """Return the fault of an answer to a question or an open window, as far as it must follow from
        orders.
        """
        seat, n = str(record.body["seat"]), int(record.body["n"])
        if record.body["by"] != "clock" and not record.is_standing:
            return None
        if q.occasion is not None:
            text, due = self._first(record.orders(seat), q.occasion, seat, q.reactions[seat], world)
            said = record.answer.get("answer") if isinstance(record.answer, dict) else None
            given = None if record.answer == {"pick": "pass"} else _taken(q.reactions[seat], said)
        else:
            books = Books(self._game, {seat: [Standing(text) for text in record.orders(seat)]})
            text, due = next(books.plays(seat, q.choices[seat].rule, q.choices[seat], world), ("", None))
            given = q.choices[seat].accept(record.answer)
        if record.is_standing:
            return None if due is not None and due == given else Sentence(_FOLLOWS, n=n, seat=seat)
        if due is None or seat in q.answers:
            return None
        return Sentence(_PASSED, n=n, seat=seat, order=ascii(text))

    def at_aside(self, record: Record, choice: Choice[Any], world: Any) -> Sentence | None:
        """Return the fault of an act out of turn by a standing order on rests, if any."""
        seat, n = str(record.body["seat"]), int(record.body["n"])
        if not record.is_standing:
            return None
        books = Books(self._game, {seat: [Standing(text) for text in record.orders(seat)]})
        given = choice.accept(record.answer)
        if any(due == given for _, due in books.plays(seat, REST, choice, world)):
            return None
        return Sentence(_FOLLOWS, n=n, seat=seat)

    def _first(
        self, texts: Sequence[str], occasion: Occasion, seat: str, choice: Choice[Any], world: Any
    ) -> tuple[str, Any]:
        """Return the order that acts in a window, and its play; None where all let it pass."""
        books = Books(self._game, {seat: [Standing(text) for text in texts]})
        play = books.reflex(occasion, seat, choice, world)
        due = None if play is None else _taken(choice, play)
        return next((kept.text for kept in books.kept[seat] if kept.used), ""), due

    def _beside(self, n: int, step: int) -> Record | None:
        """Return the answer nearest to entry `n`: before it (step -1), or it and after; None after an undo
        or an edit, or if its seals are closed.
        """
        at = n - 1 if step < 0 else n
        while 0 <= at < len(self._log):
            record = self._log[at]
            if record.body["t"] in ("undo", "edit", "rules"):
                return None
            if record.body["t"] == "answer":
                return record if 0 in record.parts else None
            at += step
        return None


def _taken(choice: Choice[Any], answer: JSON) -> Any:
    """Return a reaction as a window takes it, None if it does not."""
    try:
        taken: Mapping[str, Any] = offer(choice).accept({"pick": "play", "answer": answer})
    except Refusal:
        return None
    return taken["answer"]


_FOLLOWS = N_("entry {n}: no standing order that {seat} had in force gives this answer")
_LATE = N_("entry {n}: the standing order {order} of {seat} was not sealed before it acted")
_PASSED = N_("entry {n}: the standing order {order} of {seat} should have acted before this entry")
