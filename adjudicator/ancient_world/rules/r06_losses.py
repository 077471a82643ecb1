"""§6.47 §8.34 Losses: which strength points their owner takes off."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from adjudicator.ancient_world.board import ELEPHANT, FOOT, HORSE, UNITS, counted
from adjudicator.ancient_world.world import Side, World, scenario_of
from adjudicator.core import (
    N_,
    Bar,
    Choice,
    Illegal,
    Menu,
    NotUnderstood,
    Reader,
    Split,
    ask,
    words,
)
from adjudicator.core.choices.choice import split_list
from adjudicator.core.log.chain import JSON
from adjudicator.core.log.chance import Rng

from .r02_forces import leaders_of, lose_of, of_arm, part, strength, units_of
from .r05_leaders import seat_for
from .r08_fog import is_secret, tell_units

PLAN, LOSE = "as_planned", "lose"


class Losses(Split, frozen=True, kw_only=True):
    """Strength points to take off; `judge` looks at the whole, `plan` is what most players would take."""

    plan: Callable[[], Mapping[str, int]]
    judge: Callable[[dict[str, int]], None] | None = None

    def accept(self, value: object) -> dict[str, int]:
        chosen = super().accept(value)
        if self.judge is not None:
            self.judge(chosen)
        return chosen

    def parse(self, text: str, reader: Reader) -> JSON:
        try:
            return super().parse(text, reader)
        except NotUnderstood as unknown:
            raise self._spared(text, reader) or unknown from None

    def _spared(self, text: str, reader: Reader) -> Illegal | None:
        """Return the refusal of units that these losses do not touch, None if the text names none."""
        bear = self.things()
        for piece in split_list(text):
            name = piece.partition(" ")[2] if piece[:1].isdecimal() else piece
            for unit in reader.lexicon.find(name, UNITS):
                if unit not in bear:
                    why = N_("{unit} cannot bear these losses; {units:or} can")
                    return Illegal(self.rule, why, unit=unit, units=list(bear))
        return None

    def sample(self, rng: Rng) -> JSON:
        for _ in range(6):
            try:
                return self.accept(super().sample(rng))
            except Illegal:
                continue
        return dict(self.plan())


class PlanOrLose(Menu, frozen=True, kw_only=True):
    """Losses as planned, or others; an order may name them without a verb, and nothing is the plan."""

    losses: Losses

    def parse(self, text: str, reader: Reader) -> JSON:
        if not text.strip():
            return {"pick": PLAN}
        try:
            return super().parse(text, reader)
        except NotUnderstood:
            return {"pick": LOSE, "answer": self.losses.parse(text, reader)}


async def ask_losses(seat: str, losses: Losses, secret: bool = False) -> dict[str, int]:
    """Ask an owner for losses, and return them by unit; `secret` answers show the others nothing (§8.12)."""
    plan = [words(N_("{n} {unit}"), n=n, unit=counted(unit, n)) for unit, n in losses.plan().items()]
    prompt = words(N_("{question} As planned: {plan}."), question=losses.prompt, plan=plan)
    items: Mapping[str, Choice[Any] | Bar | None] = {PLAN: None, LOSE: losses}
    question = PlanOrLose(
        rule=losses.rule,
        prompt=prompt,
        items=lambda: items,
        losses=losses,
        conceal=(lambda answer: {}) if secret else None,
    )
    answer = await ask(seat, question)
    return dict(losses.plan()) if answer["pick"] == PLAN else answer["answer"]


def spread(units: Mapping[str, int], n: int) -> dict[str, int]:
    """Return `n` strength points off some units, each time off the one that has most left."""
    left, gone = dict(units), dict[str, int]()
    for _ in range(min(n, sum(units.values()))):
        unit = max(sorted(left), key=lambda u: left[u])
        left[unit] -= 1
        gone[unit] = gone.get(unit, 0) + 1
    return dict(sorted(gone.items()))


# -- §6.47 attrition -----------------------------------------------------------------------------


def attrition_plan(units: Mapping[str, int], losses: int) -> dict[str, int]:
    """§6.47 Return usual losses: every seventh is horse, the others foot; elephants last (ruling AW-R32)."""
    foot, horse = part(units, FOOT), part(units, HORSE)
    riders = min(losses // EVERY, sum(horse.values()))
    walkers = min(losses - riders, sum(foot.values()))
    riders = min(losses - walkers, sum(horse.values()))
    beasts = min(losses - riders - walkers, of_arm(units, ELEPHANT))
    plan = spread(foot, walkers) | spread(horse, riders) | spread(part(units, ELEPHANT), beasts)
    return dict(sorted(plan.items()))


EVERY = 7
"""§6.47 Every seventh loss is horse."""
OVER = 11
"""§6.47 The number of losses above which one elephant may count as two."""


def judge_attrition(units: Mapping[str, int], losses: int, chosen: Mapping[str, int]) -> None:
    """§6.47 Refuse losses of attrition that are not in the proportions of the rule; ruling AW-R31.

    Raises:
        Illegal: saying which proportion is not kept.
    """
    due = min(losses // EVERY, of_arm(units, HORSE))
    if of_arm(chosen, HORSE) < due:
        raise Illegal("6.47", N_("every seventh loss must be cavalry: you must lose {due}"), due=due)
    spare = of_arm(units, FOOT, HORSE)
    beasts, others = of_arm(chosen, ELEPHANT), of_arm(chosen, FOOT, HORSE)
    if spare < losses and others == spare and others + beasts == min(losses, spare + of_arm(units, ELEPHANT)):
        return
    if beasts > (1 if losses > OVER else 0):
        raise Illegal("6.47", N_("one elephant may count as two losses, if there are more than 11 losses"))
    if others + 2 * beasts != losses:
        raise Illegal(
            "6.47", N_("you must take {n} {n:loss|losses}; you chose {m}"), n=losses, m=others + 2 * beasts
        )


async def suffered(w: World, keys: Sequence[str], losses: int, rule: str = "6.47") -> dict[str, int]:
    """§6.47 Take attrition losses off a force as its owner says, untold; return the losses."""
    units = units_of(w, keys)
    counted = part(units, FOOT, HORSE, ELEPHANT)
    losses = min(losses, strength(units))
    if losses <= 0:
        return {}
    choice = Losses(
        rule=rule,
        prompt=words(
            N_("Attrition at {place}: which {n} {n:strength point is|strength points are} lost?"),
            place=place_of_keys(w, keys),
            n=losses,
        ),
        things=lambda: counted,
        least=max(0, losses - 1),
        most=losses,
        plan=lambda: attrition_plan(counted, losses),
        judge=lambda chosen: judge_attrition(counted, losses, chosen),
    )
    return await _taken(w, keys, choice, counted, losses)


async def suffer(w: World, keys: Sequence[str], losses: int, rule: str = "6.47") -> None:
    """§6.47 Ask the owner for the attrition losses of a force."""
    side, place = _whose(w, keys)
    if gone := await suffered(w, keys, losses, rule):
        tell_units(w, "losses", rule, side, place, gone)


def _whose(w: World, keys: Sequence[str]) -> tuple[Side, str]:
    return next(((w.forces[k].side, w.forces[k].place) for k in keys if k in w.forces), ("", ""))


def place_of_keys(w: World, keys: Sequence[str]) -> str:
    """Return the places of some forces."""
    return next((w.forces[key].place for key in keys if key in w.forces), "")


def owner(w: World, keys: Sequence[str]) -> tuple[Side, str]:
    """Return the side of some forces, and the seat that decides for them."""
    side = next(w.forces[key].side for key in keys if key in w.forces)
    return side, seat_for(w, side, leaders_of(w, keys))


async def _taken(
    w: World, keys: Sequence[str], choice: Losses, units: Mapping[str, int], losses: int
) -> dict[str, int]:
    """Ask for losses, unless there is one way to take them, and take them.

    §8.12 In fog they are asked for all the same: nobody sees how many contingents a force has.
    """
    secret = is_secret(w, place_of_keys(w, keys))
    if losses >= sum(units.values()):
        gone = dict(units)
    elif len(units) == 1 and not secret:
        gone = {unit: losses for unit in units}
    else:
        gone = await ask_losses(owner(w, keys)[1], choice, secret)
    lose_of(w, keys, gone)
    return gone


async def _take(w: World, keys: Sequence[str], choice: Losses, units: Mapping[str, int], losses: int) -> None:
    side, place = _whose(w, keys)
    gone = await _taken(w, keys, choice, units, losses)
    tell_units(w, "losses", choice.rule, side, place, gone)


# -- plain losses of one arm -----------------------------------------------------------------------


async def give_up(w: World, keys: Sequence[str], arm: str, losses: int, rule: str) -> None:
    """Ask the owner to choose losses of one arm."""
    pool = part(units_of(w, keys), arm)
    losses = min(losses, sum(pool.values()))
    if losses <= 0:
        return
    choice = Losses(
        rule=rule,
        prompt=words(
            N_("{place}: which {n} {n:strength point|strength points} of {arm} {n:is|are} lost?"),
            place=place_of_keys(w, keys),
            n=losses,
            arm=arm,
        ),
        things=lambda: pool,
        least=losses,
        most=losses,
        plan=lambda: spread(pool, losses),
    )
    await _take(w, keys, choice, pool, losses)


# -- §8.34 percentage losses -----------------------------------------------------------------------


def elite_units(w: World) -> frozenset[str]:
    """§8.13 Return the units that count as elite: by scenario, and by augury for a turn."""
    auguries = {name.partition("/")[2] for name in w.effects if name.startswith("elite/")}
    return frozenset({*scenario_of(w).elite, *auguries})


def even(units: Mapping[str, int], losses: int) -> tuple[dict[str, int], int]:
    """§8.34 Return equal losses of all contingents of foot, and how many are left over to be chosen.

    A contingent that is too small gives what it has, and the others share the rest.
    """
    gone = dict.fromkeys(units, 0)
    left = min(losses, sum(units.values()))
    while left:
        able = [unit for unit in sorted(units) if units[unit] > gone[unit]]
        each = min(left // len(able), *(units[u] - gone[u] for u in able))
        if each == 0:
            break
        for unit in able:
            gone[unit] += each
        left -= each * len(able)
    return gone, left


def foot_plan(units: Mapping[str, int], losses: int, elite: frozenset[str]) -> dict[str, int]:
    """§8.34 Return foot losses: evenly, the remainder off the elite first, then off the largest."""
    gone, left = even(units, losses)
    able = sorted(
        (u for u in units if units[u] > gone[u]), key=lambda u: (u not in elite, gone[u] - units[u], u)
    )
    for unit in able[:left]:
        gone[unit] += 1
    return {unit: n for unit, n in gone.items() if n}


def horse_plan(units: Mapping[str, int], losses: int) -> dict[str, int]:
    """§8.34 Return horse losses: the largest contingent loses more than any other."""
    gone = spread(units, losses)
    if not units or not losses:
        return gone
    largest = max(sorted(units), key=lambda u: units[u])
    for unit in sorted(gone):
        while (
            unit != largest and gone[unit] >= gone.get(largest, 0) and gone.get(largest, 0) < units[largest]
        ):
            gone[unit] -= 1
            gone[largest] = gone.get(largest, 0) + 1
    return {unit: n for unit, n in sorted(gone.items()) if n}


def judge_battle(
    units: Mapping[str, int],
    foot: int,
    horse: int,
    elite: frozenset[str],
    chosen: Mapping[str, int],
    *,
    once: bool = False,
) -> None:
    """§8.34 §8.35 Refuse losses of a battle that are not shared out by the rule; ruling AW-R56.

    One additional strength point of horse counts as up to two of foot, any number of times or `once` (ruling
    AW-V03).

    Raises:
        Illegal: saying what is not kept.
    """
    riders, walkers = of_arm(chosen, HORSE), of_arm(chosen, FOOT)
    if riders < horse:
        raise Illegal("8.34", N_("you must lose {n} {n:strength point|strength points} of cavalry"), n=horse)
    if once and riders > horse + 1:
        raise Illegal("8.35", N_("only one strength point of cavalry may replace infantry"))
    due = max(0, foot - 2 * (riders - horse))
    if not due <= walkers <= foot or (riders > horse and walkers > due + 1):
        raise Illegal("8.35", N_("you must lose {n} {n:strength point|strength points} of infantry"), n=due)
    pool = part(units, FOOT)
    plain, left = even(pool, walkers)
    extra = {unit: chosen.get(unit, 0) - plain[unit] for unit in pool}
    if any(n not in (0, 1) for n in extra.values()):
        raise Illegal("8.34", N_("losses of infantry are shared evenly by all contingents"))
    able = [unit for unit in pool if unit in elite and pool[unit] > plain[unit]]
    if sum(extra[unit] for unit in able) < min(left, len(able)):
        raise Illegal("8.34", N_("losses that cannot be shared evenly are taken from the elite first"))
    _judge_horse(part(units, HORSE), chosen)


def _judge_horse(pool: Mapping[str, int], chosen: Mapping[str, int]) -> None:
    """§8.34 Require that the largest contingent of horse loses more than any other."""
    gone = {unit: chosen.get(unit, 0) for unit in pool}
    if not any(gone.values()):
        return
    most = max(pool.values())
    largest = [unit for unit in pool if pool[unit] == most]
    best = max(gone[unit] for unit in largest)
    if best < most and any(gone[unit] >= best for unit in gone if unit not in largest):
        raise Illegal("8.34", N_("the largest contingent of cavalry loses more than any other"))


async def suffer_battle(w: World, keys: Sequence[str], foot: int, horse: int, rule: str = "8.34") -> None:
    """§8.34 §8.35 Ask the owner for the losses of a battle, before any retreat."""
    units, elite = units_of(w, keys), elite_units(w)
    counted = part(units, FOOT, HORSE)
    foot, horse = min(foot, of_arm(units, FOOT)), min(horse, of_arm(units, HORSE))
    if foot + horse <= 0:
        return
    once = w.options.get("horse_for_foot", "often") == "once"
    plan = foot_plan(part(units, FOOT), foot, elite) | horse_plan(part(units, HORSE), horse)
    choice = Losses(
        rule=rule,
        prompt=words(
            N_(
                "Losses at {place}: {foot} infantry and {horse} cavalry. One point of cavalry may replace "
                "two of infantry. Which units?"
            ),
            place=place_of_keys(w, keys),
            foot=foot,
            horse=horse,
        ),
        things=lambda: counted,
        least=0,
        most=foot + horse,
        plan=lambda: plan,
        judge=lambda chosen: judge_battle(counted, foot, horse, elite, chosen, once=once),
    )
    await _take(w, keys, choice, counted, foot + horse)
