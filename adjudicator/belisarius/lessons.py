"""Three lessons: a battle, a city, an army that must be fed."""

from __future__ import annotations

from adjudicator.core import N_, Lesson, Outcome

from .show.view import View
from .world import BARBARIAN, EMPIRE

_TURN = 2
_GUARDS = tuple(f"guard_field_army_{n}" for n in range(1, 7))
_OPERATIONS = {
    "phasing": EMPIRE,
    "turn": _TURN,
    "phase": "operations",
    "treasury": {EMPIRE: 0, BARBARIAN: 0},
}
"""The Empire's operations phase, with nothing to pay supply with."""
_COURT = {
    "justinian": "constantinopolis",
    "thracia_garrison_1": "constantinopolis",
    "persia_garrison_1": "ctesiphon",
}
_BESIDE_DARA, _NISIBIS = "3448", "3548"


def _is_time(view: View) -> bool:
    return (view.turn, view.phasing) == (_TURN, EMPIRE)


def _battle(view: View) -> Outcome:
    """No barbarian is left in the hex beside Dara."""
    if _BESIDE_DARA not in view.places or view.places[_BESIDE_DARA].holder != BARBARIAN:
        return "reached"
    return "" if _is_time(view) else "missed"


def _city(view: View) -> Outcome:
    """The Empire stands in Nisibis."""
    if _NISIBIS in view.places and view.places[_NISIBIS].holder == EMPIRE:
        return "reached"
    return "" if _is_time(view) else "missed"


def _supply(view: View) -> Outcome:
    """All six armies live through the supply phase."""
    alive = {unit for place in view.places.values() for unit in place.units}
    if not alive.issuperset(_GUARDS):
        return "missed"
    return "" if _is_time(view) else "reached"


LESSONS = (
    Lesson(
        "lesson_battle",
        "advance",
        EMPIRE,
        {
            **_OPERATIONS,
            "at": {
                **_COURT,
                **dict.fromkeys(("belisarius", *_GUARDS[:3]), "dara"),
                "persia_garrison_2": _BESIDE_DARA,
            },
        },
        N_("Drive the Persian garrison out of 3448, the hex beside Dara, in this operations phase."),
        (
            N_(
                "Press the stack at Dara and take them all with you: that makes them the operating army. "
                "Its operation points (OP) are shown."
            ),
            N_(
                "Press 3448 to attack it. Before you choose between assault and manoeuvre, the chances of "
                "each stand beside it."
            ),
            N_(
                "A strong army takes the assault. After the battle the army may go on with the points that"
                " are left, or end."
            ),
        ),
        _battle,
    ),
    Lesson(
        "lesson_city",
        "advance",
        EMPIRE,
        {
            **_OPERATIONS,
            "at": {
                **_COURT,
                **dict.fromkeys(("belisarius", *_GUARDS[:4]), "dara"),
                "persia_garrison_2": "nisibis",
            },
        },
        N_("Take Nisibis: units of yours stand in the city before this operations phase ends."),
        (
            N_(
                "Take the whole stack at Dara into operation. A city doubles its defender, so come with "
                "much more."
            ),
            N_("Attack Nisibis and choose the assault. An attacker does not move in by itself."),
            N_(
                "With the operation points that are left, march from Dara to Nisibis. Only then the city "
                "is yours."
            ),
        ),
        _city,
    ),
    Lesson(
        "lesson_supply",
        "advance",
        EMPIRE,
        {**_OPERATIONS, "at": {**_COURT, **dict.fromkeys(("belisarius", *_GUARDS), "dara")}},
        N_(
            "Bring all six field armies through the supply phase. Your treasury is empty, and a city feeds"
            " four units."
        ),
        (
            N_(
                "Six armies stand at Dara, which feeds four; leaders eat nothing. Each unit beyond that "
                "costs money, or disbands."
            ),
            N_("Take two of them into operation and march to Edessa, by 3546: that city feeds four more."),
            N_("End the army, then end the phase. The warning before the end says who would starve."),
        ),
        _supply,
    ),
)
