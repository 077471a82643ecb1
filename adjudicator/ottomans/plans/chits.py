"""Nations, chits and agents that the computer plays in its own turn (§6.11 §20 §27.2)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from adjudicator.core import Form, Menu, OneOf
from adjudicator.ottomans.board import LEADERS, NATIONS, UNITS
from adjudicator.ottomans.rules.r27_chits import TRADE_ROUTE
from adjudicator.ottomans.show.view import View
from adjudicator.ottomans.world import SPAIN, Place, Unit, is_naval, picked

from . import moves, sight

GAINS: Final = ("crusade_jihad", "holy_roman_empire", "kaisar_i_rum", "medicis_vizier")
"""Chits that never harm their player: played as soon as they may be."""
ROOM: Final = 9
"""The unused chits with which it still trades for more (§19.4)."""
AGENTS_FIRST = 2
"""The AGENTs that it holds before it sends them against another player; for diplomacy one is enough."""
OF_ONES_COLOUR: Final = 2.0
"""§21.2 The factor by which it is worth more to take a nation of one's own colour from another player."""
SPEED: Final = 1.5
"""The least gain for which Truce, or Military Advance for a move, is played."""
RESERVE: Final = 2
"""The Military Advances that it holds before it spends one on a move."""


def strength_of(chit: str) -> float:
    """The printed strength of a nation's counters, or of a mercenary."""
    return float(sum(u.strength for u in UNITS.values() if chit in (u.nation, u.id)))


def is_own(view: View, chit: str) -> bool:
    """Return true if a nation or mercenary is of the coalition of the seat's core nation."""
    colour = NATIONS[chit].coalition if chit in NATIONS else UNITS[chit].coalition
    return colour == sight.colour_of(view)


def appeal(view: View, chit: str) -> float:
    """The worth of controlling a nation or mercenary: what it has on the map, and its colour."""
    units = [u.id for there in view.places.values() for u in there if chit in (UNITS[u.id].nation, u.id)]
    share = 1.0 if is_own(view, chit) else sight.ELSEWHERE
    return share * (1.0 + sight.printed(view, units) + strength_of(chit) / 4)


def worth_of_taking(view: View, chit: str) -> float:
    """The worth of taking a nation or mercenary from another: its strength, more if it is of one's colour."""
    return strength_of(chit) * (OF_ONES_COLOUR if is_own(view, chit) else 1.0)


def best_open(choice: OneOf, worth: Any) -> str:
    """Return the open option that is worth most, the first of equal ones; "" for none."""
    found = [id for id, stop in choice.options().items() if stop is None]
    return max(found, key=worth, default="")


def activation(view: View, items: Mapping[str, Any]) -> Any:
    """§6.11 Turn up the nation that is worth most; None without any."""
    activate = items["activate"]
    nation = best_open(activate, lambda n: appeal(view, n)) if isinstance(activate, OneOf) else ""
    return {"pick": "activate", "answer": nation} if nation else None


def chit(view: View, items: Mapping[str, Any], weigh: moves.Weigh) -> Any:
    """§27.2 A chit that only gains, or that harms only others; one for a move; None if there is none."""
    play = items["play"]
    if not isinstance(play, Menu):
        return None
    open_chits = play.items()
    for simple in (*GAINS, *_against_others(view)):
        if open_chits.get(simple, play) is None:
            return {"pick": "play", "answer": {"pick": simple}}
    trade = open_chits.get("trade_agreement")
    if isinstance(trade, OneOf) and len(view.seats) > 2 and len(view.hand) <= ROOM:
        partners = [seat for seat, stop in trade.options().items() if stop is None]
        weakest = min(partners, key=lambda seat: (view.points[seat] - view.needed[seat], seat))
        return {"pick": "play", "answer": {"pick": "trade_agreement", "answer": weakest}}
    return _for_a_move(view, open_chits, weigh)


def _against_others(view: View) -> Iterator[str]:
    """§27.2 French Alliance and Portuguese, where another is hit and the seat itself is not."""
    if view.control.get(SPAIN, view.seat) != view.seat:
        yield "french_alliance"
    if view.seat not in {view.control.get(nation) for nation in TRADE_ROUTE}:
        yield "portuguese_in_the_east"


def _for_a_move(view: View, open_chits: Mapping[str, Any], weigh: moves.Weigh) -> Any:
    """§27.2 Truce or Military Advance for the stack whose best move it makes better by far."""
    for name, extra, free, least in (("truce", 0, True, 1), ("military_advance", 1, False, RESERVE)):
        form = open_chits.get(name)
        if view.phase != "movement" or not isinstance(form, Form) or view.hand.count(name) < least:
            continue
        taken = view.free if free else view.fast
        walks = moves.helped_walks(view, weigh, extra, SPEED, free=free)
        helped = [order for order in walks if is_new(view, order, taken)]
        best = max(helped, key=lambda order: order.worth - _plain(view, order, weigh), default=None)
        if best is not None and best.worth - max(0.0, _plain(view, best, weigh)) >= SPEED:
            given = {"place": best.answer["start"], "units": best.answer["units"]}
            return {"pick": "play", "answer": {"pick": name, "answer": given}}
    return None


def is_new(view: View, order: moves.Order, taken: Sequence[Unit]) -> bool:
    """Return true if nobody of a stack has the help of such a chit already."""
    return not set(units_named(view, order.answer["start"], order.answer["units"])) & set(taken)


def _plain(view: View, order: moves.Order, weigh: moves.Weigh) -> float:
    """The worth of the best move of the same units without the chit."""
    group = units_named(view, order.answer["start"], order.answer["units"])
    start = order.answer["start"]
    goals = moves.ways(view, start, group, 0, free=False)
    return max((weigh(start, to, tuple(group)) for to in goals), default=0.0)


def units_named(view: View, place: Place, numbers: Mapping[str, int]) -> list[Unit]:
    """The land units that an order names by kind, among those of the seat that may still move."""
    movers = [u for u in sight.own(view, place) if not is_naval(u) and moves.may_go(view, u)]
    return picked(movers, dict(numbers))


# -- §20 agents --------------------------------------------------------------------------------


def agents(view: View, items: Mapping[str, Any]) -> Any:
    """§20.1 Diplomacy for a neutral nation; else treachery or murder against the leading player."""
    operation = items["agent"]
    if not isinstance(operation, Menu):
        return None
    held, purposes = view.hand.count("agent"), operation.items()
    courted = purposes["diplomacy"]
    wanted = best_open(courted, lambda chit: appeal(view, chit)) if isinstance(courted, OneOf) else ""
    if wanted and is_own(view, wanted):
        return {"pick": "agent", "answer": {"pick": "diplomacy", "answer": wanted}}
    if held >= AGENTS_FIRST and (against := _against(view, purposes)) is not None:
        return against
    return {"pick": "agent", "answer": {"pick": "diplomacy", "answer": wanted}} if wanted else None


def _against(view: View, purposes: Mapping[str, Any]) -> Any:
    """§20.0 The operation that hurts the leading player most, by nations, leaders or unused chits."""
    rivals = sorted(
        (s for s in view.seats if s != view.seat), key=lambda s: (view.needed[s] - view.points[s], s)
    )
    for rival in rivals:
        found = [
            (_harm(view, purpose, rival), purpose)
            for purpose in ("treachery", "assassinate", "coup")
            if isinstance(targets := purposes[purpose], OneOf) and targets.options()[rival] is None
        ]
        harm, purpose = max(found, default=(0.0, ""))
        if harm >= SPEED:
            return {"pick": "agent", "answer": {"pick": purpose, "answer": rival}}
    return None


def _harm(view: View, purpose: str, rival: str) -> float:
    if purpose == "treachery":
        chits = [c for c, of in view.control.items() if of == rival and c != view.core[rival]]
        return max((worth_of_taking(view, c) for c in chits), default=0.0) / 4
    if purpose == "assassinate":
        on_map = [
            u.id for units in view.places.values() for u in units if u.owner == rival and u.id in LEADERS
        ]
        return max((float(UNITS[u].command) for u in on_map), default=0.0)
    return view.hands[rival] / 6
