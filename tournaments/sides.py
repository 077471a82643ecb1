"""Sides of the players of a match (design/tournaments.md §5)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import permutations

from .log import Lot
from .state import Tournament


def history(t: Tournament) -> dict[str, dict[str, int]]:
    """Return how often each player has had each seat."""
    had = {player: dict.fromkeys(t.rules.seats, 0) for player in t.players}
    for match in t.matches.values():
        for seat, player in match.seats.items():
            had[player][seat] += 1
    return had


MOST_UNEVEN = 2
"""The largest difference between a player's first and second seats that the pairing does not avoid before
points.
"""


def uneven(t: Tournament, had: Mapping[str, Mapping[str, int]], group: Sequence[str]) -> tuple[int, int]:
    """Return how uneven a pair's sides are after the better of the two ways to give them.

    Returns:
        The squares of both players' differences beyond `MOST_UNEVEN`, and those of the differences
        themselves.
    """
    first, second = t.rules.seats
    ways = []
    for a, b in (group, group[::-1]):
        after = (had[a][first] + 1 - had[a][second], had[b][first] - 1 - had[b][second])
        beyond = sum(max(0, abs(one) - MOST_UNEVEN) ** 2 for one in after)
        ways.append((beyond, sum(one**2 for one in after)))
    return min(ways)


def balanced(t: Tournament, lot: Lot, group: Sequence[str], game: str) -> dict[str, str]:
    """Give seats so that each player has had each as often as possible; the lot decides between equals."""
    had, seats = history(t), t.rules.seats
    ways = list(permutations(sorted(group)))
    stream = lot.stream(f"sides {game}")
    fewest = min(_had_again(had, seats, way) for way in ways)
    way = stream.choice([way for way in ways if _had_again(had, seats, way) == fewest])
    return dict(zip(seats, way, strict=True))


def _had_again(had: Mapping[str, Mapping[str, int]], seats: Sequence[str], way: Sequence[str]) -> int:
    return sum((2 * had[player][seat] + 1) for seat, player in zip(seats, way, strict=True))


def by_bids(seats: Sequence[str], wanted: str, bids: Mapping[str, int]) -> dict[str, str]:
    """Return seats by opened bids: who bids more has the seat that was bid for; {} if both bid the same."""
    (a, mine), (b, other) = sorted(bids.items())
    if mine == other:
        return {}
    left = seats[1] if wanted == seats[0] else seats[0]
    more, less = (a, b) if mine > other else (b, a)
    return {wanted: more, left: less}
