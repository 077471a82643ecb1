"""The computer as an opponent of plain sense, which decides from its seat's view alone (§19.3).

It draws several legal orders, weighs what each gains, and gives the best, unless none gains enough. It is
meant for a first game and for a vacated seat, not for a tournament.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

from adjudicator.core import Choice, Menu, OneOf
from adjudicator.core.choices.choice import NoneLegal
from adjudicator.core.log.chain import JSON
from adjudicator.core.log.chance import Rng
from adjudicator.ottomans.board import CITIES, CITIES_OF, FIGURES, LANDINGS, NATIONS, REGIONS, SEAS, UNITS

from .show.view import UnitSeen, View
from .world import CONSTANTINOPLE, Coalition, Place, Unit, command, is_city, is_train, region_of, side

TRIES: Final = 16
"""The orders of each verb that are weighed."""
GOOD: Final = 1.5
"""The odds from which it attacks."""
WORTHLESS: Final = 0.25
"""An order that gains no more than this is not given."""
AGENTS: Final = 3
"""The AGENTs that it holds before it sends them."""
GAINS: Final = ("crusade_jihad", "holy_roman_empire", "kaisar_i_rum", "medicis_vizier")
"""Chits that never harm their player: played as soon as they may be."""
TRADE_ROUTE: Final = ("persia", "iraq", "egypt")
"""§27.2 The nations whose controllers lose chits by the Portuguese."""
ROOM: Final = 9
"""The unused chits with which it still trades for more (§19.4)."""
POOR, RICH = 2, 5
"""A die that an attacker casts again, and one that a defender does (§27.2 Jesuits/Sufis)."""
GUN: Final = 1.5
"""§27.2 Urban's Gun trebles what a Siege Train doubles."""


class Order(NamedTuple):
    """An order that may be given, and what it is worth."""

    worth: float
    answer: JSON


def ai_player(view: View, choice: Choice[Any], rng: Rng) -> JSON:
    """Return a legal answer of good sense to whatever the seat is asked."""
    return _PLANS.get(choice.rule, _at_random)(view, choice, rng)


def _at_random(view: View, choice: Choice[Any], rng: Rng) -> JSON:
    return choice.sample(rng)


# -- what it sees ------------------------------------------------------------------------------


def _colour(view: View) -> Coalition:
    """The coalition of the seat's core nation, before it has chosen one its own."""
    core = view.core.get(view.seat)
    return NATIONS[core].coalition if core else view.seat


def _own(view: View, place: Place) -> list[Unit]:
    return [u.id for u in _there(view, place) if u.owner == view.seat]


def _foes(view: View, place: Place, colour: Coalition) -> list[Unit]:
    """The units of other coalitions that the seat does not control."""
    return [u.id for u in _there(view, place) if u.owner != view.seat and side(u.id) != colour]


def _there(view: View, place: Place) -> Sequence[UnitSeen]:
    return view.places.get(place, ())


def _force(view: View, units: Iterable[Unit]) -> float:
    """§9.1 Printed strength times the leader."""
    group = list(units)
    printed = sum(UNITS[u].back if view.strong_trains else UNITS[u].strength for u in group)
    return float(printed * max(1, command(group)))


def _odds(view: View, place: Place, attackers: Sequence[Unit], foes: Sequence[Unit]) -> float:
    """§9.1(3) §9.4(2) §9.4(3) The odds of an attack before anybody plays a chit."""
    city = is_city(place)
    train = 2 if city and any(is_train(u) for u in attackers) else 1
    defence = _force(view, foes) * (FIGURES.city if city else 1)
    return _force(view, attackers) * train / max(1.0, defence)


def _value(view: View, place: Place, colour: Coalition) -> float:
    """§21.2 The gain of holding an area firmly: supply, key cities, Constantinople."""
    if place in SEAS:
        return 0.1
    region = REGIONS[region_of(place)]
    supply = region.supply if region.side == colour else region.supply / 2
    share = 1.0 if colour == _colour(view) else 0.4
    key = (2.0 * CITIES[place].key + 2.0 * (place == CONSTANTINOPLE)) if place in CITIES else 0.0
    return share * (supply / 2 + key)


def _held(view: View, place: Place, without: Sequence[Unit] = ()) -> bool:
    """Return whether units of the seat alone stand in an area, some of which do not leave."""
    there = [u for u in _there(view, place) if u.id not in without]
    return bool(there) and all(u.owner == view.seat for u in there)


def _picked(units: Iterable[Unit], numbers: Mapping[str, int]) -> list[Unit]:
    """The units that an order names by kind."""
    among = sorted(units)
    return [u for kind, n in numbers.items() for u in [u for u in among if UNITS[u].kind == kind][:n]]


# -- §5.1(2) one's own turn --------------------------------------------------------------------


def _turn(view: View, choice: Choice[Any], rng: Rng) -> JSON:
    """§5.1(2) Nations and useful chits first; then the order of the phase that gains most; else the end."""
    assert isinstance(choice, Menu)
    items = choice.items()
    activate = items["activate"]
    if isinstance(activate, OneOf) and (nation := _best_open(activate, _strength_of)):
        return {"pick": "activate", "answer": nation}
    for answer in (_chit(view, items), _agents(view, items, rng)):
        if answer is not None:
            return answer
    orders = [order for verb, weigh in _WEIGHED.items() for order in _drawn(view, items, verb, weigh, rng)]
    best = max(orders, key=lambda order: order.worth, default=None)
    if best is not None and best.worth > WORTHLESS:
        return best.answer
    return {"pick": "halt" if "halt" in items else "end"}


def _drawn(
    view: View, items: Mapping[str, Any], verb: str, weigh: Callable[[View, Any], float], rng: Rng
) -> Iterator[Order]:
    """Yield legal orders of a verb at random, each with what it is worth."""
    form = items.get(verb)
    if not isinstance(form, Choice):
        return
    for _ in range(TRIES):
        try:
            answer: Any = form.sample(rng)
        except NoneLegal:
            return
        yield Order(weigh(view, answer), {"pick": verb, "answer": answer})


def _best_open(choice: OneOf, worth: Callable[[str], float]) -> str:
    """Return the open option that is worth most, "" for none."""
    found = [id for id, stop in choice.options().items() if stop is None]
    return max(found, key=worth, default="")


def _strength_of(nation: str) -> float:
    """Return the printed strength of a nation's counters."""
    return float(sum(u.strength for u in UNITS.values() if u.nation == nation))


def _chit(view: View, items: Mapping[str, Any]) -> JSON:
    """§27.2 A chit that only gains, or that harms only others."""
    play = items["play"]
    if not isinstance(play, Menu):
        return None
    open_chits = play.items()
    for chit in (*GAINS, *_against_others(view)):
        if open_chits.get(chit, play) is None:
            return {"pick": "play", "answer": {"pick": chit}}
    trade = open_chits.get("trade_agreement")
    if isinstance(trade, OneOf) and len(view.seats) > 2 and len(view.hand) <= ROOM:
        partners = [seat for seat, stop in trade.options().items() if stop is None]
        weakest = min(partners, key=lambda seat: (view.points[seat] - view.needed[seat], seat))
        return {"pick": "play", "answer": {"pick": "trade_agreement", "answer": weakest}}
    return None


def _against_others(view: View) -> Iterator[str]:
    """§27.2 French Alliance and Portuguese, where another is hit and the seat itself is not."""
    if view.control.get("spain", view.seat) != view.seat:
        yield "french_alliance"
    if view.seat not in {view.control.get(nation) for nation in TRADE_ROUTE}:
        yield "portuguese_in_the_east"


def _agents(view: View, items: Mapping[str, Any], rng: Rng) -> JSON:
    """§20.1 Treachery, a coup or an assassination against the player with the most points."""
    operation = items["agent"]
    if view.phase != "stratagem" or view.hand.count("agent") < AGENTS or not isinstance(operation, Menu):
        return None
    rivals = sorted((s for s in view.seats if s != view.seat), key=lambda s: (-view.points[s], s))
    purposes = operation.items()
    for purpose in rng.shuffled(("treachery", "coup", "assassinate")):
        targets = purposes[purpose]
        if isinstance(targets, OneOf):
            for rival in rivals:
                if targets.options()[rival] is None:
                    return {"pick": "agent", "answer": {"pick": purpose, "answer": rival}}
    return None


# -- §7 §16 moves ------------------------------------------------------------------------------


def _walk(view: View, order: Mapping[str, Any]) -> float:
    """§7.1 The worth of a move by land."""
    group = _picked(_own(view, order["start"]), order["units"])
    return _going(view, order["start"], order["way"][-1], group)


def _sail(view: View, order: Mapping[str, Any]) -> float:
    """§7.62 The worth of a move by sea: where an enemy can be beaten, and not back and forth."""
    group = _picked(_own(view, order["start"]), order["units"])
    return _going(view, order["start"], order["way"][-1], group)


def _carry(view: View, order: Mapping[str, Any]) -> float:
    """§16.31 The worth of carrying units by sea; to leave them aboard is worth nothing."""
    if order["goal"] in SEAS:
        return 0.0
    group = _picked(_own(view, order["origin"]), order["units"])
    return _going(view, order["origin"], order["goal"], group)


def _going(view: View, start: Place, to: Place, group: Sequence[Unit]) -> float:
    """Value a group's move from an area to another."""
    colour = side(group[0])
    foes = _foes(view, to, colour)
    friends = [u for u in _own(view, to) if side(u) == colour]
    value = _value(view, to, colour)
    worth = 0.0
    if foes:
        odds = _odds(view, to, [*group, *friends], foes)
        worth += value + min(odds - GOOD, 1.0) if odds >= GOOD else -4.0
    elif not _held(view, to):
        worth += value
    worth += _sieges(view, to, colour, [*group, *friends])
    if _held(view, start) and not _held(view, start, group):
        worth -= 1.2 * _value(view, start, colour)
    return worth - _core_bared(view, start, to, group)


def _sieges(view: View, region: Place, colour: Coalition, group: Sequence[Unit]) -> float:
    """Value the cities of a region that a group could attack from there (§10.1)."""
    worth = 0.0
    for city in CITIES_OF.get(region, ()):
        foes = _foes(view, city, colour)
        if foes and _odds(view, city, group, foes) >= GOOD:
            worth += _value(view, city, colour)
    return worth


def _core_bared(view: View, start: Place, to: Place, group: Sequence[Unit]) -> float:
    """Return the price of leaving the home of the core nation, or its cities, without a unit."""
    core = view.core.get(view.seat)
    if core is None:
        return 0.0
    home = NATIONS[core].home
    areas = (home, *CITIES_OF[home])
    if start not in areas or to in areas:
        return 0.0
    left = [u for area in areas for u in _own(view, area) if u not in group and not UNITS[u].leader]
    return 0.0 if left and (start == home or _held(view, start, group)) else 20.0


# -- §9 §11 battles ----------------------------------------------------------------------------


def _attack(view: View, order: Mapping[str, Any]) -> float:
    """§9.0 The worth of an attack: from good odds on, never with an Alliance or against one's own."""
    target = order["target"]
    place = LANDINGS[target][0] if target in LANDINGS else target
    start = LANDINGS[target][1] if target in LANDINGS else region_of(target)
    group = _picked(_own(view, start), order["units"])
    there = [u for u in _there(view, place) if side(u.id) in order["colours"]]
    if "alliance" in order["chits"] or not group or any(u.owner == view.seat for u in there):
        return -9.0
    odds = _odds(view, place, group, [u.id for u in there])
    if "urbans_gun" in order["chits"]:
        odds *= GUN
    return _value(view, place, side(group[0])) + odds - len(order["chits"]) / 2 if odds >= GOOD else -9.0


def _force_march(view: View, order: Mapping[str, Any]) -> float:
    """§11.11 The worth of a forced march: an attack with good odds from where the leader stands."""
    leader = order["leader"]
    start = next((place for place, units in view.places.items() if any(u.id == leader for u in units)), "")
    colour = side(leader)
    group = [leader, *_picked([u for u in _own(view, start) if u != leader], order["units"])]
    foes = _foes(view, start, colour)
    own = any(u.owner == view.seat and side(u.id) != colour for u in _there(view, start))
    field = 1.0 if foes and not own and _odds(view, start, group, foes) >= GOOD else 0.0
    return field + _sieges(view, start, colour, group)


_WEIGHED: Final[Mapping[str, Callable[[View, Any], float]]] = {
    "attack": _attack,
    "force": _force_march,
    "move": _walk,
    "sail": _sail,
    "ship": _carry,
}


# -- questions ---------------------------------------------------------------------------------


def _place_rest(view: View, choice: Choice[Any], rng: Rng) -> JSON:
    """§4.2 Units are placed as those of neutral nations are: in the cities, then in the region."""
    return {"pick": "end"}


def _core(view: View, choice: Choice[Any], rng: Rng) -> JSON:
    """§4.1 The nation with the strongest counters."""
    assert isinstance(choice, OneOf)
    return _best_open(choice, _strength_of)


def _nobody_home(view: View, choice: Choice[Any], rng: Rng) -> JSON:
    """§6.22 All units stay where they are."""
    return {}


def _food(view: View, choice: Choice[Any], rng: Rng) -> JSON:
    """§12.0 The chit that feeds all if it is held, else the weakest units are lost."""
    if not isinstance(choice, Menu):
        return choice.sample(rng)
    items = choice.items()
    if items.get("feed", choice) is None:
        return {"pick": "feed"}
    lose = items["lose"]
    assert isinstance(lose, Choice)
    return {"pick": "lose", "answer": lose.sample(rng)}


def _replace(view: View, choice: Choice[Any], rng: Rng) -> JSON:
    """§13.0 Whatever can be brought back comes back, the strongest unit first."""
    assert isinstance(choice, Menu)
    items = choice.items()
    for verb in ("replace", "court", "white_sheep", "hire"):
        orders = list(_drawn(view, items, verb, _unit_back, rng))
        if orders:
            return max(orders, key=lambda order: order.worth).answer
    return {"pick": "end"}


def _unit_back(view: View, order: Mapping[str, Any]) -> float:
    """§13.2 The worth of a unit that comes back, by kind."""
    return float(max((u.strength for u in UNITS.values() if order["unit"] in (u.id, u.kind)), default=0))


def _reaction(view: View, choice: Choice[Any], rng: Rng) -> JSON:
    """§27.2 Administration saves a nation; chits change a battle of one's own; else it passes.

    It agrees to trade with one of several others.
    """
    if isinstance(choice, OneOf) and "agree" in choice.options():
        return "agree" if len(view.seats) > 2 else "refuse"
    if not isinstance(choice, Menu) or "pass" not in choice.items():
        return choice.sample(rng)
    play = choice.items()["play"]
    if isinstance(play, OneOf):
        for chit in ("administration", "jesuits_sufis"):
            wanted = chit == "administration" or _is_bad(view, choice)
            if wanted and play.options().get(chit, play) is None:
                return {"pick": "play", "answer": chit}
    if isinstance(play, Menu) and _fights(view):
        items = play.items()
        if isinstance(doubled := items.get("military_advance"), OneOf):
            return {"pick": "play", "answer": {"pick": "military_advance", "answer": doubled.sample(rng)}}
        if items.get("weather", play) is None:
            return {"pick": "play", "answer": {"pick": "weather"}}
    return {"pick": "pass"}


def _fights(view: View) -> bool:
    """Return whether units of the seat are in the battle that is fought."""
    b = view.battle
    line = () if b is None else (*b.attackers, *b.defenders)
    return any(view.control.get(UNITS[u].nation or u) == view.seat for u in line)


def _is_bad(view: View, choice: Choice[Any]) -> bool:
    """Return whether the die of a battle is one that the seat would rather have cast again."""
    die = choice.prompt.values.get("die")
    if view.battle is None or not isinstance(die, int):
        return False
    return die <= POOR if view.battle.attacker == view.seat else _fights(view) and die >= RICH


_PLANS: Final[Mapping[str, Callable[[View, Choice[Any], Rng], JSON]]] = {
    "4.1": _core,
    "4.2": _place_rest,
    "5.1": _turn,
    "6.22": _nobody_home,
    "9.4": _reaction,
    "12.0": _food,
    "13.0": _replace,
    "27.2": _reaction,
}
