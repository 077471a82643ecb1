"""The search among plans: what it chooses, and that its choice follows from its job alone."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from multiprocessing import get_context
from typing import TypeVar

import msgspec
import pytest

from adjudicator.core.log.chance import sampler
from adjudicator.core.table.question import WindowPolicy
from adjudicator.search.courses import worths
from adjudicator.search.halving import LEAST, Gain, halved
from adjudicator.search.job import BUDGETS, thought
from adjudicator.search.opponent import Plan

from . import mine

S = TypeVar("S")
T = TypeVar("T")
Noise = Callable[[int, int], int]


def measured(noise: Noise, *, per_row: list[int] | None = None) -> Callable[..., list[list[int]]]:
    """Values of candidates by their number and that of the row, counted over all rounds."""
    begun = [0]

    def measure(alive: Sequence[int], n: int, rows: int) -> list[list[int]]:
        begun[0] += rows
        if per_row is not None:
            per_row.append(len(alive))
        return [[noise(one, i) for one in alive] for i in range(begun[0] - rows, begun[0])]

    return measure


# -- halving -----------------------------------------------------------------------------------


@pytest.mark.parametrize(("gain", "chosen"), [(30, 0), (60, 2)])
def test_the_first_candidate_is_left_only_for_more_than_two_errors(gain: int, chosen: int) -> None:
    """The paired differences of the third candidate scatter by 200 about its gain: of some 50 pairs the
    mean has an error of 28.
    """
    found = halved(3, 200, measured(lambda one, i: (one == 2) * (gain + 200 * (-1) ** i)), sampler(1))
    assert found.gains[2].n >= 50
    assert found.chosen == chosen


@pytest.mark.parametrize("seed", range(20))
def test_equal_candidates_never_displace_the_first(seed: int) -> None:
    """What scatters for all alike is no difference."""
    noise = [sampler(seed).below(10_000) for _ in range(400)]
    assert halved(9, 256, measured(lambda one, i: noise[i]), sampler(seed)).chosen == 0


def test_a_handful_of_pairs_is_no_proof() -> None:
    assert not Gain().added([500] * (LEAST - 1)).is_sure
    assert Gain().added([500] * LEAST).is_sure


def test_no_more_is_measured_than_the_budget_and_the_worse_half_is_left_out() -> None:
    sizes: list[int] = []
    found = halved(13, 256, measured(lambda one, i: one * 10 + i, per_row=sizes), sampler(1))
    assert sizes == [13, 7, 4, 3]
    assert 240 <= found.values <= 256
    assert found.chosen == 12


def test_chance_decides_among_the_best_that_are_nearly_equal() -> None:
    def noise(one: int, i: int) -> int:
        return 0 if one == 0 else 100 + 20 * (-1) ** (one + i)

    chosen = {halved(3, 256, measured(noise), sampler(seed)).chosen for seed in range(20)}
    assert chosen == {1, 2}


# -- plans in imagined courses -----------------------------------------------------------------


def test_digging_deep_is_found_where_the_ore_is_good() -> None:
    """The answer that nobody understands is left out, the others follow it."""
    found = thought(mine.job_of("rich"), mine.find)
    assert found is not None
    assert found.plan == Plan("1", ("nowhere", "deep", "deep", "deep"))


@pytest.mark.parametrize("seed", range(5))
def test_the_policy_is_followed_where_nothing_is_better(seed: int) -> None:
    found = thought(mine.job_of("poor", seed), mine.find)
    assert found is not None
    assert (found.found.chosen, found.plan) == (0, Plan("1", ("surface",)))
    assert len(found.plans) == 4
    assert found.found.values <= BUDGETS[2]


@pytest.mark.parametrize("seed", range(5))
def test_plans_are_compared_in_the_same_world_with_the_same_dice(seed: int) -> None:
    plan = Plan("1", ("deep", "deep", "deep"))
    job = mine.job_of("rich", seed)
    found = worths(mine.GAME, mine.OPPONENT, job.known, [plan] * 3, job.seed, WindowPolicy(), 2)
    assert found is not None
    assert len(set(found)) == 1


def test_where_no_world_is_imagined_there_is_no_thought() -> None:
    job = mine.job_of("rich")
    job = msgspec.structs.replace(job, known=msgspec.structs.replace(job.known, asked="another question"))
    assert thought(job, mine.find) is None


# -- the same answer everywhere ----------------------------------------------------------------


def test_two_workers_find_what_one_finds() -> None:
    for scenario in ("rich", "poor"):
        job = mine.job_of(scenario)
        alone = thought(job, mine.find)
        with ThreadPoolExecutor(2) as pool:
            assert thought(job, mine.find, pool.map) == alone
        assert thought(job, mine.find, _backwards) == alone


def _backwards(function: Callable[[S], T], values: Iterable[S]) -> list[T]:
    return [function(value) for value in [*values][::-1]][::-1]


@pytest.mark.matrix
def test_processes_find_what_one_finds() -> None:
    job = mine.job_of("rich")
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as pool:
        assert thought(job, mine.find, pool.map) == thought(job, mine.find)


def test_another_seed_gives_other_courses() -> None:
    one, other = (thought(mine.job_of("rich", seed), mine.find) for seed in (1, 2))
    assert one is not None
    assert other is not None
    assert one.found.gains != other.found.gains
