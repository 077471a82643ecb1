"""The other answers: ways back, consuls and replacements, devastation, recruits, ships, omens."""

from __future__ import annotations

from typing import Any

from adjudicator.ancient_world.board import CITIES, LEADERS, SCENARIOS
from adjudicator.ancient_world.show.view import View
from adjudicator.ancient_world.world import hex_of, is_inside
from adjudicator.core import Choice, Form, Menu, OneOf, Route, Subset
from adjudicator.core.log.chain import JSON
from adjudicator.core.log.chance import Rng

from .sight import LEAST, against, enemy_of, opened, own_side, threats, worth


def go_back(view: View, choice: Choice[Any], rng: Rng) -> JSON:
    """§8.37 Retreat where it costs least, into a city or to friends; only who must."""
    if isinstance(choice, Menu):
        stay = [pick for pick in choice.items() if pick != "retreat"]
        return {"pick": stay[0]} if stay else choice.sample(rng)
    if not isinstance(choice, Route):
        return choice.sample(rng)
    side, ways = own_side(view), []
    for passage in choice.beyond(()).values():
        reach = choice.along(passage.way)
        if reach is None:
            continue
        friends = sum(
            f.strength for f in view.forces if f.side == side and hex_of(f.place) == hex_of(reach.to)
        )
        foes = against(view, reach.to, side) + sum(f.strength for f in threats(view, side, reach.to, 1))
        ways.append((reach.cost + foes / 10 - friends / 10 - 3 * is_inside(reach.to), reach.path))
    return list(min(ways)[1]) if ways else choice.sample(rng)


# -- leaders -------------------------------------------------------------------------------------


def elect(view: View, choice: Choice[Any], rng: Rng) -> JSON:
    """§3.0 B Let a consul take over the largest army that no consul leads, and the least leader go home."""
    assert isinstance(choice, OneOf)
    options = opened(choice)
    if all(id in LEADERS for id in options):
        return min(options, key=lambda x: (LEADERS[x].campaign, LEADERS[x].initiative, x))
    consul = str(choice.prompt.values.get("leader", ""))
    return max(options, key=lambda place: (_army(view, place, consul), place))


def _army(view: View, place: str, leader: str) -> int:
    """Return the strength in a place if a new leader makes it better led; a small part of it if not."""
    there = [f for f in view.forces if f.place == place and f.side == LEADERS[leader].side]
    strength = sum(f.strength for f in there)
    office = [view.office.get(x, "") for f in there for x in f.leaders]
    led = any(each in ("consul", "dictator", "master") for each in office)
    return strength // 4 if led else strength


def come_back(view: View, choice: Choice[Any], rng: Rng) -> JSON:
    """§8.62 Let a leader who has recovered join the largest army."""
    assert isinstance(choice, OneOf)
    leader = str(choice.prompt.values.get("leader", ""))
    return max(opened(choice), key=lambda place: (_army(view, place, leader), place))


def replace(view: View, choice: Choice[Any], rng: Rng) -> JSON:
    """§8.64 Name the best of the replacements, where the army is largest."""
    assert isinstance(choice, Menu)
    form = choice.items().get("name")
    if not isinstance(form, Form):
        return choice.sample(rng)
    who, where = form.fields[0].choice({}), form.fields[1].choice({})
    assert isinstance(who, OneOf)
    assert isinstance(where, OneOf)
    leader = max(opened(who), key=lambda x: (LEADERS[x].campaign, x))
    place = max(opened(where), key=lambda place: (_army(view, place, leader), place))
    return {"pick": "name", "answer": {"leader": leader, "place": place}}


# -- provinces, recruits, ships, omens -----------------------------------------------------------


def devastate(view: View, choice: Choice[Any], rng: Rng) -> JSON:
    """§6.72 §6.77 Devastate the enemy's home alone: any other province turns to the enemy."""
    assert isinstance(choice, Subset)
    home = SCENARIOS[view.scenario].home.get(enemy_of(view, own_side(view)), ())
    return [province for province, stop in choice.options().items() if stop is None and province in home]


def recruit(view: View, choice: Choice[Any], rng: Rng) -> JSON:
    """§10.0 Raise new units where an army or a city of worth needs them."""
    if not isinstance(choice, OneOf):
        return choice.sample(rng)
    side, places = own_side(view), opened(choice)
    if not all(place in CITIES for place in places):
        return choice.sample(rng)

    def value(city: str) -> tuple[int, float]:
        here = CITIES[city].hex
        own = sum(f.strength for f in view.forces if f.side == side and hex_of(f.place) == here)
        return bool(threats(view, side, here)) + (own >= LEAST), worth(view, city, side)

    best = max(map(value, places))
    return rng.choice([city for city in sorted(places) if value(city) == best])


def omen(view: View, choice: Choice[Any], rng: Rng) -> JSON:
    """§13.0 Choose good omens for the best of one's own, bad ones for the best of the enemy."""
    if not isinstance(choice, OneOf):
        return choice.sample(rng)
    options = opened(choice)
    if all(id in LEADERS for id in options):
        best = max((view.in_command.get(LEADERS[x].side) == x, LEADERS[x].campaign) for x in options)
        fit = [x for x in options if (view.in_command.get(LEADERS[x].side) == x, LEADERS[x].campaign) == best]
        return rng.choice(sorted(fit))
    places = {f.place: f.strength for f in view.forces}
    if all(id in places for id in options):
        return max(options, key=lambda place: (places[place], place))
    if all(id in view.sieges for id in options):
        return max(options, key=lambda city: (view.sieges[city].side != own_side(view), city))
    if "let_burn" in options:
        return "lose_foot"
    return choice.sample(rng)
