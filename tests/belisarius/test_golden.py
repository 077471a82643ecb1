"""Golden plays: the first scenario whole, and an episode for combat, diplomacy, events and each option."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from adjudicator.belisarius.options import OPTIONAL_RULES
from tests.golden import Clerk, read

FOLDER = Path(__file__).parents[1] / "plays" / "belisarius"
PLAYS = sorted(FOLDER.glob("*.play"))
RESULTS = {"AA", "AR", "AZ", "BB", "DD", "DR", "DZ"}
STORIES = {
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
"""What each play is there to tell."""


@pytest.mark.parametrize("path", PLAYS, ids=lambda path: path.stem)
def test_a_play_goes_as_it_is_written(path: Path, request: pytest.FixtureRequest) -> None:
    before = path.read_text(encoding="utf-8")
    after = Clerk(read(before)).text()
    if request.config.getoption("golden") == "write":
        path.write_text(after, encoding="utf-8")
    else:
        assert after == before


@pytest.mark.parametrize("name", STORIES)
def test_an_episode_tells_what_it_is_there_for(name: str) -> None:
    text = (FOLDER / f"{name}.play").read_text(encoding="utf-8")
    assert [part for part in STORIES[name] if part not in text] == []


def test_every_episode_is_there() -> None:
    assert [path.stem for path in PLAYS] == sorted(STORIES)


def test_every_optional_rule_is_played() -> None:
    """§24 to §33"""
    played = {option for path in PLAYS for option in read(path.read_text(encoding="utf-8")).options}
    assert {option.name for option in OPTIONAL_RULES} <= played


def test_every_result_of_a_combat_is_met() -> None:
    """§chart/combat"""
    told = "\n".join(path.read_text(encoding="utf-8") for path in PLAYS)
    assert set(re.findall(r"= Battle of .*: (\w\w), ", told)) == RESULTS


def test_what_is_hidden_is_told_to_its_owner_alone() -> None:
    """§22.0 Nothing that a seat alone reads of its markers stands in a public line."""
    for path in PLAYS:
        for line in path.read_text(encoding="utf-8").splitlines():
            if line.startswith("= ") and not line.startswith("= ["):
                assert not re.search(r"(draws|loses) markers: [A-Z]", line), (path.stem, line)
