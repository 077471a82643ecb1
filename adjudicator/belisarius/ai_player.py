"""The computer as an opponent: it taxes, recruits within its means, and attacks with good odds.

It decides from its seat's view alone (§22). It is meant for a first game, not for a tournament.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple, TypeAlias

from adjudicator.belisarius.board import CITIES, CITIES_AT, COSTS, HEXES, MARKERS, NEIGHBOURS, OP, PROVINCES
from adjudicator.belisarius.rules import r20_forage as r20
from adjudicator.belisarius.rules.r11_placement import COUNTERS
from adjudicator.belisarius.rules.r14_armies import fitting, operation_points, unused
from adjudicator.belisarius.rules.r16_forced_march import marchers
from adjudicator.belisarius.rules.r16_marching import march_choice
from adjudicator.belisarius.rules.r16_movement import HALVES, ground_cost
from adjudicator.belisarius.rules.r17_losses import Losses
from adjudicator.belisarius.rules.r17_odds import shelter
from adjudicator.belisarius.show.view import View
from adjudicator.core import Bar, Choice, Menu, OneOf, Refusal, Split
from adjudicator.core.choices.choice import NoneLegal
from adjudicator.core.log.chain import JSON
from adjudicator.core.log.chance import Rng

from .plans import markers
from .world import (
    CONSTANTINOPOLIS,
    HAND,
    JUSTINIAN,
    NEUTRAL,
    SEATS,
    Army,
    Attempt,
    Marker,
    Place,
    Seat,
    Unit,
    World,
    counted,
    enemy_of,
    hand_of,
    is_fleet,
    is_leader,
    is_walled,
    kind_of,
    owner_of,
    province_of,
    stacks,
    stars_of,
    strength_of,
    units_at,
)

GOOD = 1.5
"""The odds that are good enough for an attack."""
HOPELESS = 3.0
"""The odds from which a defender in the open tries to get away."""
DIE = 3
"""The die that is reckoned with before it is cast."""
WORTH = 2
"""From this diplomatic value on an attempt is worth its markers."""
REWARDS = ("win", "detach", "restore", "stir")
STRONG = 2
"""A weaker leader stays at home unless accompanied."""
MANY, PRIZE = 3, 4.0
"""The units of an army, and the worth of its aim, from which on it makes a forced march."""
LONG = 16
"""The half operation points of an enemy army from which on End of Campaign is played."""


NOT_WORTH_TREACHERY = ("treachery", "donative")
"""The enemy's markers that are not met with Treachery."""
LOW, FACES = 2, 6
"""The highest face of a die of combat that its attacker has cast again, and the number of faces."""
LEADER, STAR = 40, 40
"""The price of a leader, and of each star, where a point of strength that is lost costs 10."""
ABOARD = 60
"""The price of a fleet, whose passengers go down with it, by the same measure."""
_TABLES = ("manoeuvre", "assault")
"""§17.6 A manoeuvre, where it can be paid: at good odds it costs the attacker less."""


Stacks: TypeAlias = Mapping[Place, Sequence[Unit]]


class Aim(NamedTuple):
    """A goal for an army: its worth, the way, and the units; no way for an attack from where it is."""

    worth: float
    start: Place
    units: list[Unit]
    way: tuple[Place, ...]


def ai_player(view: View, choice: Choice[Any], rng: Rng) -> JSON:
    """Return a sensible legal answer; a random one where there is no plan."""
    if isinstance(choice, OneOf) and choice.rule == "17.6":
        return _first_legal(choice, rng, *_TABLES, *(f"{table}_advantage" for table in _TABLES))
    if isinstance(choice, OneOf) and choice.rule == "17.51":
        return max(choice.options(), key=lambda kind: (COUNTERS[kind].op, kind))
    if isinstance(choice, OneOf) and choice.rule == "card/theodora":
        return markers.taken(view.hand, choice)
    if isinstance(choice, OneOf) and choice.rule == "card/procopius":
        return markers.given(choice)
    if isinstance(choice, Losses):
        return _losses(choice)
    if not isinstance(choice, Menu):
        return choice.sample(rng)
    return _PLANS.get(choice.rule, _at_random)(known_world(view), view.seat, choice, rng)


def known_world(view: View) -> World:
    """Return the world as far as a view tells it.

    Of markers it holds those of the viewer alone, of treasuries the viewer's; the enemy's are empty.
    """
    mine, attempt = view.seat, view.attempt
    cups: dict[str, list[Marker]] = {f"{seat}_{cup}": [] for seat in SEATS for cup in ("hand", "stake")}
    cups |= {"pool": [], f"{mine}_hand": list(view.hand)}
    return World(
        scenario=view.scenario,
        options=dict(view.options),
        cups={
            **cups,
            f"{mine}_hand": list(view.hand),
            f"{mine}_stake": list(attempt.mine if attempt else ()),
        },
        control=dict(view.control),
        at={unit: place for place, seen in view.places.items() for unit in seen.units},
        treasury={**dict.fromkeys(SEATS, 0), mine: view.treasury or 0},
        turns=view.turns,
        phase=view.phase,
        turn=view.turn,
        phasing=view.phasing,
        rebels=list(view.rebels),
        aboard=sorted(unit for seen in view.places.values() for unit in seen.aboard),
        dead=list(view.dead),
        pillaged=list(view.pillaged),
        colonies=list(view.colonies),
        works=list(view.works),
        placing=view.placing,
        taxed=list(view.taxed),
        barred=list(view.barred),
        levied=dict(view.levied),
        levied_at=list(view.levied_at),
        arrived=dict(view.arrived),
        gathered=list(view.gathered),
        fed=list(view.fed),
        operated=list(view.operated),
        dropped=list(view.dropped),
        reacted=list(view.reacted),
        army=view.army,
        battle=view.battle,
        attempt=Attempt(attempt.by, attempt.target) if attempt else None,
        event=view.event,
    )


def _first_legal(choice: Choice[Any], rng: Rng, *answers: Any) -> Any:
    """The first of some answers that may be given; at random if none of them may."""
    for answer in answers:
        try:
            choice.accept(answer)
        except Refusal:
            continue
        return answer
    return choice.sample(rng)


def _at_random(w: World, seat: Seat, choice: Menu, rng: Rng) -> JSON:
    return choice.sample(rng)


def _item(choice: Menu, rng: Rng, name: str) -> Any:
    """Any legal answer that takes one item of a menu, None if it is not open."""
    item = choice.items().get(name)
    if item is None or isinstance(item, Bar):
        return {"pick": name} if name in choice.items() and item is None else None
    try:
        return {"pick": name, "answer": item.sample(rng)}
    except NoneLegal:
        return None


def _set_up(w: World, seat: Seat, choice: Menu, rng: Rng) -> JSON:
    """§34.0 Place units as suggested."""
    return _first_legal(choice, rng, {"pick": "done"}, {"pick": "suggest"})


# -- §9 to §11 at home -------------------------------------------------------------------------


def _negotiate(w: World, seat: Seat, choice: Menu, rng: Rng) -> JSON:
    """Stake all markers with a diplomacy value on the most valuable province, neutral ones before the
    enemy's.
    """
    held = [marker for marker in hand_of(w, seat) if MARKERS[marker].diplomacy]
    if sum(MARKERS[marker].diplomacy for marker in held) < WORTH:
        return {"pick": "done"}
    stakes = {marker: held.count(marker) for marker in sorted(set(held))}
    others = [p for p in PROVINCES if w.control[p] != seat]
    likely = sorted(others, key=lambda p: (w.control[p] != NEUTRAL, -PROVINCES[p].levy, p))
    answers = ({"stakes": stakes, "target": target} for target in likely)
    orders = [{"pick": "stake", "answer": answer} for answer in answers]
    return _first_legal(choice, rng, *orders, {"pick": "done"})


def _oppose(w: World, seat: Seat, choice: Menu, rng: Rng) -> JSON:
    attacked = w.attempt is not None and w.control.get(w.attempt.target) == seat
    return (attacked and _item(choice, rng, "stake")) or {"pick": "pass"}


def _reward(w: World, seat: Seat, choice: Menu, rng: Rng) -> JSON:
    murder = _item(choice, rng, "assassinate")
    return _first_legal(choice, rng, *({"pick": reward} for reward in REWARDS), *([murder] if murder else []))


def _tax(w: World, seat: Seat, choice: Menu, rng: Rng) -> JSON:
    rest = {"pick": "tax", "answer": {"source": "rest", "rate": "normal"}}
    return markers.marker(w, seat, choice) or _first_legal(choice, rng, rest, {"pick": "done"})


def _recruit(w: World, seat: Seat, choice: Menu, rng: Rng) -> JSON:
    """Recruit the strongest unit that can be paid, where it is fed and nearest to the enemy; buy markers with
    the rest of the money.
    """
    if (played := markers.marker(w, seat, choice)) is not None:
        return played
    spare = w.treasury[seat] - sum(r20.price(w, place, units_at(w, place)) for place in r20.hungry(w, seat))
    kinds = [k for k, of in COUNTERS.items() if of.type not in ("leader", "fleet") and of.recruit <= spare]
    kinds.sort(key=lambda kind: (-COUNTERS[kind].strength, COUNTERS[kind].recruit, kind))
    own = [place for place, here in stacks(w).items() if owner_of(w, here[0]) == seat]
    near = _ways_from(w, [p for p, here in stacks(w).items() if owner_of(w, here[0]) == enemy_of(seat)])
    places = [place for place in rng.shuffled(own) if len(units_at(w, place)) < r20.forage(w, place)]
    places.sort(key=lambda place: near.get(place, len(HEXES)))
    orders = ({"kind": kind, "place": place} for kind in kinds for place in places if is_walled(w, place))
    room = min(HAND - len(hand_of(w, seat)), spare // COSTS.marker - 1)
    bought = ({"pick": "buy", "answer": n} for n in range(room, 0, -1))
    hired = ({"pick": "recruit", "answer": order} for order in orders)
    last = markers.regalia(w, seat, choice) or {"pick": "done"}
    return _first_legal(choice, rng, *hired, *bought, last)


def _ways_from(w: World, places: Iterable[Place]) -> Mapping[Place, int]:
    """Return how many hexes by land it is to every hex from the nearest of some places."""
    wave = [place for place in places if place in HEXES]
    found, n = dict.fromkeys(wave, 0), 0
    while wave:
        n += 1
        beside = [(here, to) for here in wave for to in NEIGHBOURS[here] if to not in found]
        wave = list(dict.fromkeys(to for here, to in beside if isinstance(ground_cost(here, to), int)))
        found |= dict.fromkeys(wave, n)
    return found


def _levy(w: World, seat: Seat, choice: Menu, rng: Rng) -> JSON:
    return markers.marker(w, seat, choice) or _item(choice, rng, "levy") or {"pick": "done"}


def _feed(w: World, seat: Seat, choice: Menu, rng: Rng) -> JSON:
    fed = ({"pick": "feed_all"}, {"pick": "done"}, _item(choice, rng, "feed"))
    return markers.marker(w, seat, choice) or _first_legal(choice, rng, *fed)


# -- §14 in the field --------------------------------------------------------------------------


def _operate(w: World, seat: Seat, choice: Menu, rng: Rng) -> JSON:
    if (played := markers.marker(w, seat, choice)) is not None:
        return played
    return _order(w, w.army, choice, rng) if w.army is not None else _send(w, seat, choice, rng)


def _send(w: World, seat: Seat, choice: Menu, rng: Rng) -> JSON:
    """§14.1 Send the army with most to gain; a city keeps one unit."""
    there = stacks(w)
    camps = [p for p, here in there.items() if owner_of(w, here[0]) == seat and p in HEXES]
    fit = fitting(w, seat, unused)
    aims = [aim for place in camps for aim in _aims(w, there, seat, place, _free(w, place, fit(place)))]
    for aim in sorted(aims, key=lambda aim: (-aim.worth, aim.start)):
        order = {"start": aim.start, "units": counted(aim.units)}
        pick = {"pick": "march", "answer": {**order, "way": list(aim.way)}}
        return _first_legal(choice, rng, pick if aim.way else {"pick": "activate", "answer": order})
    return _forced(w, seat, choice, rng)


def _forced(w: World, seat: Seat, choice: Menu, rng: Rng) -> JSON:
    """§16.7 Send an army that has operated once more, to a great prize, if it can lose a unit on the way."""
    if not isinstance(choice.items().get("force"), Choice):
        return {"pick": "done"}
    there, fit = stacks(w), fitting(w, seat, marchers)
    camps = [p for p, here in there.items() if owner_of(w, here[0]) == seat and p in HEXES]
    armies = [(place, _free(w, place, fit(place))) for place in camps]
    aims = [
        aim for place, units in armies if len(units) >= MANY for aim in _aims(w, there, seat, place, units)
    ]
    fits = sorted((aim for aim in aims if aim.worth >= PRIZE), key=lambda aim: (-aim.worth, aim.start))
    forced = ({"pick": "force", "answer": {"start": a.start, "units": counted(a.units)}} for a in fits)
    return _first_legal(choice, rng, *forced, {"pick": "done"})


def _free(w: World, place: Place, found: list[Unit] | Bar) -> list[Unit]:
    """The land units that may leave a place, of those that may form an army; the weakest stays in a city."""
    fit = [] if isinstance(found, Bar) else [u for u in found if not is_fleet(u) and u not in w.aboard]
    troops = sorted((u for u in fit if not is_leader(u)), key=lambda u: (strength_of([u]), u))
    if place in CITIES_AT and len(units_at(w, place)) == len(fit):
        troops = troops[1:]
    return sorted([*troops, *(u for u in fit if is_leader(u))]) if troops else []


def _order(w: World, army: Army, choice: Menu, rng: Rng) -> JSON:
    """§14.11 Attack a neighbouring hex with good odds, else go on to the aim, else end."""
    if army.naval:
        return {"pick": "end"}
    there = stacks(w)
    attack = _prey(w, there, army.seat, army.place, army.units)
    if attack and army.half >= OP.assault:
        orders = [{"pick": table, "answer": attack[1]} for table in _TABLES]
        return _first_legal(choice, rng, *orders, {"pick": "end"})
    found = _aims(w, there, army.seat, army.place, army.units, army.half, army.held)
    marches = [{"pick": "march", "answer": list(aim.way)} for aim in found if aim.way]
    return _first_legal(choice, rng, *marches, {"pick": "end"})


def _aims(
    w: World,
    there: Stacks,
    seat: Seat,
    place: Place,
    units: Sequence[Unit],
    half: int | None = None,
    held: Sequence[Place] = (),
) -> list[Aim]:
    """Return the best aim of units from a place with a number of half points, or before the die; None if
    there is none.

    A city that they would leave empty counts against it: so that they do not move back and forth between two.
    """
    if not units:
        return []
    half = operation_points(units, DIE) * HALVES if half is None else half
    if prey := _prey(w, there, seat, place, units):
        return [Aim(prey[0], place, [*units], ())]
    if strength_of(units) < STRONG:
        return []
    left = 0.0 if set(there.get(place, ())) - set(units) else _empty(w, {}, place)
    found: list[Aim] = []
    for to in march_choice(w, units, place, half, held).ways():
        prey = _prey(w, there, seat, to.to, units) if to.cost + OP.assault <= half else None
        worth = max(_empty(w, there, to.to), prey[0] if prey else 0.0) - left
        if worth > 0:
            found.append(Aim(worth - to.cost / 100, place, [*units], to.path))
    return [max(found)] if found else []


def _prey(
    w: World, there: Stacks, seat: Seat, place: Place, units: Sequence[Unit]
) -> tuple[float, Place] | None:
    """§17.7 Return the best enemy beside a place that units can attack with good odds."""
    found = []
    for hex in NEIGHBOURS.get(place, ()):
        here = there.get(hex)
        if here and owner_of(w, here[0]) == enemy_of(seat) and isinstance(ground_cost(place, hex), int):
            odds = _might_of(units, 0) / _might_of(here, shelter(w, place, hex))
            if odds >= GOOD:
                found.append((_value(w, hex) + min(odds, 4.0), hex))
    return max(found, default=None)


def _might_of(units: Sequence[Unit], ground: int) -> int:
    """§17.74 Return the value of units in an attack or defence, without markers."""
    return strength_of(units) * min(4, 1 + stars_of(units) + ground)


def _value(w: World, hex: Place) -> float:
    city = CITIES_AT.get(hex, "")
    if not city or hex in w.pillaged:
        return 0.5
    return 10.0 if city == CONSTANTINOPOLIS else 4.0 if CITIES[city].wealthy else 2.0


def _empty(w: World, there: Stacks, hex: Place) -> float:
    """An empty city in an enemy province, or in one's own."""
    if hex not in CITIES_AT or hex in w.pillaged or hex in there:
        return 0.0
    return 0.0 if w.control[province_of(hex)] == NEUTRAL else _value(w, hex)


def _withdraw(w: World, seat: Seat, choice: Menu, rng: Rng) -> JSON:
    """§17.5 Withdraw, with the fastest unit named, if the side is far weaker and in the open."""
    b = w.battle
    assert b is not None
    odds = _might_of(b.attackers, 0) / _might_of(b.defenders, shelter(w, b.origin, b.place))
    if odds < HOPELESS or is_walled(w, b.place):
        return {"pick": "stand"}
    fastest = max(b.defenders, key=lambda u: (COUNTERS[kind_of(u)].op, u))
    return _first_legal(choice, rng, {"pick": "withdraw", "answer": kind_of(fastest)})


def _losses(choice: Losses) -> JSON:
    """§17.8 Give up what costs least: garrisons before field armies, fleets and leaders last."""
    pool = [kind for kind, n in choice.things().items() for _ in range(n)]
    best: dict[int, tuple[int, tuple[str, ...]]] = {0: (0, ())}
    for kind in pool:
        for total, (price, before) in sorted(best.items(), reverse=True):
            more = min(choice.required, total + choice.strengths[kind])
            taken = (price + _price(kind), tuple(sorted([*before, kind])))
            if total < choice.required and (more not in best or taken < best[more]):
                best[more] = taken
    lost = list(best[choice.required][1])
    return {kind: lost.count(kind) for kind in sorted(set(lost))}


def _price(kind: str) -> int:
    """Price a unit that is lost: by its strength, what it is recruited for, a leader's stars."""
    of = COUNTERS[kind.partition("/")[0]]
    price = 10 * of.strength + of.recruit + 1
    if of.type == "leader":
        return price + LEADER + STAR * of.stars + 10 * STAR * (kind == JUSTINIAN)
    return price + ABOARD if of.type == "fleet" else price


# -- windows -----------------------------------------------------------------------------------


def _play(w: World, seat: Seat, choice: Menu, rng: Rng) -> JSON:
    return _item(choice, rng, "play") or {"pick": "pass"}


def _cancel(w: World, seat: Seat, choice: Menu, rng: Rng) -> JSON:
    """§card/treachery Cancel what the enemy plays, but not what cancels one's own."""
    wanted = choice.prompt.values.get("marker") not in NOT_WORTH_TREACHERY
    return _play(w, seat, choice, rng) if wanted else {"pick": "pass"}


def _reroll(w: World, seat: Seat, choice: Menu, rng: Rng) -> JSON:
    """§card/pope Reroll a bad die of combat: the attacker wants it high, the defender low."""
    dice, b = choice.prompt.values.get("dice"), w.battle
    if b is None or not isinstance(dice, list) or len(dice) != 1:
        return {"pick": "pass"}
    shown = dice[0] if isinstance(dice[0], int) else dice[0].values.get("die")
    bad = isinstance(shown, int) and (shown <= LOW if b.attacker == seat else shown > FACES - LOW)
    return _play(w, seat, choice, rng) if bad else {"pick": "pass"}


def _limit(w: World, seat: Seat, choice: Menu, rng: Rng) -> JSON:
    """§8.3 Return markers that it does not use: those of least diplomatic value, with several of a kind."""
    back = choice.items()["return"]
    if not isinstance(back, Split):
        return {"pick": "forgo"}
    held = [marker for marker, n in back.things().items() for _ in range(n)]
    held.sort(key=lambda marker: (markers.use(marker), marker))
    gone = held[: back.least]
    return {"pick": "return", "answer": {marker: gone.count(marker) for marker in sorted(set(gone))}}


def _cut_short(w: World, seat: Seat, choice: Menu, rng: Rng) -> JSON:
    long = w.army is not None and w.army.half >= LONG
    return _play(w, seat, choice, rng) if long else {"pick": "pass"}


_PLANS: Mapping[str, Callable[[World, Seat, Menu, Rng], JSON]] = {
    "34.0": _set_up,
    "9.0": _negotiate,
    "9.1": _oppose,
    "chart/diplomacy": _reward,
    "10.1": _tax,
    "11.2": _recruit,
    "11.1": _levy,
    "14.1": _operate,
    "17.5": _withdraw,
    "20.0": _feed,
    "17.74": _play,
    "card/treachery": _cancel,
    "card/pope": _reroll,
    "card/legal_reform": _play,
    "8.3": _limit,
    "card/end_of_campaign": _cut_short,
}
"""The plan for each paragraph that asks."""


# -- standing orders ---------------------------------------------------------------------------


def orders(view: View) -> Mapping[str, Sequence[str]]:
    """Return the orders that it leaves for windows in which nobody is asked, by what the seat holds."""
    return {
        "die": _POPE if "pope" in view.hand else (),
        "campaign": _CAMPAIGN if "end_of_campaign" in view.hand else (),
    }


_POPE = (
    f"on die when subject = battle, role = attacker, value <= {LOW} do play Pope",
    f"on die when subject = battle, role = defender, value > {FACES - LOW} do play Pope",
)
_CAMPAIGN = (f"on campaign when op >= {LONG // HALVES} do play End of Campaign",)
