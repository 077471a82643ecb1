"""Belisarius: Justinian's empire and its enemies, 527 to 566, turns of four years."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from adjudicator.core import N_, Game, Scenario
from adjudicator.core.game.reading import VICTORIES

from . import ai_player, asides, needs, odds
from .board import SCENARIOS
from .imagined import imagine
from .lessons import LESSONS
from .options import OPTIONS
from .position import complete, problems
from .rules.r23_victory import decide, score, turns_left
from .rules.r34_setup import new_world
from .sequence import proceed, stage
from .show.aids import LEVEL
from .show.chronicle import CHRONICLE
from .show.dice import luck, throw
from .show.names import LEXICON
from .show.narration import HEADLINES, UNTOLD, gather, say
from .show.pictures import PICTURES, held
from .show.view import reveals, view
from .show.when import when
from .standing import REACTIONS, STANDING, WINDOWS, keys
from .standing_terms import TERMS
from .world import SEATS, World


def scenarios() -> Sequence[Scenario]:
    """§34.1 to §34.3, each with all options."""
    return tuple(Scenario(id, SEATS, OPTIONS) for id in SCENARIOS)


def found(scenario: str, options: Mapping[str, str], seats: Sequence[str]) -> World:
    """Return the world before any unit is placed; options that are not given have their default."""
    chosen = {option.name: options.get(option.name, option.values[0]) for option in OPTIONS}
    return new_world(scenario, chosen)


GAME = Game(
    name="belisarius",
    about=N_(
        "The Empire of Constantinople against Vandals, Goths and Persians, from AD 527. Two players; "
        "4, 5 or 10 turns. Armies, money, diplomacy, and stratagems held in hand."
    ),
    suggested=("34.0", "suggest; done"),
    world=World,
    scenarios=scenarios,
    found=found,
    proceed=proceed,
    view=view,
    imagine=imagine,
    say=say,
    gather=gather,
    chronicle=CHRONICLE,
    lexicon=LEXICON,
    asides=asides.asides,
    aside=asides.aside,
    stage=stage,
    score=score,
    decide=decide,
    levels=LEVEL,
    turns_left=turns_left,
    problems=problems,
    complete=complete,
    lessons=LESSONS,
    pictures=PICTURES,
    held=held,
    when=when,
    throw=throw,
    untold=UNTOLD,
    luck=luck,
    luck_heads=VICTORIES,
    headlines=HEADLINES,
    reveals=reveals,
    odds=odds.odds,
    needs=needs.needs,
    standing=STANDING,
    reactions=REACTIONS,
    windows=WINDOWS,
    keys=keys,
    terms=TERMS,
    ai_player=ai_player.ai_player,
    ai_orders=ai_player.orders,
    money="solidi",
    surrender="surrender",
)
