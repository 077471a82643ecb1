"""§19.5 Fleets and who goes aboard, sent off in one order: "sail Belisarius+2 FL 3536-Carthago"."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from adjudicator.belisarius.world import Army, Place, Seat, Unit, World, chosen, is_fleet, is_port, owner_of
from adjudicator.core import N_, Bar, Field, Reach, Verdicts, any_open, bar, words

from .r14_armies import Fit, army_choice, operation_points
from .r14_groups import Group, Muster, start_field
from .r16_marching import March
from .r16_movement import HALVES
from .r19_naval import sail_choice


def no_sail(ports: Verdicts) -> Bar | None:
    """§19.2 Return why no army can be sent to sea, None if one can."""
    if any_open(ports):
        return None
    return bar("19.2", N_("you have no fleet that can operate"))


def ports_of_call(w: World, where: Verdicts, fit: Fit) -> Verdicts:
    """§19.2 Those of a seat's places where it has fleets, barred where none of them may be in an army."""
    bases = {place for unit, place in w.at.items() if is_fleet(unit)}
    afloat = [place for place in where if place in bases]

    def judge(place: Place) -> Bar | None:
        found = fit(place)
        if isinstance(found, Bar):
            return found
        if any(map(is_fleet, found)):
            return None
        return bar("14.1", N_("your fleets at {place} have ended their operations"), place=place)

    return {place: judge(place) for place in afloat}


def no_embark(ports: Verdicts, where: Callable[[], Verdicts]) -> Bar | None:
    """§19.5 Return why nobody can be taken aboard, None if somebody can."""
    if (stop := no_sail(ports)) is not None:
        return stop
    if any_open(where()):
        return None
    return bar("19.5", N_("no land units that can operate are with your fleets"))


def piers(ports: Verdicts, fit: Fit) -> Verdicts:
    """§19.5 The places where a seat has fleets, barred if there is nobody to take aboard."""

    def judge(place: Place, stop: Bar | None) -> Bar | None:
        found = [] if stop is not None else fit(place)
        if isinstance(found, Bar) or stop is not None:
            return stop
        return _nobody(place) if all(map(is_fleet, found)) else None

    return {place: judge(place, stop) for place, stop in ports.items()}


def _nobody(place: Place) -> Bar:
    why = N_("no units embark at {place}: order fleets alone with “{sail}” or “{activate}”")
    return bar("19.5", why, place=place, sail="sail", activate="activate")


def sail_form(w: World, seat: Seat, where: Callable[[], Verdicts], fit: Fit) -> Muster:
    """§19.5 §14.1 Fleets with passengers and their way; their die of transport says where on it they stop."""
    return Muster(
        rule="19.2",
        prompt=words(N_("Which fleets sail, with which units aboard, and by which route?")),
        starts=where,
        example="FL+2 GA 3536-3437",
        fields=(
            start_field("19.2", where),
            Field("units", lambda done: _crew(w, done["start"], fit), ("-",)),
            Field("way", lambda done: _way(w, seat, done["start"], _units(fit, done))),
        ),
        ways=lambda unit: _reach(w, seat, unit, fit),
    )


def embark_form(w: World, where: Callable[[], Verdicts], fit: Fit) -> Muster:
    """§19.5 §14.1 "embark FL+3 GA at 3536": fleets and who goes aboard; they cast their die and wait."""

    def crew(done: dict[str, Any]) -> Group:
        place: Place = done["start"]
        return _crew(w, place, fit, lambda army: _nobody(place) if all(map(is_fleet, army)) else None)

    return Muster(
        rule="19.5",
        prompt=words(N_("Which fleets operate, and which units go aboard?")),
        starts=where,
        example="FL+2 GA at 3536",
        fields=(start_field("19.5", where), Field("units", crew)),
    )


def _units(fit: Fit, done: dict[str, Any]) -> list[Unit]:
    found = fit(done["start"])
    return chosen([] if isinstance(found, Bar) else found, done["units"])


def _crew(
    w: World, place: Place, fit: Fit, also: Callable[[list[Unit]], Bar | None] = lambda army: None
) -> Group:
    """§19.5 §19.51 The army as any other, but with a fleet in it, and nothing that `also` forbids."""
    ashore = bar("19.5", N_("you cannot go to sea without a fleet"))
    return army_choice(w, place, fit, also=lambda army: also(army) if any(map(is_fleet, army)) else ashore)


def _way(w: World, seat: Seat, place: Place, units: list[Unit]) -> March:
    least, most = (operation_points(units, die) * HALVES for die in (1, 6))
    army = Army(seat, place, units, most, naval=True, port=is_port(w, place))
    return sail_choice(w, army, sure=least)


def _reach(w: World, seat: Seat, unit: Unit, fit: Fit) -> list[Reach]:
    """Return the places that a fleet may sail to by itself, for the map."""
    place = w.at.get(unit, "")
    found = fit(place) if place and owner_of(w, unit) == seat and is_fleet(unit) else []
    if isinstance(found, Bar) or unit not in found:
        return []
    return list(_way(w, seat, place, [unit]).ways())
