"""Pairings of the next round, by format (design/tournaments.md §4)."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping

from tournaments.log import Lot
from tournaments.state import Match, Tournament

from . import elimination, pools, round_robin, swiss, tables

Apart = Collection[frozenset[str]]
"""Pairs of players who have blocked each other and are never paired."""

_FORMATS: Mapping[str, Callable[[Tournament, Lot, Apart], list[Match]]] = {
    "round_robin": round_robin.next_round,
    "swiss": swiss.next_round,
    "elimination": elimination.next_round,
    "pools": pools.next_round,
}


def next_round(t: Tournament, lot: Lot, apart: Apart = ()) -> list[Match]:
    """Pair the next round; an empty list means that there is none left.

    Args:
        t: the tournament, all of whose games have a result.
        lot: the lot of this round.
        apart: pairs that may not meet where the format leaves a choice.
    """
    if t.rules.table > 2:
        return tables.next_round(t, lot, apart)
    return _FORMATS[t.rules.format](t, lot, apart)


def rounds(t: Tournament) -> int:
    """Return how many rounds the tournament has, of its present players; 0 for a ladder, which has no end."""
    players = len([p for p in t.players.values() if p.seed or t.state == "entries"])
    if t.rules.format == "ladder" or players < 2:
        return 0
    if t.rules.format == "swiss" or t.rules.table > 2:
        return t.rules.rounds + elimination.rounds(min(players, t.rules.final))
    if t.rules.format == "elimination":
        return elimination.rounds(players)
    if t.rules.format == "pools":
        return pools.rounds(t, players)
    return round_robin.rounds(players) * t.rules.rounds
