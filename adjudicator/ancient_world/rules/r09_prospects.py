"""§9.3 §9.4 §9.6 §9.7 The odds of siege operations, from what both sides know in contact (§8.12)."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from adjudicator.ancient_world.board import CHARTS, FOOT
from adjudicator.ancient_world.world import World, city_of, force_of, printed_defence
from adjudicator.core import N_, Words, words

from .r02_forces import of_arm
from .r05_command import acting_units
from .r05_leaders import rating
from .r09_assault import assault_lines, row_of
from .r09_reduction import reduction_lines, repair_lines
from .r09_siege import siege_here
from .r09_treachery import guile_inside, treachery_number

FACES = 10


def of_ten(least: int) -> int:
    """Return how many of ten dice are `least` or more."""
    return max(0, min(FACES, FACES - least))


def assault_need(w: World) -> int:
    """§9.33 Return the least die with which an assault on the city besieged here succeeds."""
    city, op = siege_here(w), w.op
    assert op is not None
    row = row_of(w, city, of_arm(acting_units(w), FOOT))
    assert row is not None
    return row.success - sum(assault_lines(w, city, op.leader).values())


def demand_need(w: World) -> int:
    """§9.72 Return the least die with which the city here surrenders."""
    op = w.op
    assert op is not None
    return CHARTS.surrender(printed_defence(w, city_of(w, w.forces[force_of(w, op.leader)].place)))


def treachery_need(w: World) -> int:
    """§9.62 Return the least die with which treachery succeeds without guile; one less is the trap."""
    city, op = siege_here(w), w.op
    assert op is not None
    return treachery_number(rating(op.leader), printed_defence(w, city)) + 1 + guile_inside(w, city)


def lowering(w: World) -> int:
    """§9.43 Return how many of ten dice lower the defence of the city besieged here."""
    city, op = siege_here(w), w.op
    assert op is not None
    more = sum(reduction_lines(w, city, op.leader).values())
    return sum(CHARTS.reduction(die + more) > 0 for die in range(FACES))


def mending(w: World) -> int:
    """§9.44 Return how many of ten dice give the city defence back."""
    op = w.op
    assert op is not None
    return sum(CHARTS.repair(die + sum(repair_lines(op.leader).values())) > 0 for die in range(FACES))


def _needs(need: int) -> Words:
    return words(N_("needs {need} or more: {n} in 10"), need=need, n=of_ten(need))


def _treachery(w: World) -> Words:
    need = treachery_need(w)
    return words(
        N_("needs {need} or more, 1 less for each point of guile: {n} in 10 without guile"),
        need=need,
        n=of_ten(need),
    )


ODDS: Mapping[str, Callable[[World], Words]] = {
    "assault": lambda w: _needs(assault_need(w)),
    "demand": lambda w: _needs(demand_need(w)),
    "treachery": _treachery,
    "reduce": lambda w: words(N_("lowers the defence in {n} of 10"), n=lowering(w)),
    "repair": lambda w: words(N_("gives defence back in {n} of 10"), n=mending(w)),
}
"""The odds of each siege operation that is open to the active leader."""
