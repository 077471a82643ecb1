"""§6 The command phase: group moves, ships, transport by sea, main attacks."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from adjudicator.core import (
    N_,
    Bar,
    Field,
    Form,
    Menu,
    OneOf,
    Reach,
    Route,
    Step,
    Subset,
    Verdicts,
    ask,
    bar,
    tell,
    words,
)
from adjudicator.core.chain import JSON
from adjudicator.core.chance import Stream

from . import r04_board as r04
from .board import ATTACK_LIMIT, EDGES, FIGURES, MOVE_LIMIT, NAVAL, PLUTO_LIMIT, SEAS, edge_id
from .r02_turn import begin_command, end_turn
from .world import (
    Entered,
    Place,
    Side,
    World,
    backs,
    blocks_at,
    enemy_of,
    is_city,
    is_ship,
    known_to,
    side_of,
)

LAND_EVENTS = ("mars", "mercury", "pluto")


async def order_movement(w: World) -> None:
    """§6.0 §6.1 One order of the acting side's movement; ruling JC-W5: it may stop early."""
    side = w.acting
    answer = await ask(side, movement_menu(w, side))
    match answer["pick"]:
        case "move":
            move_group(w, side, **{k: answer["answer"][k] for k in ("start", "way", "blocks")})
        case "sail":
            sail(w, side, **{k: answer["answer"][k] for k in ("start", "way", "blocks")})
        case "end":
            w.phase = "main_attack"


def movement_menu(w: World, side: Side) -> Menu:
    """§2.2 What the acting side may order: transport by sea, then group moves, then the end."""
    return Menu(
        rule="6.1",
        prompt=words(
            N_("Order a move, or end your movement. Movement points left: {points}."), points=w.points
        ),
        items=lambda: {
            "move": _move_form(w, side) if _starts_open(w, side) else _no_starts(w, side),
            "sail": _sail_bar(w, side) or _sail_form(w, side),
            "end": None,
        },
        conceal=_conceal_move,
    )


def _conceal_move(answer: dict[str, Any]) -> dict[str, JSON]:
    """What all see of a move: how many backs go which way (Fog of war)."""
    if answer["pick"] == "end":
        return {"pick": "end"}
    order = answer["answer"]
    return {
        "pick": answer["pick"],
        "way": [order["start"], *order["way"]],
        "backs": backs(order["blocks"]),
    }


# -- §6.1 group moves --------------------------------------------------------------------------


def _move_form(w: World, side: Side) -> Form:
    """§6.1 From where, which way, and which blocks: "Genua-Roma: Caesar, LEG 13"."""
    return Form(
        rule="6.1",
        prompt=words(N_("Move a group.")),
        fields=(
            Field("start", lambda done: _start_choice(w, side), ("-",)),
            Field("way", lambda done: _way_choice(w, side, done["start"]), (":",)),
            Field("blocks", lambda done: _blocks_choice(w, side, done["start"], done["way"])),
        ),
        ways=lambda block: list(_reach(w, side, block)),
        sampler=lambda rng: _sample_move(w, side, rng),
    )


def _start_choice(w: World, side: Side) -> OneOf:
    return OneOf(rule="6.1", prompt=words(N_("From where?")), options=lambda: starts(w, side))


def starts(w: World, side: Side) -> Verdicts:
    """§6.1 Where the side has blocks that may still move; one movement point opens a place."""
    places = dict.fromkeys(sorted({w.at[b] for b in w.at if side_of(w, b) == side}))
    return {place: _may_start(w, side, place) for place in places}


def _starts_open(w: World, side: Side) -> bool:
    return any(stop is None for stop in starts(w, side).values())


def _no_starts(w: World, side: Side) -> Bar:
    return next(
        (stop for stop in starts(w, side).values() if stop is not None),
        bar("6.1", N_("you have no blocks to move")),
    )


def _may_start(w: World, side: Side, place: Place) -> Bar | None:
    """§6.1 A point for each place from which blocks go, however many and wherever; ruling JC-M1."""
    if place not in w.activated and w.points == 0:
        return bar("6.1", N_("no movement point is left for another place"))
    movers = unmoved(w, side, place)
    if not movers:
        return bar("6.1", N_("all your blocks in {place} have moved"), place=place)
    if not (fit := [b for b in movers if _event_bar(w, b) is None]):
        stop = _event_bar(w, movers[0])
        assert stop is not None
        return stop
    if free_to_leave(w, side, place) == 0:
        return bar("6.13", N_("the enemy's main attack pins all your blocks in {place}"), place=place)
    if not any(_opens(w, side, place, b) for b in fit):
        return bar("6.1", N_("no block in {place} has a way out"), place=place)
    return None


def _opens(w: World, side: Side, place: Place, block: str) -> bool:
    return any(stop is None for to, stop in onward(w, side, place, ()).items() if fits(block, place, to))


def _event_bar(w: World, block: str) -> Bar | None:
    """§card/mars §card/mercury §card/pluto are for blocks on land, §card/neptune for ships."""
    card = w.cards[w.acting]
    if card in LAND_EVENTS and is_ship(block):
        return bar(f"card/{card}", N_("{card} moves no ships"), card=card)
    if card == "neptune" and not is_ship(block):
        return bar("card/neptune", N_("{card} moves ships only"), card=card)
    return None


def fits(block: str, a: Place, b: Place) -> bool:
    """§6.2 Ships go by sea, the others by land."""
    return is_ship(block) == r04.is_naval(a, b)


def unmoved(w: World, side: Side, place: Place) -> list[str]:
    """§6.1 The side's blocks in a place that have not moved in this command phase."""
    return [b for b in blocks_at(w, place, side) if b not in w.moved]


def free_to_leave(w: World, side: Side, place: Place) -> int:
    """§6.13 How many of the side's blocks are not pinned; ruling JC-M7.

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


def _way_choice(w: World, side: Side, start: Place) -> Route:
    return Route(
        rule="6.1",
        prompt=words(N_("Which way?")),
        start=start,
        step=lambda way: Step(onward(w, side, start, way), _may_end(w, side, way)),
    )


def _may_end(w: World, side: Side, way: tuple[Place, ...]) -> Bar | None:
    """§6.1 As printed a block that has gone further than one place may not stop among friends.

    Ruling JC-W1 takes that sentence for a slip and allows it; the option `no_stop_with_friends` keeps it.
    """
    if w.options["no_stop_with_friends"] == "on" and len(way) > 1 and r04.holder(w, way[-1]) == side:
        return bar("6.1", N_("after two places a block may not stop among friends in {place}"), place=way[-1])
    return None


def onward(w: World, side: Side, start: Place, way: tuple[Place, ...]) -> dict[Place, Bar | None]:
    """§6.1 §6.2 The next places of a way; ruling JC-M2."""
    here = way[-1] if way else start
    if way and r04.has_enemy(w, side, here):
        return {}
    lengths = FIGURES.mercury_steps if w.cards[w.acting] == "mercury" else FIGURES.group_steps
    if len(way) == lengths:
        return {}
    by_sea = r04.is_naval(start, way[0]) if way else None
    nexts = [*EDGES[here], *NAVAL[here]]
    if by_sea is not None:
        nexts = [to for to in nexts if r04.is_naval(here, to) == by_sea]
    return {to: _may_step(w, side, start, way, to) for to in sorted(nexts)}


def _may_step(w: World, side: Side, start: Place, way: tuple[Place, ...], to: Place) -> Bar | None:
    here = way[-1] if way else start
    before = (start, *way)[-2] if way else None
    attack = r04.has_enemy(w, side, to)
    furthest = FIGURES.mercury_attack_steps if w.cards[w.acting] == "mercury" else FIGURES.attack_steps
    if to == before:
        return bar("6.1", N_("a group does not go straight back"))
    if attack and len(way) >= furthest:
        if w.entered.get(to) and w.attackers.get(to) == enemy_of(side):
            return bar("6.14", N_("{place} is contested: reinforcements come from beside it"), place=to)
        return bar("6.12", N_("{place} is the enemy's: only blocks from beside it may attack"), place=to)
    if not way and to in enemy_origins(w, side, start):
        return bar("6.13", N_("the enemy came into {place} this way"), place=start)
    left = capacity(w, side, here, to)
    if left is not None and left <= 0:
        return bar("6.11", N_("no more blocks may pass from {a} to {b} this turn"), a=here, b=to)
    return _ship_stays(w, side, here) if not way and r04.is_naval(here, to) else None


def enemy_origins(w: World, side: Side, place: Place) -> list[Place]:
    """§6.13 From where the enemy came into a place this turn; ruling JC-W2: no way out for its defenders."""
    return [e.origin for e in w.entered.get(place, []) if e.side != side]


def capacity(w: World, side: Side, a: Place, b: Place) -> int | None:
    """§6.11 §4.31 §4.32 How many blocks may still pass from a to b in this phase; ruling JC-M3, ruling JC-M4.

    §card/pluto widens the ways into battle alone; ruling JC-W7. None: without limit; ruling JC-M5.
    """
    limit: Mapping[Any, int] = MOVE_LIMIT
    if r04.has_enemy(w, side, b):
        limit = PLUTO_LIMIT if w.cards[w.acting] == "pluto" else ATTACK_LIMIT
    return r04.room(limit, w.passed, a, b)


def _ship_stays(w: World, side: Side, sea: Place) -> Bar | None:
    """§6.3 One ship stays in every sea that blocks have crossed in this phase; ruling JC-M10."""
    if sea in w.crossed and len(blocks_at(w, sea, side)) <= FIGURES.ships_staying:
        return bar("6.3", N_("your last ship must stay in {sea}: blocks have crossed it"), sea=sea)
    return None


def _blocks_choice(w: World, side: Side, start: Place, way: Sequence[Place]) -> Subset:
    legs = list(zip([start, *way], way, strict=False))
    most = free_to_leave(w, side, start)
    for a, b in legs:
        if (left := capacity(w, side, a, b)) is not None:
            most = min(most, left)
    if start in w.crossed:
        most = min(most, len(blocks_at(w, start, side)) - FIGURES.ships_staying)
    return Subset(
        rule="6.11",
        prompt=words(N_("Which blocks? At most {most}."), most=most),
        options=lambda: {b: _may_go(w, b, start, way[0]) for b in unmoved(w, side, start)},
        least=1,
        most=most,
    )


def _may_go(w: World, block: str, start: Place, to: Place) -> Bar | None:
    if (stop := _event_bar(w, block)) is not None:
        return stop
    if not fits(block, start, to):
        if is_ship(block):
            return bar("6.2", N_("{block} goes by sea only"), block=block)
        return bar("6.2", N_("{block} cannot go to sea but by transport"), block=block)
    return None


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
    """§6.12 §6.14 Blocks come among the enemy; gives whether they attack or reinforce.

    §7.3 The first way in is the main attack until the attacker names another; ruling JC-M6.
    """
    came = w.entered.setdefault(place, [])
    w.attackers.setdefault(place, side)
    if w.attackers[place] == side:
        w.main.setdefault(place, origin)
    came += [Entered(block, side, origin) for block in blocks]
    return "attack" if w.attackers[place] == side else "reinforce"


def _sample_move(w: World, side: Side, rng: Stream) -> JSON:
    """A move at random that prefers battles, so that self-play meets the rules of them."""
    start = rng.choice([p for p, stop in starts(w, side).items() if stop is None])
    blocks = [b for b in unmoved(w, side, start) if _event_bar(w, b) is None]
    mover = rng.choice([b for b in blocks if _opens(w, side, start, b)])
    by_sea = is_ship(mover)
    way: tuple[Place, ...] = ()
    while True:
        nexts = [to for to, stop in onward(w, side, start, way).items() if stop is None]
        opens = [to for to in nexts if way or r04.is_naval(start, to) == by_sea]
        opens += 3 * [to for to in opens if r04.has_enemy(w, side, to)]
        if not opens or (way and _may_end(w, side, way) is None and rng.below(2)):
            break
        way = (*way, rng.choice(opens))
    while _may_end(w, side, way) is not None:
        way = way[:-1]
    chosen = _blocks_choice(w, side, start, way).sample(rng)
    return {"start": start, "way": list(way), "blocks": chosen}


def _reach(w: World, side: Side, block: str) -> Iterator[Reach]:
    """Where one block may go by a group move, for the map."""
    start = w.at.get(block)
    if start is None or block not in unmoved(w, side, start):
        return
    stop = _may_start(w, side, start) or _event_bar(w, block)
    ways: list[tuple[Place, ...]] = [()]
    seen: set[Place] = {start}
    while ways:
        way = ways.pop(0)
        for to, closed in onward(w, side, start, way).items():
            if to in seen or not fits(block, (start, *way)[-1], to):
                continue
            longer = (*way, to)
            yield Reach(to, longer, int(start not in w.activated), _how(w, side, to), stop or closed)
            if (stop or closed) is None:
                seen.add(to)
                ways.append(longer)


def _how(w: World, side: Side, to: Place) -> str:
    if not r04.has_enemy(w, side, to):
        return "move"
    return "reinforce" if w.attackers.get(to) == enemy_of(side) else "attack"


# -- §6.3 transport by sea ---------------------------------------------------------------------


def _sail_bar(w: World, side: Side) -> Bar | None:
    """§6.3 Transport comes before every other move; ruling JC-M9: a point a block; events have none."""
    card = w.cards[side]
    if card in (*LAND_EVENTS, "neptune"):
        return bar(f"card/{card}", N_("{card} allows no transport by sea"), card=card)
    if w.activated:
        return bar("6.3", N_("transport by sea comes before all other moves, and one has been made"))
    if w.points < FIGURES.sea_transport_cost:
        return bar("6.3", N_("no movement point is left"))
    if not any(stop is None for stop in _harbours(w, side).values()):
        return bar("6.3", N_("none of your blocks stands in a port from which friendly seas lead to a port"))
    return None


def _sail_form(w: World, side: Side) -> Form:
    """§6.3 From which port, over which seas to which port, and which blocks."""
    return Form(
        rule="6.3",
        prompt=words(N_("Carry blocks over friendly seas.")),
        fields=(
            Field("start", lambda done: _harbour_choice(w, side), ("-",)),
            Field("way", lambda done: _passage(w, side, done["start"]), (":",)),
            Field("blocks", lambda done: _passengers(w, side, done["start"])),
        ),
        ways=lambda block: list(_reach_by_sea(w, side, block)),
    )


def _harbour_choice(w: World, side: Side) -> OneOf:
    return OneOf(rule="6.3", prompt=words(N_("From which port?")), options=lambda: _harbours(w, side))


def _harbours(w: World, side: Side) -> Verdicts:
    ports = sorted({w.at[b] for b in w.at if side_of(w, b) == side and is_city(w.at[b]) and NAVAL[w.at[b]]})
    return {port: _may_embark(w, side, port) for port in ports}


def _may_embark(w: World, side: Side, port: Place) -> Bar | None:
    """§6.3 Blocks that are not pinned may sail even from a contested port; ruling JC-M12."""
    if not any(not is_ship(b) for b in unmoved(w, side, port)):
        return bar("6.3", N_("no block that could be carried stands in {place}"), place=port)
    if free_to_leave(w, side, port) == 0:
        return bar("6.13", N_("the enemy's main attack pins all your blocks in {place}"), place=port)
    if not any(_leads_to_port(w, side, port, (sea,)) for sea in r04.friendly_seas(w, side, port)):
        return bar("6.3", N_("no friendly sea leads from {place} to a friendly or vacant port"), place=port)
    return None


def _passage(w: World, side: Side, start: Place) -> Route:
    return Route(
        rule="6.3",
        prompt=words(N_("Over which seas, to which port?")),
        start=start,
        step=lambda way: Step(_over(w, side, start, way), _must_land(way)),
    )


def _must_land(way: tuple[Place, ...]) -> Bar | None:
    if not way or is_city(way[-1]):
        return None
    return bar("6.3", N_("a block that is carried does not stay at sea: the way must end in a port"))


def _over(w: World, side: Side, start: Place, way: tuple[Place, ...]) -> dict[Place, Bar | None]:
    """§6.3 The next sea, or the port where the passage ends; ruling JC-M11: only seas that lead to one."""
    if way and is_city(way[-1]):
        return {}
    here = way[-1] if way else start
    return {to: _may_sail(w, side, start, way, to) for to in NAVAL[here] if to != start and to not in way}


def _may_sail(w: World, side: Side, start: Place, way: tuple[Place, ...], to: Place) -> Bar | None:
    if to in SEAS:
        if r04.holder(w, to) != side:
            return bar("6.3", N_("{sea} is not friendly: none but your own ships may be there"), sea=to)
        if not _leads_to_port(w, side, start, (*way, to)):
            return bar("6.3", N_("{sea} leads to no friendly or vacant port"), sea=to)
        return None
    if not r04.is_open_to(w, side, to):
        return bar("6.3", N_("{place} is not friendly or vacant: nobody lands among the enemy"), place=to)
    return None


def _leads_to_port(w: World, side: Side, start: Place, way: tuple[Place, ...]) -> bool:
    for to in NAVAL[way[-1]]:
        if to in SEAS:
            if to not in way and r04.holder(w, to) == side and _leads_to_port(w, side, start, (*way, to)):
                return True
        elif to != start and r04.is_open_to(w, side, to):
            return True
    return False


def _passengers(w: World, side: Side, start: Place) -> Subset:
    most = min(w.points // FIGURES.sea_transport_cost, free_to_leave(w, side, start))
    return Subset(
        rule="6.3",
        prompt=words(N_("Which blocks? At most {most}: a movement point each."), most=most),
        options=lambda: {b: _may_board(b) for b in unmoved(w, side, start)},
        least=1,
        most=most,
    )


def _may_board(block: str) -> Bar | None:
    return bar("6.3", N_("{block} is a ship and moves by itself"), block=block) if is_ship(block) else None


def sail(w: World, side: Side, start: Place, way: list[Place], blocks: list[str]) -> None:
    """§6.3 Carry out a transport by sea: a movement point a block, however far."""
    w.points -= len(blocks) * FIGURES.sea_transport_cost
    w.crossed += [sea for sea in way[:-1] if sea not in w.crossed]
    for block in blocks:
        w.at[block] = way[-1]
    w.moved += blocks
    tell(
        "moved",
        "6.3",
        side=side,
        how="sea",
        way=[start, *way],
        backs=backs(blocks),
        sealed=known_to(side, blocks),
    )


def _reach_by_sea(w: World, side: Side, block: str) -> Iterator[Reach]:
    start = w.at.get(block)
    if start is None or is_ship(block) or block not in unmoved(w, side, start) or not NAVAL[start]:
        return
    stop = _sail_bar(w, side) or _may_embark(w, side, start)
    ways: list[tuple[Place, ...]] = [()]
    seen: set[Place] = set()
    while ways:
        way = ways.pop(0)
        for to, closed in _over(w, side, start, way).items():
            if to in seen:
                continue
            seen.add(to)
            if is_city(to):
                yield Reach(to, (*way, to), FIGURES.sea_transport_cost, "by_sea", stop or closed)
            elif closed is None:
                ways.append((*way, to))


# -- §7.3 the main attack ----------------------------------------------------------------------


async def name_main_attacks(w: World) -> None:
    """§7.3 §6.2 Before the other side moves: which way in is the main attack; ruling JC-M6."""
    side = w.acting
    for place in sorted(w.attackers):
        ways = sorted({e.origin for e in w.entered[place] if e.side == side})
        if w.attackers[place] == side and len(ways) > 1:
            w.main[place] = await ask(side, _main_choice(w, place, ways))
            tell("main_attack", "7.3", side=side, place=place, origin=w.main[place])
    w.phase = "surprise" if w.cards[side] in ("mars", "neptune") else "levy"


def _main_choice(w: World, place: Place, ways: list[Place]) -> OneOf:
    first = w.main[place]
    return OneOf(
        rule="7.3",
        prompt=words(N_("From where comes your main attack on {place}?"), place=place),
        options=lambda: dict.fromkeys([first, *(way for way in ways if way != first)]),
        verb="main",
    )


def end_command(w: World) -> None:
    """§6.0 The other side's turn to command; after both, the battles (§2.3)."""
    if w.acting == w.first:
        begin_command(w, enemy_of(w.first))
    else:
        w.acting = ""
        w.phase = "choose_battle" if r04.contested_places(w) else "turn_end"


async def finish_turn(w: World) -> None:
    """§2.3 Without a battle left the turn is over."""
    tell("turn_over", "2.3", year=w.year, turn=w.turn)
    end_turn(w)
