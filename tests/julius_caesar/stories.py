"""What the golden plays of Julius Caesar tell: every event card, and each turn that a war may take."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

STORIES: Mapping[str, Sequence[str]] = {
    "amphibious_landing": [
        "by sea: Genua-Mare Tyrrhenum-Mare Internum-Creta",
        "your last ship must stay in Mare Internum",
    ],
    "apollo": ["Caesar's Apollo copies Mercury.", "Narbo-Burdigala-Cenabum-Treviri"],
    "cleopatra_captured": ["Cleopatra joins Caesar at Pelusium", "Caesar: Cleopatra fires"],
    "disrupted_attack": ["are disrupted", "Pompey is now the attacker", "main force"],
    "jupiter": ["defects to Caesar", "Pompey's Apollo copies Jupiter.", "NAV C1 loses a step"],
    "mars": ["Mars: Caesar makes a surprise attack at Tarraco."],
    "mercury": ["Massilia-Lugdunum-Cenabum-Treviri", "Caesar attacks with 1 block: Massilia-Narbo-Tarraco."],
    "neptune": ["Neptune: Pompey makes a surprise attack at Mare Tyrrhenum."],
    "pluto": ["Caesar attacks with 6 blocks: Narbo-Tarraco."],
    "sea_retreat": ["by sea from", "only one block may retreat by sea each round"],
    "vulcan": [
        "Vulcan strikes Alexandria",
        "Cleopatra joins Caesar",
        "Battle of Alexandria: Caesar attacks.",
    ],
    "whole_game": ["Winter of year 5.", "wins"],
    "winter": ["disbands", "would hold", "Cleopatra returns", "into port at"],
    "wrong_orders": ["× 6.11", "× 6.13", "× 7.2", "× ambiguous", "× not_understood", "× not_now"],
}
