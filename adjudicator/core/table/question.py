"""An open question; windows, and the policy of a campaign for them (architecture.md §1.7)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from msgspec import Struct

from adjudicator.core.choices.choice import NOTHING, Choice, Completion, Reader, these
from adjudicator.core.choices.forms import Menu
from adjudicator.core.game.procedure import Occasion, Window
from adjudicator.core.language.errors import NotNow, NotUnderstood
from adjudicator.core.language.words import N_, Words, words
from adjudicator.core.log.chain import JSON, Entry, th

MOST_ANSWERS = 20
"""Answers of a seat to one question, while others are still to answer."""


class Question(Struct):
    """An open question: to one seat, of several in secret (`together`), or as a window.

    Attributes:
        rule: the paragraph that asks.
        choices: the choice of each seat, in order.
        together: whether the answers are sealed until all are in.
        occasion: the event that allows a reaction; None for a question that is no window.
        window: which window of its procedure it is, counted from 0.
        reactions: the possible reactions of each seat in a window.
        entry: the number of the entry `ask`, 0 without one.
        answers, answered: the answers given so far, and their entries.
        given: how many answers each seat has given, replaced ones included.
    """

    rule: str
    choices: dict[str, Choice[Any]]
    together: bool
    occasion: Occasion | None = None
    window: int = 0
    reactions: Mapping[str, Choice[Any]] = {}
    entry: int = 0
    answers: dict[str, Any] = {}
    answered: dict[str, Entry] = {}
    given: dict[str, int] = {}

    @classmethod
    def of_window(cls, request: Window, number: int) -> Question:
        """Return a window as a question: each seat plays or passes."""
        offers: dict[str, Choice[Any]] = {seat: offer(choice) for seat, choice in request.choices.items()}
        occasion = request.occasion
        return cls(occasion.rule, offers, False, occasion, number, request.choices)

    @property
    def complete(self) -> bool:
        """True if everybody has answered."""
        return len(self.answers) == len(self.choices)

    @property
    def in_order(self) -> dict[str, Any]:
        """The answers in the order asked."""
        return {seat: self.answers[seat] for seat in self.choices if seat in self.answers}

    def name(self, seat: str) -> str:
        """Return a hash that identifies the question to a seat."""
        return question_name(self.choices[seat], "" if self.occasion is None else f"window {self.window} ")

    def take(self, entry: Entry) -> None:
        """Take a seat's answer, or another one that replaces it."""
        seat = str(entry.body["seat"])
        self.answers[seat], self.answered[seat] = entry.answer, entry
        self.given[seat] = self.given.get(seat, 0) + 1

    def require_change(self, seat: str) -> None:
        """Require that a seat may give another answer: each stays in the log, and is read again (ADR 19).

        Raises:
            NotNow: if it has given `MOST_ANSWERS`.
        """
        if (given := self.given.get(seat, 0)) >= MOST_ANSWERS:
            template = N_(
                "you may change this answer no more: you have given {given}, and the last one stands"
            )
            raise NotNow(words(template, given=given))

    def first_play(self) -> str | None:
        """Return the first seat in order that reacts in a window."""
        return next((seat for seat, answer in self.in_order.items() if answer["pick"] == "play"), None)

    def opened(self) -> list[str]:
        """Return the seats whose sealed answers are opened to all; in a window only the first that reacts."""
        seats = list(self.in_order) if self.occasion is None else [s for s in [self.first_play()] if s]
        return [seat for seat in seats if not self.choices[seat].hides(self.answers[seat])]

    def result(self) -> Any:
        """Return the result: the answers in order or, for a window, the first reaction and its seat."""
        if self.occasion is None:
            return self.in_order
        seat = self.first_play()
        return None if seat is None else (seat, self.answers[seat]["answer"])


class WindowPolicy(Struct, frozen=True):
    """The policy of a campaign for windows and standing orders.

    Attributes:
        modes: kind of occasion -> "ask" (its seats are asked), "standing" (nobody waits) or "stop" (a
            rehearsal ends there); "default" is for kinds that are not named; without it they are "standing".
            They do not change while a procedure is running, because a window without a reaction leaves no
            entry.
        met: (window, number of the next entry) -> its mode, if a log determines it instead of `modes`
            (audit).
        reflex: (occasion, seat, choice, world) -> the answer of the seat's standing orders, None for none.
            Called in order of play for each window that is not past; where the seats are asked, when the
            window closes, of those who have not answered.
        books: every seat's standing orders in force, sealed into every answer (design/fair-dice.md §6).
        rehearsing: the seat for which a rehearsal is made, "" for none: it ends before an event by which that
            seat would learn something hidden (`Game.reveals`).
    """

    modes: Mapping[str, str] = {}
    reflex: Callable[[Occasion, str, Choice[Any], Any], JSON | None] | None = None
    books: Mapping[str, list[str]] = {}
    met: Callable[[Question, int], str] | None = None
    rehearsing: str = ""

    def mode(self, kind: str) -> str:
        """Return the treatment of windows of a kind."""
        return self.modes.get(kind) or self.modes.get("default", "standing")

    def mode_of(self, window: Question, next_entry: int) -> str:
        """Return the state of a window that is not offered again; `next_entry` is the next to be
        written.
        """
        if self.met is not None:
            return self.met(window, next_entry)
        return "standing" if window.occasion is None else self.mode(window.occasion.kind)


class Reaction(Menu, frozen=True, kw_only=True):
    """A reaction as a question: play it, or pass. In an order "play" may be left out.

    Of an order that begins as a reaction, the refusal speaks of the part that is not understood; of any other
    it names the verbs of the reactions that are open.
    """

    def _open(self) -> list[str]:
        play = self.items()["play"]
        return [*(play._open() if isinstance(play, Menu) else ["play"]), "pass"]

    def parse(self, text: str, reader: Reader) -> JSON:
        try:
            return super().parse(text, reader)
        except NotUnderstood:
            play = self.items()["play"]
            assert isinstance(play, Choice)
            try:
                return {"pick": "play", "answer": play.parse(text, reader)}
            except NotUnderstood as part:
                part.why = _or_pass(part.why)
                raise part from None

    def complete(self, text: str, reader: Reader) -> Iterator[Completion]:
        found, play = [*super().complete(text, reader)], self.items()["play"]
        assert isinstance(play, Choice)
        yield from found or play.complete(text, reader)


def _or_pass(why: Words) -> Words:
    """Return the reason of a refusal in which passing is expected too; alone, where nothing else is open."""
    expected, options = why.values["expected"], list[str | Words]()
    if expected.template != NOTHING:
        options = expected.values["options"] if set(expected.values) == {"options"} else [expected]
    either = these(N_("{options:or}"), [*options, "pass"])
    return words(why.template, **{**why.values, "expected": either})


def offer(choice: Choice[Any]) -> Menu:
    """Return a reaction as a question."""
    return Reaction(rule=choice.rule, prompt=choice.prompt, items=lambda: {"play": choice, "pass": None})


def question_name(choice: Choice[Any], window: str = "") -> str:
    """Return a hash that identifies a question to a seat; a window's begins with "window 3 "."""
    return th("question", window + choice.fingerprint()).hex()
