"""Events as sentences, in the reader's language.

The chapters say what they tell in `texts`; here their values are made fit for a sentence: units as counted
kinds with the leaders first, halves of operation points as "1½", ways with dashes, dice as they fell.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from adjudicator.core import N_, Event, Words, fill, words

from .board import MARKERS, UNITS
from .names import LEXICON, many
from .r16_movement import points
from .texts import TEMPLATES
from .world import counted, is_leader

HALVES = ("half", "paid", "left")
"""The values that are half operation points (§16.21)."""

SEVERAL = N_("{n} {things}")
PAIR = N_("{thing} {value}")
NOTHING = N_("none")


def say(event: Event, language: str) -> str:
    """One redacted event as a sentence."""
    template = TEMPLATES.get(f"{event.kind}/{event.values.get('how')}") or TEMPLATES[event.kind]
    spoken = {key: said(key, value, language) for key, value in event.values.items()}
    return fill(Words(template, spoken), language, LEXICON.label)


def said(key: str, value: Any, language: str) -> Any:
    """A value of an event, ready for a template."""
    match value:
        case int() if key in HALVES:
            return points(value)
        case []:
            return Words(NOTHING)
        case [int(), *_]:
            return " ".join(map(str, value))
        case [*ids] if all(id in UNITS for id in ids):
            return units_said(ids)
        case [*ids] if all(id in MARKERS for id in ids):
            return [_several(id, ids.count(id)) for id in dict.fromkeys(ids)]
        case [*ids] if key == "way":
            return "-".join(LEXICON.label(id, language) for id in ids)
        case [*parts]:
            return [said(key, part, language) for part in parts]
        case dict() as pairs:
            listed = [words(PAIR, thing=k, value=said(key, v, language)) for k, v in pairs.items()]
            return listed or Words(NOTHING)
        case _:
            return value


def units_said(units: Sequence[str]) -> list[Any]:
    """Units as they are counted: leaders by name, then the others by kind with their number."""
    leaders = [u for u in units if is_leader(u)]
    kinds = counted(u for u in units if not is_leader(u))
    return [*leaders, *(_several(many(kind) if n > 1 else kind, n) for kind, n in kinds.items())]


def _several(name: str, n: int) -> Any:
    return name if n == 1 else words(SEVERAL, n=n, things=name)
