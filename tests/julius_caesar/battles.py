"""Battles for the tests of §7: worlds in which one is about to begin, and what can be asked of them."""

from __future__ import annotations

from collections.abc import Mapping

from adjudicator.julius_caesar.rules import r04_board as r04
from adjudicator.julius_caesar.world import SIDES, Battle, World

from .helpers import Blocks, Umpired, contest, listed, world

MISS = 6


def battle(
    place: str,
    by: str,
    came: Mapping[str, Blocks],
    standing: Blocks,
    *,
    reinforced: Mapping[str, Blocks] | None = None,
    elsewhere: Mapping[str, Blocks] | None = None,
    turned: Mapping[str, str] | None = None,
    first: str = "",
    surprise: bool = False,
    **options: str,
) -> World:
    """A world in which `by` has come into a place; the first way of `came` is the main attack."""
    more = reinforced or {}
    here = [b for blocks in (*came.values(), *more.values()) for b in listed(blocks)]
    w = world({place: [*here, *listed(standing)], **(elsewhere or {})}, phase="turn_end", turned=turned)
    w.options |= options
    for side in SIDES:
        w.cups["face_up"].append(w.cups[f"{side}_hand"].pop())
    bare = [{origin: ids(blocks) for origin, blocks in ways.items()} for ways in (came, more)]
    return contest(w, place, by, bare[0], reinforced=bare[1], first=first, surprise=surprise)


def ids(blocks: Blocks) -> list[str]:
    return [block.partition(":")[0] for block in listed(blocks)]


def fired(t: Umpired) -> list[str]:
    """Return the blocks that have fired so far, in order."""
    return [line.event.values["block"] for line in t.table.ledger.told if line.event.kind == "fired"]


def kinds(t: Umpired) -> list[str]:
    return [event.kind for event in t.told]


def fire_all(t: Umpired, *, until: int) -> None:
    """Everybody who is asked fires, until the round `until` begins or the battle is over."""
    while t.w.phase == "battle" and t.w.battle is not None and t.w.battle.round < until:
        (seat,) = t.asked
        t.order(seat, "fire all")


def in_round(n: int, w: World, place: str) -> World:
    """The same battle, already in a later round with everybody in line."""
    w.phase, w.battle = "battle", Battle(place, w.attackers[place], round=n)
    return w


def ways(t: Umpired, seat: str, block: str) -> set[str]:
    """Return the places to which a block may retreat or regroup."""
    return {way.to for way in t.choice(seat).reach(block) if way.bar is None}


def bars(t: Umpired, seat: str, block: str) -> dict[str, str]:
    """The places that are closed to it, each with the paragraph."""
    return {way.to: way.bar.rule for way in t.choice(seat).reach(block) if way.bar is not None}


def won(w: World, place: str) -> World:
    w.phase, w.battle, w.victor = "regroup", Battle(place, w.attackers[place], round=2), r04.holder(w, place)
    return w
