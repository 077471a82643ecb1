"""Public dice in words: the block that fires, its firepower, the hits (§7.4)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from adjudicator.core import N_, Event, Luck, Throw, words
from adjudicator.core.log.chain import JSON
from adjudicator.julius_caesar.board import BLOCKS
from adjudicator.julius_caesar.world import SIDES

from .narration import named

FIRES = N_("{block} fires")
HITS_AT = N_("hits on {firepower} or less")
HITS = N_("{n} {n:hit|hits}")


def throw(
    rule: str, label: str, got: Sequence[JSON], before: Sequence[Event], behind: Sequence[Event]
) -> Throw:
    """Name public dice; the only ones are those of blocks in battle, whose label names the block."""
    firepower = BLOCKS[label].firepower
    shot = next((e.values for e in behind if e.kind == "fired" and e.values["block"] == label), None)
    return Throw(
        who=shot["side"] if shot else "",
        why=words(FIRES, block=named(label)),
        row=words(HITS_AT, firepower=firepower),
        result=words(HITS, n=sum(isinstance(die, int) and die <= firepower for die in got)),
    )


def luck(events: Sequence[Event]) -> Mapping[str, Luck]:
    """Return how each side's dice fell: a die hits on the block's firepower or less (§7.4)."""
    found = dict.fromkeys(SIDES, Luck(0, 0.0, 0))
    for values in (event.values for event in events if event.kind == "fired"):
        side, dice = values["side"], len(values["dice"])
        was, expected = found[side], dice * values["firepower"] / 6
        found[side] = Luck(was.dice + dice, was.expected + expected, was.hits + values["hits"])
    return found
