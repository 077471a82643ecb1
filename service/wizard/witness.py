"""Orders that can be finished: an option without any continuation is barred, with the reason.

A continuation is sought as a player would seek it: all things, the end of a list, the first open option.
Before a verb is barred, the game is asked for an order of its own (`Choice.sample`); where the budget is used
up, an option counts as open.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from msgspec.structs import replace

from adjudicator.core.choices.choice import Bar, Choice, NoneLegal, Reader, any_open
from adjudicator.core.choices.forms import Menu
from adjudicator.core.choices.ways import Route
from adjudicator.core.language.errors import Refusal
from adjudicator.core.language.words import N_, Words
from adjudicator.core.log.chain import JSON
from adjudicator.core.log.chance import sampler

from .step import ALL, DONE, NONE, Built, Step
from .steps import step
from .walk import Asked, Walk

BUDGET = 800
"""Questions that are looked at for all options of one step together."""
EACH = 150
"""The most of these for one option."""


class Spent(Exception):
    """Raised if the budget is used up, so that nothing is known."""


class Search:
    """A search for a continuation, within a budget of questions.

    Attributes:
        reason: the last refusal or bar that was found.
        left: the number of questions that may still be examined.
    """

    def __init__(self, choice: Choice[Any], reader: Reader, budget: int) -> None:
        self.reason: Bar | None = None
        self.left = budget
        self._choice, self._reader = choice, reader

    def finish(self, filled: Sequence[JSON]) -> list[JSON] | None:
        """Return a whole list that begins with `filled`; None if there is none.

        Raises:
            Spent: if the budget is used up before.
        """
        if not self.left:
            raise Spent
        self.left -= 1
        try:
            if self._leads_on(filled):
                return list(filled)
            now = step(self._choice, filled, self._reader)
        except Refusal as refused:
            self.reason = Bar(refused.rule or self._choice.rule, refused.why)
            return None
        if isinstance(now, Built):
            return list(filled)
        barred = [option.bar for option in (*now.options, *now.buttons) if option.bar is not None]
        self.reason = barred[0] if barred else self.reason
        for item in _items(now):
            if (found := self.finish([*filled, item])) is not None:
                return found
        return None

    def _leads_on(self, filled: Sequence[JSON]) -> bool:
        """Return true if the question is a way that can go on; a way bars dead ends itself."""
        walk = Walk(self._reader)
        asked = walk.along(self._choice, filled)
        if not isinstance(asked, Asked) or not isinstance(asked.choice, Route) or walk.led is None:
            return False
        return any_open(asked.choice.step(walk.led[1]).onward)


def _items(now: Step) -> Iterator[JSON]:
    """Yield items that may answer a question, the likeliest first; of lists of several things only some."""
    opened = [option.id for option in now.options if option.bar is None]
    buttons = [button.id for button in now.buttons if button.bar is None]
    match now.kind:
        case "number":
            yield from dict.fromkeys((now.least, now.most))
        case "text":
            yield "x" * max(1, now.least)
        case "some":
            yield from (button for button in buttons if button in (ALL, NONE))
            if now.least <= len(opened):
                yield list[JSON](opened[: max(1, now.least)])
            if now.least <= 1:
                yield from ([id] for id in opened[1:])
        case "shares":
            yield from buttons
            yield from _fills(now)
        case "places" | "way":
            yield from (button for button in buttons if button == DONE)
            yield from (option.id for option in now.options if option.bar is None and not option.chosen)
        case _:
            yield from opened
            yield from buttons


def _fills(now: Step) -> Iterator[dict[str, JSON]]:
    """Yield selections of as many things as are required: from the first on, from the last on, or of one
    kind.
    """
    things = [(option.id, option.most) for option in now.options if option.bar is None]
    for order in (things, things[::-1]):
        left, taken = max(1, now.least), dict[str, JSON]()
        for id, most in order:
            if (n := min(most, left)) > 0:
                taken[id] = n
                left -= n
        yield taken
    yield from ({id: min(most, now.most)} for id, most in things)


def offered(choice: Choice[Any], filled: Sequence[JSON], reader: Reader) -> Step | Built:
    """Return the next question as `steps.step` does, and bar the options that cannot be finished: single
    picks, and the button that takes all of several.

    Raises:
        Refusal: of an item.
    """
    now = step(choice, filled, reader)
    if isinstance(now, Built):
        return now
    picked = now.options if now.kind in ("one", "places") else ()
    tried = [
        one.id for one in (*now.buttons, *picked) if one.bar is None and (one in picked or one.id == ALL)
    ]
    asked, left = Walk(reader).along(choice, filled), BUDGET
    verbs = asked.choice.items() if isinstance(asked, Asked) and isinstance(asked.choice, Menu) else {}
    bars: dict[str, Bar | None] = {}
    for id in tried:
        if left <= 0 or (id in verbs and verbs[id] is None):
            continue
        search = Search(choice, reader, given := min(EACH, left))
        stop = _dead_end(search, [*filled, id], choice.rule)
        bars[id] = None if stop is None or _supplied(verbs.get(id)) else stop
        left -= given - search.left
    options, buttons = (
        tuple(replace(one, bar=one.bar or bars.get(one.id)) for one in each)
        for each in (now.options, now.buttons)
    )
    return replace(now, options=options, buttons=buttons)


def stuck(now: Step | Built) -> Bar | None:
    """Return the reason if no option of a question can be picked, None if one can."""
    if isinstance(now, Built) or now.kind not in ("one", "places"):
        return None
    bars = [one.bar for one in (*now.options, *now.buttons)]
    return None if None in bars or not bars else bars[0]


def _supplied(item: Choice[Any] | Bar | None) -> bool:
    """Return true if the game itself finds an order that begins with a verb."""
    if not isinstance(item, Choice):
        return False
    try:
        item.accept(item.sample(sampler(0)))
    except (NoneLegal, Refusal):
        return False
    return True


def _dead_end(search: Search, filled: Sequence[JSON], rule: str) -> Bar | None:
    try:
        if search.finish(filled) is not None:
            return None
    except Spent:
        return None
    return search.reason or Bar(rule, Words(N_("no order can be completed with this")))
