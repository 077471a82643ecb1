"""The war as a story: a line for each set-up, tax, purchase, march, battle, siege and embassy."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from adjudicator.belisarius.board import UNITS
from adjudicator.belisarius.counted import units_said
from adjudicator.core import N_, Event, words
from adjudicator.core.game.chronicle import Chronicle, Passage, Told
from adjudicator.core.log.chain import JSON

from .narration import filled, told_of

HEADS: Mapping[str, str] = {
    "marched": N_("{seat} marched {units} from {origin} to {to}."),
    "battle": N_("{seat} attacked {place} by manoeuvre with {units} ({odds}, rolled {die}): {outcome}."),
    "battle/assault": N_("{seat} stormed {place} with {units} ({odds}, rolled {die}): {outcome}."),
}
"""The sentences of heads that are told otherwise than in the journal."""

OUTCOMES: Mapping[str, str] = {
    "AA": N_("AA, the attacker was defeated"),
    "AR": N_("AR, the attacker had to retreat"),
    "AZ": N_("AZ, the attacker was annihilated"),
    "BB": N_("BB, a bloodbath"),
    "DD": N_("DD, the defender was defeated"),
    "DR": N_("DR, the defender had to retreat"),
    "DZ": N_("DZ, the defender was annihilated"),
}

CLAUSES: Mapping[str, str] = {
    "eliminated": N_("{units} eliminated"),
    "retreated": N_("{units} retreated to {to}"),
    "held": N_("{seat} held {place} with {units} instead of retreating"),
    "played": N_("{seat} played {marker}"),
    "played/on": N_("{seat} played {marker}"),
    "event_arrival": N_("{seat} placed {units} at {place}"),
    "control": N_("{seat} took control of {province}"),
    "nullified": N_("{seat}'s {marker} was cancelled"),
}
"""The words of a line for an event, where it says less than the journal."""

SET_UP = N_("{side} set up {armies:clauses}.")
SET_UP_TOO = N_("{side} set up {armies:clauses}; garrisons at {places}.")
GARRISONS = N_("{side} set up garrisons at {places}.")
ARMY = N_("{units} at {place}")


def _attack(events: Sequence[Event]) -> Mapping[str, JSON]:
    """Return the attacker and its units."""
    attack = next((event.values for event in events if event.kind == "attacked"), None)
    return {} if attack is None else {"units": attack["units"], "seat": attack["seat"]}


def _ends(events: Sequence[Event]) -> Mapping[str, JSON]:
    """Return the ends of a march."""
    way = next(event.values["way"] for event in events if event.kind == "marched")
    return {"origin": way[0], "to": way[-1]}


def _placed(events: Sequence[Event]) -> Mapping[str, JSON]:
    """Return the armies that a side set up, and the places where it has garrisons only."""
    stacks = [event.values for event in events if event.kind != "placing_over"]
    armies = [one for one in stacks if not all(UNITS[unit].type == "garrison" for unit in one["units"])]
    return {
        "armies": [[one["units"], one["place"]] for one in armies],
        "places": [one["place"] for one in stacks if one not in armies],
    }


PASSAGES = (
    Passage(
        heads=("placed_as_suggested", "placed"),
        silent=("placed_as_suggested", "placed", "placing_over"),
        ends=("placing_over",),
        summed=_placed,
    ),
    Passage(
        heads=("battle", "attacked"),
        parts={
            *("eliminated", "retreated", "held", "no_retreat", "breach", "surrendered", "leader_gone"),
            *("played", "nullified", "single_combat", "withdrew", "manoeuvred", "assassinated"),
        },
        silent=("odds", "stood", "withdrawal", "challenged", "declined"),
        begins=("attacked",),
        summed=_attack,
        is_battle=True,
    ),
    Passage(
        heads=("marched",),
        parts=("halted", "strained", "dropped", "embarked", "disembarked", "sailed"),
        begins=("marched",),
        summed=_ends,
    ),
    Passage(
        heads=("diplomacy", "attempt_failed"),
        parts=("revealed", "control", "control_neutral", "staked"),
        begins=("staked/by",),
    ),
    Passage(
        heads=("event",),
        parts=("war_elsewhere", "event_arrival", "balance_even"),
        begins=("event",),
    ),
)


def head(event: Event) -> Told:
    """The sentence of the head of a line, "" where it is that of the journal."""
    v = event.values
    if "armies" in v:
        return _set_up(v)
    if event.kind == "battle" and "units" in v:
        template = HEADS["battle/assault" if v["table"] == "assault" else "battle"]
        return filled(template, event, outcome=words(OUTCOMES[v["how"]]))
    template = HEADS.get(event.kind, "") if "units" in v else ""
    return filled(template, event) if template else ""


def _set_up(v: Mapping[str, Any]) -> Told:
    armies = [words(ARMY, units=units_said(units), place=place) for units, place in v["armies"]]
    template = SET_UP if not v["places"] else SET_UP_TOO if armies else GARRISONS
    said = {"side": v["side"], "armies": armies, "places": list(v["places"])}
    return words(template, **said)


def clause(event: Event, head: Event) -> Told:
    """Return the words of a line for an event."""
    if (event.kind == "attacked" and head.kind != "attacked") or (
        event.kind == "staked" and "markers" not in event.values
    ):
        return ""
    template = CLAUSES.get(event.kind, "") if "items" not in event.values else ""
    return filled(template, event) if template else told_of(event)


CHRONICLE = Chronicle(
    passages=PASSAGES,
    known=("markers",),
    left_out={
        *("rolled", "player_turn", "turn_over", "operations_over", "army_ended", "drew", "lost_markers"),
        *("operation_points", "no_revolt", "returned", "gave_back"),
    },
    head=head,
    clause=clause,
)
