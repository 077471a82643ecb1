"""§11 Forced marches: a leader and their stack move and fight again, one after another."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from adjudicator.core import N_, Bar, Field, Form, Illegal, OneOf, Split, bar, tell, words
from adjudicator.core.log.chain import JSON
from adjudicator.core.log.chance import Rng
from adjudicator.ottomans.world import (
    March,
    Seat,
    Unit,
    World,
    cargo,
    is_leader,
    is_naval,
    is_ship,
    kinds,
    own_at,
    picked,
    side,
    units_of,
)


def marchers(w: World, seat: Seat) -> list[Unit]:
    """§11.4 The leaders who may still begin a forced march, once a turn; §11.3 at sea with ships only."""
    ready = [u for u in units_of(w, seat) if is_leader(u) and u not in w.marched and u not in w.aboard]
    return [u for u in ready if not is_naval(u) or any(map(is_ship, followers(w, seat, u)))]


def no_march(w: World, seat: Seat) -> Bar | None:
    """§11.1 Return the reason why nobody can march; None if somebody can."""
    return (
        None if marchers(w, seat) else bar("11.4", N_("none of your leaders can still make a forced march"))
    )


def followers(w: World, seat: Seat, leader: Unit) -> list[Unit]:
    """§11.1 §11.3 Return the units that may march with a leader.

    Units of the same coalition and area that have not marched.
    Ships follow a naval leader who is at sea or in port with them, and land units a land leader.
    """
    found = []
    for unit in own_at(w, seat, w.at[leader]):
        if unit in (leader, *w.marched) or side(unit) != side(leader) or unit in w.aboard:
            continue
        if is_naval(unit) == is_naval(leader):
            found.append(unit)
    return found


def force_form(w: World, seat: Seat) -> Form:
    """§11.11 The leader, and who marches along: "Selim I with all"; ruling OT-F1."""
    leaders = marchers(w, seat)
    return Form(
        rule="11.11",
        prompt=words(N_("Begin a forced march.")),
        fields=(
            Field("leader", lambda done: _leader(leaders), ("with", ":")),
            Field("units", lambda done: _followers(w, seat, done["leader"])),
        ),
        judge=lambda done: _judge(w, done),
        sampler=lambda rng: _sample(w, seat, leaders, rng),
    )


def _leader(leaders: Sequence[Unit]) -> OneOf:
    return OneOf(rule="11.11", prompt=words(N_("Which leader?")), options=lambda: dict.fromkeys(leaders))


def _followers(w: World, seat: Seat, leader: Unit) -> Split:
    among = followers(w, seat, leader)
    return Split(
        rule="11.11",
        prompt=words(N_("Which units march with the leader?")),
        things=lambda: kinds(among),
        least=0,
        most=len(among),
    )


def _judge(w: World, done: dict[str, Any]) -> None:
    """§11.3 A naval leader sails with a ship.

    Raises:
        Illegal: if none goes along.
    """
    leader = done["leader"]
    if is_naval(leader) and not done["units"]:
        raise Illegal(
            "11.3", N_("{leader} is a naval leader and makes a forced march only with ships"), leader=leader
        )


def begin(w: World, seat: Seat, done: dict[str, Any]) -> None:
    """§11.2 Begin the march of one stack, which ends before the next begins; §11.11 other leaders in it march
    no more.
    """
    leader = done["leader"]
    units = [leader, *picked(followers(w, seat, leader), done["units"])]
    units += cargo(w, units)
    w.march = March(leader, sorted(units))
    w.marched = sorted({*w.marched, *units})
    tell("march_begins", "11.11", seat=seat, leader=leader, units=sorted(units), place=w.at[leader])


def halt(w: World) -> None:
    """§11.2 End a forced march."""
    assert w.march is not None
    tell("march_ends", "11.2", leader=w.march.leader)
    w.march = None


def _sample(w: World, seat: Seat, leaders: Sequence[Unit], rng: Rng) -> JSON:
    leader = rng.choice(leaders)
    group = [u for u in followers(w, seat, leader) if rng.below(4)]
    if is_naval(leader) and not any(is_ship(u) for u in group):
        group = followers(w, seat, leader)
    return {"leader": leader, "units": dict(kinds(group))}
