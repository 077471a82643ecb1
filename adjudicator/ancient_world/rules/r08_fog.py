"""§8.12 Fog: the knowledge of the strength of forces. Option `fog`, ruling AW-V26."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import Any, Final

from adjudicator.ancient_world.board import CITY_AT
from adjudicator.ancient_world.world import Force, Place, Side, World, hex_of, sides_of
from adjudicator.core import Event, Sealed, tell
from adjudicator.core.log.chain import JSON

from .r02_forces import strength

LOWEST: Final = 5
"""The first range is under five strength points; each later one is twice as wide as what is below it."""


def is_foggy(w: World) -> bool:
    """§8.12 Return true if strengths are hidden: by the option, until the war is over."""
    return w.options.get("fog", "off") == "on" and bool(w.agenda)


def side_of_seat(w: World, seat: str | None) -> Side:
    """Return the side of a seat, an ally's being that of its partner; "" for the public."""
    return "" if seat is None else seat if seat in sides_of(w) else sides_of(w)[0]


def in_contact(w: World, place: Place) -> bool:
    """§8.12 Return true if both sides have units in a hex, inside its city or outside, or it is besieged.

    A leader alone is no contact.
    """
    here = hex_of(place)
    sides = {force.side for force in w.forces.values() if force.units and hex_of(force.place) == here}
    return len(sides) > 1 or CITY_AT.get(here, "") in w.sieges


def is_known(w: World, viewer: str | None, force: Force) -> bool:
    """§8.12 Return true if a viewer knows a force's units: their own side's, and those in contact."""
    return not is_foggy(w) or side_of_seat(w, viewer) == force.side or in_contact(w, force.place)


def ranges(n: int) -> tuple[int, int]:
    """§8.12 Return the ends of the range in which a number of strength points lies.

    The ranges are 0 to 4, 5 to 9, 10 to 19, 20 to 39 and so on.
    """
    least, most = 0, LOWEST
    while n >= most:
        least, most = most, 2 * most
    return least, most - 1


def could_have(n: int, points: int) -> bool:
    """§8.12 Return true if a force of `n` strength points might have the other number, judged by its range
    alone.
    """
    return ranges(n)[1] >= points


OF_ITS_OWN: Final = frozenset(
    (
        *(
            "marches",
            "allies_march",
            "sails",
            "stopped",
            "inert",
            "losses",
            "leaves_war",
            "crossing",
            "transport",
            "retreats",
        ),
        *("city_taken", "city_left", "reinforced", "mustered", "joins", "sent_away"),
    )
)
"""The events that tell a side's enemy of the strength of its forces, or by which one grows or shrinks."""
OF_BOTH: Final = frozenset(
    (
        *("contact", "staying", "avoids", "intercepts", "coordinates", "lifted", "devastation", "recovery"),
        *("augury", "omen", "game_over"),
    )
)
"""The events by which the umpire tells what hidden strengths decide. The last lifts the fog."""


def reveals(w: World, event: Event) -> Collection[str]:
    """§8.12 Return the seats that learn something of a hidden strength by an event."""
    if w.options.get("fog", "off") != "on":
        return ()
    if event.kind in OF_BOTH:
        return w.seats
    if event.kind in OF_ITS_OWN:
        return [seat for seat in w.seats if side_of_seat(w, seat) != event.values["side"]]
    return ()


# -- what is told, and what an answer shows ---------------------------------------------------------


def is_secret(w: World, place: Place) -> bool:
    """§8.12 Return true if what happens to a force in a place is for its own side alone."""
    return is_foggy(w) and not in_contact(w, place)


def seats_of(w: World, side: Side) -> tuple[str, ...]:
    """Return the seats of a side."""
    return tuple(seat for seat in w.seats if side_of_seat(w, seat) == side)


def units_told(
    w: World, side: Side, place: Place, values: Mapping[str, JSON]
) -> tuple[Mapping[str, JSON], Mapping[str, Sealed[JSON]]]:
    """§8.12 Return values that say how strong a force is, as open ones or as ones sealed to its side."""
    if not is_secret(w, place):
        return values, {}
    return {}, {name: Sealed(seats_of(w, side), value) for name, value in values.items()}


def tell_units(
    w: World,
    kind: str,
    rule: str,
    side: Side,
    place: Place,
    units: Mapping[str, int],
    weighed: Mapping[str, JSON] | None = None,
    **values: JSON,
) -> None:
    """§8.12 Tell what becomes of a side's units in a place; in fog whether some are lost, not how many.

    `weighed` is what attrition read off the chart for the strength of the force, which fog hides too.
    """
    values = {"side": side, "place": place, **values}
    seen, sealed = units_told(w, side, place, {"units": dict(units), **(weighed or {})})
    if sealed:
        values["some"] = int(bool(units))
    tell(kind, rule, sealed=sealed, **values, **seen)


def tell_contact(w: World, place: Place) -> None:
    """§8.12 Tell, in fog, how strong the two sides are that have met in a hex."""
    if not is_foggy(w) or not in_contact(w, place):
        return
    found = dict.fromkeys(sides_of(w), 0)
    for force in w.forces.values():
        if hex_of(force.place) == hex_of(place):
            found[force.side] += strength(force.units)
    tell("contact", "8.12", place=hex_of(place), sides=list(found), strengths=list(found.values()))


def concealed(w: World, place: Place, *shown: str) -> Callable[[Any], dict[str, JSON]] | None:
    """§8.12 Return the function that cuts an answer down to its public part: the named fields.

    None where units in that place are open.
    """
    if not is_secret(w, place):
        return None
    return lambda answer: {name: answer[name] for name in shown}
