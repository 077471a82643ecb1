"""§5.2 §5.3 Operations: what a leader who is active may do, going on, and the end of the phase."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

from msgspec import Struct

from adjudicator.ancient_world.board import CITY_AT, LEADERS
from adjudicator.ancient_world.world import (
    ACTIVE,
    SECOND,
    THIRD,
    World,
    done,
    force_of,
    hex_of,
    is_inside,
    push,
    seat_of,
    size_of,
)
from adjudicator.core import (
    N_,
    Bar,
    Choice,
    Menu,
    NotUnderstood,
    OneOf,
    Reader,
    Words,
    ask,
    bar,
    d10,
    one_of,
    tell,
    words,
)
from adjudicator.core.choices.choice import lazily
from adjudicator.core.language.words import fold
from adjudicator.core.log.chain import JSON

from .r02_forces import settle
from .r05_command import detach_act, detach_item, take_act, take_item
from .r05_leaders import guile_left, rating
from .r06_movement import ally_act, ally_item, march_act, march_item, ride_act, ride_item
from .r07_landing import land_act, land_item
from .r07_transport import sail_act, sail_item, sail_part_act, sail_part_item
from .r08_attack import attack_act, attack_item
from .r09_assault import assault_act, assault_item
from .r09_ends import conclude
from .r09_prospects import ODDS
from .r09_reduction import reduce_act, reduce_item, repair_act, repair_item, sally_act, sally_item
from .r09_siege import invest_act, invest_item, lift_act, lift_item
from .r09_surrender import demand_act, demand_item
from .r09_treachery import treachery_act, treachery_item
from .r10_manpower import muster_act, muster_item, recruit_act, recruit_item
from .r11_control import friendly_for_recovery
from .r12_diplomacy import diplomacy_act, diplomacy_item
from .r14_specials import gauls_join

Item = Choice[Any] | Bar | None


class Order(Struct, frozen=True):
    """An order of §5.3 (§chart/operations): what is asked, and what carrying it out begins. It puts
    procedures on the agenda.
    """

    item: Callable[[World], Item]
    act: Callable[[World, Any], None]


def nothing(w: World) -> Item:
    """A bare word."""
    return None


def pass_act(w: World, answer: None) -> None:
    """§5.26 End the leader's phase: the marker is spent."""
    push(w, "finish")


def reform_item(w: World) -> Item:
    """§5.3 I §7.28 Return the order to reform a scattered force."""
    op = w.op
    assert op is not None
    if not w.forces[force_of(w, op.leader)].scattered:
        return bar("7.28", N_("the force is not scattered"))
    return None


def reform_act(w: World, answer: None) -> None:
    """§7.28 Put the force in order again; then roll for going on."""
    op = w.op
    assert op is not None
    force = w.forces[force_of(w, op.leader)]
    force.scattered = 0
    op.first, op.check = 0, "reform"
    tell("reformed", "7.28", side=force.side, leader=op.leader, place=force.place)
    push(w, "continuation")


ORDERS: Mapping[str, Order] = {
    "march": Order(march_item, march_act),  # §5.3 B
    "ride": Order(ride_item, ride_act),  # §5.3 A
    "ally": Order(ally_item, ally_act),  # §5.3 C
    "take": Order(take_item, take_act),  # §6.24
    "detach": Order(detach_item, detach_act),  # §6.25
    "attack": Order(attack_item, attack_act),  # §5.3 D
    "invest": Order(invest_item, invest_act),  # §5.3 E
    "assault": Order(assault_item, assault_act),
    "treachery": Order(treachery_item, treachery_act),
    "reduce": Order(reduce_item, reduce_act),
    "repair": Order(repair_item, repair_act),
    "sally": Order(sally_item, sally_act),
    "lift": Order(lift_item, lift_act),  # §9.23
    "demand": Order(demand_item, demand_act),  # §5.3 F
    "muster": Order(muster_item, muster_act),  # §5.3 G
    "recruit": Order(recruit_item, recruit_act),  # §8.63 C
    "diplomacy": Order(diplomacy_item, diplomacy_act),  # §5.3 H
    "reform": Order(reform_item, reform_act),  # §5.3 I
    "sail": Order(sail_item, sail_act),  # §7.2
    "sail_part": Order(sail_part_item, sail_part_act),
    "land": Order(land_item, land_act),
    "pass": Order(nothing, pass_act),  # §5.26
}
AT_SEA = ("sail", "land", "pass")
SAIL_PART = "sail_part"


FREE = ("take", "detach", "lift")
FINISHING = ("invest", "assault", "treachery", "sally", "pass")
"""Orders after which the leader is finished, whatever comes of them."""
FOR_GUILE = ("recruit", "diplomacy")
"""Orders that cost a point of guile."""
DOES = {
    "ride": N_("the leader goes alone"),
    "take": N_("says which units go along"),
    "detach": N_("says which units stay behind"),
    "invest": N_("a siege begins"),
    "lift": N_("the siege ends"),
}
"""The effects of orders whose names do not tell them."""
AT_A_CITY = ("invest", "assault", "reduce", "repair", "lift", "demand")


class Operations(Menu, frozen=True, kw_only=True):
    """The orders of the active leader, who is in the hex of the city `here`, "" for none.

    "sail Panormus: 20 foot" names the units behind the way, "assault Placentia" the city; so does
    "treachery Tarentum guile 2".
    """

    here: str

    def parse(self, text: str, reader: Reader) -> JSON:
        name, rest = self._verb(text, self.items(), reader)
        if name in AT_A_CITY and rest and self.here:
            said = " ".join(text.split()[: -len(rest.split())])
            if fold(said) not in reader.lexicon.names(name) and not reader.lexicon.find(rest, [self.here]):
                raise NotUnderstood(text, self._expected(), self._open())  # "as planned" is no assault
            OneOf(rule=self.rule, prompt=self.prompt, options=one_of(self.here)).parse(rest, reader)
            text = reader.label(name)
        if name == "treachery" and self.here:
            text = f"{reader.label(name)} {self._behind_city(rest, reader)}"
        way, colon, units = rest.rpartition(":")
        if name == "sail" and colon:
            text = f"{reader.label(SAIL_PART)} {units.strip()}: {way.strip()}"
        return super().parse(text, reader)

    def _behind_city(self, text: str, reader: Reader) -> str:
        """Return the rest of an order behind the name of the city, all of it if the city is not named."""
        said = text.split()
        for n in range(len(said), 0, -1):
            if reader.lexicon.find(" ".join(said[:n]), {self.here: None}):
                return " ".join(said[n:])
        return text


async def operate(w: World) -> None:
    """§5.22 §5.3 Let the active leader do one thing after another until they are finished."""
    op = w.op
    assert op is not None
    leader = op.leader
    if (ACTIVE not in w.forces) if op.ally else not force_of(w, leader):
        done(w, "finish")
        return
    seat, items = seat_of(w, LEADERS[leader].side, leader), items_of(w)
    answer = await ask(
        seat,
        Operations(
            rule="5.3",
            prompt=words(N_("What does {leader} do?"), leader=leader),
            items=lambda: items,
            note=partial(told_of, w),
            ends={"pass": _forgone(w)},
            here="" if op.ally else CITY_AT.get(hex_of(w.forces[force_of(w, leader)].place), ""),
        ),
    )
    done(w)
    ORDERS[answer["pick"]].act(w, answer.get("answer"))


def _forgone(w: World) -> Sequence[str]:
    """§5.26 Return the operations that a leader who passes forgoes.

    Not what nearly every leader could still do: ride, or after a first operation march and sail.
    """
    op = w.op
    assert op is not None
    no_loss = (*FREE, "pass", "ride", SAIL_PART, *(() if op.first else ("march", "sail")))
    return [name for name in ORDERS if name not in no_loss]


def told_of(w: World, order: str) -> Words:
    """Say what an order does, if its name does not, its odds, and what it costs."""
    does, cost = words(DOES[order]) if order in DOES else None, cost_of(w, order)
    if order in ODDS:
        does = ODDS[order](w)
    return words(N_("{does}; {cost}"), does=does, cost=cost) if does is not None else cost


def cost_of(w: World, order: str) -> Words:
    """§5.25 §5.53 Say what an order of the active leader costs, and whether they may go on after it."""
    op = w.op
    assert op is not None
    most = rating(op.leader)
    if order in FREE:
        return words(N_("costs nothing"))
    if order in FINISHING:
        return words(N_("ends {leader}'s phase"), leader=op.leader)
    if order in FOR_GUILE:
        left = guile_left(w, op.leader)
        return words(
            N_("costs 1 of {left} guile; then the leader continues on a roll of {most} or less"),
            left=left,
            most=most,
        )
    if order == "attack":
        return words(
            N_("after a victory the leader continues on a roll of {most} or less; if not, their phase ends"),
            most=most,
        )
    return words(N_("then the leader continues on a roll of {most} or less"), most=most)


def items_of(w: World) -> Mapping[str, Item]:
    """§5.3 List the active leader's operations, each with its question or the reason that bars it."""
    op = w.op
    assert op is not None
    names = list(ORDERS)
    if op.ally:
        names = ["ally", "pass"]
    elif w.forces[force_of(w, op.leader)].afloat:
        names = list(AT_SEA)
    return lazily({name: partial(ORDERS[name].item, w) for name in names})


async def continuation(w: World) -> None:
    """§5.24 §5.25 End an operation: a die of the campaign rating or less, and the leader goes on; more, and
    they are finished.
    """
    op = w.op
    assert op is not None
    leader = op.leader
    if not op.ally:
        settle(w, ACTIVE)
    conclude(w)
    if not force_of(w, leader) or (op.ally and ACTIVE not in w.forces):
        done(w, "finish")
        return
    die = await d10("5.25", leader)
    goes_on = die + op.modifier <= rating(leader)
    how = "goes_on" if goes_on else "finished"
    values: dict[str, Any] = {"die": die, "modifier": op.modifier, "rating": rating(leader), "how": how}
    if op.modifier:
        values["lines"] = {"demand": op.modifier}
    tell("continuation", "5.25", leader=leader, **values)
    if goes_on and op.check == "march":
        gauls_join(w, leader)
    op.modifier, op.check = 0, ""
    done(w, "operate" if goes_on else "finish")


async def finish(w: World) -> None:
    """§5.24 §4.14 End the phase, and its last operation."""
    op = w.op
    assert op is not None
    for key in (ACTIVE, SECOND, THIRD):
        settle(w, key)
    recover_in_city(w)
    tell("finished", "5.24", leader=op.leader)
    w.op = w.march = w.catch = w.counter = w.battle = None
    conclude(w)
    done(w)


def recover_in_city(w: World) -> None:
    """§8.56 Let armies recover a step that spent the phase with a leader in a large or medium friendly city.

    Ruling AW-R63.
    """
    op = w.op
    assert op is not None
    key = force_of(w, op.leader)
    if not key or not op.still:
        return
    force = w.forces[key]
    city = CITY_AT.get(hex_of(force.place), "")
    if not is_inside(force.place) or size_of(w, city) not in ("medium", "large"):
        return
    if force.status and friendly_for_recovery(w, force.side, city):
        force.status -= 1
        tell("recovers", "8.56", side=force.side, place=force.place, status=force.status)
