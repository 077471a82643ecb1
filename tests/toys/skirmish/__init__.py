"""The toy on hexes: its `rules`, and what its `pictures` show; `tests/toys/looks` says how they look."""

from __future__ import annotations

from adjudicator.core import Game

from .pictures import PICTURES
from .rules import LEXICON, World, found, proceed, say, scenarios, view

GAME = Game(
    name="skirmish",
    world=World,
    scenarios=scenarios,
    found=found,
    proceed=proceed,
    view=view,
    say=say,
    lexicon=LEXICON,
    stage=lambda w: f"turn_{w.turn}",
    pictures=PICTURES,
)
