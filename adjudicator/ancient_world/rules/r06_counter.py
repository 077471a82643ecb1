"""§6.56 §6.57 Interception of the interceptor: counter-interception and double envelopment."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from adjudicator.ancient_world.world import (
    DISORGANIZED,
    DISRUPTED,
    SECOND,
    THIRD,
    Due,
    Force,
    Place,
    World,
    catch_of,
    done,
    enemy_of,
    hex_of,
    is_inside,
    leaders_on_map,
    locked_leaders,
    place_of,
    province_of,
    push,
    seat_of,
    stack_key,
)
from adjudicator.core import N_, Occasion, OneOf, ask, d10, one_of, tell, window, words

from .r02_forces import move_force, rank_of, settle
from .r05_leaders import marching_leader, rating
from .r05_party import set_out
from .r06_ground import river
from .r06_interception import INTERCEPTS, catch_made, done_with, offers, succeeds
from .r06_reach import (
    TIRED,
    Try,
    able,
    best_path,
    crossing,
    holds_bank,
    holds_hex,
    odds,
    over_bank,
    range_of,
    toll_lines,
)
from .r08_begin import begin_battle


def arrived(w: World) -> World:
    """§6.56 Return the position with the interceptor where it is now: what it has left it no longer holds."""
    c = w.catch
    assert c is not None
    return replace(w, forces={**w.forces, SECOND: replace(w.forces[SECOND], place=c.path[c.step])})


def counters(w: World) -> dict[str, Try]:
    """§6.56 List the leaders of the moving side who could intercept the interceptor where it is now.

    As an interceptor could any force that enters the hex (§6.53, §6.35); there is one such level and no
    further chain, and none of them is sure because it leaves a city. Ruling AW-R36, option `counter`.
    """
    w = arrived(w)
    c, m = w.catch, w.march
    assert c is not None
    assert m is not None
    here, side = c.path[c.step], enemy_of(w, c.side)
    crossed = crossing([hex_of(c.origin), *c.path][c.step], here)
    found: dict[str, Try] = {}
    busy = set(w.forces[m.force].leaders)
    for leader in leaders_on_map(w, side):
        if leader in busy or leader in c.tried or leader in locked_leaders(w):
            continue
        place = place_of(w, leader)
        if leader not in able(w, side, [leader]) or seat_of(w, side, leader) in c.silent:
            continue
        tired = TIRED if w.forces[stack_key(side, place)].status == DISRUPTED else 0
        if hex_of(place) == here:
            outside = w.options.get("counter") == "standing" or holds_hex(w, leader, crossed)
            if c.step + 1 < len(c.path) if is_inside(place) else outside:
                found[leader] = Try((), tired)
        elif crossed and holds_bank(w, leader, here, crossed):
            found[leader] = over_bank(w, here, tired)
        elif path := best_path(w, side, place, here, range_of(place)):
            found[leader] = Try(path[0], path[1] + tired)
    return found


async def counter(w: World) -> None:
    """§6.56 Let the other leaders of a side intercept an interceptor before they reach its force."""
    c = w.catch
    assert c is not None
    if SECOND not in w.forces or c.step >= len(c.path):
        done(w, "pounce")
        return
    found = counters(w)
    choices = offers(arrived(w), found, SECOND, c.path[c.step], INTERCEPTS)
    occasion = Occasion(
        "counter_interception", "6.56", by=c.side, subject=c.leader, at=c.path[c.step], follows=str(c.step)
    )
    played = await window(occasion, choices) if choices else None
    if played is None:
        catch_of(w).step += 1
        return
    seat, answer = played
    if answer["pick"] == "let_pass":
        catch_of(w).silent.append(seat)
        return
    move_force(w, SECOND, c.path[c.step], province_of(c.path[c.step]) != province_of(c.origin))
    w.counter = catch_made(w, found, answer, SECOND)
    push(w, "countered")


async def countered(w: World) -> None:
    """§6.56 Roll for the interceptor of the interceptor."""
    c = w.counter
    assert c is not None
    won = await succeeds(w, c)
    if not won:
        catch_of(w).tried.append(c.leader)
        w.counter = None
        done(w)
        return
    set_out(w, c.side, c.force, THIRD, c.units, [c.leader, *c.leaders])
    done(w, "envelop")


async def envelop(w: World) -> None:
    """§6.57 Let the force on the march go back at the interceptor too: a double envelopment."""
    c, m = w.catch, w.march
    assert c is not None
    assert m is not None
    here = w.forces[SECOND].place
    mover = w.forces.get(m.force)
    joins: tuple[Place, ...] | None = None
    if mover is not None and mover.leaders and rank_of(mover) < DISORGANIZED and m.who == "force":
        leader, side = marching_leader(w, m.force), mover.side
        way = way_back(w, mover, hex_of(here))
        modifier = way.modifier if way else 0
        if way is not None and await ask(seat_of(w, side, leader), _envelopment(leader, modifier)) == "yes":
            lines, most = way_back_lines(w, mover, way), rating(leader)
            die = await d10("6.57", f"{leader} {here}")
            joins = way.path if die + modifier <= most else None
            how = "fails" if joins is None else "succeeds"
            values: dict[str, Any] = {"modifier": modifier, "lines": lines, "rating": most}
            tell("envelops", "6.57", side=side, leader=leader, place=here, how=how, die=die, **values)
    _meet(w, joins)


def way_back(w: World, mover: Force, here: Place) -> Try | None:
    """§6.57 Return the way of a force on the march to its interceptor, as if it intercepted it."""
    path = best_path(w, mover.side, mover.place, here, range_of(mover.place))
    return Try(path[0], path[1] + (TIRED if mover.status == DISRUPTED else 0)) if path else None


def way_back_lines(w: World, mover: Force, way: Try) -> dict[str, int]:
    """§6.54 §6.57 Return the modifiers of the die of a force that comes back: the way, and its state."""
    lines = toll_lines(w, mover.place, way.path)
    lines["status"] = way.modifier - sum(lines.values())
    return {name: n for name, n in lines.items() if n}


def _envelopment(leader: str, modifier: int) -> OneOf:
    return OneOf(
        rule="6.57",
        prompt=words(N_("Do you intercept the interceptor with {leader}?"), leader=leader),
        options=one_of("yes", "no"),
        note=lambda id: odds(rating(leader), modifier, 0) if id == "yes" else None,
    )


def _meet(w: World, joins: tuple[Place, ...] | None) -> None:
    """§6.56 Catch the interceptor where they are: all pay for their ways, then they fight.

    §6.57 `joins` is the way by which the force on the march comes back at them, None if it does not.
    """
    c, m, third = w.catch, w.march, w.counter
    assert c is not None
    assert m is not None
    assert third is not None
    here = hex_of(w.forces[SECOND].place)
    w.dues = [Due(SECOND, [c.origin, *c.path[: c.step + 1]]), Due(THIRD, [third.origin, *third.path])]
    move_force(w, THIRD, here, province_of(third.origin) != province_of(here))
    if joins is not None:
        move_force(w, m.force, here, province_of(m.walked[-1]) != province_of(here))
        m.walked += joins
        m.ahead, m.over = [], len(joins) + 1
        w.dues.append(Due(m.force, list(m.walked), m.overran))
    done_with(w, "envelop", "counter")
    push(w, *("pay" for _ in w.dues), "clash_counter")


async def clash_counter(w: World) -> None:
    """§6.56 Attack the interceptor, whose own interception lapses and counts as tried (ruling AW-V16)."""
    m, third = w.march, w.counter
    assert m is not None
    assert third is not None
    done(w)
    assert w.catch is not None
    m.tried.append(w.catch.leader)
    joined_ = m.over and m.force in w.forces
    attackers = [key for key in (THIRD, *((m.force,) if joined_ else ())) if key in w.forces]
    w.catch = w.counter = None
    if not attackers or SECOND not in w.forces:
        push(w, "after_counter")
        return
    here = w.forces[SECOND].place
    ways = [[third.origin, *third.path]] if third.path else []
    ways += [m.walked] if joined_ and m.over > 1 else []
    begin_battle(
        w,
        "counter",
        here,
        attackers,
        [SECOND],
        third.leader,
        entries=[hex_of(way[-2]) for way in ways],
        ambush=third.ambush,
        envelopment=int(joined_),
        river=int(any(river(way[-2], here) for way in ways)),
        then=("after_counter",),
    )


async def after_counter(w: World) -> None:
    """§6.56 Go on with the march after the battle as if nothing had happened, unless the force took part."""
    done(w)
    b, w.battle = w.battle, None
    side, won = (b.attacker, b.winner == b.attacker) if b is not None else ("", False)
    for key in (SECOND, THIRD):
        settle(w, key)
    m = w.march
    if m is not None and (m.over or m.force not in w.forces):
        done_with(w, "intercept", "march")
        push(w, "moved" if won and m.force in w.forces and w.forces[m.force].side == side else "finish")
