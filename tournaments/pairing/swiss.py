"""Swiss rounds: players of equal points meet, nobody twice if it can be avoided (design/tournaments.md §4.2).

The pairing is the cheapest of all. The cost of a pair is a number whose digits are, from the dearest: games
that the two have played already, sides more uneven than one, the distance in points, sides uneven at all, and
the lot, by which only one pairing is the cheapest.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from itertools import combinations

import networkx

from tournaments.log import Lot
from tournaments.sides import history, uneven
from tournaments.standings import standings
from tournaments.state import Match, Tournament

from .making import games

BYE = ""
"""Stands for the opponent of the one who has no game."""
LOT = 1 << 76
"""Larger than the lots of a whole round together: 64 bits each, of at most 4,096 pairs."""
BASE = 1 << 32
"""Larger than what a digit of the cost can come to in a whole round."""


def entrants(t: Tournament) -> list[str]:
    """Return those who are paired in the next round: a volunteer fills it where the number would be odd."""
    here = [p for p in t.players.values() if p.plays and p.since <= t.round + 1]
    regular = [p.id for p in here if not p.filler]
    fillers = [p.id for p in here if p.filler]
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
        if match.is_bye:
            byes[match.players[0]] += 1
        for pair in combinations(sorted(match.players), 2):
            met[frozenset(pair)] = met.get(frozenset(pair), 0) + 1
    had, points = history(t), {row.player: row.points for row in standings(t)}
    found = {}
    for a, b in combinations(sorted(players), 2):
        sides = uneven(t, had, (a, b)) if t.rules.sides in ("lot", "fixed") else 0
        digits = (met.get(frozenset((a, b)), 0) ** 2, max(0, sides - 2), (points[a] - points[b]) ** 2, sides)
        found[a, b] = _number(digits, lot.between(a, b))
    if len(players) % 2:
        least = min(points[player] for player in players)
        for player in players:
            digits = (byes[player] ** 2, 0, (points[player] - least) ** 2, 0)
            found[player, BYE] = _number(digits, lot.between(player, BYE))
    return found


def _number(digits: tuple[int, ...], last: int) -> int:
    number = 0
    for digit in digits:
        number = number * BASE + digit
    return number * LOT + last


def cheapest(costs: Mapping[tuple[str, str], int]) -> list[tuple[str, str]]:
    """Return the perfect matching that costs least; [] if there is none."""
    most = max(costs.values(), default=0) + 1
    graph: networkx.Graph[str] = networkx.Graph()
    for (a, b), cost in sorted(costs.items()):
        graph.add_edge(a, b, weight=most - cost)
    matched = networkx.max_weight_matching(graph, maxcardinality=True)
    nodes = {player for pair in costs for player in pair}
    pairs = sorted((min(a, b), max(a, b)) for a, b in matched)
    return pairs if 2 * len(pairs) == len(nodes) else []


def next_round(t: Tournament, lot: Lot, apart: Collection[frozenset[str]]) -> list[Match]:
    """Pair the next round; [] after the last, or if those who are apart leave no pairing."""
    players = entrants(t)
    if t.round >= t.rules.rounds or len(players) < 2:
        return []
    kept = {*apart, *t.judged}
    possible = {pair: cost for pair, cost in costs(t, lot, players).items() if frozenset(pair) not in kept}
    place = {row.player: row.place for row in standings(t)}
    pairs = [sorted((a, b) if a != BYE else (b,), key=place.__getitem__) for a, b in cheapest(possible)]
    pairs.sort(key=lambda pair: (len(pair) == 1, place[pair[0]]))
    return games(t, lot, pairs)
