"""Events as sentences, in the reader's language."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import Any

from adjudicator.core import N_, Event, Words, words
from adjudicator.core.game.reading import Gathered, gathered, values_said
from adjudicator.core.language.words import Cells, Hyphened, Passage, spoken
from adjudicator.ottomans.world import SEATS

from .names import LEXICON, NOTHING, chits_said, units_said
from .texts import CHITS, TEMPLATES

UNITS = ("units", "defenders", "riders")
POINTS = ("points", "needed")
PAIR = N_("{side} {n}")


UNTOLD = ("turn_begins", "turn_ends")
"""Kinds of events that posts leave out: their titles and the map tell them."""

HEADLINES = frozenset(
    {
        "result",
        "gained",
        "lost",
        "passed",
        "spain_enters",
        "plague",
        "leader_gone",
        "leader_placed",
        "survival",
        "honors",
        "game_over",
    }
)
"""Kinds of events that somebody who was away is told first."""


GATHERED = {
    "partner": Gathered(("seat",), item="nation"),
    "placed": Gathered(("seat",)),
    "gained": Gathered(("seat",), item="chit"),
    "lost": Gathered(("seat",), item="chit"),
    "replaced": Gathered(("seat",)),
    "hired": Gathered(("seat",)),
    "starved": Gathered(),
    "plague": Gathered(),
}


def gather(events: Sequence[Event]) -> Sequence[Event]:
    """Return events with neighbours made one that one sentence tells."""
    return gathered(events, GATHERED)


def say(event: Event, language: str) -> str:
    """Return one redacted event as a sentence."""
    return spoken(told_of(event), language, LEXICON.label)


def told_of(event: Event) -> Passage:
    """Return one redacted event in words, and what the reader alone may know of it as another sentence."""
    v = event.values
    if event.kind == "march_begins":
        v = {**v, "units": [unit for unit in v["units"] if unit != v["leader"]]}
    text = [words(template_of(event), **_values(event.kind, v))]
    known = v.get("chits")
    if known and event.kind != "enter_pool":
        text.append(words(CHITS, chits=chits_said(known)))
    return Passage(text)


def filled(template: str, event: Event) -> Words:
    """Return a template with the values of an event."""
    return words(template, **_values(event.kind, event.values))


def _values(kind: str, values: Mapping[str, Any]) -> dict[str, Any]:
    return values_said(values, _said, TEMPLATES.get(f"{kind}/item"))


def template_of(event: Event) -> str:
    """The template of an event, by the way in which it is told."""
    v = event.values
    how = v.get("how")
    if event.kind == "event" and v["letters"]:
        how = "letters"
    elif event.kind == "sailed" and v["riders"]:
        how = "laden"
    elif event.kind == "attacked" and v["place"] == v["origin"]:
        how = "there"
    elif event.kind == "doubled" and v["side"] == "attack":
        how = "attack"
    elif event.kind == "march_begins" and v["units"] == [v["leader"]]:
        how = "alone"
    return TEMPLATES.get(f"{event.kind}/{how}") or TEMPLATES[event.kind]


def _said(key: str, value: Any) -> Any:
    """A value of an event, ready for a template."""
    match value:
        case [*ids] if key in UNITS:
            return units_said(ids)
        case [*ids] if key == "way":
            return Hyphened([id for id, _ in groupby(ids)])  # who is landed was in that sea before
        case [int(), *_] if key == "dice":
            return " ".join(map(str, value))
        case []:
            return words(NOTHING)
        case dict() if key in POINTS:
            return Cells(words(PAIR, side=seat, n=value[seat]) for seat in SEATS if seat in value)
        case _:
            return value
