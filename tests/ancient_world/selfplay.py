"""Self-play of The Ancient World: scenario and options of a seed, styles, acts out of turn."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from adjudicator.ancient_world.ai_player import ai_player
from adjudicator.ancient_world.options import OPTIONS
from adjudicator.ancient_world.show.view import view
from adjudicator.ancient_world.world import World
from adjudicator.core import Choice
from adjudicator.core.choices.choice import NoneLegal
from adjudicator.core.log.chance import Rng
from tests.kit.play_styles import PlayStyle, pick_of

SCENARIOS = ("hannibal_in_italy", "pyrrhus_in_italy", "sicily")
ROSTERS = ("sicily_syracuse", "pyrrhus_in_italy_samnites")
ALLIED = 5
BOLD = ("march", "attack", "invest", "assault", "treachery", "reduce", "demand", "sail")
DULL = ("pass", "lift", "ride", "take", "detach", "recruit")
TRIES = 5


def scenario_of(seed: int) -> str:
    """The scenario of a game, by turns; now and then with a seat for an ally."""
    if seed % ALLIED == ALLIED - 1:
        return ROSTERS[seed // ALLIED % len(ROSTERS)]
    return SCENARIOS[seed % len(SCENARIOS)]


def styles_of(seed: int) -> tuple[PlayStyle, ...]:
    """The styles of the seats: all are lively."""
    return (lively,) * (3 if scenario_of(seed) in ROSTERS else 2)


def options_of(seed: int) -> Mapping[str, str]:
    """All options as they begin, or all otherwise, by turns."""
    return {option.name: option.values[-1] for option in OPTIONS} if seed // len(SCENARIOS) % 2 else {}


def lively(choice: Choice[Any], rng: Rng, w: World, seat: str) -> Any:
    """A legal answer at random, of several rather one that does something."""
    answer = choice.sample(rng)
    if choice.rule != "5.3":
        return answer
    for _ in range(1, TRIES):
        pick = pick_of(answer)
        if pick in BOLD or (pick not in DULL and rng.below(2)):
            break
        answer = choice.sample(rng)
    return answer


def consul(choice: Choice[Any], rng: Rng, w: World, seat: str) -> Any:
    """As the computer plays."""
    return ai_player(view(w, seat), choice, rng)


def out_of_turn(choice: Choice[Any], rng: Rng, w: World, seat: str) -> Any:
    """A city is offered; nothing, where there is none to offer."""
    try:
        return choice.sample(rng)
    except NoneLegal:
        return None
