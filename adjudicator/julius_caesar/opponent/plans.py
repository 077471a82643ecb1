"""Plans of a phase, to be compared by search."""

from __future__ import annotations

from typing import Any

from adjudicator.core import Choice, OneOf
from adjudicator.julius_caesar.board import CITIES, EDGES
from adjudicator.julius_caesar.world import Side, World
from adjudicator.search.opponent import Plan

from .movement import Phase, Style
from .scan import VALUE, Scan

SEARCHED = frozenset({"2.1", "6.1"})
"""The paragraphs of cards and movement."""
MOST = 15
"""The number of plans beside the policy's own."""


def plans(w: World, seat: Side, choice: Choice[Any]) -> list[Plan]:
    """Return plans for a phase of movement, or for a card; none for another question."""
    if choice.rule == "6.1":
        return _movements(w, seat)
    if choice.rule == "2.1" and w.phase == "cards" and isinstance(choice, OneOf):
        return [Plan("2.1", (card,)) for card, stop in sorted(choice.options().items()) if stop is None]
    return []


def _movements(w: World, seat: Side) -> list[Plan]:
    found: list[Plan] = []
    for style in _styles(w, seat):
        plan = Plan("6.1", Phase(w, seat, style).planned())
        if plan not in found:
            found.append(plan)
    return found[:MOST]


def _styles(w: World, seat: Side) -> list[Style]:
    """Return ways to plan the phase: bolder, more careful, more widely spread, or with a target."""
    scan = Scan(w, seat)
    plain = [
        Style(good=10_000),
        Style(good=90),
        Style(good=180),
        Style(guard=30),
        Style(guard=250),
        Style(spread=True),
    ]
    beside = [
        (3 * VALUE.get(to, 0) + scan.foes.get(to, 0), to)
        for to in CITIES
        if to in scan.foes and any(near in scan.own for near in EDGES[to])
    ]
    vacant = [(3 * VALUE[to] + 1, to) for to in VALUE if to not in scan.foes and to not in scan.own]
    held = [(2 * VALUE[to], to) for to in VALUE if to in scan.own and scan.threat(to)]
    targets = sorted({*beside, *vacant, *held}, reverse=True)
    return [*plain, *(Style(target=to) for _, to in targets)]
