"""§10 §11 §20 §21 §28 §30 Taxes, reinforcements, supply, leaders, public works, disbanding."""

from __future__ import annotations

from collections.abc import Mapping

from adjudicator.core import N_

TEMPLATES: Mapping[str, str] = {
    "taxed": N_("{seat} taxed {sources}: {solidi}."),
    "taxed/times": N_("{seat} taxed {sources} (yield ×{n}): {solidi}."),
    "untaxed": N_("{seat} did not tax {source}."),
    "heavy_tax": N_("{seat} taxed {source} heavily (rolled {die}, modifier {modifier})."),
    "defection": N_("{source} defected because of {seat}'s heavy taxes."),
    "bought": N_("{seat} bought {n} stratagem {n:marker|markers} for {solidi}."),
    "pillage_removed": N_("{seat} removed the pillage marker from {place} for {solidi}."),
    "court": N_("{emperor} in Constantinopolis brought {seat} {n} stratagem {n:marker|markers}."),
    "recruited": N_("{seat} recruited {units} at {place} for {solidi}."),
    "recruited/many": N_("{seat} recruited {items}: {solidi} in all."),
    "recruited/item": N_("{units} at {place}"),
    "levied": N_("{seat} levied {units} at {place}."),
    "levied/many": N_("{seat} levied {items}."),
    "levied/item": N_("{units} at {place}"),
    "works_built": N_("{seat} built public works at {place} for {solidi}."),
    "leader_came": N_("{seat}: {units} arrived at {place}."),
    "fed": N_("{seat} paid {solidi} to supply its units at {places}."),
    "checked/loyal": N_("{seat}: {units} at {place} stayed loyal (rolled {dice}, modifier {modifier})."),
    "checked/disband": N_("{seat}: {units} at {place} disbanded (rolled {dice}, modifier {modifier})."),
    "checked/mutiny": N_("{seat}: {units} at {place} mutinied (rolled {dice}, modifier {modifier})."),
    "mutinied": N_("The mutiny against {seat} spread at {place}."),
    "ruined": N_("{place} was pillaged; neither side gained anything."),
}

VERBS: Mapping[str, tuple[str, ...]] = {
    "tax": ("tax",),
    "untax": ("pass", "do not tax", "leave"),
    "heavy": ("heavy", "heavily"),
    "normal": ("normal",),
    "rest": ("rest", "the rest"),
    "buy": ("buy",),
    "remove_pillage": ("remove pillage", "rebuild", "clear"),
    "recruit": ("recruit", "hire"),
    "levy": ("levy",),
    "build": ("build", "build works"),
    "play": ("play",),
    "done": ("done",),
    "without": ("without", "but"),
    "feed": ("feed", "supply"),
    "feed_all": ("feed all", "pay all"),
    "disband": ("disband",),
    "heavy_tax": ("heavy taxes",),
}
