"""The state of a campaign of Ottomans, and the plain questions that every chapter asks of it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import Final, TypeAlias

from msgspec import Struct

from .board import CITIES, KEY_CITIES, LANDS, REGIONS, SEAS, UNITS

TURKS: Final = "turks"
SEATS: Final = (TURKS, "caliphate", "holy_league", "orthodox")
"""§2.0 The coalitions, in the order in which they sit (ruling OT-T1)."""
NOBODY: Final = ""
"""The controller of units that no player controls (§6.6)."""
OTTOMANS: Final = "ottomans"
CONSTANTINOPLE: Final = "constantinople"
SPAIN: Final = "spain"
AUSTRIA: Final = "austria"
ADVANCE: Final = "military_advance"

Seat = str
Unit = str
Kind = str
Nation = str
Coalition = str
Place = str
Chit = str


class March(Struct, forbid_unknown_fields=True):
    """The forced march that is being carried out (§11.0).

    `units` march with `leader`; `spent` is how much of its allowance each has used; `fought` are those that
    have attacked. Once any has, nobody of them moves on (§11.2, ruling OT-F2).
    """

    leader: Unit
    units: list[Unit]
    spent: dict[Unit, int] = {}
    fought: list[Unit] = []


class Battle(Struct, forbid_unknown_fields=True):
    """The battle that is being fought (§9.1).

    `origin` is the attackers' place: the region of `place`, the place itself, or a sea beside the port.
    `colours` are the coalitions that are attacked. `chits` are what the attacker has played with the attack,
    `doubled` what has been doubled by Military Advance: "attack", or a defending coalition; `advanced` are
    those who have played it. `column` and `result` are known once the die has fallen. `lost` are the units
    eliminated in it.
    """

    attacker: Seat
    origin: Place
    place: Place
    attackers: list[Unit]
    defenders: list[Unit]
    colours: list[Coalition]
    chits: list[Chit] = []
    doubled: list[str] = []
    advanced: list[Seat] = []
    column: str = ""
    result: str = ""
    lost: list[Unit] = []


class World(Struct, forbid_unknown_fields=True):
    """A campaign at rest.

    `cups` holds the pool, the hands and what is staked in an agent operation; chits that are not in play yet
    lie in "later", those that never will be in "out". `control` names every CONTROL and MERCENARY chit that
    lies face up, and whose it is; `core` the nation that each seat keeps to the end (§4.1(2)), and `cores`
    the order in which they chose.

    `at` names every unit on the map and where it is, `aboard` the land units that are on a ship; `dead` are
    eliminated units and those that wait to be replaced, `waiting` those that come back only next turn
    (§13.5(5)), `gone` the leaders out of the game (§15.81), `unplaced` those that are still to be set up
    (§4.2). `back` says that Siege Trains have their stronger side up.

    Of the turn: `order` is who plays when (§5.1(1)), `acting` whose turn it is. `moved` are the units that
    have moved in this phase or march, `going` those of them whose move may go on (§7.3), `spent` the movement
    that ships have used, `stopped` who moves no further and by which paragraph: "7.7" by another coalition's
    units, "27.2" by Weather, "16.33" carried by sea. `fast` and `free` are the units under Military Advance
    and Truce, `fought` those that have attacked, `spared` battles that Weather has stopped, `marched` who has
    force-marched. `schism` is the coalition that is divided against itself (§14.0). `drawn` is
    what the acting player has drawn in the Stratagem Phase, `exchanged` says that they have used Medicis,
    `searching` who sees the pool while they choose.
    `events` is how many random events are still to be rolled. `spain` says that Spain's chit has been played
    (§18.41), `grenzer` that the Grenzer may be raised. Of the joint phases: `done` are the seats that have
    finished, `fed` the groups that have been checked ("turks serbia"), `replaced` how many units each region
    has had, `risen` the regions of an Uprising, `court` what is left of
    Kaisar-i-Rum, by seat and coalition ("turks orthodox").
    """

    scenario: str
    seats: list[Seat]
    options: dict[str, str]
    cups: dict[str, list[Chit]]
    at: dict[Unit, Place]
    phase: str
    turn: int
    last_turn: int
    control: dict[Chit, Seat] = {}
    core: dict[Seat, Nation] = {}
    cores: list[Seat] = []
    aboard: dict[Unit, Unit] = {}
    dead: list[Unit] = []
    waiting: list[Unit] = []
    gone: list[Unit] = []
    unplaced: list[Unit] = []
    back: bool = False
    order: list[Seat] = []
    acting: Seat = ""
    moved: list[Unit] = []
    going: list[Unit] = []
    spent: dict[Unit, int] = {}
    stopped: dict[Unit, str] = {}
    fast: list[Unit] = []
    free: list[Unit] = []
    fought: list[Unit] = []
    spared: list[str] = []
    march: March | None = None
    marched: list[Unit] = []
    battle: Battle | None = None
    schism: Coalition = ""
    drawn: list[Chit] = []
    exchanged: bool = False
    searching: Seat = ""
    events: int = 0
    spain: bool = False
    grenzer: bool = False
    done: list[Seat] = []
    fed: list[str] = []
    replaced: dict[str, int] = {}
    risen: list[str] = []
    court: dict[str, int] = {}
    victors: list[Seat] = []
    result: dict[str, str] = {}


# -- who and where -----------------------------------------------------------------------------


def owner(w: World, unit: Unit) -> Seat:
    """Return a unit's controller: the holder of its nation's or its own chit, "" for nobody (§6.1, §17.1)."""
    return w.control.get(UNITS[unit].nation or unit, NOBODY)


def side(unit: Unit) -> Coalition:
    """The coalition of a unit (§3.24)."""
    return UNITS[unit].coalition


def is_leader(unit: Unit) -> bool:
    """Return true if a unit is a leader (§15.0)."""
    return UNITS[unit].leader


def is_naval(unit: Unit) -> bool:
    """Return true if a unit is a ship or a naval leader (§16.2)."""
    return UNITS[unit].naval


def is_ship(unit: Unit) -> bool:
    """Return true if a unit is a ship (§16.0)."""
    return UNITS[unit].type == "naval"


def is_train(unit: Unit) -> bool:
    """Return true if a unit is a Siege Train (§3.23)."""
    return UNITS[unit].type == "siege_train"


def units_at(w: World, place: Place) -> list[Unit]:
    """The units in an area, by id."""
    return sorted([u for u, p in w.at.items() if p == place])


def own_at(w: World, seat: Seat, place: Place) -> list[Unit]:
    """A seat's units in an area, by id."""
    return [u for u in units_at(w, place) if owner(w, u) == seat]


def units_of(w: World, seat: Seat) -> list[Unit]:
    """The units on the map that obey a seat, or nobody (""), by id."""
    return sorted(u for u in w.at if owner(w, u) == seat)


def strength(w: World, unit: Unit) -> int:
    """The printed strength: a Siege Train's is that of the side that is up (§26.0)."""
    printed = UNITS[unit]
    return printed.back if w.back else printed.strength


def total(w: World, units: Iterable[Unit]) -> int:
    """The printed strength of units."""
    return sum(strength(w, u) for u in units)


def command(units: Iterable[Unit]) -> int:
    """The highest Command Value among units, 0 without a leader (§15.1)."""
    return max((UNITS[u].command for u in units), default=0)


def kinds(units: Iterable[Unit]) -> dict[Kind, int]:
    """Return the number of each kind, kinds by id: equal units are never told apart in an order."""
    names = sorted(UNITS[u].kind for u in units)
    return {kind: names.count(kind) for kind in dict.fromkeys(names)}


def picked(units: Iterable[Unit], numbers: dict[Kind, int]) -> list[Unit]:
    """The first of the units of each kind, as many as are asked for, by id."""
    among = list(units)
    return sorted(u for kind, n in numbers.items() for u in [u for u in among if UNITS[u].kind == kind][:n])


def region_of(place: Place) -> Place:
    """The region that a region or city belongs to; a sea is its own."""
    return CITIES[place].region if place in CITIES else place


def is_city(place: Place) -> bool:
    """Return true if an area is a city (§3.13)."""
    return place in CITIES


def is_sea(place: Place) -> bool:
    """Return true if an area is a sea (§3.12)."""
    return place in SEAS


def is_land(place: Place) -> bool:
    """Return true if an area is a region without its cities (§3.11)."""
    return place in LANDS


def supply(place: Place) -> int:
    """§12.1 §12.4 §16.5 Return the number of units an area feeds; a city as many as its region."""
    return SEAS[place].supply if place in SEAS else REGIONS[region_of(place)].supply


Holders: TypeAlias = tuple[set[Seat], set[Coalition]]
"""The players with units in an area, and the coalitions of these."""


def holders(w: World, place: Place) -> Holders:
    """Return the players with units in an area, and the coalitions of these."""
    here = [u for u, p in w.at.items() if p == place]
    return {owner(w, u) for u in here}, {side(u) for u in here}


def all_holders(w: World) -> Mapping[Place, Holders]:
    """Return the holders of every area; one in which nobody stands has none."""
    return holders_of((owner(w, unit), side(unit), place) for unit, place in w.at.items())


def holders_of(units: Iterable[tuple[Seat, Coalition, Place]]) -> Mapping[Place, Holders]:
    """Return the holders of every area, by the controller, coalition and place of each unit."""
    found: defaultdict[Place, Holders] = defaultdict(lambda: (set(), set()))
    for seat, colour, place in units:
        owners, colours = found[place]
        owners.add(seat)
        colours.add(colour)
    return found


def occupied(w: World, seat: Seat) -> list[Place]:
    """§5.1(2a) The key cities where only this seat has units, all of one coalition."""
    found = []
    for city in KEY_CITIES:
        owners, colours = holders(w, city)
        if owners == {seat} and len(colours) == 1:
            found.append(city)
    return found


def hand(w: World, seat: Seat) -> list[Chit]:
    """The unused chits of a seat, sorted; only how many they are is public (§19.3)."""
    return w.cups[f"{seat}_hand"]


def in_order(w: World) -> list[Seat]:
    """The seats in this turn's order of play (§5.1(1)); before the first turn as they sit."""
    return w.order or w.seats


def others(w: World, seat: Seat) -> list[Seat]:
    """All other seats, in order of play."""
    return [other for other in in_order(w) if other != seat]


def is_core(w: World, nation: Chit) -> bool:
    """§4.1(2) Return true if a nation is some player's core: it is never lost (ruling OT-C1)."""
    return nation in w.core.values()


# -- changes -----------------------------------------------------------------------------------


def put(w: World, unit: Unit, place: Place) -> None:
    """Place a unit on the map, ashore or at sea; whatever stopped it where it was does not stop it here.

    §26.5 Turks or Caliphate in a city of Hungary or Croatia call up the Grenzer for good.
    """
    w.at[unit] = place
    w.aboard.pop(unit, None)
    w.stopped.pop(unit, None)
    if place in CITIES and side(unit) in (TURKS, "caliphate"):
        w.grenzer = w.grenzer or CITIES[place].region in ("hungary", "croatia")


def take_off(w: World, unit: Unit) -> None:
    """Take a unit off the map, whatever becomes of it."""
    w.at.pop(unit, None)
    w.aboard.pop(unit, None)
    w.stopped.pop(unit, None)


def cargo(w: World, ships: Iterable[Unit]) -> list[Unit]:
    """§16.3 Return the units aboard ships."""
    carriers = set(ships)
    return sorted(u for u, ship in w.aboard.items() if ship in carriers)
