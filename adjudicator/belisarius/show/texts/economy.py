"""§10 §11 §20 §21 §28 §30 Taxes, reinforcements, supply, leaders, public works, disbanding."""

from __future__ import annotations

from collections.abc import Mapping

from adjudicator.core import N_

TEMPLATES: Mapping[str, str] = {
    "taxed": N_("{seat} taxes {sources} (x{n}): {solidi}."),
    "untaxed": N_("{seat} does not tax {source}."),
    "heavy_tax": N_("{seat} taxes {source} heavily: die {die}, modifier {modifier}."),
    "defection": N_("{source} defects because of {seat}'s heavy taxes."),
    "bought": N_("{seat} buys {n} stratagem {n:marker|markers} for {solidi}."),
    "pillage_removed": N_("{seat} removes the pillage marker from {place} for {solidi}."),
    "court": N_("Justinian occupies Constantinopolis: {seat} draws {n} stratagem {n:marker|markers}."),
    "recruited": N_("{seat} recruits {units} at {place} for {solidi}."),
    "levied": N_("{seat} levies {units} at {place}."),
    "works_built": N_("{seat} builds public works in {place} for {solidi}."),
    "leader_came": N_("{seat}: {units} {units:arrives|arrive} at {place}."),
    "fed": N_("{seat} pays {solidi} to supply its units in {places}."),
    "checked/loyal": N_(
        "{seat}: {units} in {place} {units:stays|stay} loyal (die {dice}, modifier {modifier})."
    ),
    "checked/disband": N_(
        "{seat}: {units} in {place} {units:disbands|disband} (die {dice}, modifier {modifier})."
    ),
    "checked/mutiny": N_(
        "{seat}: {units} in {place} {units:mutinies|mutiny} (die {dice}, modifier {modifier})."
    ),
    "mutinied": N_("The mutiny against {seat} spreads in {place}."),
    "ruined": N_("{place} is pillaged; neither side gains anything."),
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
