"""The names of stages: "Year 1, turn 3", "movement of Caesar"."""

from __future__ import annotations

from collections.abc import Mapping

from adjudicator.core import N_, When, words

from .scene import PHASES

TURN = N_("Year {year}, turn {turn}")
NAMES: Mapping[str, str] = {
    **PHASES,
    "choose_battle": N_("the next battle"),
    "battle": N_("battle"),
    "regroup": N_("regrouping after the battle"),
    "over": N_("the game is over"),
}
"""Phases as in the title of a map, but without what is going on in them."""


def when(stage: str) -> When:
    """A stage ("1/3/movement/caesar") by its turn and its phase."""
    year, turn, phase, *acting = stage.split("/")
    now = words(NAMES[phase], acting=acting[0] if acting else "")
    return When(f"{year}/{turn}", words(TURN, year=year, turn=turn), now)
