"""Julius Caesar: the civil war of Caesar and Pompey, five years of five turns."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from adjudicator.core import N_, Game, Option, Scenario

from . import ai_player, needs, odds
from .imagined import imagine
from .lessons import LESSONS
from .position import complete, problems
from .rules.r08_winter import LEVELS, decide, score, turns_left
from .sequence import proceed, stage
from .show.chronicle import CHRONICLE
from .show.dice import luck, throw
from .show.names import LEXICON
from .show.narration import HEADLINES, UNTOLD, gather, say
from .show.pictures import PICTURES, held
from .show.view import reveals, view
from .show.when import when
from .standing import REACTIONS, STANDING, keys
from .standing_battle import battle
from .standing_terms import TERMS
from .world import SIDES, World, new_world

OPTIONS = (
    Option("free_deployment", "5.2"),  # ruling JC-T9
    Option("caesar_first_turn", "2.1"),  # ruling JC-T8
    Option("no_stop_with_friends", "6.1"),  # ruling JC-W1
    Option("sea_retreat_each", "7.64", ("on", "off")),  # ruling JC-B10
    Option("open_roads", "7.63", ("on", "off")),  # rulings JC-W2, JC-W3
    Option("open_ports", "7.82", ("on", "off")),  # ruling JC-W4
    Option("spared_battles", "card/vulcan"),  # ruling JC-J6
    Option("one_surprise", "card/mars"),  # ruling JC-B13
)


def scenarios() -> Sequence[Scenario]:
    """The one scenario: the whole war, with its options."""
    return (Scenario("war", SIDES, OPTIONS),)


def found(scenario: str, options: Mapping[str, str], seats: Sequence[str]) -> World:
    """The world before the first deal; options that are not given have their default."""
    return new_world({option.name: options.get(option.name, option.values[0]) for option in OPTIONS})


GAME = Game(
    name="julius_caesar",
    about=N_(
        "Caesar against Pompey for Rome, 49 to 45 BC. Two players; five years of five turns each. "
        "Blocks hide their strength from the enemy, cards give the moves. The shortest rules of "
        "the four games."
    ),
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
    stage=stage,
    score=score,
    decide=decide,
    levels=LEVELS,
    turns_left=turns_left,
    problems=problems,
    complete=complete,
    lessons=LESSONS,
    pictures=PICTURES,
    held=held,
    when=when,
    throw=throw,
    untold=UNTOLD,
    headlines=HEADLINES,
    luck=luck,
    reveals=reveals,
    odds=odds.odds,
    needs=needs.needs,
    standing=STANDING,
    reactions=REACTIONS,
    keys=keys,
    battle=battle,
    terms=TERMS,
    ai_player=ai_player.ai_player,
)
