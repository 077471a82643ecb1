"""Every id of the game with its English names, as players write them; other languages have files.

A hex is called by its number and by the city in it, "Constantinopolis (3536)"; a unit by its province and
type, "Thracian garrison" or "Thracia GA". A type alone, "GA", names every kind of it, so that it is enough
where only one is there. No label holds a hyphen, a colon or a comma: these part an order.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain, groupby
from typing import Final, TypeAlias

from adjudicator.belisarius.board import (
    AREAS,
    CITIES,
    EVENTS,
    HEXES,
    LABELS,
    LEADERS,
    MARKERS,
    NEIGHBOURS,
    PROVINCES,
    SCENARIOS,
    SEAS,
    UNITS,
)
from adjudicator.belisarius.board.loading import DATA
from adjudicator.belisarius.board.pieces import Hex, Named, Province, Unit
from adjudicator.belisarius.counted import many
from adjudicator.belisarius.show.texts import VERBS
from adjudicator.belisarius.world import GUARD, STATES
from adjudicator.core import N_
from adjudicator.core.language.names import lexicon
from adjudicator.geometry.paths import nearest

Names: TypeAlias = tuple[str, ...]

TYPES: Mapping[str, Names] = {
    "leader": ("leader", "leaders", "LD"),
    "field_army": ("field army", "field armies", "FA"),
    "warband": ("war band", "war bands", "WB", "warband", "war-band"),
    "nomad": ("nomad", "nomads", "NO"),
    "garrison": ("garrison", "garrisons", "GA"),
    "fleet": ("fleet", "fleets", "FL"),
}
"""§2.31 The types of units: one, many, and short."""

STATE_NAMES = {
    "aboard": "aboard",
    "ashore": "ashore",
    "reacted": "that has reacted",
    "fresh": "that has not reacted",
}
"""§19.5 §25.2 Words behind the name of a kind of units (`world.STATES`)."""

SIDES: Mapping[str, Names] = {
    "empire": ("Empire", "imperial", "Byzantium"),
    "barbarian": ("Barbarian", "Barbarians"),
    "neutral": ("neutral", "neutrals"),
    "guard": ("Guard", "imperial Guard"),
}
"""The seats, and what obeys neither of them; the Guard's units name it for a province (§12.0)."""

FORCES: Mapping[str, Names] = {
    "units/empire": ("Imperial units",),
    "units/barbarian": ("Barbarian units",),
    "units/neutral": ("neutral units",),
}
"""The units of each seat, and those of neither, in a sentence."""

NEAR = 3
"""The most hexes from a place with a name at which a hex is told by it."""
WORDS: Mapping[str, Names] = {
    "hex_near": ("hex {one} near {other}",),
    "hex_within": ("hex {one} in {other}",),
    "hex_named": ("{other} ({one})",),
    "at": ("at", "in", "on"),
    "from": ("from", "out of"),
    "to": ("to", "into"),
    "all": ("all", "everything"),
    "none": ("none", "nobody", "nothing"),
    "blocks": ("units", "unit", "counters"),
    "die": ("die", "dice", "roll"),
    "marker": ("marker", "markers"),
    "revolt": ("revolt", "revolts"),
    "advantage": ("advantage",),
    "campaign": ("campaign",),
    "reaction": ("reaction",),
    "challenge": ("challenge",),
    "subject": ("subject", "marker"),
    "follows": ("follows", "result"),
    "pool": ("pool",),
    "empire_hand": ("the Empire's hand",),
    "barbarian_hand": ("the Barbarian's hand",),
    "empire_stake": ("the Empire's stake",),
    "barbarian_stake": ("the Barbarian's stake",),
}
"""Words of all orders, occasions of standing orders, their keys, and the places of markers."""

_OPERATING = N_("in the operations phase")
_ARMY = N_("in the operations phase, to an army that is operating")
_RECRUITING = N_("in the recruit phase")
_FEEDING = N_("in the supply phase")
ORDERS: Mapping[str, tuple[str, str]] = {
    "place": ("34.0", N_("in the set-up")),
    "suggest": ("34.0", N_("in the set-up")),
    "stake": ("9.0", N_("in the diplomacy phase")),
    "tax": ("10.1", N_("in the tax phase")),
    "recruit": ("11.2", _RECRUITING),
    "levy": ("11.1", N_("in the levy phase")),
    "march": ("16.1", _OPERATING),
    "activate": ("14.1", _OPERATING),
    "embark": ("19.5", _OPERATING),
    "force": ("16.7", _OPERATING),
    "sail": ("19.0", _OPERATING),
    "attack": ("17.2", _ARMY),
    "assault": ("17.2", _ARMY),
    "manoeuvre": ("17.2", _ARMY),
    "drop": ("14.3", _ARMY),
    "land": ("19.54", _ARMY),
    "pillage": ("26.0", _ARMY),
    "colonize": ("27.0", _ARMY),
    "feed": ("20.2", _FEEDING),
    "feed_all": ("20.2", _FEEDING),
    "pursue": ("17.51", N_("after a withdrawal or a battle, when the enemy has left the hex")),
}
"""The orders that are given at one time alone: paragraph and time."""

CAMPAIGN: Mapping[str, Names] = {
    "belisarius": ("Belisarius",),
    "lesson_battle": ("Lesson 1: win a battle",),
    "lesson_city": ("Lesson 2: take a city",),
    "lesson_supply": ("Lesson 3: feed an army",),
    "negotiation": ("negotiation",),
    "pillage": ("pillage",),
    "colonies": ("colonies",),
    "public_works": ("public works",),
    "river_movement": ("river movement",),
    "disbanding": ("disbanding",),
    "extra_placement": ("extra placement",),
    "attrition": ("attrition",),
    "single_combat": ("single combat",),
    "city_zones": ("zones out of cities",),
    "empty_city": ("entering an empty city in an enemy zone of control",),
    "friends_in_zones": ("friendly units cancelling zones of control",),
    "fleet_zones": ("zones of fleets and of land units kept apart",),
    "track_defence": ("tracks double the defence",),
    "marker_purchase": ("when markers are bought",),
    "pillage_removal": ("when ruins are cleared",),
    "event_dice": ("which dice of events are final",),
    "neutral_defence": ("defence of neutrals",),
    "disease_time": ("when Disease is played",),
    "dropped_units": ("units left behind on a forced march",),
    "both_faiths": ("Orthodoxy and Tolerance",),
    "disband_dice": ("dice for disbanding",),
    "guards_counted": ("what a revolt of the Guard counts",),
    "one_operation": ("one operation of a reaction",),
    "second_supply": ("supply of the second player",),
    "off": ("off",),
    "on": ("on",),
    "yes": ("yes",),
    "no": ("no",),
    "own": (
        "in your own turn only",
        "in one's own turn",
    ),
    "any": ("without limit", "at any time", "any"),
    "table": ("those of the table",),
    "agents": ("Agents",),
    "stop": ("must stop",),
    "continue": ("need not stop",),
    "movement": ("in movement only",),
    "always": ("always",),
    "never": ("never",),
    "everywhere": ("everywhere",),
    "apart": ("not together",),
    "together": ("together",),
    "stay": ("stay",),
    "hex": ("one a hex",),
    "unit": ("one a unit",),
    "guards": ("Guards",),
    "units": ("units",),
    "army": ("all that its points allow",),
    "single": ("one thing",),
}
"""Names of the game, its options and their values."""

CHARTS: Mapping[str, Names] = {
    "combat": ("combat results tables",),
    "diplomacy": ("diplomacy table",),
    "events": ("table of random events",),
    "revolt": ("revolt table",),
    "heavy_tax": ("table of heavy taxes",),
    "finance": ("finance chart",),
    "operations": ("operation points chart",),
    "terrain": ("terrain effects chart",),
    "stratagems": ("stratagem chart",),
    "pillage": ("pillage table",),
    "colony": ("colony table",),
    "disband": ("disbanding table",),
}
"""§2.2 The name of a paragraph "chart/…"."""


SHORT: Mapping[str, tuple[str, ...]] = {
    "military_advantage": ("advantage", "MA"),
    "forced_march": ("FM",),
    "end_of_campaign": ("EOC",),
    "legal_reform": ("law",),
}
"""Shorter names of some markers."""


def plain(name: str) -> str:
    """A name without the signs that part an order."""
    return " ".join(name.replace("-", " ").replace(":", " ").replace(",", " ").split())


def _printed(of: Named) -> Names:
    """The names of something printed: fit for a label first, then as it is written."""
    return tuple(dict.fromkeys((plain(of.name), of.name, *of.also)))


def _hex(hex: Hex) -> Names:
    """A hex by number, and by the city or the mere name on it."""
    if hex.city:
        city = CITIES[hex.city]
        return (f"{plain(city.name)} ({hex.id})", hex.id, *_printed(city))
    return (hex.id, *_printed(LABELS[hex.label])) if hex.label else (hex.id,)


def _places() -> Iterator[tuple[str, Names]]:
    for hex in HEXES.values():
        yield hex.id, _hex(hex)
    for area in AREAS.values():
        name = PROVINCES[area.province].name
        more = (f"{name} off map", f"off map {name}", f"off-map {name}")
        yield area.id, (*_printed(area), *more)


def _kind(unit: Unit) -> Iterator[tuple[str, Names]]:
    """The kind of a unit: "Thracian garrison", "Thracia GA", "garrison", "GA"; and many of it."""
    types = TYPES[unit.type]
    origins = SIDES[GUARD][:1] if unit.origin == GUARD else _origins(PROVINCES[unit.origin])
    full = [f"{origin} {name}" for origin in origins for name in types]
    yield unit.kind, (*full, *types)
    yield many(unit.kind), (full[1],)
    for state in chain(*STATES):
        yield f"{unit.kind}/{state}", tuple(f"{name} {STATE_NAMES[state]}" for name in (*full, *types))


def _origins(province: Province) -> Names:
    """Return the words before the type of its units: the adjective, which is printed, and the name."""
    return (province.adjective, province.name)


def _units() -> Iterator[tuple[str, Names]]:
    kinds: dict[str, Names] = {}
    for unit in UNITS.values():
        if unit.type != "leader":
            kinds |= _kind(unit)
            yield unit.id, kinds[unit.kind][:1]
    yield from kinds.items()


def _table() -> Iterator[tuple[str, Names]]:
    """Everything of the board that has a name of its own."""
    for printed in (LEADERS, PROVINCES, CITIES, LABELS, SEAS):
        yield from ((id, _printed(of)) for id, of in printed.items())
    for marker in MARKERS.values():
        yield marker.id, (*_printed(marker), *SHORT.get(marker.id, ()))
        yield f"card/{marker.id}", (f"marker {marker.name}",)
    for scenario in SCENARIOS.values():
        yield scenario.id, (scenario.name,)


def _paragraphs() -> Iterator[tuple[str, Names]]:
    """Yield what is cited without a number: charts, and events by their dice, "event/31-32"."""
    yield from ((f"chart/{id}", of) for id, of in CHARTS.items())
    for _, run in groupby(EVENTS.items(), key=lambda cell: cell[1]):
        dice = [str(n) for n, _ in run]
        said = dice[0] if len(dice) == 1 else f"{dice[0]}-{dice[-1]}"
        yield f"event/{said}", (f"event {said}",)


def _names() -> dict[str, Names]:
    """All names; an id that is in several tables has the names of all, and the label of the first."""
    names: dict[str, Names] = {}
    board = (dict(_table()), dict(_places()), dict(_units()), dict(_paragraphs()))
    for table in (*board, TYPES, SIDES, FORCES, WORDS, CAMPAIGN, *VERBS):
        for id, of in table.items():
            names[id] = tuple(dict.fromkeys((*names.get(id, ()), *of)))
    return names


def _beside() -> Iterator[tuple[str, tuple[str, str]]]:
    """Yield how people are told where a hex without a city is: by the name on it, the nearest name, or the
    province or sea around it.
    """
    named = {hex.id: hex.city or hex.label for hex in HEXES.values() if hex.city or hex.label}
    near = nearest(named, NEIGHBOURS.__getitem__, NEAR)
    for hex in HEXES.values():
        if hex.label and not hex.city:
            yield hex.id, ("hex_named", hex.label)
        elif hex.id in near and not hex.city:
            yield hex.id, ("hex_near", named[near[hex.id]])
        elif not hex.city:
            yield hex.id, ("hex_within", hex.province or hex.sea)


def landmarks(way: Sequence[str]) -> list[str]:
    """Return the ends of a way and the places with a name on it; the map shows every hex."""
    ends = (0, len(way) - 1)
    named = {
        at for at, place in enumerate(way) if place not in HEXES or HEXES[place].city or HEXES[place].label
    }
    return [place for at, place in enumerate(way) if at in ends or at in named]


NAMES: Final = _names()
LEXICON: Final = lexicon(
    DATA,
    NAMES,
    {leader: of.stars for leader, of in LEADERS.items()},
    orders=ORDERS,
    beside=dict(_beside()),
)
"""All names; §21.2 leaders have one star or two."""
