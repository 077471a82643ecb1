"""A golden play at a table, and beside it in a rollout: both come to equal worlds, answer by answer."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, cast

import msgspec

from adjudicator.core.log.chain import Entry
from adjudicator.core.log.chance import Rng
from adjudicator.core.table.past import Past
from adjudicator.core.table.position import world_of
from adjudicator.core.table.rollout import Rollout

from .golden import Recorder, read


class Fallen:
    """The chance of a rollout: what has fallen at a table, in order."""

    def __init__(self) -> None:
        self.left: list[list[Any]] = []

    def add(self, entries: Iterable[Entry]) -> None:
        """Add the dice and draws of new entries."""
        for entry in entries:
            if entry.t == "batch":
                self.left += [list(roll["got"]) for roll in entry.body["rolls"]]
            if entry.t == "draw":
                self.left.append([item for part in entry.parts[1:] for item in part.part["got"]])

    def dice(self, count: int, faces: int) -> list[int]:
        """See `Rng`."""
        return self._next(count)

    def take(self, items: Sequence[str], count: int) -> list[str]:
        """See `Rng`."""
        return self._next(count)

    def _next(self, count: int) -> list[Any]:
        got = self.left.pop(0)
        assert len(got) == count
        return got


class Followed(Recorder):
    """Plays a golden play at a table, and the same answers in a rollout beside it."""

    def __init__(self, text: str) -> None:
        super().__init__(read(text))
        self.compared, self.chance = 0, Fallen()
        self.chance.add(self.table.ledger.entries)
        self.beside = self._rollout(self._begin(), None)
        self._follow()
        self.same()

    def _rollout(self, world: Any, tail: Sequence[Past] | None) -> Rollout:
        return Rollout(self.table.game, world, cast(Rng, self.chance), self.table.policy, tail)

    def _follow(self) -> None:
        submit, aside = self.table.submit, self.table.aside

        def submitted(seat: str, answer: object, **how: Any) -> None:
            before = len(self.table.ledger.entries)
            submit(seat, answer, **how)
            self.chance.add(self.table.ledger.entries[before:])
            self.beside.submit(seat, answer)
            self.same()

        def set_aside(seat: str, answer: object, **how: Any) -> None:
            rest, before = self.table.position.rest, len(self.table.ledger.entries)
            aside(seat, answer, **how)
            self.beside = self._rollout(
                world_of(self.table.game, rest), all_of(self.table.ledger.entries[before:])
            )
            self.same()

        self.table.submit, self.table.aside = submitted, set_aside  # type: ignore[method-assign]

    def same(self) -> None:
        """Require that both are at the same question in equal worlds."""
        here, there = self.table.question, self.beside.question
        assert msgspec.msgpack.encode(self.beside.world) == msgspec.msgpack.encode(self.table.world)
        assert (here is None) == (there is None) == self.table.over
        if here is not None and there is not None:
            assert [(seat, c.fingerprint()) for seat, c in here.choices.items()] == [
                (seat, c.fingerprint()) for seat, c in there.choices.items()
            ]
            assert here.answers == there.answers
        assert not self.chance.left
        self.compared += 1


def all_of(entries: Sequence[Entry]) -> tuple[Past, ...]:
    """Entries with everything that they hold."""
    return tuple(
        Past(
            {**entry.body, "windows": entry.windows, "aside": int(entry.aside)},
            tuple(part.part for part in entry.parts),
        )
        for entry in entries
    )
