"""§14.0 Victory: automatic at the end of a turn, else by points at the end of the last one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from adjudicator.ancient_world.board import CITIES, LEADERS, Victory
from adjudicator.ancient_world.world import (
    CARTHAGE,
    EPIRUS,
    ROME,
    Capture,
    Side,
    World,
    ally_of,
    done,
    each_force,
    inside_of,
    is_inside,
    keys_at,
    push,
    scenario_of,
    seat_of,
    sides_of,
    size_of,
    victory_of,
)
from adjudicator.core import N_, Score, tell
from adjudicator.core.log.chain import JSON

from .r02_forces import strength
from .r08_fog import is_foggy
from .r09_capture import disperse
from .r11_control import control_of, diplomatic_control, holds, is_home
from .r14_specials import dictator_leaves, hiero_leaves, tarentum_wavers


def automatic(w: World) -> tuple[Side, dict[str, JSON]]:
    """§14.0 §3.0 G/3 Return the immediate winner, "" for neither, and what decides it, the cities held or the
    leader who is dead; read at a turn's end (ruling AW-V23).
    """
    of = victory_of(w)
    decisive = [(side, cities) for side, groups in of.decisive.items() for cities in groups]
    decisive += [*of.last.items()] if w.turn >= scenario_of(w).turns else []
    for side, cities in decisive:
        if all(holds(w, side, city) for city in cities):
            return side, {"cities": [*cities]}
    if w.fate.get(of.mortal) == "dead" and not _takes_the_field(w, of):
        return ROME, {"leader": of.mortal}
    return "", {}


def _takes_the_field(w: World, of: Victory) -> bool:
    """§14.0 Return true if the dead leader's side has a force outside cities that goes on with the war."""
    forces = [force for _, force in each_force(w, LEADERS[of.mortal].side) if not is_inside(force.place)]
    return bool(of.outlived) and any(strength(force.units) >= of.outlived for force in forces)


def gains(w: World, side: Side) -> list[str]:
    """Return the large and medium cities that a side holds, did not hold at the start, and not of its home.

    Ruling AW-V02.
    """
    return [
        c.id
        for c in CITIES.values()
        if size_of(w, c.id) in ("medium", "large")
        and holds(w, side, c.id)
        and not is_home(w, c.province, side)
        and not w.notes.get(f"start/{side}/{c.id}")
        and c.province in scenario_of(w).area
    ]


def city_points(w: World, cities: Sequence[str]) -> int:
    """Return the points of cities gained, at their present size; ruling AW-V43."""
    of = victory_of(w)
    return sum(of.large if size_of(w, c) == "large" else of.medium for c in cities)


def province_points(w: World, side: Side) -> int:
    """Return the points of provinces gained: in Hannibal allied ones too, and some twice as much."""
    of, total = victory_of(w), 0
    for province in scenario_of(w).area:
        if is_home(w, province, side) or w.notes.get(f"start/{side}/{province}"):
            continue
        theirs = control_of(w, province) == side
        if w.scenario == "hannibal_in_italy":
            theirs = theirs or diplomatic_control(w, province) == side
        total += of.province * int(theirs) * (2 if province in of.twice else 1)
    return total


def parts(w: World) -> dict[Side, dict[str, int]]:
    """§14.0 List the parts of both sides' victory points; ruling AW-M11."""
    found: dict[Side, dict[str, int]] = {}
    for side in sides_of(w):
        of = dict(w.points.get(side, {}))
        of |= _standing(w, side)
        found[side] = {name: n for name, n in of.items() if n}
    return found


def open_parts(w: World) -> dict[Side, dict[str, int]]:
    """§8.12 Return the public part of the points: in fog those for losses are counted at the end."""
    found = parts(w)
    if is_foggy(w):
        for of in found.values():
            of.pop("losses", None)
    return found


def _standing(w: World, side: Side) -> dict[str, int]:
    """Return the points that depend on the present position."""
    of, other = victory_of(w), sides_of(w)[0] if side == ROME else ROME
    found = {"losses": w.losses.get(other, 0) // of.losses} if side in of.spoils else {}
    match (w.scenario, side):
        case ("pyrrhus_in_italy", "rome"):
            taken = [c for c in gains(w, ROME) if w.notes.get(f"start/{EPIRUS}/{c}")]
            return {"cities": city_points(w, taken), **found}
        case ("sicily", "rome"):
            cities, hiero = _named_cities(w, side) + _island(w), of.peace * w.notes.get("hiero_out", 0)
            return {"cities": cities, "hiero": hiero, **found}
        case ("sicily", _):
            return {"cities": _named_cities(w, side), **found}
        case (_, other_side) if other_side != ROME:
            cities = city_points(w, gains(w, side))
            return {"cities": cities, "provinces": province_points(w, side), **found}
    return found


def _named_cities(w: World, side: Side) -> int:
    """Return the points of the cities that count for themselves."""
    return sum(n for city, n in victory_of(w).cities.get(side, {}).items() if holds(w, side, city))


def _island(w: World) -> int:
    """Return Rome's points for the other cities of Sicilia; ruling AW-M11."""
    of, total, small = victory_of(w), 0, 0
    for city in CITIES.values():
        if city.province in of.island and city.id not in of.cities[ROME] and holds(w, ROME, city.id):
            total += of.other if size_of(w, city.id) in ("medium", "large") else 0
            small += size_of(w, city.id) == "small"
    return total + small // 2 * of.pair


def margins(w: World) -> tuple[int, int]:
    """Return the margins from which the war is drawn, and won by the side that must gain; ruling AW-M11."""
    return victory_of(w).draw, victory_of(w).win


def invader(w: World) -> Side:
    """Return the side whose points come first in the margin."""
    return victory_of(w).invader


def score(w: World) -> Score:
    """§14.0 Return the points of both sides, what makes them, and the result: who has won and how."""
    found = open_parts(w)
    result: dict[str, JSON] = dict(w.result)
    if w.result and ally_of(w):
        result["winners"] = _winners(w, w.result["winner"])
    points = {side: sum(of.values()) for side, of in found.items()}
    return Score(points, found, result, _margins(w, points))


def _margins(w: World, points: Mapping[Side, int]) -> dict[Side, int]:
    """§14.0 Return the figures that rank the seats: an ally has the points of its side, and those of the last
    once it has left the war (ruling AW-V25).
    """
    if not ally_of(w):
        return dict(points)
    ally = min(points.values()) if w.notes.get("hiero_out") else points[sides_of(w)[0]]
    return {**points, ally_of(w): ally}


def turns_left(w: World) -> int:
    """Return how many turns may follow this one."""
    return scenario_of(w).turns - w.turn


def _winners(w: World, winner: Side) -> list[str]:
    """Return the seats that have won: an ally wins with its side; ruling AW-V25."""
    if not winner:
        return []
    stays = winner == sides_of(w)[0] and not w.notes.get("hiero_out")
    return [winner, ally_of(w)] if stays else [winner]


ENDS = {"automatic": N_("automatic victory"), "points": N_("victory by points")}
"""The ways to win, as results name them."""


def decide(w: World, more: Mapping[str, int]) -> Score:
    """§14.0 Return points and result if the war ended now, with `more` points for some sides; an automatic
    victory stays one.
    """
    points = {side: sum(of.values()) + more.get(side, 0) for side, of in parts(w).items()}
    result: dict[str, JSON] = dict(w.result)
    if result.get("how") != "automatic":
        winner = level(w, more)
        result = {"winner": winner, "how": "points" if winner else "draw"}
    if ally_of(w):
        result["winners"] = _winners(w, str(result["winner"]))
    return Score(points, {}, result, _margins(w, points))


def level(w: World, more: Mapping[str, int] | None = None) -> Side:
    """§14.0 Return the winner by points, with `more` for some sides, "" for a draw."""
    points = {side: sum(of.values()) + (more or {}).get(side, 0) for side, of in parts(w).items()}
    one = invader(w)
    other = next(side for side in sides_of(w) if side != one)
    margin = points[one] - points[other]
    least, most = margins(w)
    return other if margin < least else one if margin >= most else ""


async def peace(w: World) -> None:
    """§14.0 Let Hiero make peace if it is time; Carthaginians leave the cities of Syracusae.

    Ruling AW-V13.
    """
    left = [city for city in hiero_leaves(w) if keys_at(w, inside_of(city), CARTHAGE)]
    w.captures = [Capture(city, ROME, "peace", "") for city in left]
    done(w, *["depart"] * len(left))


async def depart(w: World) -> None:
    """§9.74 §14.0 Let Carthage send a garrison away out of a city that has become neutral; ruling AW-V13."""
    await disperse(w, seat_of(w, CARTHAGE), CARTHAGE, w.captures[-1].city)
    w.captures.pop()
    done(w)


async def victory(w: World) -> None:
    """§3.0 G/3 End the game at once, or by points after the last turn; else begin the next turn."""
    tarentum_wavers(w)
    dictator_leaves(w)
    done(w)
    winner, why = automatic(w)
    if winner:
        _over(w, winner, "automatic", **why)
    elif w.turn >= scenario_of(w).turns:
        _over(w, level(w), "points")
    else:
        push(w, "turn")


def _over(w: World, winner: Side, how: str, **why: JSON) -> None:
    w.result = {"winner": winner, "how": how if winner else "draw"}
    w.agenda = []
    points = score(w).points
    tell(
        "game_over",
        "14.0",
        side=winner,
        how=w.result["how"],
        points=[points[s] for s in sides_of(w)],
        sides=list(sides_of(w)),
        **why,
    )
