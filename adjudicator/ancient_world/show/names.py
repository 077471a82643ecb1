"""Every id of the game with its English names, as players write them; other languages have files."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeAlias

from adjudicator.ancient_world.board import (
    CITIES,
    CITY_AT,
    CONTINGENTS,
    DATA,
    HEXES,
    LEADERS,
    NEIGHBOURS,
    PROVINCES,
    SEAS,
    UNITS,
    arm_of,
    contingent_of,
    counted,
)
from adjudicator.ancient_world.world import hex_of
from adjudicator.core import N_
from adjudicator.core.language.names import lexicon
from adjudicator.geometry.paths import nearest

Names: TypeAlias = tuple[str, ...]

VERBS: dict[str, Names] = {
    "march": ("march", "move"),
    "ride": ("ride", "go alone"),
    "ally": ("ally", "allies"),
    "take": ("take",),
    "detach": ("detach", "leave"),
    "attack": ("attack",),
    "invest": ("invest", "besiege"),
    "assault": ("assault", "storm"),
    "treachery": ("treachery",),
    "reduce": ("reduce",),
    "repair": ("repair",),
    "sally": ("sally",),
    "lift": ("lift", "lift siege"),
    "demand": ("demand", "demand surrender"),
    "muster": ("muster", "raise", "levy"),
    "recruit": ("recruit", "replace"),
    "diplomacy": ("diplomacy", "embassy"),
    "reform": ("reform",),
    "sail": ("sail", "ship"),
    "sail_part": ("sail part", "ship part"),
    "land": ("land",),
    "pass": ("pass", "end", "done"),
    "play": ("react", "play"),
    "intercept": ("intercept",),
    "ambush": ("ambush",),
    "intercept_part": ("intercept part",),
    "intercept_along": ("intercept along",),
    "let_pass": ("let pass", "not in this march"),
    "interception": ("interception", "enters"),
    "counter_interception": ("counter-interception",),
    "avoid": ("avoid",),
    "stand": ("stand", "fight"),
    "retreat": ("retreat",),
    "join": ("join",),
    "join_part": ("join part",),
    "stay": ("stay",),
    "enter": ("enter",),
    "garrison": ("garrison",),
    "stay_out": ("stay out",),
    "devastate": ("devastate",),
    "forage": ("forage",),
    "release": ("release",),
    "execute": ("execute",),
    "ransom": ("ransom", "ask a ransom of"),
    "hold": ("hold",),
    "shift": ("shift",),
    "name": ("name",),
    "nobody": ("nobody",),
    "lose": ("lose",),
    "lose_foot": ("lose infantry", "lose foot"),
    "let_burn": ("let burn",),
    "as_planned": ("as planned", "plan"),
    "guile": ("guile",),
    "yes": ("yes",),
    "no": ("no",),
    "none": ("none", "nobody joins"),
    "all": ("all",),
    "with": ("with",),
    "toward": ("to", "into"),
    "to": ("to", "into"),
    "at": ("at", "in"),
    "by": ("by",),
    "by_road": ("by road",),
    "by_coast": ("by coast", "along the coast"),
    "surrender": ("surrender",),
    "surrender_captive": ("surrender with leaders captive",),
    "transfer": ("transfer", "cede"),
    "give_up": ("give up", "abandon"),
}
TERMS: dict[str, Names] = {
    "foot": ("infantry", "foot"),
    "horse": ("cavalry", "horse"),
    "elephant": ("elephants",),
    "engine": ("engines",),
    "militia_foot": ("militia",),
    "rome": ("Rome",),
    "carthage": ("Carthage",),
    "epirus": ("Epirus",),
    "syracuse": ("Syracuse",),
    "samnites": ("Samnites",),
    "augury": ("augury",),
    "cities": ("cities",),
    "provinces": ("provinces",),
    "major": ("major victories",),
    "losses": ("losses of the enemy",),
    "siege_attrition": ("siege attrition",),
    "large": ("large",),
    "medium": ("medium",),
    "small": ("small",),
    "normal": ("in good order",),
    "disrupted": ("disrupted",),
    "disorganized": ("disorganized",),
    "useless": ("useless",),
    "hex_near": ("hex {one} near {other}",),
    "hex_within": ("hex {one} in {other}",),
}
CAMPAIGN: dict[str, Names] = {
    "ancient_world": ("The Ancient World",),
    "pyrrhus_in_italy": ("Pyrrhus in Italy, 280-275 BC",),
    "sicily": ("The war for Messana, 264-262 BC",),
    "sicily_syracuse": ("The war for Messana, with a seat for Syracuse",),
    "pyrrhus_in_italy_samnites": ("Pyrrhus in Italy, with a seat for the Samnites",),
    "lesson_march": ("Lesson 1: lead an army",),
    "lesson_battle": ("Lesson 2: win a battle",),
    "lesson_city": ("Lesson 3: take a city",),
    "hannibal_in_italy": ("Hannibal in Italy, 218-216 BC",),
    "capitals": ("treachery and surrender of capitals",),
    "safe": ("never",),
    "open": ("as other cities",),
    "manpower": ("manpower",),
    "turn": ("once a turn",),
    "phase": ("once an operation phase",),
    "terms": ("offers of surrender",),
    "consuls": ("the senior of equal consuls",),
    "allotment": ("levels added to a zone in a turn",),
    "command": ("who commands among equals",),
    "active": ("the active leader, attacking or attacked",),
    "attack_only": ("the active leader in attacks alone",),
    "major_rivers": ("a march over a major river off the road",),
    "stop": ("ends there",),
    "cross": ("goes on",),
    "counter": ("who may intercept an interceptor",),
    "coming": ("who comes from elsewhere",),
    "standing": ("also who is there already",),
    "third": ("a third of the losses at a strait",),
    "up": ("rounded up",),
    "down": ("rounded down",),
    "city_boxes": ("boxes for a large or medium city taken by force",),
    "three": ("three",),
    "all_boxes": ("three, and those of a major victory",),
    "bank": ("interception from a held river bank",),
    "sure": ("without a die",),
    "die": ("with a die",),
    "honour": ("honour of Roman leaders who avoid battle",),
    "no_dictator": ("all but the dictator and the master of horse",),
    "all_romans": ("all of them",),
    "least_loss": ("at least one strength point lost in battle",),
    "above_zero": ("if the percentage is above 0",),
    "always": ("always",),
    "horse_for_foot": ("cavalry lost in place of infantry",),
    "often": ("any number of times",),
    "once": ("one strength point",),
    "way_back": ("hexsides by which attackers came",),
    "both": ("barred to both sides",),
    "defender_only": ("barred to the defender",),
    "rout": ("who must retreat",),
    "by_major": ("also who suffers a major defeat",),
    "by_chart": ("only who lost ten per cent more",),
    "pursuit": ("pursuit",),
    "forced": ("after a forced retreat",),
    "every": ("after every retreat",),
    "trampled": ("victims of elephants in a major victory",),
    "counted": ("counted",),
    "left_out": ("left out",),
    "sack_boxes": ("what a sack does to the neighbours",),
    "flat_siege": ("-1 in siege attrition on flat ground",),
    "envoys": ("who may be an ambassador",),
    "spare": ("leaders without a command",),
    "pool": ("leaders off the map",),
    "margins": ("what decides the war for Messana",),
    "eased": ("points, eased for Rome",),
    "harsh": ("Messana in 262",),
    "before": ("before the first blow",),
    "any": ("at any time",),
    "listed": ("who is listed first",),
    "alphabet": ("who is later in the alphabet",),
    "fog": ("fog over strengths",),
    "one": ("one",),
    "two": ("two",),
    "off": ("off",),
    "on": ("on",),
}
"""Names of the game, its scenarios and its options."""
ARMS: dict[str, Names] = {
    "foot": ("infantry", "foot"),
    "horse": ("cavalry", "horse"),
    "elephant": ("elephants", "elephant"),
    "engine": ("engines", "engine"),
}
"""The names of the arms, the printed one first."""
NEAR = 3
"""The most hexes from a city at which a hex is told by it."""
SINGLE: Mapping[str, str] = {counted(unit, 1): unit for unit in UNITS if counted(unit, 1) != unit}
"""The ids of single elephants and engines, for languages with a plural, with the ids that they belong to."""


def _names() -> dict[str, Names]:
    """Return the names of each thing in orders, by id; the first is the one that is shown."""
    names: dict[str, Names] = {**VERBS, **TERMS, **CAMPAIGN}
    for hex in HEXES.values():
        city = CITY_AT.get(hex.id)
        number = hex.printed.removeprefix("It-").replace("-", "")
        called = (number, hex.printed, hex.printed.replace("-", ""), hex.id)
        names[hex.id] = called if city is None else (CITIES[city].name, *called)
        if city is not None:
            name = CITIES[city].name
            names[f"{hex.id}i"] = (f"{name} (inside)", f"in {name}", f"into {name}", f"{name} inside")
    for province in PROVINCES.values():
        names[province.id] = (province.name,)
    for sea in SEAS.values():
        names[sea.id] = (sea.name,)
    for town in CITIES.values():
        names[town.id] = (town.name,)
    for unit in UNITS:
        people = CONTINGENTS[contingent_of(unit)]
        names[unit] = tuple(f"{of} {arm}" for of in (people.name, *people.also) for arm in ARMS[arm_of(unit)])
    for one, unit in SINGLE.items():
        names[one] = (names[unit][1],)
    for leader in LEADERS.values():
        known = leader.id.replace("_", " ")
        first = leader.name.split()[0]
        short = (f"{first} {known}",) if first.endswith(".") else ()
        names[leader.id] = (leader.name, known, *short)  # "P. Cornelius Scipio", "scipio", "P. scipio"
    return names


_OPERATING = N_("in the operations of one of your leaders")
ORDERS: Mapping[str, tuple[str, str]] = {
    **dict.fromkeys(
        (
            "march",
            "ride",
            "ally",
            "take",
            "detach",
            "attack",
            "invest",
            "assault",
            "treachery",
            "reduce",
            "repair",
            "sally",
            "lift",
            "demand",
            "muster",
            "recruit",
            "diplomacy",
            "reform",
            "sail",
            "land",
        ),
        ("5.3", _OPERATING),
    ),
}
"""The orders that are given at one time alone: paragraph and time (§5.3)."""


def _beside() -> dict[str, tuple[str, str]]:
    """Return how people are told where a hex without a city is: by a city near it, its province or sea."""
    near = nearest(CITY_AT, NEIGHBOURS.__getitem__, NEAR)
    return {
        hex.id: ("hex_near", CITY_AT[near[hex.id]])
        if hex.id in near
        else ("hex_within", hex.province or hex.sea)
        for hex in HEXES.values()
        if hex.id not in CITY_AT
    }


def landmarks(way: Sequence[str]) -> list[str]:
    """Return the ends of a way and the cities on it; the map shows every hex."""
    ends = (0, len(way) - 1)
    return [place for at, place in enumerate(way) if at in ends or hex_of(place) in CITY_AT]


LEXICON = lexicon(
    DATA,
    _names(),
    orders=ORDERS,
    plurals=SINGLE,
    singles={unit: one for one, unit in SINGLE.items()},
    beside=_beside(),
)
