"""Events as sentences, in the reader's language.

The chapters say what they tell in `texts`; here their values are made fit for a sentence: units as counted
kinds with the leaders first, halves of operation points as "1½", ways with dashes, dice as they fell.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from adjudicator.belisarius.board import MARKERS, UNITS
from adjudicator.belisarius.counted import NOTHING, counted_by_name, markers_said, units_said
from adjudicator.belisarius.purposes import WHY, purpose
from adjudicator.belisarius.rules.r16_movement import points
from adjudicator.belisarius.show.texts import TEMPLATES
from adjudicator.belisarius.world import JUSTINIAN
from adjudicator.core import N_, Event, Words, words
from adjudicator.core.game.reading import Gathered, gathered, values_said
from adjudicator.core.language.words import Hyphened, spoken

from .names import LEXICON, landmarks

HALVES = ("half", "paid", "left")
"""The values that are half operation points (§16.21)."""

PAIR = N_("{thing} {value}")
SOLIDUS, SOLIDI = N_("{n} solidus"), N_("{n} {n:solidus|solidi}")
GOODS = ("give", "want")
PARTS = {"release": N_(", frees {it}"), "terms": N_(" Promised: {it}")}
"""The contents of an offer (§24.1): goods, and parts that are named only if there are any."""


MULTIPLIERS = {
    "leader": N_("leader"),
    "leader/two": N_("leader with two stars"),
    "military_advantage": N_("Military Advantage"),
    "city": N_("city"),
    "rough": N_("rough terrain"),
    "marsh": N_("marsh"),
    "track": N_("track"),
    "river": N_("river"),
    "constantinopolis": N_("Constantinopolis"),
}
"""The multipliers of a strength (§17.74)."""

UNTOLD = ("rolled", "player_turn", "turn_over", "operations_over", "army_ended", "placed_as_suggested")
"""Kinds of events that posts leave out: their titles, the dice above them and the map tell them."""

HEADLINES = frozenset(
    {
        "battle",
        "control",
        "control_neutral",
        "justinian_dead",
        "guards_revolt",
        "defection",
        "revolt",
        "event",
        "diplomacy",
        "assassinated",
        "leader_gone",
        "pillaged",
        "breach",
        "surrendered",
        "game_over",
    }
)
"""Kinds of events that somebody who was away is told first."""


GATHERED = {
    "recruited": Gathered(("seat",), total=("solidi",)),
    "levied": Gathered(("seat",)),
    "event_arrival": Gathered(("seat",)),
    "eliminated": Gathered(),
    "city_dies": Gathered(item="place"),
}


def gather(events: Sequence[Event]) -> Sequence[Event]:
    """Return events with neighbours made one that one sentence tells; recruits of one place are counted."""
    found = list[Event]()
    for event in events:
        if found and event.kind == "recruited" == found[-1].kind and _place(event) == _place(found[-1]):
            sums = {name: found[-1].values[name] + event.values[name] for name in ("units", "solidi")}
            found[-1] = Event(event.kind, event.rule, {**event.values, **sums})
        else:
            found.append(event)
    return gathered(found, GATHERED)


def _place(event: Event) -> tuple[object, ...]:
    return event.values["seat"], event.values["place"]


CAUSES = {"event/33": "unpaid", "20.3": "unfed"}
"""Causes of losses outside combat, by the paragraph under which units are eliminated."""


def _how(event: Event) -> str:
    """Return the way in which an event is told, "" if there is one only."""
    how: str = event.values.get("how", "")
    match event.kind:
        case "diplomacy":
            sides = {result[0] for result in event.values["results"]}
            return {"DR": "mixed", "D": "success", "R": "reaction", "": "failure"}["".join(sorted(sides))]
        case "taxed" if event.values["n"] != 1:
            return "times"
        case "eliminated" if event.rule in CAUSES:
            return f"{CAUSES[event.rule]}/{how}".rstrip("/")
        case _:
            return how


def say(event: Event, language: str) -> str:
    """Return one redacted event as a sentence."""
    return spoken(told_of(event), language, LEXICON.label)


def told_of(event: Event) -> Words:
    """Return one redacted event in words."""
    if event.kind in ("rolled", "odds"):
        event = _rolled(event) if event.kind == "rolled" else _multiplied(event)
    template = TEMPLATES.get(f"{event.kind}/{_how(event)}") or TEMPLATES[event.kind]
    return filled(template, event)


def filled(template: str, event: Event, **more: Words) -> Words:
    """Return a template with the values of an event, and more."""
    item = TEMPLATES.get(f"{event.kind}/item")
    values = {"emperor": JUSTINIAN} | values_said(event.values, said, item) | more
    return words(template, **values)


def _rolled(event: Event) -> Event:
    """Return dice that were rolled with their purpose and, of several, what each is about."""
    v, about = event.values, event.values["about"]
    if len(v["dice"]) == 1 or not about:
        return Event(event.kind, event.rule, {**v, "why": purpose(v["why"], *about)})
    pairs = dict(zip(about, v["dice"], strict=True))
    return Event(event.kind, event.rule, {**v, "why": words(WHY[f"{v['why']}/each"]), "dice": pairs})


def _multiplied(event: Event) -> Event:
    """Return odds with what multiplies each side, nothing where nothing does or it was not told."""
    found = dict(event.values)
    for side in ("attack_why", "defence_why"):
        named = [words(MULTIPLIERS[what]) for what in found.get(side, ())]
        found[side] = words(N_(" ({reasons})"), reasons=named) if named else ""
    return Event(event.kind, event.rule, found)


def said(key: str, value: Any) -> Any:
    """A value of an event, ready for a template."""
    match value:
        case int() if key in HALVES:
            return points(value)
        case int() if key == "solidi":
            return words(SOLIDUS if value == 1 else SOLIDI, n=value)
        case _ if key in PARTS:
            return words(PARTS[key], it=value) if value else ""
        case []:
            return words(NOTHING)
        case [int(), *_]:
            return " ".join(map(str, value))
        case [*ids] if all(id in UNITS for id in ids):
            return units_said(ids)
        case [*ids] if all(id in MARKERS for id in ids):
            return markers_said(ids)
        case [*ids] if key == "way":
            return Hyphened(landmarks(ids))
        case [*parts]:
            return [said(key, part) for part in parts]
        case dict() as goods if key in GOODS:
            return [counted_by_name(id, n) for id, n in goods.items()] or words(NOTHING)
        case dict() as pairs:
            listed = [words(PAIR, thing=k, value=said(key, v)) for k, v in pairs.items()]
            return listed or words(NOTHING)
        case _:
            return value
