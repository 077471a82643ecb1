"""§6.3 Transport of land blocks by sea, before every other move."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.core import (
    N_,
    Bar,
    Field,
    Form,
    OneOf,
    Passage,
    Reach,
    Route,
    Step,
    Subset,
    Verdicts,
    bar,
    tell,
    way_first,
    words,
)
from adjudicator.julius_caesar.board import CITIES, FIGURES, NAVAL, SEAS
from adjudicator.julius_caesar.world import Place, Side, World, backs, blocks_of, is_city, is_ship, known_to

from . import r04_board as r04
from .r06_groups import LAND_EVENTS, Most, free_to_leave, unmoved, without_blocks

PORTS = tuple(city.id for city in CITIES.values() if city.port)


def no_sail(w: World, side: Side) -> Bar | None:
    """§6.3 Bar transport after any other move; ruling JC-M9: a point a block; events have none."""
    card = w.cards[side]
    if card in (*LAND_EVENTS, "neptune"):
        return bar(f"card/{card}", N_("{card} does not allow sea transport"), card=card)
    if w.activated:
        return bar("6.3", N_("sea transport comes before all other moves, and you have already moved"))
    if w.points < FIGURES.sea_transport_cost:
        return bar("6.3", N_("you have no movement points left"))
    fleets = any(place in SEAS and is_ship(b) for b, place in w.at.items())
    if not fleets or not any(_may_embark(w, side, port) is None for port in _ports_of(w, side)):
        return bar("6.3", N_("none of your blocks is in a port that friendly seas connect to another port"))
    return None


def sail_form(w: World, side: Side) -> Form:
    """§6.3 From which port, over which seas to which port, and which blocks."""
    return Form(
        rule="6.3",
        prompt=words(N_("Transport blocks across friendly seas.")),
        fields=(
            Field("start", lambda done: _harbour_choice(w, side), ("-",)),
            Field("way", lambda done: _passage(w, side, done["start"]), (":",)),
            Field("blocks", lambda done: _passengers(w, side, done["start"])),
        ),
        reworded=way_first,
        ways=lambda block: list(_reach_by_sea(w, side, block)),
    )


def _harbour_choice(w: World, side: Side) -> OneOf:
    return OneOf(
        rule="6.3",
        prompt=words(N_("From which port do they sail?")),
        options=lambda: _harbours(w, side),
        unlisted=lambda: without_blocks(w, side) | _inland(w, side),
    )


def _inland(w: World, side: Side) -> dict[Place, Bar]:
    """§6.3 Return the places of a side's blocks that are no ports: nothing embarks there."""
    others = {p for b in blocks_of(w, side) if (p := w.at[b]) not in PORTS}
    return {p: bar("6.3", N_("{place} is not a port"), place=p) for p in sorted(others)}


def _harbours(w: World, side: Side) -> Verdicts:
    return {port: _may_embark(w, side, port) for port in _ports_of(w, side)}


def _ports_of(w: World, side: Side) -> list[Place]:
    return sorted({p for b in blocks_of(w, side) if is_city(p := w.at[b]) and NAVAL[p]})


def _may_embark(w: World, side: Side, port: Place) -> Bar | None:
    """§6.3 Blocks that are not pinned may sail even from a contested port; ruling JC-M12."""
    if not any(not is_ship(b) for b in unmoved(w, side, port)):
        return bar("6.3", N_("no block at {place} can be transported"), place=port)
    if free_to_leave(w, side, port) == 0:
        return bar("6.13", N_("the enemy's main attack pins all your blocks at {place}"), place=port)
    if not any(_leads_to_port(w, side, port, (sea,)) for sea in r04.friendly_seas(w, side, port)):
        return bar("6.3", N_("no friendly seas lead from {place} to a friendly or vacant port"), place=port)
    return None


def _passage(w: World, side: Side, start: Place) -> Route:
    return Route(
        rule="6.3",
        prompt=words(N_("Across which seas, to which port?")),
        start=start,
        step=lambda way: Step(_over(w, side, start, way), _must_land(way)),
        beyond=lambda way: _voyages(w, side, start, way),
        along=lambda way: Reach(way[-1], way, FIGURES.sea_transport_cost, "by_sea", by="sea"),
    )


def _must_land(way: tuple[Place, ...]) -> Bar | None:
    if not way or is_city(way[-1]):
        return None
    return bar("6.3", N_("transported blocks may not stay at sea: the route must end in a port"))


def _over(w: World, side: Side, start: Place, way: tuple[Place, ...]) -> dict[Place, Bar | None]:
    """§6.3 The next sea, or the port where the passage ends; ruling JC-M11: only seas that lead to one."""
    if way and is_city(way[-1]):
        return {}
    here = way[-1] if way else start
    return {to: _may_sail(w, side, start, way, to) for to in NAVAL[here] if to != start and to not in way}


def _may_sail(w: World, side: Side, start: Place, way: tuple[Place, ...], to: Place) -> Bar | None:
    if to in SEAS:
        if r04.holder(w, to) != side:
            return bar("6.3", N_("{sea} is not friendly: only your own ships may be there"), sea=to)
        if not _leads_to_port(w, side, start, (*way, to)):
            return bar("6.3", N_("{sea} leads to no friendly or vacant port"), sea=to)
        return None
    if not r04.is_open_to(w, side, to):
        return bar(
            "6.3", N_("{place} is neither friendly nor vacant: you cannot land where the enemy is"), place=to
        )
    return None


def _voyages(w: World, side: Side, start: Place, way: tuple[Place, ...]) -> dict[Place, Passage]:
    """§6.3 Find the way to every other port, or what bars it; ruling JC-M11: fewest seas first, then by
    name.
    """
    found: dict[Place, Passage] = {}
    ways, seen = [way], {*way}
    while ways:
        so_far = ways.pop(0)
        for to, closed in _over(w, side, start, so_far).items():
            if to in SEAS and to not in seen and closed is None:
                seen.add(to)
                ways.append((*so_far, to))
            elif to not in SEAS and to not in found:
                found[to] = Passage((*so_far, to)[len(way) :], closed)
    for port in PORTS:
        if port != start and port not in found:
            why = bar("6.3", N_("no friendly seas lead from {start} to {port}"), start=start, port=port)
            found[port] = Passage((port,), why)
    return dict(sorted(found.items()))


def _leads_to_port(w: World, side: Side, start: Place, way: tuple[Place, ...]) -> bool:
    for to in NAVAL[way[-1]]:
        if to in SEAS:
            if to not in way and r04.holder(w, to) == side and _leads_to_port(w, side, start, (*way, to)):
                return True
        elif to != start and r04.is_open_to(w, side, to):
            return True
    return False


def _passengers(w: World, side: Side, start: Place) -> Subset:
    limits: list[Most] = [(w.points // FIGURES.sea_transport_cost, "6.3")]
    limits.append((free_to_leave(w, side, start), "6.13"))
    most, rule = min(limits)
    return Subset(
        rule=rule,
        prompt=words(N_("Which blocks (up to {most}, 1 movement point each)?"), most=most),
        options=lambda: {b: _may_board(b) for b in unmoved(w, side, start)},
        least=1,
        most=most,
    )


def _may_board(block: str) -> Bar | None:
    return (
        bar("6.3", N_("{block} is a ship and cannot be transported"), block=block) if is_ship(block) else None
    )


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
    """The ports to which one block may be carried, for the map."""
    start = w.at.get(block)
    if start is None or is_ship(block) or block not in unmoved(w, side, start) or not NAVAL[start]:
        return
    stop = no_sail(w, side) or _may_embark(w, side, start)
    for port, (way, closed) in _voyages(w, side, start, ()).items():
        if len(way) > 1:
            yield Reach(port, way, FIGURES.sea_transport_cost, "by_sea", stop or closed, "sea")
