"""The contents of the cards of Julius Caesar: cities and seas, blocks, cards."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from msgspec import Struct

from adjudicator.core import N_, Words, words
from adjudicator.display.facts import Facts
from adjudicator.julius_caesar.board import BLOCKS, CARDS, CITIES, PLACES, winter_limit
from adjudicator.julius_caesar.rules.r04_board import CONTESTED, VACANT

from .aids import EVENTS, LEVIES
from .places import about, firing
from .view import View

KINDS: Mapping[str, str] = {
    "leader": N_("Leader block"),
    "legion": N_("Legion"),
    "light_auxilia": N_("Light auxilia"),
    "archer_auxilia": N_("Archers"),
    "cavalry": N_("Cavalry"),
    "elephant": N_("Elephants"),
    "ballista": N_("Ballista"),
    "navis": N_("Ships"),
    "cleopatra": N_("Cleopatra"),
}


def facts(seen: Struct, id: str) -> Facts:
    """Return the facts that a viewer may know of a place, block or card."""
    assert isinstance(seen, View)
    static = about(id) if id in PLACES else []
    return Facts((*static, *_lines(seen, id)), _rule_of(id))


def _rule_of(id: str) -> str:
    if id in CARDS:
        return f"card/{id}" if CARDS[id].event else "2.1"
    if id in BLOCKS:
        return "3.12"
    return "4.2" if id in CITIES else "4.4" if id in PLACES else ""


def _lines(seen: View, id: str) -> Iterator[Words]:
    if id in CITIES:
        yield words(N_("Winter limit: {n} {n:block|blocks}"), n=winter_limit(id))
    if id in PLACES:
        yield from _holder(seen, id)
    elif id in CARDS:
        yield from _card(id)
    elif id in BLOCKS:
        yield from _block(seen, id)


def _holder(seen: View, place: str) -> Iterator[Words]:
    holder = seen.places[place].holder if place in seen.places else VACANT
    rule = "4.21" if place in CITIES else "4.4"
    if holder == VACANT:
        yield words(N_("Vacant (§{rule})"), rule=rule)
    elif holder == CONTESTED:
        yield words(N_("Contested (§{rule})"), rule=rule)
    else:
        yield words(N_("Held by {side} (§{rule})"), side=holder, rule=rule)


def _card(id: str) -> Iterator[Words]:
    card = CARDS[id]
    if card.event:
        yield words(EVENTS[id])
        yield words(N_("An event goes before every other card; two events cancel each other."))
        return
    yield words(
        N_("{n} {n:group moves|groups move}, then {levy} {levy:levy point|levy points}"),
        n=card.movement,
        levy=card.levy,
    )
    yield words(N_("{n} in the deck"), n=card.copies)


def _block(seen: View, id: str) -> Iterator[Words]:
    """Yield what is printed on a block, its levy, and where it is as far as the viewer knows."""
    block = BLOCKS[id]
    yield words(N_("{kind}, {side}"), kind=words(KINDS[block.kind]), side=block.side)
    yield firing(id)
    if block.attacks_at:
        yield words(N_("Fires at {letter} when attacking"), letter=block.attacks_at)
    yield words(N_("{n} {n:step|steps} at full strength"), n=block.steps)
    if block.levy_at == "never":
        yield words(N_("Cannot be levied"))
    elif isinstance(block.levy_at, str):
        yield words(N_("Levied in: {where}; 1 levy point (§6.4)"), where=words(LEVIES[block.levy_at]))
    else:
        yield words(N_("Levied in: {where}; 1 levy point (§6.4)"), where=list(block.levy_at))
    for place, there in seen.places.items():
        for one in there.blocks:
            if one.id == id:
                yield words(
                    N_("At {place} with {n} of {all} steps"), place=place, n=one.steps, all=block.steps
                )
    if id in seen.stock:
        yield words(N_("In your stock"))
    for side, lost in seen.eliminated.items():
        if id in lost:
            yield words(N_("Eliminated this year; of {side}"), side=side)
