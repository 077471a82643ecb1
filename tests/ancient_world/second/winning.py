"""§11 Control of cities and provinces, §14 points and the end of the war."""

from __future__ import annotations

from collections.abc import Mapping

from adjudicator.ancient_world.board import CITIES, SCENARIOS
from adjudicator.ancient_world.world import World

from .ground import cities, foot, has, inside, other, size, strength, units

GREAT = ("medium", "large")
LEVEL = 4
"""§12.22 The box of an alliance."""
BATTLES = {"hannibal_in_italy": 4, "pyrrhus_in_italy": 3}
WORTH = {"large": 5, "medium": 2}
SICILY = {"messana": 5, "agrigentum": 5, "panormus": 4}
PER_LOSS = {"hannibal_in_italy": 10, "pyrrhus_in_italy": 10, "sicily": 15}
AT_ONCE: Mapping[tuple[str, str], tuple[tuple[str, ...], ...]] = {
    ("hannibal_in_italy", "carthage"): (("roma",), ("capua", "tarentum")),
    ("pyrrhus_in_italy", "epirus"): (("roma",), ("capua", "neapolis", "beneventum")),
    ("pyrrhus_in_italy", "rome"): (("tarentum",),),
    ("sicily", "carthage"): (("rhegium",),),
    ("sicily", "rome"): (("syracusae",), ("lilybaeum",)),
}


# -- control -----------------------------------------------------------------------------------


def locked(w: World, city: str) -> bool:
    """§12.12 Is a city held by units that are not free yet? It counts for nobody; ruling AW-V06."""
    return any(lock.place == inside(city) for lock in w.locks.values())


def counts(w: World, city: str, side: str) -> bool:
    """§11.3 Does a city count as a side's?"""
    return w.control.get(city) == side and not locked(w, city)


def home_of(w: World, city: str) -> str:
    """§11.12 The side whose home a city lies in."""
    homes = SCENARIOS[w.scenario].home
    return next((side for side, home in homes.items() if CITIES[city].province in home), "")


def holder(w: World, city: str) -> str:
    """§11.31 §11.32 Whose units in a city hold it, "" if nobody's do."""
    for side in SCENARIOS[w.scenario].sides:
        there = units(w, inside(city), side)
        if foot(there) if size(w, city) in GREAT else strength(there):
            return side
    return ""


def held(w: World, city: str, before: str) -> str:
    """§11.31 §11.32 Who holds a city now, if `before` was its last holder; ruling AW-V55."""
    if there := holder(w, city):
        return there
    if size(w, city) in GREAT:
        militia = w.sieges[city].militia if city in w.sieges else 0
        return before if before and militia else home_of(w, city)
    return before or home_of(w, city)


def military(w: World, province: str) -> str:
    """§11.11 Who controls a province by its cities."""
    there = cities(w, province)
    great = [city for city in there if size(w, city) in GREAT]
    small = [city for city in there if city not in great]
    for side in SCENARIOS[w.scenario].sides:
        ours = [city for city in there if counts(w, city, side)]
        if great:
            fine = {*great} <= {*ours} and (not small or any(city in ours for city in small))
        else:
            fine = bool(there) and len(ours) >= max(2 * len(there) // 3, (len(there) + 1) // 2)
        if fine:
            return side
    return ""


def ally(w: World, province: str) -> str:
    """§12.24 The side that an alliance ties a province to, until the other side reaches its last box."""
    box = w.notes.get(f"allied/{province}", 0)
    sides = SCENARIOS[w.scenario].sides
    return "" if not box else "rome" if box < 0 else next(side for side in sides if side != "rome")


def control(w: World, province: str) -> str:
    """§11.0 §11.12 Who controls a province: force before alliance; ruling AW-V52."""
    homes = SCENARIOS[w.scenario].home
    owner = next((side for side, home in homes.items() if province in home), "")
    return military(w, province) or ally(w, province) or owner


# -- points ------------------------------------------------------------------------------------


def for_major(w: World, side: str) -> int:
    """Ruling AW-M11: the points of a major victory."""
    if w.scenario == "sicily":
        return 2 if side == "rome" else 3
    return BATTLES[w.scenario]


def for_city(w: World, side: str, city: str, most: int) -> int:
    """§9.24 The points of a city taken by assault or hunger; `most` is the greatest garrison it had."""
    if size(w, city) in GREAT or most >= 40:
        return for_major(w, side)
    return 1 if most >= 20 and w.scenario != "sicily" else 0


def of_places(w: World, side: str) -> dict[str, int]:
    """§14.0 The points of a side for what it holds now; ruling AW-V02, ruling AW-V43."""
    if w.scenario == "sicily":
        return _of_sicily(w, side)
    found = {"cities": _gained(w, side)}
    if side != "rome":
        found["provinces"] = sum(
            4 if (w.scenario, name) == ("hannibal_in_italy", "campania") else 2
            for name in SCENARIOS[w.scenario].area
            if _counts(w, side, name)
        )
    return found


def _counts(w: World, side: str, province: str) -> bool:
    fresh = (
        province not in SCENARIOS[w.scenario].home.get(side, ()) and f"start/{side}/{province}" not in w.notes
    )
    tied = w.scenario == "hannibal_in_italy" and ally(w, province) == side
    return fresh and (tied or control(w, province) == side)


def _gained(w: World, side: str) -> int:
    if (w.scenario, side) == ("hannibal_in_italy", "rome"):
        return 0
    total = 0
    for city in cities(w):
        ours = counts(w, city, side) and home_of(w, city) != side
        if ours and f"start/{side}/{city}" not in w.notes:
            theirs = side != "rome" or f"start/{other(w, side)}/{city}" in w.notes
            total += WORTH.get(size(w, city), 0) if theirs else 0
    return total


def _of_sicily(w: World, side: str) -> dict[str, int]:
    ours = [city for city in cities(w) if w.control.get(city) == side]
    if side != "rome":
        kept = 3 if has(w, "margins", "harsh") and "agrigentum" in ours else 0
        return {"cities": (8 if "messana" in ours else 0) + kept}
    here = [city for city in ours if CITIES[city].province in ("sicilia_e", "sicilia_w")]
    named = sum(SICILY.get(city, 2) for city in here if city in SICILY or size(w, city) in GREAT)
    small = sum(1 for city in here if city not in SICILY and size(w, city) == "small")
    return {"cities": named + small // 2}


def of_losses(w: World, side: str, lost: Mapping[str, int]) -> int:
    """§14.0 The points of a side for what the other has lost."""
    if w.scenario != "sicily" and side != "rome":
        return 0
    return lost.get(other(w, side), 0) // PER_LOSS[w.scenario]


def at_once(w: World, side: str) -> bool:
    """§14.0 Has a side won at the end of a turn?"""
    for many in AT_ONCE.get((w.scenario, side), ()):
        if all(counts(w, city, side) for city in many):
            return True
    last = w.turn >= SCENARIOS[w.scenario].turns
    if (w.scenario, side) == ("sicily", "carthage"):
        return has(w, "margins", "harsh") and last and w.control.get("messana") == side
    if (w.scenario, side) == ("hannibal_in_italy", "rome"):
        return w.fate.get("hannibal") == "dead"
    if (w.scenario, side) == ("pyrrhus_in_italy", "rome"):
        strong = [f for f in w.forces.values() if f.side == "epirus" and not f.place.endswith("i")]
        return w.fate.get("pyrrhus") == "dead" and not any(strength(f.units) >= 10 for f in strong)
    return False


def by_points(w: World, points: Mapping[str, int]) -> str:
    """§14.0 Who wins after the last turn, "" for nobody; ruling AW-M11."""
    foe = other(w, "rome")
    margin = points[foe] - points["rome"]
    if w.scenario == "sicily":
        least, most = (1, 5) if has(w, "margins", "eased") else (-4, 1)
    else:
        least, most = (4, 10) if w.scenario == "hannibal_in_italy" else (0, 10)
    return foe if margin >= most else "rome" if margin < least else ""
