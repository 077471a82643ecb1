"""The war as a story: a line for each move, battle, siege, attempt of agents and random event."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from adjudicator.core import N_, Event
from adjudicator.core.game.chronicle import Chronicle, Passage, Told
from adjudicator.core.log.chain import JSON

from .narration import filled, told_of

HEADS: Mapping[str, str] = {
    "core": N_("The {seat} began with {nation} as core nation."),
    "moved": N_("The {seat} moved {units} from {origin} to {to}."),
    "sailed": N_("The {seat} sailed {units} from {origin} to {to}."),
    "sailed/laden": N_("The {seat} sailed {units}, carrying {riders}, from {origin} to {to}."),
    "carried": N_("The {seat} carried {units} by sea from {origin} to {to}."),
    "march_begins": N_("{leader} made a forced march with {units} from {origin} to {to}."),
    "march_begins/alone": N_("{leader} made a forced march alone from {origin} to {to}."),
    "leader_placed/by": N_("{leader} appeared in {to}, drawn by the {seat}."),
    "result/AD": N_(
        "{place}: the {seat} attacked {defenders} with {units} ({odds}, rolled {die}). AD, the "
        "attacker was defeated."
    ),
    "result/AE": N_(
        "{place}: the {seat} attacked {defenders} with {units} ({odds}, rolled {die}). AE, the "
        "attacker was annihilated."
    ),
    "result/BB": N_(
        "{place}: the {seat} attacked {defenders} with {units} ({odds}, rolled {die}). BB, a bloodbath."
    ),
    "result/DD": N_(
        "{place}: the {seat} attacked {defenders} with {units} ({odds}, rolled {die}). DD, the "
        "defender was defeated."
    ),
    "result/DE": N_(
        "{place}: the {seat} attacked {defenders} with {units} ({odds}, rolled {die}). DE, the "
        "defender was annihilated."
    ),
    "attacked": N_("{place}: the {seat} attacked {defenders} with {units}."),
}
"""The sentences of heads that are told otherwise than in the journal."""

CLAUSES: Mapping[str, str] = {
    "partner": N_("also {nation}"),
    "partner/many": N_("also {items}"),
    "played": N_("the {seat} played {chit}"),
    "played_on": N_("the {seat} played {chit}"),
    "joined": N_("{chit} joined the {seat}"),
    "passed": N_("control of {chit} passed to the {to}"),
    "weather_stops": N_("weather stopped it (rolled {die})"),
    "doubled": N_("Military Advance doubled the {side}"),
    "eliminated": N_("{units} eliminated"),
    "retreated": N_("{units} retreated to {to}"),
    "no_retreat": N_("{units} could not retreat"),
    "entered": N_("the attackers entered {place}"),
    "sallied": N_("the garrison went out to {to}"),
    "honors": N_("Honors of War: the garrison left"),
    "survival/falls": N_("{leader} did not survive"),
    "took_refuge": N_("{leader} went to {to}"),
    "operation_result/success": N_("success (rolled {die}, total {total})"),
    "operation_result/nothing": N_("no effect (rolled {die}, total {total})"),
    "operation_result/retaliation/nobody": N_("retaliation without effect (rolled {die}, total {total})"),
    "operation_result/retaliation": N_("retaliation (rolled {die}, total {total})"),
    "gained": N_("control of {chit}"),
    "gained/many": N_("control of {items}"),
    "chit_held": N_("no effect: a player holds the chit of {chit} unused"),
    "determined": N_("region {letter}: {nation} (rolled {die})"),
    "determined_none": N_("region {letter}: no region (rolled {die})"),
    "no_effect": N_("no effect"),
    "schism": N_("units of the {coalition} could fight each other until the end of the turn (rolled {die})"),
    "went_home": N_("units of {nation} went home"),
    "left_city": N_("{units} left {place} for {to}"),
    "lost": N_("the {seat} lost control of {chit}"),
    "lost/many": N_("the {seat} lost control of {items}"),
}
"""The words of a line for an event, where it says less than the journal."""


def _attack(events: Sequence[Event]) -> Mapping[str, JSON]:
    """Return the two sides of an attack."""
    attack = next((event.values for event in events if event.kind == "attacked"), {})
    return {name: attack[name] for name in ("seat", "units", "defenders") if name in attack}


def _drawn(events: Sequence[Event]) -> Mapping[str, JSON]:
    """Return the seat that drew a leader."""
    seats = [event.values["seat"] for event in events if event.kind == "leader_drawn"]
    return {"seat": seats[0], "how": "by"} if seats else {}


def _ends(events: Sequence[Event]) -> Mapping[str, JSON]:
    """Return the ends of a move."""
    ways = [event.values["way"] for event in events if "way" in event.values]
    return {"origin": ways[0][0], "to": ways[-1][-1]} if ways else {}


PASSAGES = (
    Passage(
        heads=("result", "no_battle", "attacked"),
        parts={
            *("joined", "played_on", "weather_stops", "weather_fails", "doubled", "bloodbath_in_city"),
            *("eliminated", "retreated", "no_retreat", "entered", "sallied", "honors", "survival/falls"),
            *("took_refuge", "no_refuge", "put_ashore", "passed"),
        },
        silent=("odds", "survival/lives", "leader_gone"),
        begins=("attacked",),
        early=("played_on",),
        decided=("result", "no_battle", "weather_stops"),
        summed=_attack,
        is_battle=True,
    ),
    Passage(
        heads=("operation",),
        parts=("operation_result", "gained", "chit_held", "retaliation", "spied", "took_chit"),
        begins=("operation",),
        ends=("gained", "chit_held", "operation_result/nothing", "operation_result/retaliation/nobody"),
    ),
    Passage(
        heads=("event",),
        parts=("determined", "determined_none", "no_effect", "lost", "schism", "went_home", "left_city"),
        begins=("event",),
    ),
    Passage(
        heads=("leader_placed",),
        silent=("leader_drawn",),
        begins=("leader_placed",),
        before=("leader_drawn",),
        summed=_drawn,
    ),
    Passage(heads=("core",), parts=("partner",), begins=("core",)),
    Passage(
        heads=("march_begins", "moved", "sailed", "carried"),
        silent=("moved",),
        begins=("moved", "sailed", "carried"),
        before=("march_begins",),
        summed=_ends,
    ),
)


def head(event: Event) -> Told:
    """The sentence of the head of a line, "" where it is that of the journal."""
    v = event.values
    if event.kind == "result" and "units" not in v:
        return ""
    if event.kind == "march_begins":
        if "to" not in v:
            return ""
        with_ = [unit for unit in v["units"] if unit != v["leader"]]
        event = Event(event.kind, event.rule, {**v, "units": with_})
        return filled(HEADS["march_begins" if with_ else "march_begins/alone"], event)
    how = "laden" if v.get("riders") else v.get("how")
    template = HEADS.get(f"{event.kind}/{how}") or HEADS.get(event.kind, "")
    return filled(template, event) if template else ""


def clause(event: Event, head: Event) -> Told:
    """Return the words of a line for an event."""
    if event.kind == "attacked" and head.kind != "attacked":
        return ""
    template = CLAUSES.get(f"{event.kind}/{event.values.get('how')}") or CLAUSES.get(event.kind, "")
    return filled(template, event) if template else told_of(event)


def stage(stage: str) -> str:
    """The stage under whose heading events are told: all of the set-up is one."""
    begun = stage.split("/")
    return f"{begun[0]}/camps" if begun[-1] in ("order", "cores", "deal") else stage


CHRONICLE = Chronicle(
    passages=PASSAGES,
    known=("chits",),
    stage=stage,
    left_out={
        *("turn_begins", "turn_ends", "march_ends", "placed_rest"),
        *("drew", "drew_none", "put_back", "lost_chits", "exchanged", "unused_out"),
    },
    head=head,
    clause=clause,
)
