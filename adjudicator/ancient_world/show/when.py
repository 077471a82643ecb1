"""The names of stages: "Turn 1 (218 BC)", "operation phase of Hannibal"."""

from __future__ import annotations

from collections.abc import Mapping

from adjudicator.core import N_, When, words

TURN = N_("Turn {turn} ({year} BC)")
NAMES: Mapping[str, str] = {
    "upgrade": N_("Upgrade Phase"),
    "strategic": N_("Strategic Phase"),
    "initiative": N_("Initiative Phase"),
    "operation": N_("operation phase of {acting}"),
    "battle": N_("battle, in the operation phase of {acting}"),
    "events": N_("siege attrition and events"),
    "devastation": N_("Devastation Phase"),
    "end": N_("end of the turn"),
    "over": N_("the game is over"),
}
"""Phases by their name in a stage."""
NOBODY: Mapping[str, str] = {"operation": N_("operation phase"), "battle": N_("battle")}
"""Those in which somebody acts, where nobody is named."""


def when(stage: str) -> When:
    """A stage ("1/218/operation/hannibal") by its turn and phase."""
    turn, year, phase, *acting = stage.split("/")
    template = NAMES[phase] if acting or phase not in NOBODY else NOBODY[phase]
    return When(turn, words(TURN, turn=turn, year=year), words(template, acting=acting[0] if acting else ""))
