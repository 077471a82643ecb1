"""§13 The Replacement Phase: eliminated units come back, mercenaries are hired, chits are played."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Any

from adjudicator.core import (
    N_,
    Bar,
    Choice,
    Field,
    Form,
    Menu,
    OneOf,
    Verdicts,
    Words,
    ask,
    bar,
    lazily,
    tell,
    words,
)
from adjudicator.core.choices.choice import NoneLegal, open_of
from adjudicator.core.log.chain import JSON
from adjudicator.core.log.chance import Rng
from adjudicator.ottomans.board import (
    CITIES,
    CITIES_OF,
    COALITIONS,
    HIRED,
    KINDS,
    LANDS,
    NATIONS,
    PLACES,
    REGIONS,
    UNITS,
    UNITS_OF,
)
from adjudicator.ottomans.world import (
    CONSTANTINOPLE,
    NOBODY,
    SPAIN,
    TURKS,
    Coalition,
    Kind,
    Nation,
    Place,
    Seat,
    Unit,
    World,
    hand,
    in_order,
    is_leader,
    is_naval,
    is_sea,
    own_at,
    owner,
    put,
    side,
    units_at,
)

from .r06_control import gain
from .r08_stacks import may_enter_city
from .r12_food import excess
from .r18_areas import may_stand
from .r19_dice import lacks, play, price

BYZANTIUM = "byzantium"
WHITE_SHEEP = "white_sheep"
UPRISING = "uprising"
KAISAR = "kaisar_i_rum"


# -- what may come back -------------------------------------------------------------------------


def available(w: World, kind: Kind) -> list[Unit]:
    """§13.1 §26.5 The counters of a kind that may come back now, by id.

    Ruling OT-A4: no Spaniard before Spain's chit has been played.
    """
    line = KINDS[kind]
    if line.nation == SPAIN and not w.spain:
        return []
    if w.scenario in line.condition and not w.grenzer:
        return []
    if w.turn < line.enters.get(w.scenario, 0):
        return []
    return [u for u in UNITS_OF[kind] if u in w.dead]


def kinds_of(w: World, nation: Nation) -> list[Kind]:
    """The kinds of a nation of which a unit may come back now."""
    return [kind for kind, line in KINDS.items() if line.nation == nation and available(w, kind)]


def region_bar(w: World, nation: Nation) -> Bar | None:
    """§13.2 Only into a region without units of another coalition; §27.2 Uprising; ruling OT-R1."""
    home = NATIONS[nation].home
    if home in w.risen:
        return None
    others_there = [u for u in units_at(w, home) if side(u) != NATIONS[nation].coalition]
    if others_there:
        return bar("13.2", N_("{place} has units of another coalition"), place=home)
    return None


def most(w: World, seat: Seat, nation: Nation) -> int:
    """§13.5(1) Return the number of units that come back to a region: one, or a leader's Command Value.

    Ruling OT-R2.
    """
    if seat == NOBODY:
        return 1
    home = NATIONS[nation].home
    near = {home, *CITIES_OF[home]}
    leaders = [u for u, p in w.at.items() if p in near and is_leader(u)]
    if w.options["leader_raises"] == "own":
        leaders = [u for u in leaders if owner(w, u) == seat]
    same = [UNITS[u].command for u in leaders if side(u) == NATIONS[nation].coalition]
    return max([1, *same])


def areas(w: World, seat: Seat, kind: Kind) -> Verdicts:
    """§13.5 Return the areas where a unit of a kind may come back."""
    nation = KINDS[kind].nation
    return {place: area_bar(w, seat, UNITS_OF[kind][0], place) for place in _near(kind, NATIONS[nation].home)}


def _near(kind: Kind, home: Place) -> list[Place]:
    """§13.5(3) §13.5(4) Land units in the region or its cities, ships in its ports or a sea beside it."""
    if KINDS[kind].type == "naval":
        return [*(c for c in CITIES_OF[home] if CITIES[c].seas), *REGIONS[home].seas]
    return [home, *CITIES_OF[home]]


def area_bar(w: World, seat: Seat, unit: Unit, place: Place) -> Bar | None:
    """§13.5(2) §13.5(3) Not beyond what an area feeds, nor into a city of others; ruling OT-R3."""
    if (stop := may_stand(w, unit, place)) is not None:
        return stop
    if place in CITIES and (stop := may_enter_city(w, seat, side(unit), place)) is not None:
        return stop
    if excess(w, place, [*own_at(w, seat, place), unit]):
        return bar("13.5", N_("{place} feeds no more units"), place=place)
    return None


def seat_of(w: World, nation: Nation) -> Seat:
    """§13.4 §6.8 Return the player whose units come back: the controller's, not an occupant's.

    Or nobody's.
    """
    return w.control.get(nation, NOBODY)


def replaceable(w: World, nation: Nation) -> dict[Kind, list[Place]]:
    """The kinds of a nation that may come back now, and where."""
    seat, home = seat_of(w, nation), NATIONS[nation].home
    if w.replaced.get(home, 0) >= most(w, seat, nation) or region_bar(w, nation) is not None:
        return {}
    found = {kind: open_of(areas(w, seat, kind)) for kind in kinds_of(w, nation)}
    return {kind: places for kind, places in found.items() if places}


def charges(w: World, seat: Seat) -> list[Nation]:
    """§13.3 The nations for which a seat replaces: its own, and the initiative player the neutral ones."""
    mine = [n for n in NATIONS if seat_of(w, n) == seat]
    if seat == in_order(w)[0]:
        mine += [n for n in NATIONS if seat_of(w, n) == NOBODY]
    return sorted(mine)


def owed(w: World, seat: Seat) -> list[Nation]:
    """§13.0 The nations whose one unit must still come back; ruling OT-R4."""
    return [n for n in charges(w, seat) if not w.replaced.get(NATIONS[n].home) and replaceable(w, n)]


# -- the phase ----------------------------------------------------------------------------------


def acting(w: World) -> Seat:
    """§13.3 Return the player whose part of the phase it is: in order of play; "" when all are done."""
    return next((seat for seat in in_order(w) if seat not in w.done), NOBODY)


async def replacement(w: World) -> None:
    """§13.0 One order of the seat whose part it is."""
    seat = acting(w)
    if not seat:
        w.risen, w.court, w.done, w.replaced = [], {}, [], {}
        w.phase = "turn_end"
        return
    if not has_business(w, seat):
        w.done.append(seat)
        return
    answer = await ask(seat, menu(w, seat))
    given: Any = answer.get("answer")
    match answer["pick"]:
        case "replace":
            replace(w, given["unit"], given["place"])
        case "court":
            raise_at_court(w, seat, given["unit"], given["place"])
        case "hire":
            await hire(w, seat, given["unit"], given["place"])
        case "uprising":
            await play(w, seat, UPRISING, on=given)
            w.risen = sorted({*w.risen, given})
        case "white_sheep":
            await white_sheep(w, seat, given["unit"], given["place"])
        case "kaisar_i_rum":
            await kaisar(w, seat, given)
        case "end":
            w.court = {right: n for right, n in w.court.items() if right.split()[0] != seat}
            w.done.append(seat)


def has_business(w: World, seat: Seat) -> bool:
    """Return true if a seat is asked at all: it has something to replace, or publicly holds chits."""
    return bool(hand(w, seat)) or any(replaceable(w, n) for n in charges(w, seat)) or bool(rights(w, seat))


def menu(w: World, seat: Seat) -> Menu:
    """§13.0 The orders of a seat in this phase."""

    def items() -> Mapping[str, Choice[Any] | Bar | None]:
        return lazily(
            {
                "replace": lambda: _replace_form(w, seat),
                "hire": lambda: _hire_form(w, seat),
                "uprising": lambda: _uprising_of(w, seat),
                "white_sheep": lambda: _white_sheep_form(w, seat),
                "kaisar_i_rum": lambda: _kaisar_of(w, seat),
                "court": lambda: _court_form(w, seat),
                "end": lambda: _end_bar(w, seat),
            }
        )

    return Menu(
        rule="13.0",
        prompt=words(
            N_("Replacements: bring back the units that must come back, or play a chit.")
            if owed(w, seat)
            else N_("Replacements: bring back a unit, play a chit, or end.")
        ),
        items=cache(items),
        note=lambda order: _cost(w, seat, order),
        ends={"end": ("replace", "court", "hire", "uprising", "white_sheep", "kaisar_i_rum")},
        revocable=("replace", "court") if hand(w, seat) else (),  # who holds chits is asked again
    )


def _cost(w: World, seat: Seat, order: str) -> Words | None:
    """Say what an order uses up, None for the end."""
    if order in COSTS:
        return words(COSTS[order])
    return None if order == "end" else price(w, seat, order)


COSTS: Mapping[str, str] = {
    "replace": N_("free of cost"),
    "hire": N_("turns the MERCENARY chit face up"),
    "court": N_("free of cost, after Kaisar-i-Rum"),
}
"""The costs of orders of the phase; the others are chits."""


def _end_bar(w: World, seat: Seat) -> Bar | None:
    left = owed(w, seat)
    if left:
        return bar("13.0", N_("a unit must come back in: {nations}"), nations=[NATIONS[n].home for n in left])
    return None


def _unit_form(
    rule: str,
    prompt: str,
    where: Mapping[str, Sequence[Place]],
    verb_at: str = "at",
    *,
    barred: Callable[[], Mapping[str, Bar]] = dict,
    shut: Callable[[str], Verdicts] = lambda unit: {},
) -> Form:
    """A unit and its place: "Ottoman Gendarmes at Rumelia"; and which may not come now, or there, and why."""
    return Form(
        rule=rule,
        prompt=words(prompt),
        fields=(
            Field(
                "unit",
                lambda done: OneOf(
                    rule=rule,
                    prompt=words(N_("Which unit?")),
                    options=lambda: {**dict.fromkeys(where), **barred()},
                ),
                (verb_at,),
            ),
            Field(
                "place",
                lambda done: OneOf(
                    rule=rule,
                    prompt=words(N_("Where?")),
                    options=lambda: {**shut(done["unit"]), **dict.fromkeys(where[done["unit"]])},
                ),
            ),
        ),
        sampler=lambda rng: _sample(where, rng),
    )


def _sample(where: Mapping[str, Sequence[Place]], rng: Rng) -> JSON:
    if not where:
        raise NoneLegal("nothing may be placed")
    unit = rng.choice(list(where))
    return {"unit": unit, "place": rng.choice(list(where[unit]))}


def _replace_form(w: World, seat: Seat) -> Form | Bar:
    where: dict[str, Sequence[Place]] = {}
    for nation in charges(w, seat):
        where |= replaceable(w, nation)
    if not where:
        return bar("13.2", N_("none of your units can be brought back"))
    return _unit_form(
        "13.2",
        N_("Which unit do you bring back, and where?"),
        where,
        barred=lambda: _kept_away(w, seat, where),
        shut=lambda kind: areas(w, seat_of(w, KINDS[kind].nation), kind),
    )


def _kept_away(w: World, seat: Seat, where: Mapping[Kind, Sequence[Place]]) -> dict[Kind, Bar]:
    """§13.2 §13.5 Return the eliminated units of a seat that do not come back now, each with the reason."""
    nations = {*charges(w, seat)}
    gone = sorted({UNITS[u].kind for u in (*w.dead, *w.waiting)} - {*where})
    found = {kind: why_away(w, kind) for kind in gone if KINDS[kind].nation in nations}
    return {kind: stop for kind, stop in found.items() if stop is not None}


def why_away(w: World, kind: Kind) -> Bar | None:
    """§13.2 §13.5 Return the reason why no unit of a kind comes back now; None if it is not in play yet."""
    nation = KINDS[kind].nation
    seat, home = seat_of(w, nation), NATIONS[nation].home
    if not available(w, kind):
        if not any(u in w.waiting for u in UNITS_OF[kind]):
            return None
        return bar(
            "13.5", N_("{unit} was eliminated by AE or DE in this turn, and returns in the next"), unit=kind
        )
    if (stop := region_bar(w, nation)) is not None:
        return stop
    if (n := w.replaced.get(home, 0)) >= most(w, seat, nation):
        return bar(
            "13.5",
            N_("in {place} {n} {n:unit|units} came back in this phase, and no more may"),
            place=home,
            n=n,
        )
    return next((stop for stop in areas(w, seat, kind).values() if stop is not None), None)


def replace(w: World, kind: Kind, place: Place) -> None:
    """§13.2 §13.4 §13.6 Bring a unit back under the control of its nation's player."""
    unit = available(w, kind)[0]
    home = NATIONS[KINDS[kind].nation].home
    w.dead.remove(unit)
    put(w, unit, place)
    w.replaced[home] = w.replaced.get(home, 0) + 1
    tell(
        "replaced",
        "13.2",
        seat=owner(w, unit),
        units=[unit],
        place=place,
        how="neutral" if owner(w, unit) == NOBODY else "own",
    )


# -- §17.1 §27.2 mercenaries --------------------------------------------------------------------


def camps(w: World, seat: Seat, unit: Unit) -> list[Place]:
    """§17.1 §27.2 Return the areas where a mercenary may appear.

    With a unit of its coalition.
    Ruling OT-K2, ruling OT-K3: under any control, and beside any others; ships and Andrea Doria join
    ships.
    Ruling OT-C7: one who is on the map and obeys nobody stays there.
    """
    if unit in w.at:
        return [w.at[unit]] if owner(w, unit) == NOBODY else []
    found = []
    for place in PLACES:
        there, own = units_at(w, place), w.options["mercenary_arrival"] == "own"
        if may_stand(w, unit, place) is not None or (own and any(side(u) != side(unit) for u in there)):
            continue
        friends = [u for u in there if side(u) == side(unit) and is_naval(u) == is_naval(unit)]
        friends = [u for u in friends if not is_leader(u) and u not in w.aboard]
        friends = [u for u in friends if not own or owner(w, u) == seat]
        if not friends or (is_sea(place) and not is_naval(unit)):
            continue
        if place in CITIES and may_enter_city(w, seat, side(unit), place) is not None:
            continue
        found.append(place)
    return found


def hireable(w: World, seat: Seat) -> dict[str, Sequence[Place]]:
    """The mercenaries whose chits a seat holds, and where they may appear."""
    held = [unit for unit in HIRED if unit in hand(w, seat) and unit not in w.gone]
    found = {unit: camps(w, seat, unit) for unit in held}
    return {unit: places for unit, places in found.items() if places}


def _hire_form(w: World, seat: Seat) -> Form | Bar:
    where = hireable(w, seat)
    if not where:
        return bar("17.1", N_("you hold no chit of a mercenary that can appear"))
    return _unit_form("17.1", N_("Which mercenary do you hire, and where?"), where)


async def hire(w: World, seat: Seat, unit: Unit, place: Place) -> None:
    """§17.1 §17.4 Lay a MERCENARY chit face up, and place its unit on the map."""
    await gain(w, seat, unit, "17.1", f"{seat}_hand")
    if unit not in w.at:
        put(w, unit, place)
    tell("hired", "17.1", seat=seat, units=[unit], place=w.at[unit])


# -- §27.2 chits of this phase ------------------------------------------------------------------


def _uprising_of(w: World, seat: Seat) -> OneOf | Bar:
    """§27.2 Uprising: a region where one's units come back in spite of others."""
    if (lacking := lacks(w, seat, UPRISING)) is not None:
        return lacking
    regions = [
        NATIONS[n].home
        for n in NATIONS
        if seat_of(w, n) == seat and region_bar(w, n) is not None and kinds_of(w, n)
    ]
    if not regions:
        return bar(
            "27.2", N_("none of your regions is held by another coalition and has units to bring back")
        )
    return OneOf(
        rule="27.2", prompt=words(N_("Which region revolts?")), options=lambda: dict.fromkeys(regions)
    )


def _sheep(w: World) -> list[Kind]:
    """§27.2 Turk Irregulars that have been eliminated; ruling OT-X1."""
    found = [k for k, line in KINDS.items() if line.type == "irregulars"]
    return [k for k in found if NATIONS[KINDS[k].nation].coalition == TURKS and available(w, k)]


def _white_sheep_form(w: World, seat: Seat) -> Form | Bar:
    """§27.2 White Sheep Confederation, beyond other replacements."""
    if (lacking := lacks(w, seat, WHITE_SHEEP)) is not None:
        return lacking
    regions = [r for r in LANDS if REGIONS[r].side in (TURKS, "caliphate")]
    where = {kind: [r for r in regions if may_stand(w, UNITS_OF[kind][0], r) is None] for kind in _sheep(w)}
    if not where:
        return bar("27.2", N_("no Turkish Irregulars have been eliminated"))
    return _unit_form("27.2", N_("Which Irregulars come back, and where?"), where)


async def white_sheep(w: World, seat: Seat, kind: Kind, place: Place) -> None:
    """§27.2 One eliminated Turk Irregular unit in a region of Turks or Caliphate; ruling OT-X1."""
    await play(w, seat, WHITE_SHEEP, on=place)
    unit = available(w, kind)[0]
    w.dead.remove(unit)
    put(w, unit, place)
    tell("replaced", "27.2", seat=seat, units=[unit], place=place, how="own")


def courtiers(w: World, seat: Seat) -> list[Unit]:
    """§27.2 Kaisar-i-Rum (2): the leaders of a seat in Constantinople or around it; ruling OT-X2."""
    near = (CONSTANTINOPLE, BYZANTIUM)
    return sorted(u for u, p in w.at.items() if p in near and is_leader(u) and owner(w, u) == seat)


def _kaisar_of(w: World, seat: Seat) -> OneOf | Bar:
    if (lacking := lacks(w, seat, KAISAR)) is not None:
        return lacking
    leaders = courtiers(w, seat)
    if not any(w.at[u] == CONSTANTINOPLE for u in leaders):
        return bar("27.2", N_("you have no leader in {place}"), place=CONSTANTINOPLE)
    return OneOf(rule="27.2", prompt=words(N_("Which leader?")), options=lambda: dict.fromkeys(leaders))


async def kaisar(w: World, seat: Seat, leader: Unit) -> None:
    """§27.2 Kaisar-i-Rum (2): as many units as the leader's Command Value, of their coalition, in Byzantium.

    Beyond what the region feeds, but not into one held by another coalition (§13.2); ruling OT-X2.
    """
    await play(w, seat, KAISAR, on=leader)
    right = f"{seat} {side(leader)}"
    w.court[right] = w.court.get(right, 0) + UNITS[leader].command
    tell("court", "27.2", seat=seat, leader=leader, n=UNITS[leader].command)


def rights(w: World, seat: Seat) -> list[Coalition]:
    """§27.2 Return the coalitions of which a seat may still bring units by Kaisar-i-Rum; others may not."""
    return [colour for colour in COALITIONS if w.court.get(f"{seat} {colour}")]


def _court_form(w: World, seat: Seat) -> Form | Bar:
    where: dict[str, Sequence[Place]] = {}
    for colour in rights(w, seat):
        if all(side(u) == colour for u in units_at(w, BYZANTIUM)):
            for nation in [n for n in NATIONS if seat_of(w, n) == seat and NATIONS[n].coalition == colour]:
                for kind in kinds_of(w, nation):
                    where[kind] = _court_areas(w, seat, kind)
    where = {kind: places for kind, places in where.items() if places}
    if not where:
        return bar("27.2", N_("no units may come to Byzantium by Kaisar-i-Rum"))
    return _unit_form("27.2", N_("Which unit comes to Byzantium, and where?"), where)


def _court_areas(w: World, seat: Seat, kind: Kind) -> list[Place]:
    unit = UNITS_OF[kind][0]
    near = _near(kind, BYZANTIUM)
    near = [p for p in near if may_stand(w, unit, p) is None]
    return [p for p in near if p not in CITIES or may_enter_city(w, seat, side(unit), p) is None]


def raise_at_court(w: World, seat: Seat, kind: Kind, place: Place) -> None:
    """§27.2 One of the units of Kaisar-i-Rum."""
    unit = available(w, kind)[0]
    w.dead.remove(unit)
    put(w, unit, place)
    w.court[f"{seat} {side(unit)}"] -= 1
    w.court = {right: n for right, n in w.court.items() if n}
    tell("replaced", "27.2", seat=seat, units=[unit], place=place, how="own")
