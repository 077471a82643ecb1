"""The war as a story: a line for each march, battle, siege and embassy."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from adjudicator.core import N_, Event
from adjudicator.core.game.chronicle import Chronicle, Passage, Told
from adjudicator.core.log.chain import JSON

from .narration import filled, told_of

HEADS: Mapping[str, str] = {
    "marches": N_("{leader} marched from {origin} to {to}."),
    "marches/short": N_("{leader} marched from {origin} towards {to}, as far as {stopped}."),
    "allies_march": N_("Allies of {side} marched from {origin} to {to}."),
    "victory/plain": N_(
        "Battle of {place}: {victor} beat {beaten}. {attacker} lost {ours}, {defender} {theirs}."
    ),
    "victory/major": N_(
        "Battle of {place}: {victor} won a major victory over {beaten}. "
        "{attacker} lost {ours}, {defender} {theirs}."
    ),
    "no_victory": N_(
        "Battle of {place}, indecisive: {victor} against {beaten}. "
        "{attacker} lost {ours}, {defender} {theirs}."
    ),
    "reduced": N_("{leader} battered {city} {times} times: the defence fell from {before} to {left}."),
    "reduced/nothing": N_("{leader} battered {city} {times} times, and the defence is still {left}."),
}
"""The sentences of heads that are told otherwise than in the journal."""

CLAUSES: Mapping[str, str] = {
    "continuation/finished": N_("no further operation (rolled {die}{shift}, needs {rating} or less)"),
    "intercepts/automatic": N_("{leader} intercepted at {place}"),
    "intercepts/succeeds": N_(
        "{leader} intercepted at {place} (rolled {die}{shift}, needs {rating} or less)"
    ),
    "intercepts/fails": N_("{leader} failed to intercept at {place}"),
    "envelops/succeeds": N_("the interceptor was intercepted by {leader}"),
    "stopped": N_("{side} lost {troops} to attrition"),
    "stopped/some": N_("{side} lost strength to attrition"),
    "avoids/succeeds": N_("{leader} avoided battle and fell back to {to}"),
    "avoids/fails": N_("{leader} could not avoid battle"),
    "coordinates/succeeds": N_("{leader} joined the battle"),
    "coordinates/fails": N_("{leader} did not come in time"),
    "coordinates/quarrel": N_("{leader} did not come: the generals had quarrelled"),
    "losses": N_("{side} lost {troops}"),
    "losses/some": N_("{side} lost strength"),
    "city_left": N_("{side} lost {city}, where no garrison was left"),
    "city_taken": N_("{side} took control of {city}"),
    "alliance": N_("{province} turned towards {side} ({box})"),
    "alliance/many": N_("{items} turned towards {side}"),
    "lifted": N_("the siege of {city} was lifted"),
    "fell/wounded": N_("{leader} was wounded"),
    "retreats": N_("{side} retreated to {to}"),
    "state": N_("{side} was {state}"),
}
"""The words of a line for an event, where it says less than the journal."""

UNHEARD = frozenset(
    {"forms_up", "envelops", "sets_first", "superiority", "contact", "unlocked", "goes_along"}
)
"""Events that a line of a march or a battle does not mention."""

FOUGHT = ("victory", "no_victory")


def _is_of(march: Mapping[str, JSON], event: Event) -> bool:
    return bool(event.values["side"] == march["side"])


def _battered(events: Sequence[Event]) -> Mapping[str, JSON]:
    """Return the sum of the siege works of one phase."""
    works = [event.values for event in events if event.kind == "reduced"]
    change = sum(one["change"] for one in works)
    left = works[-1]["left"]
    return {"times": len(works), "change": change, "before": left + change, "left": left}


def _fought(events: Sequence[Event]) -> Mapping[str, JSON]:
    """Return the leaders of both sides: the winner's first, in a battle without one the attacker's."""
    fought = next((event.values for event in events if event.kind == "battle"), None)
    ended = next((event.values for event in events if event.kind in FOUGHT), None)
    if fought is None or ended is None:
        return {}
    by, against = fought["by"] or ended["attacker"], fought["against"] or ended["defender"]
    won = ended.get("side") != ended["defender"]
    return {"victor": by if won else against, "beaten": against if won else by}


def _went(events: Sequence[Event]) -> Mapping[str, JSON]:
    """Return the end of a march that came less far than it was to go."""
    march = next((event.values for event in events if event.kind in ("marches", "allies_march")), None)
    if march is None:
        return {}
    ends = [event.values["place"] for event in events if event.kind == "stopped" and _is_of(march, event)]
    return {"stopped": ends[0]} if ends and ends[0] != march["way"][-1] else {}


MARCH = Passage(
    heads=("crossing", "sails", "marches", "allies_march", "rides", "takes_over"),
    parts={
        *("intercepts", "stopped", "continuation", "losses", "lifted", "city_left", "city_taken"),
        *("engines_taken", "engines_destroyed", "engines_sunk", "harvest_used", "sunk", "lands", "transport"),
        *("replaces", "reformed", "stays", "destroyed", "devastation", "unlocked"),
    },
    silent=UNHEARD,
    begins=("marches", "allies_march", "rides", "sails"),
    before=("forms_up", "goes_along", "replaces", "reformed"),
    summed=_went,
)
BATTLE = Passage(
    heads=(*FOUGHT, "attacks"),
    parts={
        *("coordinates", "fell", "retreats", "destroyed", "alliance", "engines_taken", "lifted", "replaces"),
        *("avoids", "losses", "city_left", "city_taken", "state"),
    },
    silent={
        *UNHEARD,
        *("battle", "result", "stopped", "elephant", "unpredictable", "pursuit", "stays"),
        *("engines_destroyed", "reformed"),
    },
    begins=("attacks",),
    ends=("alliance",),
    over=("continuation/goes_on", "finished", "drawn"),
    summed=_fought,
    is_battle=True,
)
SIEGE = Passage(
    heads=("fallen", "assault", "treachery", "demand", "siege_attrition", "invested", "sallies"),
    parts={
        "lifted",
        "garrison_hurt",
        "sacked",
        "looting",
        "sent_away",
        "alliance",
        "city_taken",
        "destroyed",
    },
    silent=("losses", "continuation"),
    begins=("assault", "treachery", "demand", "siege_attrition", "invested", "sallies"),
)
WORKS = Passage(
    heads=("reduced",),
    silent=("reduced", "continuation", "losses"),
    summed=_battered,
)
ERRAND = Passage(heads=("mustered", "embassy", "repaired"), parts=("disaster", "alliance", "continuation"))


def head(event: Event) -> Told:
    """The sentence of the head of a line, "" where it is that of the journal."""
    v = event.values
    if event.kind in FOUGHT and "victor" not in v:
        return ""
    if event.kind == "reduced":
        if v["times"] == 1:
            return ""
        return filled(HEADS["reduced" if v["change"] else "reduced/nothing"], event)
    how = "short" if "stopped" in v else v.get("how")
    template = HEADS.get(f"{event.kind}/{how}") or HEADS.get(event.kind, "")
    return filled(template, event) if template else ""


def clause(event: Event, head: Event) -> Told:
    """Return the words of a line for an event; in that of a battle its sum has all losses."""
    v = event.values
    if event.kind in ("losses", "attacks") and head.kind in FOUGHT:
        return ""
    if event.kind in ("losses", "stopped"):
        if not v.get("units") and not v.get("some"):
            return ""
        how = event.kind if v.get("units") else f"{event.kind}/some"
        return filled(CLAUSES[how], event)
    template = CLAUSES.get(f"{event.kind}/{v.get('how')}") or CLAUSES.get(event.kind, "")
    return filled(template, event) if template else told_of(event)


def stage(stage: str) -> str:
    """The stage under whose heading events are told: a battle belongs to the operation phase it is fought
    in.
    """
    return stage.replace("/battle", "/operation")


CHRONICLE = Chronicle(
    passages=(WORKS, SIEGE, MARCH, BATTLE, ERRAND),
    left_out=(
        *("turn", "finished", "drawn", "cup_filled", "continuation/goes_on", "recovery/stays", "no_siege"),
    ),
    head=head,
    clause=clause,
    stage=stage,
)
