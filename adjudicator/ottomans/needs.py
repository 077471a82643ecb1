"""§21 The needs of each player who is to win, from a seat's view."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from adjudicator.core import N_, Need, Words, words

from .board import FIGURES, KEY_CITIES, NATIONS
from .rules.r21_victory import HELD, imperial, surviving
from .show.view import View
from .world import CONSTANTINOPLE, Holders, Place, Seat, holders_of, side


def needs(view: View) -> Sequence[Need]:
    """§21.1 §21.13 Return how far each seat and its coalition have come, and the sources of its points."""
    if view.result or len(view.core) < len(view.seats):
        return []
    there = holders_of((u.owner, side(u.id), place) for place, units in view.places.items() for u in units)
    return [need for seat in view.seats for need in _of(view, seat, there)]


def _of(view: View, seat: Seat, there: Mapping[Place, Holders]) -> Iterator[Need]:
    """§21.1 §21.13 §21.2 Yield the points for the end, the key cities for an empire, and what counts."""
    points, colour = view.points[seat], NATIONS[view.core[seat]].coalition
    if view.empire:
        most = max(1, *view.points.values())
        why = N_("{empire} is an empire: most points with its units win; {n} against {most} now")
        text = words(why, empire=view.empire, n=points, most=most)
        yield Need(seat, "end", text, "21.13", points, most)
    else:
        why = N_("{n} {n:point|points}; with more than {needed} at the end one survives")
        text = words(why, n=points, needed=view.needed[seat])
        yield Need(seat, "end", text, "21.13", points, view.needed[seat] + 1)
    cities = len(view.key_cities[colour])
    why = N_("{coalition}: {n} of the {all} key cities; {least} make an empire")
    values = {"coalition": colour, "n": cities, "all": len(KEY_CITIES), "least": FIGURES.empire}
    yield Need(seat, "end", words(why, **values), "21.1", cities, FIGURES.empire)
    yield Need(seat, "points", _parts(view, seat, there), "21.1" if view.empire else "21.2")


def _parts(view: View, seat: Seat, there: Mapping[Place, Holders]) -> Words:
    """§21.11 §21.2 Return the sources of a seat's points now."""
    if view.empire:
        of = imperial(there, seat, view.empire)
        template = N_("held alone with units of {empire}: {city} {a}, key cities {b}, regions {c}")
        return words(
            template,
            empire=view.empire,
            city=CONSTANTINOPLE,
            a=of[CONSTANTINOPLE],
            b=of[HELD],
            c=of["regions"],
        )
    of = surviving(view.core, there, seat)
    template = N_("held alone: {city} {a}, key cities {b}, regions {c}, regions of other coalitions {d}")
    return words(
        template, city=CONSTANTINOPLE, a=of[CONSTANTINOPLE], b=of[HELD], c=of["regions"], d=of["abroad"]
    )
