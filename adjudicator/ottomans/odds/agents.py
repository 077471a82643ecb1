"""§20.1 The odds of AGENTs that are committed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from adjudicator.core import N_, Choice, Odds, words
from adjudicator.ottomans.board import AGENTS
from adjudicator.ottomans.world import Seat, World

from .battles import FACES

AGAINST = 3
"""The numbers of AGENTs on the other side of which the odds are told, beginning with the least."""


def committed(w: World, seat: Seat, question: Choice[Any], answer: Any) -> Iterator[Odds]:
    """§20.1 Tell what a die brings for a number of AGENTs, against each number that the other may commit.

    §20.2 §20.3 Nobody stands against diplomacy, nor against what one does to one's own.
    """
    if not isinstance(answer, int):
        return
    values = question.prompt.values
    if (by := values.get("seat")) is not None:  # one defends: at least one AGENT comes
        for n in range(1, 1 + min(AGAINST, len(w.cups[f"{by}_hand"]))):
            yield from _total(N_("against {n} of theirs the operation succeeds: {good} of 6"), n, n - answer)
        return
    about = str(values["about"])
    is_opposed = values["purpose"] != "diplomacy" and about != seat
    most = min(AGAINST, len(w.cups.get(f"{about}_hand", ()))) if is_opposed else 0
    for n in range(most + 1):
        template = (
            N_("it succeeds: {good} of 6") if not is_opposed else N_("against {n} it succeeds: {good} of 6")
        )
        yield from _total(template, n, answer - n)


def _total(template: str, n: int, difference: int) -> Iterator[Odds]:
    """§20.1 The chances of success and retaliation with a difference of AGENTs."""
    totals = [difference + die for die in range(1, FACES + 1)]
    good, bad = sum(t >= AGENTS.success for t in totals), sum(t < AGENTS.nothing for t in totals)
    yield Odds("chance", words(template, n=n, good=good), "20.1", good / FACES)
    if bad:
        yield Odds("chance", words(N_("retaliation then: {bad} of 6"), bad=bad), "20.0", bad / FACES)
