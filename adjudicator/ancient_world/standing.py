"""Standing orders: the occasions and questions that repeat, and what tests on them may ask.

`on interception when distance <= 2, strength < 40 do react intercept with P. Scipio` · `on 9.53 do forage`
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from adjudicator.core import N_, words
from adjudicator.core.game.game import Key
from adjudicator.core.language.terms import Fact, StandingTerms, WindowKind

from .board import PROVINCES, distance
from .show.view import ForceSeen, View
from .world import hex_of, province_of

STANDING: Final[Mapping[str, tuple[str, ...]]] = {
    "interception": ("intercept", "ambush", "intercept_part", "intercept_along", "let_pass"),
    "counter_interception": ("intercept", "intercept_part", "intercept_along"),
    "6.47": ("as_planned",),
    "8.22": ("stand", "avoid"),
    "8.23": ("as_planned",),
    "8.34": ("as_planned",),
    "8.36": ("yes", "no", "as_planned"),
    "9.27": ("as_planned",),
    "9.43": ("yes", "no"),
    "9.53": ("forage", "no"),
    "9.55": ("as_planned",),
}
"""The occasions and questions for which a side may leave orders, each with its verbs."""

WINDOWS: Final[Mapping[str, WindowKind]] = {
    "interception": WindowKind("ask", 19),
    "counter_interception": WindowKind("ask", 0),
}
"""§6.5 The windows."""

REACTIONS: Final = (
    *WINDOWS,
    *(rule for rule in STANDING if rule[0].isdigit()),
    *("6.46", "8.25", "8.37", "8.38", "8.64", "9.22", "9.35", "9.74"),
)
"""The windows, and the questions of battles, sieges and attrition: a side may be spared those of a turn."""


def keys(view: View, seat: str, rule: str) -> Mapping[str, Key]:
    """Values that the tests of standing orders may use, from the seat's view alone.

    `turn`, `year`; of the force on the march, else of the attackers in a battle, else of the leader who
    carries out an operation: `place` (the hex), `province`, `leader` (its commander, §5.43), and except of
    the last `strength` (in fog the most that it may be); `distance`, the hexes from a force on the march to
    the nearest leader of the seat's side; "" and 0 where there is none of them.
    """
    mover = _mover(view)
    place = _place(view, mover)
    own = [f for f in view.forces if mover and f.side != mover.side and f.leaders and f.strength]
    near = min((distance(hex_of(f.place), place) for f in own), default=0) if place else 0
    return {
        "turn": view.turn,
        "year": view.year,
        "place": place,
        "province": province_of(place) if place else "",
        "strength": mover.strength if mover else _attacking(view),
        "leader": view.leading,
        "distance": near,
    }


def _place(view: View, mover: ForceSeen | None) -> str:
    """Return the hex of the force on the march, else of the battle, else of the leader who acts."""
    if mover is not None:
        return hex_of(mover.place)
    if view.battle is not None:
        return view.battle.hex
    return next((hex_of(f.place) for f in view.forces if view.acting and view.acting in f.leaders), "")


def _attacking(view: View) -> int:
    """Return the strength of the attackers in a battle; in fog the most that it may be."""
    attackers = view.battle.attackers if view.battle is not None else ()
    return sum(f.strength for f in view.forces if f.key in attackers)


def _mover(view: View) -> ForceSeen | None:
    return next((f for f in view.forces if view.march is not None and f.key == view.march.force), None)


TERMS: Final = StandingTerms(
    examples={
        N_(
            "on interception when distance <= 2, strength < 40 do react intercept with P. Cornelius Scipio"
        ): words(
            N_(
                "P. Cornelius Scipio intercepts a force of fewer than 40 strength points that comes within "
                "two hexes of one of your leaders."
            )
        ),
        N_("on 6.47 do as planned"): words(N_("Attrition is taken as proposed, without asking you.")),
        N_("on 9.43 when place = Capua do no"): words(
            N_("The garrison of {city} does not sally when its walls have held."), city="capua"
        ),
    },
    occasions={
        "interception": words(N_("an enemy force on the march may be intercepted")),
        "counter_interception": words(N_("an interceptor may be intercepted")),
        "6.47": words(N_("attrition is taken off your force")),
        "8.22": words(N_("you are attacked and may try to avoid battle")),
        "8.23": words(N_("attrition is taken off your force after it has avoided battle")),
        "8.34": words(N_("losses of a battle are taken off your force")),
        "8.36": words(
            N_("you may send in elephants, or losses that elephants caused are taken off your force")
        ),
        "9.27": words(N_("losses of a sally are taken off your force")),
        "9.43": words(N_("the walls of your city have held, and you may sally")),
        "9.53": words(N_("you besiege a city and may forage")),
        "9.55": words(N_("losses of a siege are taken off your force")),
    },
    facts={
        "turn": Fact(words(N_("the turn of the war"))),
        "year": Fact(words(N_("the year, BC"))),
        "place": Fact(words(N_("the hex of the force on the march, the battle or the siege"))),
        "province": Fact(words(N_("the province of that hex")), tuple(PROVINCES)),
        "strength": Fact(
            words(N_("the strength of the force on the march or of the attackers; the most it may be in fog"))
        ),
        "leader": Fact(words(N_("the leader of that force, or who carries out the operation"))),
        "distance": Fact(words(N_("the hexes to your nearest leader"))),
    },
)
