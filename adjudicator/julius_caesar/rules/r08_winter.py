"""§8 The winter: Cleopatra and the ships go home, the victory, the quarters, the new year."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from adjudicator.core import (
    N_,
    Assign,
    Bar,
    Illegal,
    Reach,
    Score,
    Subset,
    Verdicts,
    ask_all,
    bar,
    move,
    tell,
    words,
)
from adjudicator.core.log.chain import JSON
from adjudicator.core.log.chance import Rng
from adjudicator.julius_caesar.board import BLOCKS, CITIES, FIGURES, SEAS, TIE_CITY, winter_limit
from adjudicator.julius_caesar.world import (
    CAESAR,
    CLEOPATRA,
    POMPEY,
    SIDES,
    Place,
    Side,
    World,
    backs,
    blocks_at,
    blocks_of,
    enemy_of,
    known_to,
)

from . import r04_board as r04
from .r05_deployment import send_to_stock


async def winter(w: World) -> None:
    """§8.0 §8.1 §8.4 Send Cleopatra home, then judge the year; ruling JC-W9: in this order."""
    tell("winter", "8.0", year=w.year)
    cleopatra_home(w)
    judge(w)


def cleopatra_home(w: World) -> None:
    """§8.1 §7.52 To Alexandria as strong as she is; there she joins an enemy who holds it; ruling JC-C2.

    A vacant Alexandria she holds for whom she serves; ruling JC-C1.
    """
    home = BLOCKS[CLEOPATRA].home
    held = r04.holder(w, home)
    if w.at[CLEOPATRA] != home:
        tell("cleopatra_home", "8.1", side=w.turned[CLEOPATRA], origin=w.at[CLEOPATRA], to=home)
    w.at[CLEOPATRA] = home
    if held == enemy_of(w.turned[CLEOPATRA]):
        w.turned[CLEOPATRA] = held
        tell("cleopatra_joins", "8.1", side=held, place=home)


# -- §8.4 victory ------------------------------------------------------------------------------


def judge(w: World) -> None:
    """§8.4 §1.2 Judge the year: ten points in a winter win; after the fifth year the more, then Rome, else
    nobody.

    Ruling JC-E3.
    """
    points = {side: sum(parts_of(w, side).values()) for side in SIDES}
    tell("points", "8.4", year=w.year, caesar=points[CAESAR], pompey=points[POMPEY])
    winner = next((side for side in SIDES if points[side] >= FIGURES.victory_points), "")
    how = "points"
    if not winner and w.year == FIGURES.years:
        winner, how = leader_of(w, points)
    if not winner and w.year < FIGURES.years:
        w.phase = "ships_home"
        return
    w.result = {"winner": winner, "how": how}
    w.phase = "over"
    tell("game_over", "8.4", winner=winner, how=how, caesar=points[CAESAR], pompey=points[POMPEY])


def leader_of(w: World, points: dict[Side, int]) -> tuple[Side, str]:
    """§1.2 Return the winner after the last year, and the reason: more points, or Rome, or nobody."""
    more = [side for side in SIDES if points[side] > points[enemy_of(side)]]
    if more:
        return more[0], "more"
    held = r04.holder(w, TIE_CITY)
    return (held, "rome") if held in SIDES else ("", "draw")


LEVELS = {
    "points": N_("ten points in a winter"),
    "more": N_("more points after the last year"),
    "rome": N_("equal points, holding Roma"),
}
"""The ways to win, as results name them."""


def decide(w: World, more: Mapping[str, int]) -> Score:
    """§8.4 §1.2 Return points and result if the war ended now, with `more` points for some sides."""
    points = {side: n + more.get(side, 0) for side, n in score(w).points.items()}
    winner, how = leader_of(w, points)
    return Score(points, {}, {"winner": winner, "how": how})


def parts_of(w: World, side: Side) -> dict[str, int]:
    """§1.2 List the parts of a side's points: its cities (§4.2), and a point for each enemy leader;
    ruling JC-E4.
    """
    cities = {c: city.value for c, city in CITIES.items() if city.value and r04.holder(w, c) == side}
    return cities | dict.fromkeys(w.trophies[side], FIGURES.leader_points)


def score(w: World) -> Score:
    """§1.2 The points of both sides at this moment, and the result if there is one."""
    parts = {side: parts_of(w, side) for side in SIDES}
    return Score({side: sum(of.values()) for side, of in parts.items()}, parts, dict(w.result))


def turns_left(w: World) -> int:
    """Return how many turns may follow this one, of this year and the years to come."""
    return (FIGURES.years - w.year) * FIGURES.turns + FIGURES.turns - w.turn


# -- §8.2 the ships ----------------------------------------------------------------------------


async def ships_home(w: World) -> None:
    """§8.2 Send every ship at sea to a friendly port of its sea, else disband it; ruling JC-E1.

    Its owner is asked only of ships that have several ports: where fleets and ports are, all can see.
    """
    choosing = {side: _ports_choice(w, side) for side in SIDES if _several_ports(w, side)}
    answers = await ask_all(choosing) if choosing else {}
    for side in SIDES:
        ports = {ship: _ports(w, side, ship) for ship in _at_sea(w, side)}
        lost = [ship for ship, beside in ports.items() if not beside]
        only = {ship: beside[0] for ship, beside in ports.items() if beside}
        _bring_home(w, side, only | answers.get(side, {}))
        _disband(w, side, lost, "8.2")
    w.phase = "quarters"


def _at_sea(w: World, side: Side) -> list[str]:
    return [b for b in blocks_of(w, side) if w.at[b] in SEAS]


def _ports(w: World, side: Side, ship: str) -> list[Place]:
    return [port for port in SEAS[w.at[ship]].ports if r04.holder(w, port) == side]


def _several_ports(w: World, side: Side) -> dict[str, list[Place]]:
    ports = {ship: _ports(w, side, ship) for ship in _at_sea(w, side)}
    return {ship: beside for ship, beside in ports.items() if len(beside) > 1}


def _ports_choice(w: World, side: Side) -> Assign:
    homes = _several_ports(w, side)
    return Assign(
        rule="8.2",
        prompt=words(N_("Winter: to which friendly port on its sea does each ship return?")),
        things=lambda: {ship: dict.fromkeys(ports) for ship, ports in homes.items()},
        least=len(homes),
        ways=lambda ship: [Reach(port, (port,), 0, "dock", by="sea") for port in homes.get(ship, ())],
        verb="dock",
        conceal=lambda chosen: {},
    )


def _bring_home(w: World, side: Side, chosen: dict[str, Place]) -> None:
    for sea, port in sorted({(w.at[ship], port) for ship, port in chosen.items()}):
        ships = sorted(s for s, p in chosen.items() if p == port and w.at[s] == sea)
        tell(
            "docked", "8.2", side=side, origin=sea, to=port, backs=backs(ships), sealed=known_to(side, ships)
        )
    w.at.update(chosen)


# -- §8.3 §8.5 the quarters --------------------------------------------------------------------


async def quarters(w: World) -> None:
    """§8.3 §8.5 Let each side disband what its cities cannot hold, and more if it likes; ruling JC-E2."""
    choosing = {side: _quarters_choice(w, side) for side in SIDES if _may_disband(w, side)}
    answers = await ask_all(choosing) if choosing else {}
    for side, blocks in answers.items():
        _disband(w, side, blocks, "8.5")
    w.phase = "new_year"


def _may_disband(w: World, side: Side) -> list[str]:
    return [b for b in blocks_of(w, side) if b != CLEOPATRA]


def _quarters_choice(w: World, side: Side) -> Subset:
    return Subset(
        rule="8.3",
        prompt=words(
            N_("Winter: which blocks do you disband? A city's winter limit is three blocks plus its value.")
        ),
        options=lambda: _to_disband(w, side),
        judge=lambda blocks: _judge_quarters(w, side, blocks),
        verb="disband",
        conceal=lambda blocks: {},
        sampler=lambda rng: _sample_quarters(w, side, rng),
    )


def _to_disband(w: World, side: Side) -> Verdicts:
    """§8.5 Leaders too; Cleopatra never, though she needs room; ruling JC-C3."""
    found: dict[str, Bar | None] = dict.fromkeys(_may_disband(w, side))
    if w.turned[CLEOPATRA] == side:
        found[CLEOPATRA] = bar("8.5", N_("{block} may not be disbanded"), block=CLEOPATRA)
    return found


def _judge_quarters(w: World, side: Side, blocks: list[str]) -> None:
    """§8.3 Require three blocks in a city at most, and one more for each point of its value."""
    for city, n in sorted(Counter(w.at[b] for b in blocks_of(w, side) if b not in blocks).items()):
        if n > winter_limit(city):
            why = N_("{city} would hold {n} {n:block|blocks}; its winter limit is {limit}")
            raise Illegal("8.3", why, city=city, n=n, limit=winter_limit(city))


def _sample_quarters(w: World, side: Side, rng: Rng) -> JSON:
    chosen: list[str] = []
    for city in sorted({w.at[b] for b in blocks_of(w, side)}):
        here = blocks_at(w, city, side)
        excess = max(0, len(here) - winter_limit(city)) + (rng.below(8) == 0)
        chosen += rng.shuffled([b for b in here if b != CLEOPATRA])[:excess]
    return chosen


def _disband(w: World, side: Side, blocks: list[str], rule: str) -> None:
    """§8.2 §8.3 §8.5 Back into the stock, where the others do not see them (§5.1)."""
    by_place: dict[Place, list[str]] = {}
    for block in sorted(blocks):
        by_place.setdefault(w.at[block], []).append(block)
    for place, gone in sorted(by_place.items()):
        tell("disbanded", rule, side=side, place=place, backs=backs(gone), sealed=known_to(side, gone))
        for block in gone:
            send_to_stock(w, block, BLOCKS[block].side)


# -- §8.6 the new year -------------------------------------------------------------------------


async def new_year(w: World) -> None:
    """§8.6 Return eliminated blocks to the stocks, and all cards to the deck."""
    for side in SIDES:
        w.stock[side] = sorted([*w.stock[side], *w.eliminated[side]])
        w.eliminated[side] = []
        cup = w.cups[f"{side}_discard"]
        if cup:
            await move("8.6", f"{side}_discard", "deck", list(cup), shown=False, seats=[side])
    if w.cups["face_up"]:
        await move("8.6", "face_up", "deck", list(w.cups["face_up"]))
    w.year, w.turn, w.last = w.year + 1, 1, {}
    tell("new_year", "8.6", year=w.year)
    w.phase = "deal"
