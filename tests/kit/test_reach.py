"""The reach of a piece: a question about anything else breaks nothing."""

from __future__ import annotations

from itertools import islice

from .game import GameUnderTest
from .games import each_game
from .selfplay import play

STRANGERS = ("", "nonsense", "3535", "roma", "guard_field_army", "thracia_garrison", "caesar", "c_legio_8")


@each_game
def test_a_stranger_goes_nowhere_and_breaks_nothing(kit: GameUnderTest) -> None:
    for step in islice(play(kit, 0), 0, 400, 10):
        for choice in step.table.pending.values():
            for piece in STRANGERS:
                assert all(reach.to for reach in choice.reach(piece))
