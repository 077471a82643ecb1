"""§14 Random events: two dice, and what each event does."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence

from adjudicator.core import N_, OneOf, ask, move, one_of, pick, tell, words
from adjudicator.ottomans.board import EVENTS, FIGURES, HIRED, LETTERS, NATIONS
from adjudicator.ottomans.world import (
    Place,
    Seat,
    Unit,
    World,
    command,
    hand,
    in_order,
    is_core,
    is_leader,
    occupied,
    owner,
    region_of,
    strength,
)

from .r06_control import lose
from .r15_leaders import eliminate, remove_leader, survives, with_cargo
from .r19_chits import draw_chits, lose_chits
from .r19_dice import roll

EAST = ("persia", "turcoman")
WEST = ("spain", "barbary", "german_states", "papacy")
SCHISM = {1: "holy_league", 2: "holy_league", 3: "holy_league", 4: "orthodox", 5: "turks", 6: "caliphate"}


async def random_event(w: World) -> None:
    """§14.0 §5.1(2e) One random event: the first die is the row, the second the column."""
    seat = w.acting
    first = await roll(w, "14.0", "event first", seat)
    second = await roll(w, "14.0", "event second", seat)
    kind, _, letters = EVENTS[first - 1][second - 1].partition(" ")
    tell("event", "14.0", seat=seat, dice=[first, second], event=kind, letters=letters)
    if kind == "nation_out":
        for letter in letters.split("+"):
            await nation_out(w, letter)
    elif kind == "plague":
        await plague(w, letters)
    else:
        await EFFECTS[kind](w, seat)
    w.events -= 1


async def region(w: World, letter: str) -> str:
    """§14.1 The nation that a letter and another die determine; "" for none."""
    die = await roll(w, "14.1", f"region {letter}", w.acting)
    nation = LETTERS[letter][die - 1]
    if nation:
        tell("determined", "14.1", letter=letter, die=die, nation=nation)
    else:
        tell("determined_none", "14.1", letter=letter, die=die)
    return nation


async def nation_out(w: World, letter: str) -> None:
    """§14.0 Return a nation's CONTROL chit to the pool, used or not; ruling OT-C1, ruling OT-E1."""
    nation = await region(w, letter)
    if not nation:
        return
    holder = next((seat for seat in in_order(w) if nation in hand(w, seat)), "")
    if nation in w.control and not is_core(w, nation):
        await lose(w, nation, "14.0")
    elif holder:
        await move("14.0", f"{holder}_hand", "pool", [nation])
        tell("unused_out", "14.0", seat=holder, chit=nation)
    else:
        tell("no_effect", "14.0")


async def plague(w: World, letter: str) -> None:
    """§14.0 Eliminate everybody's strongest unit in a region and its cities, then one more; leaders;
    ruling OT-E2.
    """
    nation = await region(w, letter)
    if not nation:
        return
    home = NATIONS[nation].home
    if not units_in(w, home):
        tell("no_effect", "14.0")
        return
    for seat in in_order(w):
        await _struck(w, [u for u in troops_in(w, home) if owner(w, u) == seat], home)
    await _struck(w, troops_in(w, home), home)
    for seat in in_order(w):
        leaders = [u for u in units_in(w, home) if is_leader(u) and owner(w, u) == seat]
        if leaders:
            await _checked(w, seat, leaders)


def units_in(w: World, home: Place) -> list[Unit]:
    """The units in a region and its cities, by id."""
    return sorted(u for u, p in w.at.items() if region_of(p) == home)


def troops_in(w: World, home: Place) -> list[Unit]:
    """The units without leaders."""
    return [u for u in units_in(w, home) if not is_leader(u)]


async def _struck(w: World, units: Sequence[Unit], home: Place) -> None:
    """Eliminate the strongest of some units; a draw decides among equal ones (ruling OT-E6)."""
    best = max((strength(w, u) for u in units), default=0)
    strongest = [u for u in units if strength(w, u) == best]
    if not strongest:
        return
    victim = strongest[0]
    if len(strongest) > 1:
        victim = await pick("14.0", f"plague {home}", "strongest", strongest)
    tell("plague", "14.0", units=with_cargo(w, [victim]), place=w.at[victim])
    await eliminate(w, victim)


async def _checked(w: World, seat: Seat, leaders: Sequence[Unit]) -> None:
    """§14.0 One leader of each player in the region checks, as the player chooses."""
    leader = leaders[0]
    if len(leaders) > 1:
        choice = OneOf(
            rule="14.0",
            prompt=words(N_("Plague: which of your leaders checks for survival?")),
            options=one_of(*leaders),
        )
        leader = await ask(seat, choice)
    if not await survives(w, leader, "14.0"):
        await remove_leader(w, leader)


async def balance_of_power(w: World, seat: Seat) -> None:
    """§14.0 Let all others draw by a die each against a player who occupies eight key cities."""
    mighty = [s for s in in_order(w) if len(occupied(w, s)) >= FIGURES.empire]
    if not mighty:
        tell("no_effect", "14.0")
        return
    for other in [s for s in in_order(w) if s != mighty[0]]:
        die = await roll(w, "14.0", f"balance {other}", other)
        await draw_chits(w, other, die, "14.0")


async def civil_war(w: World, seat: Seat) -> None:
    """§14.0 Make a player with four key cities lose unused chits by a die, then nations; ruling OT-E3."""
    if len(occupied(w, seat)) < FIGURES.civil_war:
        tell("no_effect", "14.0")
        return
    await lose_chits(w, seat, await roll(w, "14.0", f"civil_war {seat}", seat), "14.0")
    die = await roll(w, "14.0", f"civil_war {seat} control", seat)
    saved: list[str] = []
    for _ in range(die):
        mine = [c for c, s in w.control.items() if s == seat and c in NATIONS and not is_core(w, c)]
        left = sorted(c for c in mine if c not in saved)
        if not left:
            break
        chit = await pick("14.0", f"civil_war {seat} nation", "control", left)
        if not await lose(w, chit, "14.0"):
            saved.append(chit)  # by Administration: it is not drawn again


async def infighting(w: World, seat: Seat) -> None:
    """§14.0 Take unused chits from the player in turn, by a die."""
    await lose_chits(w, seat, await roll(w, "14.0", f"infighting {seat}", seat), "14.0")


async def economic_expansion(w: World, seat: Seat) -> None:
    """§14.0 Draw a chit for everybody, the initiative player first."""
    for other in in_order(w):
        await draw_chits(w, other, 1, "14.0")


async def leader_out(w: World, seat: Seat) -> None:
    """§14.0 Remove a leader with the Command Value of a die, as the player in turn chooses.

    Ruling OT-E4: anybody's, and no check.
    """
    die = await roll(w, "14.0", f"leader_out {seat}", seat)
    found = sorted(u for u in w.at if is_leader(u) and command([u]) == die)
    if not found:
        tell("no_effect", "14.0")
        return
    leader = found[0]
    if len(found) > 1:
        choice = OneOf(rule="14.0", prompt=words(N_("Which leader leaves the game?")), options=one_of(*found))
        leader = await ask(seat, choice)
    await remove_leader(w, leader)


async def mercenaries_strike(w: World, seat: Seat) -> None:
    """§14.0 A mercenary of any player, as the player in turn chooses, obeys nobody; ruling OT-C2."""
    found = [u for u in HIRED if u in w.control]
    if not found:
        tell("no_effect", "14.0")
        return
    hired = found[0]
    if len(found) > 1:
        choice = OneOf(
            rule="14.0", prompt=words(N_("Which mercenary goes on strike?")), options=one_of(*found)
        )
        hired = await ask(seat, choice)
    await lose(w, hired, "14.0", stays=True)


async def reformation(w: World, seat: Seat) -> None:
    """§14.0 Let one coalition's units fight each other until the turn ends; a later roll takes its place."""
    die = await roll(w, "14.0", f"schism {seat}", seat)
    w.schism = SCHISM[die]
    tell("schism", "14.0", coalition=w.schism, die=die)


async def war_in_the_east(w: World, seat: Seat) -> None:
    """§14.0 Take Persia and Turcoman from their controllers."""
    await _war(w, EAST)


async def war_in_the_west(w: World, seat: Seat) -> None:
    """§14.0 Take Spain, the Barbary States, the German States and the Papacy from their controllers."""
    await _war(w, WEST)


async def _war(w: World, nations: Sequence[str]) -> None:
    hit = [nation for nation in nations if nation in w.control and not is_core(w, nation)]
    if not hit:
        tell("no_effect", "14.0")
    for nation in hit:
        await lose(w, nation, "14.0")


EFFECTS: Mapping[str, Callable[[World, Seat], Awaitable[None]]] = {
    "balance_of_power": balance_of_power,
    "civil_war": civil_war,
    "infighting": infighting,
    "economic_expansion": economic_expansion,
    "leader_out": leader_out,
    "mercenaries_strike": mercenaries_strike,
    "reformation_schism": reformation,
    "war_in_the_east": war_in_the_east,
    "war_in_the_west": war_in_the_west,
}
