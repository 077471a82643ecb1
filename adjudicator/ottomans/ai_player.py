"""The computer as a simple opponent, which decides from its seat's view alone (§19.3).

It plays useful nations and chits, then stack by stack the most useful move, attacks if the Combat Results
Table favours it, and defends its core nation's areas. Its valuations are in `plans`. It is meant for a first
game and for a vacated seat, not for a tournament.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from typing import Any, Final

from adjudicator.core import Choice, Form, Menu, Refusal
from adjudicator.core.log.chain import JSON
from adjudicator.core.log.chance import Rng

from .plans import battles, chits, moves
from .plans.answers import PLANS
from .show.view import View

WORTHLESS: Final = 0.25
"""An order that gains no more than this is not given."""
SCRUPLE: Final = 0.6
"""The least gain of an attack that is made."""


def ai_player(view: View, choice: Choice[Any], rng: Rng) -> JSON:
    """Return a sensible legal answer to the seat's question."""
    if choice.rule == "5.1":
        return turn(view, choice)
    plan = PLANS.get(choice.rule)
    answer: JSON = choice.sample(rng) if plan is None else plan(view, choice, rng)
    return answer


def turn(view: View, choice: Choice[Any]) -> JSON:
    """§5.1(2) Nations and useful chits first; then the order of the phase that gains; else the end."""
    assert isinstance(choice, Menu)
    items, weigh = choice.items(), moves.weighing(view)
    plans = (chits.activation, partial(chits.chit, weigh=weigh), _agents)
    for plan in plans:
        if (answer := plan(view, items)) is not None:
            given: JSON = answer
            return given
    for verb, orders in _phase(view, items, weigh):
        form = items[verb]
        assert isinstance(form, Form)
        if (found := _first(form, orders)) is not None:
            return {"pick": verb, "answer": found}
    return {"pick": "halt" if "halt" in items else "end"}


def _agents(view: View, items: Mapping[str, Any]) -> Any:
    """§20.1 Agents at the end of the Stratagem Phase."""
    return chits.agents(view, items) if view.phase == "stratagem" else None


def _phase(
    view: View, items: Mapping[str, Any], weigh: moves.Weigh
) -> Iterator[tuple[str, Iterable[moves.Order]]]:
    """Yield the orders of the phase that are open, with what each is worth."""
    if isinstance(form := items.get("attack"), Form):
        found = (
            moves.Order(gain - SCRUPLE + WORTHLESS, answer) for gain, answer in battles.attacks(view, form)
        )
        yield "attack", _best_first(found)
    makers: Mapping[str, Callable[[View], Iterable[moves.Order]]] = {
        "force": lambda view: _best_first(moves.marches(view)),
        "move": partial(moves.walks, weigh=weigh),
        "ship": moves.carries,
        "sail": lambda view: _best_first(moves.voyages(view)),
    }
    for verb, maker in makers.items():
        if isinstance(items.get(verb), Form):
            yield verb, maker(view)


def _best_first(orders: Iterable[moves.Order]) -> list[moves.Order]:
    return sorted(orders, key=lambda order: -order.worth)


def _first(form: Form, orders: Iterable[moves.Order]) -> Any:
    """Return the first order that is worth giving and legal; None without any."""
    for order in orders:
        if order.worth <= WORTHLESS:
            continue
        try:
            form.accept(order.answer)
        except Refusal:
            continue
        return order.answer
    return None
