"""The names of stages: "Turn 2, the player turn of Empire", "diplomacy of Empire"."""

from __future__ import annotations

from collections.abc import Mapping

from adjudicator.core import N_, When, words

from .scene import PHASES

SET_UP = N_("Set-up")
TURN = N_("Turn {turn}, {phasing}")
WHOLE = N_("Turn {turn}")
NAMES: Mapping[str, str] = {
    **PHASES,
    "set_up": N_("placing units"),
    "over": N_("the game is over"),
}
"""Phases as in the title of a map, but without what is going on in them."""


def when(stage: str) -> When:
    """A stage ("2/empire/operations") by its player turn and its phase."""
    turn, phasing, phase = stage.split("/")
    now = words(NAMES[phase], phasing=phasing)
    if phase == "set_up":
        return When(phase, words(SET_UP), now)
    whole = words(WHOLE, turn=turn)
    return When(f"{turn}/{phasing}", words(TURN, turn=turn, phasing=phasing), now, (turn, whole))
