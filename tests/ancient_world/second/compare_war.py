"""The course of the war, compared: control, alliances, losses, points and the end."""

from __future__ import annotations

from adjudicator.ancient_world.board import LEADERS, PROVINCES, SCENARIOS
from adjudicator.ancient_world.show.view import view
from adjudicator.ancient_world.world import World

from . import charts, winning
from .ground import arm, chiefs, cities, defence, has, less, other, province, strength
from .watch import Scene, Tally

GAINS = ("reinforced", "mustered", "joins")
LEAVE = ("hiero_out", "leaves_war", "dictator")
VOLUNTEERS = 3
LEVIES = {
    "calabria": (5, 1),
    "lucania": (4, 1),
    "bruttium": (4, 0),
    "samnium": (6, 1),
    "apulia": (4, 1),
    "campania": (6, 1),
    "etruria_s": (5, 1),
    "etruria_n": (5, 0),
    "umbria": (4, 0),
    "picenum": (4, 0),
    "sabina": (4, 0),
    "liguria": (4, 0),
    "gallia_cis": (6, 2),
    "gallia_trans": (6, 2),
    "venetia": (4, 1),
    "sicilia_e": (5, 1),
    "sicilia_w": (4, 0),
    "sardinia": (3, 0),
    "corsica": (2, 0),
    "carthago": (6, 1),
    "byzacium": (4, 1),
    "numidia": (2, 4),
}
"""What a province gives, foot and horse (§10.0)."""


class Looker:
    """Compares one game; it keeps its own account of who holds which city, who is allied, what is lost."""

    def __init__(self, tally: Tally) -> None:
        self.tally = tally
        self.control: dict[str, str] = {}
        self.allies: dict[str, int] = {}
        self.lost: dict[str, int] = {}
        self.hiero = False
        self.end: bytes = b""

    def look(self, scene: Scene) -> None:
        """Compare one procedure."""
        w = scene.before
        if not self.allies:
            self.allies = {name: box if abs(box) == winning.LEVEL else 0 for name, box in w.alliance.items()}
        if not self.control or scene.begin != self.end:
            self.control = dict(w.control)
        after = scene.after
        self.end = scene.end
        self._losses(scene, w, after)
        self._allies(w, after)
        self._cities(scene, w, after)
        self._devastation(scene)
        self._embassy(scene, w, after)
        self._muster(scene)
        self._scored(scene, w, after)
        if scene.name in ("draw", "victory"):
            self._seen(w)
        if scene.name == "victory":
            self._victory(scene, w, after)

    # -- losses --------------------------------------------------------------------------------------

    def _losses(self, scene: Scene, w: World, after: World) -> None:
        """§14.0 What is no longer on the map, and has not left it otherwise, is lost."""
        if scene.told(*LEAVE) or any(t.values.get("how") == "volunteers" for t in scene.told("omen")):
            self.lost = dict(after.losses)
            return
        for side in SCENARIOS[w.scenario].sides:
            was, now = (
                sum(strength(f.units) for f in x.forces.values() if f.side == side) for x in (w, after)
            )
            gained = sum(strength(t.values["units"]) for t in scene.told(*GAINS) if t.values["side"] == side)
            self.lost[side] = self.lost.get(side, 0) + was + gained - now
            if was + gained != now:
                self.tally.same(
                    "strength lost", self.lost[side], after.losses.get(side, 0), (side, scene.name)
                )
        self.lost = dict(after.losses)

    # -- control -------------------------------------------------------------------------------------

    def _allies(self, w: World, after: World) -> None:
        """§12.24 An alliance lasts until the other side reaches its last box."""
        for name, box in after.alliance.items():
            if abs(box) == winning.LEVEL:
                self.allies[name] = box
            if box != w.alliance.get(name):
                kept = after.notes.get(f"allied/{name}", 0)
                self.tally.same("alliance", self.allies.get(name, 0), kept, (name, box))

    def _cities(self, scene: Scene, w: World, after: World) -> None:
        """§11.31 §11.32 Who holds each city; it is left as an operation ends (ruling AW-V40)."""
        if scene.told("hiero_out", "ransomed") or scene.name in ("peace", "depart"):
            self.control = dict(after.control)
            return
        for city in cities(after):
            before = self.control.get(city, "")
            self.control[city] = winning.holder(after, city) or before
            if scene.name == "ends":
                held = self.control[city] = winning.held(after, city, before)
                self.tally.same("city", held, after.control.get(city, ""), (city, w.control.get(city)))
            self.control = dict(after.control)

    def _seen(self, w: World) -> None:
        """§11.11 §11.22 §14.0 Who controls each province, the defences of cities, and the points."""
        seen = view(w, None)
        for name in SCENARIOS[w.scenario].area:
            self.tally.same("province", winning.control(w, name), seen.provinces.get(name, ""), name)
        for city, left in seen.defences.items():
            self.tally.same("defence", defence(w, city), left, city)
        for side in SCENARIOS[w.scenario].sides:
            mine = sum(w.points.get(side, {}).values()) + sum(winning.of_places(w, side).values())
            mine += 4 if side == "rome" and self.hiero else 0
            mine += 0 if has(w, "fog", "on") else winning.of_losses(w, side, w.losses)
            self.tally.same("points", mine, seen.points[side], (side, seen.parts, w.points, w.losses))

    def _scored(self, scene: Scene, w: World, after: World) -> None:
        """§9.24 §14.0 The points that are not for battles: cities taken, leaders lost, ransoms."""
        self.hiero = self.hiero or bool(scene.told("hiero_out"))
        if scene.name == "aftermath":
            return
        mine = dict.fromkeys(SCENARIOS[w.scenario].sides, 0)
        for told in scene.told("fallen"):
            v = told.values
            if v["how"] in ("assault", "attrition"):
                siege = told.world.sieges.get(v["city"]) or w.sieges.get(v["city"])
                mine[v["side"]] += winning.for_city(w, v["side"], v["city"], siege.most if siege else 0)
        if w.scenario == "pyrrhus_in_italy" and w.fate.get("pyrrhus") != after.fate.get("pyrrhus") == "dead":
            mine["rome"] += 6
        for told in scene.told("fell"):
            who = (w.scenario, told.values["leader"], told.values["how"])
            is_first = not w.notes.get("hannibal_wounded")  # the data: the first wound alone scores
            mine["rome"] += 1 if who == ("hannibal_in_italy", "hannibal", "wounded") and is_first else 0
        for told in scene.told("ransomed"):
            mine[other(w, told.values["side"])] += told.values["n"]
        theirs = {
            side: sum(after.points.get(side, {}).values()) - sum(w.points.get(side, {}).values())
            for side in mine
        }
        if any(mine.values()) or any(theirs.values()):
            self.tally.same(
                "points scored",
                mine,
                theirs,
                [(t.kind, t.values) for t in scene.told("fallen", "fell", "ransomed")],
            )

    def _victory(self, scene: Scene, w: World, after: World) -> None:
        """§14.0 Automatic victory, or the last turn."""
        told = scene.told("game_over")
        sides = [side for side in SCENARIOS[w.scenario].sides if winning.at_once(after, side)]
        over = bool(sides) or w.turn >= SCENARIOS[w.scenario].turns
        self.tally.same("war over", over, bool(told), (sides, w.turn, after.agenda))
        if not told or not over:
            return
        v = told[0].values
        if sides:
            self.tally.same(
                "war won at once", True, v["side"] in sides and v["how"] == "automatic", (v, sides)
            )
        else:
            mine = winning.by_points(w, dict(zip(v["sides"], v["points"], strict=True)))
            self.tally.same("war won by points", mine, v.get("side", "") if v["how"] != "draw" else "", v)

    # -- devastation -----------------------------------------------------------------------------------

    def _devastation(self, scene: Scene) -> None:
        """§6.73 §6.75 Attempts and recoveries."""
        for told in scene.told("recovery"):
            v = told.values
            w = scene.rolled("6.75")[0].world
            there = [f for f in w.forces.values() if not f.place.endswith("i") and not f.afloat]
            men = sum(strength(f.units) for f in there if province(f.place) == v["province"])
            rolls = {roll.label[0]: roll.dice[0] for roll in scene.rolled("6.75")}
            total = rolls[v["province"]] - charts.devastation(men)
            how = "recovers" if total > PROVINCES[v["province"]].attrition else "stays"
            self.tally.same("recovery", (total, how), (v["total"], v["how"]), (v, men))
        dice = scene.rolled("6.73")
        tried = [t for t in scene.told("devastation") if t.rule == "6.73"]
        for told, roll in zip(tried, dice, strict=True):
            v, w = told.values, roll.world
            inside = [
                f for f in w.forces.values() if f.side == v["side"] and province(f.place) == v["province"]
            ]
            values = {charts.devastation(strength(less(f.units, f.fresh))) for f in inside}
            self.tally.same("devastation: value", True, v["value"] in values, (v, inside))
            how = "succeeds" if roll.dice[0] <= v["value"] else "fails"
            self.tally.same("devastation", how, v["how"], v)

    # -- diplomacy, new units --------------------------------------------------------------------------

    def _embassy(self, scene: Scene, w: World, after: World) -> None:
        """§12.33 §12.34 Who is sent (ruling AW-R81), what the die wins, and what a disaster costs."""
        for told in scene.told("embassy"):
            v = told.values
            leader, side = LEADERS[v["leader"]], v["side"]
            roll = scene.rolled("12.34")[0]
            boxes, bad = charts.embassy(roll.dice[0] + leader.diplomacy)
            self.tally.same("embassy: row", (boxes, bad), (v["boxes"], bool(v["disaster"])), v)
            busy = {w.op.leader if w.op else "", *chiefs(w, side)}
            spared = leader.side == side and leader.id not in busy and not leader.leads
            self.tally.same("embassy: who may be sent", True, spared, (v, w.op))
            fate = ""
            if bad:
                cost, fate = charts.disaster(scene.rolled("12.34")[1].dice[0])
                boxes = -cost
            way = -1 if side == "rome" else 1
            mine = max(-winning.LEVEL, min(winning.LEVEL, w.alliance[v["province"]] + way * boxes))
            self.tally.same("embassy: box", mine, after.alliance[v["province"]], (v, fate))
            here = [x for f in after.forces.values() for x in f.leaders]
            if fate:
                self.tally.same("embassy: gone", True, leader.id not in here, (v, fate))

    def _muster(self, scene: Scene) -> None:
        """§10.0 New units, by the die: Rome's; of others each province's levy (ruling AW-R84)."""
        rolls = scene.rolled("10.0")
        for told, roll in zip(scene.told("mustered"), rolls, strict=False):
            v, w = told.values, roll.world
            men = (arm(v["units"], "foot"), arm(v["units"], "horse"))
            if v["side"] == "rome":
                homes = SCENARIOS[w.scenario].home["rome"]
                lost = sum(winning.military(w, name) not in ("", "rome") for name in homes)
                guile = v["total"] - roll.dice[0] + 2 * lost
                self.tally.same("muster: guile", True, 0 <= guile <= 3, (v, lost))
                legions = 0 if v["total"] <= 3 else 1 if v["total"] <= 7 else 2
                mine = (18 * legions, 4 * legions) if legions else (10, 2)
                self.tally.same("muster: Rome", mine, men, v)
                continue
            name = next(part for part in roll.label if part in PROVINCES)
            full = roll.dice[0] >= 4
            foot, horse = LEVIES[name]
            mine = (foot, horse) if full else (-(-foot // 2), 0)
            self.tally.same("muster: levy", mine, men, (v, name))
            self.tally.same("muster: whose province", v["side"], winning.control(w, name), (v, name))
