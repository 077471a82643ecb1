"""The walk through a decision: every shape asks for its own items and returns its answer.

There is one generator for each shape: it yields what it asks (`Asked`), is sent the item that was picked, and
returns the answer; what a question shows is computed only if the walk stops there.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping
from typing import Any, NamedTuple, TypeAlias

from adjudicator.core.choices.choice import Choice, Reader, Verdicts, known, one_of_these, open_of
from adjudicator.core.choices.forms import Form, Menu
from adjudicator.core.choices.plain import Amount, OneOf, Subset
from adjudicator.core.choices.shares import Assign, Split
from adjudicator.core.choices.ways import Route
from adjudicator.core.language.errors import NotUnderstood
from adjudicator.core.language.words import N_, Words, words
from adjudicator.core.log.chain import JSON

from . import options
from .filled import End, Filled
from .step import Crumb, Step

_HOW_MANY = N_("How many {thing}?")
_WHERE_TO = N_("Where to: {thing}?")


class Asked(NamedTuple):
    """A decision that waits for an item: its place in the list, and a function that makes its step."""

    choice: Choice[Any]
    begin: int
    build: Callable[[], Step]


class Whole(NamedTuple):
    """The end of a walk: the answer, whose parts have been accepted."""

    answer: Any


_Asking: TypeAlias = Generator[Asked, JSON, Any]


def too_much(item: object) -> NotUnderstood:
    """Return the refusal of an item after the last one."""
    return NotUnderstood(str(item), words(N_("nothing more")))


class Walk:
    """One way through a choice, for one reader.

    Attributes:
        led: the last decision about a way on a map, and its places picked so far.
        said: the answered fields of the last form.
    """

    def __init__(self, reader: Reader) -> None:
        self.led: tuple[Route, tuple[str, ...]] | None = None
        self.said: dict[str, Any] = {}
        self._reader = reader
        self._at = 0
        self._trail: list[Crumb] = []
        self._context: list[Words] = []

    def along(self, choice: Choice[Any], filled: Filled) -> Asked | Whole:
        """Walk along the picks; return the question after them or the whole answer.

        Raises:
            Refusal: of a pick.
        """
        asking = self._through(choice, "")
        try:
            asked = next(asking)
            for item in filled.picks:
                self._at += 1
                asked = asking.send(item)
        except StopIteration as end:
            if self._at < len(filled):
                raise too_much(filled.picks[self._at]) from None
            return Whole(end.value)
        return asked

    def _through(self, choice: Choice[Any], name: str) -> _Asking:
        """Return the walk through a choice that has parts; any other is one step."""
        match choice:
            case Menu():
                return self._menu(choice, name)
            case Form():
                return self._form(choice)
            case Split():
                return self._split(choice, name)
            case Assign():
                return self._assign(choice, name)
            case Route():
                return self._route(choice, name)
            case Subset():
                return self._subset(choice, name)
        return self._leaf(choice, name)

    # -- decisions made of decisions -------------------------------------------------------------

    def _menu(self, menu: Menu, name: str) -> _Asking:
        frame, items = self._frame(name), menu.items()
        pick = yield Asked(menu, frame.begin, lambda: options.verbs(frame, menu, items))
        inner = items.get(pick) if isinstance(pick, str) else None
        if not isinstance(inner, Choice):
            answer: Any = menu.accept({"pick": pick})
            return self._taken(frame, menu, answer, self._reader.label(str(pick)))
        self._taken(frame, menu, pick, self._reader.label(str(pick)))
        self._context.append(menu.prompt)
        answer = yield from self._through(inner, "")
        self._context.pop()
        return {"pick": pick, "answer": answer}

    def _form(self, form: Form) -> _Asking:
        self._context.append(form.prompt)
        done: dict[str, Any] = {}
        self.said = done
        for field in form.fields:
            done[field.name] = yield from self._through(field.choice(dict(done)), field.name)
        self._context.pop()
        return done

    # -- single picks --------------------------------------------------------------------

    def _leaf(self, choice: Choice[Any], name: str) -> _Asking:
        frame = self._frame(name)
        answer = choice.accept((yield Asked(choice, frame.begin, lambda: options.plain(frame, choice))))
        is_id = isinstance(choice, OneOf)
        said = self._reader.label(answer) if is_id else choice.write(answer, self._reader)
        return self._taken(frame, choice, answer, said)

    def _subset(self, choice: Subset, name: str) -> _Asking:
        frame, verdicts = self._frame(name), choice.options()
        item = yield Asked(choice, frame.begin, lambda: options.some(frame, choice, verdicts))
        answer = choice.accept(open_of(verdicts) if item == End.ALL else [] if item == End.NONE else item)
        return self._taken(frame, choice, answer, choice.write(answer, self._reader))

    # -- picks one by one -----------------------------------------------------------------

    def _split(self, choice: Split, name: str) -> _Asking:
        """Ask for pieces one by one, or several at once, until End.DONE; End.ALL takes every piece."""
        frame, things, chosen = self._frame(name), dict(choice.things()), dict[str, int]()
        while True:
            item = yield self._shares(frame, choice, things, chosen)
            if item in (End.DONE, End.ALL):
                break
            if isinstance(item, str) and item in things:
                item = {
                    item: (yield self._within(frame, choice, _how_many(choice, item, things[item], chosen)))
                }
            said: dict[str, Any] = item if isinstance(item, dict) else choice.accept(item)
            for thing, n in said.items():
                if thing not in things or type(n) is not int or not 0 <= n <= things[thing]:
                    choice.accept({thing: n})
            numbers = {**chosen, **said}
            if sum(numbers.values()) > choice.most:
                choice.accept(numbers)
            chosen = {thing: n for thing, n in numbers.items() if n}
        answer = choice.accept(things if item == End.ALL else chosen)
        return self._taken(frame, choice, answer, choice.write(answer, self._reader))

    def _shares(
        self, frame: options.Frame, choice: Split, things: dict[str, int], chosen: dict[str, int]
    ) -> Asked:
        return Asked(choice, frame.begin, lambda: options.shares(frame, choice, things, chosen))

    def _assign(self, choice: Assign, name: str) -> _Asking:
        """Ask for things and their places until End.DONE; one that is placed may be moved or taken back."""
        frame, things, chosen = self._frame(name), choice.things(), dict[str, str]()
        while (item := (yield self._places(frame, choice, chosen))) != End.DONE:
            if isinstance(item, str) and item in things:
                inner = _where_to(choice, item, things[item])
                item = {item: (yield self._within(frame, choice, inner, removable=item in chosen))}
            said: dict[str, Any] = item if isinstance(item, dict) else choice.accept(item)
            for thing, place in said.items():
                if thing not in things:
                    choice.accept({thing: place})
                if place != End.NONE:
                    known(place, things[thing], one_of_these)
            chosen = {thing: place for thing, place in {**chosen, **said}.items() if place != End.NONE}
        answer = choice.accept(chosen)
        return self._taken(frame, choice, answer, choice.write(answer, self._reader))

    def _places(self, frame: options.Frame, choice: Assign, chosen: dict[str, str]) -> Asked:
        return Asked(choice, frame.begin, lambda: options.places(frame, choice, choice.things(), chosen))

    def _within(
        self, frame: options.Frame, choice: Choice[Any], inner: Choice[Any], *, removable: bool = False
    ) -> Asked:
        """Return the question about one thing of a decision."""
        return Asked(choice, frame.begin, lambda: options.plain(frame, inner, removable))

    def _route(self, choice: Route, name: str) -> _Asking:
        frame, way = self._frame(name), tuple[str, ...]()
        self.led = choice, way
        while (item := (yield self._way(frame, choice, way))) != End.DONE:
            for place in item if isinstance(item, list) else [item]:
                way = (*way, *_onward(choice, way, place))
            self.led = choice, way
        answer = choice.accept(list(way))
        said = choice.write(answer, self._reader) or self._reader.label(choice.start)
        return self._taken(frame, choice, answer, said)

    def _way(self, frame: options.Frame, choice: Route, so_far: tuple[str, ...]) -> Asked:
        return Asked(choice, frame.begin, lambda: options.way(frame, choice, so_far))

    # -- inner parts ------------------------------------------------------------------------

    def _frame(self, name: str) -> options.Frame:
        context = [text for i, text in enumerate(self._context) if text not in self._context[:i]]
        return options.Frame(self._reader, name, self._at, tuple(context), tuple(self._trail))

    def _taken(self, frame: options.Frame, choice: Choice[Any], answer: Any, said: str) -> Any:
        """Return the answer of a shape, and add its decisions to the trail."""
        self._trail.append(Crumb(frame.begin, choice.prompt, self._reader.marked(said)))
        return answer


def _how_many(choice: Split, thing: str, most: int, chosen: Mapping[str, int]) -> Amount:
    """Return the question for a number of a thing, beside those that have been chosen."""
    others = sum(n for other, n in chosen.items() if other != thing)
    fit = min(most, choice.most - others)
    return Amount(rule=choice.rule, prompt=words(_HOW_MANY, thing=thing), least=0, most=fit)


def _where_to(choice: Assign, thing: str, places: Verdicts) -> OneOf:
    return OneOf(rule=choice.rule, prompt=words(_WHERE_TO, thing=thing), options=lambda: places)


def _onward(choice: Route, way: tuple[str, ...], place: JSON) -> tuple[str, ...]:
    """Return the places between the present end of a way and a place that is named.

    Raises:
        Refusal: the choice's refusal, if there is no way.
    """
    onward = choice.step(way).onward
    if isinstance(place, str) and place in onward and onward[place] is None:
        return (place,)
    passage = choice.beyond(way).get(place) if isinstance(place, str) else None
    if passage is None:
        choice.accept([*way, place])
        raise NotUnderstood(str(place), one_of_these(onward))
    if passage.bar is not None:
        raise passage.bar.refuse()
    return passage.way
