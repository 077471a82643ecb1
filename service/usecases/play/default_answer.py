"""The default answer: a pass for a seat that does not answer, if its rule knows one."""

from __future__ import annotations

from typing import Any

from adjudicator.core.choices.choice import Bar, Choice
from adjudicator.core.choices.forms import Form, Menu
from adjudicator.core.choices.plain import Amount, OneOf, Subset
from adjudicator.core.choices.shares import Assign, Split
from adjudicator.core.language.errors import Refusal
from adjudicator.core.log.chain import JSON

PASSES = ("pass", "done", "end", "none")
"""The words by which a rule lets a seat do nothing, or do nothing more; nothing else is taken for a pass."""


def default_answer(choice: Choice[Any]) -> JSON | None:
    """Return a legal answer by which nothing is done; None if there is none, and somebody must decide.

    That is the bare word of a menu, or an answer that names nothing: nobody of some, 0 of a number. A
    word that decides something (no, decline, stand) is none, and neither is an empty text.
    """
    answer = _empty(choice)
    if answer is None:
        return None
    try:
        choice.accept(answer)
    except Refusal:
        return None
    return answer


def _empty(choice: Choice[Any]) -> JSON | None:
    """Return the answer that does nothing: pass, none or nought; None where the choice forbids that."""
    match choice:
        case Menu():
            return _of_menu(choice)
        case Form():
            return _of_form(choice)
        case OneOf():
            verdicts = choice.options()
            return next((word for word in PASSES if word in verdicts and verdicts[word] is None), None)
        case Subset(least=0):
            return []
        case Split(least=0) | Assign(least=0):
            return {}
        case Amount(least=0):
            return 0
    return None


def _of_menu(choice: Menu) -> JSON | None:
    items = choice.items()
    for word in PASSES:
        if word not in items:
            continue
        item = items[word]
        if item is None:
            return {"pick": word}
        if not isinstance(item, Bar) and (answer := default_answer(item)) is not None:
            return {"pick": word, "answer": answer}
    return None


def _of_form(choice: Form) -> JSON | None:
    """Return the answer to a form all of whose fields can be left empty, one after another."""
    done: dict[str, Any] = {}
    while (field := choice.next(done)) is not None:
        name, inner = field
        if (answer := default_answer(inner)) is None:
            return None
        done[name] = answer
    return done
