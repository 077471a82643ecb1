"""§19 §26 §27 §34 The sentences of set-up, voyages, pillage and colonies, and the words of their orders."""

from __future__ import annotations

from collections.abc import Mapping

from adjudicator.core import N_

TEMPLATES: Mapping[str, str] = {
    "placed": N_("Set-up ({side}): {units} at {place}."),
    "placed_as_suggested": N_("Set-up ({side}), suggested: {units} at {place}."),
    "lifted": N_("Set-up ({side}): {units} taken back from {place}."),
    "placing_over": N_("Set-up ({side}): all units were placed."),
    "sailed": N_("{seat} sailed {units} for {paid} OP ({left} left): {way}."),
    "landed": N_("{seat} landed {units} at {place}."),
    "pillages": N_("{seat} tried to pillage {place} with {units} for {paid} OP."),
    "pillage_fails": N_("The pillage of {place} failed."),
    "pillaged": N_("{place} was pillaged."),
    "colony_lost": N_("The colony at {place} was destroyed."),
    "works_lost": N_("The public works at {place} were destroyed."),
    "plundered": N_("{seat} plundered {place}: {solidi}."),
    "colonizes": N_("{seat} tried to found a colony at {place} with {units}, for {paid} OP and {solidi}."),
    "colony_fails": N_("The colony at {place} failed."),
    "colony_founded": N_("{seat} founded a colony at {place}."),
}

VERBS: Mapping[str, tuple[str, ...]] = {
    "place": ("place", "put"),
    "lift": ("lift", "take up", "clear"),
    "suggest": ("suggest", "our suggestion", "place rest as suggested", "place the rest"),
    "sail": ("sail", "voyage"),
    "sail_perhaps": ("sail, if the die allows",),
    "land": ("land", "disembark"),
    "pillage": ("pillage", "sack"),
    "plunder": ("plunder",),
    "colonize": ("colonize", "colonise", "settle", "found a colony"),
    "colony": ("colony",),
}
