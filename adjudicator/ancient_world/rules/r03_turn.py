"""§3.0 The turn: its phases, and the module phases A and B, which are ours (ruling AW-R83)."""

from __future__ import annotations

from collections.abc import Sequence

from adjudicator.ancient_world.board import BOARD, CITIES, LEADERS, Reinforcement
from adjudicator.ancient_world.setup import first_consul
from adjudicator.ancient_world.world import (
    NORMAL,
    ROME,
    Place,
    World,
    city_of,
    done,
    each_force,
    force_of,
    inside_of,
    is_inside,
    leaders_on_map,
    place_of,
    reinforcements_due,
    scenario_of,
    seat_of,
    sides_of,
    year_of,
)
from adjudicator.core import N_, OneOf, ask, one_of, tell, words

from .r02_forces import add_units
from .r05_leaders import rating
from .r08_casualties import NOBODY, choice_of, place_replacement
from .r08_fallen import leave_play, stand_in_leaves
from .r09_ends import conclude
from .r10_manpower import fallen
from .r11_control import entered_city, landing_city
from .r14_specials import fleet_helps

PHASES = (
    "upgrade",
    "return_wounded",
    "replace_fallen",
    "elections",
    "reinforce",
    "fill",
    "draw",
    "recover",
    "naval",
    "devastate",
    "adrift",
    "inertia",
    "ends",
    "recovery",
    "peace",
    "victory",
)
"""§3.0 A to G in order; the draw is repeated until no leader's marker is left."""
PROCONSULS = 2


async def turn(w: World) -> None:
    """§3.0 Begin a new turn: a year."""
    done(w, *PHASES)
    w.turn += 1
    w.spent, w.effects, w.mustered, w.envoys = {}, {}, [], []
    for _, force in each_force(w):
        force.fresh, force.landed = {}, 0
    fleet_helps(w)
    tell("turn", "3.0", turn=w.turn, year=year_of(w))


async def upgrade(w: World) -> None:
    """§3.0 A/1 §9.86 Rebuild sacked cities whose province is not devastated."""
    for city in list(w.sacked):
        if CITIES[city].province not in w.devastated:
            w.sacked = [other for other in w.sacked if other != city]
            tell("rebuilt", "9.86", city=city)
    conclude(w)
    done(w)


async def return_wounded(w: World) -> None:
    """§8.62 Bring the wounded back, to any of their own units; their stand-ins leave again."""
    hurt = sorted(leader for leader, fate in w.fate.items() if fate == "wounded")
    if not hurt:
        done(w)
        return
    leader = hurt[0]
    side = LEADERS[leader].side
    own = {f.place for _, f in each_force(w, side) if f.units and not f.afloat}
    places = sorted(p for p in own if not (is_inside(p) and city_of(w, p) in w.sieges))
    if not places:
        leave_play(w, leader, "out")
        return
    choice = OneOf(
        rule="8.62",
        prompt=words(N_("{leader} has recovered. Where do they come back?"), leader=leader),
        options=one_of(*places),
        verb="toward",
    )
    place = await ask(seat_of(w, side, leader), choice)
    del w.fate[leader]
    w.notes.pop(f"replaced/{leader}", None)
    add_units(w, side, place, {}, [leader])
    tell("returns", "8.62", side=side, leader=leader, place=place)
    stand_in_leaves(w, leader)


async def replace_fallen(w: World) -> None:
    """§8.63 B Replace the fallen at the start of a turn, without a limit on markers (§8.65)."""
    for side in sides_of(w):
        for leader in fallen(w, side):
            if w.fate[leader] != "dead" or w.notes.get(f"asked/{leader}") == w.turn:
                continue
            choice = choice_of(w, side, leader)
            if choice is None:
                continue
            answer = await ask(seat_of(w, side), choice)
            w.notes[f"asked/{leader}"] = w.turn
            if answer["pick"] != NOBODY:
                place_replacement(w, side, leader, answer)
            return
    done(w)


# -- §3.0 B Rome elects --------------------------------------------------------------------------


def new_consuls(w: World) -> list[str]:
    """Return the consuls of this year who have no command yet."""
    year = year_of(w)
    arriving = {leader for id in reinforcements_due(w) for leader in BOARD.reinforcements[id].leaders}
    return [
        leader.id
        for leader in LEADERS.values()
        if leader.office == "consul"
        and leader.year == year
        and w.scenario in leader.scenarios
        and leader.id not in w.fate
        and leader.id not in arriving
        and not force_of(w, leader.id)
    ]


async def elections(w: World) -> None:
    """§3.0 B Let each new consul take over a Roman force that is not besieged, or come to Roma.

    The leader whom they relieve leaves the map; last year's others stay as proconsuls, two at most.
    Ruling AW-M1.
    """
    if w.turn == 1 or ROME not in sides_of(w):
        done(w)
        return
    if not w.notes.get(f"elected/{w.turn}"):
        _step_down(w)
        w.notes[f"elected/{w.turn}"] = 1
    new = new_consuls(w)
    if not new and (surplus := _surplus(w)):
        _send_home(w, await _one_of(w, surplus))
        return
    if not new:
        _name_commander(w)
        conclude(w)
        done(w)
        return
    leader = new[0]
    places = _posts(w)
    if not places:
        leave_play(w, leader, "out")
        return
    choice = OneOf(
        rule="3.0",
        prompt=words(N_("{leader} is consul. Which force do they take over?"), leader=leader),
        options=one_of(*places),
        verb="toward",
    )
    place = await ask(seat_of(w, ROME), choice)
    if relieved := _relieved(w, place):
        _send_home(w, await _one_of(w, relieved))
    w.office[leader] = "consul"
    add_units(w, ROME, place, {}, [leader])
    tell("takes_over", "3.0", leader=leader, place=place)


def _posts(w: World) -> list[Place]:
    own = {
        force.place
        for _, force in each_force(w, ROME)
        if force.units
        and not force.afloat
        and not (is_inside(force.place) and city_of(w, force.place) in w.sieges)
    }
    base = "roma" if "latium" in scenario_of(w).area else "rhegium"
    if w.control.get(base) == ROME and base not in w.sieges:
        own.add(inside_of(base))
    return sorted(own)


def _step_down(w: World) -> None:
    for leader in leaders_on_map(w, ROME):
        if w.office.get(leader) == "consul":
            w.office[leader] = "proconsul"


def _relieved(w: World, place: Place) -> list[str]:
    """Return the highest of last year's consuls with a force that a new one takes over."""
    here = [
        x
        for x in leaders_on_map(w, ROME)
        if place_of(w, x) == place and w.office.get(x) in ("proconsul", "replacement")
    ]
    return [leader for leader in here if rating(leader) == max(map(rating, here))]


async def _one_of(w: World, leaders: Sequence[str]) -> str:
    """§5.43 Return the leader who goes home: of equals the one whom Rome names; ruling AW-M1."""
    if len(leaders) == 1:
        return leaders[0]
    choice = OneOf(rule="3.0", prompt=words(N_("Which leader goes home?")), options=one_of(*leaders))
    answer: str = await ask(seat_of(w, ROME), choice)
    return answer


def _send_home(w: World, leader: str) -> None:
    tell("relieved", "3.0", leader=leader, place=place_of(w, leader))
    leave_play(w, leader, "relieved")


def _surplus(w: World) -> list[str]:
    """§3.0 B Return the lowest of last year's consuls while there are more than two; ruling AW-M1."""
    kept = [x for x in leaders_on_map(w, ROME) if w.office.get(x) == "proconsul"]
    return [x for x in kept if rating(x) == min(map(rating, kept))] if len(kept) > PROCONSULS else []


def _name_commander(w: World) -> None:
    """§5.12 Make the consul with the higher rating the overall commander of Rome; ruling AW-M3."""
    consuls = [x for x in leaders_on_map(w, ROME) if w.office.get(x) == "consul"]
    chief = first_consul(w, consuls)
    if chief not in ("", w.commanders[ROME]):
        w.commanders[ROME] = chief
        tell("commander", "5.12", side=ROME, leader=chief)


# -- reinforcements ------------------------------------------------------------------------------


async def reinforce(w: World) -> None:
    """§3.0 B Place reinforcements inside their city, or the nearest of their side; ruling AW-V12."""
    for id in sorted({*reinforcements_due(w), *_late(w)}):
        _arrive(w, BOARD.reinforcements[id])
    if year_of(w) < scenario_of(w).first_year and ROME in sides_of(w):
        _name_commander(w)
    done(w)


def _late(w: World) -> list[str]:
    return [name.partition("/")[2] for name in sorted(w.notes) if name.startswith("late/")]


def _arrive(w: World, r: Reinforcement) -> None:
    city = landing_city(w, r.side, r.city)
    w.notes.pop(f"late/{r.id}", None)
    if not city:
        w.notes[f"late/{r.id}"] = 1
        tell("late", "3.0", side=r.side, city=r.city)
        return
    leaders = [x for x in r.leaders if x not in w.fate and not force_of(w, x)]
    add_units(w, r.side, inside_of(city), r.units, leaders)
    entered_city(w, r.side, city)
    for leader in leaders:
        if r.side == ROME:
            w.office[leader] = LEADERS[leader].office
    tell("reinforced", "3.0", side=r.side, place=inside_of(city), units=dict(r.units), leaders=leaders)


async def recovery(w: World) -> None:
    """§8.56 G/2 Every army recovers one step."""
    for _, force in each_force(w):
        if force.status > NORMAL:
            force.status -= 1
            tell("recovers", "8.56", side=force.side, place=force.place, status=force.status)
    done(w)
