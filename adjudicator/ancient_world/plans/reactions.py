"""Interceptions, battles offered, and who joins them: by the odds of the battle that follows."""

from __future__ import annotations

from typing import Any, Final

from adjudicator.ancient_world.board import LEADERS, distance
from adjudicator.ancient_world.show.view import View
from adjudicator.ancient_world.world import hex_of, is_inside
from adjudicator.core import Amount, Choice, Menu, OneOf
from adjudicator.core.log.chain import JSON
from adjudicator.core.log.chance import Rng

from .fights import HOPELESS, MARGIN, SAFE, of_reaction, of_standing
from .sieges import is_goal
from .sight import city_at, force_with, is_besieging, is_won, opened, own_side

LETTERS: Final = "ABCDEF"


def intercept(view: View, choice: Choice[Any], rng: Rng) -> JSON:
    """§6.53 Intercept with the leader whose battle is best, if it is worth fighting."""
    assert isinstance(choice, Menu)
    menu = choice.items().get("play")
    if not isinstance(menu, Menu):
        return choice.sample(rng)
    found, least = [], SAFE if is_won(view, own_side(view)) else MARGIN
    for pick in ("ambush", "intercept"):
        item = menu.items().get(pick)
        for leader in opened(item) if isinstance(item, OneOf) else ():
            if _is_bound(view, leader):
                continue
            sure, battle = of_reaction(view, own_side(view), {"pick": pick, "answer": leader})
            if battle.margin >= least:
                found.append((sure * battle.margin, pick, leader))
    if not found:
        return {"pick": "play", "answer": {"pick": "let_pass"}}
    _, pick, leader = max(found)
    return {"pick": "play", "answer": {"pick": pick, "answer": leader}}


def _is_bound(view: View, leader: str) -> bool:
    """Return true if a leader guards a city that must not be lost."""
    force = force_with(view, leader)
    if force is None:
        return False
    return is_inside(force.place) and is_goal(view, city_at(force.place), force.side)


def avoid(view: View, choice: Choice[Any], rng: Rng) -> JSON:
    """§8.22 Avoid a battle that is lost, preferably into a city."""
    assert isinstance(choice, Menu)
    item = choice.items().get("avoid")
    if view.battle is not None and isinstance(item, OneOf) and (places := opened(item)):
        side = view.battle.defender
        if of_standing(view, side).margin <= -HOPELESS:
            foes = {f.place for f in view.forces if f.side != side}
            here = view.battle.hex
            to = min(places, key=lambda to: (not is_inside(to), to in foes, distance(hex_of(to), here), to))
            return {"pick": "avoid", "answer": to}
    return {"pick": "stand"}


def join(view: View, choice: Choice[Any], rng: Rng) -> JSON:
    """§8.25 Join with the strongest army that neither besieges nor guards."""
    assert isinstance(choice, Menu)
    item = choice.items().get("join")
    free = []
    for leader in opened(item) if isinstance(item, OneOf) else ():
        force = force_with(view, leader)
        if force is not None and not is_besieging(view, force) and not _is_bound(view, leader):
            free.append((force.strength, leader))
    return {"pick": "join", "answer": max(free)[1]} if free else {"pick": "none"}


def command(view: View, choice: Choice[Any], rng: Rng) -> JSON:
    """§5.43 §5.12 Name the leader with the best battle letter, of equals with the best campaign rating."""
    assert isinstance(choice, OneOf)
    return min(
        opened(choice),
        key=lambda x: (LETTERS.find(LEADERS[x].battle) % len(LETTERS), -LEADERS[x].campaign, x),
    )


def stake(view: View, choice: Choice[Any], rng: Rng) -> JSON:
    """§5.54 Stake all guile for a battle that would be lost, else half of it, more or less."""
    assert isinstance(choice, Amount)
    b = view.battle
    if b is not None and own_side(view) == b.defender:
        return choice.most
    return min(choice.most, (choice.most + rng.below(2)) // 2)


def elephants(view: View, choice: Choice[Any], rng: Rng) -> JSON:
    """§8.36 Send elephants forward: their dice help more often than they harm."""
    if isinstance(choice, OneOf) and "yes" in opened(choice):
        return "yes"
    return choice.sample(rng)
