"""§9.71 §11.33 Agreements between both sides: the surrender of a besieged city, a city handed over."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from adjudicator.ancient_world.board import CITIES
from adjudicator.ancient_world.world import (
    Capture,
    Side,
    World,
    enemy_of,
    inside_of,
    keys_at,
    now,
    push,
    seat_of,
    sides_of,
    size_of,
)
from adjudicator.core import (
    N_,
    Bar,
    Choice,
    Field,
    Form,
    Menu,
    OneOf,
    any_open,
    ask,
    bar,
    judged,
    one_of,
    tell,
    words,
)

from .r02_forces import leaders_of, move_force, settle, units_of
from .r09_capture import refuges, send_away
from .r09_ends import conclude
from .r09_siege import besiegers, best_leader, defender_of, end_siege
from .r11_control import take_city


def asides(w: World) -> Mapping[str, Choice[Any]]:
    """§9.71 §11.33 List the offers that each seat may make between operations, not in the midst of one."""
    in_hand = w.march is not None or w.battle is not None or w.captures
    if not w.agenda or in_hand or (w.op is not None and now(w) != "operate"):
        return {}
    return {side: _offers(w, side) for side in sides_of(w) if side in w.seats}


def _offers(w: World, side: Side) -> Menu:
    besieged = [city for city in sorted(w.sieges) if defender_of(w, city) == side]
    held = [city for city in sorted(w.control) if w.control[city] == side and city not in w.sieges]
    surrender = Form(
        rule="9.71",
        prompt=words(N_("Which city do you offer, and where does its garrison go?")),
        fields=(
            Field("city", lambda done: _one("9.71", besieged), ("to",)),
            Field("to", lambda done: _refuge(w, side, done["city"])),
        ),
    )
    no_siege = bar("9.71", N_("no city of yours is under siege"))
    return Menu(
        rule="11.33",
        prompt=words(N_("What do you offer?")),
        items=lambda: {
            "surrender": surrender if besieged else no_siege,
            "transfer": _one("11.33", held) if held else bar("11.33", N_("you hold no city to hand over")),
        },
    )


def _one(rule: str, cities: list[str]) -> OneOf:
    return OneOf(rule=rule, prompt=words(N_("Which city?")), options=one_of(*cities))


def _refuge(w: World, side: Side, city: str) -> OneOf:
    found: dict[str, Bar | None] = dict.fromkeys(refuges(w, side, city))
    if not any_open(found):
        found = {city: bar("9.74", N_("there is no city for the garrison to go to"))}
    return OneOf(
        rule="9.74", prompt=words(N_("Where to?")), options=lambda: judged(list(found), found.__getitem__)
    )


async def aside(w: World, seat: str, answer: Any) -> None:
    """§9.71 §9.74 §11.33 The other side accepts or refuses; nothing happens without both."""
    enemy = enemy_of(w, seat)
    kind, body = answer["pick"], answer["answer"]
    city = body["city"] if kind == "surrender" else body
    choice = OneOf(
        rule="9.71" if kind == "surrender" else "11.33",
        prompt=words(N_("{side} offers you {city}. Do you accept?"), side=seat, city=city),
        options=one_of("yes", "no"),
    )
    accepted = await ask(seat_of(w, enemy), choice) == "yes"
    tell("offer", choice.rule, side=seat, city=city, how="accepted" if accepted else "refused")
    if not accepted:
        return
    if kind == "surrender":
        _surrender(w, seat, city, body["to"])
    else:
        _transfer(w, seat, city)


def _surrender(w: World, side: Side, city: str, to: str) -> None:
    """§9.71 §9.74 Let the garrison go with its leaders; militia are gone, and the besieger enters."""
    enemy = enemy_of(w, side)
    leader = best_leader(w, besiegers(w, city))
    keys = keys_at(w, inside_of(city), side)
    units, leaders = units_of(w, keys), leaders_of(w, keys)
    for key in keys:
        del w.forces[key]
    end_siege(w, city)
    w.control.pop(city, None)
    send_away(w, side, units, leaders, [to], city)
    tell("fallen", "9.71", side=enemy, city=city, how="surrender", leader=leader)
    w.captures.append(Capture(city, enemy, "surrender", leader))
    push(w, "occupy")


def _transfer(w: World, side: Side, city: str) -> None:
    """§11.33 Bring the units inside out; a large or medium city must be held by foot, or is nobody's."""
    enemy = enemy_of(w, side)
    for key in keys_at(w, inside_of(city), side):
        move_force(w, key, CITIES[city].hex, False)
        settle(w, key)
    w.control.pop(city, None)
    if keys_at(w, CITIES[city].hex, enemy):
        w.captures.append(
            Capture(city, enemy, "surrender", best_leader(w, keys_at(w, CITIES[city].hex, enemy)))
        )
        push(w, "occupy")
    elif size_of(w, city) == "small":
        take_city(w, enemy, city)
    conclude(w)
