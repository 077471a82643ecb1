"""Worlds of Julius Caesar that a seat cannot tell apart, and events by which it rightly does."""

from __future__ import annotations

import msgspec

from adjudicator.core import Table
from adjudicator.core.log.chance import Rng
from adjudicator.julius_caesar.board import BLOCKS, CITIES, NAVAL
from adjudicator.julius_caesar.world import SIDES, World, is_ship, side_of
from tests.kit.two_worlds import at_rest

TELLING = frozenset(
    {
        "docked",
        "retreated",
        "regrouped",
        "stepped",
        "levied",
        "disbanded",
        "winter",
        "new_year",
    }
)
"""Events that tell what became of an order whose blocks are its seat's own secret."""


# -- another world -----------------------------------------------------------------------------


def other_world(table: Table, seat: str | None, rng: Rng) -> World:
    """The world of the last rest with everything exchanged that the seat (None: the public) cannot know.

    Blocks are exchanged among backs of one colour and the stock of that colour: ships stay at sea, land
    blocks inland, and who came over a way is of the kind that goes it. Strengths, hands, discards and the
    deck are others too. What has been answered since the rest stays as it is.
    """
    w: World = at_rest(table)
    fixed = repr([entry.parts for entry in table.position.tail])
    for side in SIDES:
        if side != seat:
            for colour in ("tan", "green"):
                _exchange(w, side, colour, fixed, rng)
            _change_steps(w, side, fixed, rng)
    _change_cards(w, seat, fixed, rng)
    return w


def _hidden(w: World, side: str, fixed: str) -> list[str]:
    """The blocks of a side on the map that only it knows."""
    return [b for b in sorted(w.at) if side_of(w, b) == side and not _in_line(w, b) and b not in fixed]


def _in_line(w: World, block: str) -> bool:
    b = w.battle
    return b is not None and w.phase == "battle" and w.at[block] == b.place and block not in b.reserves


def _exchange(w: World, side: str, colour: str, fixed: str, rng: Rng) -> None:
    slots = [b for b in _hidden(w, side, fixed) if BLOCKS[b].colour == colour]
    stock = [b for b in w.stock[side] if BLOCKS[b].colour == colour and b not in fixed]
    pool = rng.shuffled([*slots, *stock])
    new: dict[str, str] = {}
    for slot in sorted(slots, key=lambda b: _kind(w, b) == "any"):
        kind = _kind(w, slot)
        fit = [b for b in pool if kind == "any" or is_ship(b) == (kind == "ship")]
        new[slot] = fit[0]
        pool.remove(fit[0])
    new |= dict(zip(stock, pool, strict=True))
    _rename(w, new)
    w.stock[side] = sorted(new.get(b, b) for b in w.stock[side])


def _kind(w: World, block: str) -> str:
    """Return the public facts of a back: its place and how it came there."""
    place = w.at[block]
    came = [e.origin for e in w.entered.get(place, []) if e.block == block]
    by_sea = any(origin in NAVAL[place] for origin in came)
    if place not in CITIES or by_sea:
        return "ship"
    return "land" if came or not CITIES[place].port else "any"


def _rename(w: World, new: dict[str, str]) -> None:
    def all_of(blocks: list[str]) -> list[str]:
        return [new.get(b, b) for b in blocks]

    w.at = {new.get(b, b): place for b, place in w.at.items()}
    w.steps = {new.get(b, b): min(n, BLOCKS[new.get(b, b)].steps) for b, n in w.steps.items()}
    w.turned = {new.get(b, b): side for b, side in w.turned.items()}
    w.moved = all_of(w.moved)
    for place, came in w.entered.items():
        w.entered[place] = [msgspec.structs.replace(e, block=new.get(e.block, e.block)) for e in came]
    if w.battle is not None:
        w.battle.reserves = sorted(all_of(w.battle.reserves))
        w.battle.acted = all_of(w.battle.acted)


def _change_steps(w: World, side: str, fixed: str, rng: Rng) -> None:
    for block in _hidden(w, side, fixed):
        w.steps[block] = 1 + rng.below(BLOCKS[block].steps)


def _change_cards(w: World, seat: str | None, fixed: str, rng: Rng) -> None:
    cups = ["deck", *(f"{side}_{cup}" for side in SIDES if side != seat for cup in ("hand", "discard"))]
    kept = {cup: [card for card in w.cups[cup] if cup != "deck" and card in fixed] for cup in cups}
    cards = rng.shuffled(card for cup in cups for card in w.cups[cup] if card not in kept[cup])
    for cup in cups:
        n = len(w.cups[cup]) - len(kept[cup])
        w.cups[cup], cards = sorted([*kept[cup], *cards[:n]]), cards[n:]
