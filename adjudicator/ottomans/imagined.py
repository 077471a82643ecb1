"""A world that a seat's view leaves possible (§19.3).

Which unused chits the others hold, and which lie in the pool, is drawn; all else is as the view shows it.
"""

from __future__ import annotations

from collections import Counter

from msgspec.structs import replace

from adjudicator.core import Memory
from adjudicator.core.log.chance import Rng
from adjudicator.ottomans.odds.known import known_world
from adjudicator.ottomans.rules.r04_setup import new_world
from adjudicator.ottomans.rules.r19_chits import is_leader_chit
from adjudicator.ottomans.show.view import View

from .world import Battle, Chit, March, World


def imagine(view: View, memory: Memory, rng: Rng) -> World:
    """Return a world of which the seat has this view; chits in memory are where it knows them."""
    known = known_world(view)
    cups = _cups(view, memory, rng)
    return replace(
        known,
        cups=cups,
        cores=list(view.cores),
        dead=list(view.dead),
        waiting=list(view.waiting),
        gone=list(view.gone),
        unplaced=list(view.unplaced),
        going=list(view.going),
        stopped=dict(view.stops),
        spared=list(view.spared),
        march=_march(view, known.march),
        battle=_battle(view, known.battle),
        drawn=list(view.drawn),
        exchanged=view.exchanged,
        searching=view.searching,
        spain=view.spain,
        grenzer=view.grenzer,
        done=list(view.done),
        fed=list(view.fed),
        replaced=dict(view.replaced),
        risen=list(view.risen),
        court=dict(view.court),
        victors=list(view.victors),
        result=dict(view.result),
    )


def _march(view: View, march: March | None) -> March | None:
    if march is None or view.march is None:
        return None
    return replace(march, spent=dict(view.march.spent), fought=list(view.march.fought))


def _battle(view: View, battle: Battle | None) -> Battle | None:
    if battle is None or view.battle is None:
        return None
    b = view.battle
    return replace(
        battle,
        colours=list(b.colours),
        advanced=list(b.advanced),
        column=b.column,
        result=b.result,
        lost=list(b.lost),
    )


def _cups(view: View, memory: Memory, rng: Rng) -> dict[str, list[Chit]]:
    """The chits: those that the seat does not see are dealt to the other hands, the rest lies in the pool.

    Leaders are in the pool (§13.7). Each hand has as many as all see.
    """
    cups = {
        "later": list(view.later),
        "out": list(view.out),
        f"{view.seat}_hand": list(view.hand),
        f"{view.seat}_stake": list(view.stakes.get(view.seat, ())),
    }
    others = [seat for seat in view.seats if seat != view.seat]
    if view.searching == view.seat:
        cups["pool"] = list(view.searched)
    every = Counter(chit for cup in new_world(view.scenario, {}, view.seats).cups.values() for chit in cup)
    known = Counter(chit for cup in cups.values() for chit in cup) + Counter(view.control.keys())
    found = {cup: Counter(items) for cup, items in memory.items() if cup not in cups}
    left = sorted((every - known - sum(found.values(), Counter())).elements())
    hidden = rng.shuffled(chit for chit in left if not is_leader_chit(chit))
    for seat in others:
        for cup, n in (("hand", view.hands[seat]), ("stake", view.staked.get(seat, 0))):
            sure = found.pop(f"{seat}_{cup}", Counter())
            new = max(0, n - sure.total())
            cups[f"{seat}_{cup}"], hidden = sorted([*sure.elements(), *hidden[:new]]), hidden[new:]
    leaders = [chit for chit in left if is_leader_chit(chit)]
    return {"pool": sorted([*hidden, *leaders, *found.pop("pool", Counter()).elements()]), **cups}
