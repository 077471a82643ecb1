"""§5 The stock, and the free deployment of the option."""

from __future__ import annotations

from collections import Counter

from adjudicator.core import N_, Assign, Bar, Illegal, Reach, Verdicts, ask_all, bar, tell, words
from adjudicator.core.log.chance import Rng
from adjudicator.julius_caesar.board import CITIES
from adjudicator.julius_caesar.world import SIDES, Place, Side, World, blocks_of, is_city, is_ship, known_to


async def free_deployment(w: World) -> None:
    """§5.2 Option: each side exchanges its own blocks on the map; ruling JC-T9: both in secret at once."""
    answers = await ask_all({side: _deployment_of(w, side) for side in SIDES})
    for side, moved in answers.items():
        w.at.update(moved)
        tell("deployed", "5.2", side=side, sealed=known_to(side, sorted(moved)))
    w.phase = "deal"


def _deployment_of(w: World, side: Side) -> Assign:
    return Assign(
        rule="5.2",
        prompt=words(N_("Which of your blocks on the map swap places? The rest stay where they are.")),
        things=lambda: {block: _cities_for(w, side, block) for block in blocks_of(w, side)},
        judge=lambda moved: _judge_counts(w, side, moved),
        ways=lambda block: _reach(w, side, block),
        verb="deploy",
        conceal=lambda moved: {},
        sampler=lambda rng: _shuffled(w, side, rng),
    )


def _reach(w: World, side: Side, block: str) -> list[Reach]:
    """Return the cities in which a block may be deployed, for the map."""
    cities = _cities_for(w, side, block) if block in blocks_of(w, side) else {}
    return [Reach(city, (city,), 0, "deploy", stop) for city, stop in cities.items()]


def _cities_for(w: World, side: Side, block: str) -> Verdicts:
    """§5.2 The cities that the side already occupies; ships only in ports (§4.1)."""
    held = sorted({city for b in blocks_of(w, side) if is_city(city := w.at[b])})
    return {city: _no_port(city) if is_ship(block) else None for city in held}


def _no_port(city: Place) -> Bar | None:
    return None if CITIES[city].port else bar("4.1", N_("{city} is not a port"), city=city)


def _judge_counts(w: World, side: Side, moved: dict[str, Place]) -> None:
    """§5.2 Require that every city holds as many blocks as before."""
    before = Counter(w.at[b] for b in blocks_of(w, side))
    after = Counter(moved.get(b, w.at[b]) for b in blocks_of(w, side))
    for city in sorted(before | after):
        if before[city] != after[city]:
            why = N_("{city} would hold {after} {after:block|blocks}; it must still hold {before}")
            raise Illegal("5.2", why, city=city, after=after[city], before=before[city])


def _shuffled(w: World, side: Side, rng: Rng) -> dict[str, Place]:
    """A few exchanges at random, ships with ships and the others among themselves."""
    moved: dict[str, Place] = {}
    for ships in (True, False):
        blocks = rng.shuffled([b for b in blocks_of(w, side) if is_ship(b) == ships])[: 2 + rng.below(3)]
        moved |= zip(blocks, rng.shuffled([w.at[b] for b in blocks]), strict=True)
    return {block: city for block, city in moved.items() if city != w.at[block]}


def send_to_stock(w: World, block: str, side: Side) -> None:
    """§5.1 Send a block to the stock of the side printed on it; ruling JC-J4."""
    _take_off(w, block)
    w.stock[side] = sorted([*w.stock[side], block])


def lay_open(w: World, block: str, side: Side) -> None:
    """§5.1 §7.5 Lay an eliminated block face up before its printed side for the year; ruling JC-L5."""
    _take_off(w, block)
    w.eliminated[side] = sorted([*w.eliminated[side], block])


def hand_over(w: World, leader: str, captor: Side) -> None:
    """§5.1 §7.51 Give an eliminated leader to the enemy as a trophy."""
    _take_off(w, leader)
    w.trophies[captor] = sorted([*w.trophies[captor], leader])


def _take_off(w: World, block: str) -> None:
    del w.at[block], w.steps[block]
    w.turned.pop(block, None)
    if w.battle is not None and block in w.battle.reserves:
        w.battle.reserves.remove(block)
