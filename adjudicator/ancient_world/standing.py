"""Standing orders: the occasions and questions that repeat, and what tests on them may ask.

`on interception when distance <= 2, strength < 40 do play intercept with P. Scipio` · `on 9.53 do forage`
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from adjudicator.core import N_, words
from adjudicator.core.game import Key
from adjudicator.core.terms import Fact, StandingTerms

from .board import PROVINCES, distance
from .show.view import ForceSeen, View
from .world import hex_of, province_of

STANDING: Final[Mapping[str, tuple[str, ...]]] = {
    "interception": ("intercept", "ambush", "intercept_part", "intercept_along", "let_pass"),
    "counter_interception": ("intercept", "intercept_part", "intercept_along"),
    "6.47": ("as_planned",),
    "8.34": ("as_planned",),
    "9.53": ("forage", "no"),
}
"""The occasions and questions for which a side may leave orders, each with its verbs."""


def keys(view: View, seat: str, rule: str) -> Mapping[str, Key]:
    """Values that the tests of standing orders may use, from the seat's view alone.

    `turn`, `year`; of the force on the march `place` (its hex), `province`, `strength` (in fog the most that
    it may have), `leader`; `distance`, the hexes to the nearest leader of the seat's side; "" and 0 where
    nobody is on the march.
    """
    mover = _mover(view)
    place = hex_of(mover.place) if mover else ""
    own = [f for f in view.forces if mover and f.side != mover.side and f.leaders and f.strength]
    near = min((distance(hex_of(f.place), place) for f in own), default=0) if place else 0
    return {
        "turn": view.turn,
        "year": view.year,
        "place": place,
        "province": province_of(place) if place else "",
        "strength": mover.strength if mover else 0,
        "leader": _leading(view, mover),
        "distance": near,
    }


def _leading(view: View, mover: ForceSeen | None) -> str:
    """Return the leader of a force who acts, else its first; "" if it has none."""
    found = mover.leaders if mover is not None else ()
    return view.acting if view.acting in found else next(iter(found), "")


def _mover(view: View) -> ForceSeen | None:
    return next((f for f in view.forces if view.march is not None and f.key == view.march.force), None)


TERMS: Final = StandingTerms(
    examples={
        "on interception when distance <= 2, strength < 40 do play intercept with P. Cornelius Scipio": words(
            N_(
                "P. Cornelius Scipio intercepts a force of fewer than 40 strength points that comes within "
                "two hexes of one of your leaders."
            )
        ),
        "on 9.53 do forage": words(N_("Your besiegers forage whenever they may.")),
        "on 6.47 do as planned": words(N_("Attrition is taken as proposed, without asking you.")),
    },
    occasions={
        "interception": words(N_("an enemy force on the march may be intercepted")),
        "counter_interception": words(N_("an interceptor may be intercepted")),
        "6.47": words(N_("attrition is taken off your force")),
        "8.34": words(N_("losses of a battle are taken off your force")),
        "9.53": words(N_("you besiege a city and may forage")),
    },
    facts={
        "turn": Fact(words(N_("the turn of the war"))),
        "year": Fact(words(N_("the year, BC"))),
        "place": Fact(words(N_("the hex where the force is"))),
        "province": Fact(words(N_("the province where the force is")), tuple(PROVINCES)),
        "strength": Fact(words(N_("the strength of the force; in fog the most that it may be"))),
        "leader": Fact(words(N_("the leader of the force"))),
        "distance": Fact(words(N_("the hexes to your nearest leader"))),
    },
)
