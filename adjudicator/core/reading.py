"""Stages and public dice as people read them, named by a game and put into posts by the service."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from adjudicator.core.log.chain import JSON

from .sealed import Event
from .words import N_, Words, words

DICE = N_("dice")


class When(Struct, frozen=True):
    """A stage as people name it.

    Attributes:
        turn: what all stages of one turn share, such as "1/3": what belongs together is posted together.
        title: the turn, such as "Year 1, turn 3".
        phase: the phase, such as "movement of Caesar".
    """

    turn: str
    title: Words
    phase: Words


class Throw(Struct, frozen=True):
    """Public dice as people read them; what the events do not report yet is left out.

    Attributes:
        who: the seat or the piece that casts them, "" for nobody.
        why: what they are for.
        subjects: what each of the dice is about, if each is about another thing; else empty.
        modifiers: each with its source: (an id or words, value).
        row: the row or column of the table that counts.
        result: what came of it.
    """

    who: str
    why: Words
    subjects: tuple[str, ...] = ()
    modifiers: tuple[tuple[Words | str, int], ...] = ()
    row: Words | None = None
    result: Words | None = None


class Luck(Struct, frozen=True):
    """A side's dice for hits: how many it rolled, the hits to be expected of them, the hits made."""

    dice: int
    expected: float
    hits: int


def plain_when(stage: str) -> When:
    """Return the stage by its id, for a game that has neither turns nor names for them."""
    return When("", words("{stage}", stage=stage), words("{stage}", stage=stage))


def plain_throw(
    rule: str, label: str, got: Sequence[JSON], before: Sequence[Event], behind: Sequence[Event]
) -> Throw:
    """Return the word for dice alone, for a game that says no more about them than the paragraph."""
    return Throw("", Words(DICE))
