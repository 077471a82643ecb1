"""§9.2 Sieges: investment, its avoidance and lifting; besiegers and garrison."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from adjudicator.ancient_world.board import CITIES, FOOT, LEADERS
from adjudicator.ancient_world.world import (
    Place,
    Side,
    Siege,
    World,
    city_of,
    done,
    enemy_of,
    force_of,
    hex_of,
    inside_of,
    is_inside,
    keys_at,
    printed_defence,
    push,
    units_at,
)
from adjudicator.core import (
    N_,
    Bar,
    Choice,
    Field,
    Form,
    Menu,
    Split,
    ask,
    bar,
    d10,
    one_of,
    tell,
    words,
)

from .r02_forces import leaders_of, of_arm, part, settle, split, strength
from .r05_leaders import candidates, rating, seat_for
from .r06_goals import Goal
from .r06_ground import friendly_city
from .r08_avoidance import Escape, burn_engines, escapes, get_away, honour, leader_away, stake
from .r08_fog import tell_contact

Item = Choice[Any] | Bar | None
TIMES = 2
"""§9.21 The multiple of a city's defence that the foot of an investing force must reach."""


def siege_here(w: World) -> str:
    """§9.21 Return the city that the active leader besieges, "" for none."""
    op = w.op
    assert op is not None
    force = w.forces[force_of(w, op.leader)]
    city = city_of(w, force.place)
    if is_inside(force.place) or city not in w.sieges:
        return ""
    return city if w.sieges[city].side == force.side else ""


def besieged_here(w: World) -> str:
    """§9.21 Return the city under siege that the active leader is in, "" for none."""
    op = w.op
    assert op is not None
    place = w.forces[force_of(w, op.leader)].place
    city = city_of(w, place)
    return city if is_inside(place) and city in w.sieges else ""


def defender_of(w: World, city: str) -> Side:
    """§9.21 Return the side whose city it is or whose units are in it, "" for a city of nobody."""
    for key in keys_at(w, inside_of(city)):
        return w.forces[key].side
    return w.control.get(city, "")


def garrison(w: World, city: str) -> dict[str, int]:
    """§9.91 §9.92 Return the units of a city's holder inside it, without militia."""
    side = defender_of(w, city)
    return units_at(w, inside_of(city), side) if side else {}


def garrison_keys(w: World, city: str) -> list[str]:
    """Return the keys of the forces inside a city."""
    return keys_at(w, inside_of(city))


def besiegers(w: World, city: str) -> list[str]:
    """§9.21 Return the keys of all forces of the besieging side outside the city; ruling AW-R66."""
    return keys_at(w, CITIES[city].hex, w.sieges[city].side)


def enough_foot(w: World, side: Side, city: str) -> bool:
    """§9.21 §9.23 Return true if a side has foot for a siege, by the defence as printed; ruling AW-R65."""
    return of_arm(units_at(w, CITIES[city].hex, side), FOOT) >= TIMES * printed_defence(w, city)


def hostile_city(w: World, side: Side, place: Place) -> str | Bar:
    """§9.21 Return the city of a hex that a side might act against, or why there is none."""
    city = city_of(w, place)
    if not city:
        return bar("9.2", N_("there is no city in {place}"), place=hex_of(place))
    if is_inside(place):
        return bar("9.21", N_("a siege is led from outside the city"))
    if w.control.get(city) == side or (not w.control.get(city) and friendly_city(w, side, city)):
        return bar("9.2", N_("{city} is open to you"), city=city)
    if w.notes.get(f"neutral/{city}"):
        return bar("9.2", N_("{city} is neutral"), city=city)
    return city


# -- investment ----------------------------------------------------------------------------------


def invest_item(w: World) -> Item:
    """§9.21 Return the order to invest the city of this hex."""
    op = w.op
    assert op is not None
    force = w.forces[force_of(w, op.leader)]
    found = hostile_city(w, force.side, force.place)
    if isinstance(found, Bar):
        return found
    if found in w.sieges:
        return bar("9.21", N_("{city} is already under siege"), city=found)
    if force.scattered:
        return bar("7.28", N_("the force is scattered: it must be reformed first"))
    if not enough_foot(w, force.side, found):
        need = TIMES * printed_defence(w, found)
        return bar("9.21", N_("{city} needs {n} foot outside it"), city=found, n=need)
    return None


def invest_act(w: World, answer: None) -> None:
    """§9.21 §9.22 Declare the investment; a force with a leader inside may avoid it first."""
    push(w, "invest")


async def invest(w: World) -> None:
    """§9.21 Put the city under siege; the leader is finished, and the city gets militia.

    §9.22 Whatever comes of an avoidance. §9.94 Militia are as many as the defence as printed.
    """
    op = w.op
    assert op is not None
    force = w.forces[force_of(w, op.leader)]
    side, city = force.side, city_of(w, force.place)
    keys = [key for key in garrison_keys(w, city) if w.forces[key].leaders]
    if keys and candidates(w, keys):
        await _slip_out(w, keys[0], city, side)
    done(w, "finish")
    found = garrison(w, city)
    w.sieges[city] = Siege(side, printed_defence(w, city), of_arm(found, FOOT))
    tell("invested", "9.21", side=side, city=city, leader=op.leader, militia=w.sieges[city].militia)
    tell_contact(w, CITIES[city].hex)


async def _slip_out(w: World, key: str, city: str, attacker: Side) -> None:
    """§9.22 §5.54 Those inside try to get away before the ring closes; they may leave a garrison."""
    leaders, here = candidates(w, [key]), CITIES[city].hex
    side = w.forces[key].side
    open_ = {to: one for to, one in escapes(w, key, here, "").items() if hex_of(to) != here}
    if not open_:
        return
    answer = await ask(seat_for(w, side, leaders), _slip_choice(w, key, city, open_))
    if answer["pick"] == "stand":
        return
    body = answer["answer"]
    to, stay = body["to"], body["units"]
    leader = await leader_away(w, side, here, leaders, open_[to])
    burn_engines(w, key)
    one = replace(open_[to], modifier=open_[to].modifier + honour(w, leader))
    mine, theirs = await stake(w, side, leader, attacker, w.op.leader if w.op is not None else "")
    die = await d10("9.22", f"{leader} {city}")
    away = die + one.modifier - mine + theirs <= rating(leader)
    tell(
        "avoids",
        "9.22",
        side=side,
        leader=leader,
        place=here,
        to=to,
        how="succeeds" if away else "fails",
        die=die,
        modifier=one.modifier,
        guile=mine,
        against=theirs,
        rating=rating(leader),
    )
    if not away:
        return
    if stay:
        split(w, key, "garrison", stay, [])
    await get_away(w, key, to, one)
    if stay:
        settle(w, "garrison")


def _slip_choice(w: World, key: str, city: str, open_: Mapping[Place, Escape]) -> Menu:
    foot = part(w.forces[key].units, FOOT)
    to = Goal(rule="9.22", prompt=words(N_("Where to?")), options=one_of(*open_), verb="toward")
    stay = Split(
        rule="9.22",
        prompt=words(N_("Which foot stay as a garrison?")),
        things=lambda: foot,
        least=0,
        most=min(printed_defence(w, city), sum(foot.values())),
    )
    away = Form(
        rule="9.22",
        prompt=words(N_("Where to, and which units stay?")),
        fields=(Field("to", lambda d: to, (":",)), Field("units", lambda d: stay)),
    )
    return Menu(
        rule="9.22",
        prompt=words(N_("{city} is being invested. Do you try to get away?"), city=city),
        items=lambda: {"stand": None, "avoid": away},
    )


# -- lifting -------------------------------------------------------------------------------------


def lift_item(w: World) -> Item:
    """§9.23 Return the order to give up a siege."""
    return None if siege_here(w) else bar("9.23", N_("you besiege no city here"))


def lift_act(w: World, answer: None) -> None:
    """§9.23 Give the siege up, freely and at any time of a phase of the besieger's leader."""
    city = siege_here(w)
    side = w.sieges[city].side
    end_siege(w, city)
    tell("lifted", "9.23", side=side, city=city, how="given_up")
    push(w, "operate")


def end_siege(w: World, city: str) -> None:
    """§9.25 §9.43 §9.94 End a siege: militia are gone, and the breaches are closed; ruling AW-V41."""
    w.sieges.pop(city, None)
    w.reduced.pop(city, None)


def lift_sieges(w: World) -> None:
    """§9.23 End sieges that too few foot, or no leader, are left to continue.

    §9.24 Of the others, note the most foot that have been inside.
    """
    for city, siege in sorted(w.sieges.items()):
        keys = besiegers(w, city)
        leaders = leaders_of(w, keys)
        if enough_foot(w, siege.side, city) and leaders:
            siege.most = max(siege.most, of_arm(garrison(w, city), FOOT))
            continue
        end_siege(w, city)
        tell("lifted", "9.23", side=siege.side, city=city, how="no_leader" if not leaders else "too_few")


def enemy_inside(w: World, city: str) -> bool:
    """§9.61 Return true if units of the other side are in a city."""
    return city in w.sieges and bool(strength(units_at(w, inside_of(city), enemy_of(w, w.sieges[city].side))))


def best_leader(w: World, keys: list[str]) -> str:
    """§9.85 Return the leader of forces without an active one: the highest campaign rating."""
    return max(leaders_of(w, keys), key=lambda leader: (rating(leader), leader), default="")


def capability(leader: str) -> str:
    """§9.41 Return the nation whose siege capability a leader has."""
    return LEADERS[leader].nation
