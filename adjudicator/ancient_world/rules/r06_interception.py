"""§6.5 Interception: the window, the die, counter-interceptions, double envelopment, the battle."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from adjudicator.ancient_world.board import LEADERS
from adjudicator.ancient_world.world import (
    ACTIVE,
    DISORGANIZED,
    DISRUPTED,
    SECOND,
    THIRD,
    Catch,
    Due,
    Place,
    World,
    catch_of,
    done,
    enemy_of,
    hex_of,
    leaders_on_map,
    locked_leaders,
    march_of,
    place_of,
    province_of,
    push,
    seat_of,
    stack_key,
)
from adjudicator.core import (
    N_,
    Bar,
    Choice,
    Field,
    Form,
    Menu,
    Occasion,
    OneOf,
    Reader,
    Route,
    Split,
    Words,
    any_open,
    ask,
    bar,
    d10,
    one_of,
    tell,
    window,
    words,
)
from adjudicator.core.log.chain import JSON

from .r02_forces import move_force, settle, split, strength
from .r05_leaders import rating
from .r06_ground import river
from .r06_reach import (
    RANGE,
    TIRED,
    Try,
    able,
    ambush_modifier,
    best_path,
    fit_units,
    may_ambush,
    path_choice,
    range_of,
    toll_of,
    tries,
)
from .r08_begin import begin_battle
from .r08_fog import concealed

# -- the window ----------------------------------------------------------------------------------


def offers(w: World, found: Mapping[str, Try], target: str, at: Place) -> dict[str, Choice[Any]]:
    """§6.53 §5.45 Build each seat's choice about a movement: intercept, lay an ambush, or let it pass."""
    seats: dict[str, dict[str, Try]] = {}
    for leader, one in found.items():
        seats.setdefault(seat_of(w, LEADERS[leader].side, leader), {})[leader] = one
    return {seat: _offer(w, of, target, at) for seat, of in seats.items() if seat in w.seats}


def _offer(w: World, of: Mapping[str, Try], target: str, at: Place) -> Menu:
    force = w.forces[target]
    against = force.leaders[0] if force.leaders else ""

    def ambushers() -> dict[str, Bar | None]:
        return {leader: _leads(w, leader) or may_ambush(w, leader, one, at) for leader, one in of.items()}

    def chance(leader: str) -> Words:
        return odds(rating(leader), of[leader].modifier, of[leader].automatic)

    def chance_of_ambush(leader: str) -> Words:
        return odds(rating(leader), of[leader].modifier + ambush_modifier(leader, against), 0)

    prompt = words(N_("{place}: do you intercept?"), place=at)
    able_ = {leader: _leads(w, leader) for leader in of}
    leaders = OneOf(rule="6.53", prompt=prompt, options=lambda: able_, verb="with", note=chance)
    ambush = OneOf(rule="6.58", prompt=prompt, options=ambushers, verb="with", note=chance_of_ambush)
    some = Form(
        rule="6.51",
        prompt=prompt,
        fields=(
            Field("leader", lambda done: leaders, (":",)),
            Field("units", lambda done: _units(w, done["leader"])),
        ),
    )
    far = {leader: able_[leader] for leader, one in of.items() if one.path and not one.automatic}
    along = Form(
        rule="6.52",
        prompt=prompt,
        fields=(
            Field("leader", lambda done: OneOf(rule="6.53", prompt=prompt, options=lambda: far), (":",)),
            Field("way", lambda done: _along(w, done["leader"], at), (":",)),
            Field("units", lambda done: _units(w, done["leader"])),
        ),
    )
    return Menu(
        rule="6.53",
        prompt=prompt,
        items=lambda: {
            "intercept": leaders,
            "ambush": ambush if any_open(ambushers()) else next(iter(ambushers().values())),
            "intercept_part": some,
            "intercept_along": along if far else bar("6.52", N_("there is no route to choose")),
            "let_pass": None,
        },
    )


def _leads(w: World, leader: str) -> Bar | None:
    """§8.12 Return the reason why a leader cannot intercept: in fog, leaders without units are asked too."""
    if strength(fit_units(w, leader, place_of(w, leader))):
        return None
    return bar("6.51", N_("{leader} leads no units here"), leader=leader)


def _along(w: World, leader: str, at: Place) -> Route:
    place = place_of(w, leader)
    return path_choice(w, LEADERS[leader].side, place, hex_of(at), range_of(place))


class Part(Split, frozen=True, kw_only=True):
    """Units that go along; where an order names none, all do."""

    def parse(self, text: str, reader: Reader) -> JSON:
        return super().parse(text, reader) if text.strip() else dict(self.things())


def _units(w: World, leader: str) -> Part:
    fit = fit_units(w, leader, place_of(w, leader))
    return Part(
        rule="6.51",
        prompt=words(N_("Which units intercept with {leader}?"), leader=leader),
        things=lambda: fit,
        least=1,
        most=sum(fit.values()),
        conceal=concealed(w, place_of(w, leader)),
    )


def odds(campaign: int, modifier: int, automatic: int) -> Words:
    """§6.55 Return the odds of an interception as people read them."""
    if automatic:
        return words(N_("succeeds without a die"))
    need = min(9, campaign - modifier)
    return words(N_("needs {need} or less: {n} in 10"), need=need, n=max(0, need + 1))


async def intercept(w: World) -> None:
    """§6.53 A force on the march has come into, or is leaving, a hex: who could may intercept it.

    Several leaders of one side try one after another in the order that their owner names, each resolved
    before the next (ruling AW-V09). "Let pass" holds for the rest of this movement.
    """
    m = w.march
    assert m is not None
    found = tries(w, m.stage.removesuffix("_asked"))
    choices = offers(w, found, m.force, w.forces[m.force].place)
    force = w.forces[m.force]
    occasion = Occasion(
        "interception",
        "6.53",
        by=force.side,
        subject=force.leaders[0] if force.leaders else "",
        at=force.place,
        value=m.stage.removesuffix("_asked"),
        follows="-".join(m.walked),
    )
    played = await window(occasion, choices) if choices else None
    if played is None:
        done(w)
        return
    seat, answer = played
    if answer["pick"] == "let_pass":
        march_of(w).silent.append(seat)
        return
    w.catch = _catch(w, found, answer, m.force)
    push(w, "catch")


def _catch(w: World, found: Mapping[str, Try], answer: Mapping[str, Any], target: str) -> Catch:
    body = answer["answer"]
    some, along = answer["pick"] == "intercept_part", answer["pick"] == "intercept_along"
    leader = body["leader"] if some or along else body
    one, side, origin = found[leader], LEADERS[leader].side, place_of(w, leader)
    if along:
        tired = one.modifier - toll_of(w, origin, one.path)
        one = Try(tuple(body["way"]), tired + toll_of(w, origin, body["way"]))
    return Catch(
        side,
        leader,
        stack_key(side, origin),
        target,
        hex_of(w.forces[target].place),
        list(one.path),
        origin,
        dict(body["units"]) if some or along else fit_units(w, leader, origin),
        modifier=one.modifier,
        ambush=int(answer["pick"] == "ambush"),
        automatic=one.automatic if answer["pick"] != "ambush" else 0,
        bank=one.bank,
    )


async def _succeeds(w: World, c: Catch) -> bool:
    """§6.54 §6.55 Roll for an interception; the die is read with all modifiers."""
    if c.automatic:
        tell("intercepts", "6.54", side=c.side, leader=c.leader, place=c.at, how="automatic", ambush=c.ambush)
        return True
    target = w.forces[c.target]
    against = target.leaders[0] if target.leaders else ""
    modifier = c.modifier + (ambush_modifier(c.leader, against) if c.ambush else 0)
    die = await d10("6.55", f"{c.leader} {c.at}")
    won = die + modifier <= rating(c.leader)
    tell(
        "intercepts",
        "6.55",
        side=c.side,
        leader=c.leader,
        place=c.at,
        how="succeeds" if won else "fails",
        die=die,
        modifier=modifier,
        rating=rating(c.leader),
        ambush=c.ambush,
    )
    return won


async def catch(w: World) -> None:
    """§6.55 The interception is rolled for; a failed one leaves a marker for this phase."""
    c = w.catch
    assert c is not None
    if not await _succeeds(w, c):
        if w.march is not None:
            w.march.tried.append(c.leader)
        if w.op is not None:
            w.op.failed.append(c.leader)
        w.catch = None
        done(w)
        return
    split(w, c.force, SECOND, c.units, [c.leader])
    done(w, "counter")


# -- §6.56 §6.57 the interceptor is intercepted ---------------------------------------------------


def counters(w: World) -> dict[str, Try]:
    """§6.56 List the leaders of the moving side who could intercept the interceptor where it is now.

    There is one such level and no further chain; ruling AW-R36.
    """
    c, m = w.catch, w.march
    assert c is not None
    assert m is not None
    here, side = c.path[c.step], enemy_of(w, c.side)
    found: dict[str, Try] = {}
    busy = set(w.forces[m.force].leaders)
    for leader in leaders_on_map(w, side):
        if leader in busy or leader in m.tried or leader in locked_leaders(w):
            continue
        place = place_of(w, leader)
        if leader not in able(w, side, [leader]) or seat_of(w, side, leader) in m.silent:
            continue
        if hex_of(place) == here:
            found[leader] = Try((), 0)
        elif path := best_path(w, side, place, here, range_of(place)):
            tired = TIRED if w.forces[stack_key(side, place)].status == DISRUPTED else 0
            found[leader] = Try(path[0], path[1] + tired)
    return found


async def counter(w: World) -> None:
    """§6.56 Before an interceptor reaches the force, the other leaders of that side may intercept them."""
    c = w.catch
    assert c is not None
    if SECOND not in w.forces or c.step >= len(c.path):
        done(w, "pounce")
        return
    found = counters(w)
    choices = offers(w, found, SECOND, c.path[c.step])
    occasion = Occasion(
        "counter_interception", "6.56", by=c.side, subject=c.leader, at=c.path[c.step], follows=str(c.step)
    )
    played = await window(occasion, choices) if choices else None
    if played is None:
        catch_of(w).step += 1
        return
    seat, answer = played
    if answer["pick"] == "let_pass":
        march_of(w).silent.append(seat)
        return
    move_force(w, SECOND, c.path[c.step], province_of(c.path[c.step]) != province_of(c.origin))
    w.counter = _catch(w, found, answer, SECOND)
    push(w, "countered")


async def countered(w: World) -> None:
    """§6.56 The interceptor of the interceptor is rolled for."""
    c = w.counter
    assert c is not None
    won = await _succeeds(w, c)
    if not won:
        if w.march is not None:
            w.march.tried.append(c.leader)
        w.counter = None
        done(w)
        return
    split(w, c.force, THIRD, c.units, [c.leader])
    done(w, "envelop")


async def envelop(w: World) -> None:
    """§6.57 The force on the march may go back at the interceptor too: a double envelopment."""
    c, m = w.catch, w.march
    assert c is not None
    assert m is not None
    here = w.forces[SECOND].place
    mover = w.forces.get(m.force)
    joins = False
    if mover is not None and mover.leaders and mover.status < DISORGANIZED and m.who == "force":
        leader, side = mover.leaders[0], mover.side
        path = best_path(w, side, mover.place, hex_of(here), RANGE)
        if path is not None and await ask(seat_of(w, side, leader), _envelopment(leader, path[1])) == "yes":
            die = await d10("6.57", f"{leader} {here}")
            joins = die + path[1] <= rating(leader)
            how = "succeeds" if joins else "fails"
            tell("envelops", "6.57", side=side, leader=leader, place=here, how=how, die=die, modifier=path[1])
    _meet(w, joins)


def _envelopment(leader: str, modifier: int) -> OneOf:
    return OneOf(
        rule="6.57",
        prompt=words(N_("Do you intercept the interceptor with {leader}?"), leader=leader),
        options=one_of("yes", "no"),
        note=lambda id: odds(rating(leader), modifier, 0) if id == "yes" else None,
    )


def _meet(w: World, joins: bool) -> None:
    """§6.56 The interceptor is caught where they are; all pay for their ways, then they fight."""
    c, m, third = w.catch, w.march, w.counter
    assert c is not None
    assert m is not None
    assert third is not None
    here = hex_of(w.forces[SECOND].place)
    w.dues = [Due(SECOND, [c.origin, *c.path[: c.step + 1]]), Due(THIRD, [third.origin, *third.path])]
    move_force(w, THIRD, here, province_of(third.origin) != province_of(here))
    if joins:
        w.dues.append(Due(m.force, list(m.walked), m.overran))
        move_force(w, m.force, here, province_of(m.walked[-1]) != province_of(here))
        m.ahead, m.over = [], 1
    done_with(w, "envelop", "counter")
    push(w, *("pay" for _ in w.dues), "clash_counter")


async def clash_counter(w: World) -> None:
    """§6.56 The interceptor is attacked; their own interception lapses (ruling AW-V16)."""
    m, third = w.march, w.counter
    assert m is not None
    assert third is not None
    done(w)
    joined_ = m.over and m.force in w.forces
    attackers = [key for key in (THIRD, *((m.force,) if joined_ else ())) if key in w.forces]
    w.catch = w.counter = None
    if not attackers or SECOND not in w.forces:
        push(w, "after_counter")
        return
    here = w.forces[SECOND].place
    begin_battle(
        w,
        "counter",
        here,
        attackers,
        [SECOND],
        third.leader,
        ambush=third.ambush,
        envelopment=int(joined_),
        river=int(any(river(a, b) for a, b in _steps(third.path, here))),
        then=("after_counter",),
    )


def _steps(path: Sequence[Place], here: Place) -> list[tuple[Place, Place]]:
    return [(path[-2], here)] if len(path) > 1 else []


def done_with(w: World, *names: str) -> None:
    """Take procedures off the top of the agenda that have nothing more to do."""
    while w.agenda and w.agenda[-1] in names:
        w.agenda.pop()


async def after_counter(w: World) -> None:
    """§6.56 After the battle the march goes on as if nothing had happened, unless the force took part."""
    done(w)
    b, w.battle = w.battle, None
    side, won = (b.attacker, b.winner == b.attacker) if b is not None else ("", False)
    for key in (SECOND, THIRD):
        settle(w, key)
    m = w.march
    if m is not None and (m.over or m.force not in w.forces):
        done_with(w, "intercept", "march")
        push(w, "moved" if won and m.force in w.forces and w.forces[m.force].side == side else "finish")


# -- §6.55 the interception itself ----------------------------------------------------------------


async def pounce(w: World) -> None:
    """§6.55 The force on the march stops and pays, then the interceptor; they attack at once."""
    c, m = w.catch, w.march
    assert c is not None
    assert m is not None
    w.dues = [] if m.who == "sea" else [Due(m.force, list(m.walked), m.overran)]
    if SECOND in w.forces:
        move_force(w, SECOND, c.at, province_of(c.origin) != province_of(c.at))
        if c.path and not c.bank:
            w.dues.append(Due(SECOND, [c.origin, *c.path]))
    w.agenda.pop()
    done_with(w, "intercept", "march")
    push(w, *("pay" for _ in w.dues), "clash")


async def clash(w: World) -> None:
    """§6.55 The interceptor attacks where the march was stopped."""
    c, m = w.catch, w.march
    assert c is not None
    assert m is not None
    done(w)
    w.catch = None
    if m.force not in w.forces or SECOND not in w.forces:
        settle(w, SECOND)
        push(w, "moved" if m.force in w.forces else "finish")
        return
    last = [c.origin, *c.path][-2:]
    begin_battle(
        w,
        "interception",
        c.at,
        [SECOND],
        [m.force],
        c.leader,
        entry=hex_of(last[0]) if c.path else "",
        river=int(len(last) > 1 and bool(river(last[0], last[1]))),
        ambush=c.ambush,
        then=("after_interception",),
    )


async def after_interception(w: World) -> None:
    """§6.55 A mover who has won may go on if the die allows it; any other is finished."""
    assert w.battle is not None
    done(w)
    won = w.battle.winner == w.battle.defender
    w.battle = None
    settle(w, SECOND)
    push(w, "moved" if won and ACTIVE in w.forces else "finish")
