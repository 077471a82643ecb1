"""§9.6 Treachery: a city under siege is betrayed, or the plot is a trap."""

from __future__ import annotations

from typing import Any

from adjudicator.ancient_world.board import CHARTS
from adjudicator.ancient_world.world import World, done, force_of, printed_defence, push
from adjudicator.core import N_, Amount, Bar, Choice, bar, d10, tell, words

from .r02_forces import leaders_of
from .r05_leaders import guile_left, rating, spend_guile
from .r08_casualties import remove
from .r09_capture import capture_city
from .r09_siege import enemy_inside, garrison_keys, siege_here

Item = Choice[Any] | Bar | None
CAPITALS = ("roma", "syracusae", "carthago_city")
"""Ruling AW-V01: cities that fall neither to treachery nor to involuntary surrender."""


def is_safe(w: World, city: str) -> bool:
    """Return true if a capital is proof against treachery and surrender: option `capitals`, ruling AW-V01."""
    return city in CAPITALS and w.options.get("capitals", "safe") == "safe"


def treachery_number(campaign: int, defence: int) -> int:
    """§9.62 Return the number of the chart that the modified die must exceed."""
    return CHARTS.treachery(max(3, min(8, campaign)), defence)


def treachery_item(w: World) -> Item:
    """§9.61 Return the order to try treachery, with the guile that it uses."""
    op = w.op
    assert op is not None
    city = siege_here(w)
    if not city:
        return bar("9.61", N_("you besiege no city here"))
    if is_safe(w, city):
        return bar("9.61", N_("{city} does not fall to treachery"), city=city)
    if not enemy_inside(w, city):
        return bar("9.61", N_("there are no enemy units in {city} to bribe"), city=city)
    return Amount(
        rule="9.62",
        prompt=words(N_("Treachery at {city}: how many points of guile do you use?"), city=city),
        least=0,
        most=guile_left(w, op.leader),
        verb="guile",
    )


def treachery_act(w: World, guile: int) -> None:
    """§9.61 Order treachery, which finishes the leader, whatever comes of it."""
    op = w.op
    assert op is not None
    spend_guile(w, op.leader, guile)
    w.notes["guile_staked"] = guile
    push(w, "treachery", "finish")


def guile_inside(w: World, city: str) -> int:
    """§9.62 Return all guile that the leaders in a besieged city still have."""
    return sum(guile_left(w, leader) for leader in leaders_of(w, garrison_keys(w, city)))


async def treachery(w: World) -> None:
    """§9.62 The die, with the guile used, less all guile that the leaders inside still have.

    Above the number the city falls; equal to it is a trap, and a die above the leader's rating kills them.
    The defence is that printed. Ruling AW-R73.
    """
    op = w.op
    assert op is not None
    city, leader = siege_here(w), op.leader
    side, guile = w.sieges[city].side, w.notes.get("guile_staked", 0)
    against = guile_inside(w, city)
    number = treachery_number(rating(leader), printed_defence(w, city))
    die = await d10("9.62", f"{leader} {city}")
    total = die + guile - against
    how = "succeeds" if total > number else "trap" if total == number else "fails"
    tell(
        "treachery",
        "9.62",
        side=side,
        leader=leader,
        city=city,
        die=die,
        guile=guile,
        against=against,
        total=total,
        number=number,
        how=how,
    )
    if how == "trap":
        second = await d10("9.62", f"{leader} 2")
        if second > rating(leader):
            remove(w, leader, "dead", "9.62")
    w.notes.pop("guile_staked", None)
    done(w)
    if how == "succeeds" and force_of(w, leader):
        capture_city(w, city, side, "treachery", leader)
