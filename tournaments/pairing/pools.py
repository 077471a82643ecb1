"""Pools in which everybody meets, and an elimination of the first of each (design/tournaments.md §4.4)."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from tournaments.log import Lot
from tournaments.standings import order
from tournaments.state import Match, Tournament

from . import elimination, round_robin
from .making import games, leave_out, seeded

_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def pools(t: Tournament) -> dict[str, list[str]]:
    """Return the pools by name."""
    return deal(seeded(t), t.rules.pool)


def deal(players: Sequence[str], pool: int) -> dict[str, list[str]]:
    """Return the pools by name: seeds are dealt alternately forwards and backwards, to make the pools
    even.
    """
    count = max(1, -(-len(players) // pool))
    dealt: dict[str, list[str]] = {_name(i): [] for i in range(count)}
    for i, player in enumerate(players):
        lap, place = divmod(i, count)
        dealt[_name(count - 1 - place if lap % 2 else place)].append(player)
    return dealt


def _name(i: int) -> str:
    return _LETTERS[i] if i < len(_LETTERS) else f"{_LETTERS[i // 26 - 1]}{_LETTERS[i % 26]}"


def _pool_rounds(t: Tournament) -> int:
    return max(round_robin.rounds(len(players)) for players in pools(t).values())


def rounds(t: Tournament, players: int) -> int:
    """Return the rounds of pools and elimination together, for a number of players."""
    count = max(1, -(-players // t.rules.pool))
    largest = -(-players // count)
    return round_robin.rounds(largest) + elimination.rounds(_advancing(players, count, t.rules.advance))


def _advancing(players: int, count: int, advance: int) -> int:
    smaller, more = divmod(players, count)
    return sum(min(advance, smaller + (i < more)) for i in range(count))


def next_round(t: Tournament, lot: Lot, apart: Collection[frozenset[str]]) -> list[Match]:
    """Pair the next round of all pools, then the elimination."""
    dealt = pools(t)
    if t.round >= _pool_rounds(t):
        return elimination.knockout(t, lot, qualified(t))
    made, begin = list[Match](), 1
    for name, players in dealt.items():
        if t.round < round_robin.rounds(len(players)):
            pairs = leave_out(t, round_robin.schedule(players, t.round + 1))
            made += games(t, lot, pairs, name, scheduled=True, begin=begin)
            begin += len(pairs)
    return made


def qualified(t: Tournament) -> list[str]:
    """List those who go on: the first of every pool, the second of every pool from the last, and so on."""
    places = [order(t, players, name)[: t.rules.advance] for name, players in pools(t).items()]
    found = []
    for place in range(t.rules.advance):
        row = [ranked[place] for ranked in places if place < len(ranked)]
        found += row if place % 2 == 0 else row[::-1]
    return found
