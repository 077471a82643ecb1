"""The points of a match (design/tournaments.md §6)."""

from __future__ import annotations

from collections.abc import Mapping

from .rules import SHARED, Rules
from .state import Match, Result, Tournament


def points(t: Tournament, match: Match, player: str) -> int:
    """Return the points of a player for a match; 0 while it has no result."""
    if match.is_bye:
        return _bye(t, match)
    if match.result is None:
        return 0
    if t.rules.scoring == "won":
        return _won(t.rules, match.result, player)
    return _of_table(t.rules, match, match.result)[player]


def unplayed(t: Tournament, round: int) -> int:
    """Return the points of a round missed after leaving: those of a draw, at tables the average."""
    return average(t, round) if t.rules.table > 2 else t.rules.legs * t.rules.points("draw")


def average(t: Tournament, round: int) -> int:
    """Return the average points of those who have played at a table in a round, rounded down."""
    played = [match for match in t.games(round) if match.result is not None]
    got = [points(t, match, player) for match in played for player in match.players]
    return sum(got) // len(got) if got else 0


def places(match: Match, result: Result) -> Mapping[str, int]:
    """Return the place of each player, from 1: as the game ranks them, else those who have won before the
    others.
    """
    if {*result.ranks} == {*match.players}:
        return result.ranks
    if result.drawn or not result.won:
        return dict.fromkeys(match.players, 1)
    return {player: 1 if player in result.won else 1 + len(result.won) for player in match.players}


def margin(rules: Rules, match: Match, player: str) -> int:
    """Return the margin of a player in a game, up to the largest that counts; a loser's is below 0."""
    result = match.result
    if result is None or not result.won:
        return 0
    size = min(result.margin, rules.margin) if rules.margin else result.margin
    return size if player in result.won else -size


def _bye(t: Tournament, match: Match) -> int:
    """Return the points of a bye: at tables the average of the round, of two games at once those of two."""
    if t.rules.table > 2:
        return average(t, match.round) // (2 if match.asked else 1)
    return t.rules.legs * t.rules.points("half_bye" if match.asked else "bye")


def _won(rules: Rules, result: Result, player: str) -> int:
    if result.drawn:
        return rules.points("draw")
    if not result.won:
        return rules.points("nobody")
    has_won = player in result.won
    if len(result.won) > 1:
        return rules.points("shared" if has_won else "loss")
    if result.how in ("surrender", "forfeit"):
        return rules.points(f"{result.how}_{'win' if has_won else 'loss'}")
    if result.level in rules.levels:
        return rules.levels[result.level][0 if has_won else 1]
    return rules.points("win" if has_won else "loss")


def _of_table(rules: Rules, match: Match, result: Result) -> Mapping[str, int]:
    """Return the points of each player of a table; who shares places shares their points, rounded down."""
    place = places(match, result)
    own = {player: max(0, result.points.get(player, 0)) for player in match.players}
    if rules.scoring == "own":
        return own
    if rules.scoring == "share" and (total := sum(own.values())):
        return {player: SHARED * got // total for player, got in own.items()}
    worth = [SHARED] if rules.scoring == "share" else rules.places
    worth = [*worth, *[0] * (len(place) - len(worth))]
    found = {}
    for player, at in place.items():
        peers = [*place.values()].count(at)
        found[player] = sum(worth[at - 1 : at - 1 + peers]) // peers
    return found
