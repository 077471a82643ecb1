"""§6.2 §6.3 The reasons why places cannot be gone to, and the nearest that can: public facts alone."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache

from adjudicator.ancient_world.board import CITY_AT, HEXES, LEADERS, distance
from adjudicator.ancient_world.world import (
    Place,
    Side,
    World,
    city_of,
    force_of,
    hex_of,
    in_play,
    inside_of,
    is_inside,
    place_of,
)
from adjudicator.core import N_, Bar, Illegal, Reader, bar
from adjudicator.core.language.words import fold

from .r06_ground import joined, may_enter_city


@cache
def _places() -> tuple[Place, ...]:
    return (*HEXES, *(inside_of(city) for city in CITY_AT.values()))


def place_named(text: str, reader: Reader) -> Place:
    """Return the place anywhere on the map that a text names, "" for none."""
    named = fold(text)
    whole = [place for place in _places() if named in reader.lexicon.names(place)]
    found = whole or reader.lexicon.find(text, _places())
    return found[0] if found else ""


def refused(
    w: World, text: str, reader: Reader, why: Callable[[Place], Bar], open_: Iterable[Place]
) -> Illegal | None:
    """Return the refusal of a place, or of a leader in place of one, that an order names; None for no name.

    `why` is the reason that bars a place, `open_` are the places that can be reached.
    """
    to = place_named(text, reader)
    if not to:
        leaders = reader.lexicon.find(text, [x for x in LEADERS if force_of(w, x)])
        if not leaders:
            return None
        return Illegal(
            "6.2",
            N_("{leader} is at {place}: name a place"),
            leader=leaders[0],
            place=place_of(w, leaders[0]),
        )
    stop = why(to)
    near = min(
        open_,
        key=lambda at: (distance(hex_of(at), hex_of(to)), is_inside(at) != is_inside(to), at),
        default="",
    )
    if not near:
        return stop.refuse()
    return Illegal(
        stop.rule, N_("{why}; the nearest place that can be reached is {near}"), why=stop.why, near=near
    )


def closed_by_land(w: World, side: Side, start: Place, to: Place) -> Bar:
    """§6.32 §6.37 §11.0 Return the reason why no march leads from one place to another."""
    if to == start:
        return bar("6.2", N_("the force is at {place} already"), place=to)
    if HEXES[hex_of(to)].kind != "land":
        return bar("6.32", N_("{place} is water: ships go there, from a port"), place=to)
    if not in_play(w, hex_of(to)):
        return bar("11.0", N_("{place} is outside the play area"), place=to)
    if is_inside(start) and CITY_AT[hex_of(start)] in w.sieges:
        return bar(
            "6.37",
            N_("{city} is under siege: no unit may enter or leave it by land"),
            city=CITY_AT[hex_of(start)],
        )
    if is_inside(to) and (stop := _closed_city(w, side, to)) is not None:
        return stop
    if not joined(hex_of(start), hex_of(to)):
        return bar("6.32", N_("{place} lies on another shore"), place=to)
    return bar("6.2", N_("no route leads to {place}"), place=to)


def _closed_city(w: World, side: Side, to: Place) -> Bar | None:
    city = city_of(w, to)
    return may_enter_city(w, side, city) if city else bar("6.37", N_("the city no longer exists"))
