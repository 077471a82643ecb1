"""Self-play of Ottomans: scenario, options and styles of a seed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from adjudicator.core import Choice
from adjudicator.core.choices.choice import NoneLegal
from adjudicator.core.log.chance import Rng
from adjudicator.ottomans import GAME
from adjudicator.ottomans.options import OPTIONS
from adjudicator.ottomans.world import World
from tests.kit.play_styles import PlayStyle, bold, plain

SCENARIOS = GAME.scenarios()
ROSTERS = len(SCENARIOS) // 4


def scenario_of(seed: int) -> str:
    """Every roster of scenario 1 by turns; of each ten games the eighth to tenth are of scenarios 2 to 4."""
    number = max(0, seed % 10 - 6)
    roster = (seed + seed // 10) % ROSTERS
    return SCENARIOS[number * ROSTERS + roster].id


def options_of(seed: int) -> Mapping[str, str]:
    """In every third game half of the options have another value than by default."""
    if seed % 3:
        return {}
    return {one.name: one.values[(seed // 3 + n) % 2] for n, one in enumerate(OPTIONS)}


def styles_of(seed: int) -> Sequence[PlayStyle]:
    """The styles of the seats: in every other game two of three are bold."""
    return (bold, plain, bold) if seed % 2 else ()


def out_of_turn(choice: Choice[Any], rng: Rng, w: World, seat: str) -> Any:
    """§20.1 Any operation of agents; None for a seat that holds no AGENT."""
    try:
        return choice.sample(rng)
    except NoneLegal:
        return None
