"""§8.3 The battle: elephants, the sum of all modifiers, the result, and what is lost."""

from __future__ import annotations

from collections.abc import Sequence

from adjudicator.ancient_world.board import CHARTS, ELEPHANT, FOOT, HORSE
from adjudicator.ancient_world.board.charts import STAR, Result
from adjudicator.ancient_world.world import (
    ROME,
    STATUS_NAMES,
    Battle,
    Line,
    Side,
    World,
    battle_of,
    done,
    seat_of,
)
from adjudicator.core import N_, Amount, OneOf, ask, d10, one_of, tell, words

from .r02_forces import fighting, lose_of, of_arm, part, rank_of, units_of
from .r05_leaders import guile_left, spend_guile, subordinate_value
from .r06_ground import HARD, terrain
from .r06_losses import elite_units, give_up, spread, suffer_battle
from .r08_avoidance import letter_of
from .r08_outcome import CHART, ELEPHANTS, OWN_ELEPHANTS

ELITE = 5
FAILED, AMBUSH, ENVELOPMENT, RIVER, LANDED = 2, 5, 4, -3, 3
FULL_RATIO, STEP = 3, 5
"""§8.33 A ratio beyond 3 takes five in a hundred off that side's losses, a step."""


def keys_of(b: Battle, side: Side) -> list[str]:
    """Return the keys of a side's forces in a battle."""
    return b.attackers if side == b.attacker else b.defenders


def leader_of(b: Battle, side: Side) -> str:
    """§5.43 Return the commander of a side in a battle, "" for nobody."""
    return b.by if side == b.attacker else b.against


def seat_in(w: World, b: Battle, side: Side) -> str:
    """Return the seat that decides for a side in a battle."""
    return seat_of(w, side, leader_of(b, side))


def units_in(w: World, b: Battle, side: Side) -> dict[str, int]:
    """Return the units of a side in a battle."""
    return units_of(w, keys_of(b, side))


# -- §8.36 elephants -----------------------------------------------------------------------------


def left_to_commit(w: World, b: Battle, side: Side) -> int:
    """§8.36 Return how many strength points of elephants a side has that have not gone forward yet."""
    if terrain(b.hex) in HARD or side in b.stopped:
        return 0
    gone = b.elephants.get(side, 0)
    return max(0, of_arm(units_in(w, b, side), ELEPHANT) - gone)


async def elephants(w: World) -> None:
    """§8.36 Send elephants forward one by one, in turns, the attacker's first; either side may stop.

    What they do is applied at once, before ratio and horse are counted; ruling AW-R57.
    """
    b = w.battle
    assert b is not None
    waiting = [side for side in (b.attacker, b.defender) if left_to_commit(w, b, side)]
    if not waiting:
        done(w)
        return
    rolled = {side: b.elephants.get(side, 0) + b.lost_elephants.get(side, 0) for side in waiting}
    side = min(waiting, key=lambda s: (rolled[s], s != b.attacker))
    choice = OneOf(
        rule="8.36",
        prompt=words(
            N_("Battle of {place}: do you send in another strength point of elephants?"), place=b.hex
        ),
        options=one_of("yes", "no"),
    )
    if await ask(seat_in(w, b, side), choice) == "no":
        battle_of(w).stopped.append(side)
        return
    die = await d10("8.36", f"{side} {b.hex}")
    await _trample(w, side, die)


async def _trample(w: World, side: Side, die: int) -> None:
    """§8.36 Apply what one strength point of elephants has done."""
    b, row = w.battle, CHARTS.elephants[str(die)]
    assert b is not None
    enemy = b.defender if side == b.attacker else b.attacker
    b.elephant_modifier[side] = b.elephant_modifier.get(side, 0) + row.modifier
    theirs, ours = units_in(w, b, enemy), units_in(w, b, side)
    killed = max(row.enemy, CHARTS.percent(fighting(theirs), row.enemy_percent) if row.enemy_percent else 0)
    hurt = min(killed, fighting(theirs))
    tell("elephant", "8.36", side=side, place=b.hex, die=die, lost=row.lost, modifier=row.modifier, hurt=hurt)
    if row.lost:
        gone = spread(part(units_in(w, b, side), ELEPHANT), 1)
        lose_of(w, keys_of(b, side), gone)
        b.lost_elephants[side] = b.lost_elephants.get(side, 0) + 1
    else:
        b.elephants[side] = b.elephants.get(side, 0) + 1
    if row.own_foot:
        await give_up(w, list(keys_of(b, side)), FOOT, row.own_foot, "8.36")
        b = battle_of(w)
        b.book(side, OWN_ELEPHANTS, fighting(ours) - fighting(units_in(w, b, side)))
    if hurt:
        foot = min(hurt, of_arm(theirs, FOOT))
        await give_up(w, list(keys_of(b, enemy)), FOOT, foot, "8.36")
        if hurt > foot:
            await give_up(w, list(keys_of(b, enemy)), HORSE, hurt - foot, "8.36")
        b = battle_of(w)
        b.book(enemy, ELEPHANTS, fighting(theirs) - fighting(units_in(w, b, enemy)))


# -- §8.31 the sum -------------------------------------------------------------------------------


def tactical_line(w: World, b: Battle, dice: tuple[int, int]) -> Line:
    """§8.32 Return the difference of tactical abilities; without a leader it is 0."""
    ours = CHARTS.tactical(letter_of(b.by), dice[0])
    theirs = CHARTS.tactical(letter_of(b.against), dice[1])
    return Line("leaders", ours - theirs)


def lines_of(w: World, b: Battle) -> list[Line]:
    """§8.31 Return every other line of the sum; above 0 for the attacker. All are added up."""
    ours, theirs = units_in(w, b, b.attacker), units_in(w, b, b.defender)
    found = [
        Line(
            "subordinates",
            subordinate_value(w, b.attackers, b.by) - subordinate_value(w, b.defenders, b.against),
        ),
        Line("ratio", CHARTS.odds(fighting(ours), fighting(theirs))),
        Line("horse", horse_line(w, b)),
        Line("failed", FAILED * b.failed),
        Line("ambush", AMBUSH * b.ambush),
        Line("envelopment", ENVELOPMENT * b.envelopment),
        Line("river", RIVER * b.river),
        Line("landing", LANDED * (_landed(w, b.defenders) - _landed(w, b.attackers))),
        Line("elite", elite_count(w, ours) - elite_count(w, theirs)),
        Line("status", _status(w, b.attackers) - _status(w, b.defenders)),
        Line("elephants", b.elephant_modifier.get(b.attacker, 0) - b.elephant_modifier.get(b.defender, 0)),
        Line("given", b.extra),
    ]
    return [line for line in found if line.value]


def horse_line(w: World, b: Battle) -> int:
    """§8.31 Return the superiority in horse; the column is that of the side that has it."""
    ours = of_arm(units_in(w, b, b.attacker), HORSE)
    theirs = of_arm(units_in(w, b, b.defender), HORSE)
    side = b.attacker if ours > theirs else b.defender
    worth = CHARTS.horse(abs(ours - theirs), side == ROME, terrain(b.hex))
    return worth if side == b.attacker else -worth


def elite_count(w: World, units: dict[str, int]) -> int:
    """§8.31 Return how many elite contingents of an arm have five strength points or more."""
    return sum(units.get(unit, 0) >= ELITE for unit in elite_units(w))


def _landed(w: World, keys: Sequence[str]) -> int:
    """§7.27 Return 1 if some force fights in the hex in which it landed this turn."""
    return int(any(w.forces[key].landed for key in keys if key in w.forces))


def _status(w: World, keys: Sequence[str]) -> int:
    """§8.55 Look up the effect of the worst state among some forces."""
    worst = max((rank_of(w.forces[key]) for key in keys if key in w.forces), default=0)
    return CHARTS.statuses[STATUS_NAMES[worst]].battle


async def battle(w: World) -> None:
    """§8.3 Find the result by the sum of all modifiers and one die; §8.4 or an unpredictable one."""
    b = w.battle
    assert b is not None
    ours = await d10("8.32", f"{b.by} {b.hex}") if b.by else 0
    theirs = await d10("8.32", f"{b.against} {b.hex}") if b.against else 0
    die = await d10("8.3", b.hex)
    tactical = tactical_line(w, b, (ours, theirs))
    lines = [*([tactical] if tactical.value else []), *lines_of(w, b)]
    total = sum(line.value for line in lines)
    result = CHARTS.result(die + total)
    b.lines = lines
    b.ratio = next((line.value for line in lines if line.name == "ratio"), 0)
    tell(
        "battle",
        "8.3",
        place=b.hex,
        attacker=b.attacker,
        defender=b.defender,
        by=b.by,
        against=b.against,
        lines={line.name: line.value for line in lines},
        dice=[ours, theirs],
        die=die,
        total=die + total,
    )
    unpredictable = result.unpredictable is not None
    if result.unpredictable is not None:
        result = await _unpredictable(w, result.unpredictable)
    b = w.battle
    assert b is not None
    b.percent = {b.attacker: result.attacker, b.defender: result.defender}
    b.real = dict(b.percent) if unpredictable else eased(b, result)
    tell(
        "result",
        "8.4" if unpredictable else "8.33",
        place=b.hex,
        attacker=b.attacker,
        defender=b.defender,
        percent=[b.percent[b.attacker], b.percent[b.defender]],
        real=[b.real[b.attacker], b.real[b.defender]],
    )
    done(w)


async def _unpredictable(w: World, modifier: int) -> Result:
    """§8.4 A second die, with the guile of those who command: the attacker adds first, then the defender
    takes off, openly; the sum is held within 0 and 9. Ruling AW-R60.
    """
    b = w.battle
    assert b is not None
    die = await d10("8.4", b.hex)
    total, lines = die + modifier, {"chart": modifier}
    for side, sign in ((b.attacker, 1), (b.defender, -1)):
        leader = leader_of(b, side)
        if not leader or not guile_left(w, leader):
            continue
        used = await ask(
            seat_in(w, b, side),
            Amount(
                rule="8.4",
                prompt=words(
                    N_(
                        "Unpredictable events: {total} (rolled {die}). "
                        "How many points of guile does {leader} use?"
                    ),
                    die=die,
                    total=total,
                    leader=leader,
                ),
                least=0,
                most=guile_left(w, leader),
                verb="guile",
            ),
        )
        spend_guile(w, leader, used)
        total += sign * used
        lines["guile" if sign > 0 else "against"] = sign * used
    total = max(0, min(9, total))
    lines = {name: n for name, n in lines.items() if n}
    tell("unpredictable", "8.4", place=b.hex, die=die, lines=lines, total=total)
    return CHARTS.unpredictable(total)


def eased(b: Battle, result: Result) -> dict[Side, int]:
    """§8.33 Return the percentages less what a ratio beyond three takes off: five a step for that side."""
    ours, theirs = result.attacker, result.defender
    if b.ratio > FULL_RATIO:
        ours = 0 if ours == STAR else max(0, ours - STEP * (b.ratio - FULL_RATIO))
    if b.ratio < -FULL_RATIO:
        theirs = 0 if theirs == STAR else max(0, theirs - STEP * (-b.ratio - FULL_RATIO))
    return {b.attacker: ours, b.defender: theirs}


# -- §8.34 what is lost --------------------------------------------------------------------------


async def toll(w: World) -> None:
    """§8.33 §8.34 Take off the losses of both sides, the attacker's first.

    A side whose percentage is above 0 loses at least one strength point; ruling AW-R54. Foot and horse
    are counted apart; ruling AW-R55.
    """
    b = w.battle
    assert b is not None
    for side in (b.attacker, b.defender):
        if side in b.owed:
            continue
        await _lose_of_side(w, side)
        battle_of(w).owed.append(side)
        return
    done(w)


async def _lose_of_side(w: World, side: Side) -> None:
    """§8.33 §8.34 Take off what the result asks of foot, horse and the elephants that went forward."""
    b = w.battle
    assert b is not None
    keys, percent = list(keys_of(b, side)), b.real[side]
    units = units_in(w, b, side)
    foot, horse = losses_of(units, percent)
    if not percent and w.options.get("least_loss", "above_zero") == "always":
        foot, horse = one_at_least(units, 0, 0)  # ruling AW-R54
    if percent == STAR:
        die = await d10("8.33", f"{side} {b.hex}")
        foot, horse = star_losses(units, die)
    before = fighting(units)
    await suffer_battle(w, keys, foot, horse)
    b = w.battle
    assert b is not None
    b.book(side, CHART, before - fighting(units_in(w, b, side)))
    engaged = b.elephants.get(side, 0)
    if engaged and percent > 0:
        fallen = spread(part(units_in(w, b, side), ELEPHANT), CHARTS.percent(engaged, percent))
        if fallen:
            lose_of(w, keys, fallen)
            b.lost_elephants[side] = b.lost_elephants.get(side, 0) + sum(fallen.values())
            tell("losses", "8.34", side=side, place=b.hex, units=fallen)


def losses_of(units: dict[str, int], percent: int) -> tuple[int, int]:
    """§8.34 Return the losses of foot and horse by a percentage, at least one if it is above 0."""
    if percent <= 0:
        return 0, 0
    foot = CHARTS.percent(of_arm(units, FOOT), percent)
    horse = CHARTS.percent(of_arm(units, HORSE), percent)
    return one_at_least(units, foot, horse)


def one_at_least(units: dict[str, int], foot: int, horse: int) -> tuple[int, int]:
    """§8.33 Return losses of foot and horse, at least one strength point if there is one."""
    if foot + horse == 0:
        return (1, 0) if of_arm(units, FOOT) else (0, min(1, of_arm(units, HORSE)))
    return foot, horse


def star_losses(units: dict[str, int], die: int) -> tuple[int, int]:
    """§8.33 Return the losses of a "*": the die, but less than 5%, and at least one; foot first.

    Ruling AW-R54.
    """
    n = min(fighting(units), max(1, min(die, (fighting(units) * 5 - 1) // 100)))
    foot = min(n, of_arm(units, FOOT))
    return foot, n - foot
