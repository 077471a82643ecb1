"""§9.5 The odds of siege attrition: what both dice take, with foraging and without."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any

from adjudicator.ancient_world.rules.r09_attrition import siege_lines, siege_tolls, supplied
from adjudicator.ancient_world.show.dice import lines_said
from adjudicator.ancient_world.world import World
from adjudicator.core import N_, Odds, words

from .figures import FACES, signed, span

LOST = (N_("outside {n} are lost, {mean} on average"), N_("inside {n} are lost, {mean} on average"))
MODIFIERS = (N_("modifier outside {n}: {lines}"), N_("modifier inside {n}: {lines}"))


def siege(worlds: Sequence[World], city: str, answer: Any) -> Iterator[Odds]:
    """§9.52 §9.54 Tell the modifiers of both dice, and the least, most and average losses."""
    dice: list[tuple[dict[str, int], dict[str, int]]] = []
    tolls: list[list[tuple[int, int]]] = []
    for w in worlds:
        lines = siege_lines(w, city, answer == "forage", supplied(w, city))
        dice.append(lines)
        outside, inside = (sum(of.values()) for of in lines)
        tolls.append([siege_tolls(w, city, die + outside, die + inside) for die in range(FACES)])
    for at, (modifier, lost) in enumerate(zip(MODIFIERS, LOST, strict=True)):
        if any(one[at] for one in dice):
            parts = {name: n for one in dice for name, n in one[at].items()}
            total = signed(sum(one[at].values()) for one in dice)
            yield Odds("sum", words(modifier, n=total, lines=lines_said(parts)), "9.54")
        found = [[pair[at] for pair in of] for of in tolls]
        means = span(round(Fraction(sum(of), FACES)) for of in found)
        yield Odds("cost", words(lost, n=span(n for of in found for n in of), mean=means), "9.52")
