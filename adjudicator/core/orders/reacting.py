"""Orders in a window, as a player writes them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from itertools import islice
from typing import Any

from adjudicator.core.choices.choice import Choice, NoneLegal, Reader
from adjudicator.core.choices.forms import Menu
from adjudicator.core.language.errors import Refusal
from adjudicator.core.log.chance import Rng, sampler
from adjudicator.core.table.question import Reaction

from . import orders

EACH = 3
"""The greatest number of orders that are named of each verb."""
SAMPLES = 3
"""The number of orders at random that are looked for."""
LONGEST_CHAIN = 6
"""The number of times that a line is completed until it is an order."""


def reactions(window: Reaction, reader: Reader, most: int) -> list[str]:
    """Return up to `most` orders that the window takes: some of each verb, and at last to pass."""
    play = window.items()["play"]
    assert isinstance(play, Choice)
    kinds: list[list[str]] = []
    for head in _open_lines(play, "", reader, most):
        longer = _open_lines(play, f"{head} ", reader, most) if isinstance(play, Menu) else []
        continued = [order for line in longer for order in _continued(play, line, reader)]
        kinds.append(continued[:EACH] or _continued(play, head, reader))
    kinds = kinds if any(kinds) else [list(at_random(play, reader, sampler(0)))]
    each = next((n for n in range(EACH, 1, -1) if sum(len(kind[:n]) for kind in kinds) < most), 1)
    found = dict.fromkeys(order for kind in kinds for order in kind[:each])
    return [*islice(found, most - 1), reader.label("pass")]


def _continued(choice: Choice[Any], line: str, reader: Reader) -> list[str]:
    """Return the first order that a line may become; none if no such is found by completing it."""
    for _ in range(LONGEST_CHAIN):
        if is_order(choice, line, reader):
            return [line]
        longer = [one for text in (line, f"{line} ") for one in _open_lines(choice, text, reader, EACH)]
        line = next((one for one in longer if one.startswith(line) and one != line), "")
        if not line:
            break
    return []


def _open_lines(choice: Choice[Any], text: str, reader: Reader, most: int) -> list[str]:
    return [line.text for line in orders.complete(choice, text, reader, enough=most) if line.bar is None]


def is_order(choice: Choice[Any], text: str, reader: Reader) -> bool:
    """Return true if a text is an order that is taken."""
    try:
        choice.accept(orders.read(choice, text, reader)[0])
    except Refusal:
        return False
    return True


def at_random(choice: Choice[Any], reader: Reader, rng: Rng) -> Iterator[str]:
    """Yield some orders that a decision takes."""
    with suppress(NoneLegal):
        for _ in range(SAMPLES):
            yield choice.write(choice.accept(choice.sample(rng)), reader)
