"""§6.7 Devastation of provinces, and their recovery."""

from __future__ import annotations

from typing import Any

from adjudicator.ancient_world.board import CHARTS, PROVINCES
from adjudicator.ancient_world.world import (
    Force,
    Side,
    World,
    done,
    each_force,
    enemy_of,
    is_inside,
    province_of,
    scenario_of,
    seat_of,
    sides_of,
)
from adjudicator.core import N_, Subset, ask, d10, tell, words

from .r02_forces import less, strength
from .r08_fog import could_have, is_foggy
from .r12_track import DEVASTATION_BOXES, shift

LEAST = 25


def outside_strength(w: World, province: str, side: Side | None = None) -> int:
    """§6.75 Return the strength points outside cities in a province, of one side or both."""
    forces = [f for _, f in each_force(w, side) if f.place and not f.afloat and not is_inside(f.place)]
    return sum(strength(f.units) for f in forces if province_of(f.place) == province)


async def recover(w: World) -> None:
    """§6.75 F/1 Roll for every devastated province: it recovers above its rating, less the armies in it.

    §3.0 F/1 comes before new attempts (F/3).
    """
    for province in list(w.devastated):
        die = await d10("6.75", province)
        armies = CHARTS.devastation(outside_strength(w, province))
        total, rating = die - armies, PROVINCES[province].attrition
        back = total > rating
        if back:
            w.devastated = [other for other in w.devastated if other != province]
        lines = {"armies": -armies} if armies else {}
        values: dict[str, Any] = {
            "province": province,
            "die": die,
            "lines": lines,
            "total": total,
            "rating": rating,
        }
        tell("recovery", "6.75", **values, how="recovers" if back else "stays")
    done(w)


def may_devastate(w: World, side: Side) -> list[str]:
    """§6.72 Return the provinces that a side may try to devastate; ruling AW-R39.

    A force of 25 that has stayed there all the turn, and no enemy of 25 outside cities. §8.12 In fog the
    enemy's strength bars no attempt: it fails.
    """
    return [
        province
        for province in scenario_of(w).area
        if province not in w.devastated
        and (is_foggy(w) or not is_covered(w, side, province))
        and any(n >= LEAST for n in stayed(w, side, province))
    ]


def is_covered(w: World, side: Side, province: str) -> bool:
    """§6.72 Return true if an enemy force of 25 outside cities keeps a side from devastating a province."""
    return any(strength(f.units) >= LEAST for f in _outside(w, enemy_of(w, side), province))


def _outside(w: World, side: Side, province: str) -> list[Force]:
    forces = [f for _, f in each_force(w, side) if not f.afloat and not is_inside(f.place)]
    return [f for f in forces if province_of(f.place) == province]


def _is_asked(w: World, side: Side, open_: list[str]) -> bool:
    """§8.12 Return true if a side is asked: if it may try, and in fog if it might, as all can see."""
    if not is_foggy(w):
        return bool(open_)
    return any(could_have(strength(f.units), LEAST) for _, f in each_force(w, side) if f.units)


def stayed(w: World, side: Side, province: str) -> list[int]:
    """§6.72 Return the strength of each force of a side that has stayed in a province, the largest first."""
    forces = [f for _, f in each_force(w, side) if not f.afloat and province_of(f.place) == province]
    return sorted((strength(less(f.units, f.fresh)) for f in forces), reverse=True)


async def devastate(w: World) -> None:
    """§6.72 F/3 Let both sides try to devastate provinces, in order of play; ruling AW-V14.

    §6.73 Each force that is large enough tries, one after another, until one succeeds.
    """
    at = w.notes.get("devastating", 0)
    if at >= len(sides_of(w)):
        w.notes.pop("devastating", None)
        done(w)
        return
    side = sides_of(w)[at]
    open_ = may_devastate(w, side)
    chosen: list[str] = []
    if _is_asked(w, side, open_):
        choice = Subset(
            rule="6.72",
            prompt=words(N_("Which provinces do you try to devastate?")),
            options=lambda: dict.fromkeys(open_),
            verb="devastate",
        )
        chosen = await ask(seat_of(w, side), choice)
    w.notes["devastating"] = at + 1
    for province in chosen:
        for n in stayed(w, side, province):
            if n >= LEAST:
                await try_devastation(w, side, province, n, "6.73")


async def try_devastation(w: World, side: Side, province: str, size: int, rule: str) -> None:
    """§6.71 §6.73 §6.76 A die of the value of the force or less devastates the province.

    §6.77 §12.31 That turns it four boxes towards the other side.
    """
    if province in w.devastated:
        return
    if rule == "6.73" and is_covered(w, side, province):
        tell("devastation", "6.72", side=side, province=province, how="covered")
        return
    value = CHARTS.devastation(size)
    die = await d10(rule, f"{side} {province}")
    hit = die <= value
    tell(
        "devastation",
        rule,
        side=side,
        province=province,
        die=die,
        value=value,
        how="succeeds" if hit else "fails",
    )
    if hit:
        w.devastated = sorted({*w.devastated, province})
        shift(w, province, enemy_of(w, side), DEVASTATION_BOXES)
