"""§9.55 §9.94 Losses in a siege: foot, militia, and the arms that may replace them."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct

from adjudicator.ancient_world.board import CITIES, ELEPHANT, FOOT, HORSE
from adjudicator.ancient_world.world import World, seat_of
from adjudicator.core import N_, Illegal, tell, words

from .r02_forces import leaders_of, less, lose_of, of_arm, part, units_of
from .r06_losses import Losses, ask_losses, spread
from .r09_siege import besiegers, defender_of, garrison_keys

MILITIA = "militia_foot"
"""§9.94 Militia: a contingent of their own that exists only while a city is under siege."""


def worth(gone: Mapping[str, int], attacker: bool) -> int:
    """§9.55 Return twice what some losses count: two horse are one foot, an elephant of the besieger is one.

    Ruling AW-R72.
    """
    beasts = of_arm(gone, ELEPHANT) if attacker else 0
    return 2 * (of_arm(gone, FOOT) + beasts) + of_arm(gone, HORSE)


def plan_of(pool: Mapping[str, int], n: int) -> dict[str, int]:
    """§9.55 Return usual losses: militia, then foot, then horse."""
    militia = min(n, pool.get(MILITIA, 0))
    foot = {unit: k for unit, k in part(pool, FOOT).items() if unit != MILITIA}
    walkers = min(n - militia, sum(foot.values()))
    riders = min(2 * (n - militia - walkers), of_arm(pool, HORSE))
    found = (
        ({MILITIA: militia} if militia else {}) | spread(foot, walkers) | spread(part(pool, HORSE), riders)
    )
    return dict(sorted((unit, k) for unit, k in found.items() if k))


async def siege_losses(w: World, city: str, n: int, rule: str, *, outside: bool) -> None:
    """§9.55 §9.56 Ask the owner for the attrition of one side of a siege; other arms may stand in for foot.

    A city of nobody loses its militia.
    """
    keys = besiegers(w, city) if outside else garrison_keys(w, city)
    pool = part(units_of(w, keys), FOOT, HORSE, *((ELEPHANT,) if outside else ()))
    await _suffer(w, city, _Losses(keys, pool, rule, outside, exchange=True), n)


async def foot_losses(
    w: World, city: str, n: int, rule: str, *, outside: bool, fought: Mapping[str, int] | None = None
) -> None:
    """§9.27 §9.35 Ask the owner for losses of a sally or an assault: foot, inside also militia (§9.94).

    `fought` are the units that took part, None for all.
    """
    keys = besiegers(w, city) if outside else garrison_keys(w, city)
    pool = part(units_of(w, keys) if fought is None else fought, FOOT)
    await _suffer(w, city, _Losses(keys, pool, rule, outside, exchange=False), n)


class _Losses(Struct, frozen=True):
    """The losses of one side of a siege: off which units and forces, and whether arms stand in (§9.55)."""

    keys: list[str]
    pool: dict[str, int]
    rule: str
    outside: bool
    exchange: bool

    def worth(self, gone: Mapping[str, int]) -> int:
        """Return twice what some losses count."""
        return worth(gone, self.outside) if self.exchange else 2 * of_arm(gone, FOOT)


async def _suffer(w: World, city: str, of: _Losses, n: int) -> None:
    """Take off `n` losses, militia among them; the owner is asked only where there is something to choose."""
    pool, keys = of.pool, of.keys
    if not of.outside and w.sieges[city].militia:
        pool = {MILITIA: w.sieges[city].militia, **pool}
    side = w.sieges[city].side if of.outside else defender_of(w, city)
    if n <= 0 or not pool:
        return
    plan = plan_of(pool, n)
    if of.worth(pool) <= 2 * n:
        gone = dict(pool)
    elif len(pool) == 1 or side not in w.seats:
        gone = plan
    else:
        leaders = leaders_of(w, keys)
        seat = seat_of(w, side, leaders[0] if len(leaders) == 1 else "")
        gone = await ask_losses(seat, _choice(city, pool, plan, n, of))
    if militia := gone.get(MILITIA, 0):
        w.sieges[city].militia -= militia
    lose_of(w, keys, less(gone, {MILITIA: 999}))
    tell("losses", of.rule, side=side, place=CITIES[city].hex + ("" if of.outside else "i"), units=gone)


def _choice(city: str, pool: Mapping[str, int], plan: Mapping[str, int], n: int, of: _Losses) -> Losses:
    """Return the question which units are lost; where arms stand in, half a loss may be given too much."""

    def judge(chosen: dict[str, int]) -> None:
        if 2 * n <= of.worth(chosen) <= 2 * n + int(of.exchange):
            return
        if of.exchange:
            problem = N_("you must take {n} {n:loss|losses}; two of cavalry count as one of infantry")
            raise Illegal("9.55", problem, n=n)
        raise Illegal(of.rule, N_("you must lose {n} {n:strength point|strength points} of infantry"), n=n)

    return Losses(
        rule=of.rule,
        prompt=words(
            N_("Siege of {city}: which {n} {n:strength point is|strength points are} lost?"), city=city, n=n
        ),
        things=lambda: pool,
        least=0,
        most=2 * n,
        plan=lambda: plan,
        judge=judge,
    )
