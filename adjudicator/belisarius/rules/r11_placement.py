"""§11 The places of reinforcements: what levies, mercenaries and other arrivals have in common."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from adjudicator.belisarius.board import AREAS, CITIES_AT, HEXES, PROVINCES, UNITS
from adjudicator.belisarius.board.pieces import Unit as Counter
from adjudicator.belisarius.counted import many
from adjudicator.belisarius.world import (
    BARBARIAN,
    EMPIRE,
    GUARD,
    NEUTRAL,
    Area,
    Hex,
    Kind,
    Place,
    Province,
    Seat,
    Unit,
    World,
    available,
    is_leader,
    is_port,
    is_walled,
    kind_of,
    occupant,
    owner_of,
    province_of,
    units_at,
)
from adjudicator.core import N_, Bar, NotUnderstood, OneOf, Reader, Words, bar, judged
from adjudicator.core.log.chain import JSON

from . import r13_stacks as r13

OFF_MAP: Final = 10
"""§11.8 Units that a player may bring into off-map areas in a player turn, in all (ruling BE-D8)."""
COUNTERS: Final[Mapping[Kind, Counter]] = {printed.kind: printed for _, printed in sorted(UNITS.items())}
"""The values printed on the counters of each kind."""


# -- naming a place ---------------------------------------------------------------------------


class Placing(OneOf, frozen=True, kw_only=True):
    """§11.12 §11.21 The place of a new unit: one of the likely places, which alone are listed.

    Any other place of the map that is named is refused with what forbids it (`why_not`).
    """

    why_not: Callable[[Place], Bar | None]

    def accept(self, value: object) -> str:
        elsewhere = isinstance(value, str) and (value in HEXES or value in AREAS)
        if elsewhere and value not in self.options() and (stop := self.why_not(str(value))) is not None:
            raise stop.refuse()
        return super().accept(value)

    def parse(self, text: str, reader: Reader) -> JSON:
        try:
            return super().parse(text, reader)
        except NotUnderstood:
            found = reader.lexicon.find(text.strip(), (*HEXES, *AREAS)) if text.strip() else []
            if len(found) != 1:
                raise
            return found[0]


def placing(
    rule: str, prompt: Words, likely: Sequence[Place], judge: Callable[[Place], Bar | None]
) -> Placing:
    """The choice of a place that `judge` does not bar."""
    return Placing(rule=rule, prompt=prompt, options=lambda: judged(likely, judge), why_not=judge)


# -- who may raise what ------------------------------------------------------------------------


def may_raise(w: World, seat: Seat, kind: Kind) -> Bar | None:
    """Return why a seat can raise no units of a kind, None if it can: whose they are, and whether any are
    left.

    §11.9 Leaders come otherwise. §11.7 The Guard serves the Empire. §11.5 §11.221 Only provinces that one
    controls give units. Events 22 to 24 close provinces to the phasing player. §11.6 Counters are limited.
    """
    printed = COUNTERS[kind]
    if printed.type == "leader":
        return bar(
            "11.9",
            N_("{unit} is a leader, and leaders arrive only by markers and events"),
            unit=kind,
        )
    if printed.origin == GUARD:
        if seat != EMPIRE:
            return bar("11.7", N_("only the Empire can have Guard units"))
    elif stop := closed_province(w, seat, printed.origin, "11.221"):
        return stop
    if not available(w, kind):
        return bar("11.6", N_("all {units} are in play"), units=many(kind))
    return None


def closed_province(w: World, seat: Seat, province: Province, rule: str) -> Bar | None:
    """Return why a province gives nothing to a seat: §11.5 §4.31(2) neutral, the enemy's, closed by
    events.
    """
    held = w.control[province]
    if held == NEUTRAL:
        return bar("11.5", N_("{province} is neutral"), province=province)
    if held != seat:
        return bar(rule, N_("{seat} controls {province}"), province=province, seat=held)
    return war_in(w, province) if seat == w.phasing else None


def war_in(w: World, province: Province) -> Bar | None:
    """Events 22 to 24: return why the phasing player has nothing from a province in this turn, None if they
    have.
    """
    if province in w.barred:
        return bar(
            "6.2", N_("{province} is at war: no taxes, levies or recruits there this turn"), province=province
        )
    return None


def barred_at(w: World, seat: Seat, place: Place) -> Bar | None:
    """§event/22 The same of a place, for any unit: ruling BE-L6; None for the other player."""
    return war_in(w, province_of(place)) if seat == w.phasing else None


# -- where ------------------------------------------------------------------------------------


def area_of(province: Province) -> Area:
    """§18.1 The off-map area of a province, "" for most."""
    return PROVINCES[province].area


def settlements(w: World) -> list[Hex]:
    """The hexes with a printed city or a colony, pillaged or not, by id."""
    return sorted({*CITIES_AT, *w.colonies})


def may_enter_area(w: World, kind: Kind, area: Area) -> Bar | None:
    """§18.3 §11.8 §11.63 Return why a unit of a kind may not come to an off-map area that its owner
    controls.
    """
    printed = COUNTERS[kind]
    if AREAS[area].province != printed.origin:
        return bar(
            "18.3", N_("only units of {province} may enter {area}"), area=area, province=AREAS[area].province
        )
    if printed.type == "fleet" and not AREAS[area].port:
        return bar("11.63", N_("{area} has no port"), area=area)
    n = sum(w.arrived.values())
    if w.control[printed.origin] == w.phasing and n >= OFF_MAP:
        return bar(
            "11.8",
            N_("{n} {n:unit|units} already went to off-map areas this turn; the limit is {most}"),
            n=n,
            most=OFF_MAP,
        )
    return None


def may_recruit_at(w: World, seat: Seat, kind: Kind, place: Place) -> Bar | None:
    """§11.21 to §11.223 §11.63 §11.7 Return why a mercenary of a kind may not be placed there, None if it
    may.

    A kind that may be raised at all is taken for granted (`may_raise`). With §31.1 a leader calls one
    mercenary to the leader's own hex, wherever it is; but nobody is recruited where events 22 to 24 bar it.
    """
    if place in AREAS:
        return may_enter_area(w, kind, place) or fits(w, kind, place)
    if (war := barred_at(w, seat, place)) is not None:
        return war
    stop = _closed_city(w, seat, kind, place)
    if stop is not None and follows_leader(w, seat, kind, place):
        why = N_("the leader at {place} has already called up a unit this phase (one per hex)")
        stop = bar("31.1", why, place=place) if place in w.gathered else None
    return stop or fits(w, kind, place)


def is_called(w: World, seat: Seat, kind: Kind, place: Place) -> bool:
    """§31.1 Return true if only a leader's presence lets a mercenary come there."""
    return place not in AREAS and _closed_city(w, seat, kind, place) is not None


def _closed_city(w: World, seat: Seat, kind: Kind, place: Hex) -> Bar | None:
    """§11.2 §11.7 Return why a city or colony takes no mercenary of a kind; zones of control do not matter
    there.
    """
    printed, home = COUNTERS[kind], province_of(place)
    if place in w.pillaged:
        return bar("11.223", N_("{place} is pillaged"), place=place)
    if not is_walled(w, place):
        return bar("11.21", N_("{place} is neither a city nor a colony"), place=place)
    if printed.origin == GUARD:
        if w.control[home] != seat:
            return bar(
                "11.7", N_("you do not control {province}, where {place} is"), province=home, place=place
            )
    elif printed.origin != home:
        return bar(
            "11.221", N_("{kind} can be placed only in {province}"), kind=kind, province=printed.origin
        )
    if occupant(w, place) != seat:
        return bar("11.222", N_("{seat} has no unit at {place}"), seat=seat, place=place)
    if printed.type == "fleet" and not is_port(w, place):
        return bar("11.63", N_("{place} is not a port: mercenary fleets are built in ports"), place=place)
    return None


def follows_leader(w: World, seat: Seat, kind: Kind, place: Hex) -> bool:
    """§31.1 Return true if a leader may call a mercenary, the first there, to the leader's hex.

    Not in a desert or ruins. Fleets still need a port (§11.63), and at sea no mercenary joins a leader
    (ruling BE-D9).
    """
    return (
        w.options["extra_placement"] == "on"
        and any(is_leader(u) and owner_of(w, u) == seat for u in units_at(w, place))
        and _is_habitable(w, place)
        and (COUNTERS[kind].type != "fleet" or is_port(w, place))
    )


def follows_warband(w: World, seat: Seat, kind: Kind, place: Hex) -> bool:
    """§31.2 Return true if a levied war-band may join one of its own in a hex anywhere: the barbarian's
    only.
    """
    return (
        w.options["extra_placement"] == "on"
        and seat == BARBARIAN
        and COUNTERS[kind].type == "warband"
        and any(kind_of(u) == kind for u in units_at(w, place))
        and _is_habitable(w, place)
    )


def _is_habitable(w: World, place: Place) -> bool:
    """§31.1 §31.2 Neither pillaged nor desert; and a hex with land."""
    return (
        place in HEXES
        and place not in w.pillaged
        and HEXES[place].kind != "sea"
        and HEXES[place].terrain != "desert"
    )


def fits(w: World, kind: Kind, place: Place) -> Bar | None:
    """§13.1 Return why the stack has no room for one of a kind that is still available, None if it has."""
    return r13.may_stack(w, available(w, kind)[:1], place)


def arrive(w: World, kind: Kind, place: Place) -> Unit:
    """Bring the first counter of a kind that is not in play to a place; return it.

    §11.8 Off the map those of the phasing player are counted.
    """
    unit = available(w, kind)[0]
    w.at[unit] = place
    if place in AREAS and owner_of(w, unit) == w.phasing:
        w.arrived[place] = w.arrived.get(place, 0) + 1
    return unit
