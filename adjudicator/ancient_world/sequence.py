"""The sequence of play: a table from the names on the agenda to procedures (§3.0)."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from adjudicator.core import Procedure

from .rules.r03_turn import (
    elections,
    recovery,
    reinforce,
    replace_fallen,
    return_wounded,
    turn,
    upgrade,
)
from .rules.r04_initiative import draw, fill
from .rules.r05_deputies import name_deputy, without_deputy
from .rules.r05_operations import continuation, finish, operate
from .rules.r06_attrition import inertia, pay_due
from .rules.r06_counter import after_counter, clash_counter, counter, countered, envelop
from .rules.r06_devastation import devastate, recover
from .rules.r06_interception import after_interception, catch, clash, intercept, pounce
from .rules.r06_movement import march, moved, stop
from .rules.r06_overrun import overrun
from .rules.r07_landing import adrift, sail
from .rules.r07_naval import naval
from .rules.r07_straits import cross
from .rules.r08_attack import after_attack, command, coordinate
from .rules.r08_avoidance import avoid
from .rules.r08_battle import battle, elephants, toll
from .rules.r08_begin import STAGES
from .rules.r08_casualties import casualties, replace
from .rules.r08_retreat import aftermath, pursuit, retreats
from .rules.r09_assault import assault
from .rules.r09_attrition import siege_attrition
from .rules.r09_capture import occupy, sack, survivors
from .rules.r09_ends import ends
from .rules.r09_reduction import chance_to_sally, reduce, repair, sally
from .rules.r09_siege import invest
from .rules.r09_surrender import demand
from .rules.r09_treachery import treachery
from .rules.r10_manpower import muster, recruit
from .rules.r12_diplomacy import embassy
from .rules.r13_augury import augury, omen
from .rules.r14_victory import depart, peace, victory
from .world import World, now, year_of

SEQUENCE: Mapping[str, Callable[[World], Procedure]] = {
    "turn": turn,  # §3.0
    "upgrade": upgrade,  # §3.0 A
    "return_wounded": return_wounded,  # §8.62
    "replace_fallen": replace_fallen,  # §8.63
    "elections": elections,  # §3.0 B
    "reinforce": reinforce,
    "fill": fill,  # §4.2
    "draw": draw,  # §3.0 C
    "replace": replace,  # §8.63
    "operate": operate,  # §5.3
    "ends": ends,  # §9.23
    "continuation": continuation,  # §5.25
    "finish": finish,  # §5.24
    "march": march,  # §6.2
    "intercept": intercept,  # §6.53
    "catch": catch,  # §6.55
    "counter": counter,  # §6.56
    "countered": countered,
    "envelop": envelop,  # §6.57
    "pay": pay_due,
    "clash_counter": clash_counter,
    "after_counter": after_counter,
    "pounce": pounce,  # §6.55
    "clash": clash,
    "after_interception": after_interception,
    "overrun": overrun,  # §6.6
    "strait": cross,  # §7.3
    "stop": stop,  # §6.23
    "moved": moved,
    "sail": sail,  # §7.2
    "avoid": avoid,  # §8.22
    "coordinate": coordinate,  # §8.25
    "command": command,  # §5.43
    "elephants": elephants,  # §8.36
    "battle": battle,  # §8.3
    "toll": toll,  # §8.34
    "casualties": casualties,  # §8.6
    "pursuit": pursuit,  # §8.38
    "retreats": retreats,  # §8.37
    "aftermath": aftermath,  # §8.5
    "after_attack": after_attack,
    "invest": invest,  # §9.21
    "assault": assault,  # §9.3
    "treachery": treachery,  # §9.6
    "reduce": reduce,  # §9.43
    "repair": repair,  # §9.44
    "chance_to_sally": chance_to_sally,  # §9.43
    "sally": sally,  # §9.27
    "demand": demand,  # §9.72
    "sack": sack,  # §9.82
    "survivors": survivors,  # §9.74
    "occupy": occupy,  # §9.25
    "muster": muster,  # §10.0
    "recruit": recruit,  # §8.63
    "embassy": embassy,  # §12.34
    "siege_attrition": siege_attrition,  # §9.5
    "augury": augury,  # §13.0
    "omen": omen,
    "recover": recover,  # §6.75
    "naval": naval,  # §7.15
    "devastate": devastate,  # §6.72
    "adrift": adrift,  # §7.29
    "inertia": inertia,  # §6.46
    "recovery": recovery,  # §8.56
    "peace": peace,  # §14.0
    "depart": depart,  # §9.74
    "victory": victory,  # §14.0
}


def proceed(w: World) -> Procedure | None:
    """Return the next procedure of a world at rest; None when the game is over.

    Where it may matter who has the overall command, that is settled first (ruling AW-R82).
    """
    if not w.agenda:
        return None
    if PHASE_OF.get(now(w), "operation") in COMMANDED and without_deputy(w):
        return name_deputy(w)
    return SEQUENCE[now(w)](w)


PHASE_OF: Mapping[str, str] = {
    **dict.fromkeys(("turn", "upgrade", "return_wounded", "replace_fallen"), "upgrade"),
    **dict.fromkeys(("elections", "reinforce"), "strategic"),
    **dict.fromkeys(("fill", "draw"), "initiative"),
    **dict.fromkeys(("siege_attrition", "augury", "omen"), "events"),
    **dict.fromkeys(("recover", "naval", "devastate"), "devastation"),
    **dict.fromkeys(("adrift", "inertia", "recovery", "peace", "depart", "victory"), "end"),
    **dict.fromkeys(STAGES, "battle"),
}
COMMANDED = ("initiative", "operation", "battle")
"""The phases of `PHASE_OF` in which it may matter who has the overall command."""


WITHIN: Mapping[str, str] = {"initiative": "events"}
"""The phases of procedures that nobody's operation brings, by the phase that goes on after them."""


def stage(w: World) -> str:
    """Name the phase for the log and for pictures: turn, year, phase, leader: "1/218/operation/hannibal"."""
    phase = _phase(w) if w.agenda else "over"
    leader = f"/{w.op.leader}" if w.op is not None and phase in ("operation", "battle") else ""
    return f"{max(1, w.turn)}/{year_of(w)}/{phase}{leader}"


def _phase(w: World) -> str:
    """Return the phase of the procedure that is next: its own, that of an operation, or the one it is in."""
    if now(w) not in PHASE_OF and w.op is not None:
        return "operation"
    phase = next((PHASE_OF[name] for name in reversed(w.agenda) if name in PHASE_OF), "end")
    return phase if now(w) in PHASE_OF else WITHIN.get(phase, phase)
