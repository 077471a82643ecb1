"""Three lessons: a battle, a landing, an army."""

from __future__ import annotations

from adjudicator.core import N_, Lesson, Outcome

from .show.view import View
from .world import CAESAR

_CARDS = {
    "caesar_hand": ["command_2_1", "command_2_2", "command_2_3", "command_3_1"],
    "pompey_hand": ["command_2_1", "command_2_2", "command_2_3", "command_3_1"],
    "face_up": ["command_1_2", "command_3_2"],
    "caesar_discard": ["command_1_3"],
    "pompey_discard": ["command_1_2"],
}
_TURN = {
    "played": {"caesar": "command_3_2", "pompey": "command_1_2"},
    "cards": {"caesar": "command_3_2", "pompey": "command_1_2"},
    "cups": _CARDS,
    "first": "caesar",
    "acting": "caesar",
    "phase": "movement",
    "points": 3,
    "levies": 2,
}
"""The first turn of a year after its cards: Caesar has three moves and two levies, and goes first."""


def _battle(view: View) -> Outcome:
    return _held(view, "tarraco")


def _landing(view: View) -> Outcome:
    return _held(view, "utica")


def _held(view: View, city: str) -> Outcome:
    """A city that Caesar is to hold by the end of the first turn."""
    if city in view.places and view.places[city].holder == CAESAR:
        return "reached"
    return "" if (view.year, view.turn) == (1, 1) else "missed"


def _army(view: View) -> Outcome:
    """Antonius and Legio VIII at full strength and a fourth block with them, by the levies of the turn."""
    found = view.places.get("genua")
    steps = {block.id: block.steps for block in found.blocks} if found is not None else {}
    if len(steps) > 3 and (steps.get("c_antonius"), steps.get("c_legio_8")) == (2, 3):
        return "reached"
    is_time = (view.year, view.turn, view.acting, view.phase) == (1, 1, CAESAR, "levy")
    return "" if is_time else "missed"


LESSONS = (
    Lesson(
        "lesson_battle",
        "war",
        CAESAR,
        {
            **_TURN,
            "at": {
                **dict.fromkeys(("c_caesar", "c_legio_7", "c_legio_9", "c_legio_10", "c_legio_11"), "narbo"),
                "p_legio_5": "tarraco",
                "p_equitatus_1": "tarraco",
                "p_legio_1": "brundisium",
                "cleopatra": "alexandria",
            },
            "steps": {"p_legio_5": 2, "p_equitatus_1": 1},
        },
        N_("Take Tarraco this turn. Two weak blocks hold it; Caesar stands at Narbo with four legions."),
        (
            N_("Press the blocks at Narbo, then Tarraco, then “Give this order”. The road lets four go."),
            N_(
                "End your movement and your levies. Once Pompey has moved, the battle begins and all its "
                "blocks are shown."
            ),
            N_(
                "Fire in every round. A block rolls a die for each of its steps and hits with the numbers "
                "up to the one "
                "beside its letter; A fires before B, B before C. The city is yours when no enemy block is"
                " left in it."
            ),
        ),
        _battle,
    ),
    Lesson(
        "lesson_landing",
        "war",
        CAESAR,
        {
            **_TURN,
            "at": {
                **dict.fromkeys(("c_caesar", "c_legio_8", "c_legio_12"), "neapolis"),
                "c_navis_1": "mare_tyrrhenum",
                "p_pompey": "dyrrachium",
                "p_legio_36": "ephesus",
                "cleopatra": "alexandria",
            },
        },
        N_(
            "Hold Utica at the end of this turn. Nobody stands there, and your ship rules the sea between "
            "Neapolis and Africa."
        ),
        (
            N_("Choose transport by sea: it comes before every other move of a turn."),
            N_("Press the blocks at Neapolis, then Utica. Each block that sails costs a movement point."),
            N_(
                "End your movement and your levies. A city with a block of yours in it, and none of the "
                "enemy, is yours."
            ),
        ),
        _landing,
    ),
    Lesson(
        "lesson_army",
        "war",
        CAESAR,
        {
            **_TURN,
            "phase": "levy",
            "points": 0,
            "levies": 3,
            "played": {"caesar": "command_2_3", "pompey": "command_1_2"},
            "cards": {"caesar": "command_2_3", "pompey": "command_1_2"},
            "cups": {
                **_CARDS,
                "caesar_hand": ["command_2_1", "command_2_2", "command_3_1", "command_3_2"],
                "face_up": ["command_1_2", "command_2_3"],
            },
            "at": {
                **dict.fromkeys(("c_antonius", "c_legio_8", "c_legio_12"), "genua"),
                "p_legio_1": "roma",
                "cleopatra": "alexandria",
            },
            "steps": {"c_antonius": 1, "c_legio_8": 2},
        },
        N_(
            "Use three levy points so that Antonius and LEG 8 stand at Genua at full strength, with a "
            "fourth block beside them."
        ),
        (
            N_("A step costs a levy point: choose it and press the block. Antonius and LEG 8 lack one each."),
            N_(
                "A new block costs a levy point too and begins with one step. Its label names the city: "
                "LEG 11 is raised at Genua, auxiliaries in any friendly city."
            ),
            N_("The last levy ends your turn; before it you can take each one back."),
        ),
        _army,
    ),
)
