"""Sequential halving over paired values: the worse half of the candidates is left out after each round.

All candidates of a round are measured under the same circumstances, so what counts is their difference from
the first one, pair by pair. Sums are whole numbers, added in the order of the measurements.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from msgspec import Struct

from adjudicator.core.log.chance import Rng

ERRORS = 2
"""The errors of the mean paired difference by which a candidate must be better than the first one."""
LEAST = 8
"""The pairs below which no candidate is preferred."""
FINALISTS = 2
"""The candidates that are measured to the end beside the first one."""

Measure = Callable[[Sequence[int], int, int], Sequence[Sequence[int]]]
"""(candidates, the round, how many rows) -> a row for each measurement: the value of each candidate."""


class Gain(Struct, frozen=True):
    """The paired differences of a candidate from the first one: their number, sum, and sum of squares."""

    n: int = 0
    sum: int = 0
    squares: int = 0

    def added(self, differences: Sequence[int]) -> Gain:
        """Return these and further differences."""
        squares = sum(d * d for d in differences)
        return Gain(self.n + len(differences), self.sum + sum(differences), self.squares + squares)

    @property
    def is_sure(self) -> bool:
        """True if the mean is above nought by more than `ERRORS` of its errors."""
        spread = self.n * self.squares - self.sum**2
        return self.n >= LEAST and self.sum > 0 and self.sum**2 * (self.n - 1) > ERRORS**2 * spread

    def is_near(self, best: Gain) -> bool:
        """Return true if the mean is not below that of the best one by more than one error of it; both have
        as many pairs.
        """
        short = best.sum - self.sum
        return short <= 0 or short**2 * (best.n - 1) <= best.n * best.squares - best.sum**2


class Found(Struct, frozen=True):
    """The candidate that was chosen, the gain of every candidate, and how many values were measured."""

    chosen: int
    gains: tuple[Gain, ...]
    values: int


def halved(candidates: int, budget: int, measure: Measure, rng: Rng) -> Found:
    """Choose among candidates, of which the first is kept unless another is surely better.

    Among those that are surely better and nearly as good as the best of them, chance decides.

    Args:
        candidates: how many there are.
        budget: how many values may be measured.
        measure: measures them.
        rng: the chance that decides.
    """
    alive, gains = list(range(candidates)), [Gain()] * candidates
    rounds, used = max(1, (candidates - 1).bit_length()), 0
    for n in range(rounds):
        rows = (budget - used) // (rounds - n) // len(alive)
        if candidates == 1 or rows == 0:
            break
        values = measure(alive, n, rows)
        used += rows * len(alive)
        for at, candidate in enumerate(alive):
            gains[candidate] = gains[candidate].added([row[at] - row[0] for row in values])
        if n < rounds - 1:
            best = sorted(alive[1:], key=lambda one: (-gains[one].sum, one))
            alive = [0, *sorted(best[: max(FINALISTS, (len(alive) - 1) // 2)])]
    sure = sorted((one for one in alive[1:] if gains[one].is_sure), key=lambda one: (-gains[one].sum, one))
    near = [one for one in sure if gains[one].is_near(gains[sure[0]])]
    return Found(rng.choice(near) if near else 0, tuple(gains), used)
