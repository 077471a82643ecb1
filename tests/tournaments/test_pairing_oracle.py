"""Swiss pairings against a second, exhaustive search, and what a perfect event looks like."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache

import pytest

from adjudicator.core.log.chain import th
from adjudicator.core.log.chance import Rng
from tests.tournaments.simulation import Simulation
from tournaments.log import Lot
from tournaments.rules import Rules
from tournaments.state import Match, Result, Tournament

ROME, CARTHAGE = TWO = ["rome", "carthage"]
Groups = tuple[tuple[str, ...], ...]


def ways(players: tuple[str, ...]) -> Iterator[Groups]:
    """All pairings of some players; of an odd number one sits out."""
    if not players:
        yield ()
        return
    first, *others = players
    if len(players) % 2:
        for out in players:
            yield from (((out,), *rest) for rest in ways(tuple(p for p in players if p != out)))
        return
    for other in others:
        yield from (((first, other), *rest) for rest in ways(tuple(p for p in others if p != other)))


class Oracle:
    """§4.2, counted from the matches alone."""

    def __init__(self, t: Tournament, lot: Lot) -> None:
        self.t, self.lot = t, lot
        self.done = [m for m in t.matches.values() if m.is_bye or m.result is not None]
        self.got = {p: sum(self.points(m, p) for m in self.done if p in m.players) for p in t.players}
        self.lowest = 0

    @staticmethod
    def points(match: Match, player: str) -> int:
        if match.result is None:
            return 2
        return 1 if match.result.drawn else 2 if player in match.result.won else 0

    def difference(self, player: str) -> int:
        return sum(
            (seat == ROME) - (seat == CARTHAGE)
            for match in self.done
            for seat, one in match.seats.items()
            if one == player
        )

    @cache  # noqa: B019
    def worth(self, group: tuple[str, ...]) -> tuple[int, ...]:
        """The digits of a group, the lot's number last."""
        if len(group) == 1:
            byes = sum(m.players == [*group] for m in self.done)
            return (byes**2, 0, self.got[group[0]] - self.lowest, 0, 0, self.lot.between(group[0], ""))
        a, b = group
        met = sum({a, b} == {*m.players} for m in self.done)
        after = min(
            (
                sum(max(0, abs(d) - 2) ** 2 for d in way),
                sum(d * d for d in way),
            )
            for way in (
                (self.difference(a) + 1, self.difference(b) - 1),
                (self.difference(a) - 1, self.difference(b) + 1),
            )
        )
        is_last = self.t.round + 1 == self.t.rules.rounds
        is_free = is_last and min(self.got[a], self.got[b]) > self.t.round
        return (
            met**2,
            0 if is_free else after[0],
            0,
            (self.got[a] - self.got[b]) ** 2,
            after[1],
            self.lot.between(a, b),
        )

    def best(self, players: Sequence[str]) -> set[frozenset[str]]:
        self.lowest = min(self.got[p] for p in players)
        found = min(
            ways(tuple(players)), key=lambda way: [sum(d) for d in zip(*map(self.worth, way), strict=True)]
        )
        return {frozenset(group) for group in found}


def played(seed: int, players: int, rounds: int) -> int:
    """An event with people who leave and come late; how many of its rounds the oracle pairs otherwise."""
    rng = Rng(th("oracle", seed))
    simulation = Simulation(Rules(format="swiss", seats=TWO, rounds=rounds), players, seed=1)
    simulation.chance = rng
    differing = 0
    for round in range(rounds):
        here = [p.id for p in simulation.t.players.values() if p.plays]
        oracle = Oracle(simulation.t, simulation.lot()).best(here)
        made = simulation.pair()
        differing += {frozenset(match.players) for match in made} != oracle
        simulation.play_round()
        if rng.below(3) == 0 and len(here) > 5:
            simulation.add("withdraw", player=rng.choice(here), why="no time", by="director")
        if round == 0 and rng.below(3) == 0:
            simulation.enter()
    return differing


@pytest.mark.parametrize("seed", range(6))
def test_the_pairing_is_the_cheapest_of_all(seed: int) -> None:
    assert played(seed, 6 + seed % 3, 4) == 0


@pytest.mark.matrix
def test_two_hundred_events_are_paired_as_an_exhaustive_search_does() -> None:
    assert sum(played(seed, 6 + seed % 4, 3 + seed % 3) for seed in range(200)) == 0


@pytest.mark.parametrize("share", [50, 60, 70, 80, 100])
@pytest.mark.parametrize("seed", [1, pytest.param(40, marks=pytest.mark.matrix)])
def test_undefeated_players_meet_whatever_the_sides_are_worth(share: int, seed: int) -> None:
    """Eight players, three rounds, no draws: only players of equal points meet, and one alone wins all three.

    In the last round two who have lost twice with the same side do not meet: a third time would be too many.
    """
    for event in range(seed if seed > 1 else 3):
        rng = Rng(th("perfect", share, event))
        simulation = Simulation(Rules(format="swiss", seats=TWO, rounds=3), 8)

        def first_side_wins(match: Match, rng: Rng = rng) -> Result:
            return Result("played", [match.seats[ROME if rng.below(100) < share else CARTHAGE]])

        for _ in range(3):
            now = Oracle(simulation.t, simulation.lot())
            across = [m.players for m in simulation.pair() if len({now.got[p] for p in m.players}) > 1]
            assert all(any(abs(now.difference(p)) == 2 and not now.got[p] for p in pair) for pair in across)
            simulation.play_round(first_side_wins)
        wins = [
            sum(m.result.won == [p] for m in simulation.t.games() if m.result) for p in simulation.t.players
        ]
        assert wins.count(3) == 1
