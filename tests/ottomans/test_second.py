"""§6 to §12: the rules against a second implementation of them (`second`), over whole games."""

from __future__ import annotations

import pytest

from adjudicator.ottomans import GAME

from .second.follow import Follower, followed
from .second.trying import VERBS

ROSTERS = len(GAME.scenarios()) // 4
COMPARED = ("strength", "column", "result", "losses allowed", "losses refused", "units to starve", "points")


def agrees(follower: Follower) -> None:
    assert not follower.faults, "\n".join(follower.faults[:5])


def test_the_second_implementation_agrees() -> None:
    """The first turn of two, and orders of every kind allowed and refused."""
    follower = followed(1, 4, steps=240)
    agrees(follower)
    kinds = {f"{verb} {how}" for verb in VERBS for how in ("allowed", "refused")}
    assert {*kinds, *COMPARED} <= {*follower.counts}


@pytest.mark.matrix
@pytest.mark.parametrize("seed", [*range(ROSTERS), ROSTERS, 2 * ROSTERS, 170])
def test_it_agrees_over_whole_games(seed: int) -> None:
    """All rosters of scenario 1, scenarios 2 and 3; a computer in every fourth game; in 170 ruling OT-P5."""
    agrees(followed(seed, 1))


@pytest.mark.byhand
@pytest.mark.parametrize("seed", range(4 * ROSTERS))
def test_it_agrees_in_all_rosters(seed: int) -> None:
    """All scenarios; `python -m tests.ottomans.second.follow` counts what is compared."""
    agrees(followed(seed, 4))
