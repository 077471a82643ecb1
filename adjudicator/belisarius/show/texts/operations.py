"""The sentences of §13 to §18 and §25, and the words of their orders."""

from __future__ import annotations

from collections.abc import Mapping

from adjudicator.core import N_

TEMPLATES: Mapping[str, str] = {
    "operation_points": N_("{seat} activated {units} at {place}: {n} OP (rolled {die})."),
    "marched": N_("{seat} marched {units} ({left} OP left): {way}."),
    "halted": N_("{seat}: the army halted at {place} and could not enter {to} ({left} OP left)."),
    "embarked": N_("{seat} embarked {units} at {place}."),
    "disembarked": N_("{seat} landed {units} at {place}."),
    "dropped": N_("{seat} left {units} behind at {place}."),
    "army_ended": N_("{seat} ended the operations of {units} at {place}."),
    "operations_over": N_("{seat} ended the operations phase."),
    "strained/lost": N_("{seat} made a forced march from {place} (rolled {die}): one unit was lost."),
    "strained/held": N_("{seat} made a forced march from {place} (rolled {die}): no unit was lost."),
}

VERBS: Mapping[str, tuple[str, ...]] = {
    "march": ("march", "move", "mv"),
    "activate": ("activate", "army"),
    "embark": ("embark",),
    "force": ("force", "forced march", "play forced march on", "play forced march"),
    "drop": ("drop", "leave"),
    "attack": ("attack",),
    "assault": ("assault",),
    "manoeuvre": ("manoeuvre", "maneuver"),
    "end": ("end", "stop"),
    "operations": ("operations",),
    "march_perhaps": ("march, if the die allows",),
}
