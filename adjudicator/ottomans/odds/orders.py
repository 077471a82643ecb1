"""§5.1 The sums of orders in one's own turn: attacks, moves and food, nations, the end of a phase."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from adjudicator.core import N_, Choice, Odds, words
from adjudicator.core.choices.choice import open_of
from adjudicator.ottomans.board import UNITS
from adjudicator.ottomans.rules.r09_attack import targets
from adjudicator.ottomans.rules.r11_forced_march import followers, marchers
from adjudicator.ottomans.rules.r12_food import bonus, excess
from adjudicator.ottomans.rules.r16_sea import fleet_of
from adjudicator.ottomans.sorts import meant, sorts
from adjudicator.ottomans.world import (
    Place,
    Seat,
    Unit,
    World,
    cargo,
    is_leader,
    is_naval,
    own_at,
    picked,
    supply,
    total,
    units_of,
)

from .battles import FACES, attack

DRAWS = ("crusade_jihad", "kaisar_i_rum", "trade_agreement")
"""§27.2 Chits that draw as many as a die shows."""


def ordered(w: World, seat: Seat, question: Choice[Any], answer: Any) -> Iterator[Odds]:
    """§5.1(2) Tell what an order of the player in turn brings and costs, as far as a chart says it."""
    given: Any = answer.get("answer")
    match answer["pick"]:
        case "attack":
            yield from attack(w, seat, given)
        case "move":
            ashore = [u for u in own_at(w, seat, given["start"]) if not is_naval(u) and u not in w.aboard]
            yield from fed(w, seat, picked(ashore, given["units"]), given["way"][-1])
        case "sail":
            fleet = fleet_of(w, seat, given, [u for u in own_at(w, seat, given["start"]) if is_naval(u)])
            yield from fed(w, seat, [*fleet, *cargo(w, fleet)], given["way"][-1])
        case "force" if given["way"]:
            leader = given["leader"]
            stack = [leader, *meant(sorts(w, followers(w, seat, leader)), given["units"])]
            yield from fed(w, seat, stack, given["way"][-1])
        case "activate":
            yield from _joining(w, given)
        case "play" if given["pick"] in DRAWS:
            text = N_("a die: 1 to {n} chits, but no more than the limit of the hand")
            yield Odds("sum", words(text, n=FACES), "27.2")
        case "end":
            yield from _ending(w, seat)


def fed(w: World, seat: Seat, units: Sequence[Unit], goal: Place) -> Iterator[Odds]:
    """§12.1 §12.31 Tell how many of a seat's units an area would have to feed, and how many it cannot."""
    there = [*[u for u in own_at(w, seat, goal) if u not in units], *units]
    eaters = sum(not is_leader(u) for u in there)
    text = words(
        N_("{place} feeds {supply} of yours, {more} more with a leader; {n} would stand there"),
        place=goal,
        supply=supply(goal),
        more=bonus(w, there),
        n=eaters,
    )
    yield Odds("sum", text, "12.1")
    if lost := excess(w, goal, there):
        yield Odds("cost", words(N_("{n} of them could not be fed in the Food Phase"), n=lost), "12.0")


def _joining(w: World, nation: str) -> Iterator[Odds]:
    """§6.1 Tell which units come with a nation, and where they stand."""
    units = [u for u in w.at if UNITS[u].nation == nation]
    places = sorted({w.at[u] for u in units})
    text = N_("{nation} brings {n} {n:unit|units} of strength {strength}: {places}")
    values = {"nation": nation, "n": len(units), "strength": total(w, units)}
    yield Odds("sum", words(text, **values, places=places or [words(N_("none on the map"))]), "6.1")


def _ending(w: World, seat: Seat) -> Iterator[Odds]:
    """§12.0 Tell what is still to be done in the phase, and what could not be fed as units stand now."""
    yield from _left(w, seat)
    for place in sorted({w.at[u] for u in units_of(w, seat)}):
        here = own_at(w, seat, place)
        if lost := excess(w, place, here):
            text = N_("{place} feeds {supply} of yours: {n} would be lost in the Food Phase as they stand")
            if more := bonus(w, here):
                text = N_(
                    "{place} feeds {supply} of yours, and by a leader {more} more of the leader's coalition: "
                    "{n} would be lost in the Food Phase as they stand"
                )
            values = {"place": place, "supply": supply(place), "more": more, "n": lost}
            yield Odds("cost", words(text, **values), "12.0")


def _left(w: World, seat: Seat) -> Iterator[Odds]:
    """Yield one note of what the phase still offers: units, targets or leaders; none in other phases."""
    match w.phase:
        case "movement":
            fresh = [
                u for u in units_of(w, seat) if u not in w.moved and u not in w.aboard and not w.spent.get(u)
            ]
            if fresh:
                text = words(N_("{n} of your units have not moved"), n=len(fresh))
                yield Odds("note", text, "7.1")
        case "combat":
            if aims := open_of(targets(w, seat)):
                yield Odds("note", words(N_("you can still attack: {places}"), places=_named(aims)), "9.0")
        case "march":
            if leaders := marchers(w, seat):
                text = words(N_("these can still make a forced march: {leaders}"), leaders=leaders)
                yield Odds("note", text, "11.0")


def _named(aims: Sequence[str]) -> list[str]:
    """§16.7 Return the areas of targets, a port that is attacked from the sea among them once."""
    return list(dict.fromkeys(aim.partition("/")[0] for aim in aims))
