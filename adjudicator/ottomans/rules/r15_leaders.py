"""§15 Leaders: survival, where they go, and those who come out of the pool (§13.7)."""

from __future__ import annotations

from collections.abc import Sequence

from adjudicator.core import N_, OneOf, ask, move, tell, words
from adjudicator.ottomans.board import DORIA, MERCENARIES, UNITS
from adjudicator.ottomans.world import (
    NOBODY,
    Place,
    Seat,
    Unit,
    World,
    cargo,
    in_order,
    is_city,
    is_leader,
    is_naval,
    is_sea,
    is_ship,
    owner,
    put,
    side,
    take_off,
    total,
    units_at,
)

from .r08_stacks import may_enter_city
from .r18_areas import distances, may_stand
from .r19_dice import roll


def decider(w: World, unit: Unit) -> Seat:
    """Return the player who decides for a unit: its controller, else the initiative player.

    §12.5 §13.3, ruling OT-B9.
    """
    return owner(w, unit) or in_order(w)[0]


# -- §15.8 survival ----------------------------------------------------------------------------


async def survives(w: World, leader: Unit, rule: str) -> bool:
    """§15.8 Return true if a leader lives: the die is not above their Command Value."""
    die = await roll(w, rule, f"survival {leader}", decider(w, leader))
    lives = die <= UNITS[leader].command
    tell(
        "survival",
        "15.8",
        leader=leader,
        die=die,
        command=UNITS[leader].command,
        how="lives" if lives else "falls",
    )
    return lives


async def lose_leader(w: World, leader: Unit, rule: str = "15.8") -> None:
    """§15.8 Check the survival of a leader who would be eliminated in combat or by assassins; they go to
    their nation's nearest unit.

    Ruling OT-L1, ruling OT-L2: where there is none they are eliminated.
    """
    if not await survives(w, leader, rule):
        await remove_leader(w, leader)
        return
    refuges = nearest(w, leader)
    if not refuges:
        tell("no_refuge", "15.8", leader=leader)
        await remove_leader(w, leader)
        return
    to = refuges[0]
    if len(refuges) > 1:
        to = await ask(decider(w, leader), _refuge_of(w, leader, refuges))
    if to == w.at[leader]:
        return
    put(w, leader, to)
    board(w, leader)
    tell("took_refuge", "15.8", leader=leader, to=to)


def _refuge_of(w: World, leader: Unit, refuges: list[Place]) -> OneOf:
    whose = N_("{leader} survives: where do they go?")
    if not owner(w, leader):
        whose = N_("{leader}, whom nobody controls, survives: where do they go?")
    return OneOf(
        rule="15.8",
        prompt=words(whose, leader=leader),
        options=lambda: dict.fromkeys(refuges),
        verb="to",
    )


def nearest(w: World, leader: Unit) -> list[Place]:
    """§15.8 The nearest areas with a land unit of the leader's nation; of a naval leader with a ship.

    Ruling OT-L3: Andrea Doria, who has no nation, goes to a ship of the Holy League that the same player has.
    """
    here = w.at[leader]
    far = distances(here)
    places = {p for u, p in w.at.items() if u != leader and _is_refuge(w, leader, u)}
    places = {p for p in places if may_stand(w, leader, p) is None}
    near = min((far[p] for p in places if p in far), default=-1)
    return sorted(p for p in places if far.get(p) == near)


def _is_refuge(w: World, leader: Unit, unit: Unit) -> bool:
    if is_leader(unit) or is_naval(leader) != is_ship(unit):
        return False
    if leader == DORIA:
        return side(unit) == side(leader) and owner(w, unit) == owner(w, leader)
    return UNITS[unit].nation == UNITS[leader].nation


def board(w: World, unit: Unit) -> None:
    """§16.34 Put a land leader at sea aboard a ship of their coalition and controller."""
    if is_naval(unit) or not is_sea(w.at[unit]):
        return
    ships = [u for u in units_at(w, w.at[unit]) if is_ship(u) and side(u) == side(unit)]
    ships = [u for u in ships if owner(w, u) == owner(w, unit)]
    if ships:
        w.aboard[unit] = ships[0]


async def remove_leader(w: World, leader: Unit) -> None:
    """§15.81 Remove a leader for good, Andrea Doria's chit with them (§17.4)."""
    take_off(w, leader)
    w.gone.append(leader)
    tell("leader_gone", "15.81", leader=leader)
    if leader == DORIA:
        seat = w.control.pop(DORIA, NOBODY)
        cup = (
            f"{seat}_open" if seat else next((cup for cup, chits in w.cups.items() if DORIA in chits), "out")
        )
        if cup != "out":
            await move("17.4", cup, "out", [DORIA])


# -- elimination of any unit -------------------------------------------------------------------


def with_cargo(w: World, units: Sequence[Unit]) -> list[Unit]:
    """§16.9 Return units that are lost with those aboard them; of leaders their survival is told (§15.8)."""
    riders = [u for u in cargo(w, units) if u not in units]
    return [u for u in (*units, *riders) if not is_leader(u)]


async def eliminate(w: World, unit: Unit, *, wait: bool = False) -> None:
    """Take a unit off the map; the passengers of a ship are lost with it (§16.9; ruling OT-P4).

    §13.5(5) `wait` says that it does not come back this turn. §17.2(2) A mercenary's chit goes to the pool.
    """
    if unit not in w.at:
        return
    riders = cargo(w, [unit])
    if is_leader(unit):
        await lose_leader(w, unit)
        return
    for rider in sorted(riders, key=lambda u: (is_leader(u), u)):
        await eliminate(w, rider, wait=wait)
    take_off(w, unit)  # the ship last: a player asked about a passenger meanwhile sees them aboard
    if unit in MERCENARIES:
        seat = w.control.pop(unit, NOBODY)
        if seat:
            await move("17.2", f"{seat}_open", "pool", [unit])
    elif wait:
        w.waiting.append(unit)
    else:
        w.dead.append(unit)


# -- §13.7 leaders out of the pool -------------------------------------------------------------


async def arrive(w: World, drawer: Seat, leader: Unit) -> None:
    """§13.7 Bring a leader who is drawn to their nation's controller, or to its units.

    Ruling OT-L4, ruling OT-L5: the nation's controller places them with any unit of their coalition; else
    they stand with the strongest of the nation, of equally strong ones where the drawer says, and without any
    go back to the pool.
    """
    seat = w.control.get(UNITS[leader].nation, NOBODY)
    options = arrivals(w, seat, leader)
    if not options:
        await move("13.7", f"{drawer}_hand", "pool", [leader])
        tell("leader_back", "13.7", seat=drawer, leader=leader)
        return
    tell("leader_drawn", "13.7", seat=drawer, leader=leader)
    to = options[0]
    if len(options) > 1:
        to = await ask(seat or drawer, _arrival_of(leader, options))
    await move("13.7", f"{drawer}_hand", "map", [leader])
    put(w, leader, to)
    board(w, leader)
    tell("leader_placed", "13.7", leader=leader, to=to)


def _arrival_of(leader: Unit, options: list[Place]) -> OneOf:
    return OneOf(
        rule="13.7",
        prompt=words(N_("Where does {leader} appear?"), leader=leader),
        options=lambda: dict.fromkeys(options),
        verb="at",
    )


def arrivals(w: World, seat: Seat, leader: Unit) -> list[Place]:
    """§13.7 Return the areas where a leader may be placed.

    Of a neutral nation the areas of its strongest units alone.
    """
    troops = [u for u in sorted(w.at) if not is_leader(u) and is_ship(u) == is_naval(leader)]
    if seat:
        near = [u for u in troops if side(u) == side(leader)]
        if w.options["leader_arrival"] == "own":
            near = [u for u in near if owner(w, u) == seat]
        places = sorted({w.at[u] for u in near})
        found = [p for p in places if _may_join(w, seat, leader, p)]
        if found:
            return found
    return strongest_areas(w, [u for u in troops if UNITS[u].nation == UNITS[leader].nation])


def _may_join(w: World, seat: Seat, leader: Unit, place: Place) -> bool:
    """§8.1 §16.34 Return true if a leader may come to units of their colour: to a city of one's own only, and
    a land leader at sea aboard one's own ship.
    """
    if may_stand(w, leader, place) is not None:
        return False
    if is_city(place):
        return may_enter_city(w, seat, side(leader), place) is None
    if is_sea(place) and not is_naval(leader):
        return any(is_ship(u) and side(u) == side(leader) and owner(w, u) == seat for u in units_at(w, place))
    return True


def strongest_areas(w: World, units: list[Unit]) -> list[Place]:
    """The areas where units are strongest, several if they are equal; none without units."""
    places = sorted({w.at[u] for u in units})
    might = {p: total(w, [u for u in units if w.at[u] == p]) for p in places}
    return [p for p in places if might[p] == max(might.values())]
