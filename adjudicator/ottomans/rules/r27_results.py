"""§27.0 The effects of combat results: losses, chits, retreat, and the advance into a city (§10.33)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from adjudicator.core import N_, Illegal, OneOf, Split, ask, tell, words
from adjudicator.ottomans.board import CITIES, COASTS_OF, LANDS, MERCENARIES, PORTS_OF, SEAS, UNITS
from adjudicator.ottomans.sorts import meant, numbers, sorts
from adjudicator.ottomans.world import (
    NOBODY,
    Battle,
    Coalition,
    Place,
    Seat,
    Unit,
    World,
    cargo,
    hand,
    in_order,
    is_city,
    is_land,
    is_leader,
    is_naval,
    is_sea,
    is_ship,
    kinds,
    own_at,
    owner,
    picked,
    put,
    side,
    strength,
    total,
    units_at,
)

from .r06_control import gain
from .r08_stacks import may_enter_city
from .r09_odds import fighting
from .r15_leaders import decider, eliminate, with_cargo
from .r18_areas import all_may_stand, land_links, strait_closed
from .r19_chits import draw_chits, lose_chits
from .r19_dice import highest


async def apply_result(w: World) -> None:
    """§9.1(6) §27.0 Carry out the result of the battle."""
    b = _battle(w)
    if b.result in ("BB", "DD") and "honors_of_war" in b.chits:
        await honors_of_war(w)
    else:
        await RESULTS[b.result](w)
        if is_city(b.place):
            await advance(w)
            await sally(w)
    await hire_survivors(w)


def _battle(w: World) -> Battle:
    assert w.battle is not None
    return w.battle


# -- the results --------------------------------------------------------------------------------


async def attacker_defeated(w: World) -> None:
    """§27.0 AD Halve the attacker, who retreats; the defender draws two chits."""
    b = _battle(w)
    gainer = drawing_defender(w, b.defenders)
    await lose_strength(w, b.attackers, _half(w, b.attackers))
    await retreat_all(w, b.attackers)
    if gainer:
        await draw_chits(w, gainer, 2, "27.0")


async def attacker_annihilated(w: World) -> None:
    """§27.0 AE Eliminate all attackers; their player loses a chit, the defender draws two."""
    b = _battle(w)
    gainer = drawing_defender(w, b.defenders)
    await lose_all(w, b.attackers, wait=True)
    await lose_chits(w, b.attacker, 1, "27.0")
    if gainer:
        await draw_chits(w, gainer, 2, "27.0")


async def bloodbath(w: World) -> None:
    """§27.0 BB Eliminate the side of less printed strength; the other loses as much; ruling OT-B7."""
    b = _battle(w)
    attack, defence = total(w, b.attackers), total(w, b.defenders)
    if attack <= defence:
        await lose_all(w, b.attackers)
    if defence <= attack:
        await lose_all(w, b.defenders)
    if attack > defence:
        await lose_strength(w, b.attackers, defence)
    elif defence > attack:
        await lose_strength(w, b.defenders, attack)


async def defender_defeated(w: World) -> None:
    """§27.0 DD Halve the defender, who retreats; the attacker draws a chit (ruling OT-B14: always)."""
    b = _battle(w)
    await lose_strength(w, b.defenders, _half(w, b.defenders))
    await retreat_all(w, b.defenders)
    await draw_chits(w, b.attacker, 1, "27.0")


async def defender_annihilated(w: World) -> None:
    """§27.0 DE Eliminate all defenders, who lose a chit; the attacker draws two; ruling OT-B8."""
    b = _battle(w)
    having = {owner(w, u) for u in b.defenders} - {NOBODY}
    if w.options["defenders_lose"] == "one_chit":
        having &= {drawing_defender(w, b.defenders)}
    losers = [seat for seat in in_order(w) if seat in having]
    await lose_all(w, b.defenders, wait=True)
    for seat in losers:
        await lose_chits(w, seat, 1, "27.0")
    await draw_chits(w, b.attacker, 2, "27.0")


RESULTS = {
    "AD": attacker_defeated,
    "AE": attacker_annihilated,
    "BB": bloodbath,
    "DD": defender_defeated,
    "DE": defender_annihilated,
}


def _half(w: World, units: Sequence[Unit]) -> int:
    """§27.0 Half of the printed strength, a fraction counts as one."""
    return (total(w, units) + 1) // 2


def drawing_defender(w: World, units: Sequence[Unit]) -> Seat:
    """§27.0 Return the defender who draws: most printed strength, else the first in order; ruling OT-B8."""
    might = {seat: total(w, [u for u in units if owner(w, u) == seat]) for seat in in_order(w)}
    best = max(might.values(), default=0)
    return next((seat for seat in in_order(w) if best and might[seat] == best), NOBODY)


# -- losses -------------------------------------------------------------------------------------


async def lose_all(w: World, units: Sequence[Unit], *, wait: bool = False) -> None:
    """§27.0 Eliminate all of them, leaders last: they look for a refuge among those left (§15.8)."""
    await _take(w, [u for u in units if u in w.at], wait=wait)


async def _take(w: World, units: Sequence[Unit], *, wait: bool = False) -> None:
    lost = sorted(units, key=lambda u: (is_leader(u), u))
    if gone := with_cargo(w, lost):
        tell("eliminated", "27.0", place=w.at[gone[0]], units=gone)
    for unit in lost:
        await eliminate(w, unit, wait=wait)


async def lose_strength(w: World, units: Sequence[Unit], need: int) -> None:
    """§27.0 Eliminate units of at least a given printed strength, as their owners choose.

    Ruling OT-B8: who has most there gives first; for units that nobody controls the cheapest that meet it.
    """
    while need > 0:
        left = [u for u in units if _stands(w, u)]
        owners = sorted({owner(w, u) for u in left}, key=lambda s: (-total(w, _of(w, left, s)), _rank(w, s)))
        if not owners:
            return
        mine = _of(w, left, owners[0])
        if total(w, mine) <= need:
            chosen = mine
        elif owners[0] == NOBODY:
            chosen = smallest(w, mine, need)
        else:
            given = await ask(owners[0], _losses_of(w, mine, need))
            chosen = meant(sorts(w, mine), given)
        need -= total(w, _sunk(w, chosen))
        units = [u for u in units if u not in chosen]
        await _take(w, chosen)


def _of(w: World, units: Sequence[Unit], seat: Seat) -> list[Unit]:
    return [u for u in units if owner(w, u) == seat]


def _rank(w: World, seat: Seat) -> int:
    return in_order(w).index(seat) if seat else len(w.seats)


def _sunk(w: World, units: Sequence[Unit]) -> list[Unit]:
    """§16.9 Return units and those aboard them: these count, too."""
    return sorted({*units, *cargo(w, units)})


def _spare(w: World, chosen: Sequence[Unit], need: int) -> list[Unit]:
    """Ruling OT-B15: the units that need not be lost, as the others are enough.

    Those aboard a ship that sinks are lost in any case.
    """
    alone = [u for u in chosen if w.aboard.get(u) not in chosen]
    return [u for u in alone if total(w, _sunk(w, [v for v in alone if v != u])) >= need]


def _losses_of(w: World, mine: Sequence[Unit], need: int) -> Split:
    """§27.0 Return the question which units make up the strength that is due, and none beyond it."""
    found = sorts(w, mine)

    def judge_numbers(answer: Mapping[str, int]) -> None:
        chosen = meant(found, answer)
        given = total(w, _sunk(w, chosen))
        if given < need:
            raise Illegal(
                "27.0", N_("you must lose {need} strength; you chose {given}"), need=need, given=given
            )
        if spare := _spare(w, chosen, need):
            raise Illegal("27.0", N_("{unit} need not be lost"), unit=spare[0])

    return Split(
        rule="27.0",
        prompt=words(N_("You lose {need} printed strength. Which units?"), need=need),
        things=lambda: numbers(found),
        least=1,
        most=len(mine),
        judge=judge_numbers,
        sampler=lambda rng: dict(numbers(found, cheapest(w, rng.shuffled(mine), need))),
        verb="lose",
    )


def smallest(w: World, units: Sequence[Unit], need: int) -> list[Unit]:
    """Ruling OT-B9: the least printed strength that is enough, by the fewest units; leaders if need be."""
    troops = [u for u in units if not is_leader(u)]
    leaders = sorted((u for u in units if is_leader(u)), key=lambda u: strength(w, u))
    while total(w, troops) < need and leaders:
        troops.append(leaders.pop(0))
    best: dict[int, list[Unit]] = {0: []}
    for unit in sorted(troops, key=lambda u: (is_leader(u), -strength(w, u), u)):
        for given, chosen in sorted(best.items()):
            more = given + strength(w, unit)
            if more not in best or len(best[more]) > len(chosen) + 1:
                best[more] = [*chosen, unit]
    return best[min(given for given in best if given >= need)]


def cheapest(w: World, units: Sequence[Unit], need: int) -> list[Unit]:
    """Units of at least a given printed strength, none of them unnecessary; weak ones before strong ones."""
    chosen: list[Unit] = []
    for unit in sorted(units, key=lambda u: strength(w, u)):
        if total(w, _sunk(w, chosen)) >= need:
            break
        chosen.append(unit)
    while spare := _spare(w, chosen, need):
        chosen.remove(spare[0])
    return sorted(chosen)


# -- retreat ------------------------------------------------------------------------------------


async def retreat_all(w: World, units: Sequence[Unit]) -> None:
    """§27.0 Retreat the units left of the beaten side, each owner's units of a coalition to one area.

    Ruling OT-B10, ruling OT-B11: without a legal area they are eliminated; a beaten besieger leaves.
    """
    left = [u for u in units if _stands(w, u)]
    groups = sorted({(_rank(w, owner(w, u)), owner(w, u), side(u)) for u in left})
    for _, seat, colour in groups:
        group = [u for u in left if u in w.at and owner(w, u) == seat and side(u) == colour]
        if group:
            await retreat(w, group)


def _stands(w: World, unit: Unit) -> bool:
    """Return true if a unit is still where it fought; a leader who has found a refuge is not (§15.8)."""
    b = _battle(w)
    return w.at.get(unit) == (b.origin if unit in b.attackers else b.place)


async def retreat(w: World, group: Sequence[Unit]) -> None:
    """§27.0 Move one group to one area beside it."""
    here = w.at[group[0]]
    options = retreats(w, here, group)
    if not options:
        tell("no_retreat", "27.0", units=list(group), place=here)
        await _take(w, group)
        return
    to = options[0]
    if len(options) > 1:
        to = await ask(decider(w, group[0]), _retreat_of(w, group, here, options))
    riders = {u: w.aboard[u] for u in group if u in w.aboard}
    for unit in group:
        put(w, unit, to)
    if is_sea(to):
        _embark(w, group, riders, to)
    tell("retreated", "27.0", units=list(group), place=here, to=to)


def _retreat_of(w: World, group: Sequence[Unit], here: Place, options: Sequence[Place]) -> OneOf:
    """Ask where a group goes; ruling OT-B9: the initiative player for units that nobody controls."""
    whose = N_("You retreat from {place} with {units}: where to?")
    if not owner(w, group[0]):
        whose = N_("Nobody controls {units}: where do they retreat from {place}?")
    return OneOf(
        rule="27.0",
        prompt=words(whose, place=here, units=[UNITS[u].kind for u in group]),
        options=lambda: dict.fromkeys(options),
        verb="retreat",
    )


def retreats(w: World, here: Place, group: Sequence[Unit]) -> list[Place]:
    """§27.0 §27.0(2) Regions beside it, seas with room on one's ships; at sea the seas beside it."""
    colour = side(group[0])
    if is_sea(here):
        return sorted(sea for sea in SEAS[here].seas if all_may_stand(w, group, sea) is None)
    found = []
    for to in land_links(here):
        if is_land(to) and strait_closed(w, colour, here, to) is None and all_may_stand(w, group, to) is None:
            found.append(to)
    for sea in SEAS:
        if here in COASTS_OF[sea] and all_may_stand(w, group, sea) is None and _room(w, group, sea):
            found.append(sea)
    return sorted(found)


def free_ships(w: World, seat: Seat, colour: Coalition, sea: Place) -> list[Unit]:
    """§16.34 Ships of a hand and coalition in a sea that carry no land unit."""
    full = {ship for u, ship in w.aboard.items() if not is_leader(u)}
    return [u for u in own_at(w, seat, sea) if is_ship(u) and side(u) == colour and u not in full]


def _room(w: World, group: Sequence[Unit], sea: Place) -> bool:
    seat = owner(w, group[0])
    troops = [u for u in group if not is_leader(u)]
    ships = [u for u in own_at(w, seat, sea) if is_ship(u) and side(u) == side(group[0])]
    return bool(seat and ships) and len(free_ships(w, seat, side(group[0]), sea)) >= len(troops)


def _embark(w: World, group: Sequence[Unit], riders: Mapping[Unit, Unit], sea: Place) -> None:
    for unit, ship in riders.items():
        if ship in w.at:
            w.aboard[unit] = ship
    for unit in [u for u in group if not is_naval(u) and u not in riders]:
        seat = owner(w, unit)
        ships = free_ships(w, seat, side(unit), sea)
        if is_leader(unit):
            ships = [u for u in own_at(w, seat, sea) if is_ship(u) and side(u) == side(unit)]
        w.aboard[unit] = ships[0]


# -- advance, Honors of War ---------------------------------------------------------------------


async def advance(w: World) -> None:
    """§10.33 §27.0 Let attackers enter a city that nobody defends at once, all or some or none."""
    b = _battle(w)
    attackers, _ = fighting(w, b)
    movers = [u for u in attackers if all_may_stand(w, [u], b.place) is None]
    movers = [u for u in movers if not is_naval(u) or CITIES[b.place].seas]
    if any(p == b.place for p in w.at.values()) or not movers:
        return

    found = sorts(w, movers)

    def judge_entry(answer: Mapping[str, int]) -> None:
        colours = sorted({side(u) for u in meant(found, answer)})
        if len(colours) > 1:
            raise Illegal("8.1", N_("units of {colours} do not share a city"), colours=colours)

    one = side(movers[0])
    chosen = await ask(
        b.attacker,
        Split(
            rule="10.33",
            prompt=words(N_("{place} is open. Which of the attackers enter?"), place=b.place),
            things=lambda: numbers(found),
            least=0,
            most=len(movers),
            judge=judge_entry,
            sampler=lambda rng: numbers(found, [u for u in movers if side(u) == one and rng.below(4)]),
            verb="enter",
        ),
    )
    units = [u for u in meant(found, chosen) if u in w.at]
    if not units:
        return
    riders = {u: w.aboard[u] for u in cargo(w, [u for u in units if is_ship(u)])}
    for unit in [*units, *riders]:
        put(w, unit, b.place)
    tell("entered", "10.33", seat=b.attacker, units=sorted({*units, *riders}), place=b.place)


async def sally(w: World) -> None:
    """§29.0 Let a garrison go out at once where nobody of another coalition is left: all or some or none.

    Ruling OT-B13: each of its owners in the order of play.
    """
    b = _battle(w)
    attackers, defenders = fighting(w, b)
    if attackers or not defenders or any(side(u) != side(defenders[0]) for u in units_at(w, b.origin)):
        return
    for seat in in_order(w):
        if any(owner(w, u) == seat for u in fighting(w, b)[1]):
            await _sally_of(w, seat)


async def _sally_of(w: World, seat: Seat) -> None:
    """§29.0 Ask who of a seat's garrison, ships or land units as the attackers were, go where those stood."""
    b = _battle(w)
    movers = [u for u in own_at(w, seat, b.place) if is_naval(u) == is_sea(b.origin)]
    movers = [u for u in movers if all_may_stand(w, [u], b.origin) is None]
    if not movers:
        return
    chosen = await ask(
        seat,
        Split(
            rule="29.0",
            prompt=words(
                N_("{place} is no longer attacked. Which of its garrison advance to {to}?"),
                place=b.place,
                to=b.origin,
            ),
            things=lambda: kinds(movers),
            least=0,
            most=len(movers),
            verb="sally",
        ),
    )
    units = picked([u for u in movers if u in w.at], chosen)
    for unit in units:
        put(w, unit, b.origin)
    if units:
        tell("sallied", "29.0", seat=seat, units=sorted(units), place=b.place, to=b.origin)


async def honors_of_war(w: World) -> None:
    """§27.2 Lead the defenders out into the region without loss; the attackers may enter the city.

    Ruling OT-H1: ships go to a sea beside the port, the garrisons of Rhodes and Malta to a coast.
    """
    b = _battle(w)
    tell("honors", "27.2", place=b.place)
    groups = sorted({(_rank(w, owner(w, u)), owner(w, u), is_naval(u)) for u in b.defenders if u in w.at})
    for _, seat, naval in groups:
        group = [u for u in b.defenders if u in w.at and (owner(w, u), is_naval(u)) == (seat, naval)]
        options = _ways_out(w, b.place, group, naval)
        if not options:
            tell("no_retreat", "27.2", units=group, place=b.place)
            await _take(w, group)
            continue
        to = options[0]
        if len(options) > 1:
            to = await ask(decider(w, group[0]), _retreat_of(w, group, b.place, options))
        for unit in group:
            put(w, unit, to)
        tell("retreated", "27.2", units=group, place=b.place, to=to)
    await advance(w)


def _ways_out(w: World, city: Place, group: Sequence[Unit], naval: bool) -> list[Place]:
    """§27.2 Return where a group may go: ships to a sea, others to the region or, without one, a shore."""
    if naval:
        return sorted(s for s in CITIES[city].seas if all_may_stand(w, group, s) is None)
    region = CITIES[city].region
    if region in LANDS:
        return [region] if all_may_stand(w, group, region) is None else []
    shores: set[Place] = set()
    for sea in CITIES[city].seas:
        shores |= {land for land in COASTS_OF[sea] if all_may_stand(w, group, land) is None}
        shores |= {
            port
            for port in PORTS_OF[sea]
            if CITIES[port].region not in LANDS and port != city and _may_lodge(w, group, port)
        }
    return sorted(shores)


def _may_lodge(w: World, group: Sequence[Unit], port: Place) -> bool:
    if all_may_stand(w, group, port) is not None:
        return False
    return may_enter_city(w, owner(w, group[0]), side(group[0]), port) is None


async def hire_survivors(w: World) -> None:
    """§17.2 A mercenary whom nobody controls and who survives an attack is won by the highest die.

    Ruling OT-K1: unless a player holds its chit, who must show it.
    """
    for unit in [u for u in _battle(w).defenders if u in MERCENARIES]:
        if unit not in w.at or owner(w, unit) != NOBODY:
            continue
        keeper = next((seat for seat in in_order(w) if unit in hand(w, seat)), "")
        if keeper:
            tell("must_show", "17.2", seat=keeper, chit=unit)
            await gain(w, keeper, unit, "17.2", f"{keeper}_hand")
        else:
            winner = await highest(w, "17.2", f"hire {unit}", in_order(w))
            await gain(w, winner, unit, "17.2", "pool")
