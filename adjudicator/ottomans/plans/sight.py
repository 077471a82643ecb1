"""The position for the computer: owners, places and strengths of units, and the worth of areas."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from adjudicator.ottomans.board import (
    CITIES,
    CITIES_OF,
    COLUMNS,
    FIGURES,
    LANDS,
    NATIONS,
    REGIONS,
    SEAS,
    UNITS,
)
from adjudicator.ottomans.board.pieces import Column
from adjudicator.ottomans.rules.r18_areas import land_links
from adjudicator.ottomans.show.view import UnitSeen, View
from adjudicator.ottomans.sorts import Sort, numbers, sorted_out
from adjudicator.ottomans.world import (
    CONSTANTINOPLE,
    Coalition,
    Place,
    Seat,
    Unit,
    command,
    is_city,
    is_naval,
    is_ship,
    is_train,
    region_of,
    side,
    supply,
)

CHIT: Final = 0.4
"""The worth of a chit drawn or lost, in victory points."""
OWN_LOSS, FOES_LOSS = 0.2, 0.1
"""The worth of a point of printed strength that is lost, to its owner and to an enemy."""
KEY_CITY: Final = 2.0
"""§5.1(2a) §21.2 The worth of a key city: a point, a chit a turn, and the initiative."""
ELSEWHERE: Final = 0.35
"""The share that an area is worth to units of another colour than the core nation's."""


# -- who stands where --------------------------------------------------------------------------


def colour_of(view: View) -> Coalition:
    """The coalition of the seat's core nation; before it has chosen one its own."""
    core = view.core.get(view.seat)
    return NATIONS[core].coalition if core else view.seat


def there(view: View, place: Place) -> Sequence[UnitSeen]:
    """The units in an area."""
    return view.places.get(place, ())


def own(view: View, place: Place, colour: Coalition = "") -> list[Unit]:
    """The seat's units in an area, of one coalition if it is named."""
    return [u.id for u in there(view, place) if u.owner == view.seat and colour in ("", side(u.id))]


def foes(view: View, place: Place, colour: Coalition) -> list[Unit]:
    """The units of other coalitions that the seat does not control."""
    return [u.id for u in there(view, place) if u.owner != view.seat and side(u.id) != colour]


def spoilers(view: View, place: Place, colour: Coalition) -> list[Unit]:
    """§21.12 The units in an area with which a seat's units of a coalition do not hold it firmly."""
    return [u.id for u in there(view, place) if u.owner != view.seat or side(u.id) != colour]


def owner_of(view: View, unit: Unit) -> Seat:
    """Return a unit's controller, "" for nobody."""
    return view.control.get(UNITS[unit].nation or unit, "")


def troops(units: Iterable[Unit]) -> list[Unit]:
    """Units without their leaders, the strongest first."""
    return sorted((u for u in units if not UNITS[u].leader), key=lambda u: (-UNITS[u].strength, u))


def named(view: View, among: Iterable[Unit], units: Iterable[Unit]) -> dict[Sort, int]:
    """Return how many units of each sort there are, as an order names them among those it may mean."""
    places = {u.id: place for place, units in view.places.items() for u in units}
    riders: dict[Unit, list[Unit]] = {}
    for here in view.places.values():
        for unit in here:
            riders.setdefault(unit.ship, []).append(unit.id)
    return numbers(sorted_out(among, lambda u: places[u], lambda u: riders.get(u, [])), units)


def is_blocked(view: View, colour: Coalition, place: Place) -> bool:
    """§7.7 Return true if units of another coalition stop those who enter a region or sea."""
    if place in CITIES:
        return False
    return any(side(u.id) != colour and not u.ship for u in there(view, place))


def is_open_city(view: View, colour: Coalition, city: Place) -> bool:
    """§8.1 Return true if all who are in a city are the seat's and of the coalition that enters."""
    return all(u.owner == view.seat and side(u.id) == colour for u in there(view, city))


def parts(place: Place) -> tuple[Place, ...]:
    """The region of an area and its cities; a sea by itself."""
    region = region_of(place)
    return (region, *CITIES_OF[region]) if region in REGIONS else (place,)


def is_firm(view: View, place: Place, without: Sequence[Unit] = ()) -> bool:
    """§21.12 Return true if only the seat has units in a region and its cities, without those that leave."""
    units = [u for part in parts(place) for u in there(view, part) if u.id not in without]
    colours = {side(u.id) for u in units}
    return bool(units) and len(colours) == 1 and all(u.owner == view.seat for u in units)


# -- what it is worth --------------------------------------------------------------------------


def region_worth(view: View, region: Place, colour: Coalition) -> float:
    """§21.2 The points of a region that units of a coalition hold firmly."""
    if region not in LANDS:
        return 0.3 if region in REGIONS else 0.0
    record, mine = REGIONS[region], colour_of(view)
    points = record.supply if record.side == mine else record.supply / 2
    return float(points) * (1.0 if colour == mine else ELSEWHERE)


def city_worth(view: View, city: Place, colour: Coalition) -> float:
    """§21.2 The points of a city, and what it brings; Constantinople's two for any colour."""
    if not CITIES[city].key:
        return 0.2
    share = 1.0 if colour == colour_of(view) else ELSEWHERE
    return KEY_CITY * share + 2.0 * (city == CONSTANTINOPLE)


def worth(view: View, place: Place, colour: Coalition) -> float:
    """The worth of holding an area alone: of a region, or of a city with its share of the region."""
    if place in SEAS:
        return 0.2
    if is_city(place):
        return city_worth(view, place, colour) + region_worth(view, region_of(place), colour) / 2
    return region_worth(view, place, colour)


# -- strength ----------------------------------------------------------------------------------


def printed(view: View, units: Iterable[Unit]) -> int:
    """The printed strength of units, Siege Trains by the side that is up."""
    return sum(UNITS[u].back if view.strong_trains else UNITS[u].strength for u in units)


def attack_of(
    view: View, place: Place, units: Sequence[Unit], *, at_sea: bool = False, gun: bool = False
) -> float:
    """§9.1(1) §9.4 The strength of an attack, with the best leader and a Siege Train."""
    train = 1
    if any(is_train(u) for u in units):
        if is_city(place):
            train = 3 if gun else 2
        elif view.options["siege_train_field_bonus"] == "yes" and not at_sea:
            train = 2
    shares = []
    for colour in sorted({side(u) for u in units}):
        mine = [u for u in units if side(u) == colour]
        led = max(1, command(u for u in mine if is_naval(u) == at_sea))
        strength = printed(view, mine)
        shares.append((strength * min(FIGURES.cap, train), strength * min(FIGURES.cap, led * train)))
    best = max((more - less for less, more in shares), default=0)
    return float(sum(less for less, _ in shares) + best)


def defence_of(view: View, place: Place, units: Iterable[Unit]) -> float:
    """§9.1(2) §9.321 The strength of a defence: each coalition by its own leader, in a city three times."""
    among, city, sum_of = list(units), FIGURES.city if is_city(place) else 1, 0
    for colour in sorted({side(u) for u in among}):
        mine = [u for u in among if side(u) == colour]
        led = max(1, command(u for u in mine if is_naval(u) == (place in SEAS)))
        inside = view.options["city_in_cap"] == "yes"
        times = min(FIGURES.cap, led * city) if inside else min(FIGURES.cap, led) * city
        sum_of += printed(view, mine) * times
    return float(sum_of)


def column_of(attack: float, defence: float) -> Column:
    """§9.1(3) The column of the odds."""
    quarters = int(4 * attack / max(1.0, defence))
    return [one for one in COLUMNS if one.quarters <= quarters][-1]


def gain_by(result: str, city: bool, mine: int, theirs: int, prize: float, honors: bool = False) -> float:
    """§27.0 The worth of a result to the attacker: strength lost on both sides, chits, and the place.

    `mine` and `theirs` are printed strengths, `prize` what the place is worth that falls open.
    """
    if result == "DD" and city:
        result = "BB"
    if honors and result == "BB":
        return prize
    match result:
        case "AD":
            return -OWN_LOSS * (mine + 1) / 2 - 2 * CHIT
        case "AE":
            return -OWN_LOSS * mine - 3 * CHIT
        case "BB":
            least = min(mine, theirs)
            return (FOES_LOSS - OWN_LOSS) * least + (prize if mine > theirs else 0.0)
        case "DD":
            return FOES_LOSS * theirs / 2 + prize + CHIT
    return FOES_LOSS * theirs + prize + 3 * CHIT


def prospect(column: Column, city: bool, mine: int, theirs: int, prize: float, honors: bool = False) -> float:
    """The mean gain of an attack in a column of the Combat Results Table."""
    gains = [gain_by(result, city, mine, theirs, prize, honors) for result in column.results]
    return sum(gains) / len(gains)


def threat(view: View, place: Place, colour: Coalition) -> float:
    """The strongest attack that one other player could bring upon an area from it and from beside it."""
    home = region_of(place)
    near = (home, *land_links(home)) if home in LANDS else (place,)
    by: dict[Seat, list[Unit]] = {}
    for area in near:
        for unit in there(view, area):
            if unit.owner not in ("", view.seat) and side(unit.id) != colour and not is_ship(unit.id):
                by.setdefault(unit.owner, []).append(unit.id)
    return max((attack_of(view, place, units) for units in by.values()), default=0.0)


def hungry(view: View, place: Place, units: Iterable[Unit]) -> int:
    """§12.0 The number of the seat's units that an area could not feed."""
    among = list(units)
    eaters = sum(not UNITS[u].leader for u in among)
    return max(0, eaters - supply(place) - command(among))
