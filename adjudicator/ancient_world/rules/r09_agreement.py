"""§9.71 §11.33 Agreements: the surrender of a besieged city, a city handed over, and one given up."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
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
    Subset,
    any_open,
    ask,
    bar,
    judged,
    one_of,
    tell,
    words,
)

from .r02_forces import move_force, settle
from .r09_capture import MOST_CITIES, disperse, lose_leaders, refuges
from .r09_ends import conclude
from .r09_siege import besiegers, best_leader, defender_of, end_siege
from .r11_control import is_home, take_city

LEADERS_GO = N_("its leaders with it")
LEADERS_CAPTIVE = N_("its leaders stay captive")


def asides(w: World) -> Mapping[str, Choice[Any]]:
    """§9.71 §11.33 List the offers that each seat may make between operations, not in the midst of one."""
    in_hand = w.march is not None or w.battle is not None or w.captures
    if not w.agenda or in_hand or (w.op is not None and now(w) != "operate"):
        return {}
    return {side: _offers(w, side) for side in sides_of(w) if side in w.seats}


def _offers(w: World, side: Side) -> Menu:
    """§9.71 §11.33 Return the menu of a side's offers; a city that was assaulted is no longer offered."""
    besieged = [city for city in sorted(w.sieges) if defender_of(w, city) == side]
    fresh = [city for city in besieged if may_surrender(w, city)]
    held = [city for city in sorted(w.control) if w.control[city] == side and city not in w.sieges]
    surrender = Form(
        rule="9.71",
        prompt=words(N_("Which city do you offer, and where does its garrison go?")),
        fields=(
            Field("city", lambda done: _one("9.71", fresh), ("to",)),
            Field("to", lambda done: _refuges(w, side, done["city"])),
        ),
    )
    empty = [city for city in held if may_give_up(w, side, city)]
    no_siege = bar("9.71", N_("no city of yours is under siege"))
    if besieged:
        no_siege = bar(
            "9.71", N_("{cities}: too late after a reduction, attrition or assault"), cities=besieged
        )
    return Menu(
        rule="11.33",
        prompt=words(N_("What do you offer?")),
        items=lambda: {
            "surrender": surrender if fresh else no_siege,
            "surrender_captive": surrender if fresh else no_siege,
            "transfer": _one("11.33", held) if held else bar("11.33", N_("you hold no city to hand over")),
            "give_up": _one("11.33", empty)
            if empty
            else bar("11.33", N_("you hold no city outside your home that is without units")),
        },
    )


def may_give_up(w: World, side: Side, city: str) -> bool:
    """§11.33 §11.12 Return true if a side may give up a city: one without units, and not of its home."""
    return not is_home(w, CITIES[city].province, side) and not keys_at(w, inside_of(city))


def _one(rule: str, cities: list[str]) -> OneOf:
    return OneOf(rule=rule, prompt=words(N_("Which city?")), options=one_of(*cities))


def may_surrender(w: World, city: str) -> bool:
    """§9.71 Return true if a city has not suffered reduction, attrition or assault; ruling AW-V45."""
    return w.options.get("terms") == "any" or not w.notes.get(f"suffered/{city}")


def _refuges(w: World, side: Side, city: str) -> Subset:
    found: dict[str, Bar | None] = dict.fromkeys(refuges(w, side, city))
    if not any_open(found):
        found = {city: bar("9.74", N_("there is no city for the garrison to go to"))}
    return Subset(
        rule="9.74",
        prompt=words(N_("To which cities (three at most)?")),
        options=lambda: judged(list(found), found.__getitem__),
        least=1,
        most=MOST_CITIES,
    )


async def aside(w: World, seat: str, answer: Any) -> None:
    """§9.71 §9.74 §11.33 The other side accepts or refuses, but for a city that is given up."""
    enemy = enemy_of(w, seat)
    kind, body = answer["pick"], answer["answer"]
    if kind == "give_up":
        del w.control[body]
        tell("city_given_up", "11.33", side=seat, city=body)
        return
    city = body if kind == "transfer" else body["city"]
    prompt = words(N_("{side} offers you {city}. Do you accept?"), side=seat, city=city)
    if kind != "transfer":
        terms = LEADERS_CAPTIVE if kind == "surrender_captive" else LEADERS_GO
        prompt = words(
            N_("{side} offers you {city}; its garrison goes to {cities}, {terms}. Do you accept?"),
            side=seat,
            city=city,
            cities=body["to"],
            terms=words(terms),
        )
    choice = OneOf(rule="11.33" if kind == "transfer" else "9.71", prompt=prompt, options=one_of("yes", "no"))
    accepted = await ask(seat_of(w, enemy), choice) == "yes"
    tell("offer", choice.rule, side=seat, city=city, how="accepted" if accepted else "refused")
    if not accepted:
        return
    if kind == "transfer":
        _transfer(w, seat, city)
    else:
        await _surrender(w, seat, city, body["to"], kind == "surrender_captive")


async def _surrender(w: World, side: Side, city: str, to: Sequence[str], captive: bool) -> None:
    """§9.71 §9.74 Let the garrison go, and its leaders or not; militia are gone, and the besieger enters.

    §11.12 A city of its home that they do not enter is its owner's.
    """
    enemy = enemy_of(w, side)
    leader = best_leader(w, besiegers(w, city))
    end_siege(w, city)
    w.control.pop(city, None)
    if captive:
        lose_leaders(w, side, city, "captive")
    await disperse(w, seat_of(w, side), side, city, to)
    tell("fallen", "9.71", side=enemy, city=city, how="surrender", leader=leader)
    w.captures.append(Capture(city, enemy, "surrender", leader))
    push(w, "occupy", "ends")


def _transfer(w: World, side: Side, city: str) -> None:
    """§11.33 Bring the units inside out; a small city is the other side's now, a larger one if foot go in."""
    enemy = enemy_of(w, side)
    for key in keys_at(w, inside_of(city), side):
        move_force(w, key, CITIES[city].hex, False)
        settle(w, key)
    w.control.pop(city, None)
    if size_of(w, city) == "small":
        take_city(w, enemy, city)
    if keys_at(w, CITIES[city].hex, enemy):
        w.captures.append(
            Capture(city, enemy, "surrender", best_leader(w, keys_at(w, CITIES[city].hex, enemy)))
        )
        push(w, "occupy")
    conclude(w)
