"""§9.2 Sieges: investment, its avoidance and lifting; besiegers and garrison."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from adjudicator.ancient_world.board import CITIES, FOOT, LEADERS
from adjudicator.ancient_world.world import (
    Place,
    Side,
    Siege,
    World,
    added,
    city_of,
    done,
    enemy_of,
    force_of,
    hex_of,
    inside_of,
    is_inside,
    keys_at,
    locked_leaders,
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
    Illegal,
    Menu,
    OneOf,
    Split,
    Subset,
    ask,
    bar,
    d10,
    one_of,
    tell,
    words,
)

from .r02_forces import leaders_of, less, of_arm, part, settle, split, strength
from .r05_leaders import bound_units, candidates, rating, seat_for
from .r06_goals import Goal
from .r06_ground import friendly_city
from .r08_avoidance import Escape, burn_engines, escapes, get_away, leader_away, led_by, stake, tenth
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
    """§9.21 Return the city of a hex that a side might act against, or why there is none (ruling AW-R99)."""
    city = city_of(w, place)
    if not city:
        return bar("9.2", N_("there is no city at {place}"), place=hex_of(place))
    if is_inside(place):
        return bar("9.21", N_("a siege is led from outside the city"))
    if friendly_city(w, side, city):
        return bar("9.2", N_("{city} is open to you"), city=city)
    if units_at(w, inside_of(city), side):
        return bar("9.21", N_("units of yours are in {city}"), city=city)
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
        return bar("9.21", N_("{city} needs {n} infantry outside it"), city=found, n=need)
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
    keys = [key for key in garrison_keys(w, city) if _free_leaders(w, key)]
    if keys and less(w.forces[keys[0]].units, bound_units(w, keys[0])):
        await _slip_out(w, keys[0], city, side)
    done(w, "finish")
    found = garrison(w, city)
    w.sieges[city] = Siege(side, printed_defence(w, city), of_arm(found, FOOT))
    tell("invested", "9.21", side=side, city=city, leader=op.leader, militia=w.sieges[city].militia)
    tell_contact(w, CITIES[city].hex)


def _free_leaders(w: World, key: str) -> list[str]:
    """§12.12 Return the leaders of a force who are not locked."""
    return [leader for leader in w.forces[key].leaders if leader not in locked_leaders(w)]


async def _slip_out(w: World, key: str, city: str, attacker: Side) -> None:
    """§9.22 §5.54 Those inside try to get away before the ring closes; they may leave a garrison.

    §8.23 Not by the hexside by which the besieger came. Who may not leave the hex stays (ruling AW-V06).
    """
    here, op = CITIES[city].hex, w.op
    assert op is not None
    free = _free_leaders(w, key)
    leaders = [leader for leader in candidates(w, [key]) if leader in free] or free
    side = w.forces[key].side
    entries = {op.entry} - {""}
    open_ = {to: one for to, one in escapes(w, key, here, entries).items() if hex_of(to) != here}
    if not open_:
        return
    answer = await ask(seat_for(w, side, leaders), _slip_choice(w, key, city, open_))
    if answer["pick"] == "stand":
        return
    body = answer["answer"]
    to, stay = body["to"], {**body["units"]}
    going = [leader for leader in free if leader not in body["leaders"]]
    leaders = [leader for leader in leaders if leader in going] or going
    leader = await leader_away(w, side, here, leaders, open_[to])
    burn_engines(w, key)
    one = led_by(w, open_[to], leader)
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
        lines=one.lines,
        guile=mine,
        against=theirs,
        rating=rating(leader),
    )
    if not away:
        return
    left = [x for x in w.forces[key].leaders if x in locked_leaders(w) or x in body["leaders"]]
    stay = added([stay, bound_units(w, key)])
    if stay or left:
        split(w, key, "garrison", stay, left)
    await get_away(w, key, to, replace(one, loss=min(one.loss, tenth(w.forces[key].units))))
    settle(w, "garrison")


def _slip_choice(w: World, key: str, city: str, open_: Mapping[Place, Escape]) -> Menu:
    """§9.22 Return the question: stand, or avoid the siege with all that does not stay as a garrison."""
    force = w.forces[key]
    free = less(force.units, bound_units(w, key))
    others = _free_leaders(w, key)
    to = Goal(rule="9.22", prompt=words(N_("Where to?")), options=one_of(*open_), verb="toward")
    stay = Split(
        rule="9.22",
        prompt=words(N_("Which units stay as a garrison?")),
        things=lambda: free,
        least=0,
        most=max(0, sum(free.values()) - 1),
    )
    with_ = Subset(
        rule="9.22",
        prompt=words(N_("Which leaders stay with it?")),
        options=lambda: dict.fromkeys(others),
        least=0,
        most=len(others) - 1,
    )
    away = Form(
        rule="9.22",
        prompt=words(N_("Where to, and which units and leaders stay?")),
        fields=(
            Field("to", lambda d: to, (":",)),
            Field("units", lambda d: stay, ("with",)),
            Field("leaders", lambda d: with_),
        ),
        judge=lambda answer: _judge_garrison(w, city, answer["units"], answer["leaders"]),
    )
    return Menu(
        rule="9.22",
        prompt=words(N_("{city} is being invested. Do you try to get away?"), city=city),
        items=lambda: {"stand": None, "avoid": away},
    )


def _judge_garrison(w: World, city: str, units: Mapping[str, int], leaders: Sequence[str]) -> None:
    """§9.22 §9.93 Refuse a garrison without a leader of more than foot up to the city's defence.

    Raises:
        Illegal: saying why.
    """
    if leaders:
        return
    if set(units) != set(part(units, FOOT)):
        raise Illegal("9.93", N_("cavalry and elephants can stay in a city only with a leader"))
    most = printed_defence(w, city)
    if sum(units.values()) > most:
        raise Illegal(
            "9.93",
            N_("{n} infantry would stay in {city} without a leader; the limit is {most}"),
            n=sum(units.values()),
            city=city,
            most=most,
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
    w.notes.pop(f"suffered/{city}", None)


def suffers(w: World, city: str) -> None:
    """§9.71 Note that a city has suffered reduction, attrition or assault, and may offer no terms now."""
    w.notes[f"suffered/{city}"] = 1


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
    """§5.43 Return the leader who is asked for some forces: the highest rank, of equals the first."""
    return next(iter(candidates(w, keys, w.op.leader if w.op is not None else "")), "")


def seat_of_besiegers(w: World, city: str) -> str:
    """§5.43 Return the seat that decides for besiegers: their side's where leaders of two seats may."""
    fit = candidates(w, besiegers(w, city), w.op.leader if w.op is not None else "")
    return seat_for(w, w.sieges[city].side, fit)


async def commander_of(w: World, keys: list[str], city: str) -> str:
    """§5.43 §9.85 Return the commander at a siege: the highest rank, of equals the one the owner names.

    "" without a leader. Ruling AW-V47.
    """
    fit = candidates(w, keys, w.op.leader if w.op is not None else "")
    if len(fit) < 2:
        return best_leader(w, keys)
    choice = OneOf(
        rule="5.43",
        prompt=words(N_("Siege of {city}: which leader commands?"), city=city),
        options=one_of(*fit),
    )
    return await ask(seat_for(w, LEADERS[fit[0]].side, fit), choice)


def capability(leader: str) -> str:
    """§9.41 Return the nation whose siege capability a leader has."""
    return LEADERS[leader].nation
