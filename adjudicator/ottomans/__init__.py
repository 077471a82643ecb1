"""Ottomans: the rise of the Ottoman Empire, 1450 to 1571, turns of ten years; two to four coalitions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from adjudicator.core import N_, Game, Scenario
from adjudicator.core.game.reading import ATTACKS

from . import ai_player, asides, needs, odds
from .board import SCENARIOS
from .imagined import imagine
from .lessons import LESSONS
from .options import options_of
from .plans.orders import orders
from .position import complete, problems
from .rules.r04_setup import new_world
from .rules.r21_victory import LEVELS, decide, score, turns_left
from .sequence import proceed, stage
from .show.chronicle import CHRONICLE
from .show.dice import luck, throw
from .show.names import LEXICON, rosters
from .show.narration import HEADLINES, UNTOLD, gather, say
from .show.pictures import PICTURES, held
from .show.view import reveals, view
from .show.when import when
from .standing import REACTIONS, STANDING, TERMS, WINDOWS, keys
from .world import World


def scenarios() -> Sequence[Scenario]:
    """§26.1 to §26.4, each for the Turks and one, two or three others (§4.0)."""
    return tuple(
        Scenario(id, seats, tuple(options_of(number)), roster_of=SCENARIOS[number].id)
        for number in SCENARIOS
        for id, seats in rosters(number).items()
    )


def found(scenario: str, options: Mapping[str, str], seats: Sequence[str]) -> World:
    """Return the world before core nations are chosen; options that are not given have their default."""
    number = scenario[1]
    chosen = {option.name: options.get(option.name, option.values[0]) for option in options_of(number)}
    return new_world(number, chosen, seats)


GAME = Game(
    name="ottomans",
    about=N_(
        "The Ottomans and the powers around them, in decades from 1450 on. Two to four players; 3 "
        "to 13 turns. Nations change hands, chits stay hidden, and more than one player can win."
    ),
    suggested=("4.2", "end"),
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
    levels=LEVELS,
    turns_left=turns_left,
    when=when,
    ai_player=ai_player.ai_player,
    ai_orders=orders,
    complete=complete,
    lessons=LESSONS,
    problems=problems,
    throw=throw,
    untold=UNTOLD,
    luck=luck,
    luck_heads=ATTACKS,
    headlines=HEADLINES,
    pictures=PICTURES,
    held=held,
    reveals=reveals,
    odds=odds.odds,
    needs=needs.needs,
    standing=STANDING,
    reactions=REACTIONS,
    windows=WINDOWS,
    keys=keys,
    terms=TERMS,
)
