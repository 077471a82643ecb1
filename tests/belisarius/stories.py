"""What each golden play of Belisarius is there to tell."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

STORIES: Mapping[str, Sequence[str]] = {
    "attrition": ["(die 6, modifier -2)", "(die 6, modifier -1)"],
    "colonies": ["Empire founds a colony in 3239.", "× 27.2"],
    "combat_assault": ["AA, the attacker is", "AZ, the attacker is", "BB, a bloodbath", "DD, the", "DZ, the"],
    "combat_manoeuvre": ["AR, the attacker retreats.", "DR, the defender retreats.", "for 4 more OP"],
    "combat_withdrawal": ["Barbarian withdraws.", "Barbarian must stand.", "retreat 4412-4512"],
    "diplomacy_treachery": [
        "Barbarian plays Treachery on Treachery.",
        "Treachery cancels Empire's Treachery.",
        "Treachery cancels Empire's Basileus.",
        "6 becomes 1",
    ],
    "disbanding": ["loyal (die", " disband", " mutin", "Thracia becomes neutral"],
    "disease": ["× card/disease", "Eliminated in Roma (3322): Vitiges ★.", "(die 2): 0 units lost."],
    "end_of_campaign": ["plays End of Campaign (4)", "the victorious army at 4410 loses its 25"],
    "extra_placement": ["Lombards war band at 3921.", "Guard garrison at 3324"],
    "fifteen_markers": ["to the pool before drawing", "and forgoes 2 markers.", "[empire] Theodora:"],
    "forced_marches": ["one unit is lost.", "no unit is lost.", "Melitene (3545)-Edessa", "× 16.71"],
    "guard_revolt": [
        "The Guard in Antiochia (3245) revolts: Mundas ★,",
        "Eliminated in Antiochia (3245): Oriens garrison.",
        "× 12.23",
        "returns to loyalty: Mundas ★, Guard field army.",
    ],
    "landing_at_carthago": [
        "Empire embarks Belisarius ★★,",
        "× 19.54",
        "Empire assaults Carthago (2624) from 2724",
        "Empire lands Belisarius ★★, Guard field army, Guard garrison in Carthago",
    ],
    "negotiation": [
        "= [barbarian] Empire makes Barbarian offer 1: gives",
        "Barbarian accepts Empire's offer 3",
        "Lazica becomes neutral",
        "Barbarian broke agreement 3",
    ],
    "neutrality": [
        "Barbarian takes control of Scythia (was neutral).",
        "Barbarian takes control of Gepidae (was neutral).",
        "Scythia becomes neutral (was Barbarian).",
        "Eliminated in 4046: Scythia nomad.",
    ],
    "pillage": ["Philippopolis (3631) is pillaged.", " fails.", "plunders Philippopolis", "× 26.2"],
    "plague": ["The plague breaks out in: Aegyptus, Thracia", "The plague leaves", "Kavadh"],
    "pope": ["Treachery cancels Empire's Pope or Patriarch Intervenes.", "6 becomes 1"],
    "public_works": ["builds public works in Bosporus", "× 28.2", "× 10.35", "The game is over"],
    "reaction": ["× 25.2", "Barbarian plays Forced March on Nisibis"],
    "river_movement": ["Empire sails Guard fleet, Guard garrison for 1 OP", "× 15.2", "in 3533."],
    "single_combat": ["Barbarian's Totila ★★ challenges", "Single combat (§33.1) at 4411"],
    "supply_and_market": ["Market: Empire's units at 2724", "× 20.2", "Eliminated in 3546"],
    "surrender": ["Barbarian shows all its markers", "Barbarian surrenders"],
    "whole_game": [
        "suggested: ",
        "Barbarian taxes Persia heavily",
        "Aegyptus defects because of Empire's heavy taxes.",
        "Empire sails Belisarius ★★, 4 Guard field armies",
        "Empire assaults Carthago (2624)",
        "Battle of Roma (3322)",
        "The game is over: Empire 61, Barbarian 39.",
    ],
}
