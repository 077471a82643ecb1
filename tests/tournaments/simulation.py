"""A tournament played without games: results by lot, withdrawals and late entries, as in a log."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import Any

from msgspec import to_builtins

from adjudicator.core.log.chain import th
from adjudicator.core.log.chance import Rng, SeedChain
from tournaments import pairing, state
from tournaments.log import Entry, Log, Lot, joint, seeds
from tournaments.pairing import ladder
from tournaments.rules import EDITION, Rules
from tournaments.state import Match, Result, Tournament, plain

CHAINS: dict[str, SeedChain] = {}
"""A chain takes a while to be found; every simulation of one name has the same."""


class Simulation:
    """One tournament and its log.

    Args:
        rules: of the tournament.
        players: how many enter before the list is closed.
        seed: makes another lot and other results.
        ratings: by which the list is seeded, if there are any.
    """

    def __init__(
        self, rules: Rules, players: int, seed: int = 1, ratings: Mapping[str, int] | None = None
    ) -> None:
        self.name = f"tournament/{seed:032x}"
        self.root = th("simulation", seed)
        if self.name not in CHAINS:
            CHAINS[self.name] = seeds(self.name, self.root)
        self.seeds, self.log, self.chance = CHAINS[self.name], Log(), Rng(self.root)
        self.entries: list[Entry] = []
        card = {
            "name": self.name,
            "title": "Spring",
            "edition": EDITION,
            "rules": to_builtins(rules),
            "anchor": self.seeds[0].hex(),
        }
        self.note("card", **card)
        self.t: Tournament = state.replay([self.entries[0].body])
        for _ in range(players):
            self.enter()
        drawn = self.lot().order(list(self.t.players))
        rated = {} if ratings is None else {"ratings": {**ratings}}
        drawn.sort(key=lambda player: -(ratings or {}).get(player, 0))
        self.add("close", **self.drawn, seeding=drawn, **rated)

    def note(self, t: str, **fields: Any) -> dict[str, Any]:
        entry = self.log.append(t, 1_800_000_000 + self.log.n, fields)
        self.entries.append(entry)
        return entry.body

    def add(self, t: str, **fields: Any) -> None:
        state.apply(self.t, self.note(t, **fields))

    def enter(self, filler: int = 0) -> None:
        self.add("enter", player=f"p{len(self.t.players) + 1}", salt=f"word {self.log.n}", filler=filler)

    def lot(self) -> Lot:
        k = self.t.lots + 1
        j = joint(bytes.fromhex(self.entries[0].head), {p.id: p.salt for p in self.t.players.values()})
        self.drawn = {"k": k, "seed": self.seeds[k].hex(), "joint": j.hex()}
        return Lot(self.name, k, self.seeds[k], j)

    def pair(self, apart: Collection[frozenset[str]] = ()) -> list[Match]:
        made = pairing.next_round(self.t, self.lot(), apart)
        if made:
            self.add("round", **self.drawn, round=self.t.round + 1, matches=[plain(match) for match in made])
        return made

    def result(self, match: Match, result: Result) -> None:
        self.add("result", game=match.id, result=to_builtins(result))

    def play_round(self, decide: Callable[[Match], Result] | None = None) -> None:
        for match in self.t.open_games:
            self.result(match, (decide or self.by_chance)(match))

    def by_chance(self, match: Match) -> Result:
        drawn = len(match.players) == 2 and self.chance.below(6) == 0
        if drawn:
            return Result("played", [], 1)
        how = ("played", "played", "played", "surrender", "forfeit")[self.chance.below(5)]
        return Result(how, [self.chance.choice(match.players)], margin=self.chance.below(20))

    def play(self, apart: Collection[frozenset[str]] = ()) -> None:
        while self.pair(apart):
            self.play_round()
        self.add("finish")

    def climb(self, games: int) -> None:
        for _ in range(games):
            able = [p for p in self.t.order if ladder.within_reach(self.t, p)]
            who = self.chance.choice(able)
            match = ladder.challenge(
                self.t, self.lot(), who, self.chance.choice(ladder.within_reach(self.t, who))
            )
            self.add("challenge", **self.drawn, match=plain(match))
            if len(self.t.open_games) > 3:
                self.result(done := self.t.open_games[0], self.by_chance(done))

    @property
    def bodies(self) -> list[dict[str, Any]]:
        return [entry.body for entry in self.entries]
