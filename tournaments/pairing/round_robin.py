"""Everybody meets everybody once, or twice with sides exchanged (design/tournaments.md §4.1)."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from tournaments.log import Lot
from tournaments.state import Match, Tournament

from .making import games, leave_out, seeded


def rounds(players: int) -> int:
    """Return the rounds in which a number of players meet once."""
    return players - 1 + players % 2


def schedule(players: Sequence[str], round: int) -> list[list[str]]:
    """Return the pairs of one round, from 1, by the circle: the last player stays, the others move on.

    The player in front has the first seat: of two places of the list the earlier one where their sum is odd,
    the later one where it is even, so that nobody's sides differ by more than one. The bye comes last.
    """
    size = len(players) + len(players) % 2
    moving = [(place + round - 1) % (size - 1) for place in range(size - 1)]
    pairs = [(size - 1, moving[0]), *((moving[i], moving[-i]) for i in range(1, size // 2))]
    met, byes = [], []
    for low, high in map(sorted, pairs):
        if high == len(players):
            byes.append([players[low]])
        else:
            met.append([players[low], players[high]] if (low + high) % 2 else [players[high], players[low]])
    return met + byes


def next_round(t: Tournament, lot: Lot, apart: Collection[frozenset[str]]) -> list[Match]:
    """Pair the next round of the circle; the second time around the sides are exchanged.

    Everybody meets everybody, so nobody is kept apart here.
    """
    players = seeded(t)
    once = rounds(len(players))
    if t.round >= once * t.rules.rounds:
        return []
    pairs = schedule(players, t.round % once + 1)
    if t.round >= once:
        pairs = [pair[::-1] for pair in pairs]
    return games(t, lot, leave_out(t, pairs), scheduled=True)
