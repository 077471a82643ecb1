"""Orders that a seat could still give when it ends its turn or phase; a typed end must be confirmed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from adjudicator.core.choices.choice import Choice, Reader, shown
from adjudicator.core.choices.forms import Menu
from adjudicator.core.language.errors import NotNow, Verbatim
from adjudicator.core.language.words import N_, Words, words

from .filled import Filled
from .step import Step
from .witness import offered

STILL = N_("You can still order: {orders}.")
"""Before a turn or phase is ended."""
MISSED = N_("You ended it although these orders were still possible: {orders}.")
"""After it was ended."""
_ASKED = N_("you can still order: {orders}; “{order}” has not been given yet")
_ASKED_BARE = N_("“{order}” has not been given yet; once others have acted, you cannot take it back alone")
_COSTS = N_("{asked}; {costs}")
_OF = N_("{verb} ({places})")


class Unconfirmed(NotNow):
    """Refusal of a typed order that ends a turn or phase, until it is confirmed.

    Attributes:
        order: the text that was typed; `costs` is what is lost by it (`Game.odds`).
        shown: the same on one line, as sentences and buttons show it.
        state: a digest of the text and the position for which it was refused; the same order given with it
            counts.
    """

    def __init__(self, order: str, could: Sequence[Words], state: str, costs: Sequence[Words] = ()) -> None:
        template = _ASKED if could else _ASKED_BARE
        self.order, self.shown, self.state = order, "; ".join(order.splitlines()), state
        asked = words(template, order=Verbatim(self.shown), orders=list(could))
        for cost in costs:
            asked = words(_COSTS, asked=asked, costs=cost)
        super().__init__(asked)


def ends(choice: Choice[Any], filled: Filled) -> bool:
    """Return true if `filled` is an order that ends a turn or phase."""
    return isinstance(choice, Menu) and len(filled) == 1 and filled.picks[0] in choice.ends


def only_end(choice: Choice[Any], reader: Reader) -> str:
    """Return the order that ends a turn or phase, if a question allows nothing else; else ""."""
    if not isinstance(choice, Menu) or not choice.ends:
        return ""
    now = offered(choice, Filled(), reader)
    opened = [option.id for option in now.options if option.bar is None] if isinstance(now, Step) else []
    return opened[0] if len(opened) == 1 and opened[0] in choice.ends else ""


def left_open(choice: Choice[Any], filled: Filled, reader: Reader) -> list[Words]:
    """Return the orders that could still be given and cannot once `filled` has ended a turn or phase; []
    if it does not end one.
    """
    if not isinstance(choice, Menu) or not ends(choice, filled):
        return []
    lost, items, found = choice.ends[str(filled.picks[0])], choice.items(), list[Words]()
    now = offered(choice, Filled(), reader)
    for verb in (option.id for option in now.options if option.bar is None) if isinstance(now, Step) else ():
        item = items[verb]
        if verb not in lost and not isinstance(item, Menu):
            continue
        places = _first_picks(choice, verb, reader) if isinstance(item, Choice) else None
        if verb not in lost:
            places = [place for place in places or () if place in lost]
        if places is None:
            found.append(words("{verb}", verb=verb))
        elif places:
            found.append(words(_OF, verb=verb, places=shown(places)))
    return found


def _first_picks(choice: Choice[Any], verb: str, reader: Reader) -> list[str] | None:
    """Return the things that an order of a verb can begin with, None if it begins with none."""
    first = offered(choice, Filled((verb,)), reader)
    if isinstance(first, Step) and first.kind in ("one", "places", "some", "shares"):
        return [option.id for option in first.options if option.bar is None]
    return None
