"""§7.6-§7.8 Retreats by land and sea, and the regroup of the winner."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any, NamedTuple

from adjudicator.core import N_, Assign, Bar, Illegal, Reach, Verdicts, any_open, ask, bar, tell, words
from adjudicator.julius_caesar.board import EDGES, FIGURES, NAVAL, REGROUP_LIMIT, RETREAT_LIMIT, SEAS, edge_id
from adjudicator.julius_caesar.routes import BY_SEA, by_sea_to
from adjudicator.julius_caesar.world import (
    Battle,
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

from . import r04_board as r04


def retreat_choice(w: World, side: Side, group: list[str]) -> Assign:
    """§7.6 Return where blocks retreat to: one or several, by ways that take them all; ruling JC-B11."""
    return Assign(
        rule="7.6",
        prompt=words(N_("Which blocks retreat, and to where?")),
        things=lambda: {block: ways_out(w, block) for block in group},
        least=1,
        judge=lambda moved: _judge(w, side, moved),
        ways=lambda block: _reach(w, block, group),
        sampler=lambda rng: {
            (block := rng.choice([b for b in group if may_retreat(w, b)])): rng.choice(
                [to for to, stop in ways_out(w, block).items() if stop is None]
            )
        },
    )


def may_retreat(w: World, block: str) -> bool:
    """§7.6 Return true if a block has anywhere to go."""
    return any_open(ways_out(w, block))


def cannot_retreat(w: World, group: list[str]) -> Bar | None:
    """§7.6 Return why none of some blocks can retreat; None if one can."""
    if any(may_retreat(w, block) for block in group):
        return None
    why = [stop.why for block in group for stop in ways_out(w, block).values() if stop is not None]
    reasons = [reason for i, reason in enumerate(why) if reason not in why[:i]]
    if not reasons:
        return bar("7.6", N_("no block has anywhere to retreat to"))
    return bar("7.6", N_("no block has anywhere to retreat to: {reasons}"), reasons=reasons)


def ways_out(w: World, block: str) -> Verdicts:
    """§7.6 Every place that a block might retreat to, with what forbids it."""
    battle = w.battle
    assert battle is not None
    if is_ship(block):
        return {to: _ship_may(w, battle, block, to) for to in NAVAL[battle.place]}
    found = {to: _land_may(w, battle, block, to) for to in EDGES[battle.place]}
    for port, stop in _by_sea(w, battle, block).items():
        open_by_land = port in found and found[port] is None
        found[by_sea_to(port) if open_by_land else port] = stop
    return dict(sorted(found.items()))


def _port_of(named: str) -> Place:
    return named.removesuffix(BY_SEA)


def _reach(w: World, block: str, group: list[str]) -> list[Reach]:
    """Return where one of the blocks may retreat to, for the map: every way to a place by itself."""
    b = w.battle
    assert b is not None
    found = []
    for named, stop in ways_out(w, block).items() if block in group else ():
        to = _port_of(named)
        by_land = named == to and not is_ship(block) and to in EDGES[b.place]
        if by_land and to in _by_sea(w, b, block) and _land_may(w, b, block, to) is not None:
            by_land = False
        way = r04.kind_of_way(b.place, to) if by_land else "sea"
        found.append(Reach(to, (to,), 0, "retreat", stop, way))
    return found


def _land_may(w: World, b: Battle, block: str, to: Place) -> Bar | None:
    """§7.61 To friendly or vacant cities, within the limits of the way.

    §7.62 Attackers: a vacant city only by a way that their side came in; ruling JC-B8.
    §7.63 Defenders: to any; without the option `open_roads` not by the attacker's way (ruling JC-W3).
    """
    side = side_of(w, block)
    held = r04.holder(w, to)
    if held not in ("", side):
        return bar("7.61", N_("{place} is neither friendly nor vacant"), place=to)
    left = r04.room(RETREAT_LIMIT, b.passed, b.place, to)
    if left is not None and left <= 0:
        return bar("7.61", N_("no more blocks may retreat from {a} to {b} this round"), a=b.place, b=to)
    if side == b.attacker:
        if not held and to not in origins(w, b, side):
            return bar("7.62", N_("{place} is vacant, but none of your blocks attacked from there"), place=to)
    elif w.options["open_roads"] == "off" and to in origins(w, b, enemy_of(side)):
        return bar("7.63", N_("the attacker came from {place}"), place=to)
    return None


def _ship_may(w: World, b: Battle, block: str, to: Place) -> Bar | None:
    """§7.82 Ships: to friendly seas and ports; to vacant ones defenders, and attackers as they came.

    Without the option `open_ports` defenders go to vacant seas from which no attacker came (ruling JC-W4).
    """
    side = side_of(w, block)
    held = r04.holder(w, to)
    if held == side:
        return None
    if held:
        return bar("7.82", N_("{place} is neither friendly nor vacant"), place=to)
    if side == b.attacker:
        if to not in origins(w, b, side):
            return bar("7.82", N_("{place} is vacant, but none of your blocks attacked from there"), place=to)
    elif w.options["open_ports"] == "on":
        return None
    elif to not in SEAS:
        return bar(
            "7.82",
            N_("{place} is a vacant port: defending ships may retreat only to friendly ports"),
            place=to,
        )
    elif to in origins(w, b, enemy_of(side)):
        return bar("7.82", N_("the attacker came from {place}"), place=to)
    return None


def origins(w: World, b: Battle, side: Side) -> set[Place]:
    """Return from where a side's blocks came into the battle: main force, reserves and reinforcements."""
    return {e.origin for e in w.entered[b.place] if e.side == side}


def _by_sea(w: World, b: Battle, block: str) -> dict[Place, Bar | None]:
    """§7.64 Over one friendly sea to a friendly port, one block of each side a round; ruling JC-B10.

    Without the option `sea_retreat_each` it is one block a round in all.
    """
    if not is_city(b.place):
        return {}
    side = side_of(w, block)
    used = b.by_sea.get(side, 0) if w.options["sea_retreat_each"] == "on" else sum(b.by_sea.values())
    full = used >= FIGURES.sea_retreat_blocks
    stop = (
        bar("7.64", N_("only one block may retreat by sea each round, and one already has")) if full else None
    )
    ports = {port for sea in r04.friendly_seas(w, side, b.place) for port in SEAS[sea].ports}
    return {port: stop for port in sorted(ports) if port != b.place and r04.holder(w, port) == side}


class Retreat(NamedTuple):
    """A block's retreat: its goal, and true if it goes by sea."""

    block: str
    to: Place
    by_sea: bool


def retreats_of(w: World, moved: Mapping[str, Place]) -> list[Retreat]:
    """§7.61 §7.64 Return the ways of an answer's blocks, in an order that names no block.

    Those who name a port alone go by the road to it as long as it takes them, the others by sea.
    """
    b = w.battle
    assert b is not None
    left: dict[Place, int] = {}
    found: list[Retreat] = []
    for block, named in sorted(moved.items(), key=lambda one: (one[1], one[0])):
        to = _port_of(named)
        if is_ship(block):
            found.append(Retreat(block, to, False))
            continue
        by_land = to == named and to in EDGES[b.place] and _land_may(w, b, block, to) is None
        room = left.setdefault(to, r04.room(RETREAT_LIMIT, b.passed, b.place, to) or 0) if by_land else 0
        seas = _by_sea(w, b, block)
        by_sea = room <= 0 and (not by_land or (to in seas and seas[to] is None))
        if by_land and not by_sea:
            left[to] -= 1
        found.append(Retreat(block, to, by_sea))
    return found


def _judge(w: World, side: Side, moved: Mapping[str, Place]) -> None:
    """§7.61 §7.64 Refuse ways that do not take all who retreat together."""
    b = w.battle
    assert b is not None
    retreats = retreats_of(w, moved)
    by_sea = sorted(one.block for one in retreats if one.by_sea)
    if len(by_sea) > FIGURES.sea_retreat_blocks:
        raise Illegal(
            "7.64", N_("only one block may retreat by sea each round; you named {blocks}"), blocks=by_sea
        )
    by_land = [one.to for one in retreats if not one.by_sea]
    _judge_ways(b.place, by_land, RETREAT_LIMIT, b.passed, "7.61")


def _judge_ways(
    place: Place, to: list[Place], limit: Mapping[Any, int], passed: Mapping[str, int], rule: str
) -> None:
    for end, n in sorted(Counter(to).items()):
        left = r04.room(limit, passed, place, end)
        if left is not None and n > left:
            why = N_("you sent {n} {n:block|blocks} from {a} to {b}, but only {left} more may go")
            raise Illegal(rule, why, n=n, a=place, b=end, left=left)


def retreat_blocks(w: World, side: Side, moved: Mapping[str, Place]) -> None:
    """§7.6 Move blocks out of the battle; control changes at once (§4.21)."""
    b = w.battle
    assert b is not None
    for block, to, by_sea in retreats_of(w, moved):
        if by_sea:
            b.by_sea[side] = b.by_sea.get(side, 0) + 1
        elif not is_ship(block):
            b.passed[edge_id(b.place, to)] = b.passed.get(edge_id(b.place, to), 0) + 1
        w.at[block] = to
        b.acted.append(block)
        tell(
            "retreated",
            "7.6",
            side=side,
            place=b.place,
            to=to,
            how="sea" if by_sea else "land",
            backs=backs([block]),
            sealed=known_to(side, [block]),
        )


# -- §7.7 §7.83 regroup ------------------------------------------------------------------------


async def regroup(w: World) -> None:
    """§7.7 §7.83 Let the winner's blocks go to friendly or vacant places beside the battle; ruling JC-B12."""
    battle, side = w.battle, w.victor
    assert battle is not None
    place = battle.place
    if _may_regroup(w, battle, side):
        moved = await ask(side, _regroup_choice(w, place, side))
        for to in sorted(set(moved.values())):
            _regroup_to(w, side, to, sorted(b for b, end in moved.items() if end == to))
    w.battle, w.victor = None, ""
    w.phase = "choose_battle"


def _may_regroup(w: World, battle: Battle, side: Side) -> bool:
    """Return true if public facts leave the winner a choice.

    A reserve that never arrived is a back: it may be a ship as well as a land block (Fog of war).
    """
    place = battle.place
    seen = [b for b in blocks_at(w, place, side) if b not in battle.reserves]
    beside = {*EDGES[place], *NAVAL[place]} if battle.reserves else set()
    return any(regroup_ways(w, place, b) for b in seen) or any(r04.is_open_to(w, side, to) for to in beside)


def _regroup_to(w: World, side: Side, to: Place, blocks: list[str]) -> None:
    place = w.at[blocks[0]]
    for block in blocks:
        w.at[block] = to
    tell(
        "regrouped",
        "7.7",
        side=side,
        place=place,
        to=to,
        backs=backs(blocks),
        sealed=known_to(side, blocks),
    )


def _regroup_choice(w: World, place: Place, side: Side) -> Assign:
    """§7.7 Return the question of a way for each block; the enemy learns places and numbers, no blocks."""
    return Assign(
        rule="7.7",
        prompt=words(N_("You won the battle of {place}. Which blocks regroup, and to where?"), place=place),
        things=lambda: {
            b: dict.fromkeys(ways) for b in blocks_at(w, place, side) if (ways := regroup_ways(w, place, b))
        },
        judge=lambda moved: _judge_ways(
            place, [to for b, to in moved.items() if not is_ship(b)], REGROUP_LIMIT, {}, "7.7"
        ),
        ways=lambda block: _reach_of_regroup(w, place, side, block),
        verb="regroup",
        conceal=lambda moved: {
            "backs": {to: backs([b for b in moved if moved[b] == to]) for to in moved.values()}
        },
    )


def _reach_of_regroup(w: World, place: Place, side: Side, block: str) -> list[Reach]:
    """Return where a block may regroup to, for the map."""
    ways = regroup_ways(w, place, block) if block in blocks_at(w, place, side) else []
    return [Reach(to, (to,), 0, "regroup", None, r04.kind_of_way(place, to)) for to in ways]


def regroup_ways(w: World, place: Place, block: str) -> list[Place]:
    """§7.7 By land over any way, never over sea; §7.83 ships to seas and ports, vacant ones too."""
    beside = NAVAL[place] if is_ship(block) else tuple(EDGES[place])
    return [to for to in beside if r04.is_open_to(w, side_of(w, block), to)]
