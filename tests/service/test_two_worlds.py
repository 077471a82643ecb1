"""Julius Caesar in the service: two worlds that a seat cannot tell apart give it the same to the byte.

tests/julius_caesar/test_two_worlds.py asks a table for all that can be got out of a question; here it is the
whole service around it: posts, questions, journal, log, places to go back to, scenes and pictures.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest

from adjudicator import GAMES
from adjudicator.core import LANGUAGES
from adjudicator.core.log.chance import sampler
from adjudicator.julius_caesar.show.view import OFF_THE_MAP, REVEALING
from renderer import whole_map
from service.usecases.play import playing, queries
from tests.harness.service import ServiceHarness, by
from tests.harness.two_worlds import two_worlds
from tests.julius_caesar.two_worlds import TELLING

from .test_secrecy import known_to

VIEWERS = (None, "caesar", "pompey")
GAME = {"julius_caesar": GAMES["julius_caesar"]}
STEPS = 160
WIDTH = 900
SHOWING = {*REVEALING, *OFF_THE_MAP, *TELLING, "dealt", "cards_played", "fired", "weakened"}
"""The events that may differ between the worlds; some come with an entry of the log."""


def all_known(b: ServiceHarness, campaign: int, viewer: str | None) -> list[Any]:
    scenes = [
        msgspec.to_builtins(b.service.look(campaign, queries.scene, viewer, language))
        for language in LANGUAGES
    ]
    return [known_to(b, campaign, viewer), scenes]


def reveals(b: ServiceHarness, campaign: int, after: int) -> bool:
    """Return true if events after an entry may differ between the worlds: something hidden was revealed."""
    told = b.context.log.journal(campaign, after)
    return any(line.event.kind in SHOWING for line in told)


def answered_alike(
    here: ServiceHarness, there: ServiceHarness, campaign: int, viewer: str, seed: int
) -> bool:
    """The viewer gives the same answer in both; whether it could be compared what he knows then."""
    pending = here.service.look(campaign, queries.pending, viewer)
    assert pending is not None
    answer, n = pending.choice.sample(sampler(seed)), here.service.status(campaign).campaign.n
    for b in (here, there):
        b.service.do(by(viewer), campaign, playing.submit, viewer, answer)
    if reveals(here, campaign, n - 1):
        return False
    assert all_known(here, campaign, viewer) == all_known(there, campaign, viewer)
    return True


def compare(b: ServiceHarness, folder: Path, seed: bytes, every: int) -> None:
    """A game, compared at every n-th step with worlds that differ for each viewer."""
    campaign = b.found("julius_caesar", "war", seed=seed)
    differ = alike = 0
    for step in range(STEPS):
        b.step(campaign, step)
        if step % every:
            continue
        asked = [a.seat for a in b.service.asked(campaign)]
        for viewer in VIEWERS:
            with two_worlds(b, campaign, viewer, folder, step) as (here, there):
                assert all_known(here, campaign, viewer) == all_known(there, campaign, viewer)
                enemy = "pompey" if viewer == "caesar" else "caesar"
                differ += here.service.view(campaign, enemy) != there.service.view(campaign, enemy)
                if viewer in asked:
                    alike += answered_alike(here, there, campaign, viewer, step)
    assert differ > 2 * STEPS // every, "whom it should, the other world shows as another"
    assert alike > STEPS // every // 2


def test_the_service_tells_a_seat_the_same_in_two_worlds(b: ServiceHarness, tmp_path: Path) -> None:
    compare(b, tmp_path, b"two worlds", 29)


@pytest.mark.byhand
@pytest.mark.parametrize("seed", range(10))
def test_the_service_always_does(b: ServiceHarness, tmp_path: Path, seed: int) -> None:
    compare(b, tmp_path, bytes([seed]), 1)


@pytest.mark.parametrize("steps", [3, 40, 90])
def test_pictures_are_the_same_in_two_worlds(b: ServiceHarness, tmp_path: Path, steps: int) -> None:
    campaign = b.found("julius_caesar", "war", seed=b"pictures")
    b.play(campaign, steps)
    for viewer in VIEWERS:
        with two_worlds(b, campaign, viewer, tmp_path, steps) as worlds:
            mine, others = (
                [_picture(w, campaign, of, tmp_path) for of in (viewer, "caesar", "pompey")] for w in worlds
            )
            assert mine[0] == others[0]
            seats = [viewer == seat for seat in ("caesar", "pompey")]
            assert [one == other for one, other in zip(mine[1:], others[1:], strict=True)] == seats


def _picture(b: ServiceHarness, campaign: int, viewer: str | None, cache: Path) -> tuple[bytes, str]:
    picture = whole_map(b.service.look(campaign, queries.scene, viewer, "en"), width=WIDTH, cache=cache)
    return picture.data, picture.alt
