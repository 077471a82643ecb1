"""Names of stages: "Turn 2 (1460-69), turn of the Turks", "Combat Phase of the Turks"."""

from __future__ import annotations

from adjudicator.core import N_, When, words
from adjudicator.ottomans.board import TURNS

from .scene import PHASES

SET_UP = N_("Set-up")
TURN = N_("Turn {turn} ({years})")
PLAYER = N_("Turn {turn} ({years}), the {acting}")
BEFORE = ("order", "cores", "camps", "deal")


def when(stage: str) -> When:
    """A stage ("3/turks/combat") by its turn and phase."""
    turn, *acting, phase = stage.split("/")
    who = acting[0] if acting else ""
    now = words(PHASES[phase], acting=who)
    if phase in BEFORE:
        return When("0", words(SET_UP), now)
    years = TURNS[int(turn)].years
    if who:
        return When(f"{turn}/{who}", words(PLAYER, turn=turn, years=years, acting=who), now)
    return When(turn, words(TURN, turn=turn, years=years), now)
