"""Every id of the game with its English names, as players write them; other languages have files.

A nation and its region share an id where they share a name. A city that is called as its region has
"(city)" behind its name; the plain name means the region, or the city where the region is not asked for, and
the question shows both. A unit is called by its nation and type, "Ottoman Gendarmes"; the type alone is
enough where only one nation has it. No label holds a colon or a comma, and none of a place or unit a hyphen:
these part an order.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations, groupby

from adjudicator.core import N_, Words, words
from adjudicator.core.language.names import lexicon
from adjudicator.ottomans.board import (
    CITIES,
    COALITIONS,
    DATA,
    KINDS,
    LANDINGS,
    LEADERS,
    MERCENARIES,
    NATIONS,
    REGIONS,
    SCENARIOS,
    SEAS,
    STRATAGEMS,
    TURNS,
    TYPES,
    UNITS,
)
from adjudicator.ottomans.board.pieces import Named
from adjudicator.ottomans.sorts import ABOARD, BESIDE, IN
from adjudicator.ottomans.world import SEATS, is_leader

Names = tuple[str, ...]

WORDS: Mapping[str, Names] = {
    "move": ("move", "mv"),
    "sail": ("sail",),
    "ship": ("ship", "carry"),
    "attack": ("attack",),
    "force": ("force", "forced march"),
    "halt": ("halt",),
    "activate": ("activate", "control"),
    "play": ("play",),
    "pass": ("pass",),
    "end": ("end", "done"),
    "place": ("place",),
    "core": ("core",),
    "replace": ("replace",),
    "hire": ("hire",),
    "court": ("court",),
    "lose": ("lose",),
    "feed": ("feed",),
    "enter": ("enter",),
    "sally": ("sally",),
    "retreat": ("retreat",),
    "with": ("with",),
    "against": ("against",),
    "playing": ("playing",),
    "at": ("at", "in", "on"),
    "from": ("from",),
    "to": ("to", "into"),
    "for": ("for",),
    "all": ("all", "everybody"),
    "none": ("none", "nobody", "nothing"),
    "agree": ("agree", "yes"),
    "refuse": ("refuse", "no"),
    "scatter": ("scatter",),
    "take": ("take",),
    "assassinate": ("assassinate", "assassination"),
    "spy": ("spy", "espionage"),
    "coup": ("coup",),
    "treachery": ("treachery",),
    "diplomacy": ("diplomacy",),
    "lost": ("lost control",),
    "battle": ("battle",),
    "die": ("die",),
    "pool": ("pool",),
    "later": ("chits of later turns",),
    "out": ("chits out of play",),
    "map": ("map",),
    "neutral": ("neutral",),
}
"""The words of orders, the occasions of standing orders, and where chits lie."""

_MOVING = N_("in the Movement Phase or on a forced march")
_REPLACING = N_("in the Replacement Phase")
ORDERS: Mapping[str, tuple[str, str]] = {
    "core": ("4.1", N_("before the game, when core nations are chosen")),
    "place": ("4.2", N_("before the game, when units are placed")),
    "activate": ("6.11", N_("in your own turn")),
    "move": ("7.1", _MOVING),
    "sail": ("16.0", _MOVING),
    "ship": ("16.3", _MOVING),
    "attack": ("9.0", N_("in the Combat Phase or on a forced march")),
    "force": ("11.0", N_("in the Forced March Phase")),
    "halt": ("11.2", N_("on a forced march")),
    "feed": ("12.0", N_("in the Food Phase")),
    "replace": ("13.0", _REPLACING),
    "hire": ("17.1", _REPLACING),
    "court": ("27.2", _REPLACING),
    "enter": ("10.33", N_("after the attack on a city, when its defenders are gone")),
    "retreat": ("27.0", N_("after a battle that you have lost")),
}
"""The orders that are given at one time alone: paragraph and time."""

EVENTS: Mapping[str, Names] = {
    "balance_of_power": ("Balance of Power",),
    "civil_war": ("Civil War",),
    "infighting": ("Infighting",),
    "economic_expansion": ("Economic Expansion",),
    "leader_out": ("Leader OUT",),
    "mercenaries_strike": ("Mercenaries Go on Strike",),
    "plague": ("Plague",),
    "nation_out": ("Nation OUT",),
    "reformation_schism": ("Reformation/Schism",),
    "war_in_the_east": ("War in the East",),
    "war_in_the_west": ("War in the West",),
}
"""§14.0 The random events."""

POINTS: Mapping[str, Names] = {
    "key_cities": ("key cities",),
    "regions": ("regions",),
    "abroad": ("regions of other coalitions",),
}
"""§21.0 The parts of a score."""

CAMPAIGN: Mapping[str, Names] = {
    "agent_time": ("when AGENTs are played",),
    "rest": ("between two orders",),
    "city_in_cap": ("tripling of cities within the sixfold limit",),
    "siege_train_field_bonus": ("Siege Trains double field battles",),
    "leaders_feed_add": ("leaders' supply adds up",),
    "city_entry_after_stop": ("entering one's city past enemies",),
    "chits_before_draw": ("chits before one's draw",),
    "chits_after_events": ("chits after the last event of one's turn",),
    "leader_arrival": ("units that a drawn leader may join",),
    "mercenary_arrival": ("units with which a mercenary may appear",),
    "leader_raises": ("leaders who bring back more units",),
    "empire_player": ("who may play Holy Roman Empire",),
    "assassin_survivor": ("a leader who survives assassins",),
    "to_nearest": ("goes to their nation's nearest unit",),
    "stays_put": ("stays",),
    "defenders_lose": ("chits that several defenders lose",),
    "one_chit": ("one in all",),
    "one_each": ("one each",),
    "neutrals_begin": ("where neutral units begin",),
    "where_fed": ("where they are fed",),
    "in_cities": ("in cities",),
    "fed_by_chit": ("what Military Advance feeds",),
    "region": ("a region with its cities",),
    "area": ("a region, a city, or a sea",),
    "any": ("any",),
    "own": ("one's own",),
    "march_after_stop": ("forced marches away from enemies who have stopped one",),
    "administration_saves_own": ("Administration against one's own attack",),
    "ferries": ("ferries between ports",),
    "free": ("free of movement",),
    "points": ("a movement point each",),
    "threshold": ("regions counted for survival",),
    "present": ("of nations in the game",),
    "printed": ("all",),
    "overflow": ("drawing beyond 15 chits",),
    "forgo": ("draw less",),
    "discard": ("discard first",),
    "last_turn": ("end of the game",),
    "scenario": ("as in the scenario",),
    "lesson_battle": ("Lesson 1: win a battle",),
    "lesson_city": ("Lesson 2: take a city",),
    "lesson_food": ("Lesson 3: feed an army",),
    **{f"to_{turn}": (f"after turn {turn} ({TURNS[turn].years})",) for turn in list(TURNS)[:-1]},
    "yes": ("yes",),
    "no": ("no",),
}
"""Options and their values."""

SHORT: Mapping[str, tuple[str, ...]] = {
    "agent": ("agents",),
    "crusade_jihad": ("Crusade", "Jihad"),
    "holy_roman_empire": ("HRE", "Empire"),
    "jesuits_sufis": ("Jesuits", "Sufis", "reroll"),
    "kaisar_i_rum": ("Kaisar",),
    "medicis_vizier": ("Medicis", "Medici", "Vizier"),
    "military_advance": ("advance", "MA"),
    "portuguese_in_the_east": ("Portuguese",),
    "trade_agreement": ("trade",),
    "urbans_gun": ("gun",),
    "white_sheep": ("White Sheep",),
}
"""Other names of chits."""


def _of(record: Named, *more: str) -> Names:
    return (record.name, *record.also, *more)


def _names() -> dict[str, Names]:
    """Return the names of each thing in orders, by id; a city that a region is named after is told apart."""
    names: dict[str, Names] = {"ottomans": ("Ottomans", "Ottoman")}
    for group in (WORDS, EVENTS, POINTS, CAMPAIGN):
        names |= group
    for coalition in COALITIONS.values():
        names[coalition.id] = _of(coalition)
        names[f"{coalition.id}_hand"] = (f"hand of the {coalition.name}",)
        names[f"{coalition.id}_open"] = (f"open chits of the {coalition.name}",)
        names[f"{coalition.id}_stake"] = (f"agents of the {coalition.name}",)
    for scenario in SCENARIOS.values():
        names[scenario.id] = (scenario.name,)
        for id, seats in rosters(scenario.number).items():
            names[id] = (f"{scenario.name} ({'/'.join(COALITIONS[s].name for s in seats)})",)
    for nation in NATIONS.values():
        names[nation.id] = _of(nation, nation.adjective)
    for region in REGIONS.values():
        names[region.id] = names.get(region.id) or _of(region)
    for sea in SEAS.values():
        names[sea.id] = _of(sea)
    called = {region.name for region in REGIONS.values() if not region.city_only}
    for city in CITIES.values():
        apart = (f"{city.name} (city)", f"{city.name} city")
        names[city.id] = apart if city.name in called else _of(city)
    for target, (port, water) in LANDINGS.items():
        names[target] = (f"{CITIES[port].name} from {SEAS[water].name}", f"{CITIES[port].name} by sea")
    for stratagem in STRATAGEMS.values():
        names[stratagem.id] = _of(stratagem, *SHORT.get(stratagem.id, ()))
    return names | _units()


def _units() -> dict[str, Names]:
    names: dict[str, Names] = {}
    for kind in KINDS.values():
        nation, type_ = NATIONS[kind.nation], TYPES[kind.type]
        called = [type_.name, type_.plural] if type_.plural else [type_.name]
        plain = [f"{of} {one}" for one in called for of in (nation.adjective, nation.name)]
        names[kind.id] = (kind.name,) if kind.name else (*plain, *called, *type_.also)
    for named in (*LEADERS.values(), *MERCENARIES.values()):
        names[named.id] = _of(named)
    for unit in UNITS.values():
        names.setdefault(unit.id, names[unit.kind][:1])
    return names


def rosters(number: str) -> dict[str, tuple[str, ...]]:
    """§4.0 The ways to seat a scenario: the Turks and one, two or three others; "s1_tch" and the like."""
    found = {}
    for others in (1, 2, 3):
        for chosen in combinations(SEATS[1:], others):
            seats = (SEATS[0], *chosen)
            found[f"s{number}_{''.join(seat[0] for seat in seats)}"] = seats
    return found


PLURALS: Mapping[str, str] = {f"{kind}/many": kind for kind, line in KINDS.items() if TYPES[line.type].plural}
"""Ids of the plurals of kinds, each with its kind."""


def _plurals() -> dict[str, Names]:
    lines = ((id, KINDS[kind]) for id, kind in PLURALS.items())
    return {id: (f"{NATIONS[line.nation].adjective} {TYPES[line.type].plural}",) for id, line in lines}


JOINTS: dict[str, Names] = {
    "unit_in_area": ("{one} in {other}",),
    "ship_with_load": ("{one} carrying {other}",),
    "load_beside": ("{one} + {other}",),
}
"""The templates of sorts of units (see `sorts`)."""

LEXICON = lexicon(
    DATA,
    _names() | _plurals() | JOINTS,
    plurals=PLURALS,
    joints={IN: "unit_in_area", ABOARD: "ship_with_load", BESIDE: "load_beside"},
    orders=ORDERS,
)

NOTHING = N_("none")
COUNTED = N_("{n} {kind}")
SEVERAL = N_("{chit} ×{n}")


def units_said(units: Iterable[str]) -> list[str | Words]:
    """Units in a sentence: leaders first, equal ones counted."""
    ids = sorted(units, key=lambda u: (not is_leader(u), UNITS[u].kind))
    said: list[str | Words] = []
    for kind, group in groupby(ids, key=lambda u: UNITS[u].kind):
        n = len(list(group))
        said.append(kind if n == 1 else counted(n, kind))
    return said or [words(NOTHING)]


def counted(n: int, kind: str) -> Words:
    """Return several units of a kind in a sentence."""
    many = f"{kind}/many"
    return words(COUNTED, n=n, kind=many if n > 1 and many in PLURALS else kind)


def chits_said(chits: Sequence[str]) -> list[str | Words]:
    """Chits in a sentence, equal ones counted."""
    said: list[str | Words] = []
    for chit, group in groupby(sorted(chits)):
        n = len(list(group))
        said.append(chit if n == 1 else words(SEVERAL, n=n, chit=chit))
    return said or [words(NOTHING)]
