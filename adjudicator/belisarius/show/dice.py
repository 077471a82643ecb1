"""Public dice in words: their purpose, the modifiers, the row of the chart, the outcome.

A label is the kind of the die and what it is about, "revolt thracia franks" (`r08_stratagems.roll`). Facts
that the following events do not report yet, because the dice may still be rolled again, are left out.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from adjudicator.belisarius.board import UNITS, crt
from adjudicator.belisarius.purposes import WHY, purpose
from adjudicator.belisarius.world import SEATS
from adjudicator.core import N_, Event, Throw, Words, words
from adjudicator.core.game.reading import Luck
from adjudicator.core.log.chain import JSON

from .narration import said

RESULTS: Mapping[str, str] = {
    "event": N_("{event}"),
    "plague": N_("breaks out in {regions}"),
    "migration": N_("{province}, {n} {n:unit|units}"),
    "guards_loyal": N_("loyal"),
    "guards_revolt": N_("revolt"),
    "guards_beaten": N_("revolts and is put down"),
    "disease": N_("{n} {n:unit|units} lost"),
    "recalled": N_("returns"),
    "not_recalled": N_("does not return"),
    "leader_gone": N_("eliminated"),
    "leader_stays": N_("survives"),
    "cut_short": N_("{half} OP left"),
    "diplomacy": N_("result: {results}"),
    "assassinated": N_("assassinated"),
    "escaped": N_("escapes"),
    "defection": N_("no tax: the province defects"),
    "taxed": N_("yield ×{n}"),
    "operation_points": N_("{n} OP"),
    "strained/lost": N_("one unit lost"),
    "strained/held": N_("no unit lost"),
    "battle": N_("result: {how}"),
    "withdrawal/succeeds": N_("withdrawal succeeds"),
    "withdrawal/fails": N_("withdrawal fails"),
    "single_combat/won": N_("the loser is eliminated"),
    "single_combat/draw": N_("both survive"),
    "pillaged": N_("pillaged"),
    "pillage_fails": N_("fails"),
    "plundered": N_("{solidi}"),
    "colony_founded": N_("founded"),
    "colony_fails": N_("fails"),
    "checked/loyal": N_("loyal"),
    "checked/disband": N_("disbanded"),
    "checked/mutiny": N_("mutiny"),
}
"""The outcome of dice, by the event that tells it."""

TELL: Mapping[str, tuple[str, ...]] = {
    "event": ("event",),
    "attrition": ("strained",),
    "migration": ("migration",),
    "guard_revolt": ("guards_loyal", "guards_revolt", "guards_beaten"),
    "disease": ("disease",),
    "recall": ("recalled", "not_recalled"),
    "leader": ("leader_gone", "leader_stays"),
    "end_of_campaign": ("cut_short",),
    "diplomacy": ("diplomacy",),
    "assassination": ("assassinated", "escaped"),
    "heavy_tax": ("defection", "taxed"),
    "operations": ("operation_points",),
    "battle": ("battle",),
    "pillage": ("pillaged", "pillage_fails"),
    "plunder": ("plundered",),
    "colony": ("colony_founded", "colony_fails"),
    "disband": ("checked",),
}
"""The events that tell the result of a kind of dice about one thing."""

REVOLT, NO_REVOLT = N_("revolt at {places}"), N_("no revolt")
MODIFIERS = N_("chart modifiers")
DIFFERENCE = N_("difference {difference}")
COLUMN = N_("{table}, {odds} column")
ODDS = N_("{attacker} {attack} ×{attack_times}, {defender} {defence} ×{defence_times}, {odds} column")
ON = N_("{table}: {odds}")


def throw(
    rule: str, label: str, got: Sequence[JSON], before: Sequence[Event], behind: Sequence[Event]
) -> Throw:
    """Any public dice of the game."""
    kind, *about = label.split()
    if _is_each(kind, rule, about):
        return _each(kind, about, behind)
    why = purpose(kind, *about)
    event = next((e for e in behind if e.kind in TELL.get(kind, ()) and _is_about(e, about)), None)
    if event is None:
        return Throw("", why, row=_odds(about, before) if kind == "battle" else None)
    return Throw(
        who=str(event.values.get("seat", "")),
        why=why,
        modifiers=tuple(_modifiers(kind, behind, about)),
        row=_row(event, [*before, *behind]),
        result=_result(event),
    )


def _is_each(kind: str, rule: str, about: Sequence[str]) -> bool:
    """Return true if each of the dice is about another thing."""
    match kind:
        case "plague" | "revolt" | "single_combat":
            return bool(about)
        case "withdrawal":
            return rule == "17.51"
        case "disband":
            return about[0] in UNITS
    return False


def _is_about(event: Event, about: Sequence[str]) -> bool:
    """Return true if an event tells of the place, province or person that a die was about."""
    if not about:
        return True
    named = [v for v in event.values.values() if isinstance(v, str | list)]
    return any(about[0] == v or (isinstance(v, list) and about[0] in v) for v in named)


def _each(kind: str, about: Sequence[str], behind: Sequence[Event]) -> Throw:
    """Return one die of many that a phase rolls, with the effect that the events behind it tell."""
    why, told = words(WHY[f"{kind}/each"]), [e for e in behind if e.kind == kind]
    match kind:
        case "revolt":
            risen = [e.values["province"] for e in told]
            calm = any(e.kind == "no_revolt" for e in behind)
            result = words(REVOLT, places=risen) if risen else words(NO_REVOLT) if calm else None
            return Throw("", why, tuple(about), result=result)
        case "plague":
            here = [e for e in told if set(e.values["regions"]) <= set(about)]
            return Throw("", why, tuple(about), result=_result(here[0]) if here else None)
        case "disband":
            return Throw("", why, tuple(about), modifiers=tuple(_loyalty(about, behind)))
    if not told:
        return Throw("", why, tuple(about))
    return Throw("", why, tuple(about), tuple(_added(told[0].values)), result=_result(told[0]))


def _added(v: Mapping[str, Any]) -> Iterator[tuple[Words | str, int]]:
    """§17.51 §33.1 Yield what each side adds to its die: the operation value or the stars of one unit."""
    for unit, die, total in (
        (v["unit"], v["die"], v["total"]),
        (_other(v), v["enemy_die"], v["enemy_total"]),
    ):
        yield unit, total - die


def _other(v: Mapping[str, Any]) -> str:
    return str(v.get("enemy_unit", v["enemy"]))


def _loyalty(about: Sequence[str], behind: Sequence[Event]) -> Iterator[tuple[Words | str, int]]:
    for event in behind:
        if event.kind == "checked" and event.values["units"][0] in about:
            yield event.values["units"][0], event.values["modifier"]


def _modifiers(kind: str, behind: Sequence[Event], about: Sequence[str]) -> Iterator[tuple[Words | str, int]]:
    """Yield what is added to the die, or makes the difference of the chart, each with its source."""
    told = (e.values for e in behind if e.kind in (kind, *TELL[kind]) and _is_about(e, about))
    for v in told:
        yield from v.get("parts", {}).items()
        if v.get("modifier"):
            yield words(MODIFIERS), v["modifier"]
            return


def _row(event: Event, events: Sequence[Event]) -> Words | None:
    if event.kind == "diplomacy":
        return words(DIFFERENCE, difference=event.values["difference"])
    if event.kind != "battle":
        return None
    odds = _odds([event.values["place"]], events)
    return words(ON, table=event.values["table"], odds=odds) if odds else words(COLUMN, **event.values)


def _odds(about: Sequence[str], events: Sequence[Event]) -> Words | None:
    """§17.71 Both strengths and the column, if they are told in the same breath."""
    told = [e.values for e in events if e.kind == "odds" and e.values["place"] in about]
    return words(ODDS, **told[-1]) if told else None


def _result(event: Event) -> Words:
    template = RESULTS.get(f"{event.kind}/{event.values.get('how')}") or RESULTS[event.kind]
    return words(template, **{key: said(key, value) for key, value in event.values.items()})


def luck(events: Sequence[Event]) -> Mapping[str, Luck]:
    """Return each side's combats with the victories that the columns of the odds gave it and those it won:
    results that begin with A are the defender's, with D the attacker's (§17.71 §chart/combat).
    """
    found, defender = dict.fromkeys(SEATS, Luck(0, 0.0, 0)), ""
    for event in events:
        v = event.values
        if event.kind == "odds":
            defender = v["defender"]
        elif event.kind == "battle":
            column = [crt(v["table"], v["odds"], die) for die in range(1, 7)]
            for side, letter in ((v["seat"], "D"), (defender, "A")):
                if side in found:
                    expected = sum(result.startswith(letter) for result in column) / len(column)
                    found[side] = found[side].after(expected, v["how"].startswith(letter))
    return found
