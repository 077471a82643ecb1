"""Whole orders as examples that a decision accepts unchanged, one of each kind."""

from __future__ import annotations

from typing import Any

from adjudicator.core.choices.choice import Choice, Reader
from adjudicator.core.choices.forms import Menu
from adjudicator.core.log.chance import Rng, sampler
from adjudicator.core.orders.reacting import at_random, is_order

from . import explain

FEW = 3
"""The number of kinds of orders up to which all of them are shown, otherwise one of each kind."""


def examples(choice: Choice[Any], reader: Reader) -> list[str]:
    """Return orders that a decision accepts: its completions that are whole orders, and for each verb that
    takes more words orders at random. They follow from the decision alone.
    """
    rng, kinds = sampler(0), list[list[str]]()
    for line in explain.completions([choice], "", reader):
        if line.bar is None:
            kinds.append(_of_verb(choice, line.text, reader, rng) or _whole(choice, line.text, reader))
    kinds = [kind for kind in kinds if kind]
    found = [one for kind in kinds for one in kind[: None if len(kinds) <= FEW else 1]]
    return list(dict.fromkeys(found or at_random(choice, reader, rng)))


def _whole(choice: Choice[Any], text: str, reader: Reader) -> list[str]:
    """Return the text if it is a whole order, else nothing."""
    return [text] if is_order(choice, text, reader) else []


def _of_verb(choice: Choice[Any], verb: str, reader: Reader, rng: Rng) -> list[str]:
    """Return orders with a verb of a menu that takes more words; none if there are none now."""
    items = choice.items() if isinstance(choice, Menu) else {}
    for name, item in items.items():
        if isinstance(item, Choice) and reader.label(name) == verb:
            return [f"{verb} {one}" for one in at_random(item, reader, rng) if one]
    return []
