"""The names of the terms of standing orders, for forms, which show no ids (architecture.md §1.7)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec import Struct

from .words import Words


class Fact(Struct, frozen=True):
    """A fact that a test may use.

    Attributes:
        name: its name in forms: "the round of the battle".
        values: the ids that it may have, in order; none if it is a number, or has too many possible values.
        called: the names of those values that the lexicon does not contain.
    """

    name: Words
    values: tuple[str, ...] = ()
    called: Mapping[str, Words] = {}


class StandingTerms(Struct, frozen=True):
    """The terms of standing orders: the occasions (kinds, rules, rests) and the keys of their tests.

    Terms that are missing are named by their verbs, or by the lexicon. `examples` are lines that players
    could write, each with its meaning, the simplest first.
    """

    occasions: Mapping[str, Words] = {}
    facts: Mapping[str, Fact] = {}
    examples: Mapping[str, Words] = {}


class Battle(Struct, frozen=True):
    """The battle that is being fought, for the standing orders of a seat for it.

    Attributes:
        place: its place, the value of the key "place" in tests as long as it lasts.
        turn: the turn, the value of the key "turn" as long as it and the turn's other battles last.
        lines: orders that suit it, and the seat's other battles of the turn, as `if` lines.
        early: those of them by which the seat leaves a battle before it has to.
    """

    place: str
    turn: int
    lines: Sequence[str]
    early: Sequence[str] = ()
