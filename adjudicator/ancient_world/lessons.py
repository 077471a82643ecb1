"""Three lessons of Hannibal's: a march, a battle, a city."""

from __future__ import annotations

import msgspec

from adjudicator.core import N_, Lesson, Outcome
from adjudicator.core.log.chain import JSON

from .setup import new_world
from .show.view import View
from .world import is_inside

_SCENARIO, _CARTHAGE, _ROME, _LEADER = "hannibal_in_italy", "carthage", "rome", "hannibal"
_BEFORE_ARIMINUM, _BESIDE_ARRETIUM, _ARRETIUM = "2508", "2812", "2712"
_ENOUGH = 70
"""Strength points of Hannibal's 76 that are to arrive."""


def _garrisons() -> dict[str, JSON]:
    """Those of the scenario in their cities."""
    begun = new_world(_SCENARIO, {}, (_CARTHAGE, _ROME))
    return {key: msgspec.to_builtins(one) for key, one in begun.forces.items() if is_inside(one.place)}


def _position(place: str, **more: JSON) -> dict[str, JSON]:
    """Hannibal in a place at the beginning of an operation; Mago is still in the cup."""
    army = {
        "side": _CARTHAGE,
        "place": place,
        "units": {"libya_foot": 40, "hispani_foot": 16, "hispani_horse": 10, "numidia_horse": 10},
        "leaders": [_LEADER, "maharbal"],
    }
    return {
        "turn": 1,
        "agenda": ["draw", "operate"],
        "op": {"leader": _LEADER},
        "locks": {},
        "lams": ["mago"],
        "forces": {**_garrisons(), f"{_CARTHAGE}@{place}": army, **more},
    }


def _is_time(view: View) -> bool:
    return view.operation is not None and view.operation.leader == _LEADER


def _march(view: View) -> Outcome:
    """Hannibal stands before Ariminum with most of the army."""
    if view.march is not None:
        return ""
    strength = sum(
        one.strength for one in view.forces if one.place == _BEFORE_ARIMINUM and one.side == _CARTHAGE
    )
    if strength >= _ENOUGH:
        return "reached"
    return "" if _is_time(view) and not strength else "missed"


def _battle(view: View) -> Outcome:
    """No Roman is left in the field beside Arretium."""
    if all(one.side != _ROME or one.place != _BESIDE_ARRETIUM for one in view.forces):
        return "reached"
    return "" if _is_time(view) or view.battle is not None else "missed"


def _city(view: View) -> Outcome:
    """Arretium is no longer besieged, and has no Romans in it."""
    if "arretium" not in view.sieges and all(
        one.place != f"{_ARRETIUM}i" for one in view.forces if one.side == _ROME
    ):
        return "reached"
    return "" if _is_time(view) else "missed"


LESSONS = (
    Lesson(
        "lesson_march",
        _SCENARIO,
        _CARTHAGE,
        _position("2110"),
        N_(
            "Lead Hannibal from Bononia to 2508 before Ariminum, and arrive with at least 70 of his 76 "
            "strength points."
        ),
        (
            N_(
                "Press Hannibal's army, then 2508. The route is found for you; below it stands what the "
                "march costs."
            ),
            N_(
                "Each hex costs attrition points by its province; their sum decides how many are lost when"
                " the army stops."
            ),
            N_(
                "You choose who is lost; “As planned” takes what is proposed. After a march a die decides "
                "whether Hannibal may go on."
            ),
        ),
        _march,
    ),
    Lesson(
        "lesson_battle",
        _SCENARIO,
        _CARTHAGE,
        _position(
            _BESIDE_ARRETIUM,
            **{
                f"{_ROME}@{_BESIDE_ARRETIUM}": {
                    "side": _ROME,
                    "place": _BESIDE_ARRETIUM,
                    "units": {"romani_foot": 10, "socii_foot": 5},
                    "leaders": ["sempronius"],
                }
            },
        ),
        N_("Drive Sempronius out of 2812, the hex beside Arretium, in Hannibal's operations."),
        (
            N_(
                "Hannibal stands in the hex of Sempronius: choose the attack. "
                "What counts for both is shown with it."
            ),
            N_(
                "Sempronius may avoid you. If he stands, leaders, cavalry, ground and numbers are added up "
                "before the dice."
            ),
            N_("A beaten army retreats, and an army that avoids leaves the field too: both count."),
        ),
        _battle,
    ),
    Lesson(
        "lesson_city",
        _SCENARIO,
        _CARTHAGE,
        {
            **_position(_ARRETIUM),
            "sieges": {"arretium": {"side": _CARTHAGE, "militia": 2, "most": 1}},
        },
        N_("Take Arretium, which Hannibal besieges, in his operations."),
        (
            N_(
                "In a siege you may reduce the walls, or assault them. An assault compares your infantry "
                "with the walls times the infantry inside."
            ),
            N_(
                "Choose the assault: its odds and the die that is needed stand beside it. Cavalry does not "
                "count."
            ),
            N_("After the city has fallen you decide whether to sack it and who moves in."),
        ),
        _city,
    ),
)
