"""§7.3 §6.38 Straits: crossed without ships, opposed by those of the enemy."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from adjudicator.ancient_world.board import CHARTS, ELEPHANT, ENGINE, FOOT, HORSE
from adjudicator.ancient_world.world import World, done
from adjudicator.core import N_, Illegal, d10, tell, words

from .r02_forces import adjusted, lose, of_arm, part, strength
from .r06_ground import STRAIT_ZONES, strait
from .r06_losses import Losses, ask_losses, owner, spread
from .r06_movement import arrive
from .r08_fog import is_secret, tell_units, units_told

FREE, OPPOSED = 4, 3
FACES = 10
THIRD = 3
ENGINES_LOST = 10


def third(w: World, losses: int) -> int:
    """§7.34 Return the least number of losses that is no less than a third; ruling AW-R48, option `third`."""
    return losses // THIRD if w.options.get("third") == "down" else -(-losses // THIRD)


def crossing_plan(units: Mapping[str, int], losses: int, riders: int) -> dict[str, int]:
    """§7.34 Return usual losses at a strait: so many horse and elephants, the rest foot."""
    mounted, foot = part(units, HORSE, ELEPHANT), part(units, FOOT)
    riders = min(riders, sum(mounted.values()))
    walkers = min(losses - riders, sum(foot.values()))
    riders = min(losses - walkers, sum(mounted.values()))
    return dict(sorted((spread(mounted, riders) | spread(foot, walkers)).items()))


def opposing_dice(w: World, zone: str, side: str) -> int:
    """§7.31 §7.32 Return how many of ten dice oppose a crossing by a side."""
    level = w.naval[zone][side]
    return 0 if level >= FREE else sum(die + level <= OPPOSED for die in range(FACES))


async def cross(w: World) -> None:
    """§7.31 §7.32 §7.33 Cross with a force: freely with a superiority of +4, else it may be opposed.

    Two dice: one says whether it is opposed, the other what that costs. Ruling AW-R47, ruling AW-V19.
    """
    m = w.march
    assert m is not None
    force, to = w.forces[m.force], m.ahead[0]
    zone = STRAIT_ZONES[strait(force.place, to)]
    level = w.naval[zone][force.side]
    if level < FREE:
        die = await d10("7.32", zone)
        opposed = die + level <= OPPOSED
        losses = second = 0
        if opposed:
            second = await d10("7.33", zone)
            losses = min(CHARTS.strait_losses(level, second, adjusted(force.units)), strength(force.units))
        how = "opposed" if opposed else "free"
        seen, sealed = units_told(w, force.side, force.place, {"losses": losses})
        values: dict[str, Any] = {"side": force.side, "zone": zone, "die": die, "level": level, "how": how}
        values |= {**({"second": second} if opposed else {}), **seen}
        tell("crossing", "7.32", sealed=sealed, **values)
        if losses:
            await _drown(w, losses)
    done(w)
    m = w.march
    if m is None or m.force not in w.forces:
        return
    m.ahead.pop(0)
    arrive(w, to)


async def _drown(w: World, losses: int) -> None:
    """§7.34 Take the losses of an opposed crossing from the force; its owner chooses them where they may."""
    m = w.march
    assert m is not None
    key = m.force
    units = w.forces[key].units
    pool, before = part(units, FOOT, HORSE, ELEPHANT), strength(units)
    due = min(third(w, losses), of_arm(pool, HORSE, ELEPHANT))

    def judge(chosen: dict[str, int]) -> None:
        if of_arm(chosen, HORSE, ELEPHANT) < due:
            raise Illegal("7.34", N_("a third of the losses must be cavalry and elephants: {due}"), due=due)

    gone = dict(pool)
    secret = is_secret(w, w.forces[key].place)
    if losses < before and len(pool) == 1 and not secret:
        gone = dict.fromkeys(pool, losses)
    elif losses < before:
        choice = Losses(
            rule="7.34",
            prompt=words(
                N_("The crossing is opposed: which {n} {n:strength point is|strength points are} lost?"),
                n=losses,
            ),
            things=lambda: pool,
            least=losses,
            most=losses,
            plan=lambda: crossing_plan(pool, losses, due),
            judge=judge,
        )
        gone = await ask_losses(owner(w, [key])[1], choice, secret)
    if losses * 100 >= before * ENGINES_LOST:
        gone = {**gone, **part(units, ENGINE)}
    side, place = w.forces[key].side, w.forces[key].place
    lose(w, key, gone)
    tell_units(w, "losses", "7.34", side, place, gone)
