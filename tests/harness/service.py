"""Services for tests: a clock that stands still, randomness that repeats, players who sample."""

from __future__ import annotations

import hashlib
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import adjudicator
from adjudicator.core import Game
from adjudicator.core.log.chance import sampler
from adjudicator.core.log.founding import RulesVersion
from service.api import Service
from service.storage.database.store import Store
from service.unit_of_work.context import ServiceContext
from service.usecases.play import playing, queries
from service.usecases.seats import founding
from service.values.records import Message, Plan, Post
from tests.toys import league, markers, nim

TOYS: Mapping[str, Game] = {"nim": nim.GAME, "markers": markers.GAME, "league": league.GAME}
GAMES: Mapping[str, Game] = {**TOYS, **adjudicator.GAMES}
SHEETS = Path(tempfile.gettempdir()) / "tabellarius-tests"
"""The folder that keeps the sheets of maps from test to test: the first drawing of one takes seconds."""

TEST = "test"
"""The front end that reads every post in tests."""

UMPIRE = RulesVersion("0", "00" * 32, "00" * 32)


class Clock:
    def __init__(self, now: int = 1_700_000_000) -> None:
        self.now = now

    def __call__(self) -> int:
        return self.now


class Entropy:
    """Bytes that differ each time, and are the same in every run."""

    def __init__(self, seed: str = "") -> None:
        self.seed, self.given = seed, 0

    def __call__(self, size: int) -> bytes:
        self.given += 1
        return hashlib.sha512(f"{self.seed} {self.given}".encode()).digest()[:size]


class ServiceHarness:
    """A service with all that a test wants to reach around it."""

    def __init__(self, path: Path, games: Mapping[str, Game] = GAMES, seed: str = "") -> None:
        self.path, self.clock, self.entropy = path, Clock(), Entropy(seed)
        self.umpire = UMPIRE
        self.store = Store(path, path.parent)
        self.context = ServiceContext(self.store, games, self.clock, self.entropy, lambda game: self.umpire)
        self.service = Service(self.context)
        self.service.subscribe(TEST)

    def found(
        self, game: str, scenario: str, *, seed: bytes = b"", own: tuple[str, ...] = (), **more: Any
    ) -> int:
        """A campaign with everybody seated: seat `x` is played by user `x`."""
        plan = Plan(game, scenario, "Test", referee="judge", seed=seed, **more)
        campaign = self.service.found(Message("", "founder"), plan).campaign
        for seat in self.service.status(campaign).campaign.seats:
            self.service.do(by(seat), campaign, founding.join, seat, seat.title(), seat in own)
        return campaign

    def waiting(self, most: int = 100) -> list[Post]:
        """The oldest posts that the test has not taken, in order."""
        return self.service.waiting(TEST, most)

    def delivered(self, arrived: Mapping[int, str]) -> None:
        """The test has taken posts: id -> reference."""
        self.service.delivered(TEST, arrived)

    def step(self, campaign: int, seed: int) -> bool:
        """Give a random answer for the seat asked first; false when the game is over."""
        asked = self.service.asked(campaign)
        if not asked:
            return False
        rng = sampler(campaign * 1_000_000 + seed)
        seat = asked[rng.below(len(asked))].seat
        pending = self.service.look(campaign, queries.pending, seat)
        assert pending is not None
        self.service.do(by(seat), campaign, playing.submit, seat, pending.choice.sample(rng))
        return True

    def play(self, campaign: int, steps: int = 10_000) -> int:
        """Play at random to the end, or for a number of steps; return how many it took."""
        for step in range(steps):
            if not self.step(campaign, step):
                return step
        return steps


def by(user: str, id: str = "") -> Message:
    return Message(id, user)


@contextmanager
def service_harness(
    path: Path, games: Mapping[str, Game] = GAMES, seed: str = ""
) -> Iterator[ServiceHarness]:
    found = ServiceHarness(path, games, seed)
    try:
        yield found
    finally:
        found.store.close()
