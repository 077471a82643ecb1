"""Player aids: how a turn goes (§3.0), hints, and the charts."""

from __future__ import annotations

from adjudicator.ancient_world.booklet import scenario
from adjudicator.ancient_world.rules.r08_begin import STAGES
from adjudicator.core import N_, words
from adjudicator.display.aids import Aids, Hint, Step

from .charts import tables

TURN = (
    Step(
        "upgrade",
        words(N_("The year begins")),
        words(
            N_(
                "A turn is a year. Sacked cities are rebuilt, the wounded come back, the "
                "fallen are replaced; Rome places its new consuls, and reinforcements "
                "arrive."
            )
        ),
        "3.0",
        ("turn", "upgrade", "return_wounded", "replace_fallen", "elections", "reinforce"),
    ),
    Step(
        "cup",
        words(N_("A marker is drawn")),
        words(
            N_(
                "Each leader has as many markers in the cup as their initiative. Markers for "
                "siege attrition and, in most scenarios, an augury join them. The markers are "
                "drawn one by one, and a leader who is drawn acts, whichever side they are on."
            )
        ),
        "4.2",
        ("fill", "draw", "replace"),
        "hand",
    ),
    Step(
        "operation",
        words(N_("The leader's operations")),
        words(
            N_(
                "The leader marches, attacks, besieges, raises units, sends embassies or sails: one "
                "operation, then another if a die is no higher than their campaign rating. Enemy leaders "
                "near the route may intercept. When the force stops, it pays attrition for its route."
            )
        ),
        "5.3",
        (
            "operate",
            "continuation",
            "finish",
            "march",
            "intercept",
            "catch",
            "counter",
            "countered",
            "envelop",
            "pay",
            "clash_counter",
            "after_counter",
            "pounce",
            "clash",
            "after_interception",
            "overrun",
            "strait",
            "stop",
            "moved",
            "sail",
            "muster",
            "recruit",
            "embassy",
        ),
        "map",
    ),
    Step(
        "battle",
        words(N_("Battle")),
        words(
            N_(
                "The defender may try to avoid it. Otherwise the ratio, the leaders' abilities, cavalry, "
                "elephants and ground are added to one die, which gives the losses of both. "
                "The loser retreats, and may be pursued."
            )
        ),
        "8.3",
        ("avoid", *STAGES, "after_attack"),
        "battle",
    ),
    Step(
        "siege",
        words(N_("Sieges")),
        words(
            N_(
                "A city is invested first. Then a leader reduces its defence, storms it, "
                "tries treachery or demands its surrender; those inside repair and sally. A "
                "large or medium city that falls counts points."
            )
        ),
        "9.21",
        (
            "invest",
            "assault",
            "treachery",
            "reduce",
            "repair",
            "chance_to_sally",
            "sally",
            "demand",
            "sack",
            "survivors",
            "occupy",
        ),
        "map",
    ),
    Step(
        "end",
        words(N_("Siege attrition, auguries and the end of the year")),
        words(
            N_(
                "A siege attrition marker costs besiegers and besieged some of their strength; "
                "the augury brings an event. Once no leader is left, ships, devastation and "
                "recovery are settled. Some victories end the war at once; otherwise points "
                "decide after the last year."
            )
        ),
        "3.0",
        (
            "siege_attrition",
            "augury",
            "omen",
            "recover",
            "naval",
            "devastate",
            "adrift",
            "inertia",
            "ends",
            "recovery",
            "peace",
            "depart",
            "victory",
        ),
    ),
)

HINTS = (
    Hint(
        "cup",
        "hand",
        words(
            N_(
                "These markers are still in the cup. Nobody knows who comes next: that is "
                "why a leader who may go on should do the most urgent thing first."
            )
        ),
        ("upgrade", "strategic", "initiative", "operation"),
    ),
    Hint(
        "operation",
        "map",
        words(
            N_(
                "Your active leader is marked. Press the force, then its destination: each hex shows the "
                "losses on the way there. Then press “Give this order”."
            )
        ),
        ("operation",),
    ),
    Hint(
        "take",
        "decision",
        words(
            N_(
                "A leader takes along or leaves behind part of a force before marching "
                "(“take”, “detach”). “pass” ends the leader's turn; unused operations are "
                "not kept."
            )
        ),
        ("operation",),
    ),
    Hint(
        "battle",
        "decision",
        words(
            N_(
                "The battle board adds up what counts for either side. Avoiding battle costs guile "
                "and ground; standing may cost the army."
            )
        ),
        ("battle",),
    ),
)

AIDS = Aids(TURN, HINTS, tables, scenario)
