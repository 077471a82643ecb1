"""A battle as it is followed from its order to its end, and what is compared of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from adjudicator.core import Event
from adjudicator.ottomans.world import World

from .fighting import attack, column, defence, result
from .ground import closed_to, colour, here, owner, printed
from .losing import half
from .printed import CITIES, COUNTERS, SEAS


class Said(NamedTuple):
    """A comparison: of what, what the project has, what the second implementation has, and a note."""

    kind: str
    theirs: Any
    ours: Any
    note: str = ""


@dataclass
class Fight:
    """A battle: who attacks and defends where, what has been doubled, and what has become of them."""

    attacker: str
    place: str
    origin: str
    attackers: Sequence[str]
    defenders: Sequence[str]
    chits: Sequence[str]
    doubled: set[str] = field(default_factory=set)
    owners: Mapping[str, str] = field(default_factory=dict)
    strengths: Mapping[str, int] = field(default_factory=dict)
    column: str = ""
    how: str = ""
    honors: bool = False
    gone: set[str] = field(default_factory=set)
    lived: set[str] = field(default_factory=set)
    retreated: dict[str, str] = field(default_factory=dict)
    entered: list[str] = field(default_factory=list)

    @property
    def target(self) -> str:
        """What the order to attack named: a port from the sea with this sea."""
        return f"{self.place}/{self.origin}" if self.in_city and self.origin in SEAS else self.place

    @property
    def in_city(self) -> bool:
        """True if a city is attacked."""
        return self.place in CITIES

    def hears(self, event: Event, now: World) -> Iterator[Said]:
        """Take up an event of the battle; `now` is the world as it was when the event was told."""
        v = event.values
        match event.kind:
            case "doubled":
                self.doubled.add(v["side"])
            case "odds":
                yield from self._odds(v, now)
            case "result":
                yield Said("result", v["how"], result(self.column, v["die"]))
                self.how = v["how"]
            case "bloodbath_in_city":
                yield Said("§10.32", (self.in_city, self.how), (True, "DD"))
                self.how = "BB"
            case "honors":
                self.honors = True
            case "eliminated" | "no_retreat":
                self.gone |= {*v["units"]}
            case "survival" if v["leader"] in self.strengths:
                (self.lived if v["how"] == "lives" else self.gone).add(v["leader"])
            case "retreated":
                self.retreated |= dict.fromkeys(v["units"], v["to"])
            case "entered":
                self.entered += v["units"]

    def _odds(self, v: Mapping[str, Any], now: World) -> Iterator[Said]:
        """§9.1(1) to (3); ruling OT-B12: who still stands there, and of attackers who still obeys."""
        at = now.at
        self.attackers = [
            u for u in self.attackers if at.get(u) == self.origin and owner(now, u) == self.attacker
        ]
        self.defenders = [u for u in self.defenders if at.get(u) == self.place]
        both = [*self.attackers, *self.defenders]
        self.owners = {u: owner(now, u) for u in both}
        self.strengths = {u: printed(now, [u]) for u in both}
        ours = attack(now, self.attackers, self.place, self.origin, self.chits, "attack" in self.doubled)
        theirs = defence(now, self.defenders, self.owners, self.place, self.doubled)
        sums = [printed(now, self.attackers), printed(now, self.defenders)]
        self.column = column(ours, theirs)
        yield Said("printed strength", list(v["printed"]), sums, str(self))
        yield Said("strength", (v["attack"], v["defence"]), (ours, theirs), str(self))
        yield Said("column", v["odds"], self.column)
        if now.options["administration_saves_own"] == "no":
            kept = sorted(u for u in self.defenders if self.owners[u] == self.attacker)
            yield Said("§6.5 control has passed", kept, [])
        free = sorted(u for u in self.defenders if not self.owners[u] and COUNTERS[u].nation)
        yield Said("§6.6 nobody's nation defends", free, [])

    def total(self, units: Sequence[str]) -> int:
        """The printed strength of units when the die was cast."""
        return sum(self.strengths[u] for u in units)

    def needs(self) -> tuple[int, int]:
        """§27.0 How much the attackers and the defenders lose."""
        mine, theirs = self.total(self.attackers), self.total(self.defenders)
        if self.honors and self.how in ("BB", "DD"):
            return 0, 0
        least = min(mine, theirs)
        lost = {
            "AD": (half(mine), 0),
            "AE": (mine, 0),
            "BB": (least, least),
            "DD": (0, half(theirs)),
            "DE": (0, theirs),
        }
        return lost[self.how]

    def ends(self, now: World) -> Iterator[Said]:
        """What is compared when the battle is over."""
        if not self.how:
            return
        lost = self.gone | self.lived
        for name, side, need in zip(
            ("attackers", "defenders"), (self.attackers, self.defenders), self.needs(), strict=True
        ):
            fallen = [u for u in side if u in lost]
            enough_ = self.total(fallen) >= need and (need > 0 or not fallen)
            yield Said(f"losses of {name}", enough_, True, str(self))
            all_ = need == self.total(side)
            yield Said(f"all {name} lost", not all_ or sorted(fallen) == sorted(side), True, str(self))
        yield Said("bystanders", sorted(self.gone - {*self.attackers, *self.defenders}), [], str(self))
        yield from self._retreat(now)
        yield from self._advance(now)

    def _retreat(self, now: World) -> Iterator[Said]:
        beaten = self.attackers if self.how == "AD" else ()
        if (self.how == "DD" and not self.in_city) or (self.honors and self.how in ("BB", "DD")):
            beaten = self.defenders
        left = [u for u in beaten if u not in self.gone and (u not in self.lived or u in self.retreated)]
        yield Said("who retreats", sorted(self.retreated), sorted(left), str(self))
        groups = {(self.owners[u], colour(u)) for u in left if colour(u)}
        goals = {(self.owners[u], colour(u), self.retreated.get(u, "")) for u in left}
        if not self.in_city or self.how == "AD":
            yield Said("each group to one area", len(goals), len(groups))

    def _advance(self, now: World) -> Iterator[Said]:
        if not self.in_city:
            yield Said("no advance in the field", self.entered, [])
            return
        for unit in self.entered:
            yield Said("who advances", unit in self.attackers and unit not in self.gone, True)
            yield Said("into a boxed city", closed_to(now, unit, self.place), False)
        held = {owner(now, u) for u in here(now, self.place)}
        yield Said("one hand in a city", len(held) <= 1, True)
