"""§6.5 The odds of an interception: the die, what the way costs, the battle that follows."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from adjudicator.ancient_world.rules.r02_forces import rank_of, split
from adjudicator.ancient_world.rules.r05_leaders import marching_leader, rating
from adjudicator.ancient_world.rules.r06_attrition import march_losses
from adjudicator.ancient_world.rules.r06_counter import counters, way_back, way_back_lines
from adjudicator.ancient_world.rules.r06_ground import cost_of, river
from adjudicator.ancient_world.rules.r06_interception import catch_made, die_lines
from adjudicator.ancient_world.rules.r06_reach import Try, tries
from adjudicator.ancient_world.rules.r08_begin import begin_battle
from adjudicator.ancient_world.world import (
    SECOND,
    THIRD,
    Catch,
    World,
    hex_of,
    march_of,
)
from adjudicator.core import N_, Odds, words

from .battles import battle_odds
from .figures import FACES, at_most, sums

SUCCEEDS = N_("{leader} succeeds with {need} or less: {n} in 10")


def reaction(worlds: Sequence[World], answer: Any) -> Iterator[Odds]:
    """§6.55 §6.58 Tell the odds of an interception, or ambush, of what has come or is leaving."""
    if answer["pick"] == "play":  # the question of a window
        answer = answer["answer"]
    if "answer" not in answer:  # who lets it pass
        return
    for w in worlds:
        c = _made(w, answer)
        if w is worlds[0]:
            yield from _die(w, c)
            yield from _cost(w, c)
        _meet(w, c)
    yield from battle_odds(worlds)


def _made(w: World, answer: Any) -> Catch:
    if w.catch is None:
        m = march_of(w)
        return catch_made(w, tries(w, m.stage.removesuffix("_asked")), answer, m.force)
    found: dict[str, Try] = counters(w)
    w.forces[SECOND].place = w.catch.path[w.catch.step]
    return catch_made(w, found, answer, SECOND)


def caught(w: World, answer: Any) -> float:
    """§6.55 Begin the battle of an interception; return the chance that it succeeds."""
    c = _made(w, answer)
    chance = 1.0 if c.automatic else max(0, min(FACES, _need(w, c) + 1)) / FACES
    _meet(w, c)
    return chance


def _need(w: World, c: Catch) -> int:
    """§6.54 §6.55 Return the highest die with which an interception succeeds, with all modifiers."""
    return rating(c.leader) - sum(die_lines(w, c).values())


def _die(w: World, c: Catch) -> Iterator[Odds]:
    """§6.54 §6.55 Tell the modifiers, and the die that they leave."""
    if c.automatic:
        yield Odds("chance", words(N_("{leader} succeeds without a die"), leader=c.leader), "6.35", 1.0)
        return
    yield from sums(die_lines(w, c), "6.58" if c.ambush else "6.54")
    yield at_most(SUCCEEDS, "6.58" if c.ambush else "6.55", c.leader, _need(w, c))


def _cost(w: World, c: Catch) -> Iterator[Odds]:
    """§6.55 Tell the cost of the way, for the units that go."""
    if not c.path or c.bank:
        return
    way = [c.origin, *c.path]
    n = march_losses(w, c.side, c.units, rank_of(w.forces[c.force]), way[-1], cost_of(w, c.side, way))
    yield Odds("cost", words(N_("the way costs {n} strength {n:point|points}"), n=n), "6.43")


def _meet(w: World, c: Catch) -> None:
    """§6.55 Set up the battle that follows; the losses of the way are not taken off."""
    key = SECOND if w.catch is None else THIRD
    split(w, c.force, key, c.units, [c.leader, *c.leaders])
    if c.path:
        w.forces[key].place, w.forces[key].landed = c.at, 0
    last = [c.origin, *c.path][-2:]
    begin_battle(
        w,
        "interception" if w.catch is None else "counter",
        c.at,
        [key],
        [c.target],
        c.leader,
        entries=[hex_of(last[0])] if c.path else [],
        river=int(len(last) > 1 and bool(river(last[0], last[1]))),
        ambush=c.ambush,
    )


def envelopment(worlds: Sequence[World], answer: Any) -> Iterator[Odds]:
    """§6.57 Tell the chance of the force on the march to come back at its interceptor."""
    w = worlds[0]
    if answer == "yes":
        mover = march_of(w).force
        leader = marching_leader(w, mover)
        way = way_back(w, w.forces[mover], hex_of(w.forces[SECOND].place))
        assert way is not None
        yield from sums(way_back_lines(w, w.forces[mover], way), "6.54")
        yield at_most(SUCCEEDS, "6.57", leader, rating(leader) - way.modifier)
