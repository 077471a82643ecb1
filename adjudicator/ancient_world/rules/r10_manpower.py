"""§10.0 §5.3 G Manpower: new units, and leaders in place of the fallen; ruling AW-R84."""

from __future__ import annotations

from typing import Any

from adjudicator.ancient_world.board import CITIES, LEADERS, LEVIES, MUSTER, distance
from adjudicator.ancient_world.world import (
    ROME,
    SIZES,
    Side,
    World,
    cities_in_play,
    done,
    enemy_of,
    inside_of,
    push,
    scenario_of,
    seat_of,
    size_of,
)
from adjudicator.core import N_, Amount, Bar, Choice, OneOf, ask, bar, d10, one_of, tell, words

from .r02_forces import add_units
from .r05_leaders import guile_left, is_commander, spend_guile
from .r08_casualties import NOBODY, choice_of, place_replacement, with_one_of
from .r11_control import cities_of, control_of, entered_city, military_control

Item = Choice[Any] | Bar | None
LEGION = {"romani_foot": 9, "socii_foot": 9, "romani_horse": 1, "socii_horse": 3}
HALF, BURDEN = 3, -2


def muster_item(w: World) -> Item:
    """§5.12 §5.3 G Return the order to raise units: the overall commander's, once a turn.

    Once a turn (§5.3 G) against once a phase (§10.0): option `manpower`, ruling AW-V08.
    """
    op = w.op
    assert op is not None
    side = LEADERS[op.leader].side
    if not is_commander(w, op.leader):
        return bar("5.12", N_("only the overall commander raises units"))
    if w.options.get("manpower", "turn") == "turn" and side in w.mustered:
        return bar("5.3", N_("units have been raised this turn"))
    if op.mustered:
        return bar("10.0", N_("units have been raised in this operation phase"))
    if side != ROME:
        if not levies(w, side):
            return bar("10.0", N_("no province that you control gives units"))
        return None
    if not places_for(w, side, ""):
        return bar("10.0", N_("no city is open for new units"))
    return Amount(
        rule="10.0",
        prompt=words(N_("How many points of guile does {leader} use to raise units?"), leader=op.leader),
        least=0,
        most=guile_left(w, op.leader),
        verb="guile",
    )


def muster_act(w: World, answer: Any) -> None:
    """§10.0 The levy, then the die for going on."""
    w.notes["guile_staked"] = answer or 0
    push(w, "muster")


def levies(w: World, side: Side) -> list[str]:
    """§10.0 §12.13 Return the provinces that give a side units: those it controls, in the play area."""
    return [
        p for p in scenario_of(w).area if p in LEVIES and control_of(w, p) == side and places_for(w, side, p)
    ]


def nearest_city(w: World, side: Side, province: str) -> list[str]:
    """§12.0 Return the city nearest to a province in which a side holds none that is open; ruling AW-V12."""
    own = [c for c in cities_in_play(w) if w.control.get(c) == side and c not in w.sieges]
    hexes = [CITIES[c].hex for c in cities_of(w, province)]
    far = {c: min(distance(CITIES[c].hex, hex) for hex in hexes) for c in own}
    return sorted(own, key=lambda c: (far[c], c))[:1]


def places_for(w: World, side: Side, province: str) -> list[str]:
    """§10.0 Return the cities in which new units may appear: a side's own, not besieged; ruling AW-V12.

    Of one province, or if it has none the nearest to it; or of the home provinces (""), Roma before others.
    """
    provinces = (province,) if province else scenario_of(w).home[side] or scenario_of(w).area
    found = [c for c in cities_in_play(w) if w.control.get(c) == side and c not in w.sieges]
    fit = sorted(
        (c for c in found if CITIES[c].province in provinces), key=lambda c: (-SIZES.index(size_of(w, c)), c)
    )
    if not province and "roma" in fit:
        return ["roma"]
    return fit or (nearest_city(w, side, province) if province else [])


async def muster(w: World) -> None:
    """§10.0 Roll for manpower: Rome once for men or legions, others for each province that they control."""
    op = w.op
    assert op is not None
    side = LEADERS[op.leader].side
    op.mustered, op.first, op.check = 1, 0, "muster"
    w.mustered = sorted({*w.mustered, side})
    if side == ROME:
        await _legions(w)
    else:
        for province in levies(w, side):
            await _levy(w, side, province)
    w.notes.pop("guile_staked", None)
    done(w, "continuation")


async def _legions(w: World) -> None:
    """§10.0 Roll once for Rome: legions with allies, or allies alone, in a city of its choice."""
    op = w.op
    assert op is not None
    guile = w.notes.get("guile_staked", 0)
    spend_guile(w, op.leader, guile)
    lines = muster_lines(w, guile)
    die = await d10("10.0", op.leader)
    total = max(0, die + sum(lines.values()))
    row = next(row for row in MUSTER.values() if total <= row.most)
    units = {unit: n * row.legions for unit, n in LEGION.items() if row.legions}
    units |= {"socii_foot": row.foot, "socii_horse": row.horse} if row.foot else {}
    city = await _choose_city(w, ROME, "")
    add_units(w, ROME, inside_of(city), units)
    values: dict[str, Any] = {"die": die, "lines": lines, "total": total}
    tell("mustered", "10.0", side=ROME, place=inside_of(city), units=units, **values)


def muster_lines(w: World, guile: int) -> dict[str, int]:
    """§10.0 Return the modifiers of Rome's manpower: the guile used, and home provinces that are lost."""
    lost = sum(military_control(w, p) == enemy_of(w, ROME) for p in scenario_of(w).home[ROME])
    return {name: n for name, n in (("guile", guile), ("provinces", BURDEN * lost)) if n}


async def _choose_city(w: World, side: Side, province: str) -> str:
    """§10.0 Ask in which of several cities new units appear."""
    places = places_for(w, side, province)
    if len(places) == 1:
        return places[0]
    prompt = words(N_("In which city do the new units of {province} appear?"), province=province)
    if not province:
        prompt = words(N_("In which city do the new units appear?"))
    choice = OneOf(rule="10.0", prompt=prompt, options=one_of(*places), verb="at")
    return await ask(seat_of(w, side), choice)


async def _levy(w: World, side: Side, province: str) -> None:
    levy = LEVIES[province]
    die = await d10("10.0", f"{side} {province}")
    whole = die > HALF
    units = {f"{levy.contingent}_foot": levy.foot if whole else -(-levy.foot // 2)}
    if whole and levy.horse:
        units[f"{levy.contingent}_horse"] = levy.horse
    city = await _choose_city(w, side, province)
    add_units(w, side, inside_of(city), units)
    entered_city(w, side, city)
    values: dict[str, Any] = {"province": province, "die": die, "total": die, "units": units}
    tell("mustered", "10.0", side=side, place=inside_of(city), how="levy", **values)


# -- §8.63 C -------------------------------------------------------------------------------------


def fallen(w: World, side: Side) -> list[str]:
    """§8.63 Return the dead and wounded of a side who have not been replaced yet."""
    return sorted(
        x
        for x, fate in w.fate.items()
        if fate in ("dead", "wounded")
        and LEADERS[x].side == side
        and not LEADERS[x].leads
        and not w.notes.get(f"replaced/{x}")
    )


def recruit_item(w: World) -> Item:
    """§8.63 C Return the order to replace a leader for a point of guile, as part of manpower."""
    op = w.op
    assert op is not None
    side = LEADERS[op.leader].side
    if not is_commander(w, op.leader):
        return bar("5.12", N_("only the overall commander replaces leaders"))
    if not guile_left(w, op.leader):
        return bar("8.63", N_("{leader} has no guile left"), leader=op.leader)
    if w.options.get("manpower", "turn") == "turn" and side in w.mustered:
        return bar("5.3", N_("units have been raised this turn"))
    if op.mustered:
        return bar("10.0", N_("units have been raised in this operation phase"))
    lost = [x for x in fallen(w, side) if choice_of(w, side, x) is not None]
    if not lost:
        return bar("8.63", N_("no leader needs to be replaced, or no replacement is available"))
    return OneOf(rule="8.63", prompt=words(N_("Which leader do you replace?")), options=one_of(*lost))


def recruit_act(w: World, leader: str) -> None:
    """§8.63 C Order a replacement, who is named next."""
    op = w.op
    assert op is not None
    spend_guile(w, op.leader, 1)
    side = LEADERS[op.leader].side
    w.mustered = sorted({*w.mustered, side})
    op.mustered, op.first, op.check = 1, 0, "muster"
    w.posts.setdefault(leader, w.forces[next(k for k, f in w.forces.items() if op.leader in f.leaders)].place)
    w.notes[f"recruit/{leader}"] = 1
    push(w, "recruit")


async def recruit(w: World) -> None:
    """§8.63 C §8.65 Bring the replacement into play; of the fallen leader's markers one stays in the cup."""
    op = w.op
    assert op is not None
    lost = next(name.partition("/")[2] for name in sorted(w.notes) if name.startswith("recruit/"))
    side = LEADERS[lost].side
    choice = choice_of(w, side, lost)
    answer = await ask(seat_of(w, side, op.leader), choice) if choice is not None else {"pick": NOBODY}
    del w.notes[f"recruit/{lost}"]
    leader = place_replacement(w, side, lost, answer)
    if leader:
        w.lams = with_one_of(w, lost, leader)
    done(w, "continuation")
