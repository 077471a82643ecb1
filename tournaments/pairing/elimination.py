"""Elimination: losers are out, and may play for the third place (design/tournaments.md §4.3)."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from tournaments.log import Lot
from tournaments.state import Match, Tournament

from .making import games, seeded

KNOCKOUT, FINAL, THIRD = "knockout", "final", "third"


def rounds(players: int) -> int:
    """Return the rounds until one is left."""
    return max(players - 1, 0).bit_length()


def bracket(players: Sequence[str]) -> list[str]:
    """Return the seeds in the order of the bracket, "" for the places that stay empty: 1 meets the last."""
    size = 1 << rounds(len(players))
    places = [0]
    while len(places) < size:
        places = [place for one in places for place in (one, 2 * len(places) - 1 - one)]
    return [players[place] if place < len(players) else "" for place in places]


def next_round(t: Tournament, lot: Lot, apart: Collection[frozenset[str]]) -> list[Match]:
    """Pair the winners of the round before; in a bracket nobody is kept apart."""
    return knockout(t, lot, seeded(t))


def knockout(t: Tournament, lot: Lot, players: Sequence[str]) -> list[Match]:
    """Pair the next round of a bracket of `players` by seed; [] after the final."""
    alive, beaten = bracket(players), ["", ""]
    played = {frozenset(m.players): m for m in t.matches.values() if m.stage in (KNOCKOUT, FINAL)}
    done = len({m.round for m in played.values()})
    for _ in range(done):
        pairs = list(zip(alive[::2], alive[1::2], strict=True))
        alive = [_winner(t, lot, played, pair) for pair in pairs]
        beaten = [next((p for p in pair if p != won), "") for pair, won in zip(pairs, alive, strict=True)]
    if len(alive) < 2:
        return []
    pairs = list(zip(alive[::2], alive[1::2], strict=True))
    stage = FINAL if len(pairs) == 1 else KNOCKOUT
    groups = [[player for player in pair if player and t.players[player].plays] for pair in pairs]
    made = games(t, lot, [group for group in groups if group], stage)
    losers = [player for player in beaten if player and t.players[player].plays]
    if stage == FINAL and t.rules.third and done and len(losers) == 2:
        made += games(t, lot, [losers], THIRD, begin=len(made) + 1)
    return made


def _winner(t: Tournament, lot: Lot, played: dict[frozenset[str], Match], pair: tuple[str, str]) -> str:
    """Return the player who goes on: the winner, the one with a bye, or by lot if nobody won."""
    present = [player for player in pair if player]
    if len(present) < 2:
        return present[0] if present else ""
    match = played.get(frozenset(pair))
    if match is None:  # one of them, or both, left before they met
        left = [player for player in present if frozenset((player,)) in played]
        return left[0] if left else ""
    result = match.result
    if result is not None and len(result.won) == 1:
        return result.won[0]
    return lots_winner(t, match)


def lots_winner(t: Tournament, match: Match) -> str:
    """Return the player who goes on if nobody won, by the lot that closed the list."""
    lot = t.last_lot
    if lot is None:
        raise ValueError("the list is not closed")
    return lot.stream(f"advance {match.id}").choice(sorted(match.players))
