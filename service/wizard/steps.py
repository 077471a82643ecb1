"""A way through any decision, one pick after another, for front ends with menus, buttons and maps.

A half-filled decision (`Filled`) holds what was picked so far, outermost first. `step` gives what is asked
next, or the whole answer; `decompose` takes an answer apart. The possible picks depend on the shape that asks
(architecture.md §1.4):

- `Menu`, `OneOf`: the name or the id. `Amount`, `Text`: the number, the text.
- `Subset`: the list of ids at once, `End.ALL` or `End.NONE`.
- `Split`: a thing, then how many; or {thing: how many} for some of them, which replaces what was given for
these; at last `End.DONE`. Or `End.ALL`: everything, which ends it.
- `Assign`: a thing, then its place (`End.NONE` takes it back); or {thing: place}; at last `End.DONE`.
- `Route`: a place, next or further off (then by the way that the choice knows), or a list of such; at last
  `End.DONE`.
- `Form`: the picks of its fields, one after another.

Everything is a function of the choice: a step shows a seat as much as the choice does, and no more.
"""

from __future__ import annotations

from typing import Any

from adjudicator.core.choices.choice import Choice, Reader
from adjudicator.core.choices.forms import Form, Menu
from adjudicator.core.choices.shares import Assign, Split
from adjudicator.core.choices.ways import Route
from adjudicator.core.language.errors import Refusal
from adjudicator.core.log.chain import JSON
from adjudicator.core.orders import orders

from .filled import End, Filled
from .step import PAGE, Built, Crumb, Option, Page, Step, page
from .walk import Asked, Walk, too_much

__all__ = [
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


def step(choice: Choice[Any], filled: Filled, reader: Reader) -> Step | Built:
    """Return the next question after the picks `filled`; or the answer, if nothing more is asked.

    Raises:
        Refusal: the choice's refusal of the first pick that it does not accept, or of the whole answer.
    """
    walk = Walk(reader)
    asked = walk.along(choice, filled)
    if isinstance(asked, Asked):
        return asked.build()
    answer = choice.accept(asked.answer)
    text = choice.write(answer, reader)
    return Built(answer, text, reader.marked(text))


def typed(choice: Choice[Any], filled: Filled, text: str, reader: Reader) -> Filled:
    """Return the decision with a text as the whole answer to the next question.

    Picks of an unfinished list are replaced.

    Raises:
        Refusal: if the text is no answer, or nothing is asked.
    """
    asked = Walk(reader).along(choice, filled)
    if not isinstance(asked, Asked):
        raise too_much(text)
    inner = asked.choice
    answer = inner.accept(orders.read(inner, text, reader)[0])
    return filled.until(asked.begin).plus(*decompose(inner, answer).picks)


def decompose(choice: Choice[Any], answer: Any) -> Filled:
    """Return the picks by which an accepted answer is built."""
    match choice:
        case Menu():
            item = choice.items()[answer["pick"]]
            inner = decompose(item, answer["answer"]) if isinstance(item, Choice) else Filled()
            return Filled((answer["pick"], *inner.picks))
        case Form():
            found = Filled()
            done: dict[str, Any] = {}
            for field in choice.fields:
                found = found.plus(*decompose(field.choice(dict(done)), answer[field.name]).picks)
                done[field.name] = answer[field.name]
            return found
        case Split() | Assign():
            return Filled((*(item for pair in answer.items() for item in pair), End.DONE))
        case Route():
            return Filled((*answer, End.DONE))
    return Filled((answer,))


MOST_FORWARD = 100
"""The most picks that are made automatically, where nothing else is left."""


def forward(choice: Choice[Any], filled: Filled, reader: Reader) -> Filled:
    """Return the decision with every pick added that is the only one left.

    The answer is still given by a press, as no other seat can know that it was the only one; a confirmation
    is never picked (`options.plain`).

    Raises:
        Refusal: of the picks as they are.
    """
    found, now = filled, step(choice, filled, reader)
    for _ in range(MOST_FORWARD):
        item = _last_left(now)
        if item is None:
            break
        try:
            now = step(choice, found.plus(item), reader)
        except Refusal:
            break
        found = found.plus(item)
    return found


def _last_left(now: Step | Built) -> JSON:
    """Return the only pick left, or the end of a full list. None if there are more."""
    if not isinstance(now, Step) or now.only is not None or now.kind not in ("shares", "places"):
        return now.only if isinstance(now, Step) else None
    chosen = [one.chosen for one in now.options if one.chosen]
    full = sum(map(int, chosen)) if now.kind == "shares" else len(chosen)
    ends = any(one.id == End.DONE and one.bar is None for one in now.buttons)
    return End.DONE if ends and full == now.most else None


def as_far(
    choice: Choice[Any], filled: Filled, reader: Reader
) -> tuple[Filled, Step | Built, Refusal | None]:
    """Return the legal beginning of a decision, the question after it, and the reason against the rest."""
    stopped: Refusal | None = None
    for end in range(len(filled), 0, -1):
        try:
            return filled.until(end), step(choice, filled.until(end), reader), stopped
        except Refusal as refusal:
            stopped = refusal
    return Filled(), step(choice, Filled(), reader), stopped


def press(choice: Choice[Any], filled: Filled, place: str, reader: Reader) -> list[Filled]:
    """Return the decisions that result from pressing a place on a map: they pick it, or a verb that begins
    with it.

    Several verbs may begin with a place, or none; then there is none, and neither if several places must be
    named at once.
    """
    asked = Walk(reader).along(choice, filled)
    if not isinstance(asked, Asked):
        return []
    if isinstance(asked.choice, Menu):
        return [
            filled.plus(verb, *more.picks)
            for verb, item in asked.choice.items().items()
            if isinstance(item, Choice) and not isinstance(item, Menu)
            for more in press(item, Filled(), place, reader)
        ]
    shown = asked.build()
    if not shown.places((place,)) or (shown.kind == "some" and shown.most > 1):
        return []
    return [filled.plus([place] if shown.kind == "some" else place)]
