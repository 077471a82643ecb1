"""§6.4 The levy: new blocks out of the stock, and steps for those in friendly cities."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

from adjudicator.core import N_, Bar, Field, Form, Menu, OneOf, Reach, Verdicts, Words, ask, bar, tell, words
from adjudicator.core.log.chain import JSON
from adjudicator.julius_caesar.board import BLOCKS, LEVY_CITIES
from adjudicator.julius_caesar.world import (
    Place,
    Side,
    World,
    backs,
    blocks_of,
    enemy_of,
    is_city,
    is_leader,
    known_to,
)

from . import r04_board as r04
from .r06_command import end_command


async def order_levy(w: World) -> None:
    """§6.4 §2.2 One levy of the acting side, after its movement; it may stop early; ruling JC-W5."""
    side = w.acting
    if w.levies == 0:
        end_command(w)
        return
    answer = await ask(side, levy_menu(w, side))
    match answer["pick"]:
        case "levy":
            raise_block(w, side, answer["answer"]["block"], answer["answer"]["city"])
        case "step":
            add_step(w, side, answer["answer"])
        case "end":
            end_command(w)


def levy_menu(w: World, side: Side) -> Menu:
    """§6.4 A new block, a step, or the end."""
    return Menu(
        rule="6.4",
        prompt=words(
            N_("Levy a block, add a step, or end your levies ({levies} levy {levies:point|points} left)."),
            levies=w.levies,
        ),
        # While a question is asked nothing changes: what is open is worked out once.
        items=cache(
            lambda: {
                "levy": _no_recruit(w, side) or _levy_form(w, side),
                "step": _no_gain(w, side) or _step_choice(w, side),
                "end": None,
                "move": bar("2.2", N_("your movement has ended: all movement comes before levies")),
                "sail": bar("2.2", N_("your movement has ended: all movement comes before levies")),
            }
        ),
        note=lambda order: _cost(w, order),
        ends={"end": ("levy", "step")},
        revocable=("levy", "step") if w.levies > 1 else (),  # after the last one the other side is to act
        conceal=lambda answer: _conceal_levy(w, answer),
    )


def _cost(w: World, order: str) -> Words | None:
    """§6.4 Say what an order costs, None for the end."""
    return words(N_("1 of {n} levy {n:point|points}"), n=w.levies) if order != "end" else None


def _conceal_levy(w: World, answer: dict[str, Any]) -> dict[str, JSON]:
    """Return the public part of a levy: in which city a block is set up or turned (Fog of war)."""
    match answer["pick"]:
        case "levy":
            return {"pick": "levy", "place": answer["answer"]["city"]}
        case "step":
            return {"pick": "step", "place": w.at[answer["answer"]]}
    return {"pick": "end"}


def _no_recruit(w: World, side: Side) -> Bar | None:
    """§6.4 Return why the side can raise no block at all; None if it can."""
    open_to = friendly_cities(w, side)
    if any(_may_recruit(w, side, block, open_to) is None for block in w.stock[side]):
        return None
    return bar("6.4", N_("there is no friendly city where a block from your stock could be levied"))


def _no_gain(w: World, side: Side) -> Bar | None:
    """§6.4 Return why no block of the side can gain a step; None if one can."""
    held = r04.holders(w)
    if any(_may_step(w, side, block, held) is None for block in blocks_of(w, side)):
        return None
    return bar("6.4", N_("none of your blocks in friendly cities can gain a step"))


def _levy_form(w: World, side: Side) -> Form:
    return Form(
        rule="6.4",
        prompt=words(N_("Levy a block from your stock.")),
        fields=(
            Field("block", lambda done: _recruit_choice(w, side), ("at",)),
            Field("city", lambda done: _city_choice(w, side, done["block"])),
        ),
        ways=lambda block: list(_reach(w, side, block)),
    )


def _recruit_choice(w: World, side: Side) -> OneOf:
    return OneOf(rule="6.4", prompt=words(N_("Which block?")), options=lambda: recruits(w, side), note=_worth)


def _worth(block: str) -> Words:
    """§6.4 §3.11 to §3.13 Say where a block of the stock is levied, what it costs, and what it counts."""
    printed, cities = BLOCKS[block], LEVY_CITIES[block]
    worth = words(
        N_("1 levy point; {letter}{firepower}, up to {n} {n:step|steps}"),
        letter=printed.letter,
        firepower=printed.firepower,
        n=printed.steps,
    )
    if printed.levy_at in ("any", "shipyard"):
        return worth
    return words(N_("{cities:or}; {worth}"), cities=list(cities), worth=worth)


def recruits(w: World, side: Side) -> Verdicts:
    """§6.4 §5.1 The blocks of the stock, and those that lie face up for the year; ruling JC-L5."""
    open_to = friendly_cities(w, side)
    barred = {b: bar("7.5", N_("{block} was eliminated this year"), block=b) for b in w.eliminated[side]}
    return {b: _may_recruit(w, side, b, open_to) for b in w.stock[side]} | barred


def friendly_cities(w: World, side: Side) -> set[Place]:
    """§4.21 The cities that the side alone holds."""
    return {place for place, held in r04.holders(w).items() if held == side and is_city(place)}


def _may_recruit(w: World, side: Side, block: str, open_to: set[Place]) -> Bar | None:
    """§3.13 §6.4 Return where a block's label allows, in friendly cities; §7.51 a third leader only late."""
    if BLOCKS[block].after_loss and not any(is_leader(b) for b in w.trophies[enemy_of(side)]):
        return bar(
            "7.51",
            N_("you can levy {block} only after another of your leaders has been eliminated"),
            block=block,
        )
    if not open_to.isdisjoint(LEVY_CITIES[block]):
        return None
    cities = list(LEVY_CITIES[block]) if BLOCKS[block].levy_at not in ("any", "shipyard") else []
    if cities:
        why = N_("{block} is levied only at {cities}, which {cities:is|are} not friendly")
        return bar("6.4", why, block=block, cities=cities)
    return bar("6.4", N_("there is no friendly city where {block} could be levied"), block=block)


def _city_choice(w: World, side: Side, block: str) -> OneOf:
    return OneOf(
        rule="6.4",
        prompt=words(N_("In which city?")),
        options=lambda: _cities_for(w, side, block),
    )


def _cities_for(w: World, side: Side, block: str) -> Verdicts:
    """§6.4 §3.13 The cities that the label allows; ships where ships are built; ruling JC-L1."""
    held = r04.holders(w)
    return {city: _may_levy_at(side, city, held.get(city, r04.VACANT)) for city in LEVY_CITIES[block]}


def _may_levy_at(side: Side, city: Place, held: str) -> Bar | None:
    """§6.4 Friendly cities only, neither vacant nor contested; ruling JC-L1."""
    match held:
        case r04.VACANT:
            return bar("6.4", N_("{city} is vacant"), city=city)
        case _ if held == side:
            return None
        case r04.CONTESTED:
            return bar("6.4", N_("{city} is contested"), city=city)
    return bar("6.4", N_("{city} is enemy-held"), city=city)


def raise_block(w: World, side: Side, block: str, city: Place) -> None:
    """§6.4 Bring a block of the stock on the map with one step; it may gain more at once; ruling JC-L2.

    §7.51 A third leader comes by the same way; ruling JC-L3.
    """
    w.levies -= 1
    w.stock[side].remove(block)
    w.at[block], w.steps[block] = city, 1
    tell("levied", "6.4", side=side, place=city, backs=backs([block]), sealed=known_to(side, [block]))


def _step_choice(w: World, side: Side) -> OneOf:
    return OneOf(
        rule="6.4",
        prompt=words(N_("Which block gains a step?")),
        options=lambda: _may_gain(w, side),
        note=lambda block: _gain(w, block),
    )


def _gain(w: World, block: str) -> Words:
    """§6.4 Say what a step costs, and how many the block has then."""
    return words(N_("1 levy point; step {n} of {all}"), n=w.steps[block] + 1, all=BLOCKS[block].steps)


def _may_gain(w: World, side: Side) -> Verdicts:
    held = r04.holders(w)
    return {b: _may_step(w, side, b, held) for b in blocks_of(w, side)}


def _may_step(w: World, side: Side, block: str, held: Mapping[Place, str]) -> Bar | None:
    """§6.4 Never at sea, never in a contested city; Cleopatra and defectors may gain too; ruling JC-L4."""
    place = w.at[block]
    if not is_city(place):
        return bar("6.4", N_("{block} is at sea"), block=block)
    if held[place] != side:
        return bar("6.4", N_("{city} is contested"), city=place)
    if w.steps[block] == BLOCKS[block].steps:
        return bar("6.4", N_("{block} is at full strength"), block=block)
    return None


def add_step(w: World, side: Side, block: str) -> None:
    """§6.4 Add a step to a block."""
    w.levies -= 1
    w.steps[block] += 1
    tell("stepped", "6.4", side=side, place=w.at[block], backs=backs([block]), sealed=known_to(side, [block]))


def _reach(w: World, side: Side, block: str) -> Iterator[Reach]:
    """Yield where one block of the stock may come on the map."""
    stops = recruits(w, side)
    if block in stops:
        for city, closed in _cities_for(w, side, block).items():
            yield Reach(city, (city,), 1, "levy", stops[block] or closed)
