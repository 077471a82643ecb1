"""Positions: defaults for hand-written ones, and impossibilities (docs/position)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

import msgspec
from msgspec import Struct, field

from adjudicator.core import N_, Words, words
from adjudicator.core.language.errors import Verbatim
from adjudicator.core.log.chain import JSON
from adjudicator.julius_caesar.board import (
    BLOCKS,
    CARDS,
    CITIES,
    DECK,
    EDGES,
    FIGURES,
    FIRST_OWNER,
    PLACES,
    SEAS,
    SETUP,
    edge_id,
)
from adjudicator.julius_caesar.rules import r04_board as r04

from .sequence import SEQUENCE
from .world import CLEOPATRA, SIDES, World, enemy_of, is_leader, is_ship, new_world

_CUPS = frozenset(new_world({"free_deployment": "off"}).cups)
_COMMAND = ("event", "movement", "main_attack", "surprise", "levy")
_PLAYED = (*_COMMAND, "choose_battle", "battle", "regroup", "turn_end")
"""The phases of a turn behind the play of its cards."""
MOST_POINTS = max(max(card.movement, card.levy) for card in CARDS.values())
_WAYS = frozenset(edge_id(a, b) for a, beside in EDGES.items() for b in beside)


class Sketch(Struct):
    """The parts of a hand-written position that have a plain default."""

    at: dict[str, str] = field(default_factory=lambda: {b: p for p, of in SETUP.items() for b in of})
    steps: dict[str, int] = {}
    turned: dict[str, str] = {}
    stock: dict[str, list[str]] | None = None
    eliminated: dict[str, list[str]] = {}
    trophies: dict[str, list[str]] = {}
    cups: dict[str, list[str]] = {}
    phase: str = ""
    options: dict[str, str] = {}


def complete(raw: Mapping[str, JSON], options: Mapping[str, str]) -> World:
    """A position written by hand as a world.

    Blocks that are named nowhere are in the stock of their side, and blocks on the map at full strength;
    cards that are named nowhere are in the deck; a position with hands waits for the cards.

    Raises:
        msgspec.ValidationError: if it has not the form of a position.
    """
    sketch = msgspec.convert({k: v for k, v in raw.items() if k in Sketch.__struct_fields__}, Sketch)
    piles: dict[str, list[str]] = {side: [] for side in SIDES}
    eliminated, trophies = {**piles, **sketch.eliminated}, {**piles, **sketch.trophies}
    named = {b for pile in (*eliminated.values(), *trophies.values()) for b in pile} | set(sketch.at)
    rest = {s: [b for b in BLOCKS if BLOCKS[b].side == s and b not in named] for s in SIDES}
    cups = _cups(sketch.cups)
    hands = any(cups[f"{side}_hand"] for side in SIDES)
    return msgspec.convert(
        {
            **raw,
            "options": {**options, **sketch.options},
            "at": sketch.at,
            "steps": {**{b: BLOCKS[b].steps for b in sketch.at if b in BLOCKS}, **sketch.steps},
            "turned": {CLEOPATRA: FIRST_OWNER[CLEOPATRA], **sketch.turned},
            "stock": rest if sketch.stock is None else {**piles, **sketch.stock},
            "eliminated": eliminated,
            "trophies": trophies,
            "cups": cups,
            "phase": sketch.phase or ("cards" if hands else "deal"),
        },
        World,
    )


def _cups(given: Mapping[str, list[str]]) -> dict[str, list[str]]:
    cups: dict[str, list[str]] = {cup: [] for cup in _CUPS if cup != "deck"}
    cups |= {cup: sorted(cards) for cup, cards in given.items()}
    if "deck" not in given:
        left = Counter(DECK)
        left.subtract(card for cards in cups.values() for card in cards)
        cups["deck"] = sorted(card for card, n in left.items() for _ in range(n))
    return dict(sorted(cups.items()))


def problems(w: World) -> list[Words]:
    """Return the impossibilities in a world: of load, of an edit, and of every step of self-play."""
    return [
        *_of_blocks(w),
        *_of_piles(w),
        *_of_cards(w),
        *_of_places(w),
        *_of_ids(w),
        *_of_turn(w),
        *_of_hands(w),
    ]


def _of_blocks(w: World) -> Iterator[Words]:
    """§1.3 §5.1 Check that each of the 63 blocks is once in the game, on the map with steps."""
    found: Counter[str] = Counter(list(w.at))
    for pile in (w.stock, w.eliminated, w.trophies):
        if set(pile) != set(SIDES):
            yield words(N_("stocks, eliminated blocks and trophies must be given for both sides"))
        for blocks in pile.values():
            found.update(blocks)
    for block in sorted(BLOCKS.keys() | found):
        if found[block] != 1 or block not in BLOCKS:
            yield words(N_("{block} appears {n} {n:time|times}"), block=block, n=found[block])
    for block in sorted(w.at.keys() | w.steps.keys()):
        most, n = BLOCKS[block].steps if block in BLOCKS else 0, w.steps.get(block, 0)
        if block not in w.at or not 1 <= n <= most:
            yield words(
                N_("{block} has {n} {n:step|steps}; it may have 1 to {most}"), block=block, n=n, most=most
            )


def _of_piles(w: World) -> Iterator[Words]:
    """§5.1 §7.5 §7.51 §3.27 §card/jupiter List what is in a wrong pile, or on a side that it cannot serve.

    Stocks and eliminated blocks are their own side's, trophies the enemy's leaders. Cleopatra is on the map;
    leaders and ships do not change sides.
    """
    for side, blocks in sorted(w.stock.items()):
        if wrong := [b for b in blocks if b not in BLOCKS or BLOCKS[b].side != side]:
            yield words(N_("{side}'s stock cannot hold {blocks}"), blocks=wrong, side=side)
    for side, blocks in sorted(w.eliminated.items()):
        if wrong := [b for b in blocks if b in BLOCKS and (BLOCKS[b].side != side or is_leader(b))]:
            yield words(N_("{side}'s eliminated blocks cannot include {blocks}"), blocks=wrong, side=side)
    if wrong := sorted(b for b in w.turned if b in BLOCKS and (is_leader(b) or is_ship(b))):
        yield words(N_("{blocks} cannot change sides"), blocks=wrong)
    for side, leaders in sorted(w.trophies.items()):
        if any(b in BLOCKS and (not is_leader(b) or BLOCKS[b].side == side) for b in leaders):
            yield words(N_("{side}'s trophies cannot include {blocks}"), side=side, blocks=leaders)
    if CLEOPATRA not in w.at or w.turned.get(CLEOPATRA) is None or set(w.turned.values()) - set(SIDES):
        yield words(N_("{block} must be on the map and serve one side"), block=CLEOPATRA)


def _of_cards(w: World) -> Iterator[Words]:
    """§2.1 Check that each of the 27 cards is once in the game, and the cups are those of this game."""
    if w.cups.keys() != _CUPS:
        yield words(N_("cards can only be in the hands, the deck and the discards"))
    cards = Counter(card for cup in w.cups.values() for card in cup)
    for card in sorted(CARDS.keys() | cards):
        copies = CARDS[card].copies if card in CARDS else 0
        if cards[card] != copies:
            yield words(
                N_("{card} appears {n} {n:time|times}; there must be {copies}"),
                card=card,
                n=cards[card],
                copies=copies,
            )


def _of_places(w: World) -> Iterator[Words]:
    """§4.1 Yield blocks that are not in cities, and ships that are not in ports or at sea."""
    for block, place in sorted(w.at.items()):
        if block not in BLOCKS:
            continue
        if place not in PLACES:
            yield words(N_("{block} is at {place}, which is not on the map"), block=block, place=place)
        elif place in SEAS and not is_ship(block):
            yield words(N_("{block} is at sea"), block=block)
        elif place in CITIES and is_ship(block) and not CITIES[place].port:
            yield words(N_("{city} is not a port"), city=place)


def _of_ids(w: World) -> Iterator[Words]:
    """§4.1 §4.3 List the names in the state of a turn that the board does not have."""
    b = w.battle
    entered = [one for came in w.entered.values() for one in came]
    blocks = {*w.turned, *w.moved, *(one.block for one in entered)}
    places = {*w.activated, *w.crossed, *w.entered, *w.attackers, *w.main, *w.main.values()}
    places |= {one.origin for one in entered} | {*w.surprise}
    ways = set(w.passed)
    cards = {*w.played.values(), *w.cards.values(), *w.last.values()}
    sides = {*w.played, *w.cards, *w.last, *w.attackers.values(), *(one.side for one in entered)}
    sides |= {w.first, w.acting, w.victor} - {""}
    if b is not None:
        blocks |= {*b.reserves, *b.acted}
        ways |= {*b.passed}
        sides |= {*b.by_sea}
    for found, known in ((blocks, BLOCKS), (places, PLACES), (ways, _WAYS), (cards, CARDS), (sides, SIDES)):
        if unknown := sorted(found - set(known)):
            yield words(N_("{ids} {ids:is|are} not of this game"), ids=[Verbatim(id) for id in unknown])


def _of_turn(w: World) -> Iterator[Words]:
    """§2.0 Year, turn, phase, and what the phase needs."""
    if not (1 <= w.year <= FIGURES.years and 1 <= w.turn <= FIGURES.turns):
        yield words(N_("there is no turn {turn} of year {year}"), turn=w.turn, year=w.year)
    if w.phase != "over" and w.phase not in SEQUENCE:
        yield words(N_("there is no phase {phase}"), phase=w.phase)
        return
    if min(w.points, w.levies) < 0:
        yield words(N_("movement and levy points cannot be below 0"))
    if max(w.points, w.levies) > MOST_POINTS:
        yield words(N_("no card gives more than {n} points"), n=MOST_POINTS)
    passed = [*w.passed.values(), *(w.battle.passed.values() if w.battle is not None else ())]
    if any(not 0 <= n <= len(BLOCKS) for n in passed):
        yield words(N_("there are only {n} blocks"), n=len(BLOCKS))
    if copied := [side for side, card in sorted(w.cards.items()) if card == "apollo"]:
        yield words(
            N_("{sides} {sides:plays|play} Apollo, which counts as the card that it copies"), sides=copied
        )
    if w.phase in _COMMAND and not (
        w.acting in SIDES and w.first in SIDES and all(w.cards.get(side) in CARDS for side in SIDES)
    ):
        yield words(N_("this phase needs an acting side with its card, and a side that goes first"))
    if w.phase in ("battle", "regroup") and not _is_fought(w):
        yield words(N_("this phase needs a battle in progress"))
    if w.phase == "choose_battle" and w.first not in SIDES:
        yield words(N_("this phase needs an acting side with its card, and a side that goes first"))
    known = {p for p, side in w.attackers.items() if side in SIDES and p in w.entered and p in w.main}
    if unknown := [p for p in r04.contested_places(w) if p not in known]:
        yield words(N_("{places} {places:is|are} contested, but no attacker is given"), places=unknown)


def _is_fought(w: World) -> bool:
    """§7.1 Return true if the battle is possible: of both sides, in one of four rounds, or won."""
    b = w.battle
    if (
        b is None
        or b.place not in PLACES
        or b.attacker not in SIDES
        or not 1 <= b.round <= FIGURES.battle_rounds
    ):
        return False
    held = r04.holder(w, b.place)
    return held == r04.CONTESTED if w.phase == "battle" else w.victor in SIDES and held == w.victor


def _of_hands(w: World) -> Iterator[Words]:
    """§2.1 Check that a hand has a card for every turn that is left, and one more before the discard."""
    if w.phase not in ("discard", "cards", *_PLAYED):
        return
    due = FIGURES.hand if w.phase == "discard" else FIGURES.turns - w.turn + (w.phase == "cards")
    for side in SIDES:
        n = len(w.cups.get(f"{side}_hand", []))
        copies = w.cups.get(f"{side}_hand") == ["apollo"]
        if w.phase == "cards" and copies and w.last.get(enemy_of(side)) not in CARDS:
            yield words(N_("{side} must copy a card, but none was played last turn"), side=side)
        if n != due:
            yield words(
                N_("{side} has {n} {n:card|cards} in hand; there should be {due}"), side=side, n=n, due=due
            )
