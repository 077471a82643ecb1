"""§8.3 §8.5 §8.6 The chances of a battle before its dice, exact from the charts.

Where a player would choose, nothing is chosen: no elephants go forward (§8.36), no guile is used (§8.4),
nobody joins (§8.25), nobody retreats who need not (§8.37). Pursuit (§8.38) comes after.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction

from msgspec import Struct
from msgspec.structs import replace

from adjudicator.ancient_world.board import CHARTS, LEADERS
from adjudicator.ancient_world.board.charts import STAR, Result
from adjudicator.ancient_world.world import Battle, Line, Side, World, battle_of, enemy_of

from .r08_avoidance import letter_of
from .r08_battle import eased, leader_of, lines_of, losses_of, one_at_least, star_losses, units_in
from .r08_outcome import CHART, forced, is_major

DICE = range(10)


class Forecast(Struct):
    """The chances of a battle, by side where one is: fractions of 1, and strength points lost on average.

    `wins` is how often the other side must retreat, `major` how often by a major victory, `falls` how often
    the commander is killed or wounded.
    """

    wins: dict[Side, Fraction]
    major: dict[Side, Fraction]
    lost: dict[Side, Fraction]
    falls: dict[Side, Fraction]

    @property
    def undecided(self) -> Fraction:
        """The share of battles after which neither side must retreat."""
        return Fraction(1) - sum(self.wins.values(), Fraction())


def tactical_range(letter: str) -> tuple[int, int]:
    """§8.32 Return the ends of what a battle letter may give; nothing without a leader."""
    found = [CHARTS.tactical(letter, die) for die in DICE]
    return min(found), max(found)


def open_lines(w: World, by: str, against: str) -> list[Line]:
    """§8.31 Return the lines of the sum that are known before the dice, under two commanders."""
    return lines_of(w, replace(battle_of(w), by=by, against=against))


def forecast(w: World, by: str, against: str) -> Forecast:
    """§8.3 Return the chances of the battle that is to be fought, under two commanders."""
    b = replace(battle_of(w), by=by, against=against)
    lines = lines_of(w, b)
    b.ratio = next((line.value for line in lines if line.name == "ratio"), 0)
    known = sum(line.value for line in lines)
    none = dict.fromkeys((b.attacker, b.defender), Fraction())
    found = Forecast(dict(none), dict(none), dict(none), dict(none))
    for total, weight in _totals(b, known).items():
        for result, real, share in _results(b, total):
            for fought, part in _losses(w, b, result, real):
                _count(w, found, fought, weight * share * part)
    return found


def _totals(b: Battle, known: int) -> dict[int, Fraction]:
    """§8.32 Return how often each total of the sum and the dice comes."""
    ours, theirs = letter_of(b.by), letter_of(b.against)
    found = Counter(
        known + CHARTS.tactical(ours, one) - CHARTS.tactical(theirs, other) + die
        for one in DICE
        for other in DICE
        for die in DICE
    )
    return {total: Fraction(n, len(DICE) ** 3) for total, n in found.items()}


def _results(b: Battle, total: int) -> Iterator[tuple[Result, dict[Side, int], Fraction]]:
    """§8.33 §8.4 Yield the results of a total, what each side really loses in a hundred, and how often."""
    result = CHARTS.result(total)
    if result.unpredictable is None:
        yield result, eased(b, result), Fraction(1)
        return
    for die in DICE:
        one = CHARTS.unpredictable(die + result.unpredictable)
        yield one, {b.attacker: one.attacker, b.defender: one.defender}, Fraction(1, len(DICE))


def _losses(w: World, b: Battle, result: Result, real: dict[Side, int]) -> Iterator[tuple[Battle, Fraction]]:
    """§8.34 Yield the battle with the losses of a result, and how often: "*" has a die of its own."""
    percent = {b.attacker: result.attacker, b.defender: result.defender}
    for ours, often in _of_side(w, b, b.attacker, real[b.attacker]):
        for theirs, times in _of_side(w, b, b.defender, real[b.defender]):
            lost = {side: dict(causes) for side, causes in b.lost.items()}
            fought = replace(b, percent=percent, real=real, lost=lost)
            fought.book(b.attacker, CHART, ours)
            fought.book(b.defender, CHART, theirs)
            yield fought, often * times


def _of_side(w: World, b: Battle, side: Side, percent: int) -> Iterator[tuple[int, Fraction]]:
    units = units_in(w, b, side)
    if percent == STAR:
        found = Counter(sum(star_losses(units, die)) for die in DICE)
        yield from ((n, Fraction(times, len(DICE))) for n, times in found.items())
        return
    always = not percent and w.options.get("least_loss", "above_zero") == "always"
    yield sum(one_at_least(units, 0, 0) if always else losses_of(units, percent)), Fraction(1)


def _count(w: World, found: Forecast, b: Battle, share: Fraction) -> None:
    loser = forced(w, b)
    if loser:
        winner = enemy_of(w, loser)
        found.wins[winner] += share
        found.major[winner] += share * is_major(w, b, winner)
    for side in (b.attacker, b.defender):
        found.lost[side] += share * b.losses(side)
        leader = leader_of(b, side)
        if leader and (b.losses(side) or b.lost_elephants.get(side, 0)):
            found.falls[side] += share * Fraction(casualty(leader, side == loser), len(DICE))


def casualty(leader: str, beaten: bool) -> int:
    """§8.61 Return how many of ten dice wound or kill a leader."""
    return min(len(DICE), max(0, len(DICE) - LEADERS[leader].mortality + beaten))
