"""The house as an opponent: plain sense, and nothing that its seat may not know (ruling JC-H1).

Of the enemy it looks at backs, and at faces only where a battle has shown them. It is meant for a first
game, not for a tournament.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from typing import Any, Final

from adjudicator.core import Bar, Choice, Menu, OneOf, Refusal
from adjudicator.core.log.chain import JSON
from adjudicator.core.log.chance import Stream
from adjudicator.julius_caesar.board import BLOCKS, CARDS, CITIES, EDGES
from adjudicator.julius_caesar.rules import r04_board as r04
from adjudicator.julius_caesar.rules.r06_groups import event_bar, unmoved

from .world import CLEOPATRA, Place, Side, World, blocks_at, blocks_of, enemy_of, is_leader, is_ship, strength

EVENT: Final = 4.0
"""What an event card is worth, in movement points."""
LEVY: Final = 0.8
"""What a levy point is worth, in movement points."""
BACK: Final = 6.0
"""What a back is taken for: so much strength times firepower."""
GOOD: Final = 1.3
"""The odds from which it attacks."""
LOST: Final = 0.5
"""The odds below which it retreats."""
WORTHLESS: Final = 0.25
"""What gains no more than this is not worth a movement point."""


def house(w: World, side: Side, choice: Choice[Any], rng: Stream) -> JSON:
    """A legal answer of good sense to whatever the seat is asked."""
    return _PLANS.get(choice.rule, _at_random)(w, side, choice, rng)


def _at_random(w: World, side: Side, choice: Choice[Any], rng: Stream) -> JSON:
    return choice.sample(rng)


def _most(choice: Choice[Any], rng: Stream, worth: Callable[[str], float]) -> JSON:
    """The open option that is worth most."""
    assert isinstance(choice, OneOf)
    return max((id for id, stop in choice.options().items() if stop is None), key=worth)


def _might(w: World, blocks: Sequence[str]) -> float:
    """Strength times firepower, of blocks that it may look at."""
    return float(sum(strength(w, b) * BLOCKS[b].firepower for b in blocks))


# -- §2.1 cards --------------------------------------------------------------------------------


def _card(w: World, side: Side, choice: Choice[Any], rng: Stream) -> JSON:
    """§2.1 The best card is played, the worst is laid aside."""
    sign = -1.0 if w.phase == "discard" else 1.0
    return _most(choice, rng, lambda card: sign * _worth_of_card(card))


def _worth_of_card(card: str) -> float:
    return EVENT if CARDS[card].event else CARDS[card].movement + LEVY * CARDS[card].levy


def _struck(w: World, side: Side, choice: Choice[Any], rng: Stream) -> JSON:
    """§card/vulcan The city where most of the enemy stand."""
    return _most(choice, rng, lambda city: len(blocks_at(w, city, enemy_of(side))) + _value(city) / 4)


def _called(w: World, side: Side, choice: Choice[Any], rng: Stream) -> JSON:
    """§card/jupiter Rather somebody than nobody."""
    tries = [choice.sample(rng) for _ in range(4)]
    return max(tries, key=lambda answer: isinstance(answer, dict) and answer.get("pick") == "call")


# -- §6 moves ----------------------------------------------------------------------------------


def _move(w: World, side: Side, choice: Choice[Any], rng: Stream) -> JSON:
    """§6.1 The move that gains most, with as many blocks as the roads take; none if none is worth it."""
    assert isinstance(choice, Menu)
    orders = sorted(_orders(w, side, choice), key=lambda found: -found[0])
    for worth, pick, order in orders:
        if worth < WORTHLESS:
            break
        for n in range(len(order["blocks"]), 0, -1):
            answer = {"pick": pick, "answer": {**order, "blocks": sorted(order["blocks"][:n])}}
            worth_less = _worth(w, side, order["start"], order["way"][-1], order["blocks"][:n])
            if worth_less >= WORTHLESS and _is_legal(choice, answer):
                return answer
    return {"pick": "end"}


def _orders(w: World, side: Side, menu: Menu) -> Iterator[tuple[float, str, dict[str, Any]]]:
    """Every place from which blocks may go, with every place where they may come to, and what it is worth."""
    for pick in ("move", "sail"):
        form = menu.items().get(pick)
        if not isinstance(form, Choice):
            continue
        for start in sorted({w.at[b] for b in blocks_of(w, side)}):
            group = _group(w, side, start)
            for lead in group[:1]:
                for reach in form.reach(lead):
                    if reach.bar is None and reach.path:
                        order = {"start": start, "way": list(reach.path), "blocks": group}
                        yield _worth(w, side, start, reach.to, group), pick, order


def _group(w: World, side: Side, start: Place) -> list[str]:
    """Who may go from a place, the strongest first; one stays to hold a city that counts."""
    movers = [b for b in unmoved(w, side, start) if event_bar(w, b) is None]
    for ships in (False, True):
        of_kind = [b for b in movers if is_ship(b) == ships and b != CLEOPATRA]
        if of_kind:
            group = sorted(of_kind, key=lambda b: (-_might(w, [b]), b))
            alone = len(movers) == len(blocks_at(w, start, side)) == len(group)
            return group[:-1] if alone and _value(start) and len(group) > 1 else group
    return []


def _worth(w: World, side: Side, start: Place, to: Place, group: Sequence[str]) -> float:
    """What it is worth that a group goes there."""
    enemy, held = enemy_of(side), r04.holder(w, to)
    foes, friends = len(blocks_at(w, to, enemy)), blocks_at(w, to, side)
    worth = 4.0 * (_nearness(w, side, to) - _nearness(w, side, start))
    if held != side:
        worth += 2.0 * _value(to) + 0.3
    if foes:
        odds = _might(w, [*group, *friends]) / (BACK * foes)
        worth += 2.0 * min(odds - GOOD, 1.0) if odds >= GOOD else -9.0
        worth += 3.0 * (w.at.get(CLEOPATRA) == to)
    elif friends and to in EDGES:
        worth += 0.8 * (_threat(w, side, to) > len(friends)) * min(1, _value(to))
    left = [b for b in blocks_at(w, start, side) if b not in group]
    if _value(start) and not left:
        worth -= 2.0 * _value(start)
    if _value(start) and _threat(w, side, start) > len(left):
        worth -= 1.5 * _value(start)
    return worth


def _threat(w: World, side: Side, place: Place) -> int:
    """How many enemies stand beside a city."""
    return max((len(blocks_at(w, to, enemy_of(side))) for to in EDGES.get(place, ())), default=0)


def _nearness(w: World, side: Side, place: Place) -> float:
    """How near a place is to a city that counts and is not held: 1 in it, ½ beside it."""
    wanted = [c for c in CITIES if _value(c) and r04.holder(w, c) != side]
    far = len(CITIES)
    return 1.0 / (1 + min((_roads_from(place).get(city, far) for city in wanted), default=far))


@cache
def _roads_from(place: Place) -> Mapping[Place, int]:
    """How many roads it is from a place to all that can be reached by land."""
    found, wave, n = {place: 0}, [place], 0
    while wave:
        n += 1
        wave = [to for here in wave for to in EDGES.get(here, ()) if to not in found]
        found |= dict.fromkeys(wave, n)
    return found


def _value(place: Place) -> int:
    return CITIES[place].value if place in CITIES else 0


def _is_legal(choice: Choice[Any], answer: JSON) -> bool:
    try:
        choice.accept(answer)
    except Refusal:
        return False
    return True


def _main(w: World, side: Side, choice: Choice[Any], rng: Stream) -> JSON:
    """§7.3 The main attack comes from where most of the might came."""
    came = [e for entered in w.entered.values() for e in entered if e.side == side]
    return _most(
        choice, rng, lambda way: _might(w, [e.block for e in came if e.origin == way and e.block in w.at])
    )


# -- §6.4 the levy -----------------------------------------------------------------------------


def _levy(w: World, side: Side, choice: Choice[Any], rng: Stream) -> JSON:
    """§6.4 A step for the best block near the enemy, else a new block near the enemy."""
    assert isinstance(choice, Menu)
    found: list[tuple[float, str, JSON]] = []
    step, levy = choice.items()["step"], choice.items()["levy"]
    if isinstance(step, OneOf):
        steps = (b for b, stop in step.options().items() if stop is None)
        found += [(_worth_of_step(w, side, b), b, {"pick": "step", "answer": b}) for b in steps]
    if isinstance(levy, Choice):
        for block in w.stock[side]:
            for reach in levy.reach(block):
                if reach.bar is None:
                    order = {"block": block, "city": reach.to}
                    worth = _worth_of_step(w, side, block, reach.to) - 0.5
                    found.append((worth, block, {"pick": "levy", "answer": order}))
    return max(found, key=lambda one: one[:2])[2] if found else {"pick": "end"}


def _worth_of_step(w: World, side: Side, block: str, place: Place = "") -> float:
    near = _threat(w, side, place or w.at[block]) > 0
    return BLOCKS[block].firepower + 1.0 * near + 0.5 * is_leader(block) - 1.5 * is_ship(block)


# -- §7 battles --------------------------------------------------------------------------------


def _turn(w: World, side: Side, choice: Choice[Any], rng: Stream) -> JSON:
    """§7.2 Fire with all, the strongest first; retreat from a fight that is lost."""
    assert isinstance(choice, Menu)
    items = choice.items()
    fire, retreat = items["fire"], items["retreat"]
    if isinstance(retreat, Choice) and (isinstance(fire, Bar) or _odds(w, side) < LOST):
        return {"pick": "retreat", "answer": retreat.sample(rng)}
    if isinstance(fire, Choice):
        ready = fire.describe()["options"]
        line = sorted((o["id"] for o in ready if o["bar"] is None), key=lambda b: (-strength(w, b), b))
        return {"pick": "fire", "answer": line}
    return choice.sample(rng)


def _odds(w: World, side: Side) -> float:
    """How its might in a battle compares with the enemy's: faces in line, backs in reserve."""
    b = w.battle
    assert b is not None
    theirs = blocks_at(w, b.place, enemy_of(side))
    shown = [block for block in theirs if block not in b.reserves]
    hidden = BACK * (len(theirs) - len(shown))
    return _might(w, blocks_at(w, b.place, side)) / max(1.0, _might(w, shown) + hidden)


def _loss(w: World, side: Side, choice: Choice[Any], rng: Stream) -> JSON:
    """§7.4 Who fires worst bears the hit, a leader last."""
    return _most(choice, rng, lambda b: -BLOCKS[b].firepower - 9.0 * (is_leader(b) or b == CLEOPATRA))


def _stay(w: World, side: Side, choice: Choice[Any], rng: Stream) -> JSON:
    """§7.7 §5.2 All stay where they are."""
    return {}


# -- §8 winter ---------------------------------------------------------------------------------


def _winter(w: World, side: Side, choice: Choice[Any], rng: Stream) -> JSON:
    """§8.3 As few as must go, and the weakest."""
    tries: list[Any] = [choice.sample(rng) for _ in range(24)]
    return min(tries, key=lambda blocks: (len(blocks), _might(w, blocks), blocks))


_PLANS: Final[Mapping[str, Callable[[World, Side, Choice[Any], Stream], JSON]]] = {
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
"""What it does by the paragraph that asks; anything else it does at random."""
