"""§11.2 The recruit phase: mercenaries and other things that are paid for, one order after another."""

from __future__ import annotations

from functools import cache
from typing import Any

from adjudicator.belisarius.board import CITIES
from adjudicator.belisarius.world import (
    CONSTANTINOPOLIS,
    EMPIRE,
    GUARD,
    JUSTINIAN,
    Kind,
    Place,
    Seat,
    World,
    city_at,
    is_leader,
    owner_of,
)
from adjudicator.core import (
    N_,
    Bar,
    Choice,
    Field,
    Form,
    Menu,
    OneOf,
    Verdicts,
    Words,
    ask,
    bar,
    judged,
    tell,
    words,
)

from . import r08_markers, r28_public_works
from . import r08_stratagems as r08
from . import r10_expenses as r10
from . import r11_placement as r11

JUSTINIANS_MARKERS = 2
"""§21.4(1) The value of the emperor's presence in the capital in every recruit phase."""


async def begin(w: World) -> None:
    """§3.1[4] §8.2(4) §21.4(1) Begin the phase, with the emperor's markers if the emperor is at home."""
    w.gathered = []
    if w.phasing == EMPIRE and is_emperor_home(w):
        tell("court", "21.4", seat=EMPIRE, n=JUSTINIANS_MARKERS)
        await r08.draw_markers(w, EMPIRE, JUSTINIANS_MARKERS, "21.4")


def is_emperor_home(w: World) -> bool:
    """§21.4(1) Return true if Justinian occupies Constantinopolis; in ruins it is no city (ruling BE-D3)."""
    place = w.at.get(JUSTINIAN, "")
    return place == CITIES[CONSTANTINOPOLIS].hex and bool(city_at(w, place))


async def recruit(w: World) -> bool:
    """§3.1[4] §11.2 One order of the recruit phase."""
    seat = w.phasing
    answer = await ask(seat, recruit_menu(w, seat))
    match answer["pick"]:
        case "recruit":
            hire(w, seat, answer["answer"]["kind"], answer["answer"]["place"])
        case "buy":
            await r10.buy_markers(w, seat, answer["answer"])
        case "remove_pillage":
            r10.remove_pillage(w, seat, answer["answer"])
        case "build":
            r28_public_works.build(w, seat, answer["answer"])
        case "play":
            return await r08_markers.play_marker(w, seat, "recruit", answer["answer"])
        case "done":
            return True
    return False


def recruit_menu(w: World, seat: Seat) -> Menu:
    """§3.1[4] All that may be paid for or played in the recruit phase."""
    return Menu(
        rule="11.2",
        prompt=words(
            N_("Recruit, buy and build, or end the phase (treasury: {treasury} {treasury:solidus|solidi})."),
            treasury=w.treasury[seat],
        ),
        # While a question is asked nothing changes: what is open is worked out once.
        items=cache(lambda: _items(w, seat)),
        note=_cost,
        ends={"done": ("recruit", "buy", "remove_pillage", "build", *r08_markers.of_phase("recruit"))},
        revocable=("recruit", "remove_pillage"),
    )


def _cost(order: str) -> Words | None:
    """§10.31 Say what a unit costs; the questions after the other orders say what they cost."""
    if order != "recruit":
        return None
    costs = {printed.recruit for printed in r11.COUNTERS.values() if printed.type != "leader"}
    return words(N_("a unit costs {least} to {most} solidi"), least=min(costs), most=max(costs))


def _items(w: World, seat: Seat) -> dict[str, Choice[Any] | Bar | None]:
    """§10.32 §10.36 List the orders; markers are bought and pillage removed as options say: ruling BE-L1,
    ruling BE-L2.
    """
    items: dict[str, Choice[Any] | Bar | None] = {"recruit": recruit_form(w, seat)}
    if w.options["marker_purchase"] == "recruit":
        items["buy"] = r10.purchase(w, seat)
    if w.options["pillage_removal"] == "recruit":
        items["remove_pillage"] = r10.removal(w, seat)
    if w.options["public_works"] == "on":
        items["build"] = r28_public_works.building(w, seat)
    return items | {"play": r08_markers.playable(w, seat, "recruit"), "done": None}


# -- §11.2 mercenaries -------------------------------------------------------------------------


def recruit_form(w: World, seat: Seat) -> Form | Bar:
    """§11.21 "Guard FA at Constantinopolis": one unit, its kind and its place; barred with an empty purse."""
    cheapest = min(printed.recruit for printed in r11.COUNTERS.values() if printed.type != "leader")
    if w.treasury[seat] < cheapest:
        return r10.too_dear(cheapest, w.treasury[seat], "10.31")
    which, places = kinds(w, seat), cache(lambda kind: _place_choice(w, seat, kind))
    return Form(
        rule="11.2",
        prompt=words(N_("Recruit a unit.")),
        fields=(
            Field("kind", lambda done: _kind_choice(which), ("at",)),
            Field("place", lambda done: places(done["kind"])),
        ),
    )


def _kind_choice(which: Verdicts) -> OneOf:
    return OneOf(rule="11.21", prompt=words(N_("Which unit?")), options=lambda: which, note=_price)


def _price(kind: Kind) -> Words:
    """§10.31 Say what a unit costs, and what it counts."""
    printed = r11.COUNTERS[kind]
    return words(
        N_("{cost} SP; strength {strength}, operation value {op}"),
        cost=printed.recruit,
        strength=printed.strength,
        op=printed.op,
    )


def kinds(w: World, seat: Seat) -> Verdicts:
    """§10.31 §11.22 The kinds of units, with why they cannot be recruited now."""
    return judged(sorted(r11.COUNTERS), cache(lambda kind: may_recruit(w, seat, kind)))


def may_recruit(w: World, seat: Seat, kind: Kind) -> Bar | None:
    """§11.221 §11.5 to §11.9 §10.31 Return why a seat cannot recruit a kind, None if it can."""
    if (stop := r11.may_raise(w, seat, kind)) is not None:
        return stop
    if (cost := r11.COUNTERS[kind].recruit) > w.treasury[seat]:
        return r10.too_dear(cost, w.treasury[seat], "10.31")
    if all(r11.may_recruit_at(w, seat, kind, place) is not None for place in candidates(w, seat, kind)):
        return bar("11.222", N_("there is nowhere to place a recruited {kind}"), kind=kind)
    return None


def _place_choice(w: World, seat: Seat, kind: Kind) -> OneOf:
    prompt = words(N_("Where do you place {kind}?"), kind=kind)
    judge = cache(lambda place: r11.may_recruit_at(w, seat, kind, place))
    return r11.placing("11.21", prompt, candidates(w, seat, kind), judge)


def candidates(w: World, seat: Seat, kind: Kind) -> list[Place]:
    """The places that a mercenary of a kind is measured against: cities, colonies, its area, leaders' hexes.

    Most of them are closed to a kind, and then it is said why.
    """
    origin = r11.COUNTERS[kind].origin
    area = "" if origin == GUARD else r11.area_of(origin)
    leaders = sorted(u for u in w.at if is_leader(u) and owner_of(w, u) == seat)
    called = [w.at[u] for u in leaders] if w.options["extra_placement"] == "on" else []
    return list(dict.fromkeys([*r11.settlements(w), *([area] if area else []), *sorted(set(called))]))


def hire(w: World, seat: Seat, kind: Kind, place: Place) -> None:
    """§11.21 §10.31 §31.1 Pay the cost and place the unit."""
    if r11.is_called(w, seat, kind, place):
        w.gathered = sorted({*w.gathered, place})
    cost = r11.COUNTERS[kind].recruit
    w.treasury[seat] -= cost
    unit = r11.arrive(w, kind, place)
    tell("recruited", "11.21", seat=seat, units=[unit], place=place, solidi=cost)
