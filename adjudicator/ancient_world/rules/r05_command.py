"""§6.24 §6.25 The units and leaders that act: all, those taken, or all but those detached."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from adjudicator.ancient_world.board import CITY_AT, ELEPHANT, FOOT, HORSE, LEADERS, contingent_of
from adjudicator.ancient_world.world import (
    ACTIVE,
    Force,
    Place,
    World,
    force_of,
    hex_of,
    is_inside,
    place_of,
    printed_defence,
    push,
    seat_of,
    stack_key,
)
from adjudicator.core import N_, Bar, Choice, Field, Form, Illegal, Sealed, Split, bar, tell, words
from adjudicator.core.choices.choice import Verdicts

from .r02_forces import less, of_arm, settle, share, split, strength, units_of, within
from .r05_leaders import commandable, is_commander, leadable, limit_of, may_join, may_lead
from .r05_party import Leaders, chief_stays, own_seat, units_of_leader
from .r08_fog import concealed, units_told

Item = Choice[Any] | Bar | None


def acting_units(w: World) -> dict[str, int]:
    """§6.24 Return the units that act now: those chosen, else those that came, else all that may be led."""
    op = w.op
    assert op is not None
    place = place_of(w, op.leader)
    wanted = op.came if op.units is None else op.units
    if wanted is None:
        return commandable(w, op.leader, place)
    return share(within(wanted, leadable(w, op.leader, place)), limit_of(w, op.leader, place))


def acting_leaders(w: World, units: Mapping[str, int] | None = None) -> list[str]:
    """§5.42 Return the leaders who go along with some units, or those that act, the one who acts first.

    If nothing is chosen, all go who may when all units go.
    """
    op = w.op
    assert op is not None
    here = w.forces[force_of(w, op.leader)]
    if op.leaders is not None:
        return [op.leader, *(leader for leader in op.leaders if leader in here.leaders)]
    return [op.leader, *companions(w, acting_units(w) if units is None else units)]


def companions(w: World, units: Mapping[str, int]) -> list[str]:
    """§5.42 Return the companions of the active leader with some units, where nobody is named.

    All who may if all units go, else nobody.
    """
    op = w.op
    assert op is not None
    here = w.forces[force_of(w, op.leader)]
    if strength(less(here.units, units)):
        return []
    return own_seat(w, op.leader, [leader for leader in here.leaders if may_join(w, op.leader, leader)])


def come_together(w: World) -> None:
    """§6.24 Put the acting force with its side's force in its place.

    Who came acts next unless an order takes others along; who was there before is not carried off unasked
    (ruling AW-R96).
    """
    op = w.op
    assert op is not None
    force = w.forces.get(ACTIVE)
    op.units = op.leaders = op.came = None
    if force is None:
        return
    there = w.forces.get(stack_key(force.side, force.place))
    if there is not None and (there.units or there.leaders):
        op.came = dict(force.units)
        op.leaders = [leader for leader in force.leaders if leader != op.leader]
    settle(w, ACTIVE)


def stays_behind(w: World, place: Place, units: Mapping[str, int], leaders: Sequence[str]) -> Bar | None:
    """§6.25 §9.93 Return the reason why the others may not be left behind, None if they may.

    Outside a city a leader must stay with it who may lead it; inside, foot up to the defence may stay alone.
    Units that were there before the force came are not left behind by it.
    """
    side = LEADERS[leaders[0]].side
    key = stack_key(side, place)
    came = w.op.came if w.op is not None else None
    rest = less(units_of(w, [key]), units)
    if came is not None:
        rest = within(rest, less(came, units))
    remaining = [leader for leader in w.forces[key].leaders if leader not in leaders]
    if not strength(rest):
        return None
    free = [unit for unit in rest if contingent_of(unit) != "mamertini"]
    if any(all(may_lead(w, leader, contingent_of(unit)) for unit in free) for leader in remaining):
        return None
    locked = any((lock.side, lock.place) == (side, place) for lock in w.locks.values())
    if locked:
        return None
    if not is_inside(place):
        return bar(
            "6.25", N_("units can be left at {place} only with a leader who may lead them"), place=place
        )
    if of_arm(rest, HORSE, ELEPHANT):
        return bar("9.93", N_("cavalry and elephants can stay in a city only with a leader"))
    city = CITY_AT[hex_of(place)]
    most = printed_defence(w, city)
    if of_arm(rest, FOOT) > most:
        return bar(
            "9.93",
            N_("{n} infantry would stay in {city} without a leader; the limit is {most}"),
            n=of_arm(rest, FOOT),
            city=city,
            most=most,
        )
    return None


def form_up(w: World) -> Force:
    """§6.24 Make the acting force one of its own, under its key."""
    op = w.op
    assert op is not None
    key = force_of(w, op.leader)
    if key == ACTIVE:
        return w.forces[ACTIVE]
    return split(w, key, ACTIVE, acting_units(w), acting_leaders(w))


# -- take and detach -----------------------------------------------------------------------------


def take_item(w: World) -> Item:
    """§6.24 Return the order that says who acts: units, and leaders who go along."""
    return _parted(w, "take")


def detach_item(w: World) -> Item:
    """§6.25 Return the order that says who stays: units, and the leaders to whom they are left."""
    return _parted(w, "detach")


def _parted(w: World, kind: str) -> Item:
    """§6.24 Return the form of a `take` or `detach`, or the reason why the leader has no units for it."""
    op = w.op
    assert op is not None
    most = commandable(w, op.leader, place_of(w, op.leader))
    if not strength(most):
        return bar("6.24", N_("{leader} leads no units here"), leader=op.leader)
    if kind == "detach" and strength(most) == 1:
        return bar("6.24", N_("{leader} would have no units to lead"), leader=op.leader)
    prompt = words(N_("Which units?"))
    units: Split
    if kind == "take":
        units = units_of_leader(w, op.leader, "6.24", prompt, secret=False)
    else:
        here = leadable(w, op.leader, place_of(w, op.leader))
        units = Split(rule="6.24", prompt=prompt, things=lambda: here, least=1, most=sum(here.values()))

    def leaders(done: Mapping[str, Any]) -> Leaders:
        return Leaders(
            rule="6.24",
            prompt=words(N_("Which leaders?")),
            options=lambda: _companions(w, kind),
            least=0,
            unsaid=lambda: companions(w, done["units"]) if kind == "take" else [],
        )

    return Form(
        rule="6.24",
        prompt=words(N_("Which units, with which leaders?")),
        fields=(
            Field("units", lambda done: units, ("with",) if kind == "take" else ("to",)),
            Field("leaders", leaders),
        ),
        judge=lambda answer: _judge(w, kind, answer),
        conceal=concealed(w, place_of(w, op.leader), "leaders"),
    )


def _companions(w: World, kind: str) -> Verdicts:
    op = w.op
    assert op is not None
    here = w.forces[force_of(w, op.leader)].leaders
    others = [leader for leader in here if leader != op.leader]
    if kind == "detach":
        return dict.fromkeys(others)
    return {leader: None if may_join(w, op.leader, leader) else chief_stays(leader) for leader in others}


def chosen(w: World, kind: str, answer: Mapping[str, Any]) -> tuple[dict[str, int], list[str]]:
    """Return the units that act after a `take` or `detach`, and the leaders beside the active one."""
    op = w.op
    assert op is not None
    key = force_of(w, op.leader)
    if kind == "take":
        return dict(answer["units"]), list(answer["leaders"])
    place = w.forces[key].place
    units = share(less(leadable(w, op.leader, place), answer["units"]), limit_of(w, op.leader, place))
    others = [x for x in w.forces[key].leaders if x != op.leader and x not in answer["leaders"]]
    return units, [x for x in others if not is_commander(w, x)]


def _judge(w: World, kind: str, answer: Mapping[str, Any]) -> None:
    """§6.25 §9.93 Refuse a division that would leave units where none may stay.

    Raises:
        Illegal: saying why.
    """
    op = w.op
    assert op is not None
    units, leaders = chosen(w, kind, answer)
    if not strength(units):
        raise Illegal("6.24", N_("{leader} would have no units to lead"), leader=op.leader)
    stop = stays_behind(w, place_of(w, op.leader), units, [op.leader, *leaders])
    if stop is not None:
        raise stop.refuse()


def take_act(w: World, answer: Mapping[str, Any]) -> None:
    """§6.24 Take the units that act in the next operation."""
    _choose(w, "take", answer)


def detach_act(w: World, answer: Mapping[str, Any]) -> None:
    """§6.25 Detach units; all others act in the next operation."""
    _choose(w, "detach", answer)


def _choose(w: World, kind: str, answer: Mapping[str, Any]) -> None:
    op = w.op
    assert op is not None
    op.units, op.leaders = chosen(w, kind, answer)
    side, place = LEADERS[op.leader].side, place_of(w, op.leader)
    seen, sealed = units_told(w, side, place, {"units": op.units})
    sealed = {name: Sealed((seat_of(w, side, op.leader),), one.value) for name, one in sealed.items()}
    tell("forms_up", "6.24", sealed=sealed, leader=op.leader, leaders=op.leaders, **seen)
    push(w, "operate")
