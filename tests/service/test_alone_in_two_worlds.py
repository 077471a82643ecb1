"""What a seat tries, gives and takes back alone is answered alike in two worlds that it cannot tell apart.

`CHECK`, right, half-right and wrong batches, orders and their taking back, one after the other, past what
they reveal: what has made the worlds differ for the seat cannot be taken back alone in either of them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from adjudicator.core import Refusal
from adjudicator.core.choices.choice import NoneLegal, Reader
from adjudicator.core.language.errors import NotNow
from adjudicator.core.log.chance import Rng, sampler
from service.api import Service
from service.usecases.agreeing import undo
from service.usecases.play import playing, queries
from tests.harness.service import GAMES, ServiceHarness, by, service_harness
from tests.harness.two_worlds import two_worlds
from tests.kit.games import KITS

from .test_secrecy import known_to

FOG = {"ancient_world": {"fog": "on"}}
GAMES_THAT_HIDE = ("julius_caesar", "belisarius", "ottomans", "ancient_world")
EVERY = 7
ACTIONS = 5
"""The number of orders with all that goes with them, tried one after the other in a pair of worlds."""


class Pair:
    """Two services, and what the same acts of one seat bring in both."""

    def __init__(self, campaign: int, seat: str, worlds: Sequence[ServiceHarness], met: Counter[str]) -> None:
        self.campaign, self.seat, self.worlds, self.met = campaign, seat, worlds, met

    def both(self, act: Callable[[Service], Any]) -> list[str]:
        """What an act brings in each: its result or its refusal, and all that the seat knows then."""
        return [f"{_said(act, b.service)} {known_to(b, self.campaign, self.seat)!r}" for b in self.worlds]

    def same(self, what: str, act: Callable[[Service], Any]) -> None:
        said = self.both(act)
        assert said[0] == said[1], (what, self.seat, *said)
        self.met[what] += 1

    def play(self, rng: Rng) -> None:
        """Try, give and take back until the worlds part, or another seat is asked."""
        for _ in range(ACTIONS):
            line = self._order(rng)
            if line is None:
                return
            for what, text in (("check", line), ("half-right check", f"{line}\nzzz"), ("wrong check", "zzz")):
                self.same(what, partial(self._check, text=text))
            self.same("wrong batch", partial(self._give, text=f"zzz\n{line}"))
            if not self._goes_on(rng.choice((line, f"{line}\nzzz", f"{line}\n{line}"))):
                return

    def _goes_on(self, text: str) -> bool:
        """Give an order or a batch, and take it back if it goes; return true if the worlds are alike then."""
        said = self.both(lambda s: self._give(s, text))
        self.met["batches" if "\n" in text else "orders"] += 1
        back = [_said(self._take_back, b.service) for b in self.worlds]
        if said[0] != said[1]:
            for one, b in zip(back, self.worlds, strict=True):
                assert "Refusal" in one or not _is_undone(b.service.log(self.campaign)), (text, *said, *back)
            self.met["parted"] += 1
            return False
        assert back[0] == back[1], (text, *back)
        self.met["taken back" if "Refusal" not in back[0] else "bound"] += 1
        self.same("afterwards", lambda s: s.status(self.campaign).campaign.n)
        if "Refusal" not in back[0]:
            self._give_again(text)
        return True

    def _give_again(self, text: str) -> None:
        """Go on from there, with the order or without it."""
        self.both(lambda s: self._give(s, text.partition("\n")[0]))

    def _order(self, rng: Rng) -> str | None:
        """An order that the seat may give in the first world, as text."""
        pending = self.worlds[0].service.look(self.campaign, queries.pending, self.seat)
        if pending is None:
            return None
        reader = Reader(self.worlds[0].service.game(self.campaign).lexicon, "en")
        try:
            return pending.choice.write(pending.choice.accept(pending.choice.sample(rng)), reader)
        except NoneLegal:
            return None

    def _check(self, service: Service, text: str) -> Any:
        return service.check(self.campaign, self.seat, text, "en")

    def _give(self, service: Service, text: str) -> Any:
        return service.do(by(self.seat), self.campaign, playing.order, self.seat, text, "en").result

    def _take_back(self, service: Service) -> Any:
        return service.do(by(self.seat), self.campaign, undo.take_back, self.seat).result


def _is_undone(log: Sequence[dict[str, Any]]) -> bool:
    """Return true if the last undo took back anything that shows; of a batch only the last order goes."""
    last = next(entry for entry in reversed(log) if entry["t"] == "undo")
    return any(e["t"] in (*undo.SHOWS, "lock") and last["to"] < e["n"] < last["n"] for e in log)


def _said(act: Callable[[Service], Any], service: Service) -> str:
    try:
        return repr(act(service))
    except Refusal as refusal:
        kind = "Refusal" if isinstance(refusal, NotNow) else refusal.kind
        return repr((kind, "Refusal", refusal.rule, refusal.why, refusal.candidates))


def compared(game: str, folder: Path, seed: int, pairs: int, settled: int) -> Counter[str]:
    """Play a game, and every few answers try everything in two worlds, as the seat that is asked.

    `settled` answers come before, in which forces move towards each other.
    """
    met: Counter[str] = Counter()
    with service_harness(folder / "game.sqlite", {game: GAMES[game]}, f"{seed}") as b:
        scenario = KITS[game].scenario_of(seed).id
        campaign = b.found(game, scenario, options=FOG.get(game, {}))
        for step in range(100_000):
            asked = b.service.asked(campaign)
            if not asked:
                return met
            if step % EVERY == 0 and step >= settled:
                seat = asked[0].seat
                with two_worlds(b, campaign, seat, folder, step) as worlds:
                    met["pairs"] += 1
                    others = [other for other in b.service.campaign(campaign).seats if other != seat]
                    views = [[w.service.view(campaign, other) for other in others] for w in worlds]
                    met["differing"] += views[0] != views[1]
                    Pair(campaign, seat, worlds, met).play(sampler(seed + step))
                if met["pairs"] >= pairs:
                    return met
            b.step(campaign, seed * 100_000 + step)
    raise AssertionError("a game has an end")


@pytest.mark.parametrize(
    "game",
    [GAMES_THAT_HIDE[0], *(pytest.param(game, marks=pytest.mark.matrix) for game in GAMES_THAT_HIDE[1:])],
)
def test_what_is_done_alone_is_answered_alike(game: str, tmp_path: Path) -> None:
    met = compared(game, tmp_path, 1, 1, 3 * EVERY)
    assert met["pairs"] and met["check"]


@pytest.mark.byhand
@pytest.mark.parametrize("game", GAMES_THAT_HIDE)
def test_what_is_done_alone_always_is(game: str, tmp_path: Path) -> None:
    met: Counter[str] = Counter()
    for seed in range(10, 14):
        (folder := tmp_path / str(seed)).mkdir()
        met += compared(game, folder, seed, 25, 10 * EVERY)
    print(game, dict(met), flush=True)
    assert met["differing"] > met["pairs"] / 3 and met["taken back"]
