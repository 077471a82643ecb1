"""Three lessons: a battle, a city, units that must be fed."""

from __future__ import annotations

from adjudicator.core import N_, Lesson, Outcome

from .show.view import View
from .world import supply

_TURKS, _ORTHODOX = "turks", "orthodox"
_GENDARMES = tuple(f"ottomans_gendarmes_{n}" for n in (1, 2, 3))
_ARMY = ("mehmed_ii", *_GENDARMES, "ottomans_feudal_array_1")
_EATERS = (*_GENDARMES, "ottomans_feudal_array_1", "ottomans_infantry_1", "ottomans_militia_1")
_TURN = {
    "seats": [_TURKS, _ORTHODOX],
    "core": {_TURKS: "ottomans", _ORTHODOX: "byzantium"},
    "order": [_TURKS, _ORTHODOX],
    "acting": _TURKS,
}
"""The first turn of the Turks and the Orthodox; the Turks are to act."""
_FAR = {"constantine": "achaea", "byzantium_infantry_1": "achaea"}


def _is_time(view: View) -> bool:
    return (view.turn, view.acting) == (1, _TURKS)


def _freed(view: View, place: str) -> Outcome:
    """No Orthodox unit is left in a place."""
    if all(unit.owner != _ORTHODOX for unit in view.places.get(place, ())):
        return "reached"
    return "" if _is_time(view) else "missed"


def _battle(view: View) -> Outcome:
    return _freed(view, "byzantium")


def _city(view: View) -> Outcome:
    return _freed(view, "constantinople")


def _food(view: View) -> Outcome:
    """At the end of the movement of the Turks no place has more of the six than it feeds."""
    eaters = {place: [u.id for u in units if u.id in _EATERS] for place, units in view.places.items()}
    if _is_time(view) and view.phase == "movement":
        return ""
    is_fed = all(len(units) <= supply(place) for place, units in eaters.items() if units)
    return "reached" if is_fed else "missed"


LESSONS = (
    Lesson(
        "lesson_battle",
        "s1_to",
        _TURKS,
        {
            **_TURN,
            "phase": "movement",
            "at": {**dict.fromkeys(_ARMY, "rumelia"), **_FAR, "byzantium_militia_1": "byzantium"},
        },
        N_("Drive the Byzantine militia out of the region Byzantium in this turn."),
        (
            N_("Units fight where they stand: press the stack in Rumelia and move all of it to Byzantium."),
            N_(
                "End the Movement Phase. In the Combat Phase attack Byzantium with all your units: their "
                "strengths are added, and Mehmed II multiplies them."
            ),
            N_(
                "The odds give the column, a die the row: DE and DD hurt the defender, BB both, AD and AE "
                "you."
            ),
        ),
        _battle,
    ),
    Lesson(
        "lesson_city",
        "s1_to",
        _TURKS,
        {
            **_TURN,
            "phase": "combat",
            "at": {
                **dict.fromkeys((*_ARMY, "ottomans_siege_train_1"), "byzantium"),
                **_FAR,
                "byzantium_militia_1": "constantinople",
            },
        },
        N_("Destroy the garrison of Constantinople in this Combat Phase."),
        (
            N_("A city is attacked from its region: your army stands in Byzantium, before the walls."),
            N_("The walls treble the defender. A Siege Train doubles the attacker: let it take part."),
            N_(
                "Attack Constantinople with all units. The line of odds says what leader, train and walls "
                "make of it."
            ),
        ),
        _city,
    ),
    Lesson(
        "lesson_food",
        "s1_to",
        _TURKS,
        {**_TURN, "phase": "movement", "at": {**dict.fromkeys(_EATERS, "ottomans"), **_FAR}},
        N_(
            "End your Movement Phase so that every place feeds the units in it: the region Ottomans feeds "
            "four of your six."
        ),
        (
            N_(
                "The number in a place is how many units it feeds in the Food Phase. "
                "Those beyond that number die."
            ),
            N_("Move two units from Ottomans into the city of Bursa, which feeds four by itself."),
            N_("End the Movement Phase. If somebody would starve, the warning says so before."),
        ),
        _food,
    ),
)
