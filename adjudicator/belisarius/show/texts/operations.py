"""The sentences of §13 to §18 and §25, and the words of their orders."""

from __future__ import annotations

from collections.abc import Mapping

from adjudicator.core import N_

TEMPLATES: Mapping[str, str] = {
    "operation_points": N_("{seat}: {units} at {place} {units:gets|get} {n} OP (die {die})."),
    "marched": N_("{seat} marches {units} ({left} OP left): {way}."),
    "halted": N_("{seat}: the army halts at {place} and cannot enter {to} ({left} OP left)."),
    "embarked": N_("{seat} embarks {units} at {place}."),
    "disembarked": N_("{seat} lands {units} at {place}."),
    "dropped": N_("{seat} leaves {units} behind at {place}."),
    "army_ended": N_("{seat} ends the operations of {units} at {place}."),
    "operations_over": N_("{seat} ends the operations phase."),
    "strained/lost": N_("{seat} makes a forced march from {place} (die {die}): one unit is lost."),
    "strained/held": N_("{seat} makes a forced march from {place} (die {die}): no unit is lost."),
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
