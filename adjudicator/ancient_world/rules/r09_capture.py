"""§9.24 §9.25 §9.74 §9.8 A city that has fallen: who enters, what becomes of its garrison, the sack."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import Struct

from adjudicator.ancient_world.board import CITIES, FOOT, contingent_of
from adjudicator.ancient_world.world import (
    DISORGANIZED,
    DISRUPTED,
    SIZES,
    Capture,
    Side,
    World,
    added,
    cities_in_play,
    done,
    enemy_of,
    inside_of,
    keys_at,
    printed_defence,
    push,
    scenario_of,
    score_points,
    seat_of,
    size_of,
)
from adjudicator.core import N_, Amount, Choice, Menu, OneOf, Split, Subset, ask, d10, one_of, tell, words
from adjudicator.core.log.chain import JSON

from .r02_forces import (
    add_units,
    leaders_of,
    less,
    lose,
    move_force,
    of_arm,
    part,
    settle,
    split,
    strength,
    units_of,
)
from .r05_leaders import STAYS, rating
from .r06_ground import ISLANDS
from .r08_fallen import all_leave, leave_play
from .r08_fog import concealed
from .r08_outcome import GREAT
from .r08_retreat import major_points, score_battle
from .r09_siege import commander_of, end_siege, garrison
from .r11_control import entered_city, take_city
from .r12_track import CITY_BOXES, sack_boxes, shift, unlock, victory_boxes

FORCE = ("assault", "attrition")
SACKED = ("assault", "attrition", "treachery")
MANY, MOST_CITIES = 40, 3


def capture_city(w: World, city: str, side: Side, how: str, leader: str) -> None:
    """§9.24 Note the fall of a city: its siege is over, its defence whole again (§9.25)."""
    siege = w.sieges.get(city)
    most = max(siege.most, of_arm(garrison(w, city), FOOT)) if siege else 0
    end_siege(w, city)
    w.captures.append(Capture(city, side, how, leader))
    tell("fallen", "9.24", side=side, city=city, how=how, leader=leader)
    if how in FORCE:
        _victory(w, city, side, most)
    push(w, *(("sack",) if how in SACKED else ()), "survivors", "occupy")


def _victory(w: World, city: str, side: Side, most: int) -> None:
    """§9.24 §12.31 A large or medium city by assault or attrition is a major victory, and worth three boxes.

    So is a small one that had 40 foot or more in it, with the boxes of a battle; with 20 it is a victory.
    A city counts at its present size (§9.82). Ruling AW-R67, option `city_boxes`.
    """
    province, great = CITIES[city].province, size_of(w, city) != "small"
    if great:
        shift(w, province, side, CITY_BOXES)
    if (not great and most >= MANY) or (great and w.options.get("city_boxes") == "all_boxes"):
        victory_boxes(w, side, province)
    if great or most >= MANY:
        score_points(w, side, "major", major_points(w, side))
    elif most >= GREAT:
        score_battle(w, side)


async def sack(w: World) -> None:
    """§9.81 §9.82 Ask the winner whether the city is sacked; §9.83 then nobody of its garrison is
    left.

    §9.85 The leader's rating or less keeps the men in hand; else they loot and their state is worse.
    """
    one = w.captures[-1]
    seat = seat_of(w, one.side, one.leader)
    choice = OneOf(
        rule="9.82",
        prompt=words(N_("{city} has fallen. Do you sack it?"), city=one.city),
        options=one_of("yes", "no"),
    )
    if await ask(seat, choice) == "no":
        done(w)
        return
    before = size_of(w, one.city)
    if one.city not in w.sacked:
        w.sacked.append(one.city)
    w.captures[-1].sacked = 1
    if not size_of(w, one.city):
        w.control.pop(one.city, None)
    tell("sacked", "9.82", side=one.side, city=one.city, size=SIZES[max(0, SIZES.index(before) - 1)])
    for key in keys_at(w, inside_of(one.city)):
        leaders, units = list(w.forces[key].leaders), dict(w.forces[key].units)
        tell(
            "destroyed",
            "9.83",
            side=w.forces[key].side,
            place=inside_of(one.city),
            units=units,
            leaders=leaders,
        )
        all_leave(w, leaders, "dead")
        lose(w, key, units)
    one = w.captures[-1]
    if w.op is None:
        one.leader = await commander_of(w, keys_at(w, CITIES[one.city].hex, one.side), one.city)
    if w.options.get("sack_boxes", "one") == "one":
        sack_boxes(w, enemy_of(w, one.side), CITIES[one.city].province)
    die = await d10("9.85", one.leader or one.city)
    kept = not one.leader or die <= rating(one.leader)
    values: dict[str, JSON] = {"side": one.side, "city": one.city, "die": die}
    values |= {"rating": rating(one.leader)} if one.leader else {}
    tell("looting", "9.85", how="kept" if kept else "looted", **values)
    if not kept:
        for key in keys_at(w, CITIES[one.city].hex, one.side):
            force = w.forces[key]
            force.status = max(force.status, DISORGANIZED if force.status >= DISRUPTED else DISRUPTED)
    done(w)


# -- §9.74 survivors -----------------------------------------------------------------------------


def refuges(w: World, side: Side, city: str) -> list[str]:
    """§9.74 Return where a garrison may be sent: its side's other cities, else any of its home.

    Only by land: on the same shore.
    """
    shore = ISLANDS.get(CITIES[city].province, "italia")
    own = [
        c
        for c in cities_in_play(w)
        if c != city
        and w.control.get(c) == side
        and c not in w.sieges
        and ISLANDS.get(CITIES[c].province, "italia") == shore
    ]
    home = [
        c for c in cities_in_play(w) if CITIES[c].province in scenario_of(w).home[side] and c not in w.sieges
    ]
    return own or [c for c in home if c != city and w.control.get(c, side) == side]


async def survivors(w: World) -> None:
    """§9.74 Let the winner send the garrison to at most three cities of its side, and deal with leaders."""
    one = w.captures[-1]
    enemy = enemy_of(w, one.side)
    keys = keys_at(w, inside_of(one.city), enemy)
    if not keys:
        done(w)
        return
    seat, leaders = seat_of(w, one.side, one.leader), leaders_of(w, keys)
    fate = await _fate(w, one, seat, leaders) if leaders else FREE
    if fate.ransom:
        score_points(w, one.side, "ransom", fate.ransom)
        tell("ransomed", "9.74", side=enemy, leaders=leaders, n=fate.ransom)
    if fate.lost:
        lose_leaders(w, enemy, one.city, fate.lost)
    await disperse(w, seat, enemy, one.city)
    done(w)


def lose_leaders(w: World, side: Side, city: str, how: str) -> None:
    """§9.74 Take the leaders of a garrison off the map, "dead" or "captive"; ruling AW-V24."""
    place = inside_of(city)
    for leader in leaders_of(w, keys_at(w, place, side)):
        leave_play(w, leader, "dead", place)
        tell("fell", "9.74", side=side, leader=leader, place=place, how=how)


class Fate(Struct, frozen=True):
    """The fate of captured leaders: points paid for them, or how they are lost, "dead" or "captive"."""

    ransom: int = 0
    lost: str = ""


FREE = Fate()
MOST_RANSOM = 9


async def _fate(w: World, one: Capture, seat: str, leaders: Sequence[str]) -> Fate:
    """§9.74 The winner releases or executes captured leaders, or asks a ransom; ruling AW-V24.

    Who pays gives points of victory for them; otherwise they stay captives, and count as dead.
    """
    prompt = words(N_("{city}: what is done with {leaders}?"), city=one.city, leaders=leaders)
    price = Amount(
        rule="9.74",
        prompt=words(N_("How many victory points do you demand for {leaders}?"), leaders=leaders),
        least=1,
        most=MOST_RANSOM,
    )
    payer = seat_of(w, enemy_of(w, one.side), leaders[0])
    items: dict[str, Choice[Any] | None] = {"release": None, "execute": None}
    if payer in w.seats:
        items["ransom"] = price
    answer = await ask(seat, Menu(rule="9.74", prompt=prompt, items=lambda: items))
    if answer["pick"] != "ransom":
        return FREE if answer["pick"] == "release" else Fate(lost="dead")
    n = answer["answer"]
    pay = OneOf(
        rule="9.74",
        prompt=words(
            N_("{side} demands {n} victory {n:point|points} for {leaders}. Do you pay?"),
            side=one.side,
            n=n,
            leaders=leaders,
        ),
        options=one_of("yes", "no"),
    )
    return Fate(ransom=n) if await ask(payer, pay) == "yes" else Fate(lost="captive")


async def disperse(w: World, seat: str, side: Side, city: str, to: Sequence[str] = ()) -> None:
    """§9.74 Let a seat send a garrison away: to which cities, and of several which units to each.

    `to` are the cities, if they have been agreed (§9.71). Its leaders go to the first. Ruling AW-V46.
    """
    places = refuges(w, side, city)
    chosen: Sequence[str] = to or places
    if not to and len(places) > 1:
        where = Subset(
            rule="9.74",
            prompt=words(N_("{city}: to which cities does the garrison go (three at most)?"), city=city),
            options=lambda: dict.fromkeys(places),
            least=1,
            most=MOST_CITIES,
        )
        named: list[str] = await ask(seat, where)
        chosen = named
    keys = keys_at(w, inside_of(city), side)
    left, going = units_of(w, keys), dict[str, dict[str, int]]()
    for place in chosen[:-1]:
        going[place] = await _share_of(seat, city, place, left)
        left = less(left, going[place])
    if chosen:
        going[chosen[-1]] = left
    leaders, units = leaders_of(w, keys), units_of(w, keys)
    for key in keys:
        w.forces.pop(key, None)
    _released(w, side, city, going)
    send_away(w, side, units, leaders, going, city)


async def _share_of(seat: str, city: str, place: str, units: Mapping[str, int]) -> dict[str, int]:
    """§9.74 Ask which units of a garrison go to one of several cities."""
    if not units:
        return {}
    choice = Split(
        rule="9.74",
        prompt=words(N_("{city}: which units go to {place}?"), city=city, place=place),
        things=lambda: units,
        least=0,
        most=sum(units.values()),
    )
    named: dict[str, int] = await ask(seat, choice)
    return dict(named)


def _released(w: World, side: Side, city: str, going: Mapping[str, dict[str, int]]) -> None:
    """§12.12 Free who was locked in a city that is lost; Mamertines are lost; ruling AW-V44."""
    for name in [name for name, lock in w.locks.items() if lock.place == inside_of(city)]:
        unlock(w, name)
    home = {unit: n for unit, n in added(going.values()).items() if contingent_of(unit) == STAYS}
    for units in going.values():
        for unit in home:
            units.pop(unit, None)
    if home:
        w.losses[side] = w.losses.get(side, 0) + strength(home)
        tell("destroyed", "9.74", side=side, place=inside_of(city), units=home, leaders=[])


def send_away(
    w: World,
    side: Side,
    units: dict[str, int],
    leaders: Sequence[str],
    going: Mapping[str, dict[str, int]],
    start: str,
) -> None:
    """§9.74 Put a garrison into cities; without any it is lost."""
    if not going:
        w.losses[side] = w.losses.get(side, 0) + strength(units)
        all_leave(w, leaders, "out")
        tell("destroyed", "9.74", side=side, place=inside_of(start), units=units, leaders=list(leaders))
        return
    for n, (city, some) in enumerate(going.items()):
        if some or (leaders and n == 0):
            add_units(w, side, inside_of(city), some, leaders if n == 0 else ())
        if size_of(w, city) != "small" and of_arm(some, FOOT):
            take_city(w, side, city)
    kept = added(going.values())
    tell("sent_away", "9.74", side=side, city=start, cities=list(going), units=kept, leaders=list(leaders))


# -- §9.25 entering ------------------------------------------------------------------------------


async def occupy(w: World) -> None:
    """§9.25 §9.93 Let the winner go in, with the whole force or a garrison of foot, or stay outside.

    A city that nobody enters stays the loser's while it is small: ruling AW-V55.
    """
    one = w.captures[-1]
    city, side = one.city, one.side
    key = next(iter(keys_at(w, CITIES[city].hex, side)), "")
    if not key or not size_of(w, city):
        done(w)
        w.captures.pop()
        return
    foot = part(w.forces[key].units, FOOT)
    most = min(printed_defence(w, city), sum(foot.values()))
    guard = Split(
        rule="9.93",
        prompt=words(N_("Which infantry?")),
        things=lambda: foot,
        least=min(1, most),
        most=max(1, most),
        conceal=concealed(w, CITIES[city].hex),
    )
    items = {"enter": None, "stay_out": None} | ({"garrison": guard} if most else {})
    menu = Menu(rule="9.25", prompt=words(N_("Which units go into {city}?"), city=city), items=lambda: items)
    answer = await ask(seat_of(w, side, one.leader), menu)
    done(w)
    w.captures.pop()
    if answer["pick"] == "enter":
        settle(w, key)
        for at in keys_at(w, CITIES[city].hex, side):
            move_force(w, at, inside_of(city), False)
            settle(w, at)
    elif answer["pick"] == "garrison":
        split(w, key, "garrison", answer["answer"], [])
        w.forces["garrison"].place = inside_of(city)
        settle(w, "garrison")
    else:
        return
    entered_city(w, side, city)
