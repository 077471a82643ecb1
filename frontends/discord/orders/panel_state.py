"""The state of a panel: its subject, the picks, the next question.

None of it is kept in memory. The picks are stored as a draft of the user; a button names campaign, question,
seat and, by a few hex digits, the state of the draft that it was shown with. So a second press, or one on an
older panel, picks nothing a second time.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import Any

import msgspec
from msgspec import Struct

from adjudicator.core.choices.choice import Choice, Reader
from adjudicator.core.choices.forms import Menu
from adjudicator.core.game.forecast import Odds
from adjudicator.core.language.errors import Ambiguous, NotNow, Refusal
from adjudicator.core.language.words import N_, words
from adjudicator.core.log.chain import JSON
from service.api import Service
from service.usecases.play import drafts, queries
from service.usecases.play.standing import form, names
from service.usecases.seats.teams import COMMANDER, OBSERVER
from service.wizard.filled import End, Filled
from service.wizard.steps import PAGE, Built, Option, Step, as_far, forward, step
from service.wizard.walk import Asked, Walk
from service.wizard.witness import is_open, offered, stuck

PENDING, ASIDE, CHANGE, STANDING = "p", "a", "c", "s"
"""Kinds of panels: the question to the seat; an act out of turn; another answer in place of
its own, while others are still to give theirs; a standing order. The first letter of a state."""

_DIGITS = 6


class Subject(Struct, frozen=True):
    """The subject of a panel.

    Attributes:
        kind: `PENDING`, `ASIDE`, `CHANGE` or `STANDING`.
        entry: the question's entry; where there is none, that of the log's end, or 0.
        role: of the user in the seat's team.
        reader: the names and the language they read.
        answered: the answer so far, in words, if it is to be changed.
    """

    campaign: int
    seat: str
    kind: str
    entry: int
    role: str
    choice: Choice[Any]
    reader: Reader
    answered: str = ""

    @property
    def key(self) -> str:
        """The name under which its draft is kept."""
        named = {PENDING: drafts.PENDING, ASIDE: drafts.ASIDE, CHANGE: f"change/{self.entry}"}
        return named.get(self.kind, "standing")


class Panel(Struct, frozen=True):
    """A subject with the picks so far.

    Attributes:
        filled: the picks, in the form of `steps.step`.
        picked: the picks of a list that is picked one after another.
        now: the next question, or the whole answer.
        refused: the reason why a pick is not legal (any more).
        page: which page of the options is shown.
        odds: what the whole answer may bring.
    """

    subject: Subject
    filled: Filled
    picked: list[str]
    now: Step | Built
    refused: Refusal | None = None
    page: int = 0
    odds: Sequence[Odds] = ()

    @property
    def state(self) -> str:
        """A digest of kind and contents, with which buttons compare the present panel when they are
        pressed.
        """
        content = msgspec.json.encode([self.filled.picks, self.picked])
        return self.subject.kind + hashlib.sha256(content).hexdigest()[:_DIGITS]

    @property
    def place(self) -> tuple[int, int, str, str]:
        """The arguments that every button of the panel names."""
        return self.subject.campaign, self.subject.entry, self.subject.seat, self.state

    @property
    def is_gathered(self) -> bool:
        """True if "some" are picked one after another: their order counts, or there are too many."""
        now = self.now
        if not isinstance(now, Step) or now.kind != "some" or now.most <= 1:
            return False
        return now.ordered or len(opened(now)) > PAGE

    @property
    def is_verbs(self) -> bool:
        """True if the options are verbs, whose menu shows their next questions."""
        asked = Walk(self.subject.reader).along(self.subject.choice, self.filled)
        return isinstance(asked, Asked) and isinstance(asked.choice, Menu)

    @property
    def options(self) -> list[Option]:
        """The options that can still be picked; of a text that fits several of them, those that it fits."""
        found = [one for one in opened(self.now) if one.id not in self.picked]
        fits = self.refused.candidates if isinstance(self.refused, Ambiguous) else ()
        return [one for one in found if one.id in fits] or found


def opened(now: Step | Built) -> list[Option]:
    """The options that are not barred."""
    return [one for one in now.options if one.bar is None] if isinstance(now, Step) else []


# -- what it is about --------------------------------------------------------------------------------


def require_adviser(service: Service, user: str, campaign: int, seat: str) -> str:
    """Return the role of somebody who may give or suggest a seat's orders.

    Raises:
        NotNow: if they have no role there, or are an observer.
    """
    role = service.role_of(user, campaign, seat)
    if role == OBSERVER:
        raise NotNow(words(N_("an observer sees what {seat} sees, but gives no orders"), seat=seat))
    if not role:
        raise NotNow(words(N_("you do not play {seat}"), seat=seat))
    return role


def subject_of(
    service: Service, user: str, campaign: int, seat: str, kind: str, language: str
) -> Subject | None:
    """Return the subject of a panel of a kind now; None if no such question is asked.

    Raises:
        NotNow: if the user neither commands the seat nor is an officer of it.
    """
    role = require_adviser(service, user, campaign, seat)
    reader = Reader(service.game(campaign).lexicon, language)
    if kind == PENDING and (pending := service.look(campaign, queries.pending, seat)) is not None:
        return Subject(campaign, seat, kind, pending.asked.entry, role, pending.choice, reader)
    if kind == ASIDE and (aside := service.look(campaign, queries.asides, seat)) is not None:
        if not is_open(aside, reader):
            return None
        end = service.status(campaign).campaign.n - 1
        return Subject(campaign, seat, kind, end, role, aside, reader)
    if role != COMMANDER:
        return None
    if kind == CHANGE and (given := service.look(campaign, queries.answered, seat)) is not None:
        said = reader.marked(given.choice.write(given.answer, reader))
        return Subject(campaign, seat, kind, given.entry, role, given.choice, reader, said)
    if kind == STANDING:
        words = names.reader(service.game(campaign), language)
        return Subject(campaign, seat, kind, 0, role, service.look(campaign, form.form, seat), words)
    return None


def present(service: Service, user: str, campaign: int, seat: str, language: str) -> Panel | None:
    """Return a seat's open choice: its question, else its acts out of turn; None if it has neither."""
    for kind in (PENDING, ASIDE):
        subject = subject_of(service, user, campaign, seat, kind, language)
        if subject is not None:
            return panel(service, user, subject)
    return None


# -- how far it is filled ----------------------------------------------------------------------------


def panel(service: Service, user: str, subject: Subject, page: int = 0) -> Panel:
    """Return a subject with its user's picks so far, as far as they are still valid and lead on."""
    draft = service.draft(subject.campaign, user, subject.seat, subject.key)
    kept = draft.filled if draft is not None and draft.state != "gone" else Filled()
    filled, _, refused = as_far(subject.choice, kept, subject.reader)
    now = offered(subject.choice, filled, subject.reader)
    while filled and (stop := stuck(now)) is not None:
        filled, refused = filled.until(-1), stop.refuse()
        now = offered(subject.choice, filled, subject.reader)
    odds: Sequence[Odds] = ()
    if isinstance(now, Built) and subject.kind == PENDING:
        odds = service.look(subject.campaign, queries.odds, subject.seat, now.answer)
    found = Panel(subject, filled, [], now, refused, page, odds)
    gathered = service.draft(subject.campaign, user, subject.seat, _gathering(subject))
    if gathered is not None and found.is_gathered and gathered.filled.picks[:1] == (found.state,):
        ids = {option.id for option in opened(now)}
        picked = [str(one) for one in gathered.filled.picks[1:] if one in ids]
        return Panel(subject, filled, picked, now, refused, page)
    return found


def _gathering(subject: Subject) -> str:
    return f"{subject.key}/some"


def keep(service: Service, user: str, at: Panel, filled: Filled) -> Panel:
    """Save the picks in place of the former ones."""
    subject = at.subject
    service.keep_draft(subject.campaign, user, subject.seat, subject.key, filled)
    if at.picked:
        service.drop_draft(subject.campaign, user, subject.seat, _gathering(subject))
    return panel(service, user, subject)


def drop(service: Service, user: str, subject: Subject) -> None:
    """Forget all picks."""
    for key in (subject.key, _gathering(subject)):
        service.drop_draft(subject.campaign, user, subject.seat, key)


def pick(service: Service, user: str, at: Panel, values: Sequence[str]) -> Panel:
    """Pick by the ids of options or by a field's text; then pick every only option left.

    Raises:
        Refusal: the choice's refusal; nothing is kept.
    """
    now = at.now
    if not isinstance(now, Step):
        return at
    if at.is_gathered and not (values and values[0] in {button.id for button in now.buttons}):
        fresh = [one for one in values if one not in (End.DONE, *at.picked)]
        item: JSON = [*at.picked, *(now.take(*fresh) if fresh else ())]
        if End.DONE not in values and len(item) < now.most:
            return _gather(service, user, at, item)
    else:
        item = _item(now, values)
    return keep(service, user, at, forward(at.subject.choice, _longer(at, item), at.subject.reader))


def _longer(at: Panel, item: JSON) -> Filled:
    """Return the picks with one more, or less if the pick takes the last one back."""
    last = at.filled.picks[-1] if isinstance(at.now, Step) and len(at.filled) > at.now.begin else None
    if isinstance(item, dict) and isinstance(last, dict) and item == dict.fromkeys(last, 0):
        return at.filled.until(-1)
    return at.filled.plus(item)


def _item(now: Step, values: Sequence[str]) -> JSON:
    """Return the item that values give; for a single thing, whether it is taken."""
    single = [one for one in now.options if now.kind == "shares" and one.most == 1 and [one.id] == [*values]]
    return {single[0].id: 0 if single[0].chosen else 1} if single else now.take(*values)


def led(at: Panel, verb: str) -> Panel:
    """Return the panel after a verb; nothing is kept.

    Raises:
        Refusal: of the verb.
    """
    subject = at.subject
    filled = forward(subject.choice, at.filled.plus(verb), subject.reader)
    return Panel(subject, filled, [], offered(subject.choice, filled, subject.reader))


def with_all(at: Panel) -> Panel | None:
    """Return the panel of the order that takes everything of the list that is asked for, or that stops here
    and takes everything; None if this would not complete an order.
    """
    now, subject = at.now, at.subject
    if not isinstance(now, Step) or subject.kind != PENDING or at.picked:
        return None
    filled, choice = at.filled, subject.choice
    try:
        if now.kind == "way" and End.DONE in _pressed(now):
            filled = forward(choice, filled.plus(End.DONE), subject.reader)
            now = offered(choice, filled, subject.reader)
        if isinstance(now, Step) and End.ALL in _pressed(now):
            filled = forward(choice, filled.plus(End.ALL), subject.reader)
            now = step(choice, filled, subject.reader)
    except Refusal:
        return None
    return Panel(subject, filled, [], now) if isinstance(now, Built) else None


def _pressed(now: Step) -> list[str]:
    """Return the buttons of a question that are open."""
    return [one.id for one in now.buttons if one.bar is None]


def _gather(service: Service, user: str, at: Panel, picked: Sequence[str]) -> Panel:
    """Add to a list that is picked one after another."""
    subject, state = at.subject, Panel(at.subject, at.filled, [], at.now).state
    service.keep_draft(subject.campaign, user, subject.seat, _gathering(subject), Filled((state, *picked)))
    return panel(service, user, subject)


def back(service: Service, user: str, at: Panel) -> Panel:
    """Go back to the last pick that had alternatives."""
    if at.picked:
        return _gather(service, user, at, at.picked[:-1])
    filled, now = at.filled, at.now
    while filled:
        begins = isinstance(now, Step) and len(filled) == now.begin and now.trail
        filled = filled.until(now.trail[-1].at if isinstance(now, Step) and begins else -1)
        now = step(at.subject.choice, filled, at.subject.reader)
        if not isinstance(now, Step) or now.only is None:
            break
    return keep(service, user, at, filled)
