"""§11 Forced marches: a leader and their stack move and fight again, one after another."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from adjudicator.core import N_, Bar, Field, Form, OneOf, Route, Split, Step, bar, tell, words
from adjudicator.core.log.chain import JSON
from adjudicator.core.log.chance import Rng
from adjudicator.ottomans.sorts import meant, numbers, sorts
from adjudicator.ottomans.world import (
    March,
    Place,
    Seat,
    Unit,
    World,
    cargo,
    is_leader,
    is_naval,
    kinds,
    own_at,
    side,
    units_of,
)

from .r07_movement import farthest, judge_walk, step_bar, walk, with_troops
from .r16_sea import judge_sail, sail, sail_bar
from .r18_areas import land_links, sea_links


def marchers(w: World, seat: Seat) -> list[Unit]:
    """§11.4 The leaders who may still begin a forced march, once a turn; §11.1 §11.3 with land units or ships
    beside them only.
    """
    ready = [u for u in units_of(w, seat) if is_leader(u) and u not in w.marched and u not in w.aboard]
    return [u for u in ready if not all(map(is_leader, followers(w, seat, u)))]


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
    return farthest(w, found)


def force_form(w: World, seat: Seat) -> Form:
    """§11.11 The leader, who marches along, and the way of the first move, if they do not stay.

    "Selim I with 2 Gendarmes: Serbia-Hungary"; those who are not named all march along: "Selim I: Hungary".
    Ruling OT-F1.
    """
    leaders = marchers(w, seat)
    return Form(
        rule="11.11",
        prompt=words(N_("Begin a forced march.")),
        fields=(
            Field("leader", lambda done: _leader(w, seat, leaders), ("with",)),
            Field("units", lambda done: _followers(w, seat, done["leader"]), (":",)),
            Field("way", lambda done: _way(w, seat, _stack(w, seat, done))),
        ),
        judge=lambda done: _judge(w, seat, done),
        sampler=lambda rng: _sample(w, seat, leaders, rng),
    )


def _leader(w: World, seat: Seat, leaders: Sequence[Unit]) -> OneOf:
    return OneOf(
        rule="11.11",
        prompt=words(N_("Which leader?")),
        options=lambda: {**dict.fromkeys(leaders), **_staying(w, seat, leaders)},
    )


def _staying(w: World, seat: Seat, leaders: Sequence[Unit]) -> dict[Unit, Bar]:
    """§11.1 §11.4 Return a seat's other leaders, each with the reason why they begin no march."""
    return {u: _staying_bar(w, u) for u in units_of(w, seat) if is_leader(u) and u not in leaders}


def _staying_bar(w: World, leader: Unit) -> Bar:
    if leader in w.marched:
        return bar("11.4", N_("{leader} has made a forced march in this turn"), leader=leader)
    if is_naval(leader):
        return bar(
            "11.3", N_("{leader} is a naval leader and makes a forced march only with ships"), leader=leader
        )
    if leader in w.aboard:
        return bar("11.1", N_("{leader} is aboard a ship"), leader=leader)
    return bar("11.1", N_("{leader} makes a forced march only with a land unit"), leader=leader)


def _followers(w: World, seat: Seat, leader: Unit) -> Split:
    among = followers(w, seat, leader)
    return Split(
        rule="11.11",
        prompt=words(N_("Which units march with the leader?")),
        things=lambda: numbers(sorts(w, among)),
        least=0,
        most=len(among),
        judge=lambda units: with_troops(leader, [leader, *meant(sorts(w, among), units)]),
        unsaid="all",
    )


def _stack(w: World, seat: Seat, done: Mapping[str, Any]) -> list[Unit]:
    """Return the leader and the units that march along, without passengers."""
    leader = done["leader"]
    return [leader, *meant(sorts(w, followers(w, seat, leader)), done["units"])]


def _way(w: World, seat: Seat, stack: Sequence[Unit]) -> Route:
    """§11.1 Ask for the way of the first move; without one the march fights where it is, or moves later."""
    start = w.at[stack[0]]
    is_fleet = is_naval(stack[0])
    links, barred = (sea_links, sail_bar) if is_fleet else (land_links, step_bar)

    def onward(way: tuple[Place, ...]) -> Step:
        nexts = links((start, *way)[-1])
        return Step({to: barred(w, seat, stack, start, way, to) for to in nexts})

    return Route(
        rule="11.1",
        prompt=words(N_("By which route does it move first, if at all?")),
        start=start,
        step=onward,
        may_stay=True,
    )


def _judge(w: World, seat: Seat, done: dict[str, Any]) -> None:
    """§11.1 §11.3 A leader marches with a land unit, a naval leader with a ship; ruling OT-F3.

    Raises:
        Illegal: if none goes along, or they cannot go that way.
    """
    leader = done["leader"]
    with_troops(leader, _stack(w, seat, done))
    if done["way"]:
        judge = judge_sail if is_naval(leader) else judge_walk
        judge(w, seat, w.at[leader], done["way"], _stack(w, seat, done))


async def begin(w: World, seat: Seat, done: dict[str, Any]) -> None:
    """§11.2 Begin the march of one stack, which ends before the next begins, and make its first move;
    §11.11 other leaders in it march no more.
    """
    leader, stack = done["leader"], _stack(w, seat, done)
    riders, start = cargo(w, stack), w.at[leader]
    units = sorted([*stack, *riders])
    w.march, w.moved, w.going = March(leader, units), [], []
    w.marched = sorted({*w.marched, *units})
    tell("march_begins", "11.11", seat=seat, leader=leader, units=units, place=start)
    if not (way := done["way"]):
        return
    move = {"start": start, "way": way, "units": dict(kinds(stack)), "riders": dict(kinds(riders))}
    if is_naval(leader):
        await sail(w, seat, move)
    else:
        await walk(w, seat, start, way, move["units"])


def halt(w: World) -> None:
    """§11.2 End a forced march."""
    assert w.march is not None
    tell("march_ends", "11.2", leader=w.march.leader)
    w.march, w.moved, w.going = None, [], []


def _sample(w: World, seat: Seat, leaders: Sequence[Unit], rng: Rng) -> JSON:
    leader = rng.choice(leaders)
    group = [u for u in followers(w, seat, leader) if rng.below(4)]
    if all(map(is_leader, group)):
        group = followers(w, seat, leader)
    done = {"leader": leader, "units": numbers(sorts(w, followers(w, seat, leader)), group)}
    return {**done, "way": _way(w, seat, _stack(w, seat, done)).sample(rng)}
