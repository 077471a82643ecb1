"""Games of three or four: like points, and few who have met before (design/tournaments.md §4.5)."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from itertools import combinations

from tournaments.log import Lot
from tournaments.standings import standings
from tournaments.state import Match, Tournament

from .making import games, sitting_out

_APART = 1 << 48
_MET = 1 << 24


def next_round(t: Tournament, lot: Lot, apart: Collection[frozenset[str]]) -> list[Match]:
    """Seat the next round; those for whom no table is left, other players each time, have a bye.

    Two players change tables as long as that is better, the first such exchange each time; so the same list
    and lot always give the same tables. Where two are left at one table who are apart, no round is paired.
    """
    players = t.plays_in(t.round + 1)
    size = t.rules.table
    if t.round >= t.rules.rounds or len(players) < size:
        return []
    points = {row.player: row.points for row in standings(t)}
    drawn = {player: i for i, player in enumerate(lot.order(players))}
    byes = dict.fromkeys(players, 0)
    for match in t.matches.values():
        if match.is_bye and not match.asked and match.players[0] in byes:
            byes[match.players[0]] += 1
    out = sorted(players, key=lambda p: (byes[p], points[p], drawn[p]))[: len(players) % size]
    seated = sorted((p for p in players if p not in out), key=lambda p: (-points[p], drawn[p]))
    placed = [seated[i : i + size] for i in range(0, len(seated), size)]
    _improve(placed, points, _met(t), apart)
    if any(frozenset(pair) in apart for table in placed for pair in combinations(table, 2)):
        return []
    made = games(t, lot, [*placed, *([player] for player in out)])
    return [*made, *sitting_out(t, len(made) + 1)]


def _met(t: Tournament) -> Mapping[frozenset[str], int]:
    met: dict[frozenset[str], int] = {}
    for match in t.matches.values():
        for pair in combinations(match.players, 2):
            met[frozenset(pair)] = met.get(frozenset(pair), 0) + 1
    return met


def _improve(
    placed: list[list[str]],
    points: Mapping[str, int],
    met: Mapping[frozenset[str], int],
    apart: Collection[frozenset[str]],
) -> None:
    """Exchange players between tables while that is cheaper."""

    def cost(table: Collection[str]) -> int:
        total = 0
        for pair in combinations(table, 2):
            key = frozenset(pair)
            total += _APART * (key in apart) + _MET * met.get(key, 0) ** 2
            total += (points[pair[0]] - points[pair[1]]) ** 2
        return total

    while _exchange_one(placed, cost):
        pass


def _exchange_one(placed: list[list[str]], cost: Callable[[Collection[str]], int]) -> bool:
    """Make the first exchange that is cheaper; false if there is none."""
    for one, other in combinations(placed, 2):
        now = cost(one) + cost(other)
        for i in range(len(one)):
            for j in range(len(other)):
                one[i], other[j] = other[j], one[i]
                if cost(one) + cost(other) < now:
                    return True
                one[i], other[j] = other[j], one[i]
    return False
