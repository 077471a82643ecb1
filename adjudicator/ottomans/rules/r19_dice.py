"""§19.3 Playing a chit, windows for players with chits, and dice, which Jesuits/Sufis may have rolled
again.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from adjudicator.core import (
    N_,
    Bar,
    Choice,
    Occasion,
    OneOf,
    Words,
    bar,
    d6,
    move,
    tell,
    window,
    words,
)
from adjudicator.ottomans.world import Chit, Seat, World, hand, in_order

INTER_PHASES = ("food", "replacement", "turn_end")
"""§5.1(6) The phases that are nobody's turn, in which no die is cast again (§27.2)."""


def holding(w: World, seats: Sequence[Seat]) -> list[Seat]:
    """Those of the seats that publicly hold unused chits, in this turn's order (ruling OT-W1)."""
    return [seat for seat in in_order(w) if seat in seats and hand(w, seat)]


def lacks(w: World, seat: Seat, chit: Chit) -> Bar | None:
    """The bar of a seat that does not hold a chit, None if it does."""
    return None if chit in hand(w, seat) else bar("27.2", N_("you hold no {chit}"), chit=chit)


def price(w: World, seat: Seat, chit: Chit) -> Words:
    """§19.3 Say that a chit is used up, and how many of them a seat holds."""
    return words(N_("uses up the chit; you hold {n}"), n=hand(w, seat).count(chit))


def reaction(w: World, seat: Seat, chit: Chit, prompt: str, /, **values: Any) -> OneOf:
    """A chit that a seat may play in a window; barred if it does not hold it.

    It is offered to all who hold any chit, so that the question does not tell who holds the right one.
    """
    return OneOf(
        rule="27.2",
        prompt=words(prompt, **values),
        options=lambda: {chit: lacks(w, seat, chit)},
        note=partial(price, w, seat),
    )


# -- §19.3 playing -----------------------------------------------------------------------------


async def play(w: World, seat: Seat, chit: Chit, *, on: str = "") -> None:
    """§19.3 Show and use a chit out of a hand, and return it to the pool."""
    await move("19.3", f"{seat}_hand", "pool", [chit])
    if on:
        tell("played_on", "27.2", seat=seat, chit=chit, on=on)
    else:
        tell("played", "27.2", seat=seat, chit=chit)


# -- dice --------------------------------------------------------------------------------------


WHY: Mapping[str, str] = {
    "cores": N_("order of choosing core nations"),
    "initiative": N_("the initiative"),
    "event": N_("the random event"),
    "region": N_("region of the event, column {about}"),
    "plague": N_("plague in {about}"),
    "balance": N_("chits for the Balance of Power"),
    "civil_war": N_("Civil War"),
    "infighting": N_("Infighting"),
    "leader_out": N_("Command Value of the leader who leaves"),
    "schism": N_("coalition of the Reformation/Schism"),
    "survival": N_("survival of {about}"),
    "battle": N_("battle of {about}"),
    "weather": N_("Weather at {about}"),
    "control": N_("who gains control of {about}"),
    "hire": N_("who hires {about}"),
    "agents": N_("AGENTs: {about}"),
    "retaliation": N_("chits for retaliation"),
    "coup": N_("chits lost by the coup"),
    "crusade": N_("chits for Crusade/Jihad"),
    "kaisar": N_("chits for Kaisar-i-Rum"),
    "trade": N_("chits for the Trade Agreement"),
}
"""The purposes of dice, by the first word of their label."""


def purpose(label: str) -> Words:
    """Return the purpose of a die in words, by its label: the kind of the die and its subject."""
    kind, *about = label.split()
    return words(WHY[kind], about=about[0] if about else "")


async def roll(w: World, rule: str, label: str, by: Seat, also: Sequence[Seat] = ()) -> int:
    """Return the final result of a die that `by` rolls.

    §27.2 Jesuits/Sufis: outside the Inter-Phases its player, and in a battle each side (`also`), may have it
    rolled again, once in all; ruling OT-J1. `label` is its purpose in public facts.
    """
    die = await d6(rule, label)
    seats = [] if w.phase in INTER_PHASES else holding(w, [by, *also])
    if not seats:
        return die
    prompt = N_("{why}: the {by} rolled {die}. Do you reroll it?")
    choices: Mapping[Seat, Choice[Any]] = {
        seat: reaction(w, seat, "jesuits_sufis", prompt, die=die, by=by, why=purpose(label)) for seat in seats
    }
    kind, _, about = label.partition(" ")
    occasion = Occasion("die", "27.2", by=by, subject=kind, at=about, value=str(die))
    if (played := await window(occasion, choices)) is None:
        return die
    await play(w, played[0], "jesuits_sufis")
    again = await d6(rule, label)
    tell("cast_again", "27.2", seat=played[0], was=die, n=again)
    return again


async def highest(w: World, rule: str, label: str, seats: Sequence[Seat]) -> Seat:
    """Return the seat that rolls the highest die; ties roll again (ruling OT-T2)."""
    left = list(seats)
    while len(left) > 1:
        fell = {}
        for seat in list(left):
            fell[seat] = await roll(w, rule, f"{label} {seat}", seat)
        left = [seat for seat in left if fell[seat] == max(fell.values())]
    return left[0]
