"""§6 Control of nations and mercenaries: gaining it, losing it, and what their units do then."""

from __future__ import annotations

from collections.abc import Sequence

from adjudicator.core import N_, Occasion, Split, ask, move, tell, window, words
from adjudicator.ottomans.board import CITIES, CITIES_OF, COASTS_OF, COUNTERS, NATIONS, REGIONS, UNITS
from adjudicator.ottomans.sorts import meant, numbers, sorts
from adjudicator.ottomans.world import (
    NOBODY,
    SPAIN,
    Chit,
    Nation,
    Place,
    Seat,
    Unit,
    World,
    cargo,
    hand,
    in_order,
    is_city,
    is_core,
    is_land,
    is_leader,
    is_naval,
    is_sea,
    is_ship,
    others,
    owner,
    put,
    side,
    take_off,
    total,
    units_at,
)

from .r04_placing import fed_berth, settle
from .r18_areas import MALTA, may_stand
from .r19_dice import highest, holding, play, reaction


def is_core_of(w: World, seat: Seat, nation: Chit) -> bool:
    """§4.1(2) Return true if a nation is a seat's core."""
    return w.core.get(seat) == nation


# -- gaining ------------------------------------------------------------------------------------


async def gain(w: World, seat: Seat, chit: Chit, rule: str, source: str, *, attacker: Seat = "") -> None:
    """§6.1 §17.1 Lay a CONTROL or MERCENARY chit face up before a seat, out of the pool or a hand.

    §6.6 `attacker`: the player who has attacked the nation.

    §18.22 Spain's brings its units with it the first time.
    """
    await move(rule, source, f"{seat}_open", [chit])
    w.control[chit] = seat
    if attacker:
        tell("joined", rule, seat=seat, chit=chit, attacker=attacker)
    else:
        tell("gained", rule, seat=seat, chit=chit)
    if chit == SPAIN:
        arrive_spain(w)
    part(w, [chit])


def arrive_spain(w: World) -> None:
    """§18.22 §18.41 Bring Spain in: its 2-1 unit to Malta, the rest to the Two Sicilies.

    Ruling OT-A2, ruling OT-A3: placed as at set-up (§4.3).
    """
    if w.spain:
        return
    w.spain = True
    for unit in COUNTERS[SPAIN]:
        if UNITS[unit].type == "militia":
            w.dead = [u for u in w.dead if u != unit]
            put(w, unit, MALTA)
    settle(w, [u for u in COUNTERS[SPAIN] if not is_leader(u) and u not in w.at and u not in w.dead])
    tell("spain_enters", "18.22", place=MALTA)


def home_of(w: World, unit: Unit) -> Place:
    """§6.22 Return the area a unit goes home to: its region; a ship to a home port or sea that feeds it.

    Ruling OT-C5: to no port that is being attacked.
    """
    home = NATIONS[UNITS[unit].nation].home
    if not is_naval(unit):
        return home
    return fed_berth(w, unit) or REGIONS[home].seas[0]


def home_areas(nation: Nation) -> tuple[Place, ...]:
    """The region of a nation, its cities and, for its ships, the seas beside it."""
    home = NATIONS[nation].home
    return (home, *CITIES_OF[home], *REGIONS[home].seas)


async def bring_home(w: World, seat: Seat, nation: Nation, busy: Sequence[Unit] = ()) -> None:
    """§6.22(1) Let a new controller bring any of the nation's units home at once.

    Ruling OT-C4: not those that are being attacked (`busy`).
    """
    away = [u for u in COUNTERS[nation] if u in w.at and u not in busy and _is_away(w, nation, u)]
    if not away:
        return
    found = sorts(w, away)
    chosen = await ask(
        seat,
        Split(
            rule="6.22",
            prompt=words(N_("Which units of {nation} do you bring home?"), nation=nation),
            things=lambda: numbers(found),
            least=0,
            most=len(away),
        ),
    )
    units = [u for u in meant(found, chosen) if u in w.at]
    for unit in units:
        go_home(w, unit)
    if units:
        tell("went_home", "6.22", nation=nation, units=units, home=NATIONS[nation].home)


def _is_away(w: World, nation: Nation, unit: Unit) -> bool:
    areas = home_areas(nation)
    return w.at[unit] not in (areas if is_naval(unit) else [a for a in areas if not is_sea(a)])


def go_home(w: World, unit: Unit) -> None:
    """§6.22 Send a unit home; those aboard go over to another ship, or to their own homes (ruling OT-C6)."""
    riders = cargo(w, [unit])
    put(w, unit, home_of(w, unit))
    for rider in riders:
        go_ashore(w, rider)


# -- losing -------------------------------------------------------------------------------------


async def may_be_saved(w: World, nation: Nation, rule: str) -> bool:
    """§27.2 Administration: the controller of a nation keeps its chit that is about to go; ruling OT-W2."""
    seat = w.control[nation]
    if not holding(w, [seat]):
        return False
    prompt = N_("You are about to lose control of {nation} (§{rule}). Do you play Administration?")
    occasion = Occasion("lost", rule, by=seat, subject=nation)
    choice = reaction(w, seat, "administration", prompt, nation=nation, rule=rule)
    if await window(occasion, {seat: choice}) is None:
        return False
    await play(w, seat, "administration", on=nation)
    return True


async def lose(w: World, chit: Chit, rule: str, *, stays: bool = False) -> bool:
    """§6.2 §6.21 §6.7 Return a face-up chit to the pool; give False if it is saved or cannot be lost.

    §6.22(2) A nation's units go home. §17.2(1) A mercenary leaves the map, but `stays` by a strike or by
    Treachery (ruling OT-C2).
    """
    if chit not in w.control or is_core(w, chit):
        return False
    nation = chit in NATIONS
    if nation and await may_be_saved(w, chit, rule):
        return False
    seat = w.control.pop(chit)
    await move(rule, f"{seat}_open", "pool", [chit])
    tell("lost", rule, seat=seat, chit=chit)
    if nation:
        scatter(w, chit)
    elif not stays:
        riders = cargo(w, [chit])
        if chit in w.at:
            tell("withdrew", "17.2", units=[chit], place=w.at[chit])
        take_off(w, chit)
        for rider in riders:
            go_ashore(w, rider)
    part(w, [chit])
    return True


def scatter(w: World, nation: Nation) -> None:
    """§6.22(2) Send the units of a nation without controller home; §6.22(3) those in cities stay as yet.

    Ruling OT-C3.
    """
    moved = []
    for unit in COUNTERS[nation]:
        place = w.at.get(unit, "")
        at_home = is_city(place) or (place in home_areas(nation) and (is_naval(unit) or not is_sea(place)))
        if place and not at_home:
            go_home(w, unit)
            moved.append(unit)
    if moved:
        tell("went_home", "6.22", nation=nation, units=moved, home=NATIONS[nation].home)


# -- §6.22(3) §8.1 after every change -----------------------------------------------------------


def part(w: World, changed: Sequence[Chit]) -> None:
    """§6.22(3) §8.1 Leave each city to one player, and each ship to its own, after chits have changed hands.

    Ruling OT-C4: units that are under attack leave after the battle.
    """
    busy = {*w.battle.defenders} if w.battle is not None else set()
    for city in CITIES:
        there = [u for u in units_at(w, city) if u not in busy]
        for unit in _leaving(w, there, changed):
            leave_city(w, unit)
    part_strangers(w)


def _leaving(w: World, units: Sequence[Unit], changed: Sequence[Chit]) -> list[Unit]:
    """§6.22(3) Return the units that leave a city: those that nobody controls, then those that changed hands.

    Ruling OT-C4: where units of several players have, those stay of whom most printed strength is there.
    """
    owners = {owner(w, u) for u in units}
    if len(owners) < 2:
        return []
    if NOBODY in owners:
        neutral = [u for u in units if owner(w, u) == NOBODY]
        return neutral + _leaving(w, [u for u in units if u not in neutral], changed)
    came = {owner(w, u) for u in units if (UNITS[u].nation or u) in changed}
    might = {seat: total(w, [u for u in units if owner(w, u) == seat]) for seat in in_order(w)}
    stay = owners - came or {max(in_order(w), key=lambda seat: (seat in came, might[seat]))}
    return [u for u in units if owner(w, u) not in stay]


def leave_city(w: World, unit: Unit) -> None:
    """§6.22(3) Put a unit out of a city, if it is in one: into its region, else home; ruling OT-C3.

    Ruling OT-C7: in Rhodes and Malta there is no region to go to: a mercenary leaves the map. Mercenary ships
    and naval leaders go to a sea beside the port.
    """
    city = w.at.get(unit, "")
    if not is_city(city):
        return
    region = CITIES[city].region
    if is_land(region) and not is_naval(unit):
        put(w, unit, region)
    elif UNITS[unit].nation:
        put(w, unit, home_of(w, unit))
    elif is_naval(unit):
        put(w, unit, next(sea for sea in CITIES[city].seas if may_stand(w, unit, sea) is None))
    else:
        tell("withdrew", "17.2", units=[unit], place=city)
        take_off(w, unit)
    to = w.at.get(unit, city)
    if to != city:
        tell("left_city", "6.22", units=[unit], place=city, to=to)


def part_strangers(w: World) -> None:
    """§8.1(3) Put passengers off a ship that another player controls."""
    for rider in sorted(w.aboard):
        if rider in w.aboard and owner(w, rider) != owner(w, w.aboard[rider]):
            go_ashore(w, rider)


def go_ashore(w: World, rider: Unit) -> None:
    """§16.34 Move passengers without a ship to a free one of their own player there, or home; ruling OT-C6.

    A mercenary goes to a coast of the sea.
    """
    sea = w.at[rider]
    put(w, rider, sea)
    full = {ship for u, ship in w.aboard.items() if not is_leader(u)}
    ships = [u for u in units_at(w, sea) if is_ship(u) and side(u) == side(rider)]
    ships = [u for u in ships if owner(w, u) == owner(w, rider) and (is_leader(rider) or u not in full)]
    if ships:
        w.aboard[rider] = ships[0]
        return
    nation = UNITS[rider].nation
    to = NATIONS[nation].home if nation else next(c for c in COASTS_OF[sea] if may_stand(w, rider, c) is None)
    put(w, rider, to)
    tell("put_ashore", "16.34", units=[rider], place=sea, to=to)


# -- §6.5 §6.6 control that passes with an attack -----------------------------------------------


async def pass_control(w: World, attacker: Seat, defenders: Sequence[Unit]) -> None:
    """§6.5 §6.6 Pass the nations that are attacked to other players, before the battle.

    One's own go to the highest die among the others; ruling OT-C8. A neutral one too, unless another player
    holds its chit unused, who must show it; ruling OT-C9. Uncontrolled mercenaries wait (§17.2).
    """
    attacked = sorted({UNITS[u].nation or u for u in defenders if owner(w, u) in (attacker, NOBODY)})
    for chit in attacked:
        if w.control.get(chit) == attacker:
            await _give_up(w, attacker, chit, defenders)
        elif chit in NATIONS:
            await find_protector(w, attacker, chit, defenders)


async def _give_up(w: World, attacker: Seat, chit: Chit, defenders: Sequence[Unit]) -> None:
    """§6.5 Give the attacker's own nation to another player; ruling OT-C10."""
    savable = w.options["administration_saves_own"] == "yes" and chit in NATIONS
    if savable and await may_be_saved(w, chit, "6.5"):
        return
    winner = await highest(w, "6.5", f"control {chit}", others(w, attacker))
    await move("6.5", f"{attacker}_open", f"{winner}_open", [chit])
    w.control[chit] = winner
    tell("passed", "6.5", seat=attacker, to=winner, chit=chit)
    if chit in NATIONS:
        await bring_home(w, winner, chit, defenders)
    part(w, [chit])


async def find_protector(w: World, attacker: Seat, nation: Nation, defenders: Sequence[Unit]) -> None:
    """§6.6 A neutral nation that is attacked comes under another player's control."""
    keeper = next((seat for seat in others(w, attacker) if nation in hand(w, seat)), "")
    if keeper:
        tell("must_show", "6.6", seat=keeper, chit=nation)
        await gain(w, keeper, nation, "6.6", f"{keeper}_hand", attacker=attacker)
        return
    source = f"{attacker}_hand" if nation in hand(w, attacker) else "pool"
    winner = await highest(w, "6.6", f"control {nation}", others(w, attacker))
    await gain(w, winner, nation, "6.6", source, attacker=attacker)
