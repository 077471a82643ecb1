"""Two worlds that differ only in what a viewer cannot know give that viewer the same of everything."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from adjudicator.core import Choice, Reader, Refusal, Table
from adjudicator.core.choices.choice import NoneLegal
from adjudicator.core.log.chance import sampler
from adjudicator.core.orders.orders import Line, lines, rehearse

from .game import GameUnderTest
from .games import over
from .play_styles import bold
from .selfplay import play
from .two_worlds import Ear, alike, at_rest, binds, known_to, same_public, table_over

BATCHES = 1
"""The number of orders that are rehearsed, each with lines behind it, at every comparison."""
BEHIND = ("yes\nzzz", "", "zzz")
"""The lines behind an order: half-right, right and wrong batches."""
FOLLOWED = 6
"""The number of answers by which two worlds are played on."""


class Comparison:
    """Compares worlds of one game, and counts what was compared: to have compared nothing is a failure."""

    def __init__(self, kit: GameUnderTest, seed: int, windows: str) -> None:
        self.kit, self.seed, self.modes = kit, seed, {"default": windows}
        self.viewers = (*kit.scenario_of(seed).seats, None)
        self.pairs = self.differed = self.followed = self.concealed = self.rehearsed = 0

    def compare(self, table: Table, depth: int) -> None:
        """Every viewer's world against one that looks the same to that viewer, now and some answers later."""
        assert self.kit.other_world is not None
        for viewer in self.viewers:
            rng = sampler(1000 * self.seed + table.ledger.chain.n)
            real, other = at_rest(table), self.kit.other_world(table, viewer, rng)
            here, there = table_over(table, real, self.modes), table_over(table, other, self.modes)
            self.pairs += 1
            self.differed += real != other
            self.same(here, there, viewer, depth)
            self.rehearse(here, there, viewer, BEHIND[:1] if depth < 2 else BEHIND)
            self.follow(here, there, viewer)

    def same(self, here: Table, there: Table, viewer: str | None, depth: int) -> None:
        """Everything that can be got out of both is the same."""
        known = (known_to(self.kit, table, viewer, depth) for table in (here, there))
        for mine, others in zip(*known, strict=True):
            assert mine == others, (viewer, mine[0], mine[1][:2000], others[1][:2000])

    def rehearse(self, here: Table, there: Table, viewer: str | None, behind: Sequence[str]) -> None:
        """Right, half-right and wrong batches are tried as far in both worlds, and answered alike."""
        choice = here.pending.get(viewer or "")
        if viewer is None or choice is None:
            return
        reader, rng = self.kit.readers[0], sampler(self.seed + here.ledger.chain.n)
        for _ in range(BATCHES):
            try:
                order = choice.write(choice.accept(choice.sample(rng)), reader)
            except NoneLegal:
                return
            for rest in behind:
                batch = lines(f"{order}\n{rest}")
                tried = [_tried(table, viewer, batch, reader) for table in (here, there)]
                assert tried[0] == tried[1], (viewer, batch, *tried)
                self.rehearsed += 1

    def follow(self, here: Table, there: Table, viewer: str | None) -> None:
        """Play both on with answers that all see alike, until the viewer rightly learns a difference."""
        rng, differed = sampler(self.seed + here.ledger.chain.n), False
        for _ in range(FOLLOWED):
            if here.over:
                return
            seat, choice = next(iter(here.pending.items()))
            answer = bold(choice, rng, here.world, seat)
            others = same_public(choice, answer, there.choice(seat), rng)
            is_own = viewer is not None and viewer not in self.others(here.world, seat)
            if others is None or (is_own and others != answer):
                return
            differed |= others != answer  # it may stay sealed until the viewer has answered too
            telling = self.kit.telling if differed or not is_own else frozenset[str]()
            ears = Ear(self.kit, here, viewer, telling), Ear(self.kit, there, viewer, telling)
            here.submit(seat, answer)
            there.submit(seat, others)
            if not alike(*ears):
                assert telling or any(map(binds, ears)), (
                    viewer,
                    seat,
                    answer,
                    ears[0].heard(),
                    ears[1].heard(),
                )
                return
            self.same(here, there, viewer, 0)
            self.followed += 1

    def others(self, world: Any, seat: str) -> list[str | None]:
        """The viewers who do not share the knowledge of a seat."""
        side = self.kit.side
        return [
            viewer for viewer in self.viewers if viewer is None or side(world, viewer) != side(world, seat)
        ]

    def conceal(self, table: Table, seat: str, answer: Any) -> None:
        """What a seat conceals, or keeps sealed while others are asked, tells the others nothing."""
        other = _another(table, seat, answer)
        if other is None:
            return
        for viewer in self.others(table.world, seat):
            here, there = (table_over(table, at_rest(table), self.modes) for _ in range(2))
            telling = self.kit.telling
            ears = Ear(self.kit, here, viewer, telling), Ear(self.kit, there, viewer, telling)
            here.submit(seat, answer)
            there.submit(seat, other)
            if alike(*ears):
                self.same(here, there, viewer, 0)
                self.concealed += 1


def _tried(table: Table, seat: str, batch: Sequence[Line], reader: Reader) -> str:
    """How far a batch was tried, or by what it was refused."""
    try:
        return str(rehearse(table, seat, batch, reader))
    except Refusal as refusal:
        return repr((refusal.kind, refusal.rule, refusal.why, refusal.candidates))


def _another(table: Table, seat: str, answer: Any) -> Any:
    """Another answer that must look the same to the others; None where there is none, or it is open."""
    choice, rng = table.choice(seat), sampler(table.ledger.chain.n)
    typed = choice.accept(answer)
    if not choice.hides(typed) and len(table.pending) == 1:
        return None
    for _ in range(20):
        other = choice.accept(choice.sample(rng))
        if other != typed and (len(table.pending) > 1 or choice.public(other) == choice.public(typed)):
            return other
    return None


def run(kit: GameUnderTest, seed: int, every: int, depth: int, windows: str) -> Comparison:
    """Compare at every n-th step of a game, beginning at another step for each seed."""
    compared, step = Comparison(kit, seed, windows), [seed]

    def check(table: Table, seat: str, choice: Choice[Any], answer: Any) -> None:
        step[0] += 1
        if choice is table.pending.get(seat) and (len(table.pending) == 1 or step[0] % every == 1):
            compared.conceal(table, seat, answer)
        if step[0] % every == 0:
            compared.compare(table, depth)

    for _ in play(kit, seed, check, windows=windows):
        pass
    return compared


def hiding(kit: GameUnderTest) -> list[tuple[int, str]]:
    """The games in which worlds are compared; none where nothing is hidden."""
    return list(kit.compared) if kit.other_world is not None else []


@over("case", lambda kit: hiding(kit)[:1])
def test_a_viewer_cannot_tell_two_worlds_apart(kit: GameUnderTest, case: tuple[int, str]) -> None:
    """Views, questions, completions, samples, reach, refusals, entries and events; a sample."""
    compared(kit, case)


@pytest.mark.matrix
@over("case", lambda kit: hiding(kit)[1:])
def test_in_no_game_a_viewer_can(kit: GameUnderTest, case: tuple[int, str]) -> None:
    """The same in more games."""
    compared(kit, case)


def compared(kit: GameUnderTest, case: tuple[int, str]) -> None:
    met = run(kit, case[0], kit.every, 1, case[1])
    assert met.differed >= met.pairs / 2
    assert met.followed > met.pairs / 6
    assert met.rehearsed


@pytest.mark.byhand
@over(
    "case",
    lambda kit: [(seed, mode) for seed in range(100, 120) for mode in ("ask", "standing") if hiding(kit)],
)
def test_a_viewer_never_can(kit: GameUnderTest, case: tuple[int, str]) -> None:
    """The same at every fifth step, and at every fifth character typed."""
    run(kit, case[0], 5, 2, case[1])
