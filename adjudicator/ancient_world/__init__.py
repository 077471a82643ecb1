"""The Ancient World: campaigns of ancient history, hex by hex and year by year."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from adjudicator.core import N_, Game, Scenario
from adjudicator.core.game.reading import VICTORIES

from . import ai_player, needs, odds
from .board import SCENARIOS
from .board.pieces import Scenario as Board
from .imagined import imagine
from .lessons import LESSONS
from .options import OPTIONS
from .position import complete, problems
from .rules.r08_fog import reveals
from .rules.r09_agreement import aside, asides
from .rules.r14_victory import ENDS, decide, score, turns_left
from .sequence import proceed, stage
from .setup import new_world
from .show.chronicle import CHRONICLE
from .show.dice import luck, throw
from .show.names import LEXICON
from .show.narration import HEADLINES, UNTOLD, gather, say
from .show.pictures import PICTURES
from .show.view import view
from .show.when import when
from .standing import REACTIONS, STANDING, TERMS, WINDOWS, keys
from .world import World


def scenarios() -> Sequence[Scenario]:
    """The three wars, each for two sides; in two of them an ally may have a seat (ruling AW-V25)."""
    return tuple(each for s in SCENARIOS.values() for each in _rosters(s))


def _rosters(s: Board) -> Iterator[Scenario]:
    """The seats with which a scenario may be played: the two sides, or an ally beside the first."""
    if not s.ally:
        yield Scenario(s.id, s.sides, OPTIONS)
        return
    first, second = s.sides
    yield Scenario(s.id, s.sides, OPTIONS, roster_of=s.id)
    yield Scenario(f"{s.id}_{s.ally}", (first, s.ally, second), OPTIONS, roster_of=s.id)


def found(scenario: str, options: Mapping[str, str], seats: Sequence[str]) -> World:
    """The world before the first turn; options that are not given have their default."""
    id = next(s.id for s in SCENARIOS.values() if scenario in (s.id, f"{s.id}_{s.ally}"))
    return new_world(id, {o.name: options.get(o.name, o.values[0]) for o in OPTIONS}, seats)


GAME = Game(
    name="ancient_world",
    about=N_(
        "Rome against Pyrrhus or Carthage, year by year. Two or three players; 3 to 6 turns. "
        "Leaders act when their marker is drawn; march, interception, battle and siege in detail."
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
    levels=ENDS,
    turns_left=turns_left,
    asides=asides,
    aside=aside,
    problems=problems,
    complete=complete,
    lessons=LESSONS,
    pictures=PICTURES,
    when=when,
    throw=throw,
    untold=UNTOLD,
    luck=luck,
    luck_heads=VICTORIES,
    headlines=HEADLINES,
    ai_player=ai_player.ai_player,
    reveals=reveals,
    odds=odds.odds,
    needs=needs.needs,
    standing=STANDING,
    reactions=REACTIONS,
    windows=WINDOWS,
    keys=keys,
    terms=TERMS,
)
