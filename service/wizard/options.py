"""Display of a decision that waits for an item, by its shape: its options, limits and buttons."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from adjudicator.core.choices.choice import Bar, Choice, Reader, Verdicts, open_of
from adjudicator.core.choices.forms import Menu
from adjudicator.core.choices.plain import Amount, Confirmation, OneOf, Subset, Text
from adjudicator.core.choices.shares import Assign, Split
from adjudicator.core.choices.ways import Passage, Route
from adjudicator.core.language.errors import Refusal
from adjudicator.core.language.words import N_, Words, words
from adjudicator.core.log.chain import JSON
from service.values.words import speak

from .filled import End
from .step import Crumb, Kind, Option, Step

_BUTTONS = {End.DONE: N_("That is all"), End.ALL: N_("All of them"), End.NONE: N_("None of them")}


class Frame(Struct, frozen=True):
    """The frame of a decision: its reader, its field, its place in the list, and the picks before."""

    reader: Reader
    name: str
    begin: int
    context: tuple[Words, ...]
    trail: tuple[Crumb, ...]

    def step(self, kind: Kind, choice: Choice[Any], options: Iterable[Option] = ()) -> Step:
        """Return the step of a choice, without the fields that only some shapes have."""
        return Step(
            kind,
            self.name,
            choice.rule,
            choice.prompt,
            tuple(around for around in self.context if around != choice.prompt),
            tuple(options),
            trail=self.trail,
            begin=self.begin,
        )

    def option(
        self, id: str, stop: Bar | None, note: Callable[[str], Words | None] = lambda id: None
    ) -> Option:
        """Return an option by its verdict; `note` gives the effect of an open one."""
        return Option(id, self.reader.shown(id), stop, note(id) if stop is None else None)

    def button(self, end: End, stop: Bar | None = None) -> Option:
        """Return the option that ends a list."""
        return Option(end, speak(words(_BUTTONS[end]), self.reader.language), stop)

    def stop(self, place: str, stop: Bar | None) -> Option:
        """Return `End.DONE` as the button that ends a way at a place."""
        said = words(N_("Stop at {place}"), place=place)
        return Option(End.DONE, speak(said, self.reader.language, self.reader.lexicon.label), stop)

    def so_far(self, choice: Choice[Any], chosen: Any) -> str:
        """Return the picks of a list so far as text, "" for none."""
        return self.reader.marked(choice.write(chosen, self.reader)) if chosen else ""


def verbs(frame: Frame, menu: Menu, items: Mapping[str, Choice[Any] | Bar | None]) -> Step:
    """Return the items of a menu, each with its note, else with the question after it."""
    options = [
        Option(
            verb,
            frame.reader.shown(verb),
            item if isinstance(item, Bar) else None,
            None if isinstance(item, Bar) else menu.note(verb) or _asked(frame.reader, menu, item),
            is_final=isinstance(item, Confirmation),
            is_asked=not isinstance(item, Bar) and menu.note(verb) is None,
        )
        for verb, item in items.items()
    ]
    return replace(frame.step("one", menu, options), only=_single(options))


def _asked(reader: Reader, menu: Menu, item: Choice[Any] | None) -> Words | None:
    """Return the question after a verb, None where the menu's own question says it already."""
    if item is None:
        return None
    outer, inner = (speak(one.prompt, reader.language, reader.lexicon.label) for one in (menu, item))
    return None if inner in outer else item.prompt


def plain(frame: Frame, choice: Choice[Any], removable: bool = False) -> Step:
    """Return the step of a single pick: an option, a number or a text; `removable` if it has been picked and
    may be taken back.
    """
    match choice:
        case OneOf():
            options = [frame.option(id, stop, choice.note) for id, stop in choice.options().items()]
            asked = frame.step("one", choice, options)
            if removable:
                return replace(asked, buttons=(frame.button(End.NONE),))
            if isinstance(choice, Confirmation):
                return replace(asked, options=tuple(replace(one, is_final=True) for one in options))
            return replace(asked, only=_single(options))
        case Amount():
            only = choice.least if choice.least == choice.most else None
            return replace(frame.step("number", choice), least=choice.least, most=choice.most, only=only)
        case Text():
            return replace(frame.step("text", choice), least=0, most=choice.most)
    raise TypeError(f"no shape that can be walked through: {type(choice).__name__}")


def some(frame: Frame, choice: Subset, verdicts: Verdicts) -> Step:
    """Return the step of some of the options."""
    open_ids = open_of(verdicts)
    count = len(open_ids)
    most = count if choice.most is None else min(choice.most, count)
    buttons = [End.ALL] if most == count > 1 else []
    buttons += [End.NONE] if choice.least == 0 else []
    is_fixed = count in (0, choice.least) and (count < 2 or not choice.ordered)
    return replace(
        frame.step("some", choice, (frame.option(id, stop) for id, stop in verdicts.items())),
        buttons=tuple(frame.button(end) for end in buttons),
        least=choice.least,
        most=most,
        ordered=choice.ordered,
        only=[*open_ids] if is_fixed else None,
    )


def shares(frame: Frame, choice: Split, things: Mapping[str, int], chosen: Mapping[str, int]) -> Step:
    """Return the step of shares: things, and how many of each; `End.ALL` where everything is accepted."""
    label = frame.reader.shown
    options = [
        Option(thing, label(thing), most=n, chosen=str(chosen.get(thing, ""))) for thing, n in things.items()
    ]
    buttons = [frame.button(End.DONE, _stop(choice, chosen))]
    if chosen != things and _stop(choice, things) is None:
        buttons.append(frame.button(End.ALL))
    return replace(
        frame.step("shares", choice, options),
        buttons=tuple(buttons),
        least=choice.least,
        most=choice.most,
        only=End.ALL if choice.least == sum(things.values()) else None,
        so_far=frame.so_far(choice, dict(chosen)),
    )


def places(frame: Frame, choice: Assign, things: Mapping[str, Verdicts], chosen: Mapping[str, str]) -> Step:
    """Return the step of places: things, and the place of each; a thing that can go nowhere is closed with
    the first reason.
    """
    label = frame.reader.shown
    options = [
        Option(thing, label(thing), _shut(of), chosen=label(chosen[thing]) if thing in chosen else "")
        for thing, of in things.items()
    ]
    is_full = all(option.bar is not None or option.chosen for option in options)
    return replace(
        frame.step("places", choice, options),
        buttons=(frame.button(End.DONE, _stop(choice, chosen)),),
        least=choice.least,
        most=len(things) if choice.most is None else choice.most,
        only=End.DONE if is_full else None,
        so_far=frame.so_far(choice, dict(chosen)),
    )


def way(frame: Frame, choice: Route, so_far: tuple[str, ...]) -> Step:
    """Return the step of a way: the adjacent places, then those further off that have a name, then those with
    only a number; and if it may end.
    """
    passages, near = passages_of(choice, so_far), choice.step(so_far).onward

    def note(to: str) -> Words | None:
        return choice.note((*so_far, *passages[to].way))

    options = [frame.option(to, passage.bar, note) for to, passage in passages.items()]
    called = frame.reader.label
    options.sort(key=lambda one: (one.id not in near, one.id not in near and called(one.id).isdecimal()))
    end = choice.step(so_far).end
    buttons = [frame.stop(so_far[-1], end)] if so_far else []
    if choice.may_stay and not so_far:
        buttons = [frame.stop(choice.start, None)]
    is_open = any(option.bar is None for option in options)
    may_end = choice.may_stay if not so_far else end is None
    only = (None if is_open else End.DONE) if may_end else _single(options)
    return replace(
        frame.step("way", choice, options),
        buttons=tuple(buttons),
        only=only,
        so_far=frame.so_far(choice, list(so_far)),
    )


def passages_of(choice: Route, so_far: tuple[str, ...]) -> dict[str, Passage]:
    """Return the passages that may be named next: adjacent places, then those further off, with the way to
    each.

    An adjacent place that is closed may still be reached by a detour. A place where a way can neither
    end nor go on is closed, as where an order is completed.
    """
    found = {to: Passage((to,), stop) for to, stop in choice.step(so_far).onward.items()}
    for to, passage in choice.beyond(so_far).items():
        if to not in found or (found[to].bar is not None and passage.bar is None):
            found[to] = passage
    for to, passage in found.items():
        if passage.bar is None:
            there = choice.step((*so_far, *passage.way))
            if there.end is not None and not there.onward:
                found[to] = Passage(passage.way, there.end)
    return found


def _single(options: Sequence[Option]) -> str | None:
    """Return the only open option, None if several are open or none is."""
    found = [option.id for option in options if option.bar is None]
    return found[0] if len(found) == 1 else None


def _shut(of: Verdicts) -> Bar | None:
    return None if open_of(of) else next((stop for stop in of.values() if stop is not None), None)


def _stop(choice: Choice[Any], value: Mapping[str, JSON]) -> Bar | None:
    """Return the reason why an answer would not be accepted, None if it would."""
    try:
        choice.accept(dict(value))
    except Refusal as refusal:
        return Bar(refusal.rule or choice.rule, refusal.why)
    return None
