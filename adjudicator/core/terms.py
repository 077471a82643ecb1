"""The terms of standing orders, as people name them: for forms, which show no ids (architecture.md §1.7)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec import Struct

from .words import Words


class Fact(Struct, frozen=True):
    """A fact that a test may ask about.

    Attributes:
        name: as a form names it: "the round of the battle".
        values: the ids that it may have, in order; none where it is a number, or may be too many things.
        called: the names of those of them that the lexicon does not know.
    """

    name: Words
    values: tuple[str, ...] = ()
    called: Mapping[str, Words] = {}


class StandingTerms(Struct, frozen=True):
    """The terms of standing orders: what they wait for (kinds of occasions, rules, rests), and the keys of
    their tests.

    What is missing is called by its verbs, or as the lexicon calls it. `examples` are lines as players write
    them, each with what it means, the plainest first.
    """

    occasions: Mapping[str, Words] = {}
    facts: Mapping[str, Fact] = {}
    examples: Mapping[str, Words] = {}


class Battle(Struct, frozen=True):
    """The battle that is being fought, for the orders that a seat leaves for it.

    Attributes:
        place: where it is: the key "place" of tests has this id as long as it lasts.
        lines: orders that suit it, as `if` lines.
        early: those of them by which the seat leaves the battle before it has to.
    """

    place: str
    lines: Sequence[str]
    early: Sequence[str] = ()
