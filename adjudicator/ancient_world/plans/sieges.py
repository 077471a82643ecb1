"""The chances of the operations against cities, and what the computer answers in sieges."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from adjudicator.ancient_world.board import CHARTS, CITIES, LEADERS, SCENARIOS, VICTORIES
from adjudicator.ancient_world.rules.r09_treachery import CAPITALS
from adjudicator.ancient_world.show.view import ForceSeen, View
from adjudicator.ancient_world.world import is_inside
from adjudicator.core import Amount, Choice, Form, Menu, OneOf, Split, Subset
from adjudicator.core.log.chain import JSON
from adjudicator.core.log.chance import Rng

from .sight import (
    GOALS,
    LEAST,
    against,
    city_at,
    defence,
    enemy_of,
    foot_of,
    garrison,
    is_besieging,
    is_hostile,
    leads,
    opened,
    own_side,
    printed,
    worth,
)

LIKELY, WORTH_TRYING, LAST = 0.5, 0.3, 0.1
"""The chances from which it assaults, tries treachery, and tries treachery where nothing else is left."""
MORTAL: Final = frozenset(of.mortal for of in VICTORIES.values() if of.mortal)
"""§14.0 The leaders whose death may lose the war."""
PATIENCE: Final = 0.2
"""The part that several attempts add to the chance of one."""
BREACHED: Final = 2
"""The defence that is reckoned with when the walls have been reduced."""
PRICE: Final = 3
"""The most points of victory that it pays for captured leaders."""


def ways_in(view: View, force: ForceSeen) -> Iterator[str]:
    """List the operations worth doing against the city at the place of a force, the best first."""
    city = city_at(force.place)
    if is_inside(force.place) and city in view.sieges and city in view.defences:
        yield "repair"
    if is_besieging(view, force):
        yield from _besieging(view, force, city)
    elif is_hostile(view, city, force.side) and not is_inside(force.place) and city not in view.sieges:
        yield "demand"
        if prospect(view, city, force.side, foot_of(force)) >= PATIENCE + LAST:
            yield "invest"


def _besieging(view: View, force: ForceSeen, city: str) -> Iterator[str]:
    """§9.2 The way into a city with the best chance; walls are broken while an assault has little.

    §9.37 §9.62 A leader whose death loses a war that goes well risks it for no city but one that decides.
    """
    storm, plot = _assault_chance(view, force, city), treachery_chance(view, city)
    if view.acting in MORTAL and leads(view, force.side) and city not in GOALS[view.scenario][force.side]:
        storm = plot = 0.0
    if storm >= max(LIKELY, plot):
        yield "assault"
    if plot >= WORTH_TRYING:
        yield "treachery"
    if storm >= LIKELY:
        yield "assault"
    if defence(view, city) > 1:
        yield "reduce"
    if plot >= LAST:
        yield "treachery"
    if storm >= WORTH_TRYING:
        yield "assault"


def _assault_chance(view: View, force: ForceSeen, city: str) -> float:
    row = CHARTS.assault(foot_of(force), defence(view, city) * max(1, garrison(view, city, force.side)))
    if row is None:
        return 0.0
    values = CHARTS.assault_letters
    inside = [x for f in view.forces if f.place == f"{CITIES[city].hex}i" for x in f.leaders]
    best = max((values[LEADERS[x].battle].value for x in inside), default=values["none"].value)
    need = row.success - (values[LEADERS[view.acting].battle].value - best)
    need -= min(3, force.arms.get("engine", 0))
    return max(0.0, min(1.0, (10 - need) / 10))


def treachery_chance(view: View, city: str) -> float:
    """§9.62 Return the chance with all the leader's guile, against what those inside have."""
    if city in CAPITALS and view.options.get("capitals", "safe") == "safe":
        return 0.0
    inside = [x for f in view.forces if f.place == f"{CITIES[city].hex}i" for x in f.leaders]
    guile = view.guile.get(view.acting, 0) - sum(view.guile.get(x, 0) for x in inside)
    number = CHARTS.treachery(max(3, min(8, LEADERS[view.acting].campaign)), printed(view, city))
    return max(0.0, min(1.0, (9 - number + guile) / 10))


def prospect(view: View, city: str, side: str, foot: int) -> float:
    """Return how likely a city falls to some foot: by treachery of the active leader, or breached."""
    inside = garrison(view, city, side)
    row = CHARTS.assault(foot, max(1, inside) * BREACHED)
    storm = 0.0 if row is None else max(0.0, min(1.0, (10 - row.success) / 10))
    return min(1.0, max(storm, treachery_chance(view, city)) + PATIENCE)


# -- a city that has fallen ----------------------------------------------------------------------


def enter(view: View, choice: Choice[Any], rng: Rng) -> JSON:
    """§9.25 Leave a garrison in the city; go in with all if the force is too small to march on."""
    assert isinstance(choice, Menu)
    items, (city, side) = choice.items(), (view.captures[-1].city, view.captures[-1].side)
    guard = items.get("garrison")
    outside = [f for f in view.forces if f.side == side and f.place == CITIES[city].hex]
    strength = sum(f.strength for f in outside)
    if not isinstance(guard, Split) or strength - guard.most < LEAST:
        return {"pick": "enter"}
    return {"pick": "garrison", "answer": cheapest(guard.things(), guard.most)}


def cheapest(units: Mapping[str, int], n: int) -> dict[str, int]:
    """Return some units, of the contingent of which there is most."""
    found = dict[str, int]()
    for unit in sorted(units, key=lambda unit: (-units[unit], unit)):
        if (taken := min(units[unit], n - sum(found.values()))) > 0:
            found[unit] = taken
    return dict(sorted(found.items()))


def spare(view: View, choice: Choice[Any], rng: Rng) -> JSON:
    """§9.82 §12.31 Sack no city: it is worth less then, and the provinces turn away."""
    return "no"


def after_fall(view: View, choice: Choice[Any], rng: Rng) -> JSON:
    """§9.74 Send the garrison where it matters least; ask a ransom; pay a low one."""
    if isinstance(choice, Subset):
        side = own_side(view)
        places = [id for id, stop in choice.options().items() if stop is None]
        return [min(places, key=lambda city: (worth(view, city, side), city))]
    if isinstance(choice, Menu):
        price = choice.items().get("ransom")
        if isinstance(price, Amount):
            return {"pick": "ransom", "answer": price.most}
        return {"pick": "execute"}
    if isinstance(choice, OneOf):
        return "yes" if int(choice.prompt.values.get("n", PRICE + 1)) <= PRICE else "no"
    return choice.sample(rng)


# -- within the walls ----------------------------------------------------------------------------


def sally(view: View, choice: Choice[Any], rng: Rng) -> JSON:
    """§9.27 Stay behind the walls, where every man counts, unless there are many."""
    city = str(choice.prompt.values.get("city", ""))
    inside = sum(foot_of(f) for f in view.forces if f.place == f"{CITIES[city].hex}i")
    return "yes" if inside > 2 * printed(view, city) else "no"


def forage(view: View, choice: Choice[Any], rng: Rng) -> JSON:
    """§9.53 §6.76 Forage only in the enemy's home: a province that is devastated turns away."""
    city = str(choice.prompt.values.get("city", ""))
    siege = view.sieges.get(city)
    home = SCENARIOS[view.scenario].home.get(enemy_of(view, siege.side), ()) if siege is not None else ()
    return "forage" if CITIES[city].province in home else "no"


def ring(view: View, choice: Choice[Any], rng: Rng) -> JSON:
    """§9.22 Stay in a city that must not be lost; out of others get away, and leave a garrison."""
    assert isinstance(choice, Menu)
    city = str(choice.prompt.values.get("city", ""))
    place = f"{CITIES[city].hex}i"
    force = next((f for f in view.forces if f.place == place), None)
    form = choice.items().get("avoid")
    if (
        force is None
        or not isinstance(form, Form)
        or is_goal(view, city, force.side)
        or force.strength < LEAST
    ):
        return {"pick": "stand"}
    places, stay = form.fields[0].choice({}), form.fields[1].choice({})
    assert isinstance(places, OneOf)
    assert isinstance(stay, Split)
    foot = {unit: n for unit, n in stay.things().items() if unit.endswith("_foot")}
    guard = cheapest(foot, min(printed(view, city), stay.most, max(0, force.strength - LEAST)))
    to = min(opened(places), key=lambda to: (not is_inside(to), against(view, to, force.side), to))
    return {"pick": "avoid", "answer": {"to": to, "units": guard, "leaders": []}}


def is_goal(view: View, city: str, side: str) -> bool:
    """Return true if the enemy wins by taking a city."""
    return city in GOALS[view.scenario][enemy_of(view, side)] or city == "roma"
