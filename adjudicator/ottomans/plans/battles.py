"""Attacks, by what the Combat Results Table brings on average, and the chits that are played with them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from typing import Any, Final

from adjudicator.core import Form, OneOf
from adjudicator.ottomans.board import CITIES_OF, LANDS, NATIONS, PORTS_OF, SEAS, UNITS
from adjudicator.ottomans.rules.r09_attack import origin_of
from adjudicator.ottomans.show.view import View
from adjudicator.ottomans.world import Place, Unit, is_city, is_naval, is_train, side

from . import sight

NEUTRAL: Final = 0.1
"""§6.6 The price of a point of printed strength that an attack on a neutral gives to another player."""
KEPT: Final = 0.2
"""The worth of a chit that is kept for another battle."""


def attacks(view: View, form: Form) -> Iterator[tuple[float, Any]]:
    """Yield attacks on every open target, with the coalitions and chits that gain most."""
    chosen = form.fields[0].choice({})
    assert isinstance(chosen, OneOf)
    for target in [t for t, stop in chosen.options().items() if stop is None]:
        origin, place = origin_of(target)
        ready = _ready(view, origin)
        for group, chits in _forces(view, ready, place):
            for colours in _targets(view, place, {side(u) for u in group}):
                for played in _with_chits(view, place, group, chits):
                    gain = expected(view, place, group, colours, played, at_sea=origin in SEAS)
                    order = {
                        "target": target,
                        "chits": played,
                        "units": sight.named(view, ready, _named(view, group)),
                    }
                    yield gain, {**order, "colours": list(colours)}


def _ready(view: View, origin: Place) -> list[Unit]:
    """§9.33 §11.2 The seat's units in an area that may still attack."""
    among = [u for u in sight.own(view, origin) if u not in view.fought]
    return among if view.march is None else [u for u in among if u in view.march.units]


def _named(view: View, group: Sequence[Unit]) -> list[Unit]:
    """The units that an order names; those aboard fight with their ships unnamed (§16.6)."""
    ships = [u for u in group if is_naval(u)]
    return ships or list(group)


def _forces(view: View, ready: Sequence[Unit], place: Place) -> Iterator[tuple[list[Unit], list[str]]]:
    """Yield all units of one coalition, and with an Alliance all of several (§27.2)."""
    colours = sorted({side(u) for u in ready})
    for colour in colours:
        yield [u for u in ready if side(u) == colour], []
    if len(colours) > 1 and "alliance" in view.hand and view.march is None:
        yield list(ready), ["alliance"]


def _targets(view: View, place: Place, own: set[str]) -> Iterator[tuple[str, ...]]:
    """Yield the coalitions to attack, one or several together, none with units of one's own (§6.5)."""
    foes: dict[str, bool] = {}
    for unit in sight.there(view, place):
        colour = side(unit.id)
        if colour not in own:
            foes[colour] = foes.get(colour, True) and unit.owner != view.seat
    fit = sorted(colour for colour, others in foes.items() if others)
    for n in range(1, len(fit) + 1):
        yield from combinations(fit, n)


def _with_chits(view: View, place: Place, group: Sequence[Unit], chits: list[str]) -> Iterator[list[str]]:
    """Yield the chits of a siege that might be played: none, one, or both."""
    yield chits
    if not is_city(place):
        return
    fit = [c for c in ("honors_of_war", "urbans_gun") if c in view.hand]
    if not any(is_train(u) for u in group):
        fit = [c for c in fit if c != "urbans_gun"]
    for n in range(1, len(fit) + 1):
        for more in combinations(fit, n):
            yield [*chits, *more]


def expected(
    view: View,
    place: Place,
    group: Sequence[Unit],
    colours: Sequence[str],
    chits: Sequence[str],
    *,
    at_sea: bool,
) -> float:
    """The mean gain of an attack by the seat's units on all units of some coalitions in an area."""
    enemies = [u.id for u in sight.there(view, place) if side(u.id) in colours]
    attack = sight.attack_of(view, place, group, at_sea=at_sea, gun="urbans_gun" in chits)
    column = sight.column_of(attack, sight.defence_of(view, place, enemies))
    prize = prize_of(view, place, side(group[0]), enemies)
    mine, theirs = sight.printed(view, group), sight.printed(view, enemies)
    gain = sight.prospect(column, is_city(place), mine, theirs, prize, "honors_of_war" in chits)
    return gain - KEPT * len(chits) - given_away(view, enemies)


def prize_of(view: View, place: Place, colour: str, beaten: Sequence[Unit]) -> float:
    """The worth of an area once the units that are attacked are gone: nothing while others stay."""
    left = [u for u in sight.there(view, place) if u.id not in beaten and u.owner != view.seat]
    return 0.0 if left else sight.worth(view, place, colour)


def given_away(view: View, enemies: Sequence[Unit]) -> float:
    """§6.6 The price of the neutral nations that pass to another player because they are attacked."""
    nations = {UNITS[u].nation for u in enemies if not sight.owner_of(view, u)} & set(NATIONS)
    units = [u.id for place in view.places for u in sight.there(view, place) if UNITS[u.id].nation in nations]
    return NEUTRAL * sight.printed(view, [u for u in units if u not in enemies])


def best(view: View, place: Place, group: Sequence[Unit], *, field: bool) -> float:
    """The mean gain of the best attack of a group from its place, 0 if none gains."""
    aims = [place] if field else []
    aims += CITIES_OF.get(place, ()) if place in LANDS else PORTS_OF.get(place, ())
    own, found = {side(u) for u in group}, [0.0]
    for aim in aims:
        for colours in _targets(view, aim, own):
            found.append(expected(view, aim, group, colours, (), at_sea=place in SEAS))
    return max(found)


def landing(view: View, port: Place, group: Sequence[Unit]) -> float:
    """§16.7 The mean gain of an attack on a port from the sea, 0 if it does not gain."""
    own = {side(u) for u in group}
    gains = [expected(view, port, group, c, (), at_sea=True) for c in _targets(view, port, own)]
    return max([0.0, *gains])


def battle_gain(view: View, doubled: Mapping[str, int]) -> float:
    """The mean gain of the attacker in the battle that is fought, with what else were doubled."""
    b = view.battle
    assert b is not None
    at_sea, city = b.origin in SEAS, is_city(b.place)
    times = {colour: 2 for colour in b.doubled} | dict(doubled)
    attack = sight.attack_of(view, b.place, b.attackers, at_sea=at_sea, gun="urbans_gun" in b.chits)
    defence = sum(
        sight.defence_of(view, b.place, [u for u in b.defenders if side(u) == colour]) * times.get(colour, 1)
        for colour in sorted({side(u) for u in b.defenders})
    )
    column = sight.column_of(attack * times.get("attack", 1), defence)
    mine, theirs = sight.printed(view, b.attackers), sight.printed(view, b.defenders)
    prize = sight.worth(view, b.place, side(b.attackers[0])) if b.attackers else 0.0
    return sight.prospect(column, city, mine, theirs, prize, "honors_of_war" in b.chits)
