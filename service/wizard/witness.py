"""Orders that can be finished: an option without any continuation is barred, with the reason.

A continuation is sought as a player would seek it: all things, the end of a list, the first open option.
Before a verb is barred, the game is asked for an order of its own (`Choice.sample`); where the budget is used
up, an option counts as open.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from typing import Any

from msgspec.structs import replace

from adjudicator.core.choices.choice import Bar, Choice, NoneLegal, Reader, any_open
from adjudicator.core.choices.forms import Menu
from adjudicator.core.choices.plain import Amount, OneOf
from adjudicator.core.choices.ways import Route
from adjudicator.core.language.errors import Refusal
from adjudicator.core.language.words import N_, words
from adjudicator.core.log.chain import JSON
from adjudicator.core.log.chance import sampler

from .filled import End, Filled
from .step import Built, Option, Step
from .steps import forward, step
from .walk import Asked, Walk

BUDGET = 300
"""Questions that are looked at for all options of one step together."""
EACH = 60
"""The most of these for one option."""
FEW = 12
"""The most for one thing of several, one number, one set."""
MANY = 12
"""Numbers of which each is tried; of more none is."""
VERBS = 4
"""Options of a question of which the only one that leads on is looked for."""
SETS = 4
"""Options beside one of "some", with all of whose combinations it is tried; of more it counts as open."""

_NO_ORDER = words(N_("no order can be completed with this"))


class Spent(Exception):
    """Raised if the budget is used up, so that nothing is known."""


class Verbs:
    """The items of menus, computed once for all that is tried."""

    def __init__(self) -> None:
        self._items = dict[int, tuple[Menu, Mapping[str, Choice[Any] | Bar | None]]]()

    def of(self, menu: Menu) -> Mapping[str, Choice[Any] | Bar | None]:
        """Return the items of a menu."""
        if id(menu) not in self._items:
            self._items[id(menu)] = menu, menu.items()
        return self._items[id(menu)][1]

    def within(self, choice: Choice[Any], filled: Filled) -> tuple[Choice[Any], Filled]:
        """Return the choice after the verbs with which a decision begins, and the rest of the decision."""
        for at, verb in enumerate(filled.picks):
            item = self.of(choice).get(verb) if isinstance(choice, Menu) and isinstance(verb, str) else None
            if not isinstance(item, Choice):
                return choice, Filled(filled.picks[at:])
            choice = item
        return choice, Filled()


class Search:
    """A search for a continuation, within a budget of questions.

    Attributes:
        reason: the last refusal or bar that was found.
        left: the number of questions that may still be examined.
    """

    def __init__(self, choice: Choice[Any], reader: Reader, budget: int, verbs: Verbs | None = None) -> None:
        self.reason: Bar | None = None
        self.left = budget
        self._choice, self._reader, self._verbs = choice, reader, verbs or Verbs()

    def finish(self, filled: Filled) -> Filled | None:
        """Return a whole decision that begins with `filled`; None if there is none.

        Raises:
            Spent: if the budget is used up before.
        """
        if not self.left:
            raise Spent
        self.left -= 1
        choice, rest = self._verbs.within(self._choice, filled)
        walk = Walk(self._reader)
        try:
            asked = walk.along(choice, rest)
            if not isinstance(asked, Asked):
                choice.accept(asked.answer)
                return filled
        except Refusal as refused:
            self.reason = Bar(refused.rule or self._choice.rule, refused.why)
            return None
        if _leads_on(walk, asked):
            return filled
        for item in self._items(asked):
            if (found := self.finish(filled.plus(item))) is not None:
                return found
        return None

    def _items(self, asked: Asked) -> Iterator[JSON]:
        """Yield items that may answer a question; of one among many no more verdicts than are needed."""
        now = None if isinstance(asked.choice, OneOf) else asked.build()
        verdicts = asked.choice.options() if isinstance(asked.choice, OneOf) else {}
        is_first = True
        for id, bar in verdicts.items():
            if bar is None:
                yield id
            elif is_first:
                self.reason, is_first = bar, False
        if now is not None:
            barred = [option.bar for option in (*now.options, *now.buttons) if option.bar is not None]
            self.reason = barred[0] if barred else self.reason
            yield from _items(now)


def _leads_on(walk: Walk, asked: Asked) -> bool:
    """Return true if the question is a way that can go on; a way bars dead ends itself."""
    if not isinstance(asked.choice, Route) or walk.led is None:
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
            yield from (button for button in buttons if button in (End.ALL, End.NONE))
            if now.least <= len(opened):
                yield list[JSON](opened[: max(1, now.least)])
            if now.least <= 1:
                yield from ([id] for id in opened[1:])
        case "shares":
            yield from buttons
            yield from _fills(now)
        case "places" | "way":
            yield from (button for button in buttons if button == End.DONE)
            yield from (option.id for option in now.options if option.bar is None and not option.chosen)
        case _:
            yield from opened
            yield from buttons


def _fills(now: Step) -> Iterator[dict[str, JSON]]:
    """Yield selections with as many things as are required: from the first on, from the last on, or of one
    kind more.
    """
    chosen = {option.id: int(option.chosen or 0) for option in now.options}
    things = [(one.id, one.most) for one in now.options if one.bar is None and one.most > chosen[one.id]]
    taken, room = sum(chosen.values()), now.most - sum(chosen.values())
    for order in (things, things[::-1]) if taken < max(1, now.least) else ():
        left, more = max(1, now.least) - taken, dict[str, JSON]()
        for id, most in order:
            if (n := min(most - chosen[id], left)) > 0:
                more[id] = chosen[id] + n
                left -= n
        yield more
    for id, most in things if room > 0 else ():
        for n in dict.fromkeys((min(most - chosen[id], room), 1)):
            yield {id: chosen[id] + n}


def offered(choice: Choice[Any], filled: Filled, reader: Reader) -> Step | Built:
    """Return the next question as `steps.step` does, and bar what no order can be completed with: options
    and buttons; a number is asked between the least and the most that lead on.

    Raises:
        Refusal: of an item.
    """
    now = step(choice, filled, reader)
    return now if isinstance(now, Built) else _Tried(choice, filled, reader).offered(now)


def begun(choice: Choice[Any], reader: Reader) -> Filled:
    """Return the picks that every order begins with: those of `steps.forward`, and the only one of a few with
    which an order can be completed.
    """
    found, now = forward(choice, Filled(), reader), step(choice, Filled(), reader)
    if found or isinstance(now, Built) or now.kind != "one" or len(now.options) > VERBS:
        return found
    now = offered(choice, Filled(), reader)
    left = (
        [one.id for one in (*now.options, *now.buttons) if one.bar is None] if isinstance(now, Step) else []
    )
    return forward(choice, Filled((*left,)), reader) if len(left) == 1 else found


class _Tried:
    """The items of one question that have been tried, within one budget."""

    def __init__(self, choice: Choice[Any], filled: Filled, reader: Reader) -> None:
        self._verbs, self._reader = Verbs(), reader
        self._choice, self._filled = self._verbs.within(choice, filled)
        self._left = BUDGET

    def offered(self, now: Step) -> Step:
        """Return the question with what leads nowhere barred."""
        if now.kind == "number":
            asked = Walk(self._reader).along(self._choice, self._filled)
            is_taken_back = not (isinstance(asked, Asked) and isinstance(asked.choice, Amount))
            return now if is_taken_back else self._number(now)
        choice = self._choice
        verbs = self._verbs.of(choice) if isinstance(choice, Menu) and not self._filled else {}
        buttons, options = (
            tuple(
                one if one.bar is not None else replace(one, bar=self._stop(now, one, verbs)) for one in each
            )
            for each in (now.buttons, now.options)
        )
        return replace(now, options=options, buttons=buttons)

    def _stop(self, now: Step, one: Option, verbs: Mapping[str, Choice[Any] | Bar | None]) -> Bar | None:
        """Return the reason why an option or button leads nowhere, None if it leads on."""
        if one.id in verbs and verbs[one.id] is None:
            return None
        items: list[JSON] = [one.id]
        if one in now.options and now.kind == "shares":
            if one.chosen:
                return None  # it may be taken back
            items = [{one.id: 1}]
        elif one in now.options and now.kind == "some":
            items = _sets(now, one.id)
        elif one in now.options and now.kind == "way":
            return None  # a way bars dead ends itself
        stop = self._dead_end(items, FEW if one in now.options and now.kind in ("shares", "some") else EACH)
        return None if stop is None or _supplied(verbs.get(one.id)) else stop

    def _number(self, now: Step) -> Step:
        """Return the question for a number without those at either end that lead nowhere."""
        if now.most - now.least >= MANY:
            return now
        numbers = range(now.least, now.most + 1)
        fit = [n for n in numbers if self._dead_end([n], FEW) is None]
        if not fit:
            return now
        return replace(now, least=fit[0], most=fit[-1], only=fit[0] if len(fit) == 1 else now.only)

    def _dead_end(self, items: Sequence[JSON], most: int) -> Bar | None:
        """Return the reason why none of the items leads on; None if one does, or the budget is used up."""
        reason = None
        for item in items:
            if self._left <= 0:
                return None
            given = min(most, self._left)
            search = Search(self._choice, self._reader, given, self._verbs)
            try:
                if search.finish(self._filled.plus(item)) is not None:
                    return None
            except Spent:
                return None
            finally:
                self._left -= given - search.left
            reason = reason or search.reason
        return (reason or Bar(self._choice.rule, _NO_ORDER)) if items else None


def _sets(now: Step, id: str) -> list[JSON]:
    """Return the selections that contain an option; none where there are too many to try all."""
    others = [one.id for one in now.options if one.bar is None and one.id != id]
    if now.ordered or len(others) > SETS:
        return []
    sizes = range(max(0, now.least - 1), min(now.most, len(others) + 1))
    return [[id, *more] for n in sizes for more in combinations(others, n)]


def stuck(now: Step | Built) -> Bar | None:
    """Return the reason if no option of a question can be picked, None if one can."""
    if isinstance(now, Built) or now.kind in ("number", "text"):
        return None
    bars = [one.bar for one in (*now.options, *now.buttons)]
    return None if None in bars else next(iter(bars), Bar(now.rule, _NO_ORDER))


def is_open(choice: Choice[Any], reader: Reader) -> bool:
    """Return true if a decision has an option that leads on: one without is not shown where nobody asks."""
    return stuck(offered(choice, Filled(), reader)) is None


def _supplied(item: Choice[Any] | Bar | None) -> bool:
    """Return true if the game itself finds an order that begins with a verb."""
    if not isinstance(item, Choice):
        return False
    try:
        item.accept(item.sample(sampler(0)))
    except (NoneLegal, Refusal):
        return False
    return True
