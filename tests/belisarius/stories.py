"""What each golden play of Belisarius is there to tell."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

STORIES: Mapping[str, Sequence[str]] = {
    "attrition": ["disbanded (die 6, modifier -2)", "disbanded (die 6, modifier -1)"],
    "colonies": ["Empire founds a colony in 3239.", "× 27.2"],
    "combat_assault": ["AA, the attacker is", "AZ, the attacker is", "BB, a bloodbath", "DD, the", "DZ, the"],
    "combat_manoeuvre": ["AR, the attacker retreats.", "DR, the defender retreats.", "for 4 OP more"],
    "combat_withdrawal": ["Barbarian slips away.", "Barbarian must stand.", "retreat 4412-4512"],
    "diplomacy_treachery": [
        "Barbarian plays Treachery on Treachery.",
        "Treachery: Treachery of Empire has no effect.",
        "Treachery: Basileus of Empire has no effect.",
        "6 becomes 1",
    ],
    "disbanding": ["loyal (die", "disbanded (die", "mutiny (die", "Control of Thracia: neutral"],
    "disease": ["× card/disease", "Eliminated in Roma (3322): Vitiges.", "(die 2), units lost: 0."],
    "end_of_campaign": ["cuts a campaign short (4)", "the victorious army at 4410 loses its 25"],
    "extra_placement": ["Lombards war band at 3921.", "Guard garrison at 3324"],
    "fifteen_markers": ["returns markers to the pool", "and forgoes 2.", "[empire] Theodora:"],
    "forced_marches": ["one unit is lost.", "no unit is lost.", "Melitene (3545)-Edessa", "× 16.71"],
    "guard_revolt": [
        "The Guards in Antiochia (3245) revolt: Mundas,",
        "Eliminated in Antiochia (3245): Oriens garrison.",
        "× 12.23",
        "return to their loyalty: Mundas, Guard field army.",
    ],
    "landing_at_carthago": [
        "Empire embarks Belisarius,",
        "× 19.54",
        "Empire assaults Carthago (2624) from 2724",
        "Empire lands Belisarius, Guard field army, Guard garrison in Carthago",
    ],
    "negotiation": [
        "= [barbarian] Empire makes Barbarian offer 1: gives",
        "Barbarian accepts offer 3",
        "Control of Lazica: neutral",
        "Barbarian has broken agreement 3",
    ],
    "neutrality": [
        "Control of Scythia: Barbarian (before: neutral).",
        "Control of Gepidae: Barbarian (before: neutral).",
        "Control of Scythia: neutral (before: Barbarian).",
        "Eliminated in 4046: Scythia nomad.",
    ],
    "pillage": ["Philippopolis (3631) is pillaged.", "comes to nothing", "plunders Philippopolis", "× 26.2"],
    "plague": ["The plague breaks out in: Aegyptus, Thracia", "it lies in ruins", "Kavadh"],
    "pope": ["Treachery: Pope or Patriarch Intervenes of Empire has no effect.", "6 becomes 1"],
    "public_works": ["builds public works in Bosporus", "× 28.2", "× 10.35", "The game is over"],
    "reaction": ["× 25.2", "Barbarian plays Forced March on Nisibis"],
    "river_movement": ["Empire sails Guard fleet, Guard garrison for 1 OP", "× 15.2", "in 3533."],
    "single_combat": ["Totila of Barbarian challenges", "Single combat (§33.1) at 4411"],
    "supply_and_market": ["A market at 2724", "× 20.2", "Eliminated in 3546"],
    "surrender": ["Barbarian shows all markers held", "Surrender of Barbarian"],
    "whole_game": [
        "as this table suggests",
        "Barbarian lays heavy taxes on Persia",
        "Aegyptus will not bear the taxes of Empire.",
        "Empire sails Belisarius, 4 Guard field armies",
        "Empire assaults Carthago (2624)",
        "Battle of Roma (3322)",
        "The game is over: Empire 61, Barbarians 39.",
    ],
}
