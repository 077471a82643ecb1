"""§8.21 §8.26 The attack: its declaration, coordination with a second force, who commands."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from typing import Any

from adjudicator.ancient_world.board import CITY_AT, LEADERS
from adjudicator.ancient_world.world import (
    ACTIVE,
    HELPERS,
    USELESS,
    Battle,
    Place,
    Side,
    World,
    battle_of,
    done,
    enemy_of,
    force_of,
    has_units,
    hex_of,
    in_play,
    is_inside,
    keys_at,
    leaders_on_map,
    locked_leaders,
    place_of,
    province_of,
    push,
    scenario_of,
    seat_of,
    stack_key,
)
from adjudicator.core import (
    N_,
    Bar,
    Choice,
    Form,
    Menu,
    OneOf,
    Reader,
    Words,
    ask,
    bar,
    d10,
    one_of,
    tell,
    words,
)
from adjudicator.core.choices.choice import strip
from adjudicator.core.log.chain import JSON

from .r02_forces import fighting, move_force, rank_of, strength, units_of
from .r05_command import acting_units, come_together, form_up
from .r05_leaders import commandable, may_command, rating, seat_for
from .r05_party import all_join, party, set_out, understood, who_goes
from .r06_attrition import pay
from .r06_ground import HARD, barred, joined, nexts, river, roads_of, strait, terrain
from .r06_reach import FIGHTERS, fit_units
from .r08_begin import begin_battle
from .r08_fog import is_foggy

Item = Choice[Any] | Bar | None
REACH = 3
JOIN, JOIN_PART, NOBODY = "join", "join_part", "none"


def attack_item(w: World) -> Item:
    """§5.3 D §8.21 Return the order to attack the enemy outside the city of this hex."""
    op = w.op
    assert op is not None
    force = w.forces[force_of(w, op.leader)]
    here, enemy = hex_of(force.place), enemy_of(w, force.side)
    if not has_units(w, here, enemy):
        return bar("8.21", N_("there is no enemy at {place} outside a city"), place=here)
    if w.effects.get(f"prodigy/{op.leader}"):
        return bar("13.0", N_("a prodigy forbids attacks in this operation phase"))
    if force.status == USELESS:
        return bar("8.21", N_("an army that is Useless cannot attack"))
    if force.scattered:
        return bar("7.28", N_("the force is scattered: it must be reformed first"))
    units = acting_units(w)
    if not fighting(units):
        return bar("8.21", N_("{leader} leads no units here"), leader=op.leader)
    return None


def attack_act(w: World, answer: None) -> None:
    """§8.21 §9.26 Declare the attack: the attacker chooses who fights, the defender fights with all."""
    op = w.op
    assert op is not None
    form_up(w)
    force = w.forces[ACTIVE]
    tell("attacks", "8.21", side=force.side, leader=op.leader, place=hex_of(force.place), units=force.units)
    begin_attack(w)


def begin_attack(w: World) -> None:
    """§8.21 Begin the battle of the active force: all enemies in the hex defend.

    Besiegers whom the besieged attack are not asked to avoid it (§8.22, §9.26). Who marched into a city of
    the hex in this phase came by a hexside, too (ruling AW-R98).
    """
    op, force = w.op, w.forces[ACTIVE]
    assert op is not None
    here, enemy = hex_of(force.place), enemy_of(w, force.side)
    inside = is_inside(force.place)
    besieged = inside and CITY_AT[here] in w.sieges
    begin_battle(
        w,
        "besiegers" if besieged else "attack",
        here,
        [ACTIVE],
        keys_at(w, here, enemy),
        op.leader,
        entries=[op.entry],
        river=0 if inside else op.river,
        then=("after_attack",),
    )


async def after_attack(w: World) -> None:
    """§5.3 D Let the winner go on if the die allows it; any other operation is over."""
    op, b = w.op, w.battle
    assert op is not None
    assert b is not None
    done(w)
    won = b.winner == b.attacker
    w.battle = None
    come_together(w)
    op.first, op.check = 0, "attack"
    push(w, "continuation" if won and force_of(w, op.leader) else "finish")


# -- §8.25 coordination --------------------------------------------------------------------------


def helpers(w: World, side: Side) -> dict[str, tuple[int, tuple[Place, ...]]]:
    """§8.25 §8.26 Return the leaders of a side who could join the battle: the highest die, and the way.

    Half the two campaign ratings, less one a hex and one a river off the road; nothing for who is in the hex
    already, also inside its city (§8.27). Of those who may command the highest rating counts: ruling AW-R14.
    Who has avoided battle in this phase does not join, nor useless forces (ruling AW-R87).
    """
    b, op = w.battle, w.op
    assert b is not None
    keys = b.attackers if side == b.attacker else b.defenders
    leaders = may_command(w, b, side)
    if not leaders or rank_of(w.forces[keys[0]]) == USELESS:
        return {}
    fighting_now = {
        leader for key in (*b.attackers, *b.defenders) if key in w.forces for leader in w.forces[key].leaders
    }
    best = max(map(rating, leaders), default=0)
    found: dict[str, tuple[int, tuple[Place, ...]]] = {}
    for leader in leaders_on_map(w, side):
        if leader in fighting_now or leader in locked_leaders(w) or (op and leader in op.avoided):
            continue
        if (way := _way_to(w, side, leader, b.hex)) is not None:
            found[leader] = ((best + rating(leader)) // 2 - way[0], way[1])
    return found


def number_lines(w: World, start: Place, path: Sequence[Place], number: int) -> dict[str, int]:
    """§8.26 Return of what the highest die is made: half the ratings, less hexes and rivers off the road."""
    roads = roads_of(scenario_of(w))
    steps = list(pairwise((hex_of(start), *path)))
    rivers = sum(bool(river(a, b)) and not roads.link(a, b) for a, b in steps)
    lines = {"ratings": number + len(steps) + rivers, "hexes": -len(steps), "rivers": -rivers}
    return {name: n for name, n in lines.items() if n}


def _way_to(w: World, side: Side, leader: str, goal: Place) -> tuple[int, tuple[Place, ...]] | None:
    """Return the sum that the way takes off a leader's die, and its hexes; None for who cannot come."""
    place = place_of(w, leader)
    key = stack_key(side, place)
    if key not in w.forces or leader not in w.forces[key].leaders:
        return None
    force = w.forces[key]
    if force.afloat or rank_of(force) == USELESS:
        return None
    if not (force.units if is_foggy(w) else strength(commandable(w, leader, place))):
        return None
    if hex_of(place) == goal:
        return 0, ()
    if is_inside(place) and CITY_AT[hex_of(place)] in w.sieges:
        return None
    return _coordination_path(w, side, hex_of(place), goal)


def _coordination_path(
    w: World, side: Side, start: Place, goal: Place
) -> tuple[int, tuple[Place, ...]] | None:
    """§8.26 Return the way with the least taken off: three hexes at most, no marsh or mountain between."""
    roads = roads_of(scenario_of(w))
    wave: dict[Place, tuple[int, tuple[Place, ...]]] = {start: (0, ())}
    best: tuple[int, tuple[Place, ...]] | None = None
    for _ in range(REACH):
        onward: dict[Place, tuple[int, tuple[Place, ...]]] = {}
        for at, (cost, path) in sorted(wave.items()):
            for to in nexts(w, at):
                if is_inside(to) or to in path or not in_play(w, to) or not joined(at, to):
                    continue
                if barred(at, to) or strait(at, to):
                    continue
                off = int(bool(river(at, to)) and not roads.link(at, to))
                made = (cost + 1 + off, (*path, to))
                if to == goal:
                    best = min(best or made, made)
                elif terrain(to) not in HARD and not has_units(w, to, enemy_of(w, side)):
                    onward[to] = min(onward.get(to, made), made)
        wave = onward
    return best


async def coordinate(w: World) -> None:
    """§8.25 §8.26 Let each side bring one more force: the nearer first, at equal distance the defender."""
    b = w.battle
    assert b is not None
    waiting = [one for one in _may_be_asked(w, b) if one[1] not in b.joined]
    if not waiting:
        done(w)
        return
    side, seat, of = min(waiting, key=lambda one: min(len(way) for _, way in one[2].values()))
    answer = await ask(seat, _joining(w, b, of))
    b = battle_of(w)
    b.joined.append(seat)
    if answer["pick"] == NOBODY:
        return
    leader, others, sent = _sent(w, answer)
    b.joined += [other for one, other, _ in waiting if one == side and other != seat]
    number, path = of[leader]
    if w.effects.pop(f"quarrel/{side}", 0):
        tell("coordinates", "13.0", side=side, leader=leader, place=b.hex, how="quarrel")
        return
    die = await d10("8.26", f"{leader} {b.hex}")
    joins = die <= number
    how = "succeeds" if joins else "fails"
    lines = number_lines(w, place_of(w, leader), path, number)
    values: dict[str, Any] = {"die": die, "number": number, "lines": lines}
    tell("coordinates", "8.26", side=side, leader=leader, place=b.hex, how=how, **values)
    if joins:
        await _join(w, side, [leader, *others], sent, path)


class Joining(Menu, frozen=True, kw_only=True):
    """The leaders who join a battle: "Maharbal", "join with Mago: 20 Libyan infantry", or "nobody"."""

    def parse(self, text: str, reader: Reader) -> JSON:
        def said(verb: str) -> Callable[[str], JSON]:
            return lambda line: super(Joining, self).parse(f"{reader.label(verb)} {line}", reader)

        rest = strip(text, JOIN, reader)
        read: list[Callable[[str], JSON]] = [lambda _: super(Joining, self).parse(text, reader)]
        return understood(rest, [*read, said(JOIN), said(JOIN_PART)])


def _joining(w: World, b: Battle, of: Mapping[str, tuple[int, tuple[Place, ...]]]) -> Joining:
    """Return the question who joins, with the chance of each as a note; with all units or with some."""
    who = words(N_("Which leader joins the battle?"))
    able_ = {leader: _may_join(w, leader) for leader in of}

    def note(leader: str) -> Words:
        goes = who_goes(w, leader, fit_units(w, leader, place_of(w, leader)))
        said = _odds(of[leader][0])
        return words(N_("{odds}; {goes}"), odds=said, goes=goes) if goes else said

    leaders = OneOf(rule="8.25", prompt=who, options=lambda: able_, verb="with", note=note)
    some = Form(rule="8.26", prompt=who, fields=party(w, "8.26", who, able_, FIGHTERS))
    return Joining(
        rule="8.25",
        prompt=words(N_("Battle of {place}: which leaders try to join?"), place=b.hex),
        items=lambda: {JOIN: leaders, JOIN_PART: some, NOBODY: None},
    )


def _sent(w: World, answer: Mapping[str, Any]) -> tuple[str, list[str], dict[str, int]]:
    """Return the leader who is tried, those who go along, and the units."""
    body = answer["answer"]
    if answer["pick"] == JOIN:
        units = fit_units(w, body, place_of(w, body))
        return body, all_join(w, body, units), units
    leader, *others = body["leaders"]
    return leader, others, dict(body["units"])


def _may_be_asked(w: World, b: Battle) -> list[tuple[Side, str, dict[str, tuple[int, tuple[Place, ...]]]]]:
    """§8.25 Return the seats with leaders who could join, the defender's first, each asked about its own."""
    found: dict[tuple[Side, str], dict[str, tuple[int, tuple[Place, ...]]]] = {}
    for side in (b.defender, b.attacker):
        for leader, one in helpers(w, side).items():
            found.setdefault((side, seat_of(w, side, leader)), {})[leader] = one
    return [(side, seat, of) for (side, seat), of in found.items()]


def _may_join(w: World, leader: str) -> Bar | None:
    """§8.12 Return the reason why a leader cannot join: in fog, leaders without units are asked too."""
    if strength(commandable(w, leader, place_of(w, leader))):
        return None
    return bar("8.25", N_("{leader} leads no units here"), leader=leader)


def _odds(number: int) -> Words:
    return words(N_("needs {need} or less: {n} in 10"), need=number, n=max(0, min(10, number + 1)))


async def _join(
    w: World, side: Side, leaders: Sequence[str], units: Mapping[str, int], path: Sequence[Place]
) -> None:
    """§8.26 Move the force into the battle: it pays its attrition and must fight."""
    b = battle_of(w)
    place = place_of(w, leaders[0])
    key = HELPERS[0] if side == b.attacker else HELPERS[1]
    set_out(w, side, stack_key(side, place), key, units, leaders)
    if path:
        move_force(w, key, b.hex, province_of(place) != province_of(b.hex))
        await pay(w, key, [place, *path])
    if key not in w.forces:
        return
    b = battle_of(w)
    b.before[side] += fighting(w.forces[key].units)
    (b.attackers if side == b.attacker else b.defenders).append(key)
    if side == b.attacker and path:
        came_from = hex_of([place, *path][-2])
        b.river = max(b.river, int(bool(river(came_from, path[-1]))))
        b.entries.append(came_from)


async def command(w: World) -> None:
    """§5.43 Choose the commander: the overall commander, else the leader who acts.

    The owner chooses among equals.
    """
    b = w.battle
    assert b is not None
    if not units_of(w, b.attackers) or not units_of(w, b.defenders):
        while w.agenda and w.agenda[-1] != "aftermath":
            w.agenda.pop()
        return
    attackers, defenders = may_command(w, b, b.attacker), may_command(w, b, b.defender)
    if len(attackers) > 1:
        battle_of(w).by = await _named(w, b, b.attacker, attackers)
        return
    against = defenders[0] if defenders else ""
    if len(defenders) > 1:
        against = await _named(w, b, b.defender, defenders)
    b = battle_of(w)
    b.by, b.against = attackers[0] if attackers else "", against
    done(w)


async def _named(w: World, b: Battle, side: Side, leaders: Sequence[str]) -> str:
    choice = OneOf(
        rule="5.43",
        prompt=words(N_("Battle of {place}: which leader commands?"), place=b.hex),
        options=one_of(*leaders),
        note=_letter,
    )
    return await ask(seat_for(w, side, leaders), choice)


def _letter(leader: str) -> Words:
    return words(N_("battle letter {letter}"), letter=LEADERS[leader].battle)
