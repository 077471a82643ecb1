"""§5.3 The orders of the active leader: battle, siege, new units, the best march, an embassy."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from adjudicator.ancient_world.odds.known import known_world
from adjudicator.ancient_world.rules.r02_forces import of_arm, strength
from adjudicator.ancient_world.rules.r05_command import acting_units
from adjudicator.ancient_world.rules.r05_leaders import beside_commander, is_commander
from adjudicator.ancient_world.rules.r11_control import ALLIED
from adjudicator.ancient_world.show.view import ForceSeen, View
from adjudicator.ancient_world.world import ROME, World, is_inside
from adjudicator.core import Amount, Bar, Choice, Form, Menu, OneOf, Refusal
from adjudicator.core.log.chain import JSON
from adjudicator.core.log.chance import Rng

from .fights import of_attack
from .marches import guarded, least_margin, marches
from .sieges import cheapest, is_goal, ways_in
from .sight import GOALS, LEAST, city_at, force_with, is_besieging, opened, own_side, printed

URGENT: Final = 10.0
"""The worth of a way that comes before new units."""


def operate(view: View, choice: Choice[Any], rng: Rng) -> JSON:
    """§5.3 Choose an operation of the active leader."""
    assert isinstance(choice, Menu)
    items, force = choice.items(), force_with(view, view.acting)
    if force is None or "march" not in items:
        return {"pick": "pass"}
    if force.scattered and open_(items, "reform"):
        return {"pick": "reform"}
    if open_(items, "attack") and of_attack(view, force.side).margin >= least_margin(view, force):
        return {"pick": "attack"}
    for pick in ways_in(view, force):
        if open_(items, pick):
            return _given(pick, items[pick], rng)
    for least in (URGENT,) if is_besieging(view, force) else (URGENT, 0.0):
        if (order := _go(view, force, items, least)) is not None:
            return order
        if open_(items, "muster"):
            return _given("muster", items["muster"], rng)
        if (order := _send(view, items, rng)) is not None:
            return order
    return {"pick": "pass"}


def open_(items: Mapping[str, Choice[Any] | Bar | None], pick: str) -> bool:
    """Return true if an order is not barred."""
    return pick in items and not isinstance(items[pick], Bar)


def is_legal(choice: Choice[Any], answer: JSON) -> bool:
    """Return true if a question takes an answer."""
    try:
        choice.accept(answer)
    except Refusal:
        return False
    return True


def _given(pick: str, item: Choice[Any] | Bar | None, rng: Rng) -> JSON:
    """Return an order with all that may be staked, or any answer to its question."""
    if isinstance(item, Amount):
        return {"pick": pick, "answer": item.most}
    return {"pick": pick, "answer": item.sample(rng)} if isinstance(item, Choice) else {"pick": pick}


def _go(
    view: View, force: ForceSeen, items: Mapping[str, Choice[Any] | Bar | None], least: float
) -> JSON | None:
    """§6.2 §6.12 March on the best way, with what is not needed as a garrison; else ride to an army.

    Only on a way that is worth more than `least`.
    """
    w = known_world(view)
    units = acting_units(w)
    march, ride, take = items.get("march"), items.get("ride"), items.get("take")
    if not beside_commander(w, view.acting, force.place) and strength(units) >= LEAST:
        if isinstance(take, Form) and (staying := _guards(view, w, force, units)):
            going = {unit: n - staying.get(unit, 0) for unit, n in units.items()}
            going = {unit: n for unit, n in going.items() if n}
            others = [x for x in force.leaders if x != view.acting and not is_commander(w, x)]
            answer = {"units": going, "leaders": others}
            if (
                strength(going) >= LEAST
                and is_legal(take, answer)
                and _would_go(view, force, going, march, least)
            ):
                return {"pick": "take", "answer": answer}
        if isinstance(march, Choice):
            found = list(marches(view, force, strength(units), of_arm(units, "foot"), march))
            if found and (best := max(found))[0] > max(least, guarded(view, force)):
                return {"pick": "march", "answer": list(best[1])}
    alone = strength(units) < LEAST or (len(force.leaders) > 1 and not is_commander(w, view.acting))
    to = _army_without(view, force.side, ride) if isinstance(ride, OneOf) and alone else ""
    return {"pick": "ride", "answer": to} if to and not _is_needed(view, force) else None


def _guards(view: View, w: World, force: ForceSeen, units: Mapping[str, int]) -> Mapping[str, int]:
    """§9.93 Return the foot that should stay in the city where a force is, nothing if it need not."""
    city = city_at(force.place)
    op = view.operation
    if not is_inside(force.place) or op is None or op.units is not None:
        return {}
    if view.control.get(city) != force.side:
        return {}
    foot = {unit: n for unit, n in units.items() if unit.endswith("_foot")}
    return cheapest(foot, min(printed(view, city), strength(foot)))


def _would_go(
    view: View, force: ForceSeen, going: Mapping[str, int], march: Choice[Any] | Bar | None, least: float
) -> bool:
    if not isinstance(march, Choice):
        return True
    found = list(marches(view, force, strength(going), of_arm(dict(going), "foot"), march))
    return bool(found) and max(found)[0] > least


def _is_needed(view: View, force: ForceSeen) -> bool:
    """Return true if a leader alone keeps an army in hand that guards a city or besieges one."""
    return (is_besieging(view, force) or is_goal(view, city_at(force.place), force.side)) and (
        len(force.leaders) == 1
    )


def _army_without(view: View, side: str, ride: OneOf) -> str:
    """§6.12 Return the place of the largest army of a side without a leader, "" for none."""
    places = set(opened(ride))
    idle = [f for f in view.forces if f.side == side and not f.leaders and f.place in places]
    best = max(idle, key=lambda f: (f.strength, f.place), default=None)
    return best.place if best is not None and best.strength >= LEAST else ""


def _send(view: View, items: Mapping[str, Choice[Any] | Bar | None], rng: Rng) -> JSON | None:
    """§12.3 Send an embassy where an alliance is nearest, with guile that no siege needs this turn."""
    item = items.get("diplomacy")
    if not isinstance(item, OneOf):
        return None
    side = own_side(view)
    plots = any(
        siege.side == side and city in GOALS[view.scenario][side] for city, siege in view.sieges.items()
    )
    if plots and view.cup.get(view.acting, 0):
        return None
    near = {province: n for province in opened(item) if (n := _boxes(view, province)) is not None}
    if not near:
        return None
    least = min(near.values())
    return {
        "pick": "diplomacy",
        "answer": rng.choice([province for province, n in sorted(near.items()) if n == least]),
    }


def _boxes(view: View, province: str) -> int | None:
    """§12.22 Return how many boxes a province is from being somebody's ally, None if it is one."""
    box = view.alliance.get(province, 0)
    if abs(box) >= ALLIED or f"allied/{province}" in view.notes:
        return None
    towards = -box if own_side(view) == ROME else box
    return ALLIED - max(towards, 0) if towards >= 0 else ALLIED + towards + 1
