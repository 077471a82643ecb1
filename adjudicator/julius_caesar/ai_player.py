"""The computer as a simple opponent, which decides from its seat's view alone (ruling JC-H1).

It is meant for a first game, not for a tournament.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

from adjudicator.core import Bar, Choice, Menu, OneOf, Refusal
from adjudicator.core.log.chain import JSON
from adjudicator.core.log.chance import Rng
from adjudicator.julius_caesar.board import BLOCKS, CARDS, CITIES, EDGES
from adjudicator.julius_caesar.rules.r04_board import VACANT
from adjudicator.julius_caesar.rules.r06_groups import card_bar
from adjudicator.julius_caesar.show.view import BlockSeen, View

from .opponent.scan import roads_from
from .world import CLEOPATRA, Place, enemy_of, is_leader, is_ship

EVENT: Final = 2.0
"""The value of an event card without an aim, in movement points."""
AIMED: Final = 5.0
"""The value of an event card that has an aim."""
LEVY: Final = 0.8
"""The value of a levy point, in movement points."""
BACK: Final = 6.0
"""The assumed value of a back: strength times firepower."""
GOOD: Final = 1.3
"""The odds from which it attacks."""
LOST: Final = 0.5
"""The odds below which it retreats."""
STRUCK: Final = 4
"""The enemies in a city for which Vulcan is worth a turn."""
COMING: Final = 0.5
"""The part of the enemies beside a city that is expected to come to its help."""
NEAR: Final = 0.3
"""Moves whose worth differs by no more than this are as good as each other: chance decides."""
WORTHLESS: Final = 0.25
"""A move that gains no more than this is not worth a movement point."""


class Order(NamedTuple):
    """A possible move: its worth, its verb, its start, its way, and the blocks that may go."""

    worth: float
    pick: str
    start: Place
    way: tuple[Place, ...]
    group: list[BlockSeen]


def ai_player(view: View, choice: Choice[Any], rng: Rng) -> JSON:
    """Return a sensible legal answer to the seat's question."""
    return _PLANS.get(choice.rule, _at_random)(view, choice, rng)


def _at_random(view: View, choice: Choice[Any], rng: Rng) -> JSON:
    return choice.sample(rng)


def _most(choice: Choice[Any], rng: Rng, worth: Callable[[str], float]) -> JSON:
    """Return the open option that is worth most."""
    assert isinstance(choice, OneOf)
    return max((id for id, stop in choice.options().items() if stop is None), key=worth)


def _strength(block: BlockSeen) -> int:
    return BLOCKS[block.id].strengths[block.steps - 1]


def _might(blocks: Iterable[BlockSeen]) -> float:
    """Strength times firepower."""
    return float(sum(_strength(b) * BLOCKS[b.id].firepower for b in blocks))


def _own(view: View, place: Place) -> list[BlockSeen]:
    """The seat's own blocks in a place, by id."""
    return [b for b in view.places[place].blocks if b.side == view.seat] if place in view.places else []


def _all_own(view: View) -> dict[str, tuple[Place, BlockSeen]]:
    """Every block of the seat on the map, with its place."""
    return {b.id: (place, b) for place in sorted(view.places) for b in _own(view, place)}


def _enemies(view: View, place: Place) -> int:
    """Return the number of enemies in a place."""
    seen = view.places.get(place)
    return sum(seen.backs[enemy_of(view.seat)].values()) if seen else 0


def _holder(view: View, place: Place) -> str:
    return view.places[place].holder if place in view.places else VACANT


# -- §2.1 cards --------------------------------------------------------------------------------


def _card(view: View, choice: Choice[Any], rng: Rng) -> JSON:
    """§2.1 Play the best card, discard the worst."""
    sign = -1.0 if view.phase == "discard" else 1.0
    return _most(choice, rng, lambda card: sign * _worth_of_card(view, card))


def _worth_of_card(view: View, card: str) -> float:
    if not CARDS[card].event:
        return CARDS[card].movement + LEVY * CARDS[card].levy
    if card == "apollo":
        copied = view.last.get(enemy_of(view.seat), "")
        return EVENT if copied in ("", "apollo") else _worth_of_card(view, copied)
    return AIMED if _has_aim(view, card) else EVENT


def _has_aim(view: View, card: str) -> bool:
    """§card Return true if there is something for an event: enemies to strike, or one to attack."""
    held = [place for place in view.places if place in CITIES and _enemies(view, place)]
    match card:
        case "vulcan":
            return any(_enemies(view, place) >= STRUCK for place in held)
        case "jupiter":
            return any(_holder(view, to) == view.seat for place in held for to in EDGES[place])
        case "mars" | "pluto":
            beside = ((_might(_own(view, to)), place) for place in held for to in EDGES[place])
            return any(might > GOOD * BACK * _enemies(view, place) for might, place in beside)
    return False


def _struck(view: View, choice: Choice[Any], rng: Rng) -> JSON:
    """§card/vulcan Return the city with most enemy blocks."""
    return _most(choice, rng, lambda city: _enemies(view, city) + _value(city) / 4)


def _called(view: View, choice: Choice[Any], rng: Rng) -> JSON:
    """§card/jupiter Call a block rather than none."""
    tries = [choice.sample(rng) for _ in range(4)]
    return max(tries, key=lambda answer: isinstance(answer, dict) and answer.get("pick") == "call")


# -- §6 moves ----------------------------------------------------------------------------------


def _move(view: View, choice: Choice[Any], rng: Rng) -> JSON:
    """§6.1 The move that gains most, with as many blocks as the roads take; none if none is worth it."""
    assert isinstance(choice, Menu)
    found = [(order.worth + NEAR * rng.below(100) / 100, order) for order in _orders(view, choice)]
    orders = [order for _, order in sorted(found, key=lambda one: -one[0])]
    for worth, pick, start, way, group in orders:
        if worth < WORTHLESS:
            continue
        for n in range(len(group), 0, -1):
            order = {"start": start, "way": list(way), "blocks": sorted(b.id for b in group[:n])}
            answer = {"pick": pick, "answer": order}
            if _worth(view, start, way[-1], group[:n]) >= WORTHLESS and _is_legal(choice, answer):
                return answer
    return {"pick": "end"}


def _orders(view: View, menu: Menu) -> Iterator[Order]:
    """Every place from which blocks may go, with every place where they may come to, and what it is worth."""
    for pick in ("move", "sail"):
        form = menu.items().get(pick)
        if not isinstance(form, Choice):
            continue
        for start in sorted({place for place, _ in _all_own(view).values()}):
            group = _group(view, start)
            for lead in group[:1]:
                for reach in form.reach(lead.id):
                    if reach.bar is None and reach.path:
                        yield Order(_worth(view, start, reach.to, group), pick, start, reach.path, group)


def _group(view: View, start: Place) -> list[BlockSeen]:
    """Return the group to move from a place, the strongest first; one stays to hold a city that counts."""
    card, here = view.counts_as[view.seat], _own(view, start)
    movers = [b for b in here if not b.moved and card_bar(card, b.id) is None]
    for ships in (False, True):
        of_kind = [b for b in movers if is_ship(b.id) == ships and b.id != CLEOPATRA]
        if of_kind:
            group = sorted(of_kind, key=lambda b: (-_might([b]), b.id))
            alone = len(movers) == len(here) == len(group)
            return group[:-1] if alone and _value(start) and len(group) > 1 else group
    return []


def _worth(view: View, start: Place, to: Place, group: Sequence[BlockSeen]) -> float:
    """Return the value of a group's move there."""
    foes, friends = _enemies(view, to), _own(view, to)
    worth = 4.0 * (_nearness(view, to, len(group)) - _nearness(view, start, len(group)))
    if _holder(view, to) != view.seat:
        worth += 2.0 * _value(to) + 0.3
    if foes:
        more = COMING * _threat(view, to) * (view.first == view.seat)
        odds = _might([*group, *friends]) / (BACK * (foes + more))
        worth += 2.0 * min(odds - GOOD, 1.0) if odds >= GOOD else -9.0
        worth += 3.0 * any(BLOCKS[CLEOPATRA].colour in backs for backs in view.places[to].backs.values())
    elif friends and to in EDGES:
        worth += 0.8 * (_threat(view, to) > len(friends)) * min(1, _value(to))
    left = [b for b in _own(view, start) if b not in group]
    if _value(start) and not left:
        worth -= 2.0 * _value(start)
    if _value(start) and _threat(view, start) > len(left):
        worth -= 1.5 * _value(start)
    return worth


def _threat(view: View, place: Place) -> int:
    """Return the number of enemies beside a city."""
    return max((_enemies(view, to) for to in EDGES.get(place, ())), default=0)


def _nearness(view: View, place: Place, n: int) -> float:
    """Return the nearness of a place to a city that counts and is not held: 1 in it, ½ beside it.

    Only a city in which no more enemies are than the blocks that go.
    """
    wanted = [c for c in CITIES if _value(c) and _holder(view, c) != view.seat and _enemies(view, c) <= n]
    far = len(CITIES)
    return 1.0 / (1 + min((roads_from(place).get(city, far) for city in wanted), default=far))


def _value(place: Place) -> int:
    return CITIES[place].value if place in CITIES else 0


def _is_legal(choice: Choice[Any], answer: JSON) -> bool:
    try:
        choice.accept(answer)
    except Refusal:
        return False
    return True


def _main(view: View, choice: Choice[Any], rng: Rng) -> JSON:
    """§7.3 Choose the way of the first attack, which was the best move."""
    assert isinstance(choice, OneOf)
    return next(iter(choice.options()))


# -- §6.4 the levy -----------------------------------------------------------------------------


def _levy(view: View, choice: Choice[Any], rng: Rng) -> JSON:
    """§6.4 A step for the best block near the enemy, else a new block near the enemy."""
    assert isinstance(choice, Menu)
    found: list[tuple[float, str, JSON]] = []
    step, levy = choice.items()["step"], choice.items()["levy"]
    if isinstance(step, OneOf):
        steps = (b for b, stop in step.options().items() if stop is None)
        found += [(_worth_of_step(view, b), b, {"pick": "step", "answer": b}) for b in steps]
    if isinstance(levy, Choice):
        for block in view.stock:
            for reach in levy.reach(block):
                if reach.bar is None:
                    order = {"block": block, "city": reach.to}
                    worth = _worth_of_step(view, block, reach.to) - 0.5
                    found.append((worth, block, {"pick": "levy", "answer": order}))
    return max(found, key=lambda one: one[:2])[2] if found else {"pick": "end"}


def _worth_of_step(view: View, block: str, place: Place = "") -> float:
    near = _threat(view, place or _all_own(view)[block][0]) > 0
    return BLOCKS[block].firepower + 1.0 * near + 0.5 * is_leader(block) - 1.5 * is_ship(block)


# -- §7 battles --------------------------------------------------------------------------------


def _turn(view: View, choice: Choice[Any], rng: Rng) -> JSON:
    """§7.2 Fire with all, the strongest first; retreat from a fight that is lost."""
    assert isinstance(choice, Menu)
    items = choice.items()
    fire, retreat = items["fire"], items["retreat"]
    if isinstance(retreat, Choice) and (isinstance(fire, Bar) or _odds(view) < LOST):
        return {"pick": "retreat", "answer": retreat.sample(rng)}
    if isinstance(fire, Choice):
        own, options = _all_own(view), fire.describe()["options"]
        ready = (o["id"] for o in options if o["bar"] is None)
        line = sorted(ready, key=lambda b: (-_strength(own[b][1]), b))
        return {"pick": "fire", "answer": line}
    return choice.sample(rng)


def _odds(view: View) -> float:
    """Compare the strengths in a battle: faces in line, backs in reserve."""
    assert view.battle is not None
    place = view.battle.place
    shown = [b for b in view.places[place].blocks if b.side != view.seat]
    hidden = BACK * (_enemies(view, place) - len(shown))
    return _might(_own(view, place)) / max(1.0, _might(shown) + hidden)


def _loss(view: View, choice: Choice[Any], rng: Rng) -> JSON:
    """§7.4 Let the block that fires worst take the hit, a leader last."""
    return _most(choice, rng, lambda b: -BLOCKS[b].firepower - 9.0 * (is_leader(b) or b == CLEOPATRA))


def _stay(view: View, choice: Choice[Any], rng: Rng) -> JSON:
    """§7.7 §5.2 Let all blocks stay."""
    return {}


# -- §8 winter ---------------------------------------------------------------------------------


def _winter(view: View, choice: Choice[Any], rng: Rng) -> JSON:
    """§8.3 Disband as few blocks as necessary, the weakest, and leaders last."""
    tries: list[Any] = [choice.sample(rng) for _ in range(24)]
    own = _all_own(view)

    def price(blocks: Sequence[str]) -> tuple[int, int, float, Sequence[str]]:
        leaders = sum(is_leader(b) for b in blocks)
        return len(blocks), leaders, _might(own[b][1] for b in blocks), blocks

    return min(tries, key=price)


_PLANS: Final[Mapping[str, Callable[[View, Choice[Any], Rng], JSON]]] = {
    "2.1": _card,
    "5.2": _stay,
    "6.1": _move,
    "6.4": _levy,
    "7.2": _turn,
    "7.3": _main,
    "7.4": _loss,
    "7.7": _stay,
    "8.3": _winter,
    "card/jupiter": _called,
    "card/vulcan": _struck,
}
"""Its answers by the paragraph that asks; any other question it answers at random."""
