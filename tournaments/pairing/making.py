"""Matches of groups that meet: games with their sides or without, and byes."""

from __future__ import annotations

from collections.abc import Sequence

from tournaments.log import Lot
from tournaments.sides import balanced
from tournaments.state import Match, Tournament


def games(
    t: Tournament,
    lot: Lot,
    groups: Sequence[Sequence[str]],
    stage: str = "",
    scheduled: bool = False,
    begin: int = 1,
) -> list[Match]:
    """Return the matches of groups of players in their order; a group of one is a bye.

    Args:
        t: the tournament before the round.
        lot: the lot of the round.
        groups: the players who meet; where the sides are `scheduled` in the order of the seats.
        stage: the part of the tournament.
        scheduled: true if the format fixes the sides.
        begin: the number of the first.
    """
    made: list[Match] = []
    for number, group in enumerate(groups, start=begin):
        id = f"{t.round + 1}.{number}"
        made += _match(t, lot, id, list(group), stage, scheduled)
    return made


def _match(t: Tournament, lot: Lot, id: str, group: list[str], stage: str, scheduled: bool) -> list[Match]:
    round, rules = t.round + 1, t.rules
    if len(group) == 1 or rules.sides in ("choice", "bid"):
        return [Match(id, round, group, stage)]
    seats = dict(zip(rules.seats, group, strict=True))
    if rules.sides == "both":
        exchanged = dict(zip(rules.seats, reversed(group), strict=True))
        return [Match(id, round, group, stage, seats), Match(id + "b", round, group, stage, exchanged)]
    if rules.sides == "lot" and not scheduled:
        seats = balanced(t, lot, group, id)
    return [Match(id, round, group, stage, seats)]


def sitting_out(t: Tournament, begin: int) -> list[Match]:
    """Return the byes of those who have asked to sit out the next round, numbered from `begin`."""
    round = t.round + 1
    return [
        Match(f"{round}.{number}", round, [player], asked=1)
        for number, player in enumerate(t.sits_out(round), start=begin)
    ]


def seeded(t: Tournament) -> list[str]:
    """Return the players of the list that was closed, by their seed; those who left are among them."""
    return sorted((p.id for p in t.players.values() if p.seed), key=lambda id: t.players[id].seed)


def leave_out(t: Tournament, groups: Sequence[Sequence[str]]) -> list[list[str]]:
    """Return groups without those who have left the tournament, and without groups that are empty then."""
    present = [[player for player in group if t.players[player].plays] for group in groups]
    return [group for group in present if group]
