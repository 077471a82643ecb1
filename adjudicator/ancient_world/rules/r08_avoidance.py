"""§8.22 §8.23 §8.24 Avoidance of battle, also into a city; §9.22 of a siege."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct

from adjudicator.ancient_world.board import CITY_AT, ENGINE, LEADERS, distance
from adjudicator.ancient_world.world import (
    ACTIVE,
    Place,
    Side,
    World,
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
from .r05_leaders import candidates, guile_left, is_roman, rating, spend_guile
from .r06_ground import HARD, barred, friendly_city, joined, nexts, river, strait, terrain
from .r06_losses import suffer
from .r08_fog import tell_units
from .r11_control import entered_city

REACH = 2
LARGEST_LOSS = 10
ROMAN = 4
OVER_RIVER = 3


class Escape(Struct, frozen=True):
    """A place to avoid to: the way, what it costs, the modifier of the die without guile."""

    way: tuple[Place, ...]
    loss: int
    modifier: int


def escapes(w: World, key: str, here: Place, entry: Place) -> dict[Place, Escape]:
    """§8.23 Return where a force may avoid to; ruling AW-R49.

    Not by the side by which the attacker came; into the enemy's hexes, but not on from them; into a friendly
    city of the same hex or up to two hexes away, which costs nothing.
    """
    force = w.forces[key]
    found: dict[Place, Escape] = {}
    leader = commander(w, [key])
    for way, wet in _ways(w, force.side, here, entry):
        place = way[-1] if way else here
        cost = sum(2 if terrain(step) in HARD else 1 for step in way)
        base = (OVER_RIVER if wet else 0) - (1 if terrain(here) in HARD else 0)
        base += ROMAN if leader and is_roman(w, leader) else 0
        city = city_of(w, place)
        if city and city not in w.sieges and friendly_city(w, force.side, city):
            near = -2 if len(way) <= 1 else -1
            _better(found, inside_of(city), Escape(way, 0, base + near))
        if way:
            _better(found, place, Escape(way, min(cost, tenth(force.units)), base))
    return found


def tenth(units: Mapping[str, int]) -> int:
    """§8.23 Return a tenth of a force, rounded up: it never loses more; ruling AW-R50."""
    return -(-strength(units) * LARGEST_LOSS // 100)


def _better(found: dict[Place, Escape], place: Place, one: Escape) -> None:
    old = found.get(place)
    if old is None or (one.modifier, one.loss, one.way) < (old.modifier, old.loss, old.way):
        found[place] = one


def _ways(w: World, side: Side, here: Place, entry: Place) -> list[tuple[tuple[Place, ...], bool]]:
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
                if is_inside(to) or to in way or to == here or (not way and to == entry):
                    continue
                if not in_play(w, to) or barred(at, to) or strait(at, to) or not joined(at, to):
                    continue
                if distance(to, here) <= len(way):
                    continue
                onward.append(((*way, to), wet or bool(river(at, to))))
        found += onward
        wave = onward
    return found


def commander(w: World, keys: list[str]) -> str:
    """§5.43 Return the leader of an avoidance: the overall commander, else the highest rating."""
    fit = candidates(w, keys)
    return max(fit, key=lambda leader: (rating(leader), guile_left(w, leader), leader), default="")


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
    leader = commander(w, [key])
    force = w.forces[key]
    open_ = escapes(w, key, b.hex, b.entry) if leader and not force.scattered else {}
    if not open_:
        done(w)
        return
    seat = seat_of(w, b.defender, leader)
    answer = await ask(seat, _choice(b.hex, open_, leader))
    if answer["pick"] == "stand":
        done(w)
        return
    to = answer["answer"]
    one = open_[to]
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
        guile=stakes[0],
        against=stakes[1],
        rating=rating(leader),
    )
    b = w.battle
    assert b is not None
    if not away:
        b.failed = 1
        done(w)
        return
    await get_away(w, key, to, one)
    while w.agenda and w.agenda[-1] != "after_attack":
        w.agenda.pop()
    w.agenda.pop()
    w.battle = None
    settle(w, ACTIVE)
    push(w, "ends", "operate")


def settle_all(w: World, keys: list[str]) -> str:
    """Return the key of all forces of one side in a hex, put together."""
    return [settle(w, key) for key in keys][-1]


def _choice(here: Place, open_: Mapping[Place, Escape], leader: str) -> Menu:
    def chance(to: str) -> Words:
        need = min(9, rating(leader) - open_[to].modifier)
        return words(N_("needs {need} or less before guile, costs {loss}"), need=need, loss=open_[to].loss)

    to = OneOf(
        rule="8.23",
        prompt=words(N_("Where to?")),
        options=one_of(*open_),
        verb="toward",
        note=chance,
    )
    return Menu(
        rule="8.22",
        prompt=words(N_("You are attacked in {place}. Do you try to avoid battle?"), place=here),
        items=lambda: {"stand": None, "avoid": to},
    )


async def stake(w: World, one: Side, leader: str, other: Side, against: str) -> tuple[int, int]:
    """§5.54 Ask both leaders who have guile how many points they use: in secret, shown at once."""
    seats = {seat_of(w, one, leader): leader, seat_of(w, other, against): against}
    choices = {
        seat: Amount(
            rule="5.54",
            prompt=words(N_("How many points of guile does {leader} use?"), leader=who),
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
    """§8.23 §9.28 Lead the force away: it destroys its engines and pays for its way, except into a city."""
    force, op = w.forces[key], w.op
    if engines := part(force.units, ENGINE):
        lose(w, key, engines)
        tell_units(w, "engines_destroyed", "9.28", force.side, force.place, engines)
    if op is not None:
        op.avoided += leaders_of(w, [key])
    side, start = force.side, force.place
    w.forces["avoiding"] = w.forces.pop(key)
    for step in [*one.way, to]:
        if step != w.forces["avoiding"].place:
            move_force(w, "avoiding", step, province_of(step) != province_of(start))
    w.forces["avoiding"].landed = 0
    home = settle(w, "avoiding")
    if one.loss:
        await suffer(w, [home], one.loss, "8.23")
    if is_inside(to):
        entered_city(w, side, CITY_AT[hex_of(to)])


def letter_of(leader: str) -> str:
    """§5.11 Return a leader's battle letter, "" without one."""
    return LEADERS[leader].battle if leader else ""
