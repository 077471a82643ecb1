"""The subject of each golden play of Belisarius."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

STORIES: Mapping[str, Sequence[str]] = {
    "attrition": ["(rolled 6, modifier -2)", "(rolled 6, modifier -1)"],
    "colonies": ["Empire founded a colony at hex 3239 near Laodicea.", "× 27.2"],
    "combat_assault": [
        "AA, the attacker was",
        "AZ, the attacker was",
        "BB, a bloodbath",
        "DD, the",
        "DZ, the",
    ],
    "combat_manoeuvre": [
        "AR, the attacker had to retreat.",
        "DR, the defender had to retreat.",
        "for 4 more OP",
    ],
    "combat_withdrawal": ["Barbarian withdrew.", "Barbarian had to stand.", "retreat 4412-4512"],
    "diplomacy_treachery": [
        "Barbarian played Treachery on Treachery.",
        "Treachery cancelled Empire's Treachery.",
        "Treachery cancelled Empire's Basileus.",
        "6 became 1",
    ],
    "disbanding": ["loyal (rolled", " disband", " mutin", "Thracia became neutral"],
    "disease": ["× card/disease", "Eliminated at Roma (3322): Vitiges ★.", "(rolled 2): 0 units lost."],
    "end_of_campaign": [
        "played End of Campaign (4)",
        "the victorious army at hex 4410 in Franks lost its last 25",
    ],
    "extra_placement": ["Lombard war band at hex 3921 near Siscia.", "Guard garrison at Beneventum (3324)"],
    "fifteen_markers": ["to the pool before drawing", "and draws 2 markers less.", "[empire] Theodora:"],
    "forced_marches": ["one unit was lost.", "no unit was lost.", "Melitene (3545)-Edessa", "× 16.71"],
    "guard_revolt": [
        "The Guard at Antiochia (3245) revolted: Mundas ★,",
        "Eliminated at Antiochia (3245): Eastern garrison.",
        "× 12.23",
        "returned to loyalty: Mundas ★ and Guard field army.",
    ],
    "landing_at_carthago": [
        "Empire embarked Belisarius ★★,",
        "× 19.54",
        "Empire assaulted Carthago (2624) from hex 2724 near Carthago",
        "Empire landed Belisarius ★★, Guard field army and Guard garrison at Carthago",
    ],
    "negotiation": [
        "= [barbarian] Empire made offer 1 to Barbarian: gives",
        "Barbarian accepted Empire's offer 3",
        "Lazica became neutral",
        "Barbarian broke agreement 3",
    ],
    "neutrality": [
        "Barbarian took control of Scythia (was neutral).",
        "Barbarian took control of Gepidae (was neutral).",
        "Scythia became neutral (was Barbarian).",
        "Eliminated at hex 4046 near Dubios: Scythian nomad.",
    ],
    "pillage": ["Philippopolis (3631) was pillaged.", " failed.", "plundered Philippopolis", "× 26.2"],
    "plague": ["The plague broke out in: Aegyptus, Thracia", "The plague left", "Kavadh"],
    "pope": ["Treachery cancelled Empire's Pope or Patriarch Intervenes.", "6 became 1"],
    "public_works": ["built public works at Bosporus", "× 28.2", "× 10.35", "Empire won on points"],
    "reaction": ["× 25.2", "Barbarian played Forced March on Nisibis"],
    "river_movement": [
        "Empire sailed Guard fleet and Guard garrison for 1 OP",
        "× 15.2",
        "at hex 3533 near Hadrianopolis.",
    ],
    "single_combat": ["Barbarian's Totila ★★ challenged", "Single combat at hex 4411 in Franks"],
    "supply_and_market": [
        "Market: Empire's units at hex 2724 near Carthago",
        "× 20.2",
        "Disbanded for lack of supply at hex 3546 near Edessa",
    ],
    "surrender": ["Barbarian showed all its markers", "Barbarian surrendered"],
    "whole_game": [
        "suggested: ",
        "Barbarian taxed Persia heavily",
        "Aegyptus defected because of Empire's heavy taxes.",
        "Empire sailed Belisarius ★★, 4 Guard field armies",
        "Empire assaulted Carthago (2624)",
        "Battle of Roma (3322)",
        "Empire won on points: Empire 61, Barbarian 39.",
    ],
}
