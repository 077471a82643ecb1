"""The computer as a simple opponent, which decides from its seat's view alone.

It is meant for a first game, not for a tournament.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final

from adjudicator.ancient_world.board import CHARTS, CITIES, CITY_AT, HEXES, LEADERS, SCENARIOS, distance
from adjudicator.ancient_world.show.view import ForceSeen, View
from adjudicator.core import Amount, Choice, Menu, OneOf, Route
from adjudicator.core.log.chain import JSON
from adjudicator.core.log.chance import Rng

from .rules.r06_ground import ISLANDS, STRAIT_ZONES, strait
from .world import DEFENCE, hex_of, is_inside

GOOD: Final = 1.2
"""The odds from which it attacks and intercepts."""
LOST: Final = 0.8
"""The odds below which it avoids battle."""
LIKELY, WORTH_TRYING, LAST = 0.5, 0.3, 0.1
"""The chances from which it assaults, tries treachery, and tries treachery where nothing else is left."""
WORTH: Final[Mapping[str, float]] = {"small": 4.0, "medium": 10.0, "large": 16.0}
"""The worth of a city, in attrition points of the way to it."""
GOALS: Final[Mapping[str, Mapping[str, Mapping[str, float]]]] = {
    "hannibal_in_italy": {
        "carthage": {"capua": 24.0, "tarentum": 24.0},
        "rome": {},
    },
    "pyrrhus_in_italy": {
        "epirus": {"capua": 24.0, "neapolis": 18.0, "beneventum": 18.0},
        "rome": {"tarentum": 30.0, "metapontum": 14.0, "heraclea": 6.0},
    },
    "sicily": {
        "carthage": {"messana": 40.0, "rhegium": 40.0},
        "rome": {
            "syracusae": 30.0,
            "lilybaeum": 30.0,
            "agrigentum": 24.0,
            "panormus": 24.0,
            "tauromenium": 18.0,
            "leontini": 18.0,
            "catana": 12.0,
        },
    },
}
"""The cities that the conditions of victory name (§14.0), with their worth to a side."""
BATTLE, DEFEAT = 8.0, -20.0
"""The worth of a battle at good odds, and at others."""
OVERSEAS: Final = 0.5
"""The part of the best goal on another shore that counts for a crossing."""
SHIPS: Final = 3.0
"""The cost of each level of superiority short of +3 in the value of crossing a strait."""
GUARD, NEAR = 0.6, 12
"""The part of a city's worth that keeps an army with it, and how near in hexes an enemy must be."""
HUNGER: Final = 40
"""The strength points from which on a besieger needs no reinforcement."""
AS_PLANNED: Final = "as_planned"
LEAST: Final = 12
"""It leads no army with fewer strength points against a city."""


def ai_player(view: View, choice: Choice[Any], rng: Rng) -> JSON:
    """Return a sensible legal answer to the seat's question."""
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


def _defence(view: View, city: str) -> int:
    """Return a city's defence as it is now."""
    own = SCENARIOS[view.scenario].defence.get(city, DEFENCE[CITIES[city].size])
    return view.defences.get(city, own)


def _garrison(view: View, city: str, side: str) -> int:
    """Return the foot of a side's enemies inside a city; in fog the most that it may be."""
    place = f"{CITIES[city].hex}i"
    there = [f for f in view.forces if f.place == place and f.side != side]
    return sum(f.arms.get("foot", f.strength) for f in there)


def _worth(view: View, city: str, side: str) -> float:
    """Value a city: to take it, or to keep it from the side that must have it."""
    wanted = GOALS[view.scenario]
    goals = wanted[side] if view.control.get(city) != side else wanted[_enemy(view, side)]
    return goals.get(city, WORTH[CITIES[city].size])


def _enemy(view: View, side: str) -> str:
    return next(other for other in view.sides if other != side)


def _hostile(view: View, city: str, side: str) -> bool:
    return bool(city) and view.control.get(city) not in (None, side)


def _operate(view: View, choice: Choice[Any], rng: Rng) -> JSON:
    """§5.3 Choose a battle at good odds, new units, the siege that is begun, else the best march."""
    assert isinstance(choice, Menu)
    items, force = choice.items(), _force(view, view.acting)
    if force is None:
        return {"pick": "pass"}
    for pick in _here(view, force):
        item = items.get(pick)
        if pick in items and item is None:
            return {"pick": pick}
        if isinstance(item, Amount):
            return {"pick": pick, "answer": item.most}
        if isinstance(item, Choice):
            return {"pick": pick, "answer": item.sample(rng)}
    march, ride = items.get("march"), items.get("ride")
    if isinstance(march, Choice) and force.strength >= LEAST and not _besieges(view, force):
        found = list(_marches(view, force, march))
        if found and (best := max(found))[0] > _guarded(view, force):
            return {"pick": "march", "answer": list(best[1])}
    spare = force.strength < LEAST or len(force.leaders) > 1
    if isinstance(ride, OneOf) and spare and (to := _army_without(view, force.side, ride)):
        return {"pick": "ride", "answer": to}
    return {"pick": "pass"}


def _guarded(view: View, force: ForceSeen) -> float:
    """Return the worth of what a force guards: a city that they must win, with their army near ashore."""
    here = hex_of(force.place)
    enemy = _enemy(view, force.side)
    worth = GOALS[view.scenario][enemy].get(CITY_AT.get(here, ""), 0.0)
    near = [f for f in view.forces if f.side == enemy and f.leaders and f.strength >= LEAST]
    threats = [f for f in near if _shore(hex_of(f.place)) == _shore(here)]
    return GUARD * worth * any(distance(hex_of(f.place), here) <= NEAR for f in threats)


def _besieges(view: View, force: ForceSeen) -> bool:
    siege = view.sieges.get(CITY_AT.get(hex_of(force.place), ""))
    return siege is not None and siege.side == force.side and not is_inside(force.place)


def _here(view: View, force: ForceSeen) -> Iterator[str]:
    """List the operations worth doing at the place of a force, the best first."""
    city, foes = CITY_AT.get(hex_of(force.place), ""), _against(view, force.place, force.side)
    if force.scattered:
        yield "reform"
    if foes and force.strength >= GOOD * foes and not is_inside(force.place):
        yield "attack"
    yield "muster"
    if is_inside(force.place) and city in view.sieges and city in view.defences:
        yield "repair"
    if _besieges(view, force):
        yield from _besieging(view, force, city)
    elif _hostile(view, city, force.side) and not is_inside(force.place) and city not in view.sieges:
        yield from ("demand", "invest")


def _besieging(view: View, force: ForceSeen, city: str) -> Iterator[str]:
    """§9.2 The way into a city with the best chance; walls are broken while an assault has little."""
    storm, plot = _assault_chance(view, force, city), _treachery_chance(view, city)
    if storm >= LIKELY:
        yield "assault"
    if plot >= WORTH_TRYING:
        yield "treachery"
    if _defence(view, city) > 1:
        yield "reduce"
    if plot >= LAST:
        yield "treachery"
    if storm >= WORTH_TRYING:
        yield "assault"


def _assault_chance(view: View, force: ForceSeen, city: str) -> float:
    row = CHARTS.assault(force.arms["foot"], _defence(view, city) * max(1, _garrison(view, city, force.side)))
    if row is None:
        return 0.0
    values = CHARTS.assault_letters
    inside = [x for f in view.forces if f.place == f"{CITIES[city].hex}i" for x in f.leaders]
    best = max((values[LEADERS[x].battle].value for x in inside), default=values["none"].value)
    need = row.success - (values[LEADERS[view.acting].battle].value - best) - min(3, force.arms["engine"])
    return max(0.0, min(1.0, (10 - need) / 10))


def _treachery_chance(view: View, city: str) -> float:
    """§9.62 Return the chance with all the leader's guile, against what those inside have."""
    printed = SCENARIOS[view.scenario].defence.get(city, DEFENCE[CITIES[city].size])
    inside = [x for f in view.forces if f.place == f"{CITIES[city].hex}i" for x in f.leaders]
    guile = view.guile.get(view.acting, 0) - sum(view.guile.get(x, 0) for x in inside)
    number = CHARTS.treachery(max(3, min(8, LEADERS[view.acting].campaign)), printed)
    return max(0.0, min(1.0, (9 - number + guile) / 10))


def _army_without(view: View, side: str, ride: OneOf) -> str:
    """§6.12 Return the place of the largest army of a side without a leader, "" for none."""
    open_ = set(_open(ride))
    idle = [f for f in view.forces if f.side == side and not f.leaders and f.place in open_]
    best = max(idle, key=lambda f: (f.strength, f.place), default=None)
    return best.place if best is not None and best.strength >= LEAST else ""


def _marches(view: View, force: ForceSeen, march: Choice[Any]) -> Iterator[tuple[float, tuple[str, ...]]]:
    """Yield every way on which a force may go, with what it is worth."""
    assert isinstance(march, Route)
    for passage in march.beyond(()).values():
        reach = march.along(passage.way)
        if reach is None or is_inside(reach.to):
            continue
        worth = _worth_of_place(view, force, reach.to) + _crossing(view, force, reach.path)
        yield worth - reach.cost, reach.path


def _worth_of_place(view: View, force: ForceSeen, place: str) -> float:
    """Value the goals in a hex: a city to besiege or to relieve, a siege to join, a battle."""
    city, side = CITY_AT.get(hex_of(place), ""), force.side
    foes, siege = _against(view, place, side), view.sieges.get(CITY_AT.get(hex_of(place), ""))
    worth = 0.0
    if _hostile(view, city, side) and siege is None:
        worth = _worth(view, city, side) * (force.arms["foot"] >= 2 * max(1, _defence(view, city)))
    elif siege is not None and siege.side == side:
        with_us = sum(f.strength for f in view.forces if f.side == side and f.place == hex_of(place))
        worth = _worth(view, city, side) / 2 * (with_us < HUNGER)
    elif siege is not None:
        worth = _worth(view, city, side) * (force.strength >= GOOD * foes)
    if foes:
        worth += BATTLE if force.strength >= GOOD * foes else DEFEAT
    return worth


def _crossing(view: View, force: ForceSeen, path: Sequence[str]) -> float:
    """§6.38 Value the goals across a strait, less the danger of the crossing; 0 without one."""
    before = path[-2] if len(path) > 1 else force.place
    id = strait(before, path[-1])
    if not id:
        return 0.0
    shore = _shore(path[-1])
    beyond = [
        _worth(view, city.id, force.side)
        for city in CITIES.values()
        if _shore(city.hex) == shore and _hostile(view, city.id, force.side)
    ]
    level = view.naval[STRAIT_ZONES[id]][force.side]
    return OVERSEAS * max(beyond, default=0.0) - SHIPS * max(0, 3 - level)


def _shore(hex: str) -> str:
    return ISLANDS.get(HEXES[hex].province, "italia")


def _intercept(view: View, choice: Choice[Any], rng: Rng) -> JSON:
    """§6.53 Intercept with the strongest leader who may, at good odds."""
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
    """§8.22 Avoid a battle that is lost, preferably into a city."""
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
