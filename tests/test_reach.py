"""Where a piece may go: whatever is asked about, nothing that is no piece breaks the answer."""

from __future__ import annotations

from itertools import islice
from typing import Any

import pytest

from tests.belisarius import selfplay as belisarius
from tests.julius_caesar import selfplay as julius_caesar

STRANGERS = ("", "nonsense", "3535", "roma", "guard_field_army", "thracia_garrison", "caesar", "c_legio_8")


@pytest.mark.parametrize("game", [belisarius, julius_caesar], ids=lambda game: game.__name__.split(".")[1])
def test_a_stranger_goes_nowhere_and_breaks_nothing(game: Any) -> None:
    for step in islice(game.play(0), 0, 400, 5):
        for choice in step.table.pending.values():
            for piece in STRANGERS:
                assert all(reach.to for reach in choice.reach(piece))
