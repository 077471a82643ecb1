"""Acts besides orders, of a player or the referee: what each takes, carries out and says afterwards.

A front end reads the values, runs the act by its name, and says the sentence; whom an act tells, and what,
is the use case's. What differs from one front end to another (a confirmation, a form, a list to choose from)
is the front end's.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Concatenate, ParamSpec

from msgspec import Struct

from adjudicator.core.choices.choice import Reader
from adjudicator.core.language.errors import NotNow, Verbatim
from adjudicator.core.language.words import N_, Words, words
from adjudicator.core.orders import orders
from service.api import Service
from service.unit_of_work.transaction import Transaction
from service.usecases.agreeing import agreements, ending, undo
from service.usecases.play import playing, queries, suggesting
from service.usecases.referee import acts, restored
from service.usecases.seats import founding, press
from service.usecases.time import ai_player, deadlines, leaving, reminding
from service.values.records import Message, R, Receipt

P = ParamSpec("P")

DAY_HOURS = 24
"""The hours that a player gives an opponent who names none."""
NOTED = N_("Noted. All players have been told.")


class Place(Struct, frozen=True):
    """The place of an act: where it is done, and by whom.

    Attributes:
        language: in which the order of a seat is read.
        resume: what the front end calls the act that ends a pause.
        seat: the player's own seat; empty for the referee.
    """

    service: Service
    message: Message
    campaign: int
    language: str
    resume: Words
    seat: str = ""

    def do(
        self, act: Callable[Concatenate[Transaction, P], R], *values: P.args, **named: P.kwargs
    ) -> Receipt[R]:
        """Carry out an act of a use case."""
        return self.service.do(self.message, self.campaign, act, *values, **named)


class Given(Struct, frozen=True, kw_only=True):
    """The values of an act, as the front end has read them; each act names those that it takes.

    Attributes:
        seat: whom it is about.
        level: of the computer.
        hours: of time.
        entry: of the log, to go back to; or of the question that an act answers.
        epoch: the last one whose dice are burned; None for all that are known to be lost.
        number: of a message or a ruling.
        dice, faces: how many dice, and of how many faces.
        why: the reason that everybody reads.
        text: an announcement, or an order.
        label: what a roll is for.
        question, ruling: what is ruled on, and how.
        keeps: whether the same answers and dice come again.
    """

    seat: str = ""
    level: int = 1
    hours: int = DAY_HOURS
    entry: int = 0
    epoch: int | None = None
    number: int | None = None
    dice: int = 1
    faces: int = 6
    why: str = ""
    text: str = ""
    label: str = ""
    question: str = ""
    ruling: str = ""
    keeps: bool = False


class Act(Struct, frozen=True):
    """An act: the names of the values that it takes, in the order of a typed line, and what carries it out.

    `said` gives the answer from the place, the values and the result.
    """

    takes: tuple[str, ...]
    run: Callable[[Place, Given], Receipt[Any]]
    said: Callable[[Place, Given, Any], Words]

    def __call__(self, at: Place, given: Given | None = None) -> tuple[Receipt[Any], Words]:
        """Carry the act out; return the receipt, and what is said to the person who did it.

        Raises:
            Refusal: and nothing has changed.
        """
        given = given or Given()
        receipt = self.run(at, given)
        return receipt, self.said(at, given, receipt.result)


def _says(template: str) -> Callable[[Place, Given, Any], Words]:
    """Return the answer with this template, which may name the seat, the hours and the entry."""
    return lambda at, given, result: words(
        template, seat=given.seat or at.seat, hours=given.hours, n=given.entry
    )


# -- the referee -------------------------------------------------------------------------------------


def _answer(at: Place, given: Given) -> Receipt[None]:
    """Answer for a seat. A refusal may reveal hidden things, so the look is logged first."""
    if (before := at.service.done(at.message)) is not None:
        return before
    at.service.see_as(Message("", at.message.user), at.campaign, given.seat)
    pending = at.service.look(at.campaign, queries.pending, given.seat)
    if pending is None:
        raise NotNow(words(N_("{seat} has nothing to decide right now"), seat=given.seat))
    reader = Reader(at.service.game(at.campaign).lexicon, at.language)
    answer, _ = orders.read(pending.choice, given.text, reader)
    return at.do(acts.answer_for, given.seat, answer, "referee", given.why)


def _close(at: Place, given: Given) -> Receipt[None]:
    """Close the open window; the one that began at the entry, if one is named."""
    if (before := at.service.done(at.message)) is not None:
        return before
    open_ = [asked.entry for asked in at.service.asked(at.campaign) if asked.optional]
    if given.entry and given.entry not in open_:
        raise NotNow(words(N_("that reaction window is closed")))
    if not open_:
        raise NotNow(words(N_("no seat has a reaction to decide now")))
    return at.do(acts.close_window)


def _gone_back(at: Place, given: Given, result: Any) -> Words:
    if not given.keeps:
        return words(N_("The game went back to log entry {n}."), n=given.entry)
    said = N_("The game went back to log entry {n}. Answers replayed: {taken}.")
    return words(said, n=given.entry, taken=result.taken)


def _burnt(at: Place, given: Given, result: Any) -> Words:
    if not result.to:
        said = N_("Rolls outside the game up to number {i} have been burned. Resume the game with {command}.")
        return words(said, i=result.aside, command=at.resume)
    said = N_("Epochs up to {to} have been burned. Resume the game with {command}.")
    return words(said, to=result.to, command=at.resume)


REFEREE: Mapping[str, Act] = {
    "hold": Act(
        ("why",),
        lambda at, given: at.do(ending.hold_by_referee, given.why),
        lambda at, given, result: words(
            N_("The game is on hold. All players have been told. Resume it with {command}."),
            command=at.resume,
        ),
    ),
    "release": Act(
        (),
        lambda at, given: at.service.release(at.message, at.campaign),
        _says(N_("The game goes on. All players have been told.")),
    ),
    "extend": Act(
        ("seat", "hours", "why"),
        lambda at, given: at.do(deadlines.extend, given.seat, given.hours, given.why),
        _says(N_("{seat} has {hours} more {hours:hour|hours}.")),
    ),
    "undo": Act(
        ("entry", "why", "keeps"),
        lambda at, given: at.do(undo.by_referee, given.entry, int(given.keeps), given.why),
        _gone_back,
    ),
    "burn": Act(("epoch", "why"), lambda at, given: at.do(restored.burn, given.epoch, given.why), _burnt),
    "answer": Act(
        ("seat", "why", "text"),
        _answer,
        _says(N_("You have answered for {seat}. All players have been told.")),
    ),
    "close": Act((), _close, _says(N_("The reaction window is closed. All players have been told."))),
    "end": Act(
        ("why",),
        lambda at, given: at.do(ending.end, given.why),
        _says(N_("The game is over. All players have been told.")),
    ),
    "resume": Act(
        ("why",),
        lambda at, given: at.do(agreements.resume, given.why),
        lambda at, given, result: at.service.look(at.campaign, agreements.outcome, "resume", at.resume),
    ),
    "announce": Act(("text",), lambda at, given: at.do(acts.announce, given.text), _says(N_("Announced."))),
    "rule": Act(
        ("question", "ruling"),
        lambda at, given: at.do(acts.rule_on, given.question, given.ruling),
        lambda at, given, result: words(
            N_("Ruling {n} is recorded and posted for everyone."), n=result.number
        ),
    ),
    "revoke": Act(
        ("number", "why"),
        lambda at, given: at.do(acts.revoke, given.number, given.why),
        lambda at, given, result: words(N_("Ruling {n} is revoked; everyone has been told."), n=given.number),
    ),
    "roll": Act(
        ("dice", "faces", "label", "why"),
        lambda at, given: at.do(ending.roll, given.label, given.dice, given.faces, given.why),
        lambda at, given, result: words(N_("{label}: {dice}"), label=Verbatim(given.label), dice=result.got),
    ),
    "silence": Act(
        ("seat",),
        lambda at, given: at.do(press.silence, given.seat),
        _says(N_("{seat} can no longer write messages. All players have been told.")),
    ),
    "unsilence": Act(
        ("seat",),
        lambda at, given: at.do(press.silence, given.seat, False),
        _says(N_("{seat} may write messages again. All players have been told.")),
    ),
    "signed": Act((), lambda at, given: at.do(acts.demand_signatures, True), _says(NOTED)),
    "unsigned": Act((), lambda at, given: at.do(acts.demand_signatures, False), _says(NOTED)),
    "vacate": Act(
        ("seat",), lambda at, given: at.do(founding.vacate, given.seat), _says(N_("{seat} is vacant."))
    ),
    "computer": Act(
        ("seat", "level"),
        lambda at, given: at.do(ai_player.invite, given.seat, given.level),
        _says(N_("The computer plays {seat}.")),
    ),
}
"""The acts of the referee. The form of the position's editor is each front end's own."""


# -- a player ----------------------------------------------------------------------------------------


def _proposes(kind: str) -> Act:
    """Return the act that proposes something, or agrees to it; an undo names the entry."""

    def propose(at: Place, given: Given) -> Receipt[None]:
        to = given.entry if kind == "undo" else None
        return at.do(agreements.propose, kind, at.seat, to, given.why)

    def outcome(at: Place, given: Given, result: Any) -> Words:
        return at.service.look(at.campaign, agreements.outcome, kind, at.resume, given.entry)

    return Act(("entry", "why") if kind == "undo" else (), propose, outcome)


def _resume(at: Place, given: Given) -> Receipt[None]:
    """Resume a game that is paused; agree to resume one whose result is provisional."""
    if at.service.campaign(at.campaign).state == "closed":
        return at.do(agreements.resume)
    return at.service.release(at.message, at.campaign)


def _resigned(at: Place, given: Given, result: Any) -> Words:
    if at.service.campaign(at.campaign).state == "playing":
        return words(N_("You have resigned. The others play on."))
    return words(N_("You have resigned."))


PLAYER: Mapping[str, Act] = {
    "back": Act(
        (), lambda at, given: at.do(undo.take_back, at.seat), _says(N_("Your last order was taken back."))
    ),
    "drop": Act(
        (),
        lambda at, given: at.do(playing.drop_batch, at.seat),
        _says(N_("The orders that were still waiting are discarded.")),
    ),
    "spare": Act(
        ("entry",),
        lambda at, given: at.do(suggesting.spare, at.seat, at.language, given.entry),
        _says(suggesting.SPARED),
    ),
    "ask": Act(
        (),
        lambda at, given: at.do(suggesting.ask_again, at.seat),
        _says(N_("You are asked all reactions again.")),
    ),
    **{kind: _proposes(kind) for kind in agreements.KINDS if kind != "resume"},
    "resume": Act(
        (),
        _resume,
        lambda at, given, result: at.service.look(at.campaign, agreements.outcome, "resume", at.resume),
    ),
    "accept": Act(
        (),
        lambda at, given: at.do(agreements.answer_any, at.seat, True),
        _says(N_("You agree to the proposal.")),
    ),
    "decline": Act(
        (),
        lambda at, given: at.do(agreements.answer_any, at.seat, False),
        _says(N_("You decline the proposal.")),
    ),
    "grant": Act(
        ("hours",),
        lambda at, given: at.do(deadlines.grant, given.seat, given.hours),
        _says(N_("Your opponent has {hours} more {hours:hour|hours}.")),
    ),
    "nudge": Act(
        (),
        lambda at, given: at.do(reminding.nudge, given.seat),
        lambda at, given, result: words(N_("Reminded: {seats}"), seats=result.seats),
    ),
    "resign": Act((), lambda at, given: at.do(leaving.resign, at.seat), _resigned),
    "leave": Act((), lambda at, given: at.do(leaving.leave, at.seat), _says(N_("You have left {seat}."))),
    **{name: REFEREE[name] for name in ("computer", "release", "vacate", "hold")},
    "block": Act(
        ("seat",),
        lambda at, given: at.do(press.block, at.seat, given.seat, True),
        _says(N_("Messages of {seat} to your seat no longer reach you.")),
    ),
    "unblock": Act(
        ("seat",),
        lambda at, given: at.do(press.block, at.seat, given.seat, False),
        _says(N_("Messages of {seat} reach you again.")),
    ),
    "withdraw": Act(
        ("number",),
        lambda at, given: at.do(press.withdraw, at.seat, given.number),
        _says(N_("Your message was erased; others may have read it already.")),
    ),
}
"""The acts of a player, and those of the referee that the players' commands carry out too."""
