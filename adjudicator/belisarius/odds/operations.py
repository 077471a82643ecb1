"""§9 §14 The odds of operations of an army, forced marches, pillage, colonies, and of diplomacy."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from adjudicator.belisarius.board import CHARTS, COSTS
from adjudicator.belisarius.rules.r08_stratagems import listed
from adjudicator.belisarius.rules.r09_diplomacy import differences
from adjudicator.belisarius.rules.r14_armies import fitting, operation_points, unused
from adjudicator.belisarius.rules.r16_forced_march import LAST_LOSS
from adjudicator.belisarius.rules.r16_movement import HALVES, points
from adjudicator.belisarius.rules.r27_colonies import colonizing_strength
from adjudicator.belisarius.world import Attempt, Seat, World, chosen, enemy_of
from adjudicator.core import N_, Bar, Odds, words

from .battles import FACES, attack
from .economy import unfed

ATTACKS = ("attack", "assault", "manoeuvre")


def operated(w: World, seat: Seat, answer: Any) -> Iterator[Odds]:
    """§14.11 Tell the odds of an army's orders; at the end of the phase what supply will cost."""
    given: Any = answer.get("answer")
    match answer["pick"]:
        case pick if pick in ATTACKS:
            yield from attack(w, seat, given, "" if pick == "attack" else pick)
        case "activate" | "embark":
            fit = fitting(w, seat, unused)(given["start"])
            units = [] if isinstance(fit, Bar) else chosen(fit, given["units"])
            if units:
                least, most = (points(operation_points(units, die) * HALVES) for die in (1, FACES))
                points_said = words(N_("the die gives {least} to {most} OP"), least=least, most=most)
                yield Odds("sum", points_said, "14.21")
        case "force":
            loss = words(N_("a unit is lost with {n} or less: {n} of 6"), n=LAST_LOSS)
            yield Odds("chance", loss, "16.71", LAST_LOSS / FACES)
        case "pillage" if w.army is not None:
            n = len(w.army.units)
            yield from _tried(
                N_("the hex is pillaged: {n} of 6"), "P", lambda die: CHARTS.pillaging(n, die), "26.1"
            )
        case "colonize" if w.army is not None:
            strength, cost = colonizing_strength(w.army.units), COSTS.colony
            text = N_("costs {cost} {cost:solidus|solidi}; {left} left")
            yield Odds("cost", words(text, cost=cost, left=w.treasury[seat] - cost), "27.12")
            yield from _tried(
                N_("a colony is founded: {n} of 6"), "C", lambda die: CHARTS.colonizing(strength, die), "27.1"
            )
        case "done":
            yield from unfed(w, seat)


def _tried(template: str, letter: str, chart: Callable[[int], Sequence[str]], rule: str) -> Iterator[Odds]:
    """Tell how often an attempt succeeds, and how often the other player draws a marker."""
    found = [chart(die) for die in range(1, FACES + 1)]
    for text, result in ((template, letter), (N_("the enemy draws a marker: {n} of 6"), "R")):
        n = sum(result in results for results in found)
        yield Odds("chance", words(text, n=n), rule, n / FACES)


def negotiated(w: World, seat: Seat, answer: Any) -> Iterator[Odds]:
    """§9.1 Tell the difference and the results of an attempt that nobody opposes, with each die."""
    if answer["pick"] != "stake":
        return
    enemy, target = enemy_of(seat), answer["answer"]["target"]
    stakes = {seat: listed(answer["answer"]["stakes"]), enemy: []}
    difference = sum(differences(w, Attempt(seat, target, stakes)).values())
    yield Odds("sum", words(N_("difference without opposition: {n}"), n=difference), "9.1")
    found = ["+".join(CHARTS.diplomatic(difference, die)) for die in range(1, FACES + 1)]
    for result, n in Counter(found).items():
        text = N_("{result}: {n} of 6") if result else N_("nothing: {n} of 6")
        yield Odds("chance", words(text, result=result, n=n), "chart/diplomacy", n / FACES)
    if n := len(w.cups[f"{enemy}_hand"]):
        text = N_("the enemy holds {n} {n:marker|markers} and may oppose it")
        yield Odds("note", words(text, n=n), "9.1")
