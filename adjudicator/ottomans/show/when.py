"""Names of stages: "Turn 2 (1460-69), the Turks" and "Combat Phase"."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from adjudicator.core import N_, When, words
from adjudicator.ottomans.board import TURNS

SET_UP = N_("Set-up")
TURN = N_("Turn {turn} ({years})")
PLAYER = N_("Turn {turn} ({years}), the {acting}")
BEFORE = ("order", "cores", "camps", "deal")
PHASES: Final[Mapping[str, str]] = {
    "order": N_("order of choosing core nations"),
    "cores": N_("choosing core nations"),
    "camps": N_("placing units"),
    "deal": N_("opening chits"),
    "turn_start": N_("the initiative"),
    "draw": N_("Stratagem Phase"),
    "stratagem": N_("Stratagem Phase"),
    "movement": N_("Movement Phase"),
    "combat": N_("Combat Phase"),
    "march": N_("Forced March Phase"),
    "event": N_("Random Event Phase"),
    "food": N_("Food Phase"),
    "replacement": N_("Replacement Phase"),
    "turn_end": N_("end of the turn"),
    "over": N_("end of the game"),
}
"""§5.1 The phases of a stage, without whose turn it is."""


def when(stage: str) -> When:
    """A stage ("3/turks/combat") by its turn and phase."""
    turn, *acting, phase = stage.split("/")
    now = words(PHASES[phase])
    if phase in BEFORE:
        return When("0", words(SET_UP), now)
    years = TURNS[int(turn)].years
    whole = words(TURN, turn=turn, years=years)
    if acting:
        who = acting[0]
        return When(f"{turn}/{who}", words(PLAYER, turn=turn, years=years, acting=who), now, (turn, whole))
    return When(turn, whole, now)
