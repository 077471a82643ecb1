"""§6.1 §6.2 Group moves by land and of ships: from where, which way, which blocks, and what they meet."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from adjudicator.core import (
    N_,
    Bar,
    Field,
    Form,
    OneOf,
    Reach,
    Route,
    Step,
    Subset,
    Verdicts,
    bar,
    judged,
    tell,
    way_first,
    words,
)
from adjudicator.core.log.chain import JSON
from adjudicator.core.log.chance import Rng
from adjudicator.julius_caesar.board import (
    ATTACK_LIMIT,
    EDGES,
    FIGURES,
    MOVE_LIMIT,
    NAVAL,
    PLACES,
    PLUTO_LIMIT,
    edge_id,
)
from adjudicator.julius_caesar.world import (
    Entered,
    Place,
    Side,
    World,
    backs,
    blocks_at,
    blocks_of,
    enemy_of,
    is_ship,
    known_to,
)

from . import r04_board as r04

LAND_EVENTS = ("mars", "mercury", "pluto")

Most = tuple[int, str]
"""The number of blocks that may go, and the paragraph that sets this limit."""


def move_form(w: World, side: Side) -> Form:
    """§6.1 Return from where, which way, and which blocks: "Genua-Roma: Caesar, LEG 13"."""
    where = starts(w, side)
    return Form(
        rule="6.1",
        prompt=words(N_("Move a group.")),
        fields=(
            Field("start", lambda done: _start_choice(w, side, where), ("-",)),
            Field("way", lambda done: _way_choice(w, side, done["start"]), (":",)),
            Field("blocks", lambda done: _blocks_choice(w, side, done["start"], done["way"])),
        ),
        reworded=way_first,
        ways=lambda block: list(_reach(w, side, block)),
        sampler=lambda rng: _sample_move(w, side, where, rng),
    )


# -- from where --------------------------------------------------------------------------------


def _start_choice(w: World, side: Side, where: Verdicts) -> OneOf:
    return OneOf(
        rule="6.1",
        prompt=words(N_("Where does the group start?")),
        options=lambda: where,
        unlisted=lambda: without_blocks(w, side),
    )


def without_blocks(w: World, side: Side) -> dict[Place, Bar]:
    """§6.1 Return the places from which a side moves nothing, because it has no block there."""
    own = {w.at[b] for b in blocks_of(w, side)}
    return {p: bar("6.1", N_("you have no block at {place}"), place=p) for p in PLACES if p not in own}


def starts(w: World, side: Side) -> Verdicts:
    """§6.1 Return where the side has blocks that may still move; one movement point opens a place."""
    places = sorted({w.at[b] for b in blocks_of(w, side)})
    return judged(places, lambda place: _may_start(w, side, place))


def no_start(w: World, side: Side) -> Bar | None:
    """§6.1 Return why the side can move nothing at all, first of a place that is paid for; None if it can."""
    first = None
    for place in sorted({w.at[b] for b in blocks_of(w, side)}, key=lambda p: (p not in w.activated, p)):
        stop = _may_start(w, side, place)
        if stop is None:
            return None
        first = first or stop
    return first or bar("6.1", N_("you have no blocks to move"))


def _may_start(w: World, side: Side, place: Place) -> Bar | None:
    """§6.1 A point for each place from which blocks go, however many and wherever; ruling JC-M1."""
    if place not in w.activated and w.points == 0:
        return bar("6.1", N_("you have no movement points left to move from another place"))
    movers = unmoved(w, side, place)
    if not movers:
        return bar("6.1", N_("all your blocks at {place} have already moved"), place=place)
    stops = [event_bar(w, b) for b in movers]
    fit = [b for b, stop in zip(movers, stops, strict=True) if stop is None]
    if not fit:
        return stops[0]
    if place in w.attackers and free_to_leave(w, side, place) == 0:
        return bar("6.13", N_("the enemy's main attack pins all your blocks at {place}"), place=place)
    if (stop := _ship_stays(w, side, place)) is not None:
        return stop
    if not _has_way_out(w, side, place, fit):
        return bar("6.1", N_("no block at {place} can leave"), place=place)
    return None


def _has_way_out(w: World, side: Side, place: Place, blocks: list[str]) -> bool:
    """§6.2 Return true if some way is open that one of the blocks may go."""
    return any(
        _may_step(w, side, place, (), to, r04.has_enemy(w, side, to)) is None
        for to in (*EDGES[place], *NAVAL[place])
        if any(fits(b, place, to) for b in blocks)
    )


def event_bar(w: World, block: str) -> Bar | None:
    """Return why the acting side's card does not move a block, None if it does."""
    return card_bar(w.cards[w.acting], block)


def card_bar(card: str, block: str) -> Bar | None:
    """§card/mars §card/mercury §card/pluto are for blocks on land, §card/neptune for ships."""
    if card in LAND_EVENTS and is_ship(block):
        return bar(f"card/{card}", N_("{card} cannot move ships"), card=card)
    if card == "neptune" and not is_ship(block):
        return bar("card/neptune", N_("{card} moves only ships"), card=card)
    return None


def fits(block: str, a: Place, b: Place) -> bool:
    """§6.2 Return true if a block can take a way: ships by sea, the others by land."""
    return is_ship(block) == r04.is_naval(a, b)


def unmoved(w: World, side: Side, place: Place) -> list[str]:
    """§6.1 The side's blocks in a place that have not moved this turn."""
    return [b for b in blocks_at(w, place, side) if b not in w.moved]


def free_to_leave(w: World, side: Side, place: Place) -> int:
    """§6.13 Return how many of the side's blocks are not pinned; ruling JC-M7.

    As many of the blocks that stood there are pinned as the enemy's main attack has; the owner says which.
    """
    movers = len(unmoved(w, side, place))
    if w.attackers.get(place) != enemy_of(side):
        return movers
    came = w.entered[place]
    pinning = sum(e.side != side and e.origin == w.main[place] for e in came)
    reserves = {e.block for e in came if e.side == side}
    standing = [b for b in blocks_at(w, place, side) if b not in reserves]
    return max(0, min(movers, len(standing) - pinning))


# -- which way ---------------------------------------------------------------------------------


def _way_choice(w: World, side: Side, start: Place) -> Route:
    return Route(
        rule="6.1",
        prompt=words(N_("Which route?")),
        start=start,
        step=lambda way: Step(onward(w, side, start, way), _may_end(w, side, way)),
        along=lambda way: _along(w, side, start, way),
    )


def _may_end(w: World, side: Side, way: tuple[Place, ...]) -> Bar | None:
    """§6.1 As printed a block that has gone further than one place may not stop among friends.

    Ruling JC-W1 takes that sentence for a slip and allows it; the option `no_stop_with_friends` keeps it.
    """
    if w.options["no_stop_with_friends"] == "on" and len(way) > 1 and r04.holder(w, way[-1]) == side:
        return bar(
            "6.1",
            N_("a block that moves two places may not stop with friends: you hold {place}"),
            place=way[-1],
        )
    return None


def onward(w: World, side: Side, start: Place, way: tuple[Place, ...]) -> dict[Place, Bar | None]:
    """§6.1 §6.2 The next places of a way; ruling JC-M2.

    §card/mercury Three places instead of two, or an attack at the end of two; ruling JC-B15.
    """
    here = way[-1] if way else start
    held = r04.holders(w)
    if way and held.get(here, side) != side:
        return {}
    longest = FIGURES.mercury_steps if w.cards[w.acting] == "mercury" else FIGURES.group_steps
    if len(way) == longest:
        return {}
    nexts: Sequence[Place] = [*EDGES[here], *NAVAL[here]]
    if way:
        nexts = NAVAL[here] if r04.is_naval(start, way[0]) else list(EDGES[here])
    attacks = {to: held.get(to, side) != side for to in sorted(nexts)}
    stops = {to: _may_step(w, side, start, way, to, attack) for to, attack in attacks.items()}
    if way:
        return stops
    movers = unmoved(w, side, start)
    return {to: stop or _nobody_goes(w, movers, start, to) for to, stop in stops.items()}


def _nobody_goes(w: World, movers: Sequence[str], start: Place, to: Place) -> Bar | None:
    """§6.2 Return why none of the blocks in a place may go this way; None if one may.

    What stops those that this kind of way is for says more than that the others are no ships, or are some.
    """
    stops = [stop for block in movers if (stop := _may_go(w, block, start, to)) is not None]
    if len(stops) < len(movers):
        return None
    return next((stop for stop in stops if stop.rule != "6.2"), next(iter(stops), None))


def _may_step(
    w: World, side: Side, start: Place, way: tuple[Place, ...], to: Place, attack: bool
) -> Bar | None:
    """§6.1 §6.11 §6.13 Return the reason why a group may not take this step, None if it may."""
    here = way[-1] if way else start
    if to in (start, *way):
        return bar("6.1", N_("a group may not return to a place it has left"))
    if attack and (stop := _may_enter(w, side, way, to)) is not None:
        return stop
    if not way and to in closed_ways(w, side, start):
        return bar("6.13", N_("the enemy entered {place} by this route"), place=start)
    left = _room(w, attack, here, to)
    if left is not None and left <= 0:
        return bar(
            "6.11", N_("no more blocks may move from {a} to {b} this turn (movement limit)"), a=here, b=to
        )
    return None


def _may_enter(w: World, side: Side, way: tuple[Place, ...], to: Place) -> Bar | None:
    """§6.12 §6.14 Only from beside it do blocks attack a place or reinforce a battle; ruling JC-M8.

    §card/mercury Only attacks may come from two places away.
    """
    if w.attackers.get(to) == enemy_of(side):
        if len(way) < FIGURES.attack_steps:
            return None
        return bar("6.14", N_("{place} is contested: only adjacent blocks may reinforce it"), place=to)
    furthest = FIGURES.mercury_attack_steps if w.cards[w.acting] == "mercury" else FIGURES.attack_steps
    if len(way) < furthest:
        return None
    return bar("6.12", N_("{place} is enemy-held: only adjacent blocks may attack it"), place=to)


def closed_ways(w: World, side: Side, place: Place) -> list[Place]:
    """§6.13 Return from where the enemy came into a place this turn: without the option `open_roads` no way
    out for its defenders (ruling JC-W2).
    """
    if w.options["open_roads"] == "on":
        return []
    return [e.origin for e in w.entered.get(place, []) if e.side != side]


def capacity(w: World, side: Side, a: Place, b: Place) -> int | None:
    """§6.11 Return how many blocks may still pass from a to b in this phase; None without limit."""
    return _room(w, r04.has_enemy(w, side, b), a, b)


def _room(w: World, attack: bool, a: Place, b: Place) -> int | None:
    """§6.11 §4.31 §4.32 The limit of the way less those who have passed; ruling JC-M3, ruling JC-M4.

    §card/pluto widens the ways into battle alone; ruling JC-W7, ruling JC-W11.
    At sea there is no limit; ruling JC-M5.
    """
    limit: Mapping[Any, int] = MOVE_LIMIT
    if attack:
        limit = PLUTO_LIMIT if w.cards[w.acting] == "pluto" else ATTACK_LIMIT
    return r04.room(limit, w.passed, a, b)


def _ship_stays(w: World, side: Side, sea: Place) -> Bar | None:
    """§6.3 Return the reason if a ship must stay: one in every sea that blocks have crossed in this phase;
    ruling JC-M10.
    """
    if sea in w.crossed and len(blocks_at(w, sea, side)) <= FIGURES.ships_staying:
        return bar(
            "6.3", N_("your last ship must stay in {sea}: blocks have been transported across it"), sea=sea
        )
    return None


# -- which blocks ------------------------------------------------------------------------------


def _blocks_choice(w: World, side: Side, start: Place, way: Sequence[Place]) -> Subset:
    most, rule = _most(w, side, start, way)
    return Subset(
        rule=rule,
        prompt=words(N_("Which blocks (up to {most})?"), most=most),
        options=lambda: {b: _may_go(w, b, start, way[0]) for b in unmoved(w, side, start)},
        least=1,
        most=most,
    )


def _most(w: World, side: Side, start: Place, way: Sequence[Place]) -> Most:
    """The tightest of three limits: §6.11 of the ways, §6.13 of pinned blocks, §6.3 of ships that stay.

    Where none of them binds, as many as are there (§6.1).
    """
    limits: list[Most] = [
        (left, "6.11")
        for a, b in zip([start, *way], way, strict=False)
        if (left := capacity(w, side, a, b)) is not None
    ]
    free = free_to_leave(w, side, start)
    limits.append((free, "6.13" if free < len(blocks_at(w, start, side)) else "6.1"))
    if start in w.crossed:
        limits.append((len(blocks_at(w, start, side)) - FIGURES.ships_staying, "6.3"))
    return min(limits, key=lambda limit: (limit[0], limit[1] == "6.1", limit[1]))


def _may_go(w: World, block: str, start: Place, to: Place) -> Bar | None:
    if (stop := event_bar(w, block)) is not None:
        return stop
    if not fits(block, start, to):
        if is_ship(block):
            return bar("6.2", N_("{block} moves only by sea"), block=block)
        return bar("6.2", N_("{block} crosses the sea only by sea transport"), block=block)
    return None


# -- carrying it out ---------------------------------------------------------------------------


def move_group(w: World, side: Side, start: Place, way: list[Place], blocks: list[str]) -> None:
    """§6.1 Carry out a group move; §6.12 the battle it brings; §6.14 or the reinforcement."""
    if start not in w.activated:
        w.activated.append(start)
        w.points -= 1
    for a, b in zip([start, *way], way, strict=False):
        if not r04.is_naval(a, b):
            w.passed[edge_id(a, b)] = w.passed.get(edge_id(a, b), 0) + len(blocks)
    end, origin = way[-1], (start, *way)[-2]
    kind = "move"
    if r04.has_enemy(w, side, end):
        kind = enter(w, side, end, origin, blocks)
    for block in blocks:
        w.at[block] = end
    w.moved += blocks
    tell(
        "moved",
        "6.1",
        side=side,
        how=kind,
        way=[start, *way],
        backs=backs(blocks),
        sealed=known_to(side, blocks),
    )


def enter(w: World, side: Side, place: Place, origin: Place, blocks: list[str]) -> str:
    """§6.12 §6.14 Move blocks in among the enemy; return whether they attack or reinforce.

    §7.3 The first way in is the main attack until the attacker names another; ruling JC-M6.
    """
    came = w.entered.setdefault(place, [])
    w.attackers.setdefault(place, side)
    if w.attackers[place] == side:
        w.main.setdefault(place, origin)
    came += [Entered(block, side, origin) for block in blocks]
    return "attack" if w.attackers[place] == side else "reinforce"


# -- samples and reach -------------------------------------------------------------------------


def _sample_move(w: World, side: Side, where: Verdicts, rng: Rng) -> JSON:
    """A move at random that prefers battles, so that self-play meets the rules of them."""
    start = next(p for p in rng.shuffled(where) if where[p] is None)
    nexts = [to for to, stop in onward(w, side, start, ()).items() if stop is None]
    blocks = [b for b in unmoved(w, side, start) if event_bar(w, b) is None]
    mover = rng.choice([b for b in blocks if any(fits(b, start, to) for to in nexts)])
    nexts = [to for to in nexts if fits(mover, start, to)]
    way: tuple[Place, ...] = ()
    while nexts and not (way and _may_end(w, side, way) is None and rng.below(2)):
        way = (*way, rng.choice(nexts + 3 * [to for to in nexts if r04.has_enemy(w, side, to)]))
        nexts = [to for to, stop in onward(w, side, start, way).items() if stop is None]
    while _may_end(w, side, way) is not None:
        way = way[:-1]
    chosen = _blocks_choice(w, side, start, way).sample(rng)
    return {"start": start, "way": list(way), "blocks": chosen}


def _along(w: World, side: Side, start: Place, way: tuple[Place, ...]) -> Reach:
    """Translate a way for the map."""
    return Reach(way[-1], way, int(start not in w.activated), _how(w, side, way[-1]), by=_by(start, way))


def _by(start: Place, way: tuple[Place, ...]) -> str:
    """§4.32 §6.2 Return by what a way goes: "strait" if it crosses one."""
    kinds = {r04.kind_of_way(a, b) for a, b in zip((start, *way), way, strict=False)}
    return "strait" if "strait" in kinds else kinds.pop()


def _reach(w: World, side: Side, block: str) -> Iterator[Reach]:
    """Yield where one block may go by a group move, for the map: by every open way, the shortest first.

    Ways to one place differ in the roads that they fill, and in where an attack comes from. A place to which
    no way is open is there once, with what bars it.
    """
    start = w.at.get(block)
    if start is None or block not in blocks_of(w, side):
        return
    moved = bar("6.1", N_("{block} has already moved"), block=block) if block in w.moved else None
    stop = moved or event_bar(w, block) or _may_start(w, side, start)
    opened: list[Reach] = []
    closed_to: dict[Place, Reach] = {}
    ways: list[tuple[Place, ...]] = [()]
    while ways:
        way = ways.pop(0)
        for to, closed in onward(w, side, start, way).items():
            if not fits(block, (start, *way)[-1], to):
                continue
            longer = (*way, to)
            if stop is None and closed is None:
                ways.append(longer)
            shut = stop or closed or _may_end(w, side, longer)
            there = replace(_along(w, side, start, longer), bar=shut)
            if shut is None:
                opened.append(there)
            else:
                closed_to.setdefault(to, there)
    yield from opened
    reached = {there.to for there in opened}
    yield from (there for to, there in closed_to.items() if to not in reached)


def _how(w: World, side: Side, to: Place) -> str:
    if not r04.has_enemy(w, side, to):
        return "move"
    return "reinforce" if w.attackers.get(to) == enemy_of(side) else "attack"
