"""A fast policy on worlds: its answers to the questions of the rules (ruling JC-H1)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from adjudicator.core import Bar, Choice, Menu, OneOf
from adjudicator.core.choices.shares import Assign
from adjudicator.core.log.chain import JSON
from adjudicator.julius_caesar.board import BLOCKS, CARDS, CITIES, EDGES, FIGURES, LEVY_CITIES, winter_limit
from adjudicator.julius_caesar.rules.r07_battle import fought, in_line, ready, reserve_of
from adjudicator.julius_caesar.world import CLEOPATRA, Side, World, enemy_of, is_leader, is_ship
from adjudicator.search.opponent import Plan

from .movement import BACK, GOOD, Phase, Style
from .scan import MIGHT, VALUE, Scan

LOST: Final = 55
"""The odds in a hundred below which it retreats."""


def policy(w: World, seat: Side, choice: Choice[Any]) -> Plan:
    """Return the plan for a question: the orders of a phase of movement, else one answer."""
    if choice.rule == "6.1":
        return Plan("6.1", Phase(w, seat, Style()).planned())
    if choice.rule == "6.4":
        return Plan("6.4", levies(w, seat))
    answer = _ANSWERS.get(choice.rule)
    return Plan(choice.rule, () if answer is None else (answer(w, seat, choice),))


# -- §2.1 cards --------------------------------------------------------------------------------


def worth_of_card(w: World, seat: Side, card: str) -> int:
    """Return the worth of a card in tenths of a movement point."""
    printed = CARDS[card]
    if not printed.event:
        return 10 * printed.movement + 8 * printed.levy
    if card == "apollo":
        copied = w.last.get(enemy_of(seat), "")
        return 20 if copied in ("", "apollo") else worth_of_card(w, seat, copied)
    return 50 if _has_aim(w, seat, card) else 20


def _has_aim(w: World, seat: Side, card: str) -> bool:
    """§2.1 Return true if there are enemies for an event to strike, or to be attacked with it."""
    scan = Scan(w, seat)
    struck = [place for place in scan.foes if place in CITIES]
    match card:
        case "vulcan":
            return any(scan.foes[place] >= 4 for place in struck)
        case "jupiter":
            return any(to in scan.own for place in struck for to in EDGES[place])
        case "mars" | "pluto":
            return any(
                100 * scan.might(scan.own.get(to, ())) > GOOD * BACK * scan.foes[place]
                for place in struck
                for to in EDGES[place]
            )
    return False


def _card(w: World, seat: Side, choice: Choice[Any]) -> JSON:
    assert isinstance(choice, OneOf)
    sign = -1 if w.phase == "discard" else 1
    cards = sorted(id for id, stop in choice.options().items() if stop is None)
    return max(cards, key=lambda card: sign * worth_of_card(w, seat, card))


def _struck(w: World, seat: Side, choice: Choice[Any]) -> JSON:
    assert isinstance(choice, OneOf)
    scan = Scan(w, seat)
    return max(choice.options(), key=lambda city: (4 * scan.foes[city] + VALUE.get(city, 0), city))


def _called(w: World, seat: Side, choice: Choice[Any]) -> JSON:
    """§card/jupiter Call one of the few who hold a city, rather there than where many are."""
    scan = Scan(w, seat)
    found = [
        (VALUE.get(city, 0) + (scan.foes[city] == 1), city, to)
        for city in scan.foes
        if city in CITIES
        for to in EDGES[city]
        if to in scan.own and to not in scan.foes
    ]
    if not found:
        return {"pick": "pass"}
    _, city, to = max(found)
    colours = sorted(
        {BLOCKS[b].colour for b, at in w.at.items() if at == city and b not in scan.own.get(city, ())}
    )
    return {"pick": "call", "answer": {"city": city, "to": to, "colour": colours[-1]}}


# -- §6.4 the levy -----------------------------------------------------------------------------


def levies(w: World, seat: Side) -> tuple[JSON, ...]:
    """§6.4 Steps for the best blocks near the enemy, else new blocks near the enemy; the end last."""
    scan, steps = Scan(w, seat), dict(w.steps)
    cities = {
        place: _of_place(scan, place) for place in scan.own if place in CITIES and place not in scan.foes
    }
    second = any(is_leader(b) for b in w.trophies[enemy_of(seat)])
    raised = [
        (_of_block(block) + near - 5, block, city)
        for block in w.stock[seat]
        if second or not BLOCKS[block].after_loss
        for city, near in cities.items()
        if city in LEVY_CITIES[block]
    ]
    placed = [(_of_block(b) + near, b, "") for place, near in cities.items() for b in scan.own[place]]
    answers: list[JSON] = []
    for _ in range(w.levies):
        found = [*raised, *(one for one in placed if steps[one[1]] < BLOCKS[one[1]].steps)]
        if not found:
            break
        worth, block, city = max(found)
        if city:
            answers.append({"pick": "levy", "answer": {"block": block, "city": city}})
            raised = [one for one in raised if one[1] != block]
            placed.append((worth + 5, block, ""))
            steps[block] = 1
        else:
            answers.append({"pick": "step", "answer": block})
            steps[block] += 1
    return (*answers, {"pick": "end"}) if len(answers) < w.levies else (*answers,)


def _of_block(block: str) -> int:
    return 10 * BLOCKS[block].firepower + 5 * is_leader(block) - 15 * is_ship(block)


def _of_place(scan: Scan, place: str) -> int:
    return 10 * (scan.threat(place) > 0)


# -- §7 battles --------------------------------------------------------------------------------


def _turn(w: World, seat: Side, choice: Choice[Any]) -> JSON:
    """§7.2 Fire with all, the strongest first; retreat from a fight that is lost."""
    assert isinstance(choice, Menu)
    items = choice.items()
    fire, retreat = items["fire"], items["retreat"]
    if isinstance(retreat, Assign) and (isinstance(fire, Bar) or _odds(w, seat) < LOST):
        moved = _ways_out(w, retreat)
        if moved:
            return {"pick": "retreat", "answer": moved}
    group = ready(w, seat, str(choice.prompt.values["letter"]))
    line: list[JSON] = [*sorted(group, key=lambda b: (-MIGHT[b][w.steps[b]], b))]
    return {"pick": "fire", "answer": line}


def _ways_out(w: World, retreat: Assign) -> dict[str, JSON]:
    """§7.6 One block goes, to a city that counts if it can."""
    for block, ways in retreat.things().items():
        places = sorted(to for to, stop in ways.items() if stop is None)
        if places:
            return {block: max(places, key=lambda to: (VALUE.get(to, 0), to))}
    return {}


def _odds(w: World, seat: Side) -> int:
    """Compare the strengths in a battle: faces in line, backs in reserve."""
    foe, steps = enemy_of(seat), w.steps
    own = sum(MIGHT[b][steps[b]] for b in (*in_line(w, seat), *reserve_of(w, seat)))
    seen = sum(MIGHT[b][steps[b]] for b in in_line(w, foe))
    return 100 * own // max(1, seen + BACK * len(reserve_of(w, foe)))


def _loss(w: World, seat: Side, choice: Choice[Any]) -> JSON:
    """§7.4 Let the block that fires worst take the hit, a leader last."""
    assert isinstance(choice, OneOf)
    acted = fought(w).acted
    return min(
        choice.options(),
        key=lambda b: (9 * (is_leader(b) or b == CLEOPATRA) + BLOCKS[b].firepower, b not in acted, b),
    )


def _regroup(w: World, seat: Side, choice: Choice[Any]) -> JSON:
    """§7.7 Take vacant cities that count with the weakest blocks, and before the winter send away those that
    the city cannot hold; as many stay as enemies are beside it.
    """
    assert isinstance(choice, Assign)
    ways, scan, place = choice.things(), Scan(w, seat), fought(w).place
    fit = sorted(
        (b for b in ways if not is_ship(b) and not is_leader(b)), key=lambda b: (MIGHT[b][w.steps[b]], b)
    )
    here = len(scan.own.get(place, ()))
    spare = here - max(1, scan.threat(place))
    moved: dict[str, JSON] = {}
    vacant = [to for to in EDGES.get(place, ()) if to not in scan.own and to not in scan.foes]
    for to in sorted(vacant, key=lambda to: (-VALUE.get(to, 0), to)):
        block = next((b for b in fit if b not in moved and to in ways[b]), None)
        winter = w.turn == FIGURES.turns and here - len(moved) > winter_limit(place)
        if block is not None and len(moved) < spare and (winter or (to in VALUE and not scan.threat(to))):
            moved[block] = to
    return moved


def _stay(w: World, seat: Side, choice: Choice[Any]) -> JSON:
    """§5.2 Let all blocks stay."""
    return {}


def _first(w: World, seat: Side, choice: Choice[Any]) -> JSON:
    assert isinstance(choice, OneOf)
    return next(iter(choice.options()))


# -- §8 winter ---------------------------------------------------------------------------------


def _winter(w: World, seat: Side, choice: Choice[Any]) -> JSON:
    """§8.3 Disband as few blocks as necessary, the weakest, and leaders last."""
    gone: list[JSON] = []
    for place, blocks in sorted(Scan(w, seat).own.items()):
        excess = len(blocks) - winter_limit(place)
        if excess > 0:
            line = sorted(
                (b for b in blocks if b != CLEOPATRA), key=lambda b: (is_leader(b), MIGHT[b][w.steps[b]], b)
            )
            gone += line[:excess]
    return gone


_ANSWERS: Final[Mapping[str, Callable[[World, Side, Choice[Any]], JSON]]] = {
    "2.1": _card,
    "5.2": _stay,
    "7.2": _turn,
    "7.3": _first,
    "7.4": _loss,
    "7.7": _regroup,
    "8.3": _winter,
    "card/jupiter": _called,
    "card/vulcan": _struck,
}
"""Its answers by the paragraph that asks; to any other question the answer is by lot."""
