"""Whole games followed by the second implementation; a command counts what was compared.

    python -m tests.ottomans.second.follow GAMES [FIRST_SEED] [TRIES]

The seed says the scenario (all rosters by turns), the options (in every third game half of them differ) and
who plays: every fourth game the computer, the others at random or boldly. TRIES are the orders at random of
each verb at each question. The exit status says whether anything differed.
"""

from __future__ import annotations

import sys
import time
from collections import Counter
from collections.abc import Iterable
from typing import Any

from msgspec.structs import replace

from adjudicator.core import Choice, Event, Table
from adjudicator.core.choices.forms import Menu
from adjudicator.core.choices.plain import OneOf
from adjudicator.core.choices.shares import Split
from adjudicator.core.log.chance import sampler
from adjudicator.ottomans import GAME
from adjudicator.ottomans.world import World
from tests.kit.balance import computer
from tests.kit.play_styles import Step
from tests.ottomans.kit import play

from . import asked, told
from .battles import Fight, Said
from .control import divided
from .course import Course
from .feeding import Group, fed_at, hungry
from .ground import owner
from .printed import COUNTERS
from .trying import VERBS, Tries, judged

MOVES = {"moved", "sailed", "carried", "march_begins"}
ORDERS = ("movement", "combat", "march")
SHOWN = 20


class Follower:
    """Follows one game: judges orders before they are given, and recomputes what they did."""

    def __init__(self, seed: int, tries: int) -> None:
        self.counts = Counter[str]()
        self.faults: list[str] = []
        self._seed, self._tries, self._rng, self._n = seed, tries, sampler(seed + 7_000_000), 0
        self._course = Course()
        self._fight: Fight | None = None
        self._verb, self._chits = "", list[str]()
        self._fed: list[Group] = []
        self._was: World | None = None

    def compare(self, found: Iterable[Said]) -> None:
        """Count comparisons, and keep those that differ."""
        for said in found:
            self.counts[said.kind] += 1
            if said.theirs != said.ours:
                differ = f"{said.kind}: {said.theirs} is {said.ours} for us"
                self.faults.append(f"seed {self._seed} step {self._n}: {differ}. {said.note}")

    # -- before an answer ------------------------------------------------------------------------

    def before(self, table: Table, seat: str, choice: Choice[Any], answer: Any) -> None:
        """Judge the question, orders at random, and the answer that will be given."""
        w: World = table.world
        self._was, self._n = copied(w), self._n + 1
        fight = self._fight
        match choice:
            case Menu(rule="5.1") if seat == w.acting and w.phase in ORDERS:
                self._orders(w, seat, choice, answer)
            case Menu(rule="12.0"):
                self.compare([asked.starving(w, choice, self._fed)])
            case Split(rule="27.0") if fight is not None:
                self.compare(asked.losses(w, seat, choice, fight, self._rng, 2 * self._tries))
            case OneOf(rule="27.0") if fight is not None:
                self.compare([asked.retreat(w, choice, fight)])
            case Split(rule="10.33") if fight is not None:
                self.compare(asked.entering(w, choice, fight))

    def _orders(self, w: World, seat: str, choice: Menu, answer: Any) -> None:
        if answer["pick"] in VERBS:
            why = judged(w, self._course, seat, answer)
            self.compare([Said(f"given {answer['pick']}", True, not why, f"{why} {answer}")])
        self._verb = answer["pick"]
        if answer["pick"] == "attack":
            self._chits = answer["answer"]["chits"]
        tries = Tries(w, self._course, seat, self._rng)
        for verb in VERBS:
            for order in tries.orders(verb, self._tries):
                theirs, said = asked.accepted(choice, order)
                ours = judged(w, self._course, seat, order)
                note = f"{ours} against {said}: {w.phase} {seat} {order}"
                self.compare([Said(f"{verb} {'refused' if ours else 'allowed'}", theirs, not ours, note)])

    # -- after it --------------------------------------------------------------------------------

    def after(self, step: Step) -> None:
        """Recompute what an answer did."""
        w, was = step.world, self._was
        assert was is not None
        now = copied(was)
        for event in step.events:
            self._hears(event, was, now, w)
            carried_out(event, now)
        kinds = {e.kind for e in step.events}
        if "carried" in kinds or ("weather_stops" in kinds and not kinds & {"moved", "sailed"}):
            self._paid(was, w)
        if "weather_stops" in kinds:
            self._stormed(w, was, step.events)
        if kinds and kinds <= MOVES:
            self.compare([Said("positions after a move", w.at, now.at)])
        busy = [] if self._fight is None else [*self._fight.attackers, *self._fight.defenders]
        self.compare(told.control(step, was, busy))
        if self._fight is not None and w.battle is None:
            self.compare(self._fight.ends(w))
            self._fight = None
        self._phases(step, w, was)

    def _hears(self, event: Event, was: World, now: World, w: World) -> None:
        v = event.values
        match event.kind:
            case "attacked":
                self._fight = Fight(
                    v["seat"], v["place"], v["origin"], v["units"], v["defenders"], self._chits
                )
            case "initiative" if w.options["chits_before_draw"] == "yes":
                self.compare(told.initiative(v, w))
            case "starved":
                self.compare(told.starved(event, now))
                self._fed.append((owner(now, v["units"][0]), v["place"]))  # counted once: ruling OT-P5
            case "fed":
                self._fed += [(v["seat"], place) for place in fed_at(w, v["place"])]
            case "game_over":
                self.compare(told.ending(v, w))
            case _ if self._fight is not None:
                self.compare(self._fight.hears(event, now))
        self._course.hears(event, was, w)

    def _paid(self, was: World, w: World) -> None:
        """No event says which of equal ships carried units: the world does, and it must be one that could."""
        first = was.march.spent if was.march else was.spent
        last = w.march.spent if w.march else w.spent
        for ship, n in last.items():
            if COUNTERS[ship].ship and n > first.get(ship, 0):
                self._course.spent[ship] += n - first.get(ship, 0)
                within = self._course.left(ship) >= 0
                self.compare([Said("a ship carries within its movement", within, True, ship)])

    def _stormed(self, w: World, was: World, events: Iterable[Event]) -> None:
        """§27.2 Weather: a battle is off for this phase (ruling OT-W4), or units go no further."""
        place = next(e.values["place"] for e in events if e.kind == "weather_stops")
        gone = [u for e in events if e.kind in MOVES for u in e.values["units"]]
        if self._fight is not None:
            self._course.spared.add(self._fight.target)
        else:
            held = [u for u, rule in w.stopped.items() if was.stopped.get(u) != rule]
            if self._verb != "ship":
                self._course.fleet = set()  # ruling OT-W3: who was stopped has moved; OT-M9
            self._course.weather(gone or sorted({*w.moved} - {*was.moved} | {*held}), place)

    def _phases(self, step: Step, w: World, was: World) -> None:
        course, base = self._course, w.phase
        if base == "battle":
            base = "march" if w.march is not None else "combat"
        if base in ORDERS and (course.phase, course.acting, course.turn) != (base, w.acting, w.turn):
            course.enters(w, base)
        if w.phase == "food" and was.phase != "food":
            self._fed = []
        kinds = {e.kind for e in step.events}
        if was.phase == "food" and w.phase == "replacement" and not kinds & {"replaced", "hired"}:
            self.compare([Said("nobody is hungry after the Food Phase", hungry(w, self._fed), {})])
        if was.phase == "opening" and step.answer == {"pick": "end"}:
            self.compare([told.draws(step, was)])
        if w.battle is None and step.n % 5 == 0:
            self.compare([Said("§8.1 each city in one hand", list(divided(w)), [])])
        if (step.n % 25 == 0 or w.phase == "over") and w.order:
            self.compare(told.scores(w))


def copied(w: World) -> World:
    """A copy of all that the second implementation reads of a world."""
    march = w.march and replace(w.march, spent=dict(w.march.spent))
    cups = {name: list(chits) for name, chits in w.cups.items()}
    at, aboard, control = dict(w.at), dict(w.aboard), dict(w.control)
    apart = replace(w, at=at, aboard=aboard, control=control, cups=cups, march=march)
    return replace(apart, moved=list(w.moved), spent=dict(w.spent), stopped=dict(w.stopped))


def carried_out(event: Event, now: World) -> None:
    """Carry out in a copy what an event says of units and chits."""
    v = event.values
    match event.kind:
        case "moved" | "carried":
            now.at |= dict.fromkeys(v["units"], v["way"][-1])
        case "sailed":
            now.at |= dict.fromkeys([*v["units"], *v["riders"]], v["way"][-1])
        case "retreated" | "sallied" | "left_city":
            now.at |= dict.fromkeys(v["units"], v["to"])
        case "entered":
            now.at |= dict.fromkeys(v["units"], v["place"])
        case "eliminated" | "no_retreat" | "starved" | "plague":
            for unit in v["units"]:
                now.at.pop(unit, None)
        case "gained" | "joined":
            now.control[v["chit"]] = v["seat"]
        case "passed":
            now.control[v["chit"]] = v["to"]
        case "lost":
            now.control.pop(v["chit"], None)


def followed(seed: int, tries: int, scenario: str = "", steps: int = 0) -> Follower:
    """Follow the game of a seed to its end, or for some steps."""
    scenarios = GAME.scenarios()
    follower = Follower(seed, tries)
    styles = (computer(GAME),) if seed % 4 == 3 else ()
    wanted = scenario or scenarios[seed % len(scenarios)].id
    for step in play(seed, follower.before, styles=styles, scenario=wanted):
        follower.after(step)
        if step.n == steps:
            break
    return follower


def main() -> None:
    """Follow games and print what was compared."""
    games, first, tries = ([int(a) for a in sys.argv[1:]] + [10, 0, 3][len(sys.argv) - 1 :])[:3]
    began, counts, differences = time.process_time(), Counter[str](), 0
    for seed in range(first, first + games):
        follower = followed(seed, tries)
        counts.update(follower.counts)
        differences += len(follower.faults)
        for fault in follower.faults[:SHOWN]:
            print(fault, flush=True)
    for kind, n in sorted(counts.items()):
        print(f"{n:>10,}  {kind}")
    print(f"{counts.total():>10,}  comparisons in {games} games, {time.process_time() - began:.0f} s")
    print(f"{differences:>10,}  differences")
    sys.exit(bool(differences))


if __name__ == "__main__":
    main()
