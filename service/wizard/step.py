"""The next question of a decision, ready for menus, buttons and maps (`steps.step` makes it)."""

from __future__ import annotations

from collections.abc import Container, Sequence
from typing import Any, Literal, TypeAlias

from msgspec import Struct

from adjudicator.core.choices.choice import Bar
from adjudicator.core.language.errors import NotNow
from adjudicator.core.language.words import N_, Words, fold, words
from adjudicator.core.log.chain import JSON

from .filled import End

CHANGED = words(N_("the question has changed meanwhile; it is shown as it is now"))
"""The refusal of a press that belongs to another question, or to one with other options."""
PAGE = 25
"""The number of options of a select of Discord."""

Kind: TypeAlias = Literal["one", "some", "number", "text", "shares", "places", "way"]


class Option(Struct, frozen=True):
    """Something that can be picked.

    Attributes:
        id: what is put into the list.
        label: its name in the reader's language.
        bar: why it is closed, None if it is open.
        note: its effect: the cost, what would be left, or the next question.
        most: of a thing of which several may be taken, how many.
        chosen: of a thing, the number or place it has been given, in the reader's words; "" for none yet.
        is_final: true if it leads to an order that cannot be taken back, as a surrender is.
        is_asked: true if the note is the next question.
    """

    id: str
    label: str
    bar: Bar | None = None
    note: Words | None = None
    most: int = 1
    chosen: str = ""
    is_final: bool = False
    is_asked: bool = False


class Crumb(Struct, frozen=True):
    """One decision of the trail: its place in the list, its question and its answer."""

    at: int
    prompt: Words
    said: str


class Step(Struct, frozen=True):
    """The next question of a decision.

    Attributes:
        kind: "one" of the options; "some" of them, as a list; a "number"; a "text"; "shares", numbers of
            things; "places", a place for each thing; a "way", place by place.
        name: of the field of a form, "" where there is none.
        rule: the paragraph that asks.
        prompt: the question.
        context: the questions around it, the outermost first and each once, without the prompt itself: an
            outer one may contain what the inner one leaves out.
        options: the options, barred ones among them with the reason.
        buttons: further options: `End.DONE`, `End.ALL`, `End.NONE`.
        least, most: the limits on the number of "some", of the things together, of a "number"; of the
            characters of a "text".
        ordered: true if the order of "some" counts.
        only: the one item that is left to pick, None if there are several or none. It may be shown as picked
            already.
        so_far: the picks of a list that is not done, in the reader's words.
        trail: the decisions before this one.
        begin: the place in the list at which this decision began.
    """

    kind: Kind
    name: str
    rule: str
    prompt: Words
    context: tuple[Words, ...]
    options: tuple[Option, ...] = ()
    buttons: tuple[Option, ...] = ()
    least: int = 1
    most: int = 1
    ordered: bool = False
    only: JSON = None
    so_far: str = ""
    trail: tuple[Crumb, ...] = ()
    begin: int = 0

    def places(self, board: Container[str]) -> list[str]:
        """Return the places of a board that can be picked now."""
        return [option.id for option in self.options if option.bar is None and option.id in board]

    def take(self, *values: str) -> JSON:
        """Convert texts from a select, a button or a field of a page into an item for the list.

        Of "shares" and "places", `thing=what` gives several at once. A text that is no number is left as it
        is, and the choice refuses it.

        Raises:
            NotNow: if what was pressed is nothing that this question shows, because another one showed it.
        """
        first = values[0] if values else ""
        if any(first == button.id for button in self.buttons):
            return first
        is_pressed = self.kind != "text" and first in (End.DONE, End.ALL, End.NONE)
        if is_pressed or (self.kind in ("one", "some", "way") and self._is_other(values)):
            raise NotNow(CHANGED)
        match self.kind:
            case "some":
                return list(values)
            case "number":
                return _number(first)
            case "shares" | "places" if all("=" in value for value in values):
                pairs = [value.split("=", 1) for value in values]
                return {thing: _number(what) if self.kind == "shares" else what for thing, what in pairs}
        return first

    def _is_other(self, values: Sequence[str]) -> bool:
        """Return true if a value is none of the options."""
        return not {option.id for option in self.options}.issuperset(values)


class Built(Struct, frozen=True):
    """The whole answer: the value that the choice accepts, its text as an order, and the text that people
    read.
    """

    answer: Any
    text: str
    label: str


class Page(Struct, frozen=True):
    """Some of the options; `n` counts from 0 and is below `of`."""

    options: tuple[Option, ...]
    n: int
    of: int


def page(options: Sequence[Option], n: int, size: int = PAGE) -> Page:
    """Return one page of options for a select: the open ones first, each group in its order.

    A number out of range gives the nearest page.
    """
    ordered = sorted(options, key=lambda option: option.bar is not None)
    of = max(1, -(-len(ordered) // size))
    n = max(0, min(n, of - 1))
    return Page(tuple(ordered[n * size : (n + 1) * size]), n, of)


def _number(text: str) -> JSON:
    """Return the number that a text contains, or the text."""
    digits = fold(text)
    return int(digits) if digits.isdecimal() and len(digits) < 10 else text
