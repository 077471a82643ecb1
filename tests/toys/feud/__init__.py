"""The toy with cards and dice with symbols: its `rules`, and what its `pictures` show."""

from __future__ import annotations

from adjudicator.core import Game

from .pictures import PICTURES, held
from .rules import LEXICON, World, found, proceed, say, scenarios, throw, view

GAME = Game(
    name="feud",
    world=World,
    scenarios=scenarios,
    found=found,
    proceed=proceed,
    view=view,
    say=say,
    lexicon=LEXICON,
    stage=lambda w: f"turn_{w.turn}",
    throw=throw,
    pictures=PICTURES,
    held=held,
)
