"""The order language around the choices: lines, verbs left out, and batches (architecture.md §1.8).

The `Choice` that is asked parses what an order says; this module has the common parts of all orders, for the
service and the table protocol alike.

    move Genua-Roma: Caesar, LEG 13; Ravenna-Aquileia: 2 blocks    # the verb may be left out after ";"
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from itertools import islice
from typing import Any, Literal

from msgspec import Struct
from msgspec.structs import replace

from adjudicator.core.choices.choice import LONGEST_VERB, Choice, Completion, Reader, tidy
from adjudicator.core.choices.forms import Menu
from adjudicator.core.choices.plain import Confirmation
from adjudicator.core.language.errors import Ambiguous, NotNow, NotUnderstood, Refusal, Verbatim
from adjudicator.core.language.words import N_, Exhausted, effort, fold, spend, words
from adjudicator.core.log.chain import JSON, Chain
from adjudicator.core.log.chance import NoSource, Stopped
from adjudicator.core.table.question import WindowPolicy
from adjudicator.core.table.table import Table

_COMMENT = re.compile("[#＃].*")
_HINT = re.compile(r"\(([^()\s]+)\)\s*(.*)")


STEPS = 10_000
"""The steps that an order may take to be read or completed (`words.effort`): what players write takes 100,
the longest lists 2,000, and a march to a hex that cannot be reached, of all of Belisarius's, 8,000.
"""


class Line(Struct, frozen=True):
    """One order of a text.

    Attributes:
        number: the line of the text on which it is, counted from 1.
        text: the order, tidied, without comment.
        follows: whether it follows another order on its line, so that it may leave out the verb.
        verb: the verb to read it with if it has none of its own; known if a batch was cut in two.
    """

    number: int
    text: str
    follows: bool = False
    verb: str = ""

    def __str__(self) -> str:
        """Return the order in the form that `lines` reads again, with the verb of the order before it in
        brackets.
        """
        return f"({self.verb}) {self.text}" if self.verb else self.text


class LineRefused(Refusal):
    """A batch that is refused as a whole: the refusal of one of its lines, and the line."""

    def __init__(self, line: Line, refusal: Refusal) -> None:
        super().__init__(refusal.why, rule=refusal.rule, candidates=refusal.candidates)
        self.kind, self.line = refusal.kind, line


class TooLong(NotUnderstood):
    """Refusal of an order that was not understood within the step limit."""

    def __init__(self, text: str) -> None:
        why = N_("“{text}” is too long to be understood as one order; give several shorter ones")
        super(NotUnderstood, self).__init__(words(why, text=Verbatim(text)))  # a sentence of its own


class Outcome(Struct, frozen=True):
    """The outcome of a batch.

    Attributes:
        how: "done"; "suspended" by a question to another seat or an open window, to go on when the seat
            is asked again; "stopped" by a refusal, an unexpected question, or the end of the game.
        done: the number of orders carried out.
        draft: the remaining orders.
        refusal: the refusal that stopped it, if one did.
        understood: the orders that were carried out, in full.
    """

    how: Literal["done", "suspended", "stopped"]
    done: int
    draft: tuple[Line, ...] = ()
    refusal: Refusal | None = None
    understood: tuple[str, ...] = ()


def lines(text: str) -> list[Line]:
    """Return the orders of a text, separated by line ends and ";" (also "；"); "#" begins a comment."""
    orders: list[Line] = []
    for number, line in enumerate(text.splitlines(), 1):
        follows = False
        for piece in re.split("[;；]", _COMMENT.sub("", line)):
            if order := tidy(piece):
                hint = _HINT.fullmatch(order)
                verb, order = hint.groups() if hint else ("", order)
                orders.append(Line(number, order, follows, verb))
                follows = True
    return orders


def read(choice: Choice[Any], text: str, reader: Reader, verb: str = "") -> tuple[JSON, str]:
    """Return the answer of an order's text to a choice, not yet accepted, and the verb of the order.

    It is read unchanged; if that fails, with the verb of the order before it.

    Raises:
        NotNow: if it is an order that the game knows and that is given at another time.
        Refusal: if it cannot be read either way, or not within `STEPS`.
    """
    text = tidy(text)
    try:
        with effort(STEPS):
            try:
                answer = choice.parse(text, reader)
            except (NotUnderstood, Ambiguous):
                if not (verb and _has_verb(choice, verb, reader)):
                    _require_its_time(choice, text, reader)
                    raise
                answer = choice.parse(f"{verb} {text}", reader)
    except Exhausted:
        raise TooLong(text) from None
    return answer, answer["pick"] if isinstance(choice, Menu) else ""


def _require_its_time(choice: Choice[Any], text: str, reader: Reader) -> None:
    """Refuse an order that begins with the verb of another time, and not with one of this choice.

    Raises:
        NotNow: with its paragraph, the time at which it is given, and what is asked now.
    """
    known, said = reader.lexicon.orders, text.split()
    here = choice.items() if isinstance(choice, Menu) else (getattr(choice, "verb", ""),)
    for size in range(min(len(said), LONGEST_VERB), 0, -1):
        head = fold(" ".join(said[:size]))
        verbs = [verb for verb in known if head in reader.lexicon.names(verb)]
        if not verbs:
            continue
        if not any(head in reader.lexicon.names(verb) for verb in here):
            rule, when = known[verbs[0]]
            why = N_("“{order}” is given {when}; you are asked now: {prompt}")
            values = {"order": verbs[0], "when": words(when), "prompt": choice.prompt}
            raise NotNow(words(why, **values), rule=rule)
        return


def _has_verb(choice: Choice[Any], verb: str, reader: Reader) -> bool:
    return isinstance(choice, Menu) and any(fold(verb) in reader.lexicon.names(n) for n in choice.items())


def answer(table: Table, seat: str, value: object) -> None:
    """Give a seat's first answer to its question; see `Table.submit`.

    Raises:
        NotNow: if it has answered, so that another answer is to be an `amend`.
    """
    if _has_answered(table, seat):
        raise NotNow(words(N_("{seat} has already answered; amend that answer instead"), seat=seat))
    table.submit(seat, value)


def amend(table: Table, seat: str, value: object) -> None:
    """Replace the seat's own answer, while others are still to answer; see `Table.submit`.

    Raises:
        NotNow: if it has not answered yet.
    """
    table.choice(seat)
    if not _has_answered(table, seat):
        raise NotNow(words(N_("{seat} has not answered yet"), seat=seat))
    table.submit(seat, value)


def _has_answered(table: Table, seat: str) -> bool:
    return table.question is not None and seat in table.question.answers


def readable(table: Table, seat: str) -> list[Choice[Any]]:
    """Return the choices that a seat's orders are read by: its question, which an answer may replace while
    others are still to answer, then its acts out of turn.
    """
    asked = [] if table.question is None else [table.question.choices.get(seat)]
    return [choice for choice in (*asked, table.asides().get(seat)) if choice is not None]


def submit(table: Table, seat: str, text: str, reader: Reader, verb: str = "") -> str:
    """Carry out one order, read by the first of the `readable` choices that understands it.

    Return the verb of the order.

    Raises:
        Refusal: and nothing has changed.
        Defect, ScriptRanOut, Stopped: and the table is to be thrown away.
    """
    return _submitted(table, seat, text, reader, verb)[0]


def _submitted(
    table: Table,
    seat: str,
    text: str,
    reader: Reader,
    verb: str,
    watch: Callable[[Choice[Any], JSON], object] = lambda choice, answer: None,
) -> tuple[str, str]:
    """Carry out one order, as `submit` does; return its verb, and the order in full."""
    try:
        choice = table.choice(seat)
        answer, verb = read(choice, text, reader, verb)
    except (NotNow, NotUnderstood, Ambiguous) as refusal:
        aside = table.asides().get(seat)
        if aside is None:
            raise
        try:
            answer, verb = read(aside, text, reader, verb)
        except (NotNow, NotUnderstood):
            raise refusal from None
        in_full = _in_full(aside, answer, reader)
        table.aside(seat, answer)
        return verb, in_full
    in_full = _in_full(choice, answer, reader)
    watch(choice, answer)
    table.submit(seat, answer)
    return verb, in_full


def _in_full(choice: Choice[Any], answer: JSON, reader: Reader) -> str:
    """Return an order in full; to be called before it is carried out, because a choice depends on the present
    world.

    Raises:
        Refusal: if the rules forbid the order.
    """
    choice.accept(answer)
    return choice.write(answer, reader)


def complete(
    choice: Choice[Any], text: str, reader: Reader, most: int | None = None, enough: int | None = None
) -> list[Completion]:
    """Return the lines that a text may become: the last order of the line is completed, those before it are
    kept.

    At most `most` are returned, and only those found within `STEPS`; none after `enough` open ones.
    """
    found: list[Completion] = []
    with suppress(Exhausted), effort(STEPS):
        for line in islice(_completed(choice, text, reader), most):
            found.append(line)
            if enough is not None and line.bar is None and (enough := enough - 1) == 0:
                break
    return found


def _completed(choice: Choice[Any], text: str, reader: Reader) -> Iterator[Completion]:
    """Yield completions of the last order; of a menu the verb before the first ";" is tried with it too."""
    *before, last = re.split("[;；]", text)
    spend(len(before))
    head = "".join(f"{piece.strip()}; " for piece in before)
    found = False
    for line in choice.complete(last.strip(), reader):
        found = True
        yield Completion(head + line.text, line.bar, line.effect)
    if found or not before or not isinstance(choice, Menu):
        return
    for name in choice.items():
        if fold(before[0].split(" ", 1)[0]) in reader.lexicon.names(name):
            label = reader.label(name)
            for line in choice.complete(f"{label} {last.strip()}", reader):
                yield Completion(head + line.text.removeprefix(f"{label} "), line.bar, line.effect)


# -- batches -------------------------------------------------------------------------------------


def clone(table: Table, seat: str) -> Table:
    """Return the same position for rehearsals of a seat: it stops at the first chance or window, and before
    the first event by which the seat would learn something hidden; it uses no standing orders.

    It has neither the campaign's source of chance nor its secrets.
    """
    chain = table.ledger.chain
    scratch = Chain(chain.game, bytes(32), chain.n, chain.head, chain.epoch)
    policy = WindowPolicy({"default": "stop"}, rehearsing=seat)
    return Table(table.game, table.position, scratch, NoSource(), policy=policy)


def rehearse(
    table: Table,
    seat: str,
    orders: Sequence[Line],
    reader: Reader,
    watch: Callable[[Choice[Any], JSON], object] = lambda choice, answer: None,
) -> int:
    """Try the orders on a clone, as far as only the seat's own decisions and what it can know are concerned;
    return how many were tried.

    `watch` is called as in `run`.

    Raises:
        LineRefused: if one of them is refused there; the batch is then refused as a whole.
    """
    scratch, verb = clone(table, seat), ""
    for i, line in enumerate(orders):
        if i and _halts(scratch, seat):
            return i
        try:
            verb, _ = _submitted(scratch, seat, line.text, reader, _verb(line, verb), watch)
        except Stopped:
            return i + 1
        except Refusal as refusal:
            raise LineRefused(line, refusal) from refusal
    return len(orders)


def ends_game(choices: Sequence[Choice[Any]], orders: Sequence[Line], reader: Reader) -> bool:
    """Return true if one of the orders is the confirmed one of a kind that cannot be taken back."""

    def is_final(choice: Choice[Any], text: str) -> bool:
        if not isinstance(choice, Menu):
            return False
        try:
            _, verb = read(choice, text, reader)
        except Refusal:
            return False
        return isinstance(choice.items().get(verb), Confirmation)

    return any(is_final(choice, line.text) for choice in choices for line in orders)


def run(
    table: Table,
    seat: str,
    orders: Sequence[Line],
    reader: Reader,
    settle: Callable[[Table], object] = lambda table: None,
    watch: Callable[[Choice[Any], JSON], object] = lambda choice, answer: None,
) -> Outcome:
    """Carry out the orders one after another; `settle` is done after each (standing orders).

    `watch` is called before each that answers the seat's question, with its choice and the accepted answer.

    Raises:
        Defect, ScriptRanOut: and the table is to be thrown away.
    """
    verb, read_as = "", list[str]()
    for i, line in enumerate(orders):
        if i and (how := _halts(table, seat)):
            return Outcome(how, i, _draft(orders[i:], verb), None, tuple(read_as))
        try:
            verb, order = _submitted(table, seat, line.text, reader, _verb(line, verb), watch)
        except Refusal as refusal:
            return Outcome("stopped", i, _draft(orders[i:], verb), refusal, tuple(read_as))
        read_as.append(order)
        settle(table)
    return Outcome("done", len(orders), understood=tuple(read_as))


def _halts(table: Table, seat: str) -> Literal["suspended", "stopped"] | None:
    if table.question is None:
        return "stopped"
    return "suspended" if table.question.occasion is not None or seat not in table.pending else None


def _verb(line: Line, before: str) -> str:
    return line.verb or (before if line.follows else "")


def _draft(rest: Sequence[Line], verb: str) -> tuple[Line, ...]:
    """Return the rest of a batch; its first order keeps a verb that it left out."""
    first = replace(rest[0], verb=_verb(rest[0], verb))
    return (first, *rest[1:])
