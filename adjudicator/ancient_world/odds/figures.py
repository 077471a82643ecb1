"""Figures, ranges and chances in lines of odds."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from adjudicator.ancient_world.show.dice import lines_said
from adjudicator.core import Odds, words

FACES = 10


def span(found: Iterable[int]) -> str:
    """Return a figure, or the ends of the range in which it lies."""
    least, most = min(values := list(found)), max(values)
    return str(least) if least == most else f"{least}–{most}"


def signed(found: Iterable[int]) -> str:
    """Return a modifier, or the ends of the range in which it lies."""
    least, most = min(values := list(found)), max(values)
    return f"{least:+d}" if least == most else f"{least:+d} … {most:+d}"


def sums(lines: Mapping[str, int], rule: str) -> list[Odds]:
    """Return the modifiers of a die, one line each."""
    return [Odds("sum", said, rule) for said in lines_said(lines)]


def in_hundred(text: str, rule: str, shares: Sequence[Fraction], **values: Any) -> Odds:
    """Return the line of how often something happens in a hundred; it has a chance if all shares are one."""
    sure = float(shares[0]) if len(set(shares)) == 1 else None
    return Odds("chance", words(text, n=span(round(100 * share) for share in shares), **values), rule, sure)


def in_ten(text: str, rule: str, n: int, **values: Any) -> Odds:
    """Return the line of how many of ten dice bring something."""
    return Odds("chance", words(text, n=n, **values), rule, n / FACES)


def at_most(text: str, rule: str, leader: str, need: int) -> Odds:
    """Return the line of a leader's die that may not be above a number."""
    n = max(0, min(FACES, need + 1))
    return in_ten(text, rule, n, leader=leader, need=min(FACES - 1, need))
