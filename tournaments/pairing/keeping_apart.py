"""The seeding of brackets and pools that keeps players apart (design/tournaments.md §4.3, §4.4)."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from tournaments.rules import Rules

from . import elimination, pools

MOST_STEPS = 4000
"""The seeds that are given or taken back at most, to keep players apart in one way."""


def seeding(rules: Rules, order: Sequence[str], apart: Collection[frozenset[str]]) -> list[str]:
    """Return the order of a closing lot, changed so far that players who are apart do not meet.

    In pools they are dealt to different ones. In a bracket they come into different halves, or else quarters,
    and so on. Where no such order is found the lot's stays: their game is not played.
    """
    if apart and rules.format in ("elimination", "pools"):
        for groups in _divisions(rules, len(order)):
            if (found := _dealt(order, groups, apart)) is not None:
                return found
    return list(order)


def _divisions(rules: Rules, players: int) -> Iterator[list[int]]:
    """Yield the group of each seed, in the ways that keep players apart, the best first."""
    seeds = [str(seed) for seed in range(players)]
    if rules.format == "pools":
        dealt = pools.deal(seeds, rules.pool)
        yield [next(i for i, pool in enumerate(dealt.values()) if seed in pool) for seed in seeds]
        return
    places = elimination.bracket(seeds)
    size = len(places) // 2
    while size > 1:
        yield [places.index(seed) // size for seed in seeds]
        size //= 2


def _dealt(
    order: Sequence[str], groups: Sequence[int], apart: Collection[frozenset[str]]
) -> list[str] | None:
    """Return the players by seed, each seed the first in the order who fits into its group; None if there is
    no way, or none is found soon.
    """
    bit = {player: 1 << i for i, player in enumerate(order)}
    foes = dict.fromkeys(order, 0)
    for one, other in map(sorted, apart):
        foes[one] |= bit[other]
        foes[other] |= bit[one]
    free, dealt, taken, inside, start = list(order), list[str](), list[int](), [0] * len(groups), 0
    for _ in range(MOST_STEPS):
        if not free:
            return dealt
        group = groups[len(dealt)]
        i = next((i for i in range(start, len(free)) if not foes[free[i]] & inside[group]), None)
        if i is not None:
            dealt.append(free.pop(i))
            taken.append(i)
            inside[group] |= bit[dealt[-1]]
            start = 0
        elif dealt:
            player, i = dealt.pop(), taken.pop()
            inside[groups[len(dealt)]] &= ~bit[player]
            free.insert(i, player)
            start = i + 1
        else:
            return None
    return None
