"""§7.4 §8.3 The odds and sums of an answer before it is given, from the seat's view alone (`Game.odds`)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import accumulate
from typing import Any, Final

from adjudicator.core import N_, Choice, Odds, words
from adjudicator.core.log.chain import JSON

from .board import BLOCKS, CITIES, FIGURES, winter_limit
from .show.view import BlockSeen, PlaceSeen, View
from .world import Place, Side, enemy_of

FACES: Final = 6
MOST_SAID: Final = 4
"""The most hits whose chance is told one by one."""


def odds(view: View, question: Choice[Any], answer: JSON) -> Sequence[Odds]:
    """Return the odds of an answer, line by line; nothing for a question that has none."""
    told = _ASKED.get(question.rule)
    return [] if told is None or not view.seat else list(told(view, answer))


# -- §7.4 fire -------------------------------------------------------------------------------------


def _turn(view: View, answer: Any) -> Iterator[Odds]:
    """§7.2 §7.4 Tell how many hits the blocks that fire may make, on how many steps of the enemy."""
    if answer["pick"] != "fire" or view.battle is None:
        return
    here = view.places[view.battle.place].blocks
    firing = [block for block in here if block.id in answer["answer"]]
    facing = [b for b in here if b.side != view.seat and not b.reserve]
    chances, steps = at_least(firing), sum(block.steps for block in facing)
    yield _volley(firing)
    for n in range(1, 1 + min(MOST_SAID, len(chances) - 1, steps)):
        yield _chance(N_("at least {n} {n:hit|hits}: {share} of 100"), chances[n], n=n)
    if MOST_SAID < steps < len(chances):
        yield _chance(N_("all {n} steps of the enemy: {share} of 100"), chances[steps], n=steps)


def _chance(template: str, share: Fraction, n: int) -> Odds:
    text = words(template, n=n, share=round(100 * share))
    return Odds("chance", text, "7.4", float(share))


def _volley(blocks: Sequence[BlockSeen]) -> Odds:
    """§3.11 §3.12 Tell how many dice some blocks cast, and how many hits these make on average."""
    dice = sum(map(_dice, blocks))
    hits = sum((Fraction(_dice(b) * BLOCKS[b.id].firepower, FACES) for b in blocks), Fraction())
    shown = str(hits) if hits.denominator == 1 else f"{float(hits):.1f}"
    return Odds("sum", words(N_("{n} {n:die|dice}, {hits} hits on average"), n=dice, hits=shown), "7.4")


def _dice(block: BlockSeen) -> int:
    """§3.11 Return a block's strength: the dice that it casts."""
    return BLOCKS[block.id].strengths[block.steps - 1]


def at_least(blocks: Iterable[BlockSeen]) -> list[Fraction]:
    """§7.4 Return how often some blocks make at least 0, 1, 2 … hits with all their dice."""
    exactly = [Fraction(1)]
    for block in blocks:
        hit = Fraction(BLOCKS[block.id].firepower, FACES)
        for _ in range(_dice(block)):
            missed, made = (
                [*(p * (1 - hit) for p in exactly), Fraction()],
                [Fraction(), *(p * hit for p in exactly)],
            )
            exactly = [a + b for a, b in zip(missed, made, strict=True)]
    return list(accumulate(reversed(exactly)))[::-1]


# -- §6 movement and levies ------------------------------------------------------------------------


def _movement(view: View, answer: Any) -> Iterator[Odds]:
    """§6.12 §8.3 Tell what a group meets at its goal, or what winter takes; at the end what is not used."""
    if answer["pick"] == "end":
        yield from _unused(N_("{n} movement {n:point|points} {n:is|are} not used"), view.points, "6.1")
        yield from _winter(view, {})
        return
    order = answer["answer"]
    start, goal, blocks = order["start"], order["way"][-1], order["blocks"]
    enemy = enemy_of(view.seat)
    there = view.places.get(goal)
    if there is not None and (n := _number(there, enemy)):
        group = [block for block in view.places[start].blocks if block.id in blocks]
        yield _volley(group)
        text = N_("against {n} {n:block|blocks} of {enemy} at {place}, whose faces are hidden")
        yield Odds("note", words(text, n=n, enemy=enemy, place=goal), "7.1")
    yield from _winter(view, {start: -len(blocks), goal: len(blocks)}, goal)


def _levies(view: View, answer: Any) -> Iterator[Odds]:
    """§6.4 §8.3 Tell what winter takes where a block is levied; at the end what is not used."""
    match answer["pick"]:
        case "end":
            yield from _unused(N_("{n} levy {n:point|points} {n:is|are} not used"), view.levies, "6.4")
            yield from _winter(view, {})
        case "levy":
            city = answer["answer"]["city"]
            yield from _winter(view, {city: 1}, city)


def _unused(template: str, n: int, rule: str) -> Iterator[Odds]:
    if n:
        yield Odds("note", words(template, n=n), rule)


def _number(place: PlaceSeen, side: Side) -> int:
    return sum(place.backs[side].values())


def _winter(view: View, more: Mapping[Place, int], only: Place = "") -> Iterator[Odds]:
    """§8.3 Tell in the last turn of a year where more blocks of the seat stand than the city feeds then."""
    if view.turn < FIGURES.turns:
        return
    for city in [only] if only else sorted(view.places):
        seen = view.places.get(city)
        n = more.get(city, 0) + (0 if seen is None else _number(seen, view.seat))
        if city in CITIES and n > winter_limit(city):
            text = N_("the winter limit of {city} is {limit}: {n} would be disbanded as they stand")
            values = {"city": city, "limit": winter_limit(city), "n": n - winter_limit(city)}
            yield Odds("cost", words(text, **values), "8.3")


_ASKED: Final[Mapping[str, Callable[[View, Any], Iterator[Odds]]]] = {
    "6.1": _movement,
    "6.4": _levies,
    "7.2": _turn,
}
"""By the paragraph that asks."""
