"""§8.3 The sum of a battle and its result."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from adjudicator.ancient_world.board import LEADERS, SCENARIOS
from adjudicator.ancient_world.world import Battle, World

from . import charts
from .ground import HARD, added, chiefs, foot, has, horse, letter, state, terrain

LEAST_ELITE = 5
"""§8.31 So many strength points of an elite unit count."""


def army(w: World, keys: Iterable[str]) -> dict[str, int]:
    """The units of some forces."""
    return added(*(w.forces[key].units for key in keys if key in w.forces))


def staff(w: World, keys: Iterable[str]) -> list[str]:
    """The leaders of some forces."""
    return [leader for key in keys if key in w.forces for leader in w.forces[key].leaders]


def commanders(w: World, side: str, present: Sequence[str], *, attacks: bool, named: str = "") -> set[str]:
    """§5.43 Who may command: the overall commander, else the active leader, else whom the owner names.

    Who is named to intercept commands; ruling AW-R14. Of several who are equally fit to stand in for the
    overall commander (ruling AW-R82), any may be the one, also one who is not here.
    """
    top = chiefs(w, side)
    chief = top & {*present}
    if chief and top <= {*present}:
        return chief
    return chief | _of_equals(w, present, attacks=attacks, named=named)


def _of_equals(w: World, present: Sequence[str], *, attacks: bool, named: str) -> set[str]:
    """§5.43 Who may command where no overall commander is."""
    active = w.op.leader if w.op is not None else ""
    if active in present and (attacks or not has(w, "command", "attack_only")):
        return {active}
    return {named} if named in present else set(present) or {""}


def subordinates(w: World, side: str, present: Iterable[str], commander: str) -> int:
    """§5.44 What the other leaders add, at most 2; ruling AW-R15."""
    spared = (commander, *chiefs(w, side))
    return min(2, sum(LEADERS[leader].subordinate for leader in present if leader not in spared))


def elite(w: World, units: dict[str, int]) -> int:
    """§8.31 How many kinds of elite units are there with five strength points."""
    kinds = {
        *SCENARIOS[w.scenario].elite,
        *(key.partition("/")[2] for key in w.effects if key.startswith("elite/")),
    }
    return sum(1 for kind in kinds if units.get(kind, 0) >= LEAST_ELITE)


def cavalry(attacker: str, ours: int, theirs: int, defender: str, ground: str) -> int:
    """§8.31 The line of the horse, for the attacker."""
    if ours >= theirs:
        return charts.horse(ours - theirs, roman=attacker == "rome", ground=ground)
    return -charts.horse(theirs - ours, roman=defender == "rome", ground=ground)


def men(units: dict[str, int]) -> int:
    """§8.31 The strength that a ratio compares: no elephants."""
    return foot(units) + horse(units)


def lines(
    w: World, b: Battle, dice: Sequence[int], *, failed: int, wet: bool, beasts: Mapping[str, int]
) -> dict[str, int]:
    """§8.31 The lines of the sum, but those of 0."""
    ours, theirs = army(w, b.attackers), army(w, b.defenders)
    us, them = staff(w, b.attackers), staff(w, b.defenders)
    found = {
        "leaders": charts.ability(letter(b.by), dice[0]) - charts.ability(letter(b.against), dice[1]),
        "subordinates": subordinates(w, b.attacker, us, b.by) - subordinates(w, b.defender, them, b.against),
        "ratio": charts.ratio(men(ours), men(theirs)),
        "horse": cavalry(b.attacker, horse(ours), horse(theirs), b.defender, terrain(b.hex)),
        "failed": 2 * failed,
        "ambush": 5 if b.ambush else 0,
        "envelopment": 4 if b.envelopment else 0,
        "river": -3 if wet else 0,
        "landing": (3 if _landed(w, b.defenders) else 0) - (3 if _landed(w, b.attackers) else 0),
        "elite": elite(w, ours) - elite(w, theirs),
        "status": _worst(w, b.attackers) - _worst(w, b.defenders),
        "elephants": beasts[b.attacker] - beasts[b.defender],
    }
    return {name: value for name, value in found.items() if value}


def _landed(w: World, keys: Iterable[str]) -> bool:
    return any(w.forces[key].landed for key in keys if key in w.forces and w.forces[key].units)


def _worst(w: World, keys: Iterable[str]) -> int:
    """§8.55 The worst state of some forces as a modifier."""
    return min((charts.state(state(w.forces[key]), "battle") for key in keys if key in w.forces), default=0)


def eased(percent: int, ratio: int) -> int:
    """§8.33 A side's percentage after its ratio, which is for it above 0."""
    if ratio <= 3:
        return percent
    return 0 if percent == charts.STAR else max(0, percent - 5 * (ratio - 3))


def percentages(total: int, wild: int | None, ratio: int) -> tuple[tuple[int, int], tuple[int, int]]:
    """§8.3 §8.33 §8.4 The chart's percentages and the eased ones; `wild` is the modified second die."""
    found = charts.result(total)
    if isinstance(found, int):
        assert wild is not None
        chart = charts.unpredictable(wild)
        return chart, chart
    return found, (eased(found[0], ratio), eased(found[1], -ratio))


def ground_allows_elephants(hex: str) -> bool:
    """§8.36 No elephants in mountains and marshes."""
    return terrain(hex) not in HARD
