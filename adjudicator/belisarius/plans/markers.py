"""The markers that the computer plays with its own orders, and on what."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import Any, Final, TypeAlias

from adjudicator.belisarius.board import CITIES_AT, MARKERS, NEIGHBOURS
from adjudicator.belisarius.rules import r20_forage as r20
from adjudicator.belisarius.world import (
    HAND,
    Marker,
    Place,
    Seat,
    World,
    enemy_of,
    hand_of,
    owner_of,
    stacks,
    stars_of,
    strength_of,
    units_at,
)
from adjudicator.core import Bar, Choice, Form, Menu, OneOf, open_of
from adjudicator.core.log.chain import JSON

USEFUL: Final = (
    "treachery",
    "military_advantage",
    "pope",
    "forced_march",
    "leader",
    "legal_reform",
    "end_of_campaign",
    "currency_reform",
    "market",
    "rally",
)
"""The markers of which it has most use, the most useful first."""
ROOM: Final = 3
"""The places free in its hand from which on it draws a die of markers."""
SICK: Final = 2
"""The units from which on a city is worth a disease."""
DEAR: Final = 2
"""The solidi from which on food is dear enough for a market."""
HOST: Final = 4
"""The strength of the army to which it calls a leader."""


def marker(w: World, seat: Seat, choice: Menu) -> JSON | None:
    """Return the order to play the first marker that has an aim in this phase, None without one."""
    menu = choice.items().get("play")
    if not isinstance(menu, Menu):
        return None
    items = menu.items()
    for name, aim_of in _AIMS.items():
        target = items[name]
        if not isinstance(target, Bar) and (aim := aim_of(w, seat, target)) is not None:
            return {"pick": "play", "answer": {"pick": name, **aim}}
    return None


def _at_once(w: World, seat: Seat, target: Choice[Any] | None) -> Mapping[str, JSON]:
    return {}


def _exchange(w: World, seat: Seat, target: Choice[Any] | None) -> Mapping[str, JSON] | None:
    """§card/procopius Only for a marker that it has no use for."""
    spare = [one for one in hand_of(w, seat) if one not in USEFUL and one != "procopius"]
    return {} if spare else None


def _ally(w: World, seat: Seat, target: Choice[Any] | None) -> Mapping[str, JSON] | None:
    """§card/roman_alliance In a city, else beside most of the enemy's."""
    assert isinstance(target, OneOf)
    here = stacks(w)

    def worth(place: Place) -> tuple[bool, int, Place]:
        foes = [
            u for near in NEIGHBOURS[place] for u in here.get(near, ()) if owner_of(w, u) == enemy_of(seat)
        ]
        return place in CITIES_AT, strength_of(foes), place

    return {"answer": max(open_of(target.options()), key=worth)}


def _market(w: World, seat: Seat, target: Choice[Any] | None) -> Mapping[str, JSON] | None:
    """§card/market Feed the place where food is dearest, if it is dear."""
    assert isinstance(target, OneOf)
    prices = {place: r20.price(w, place, units_at(w, place)) for place in open_of(target.options())}
    best = max(prices, key=lambda place: (prices[place], place))
    return {"answer": best} if prices[best] >= DEAR else None


def _disease(w: World, seat: Seat, target: Choice[Any] | None) -> Mapping[str, JSON] | None:
    """§card/disease In the city with the strongest garrison of several units."""
    assert isinstance(target, OneOf)
    places = [place for place in open_of(target.options()) if len(units_at(w, place)) >= SICK]
    worst = max(places, key=lambda place: (strength_of(units_at(w, place)), place), default=None)
    return None if worst is None else {"answer": worst}


def _leader(w: World, seat: Seat, target: Choice[Any] | None) -> Mapping[str, JSON] | None:
    """§card/leader Justinian back; else the best leader to the strongest army that has none; else against
    the enemy's best.
    """
    assert isinstance(target, Menu)
    items = target.items()
    if "recall" in items and items["recall"] is None:
        return {"answer": {"pick": "recall"}}
    if isinstance(form := items.get("call"), Form) and (called := _called(w, form)) is not None:
        return {"answer": {"pick": "call", "answer": called}}
    if isinstance(victims := items.get("against"), OneOf):
        best = max(open_of(victims.options()), key=lambda unit: (stars_of([unit]), unit), default=None)
        if best is not None and stars_of([best]):
            return {"answer": {"pick": "against", "answer": best}}
    return None


def _called(w: World, form: Form) -> JSON | None:
    who = form.fields[0].choice({})
    assert isinstance(who, OneOf)
    leader = max(open_of(who.options()), key=lambda unit: (stars_of([unit]), unit))
    where = form.fields[1].choice({"leader": leader})
    assert isinstance(where, OneOf)

    def host(place: Place) -> int:
        units = units_at(w, place)
        return 0 if stars_of(units) >= stars_of([leader]) else strength_of(units)

    place = max(open_of(where.options()), key=lambda place: (host(place), place), default=None)
    return None if place is None or host(place) < HOST else {"leader": leader, "place": place}


Aim: TypeAlias = Callable[[World, Seat, Choice[Any] | None], Mapping[str, JSON] | None]
_AIMS: Final[Mapping[Marker, Aim]] = {
    "currency_reform": _at_once,
    "rally": _at_once,
    "theodora": _at_once,
    "procopius": _exchange,
    "leader": _leader,
    "roman_alliance": _ally,
    "market": _market,
    "disease": _disease,
}
"""The aim of each marker of its own phases, None where it has none now."""


def regalia(w: World, seat: Seat, choice: Menu) -> JSON | None:
    """§card/imperial_regalia Play it as the last order of the phase, which it ends."""
    menu = choice.items().get("play")
    shown = isinstance(menu, Menu) and menu.items()["imperial_regalia"] is None
    fit = shown and len(hand_of(w, seat)) <= HAND - ROOM
    return {"pick": "play", "answer": {"pick": "imperial_regalia"}} if fit else None


def taken(hand: Collection[Marker], choice: OneOf) -> JSON:
    """§card/theodora The most useful marker that it does not hold yet."""
    return max(open_of(choice.options()), key=lambda one: (one not in hand, use(one), one))


def given(choice: OneOf) -> JSON:
    """§card/procopius The marker of which it has least use."""
    return min(open_of(choice.options()), key=lambda one: (use(one), one))


def use(marker: Marker) -> int:
    """Return how useful a marker is: those of diplomacy by their value, below all others."""
    return 10 * (len(USEFUL) - USEFUL.index(marker)) if marker in USEFUL else MARKERS[marker].diplomacy
