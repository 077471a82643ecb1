"""The state of a campaign of Belisarius, and the plain questions that every chapter asks of it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final

from msgspec import Struct

from adjudicator.belisarius.board import AREAS, CITIES_AT, HEXES, KINDS, UNITS

BARBARIAN: Final = "barbarian"
EMPIRE: Final = "empire"
SEATS: Final = (BARBARIAN, EMPIRE)
"""§1.0 The game is for two; in every scenario the barbarian player goes first (§34.1 2)."""
NEUTRAL: Final = "neutral"
GUARD: Final = "guard"
JUSTINIAN: Final = "justinian"
CONSTANTINOPOLIS: Final = "constantinopolis"
ROMA: Final = "roma"
STACK: Final = 10
"""§13.1 The number of units that a hex holds."""
HAND: Final = 15
"""§8.3 The number of stratagem markers that a player may keep."""

Seat = str
Unit = str
Kind = str
Province = str
Hex = str
Area = str
Place = str
"""A hex or an off-map area."""
Marker = str


class Army(Struct, forbid_unknown_fields=True):
    """The army that is carrying out operations (§13.0, §14.1).

    `half` is what it has left, in half operation points (a road costs one half, §16.21). `naval` says that
    it goes by sea: its fleets with the units that are aboard of them (§14.23). `port` says that its voyage
    began in a friendly port (§19.52). `reaction` is an army of §25, acting in the other player's turn.
    `single` says that it may do one thing only (option `one_operation`), `done` that it has done it.
    `held` are the places of the enemies into whose zone it has come by moving: it goes no further as long
    as one of them holds it (§15.2). `behind` are the friends who stay where it began and whom it has dropped
    or landed since: they keep no enemy zone out for it (§15.21, ruling BE-E1).
    """

    seat: Seat
    place: Place
    units: list[Unit]
    half: int
    naval: bool = False
    port: bool = False
    reaction: bool = False
    single: bool = False
    done: bool = False
    held: list[Hex] = []
    behind: list[Unit] = []


class Battle(Struct, forbid_unknown_fields=True):
    """The combat that is being fought (§17.11).

    `attackers` are at `origin`, `defenders` at `place`. `table` is the CRT once it is chosen; `doubled`
    are the seats that have played Military Advantage; `paid` is what the attack has cost, in half points.
    `odds` is the column and `result` the outcome, "AA" to "DZ", once they are known.
    """

    attacker: Seat
    defender: Seat
    origin: Place
    place: Place
    attackers: list[Unit]
    defenders: list[Unit]
    paid: int = 0
    table: str = ""
    doubled: list[Seat] = []
    odds: str = ""
    result: str = ""


class Attempt(Struct, forbid_unknown_fields=True):
    """The diplomacy that is going on (§9.1): the target is a province, or the place of a stack of Guards."""

    by: Seat
    target: str
    stakes: dict[Seat, list[Marker]] = {}
    """The markers that lie face up, once both have been turned over."""
    counts: dict[Seat, int] = {}
    """The number of markers that each has staked."""


class Agreement(Struct, forbid_unknown_fields=True):
    """§24 An offer of one player to the other, and its state (`state`: offered, agreed, kept, broken).

    `give` and `want` are solidi, markers and provinces that change hands at once; `terms` are words.
    """

    id: int
    by: Seat
    to: Seat
    turn: int
    terms: str = ""
    give: dict[str, int] = {}
    want: dict[str, int] = {}
    release: list[Province] = []
    end: bool = False
    state: str = "offered"


class World(Struct, forbid_unknown_fields=True):
    """A campaign at rest.

    `control` is the state of every province (§4.1, §4.11): a seat or "neutral". `at` names every unit in
    play and where it is; those not in it are available as reinforcements (§11.6). `rebels` are the Guards in
    revolt (§12.2), `aboard` the land units carried by fleets of their hex (§19.5).

    Of the set-up: `placing` is the side whose units are placed, `lifts` how often it has taken some back.

    Of the player turn: `phasing` is the seat whose turn it is; `operated` are the units of armies that have
    ended their operations, `dropped` those left behind or landed, which may not operate any more (§13.21,
    §19.54); `reacted` the other player's units that have reacted (§25.2); `army` the one that is acting,
    `battle` its combat. `taxed` are the provinces and areas that have been taxed or passed over, `barred`
    the provinces without taxes, levies and recruits by an event (§6, events 22 to 24); `levied` how many
    levies each province still has, `levied_at` the hexes that had one in this phase (§11.12); `arrived` how
    many reinforcements each off-map area has had (§11.8); `gathered` the hexes that had a reinforcement by
    §31, `fed` the places whose supply is settled (§20.2, Market). `event` is what the dice
    have called and what of it is still to be done. `searching` is the seat that sees the pool (Theodora).
    """

    scenario: str
    options: dict[str, str]
    cups: dict[str, list[str]]
    control: dict[Province, str]
    at: dict[Unit, Place]
    treasury: dict[Seat, int]
    turns: int
    phase: str
    turn: int = 1
    phasing: Seat = ""
    rebels: list[Unit] = []
    aboard: list[Unit] = []
    dead: list[Unit] = []
    pillaged: list[Hex] = []
    colonies: list[Hex] = []
    works: list[Hex] = []
    placing: str = ""
    lifts: int = 0
    taxed: list[str] = []
    barred: list[Province] = []
    levied: dict[Province, int] = {}
    levied_at: list[Hex] = []
    arrived: dict[Area, int] = {}
    gathered: list[Hex] = []
    fed: list[Place] = []
    operated: list[Unit] = []
    dropped: list[Unit] = []
    reacted: list[Unit] = []
    army: Army | None = None
    battle: Battle | None = None
    attempt: Attempt | None = None
    event: str = ""
    agreements: list[Agreement] = []
    searching: Seat = ""
    result: dict[str, str] = {}


def enemy_of(seat: Seat) -> Seat:
    """The seat that a seat is at war with: this game has two."""
    return EMPIRE if seat == BARBARIAN else BARBARIAN


def owner_of(w: World, unit: Unit) -> str:
    """Return the controller of a unit: a seat, or "neutral" (§4.2, §4.12), which is nobody (§4.31(1)).

    Leaders go with their province (§21.231).
    """
    origin = UNITS[unit].origin
    if origin == GUARD:
        return BARBARIAN if unit in w.rebels else EMPIRE
    return w.control[origin]


def units_at(w: World, place: Place) -> list[Unit]:
    """Return the units in a place, by id; they are all of one owner (§13.12), but in off-map areas too
    (§18.2).
    """
    return sorted([u for u, p in w.at.items() if p == place])


def units_of(w: World, seat: str) -> list[Unit]:
    """The units in play that obey a seat, or the neutral ones, by id."""
    return sorted([u for u in w.at if owner_of(w, u) == seat])


def stacks(w: World) -> dict[Place, list[Unit]]:
    """Every place with units, by id, and who is there, by id."""
    found: dict[Place, list[Unit]] = {}
    for unit in sorted(w.at):
        found.setdefault(w.at[unit], []).append(unit)
    return dict(sorted(found.items()))


def stacks_of(w: World, seat: Seat) -> dict[Place, list[Unit]]:
    """Every place with units of a seat, by id, and which, by id."""
    found: dict[Place, list[Unit]] = {}
    for unit in units_of(w, seat):
        found.setdefault(w.at[unit], []).append(unit)
    return dict(sorted(found.items()))


def occupant(w: World, place: Place) -> str:
    """§5.0 Return the owner of the units in a place: a seat, "neutral", or "" where there are none."""
    for unit, at in w.at.items():
        if at == place:
            return owner_of(w, unit)
    return ""


def is_leader(unit: Unit) -> bool:
    """Return true if a unit is a leader (§21.0)."""
    return UNITS[unit].type == "leader"


def is_fleet(unit: Unit) -> bool:
    """Return true if a unit is a fleet (§19.0)."""
    return UNITS[unit].type == "fleet"


def is_guard(unit: Unit) -> bool:
    """Return true if a unit is of the Guard, leaders among them (§12.0, §21.232)."""
    return UNITS[unit].origin == GUARD


def strength_of(units: Iterable[Unit]) -> int:
    """The printed strength of units (CRT, note 2)."""
    return sum(UNITS[u].strength for u in units)


def stars_of(units: Iterable[Unit]) -> int:
    """The stars of the best leader among units, 0 without one (§21.2b)."""
    return max((UNITS[u].stars for u in units), default=0)


def kind_of(unit: Unit) -> Kind:
    """Return the kind of a unit, such as "thracia_garrison"; every leader is a kind of its own."""
    return UNITS[unit].kind


STATES = (("aboard", "ashore"), ("reacted", "fresh"))
"""§19.5 §25.2 The differences between units of one kind that are lost: aboard or not, reacted or not."""


def counted(units: Iterable[Unit]) -> dict[Kind, int]:
    """Return how many of each kind, kinds by id: equal units are never told apart in an order."""
    kinds = sorted(kind_of(u) for u in units)
    return {kind: kinds.count(kind) for kind in dict.fromkeys(kinds)}


def chosen(
    units: Iterable[Unit], numbers: dict[Kind, int], first: Callable[[Unit], bool] = lambda unit: False
) -> list[Unit]:
    """The units of each kind, as many as are asked for: those that come `first`, then by id."""
    ordered = sorted(units, key=lambda u: (not first(u), u))
    return sorted(u for kind, n in numbers.items() for u in [u for u in ordered if kind_of(u) == kind][:n])


def told_apart(w: World, units: Iterable[Unit]) -> dict[Kind, int]:
    """Return how many of each kind, as `counted`; of a kind of which some are aboard and some ashore, or of
    which some have reacted and some not, each by itself: "thracia_garrison/aboard" (`STATES`).
    """
    kinds = sorted(_kinds_apart(w, units).values())
    return {kind: kinds.count(kind) for kind in dict.fromkeys(kinds)}


def chosen_apart(w: World, units: Iterable[Unit], numbers: dict[Kind, int]) -> list[Unit]:
    """The first units of each kind, as many as are asked for, by id: kinds as of `told_apart`."""
    apart = _kinds_apart(w, units)
    return sorted(
        u for kind, n in numbers.items() for u in [u for u in sorted(apart) if apart[u] == kind][:n]
    )


def _kinds_apart(w: World, units: Iterable[Unit]) -> dict[Unit, Kind]:
    found = {u: kind_of(u) for u in units}
    for (yes, no), state in zip(STATES, (w.aboard, w.reacted), strict=True):
        is_in = {kind: {u in state for u in found if kind_of(u) == kind} for kind in {*found.values()}}
        for unit, kind in found.items():
            if len(is_in.get(kind, ())) == 2:
                found[unit] = f"{kind}/{yes if unit in state else no}"
    return found


def available(w: World, kind: Kind) -> list[Unit]:
    """§11.6 §11.61 The counters of a kind that are not in play; a dead Justinian is none (§21.4(5))."""
    return sorted([u for u in KINDS[kind] if u not in w.at])


def province_of(place: Place) -> Province:
    """The province that a place lies in, an off-map area's too (§18.1); "" at sea."""
    return AREAS[place].province if place in AREAS else HEXES[place].province


def city_at(w: World, place: Place) -> str:
    """The city that works as one in a hex: none where a pillage marker lies (pillage chart)."""
    return "" if place in w.pillaged else CITIES_AT.get(place, "")


def is_walled(w: World, place: Place) -> bool:
    """Return true if a place is a city or colony (§27.31) that is not pillaged."""
    return bool(city_at(w, place)) or (place in w.colonies and place not in w.pillaged)


def is_port(w: World, place: Place) -> bool:
    """§19.1 §27.33 Return true if a place is a port: printed and not pillaged, or a colony on the coast.

    §29.5 With river movement every city and colony on a river is one. An off-map area is as printed.
    """
    if place in AREAS:
        return AREAS[place].port
    if not is_walled(w, place):
        return False
    if w.options["river_movement"] == "on" and HEXES[place].riverside:
        return True
    return HEXES[place].port or (place in w.colonies and HEXES[place].kind == "coast")


def hand_of(w: World, seat: Seat) -> list[Marker]:
    """The markers that a seat holds, sorted; only how many they are is public (§22.0)."""
    return w.cups[f"{seat}_hand"]
