"""Swiss rounds: players of equal points meet, nobody twice if it can be avoided (design/tournaments.md §4.2).

The pairing is the cheapest of all. The cost of a pair is a number whose digits are, from the dearest: games
that the two have played already, differences of sides of three or more, the points of the one who has no
game, the distance in points, sides uneven at all, the distance of seeds, and the lot, by which only one
pairing is the cheapest.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from itertools import combinations
from typing import Any

import networkx

from tournaments.log import Lot
from tournaments.sides import history, uneven
from tournaments.standings import order, standings
from tournaments.state import Match, Tournament

from . import elimination
from .making import games, seeded, sitting_out

BYE = ""
"""Stands for the opponent of the one who has no game."""
LOT = 1 << 76
"""Larger than the lots of a whole round together: 64 bits each, of at most 4,096 pairs."""
BASE = 1 << 48
"""Larger than what a digit of the cost can come to in a whole round."""


SWEEPS = 8
"""The times that `_eased` goes over all players; with more it takes longer than it saves."""


class _Fast(networkx.Graph):  # type: ignore[type-arg]
    """A graph whose neighbours are looked up without a view, which the matching does most of its time."""

    def __getitem__(self, node: str) -> Any:
        return self._adj[node]  # type: ignore[attr-defined]


def entrants(t: Tournament) -> list[str]:
    """Return those who are paired in the next round: a volunteer fills it where the number would be odd."""
    here = t.plays_in(t.round + 1)
    regular = [player for player in here if not t.players[player].filler]
    fillers = [player for player in here if t.players[player].filler]
    for filler in fillers:
        if len(regular) % 2 == 0:
            break
        regular.append(filler)
    return regular


def costs(t: Tournament, lot: Lot, players: Collection[str]) -> dict[tuple[str, str], int]:
    """Return the cost of every possible pair; `BYE` is the second of a pair where the number is odd."""
    met: dict[frozenset[str], int] = {}
    byes = dict.fromkeys(t.players, 0)
    for match in t.matches.values():
        if match.is_bye and not match.asked:
            byes[match.players[0]] += 1
        for pair in combinations(sorted(match.players), 2):
            met[frozenset(pair)] = met.get(frozenset(pair), 0) + 1
    had, points = history(t), {row.player: row.points for row in standings(t)}
    seeds, free = _by_rating(t, players), _leading(t, points)
    half, is_sided = len(players) // 2, t.rules.sides in ("lot", "fixed")
    found = {}
    for a, b in combinations(sorted(players), 2):
        beyond, sides = uneven(t, had, (a, b)) if is_sided else (0, 0)
        apart = (abs(seeds[a] - seeds[b]) - half) ** 2 if seeds else 0
        again = met.get(frozenset((a, b)), 0) ** 2
        beyond = 0 if a in free and b in free else beyond
        found[a, b] = _number(
            (again, beyond, 0, (points[a] - points[b]) ** 2, sides, apart), lot.between(a, b)
        )
    if len(players) % 2:
        least = min(points[player] for player in players)
        for player in players:
            apart = (len(players) - 1 - seeds[player]) ** 2 if seeds else 0
            digits = (byes[player] ** 2, 0, points[player] - least, 0, 0, apart)
            found[player, BYE] = _number(digits, lot.between(player, BYE))
    return found


def _by_rating(t: Tournament, players: Collection[str]) -> dict[str, int]:
    """Return the places of players by their seeds in the first round, where these are by rating; else
    nothing.
    """
    if t.round or t.rules.seeding != "rating":
        return {}
    return {player: i for i, player in enumerate(p for p in seeded(t) if p in players)}


def _leading(t: Tournament, points: Mapping[str, int]) -> set[str]:
    """Return those who have more than half of all possible points before the last round; between them no
    difference of sides is too large.
    """
    if t.round + 1 != t.rules.rounds:
        return set()
    return {player for player, got in points.items() if 2 * got > t.round * t.rules.legs * t.rules.most}


def _number(digits: tuple[int, ...], last: int) -> int:
    number = 0
    for digit in digits:
        number = number * BASE + digit
    return number * LOT + last


def cheapest(costs: Mapping[tuple[str, str], int]) -> list[tuple[str, str]]:
    """Return the perfect matching that costs least; [] if there is none."""
    eased = _eased(costs)
    most = max(eased.values(), default=0) + 1
    graph = _Fast()
    for (a, b), cost in sorted(eased.items()):
        graph.add_edge(a, b, weight=most - cost)
    matched = networkx.max_weight_matching(graph, maxcardinality=True)
    nodes = {player for pair in costs for player in pair}
    pairs = sorted((min(a, b), max(a, b)) for a, b in matched)
    return pairs if 2 * len(pairs) == len(nodes) else []


def _eased(costs: Mapping[tuple[str, str], int]) -> dict[tuple[str, str], int]:
    """Return costs from which an amount for each of the two players is taken, so that each has a pair that
    costs nothing.

    Every perfect matching loses the same, so the cheapest stays the cheapest; but it is found several times
    sooner.
    """
    near: dict[str, list[tuple[str, int]]] = {}
    for (a, b), cost in costs.items():
        near.setdefault(a, []).append((b, cost))
        near.setdefault(b, []).append((a, cost))
    less = {player: min(cost for _, cost in of) // 2 for player, of in near.items()}
    for _ in range(SWEEPS):
        for player, of in near.items():
            less[player] = min(cost - less[other] for other, cost in of)
    return {(a, b): cost - less[a] - less[b] for (a, b), cost in costs.items()}


def next_round(t: Tournament, lot: Lot, apart: Collection[frozenset[str]]) -> list[Match]:
    """Pair the next round, after the last one that of the final, if the card has one; [] after the last, or
    if those who are apart leave no pairing.
    """
    if t.round >= t.rules.rounds:
        return elimination.knockout(t, lot, finalists(t)) if t.rules.final else []
    players = entrants(t)
    if len(players) < 2:
        return []
    kept = {*apart, *t.judged}
    possible = {pair: cost for pair, cost in costs(t, lot, players).items() if frozenset(pair) not in kept}
    place = {row.player: row.place for row in standings(t)}
    pairs = [sorted((a, b) if a != BYE else (b,), key=place.__getitem__) for a, b in cheapest(possible)]
    if not pairs:
        return []
    pairs.sort(key=lambda pair: (len(pair) == 1, place[pair[0]]))
    return [*games(t, lot, pairs), *sitting_out(t, len(pairs) + 1)]


def finalists(t: Tournament) -> list[str]:
    """Return those who go on to the final, by their standing after the Swiss rounds; not who left before."""
    stayed = [p.id for p in t.players.values() if not p.gone or p.gone > t.rules.rounds + 1]
    return order(t, stayed, "")[: t.rules.final]
