"""§16 The order to march: a way by land hex by hex, or a far hex alone, and carrying it out."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from itertools import pairwise

from adjudicator.belisarius.board import AREAS, HEXES, KINDS
from adjudicator.belisarius.world import Army, Hex, Place, Unit, World
from adjudicator.core import (
    N_,
    Bar,
    Illegal,
    Passage,
    Reach,
    Reader,
    Route,
    Step,
    Words,
    bar,
    judged,
    tell,
    words,
)
from adjudicator.core.choices.choice import NoneLegal
from adjudicator.core.choices.ways import NotNext
from adjudicator.core.log.chain import JSON
from adjudicator.core.log.chance import Rng
from adjudicator.geometry import paths

from .r14_groups import as_way
from .r15_zones import may_leave
from .r16_movement import Ground, ground_of, held_after, land_neighbours, passable, points, reach

ENDLESS = 10**6
"""More half points than any way on the map costs."""


class March(Route, frozen=True, kw_only=True):
    """A way by land; a place that is named and cannot be reached is refused with what it would cost.

    The army's own place may be named first: "3535-3434-3333".
    """

    ways: Callable[[], Sequence[Reach]]
    why_not: Callable[[tuple[Place, ...], Place], Bar | None]
    sampler: Callable[[Rng], JSON]
    acting: bool = False
    """True for the way of the army that is acting, which an order need not name."""

    def parse(self, text: str, reader: Reader) -> JSON:
        text = as_way(text, reader).removeprefix("-")
        head, dash, rest = text.partition("-")
        if dash and reader.lexicon.find(head.strip(), [self.start]):
            text = rest
        try:
            return super().parse(text, reader)
        except NotNext:
            if (stop := self._unreached(text.split("-"), reader)) is None:
                raise
            raise stop.refuse() from None

    def _unreached(self, pieces: list[str], reader: Reader) -> Bar | None:
        """Return why the first place that is not reached is not, if the text names one."""
        way: tuple[Place, ...] = ()
        for n, piece in enumerate(pieces, 1):
            try:
                way = tuple(super().parse("-".join(pieces[:n]), reader))
            except NotNext:
                found = reader.lexicon.find(piece.strip(), (*HEXES, *AREAS))
                if not found and n == 1:
                    return self._of_units(piece, reader)
                return self.why_not(way, found[0]) if len(found) == 1 else None
            except Illegal:
                return None
        return None

    def _of_units(self, piece: str, reader: Reader) -> Bar | None:
        """§14.1 Return the reason against units in an order that needs only a way, else None."""
        first = re.match(r"[\d\s]*([^\s+＋,、，]+)", piece)
        if first is None or not self.acting or reader.lexicon.knows(piece):  # a place is no unit
            return None
        if not reader.lexicon.find(first[1], ("all", *KINDS)):
            return None
        return bar("14.1", N_("an army is operating: give only its route, or end its operations first"))

    def sample(self, rng: Rng) -> JSON:
        return self.sampler(rng)

    def reach(self, piece: str) -> Sequence[Reach]:
        return self.ways() if piece in self.pieces else ()


def march_choice(
    w: World,
    units: Sequence[Unit],
    start: Place,
    half: int,
    held: Sequence[Hex] = (),
    sure: int | None = None,
) -> March:
    """§16.1 Return where some land units may go from a place with a number of half points.

    `held` is what holds them there (`Army.held`); `sure` the number of half points that they have with any
    die, all of them if it has been cast.
    """
    ground = cache(lambda: ground_of(w, units))  # read once, and only if somebody looks

    def left(way: Sequence[Place]) -> int:
        return half - ground().cost_of(start, way)

    def step(way: tuple[Place, ...]) -> Step:
        here, stuck, rest = (start, *way)[-1], held_after(ground(), way, held), left(way)
        return Step(judged(land_neighbours(here), lambda to: _may_step(ground(), here, to, stuck, rest)))

    def beyond(way: tuple[Place, ...]) -> Mapping[str, Passage]:
        found = reach(ground(), (start, *way)[-1], left(way), held_after(ground(), way, held))
        return {to: Passage(onward) for to, onward in found.ways().items()}

    def why_not(way: tuple[Place, ...], to: Place) -> Bar | None:
        here = (start, *way)[-1]
        return _why_not(ground(), here, to, held_after(ground(), way, held), left(way))

    def reached(way: tuple[Place, ...], cost: int) -> Reach:
        certain = half if sure is None else sure
        return Reach(way[-1], way, cost, "march" if cost <= certain else "march_perhaps", by="land")

    def ways() -> list[Reach]:
        found = reach(ground(), start, half, held)
        return [reached(way, found.costs[to]) for to, way in found.ways().items()]

    def note(way: tuple[Place, ...]) -> Words:
        return costs(ground().cost_of(start, way), half, sure)

    return March(
        rule="16.1",
        prompt=words(N_("Which route ({left} OP left)?"), left=points(half)),
        start=start,
        step=step,
        beyond=beyond,
        ways=ways,
        why_not=why_not,
        note=note,
        along=lambda way: reached(way, ground().cost_of(start, way)),
        sampler=lambda rng: _sample(ground(), start, half, held, rng),
        pieces=tuple(units),
        acting=sure is None,
    )


def costs(cost: int, half: int, sure: int | None) -> Words:
    """§14.3 Return the cost of a way and what it leaves; before the die is cast, of how many points
    (`march_choice`).
    """
    if sure is None:
        return words(N_("costs {cost}, {left} left"), cost=points(cost), left=points(half - cost))
    template = N_("costs {cost}; the die will give {least} to {most}")
    return words(template, cost=points(cost), least=points(sure), most=points(half))


def _may_step(ground: Ground, a: Place, b: Place, held: Sequence[Hex], left: int) -> Bar | None:
    """§16.3 §15.2 §14.31 Return why a step is not open, None if it is."""
    if (stop := may_leave(ground.covered, held, a, b) or ground.stop(a, b)) is not None:
        return stop
    cost = ground.cost(a, b)
    return _too_dear(b, cost, left) if cost > left else None


def _too_dear(place: Place, cost: int, left: int) -> Bar:
    """§14.31 An army that lacks the points for an operation does not carry it out."""
    return bar(
        "14.31",
        N_("moving to {place} costs {cost} OP; you have {left} left"),
        place=place,
        cost=points(cost),
        left=points(left),
    )


def _why_not(ground: Ground, here: Place, to: Place, held: Sequence[Hex], left: int) -> Bar | None:
    """§16.1 Return why a place further off is not reached: the points lack, it is closed, or no way leads
    there.

    It is the last step that is refused, from the nearest place beside it that the army could come to.
    """
    if to == here:
        return bar("16.1", N_("the army is already at {place}"), place=to)
    found = reach(ground, here, ENDLESS, held)
    if to in found.costs:
        return _too_dear(to, found.costs[to], left)
    if beside := [place for place in land_neighbours(to) if place in found.costs]:
        last = min(beside, key=lambda place: (found.costs[place], place))
        stuck = held if last == here else ground.covered.get(last, ())
        return ground.stop(last, to) or may_leave(ground.covered, stuck, last, to)
    if (stop := _closed(ground, to) or _in_the_way(ground, here, to, held)) is not None:
        return stop
    return bar("16.1", N_("there is no route by land from {a} to {b}"), a=here, b=to)


def _in_the_way(ground: Ground, here: Place, to: Place, held: Sequence[Hex]) -> Bar | None:
    """§16.31 §15.2 Return the first bar on the shortest way over the ground to a place, None without one."""
    free = paths.reach(here, passable, ENDLESS, to)
    if to not in free.costs:
        return may_leave(ground.covered, held, here, "")
    course = free.path(to)
    for a, b in pairwise(course):
        stuck = held if a == here else ground.covered.get(a, ())
        if (stop := ground.stop(a, b) or may_leave(ground.covered, stuck, a, b)) is not None:
            return stop
    return None


def _closed(ground: Ground, to: Place) -> Bar | None:
    """§16.3 Return why a hex is closed from wherever one comes."""
    stops = [ground.stop(beside, to) for beside in land_neighbours(to)]
    return stops[0] if stops and all(stops) else None


def _sample(ground: Ground, start: Place, half: int, held: Sequence[Hex], rng: Rng) -> JSON:
    """A random way, preferably to places near the enemy, so that self-play has combats."""
    found = reach(ground, start, half, held)
    places = [to for to in found.costs if to != start]
    if not places:
        raise NoneLegal("no way leads anywhere")
    near = [to for to in places if to in ground.covered]
    return found.path(rng.choice(near if near and rng.below(2) else places))[1:]


# -- carrying it out ---------------------------------------------------------------------------


def march(w: World, army: Army, way: Sequence[Place]) -> None:
    """§16.0 §16.1 §16.5 Move the army along its way hex by hex, as far as its points and the enemy's zones
    allow.

    What it cannot go is left to new orders: only an army that was sent off before its die was cast meets
    that (§14.21).
    """
    ground, gone = ground_of(w, army.units), list[Place]()
    for to in way:
        here = gone[-1] if gone else army.place
        if _may_step(ground, here, to, held_after(ground, gone, army.held), army.half) is not None:
            break
        army.half -= ground.cost(here, to)
        gone.append(to)
    if gone:
        army.held = list(held_after(ground, gone, army.held))
        for unit in army.units:
            w.at[unit] = gone[-1]
        start, army.place = army.place, gone[-1]
        tell(
            "marched",
            "16.1",
            seat=army.seat,
            units=list(army.units),
            way=[start, *gone],
            left=points(army.half),
        )
    if len(gone) < len(way):
        tell(
            "halted",
            "14.31",
            seat=army.seat,
            place=army.place,
            to=way[len(gone)],
            left=points(army.half),
        )
