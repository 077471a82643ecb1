"""The view of each seat: a white-list (Fog of war; ruling JC-H1)."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from msgspec import Struct

from adjudicator.core import Event
from adjudicator.julius_caesar.board import BLOCKS
from adjudicator.julius_caesar.rules import r04_board as r04
from adjudicator.julius_caesar.rules.r08_winter import score
from adjudicator.julius_caesar.world import (
    SIDES,
    Edge,
    Entered,
    Place,
    Side,
    World,
    backs,
    blocks_at,
    side_of,
)


class BlockSeen(Struct, frozen=True):
    """A block whose face the viewer may see."""

    id: str
    side: Side
    steps: int
    moved: int = 0
    reserve: int = 0


class PlaceSeen(Struct, frozen=True):
    """A place with blocks: the backs by side and colour, how many of them lie moved, and known faces."""

    holder: str
    backs: Mapping[Side, Mapping[str, int]]
    moved: Mapping[Side, Mapping[str, int]]
    blocks: tuple[BlockSeen, ...]


class BattleSeen(Struct, frozen=True):
    """The battle that is being fought, as everybody sees it."""

    place: Place
    attacker: Side
    round: int
    reserves: Mapping[Side, Mapping[str, int]]
    acted: tuple[str, ...]
    passed: Mapping[Edge, int]
    by_sea: Mapping[Side, int]


class CameIn(Struct, frozen=True, order=True):
    """A block that came into a contested place this turn: `block` names it for its own side alone, `waits`
    says that it is a reserve.
    """

    side: Side
    origin: Place
    colour: str
    waits: int
    block: str = ""


class View(Struct, frozen=True):
    """The whole position as a seat, or the public (""), may know it. Years and turns count from 1.

    `hand` is the viewer's own; how many cards a side holds (`hands`) all see: cards are dealt, discarded and
    played in the open, with their backs up (§2.1). `passed` counts the blocks that have used each road in
    this phase, `crossed` are the seas that must keep a ship, `entered` tells by place who came in from where,
    `face_up` are the cards played this year, and `deck` how many have not been dealt.
    """

    seat: str
    year: int
    turn: int
    phase: str
    acting: Side
    first: Side
    points: int
    levies: int
    played: Mapping[Side, str]
    counts_as: Mapping[Side, str]
    last: Mapping[Side, str]
    places: Mapping[Place, PlaceSeen]
    activated: tuple[Place, ...]
    attackers: Mapping[Place, Side]
    main: Mapping[Place, Place]
    passed: Mapping[Edge, int]
    crossed: tuple[Place, ...]
    entered: Mapping[Place, tuple[CameIn, ...]]
    surprise: list[Place]
    battle: BattleSeen | None
    victor: Side
    eliminated: Mapping[Side, tuple[str, ...]]
    trophies: Mapping[Side, tuple[str, ...]]
    stock: tuple[str, ...]
    stocks: Mapping[Side, int]
    hand: tuple[str, ...]
    hands: Mapping[Side, int]
    discard: tuple[str, ...]
    face_up: tuple[str, ...]
    deck: int
    score: Mapping[Side, int]
    result: Mapping[str, str]
    options: Mapping[str, str]


def view(w: World, seat: str | None) -> View:
    """Return the view of the seat, or of the public (None)."""
    mine = seat if seat in SIDES else ""
    battle = w.battle
    return View(
        seat=mine,
        year=w.year,
        turn=w.turn,
        phase=w.phase,
        acting=w.acting,
        first=w.first,
        points=w.points,
        levies=w.levies,
        played=dict(w.played),
        counts_as=dict(w.cards),
        last=dict(w.last),
        places={p: _place(w, p, held, mine) for p, held in sorted(r04.holders(w).items())},
        activated=tuple(w.activated),
        attackers=dict(w.attackers),
        main=dict(w.main),
        passed=dict(w.passed),
        crossed=tuple(sorted(w.crossed)),
        entered={p: tuple(sorted(_came(w, p, e, mine) for e in came)) for p, came in w.entered.items()},
        surprise=list(w.surprise),
        battle=None
        if battle is None
        else BattleSeen(
            place=battle.place,
            attacker=battle.attacker,
            round=battle.round,
            reserves={s: backs([b for b in battle.reserves if side_of(w, b) == s]) for s in SIDES},
            acted=tuple(sorted(b for b in battle.acted if _in_line(w, b))),
            passed=dict(battle.passed),
            by_sea=dict(battle.by_sea),
        ),
        victor=w.victor,
        eliminated={s: tuple(w.eliminated[s]) for s in SIDES},
        trophies={s: tuple(w.trophies[s]) for s in SIDES},
        stock=tuple(w.stock[mine]) if mine else (),
        stocks={s: len(w.stock[s]) for s in SIDES},
        hand=tuple(w.cups[f"{mine}_hand"]) if mine else (),
        hands={s: len(w.cups[f"{s}_hand"]) for s in SIDES},
        discard=tuple(w.cups[f"{mine}_discard"]) if mine else (),
        face_up=tuple(w.cups["face_up"]),
        deck=len(w.cups["deck"]),
        score=score(w).points,
        result=dict(w.result),
        options=dict(w.options),
    )


def _place(w: World, place: Place, held: str, mine: Side) -> PlaceSeen:
    here = blocks_at(w, place)
    return PlaceSeen(
        holder=held,
        backs={s: backs([b for b in here if side_of(w, b) == s]) for s in SIDES},
        moved={s: backs([b for b in here if side_of(w, b) == s and b in w.moved]) for s in SIDES},
        blocks=tuple(
            BlockSeen(b, side_of(w, b), w.steps[b], int(b in w.moved), int(_waits(w, b)))
            for b in here
            if side_of(w, b) == mine or _in_line(w, b)
        ),
    )


def _came(w: World, place: Place, entered: Entered, mine: Side) -> CameIn:
    """§6.1 A block that came in: its side saw which, all others the colour of its back."""
    block = entered.block
    waits = w.battle is not None and w.battle.place == place and _waits(w, block)
    named = block if entered.side == mine else ""
    return CameIn(entered.side, entered.origin, BLOCKS[block].colour, int(waits), named)


def _waits(w: World, block: str) -> bool:
    return w.battle is not None and block in w.battle.reserves


def _in_line(w: World, block: str) -> bool:
    """§7.1 Return true if a block fights in the battle of the moment, so that all see its face."""
    return (
        w.battle is not None
        and w.phase == "battle"
        and w.at.get(block) == w.battle.place
        and not _waits(w, block)
    )


OFF_THE_MAP = frozenset({"eliminated", "leader_lost", "cleopatra_changes"})
"""The events that show a block as it is eliminated (§7.5)."""
REVEALING = frozenset({"battle_begins", "reserves_arrive", "disrupted", "erupted", "struck", "defected"})
"""The events that turn blocks up, or tell how strong they were (§7.1, §7.3, §card/vulcan, §card/jupiter)."""


def reveals(w: World, event: Event) -> Collection[str]:
    """§7.1 Return the seats that learn by an event which blocks were hidden, or how strong: both.

    From the second round on all who fight are open (§7.3).
    """
    if w.battle is not None and w.battle.round > 1 and event.kind in OFF_THE_MAP:
        return ()
    return SIDES if event.kind in REVEALING or event.kind in OFF_THE_MAP else ()
