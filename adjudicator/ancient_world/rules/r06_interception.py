"""§6.5 Interception: the window, the die, the battle."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from adjudicator.ancient_world.board import LEADERS
from adjudicator.ancient_world.world import (
    ACTIVE,
    SECOND,
    Catch,
    Due,
    Place,
    World,
    done,
    hex_of,
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
    Words,
    any_open,
    bar,
    d10,
    tell,
    window,
    words,
)
from adjudicator.core.log.chain import JSON

from .r02_forces import move_force, settle, strength
from .r05_leaders import marching_leader, rating
from .r05_party import all_join, party, set_out, understood, who_goes
from .r06_ground import river
from .r06_reach import (
    AMBUSH,
    FIGHTERS,
    Try,
    ambush_modifier,
    fit_units,
    may_ambush,
    odds,
    path_choice,
    range_of,
    toll_lines,
    toll_of,
    tries,
)
from .r08_begin import begin_battle

# -- the window ----------------------------------------------------------------------------------


ENTERED = (
    N_("{leader} ({side}) has entered {place}. Do you intercept?"),
    N_("Units of {side} have entered {place}. Do you intercept?"),
)
LEAVES = (
    N_("{leader} ({side}) is leaving {place}. Do you intercept?"),
    N_("Units of {side} are leaving {place}. Do you intercept?"),
)
INTERCEPTS = (
    N_("{leader} ({side}) has entered {place} to intercept. Do you intercept?"),
    N_("Units of {side} have entered {place} to intercept. Do you intercept?"),
)
"""Prompts by what the force does, with a leader and without one. §8.12: fog hides units, never leaders."""


def offers(
    w: World, found: Mapping[str, Try], target: str, at: Place, prompts: tuple[str, str]
) -> dict[str, Choice[Any]]:
    """§6.53 §5.45 Build each seat's choice about a movement: intercept, lay an ambush, or let it pass.

    `prompts` are `ENTERED`, `LEAVES` or `INTERCEPTS`.
    """
    seats: dict[str, dict[str, Try]] = {}
    for leader, one in found.items():
        seats.setdefault(seat_of(w, LEADERS[leader].side, leader), {})[leader] = one
    prompt = _prompt(w, target, at, prompts)
    return {seat: _offer(w, of, target, at, prompt) for seat, of in seats.items() if seat in w.seats}


def _prompt(w: World, target: str, at: Place, prompts: tuple[str, str]) -> Words:
    led, alone = prompts
    leader, side = marching_leader(w, target), w.forces[target].side
    if leader:
        return words(led, leader=leader, side=side, place=at)
    return words(alone, side=side, place=at)


class Reactions(Menu, frozen=True, kw_only=True):
    """Interception, ambush, or neither: "intercept with Hannibal, Mago: 30 Libyan infantry" is also read.

    A leader alone takes all along that may go; named with others or with units, only those.
    """

    def parse(self, text: str, reader: Reader) -> JSON:
        def read(line: str) -> JSON:
            return super(Reactions, self).parse(line, reader)

        name, rest = self._verb(text, self.items(), reader)
        if name != "intercept":
            return read(text)
        return understood(text, [read, lambda _: read(f"{reader.label('intercept_part')} {rest}")])


def _offer(w: World, of: Mapping[str, Try], target: str, at: Place, prompt: Words) -> Menu:
    """§6.5 Return the reactions of a seat to a march: interception by all units of a leader, by part of them
    or by a way of one's own, and ambush; each leader with its chances.
    """
    against = marching_leader(w, target)

    def ambushers() -> dict[str, Bar | None]:
        return {leader: _leads(w, leader) or may_ambush(w, leader, one, at) for leader, one in of.items()}

    def chance(leader: str) -> Words:
        return with_whom(leader, odds(rating(leader), of[leader].modifier, of[leader].automatic))

    def chance_of_ambush(leader: str) -> Words:
        return with_whom(
            leader, odds(rating(leader), of[leader].modifier + ambush_modifier(leader, against), 0)
        )

    def with_whom(leader: str, chances: Words) -> Words:
        goes = who_goes(w, leader, fit_units(w, leader, place_of(w, leader)))
        return words(N_("{odds}; {goes}"), odds=chances, goes=goes) if goes else chances

    who = words(N_("Which leader intercepts?"))
    able_ = {leader: _leads(w, leader) for leader in of}
    leaders = OneOf(rule="6.53", prompt=who, options=lambda: able_, verb="with", note=chance)
    ambush = OneOf(rule="6.58", prompt=who, options=ambushers, verb="with", note=chance_of_ambush)
    some = Form(rule="6.51", prompt=who, fields=party(w, "6.51", who, able_, FIGHTERS))
    far = {leader: able_[leader] for leader, one in of.items() if one.path and not one.automatic}
    several, units = party(w, "6.52", who, far, FIGHTERS)
    way = Field("way", lambda done: _along(w, done["leaders"][0], at), (":",))
    along = Form(rule="6.52", prompt=who, fields=(several, way, units))
    return Reactions(
        rule="6.53",
        prompt=prompt,
        items=lambda: {
            "intercept": leaders,
            "ambush": ambush if any_open(ambushers()) else next(iter(ambushers().values())),
            "intercept_part": some,
            "intercept_along": along if far else bar("6.52", N_("there is no route to choose")),
            "let_pass": None,
        },
        note=lambda pick: words(N_("not asked again during this march")) if pick == "let_pass" else None,
        declines=("let_pass",),
    )


def _leads(w: World, leader: str) -> Bar | None:
    """§8.12 Return the reason why a leader cannot intercept: in fog, leaders without units are asked too."""
    if strength(fit_units(w, leader, place_of(w, leader))):
        return None
    return bar("6.51", N_("{leader} leads no units here"), leader=leader)


def _along(w: World, leader: str, at: Place) -> Route:
    place = place_of(w, leader)
    return path_choice(w, LEADERS[leader].side, place, hex_of(at), range_of(place))


async def intercept(w: World) -> None:
    """§6.53 Let those who could intercept a force on the march that has come into a hex, or is leaving it.

    Several leaders of one side try one after another in the order that their owner names, each resolved
    before the next (ruling AW-V09). "Let pass" holds for the rest of this movement.
    """
    m = w.march
    assert m is not None
    stage, force = m.stage.removesuffix("_asked"), w.forces[m.force]
    found = tries(w, stage)
    choices = offers(w, found, m.force, force.place, ENTERED if stage == "enter" else LEAVES)
    occasion = Occasion(
        "interception",
        "6.53",
        by=force.side,
        subject=marching_leader(w, m.force),
        at=force.place,
        value=stage,
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
    w.catch = catch_made(w, found, answer, m.force)
    push(w, "catch")


def catch_made(w: World, found: Mapping[str, Try], answer: Mapping[str, Any], target: str) -> Catch:
    """§6.53 §6.52 Return the interception that an answer orders: leader, way, units, modifiers."""
    body = answer["answer"]
    some, along = answer["pick"] == "intercept_part", answer["pick"] == "intercept_along"
    leader, *others = body["leaders"] if some or along else [body]
    one, side, origin = found[leader], LEADERS[leader].side, place_of(w, leader)
    units = dict(body["units"]) if some or along else fit_units(w, leader, origin)
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
        units,
        modifier=one.modifier,
        ambush=int(answer["pick"] == "ambush"),
        automatic=one.automatic if answer["pick"] != "ambush" else 0,
        bank=one.bank,
        leaders=others if some or along else all_join(w, leader, units),
    )


def die_lines(w: World, c: Catch) -> dict[str, int]:
    """§6.54 §6.55 §6.58 Return the modifiers of an interception: the way, the state, the ambush."""
    way = {} if c.bank else toll_lines(w, c.origin, c.path)
    lines = {**way, "status": c.modifier - sum(way.values())}
    if c.ambush:
        letters = ambush_modifier(c.leader, marching_leader(w, c.target)) - AMBUSH
        lines |= {"ambush": AMBUSH, "letters": letters}
    return {name: n for name, n in lines.items() if n}


async def succeeds(w: World, c: Catch) -> bool:
    """§6.54 §6.55 Roll for an interception; the die is read with all modifiers."""
    if c.automatic:
        tell("intercepts", "6.54", side=c.side, leader=c.leader, place=c.at, how="automatic", ambush=c.ambush)
        return True
    lines = die_lines(w, c)
    modifier = sum(lines.values())
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
        lines=lines,
        rating=rating(c.leader),
        ambush=c.ambush,
    )
    return won


async def catch(w: World) -> None:
    """§6.55 Roll for the interception; a failed one leaves a marker for this phase."""
    c = w.catch
    assert c is not None
    if not await succeeds(w, c):
        if w.march is not None:
            w.march.tried.append(c.leader)
        if w.op is not None:
            w.op.failed.append(c.leader)
        w.catch = None
        done(w)
        return
    set_out(w, c.side, c.force, SECOND, c.units, [c.leader, *c.leaders])
    done(w, "counter")


# -- §6.55 the interception itself ----------------------------------------------------------------


def done_with(w: World, *names: str) -> None:
    """Take procedures off the top of the agenda that have nothing more to do."""
    while w.agenda and w.agenda[-1] in names:
        w.agenda.pop()


async def pounce(w: World) -> None:
    """§6.55 Stop the force on the march, which pays, then the interceptor; they attack at once."""
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
    """§6.55 Let the interceptor attack where the march was stopped."""
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
        entries=[hex_of(last[0])] if c.path else [],
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
