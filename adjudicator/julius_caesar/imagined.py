"""A world that a seat's view leaves possible (Fog of war; ruling JC-H1).

All that the view shows is as it shows it. What it hides is drawn: which blocks stand behind the backs of a
colour, how strong they are, and where the cards are that were not seen. Ships stay at sea, land blocks
inland, and who came in over a way is of the kind that goes it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Final, Literal

from msgspec import Struct

from adjudicator.core import Memory
from adjudicator.core.log.chance import Rng
from adjudicator.julius_caesar.board import BLOCKS, CITIES, DECK, NAVAL
from adjudicator.julius_caesar.show.view import CameIn, View

from .world import CLEOPATRA, SIDES, Battle, Entered, Place, Side, World, enemy_of, is_ship

FULL: Final = 60
"""Of a hundred hidden blocks, how many are taken to be at full strength; the others at any."""


class Slot(Struct):
    """A back on the map: where it lies, whom it serves, its colour, and whether it has moved."""

    place: Place
    side: Side
    colour: str
    moved: bool
    origin: Place = ""

    @property
    def kind(self) -> Literal["ship", "land", "any"]:
        """The blocks that may stand there: at sea and by sea ships, inland and by land the others."""
        if self.place not in CITIES or self.origin in NAVAL[self.place]:
            return "ship"
        return "land" if self.origin or not CITIES[self.place].port else "any"


def imagine(view: View, memory: Memory, rng: Rng) -> World:
    """Return a world of which the seat has this view; blocks and cards in memory are where it knows them."""
    mine, foe = view.seat, enemy_of(view.seat)
    seen = {b.id: (place, b) for place, here in view.places.items() for b in here.blocks}
    off = {b for piles in (view.eliminated, view.trophies) for pile in piles.values() for b in pile}
    unseen = rng.shuffled(sorted(BLOCKS.keys() - seen.keys() - off - set(view.stock)))
    slots = list(_slots(view, foe))
    names = _placed(slots, unseen, memory)
    behind = dict(zip(names, slots, strict=True))
    w = World(
        options=dict(view.options),
        cups=_cups(view, memory, foe, rng),
        at={b: place for b, (place, _) in seen.items()} | {b: slot.place for b, slot in behind.items()},
        steps={b: one.steps for b, (_, one) in seen.items()} | {b: _steps(b, rng) for b in names},
        turned={},
        stock={mine: list(view.stock), foe: sorted(set(unseen) - set(names))},
        eliminated={side: list(view.eliminated[side]) for side in SIDES},
        trophies={side: list(view.trophies[side]) for side in SIDES},
        phase=view.phase,
        year=view.year,
        turn=view.turn,
        played=dict(view.played),
        cards=dict(view.counts_as),
        last=dict(view.last),
        first=view.first,
        acting=view.acting,
        moved=[b for b, (_, one) in seen.items() if one.moved] + [b for b in names if behind[b].moved],
        points=view.points,
        levies=view.levies,
        activated=list(view.activated),
        passed=dict(view.passed),
        crossed=list(view.crossed),
        attackers=dict(view.attackers),
        main=dict(view.main),
        surprise=list(view.surprise),
        battle=_battle(view, behind),
        victor=view.victor,
        result=dict(view.result),
    )
    serves = {b: one.side for b, (_, one) in seen.items()} | {b: slot.side for b, slot in behind.items()}
    w.turned = {b: side for b, side in serves.items() if b == CLEOPATRA or side != BLOCKS[b].side}
    w.entered = {place: _entered(w, place, came, serves, behind) for place, came in view.entered.items()}
    return w


def _slots(view: View, foe: Side) -> Iterable[Slot]:
    """The enemy's backs whose faces are not seen, those with the fewest possible blocks first."""
    found: list[Slot] = []
    for place, here in view.places.items():
        faces = [(b, BLOCKS[b.id].colour) for b in here.blocks if b.side == foe]
        for colour, n in here.backs[foe].items():
            known = [b for b, of in faces if of == colour]
            moved = here.moved[foe].get(colour, 0) - sum(b.moved for b in known)
            found += [Slot(place, foe, colour, i < moved) for i in range(n - len(known))]
    for place, entries in view.entered.items():
        for came in sorted(entries, key=lambda one: -one.waits):
            free = (s for s in found if (s.place, s.colour, s.origin) == (place, came.colour, ""))
            if came.side == foe and (slot := next(free, None)) is not None:
                slot.origin = came.origin
    return sorted(found, key=lambda slot: slot.kind == "any")


def _placed(slots: Sequence[Slot], unseen: Sequence[str], memory: Memory) -> list[str]:
    """A block for every back, of its colour and kind: first those that are known to lie there."""
    left, names = list(unseen), list[str]()
    elsewhere = {b: place for place, blocks in memory.items() for b in blocks}
    for slot in slots:
        fit = [b for b in left if BLOCKS[b].colour == slot.colour]
        fit.sort(key=lambda b: (elsewhere.get(b) != slot.place, b in elsewhere))
        block = next(b for b in fit if slot.kind == "any" or is_ship(b) == (slot.kind == "ship"))
        left.remove(block)
        names.append(block)
    return names


def _steps(block: str, rng: Rng) -> int:
    most = BLOCKS[block].steps
    return most if rng.below(100) < FULL else 1 + rng.below(most)


def _cups(view: View, memory: Memory, foe: Side, rng: Rng) -> dict[str, list[str]]:
    """The cards: those that the seat has not seen are the enemy's, or still to be dealt."""
    cups = {
        "face_up": list(view.face_up),
        f"{view.seat}_hand": list(view.hand),
        f"{view.seat}_discard": list(view.discard),
    }
    known = Counter(card for cup in cups.values() for card in cup)
    sure = Counter(memory.get(f"{foe}_hand", ()))
    cards = [*sure.elements(), *rng.shuffled(sorted((Counter(DECK) - known - sure).elements()))]
    held, dealt = view.hands[foe], len(cards) - view.deck
    return {
        **cups,
        f"{foe}_hand": sorted(cards[:held]),
        f"{foe}_discard": sorted(cards[held:dealt]),
        "deck": sorted(cards[dealt:]),
    }


def _battle(view: View, behind: dict[str, Slot]) -> Battle | None:
    """The battle that is being fought; in its place every back belongs to a reserve."""
    seen = view.battle
    if seen is None:
        return None
    own = [b.id for b in view.places[seen.place].blocks if b.reserve] if seen.place in view.places else []
    hidden = (
        [b for b, slot in behind.items() if slot.place == seen.place] if any(seen.reserves.values()) else []
    )
    return Battle(
        place=seen.place,
        attacker=seen.attacker,
        round=seen.round,
        reserves=sorted([*own, *hidden]),
        acted=list(seen.acted),
        passed=dict(seen.passed),
        by_sea=dict(seen.by_sea),
    )


def _entered(
    w: World, place: Place, came: Sequence[CameIn], serves: dict[str, Side], behind: dict[str, Slot]
) -> list[Entered]:
    """The blocks that came into a place; of the enemy's first hidden ones, then those that fight in it.

    Of somebody who has left or is dead only the way counts: it is put down to a block elsewhere.
    """
    found: list[Entered] = []
    for one in came:
        if one.block:
            found.append(Entered(one.block, one.side, one.origin))
            continue
        used = {entered.block for entered in found}
        of_kind = [b for b in sorted(serves) if serves[b] == one.side and BLOCKS[b].colour == one.colour]
        free = [b for b in of_kind if b not in used and w.at[b] == place]
        fits = [b for b in free if b in behind and behind[b].origin == one.origin]
        faces = [b for b in free if b not in behind and is_ship(b) == (one.origin in NAVAL[place])]
        gone = [b for b in sorted(BLOCKS) if BLOCKS[b].side == one.side and w.at.get(b) != place]
        found.append(Entered([*fits, *faces, *gone][0], one.side, one.origin))
    return found
