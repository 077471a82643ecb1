"""Battles, compared from the first elephant to the state of the armies."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from adjudicator.ancient_world.board import LEADERS
from adjudicator.ancient_world.world import HELPERS, Battle, World

from . import attrition, charts, losses, outcome
from .battle import army, commanders, ground_allows_elephants, lines, percentages, staff
from .ground import added, arm, foot, has, horse, less, river, strength, units
from .watch import Rolled, Scene, Tally, Told
from .winning import for_major

Had = dict[str, dict[str, int]]


class Fought:
    """What this reading remembers of a battle under way."""

    def __init__(self, b: Battle) -> None:
        self.sides = (b.attacker, b.defender)
        self.had: Had = {}
        self.strengths: dict[str, int] = {}
        self.lost: Had = {side: {} for side in self.sides}
        self.chart: tuple[int, int] = (0, 0)
        self.real: tuple[int, int] = (0, 0)
        self.beasts = dict.fromkeys(self.sides, 0)
        self.trampled = dict.fromkeys(self.sides, 0)
        self.shaken = dict.fromkeys(self.sides, 0)
        self.forced = ""
        self.wanted: set[str] = set()

    def men(self, side: str) -> int:
        """The foot and horse that a side has lost."""
        return foot(self.lost[side]) + horse(self.lost[side])

    def counted(self, w: World) -> dict[str, int]:
        """§8.52 The losses by side that count for a major victory; ruling AW-R86."""
        out = self.trampled if has(w, "trampled", "left_out") else dict.fromkeys(self.sides, 0)
        return {side: self.men(side) - out[side] for side in self.sides}


class Looker:
    """Compares the battles of one game; it remembers who has failed in this phase and how forces came."""

    def __init__(self, tally: Tally) -> None:
        self.tally = tally
        self.now: Fought | None = None
        self.failed: set[str] = set()
        self.named = ""
        self.ways: dict[str, list[str]] = {}

    def look(self, scene: Scene) -> None:
        """Compare one procedure."""
        self._remember(scene)
        match scene.name:
            case "elephants":
                self._elephants(scene)
            case "battle":
                self._battle(scene)
            case "toll":
                self._toll(scene)
            case "casualties":
                self._casualties(scene, "8.61")
            case "pursuit":
                self._pursuit(scene)
            case "retreats":
                self._retreats(scene)
            case "aftermath":
                self._aftermath(scene)
                self.failed -= {one for one in self.failed if one.startswith("avoids/")}

    def _remember(self, scene: Scene) -> None:
        if scene.name == "draw":
            self.failed, self.ways = set(), {}
        for told in scene.told("intercepts", "avoids", "envelops", "stopped", "marches"):
            v = told.values
            if told.kind in ("intercepts", "avoids") and v["how"] == "fails":
                self.failed.add(f"{told.kind}/{v['leader']}")
            if told.kind == "intercepts" and v["how"] != "fails":
                self.named = v["leader"]
            if told.kind == "stopped":
                self.ways[f"{v['side']}/{v['place'][:4]}"] = v["way"]

    def _fought(self, b: Battle) -> Fought:
        if self.now is None:
            self.now = Fought(b)
        return self.now

    # -- elephants and the sum -------------------------------------------------------------------

    def _elephants(self, scene: Scene) -> None:
        """§8.36 What each elephant does."""
        w = scene.before
        b = w.battle
        assert b is not None
        fought = self._fought(b)
        if not fought.had:
            fought.had = {b.attacker: army(w, b.attackers), b.defender: army(w, b.defenders)}
            fought.strengths = {side: foot(had) + horse(had) for side, had in fought.had.items()}
        for at_, roll in enumerate(scene.moments):
            if not isinstance(roll, Rolled) or roll.rule != "8.36":
                continue
            v = next(m for m in scene.moments[at_:] if isinstance(m, Told) and m.kind == "elephant").values
            side, effect = v["side"], charts.elephant(roll.dice[0])
            enemy = next(one for one in fought.sides if one != side)
            there = army(roll.world, b.attackers if enemy == b.attacker else b.defenders)
            men = foot(there) + horse(there)
            share = charts.part(effect["enemy_percent"], men)
            hurt = min(men, max(effect["enemy"], share))
            mine = (effect["lost"], effect["modifier"], hurt)
            self.tally.same("elephant", mine, (v["lost"], v["modifier"], v["hurt"]), (v, there))
            self.tally.same("elephant: ground", True, ground_allows_elephants(b.hex), b.hex)
            fought.shaken[side] += effect["modifier"]
            fought.beasts[side] += effect["lost"]
        for told in scene.told("losses"):
            side, gone = told.values["side"], told.values["units"]
            fought.lost[side] = added(fought.lost[side], gone)
            fought.trampled[side] += foot(gone) + horse(gone)

    def _failed(self, w: World, b: Battle) -> int:
        """§6.55 §8.23 How often the defenders have failed to react; ruling AW-R90, ruling AW-R97.

        The marker of a failed interception lasts for the phase, a failed avoidance for its own battle.
        """
        there = staff(w, [key for key in b.defenders if key not in HELPERS])
        once = any(f"intercepts/{leader}" in self.failed for leader in there)
        twice = any(f"avoids/{leader}" in self.failed for leader in there)
        return once + twice

    def _wet(self, w: World, b: Battle) -> bool:
        """§8.31 Did some attackers come straight over a river? Not those who come out of the city."""
        hexes = [entry[:4] for entry in b.entries]
        if w.op is not None and "active" in b.attackers and w.forces["active"].place.endswith("i"):
            hexes = [hex for hex in hexes if hex != w.op.entry[:4]]
        return any(bool(river(one, b.hex)) for one in hexes if one != b.hex)

    def _battle(self, scene: Scene) -> None:
        """§8.31 §8.33 §8.4 The sum, the dice and the percentages."""
        told = scene.told("battle")
        if not told:
            return
        v = told[0].values
        w = scene.before
        b = w.battle
        assert b is not None
        fought = self._fought(b)
        self._commanders(w, b)
        mine = lines(w, b, v["dice"], failed=self._failed(w, b), wet=self._wet(w, b), beasts=fought.shaken)
        for name in sorted({*mine, *v["lines"]}):
            self.tally.same(f"line: {name}", mine.get(name, 0), v["lines"].get(name, 0), (b, v, self.failed))
        for name in ("leaders", "ratio", "horse"):
            self.tally.counts[f"line: {name}"] += name not in mine and name not in v["lines"]
        self.tally.same("sum", v["die"] + sum(mine.values()), v["total"], v)
        ratio = mine.get("ratio", 0)
        wild = scene.told("unpredictable")
        second = self._wild(scene, wild[0].values) if wild else None
        fought.chart, fought.real = percentages(v["total"], second, ratio)
        result = scene.told("result")[0].values
        self.tally.same("result: chart", list(fought.chart), list(result["percent"]), (v, result))
        self.tally.same("result: eased", list(fought.real), list(result["real"]), (v, result))

    def _wild(self, scene: Scene, v: Mapping[str, Any]) -> int:
        self.tally.counts["unpredictable"] += 1
        return int(v["total"])

    def _commanders(self, w: World, b: Battle) -> None:
        for side, keys, who in ((b.attacker, b.attackers, b.by), (b.defender, b.defenders, b.against)):
            named = self.named if b.kind != "attack" and side == b.attacker else ""
            may = commanders(w, side, staff(w, keys), attacks=side == b.attacker, named=named)
            self.tally.same("commander", True, who in may, (side, who, may, b))

    # -- losses ------------------------------------------------------------------------------------

    def _toll(self, scene: Scene) -> None:
        """§8.34 §8.35 What each side gives up."""
        w = scene.before
        b, fought = w.battle, self.now
        assert b is not None and fought is not None
        for side in dict.fromkeys(told.values["side"] for told in scene.told("losses")):
            given = added(*(t.values["units"] for t in scene.told("losses") if t.values["side"] == side))
            at_ = fought.sides.index(side)
            had = army(w, b.attackers if side == b.attacker else b.defenders)
            percent = fought.real[at_]
            if percent == charts.STAR:
                self._star(scene, side, had, given)
            else:
                owed = losses.due(had, percent, self._alive(w, b, side))
                self._least(w, fought, side, had, given, owed, percent)
            fought.lost[side] = added(fought.lost[side], given)

    def _alive(self, w: World, b: Battle, side: str) -> int:
        return min(
            b.elephants.get(side, 0),
            arm(army(w, b.attackers if side == b.attacker else b.defenders), "elephant"),
        )

    def _least(
        self, w: World, fought: Fought, side: str, had: Any, given: Any, owed: Any, percent: int
    ) -> None:
        if not any(owed.values()) and losses.at_least_one(w, percent):
            one = min(1, strength(had))
            self.tally.same("losses: at least one", one, strength(given), (side, had, given, percent))
            return
        self.tally.same("losses", "", losses.wrong(w, had, given, owed), (side, had, given, owed, percent))

    def _star(self, scene: Scene, side: str, had: Any, given: Any) -> None:
        rolls = [roll for roll in scene.rolled("8.33") if roll.label[0] == side] or scene.rolled("8.33")
        if not rolls:
            self.tally.same("losses: star was rolled", True, False, (side, had, given))
            return
        mine = losses.star(had, rolls[-1].dice[0])
        walkers = min(mine, foot(had))
        owed = {"foot": walkers, "horse": mine - walkers, "elephant": 0}
        wrong = losses.wrong(scene.before, had, given, owed)
        self.tally.same("losses: star", "", wrong, (side, had, given, rolls[-1].dice))

    # -- leaders -----------------------------------------------------------------------------------

    def _casualties(self, scene: Scene, rule: str) -> None:
        """§8.61 Who rolls, and what becomes of them."""
        w = scene.before
        b, fought = w.battle, self.now
        if b is None or fought is None:
            return
        lost = fought.counted(w)
        fought.forced = outcome.must_retreat(w, b, fought.chart, lost, fought.strengths)
        beaten = {side: side == fought.forced for side in fought.sides}
        who = []
        for side, keys in ((b.attacker, b.attackers), (b.defender, b.defenders)):
            if strength(fought.lost[side]) + fought.beasts[side]:
                who += [(leader, side) for leader in staff(w, keys)]
        rolled = [roll.label[0] for roll in scene.rolled(rule) if len(roll.label) == 1]
        self.tally.same("casualties: who rolls", sorted(x for x, _ in who), sorted(rolled), (b, lost))
        self.fates(scene, rule, {leader: beaten[LEADERS[leader].side] for leader in rolled})

    def fates(self, scene: Scene, rule: str, beaten: Mapping[str, bool]) -> None:
        """§8.61 What the dice bring to leaders."""
        fell = {told.values["leader"]: told.values["how"] for told in scene.told("fell")}
        first = {roll.label[0]: roll.dice[0] for roll in scene.rolled(rule) if len(roll.label) == 1}
        second = {roll.label[0]: roll.dice[0] for roll in scene.rolled(rule) if roll.label[-1] == "2"}
        for leader, die in first.items():
            hurt = die + (1 if beaten[leader] else 0) >= LEADERS[leader].mortality
            self.tally.same("casualties: second die", hurt, leader in second, (leader, die, beaten))
            if hurt == (leader in second):
                mine = outcome.falls(leader, die, second.get(leader), beaten=beaten[leader])
                self.tally.same("casualties: fate", mine, fell.get(leader, ""), (leader, die, second))

    # -- after the battle --------------------------------------------------------------------------

    def _pursuit(self, scene: Scene) -> None:
        """§8.38 Whether, and by how much."""
        w = scene.before
        b, fought = w.battle, self.now
        assert b is not None and fought is not None
        told = scene.told("pursuit")
        if fought.forced:
            won = next(side for side in fought.sides if side != fought.forced)
            factor = outcome.pursuit(w, b, won)
            prey = units(w, b.hex, fought.forced)
            self.tally.same("pursuit: whether", bool(factor and strength(prey)), bool(told), (b, factor))
            if told and factor:
                self._butchery(scene, told[0], factor, prey, b)
        elif has(w, "pursuit", "forced"):
            self.tally.same("pursuit: none", False, bool(told), b)

    def _butchery(self, scene: Scene, told: Told, factor: int, prey: Any, b: Battle) -> None:
        v = told.values
        self.tally.same("pursuit: factor", factor, v["factor"], (b, v))
        percent = outcome.butchered(v["die"], factor)
        self.tally.same("pursuit: percentage", percent, v["percent"], v)
        loser = next(side for side in (b.attacker, b.defender) if side != v["side"])
        given = added(*(one.values["units"] for one in self._by_rule(scene, "8.38", loser)))
        owed = losses.due(prey, percent, arm(prey, "elephant"))
        self.tally.same(
            "pursuit: losses", "", losses.wrong(scene.before, prey, given, owed), (loser, prey, given, owed)
        )
        assert self.now is not None
        self.now.lost[loser] = added(self.now.lost[loser], given)

    def _retreats(self, scene: Scene) -> None:
        """§8.37 Who goes, by which way, at what cost."""
        w = scene.before
        b, fought = w.battle, self.now
        assert b is not None and fought is not None
        self._of_free_will(scene, b, fought)
        for told in scene.told("retreats"):
            v = told.values
            way = [v["place"], *v["way"]]
            self.tally.same("retreat: cost", outcome.retreat_cost(w, way), v["cost"], (v, b.hex))
            self.tally.same("retreat: way", "", outcome.bad_retreat(w, b, v["side"], way), (v, b.entries))
            given = added(*(one.values["units"] for one in self._by_rule(scene, "8.37", v["side"])))
            had = added(
                *(f.units for f in w.forces.values() if f.side == v["side"] and f.place == v["place"])
            )
            self.tally.same(
                "retreat: losses", "", attrition.may_pay(less(had, {}), given, v["cost"]), (v, had, given)
            )
            fought.wanted.add(v["side"])
        for told in scene.told("destroyed"):
            fought.wanted.add(told.values["side"])
            fought.lost[told.values["side"]] = added(fought.lost[told.values["side"]], told.values["units"])

    def _by_rule(self, scene: Scene, rule: str, side: str) -> list[Told]:
        return [one for one in scene.told("losses") if (one.rule, one.values["side"]) == (rule, side)]

    def _of_free_will(self, scene: Scene, b: Battle, fought: Fought) -> None:
        """§8.38 A pursuit of who retreats unforced, by who is still there; ruling AW-R59."""
        w, told = scene.before, scene.told("pursuit")
        gone = {one.values["side"] for one in scene.told("retreats")}
        gone |= {side for side in fought.sides if told and side != told[0].values["side"]}
        for side in gone - {fought.forced}:
            won = next(one for one in fought.sides if one != side)
            factor = outcome.pursuit(w, b, won) if has(w, "pursuit", "every") and not fought.wanted else 0
            self.tally.same("pursuit: of who goes freely", bool(factor), bool(told), (b, factor))
            if told and factor:
                self._butchery(scene, told[0], factor, units(w, b.hex, side), b)

    def _aftermath(self, scene: Scene) -> None:
        """§8.51 §8.52 §8.54 Who has won, how, and in which state all are."""
        w = scene.before
        b, fought = w.battle, self.now
        assert b is not None and fought is not None
        v = scene.told("victory", "no_victory")[0].values
        if fought.forced and fought.forced not in fought.wanted:
            left = units(w, b.hex, fought.forced)
            self.tally.same("retreat: forced", {}, left, (b, fought.chart))
            fought.wanted.add(fought.forced)
        won = outcome.winner(b, sorted(fought.wanted))
        self.tally.same("victory: winner", won, v["side"], (v, fought.wanted, b))
        lost, had = fought.counted(w), fought.strengths
        if won:
            loser = next(side for side in fought.sides if side != won)
            major = outcome.is_major(lost[won], lost[loser], had[loser])
            self.tally.same("victory: kind", "major" if major else "plain", v["how"], (v, lost, had, b))
            self._scored(
                scene, w, won, for_major(w, won) if major else 1 if had[loser] >= outcome.LARGE else 0
            )
        men = [fought.men(side) for side in fought.sides]
        self.tally.same("victory: losses", men, list(v["lost"]), (v, fought.lost))
        self._states(scene, b, fought, won, lost, had)
        self.now = None

    def _scored(self, scene: Scene, w: World, won: str, mine: int) -> None:
        """§14.0 The points of a victory; ruling AW-M11."""
        mine = 0 if w.scenario == "sicily" and mine == 1 else mine
        theirs = sum(scene.after.points.get(won, {}).values()) - sum(w.points.get(won, {}).values())
        self.tally.same("victory: points", mine, theirs, (won, w.points, scene.after.points))

    def _states(self, scene: Scene, b: Battle, fought: Fought, won: str, lost: Any, had: Any) -> None:
        w, after = scene.before, scene.after
        mine = outcome.states(b, won, fought.chart, lost, had)
        for side, keys in ((b.attacker, b.attackers), (b.defender, b.defenders)):
            for place in {w.forces[key].place for key in keys if key in w.forces and w.forces[key].units}:
                was = [f.status for f in w.forces.values() if (f.side, f.place) == (side, place) and f.units]
                now = [
                    f.status for f in after.forces.values() if (f.side, f.place) == (side, place) and f.units
                ]
                self.tally.same(
                    "states", max([mine[side], *was]), max(now, default=0), (side, place, b, mine, was, now)
                )
