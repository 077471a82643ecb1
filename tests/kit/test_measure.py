"""What is said of a piece fits the moment: in a battle nobody reads how far it may march."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.core import Choice, Table
from adjudicator.core.language.words import fill

from .game import GameUnderTest
from .games import KITS
from .selfplay import play

BATTLES, LOOKED = 3, 400
"""Moments of a battle that are looked at, and answers at most until then."""


@pytest.mark.parametrize("kit", [KITS[name] for name in ("julius_caesar", "ottomans", "belisarius")])
def test_a_piece_in_a_battle_is_not_said_to_move(kit: GameUnderTest) -> None:
    """Neither one's own nor the other side's; of Julius Caesar, how it fires."""
    moments = list[list[str]]()

    def before(table: Table, seat: str, choice: Choice[Any], answer: Any) -> None:
        view = kit.game.view(table.world, seat)
        battle = getattr(view, "battle", None)
        if battle is None:
            return
        places = getattr(table.world, "at", {})
        here = [piece for piece, place in places.items() if place == battle.place]
        found = [kit.game.pictures.measure(view, piece, battle.place) for piece in here]
        label = kit.game.lexicon.label
        moments.append(["" if one is None else fill(one, "en", label) for one in found])

    for n, _ in enumerate(play(kit, 2, before)):
        if len(moments) >= BATTLES or n >= LOOKED:
            break
    assert moments
    assert not [line for said in moments for line in said if "move" in line or "sail" in line or "OP" in line]
    if kit.name == "julius_caesar":
        assert all(line.startswith("Fires at ") for said in moments for line in said)
