"""What has happened in a turn so far, as its events tell it: who has moved, was stopped, has fought.

It is kept apart from the world's own record of the same things, which is never read here.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field, replace

from adjudicator.core import Event
from adjudicator.ottomans.world import World

from .ground import colour, here, hostile_afloat, hostile_ashore, owner
from .printed import CITIES, COUNTERS, SEAS

ENEMIES, WEATHER = "7.7", "27.2"


@dataclass
class Group:
    """§11.11 The units of a forced march, and of these who stayed behind on it."""

    leader: str
    units: set[str]
    behind: set[str] = field(default_factory=set)
    fought: bool = False


@dataclass
class Course:
    """The course of a player's turn.

    `moved` have moved by land or sea, `landed` were put ashore, `carried` were taken aboard in this phase;
    `fleet` are the ships whose move may go on (ruling OT-M9). `spent` is movement used in this phase or
    march. `held` says by what units were stopped and where; whom enemies stopped in the Movement Phase is
    kept for the marches (ruling OT-M8). `fast` and `free` have Military Advance and Truce. `fought` have
    attacked or stood by, `spared` is what Weather has protected.
    """

    phase: str = ""
    acting: str = ""
    turn: int = 0
    moved: set[str] = field(default_factory=set)
    landed: set[str] = field(default_factory=set)
    carried: set[str] = field(default_factory=set)
    fleet: set[str] = field(default_factory=set)
    spent: defaultdict[str, int] = field(default_factory=lambda: defaultdict(int))
    held: dict[str, tuple[str, str]] = field(default_factory=dict)
    fast: set[str] = field(default_factory=set)
    free: set[str] = field(default_factory=set)
    fought: set[str] = field(default_factory=set)
    spared: set[str] = field(default_factory=set)
    marched: set[str] = field(default_factory=set)
    group: Group | None = None

    def left(self, unit: str) -> int:
        """§7.1 §27.2 The movement that a unit has left."""
        return COUNTERS[unit].move + (unit in self.fast) - self.spent[unit]

    def is_held(self, w: World, unit: str) -> bool:
        """Is a unit held where it stands (§7.7, §27.2)? Enemies hold nobody once they are gone (OT-M8)."""
        why, place = self.held.get(unit, ("", ""))
        if not why or w.at.get(unit) != place:
            return False
        if why == WEATHER:
            return True
        stops = hostile_afloat if place in SEAS else hostile_ashore
        return self.group is None or stops(w, place, colour(unit))

    def enters(self, w: World, phase: str) -> None:
        """A phase begins: everybody moves anew (§7.4), only what enemies have stopped stays in the turn."""
        if (self.acting, self.turn) != (w.acting, w.turn):
            self.held, self.marched, self.group = {}, set(), None
        self.phase, self.acting, self.turn = phase, w.acting, w.turn
        self.moved, self.landed, self.carried, self.fleet = set(), set(), set(), set()
        self.fast, self.free, self.fought, self.spared = set(), set(), set(), set()
        self.spent = defaultdict(int)
        kept = w.options["march_after_stop"] == "no"
        self.held = {u: by for u, by in self.held.items() if kept and by[0] == ENEMIES}

    def hears(self, event: Event, before: World, after: World) -> None:
        """Take up what an event says; `before` is the world of the order, `after` that once it is told."""
        v = event.values
        match event.kind:
            case "moved":
                self._walked(v["units"], v["way"], after)
            case "sailed":
                self._sailed(v["units"], v["riders"], v["way"], after)
            case "carried":
                self._was_carried(v["units"], v["way"], after)
            case "hurried":
                self.fast |= {*v["units"]}
            case "safe_conduct":
                self.free |= {*v["units"]}
            case "attacked":
                self._attacks(v["units"], v["origin"], before)
            case "march_begins":
                self._begins(v["leader"], v["units"])
            case "march_ends":
                self.group = None

    def begun(self, leader: str, units: list[str]) -> Course:
        """This course after a leader has begun a forced march."""
        made = replace(self, held=dict(self.held), marched=set(self.marched))
        made._begins(leader, units)
        return made

    def _begins(self, leader: str, units: list[str]) -> None:
        self.group = Group(leader, {*units})
        self.moved, self.landed, self.carried, self.fleet = set(), set(), set(), set()
        self.spent, self.fought = defaultdict(int), set()
        self.held = {u: by for u, by in self.held.items() if by[0] == ENEMIES}
        self.marched |= {*units}

    def _walked(self, units: list[str], way: list[str], after: World) -> None:
        self.fleet = set()
        self._goes(units, way)
        self._leaves(units)
        if way[-1] not in CITIES and not {*units} <= self.free:
            self._holds(units, way[-1], hostile_ashore(after, way[-1], colour(units[0])))

    def _sailed(self, units: list[str], aboard: list[str], way: list[str], after: World) -> None:
        self.fleet = {*units}
        self._goes(units, way)
        self._leaves([*units, *aboard])
        if way[-1] in CITIES:
            self.landed |= {*aboard}
        elif not {*units} <= self.free:
            self._holds(units, way[-1], hostile_afloat(after, way[-1], colour(units[0])))

    def _was_carried(self, units: list[str], way: list[str], after: World) -> None:
        self.carried |= {*units}
        if self.group is not None:
            self.group.units |= {*units}
            self.marched |= {*units}
        if way[-1] in SEAS:
            return
        self.landed |= {*units}
        if way[-1] not in CITIES and not {*units} <= self.free:
            self._holds(units, way[-1], hostile_ashore(after, way[-1], colour(units[0])))

    def _goes(self, units: list[str], way: list[str]) -> None:
        self.moved |= {*units}
        if self.group is not None:
            self.group.behind |= self.group.units - {*units}
        for unit in units:
            self.spent[unit] += len(way) - 1

    def _leaves(self, units: list[str]) -> None:
        for unit in units:
            self.held.pop(unit, None)

    def _holds(self, units: list[str], place: str, by_enemies: bool) -> None:
        if by_enemies:
            self.held |= dict.fromkeys(units, (ENEMIES, place))

    def weather(self, units: list[str], place: str) -> None:
        """§27.2 Weather has stopped units; they have moved (ruling OT-W3)."""
        self.moved |= {*units}
        self.held |= dict.fromkeys(units, (WEATHER, place))

    def _attacks(self, units: list[str], origin: str, before: World) -> None:
        """§8.3 Ruling OT-B6: whoever of the same coalitions and player is there attacks no more."""
        kinds = {(owner(before, unit), colour(unit)) for unit in units}
        self.fought |= {u for u in here(before, origin) if (owner(before, u), colour(u)) in kinds}
        if self.group is not None:
            self.group.fought = True
