"""§6.1 The orders of a movement phase, thought of as a whole."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Final, NamedTuple

from adjudicator.core.log.chain import JSON
from adjudicator.julius_caesar.board import (
    ATTACK_LIMIT,
    CITIES,
    EDGES,
    FIGURES,
    MOVE_LIMIT,
    PLUTO_LIMIT,
    edge_id,
    winter_limit,
)
from adjudicator.julius_caesar.rules.r06_groups import card_bar
from adjudicator.julius_caesar.world import CLEOPATRA, Place, Side, World, is_ship

from .scan import FAR, VALUE, Scan, roads_from

BACK: Final = 6
"""The assumed might of a back."""
GOOD: Final = 130
"""The odds in a hundred from which it attacks."""
COMING: Final = 50
"""Of the enemies beside a city, the part in a hundred that is expected to come to its help."""
DISBANDED: Final = 100
"""The worth of a block that need not be disbanded in the winter, in hundredths of a movement point."""
LEAST: Final = 25
"""The worth, in hundredths of a movement point, from which an order is given."""


class Style(NamedTuple):
    """A way to plan a phase.

    Attributes:
        target: a city to be attacked or taken by all that can; "" for none.
        good: the odds in a hundred from which it attacks.
        guard: the weight in a hundred of what is lost where blocks leave cities that count.
        spread: true if to a vacant place go no more than one, and one for each enemy beside it.
    """

    target: Place = ""
    good: int = GOOD
    guard: int = 100
    spread: bool = False


class Order(NamedTuple):
    """A move of a group: its worth in hundredths of a point, its way, and its blocks."""

    worth: int
    start: Place
    way: tuple[Place, ...]
    blocks: tuple[str, ...]


class Phase:
    """The orders of a phase, and the position that they lead to.

    Attributes:
        scan: who stands where after the orders given so far.
        free: the land blocks that may still move by place, the strongest first.
        answers: the orders given so far.
    """

    def __init__(self, w: World, side: Side, style: Style) -> None:
        self.w, self.side, self.style = w, side, style
        self.scan = Scan(w, side)
        self.card = w.cards[side]
        self.points = w.points
        self.activated = list(w.activated)
        self.passed = dict(w.passed)
        gone = set(w.moved)
        self.free = {
            place: sorted(
                (
                    b
                    for b in blocks
                    if b not in gone and not is_ship(b) and b != CLEOPATRA and not self.barred(b)
                ),
                key=lambda b: (-self.scan.might([b]), b),
            )
            for place, blocks in self.scan.own.items()
            if place in CITIES and place not in w.attackers
        }
        self.answers: list[JSON] = []
        self.enemy_answers = w.first == side
        self.targets: list[Place] = []
        self._near: dict[int, Mapping[Place, int]] = {}

    def barred(self, block: str) -> bool:
        """§2.1 Return true if the card does not move a block."""
        return card_bar(self.card, block) is not None

    def planned(self) -> tuple[JSON, ...]:
        """Return the orders, the end last."""
        if self.style.target:
            self.aim(self.style.target)
        while True:
            found = self.best()
            if not found:
                break
            for order in found:
                self.give(order)
        return (*self.answers, {"pick": "end"})

    def give(self, order: Order) -> None:
        """Give an order, and note where it leads."""
        start, way, blocks = order.start, order.way, order.blocks
        self.answers.append(
            {"pick": "move", "answer": {"start": start, "way": list(way), "blocks": sorted(blocks)}}
        )
        if start not in self.activated:
            self.activated.append(start)
            self.points -= 1
        for a, b in zip((start, *way), way, strict=False):
            self.passed[edge_id(a, b)] = self.passed.get(edge_id(a, b), 0) + len(blocks)
        own, end = self.scan.own, way[-1]
        own[start] = [b for b in own[start] if b not in blocks]
        if not own[start]:
            del own[start]
        self.free[start] = [b for b in self.free[start] if b not in blocks]
        own.setdefault(end, []).extend(blocks)
        self._near.clear()

    # -- candidates ------------------------------------------------------------------------------

    def best(self) -> list[Order]:
        """Return the order that gains most, or several that attack together; none if none is worth it."""
        found: list[Order] = []
        most = LEAST
        for start, free in self.free.items():
            if not free or (start not in self.activated and not self.points):
                continue
            for group in (*self.groups(start), *self.groups_of_winter(start)):
                for order in self.moves(start, group):
                    if order.worth >= most:
                        most, found = order.worth + 1, [order]
        for target in sorted(self.scan.foes):
            if target in CITIES and target not in self.targets:
                together = self.together(target)
                worth = sum(order.worth for order in together)
                if together and worth // len(together) >= most:
                    most, found = worth // len(together) + 1, together
        return found

    def aim(self, target: Place) -> None:
        """Send all that can to a place."""
        if target in self.scan.foes:
            for order in self.together(target, forced=True):
                self.give(order)
            self.targets.append(target)
            return
        while True:
            ways = [
                order
                for start, free in self.free.items()
                if free and (start in self.activated or self.points) and start != target
                for order in self.moves(start, free)
                if order.way[-1] == target
            ]
            if not ways:
                return
            self.give(max(ways, key=lambda o: (self.scan.might(o.blocks), o.start, o.way)))

    def groups(self, start: Place) -> Iterator[list[str]]:
        """Yield the blocks that may leave a place: all but one who holds a city that counts, and all but
        those who are as many as the enemies beside it.
        """
        free = self.free[start]
        if start not in VALUE:
            yield free
            return
        others = len(self.scan.own[start]) - len(free)
        most = len(free) - (not others) if len(free) > 1 else 1
        yield free[:most]
        spare = len(free) - max(0, self.scan.threat(start) - others)
        if 0 < spare < most:
            yield free[:spare]

    def groups_of_winter(self, start: Place) -> Iterator[list[str]]:
        """§8.3 Yield the weakest of a place that are more than it holds in the winter to come."""
        free = self.free[start]
        if 0 < (more := self.excess(start, 0)) <= len(free):
            yield free[-more:]
            yield free[-1:]

    def excess(self, place: Place, n: int) -> int:
        """§8.3 Return how many blocks a place with n more cannot hold in a winter that is about to come."""
        if self.w.turn < FIGURES.turns:
            return 0
        return max(0, len(self.scan.own.get(place, ())) + n - winter_limit(place))

    def moves(self, start: Place, group: Sequence[str]) -> Iterator[Order]:
        """Every place to which a group can go by one or two roads, with as many as the roads take."""
        scan, seen = self.scan, {start}
        for to in EDGES[start]:
            if to in self.closed(start):
                continue
            foes = to in scan.foes
            n = min(len(group), self.room(start, to, foes))
            seen.add(to)
            if n > 0:
                yield self.order(start, (to,), self.party(to, group, n))
        for to in EDGES[start]:
            if to in scan.foes or to in self.closed(start):
                continue
            n = min(len(group), self.room(start, to, False))
            for end in EDGES[to]:
                if end in seen or end in scan.foes or n <= 0:
                    continue
                most = min(n, self.room(to, end, False))
                if most > 0:
                    seen.add(end)
                    yield self.order(start, (to, end), self.party(end, group, most))

    def party(self, to: Place, group: Sequence[str], most: int) -> Sequence[str]:
        """Return those of a group who go to a place: the strongest, or if it spreads the weakest who suffice
        for a vacant one.
        """
        if not self.style.spread or to in self.scan.own or to in self.scan.foes:
            return group[:most]
        return group[-min(most, 1 + self.scan.threat(to)) :]

    def closed(self, start: Place) -> Sequence[Place]:
        """§6.13 Return the places from which the enemy came into a place."""
        return [e.origin for e in self.w.entered.get(start, ()) if e.side != self.side]

    def room(self, a: Place, b: Place, attack: bool) -> int:
        """§6.11 Return the number of blocks that may still go from a to b."""
        kind = EDGES[a][b]
        limit = MOVE_LIMIT if not attack else PLUTO_LIMIT if self.card == "pluto" else ATTACK_LIMIT
        return limit[kind] - self.passed.get(edge_id(a, b), 0)

    def together(self, target: Place, forced: bool = False) -> list[Order]:
        """Return the orders of a common attack on a place, the strongest group first; none if it is weak."""
        scan = self.scan
        groups: list[tuple[int, Place, list[str]]] = []
        for start in EDGES[target]:
            free = self.free.get(start)
            if not free or target in self.closed(start):
                continue
            if start in VALUE and len(free) > 1 and scan.threat(start) and len(free) == len(scan.own[start]):
                free = free[:-1]
            n = min(len(free), self.room(start, target, True))
            if n > 0:
                groups.append((scan.might(free[:n]), start, free[:n]))
        groups.sort(key=lambda one: (-one[0], one[1]))
        there = scan.own.get(target, ())
        might, points, chosen = scan.might(there), self.points, list[Order]()
        needed = self.resistance(target)
        for strength, start, blocks in groups:
            if start not in self.activated:
                if not points:
                    continue
                points -= 1
            might += strength
            left = len(scan.own[start]) - len(blocks)
            chosen.append(Order(-self.loss(start, left), start, (target,), tuple(blocks)))
            if 100 * might >= 250 * needed:
                break
        odds = 100 * might // max(1, needed)
        if not chosen or (odds < self.style.good and not forced):
            return []
        gain = self.battle(target, might) - self.battle(target, scan.might(there))
        first = chosen[0]
        return [first._replace(worth=first.worth + gain), *chosen[1:]]

    # -- worth -----------------------------------------------------------------------------------

    def order(self, start: Place, way: tuple[Place, ...], blocks: Sequence[str]) -> Order:
        """Return a move with its worth."""
        scan, to, n = self.scan, way[-1], len(blocks)
        worth = 4 * (self.near(to, n) - self.near(start, n))
        own, foes = scan.own.get(to), scan.foes.get(to, 0)
        if foes:
            there = scan.might(own or ())
            won = self.battle(to, there + scan.might(blocks))
            worth += won - self.battle(to, there) if won > 0 else won
        elif not own:
            worth += 200 * VALUE.get(to, 0) + 30
        elif to in VALUE and scan.threat(to) > len(own):
            worth += 80 * self.style.guard // 100
        worth -= self.loss(start, len(scan.own[start]) - n)
        worth += DISBANDED * (self.excess(start, 0) - self.excess(start, -n))
        if not foes:
            worth -= DISBANDED * (self.excess(to, n) - self.excess(to, 0))
        return Order(worth, start, way, tuple(blocks))

    def battle(self, place: Place, might: int) -> int:
        """Return the worth of a battle with so much might, in hundredths of a point; of none it is 0.

        What makes sure odds better gains little, so no more is sent there than is needed.
        """
        odds = 100 * might // max(1, self.resistance(place)) - self.style.good
        if not might or odds < 0:
            return -900 if might else 0
        kept = 200 * VALUE.get(place, 0) + 20 * self.scan.foes[place] + 30
        return kept + 2 * min(odds, 100) + 200 * (self.w.at.get(CLEOPATRA) == place)

    def loss(self, start: Place, left: int) -> int:
        """Return the loss where so many blocks are left in a place, in hundredths of a point."""
        value = VALUE.get(start, 0)
        if not value:
            return 0
        lost = 200 * value if not left else 0
        if self.scan.threat(start) > left:
            lost += 150 * value
        return lost * self.style.guard // 100

    def resistance(self, place: Place) -> int:
        """Return the assumed might of the enemies in a place, with those who may come to their help."""
        foes = 100 * self.scan.foes.get(place, 0)
        if self.enemy_answers:
            foes += COMING * self.scan.threat(place)
        return BACK * foes // 100

    def near(self, place: Place, n: int) -> int:
        """Return the nearness of a place to a city that counts and where no own block is: 100 in it."""
        known = self._near.get(n)
        if known is None:
            scan = self.scan
            wanted = [city for city in VALUE if city not in scan.own and scan.foes.get(city, 0) <= n]
            known = self._near[n] = nearness(tuple(wanted))
        return known.get(place, 0)


@cache
def nearness(cities: tuple[Place, ...]) -> Mapping[Place, int]:
    """Return the nearness of each place to the nearest of some cities: 100 in it."""
    far: dict[Place, int] = {}
    for city in cities:
        for place, roads in roads_from(city).items():
            far[place] = min(roads, far.get(place, FAR))
    return {place: 100 // (1 + roads) for place, roads in far.items() if roads < FAR}
