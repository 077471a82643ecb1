"""A ladder: a challenger who beats a player above takes their place (design/tournaments.md §4.6)."""

from __future__ import annotations

from collections.abc import Collection

from tournaments.log import Lot
from tournaments.state import Match, Tournament

from .making import games


def within_reach(t: Tournament, player: str, apart: Collection[frozenset[str]] = ()) -> list[str]:
    """List whom a player may challenge now: those few places above, if neither has an open game, and those
    who are apart left out.
    """
    if player not in t.order or player in _busy(t):
        return []
    place, busy, judged = t.order.index(player), _busy(t), t.judged
    near = t.order[max(0, place - t.rules.reach) : place]
    kept = {*judged, *apart}
    return [other for other in near if other not in busy and frozenset((player, other)) not in kept]


def _busy(t: Tournament) -> set[str]:
    return {player for match in t.open_games for player in match.players}


def challenge(t: Tournament, lot: Lot, challenger: str, other: str) -> Match:
    """Return the game of a challenge; the challenger comes first.

    Raises:
        ValueError: if the other is not within reach.
    """
    if other not in within_reach(t, challenger):
        raise ValueError(f"{other} is not within reach of {challenger}")
    (match,) = games(t, lot, [[challenger, other]])
    return match
