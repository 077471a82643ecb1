"""A round that the director pairs, or takes from another program (design/tournaments.md §4.8)."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import combinations

from tournaments.log import Lot
from tournaments.state import Match, Tournament

from .making import games, sitting_out


class Mispaired(ValueError):
    """Raised for groups that are no round.

    Attributes:
        why: "unknown", "twice", "size", "missing" or "apart".
        players: who it is about.
    """

    def __init__(self, why: str, players: Sequence[str]) -> None:
        super().__init__(why)
        self.why, self.players = why, list(players)


def may_pair(t: Tournament) -> bool:
    """Return true if the director may pair the next round: Swiss rounds, and no bracket, circle or ladder."""
    return t.rules.format == "swiss" and t.state == "playing" and t.round < t.rules.rounds


def matches(
    t: Tournament, lot: Lot, groups: Sequence[Sequence[str]], apart: Collection[frozenset[str]] = ()
) -> list[Match]:
    """Return the round of the groups as they are given; one player alone has a bye, who asked for one has
    theirs.

    Raises:
        Mispaired: if somebody is missing, named twice or not in the round, a group has another size than a
            game, or two of it must not meet.
    """
    here, named = t.plays_in(t.round + 1), [player for group in groups for player in group]
    for why, wrong in (
        ("unknown", [player for player in named if player not in here]),
        ("twice", [player for player in here if named.count(player) > 1]),
        ("missing", [player for player in here if player not in named and not t.players[player].filler]),
        ("size", next((list(group) for group in groups if len(group) not in (1, t.rules.table)), [])),
    ):
        if wrong:
            raise Mispaired(why, wrong)
    kept = {*apart, *t.judged}
    for group in groups:
        for pair in combinations(group, 2):
            if frozenset(pair) in kept:
                raise Mispaired("apart", pair)
    ordered = sorted(groups, key=lambda group: len(group) == 1)
    return [*games(t, lot, ordered), *sitting_out(t, len(ordered) + 1)]
