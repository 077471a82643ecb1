"""Orders that a seat could still give when it ends its turn or phase; a typed end must be confirmed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from adjudicator.core.choices.choice import Choice, Reader
from adjudicator.core.choices.forms import Menu
from adjudicator.core.choices.plain import Confirmation
from adjudicator.core.errors import NotNow, Verbatim
from adjudicator.core.log.chain import JSON
from adjudicator.core.words import N_, Words

from .step import Step
from .walk import Asked, Walk
from .witness import offered

ENDS = ("end", "done")
"""The verbs that end a turn or phase."""
MOST = 6
"""Places named of each order."""
STILL = N_("You can still order: {orders}.")
"""Before a turn or phase is ended."""
MISSED = N_("When you ended this, you could still have given orders: {orders}.")
"""After it was ended."""
_ASKED = N_("you can still order: {orders}; “{order}” has not been given yet")
_ASKED_BARE = N_("“{order}” has not been given yet; once others have acted, you cannot take it back alone")
_OF = N_("{verb} ({places})")
_MORE = N_("{verb} ({places} and {n} more)")


class Unconfirmed(NotNow):
    """Refusal of a typed order that ends a turn or phase, until it is confirmed.

    Attributes:
        order: the text that was typed.
        shown: the same on one line, as sentences and buttons show it.
        state: a digest of the text and the position for which it was refused; the same order given with it
            counts.
    """

    def __init__(self, order: str, could: Sequence[Words], state: str) -> None:
        template = _ASKED if could else _ASKED_BARE
        self.order, self.shown, self.state = order, "; ".join(order.splitlines()), state
        super().__init__(Words(template, {"order": Verbatim(self.shown), "orders": list(could)}))


def ends(choice: Choice[Any], filled: Sequence[JSON]) -> bool:
    """Return true if `filled` is the order that ends a turn or phase."""
    return bool(filled) and isinstance(choice, Menu) and filled[-1] in ENDS


def left_open(choice: Choice[Any], filled: Sequence[JSON], reader: Reader) -> list[Words]:
    """Return the orders that could still be given where `filled` ends a turn or phase; [] elsewhere."""
    if not ends(choice, filled):
        return []
    asked = Walk(reader).along(choice, filled[:-1])
    now = offered(choice, filled[:-1], reader)
    if not isinstance(asked, Asked) or not isinstance(asked.choice, Menu) or not isinstance(now, Step):
        return []
    items, found = asked.choice.items(), list[Words]()
    for verb in (option.id for option in now.options if option.bar is None):
        item = items[verb]
        if not isinstance(item, Choice) or isinstance(item, Menu | Confirmation):
            continue
        first = offered(choice, [*filled[:-1], verb], reader)
        if isinstance(first, Step) and first.kind in ("one", "places", "some", "shares"):
            places = [option.id for option in first.options if option.bar is None]
            values = {"verb": verb, "places": places[:MOST], "n": len(places) - MOST}
            found += [Words(_MORE if len(places) > MOST else _OF, values)] if places else []
    return found
