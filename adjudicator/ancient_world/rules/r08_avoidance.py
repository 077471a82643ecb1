"""§8.22 §8.23 §8.24 Avoidance of battle, also into a city; §9.22 of a siege."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from adjudicator.ancient_world.board import CITY_AT, ENGINE, LEADERS, distance
from adjudicator.ancient_world.world import (
    Place,
    Side,
    World,
    battle_of,
    city_of,
    done,
    enemy_of,
    has_units,
    hex_of,
    in_play,
    inside_of,
    is_inside,
    province_of,
    push,
    seat_of,
)
from adjudicator.core import N_, Amount, Menu, OneOf, Words, ask, ask_all, d10, one_of, tell, words

from .r02_forces import leaders_of, lose, move_force, part, settle, strength
from .r05_command import come_together
from .r05_leaders import (
    bound_units,
    guile_left,
    is_bound_by_honour,
    may_command,
    rating,
    seat_for,
    spend_guile,
)
from .r06_goals import Goal
from .r06_ground import HARD, barred, friendly_city, joined, nexts, river, strait, terrain
from .r06_losses import suffer
from .r08_fallen import posts_follow
from .r08_fog import tell_units
from .r11_control import entered_city

REACH = 2
LARGEST_LOSS = 10
ROMAN = 4
OVER_RIVER = 3


class Escape(Struct, frozen=True):
    """A place to avoid to: the way, what it costs, and the modifiers of the die without guile and honour."""

    way: tuple[Place, ...]
    loss: int
    lines: dict[str, int]

    @property
    def modifier(self) -> int:
        """§8.23 The sum of the modifiers."""
        return sum(self.lines.values())


def escapes(w: World, key: str, here: Place, entries: Collection[Place]) -> dict[Place, Escape]:
    """§8.23 Return where a force may avoid to; ruling AW-R49.

    Not by the sides by which the attacker came; into the enemy's hexes, but not on from them unless friends
    are there too (ruling AW-R95); into a friendly city of the same hex or up to two hexes away, which costs
    nothing. +3 where no way out is without a river (ruling AW-R88).
    """
    force = w.forces[key]
    found: dict[Place, Escape] = {}
    dry = False
    for way, wet in _ways(w, force.side, here, entries):
        place = way[-1] if way else here
        cost = sum(2 if terrain(step) in HARD else 1 for step in way)
        city = city_of(w, place)
        if (
            city
            and inside_of(city) != force.place
            and city not in w.sieges
            and friendly_city(w, force.side, city)
        ):
            _better(found, inside_of(city), Escape(way, 0, {"city": -2 if len(way) <= 1 else -1}))
            dry = dry or not wet
        if way:
            _better(found, place, Escape(way, min(cost, tenth(force.units)), {}))
            dry = dry or not wet
    base = {"river": 0 if dry else OVER_RIVER, "terrain": -1 if terrain(here) in HARD else 0}
    base = {name: n for name, n in base.items() if n}
    return {to: replace(one, lines=base | one.lines) for to, one in found.items()}


def tenth(units: Mapping[str, int]) -> int:
    """§8.23 Return a tenth of a force, rounded up: it never loses more; ruling AW-R50."""
    return -(-strength(units) * LARGEST_LOSS // 100)


def _better(found: dict[Place, Escape], place: Place, one: Escape) -> None:
    old = found.get(place)
    if old is None or (one.modifier, one.loss, one.way) < (old.modifier, old.loss, old.way):
        found[place] = one


def _ways(
    w: World, side: Side, here: Place, entries: Collection[Place]
) -> list[tuple[tuple[Place, ...], bool]]:
    """Return ways of up to two hexes, and whether a river must be crossed, the stay in the hex first."""
    found: list[tuple[tuple[Place, ...], bool]] = [((), False)]
    wave: list[tuple[tuple[Place, ...], bool]] = [((), False)]
    for _ in range(REACH):
        onward = []
        for way, wet in wave:
            at = way[-1] if way else here
            if way and has_units(w, at, enemy_of(w, side)) and not has_units(w, at, side):
                continue
            for to in nexts(w, at):
                if is_inside(to) or to in way or to == here or (not way and to in entries):
                    continue
                if not in_play(w, to) or barred(at, to) or strait(at, to) or not joined(at, to):
                    continue
                if distance(to, here) <= len(way):
                    continue
                onward.append(((*way, to), wet or bool(river(at, to))))
        found += onward
        wave = onward
    return found


def honour(w: World, leader: str) -> int:
    """§8.23 Return the modifier for the honour of a Roman leader; ruling AW-M5."""
    return ROMAN if is_bound_by_honour(w, leader) else 0


def led_by(w: World, one: Escape, leader: str) -> Escape:
    """§8.23 Return a way out with the honour of who leads there among its modifiers."""
    added = {"honour": n} if (n := honour(w, leader)) else {}
    return replace(one, lines=one.lines | added)


async def avoid(w: World) -> None:
    """§8.22 Let the defender try to avoid battle before an attack; all forces in the hex go together.

    §5.54 Guile of both sides is staked in secret and shown at once. §8.24 If they get away the attacker may
    do something else, without a die.
    """
    b, op = w.battle, w.op
    assert b is not None
    assert op is not None
    key = settle_all(w, b.defenders)
    b.defenders = [key]
    leaders = may_command(w, b, b.defender)
    open_ = escapes(w, key, b.hex, b.entries) if leaders else {}
    if bound_units(w, key):
        open_ = {to: one for to, one in open_.items() if hex_of(to) == b.hex}
    if not open_:
        done(w)
        return
    answer = await ask(seat_for(w, b.defender, leaders), _choice(w, b.hex, open_, leaders))
    if answer["pick"] == "stand":
        done(w)
        return
    to = answer["answer"]
    leader = await leader_away(w, b.defender, b.hex, leaders, open_[to])
    b = battle_of(w)
    burn_engines(w, key)
    one = led_by(w, open_[to], leader)
    stakes = await stake(w, b.defender, leader, b.attacker, b.by)
    die = await d10("8.23", f"{leader} {b.hex}")
    total = die + one.modifier - stakes[0] + stakes[1]
    away = total <= rating(leader)
    tell(
        "avoids",
        "8.23",
        side=b.defender,
        leader=leader,
        place=b.hex,
        to=to,
        how="succeeds" if away else "fails",
        die=die,
        modifier=one.modifier,
        lines=one.lines,
        guile=stakes[0],
        against=stakes[1],
        rating=rating(leader),
    )
    b = w.battle
    assert b is not None
    if not away:
        b.failed += 1  # besides a failed interception: ruling AW-R90
        done(w)
        return
    await get_away(w, key, to, one)
    while w.agenda and w.agenda[-1] != "after_attack":
        w.agenda.pop()
    w.agenda.pop()
    w.battle = None
    come_together(w)
    push(w, "ends", "operate")


def settle_all(w: World, keys: list[str]) -> str:
    """Return the key of all forces of one side in a hex, put together."""
    return [settle(w, key) for key in keys][-1]


async def leader_away(w: World, side: Side, place: Place, leaders: Sequence[str], one: Escape) -> str:
    """§5.43 §8.22 Return the leader of an avoidance; of several who may, the owner names one."""
    if len(leaders) == 1:
        return leaders[0]
    choice = OneOf(
        rule="5.43",
        prompt=words(N_("{place}: which leader leads the force away?"), place=place),
        options=one_of(*leaders),
        note=lambda leader: words(N_("needs {need} or less before guile"), need=_need(w, leader, one)),
    )
    return await ask(seat_for(w, side, leaders), choice)


def _need(w: World, leader: str, one: Escape) -> int:
    return min(9, rating(leader) - one.modifier - honour(w, leader))


def burn_engines(w: World, key: str) -> None:
    """§9.28 A force that tries to avoid battle first destroys its siege engines."""
    force = w.forces[key]
    if engines := part(force.units, ENGINE):
        lose(w, key, engines)
        tell_units(w, "engines_destroyed", "9.28", force.side, force.place, engines)


def _choice(w: World, here: Place, open_: Mapping[Place, Escape], leaders: Sequence[str]) -> Menu:
    """Return the question: stand or avoid, each goal noted with the worst leader's number and the loss."""

    def chance(to: str) -> Words:
        need = max(_need(w, leader, open_[to]) for leader in leaders)
        return words(N_("needs {need} or less before guile, costs {loss}"), need=need, loss=open_[to].loss)

    to = Goal(
        rule="8.23",
        prompt=words(N_("Where to?")),
        options=one_of(*open_),
        verb="toward",
        note=chance,
    )
    return Menu(
        rule="8.22",
        prompt=words(N_("You are attacked at {place}. Do you try to avoid battle?"), place=here),
        items=lambda: {"stand": None, "avoid": to},
    )


_AVOIDS = N_(
    "The roll to avoid battle: how many points of guile does {leader} use? Each takes 1 from the roll."
)
_PREVENTS = N_(
    "The enemy tries to avoid battle: how many points of guile does {leader} use? Each adds 1 to the roll."
)


async def stake(w: World, one: Side, leader: str, other: Side, against: str) -> tuple[int, int]:
    """§5.54 Ask both leaders who have guile how many points they use: in secret, shown at once."""
    seats = {seat_of(w, one, leader): leader, seat_of(w, other, against): against}
    choices = {
        seat: Amount(
            rule="5.54",
            prompt=words(_AVOIDS if who == leader else _PREVENTS, leader=who),
            least=0,
            most=guile_left(w, who),
            verb="guile",
        )
        for seat, who in seats.items()
        if who and guile_left(w, who)
    }
    answers = await ask_all(choices) if choices else {}
    used = {who: answers.get(seat, 0) for seat, who in seats.items()}
    for who, n in used.items():
        spend_guile(w, who, n)
    return used.get(leader, 0), used.get(against, 0) if against != leader else 0


async def get_away(w: World, key: str, to: Place, one: Escape) -> None:
    """§8.23 Lead the force away: it pays for its way, except into a city."""
    force, op = w.forces[key], w.op
    if op is not None:
        op.avoided += leaders_of(w, [key])
    side, start = force.side, force.place
    w.forces["avoiding"] = w.forces.pop(key)
    for step in [*one.way, to]:
        if step != w.forces["avoiding"].place:
            move_force(w, "avoiding", step, province_of(step) != province_of(start))
    home = settle(w, "avoiding")
    posts_follow(w, side, start, to)
    if one.loss:
        await suffer(w, [home], one.loss, "8.23")
    if is_inside(to):
        entered_city(w, side, CITY_AT[hex_of(to)])


def letter_of(leader: str) -> str:
    """§5.11 Return a leader's battle letter, "" without one."""
    return LEADERS[leader].battle if leader else ""
