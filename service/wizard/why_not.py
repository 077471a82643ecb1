"""The reason against a press on a map that no order takes: what the typed order would be refused for."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import Any, NamedTuple

from adjudicator.core.choices.choice import Bar, Choice, Reader, one_of_these, open_of, unknown
from adjudicator.core.choices.forms import Menu
from adjudicator.core.choices.plain import Amount, OneOf, Subset, Text
from adjudicator.core.choices.shares import Assign
from adjudicator.core.choices.ways import Route
from adjudicator.core.language.errors import NotUnderstood, Refusal
from adjudicator.core.language.words import Exhausted, effort
from adjudicator.core.orders.orders import STEPS

from .filled import Filled
from .walk import Asked, Walk

MOST = 3
"""Reasons that are named at most: several verbs may each have one."""
ABOUT, ANY, LIST = range(3)
"""Reasons against the very thing that was pressed, with which nothing else needs to be said; against anything
of its kind; and lists of what can be chosen.
"""


class Reason(NamedTuple):
    """The refusal of what was pressed, its kind, and the verb that the order would have, "" for none."""

    refused: Refusal
    kind: int
    verb: str = ""


def why_not(
    choice: Choice[Any], filled: Filled, ids: Sequence[str], reader: Reader, *, is_aside: bool = False
) -> list[Reason]:
    """Return the reasons against what was pressed; `ids` are as in `touch.touch`.

    The question that is asked now comes first, then the earlier ones, the latest first. Of acts out of turn
    (`is_aside`), which have nothing to do with each other, only reasons against the very thing count.
    """
    found: list[Reason] = []
    with suppress(Exhausted), effort(STEPS):  # what was found until then is what can be said
        for end in range(len(filled), -1, -1):
            found += _reasons(choice, filled.until(end), ids, reader)
            if any(one.kind == ABOUT for one in found):
                break
    said: dict[tuple[str, str], Reason] = {}
    for one in found:
        said.setdefault((one.refused.rule, str(one.refused)), one)
    of = {kind: [one for one in said.values() if one.kind == kind] for kind in (ABOUT, ANY, LIST)}
    if is_aside and not filled:
        return of[ABOUT][:MOST]
    return of[ABOUT][:MOST] or [*of[ANY][: MOST - 1], *of[LIST][:1]]


def _reasons(choice: Choice[Any], filled: Filled, ids: Sequence[str], reader: Reader) -> Iterator[Reason]:
    """Yield the reasons of one question; of a menu those of its verbs and of the first question of each."""
    walk = Walk(reader)
    asked = walk.along(choice, filled)
    if not isinstance(asked, Asked):
        return
    if not isinstance(asked.choice, Menu):
        way = walk.led[1] if walk.led is not None and walk.led[0] is asked.choice else ()
        yield from _of_leaf(asked.choice, way, ids, reader)
        return
    for verb, item in asked.choice.items().items():
        if isinstance(item, Bar) and verb not in asked.choice.ends:
            yield Reason(item.refuse(), ANY, verb)
        first = Walk(reader).along(item, Filled()) if isinstance(item, Choice) else None
        if isinstance(first, Asked) and not isinstance(first.choice, Menu):
            yield from (one._replace(verb=verb) for one in _of_leaf(first.choice, (), ids, reader))


def _of_leaf(choice: Choice[Any], way: Sequence[str], ids: Sequence[str], reader: Reader) -> Iterator[Reason]:
    """Yield the refusals of what was pressed as the answer to one question; none where a press is no
    answer.
    """
    if isinstance(choice, Amount | Text):
        return
    if isinstance(choice, Assign):
        yield from _of_places(choice, ids, reader)
        return
    is_way = isinstance(choice, Route)
    options = {*choice.options()} if isinstance(choice, OneOf | Subset) else set[str]()
    options |= {*choice.unlisted()} if isinstance(choice, OneOf) else set()
    said = [*map(reader.label, way)] if is_way else []
    for id in ids:
        try:
            choice.accept(choice.parse("-".join([*said, reader.label(id)]), reader))
        except Refusal as refused:
            kind = LIST if isinstance(refused, NotUnderstood) else ANY
            yield Reason(refused, ABOUT if is_way or id in options else kind)


def _of_places(choice: Assign, ids: Sequence[str], reader: Reader) -> Iterator[Reason]:
    """Yield why nothing that is to be placed may go to what was pressed, or why a thing may go nowhere."""
    things = choice.things()
    for id in ids:
        stops = [places[id] for places in things.values() if id in places]
        stops += [] if open_of(things.get(id, {})) else [*things.get(id, {}).values()]
        yield from (Reason(stop.refuse(), ABOUT) for stop in stops if stop is not None)
        if not stops:
            places = {place: None for of in things.values() for place in open_of(of)}
            refused = unknown(reader.label(id), one_of_these(places), reader, [*places], choice.rule)
            yield Reason(refused, LIST)
