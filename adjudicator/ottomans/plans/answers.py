"""Answers to questions: placing, losses, retreats, reactions, food and replacement."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from adjudicator.core import Amount, Choice, Form, Menu, OneOf, Refusal, Split, Words
from adjudicator.core.choices.choice import NoneLegal, open_of
from adjudicator.core.log.chance import Rng
from adjudicator.ottomans.board import COLUMNS, LANDS, NATIONS, REGIONS, UNITS, UNITS_OF
from adjudicator.ottomans.rules.r04_placing import THESSALONICA, VANGUARD
from adjudicator.ottomans.rules.r19_dice import WHY
from adjudicator.ottomans.show.view import View
from adjudicator.ottomans.sorts import ABOARD, BESIDE, IN, Sort, kind_of
from adjudicator.ottomans.world import (
    CONSTANTINOPLE,
    Place,
    Unit,
    command,
    is_city,
    is_naval,
    kinds,
    region_of,
    side,
)

from . import battles, chits, sight

TRIES: Final = 6
"""The samples among which it looks for the best where there are many answers."""
DOUBLED: Final = 0.8
"""The least gain for which Military Advance is played in a battle."""
STORM: Final = 1.0
"""The gain of an attack from which its victim plays Weather."""
HELD_BACK: Final = 2
"""The most AGENTs that it commits in defence."""
SENT: Final = 3
"""The most AGENTs that it sends."""


def core(view: View, choice: Choice[Any], rng: Rng) -> Any:
    """§4.1 The nation with the strongest counters."""
    assert isinstance(choice, OneOf)
    return chits.best_open(choice, chits.strength_of)


def placing(view: View, choice: Choice[Any], rng: Rng) -> Any:
    """§4.2 §26.1 The vanguard to Thessalonica; all else as neutral units are placed."""
    assert isinstance(choice, Menu)
    form = choice.items()["place"]
    if isinstance(form, Form) and (numbers := _vanguard(form)):
        answer = {"pick": "place", "answer": {"place": THESSALONICA, "units": numbers}}
        if not sight.own(view, THESSALONICA):
            return answer
    return {"pick": "end"}


def _vanguard(form: Form) -> dict[str, int]:
    """§26.1 The strongest that may begin in Thessalonica, with the best leader; nothing where nobody may."""
    site = form.fields[0].choice({})
    assert isinstance(site, OneOf)
    if THESSALONICA not in site.options():
        return {}
    fit = form.fields[1].choice({"place": THESSALONICA})
    assert isinstance(fit, Split)
    units = sight.troops(u for kind, n in fit.things().items() for u in UNITS_OF[kind][:n])
    if not any(UNITS[u].nation in VANGUARD for u in units):
        return {}
    limits = {**VANGUARD, "": 1}
    chosen = [u for nation, n in limits.items() for u in [u for u in units if UNITS[u].nation == nation][:n]]
    leaders = [kind for kind in fit.things() if UNITS[UNITS_OF[kind][0]].leader]
    return {**kinds(chosen), **dict.fromkeys(sorted(leaders, key=lambda u: -UNITS[u].command)[:1], 1)}


def nobody_home(view: View, choice: Choice[Any], rng: Rng) -> Any:
    """§6.22 §29.0 Leave all units where they are."""
    return {}


# -- battles -----------------------------------------------------------------------------------


def entering(view: View, choice: Choice[Any], rng: Rng) -> Any:
    """§10.33 Send in as many as the city feeds, the strongest, with a leader; the rest stays outside."""
    assert isinstance(choice, Split) and view.battle is not None
    sort_of = {u: sort for sort, n in choice.things().items() for u in UNITS_OF[kind_of(sort)][:n]}
    units = list(sort_of)
    colour = sight.colour_of(view) if any(side(u) == sight.colour_of(view) for u in units) else side(units[0])
    fit = [u for u in units if side(u) == colour and not is_naval(u)] or [
        u for u in units if side(u) == colour
    ]
    leaders = [u for u in fit if UNITS[u].leader]
    room = REGIONS[region_of(view.battle.place)].supply + command(leaders)
    named = [sort_of[u] for u in [*leaders, *sight.troops(fit)[: max(1, room)]]]
    return {sort: named.count(sort) for sort in dict.fromkeys(named)}


def losses_or_retreat(view: View, choice: Choice[Any], rng: Rng) -> Any:
    """§27.0 The losses that cost least; a retreat to friends, away from enemies."""
    if isinstance(choice, OneOf):
        return max(open_of(choice.options()), key=lambda place: (_refuge(view, place), place))
    assert isinstance(choice, Split)
    return _cheapest(view, choice, rng)


def _cheapest(view: View, choice: Split, rng: Rng) -> Any:
    """Return the losses that cost least: the cheapest in turn, without one of them that is too many."""
    things = [sort for sort, n in choice.things().items() for _ in range(n)]
    by_price = sorted(things, key=lambda sort: (_price(view, {sort: 1}), sort))
    found = [choice.sample(rng)]
    for n in range(1, len(by_price) + 1):
        given = by_price[:n]
        tries = [given, *([*given[:i], *given[i + 1 :]] for i in range(n - 2, -1, -1))]
        found += [_counted(one) for one in tries if _is_legal(choice, _counted(one))][:1]
    return min(found, key=lambda answer: _price(view, answer))


def _counted(sorts: Sequence[Sort]) -> dict[Sort, int]:
    return {sort: sorts.count(sort) for sort in sorted(set(sorts))}


def _is_legal(choice: Split, numbers: Mapping[Sort, int]) -> bool:
    try:
        choice.accept(numbers)
    except Refusal:
        return False
    return True


def _price(view: View, numbers: Any) -> float:
    """The worth of units that would be lost: leaders and fast ones more than their strength."""
    units = [u for sort, n in dict(numbers).items() for u in _units_of(sort, n)]
    return sum(UNITS[u].strength + 0.3 * UNITS[u].move + 4.0 * UNITS[u].command for u in units)


def _units_of(sort: Sort, n: int) -> Sequence[Unit]:
    """Return units of a sort, with those aboard of a laden ship: they are lost with it."""
    laden = sort.partition(IN)[0].partition(ABOARD)[2]
    riders = [UNITS_OF.get(kind, (kind,))[0] for kind in laden.split(BESIDE) if kind]
    return [*UNITS_OF[kind_of(sort)][:n], *riders * n]


def _refuge(view: View, place: Place) -> float:
    """The worth of an area to units that must go there."""
    mine = sight.own(view, place)
    colour = side(mine[0]) if mine else sight.colour_of(view)
    region = region_of(place)
    home = place in LANDS and REGIONS[region].side == colour
    return (
        2.0 * bool(mine) + home - sight.threat(view, place, colour) / 8 + sight.worth(view, place, colour) / 4
    )


def leader_to(view: View, choice: Choice[Any], rng: Rng) -> Any:
    """§13.7 §15.8 Send a leader to the strongest of the seat's troops."""
    assert isinstance(choice, OneOf)
    open_places = open_of(choice.options())
    return max(open_places, key=lambda p: (sight.printed(view, sight.own(view, p)), p))


def whom(view: View, choice: Choice[Any], rng: Rng) -> Any:
    """§14.0 §20.0 Another's best leader or nation, of one's own the worst; a full hand is scattered."""
    assert isinstance(choice, OneOf)
    found = open_of(choice.options())
    if "scatter" in found:
        return "scatter" if max(view.hands[s] for s in view.seats if s != view.seat) > SENT else "take"

    def worth_of(chit: str) -> tuple[float, str]:
        leader = chit in UNITS and UNITS[chit].leader
        worth = 4.0 * UNITS[chit].command if leader else chits.worth_of_taking(view, chit)
        of = view.control.get(chit, sight.owner_of(view, chit) if chit in UNITS else "")
        return (-worth - 100 if of == view.seat else worth if of else worth / 2 - 50), chit

    return max(found, key=worth_of)


# -- §20 agents, §19 chits ---------------------------------------------------------------------


def how_many(view: View, choice: Choice[Any], rng: Rng) -> Any:
    """§20.1 One AGENT for diplomacy, which may be tried again; up to three for an attack, two in defence."""
    assert isinstance(choice, Amount)
    if choice.prompt.values["purpose"] == "diplomacy":
        return 1
    return max(choice.least, min(choice.most, SENT if choice.least else HELD_BACK))


def chit_worth(view: View, chit: str) -> float:
    """The worth of a chit in hand."""
    if chit in NATIONS or chit in UNITS:
        return 2.0 + chits.appeal(view, chit) / 4
    return {"agent": 3.0, "military_advance": 3.0, "administration": 2.5, "jesuits_sufis": 2.0}.get(chit, 1.5)


def discarding(view: View, choice: Choice[Any], rng: Rng) -> Any:
    """§19.4 The chits that are worth least, as many as may be drawn anew."""
    assert isinstance(choice, Split)
    things = [chit for chit, n in choice.things().items() for _ in range(n)]
    cheap = sorted(things, key=lambda chit: (chit_worth(view, chit), chit))[: choice.most]
    poor = [chit for chit in cheap if chit_worth(view, chit) < 2.0]
    return {chit: poor.count(chit) for chit in dict.fromkeys(poor)}


def _exchange(view: View, form: Form) -> Any:
    """§27.2 Medicis/Vizier: the poorest drawn for the best in the pool."""
    back, wanted = (field.choice({}) for field in form.fields)
    assert isinstance(back, OneOf) and isinstance(wanted, OneOf)

    def worth(chit: str) -> tuple[float, str]:
        return chit_worth(view, chit), chit

    return {
        "back": min(open_of(back.options()), key=worth),
        "wanted": max(open_of(wanted.options()), key=worth),
    }


# -- §27.2 reactions ---------------------------------------------------------------------------


def reaction(view: View, choice: Choice[Any], rng: Rng) -> Any:
    """§27.2 Chits of windows where they gain; a trade with one of several others; else it passes."""
    if isinstance(choice, Form):
        return _exchange(view, choice)
    if isinstance(choice, OneOf) and "agree" in choice.options():
        return "refuse" if len(view.seats) == 2 or _leads(view, choice.prompt.values["seat"]) else "agree"
    if not isinstance(choice, Menu) or "pass" not in choice.items():
        return choice.sample(rng)
    play = choice.items()["play"]
    answer = None
    if isinstance(play, OneOf) and play.verb == "weather":
        answer = _stops(view, choice, play)
    elif isinstance(play, OneOf):
        answer = next((chit for chit in open_of(play.options()) if _wanted(view, choice, chit)), None)
    elif isinstance(play, Menu) and view.battle is not None:
        answer = _before_the_die(view, play.items())
    return {"pick": "pass"} if answer is None else {"pick": "play", "answer": answer}


def _leads(view: View, seat: str) -> bool:
    """Return true if nobody else is nearer to victory than a seat, the computer's own among them."""
    left = {other: view.needed[other] - view.points[other] for other in view.seats}
    return all(left[seat] < left[other] for other in view.seats if other != seat)


def _stops(view: View, choice: Menu, play: OneOf) -> Any:
    """§27.2 Weather against a move upon the seat's own areas, in the last area before them."""
    way = choice.prompt.values.get("way")
    fit = open_of(play.options())
    if not isinstance(way, list) or not fit:
        return None
    start, goal = way[0], way[-1]
    coming = [u.id for u in sight.there(view, start) if u.owner == choice.prompt.values.get("seat")]
    homes = [place for place in sight.parts(goal) if sight.own(view, place)]
    core_home = NATIONS[view.core[view.seat]].home
    near = region_of(goal) == core_home or CONSTANTINOPLE in homes
    strong = any(
        sight.attack_of(view, p, coming) >= 2 * sight.defence_of(view, p, sight.own(view, p)) for p in homes
    )
    return fit[-1] if coming and homes and (strong or near) else None


def _wanted(view: View, choice: Menu, chit: str) -> bool:
    """§27.2 Administration always; Jesuits/Sufis against a die of the battle that is worse than the mean."""
    if chit != "jesuits_sufis":
        return True
    die, why, b = choice.prompt.values.get("die"), choice.prompt.values.get("why"), view.battle
    if not isinstance(why, Words) or why.template != WHY["battle"]:
        return False
    if not isinstance(die, int) or b is None or not b.column:
        return False
    column = next(one for one in COLUMNS if one.name == b.column)
    mine, theirs = sight.printed(view, b.attackers), sight.printed(view, b.defenders)
    prize = sight.worth(view, b.place, side(b.attackers[0]))
    honors = "honors_of_war" in b.chits
    gain = sight.gain_by(column.results[die - 1], is_city(b.place), mine, theirs, prize, honors)
    mean = sight.prospect(column, is_city(b.place), mine, theirs, prize, honors)
    return gain < mean - DOUBLED if b.attacker == view.seat else _defends(view) and gain > mean + DOUBLED


def _defends(view: View) -> bool:
    b = view.battle
    return b is not None and any(sight.owner_of(view, u) == view.seat for u in b.defenders)


def _before_the_die(view: View, items: Mapping[str, Any]) -> Any:
    """§9.4(4) §27.2 Military Advance where it gains enough; Weather against an attack that would succeed."""
    b, doubled = view.battle, items.get("military_advance")
    assert b is not None
    now = battles.battle_gain(view, {})
    if isinstance(doubled, OneOf):
        sign = 1 if b.attacker == view.seat else -1
        gains = {
            who: sign * (battles.battle_gain(view, {who: 2}) - now) for who in open_of(doubled.options())
        }
        best = max(gains, key=lambda who: (gains[who], who))
        if gains[best] >= DOUBLED:
            return {"pick": "military_advance", "answer": best}
    if items.get("weather", items) is None and _defends(view) and now >= STORM:
        return {"pick": "weather"}
    return None


# -- §12 §13 Inter-Phases ----------------------------------------------------------------------


def food(view: View, choice: Choice[Any], rng: Rng) -> Any:
    """§12.0 The chit that feeds all where several would be lost, else the weakest units are."""
    assert isinstance(choice, Menu)
    items = choice.items()
    lose = items["lose"]
    assert isinstance(lose, Split)
    if items.get("feed", choice) is None and (lose.least > 1 or view.hand.count("military_advance") > 1):
        return {"pick": "feed"}
    return {"pick": "lose", "answer": _cheapest(view, lose, rng)}


def replacement(view: View, choice: Choice[Any], rng: Rng) -> Any:
    """§13.0 Risings first; then whatever can be brought back, the strongest to where it is safest."""
    assert isinstance(choice, Menu)
    items = choice.items()
    for verb, worth in (("uprising", _rising), ("kaisar_i_rum", lambda view, leader: UNITS[leader].command)):
        one = items[verb]
        if isinstance(one, OneOf):
            best = chits.best_open(one, lambda id, worth=worth: worth(view, id))
            if best and (verb == "uprising" or _courtiers(view)):
                return {"pick": verb, "answer": best}
    for verb in ("replace", "court", "white_sheep", "hire"):
        form = items[verb]
        if isinstance(form, Form) and (answer := _brought(view, form, rng)) is not None:
            return {"pick": verb, "answer": answer}
    return {"pick": "end"}


def _rising(view: View, region: Place) -> float:
    """§27.2 Uprising: the strongest unit that waits to come back to a region."""
    waiting = [UNITS[u].strength for u in view.dead if NATIONS.get(UNITS[u].nation) and _home(u) == region]
    return float(max(waiting, default=0))


def _home(unit: Unit) -> Place:
    return NATIONS[UNITS[unit].nation].home


def _courtiers(view: View) -> bool:
    """Return true if units wait that Kaisar-i-Rum could bring to Byzantium."""
    return any(sight.owner_of(view, u) == view.seat for u in view.dead)


def _brought(view: View, form: Form, rng: Rng) -> Any:
    """§13.5 The strongest unit, to a key city first, else to an area that the seat does not hold yet."""
    answers: list[Any] = []
    for _ in range(TRIES):
        try:
            answers.append(form.sample(rng))
        except NoneLegal:
            return None

    def worth(answer: Mapping[str, Any]) -> float:
        unit, place = UNITS_OF.get(answer["unit"], (answer["unit"],))[0], answer["place"]
        empty = not sight.own(view, place)
        crowded = sight.hungry(view, place, [*sight.own(view, place), unit])
        gain = UNITS[unit].strength + (sight.worth(view, place, side(unit)) if empty else 0.0) - 3 * crowded
        return gain - sight.threat(view, place, side(unit)) / max(6.0, 6 * (1 + 2 * is_city(place)))

    return max(answers, key=worth)


PLANS: Final = {
    "4.1": core,
    "4.2": placing,
    "6.22": nobody_home,
    "10.33": entering,
    "12.0": food,
    "13.0": replacement,
    "13.7": leader_to,
    "14.0": whom,
    "15.8": leader_to,
    "19.4": discarding,
    "20.0": whom,
    "20.1": how_many,
    "27.0": losses_or_retreat,
    "27.2": reaction,
    "29.0": nobody_home,
}
"""Plans for what is asked, by the paragraph that asks."""
