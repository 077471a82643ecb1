"""§8.37 §8.38 §8.5 Pursuit, retreats, victory and what it leaves behind."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any

from adjudicator.ancient_world.board import CHARTS, CITY_AT, ELEPHANT, ENGINE, FOOT, HORSE, distance
from adjudicator.ancient_world.world import (
    DISORGANIZED,
    DISRUPTED,
    USELESS,
    Battle,
    Place,
    Side,
    World,
    battle_of,
    done,
    enemy_of,
    has_units,
    hex_of,
    in_play,
    is_inside,
    keys_at,
    province_of,
    scenario_of,
    score_points,
    victory_of,
)
from adjudicator.core import (
    N_,
    Illegal,
    Menu,
    Passage,
    Reader,
    Route,
    Step,
    Words,
    ask,
    bar,
    d10,
    judged,
    tell,
    words,
)
from adjudicator.core.choices.choice import Bar, strip
from adjudicator.core.choices.ways import NotNext
from adjudicator.core.log.chain import JSON

from .r02_forces import fighting, lose, lose_of, move_force, of_arm, part, settle, split, strength, units_of
from .r05_leaders import bound_units
from .r06_ground import (
    HARD,
    barred,
    engines_barred,
    friendly_city,
    joined,
    nexts,
    river,
    roads_of,
    strait,
    terrain,
)
from .r06_losses import spread, suffer, suffer_battle
from .r06_refusals import place_named
from .r08_battle import horse_line, keys_of, seat_in, units_in
from .r08_fallen import all_leave, posts_follow
from .r08_fog import tell_units
from .r08_outcome import DESTROYED, FORCED, GREAT, PURSUIT, compared, counted_losses, forced, is_major
from .r11_control import entered_city
from .r12_track import victory_boxes
from .r14_specials import after_victory

REACH = 3
NEAREST = 4
"""The number of places that the refusal of a retreat names."""
MOST_PURSUIT = 50
DRAW_LIMIT = 15


async def pursuit(w: World) -> None:
    """§8.38 A side that is forced to retreat may be cut down: a die times the superiority in horse.

    Counted after losses, with the horse that fought; one at least, even in the mountains; half at most. All
    units that retreat are the base, elephants among them, but not who stays inside a city. Not after a
    voluntary retreat; ruling AW-R59. One strength point more of horse is a superiority; ruling AW-R89.
    """
    b = battle_of(w)
    loser = forced(w, b)
    done(w)
    if loser:
        await _pursue(w, b, loser)


async def _pursue(w: World, b: Battle, loser: Side) -> None:
    """§8.38 Roll for the loser's further losses, if the winner has more horse than the loser."""
    winner = enemy_of(w, loser)
    more = of_arm(units_in(w, b, winner), HORSE) - of_arm(units_in(w, b, loser), HORSE)
    keys = all_keys(w, b, loser)
    if more <= 0 or not strength(units_of(w, keys)):
        return
    factor = max(1, abs(horse_line(w, b)))
    die = await d10("8.38", f"{winner} {b.hex}")
    percent = min(MOST_PURSUIT, die * factor) // 5 * 5
    tell("pursuit", "8.38", side=winner, place=b.hex, die=die, factor=factor, percent=percent)
    if not percent:
        return
    units = units_of(w, keys)
    foot = CHARTS.percent(of_arm(units, FOOT), percent)
    horse = CHARTS.percent(of_arm(units, HORSE), percent)
    await suffer_battle(w, keys, foot, horse, "8.38")
    battle_of(w).book(loser, PURSUIT, fighting(units) - fighting(units_of(w, keys)))
    if beasts := spread(part(units, ELEPHANT), CHARTS.percent(of_arm(units, ELEPHANT), percent)):
        lose_of(w, keys, beasts)
        tell("losses", "8.38", side=loser, place=b.hex, units=beasts)


def all_keys(w: World, b: Battle, side: Side) -> list[str]:
    """§8.37 Return every force of a side in the battle hex, fighting or not: who would retreat.

    Who came out of a city goes back inside, and that is their retreat.
    """
    found = [key for key in keys_of(b, side) if key in w.forces and not is_inside(w.forces[key].place)]
    return list(dict.fromkeys([*found, *keys_at(w, b.hex, side)]))


# -- retreats ------------------------------------------------------------------------------------


async def retreats(w: World) -> None:
    """§8.37 Retreat the side that must; a side that lost more by less than ten may; after a draw both may,
    the defender first.
    """
    b = w.battle
    assert b is not None
    if not b.winner and not b.retreating:
        loser = forced(w, b)
        if loser:
            b.winner, b.retreating = enemy_of(w, loser), [loser]
            b.major = int(is_major(w, b, b.winner))
    for side in _may_go(b):
        keys = all_keys(w, b, side)
        if side in b.decided or not strength(units_of(w, keys)):
            continue
        must = side in b.retreating
        open_ = has_way(w, b, side)
        if must and not open_:
            _destroyed(w, b, gather(w, b, side))
            b.decided.append(side)
            return
        if not open_:
            b.decided.append(side)
            tell("no_retreat", "8.37", side=side, place=b.hex)
            return
        gone = await _ask_retreat(w, b, side, must)
        b = w.battle
        assert b is not None
        b.decided.append(side)
        if gone and not must:
            b.retreating.append(side)
            if len(b.retreating) == 1:
                b.winner = enemy_of(w, side)
            else:
                b.winner = ""
        return
    if len(b.retreating) == 1 and not b.major and b.winner:
        b.major = int(is_major(w, b, b.winner))
    done(w)


def _may_go(b: Battle) -> list[Side]:
    """List the seats to be asked, in order."""
    if (
        b.winner
        and len(b.retreating) == 1
        and compared(b.percent[b.attacker]) != compared(b.percent[b.defender])
    ):
        return list(b.retreating)
    ours, theirs = compared(b.percent[b.attacker]), compared(b.percent[b.defender])
    if ours == theirs:
        return [b.defender, b.attacker]
    return [b.attacker if ours > theirs else b.defender]


def gather(w: World, b: Battle, side: Side) -> str:
    """Put the forces that leave a hex together and return the key."""
    home = [settle(w, key) for key in all_keys(w, b, side)][-1]
    _rename(w, b, side, home)
    return home


def _rename(w: World, b: Battle, side: Side, key: str) -> None:
    """Note where a side of a battle is now: in one force, besides what stays inside the city."""
    stay = [one for one in keys_of(b, side) if one in w.forces and is_inside(w.forces[one].place)]
    keys = [*(one for one in stay if one != key), key]
    if side == b.attacker:
        b.attackers = keys
    else:
        b.defenders = keys


def steps_back(w: World, b: Battle, side: Side, way: tuple[Place, ...]) -> Mapping[Place, Bar | None]:
    """§8.37 Return the next steps of a retreat, with the bars of those that are closed."""
    here = way[-1] if way else b.hex
    if is_inside(here) or len(way) >= REACH or _stuck(w, side, way):
        return {}
    found: dict[Place, Bar | None] = {}
    for to in nexts(w, here):
        if is_inside(to):
            city = CITY_AT[hex_of(to)]
            if city in w.sieges or not friendly_city(w, side, city):
                found[to] = bar("8.37", N_("{city} is not open to you"), city=city)
            else:
                found[to] = None
        elif joined(here, to):
            found[to] = _closed(w, b, side, way, here, to)
    return found


def _stuck(w: World, side: Side, way: tuple[Place, ...]) -> bool:
    return bool(way) and has_units(w, way[-1], enemy_of(w, side)) and not has_units(w, way[-1], side)


def _closed(w: World, b: Battle, side: Side, way: tuple[Place, ...], here: Place, to: Place) -> Bar | None:
    """§8.37 Return why a retreat does not lead on into a hex, None if it may.

    The hexsides by which attackers came are barred to both sides, or with option `way_back` to the defender
    alone: ruling AW-R98.
    """
    if not in_play(w, to):
        return bar("11.0", N_("{place} is outside the play area"), place=to)
    if barred(here, to) or strait(here, to):
        return bar("8.37", N_("no army can retreat from {a} into {b}"), a=here, b=to)
    if to in way or to == b.hex:
        return bar("8.37", N_("a retreat does not come back to {place}"), place=to)
    all_ = w.options.get("way_back", "both") == "both"
    if not way and (all_ or side == b.defender) and to in b.entries:
        return bar("8.37", N_("the attacker came from {place}"), place=to)
    return None


def reason(w: World, b: Battle, side: Side) -> dict[str, Any]:
    """§8.37 §8.52 Return why a side must retreat: by the chart it has lost 10% more, or it is routed.

    What is compared: the percentages of the chart, or the strength points that both have lost.
    """
    enemy = enemy_of(w, side)
    if compared(b.percent[side]) - compared(b.percent[enemy]) >= FORCED:
        return {"why": "percent", "own": b.percent[side], "theirs": b.percent[enemy]}
    return {"why": "major", "own": counted_losses(w, b, side), "theirs": counted_losses(w, b, enemy)}


def has_way(w: World, b: Battle, side: Side) -> bool:
    """§8.37 Return true if a side can retreat anywhere."""
    return any(stop is None for stop in steps_back(w, b, side, ()).values())


class Retreat(Route, frozen=True, kw_only=True):
    """A way of retreat: its last hex may be named without those between, also behind "to"."""

    def parse(self, text: str, reader: Reader) -> JSON:
        text = strip(text, "to", reader, short=False)
        try:
            return super().parse(text, reader)
        except NotNext as unknown:
            to = place_named(text.rpartition("-")[2].strip(), reader)
            if not to:
                raise unknown from None
            why = N_("no retreat of {most} hexes at most leads to {place}; it may end at {places:or}")
            ends = [*self.step(()).onward, *self.beyond(())]
            open_ = sorted(
                (end for end in ends if self.step(()).onward.get(end) is None),
                key=lambda end: (distance(hex_of(end), hex_of(to)), end),
            )
            raise Illegal(self.rule, why, most=REACH, place=to, places=open_[:NEAREST]) from None


def _ends(w: World, b: Battle, side: Side, way: tuple[Place, ...]) -> dict[Place, Passage]:
    """§8.37 Return the places to which a retreat may still lead, each by the way that costs least."""
    found: dict[Place, tuple[int, tuple[Place, ...]]] = {}
    wave = [way]
    for _ in range(REACH + 1):
        onward = [
            (*so_far, to)
            for so_far in wave
            for to, stop in steps_back(w, b, side, so_far).items()
            if stop is None
        ]
        for made in onward:
            rest = made[len(way) :]
            one = (retreat_cost(w, b.hex, made), rest)
            found[made[-1]] = min(found.get(made[-1], one), one)
        wave = onward
    return {to: Passage(rest) for to, (_, rest) in sorted(found.items()) if len(rest) > 1}


async def _ask_retreat(w: World, b: Battle, side: Side, must: bool) -> bool:
    """§8.37 Ask for the way of a retreat, up to three hexes, and go; return whether they have gone."""
    way = Retreat(
        rule="8.37",
        prompt=words(N_("{place}: where do you retreat to?"), place=b.hex),
        start=b.hex,
        step=lambda so_far: Step(judged_steps(w, b, side, so_far)),
        beyond=lambda so_far: _ends(w, b, side, so_far),
        note=lambda so_far: _cost_said(w, b.hex, so_far),
    )
    if must:
        path = await ask(seat_in(w, b, side), way)
    else:
        menu = Menu(
            rule="8.37",
            prompt=words(N_("{place}: do you retreat?"), place=b.hex),
            items=lambda: {"stay": None, "retreat": way},
        )
        answer = await ask(seat_in(w, b, side), menu)
        if answer["pick"] == "stay":
            return False
        path = answer["answer"]
        if w.options.get("pursuit", "forced") == "every" and not b.retreating:  # ruling AW-R59
            await _pursue(w, battle_of(w), side)
            b = battle_of(w)
            if not strength(units_of(w, all_keys(w, b, side))):
                return True
    b = battle_of(w)
    why = reason(w, b, side) if must else {}
    home = await go_back(w, gather(w, b, side), b.hex, path, forced=must, why=why)
    _rename(w, battle_of(w), side, home)
    return True


def judged_steps(w: World, b: Battle, side: Side, way: tuple[Place, ...]) -> Mapping[str, Bar | None]:
    """Return the next steps of a retreat as verdicts."""
    found = steps_back(w, b, side, way)
    return judged(list(found), lambda to: found[to])


def _cost_said(w: World, start: Place, way: tuple[Place, ...]) -> Words:
    return words(N_("costs {n}"), n=retreat_cost(w, start, way))


def retreat_cost(w: World, start: Place, way: Sequence[Place]) -> int:
    """§8.37 Return the cost of a retreat: one a hex, two on hard ground, one a river off the road."""
    roads, total, here = roads_of(scenario_of(w)), 0, start
    for to in way:
        if hex_of(to) != hex_of(here):
            total += 2 if terrain(to) in HARD else 1
            total += int(bool(river(here, to)) and not roads.link(here, to))
        here = to
    return total


async def go_back(
    w: World, key: str, start: Place, way: Sequence[Place], *, forced: bool, why: Mapping[str, Any]
) -> str:
    """§8.37 Move a beaten force back, because it must (`why` tells the reason) or its owner chose to.

    Retreats are never intercepted. Who may not leave the hex is lost.

    Return the key of the force there afterwards.
    """
    cost, side = retreat_cost(w, start, way), w.forces[key].side
    if hex_of(way[-1]) != start and (bound := bound_units(w, key)):
        tell("destroyed", "8.37", side=side, place=start, units=bound, leaders=[])
        lose(w, key, bound)
    _leave_engines(w, key, [start, *way])
    w.forces["retreating"] = w.forces.pop(key)
    move_force(w, "retreating", way[-1], province_of(way[-1]) != province_of(start))
    how = ("willing", "forced")[forced]
    tell("retreats", "8.37", side=side, place=start, way=list(way), cost=cost, how=how, **why)
    await suffer(w, ["retreating"], cost, "8.37")
    place = way[-1]
    home = settle(w, "retreating")
    posts_follow(w, side, start, place)
    if is_inside(place):
        entered_city(w, side, CITY_AT[hex_of(place)])
    return home


def _leave_engines(w: World, key: str, way: Sequence[Place]) -> None:
    """§9.29 Destroy the engines of a force that was attacked and beaten; ruling AW-V42.

    Those of a beaten attacker stay behind where the way is barred to them (§9.28).
    """
    side, engines, b = w.forces[key].side, part(w.forces[key].units, ENGINE), w.battle
    if not engines:
        return
    roads = roads_of(scenario_of(w))
    if b is None or side == b.defender:
        lose(w, key, engines)
        tell_units(w, "engines_destroyed", "9.29", side, way[0], engines)
    elif any(engines_barred(a, to, roads) for a, to in pairwise(map(hex_of, way)) if a != to):
        split(w, key, "engines", engines, [])
        settle(w, "engines")


def _destroyed(w: World, b: Battle, key: str) -> None:
    """§8.37 A force that must retreat and cannot is removed; its leaders with it."""
    force = w.forces[key]
    leaders, side = list(force.leaders), force.side
    why = reason(w, b, side)
    tell("destroyed", "8.37", side=side, place=b.hex, units=force.units, leaders=leaders, **why)
    b.book(side, DESTROYED, fighting(force.units))
    all_leave(w, leaders, "dead")
    lose(w, key, force.units)


# -- aftermath -----------------------------------------------------------------------------------


async def aftermath(w: World) -> None:
    """§8.51 §8.54 Declare the winner, and set the states of the armies.

    No state where neither side had 20 strength points, none for a winner who has lost nobody, and none but a
    worse one for an army that has one already. §8.53 Who loses a major victory has a major defeat:
    ruling AW-R02.
    """
    b = w.battle
    assert b is not None
    great = max(b.before.values()) >= GREAT
    told: dict[tuple[Side, Place], int] = {}
    for side in (b.attacker, b.defender):
        rank = state_of(w, b, side)
        for key in keys_of(b, side):
            if great and rank and key in w.forces and w.forces[key].units:
                w.forces[key].status = max(w.forces[key].status, rank)
                told[side, w.forces[key].place] = w.forces[key].status
    loser = enemy_of(w, b.winner) if b.winner else ""
    tell(
        "victory" if b.winner else "no_victory",
        "8.52" if b.major else "8.51",
        place=b.hex,
        side=b.winner,
        loser=loser,
        how="major" if b.major else "plain",
        lost=[b.losses(b.attacker), b.losses(b.defender)],
        attacker=b.attacker,
        defender=b.defender,
    )
    for (side, place), status in told.items():
        tell("state", "8.54", side=side, place=place, status=status)
    if b.winner:
        if b.major:
            score_points(w, b.winner, "major", major_points(w, b.winner))
            victory_boxes(w, b.winner, province_of(b.hex))
        elif b.before[loser] >= GREAT:
            score_battle(w, b.winner)
        after_victory(w, b)
    done(w)
    for key in (*b.attackers, *b.defenders):
        if key in w.forces and key not in ("active", "second", "third"):
            settle(w, key)


def major_points(w: World, side: Side) -> int:
    """§14.0 Return the points of a major victory; ruling AW-M11."""
    return victory_of(w).major[side]


def score_battle(w: World, side: Side) -> None:
    """§14.0 Score a victory over 20 strength points or more that is not a major one; none for Messana."""
    if victory_of(w).battle:
        score_points(w, side, "battles", victory_of(w).battle)


def state_of(w: World, b: Battle, side: Side) -> int:
    """§8.54 Return the state of a side after a battle; a draw is read off the chart (ruling AW-R62).

    Where the two sides came to no blows there is no result to read, and no state.
    """
    if not b.winner and side not in b.percent:
        return 0
    if not b.winner:
        return DISRUPTED if compared(b.percent[side]) <= DRAW_LIMIT else DISORGANIZED
    if side == b.winner:
        return DISRUPTED if b.losses(side) else 0
    return USELESS if b.major else DISORGANIZED
