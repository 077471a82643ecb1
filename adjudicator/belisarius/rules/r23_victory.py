"""§23 Victory: the points of §34.1 7, the levels, and the end of the game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from adjudicator.belisarius.board import CITIES, LEVELS, POINTS, PROVINCES
from adjudicator.belisarius.world import (
    BARBARIAN,
    CONSTANTINOPOLIS,
    EMPIRE,
    NEUTRAL,
    ROMA,
    SEATS,
    Place,
    Seat,
    World,
    city_at,
)
from adjudicator.core import Score, most_points, tell

from . import r04_control as r04


def score(w: World) -> Score:
    """§23.1 The points of both players at this moment, what makes them, and the result if there is one."""
    parts = {seat: parts_of(w, seat) for seat in SEATS}
    return Score({seat: sum(of.values()) for seat, of in parts.items()}, parts, dict(w.result))


def turns_left(w: World) -> int:
    """Return how many turns may follow this one."""
    return w.turns - w.turn


def parts_of(w: World, seat: Seat) -> dict[str, int]:
    """§34.1 7 §34.2 7 Cities not pillaged (note 1) that a player's units hold (note 2), and the player's
    provinces.
    """
    held = r04.places_of(w, seat)
    parts = {city: _worth(seat, city) for city in sorted({city_at(w, place) for place in held} - {""})}
    parts |= _settled(w, seat, held)
    parts |= {
        province: PROVINCES[province].levy * POINTS[seat].held // 2 for province in r04.controlled(w, seat)
    }
    parts["neutral_provinces"] = neutral_points(w, seat)
    return {what: points for what, points in parts.items() if points}


def _worth(seat: Seat, city: str) -> int:
    """§34.1 The points of a city, which counts once, under the first line that names it (ruling BE-B10)."""
    points = POINTS[seat]
    if city in (CONSTANTINOPOLIS, ROMA):
        return points.constantinopolis if city == CONSTANTINOPOLIS else points.roma
    return points.wealthy if CITIES[city].wealthy else points.city


def _settled(w: World, seat: Seat, held: Sequence[Place]) -> dict[str, int]:
    """§34.1 7 §28.3(3) §28.4 Colonies and public works that one occupies, with their optional rules."""
    options = (("colonies", w.colonies, POINTS[seat].colony), ("public_works", w.works, POINTS[seat].works))
    return {
        rule: points * sum(hex in held for hex in hexes)
        for rule, hexes, points in options
        if w.options[rule] == "on"
    }


def neutral_points(w: World, seat: Seat) -> int:
    """§34.1 Half the levy values of neutral provinces, together; a half point is lost (ruling BE-B11)."""
    levies = sum(PROVINCES[province].levy for province in r04.controlled(w, NEUTRAL))
    return POINTS[seat].neutral * levies // 2


def level_of(points: int) -> str:
    """§23.2 Return the level of victory for a number of points."""
    reached = [level for level in LEVELS.values() if points >= level.least]
    return max(reached, key=lambda level: level.least).id


def end_game(w: World, result: dict[str, str]) -> None:
    """§3.1c §23.0 §24.1 End the game, whatever was going on: no army operates, fights or negotiates."""
    w.phase, w.result = "over", result
    w.army, w.battle, w.attempt = None, None, None


def decide(w: World, more: Mapping[str, int]) -> Score:
    """§23.0 §23.2 §23.3 Return points and result if the game ended now, with `more` points for some seats:
    more points win, equal ones are a draw.
    """
    points = {seat: n + more.get(seat, 0) for seat, n in score(w).points.items()}
    return Score(points, {}, most_points(points) | {seat: level_of(points[seat]) for seat in SEATS})


def finish(w: World) -> None:
    """§23.0 Decide by the points and end the game."""
    found = decide(w, {})
    points, result = found.points, {key: str(value) for key, value in found.result.items()}
    end_game(w, result)
    for seat in SEATS:
        tell("level", "23.2", seat=seat, n=points[seat], level=f"level/{result[seat]}")
    tell(
        "game_over",
        "23.3",
        winner=result["winner"],
        how=result["how"],
        empire=points[EMPIRE],
        barbarian=points[BARBARIAN],
    )
