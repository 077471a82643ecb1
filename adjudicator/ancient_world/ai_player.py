"""The computer as an opponent of plain sense, which decides from its seat's view alone.

It is meant for a first game, not for a tournament.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

from adjudicator.ancient_world.board import CITIES, CITY_AT
from adjudicator.ancient_world.show.view import ForceSeen, View
from adjudicator.core import Choice, Menu, OneOf, Route
from adjudicator.core.log.chain import JSON
from adjudicator.core.log.chance import Rng

from .world import DEFENCE, hex_of, is_inside

GOOD: Final = 1.2
"""The odds from which it attacks and intercepts."""
LOST: Final = 0.8
"""The odds below which it avoids battle."""
STORM: Final = 4
"""The odds against foot and defence from which it assaults."""
WORTH: Final[Mapping[str, float]] = {"small": 4.0, "medium": 10.0, "large": 16.0}
"""The worth of a city, in attrition points of the way to it."""
AS_PLANNED: Final = "as_planned"
LEAST: Final = 20
"""It leads no army with fewer strength points against a city."""


def ai_player(view: View, choice: Choice[Any], rng: Rng) -> JSON:
    """Return a legal answer of good sense to whatever the seat is asked."""
    if isinstance(choice, Menu) and AS_PLANNED in choice.items():
        return {"pick": AS_PLANNED}
    return _PLANS.get(choice.rule, _at_random)(view, choice, rng)


def _at_random(view: View, choice: Choice[Any], rng: Rng) -> JSON:
    return choice.sample(rng)


def _force(view: View, leader: str) -> ForceSeen | None:
    return next((force for force in view.forces if leader in force.leaders), None)


def _against(view: View, place: str, side: str) -> int:
    """Return the strength of a side's enemies in the field in a hex."""
    there = (f for f in view.forces if f.place == hex_of(place) and f.side != side)
    return sum(force.strength for force in there)


def _inside(view: View, city: str, side: str) -> int:
    """Count the defenders of a city against a side: foot, militia and its own defence."""
    place = f"{CITIES[city].hex}i"
    there = [f for f in view.forces if f.place == place and f.side != side]
    foot = sum(f.arms.get("foot", f.strength) for f in there)
    siege = view.sieges.get(city)
    defence = view.defences.get(city, DEFENCE[CITIES[city].size])
    return foot + (siege.militia if siege else 0) + defence


def _operate(view: View, choice: Choice[Any], rng: Rng) -> JSON:
    """§5.3 A battle or an assault at good odds, the siege that is begun, else the march worth most."""
    assert isinstance(choice, Menu)
    items, force = choice.items(), _force(view, view.acting)
    if force is not None:
        for pick in _here(view, force):
            if pick in items:
                item = items[pick]
                if item is None:
                    return {"pick": pick}
                if isinstance(item, Choice):
                    return {"pick": pick, "answer": item.sample(rng)}
        march = items.get("march")
        if isinstance(march, Choice) and force.strength >= LEAST:
            found = list(_marches(view, force, march))
            if found and (best := max(found))[0] > 0:
                return {"pick": "march", "answer": list(best[1])}
    return {"pick": "pass"}


def _here(view: View, force: ForceSeen) -> Iterator[str]:
    """List the operations worth doing where a force stands, the best first."""
    city, foes = CITY_AT.get(hex_of(force.place), ""), _against(view, force.place, force.side)
    if force.scattered:
        yield "reform"
    if foes and force.strength >= GOOD * foes and not is_inside(force.place):
        yield "attack"
    if city and view.control.get(city) not in (None, force.side) and not is_inside(force.place):
        if force.arms["foot"] >= STORM * _inside(view, city, force.side):
            yield "assault"
        if city not in view.sieges:
            yield "invest"


def _marches(view: View, force: ForceSeen, march: Choice[Any]) -> Iterator[tuple[float, tuple[str, ...]]]:
    """Return every way on which a force may go, with what it is worth."""
    if CITY_AT.get(hex_of(force.place), "") in view.sieges and not is_inside(force.place):
        return
    assert isinstance(march, Route)
    for passage in march.beyond(()).values():
        reach = march.along(passage.way)
        if reach is None or is_inside(reach.to):
            continue
        city = CITY_AT.get(hex_of(reach.to), "")
        foes = _against(view, reach.to, force.side)
        worth = 0.0
        if city and view.control.get(city) not in (None, force.side) and city not in view.sieges:
            worth = WORTH[CITIES[city].size] * (force.arms["foot"] > 2 * _inside(view, city, force.side))
        if foes:
            worth += 8.0 if force.strength >= GOOD * foes else -20.0
        yield worth - reach.cost, reach.path


def _intercept(view: View, choice: Choice[Any], rng: Rng) -> JSON:
    """§6.53 With the strongest who may, at good odds."""
    assert isinstance(choice, Menu)
    menu = choice.items().get("play")
    if not isinstance(menu, Menu):
        return choice.sample(rng)
    item, march = menu.items().get("intercept"), view.march
    target = next((f for f in view.forces if march is not None and f.key == march.force), None)
    if isinstance(item, OneOf) and target is not None:
        led = {x: f for x in _open(item) if (f := _force(view, x)) is not None}
        best = max(led, key=lambda x: (led[x].strength, x), default="")
        if best and led[best].strength >= GOOD * target.strength:
            return {"pick": "play", "answer": {"pick": "intercept", "answer": best}}
    return {"pick": "play", "answer": {"pick": "let_pass"}}


def _avoid(view: View, choice: Choice[Any], rng: Rng) -> JSON:
    """§8.22 It avoids a battle that is lost, into a city rather than elsewhere."""
    assert isinstance(choice, Menu)
    item, b = choice.items().get("avoid"), view.battle
    if b is not None and isinstance(item, OneOf):
        of = {f.key: f.strength for f in view.forces}
        ours, theirs = (sum(of.get(key, 0) for key in keys) for keys in (b.defenders, b.attackers))
        places = sorted(_open(item), key=lambda place: (not is_inside(place), place))
        if places and ours < LOST * theirs:
            return {"pick": "avoid", "answer": places[0]}
    return {"pick": "stand"}


def _open(item: OneOf) -> list[str]:
    return [id for id, stop in item.options().items() if stop is None]


_PLANS: Final[Mapping[str, Callable[[View, Choice[Any], Rng], JSON]]] = {
    "5.3": _operate,
    "6.53": _intercept,
    "8.22": _avoid,
}
"""Its answer by the paragraph that asks; any other question is answered at random."""
