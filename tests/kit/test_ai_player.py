"""The computer opponent knows what its seat may know (architecture.md §1.5)."""

from __future__ import annotations

from typing import get_type_hints

from .game import GameUnderTest
from .games import each_game


@each_game
def test_the_computer_is_given_a_view_and_no_world(kit: GameUnderTest) -> None:
    assert kit.game.ai_player is not None
    given = get_type_hints(kit.game.ai_player)
    assert given["view"] is get_type_hints(kit.game.view)["return"]
    assert kit.game.world not in given.values()
