"""The player who goes on from the games of a pair in an elimination (design/tournaments.md §4.3)."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from .points import margin, points
from .state import Match, Tournament

STAGES = {"knockout": 0, "third": 0, "final": 2}
"""The stages of an elimination, and what makes the final worth more than the game for the third place."""


def of_bracket(t: Tournament) -> dict[frozenset[str], list[Match]]:
    """Return the games of an elimination by those who meet: one, or two at once; byes by the player alone."""
    found: dict[frozenset[str], list[Match]] = {}
    for match in t.matches.values():
        if match.stage in STAGES:
            found.setdefault(frozenset(match.players), []).append(match)
    return found


def goes_on(t: Tournament, games: Sequence[Match]) -> str:
    """Return the player of a pair who goes on; "" while one of their games has no result.

    It is who has won more of the games, then who has more points from them, then the larger margins; else a
    lot decides.
    """
    first = games[0]
    if first.is_bye:
        return first.players[0]
    if any(match.result is None for match in games):
        return ""
    one, other = first.players
    for value in _BY:
        got, less = (sum(value(t, match, player) for match in games) for player in (one, other))
        if got != less:
            return one if got > less else other
    return _by_lot(t, first)


def _won(t: Tournament, match: Match, player: str) -> int:
    return int(match.result is not None and player in match.result.won)


def _margin(t: Tournament, match: Match, player: str) -> int:
    return margin(t.rules, match, player)


_BY: Sequence[Callable[[Tournament, Match, str], int]] = (_won, points, _margin)


def _by_lot(t: Tournament, match: Match) -> str:
    lot = t.last_lot
    if lot is None:
        raise ValueError("the list is not closed")
    return lot.stream(f"advance {match.id}").choice(sorted(match.players))
