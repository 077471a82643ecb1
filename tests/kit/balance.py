"""The common part of the measurements of balance: windows as in a new game, no acts at random out of turn.

python -m tests.GAME.balance [--windows usual|ask|standing] ..
"""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Iterator, Mapping
from typing import Any

from adjudicator.core import Choice, Game
from adjudicator.core.log.chance import Rng

from .game import GameUnderTest
from .play_styles import PlayStyle, Step
from .selfplay import play

USUAL = "usual"
WAYS = (USUAL, "ask", "standing")


def parser() -> ArgumentParser:
    """The arguments of each measurement: how windows are treated."""
    found = ArgumentParser()
    found.add_argument(
        "--windows", choices=WAYS, default=USUAL, help="as in a new game, all asked, all silent"
    )
    return found


def modes_of(game: Game, windows: str) -> dict[str, str]:
    """Return how each kind of window is treated."""
    return game.modes({} if windows == USUAL else {"default": windows})


def told(modes: Mapping[str, str]) -> str:
    """Return how windows are treated, as the report says it; silent ones have no standing orders either."""
    parts = [
        f"{said} {', '.join(kinds)}"
        for said, way in (("asked", "ask"), ("silent", "standing"))
        if (kinds := [kind for kind, mode in modes.items() if mode == way])
    ]
    return f"windows: {'; '.join(parts) or 'none'}; nobody acts at random out of turn"


def computer(game: Game) -> PlayStyle:
    """As the computer plays."""

    def style(choice: Choice[Any], rng: Rng, w: Any, seat: str) -> Any:
        assert game.ai_player is not None
        return game.ai_player(game.view(w, seat), choice, rng)

    return style


def game_of(
    kit: GameUnderTest, scenario: str, seed: int, style: PlayStyle, modes: Mapping[str, str]
) -> Iterator[Step]:
    """Play one game of a scenario with its default options and the same style on all sides."""
    begun = kit.game.found(scenario, {}, kit.scenario_of(seed, scenario).seats)
    return play(kit, seed, styles=(style,), scenario=scenario, modes=modes, asides=False, world=begun)
