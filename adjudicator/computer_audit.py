"""The proof of the computer's answers: recomputed from an opened log (design/computer.md §5).

Its answer follows from what its seat saw, the log's head and the hidden root, which the last entry of the log
opens. Anybody who has the export can check that it knew no more than its seat, and was not helped.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from adjudicator.core.audit.bound_orders import Record
from adjudicator.core.audit.rewind import is_run
from adjudicator.core.audit.verify import COMPUTER, Sentence
from adjudicator.core.choices.choice import Choice
from adjudicator.core.game.game import Game
from adjudicator.core.language.errors import Refusal
from adjudicator.core.language.words import N_
from adjudicator.core.log.chain import JSON, mac
from adjudicator.core.log.chance import Rng
from adjudicator.core.table.rollout import seen
from adjudicator.core.table.table import Table
from adjudicator.search.job import Job

from .opponents import OPPONENTS, considered
from .rules_version import rules_version

LEVEL = f"{COMPUTER}, level "
SEALED = N_("the computer's answers are not judged: its root is not opened in this export")
OLDER = N_("the computer's answers are not judged: the game was played with another version of the code")


class ComputerProof:
    """The computer's answers of one log, in order.

    Args:
        game: its game.
        log: all entries, with what was opened.

    Attributes:
        compared: the number of answers found as they must be.
        notes: why none are judged.
    """

    def __init__(self, game: Game, log: Sequence[Record]) -> None:
        self._game, self._log, self._card = game, log, log[0].body
        self._hroot = next((str(r.body["hroot"]) for r in reversed(log) if r.body["t"] == "end"), "")
        self._left: list[JSON] = []
        self._planned, self._last = ("", ""), 0
        self._rules = rules_version(game.id)
        self.compared = 0
        self.notes = [Sentence(OLDER if self._is_older() else SEALED)] if self._is_unjudged() else []

    def _is_unjudged(self) -> bool:
        return not self._hroot or self._is_older()

    def _is_older(self) -> bool:
        """Return true if the log names another version of the code or the data than this."""
        named = [self._card["umpire"], *(r.body for r in self._log if r.body["t"] == "rules")]
        return any((one["rules"], one["data"]) != (self._rules.rules, self._rules.data) for one in named)

    def fault(self, record: Record, n: int, table: Table) -> Sentence | None:
        """Return the fault of an answer to the open question that a seat of the computer gave, if any."""
        seat = str(record.body["seat"])
        if (
            self.notes
            or record.is_standing
            or record.body["by"] != "seat"
            or not (level := self._level(seat, n))
        ):
            return None
        due, choice = self._due(seat, level, n, table), table.pending[seat]
        if choice.accept(due) != choice.accept(record.answer):
            what = N_("entry {n}: at level {level} the computer decides {due}, but the log says {said}")
            return Sentence(what, n=n, level=level, due=ascii(due), said=ascii(record.answer))
        self.compared += 1
        return None

    def _level(self, seat: str, n: int) -> int:
        """Return the level of the computer that has a seat before an entry, 0 if somebody else has it."""
        seats = (r.body for r in reversed(self._log[:n]) if r.body["t"] == "seat")
        who = next((str(body["who"]) for body in seats if body["seat"] == seat), "")
        return 1 if who == COMPUTER else int(who.removeprefix(LEVEL)) if who.startswith(LEVEL) else 0

    def _due(self, seat: str, level: int, n: int, table: Table) -> JSON:
        """Return the computer's answer: the next order of its plan that is legal, or else of a new plan."""
        choice, seed = table.pending[seat], self._seed(seat, n)
        if level > 1:
            if self._planned != (seat, choice.rule) or not self._follows(n):
                self._left = []
            answer = self._next(choice)
            if answer is None:
                answer = self._anew(seat, level, n, table, seed)
            self._last = n
            if answer is not None:
                return answer
        assert self._game.ai_player is not None
        return self._game.ai_player(self._game.view(table.world, seat), choice, Rng(seed))

    def _anew(self, seat: str, level: int, n: int, table: Table, seed: bytes) -> JSON | None:
        """Return the first order of a new plan; None where it has none for this question."""
        choice, modes = table.pending[seat], dict[str, str]()
        for record in self._log[:n]:
            if record.body["t"] == "terms":
                modes = record.body["modes"]
        weights, known = OPPONENTS[self._game.id].weights, seen(table, seat)
        plan = considered(Job(self._game.id, self._rules, weights, level, known, modes, seed))
        if plan is None or plan.rule != choice.rule:
            self._left = []
            return None
        self._planned, self._left = (seat, plan.rule), [*plan.answers]
        return self._next(choice)

    def _next(self, choice: Choice[Any]) -> JSON | None:
        """Take the next order of the plan that is legal off it."""
        while self._left:
            answer = self._left.pop(0)
            try:
                choice.accept(answer)
            except Refusal:
                continue
            return answer
        return None

    def _follows(self, n: int) -> bool:
        """Return true if between the last order of the plan and entry n nobody acted."""
        return all(is_run(r.body) and r.body["t"] != "answer" for r in self._log[self._last + 1 : n])

    def _seed(self, seat: str, n: int) -> bytes:
        """Return the seed of a decision: of the head before it, or before an update that came with it."""
        before = n - 1
        while self._log[before].body["t"] == "rules":
            before -= 1
        head = bytes.fromhex(self._log[before].head)
        return mac(bytes.fromhex(self._hroot), "computer", str(self._card["game"]), head, seat)
