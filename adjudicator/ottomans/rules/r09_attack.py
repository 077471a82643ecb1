"""§9.0 §9.3 §10.3 Attackers, their possible targets, and the order to attack."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from adjudicator.core import (
    N_,
    Bar,
    Field,
    Form,
    Illegal,
    OneOf,
    Split,
    Subset,
    Verdicts,
    bar,
    words,
)
from adjudicator.core.choices.choice import NoneLegal
from adjudicator.core.log.chain import JSON
from adjudicator.core.log.chance import Rng
from adjudicator.ottomans.board import CITIES, COALITIONS, LANDINGS, LANDS, SEAS, UNITS
from adjudicator.ottomans.sorts import meant, numbers, sorts
from adjudicator.ottomans.world import (
    ADVANCE,
    Chit,
    Coalition,
    Place,
    Seat,
    Unit,
    World,
    cargo,
    is_city,
    is_naval,
    is_sea,
    is_train,
    own_at,
    owner,
    side,
    units_at,
)

from .r19_dice import lacks

ATTACK_CHITS = ("alliance", "honors_of_war", "urbans_gun", ADVANCE)
"""§27.2 Chits that the attacker plays with the attack itself."""


# -- who may attack what ------------------------------------------------------------------------


def fighters(w: World, seat: Seat) -> list[Unit]:
    """§9.33 §9.34 §8.3 §11.2 The units that may still attack now, by id."""
    if w.march is not None:
        ready = [u for u in w.march.units if u in w.at and u not in w.march.fought and owner(w, u) == seat]
        return sorted(ready)
    return sorted(u for u in w.at if owner(w, u) == seat and u not in w.fought)


def origin_of(target: str) -> tuple[Place, Place]:
    """§10.2 §10.4 The area of the attackers, and their target: "rhodes_city/aegean"."""
    if target in LANDINGS:
        port, sea = LANDINGS[target]
        return sea, port
    return (CITIES[target].region, target) if is_city(target) else (target, target)


def attackers_at(w: World, seat: Seat, target: str) -> list[Unit]:
    """§9.31 §10.3 §16.1 §16.61 Return the units that may attack a target.

    Ashore land units, at sea ships and riders.
    §8.2 City and region are apart: nobody in the one fights with the other.
    """
    return _of_those(w, fighters(w, seat), target)


def _of_those(w: World, able: Sequence[Unit], target: str) -> list[Unit]:
    origin = origin_of(target)[0]
    ready = [u for u in able if w.at[u] == origin]
    if is_sea(origin) and not any(is_naval(u) for u in ready):
        return []
    return ready


def force_of(w: World, seat: Seat, target: str, chosen: Mapping[str, int]) -> list[Unit]:
    """§9.24 The units that an order names, by id.

    §16.6 At sea a ship and its passengers always fight together; ruling OT-B6.
    """
    units = {*meant(sorts(w, attackers_at(w, seat, target)), chosen)}
    if is_sea(origin_of(target)[0]):
        units |= {w.aboard[u] for u in units if u in w.aboard}
        units |= {*cargo(w, units)}
    return sorted(units)


def foes(w: World, seat: Seat, place: Place, coalition: Coalition) -> dict[Coalition, list[Unit]]:
    """§9.2 §9.31 Return the targets of a coalition's units in an area, by coalition.

    §9.22 §9.25 All other coalitions are, one's own nations among them. §14.0 Under Reformation/Schism
    also their own, as far as other hands have them; ruling OT-E5.
    """
    found: dict[Coalition, list[Unit]] = {}
    for unit in units_at(w, place):
        own = side(unit) == coalition
        if own and (w.schism != coalition or owner(w, unit) == seat):
            continue
        found.setdefault(side(unit), []).append(unit)
    return dict(sorted(found.items()))


def attack_bar(w: World, seat: Seat, target: str) -> Bar | None:
    """§9.0 §18.5 Return the reason why a target cannot be attacked; None if it can."""
    origin, place = origin_of(target)
    for area in (origin, place):
        if area in SEAS and not SEAS[area].combat:
            return bar("18.5", N_("there can be no battle in or from {place}"), place=area)
    if target in w.spared:
        return bar("27.2", N_("Weather has stopped the battle of {place} in this phase"), place=place)
    ready = attackers_at(w, seat, target)
    if not ready and (w.march is None and set(own_at(w, seat, origin)) & set(w.fought)):
        return bar("8.3", N_("your units in {place} have already attacked in this phase"), place=origin)
    if not ready:
        return bar("9.33", N_("none of your units in {place} can attack"), place=origin)
    for colour in sorted({side(u) for u in ready}):
        if any(
            target_bar(w, seat, units, own) is None for own, units in foes(w, seat, place, colour).items()
        ):
            return None
    if foes(w, seat, place, side(ready[0])):
        return bar("6.5", N_("your own core nation is among those in {place}"), place=place)
    return bar("9.31", N_("there is nothing in {place} that you can attack"), place=place)


def target_bar(w: World, seat: Seat, units: Sequence[Unit], coalition: Coalition) -> Bar | None:
    """§6.5 Bar a player from attacking their own core nation; ruling OT-C8."""
    core = w.core.get(seat, "")
    from_core = [u for u in units if core and UNITS[u].nation == core]
    if from_core:
        return bar(
            "6.5",
            N_("{nation} is your core nation: you may not attack {coalition} here"),
            nation=core,
            coalition=coalition,
        )
    return None


def targets(w: World, seat: Seat) -> Verdicts:
    """Everything that can be attacked now, and what one's units stand beside, with the reason against it."""
    able = fighters(w, seat)
    found: dict[str, Bar | None] = {}
    own = [u for u in w.at if owner(w, u) == seat and (w.march is None or u in w.march.units)]
    for area in sorted({w.at[u] for u in own}):
        near = [area] if area in LANDS or area in SEAS else []
        near += [c for c, city in CITIES.items() if city.region == area]
        near += [t for t, (_, sea) in LANDINGS.items() if sea == area]
        for target in near:
            place = origin_of(target)[1]
            there = _of_those(w, able, target) or _of_those(w, own, target)
            if any(foes(w, seat, place, colour) for colour in {side(u) for u in there}):
                found[target] = attack_bar(w, seat, target)
        if is_city(area) and (region := CITIES[area].region) not in found:
            inside = {side(u) for u in own if w.at[u] == area}
            if any(foes(w, seat, region, colour) for colour in inside):
                found[region] = _in_city_bar(area, region)
    return found


def _in_city_bar(city: Place, region: Place) -> Bar:
    """§10.4 Bar the units of a city from attacking in its region."""
    why = N_("units in {city} leave it before they attack in {region}")
    return bar("10.4", why, city=city, region=region)


def out_of_reach(w: World, seat: Seat, listed: Verdicts) -> dict[str, Bar]:
    """§9.31 §10.3 Return the areas that cannot be attacked, because none of a seat's units is there, or
    §9.23 because those there are of the same coalition as the seat's.
    """
    found: dict[str, Bar] = {}
    for place in (*LANDS, *SEAS, *CITIES):
        if place in listed:
            continue
        own = {side(u) for u in own_at(w, seat, origin_of(place)[0])}
        others = sorted({side(u) for u in units_at(w, place) if owner(w, u) != seat})
        if own and others and not any(foes(w, seat, place, colour) for colour in own):
            why = N_("the units in {place} are of the {coalition}, as yours are: only others can be attacked")
            found[place] = bar("9.23", why, place=place, coalition=others[0])
            continue
        if not any(foes(w, seat, place, colour) for colour in COALITIONS):
            found[place] = bar("9.31", N_("there is nothing in {place} that you can attack"), place=place)
        elif is_city(place):
            why = N_("{city} is attacked from {region} alone, and no unit of yours that can attack is there")
            found[place] = bar("10.3", why, city=place, region=CITIES[place].region)
        else:
            why = N_("units attack where they are, and no unit of yours that can attack is in {place}")
            found[place] = bar("9.31", why, place=place)
    return found


def no_attack(w: World, seat: Seat) -> Bar | None:
    """§9.0 Return the reason why nothing can be attacked; None if something can.

    §9.23 Where the only units beside one's own are of the same coalition, that is the reason.
    """
    found = targets(w, seat)
    if None in found.values():
        return None
    nothing = N_("there is nothing you can attack: units attack where they are, and cities beside them")
    friends = (stop for stop in out_of_reach(w, seat, found).values() if stop.rule == "9.23")
    return next(filter(None, found.values()), next(friends, bar("9.31", nothing)))


# -- the order ----------------------------------------------------------------------------------


def attack_form(w: World, seat: Seat) -> Form:
    """§9.0 The order to attack, such as "Belgrade playing Urban's Gun with all".

    Ruling OT-B6: any units of an area, but one attack by those of a coalition there.
    """
    open_targets = targets(w, seat)
    return Form(
        rule="9.0",
        prompt=words(N_("Attack.")),
        fields=(
            Field("target", lambda done: _target(w, seat, open_targets), ("playing",)),
            Field("chits", lambda done: _chits(w, seat, done["target"]), ("with",)),
            Field("units", lambda done: _units(w, seat, done["target"]), ("against",)),
            Field("colours", lambda done: _colours(w, seat, done)),
        ),
        judge=lambda done: judge_attack(w, seat, done),
        sampler=lambda rng: _sample(w, seat, open_targets, rng),
    )


def _target(w: World, seat: Seat, open_targets: Verdicts) -> OneOf:
    return OneOf(
        rule="9.31",
        prompt=words(N_("What do you attack?")),
        options=lambda: open_targets,
        unlisted=lambda: out_of_reach(w, seat, open_targets),
    )


def _chits(w: World, seat: Seat, target: str) -> Subset:
    return Subset(
        rule="27.2",
        prompt=words(N_("Which chits do you play with the attack?")),
        options=lambda: {chit: chit_bar(w, seat, target, chit) for chit in ATTACK_CHITS},
    )


def chit_bar(w: World, seat: Seat, target: str, chit: Chit) -> Bar | None:
    """§27.2 Alliance in the Combat Phase, Honors of War and Urban's Gun against a city, Military Advance (2)
    anywhere.
    """
    if (lacking := lacks(w, seat, chit)) is not None:
        return lacking
    if chit == ADVANCE:
        return None
    if chit == "alliance":
        return bar("27.2", N_("Alliance is played in the Combat Phase")) if w.march is not None else None
    place = origin_of(target)[1]
    if not is_city(place):
        return bar("27.2", N_("{chit} is played with an attack on a city"), chit=chit)
    if chit == "urbans_gun" and not any(is_train(u) for u in attackers_at(w, seat, target)):
        return bar("27.2", N_("Urban's Gun needs a Siege Train"))
    return None


def _units(w: World, seat: Seat, target: str) -> Split:
    ready = attackers_at(w, seat, target)
    return Split(
        rule="9.24",
        prompt=words(N_("Which units attack?")),
        things=lambda: numbers(sorts(w, ready)),
        least=1,
        most=len(ready),
    )


def _colours(w: World, seat: Seat, done: Mapping[str, Any]) -> Subset:
    found = _attackable(w, seat, done)
    return Subset(
        rule="9.32",
        prompt=words(N_("Which coalitions do you attack?")),
        options=lambda: found,
        least=1,
    )


def _attackable(w: World, seat: Seat, done: Mapping[str, Any]) -> dict[str, Bar | None]:
    place = origin_of(done["target"])[1]
    units = force_of(w, seat, done["target"], done["units"])
    found: dict[str, Bar | None] = {}
    own = {side(u) for u in units}
    for colour in sorted(own):
        for other, there in foes(w, seat, place, colour).items():
            if "alliance" in done["chits"] and other in own and other != colour:
                continue  # §9.23; ruling OT-E5: of their own coalition what other hands have
            found[other] = target_bar(w, seat, there, other)
    return dict(sorted(found.items()))


def judge_attack(w: World, seat: Seat, done: Mapping[str, Any]) -> None:
    """§9.24 Check an attack as a whole.

    Raises:
        Illegal: saying what forbids it.
    """
    units = force_of(w, seat, done["target"], done["units"])
    colours = sorted({side(u) for u in units})
    if len(colours) > 1 and "alliance" not in done["chits"]:
        raise Illegal(
            "9.24", N_("units of {colours} do not fight together without an Alliance"), colours=colours
        )
    if "alliance" in done["chits"] and len(colours) == 1:
        raise Illegal("27.2", N_("Alliance is played for units of several coalitions"))
    if set(colours) & set(done["colours"]) and w.schism not in colours:
        raise Illegal("9.23", N_("units of {colours} do not attack their own coalition"), colours=colours)
    origin = origin_of(done["target"])[0]
    if is_sea(origin) and not any(is_naval(u) for u in units):
        raise Illegal("16.7", N_("at sea the ships attack, together with the units aboard"))
    if "urbans_gun" in done["chits"] and not any(is_train(u) for u in units):
        raise Illegal("27.2", N_("Urban's Gun needs a Siege Train"))


# -- samples ------------------------------------------------------------------------------------


def _sample(w: World, seat: Seat, open_targets: Verdicts, rng: Rng) -> JSON:
    """Return a legal attack of one coalition, or of two in alliance, with some of the chits that fit."""
    fit = [target for target, stop in open_targets.items() if stop is None]
    for target in rng.shuffled(fit):
        ready = attackers_at(w, seat, target)
        lead = rng.choice([u for u in ready if is_naval(u)] if is_sea(origin_of(target)[0]) else ready)
        chits = [
            c
            for c in ATTACK_CHITS
            if chit_bar(w, seat, target, c) is None and rng.below(3) and c != "alliance"
        ]
        group = [u for u in ready if side(u) == side(lead)]
        colours = {side(u) for u in ready}
        if len(colours) > 1 and chit_bar(w, seat, target, "alliance") is None:
            group, chits = ready, ["alliance", *chits]
        if "urbans_gun" in chits and not any(is_train(u) for u in group):
            chits.remove("urbans_gun")
        named = numbers(sorts(w, ready), group)
        done: dict[str, Any] = {"target": target, "chits": chits, "units": named}
        against = [c for c, stop in _attackable(w, seat, done).items() if stop is None]
        some = [c for c in against if rng.below(3)] or against[:1]
        done["colours"] = some
        try:
            judge_attack(w, seat, done)
        except Illegal:
            continue
        if some:
            return done
    raise NoneLegal("no attack was found")
