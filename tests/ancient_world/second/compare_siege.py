"""Sieges, compared."""

from __future__ import annotations

from collections.abc import Mapping

from adjudicator.ancient_world.board import CITIES, LEADERS
from adjudicator.ancient_world.world import Operation, World

from . import charts, outcome, sieges
from .ground import (
    HARD,
    added,
    arm,
    chiefs,
    contingent,
    defence,
    foot,
    inside,
    leaders,
    other,
    printed,
    province,
    strength,
    terrain,
    units,
)
from .watch import Rolled, Scene, Tally, Told
from .winning import control

LARGE = 88
SMALL = 44


class Looker:
    """Compares the sieges of one game."""

    def __init__(self, tally: Tally) -> None:
        self.tally = tally

    def look(self, scene: Scene) -> None:
        """Compare one procedure."""
        for told in scene.told("invested"):
            self._invested(told)
        match scene.name:
            case "assault":
                self._assault(scene)
            case "reduce":
                self._reduction(scene)
            case "repair":
                self._repair(scene)
            case "sally":
                self._sally(scene)
            case "demand":
                self._demand(scene)
            case "treachery":
                self._treachery(scene)
            case "siege_attrition":
                self._hunger(scene)
            case "ends":
                self._lifted(scene)
        if scene.name == "sack" and scene.told("looting"):
            self._looting(scene)

    def _invested(self, told: Told) -> None:
        """§9.21 Foot enough, and the militia that comes."""
        v, w = told.values, told.world
        siege = w.sieges[v["city"]]
        self.tally.same("investment: foot", True, sieges.enough(w, v["side"], v["city"]), v)
        self.tally.same("investment: militia", printed(w, v["city"]), v["militia"], v)
        self.tally.same("investment: stands", printed(w, v["city"]), siege.militia, v)

    # -- assault -----------------------------------------------------------------------------------

    def _assaulting(self, w: World, city: str, op: Operation) -> dict[str, int] | None:
        """§9.33 Who assaults; None where the leader could not take all and did not say whom."""
        hex, side = CITIES[city].hex, w.sieges[city].side
        here = units(w, hex, side)
        chosen = op.units if op.units is not None else op.came
        under = (chiefs(w, side) - {op.leader}) & {*leaders(w, hex, side)}
        if chosen is not None:
            found = {unit: min(n, here.get(unit, 0)) for unit, n in chosen.items()}
            return None if under and strength(found) > strength(here) // 2 else found
        leads = LEADERS[op.leader].leads
        office = w.office.get(op.leader, "")
        most = LARGE if office in ("consul", "proconsul", "dictator") else SMALL if side == "rome" else 9999
        if under or strength(here) > most:
            return None
        own = {unit: n for unit, n in here.items() if not leads or contingent(unit) in leads}
        return own if leads or own == here else None

    def _assault(self, scene: Scene) -> None:
        rolls, told = scene.rolled("9.33"), scene.told("assault")
        if not rolls or not told:
            return
        w, v = rolls[0].world, told[0].values
        assert w.op is not None
        city, leader = v["city"], v["leader"]
        who = self._assaulting(w, city, w.op)
        if who is None:
            self.tally.counts["assault: by a part, not followed"] += 1
            return
        row, lines = sieges.assault(w, city, leader, foot(who), self._engines(w, city, w.sieges[city].side))
        self.tally.same("assault: ratio", row, (v["ratio"], v["need"]), (v, who, w.sieges[city]))
        for name in sorted({*lines, *v["lines"]}):
            self.tally.same(
                f"assault: {name}", lines.get(name, 0), v["lines"].get(name, 0), (v, w.sieges[city])
            )
        total = v["die"] + sum(lines.values())
        self.tally.same("assault: total", total, v["total"], v)
        if row is None:
            return
        won = total >= row[1]
        self.tally.same("assault: result", "succeeds" if won else "fails", v["how"], v)
        self._assault_losses(scene, w, city, who, won=won)
        self._risks(scene, w, city, won=won)

    def _assault_losses(
        self, scene: Scene, w: World, city: str, who: Mapping[str, int], *, won: bool
    ) -> None:
        """§9.35 Foot alone, inside militia too."""
        ours = [roll for roll in scene.rolled("9.35") if roll.label[-1] == "2"]
        theirs = [roll for roll in scene.rolled("9.35") if roll.label[-1] != "2"]
        side = w.sieges[city].side
        given = self._given(scene, "9.35")
        owed = charts.part(sieges.assault_loss(ours[0].dice[0], won=won), foot(who))
        self.tally.same(
            "assault: losses", "", sieges.only_foot(dict(who), given.get(side, {}), owed), (who, owed)
        )
        self.tally.same("assault: garrison rolls", not won, bool(theirs), city)
        if theirs and not won:
            percent = sieges.garrison_loss(theirs[0].dice[0])
            hurt = scene.told("garrison_hurt")[0].values
            self.tally.same("assault: garrison", percent, hurt["percent"], hurt)
            within = units(w, inside(city), other(w, side))
            had = added(within, {"militia_foot": w.sieges[city].militia})
            due = charts.part(percent, foot(within) or w.sieges[city].militia)
            lost = given.get(other(w, side), {})
            left = scene.after.sieges.get(city)
            militia = w.sieges[city].militia - (left.militia if left is not None else 0)
            seen = foot(lost) if "militia_foot" in lost else foot(lost) + militia
            self.tally.same(
                "assault: garrison losses",
                min(due, foot(had)),
                seen,
                (within, lost, percent, w.sieges[city], left),
            )

    def _given(self, scene: Scene, rule: str) -> dict[str, dict[str, int]]:
        found: dict[str, dict[str, int]] = {}
        for told in scene.told("losses"):
            if told.rule == rule:
                side = told.values["side"]
                found[side] = added(found.get(side, {}), told.values["units"])
        return found

    def _risks(self, scene: Scene, w: World, city: str, *, won: bool) -> None:
        """§9.37 Leaders who took part, and those inside, roll; §8.61 the beaten add one."""
        first = {roll.label[0]: roll.dice[0] for roll in scene.rolled("9.37") if len(roll.label) == 1}
        second = {roll.label[0]: roll.dice[0] for roll in scene.rolled("9.37") if roll.label[-1] == "2"}
        fell = {told.values["leader"]: told.values["how"] for told in scene.told("fell")}
        side = w.sieges[city].side
        within = leaders(w, inside(city), other(w, side))
        assert w.op is not None
        must = {w.op.leader, *within}
        self.tally.same("assault: who rolls", True, must <= {*first}, (must, first))
        for leader, die in first.items():
            beaten = (leader in within) == won
            hurt = die + beaten >= LEADERS[leader].mortality
            self.tally.same("assault: second die", hurt, leader in second, (leader, die, beaten, won))
            if hurt == (leader in second):
                mine = outcome.falls(leader, die, second.get(leader), beaten=beaten)
                self.tally.same("assault: fate", mine, fell.get(leader, ""), (leader, die, second))

    # -- walls -------------------------------------------------------------------------------------

    def _engines(self, w: World, city: str, side: str) -> int:
        return arm(units(w, CITIES[city].hex, side), "engine")

    def _reduction(self, scene: Scene) -> None:
        """§9.43"""
        for told, roll in zip(scene.told("reduced"), scene.rolled("9.43"), strict=True):
            v, w = told.values, roll.world
            city = v["city"]
            total, change = sieges.reduction(
                v["leader"], roll.dice[0], self._engines(w, city, w.sieges[city].side)
            )
            left = max(1, defence(w, city) - change)
            self.tally.same("reduction: total", total, v["total"], (v, w.op))
            self.tally.same("reduction: change", defence(w, city) - left, v["change"], (v, defence(w, city)))
            self.tally.same("reduction: left", (left, left), (v["left"], defence(scene.after, city)), v)

    def _repair(self, scene: Scene) -> None:
        """§9.44"""
        for told, roll in zip(scene.told("repaired"), scene.rolled("9.44"), strict=True):
            v, w = told.values, roll.world
            total, change = sieges.repair(v["leader"], roll.dice[0])
            left = min(printed(w, v["city"]), defence(w, v["city"]) + change)
            self.tally.same("repair: total", total, v["total"], v)
            self.tally.same("repair: left", (left, left), (v["left"], defence(scene.after, v["city"])), v)

    def _sally(self, scene: Scene) -> None:
        """§9.27 The letter of the besiegers' leader gives the column."""
        for told in scene.told("sallies"):
            v, w = told.values, scene.before
            city, rolls = (
                v["city"],
                [m for m in scene.moments if isinstance(m, Rolled) and m.rule in ("9.27", "8.32")],
            )
            side = w.sieges[city].side
            outside = leaders(w, CITIES[city].hex, side)
            chief = sorted(chiefs(w, side) & {*outside})
            active = w.op.leader if w.op is not None else ""
            may = chief if chief else [active] if active in outside else outside
            columns = {charts.ability(LEADERS[x].battle, rolls[0].dice[0]) for x in may} or {0}
            results = {charts.sally(column, v["die"]) for column in columns}
            self.tally.same(
                "sally", True, (v["own"], v["theirs"]) in results, (v, may, [r.dice for r in rolls])
            )
            given = self._given(scene, "9.27")
            ours = units(w, CITIES[city].hex, side)
            theirs = units(w, inside(city), other(w, side))
            self.tally.same(
                "sally: outside", "", sieges.only_foot(ours, given.get(side, {}), v["theirs"]), (v, ours)
            )
            left = scene.after.sieges.get(city)
            lost = given.get(other(w, side), {})
            militia = w.sieges[city].militia - (left.militia if left is not None else 0)
            seen = foot(lost) if "militia_foot" in lost else foot(lost) + militia
            due = min(v["own"], foot(theirs) + w.sieges[city].militia)
            self.tally.same("sally: inside", due, seen, (v, theirs, lost, w.sieges[city]))

    # -- words -------------------------------------------------------------------------------------

    def _demand(self, scene: Scene) -> None:
        """§9.72"""
        for told, roll in zip(scene.told("demand"), scene.rolled("9.72"), strict=True):
            v, w = told.values, roll.world
            need = charts.surrender(printed(w, v["city"]))
            how = "succeeds" if roll.dice[0] >= need else "fails"
            self.tally.same("demand", (need, how), (v["need"], v["how"]), v)
            within = units(w, inside(v["city"]), other(w, v["side"]))
            here = foot(units(w, CITIES[v["city"]].hex, v["side"]))
            self.tally.same(
                "demand: foot", True, here >= sieges.demands(w, v["city"], within), (v, here, within)
            )
            self.tally.same("demand: not besieged", False, v["city"] in w.sieges, v)

    def _treachery(self, scene: Scene) -> None:
        """§9.62"""
        for told in scene.told("treachery"):
            v, roll = told.values, scene.rolled("9.62")[0]
            w = roll.world
            city, leader = v["city"], v["leader"]
            within = leaders(w, inside(city), other(w, w.sieges[city].side))
            spent = v["guile"]
            mine = sieges.treachery(w, city, leader, roll.dice[0], spent, within)
            self.tally.same("treachery", mine, (v["total"], v["number"], v["how"]), (v, within, spent))
            if mine[2] == "trap":
                second = scene.rolled("9.62")[1].dice[0]
                dead = any(one.values["leader"] == leader for one in scene.told("fell"))
                self.tally.same("treachery: trap", second > LEADERS[leader].campaign, dead, (v, second))

    def _looting(self, scene: Scene) -> None:
        """§9.85 The leader's campaign rating keeps the troops."""
        roll, v = scene.rolled("9.85")[0], scene.told("looting")[0].values
        leader = next((one for one in roll.label if one in LEADERS), "")
        if leader:
            mine = "looted" if roll.dice[0] > LEADERS[leader].campaign else "kept"
            self.tally.same("looting", mine, v["how"], (v, roll.label, roll.dice))

    # -- hunger ------------------------------------------------------------------------------------

    def _hunger(self, scene: Scene) -> None:
        """§9.52 §9.53 §9.54 §9.55"""
        for told in scene.told("siege_attrition"):
            v, city = told.values, told.values["city"]
            rolls = [roll for roll in scene.rolled("9.52") if city in roll.label]
            w = rolls[0].world
            siege = w.sieges[city]
            ours = units(w, CITIES[city].hex, siege.side)
            theirs = units(w, inside(city), other(w, siege.side))
            fed = sieges.supplied(w, siege.side, CITIES[city].hex)
            self.tally.same("hunger: supply", fed, bool(v["supply"]), (v, w.control, w.sieges))
            one = sieges.hunger_outside(w, city, v["dice"][0], forage=bool(v["forage"]), fed=fed)
            two = sieges.hunger_inside(w, city, v["dice"][1])
            self.tally.same("hunger: totals", [one, two], list(v["totals"]), (v, w.naval, siege))
            lost = [
                charts.starved(one, sieges.crowd(ours), inside=False),
                charts.starved(two, sieges.crowd(theirs, siege.militia), inside=True),
            ]
            self.tally.same("hunger: lost", lost, list(v["lost"]), (v, ours, theirs, siege))
            given = self._given(scene, "9.55")
            self.tally.same(
                "hunger: outside",
                "",
                sieges.hunger_paid(ours, given.get(siege.side, {}), lost[0], inside_=False),
                (v, ours, given),
            )
            left = scene.after.sieges.get(city)
            gone = given.get(other(w, siege.side), {})
            militia = siege.militia - (left.militia if left is not None else 0)
            if "militia_foot" not in gone and left is not None:
                gone = added(gone, {"militia_foot": militia})
            had = added(theirs, {"militia_foot": siege.militia})
            if left is not None or "militia_foot" in gone:
                self.tally.same(
                    "hunger: inside",
                    "",
                    sieges.hunger_paid(had, gone, lost[1], inside_=True),
                    (v, had, gone, left),
                )
            if v["forage"]:
                self._forage(scene, w, city, siege.side)

    def _forage(self, scene: Scene, w: World, city: str, side: str) -> None:
        """§9.53 When besiegers may forage, and what it does to the province (§6.76)."""
        hex = CITIES[city].hex
        fine = (
            control(w, province(hex)) == side
            and terrain(hex) not in HARD
            and province(hex) not in w.devastated
        )
        self.tally.same("forage: may", True, fine, (city, side))
        roll = scene.rolled("6.76")[0]
        v = scene.told("devastation")[0].values
        value = charts.devastation(strength(units(roll.world, hex, side)))
        how = "succeeds" if roll.dice[0] <= value else "fails"
        self.tally.same("forage: devastation", (value, how), (v["value"], v["how"]), v)

    def _lifted(self, scene: Scene) -> None:
        """§9.23 Which sieges end with an operation."""
        mine = sieges.lifted(scene.before)
        theirs = {told.values["city"]: told.values["how"] for told in scene.told("lifted")}
        if mine or theirs or scene.before.sieges:
            self.tally.same("sieges lifted", mine, theirs, scene.before.sieges)
