"""The state of a campaign of The Ancient World, and the plain questions that every chapter asks of it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from msgspec import Struct

from .board import BOARD, CITIES, CITY_AT, HEXES, LEADERS, SCENARIOS, VICTORIES, Scenario, Victory

Place = str
"""A hex, by its four figures, or the inside of the city in it: "3615" and "3615i"."""
Side = str

ROME: Final = "rome"
CARTHAGE: Final = "carthage"
EPIRUS: Final = "epirus"
AUGURY: Final = "augury"
SIEGE: Final = "siege_attrition"
CUP: Final = "cup"
"""The container of the markers that are still to be drawn, as of the last draw."""
ACTIVE: Final = "active"
"""The key of the force that is acting; `SECOND` intercepts it, `THIRD` intercepts that, `HELPER` joins."""
SECOND: Final = "second"
THIRD: Final = "third"
HELPERS: Final = ("helper_attacker", "helper_defender")

NORMAL, DISRUPTED, DISORGANIZED, USELESS = range(4)
STATUS_NAMES: Final = ("normal", "disrupted", "disorganized", "useless")
"""§8.54 The states of an army after battle, by rank."""


class Force(Struct, forbid_unknown_fields=True):
    """Units and leaders of one side in one place.

    `units` are strength points by unit; `fresh` those of them that came into the province this turn (§6.46);
    `afloat` is 1 at sea, `landed` 1 in a hex that they entered by sea or over a strait this turn (§7.27).
    """

    side: Side
    place: Place
    units: dict[str, int] = {}
    leaders: list[str] = []
    status: int = NORMAL
    scattered: int = 0
    fresh: dict[str, int] = {}
    afloat: int = 0
    landed: int = 0


class Siege(Struct, forbid_unknown_fields=True):
    """A city under siege (§9.21): by whom, militia left, the most foot without militia that was in it."""

    side: Side
    militia: int
    most: int = 0


class Lock(Struct, forbid_unknown_fields=True):
    """Units and leaders that may not leave a place yet (§12.12)."""

    place: Place
    side: Side
    units: dict[str, int]
    leaders: list[str]


class Operation(Struct, forbid_unknown_fields=True):
    """The operation phase of a leader (§5.2).

    `units` and `leaders` are those chosen to act, None for all that they may lead; `came` are the units with
    which they came to a place where others were, None where nobody else was (§6.24). `check` is the purpose
    of the next continuation die, `modifier` is added to it; `failed` and `avoided` hold for the phase.
    `entry` is the hex from which they came into their present one, `river` says whether over a river.
    """

    leader: str
    first: int = 1
    units: dict[str, int] | None = None
    leaders: list[str] | None = None
    came: dict[str, int] | None = None
    check: str = ""
    modifier: int = 0
    still: int = 1
    ally: int = 0
    failed: list[str] = []
    avoided: list[str] = []
    demanded: list[str] = []
    mustered: int = 0
    entry: Place = ""
    river: int = 0


class March(Struct, forbid_unknown_fields=True):
    """A movement under way: places walked, the start first, and those to come (§6.2).

    `who` is "force", "ally" or "sea"; `stage` says what comes next in this hex: who reacts to its coming, an
    overrun, who reacts to its leaving, the next step. `tried` are leaders who have tried to intercept it and
    whose range it has not left (§6.53); `silent` are seats that let it pass.
    """

    force: str
    who: str
    walked: list[Place]
    ahead: list[Place]
    stage: str = "leave"
    tried: list[str] = []
    silent: list[str] = []
    overran: int = 0
    over: int = 0


class Catch(Struct, forbid_unknown_fields=True):
    """An interception (§6.5): by whom, along which hexes, and how.

    `path` are the hexes entered, none for a distance of 0; `step` is how many of them have been looked
    at for a counter-interception. `tried` are leaders who have failed to intercept this interceptor, `silent`
    seats that let it pass (§6.56); `leaders` go along (§5.42).
    """

    side: Side
    leader: str
    force: str
    target: str
    at: Place
    path: list[Place]
    origin: Place
    units: dict[str, int]
    modifier: int = 0
    ambush: int = 0
    automatic: int = 0
    bank: int = 0
    step: int = 0
    tried: list[str] = []
    silent: list[str] = []
    leaders: list[str] = []


class Due(Struct, forbid_unknown_fields=True):
    """Attrition that a force still has to pay, for the way that it has come (§6.43)."""

    force: str
    walked: list[Place]
    overran: int = 0


class Line(Struct, frozen=True, forbid_unknown_fields=True):
    """A line of the sum of a battle (§8.31); above 0 it is for the attacker."""

    name: str
    value: int


class Battle(Struct, forbid_unknown_fields=True):
    """A battle (§8). `attackers` and `defenders` are keys of forces.

    `entries` are the hexes from which attackers came in, `failed` how often the defenders failed to react.
    `stopped` are sides that send no more elephants, `decided` those whose retreat is settled, `joined` seats
    that have had their say about joining. `lost` are strength points of foot and horse by cause: with those
    that are left they make up `before`, until they are pursued.
    """

    kind: str
    hex: Place
    attacker: Side
    defender: Side
    attackers: list[str]
    defenders: list[str]
    by: str
    against: str = ""
    entries: list[Place] = []
    river: int = 0
    ambush: int = 0
    envelopment: int = 0
    failed: int = 0
    extra: int = 0
    lines: list[Line] = []
    elephants: dict[Side, int] = {}
    elephant_modifier: dict[Side, int] = {}
    stopped: list[Side] = []
    decided: list[Side] = []
    joined: list[str] = []
    before: dict[Side, int] = {}
    lost: dict[Side, dict[str, int]] = {}
    lost_elephants: dict[Side, int] = {}
    percent: dict[Side, int] = {}
    real: dict[Side, int] = {}
    ratio: int = 0
    winner: Side = ""
    major: int = 0
    retreating: list[Side] = []
    owed: list[Side] = []

    def losses(self, side: Side) -> int:
        """The strength points of foot and horse that a side has lost, from whatever cause."""
        return sum(self.lost.get(side, {}).values())

    def book(self, side: Side, cause: str, n: int) -> None:
        """Note strength points of foot and horse as lost from a cause."""
        if n:
            of = self.lost.setdefault(side, {})
            of[cause] = of.get(cause, 0) + n


class Capture(Struct, forbid_unknown_fields=True):
    """A city that has fallen (§9.24): to whom, how, and who leads them in."""

    city: str
    side: Side
    how: str
    leader: str
    sacked: int = 0


class World(Struct, forbid_unknown_fields=True):
    """A campaign at rest.

    Attributes:
        agenda: the procedures still to come, the next one last.
        turn: counted from 1; a turn is a year.
        cups: what chance picks from, face up: the cup of markers, and the ambassadors of each side, as they
            were at the last pick (§4.2, §12.33).
        lams: the markers that are still to be drawn; all know which (§4.2).
        control: who holds each city that somebody holds (§11.3).
        reduced: by how much a city's defence has been reduced (§9.43).
        alliance: boxes towards Rome below 0, towards the other side above (§12.22).
        spent: points of guile that a leader has used this turn (§5.52).
        fate: "dead", "wounded", "out" or "relieved" of leaders who were on the map.
        office: what a Roman leader is now: consul, proconsul, praetor, dictator, master, replacement.
        commanders: the overall commander of each side, "" while there is none.
        deputies: who acts for the overall commander of a side, where its owner chose among equals (§5.12).
        posts: where a dead or wounded leader was when they fell, or where their army is now (§8.64).
        stand_ins: who came into play in the place of a fallen leader, by the fallen (§8.62).
        effects: what auguries have brought, until the end of the turn.
        notes: what scenarios must remember, such as years in which something has happened.
        points: what each side has scored in the course of play, by kind.
        losses: strength points that each side has lost.
        due: cities whose sieges still take attrition from the marker just drawn.
        dues: attrition of forces that meet, still to be paid before they fight.
        inert: forces whose attrition for staying is still to be looked at.
    """

    scenario: str
    options: dict[str, str]
    cups: dict[str, list[str]]
    seats: list[str]
    agenda: list[str]
    forces: dict[str, Force]
    control: dict[str, Side]
    alliance: dict[str, int]
    naval: dict[str, dict[Side, int]]
    commanders: dict[Side, str]
    office: dict[str, str]
    locks: dict[str, Lock]
    lams: list[str] = []
    turn: int = 0
    drawn: int = 0
    sieges: dict[str, Siege] = {}
    reduced: dict[str, int] = {}
    sacked: list[str] = []
    devastated: list[str] = []
    spent: dict[str, int] = {}
    fate: dict[str, str] = {}
    posts: dict[str, Place] = {}
    stand_ins: dict[str, str] = {}
    deputies: dict[Side, str] = {}
    effects: dict[str, int] = {}
    notes: dict[str, int] = {}
    points: dict[Side, dict[str, int]] = {}
    losses: dict[Side, int] = {}
    mustered: list[Side] = []
    envoys: list[Side] = []
    due: list[str] = []
    dues: list[Due] = []
    inert: list[str] = []
    augurs: Side = ""
    op: Operation | None = None
    march: March | None = None
    catch: Catch | None = None
    counter: Catch | None = None
    battle: Battle | None = None
    captures: list[Capture] = []
    result: dict[str, str] = {}

    @property
    def phase(self) -> str:
        """The procedure that is next, "" at the end."""
        return self.agenda[-1] if self.agenda else ""


# -- places ------------------------------------------------------------------------------------


def hex_of(place: Place) -> Place:
    """The hex of a place."""
    return place[:4]


def is_inside(place: Place) -> bool:
    """Return true if a place is the inside of a city (§6.37)."""
    return place.endswith("i")


def pool_of(side: Side) -> str:
    """The container of the ambassadors whom a side could send when it last sent one (§12.33)."""
    return f"{side}_pool"


def inside_of(city: str) -> Place:
    """The inside of a city."""
    return f"{CITIES[city].hex}i"


def city_of(w: World, place: Place) -> str:
    """The city in the hex of a place, "" for none: a sacked small city is none (§9.82; ruling AW-R76)."""
    city = CITY_AT.get(hex_of(place), "")
    return city if city and size_of(w, city) else ""


SIZES: Final = ("", "small", "medium", "large")
DEFENCE: Final = {"": 0, "small": 1, "medium": 3, "large": 7}


def size_of(w: World, city: str) -> str:
    """§9.11 A city's size now: a sack takes one step off it until it is rebuilt (§9.82)."""
    printed = CITIES[city].size
    return SIZES[SIZES.index(printed) - 1] if city in w.sacked else printed


def printed_defence(w: World, city: str) -> int:
    """§6.36 A city's intrinsic defence as the scenario has it, less what a sack took (§9.12)."""
    own = scenario_of(w).defence.get(city)
    return own if own is not None and city not in w.sacked else DEFENCE[size_of(w, city)]


def defence_of(w: World, city: str) -> int:
    """A city's intrinsic defence now: reduction leaves at least 1 (§9.43)."""
    printed = printed_defence(w, city)
    return max(1, printed - w.reduced.get(city, 0)) if printed else 0


def province_of(place: Place) -> str:
    """The province of a place, "" at sea."""
    return HEXES[hex_of(place)].province


def in_play(w: World, hex: Place) -> bool:
    """Return true if a hex of land lies in the play area (§11.0)."""
    return HEXES[hex].kind == "land" and HEXES[hex].province in scenario_of(w).area


def cities_in_play(w: World) -> list[str]:
    """The cities of the play area that exist now."""
    area = scenario_of(w).area
    return [c.id for c in CITIES.values() if c.province in area and size_of(w, c.id)]


# -- sides and leaders -------------------------------------------------------------------------


def scenario_of(w: World) -> Scenario:
    """The scenario that is being played."""
    return SCENARIOS[w.scenario]


def victory_of(w: World) -> Victory:
    """§14.0 Return how the war is won; ruling AW-M11."""
    return VICTORIES[f"{w.scenario}_harsh" if is_harsh(w) else w.scenario]


def is_harsh(w: World) -> bool:
    """Return true if Messana decides its war as first drawn up: option `margins`, ruling AW-M11."""
    return w.scenario == "sicily" and w.options.get("margins") == "harsh"


def sides_of(w: World) -> tuple[Side, Side]:
    """The two sides, in order of play."""
    return scenario_of(w).sides


def enemy_of(w: World, side: Side) -> Side:
    """The other side."""
    one, other = sides_of(w)
    return other if side == one else one


def year_of(w: World) -> int:
    """The year, BC; a turn is a year (§2.5)."""
    return scenario_of(w).first_year - max(1, w.turn) + 1


def seat_of(w: World, side: Side, leader: str = "") -> str:
    """Return the seat that decides for a side, or for a leader of it.

    An ally may have a seat of their own.
    """
    nation = LEADERS[leader].nation if leader else side
    return nation if nation in w.seats else side


def ally_of(w: World) -> str:
    """The ally that has a seat of its own, "" for none."""
    ally = scenario_of(w).ally
    return ally if ally in w.seats else ""


def force_of(w: World, leader: str) -> str:
    """The key of the force that a leader is with, "" when they are not on the map."""
    return next((key for key, force in w.forces.items() if leader in force.leaders), "")


def place_of(w: World, leader: str) -> Place:
    """Return the place of a leader.

    Raises:
        KeyError: they are not on the map.
    """
    return w.forces[force_of(w, leader)].place


def leaders_on_map(w: World, side: Side) -> list[str]:
    """A side's leaders on the map, by id."""
    found = (leader for force in w.forces.values() if force.side == side for leader in force.leaders)
    return sorted(found)


def locked_leaders(w: World) -> list[str]:
    """The leaders who may not act yet (§12.12)."""
    return sorted(leader for lock in w.locks.values() for leader in lock.leaders)


# -- forces ------------------------------------------------------------------------------------


def stack_key(side: Side, place: Place) -> str:
    """The key of a side's force in a place."""
    return f"{side}@{place}"


def keys_at(w: World, place: Place, side: Side | None = None) -> list[str]:
    """The keys of the forces in a place, of one side or both, in a fixed order."""
    found = [key for key, force in w.forces.items() if force.place == place]
    return sorted(key for key in found if side is None or w.forces[key].side == side)


def forces_at(w: World, place: Place, side: Side | None = None) -> list[Force]:
    """The forces in a place, of one side or both."""
    return [w.forces[key] for key in keys_at(w, place, side)]


def units_at(w: World, place: Place, side: Side) -> dict[str, int]:
    """The units of a side in a place."""
    return added(force.units for force in forces_at(w, place, side))


def added(many: Iterable[dict[str, int]]) -> dict[str, int]:
    """Units put together, by id."""
    total: dict[str, int] = {}
    for units in many:
        for unit, n in units.items():
            total[unit] = total.get(unit, 0) + n
    return dict(sorted(total.items()))


def has_units(w: World, place: Place, side: Side) -> bool:
    """Return true if a side has combat units in a place."""
    return any(force.units for force in forces_at(w, place, side))


def each_force(w: World, side: Side | None = None) -> Iterator[tuple[str, Force]]:
    """Every force, by key."""
    for key in sorted(w.forces):
        if side is None or w.forces[key].side == side:
            yield key, w.forces[key]


# -- what is going on ---------------------------------------------------------------------------


def march_of(w: World) -> March:
    """The movement under way."""
    assert w.march is not None
    return w.march


def catch_of(w: World) -> Catch:
    """The interception that is being resolved."""
    assert w.catch is not None
    return w.catch


def battle_of(w: World) -> Battle:
    """The battle that is being fought."""
    assert w.battle is not None
    return w.battle


# -- the agenda --------------------------------------------------------------------------------


def now(w: World) -> str:
    """The procedure that is next, "over" at the end."""
    return w.agenda[-1] if w.agenda else "over"


def done(w: World, *then: str) -> None:
    """Take the procedure that has just been carried out off the agenda, and put others on it, in order."""
    w.agenda.pop()
    push(w, *then)


def push(w: World, *then: str) -> None:
    """Put procedures on the agenda: they come in the order given, before all others."""
    w.agenda.extend(reversed(then))


def note(w: World, key: str, value: int = 1) -> None:
    """Remember something for the rest of the campaign."""
    w.notes[key] = value


def score_points(w: World, side: Side, kind: str, n: int) -> None:
    """Add points of victory."""
    of = w.points.setdefault(side, {})
    of[kind] = of.get(kind, 0) + n


def reinforcements_due(w: World) -> list[str]:
    """The ids of the reinforcements of this year."""
    year = year_of(w)
    return [r.id for r in BOARD.reinforcements.values() if (r.scenario, r.year) == (w.scenario, year)]
