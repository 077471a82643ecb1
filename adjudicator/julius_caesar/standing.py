"""Standing orders: the questions that repeat, and what the tests on them may ask (architecture.md §1.7).

`fire all` · `retreat LEG 8 to Genua when at I` · `on 7.4 do lose auxilia, then LEG 8` ·
`on 7.2 when role = attacker, round = 3 do retreat Caesar to Genua`
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from adjudicator.core.game.game import Key
from adjudicator.julius_caesar.board import BLOCKS
from adjudicator.julius_caesar.show.view import View

from .world import enemy_of

STANDING: Final[Mapping[str, tuple[str, ...]]] = {
    "7.1": ("battle",),
    "7.2": ("fire", "retreat", "pass"),
    "7.4": ("lose",),
    "7.7": ("regroup",),
    "8.2": ("dock",),
}
"""The questions for which a side may leave orders, each with its verbs."""

REACTIONS: Final = ("7.1", "7.2", "7.3", "7.4", "7.7")
"""The questions of battles, of which a player may be spared those of a turn."""


def keys(view: View, seat: str, rule: str) -> Mapping[str, Key]:
    """Return the facts that tests may ask about, from the seat's view alone.

    `year`, `turn`; of the battle `place`, `round`, `attacker`, `defender` and `role`; `letter`, the
    first at which a block of the seat's line has still to act; `mine` and `theirs`, how many blocks stand
    there in all; `at`, the strength (§3.11) of the block that the order names; and every block by name:
    its strength as far as the seat sees it, else 0.
    """
    battle = view.battle
    seen = {b.id: BLOCKS[b.id].strengths[b.steps - 1] for p in view.places.values() for b in p.blocks}
    own = {b.id for p in view.places.values() for b in p.blocks if b.side == seat}
    attacker = battle.attacker if battle else ""
    return {
        "year": view.year,
        "turn": view.turn,
        "place": battle.place if battle else "",
        "round": battle.round if battle else 0,
        "attacker": attacker,
        "defender": enemy_of(attacker) if attacker else "",
        "role": _role(seat, attacker),
        "letter": _letter(view, seat),
        "mine": _count(view, seat),
        "theirs": _count(view, enemy_of(seat)),
        "at": {block: n for block, n in seen.items() if block in own},
        **{block: seen.get(block, 0) for block in _own_first(seat)},
    }


def _role(seat: str, attacker: str) -> str:
    if not attacker:
        return ""
    return "attacker" if seat == attacker else "defender"


def _letter(view: View, seat: str) -> str:
    """§7.2 §7.42 The letters still to come of the seat's blocks in line: the first of them."""
    if view.battle is None:
        return ""
    here = view.places[view.battle.place].blocks
    ready = [b.id for b in here if b.side == seat and not b.reserve and b.id not in view.battle.acted]
    attacks = seat == view.battle.attacker
    return min((BLOCKS[b].letter_attacking if attacks else BLOCKS[b].letter for b in ready), default="")


def _count(view: View, side: str) -> int:
    """§7.1 Return the number of blocks in the battle, reserves included, which all see."""
    return sum(view.places[view.battle.place].backs[side].values()) if view.battle else 0


def _own_first(seat: str) -> list[str]:
    """List all blocks, the seat's own first: both sides have an "AUX 1", and the name means one's own."""
    return sorted(BLOCKS, key=lambda block: (BLOCKS[block].side != seat, block))
