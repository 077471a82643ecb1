"""§21 Leaders: available ones, and their entry into play (§21.1 to §21.202)."""

from __future__ import annotations

from adjudicator.belisarius.board import HEXES, UNITS
from adjudicator.belisarius.world import (
    BARBARIAN,
    JUSTINIAN,
    Place,
    Seat,
    Unit,
    World,
    is_leader,
    owner_of,
    stacks,
    units_at,
)
from adjudicator.core import N_, Bar, Field, Form, OneOf, Verdicts, ask, bar, judged, tell, words

from . import r13_stacks as r13


def available_leaders(w: World, seat: Seat) -> list[Unit]:
    """§21.1 §11.61 §21.4(5) The leaders of a seat that are not in play, by id; never a dead Justinian."""
    return sorted(
        u for u in UNITS if is_leader(u) and u not in w.at and u not in w.dead and owner_of(w, u) == seat
    )


def candidates(w: World, seat: Seat) -> list[Place]:
    """§21.2 The places of a seat's own units, by id."""
    return [place for place, here in stacks(w).items() if owner_of(w, here[0]) == seat]


def may_join(w: World, leader: Unit, place: Place) -> Bar | None:
    """§21.201 §21.202 §13.1 Return why a leader may not come to a place with units of the same side, None if
    they may.

    The Empire's join any unit of its own, the barbarian's only units of their own origin. At sea there must
    be room aboard (§19.51); off the map only the area's own are at home (§18.2).
    """
    here = units_at(w, place)
    origins = sorted({UNITS[u].origin for u in here})
    if owner_of(w, leader) == BARBARIAN and origins != [UNITS[leader].origin]:
        return bar(
            "21.202",
            N_("{unit} can join only units of {origin}"),
            unit=leader,
            origin=UNITS[leader].origin,
        )
    if place not in HEXES and origins != [UNITS[leader].origin]:
        return bar("18.3", N_("only units of {province} may enter {area}"), area=place, province=origins[0])
    if is_at_sea(place) and r13.berths(w, here) < 1:
        return bar("19.51", N_("the fleets at {place} are full"), place=place)
    return r13.may_stack(w, [leader], place)


def is_at_sea(place: Place) -> bool:
    """Return true if a place is an all-sea hex."""
    return place in HEXES and HEXES[place].kind == "sea"


def places_for(w: World, leader: Unit) -> Verdicts:
    """§21.2 The places of a leader's own side's units, each with the reason against it."""
    return judged(candidates(w, owner_of(w, leader)), lambda place: may_join(w, leader, place))


def may_come(w: World, leader: Unit) -> Bar | None:
    """§21.2 Return why an available leader cannot come into play now: there are no units to join."""
    if all(stop is not None for stop in places_for(w, leader).values()):
        return bar("21.2", N_("there is no stack that {unit} can join"), unit=leader)
    return None


def leader_form(w: World, seat: Seat, rule: str) -> Form | Bar:
    """§21.2 "Belisarius at 3536": a leader and the place of a friendly unit; or why none can come."""
    leaders = judged(available_leaders(w, seat), lambda leader: may_come(w, leader))
    if not leaders:
        return bar("21.1", N_("you have no leader available"))
    if all(stop is not None for stop in leaders.values()):
        return bar("21.2", N_("none of your available leaders has a stack to join"))
    return Form(
        rule=rule,
        prompt=words(N_("Which leader arrives, and where?")),
        fields=(
            Field(
                "leader",
                lambda done: OneOf(rule=rule, prompt=words(N_("Which leader?")), options=lambda: leaders),
                ("at",),
            ),
            Field("place", lambda done: place_choice(w, done["leader"], rule)),
        ),
    )


def place_choice(w: World, leader: Unit, rule: str) -> OneOf:
    """§21.2 Return where a leader comes into play."""
    return OneOf(
        rule=rule,
        prompt=words(N_("Where do you place {unit}?"), unit=leader),
        options=lambda: places_for(w, leader),
    )


async def return_justinian(w: World, seat: Seat, rule: str) -> None:
    """§card/leader The exception to §21.4(5): the dead emperor comes back where the owner chooses.

    Nothing happens where no stack has room for the emperor.
    """
    if may_come(w, JUSTINIAN) is None:
        place = await ask(seat, place_choice(w, JUSTINIAN, rule))
        w.dead.remove(JUSTINIAN)
        put_leader(w, JUSTINIAN, place, rule)


def put_leader(w: World, leader: Unit, place: Place, rule: str) -> None:
    """§21.2 Bring a leader into play; in an all-sea hex the leader is aboard (§19.5)."""
    w.at[leader] = place
    if is_at_sea(place):
        w.aboard = sorted([*w.aboard, leader])
    tell("leader_came", rule, seat=owner_of(w, leader), units=[leader], place=place)
