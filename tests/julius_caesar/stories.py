"""The subjects of the golden plays of Julius Caesar: every event card, and each turn that a war may take."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

STORIES: Mapping[str, Sequence[str]] = {
    "amphibious_landing": [
        "by sea: Genua-Mare Tyrrhenum-Mare Internum-Creta",
        "your last ship must stay in Mare Internum",
    ],
    "apollo": ["Caesar's Apollo copied Mercury.", "Narbo-Burdigala-Cenabum-Treviri"],
    "cleopatra_captured": ["Cleopatra joined Caesar at Pelusium", "Caesar: Cleopatra fired"],
    "disrupted_attack": ["are disrupted", "Pompey became the attacker", "main force"],
    "jupiter": ["defected to Caesar", "Pompey's Apollo copied Jupiter.", "NAV C1 dropped to"],
    "mars": ["Mars: Caesar made a surprise attack at Tarraco."],
    "mercury": ["Massilia-Lugdunum-Cenabum-Treviri", "Caesar attacked with 1 block: Massilia-Narbo-Tarraco."],
    "neptune": ["Neptune: Pompey made a surprise attack at Mare Tyrrhenum."],
    "pluto": ["Caesar attacked with 6 blocks: Narbo-Tarraco."],
    "sea_retreat": ["by sea from", "only one block may retreat by sea each round"],
    "vulcan": [
        "Vulcan struck Alexandria",
        "Cleopatra joined Caesar",
        "Battle of Alexandria: Caesar attacked.",
    ],
    "whole_game": ["Winter of year 5.", "won"],
    "winter": ["disbanded", "would hold", "Cleopatra returned", "into port at"],
    "wrong_orders": ["× 6.11", "× 6.13", "× 7.2", "× ambiguous", "× 2.1", "× not_now"],
}
