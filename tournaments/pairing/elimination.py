"""Elimination: losers are out, and may play for the third place (design/tournaments.md §4.3)."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from tournaments.going_on import goes_on, of_bracket
from tournaments.log import Lot
from tournaments.state import Match, Tournament

from .making import games, leave_out, seeded

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
    played = of_bracket(t)
    done = len({match.round for games in played.values() for match in games})
    for _ in range(done):
        pairs = list(zip(alive[::2], alive[1::2], strict=True))
        alive = [_winner(t, played, pair) for pair in pairs]
        beaten = [next((p for p in pair if p != won), "") for pair, won in zip(pairs, alive, strict=True)]
    if len(alive) < 2:
        return []
    pairs = list(zip(alive[::2], alive[1::2], strict=True))
    stage = FINAL if len(pairs) == 1 else KNOCKOUT
    groups = leave_out(t, [[player for player in pair if player] for pair in pairs])
    made = games(t, lot, groups, stage)
    losers = [player for player in beaten if player and t.players[player].plays]
    if stage == FINAL and t.rules.third and done and len(losers) == 2:
        made += games(t, lot, [losers], THIRD, begin=len(groups) + 1)
    return made


def _winner(t: Tournament, played: Mapping[frozenset[str], list[Match]], pair: tuple[str, str]) -> str:
    """Return the player who goes on, "" where nobody is left."""
    present = [player for player in pair if player]
    if len(present) < 2:
        return present[0] if present else ""
    met = played.get(frozenset(pair))
    if met is None:  # one of them, or both, left before they met
        left = [player for player in present if frozenset((player,)) in played]
        return left[0] if left else ""
    return goes_on(t, met)
