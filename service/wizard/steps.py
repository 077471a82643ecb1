"""A way through any decision, one pick after another, for front ends with menus, buttons and maps.

A half-filled decision is the flat list of what was picked so far, outermost first; JSON, so that it can be
kept anywhere. `step` gives what is asked next, or the whole answer; `decompose` makes the list of an answer.
The possible items depend on the shape that asks (architecture.md §1.4):

- `Menu`, `OneOf`: the name or the id. `Amount`, `Text`: the number, the text.
- `Subset`: the list of ids at once, `ALL` or `NONE`.
- `Split`: a thing, then how many; or {thing: how many} for some of them, which replaces what was given for
these; at last `DONE`. Or `ALL`: everything, which ends it.
- `Assign`: a thing, then its place (`NONE` takes it back); or {thing: place}; at last `DONE`.
- `Route`: a place, next or further off (then by the way that the choice knows), or a list of such; at last
  `DONE`.
- `Form`: the items of its fields, one after another.

Everything is a function of the choice: a step shows a seat as much as the choice does, and no more.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from adjudicator.core.choices.choice import Choice, Reader
from adjudicator.core.choices.forms import Form, Menu
from adjudicator.core.choices.shares import Assign, Split
from adjudicator.core.choices.ways import Route
from adjudicator.core.language.errors import Refusal
from adjudicator.core.log.chain import JSON
from adjudicator.core.orders import orders

from .step import ALL, DONE, NONE, PAGE, Built, Crumb, Option, Page, Step, page
from .walk import Asked, Walk, too_much

__all__ = [
    "ALL",
    "DONE",
    "NONE",
    "PAGE",
    "Built",
    "Crumb",
    "Option",
    "Page",
    "Step",
    "as_far",
    "decompose",
    "forward",
    "page",
    "press",
    "step",
    "typed",
]


def step(choice: Choice[Any], filled: Sequence[JSON], reader: Reader) -> Step | Built:
    """Return the next question after the picks `filled`; or the answer, if nothing more is asked.

    Raises:
        Refusal: the choice's refusal of the first item that it does not accept, or of the whole answer.
    """
    walk = Walk(reader)
    asked = walk.along(choice, filled)
    if isinstance(asked, Asked):
        return asked.build()
    answer = choice.accept(asked.answer)
    text = choice.write(answer, reader)
    return Built(answer, text, reader.marked(text))


def typed(choice: Choice[Any], filled: Sequence[JSON], text: str, reader: Reader) -> list[JSON]:
    """Return the list with a text as the whole answer to the next question.

    Picks of an unfinished list are replaced.

    Raises:
        Refusal: if the text is no answer, or nothing is asked.
    """
    asked = Walk(reader).along(choice, filled)
    if not isinstance(asked, Asked):
        raise too_much(text)
    inner = asked.choice
    answer = inner.accept(orders.read(inner, text, reader)[0])
    return [*filled[: asked.begin], *decompose(inner, answer)]


def decompose(choice: Choice[Any], answer: Any) -> list[JSON]:
    """Return the list by which an accepted answer is built."""
    match choice:
        case Menu():
            item = choice.items()[answer["pick"]]
            inner = decompose(item, answer["answer"]) if isinstance(item, Choice) else []
            return [answer["pick"], *inner]
        case Form():
            items: list[JSON] = []
            done: dict[str, Any] = {}
            for field in choice.fields:
                items += decompose(field.choice(dict(done)), answer[field.name])
                done[field.name] = answer[field.name]
            return items
        case Split() | Assign():
            return [item for pair in answer.items() for item in pair] + [DONE]
        case Route():
            return [*answer, DONE]
    return [answer]


MOST_FORWARD = 100
"""The most picks that are made automatically, where nothing else is left."""


def forward(choice: Choice[Any], filled: Sequence[JSON], reader: Reader) -> list[JSON]:
    """Return the list with every pick added that is the only one left.

    The answer is still given by a press, as no other seat can know that it was the only one; a confirmation
    is never picked (`options.plain`).

    Raises:
        Refusal: of the list as it is.
    """
    found, now = list(filled), step(choice, filled, reader)
    for _ in range(MOST_FORWARD):
        item = _last_left(now)
        if item is None:
            break
        try:
            now = step(choice, [*found, item], reader)
        except Refusal:
            break
        found.append(item)
    return found


def _last_left(now: Step | Built) -> JSON:
    """Return the only pick left, or the end of a full list. None if there are more."""
    if not isinstance(now, Step) or now.only is not None or now.kind not in ("shares", "places"):
        return now.only if isinstance(now, Step) else None
    chosen = [one.chosen for one in now.options if one.chosen]
    full = sum(map(int, chosen)) if now.kind == "shares" else len(chosen)
    ends = any(one.id == DONE and one.bar is None for one in now.buttons)
    return DONE if ends and full == now.most else None


def as_far(
    choice: Choice[Any], filled: Sequence[JSON], reader: Reader
) -> tuple[list[JSON], Step | Built, Refusal | None]:
    """Return the legal beginning of a list, the question after it, and the reason against the rest."""
    stopped: Refusal | None = None
    for end in range(len(filled), 0, -1):
        try:
            return list(filled[:end]), step(choice, filled[:end], reader), stopped
        except Refusal as refusal:
            stopped = refusal
    return [], step(choice, (), reader), stopped


def press(choice: Choice[Any], filled: Sequence[JSON], place: str, reader: Reader) -> list[list[JSON]]:
    """Return the lists that result from pressing a place on a map: they pick it, or a verb that begins with
    it.

    Several verbs may begin with a place, or none; then there is no list, and neither if several places must
    be named at once.
    """
    asked = Walk(reader).along(choice, filled)
    if not isinstance(asked, Asked):
        return []
    if isinstance(asked.choice, Menu):
        return [
            [*filled, verb, *more]
            for verb, item in asked.choice.items().items()
            if isinstance(item, Choice) and not isinstance(item, Menu)
            for more in press(item, (), place, reader)
        ]
    shown = asked.build()
    if not shown.places((place,)) or (shown.kind == "some" and shown.most > 1):
        return []
    return [[*filled, [place] if shown.kind == "some" else place]]
