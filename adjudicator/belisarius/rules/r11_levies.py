"""§11.1 The levy phase: the free units of every province, one after another."""

from __future__ import annotations

from functools import cache

from adjudicator.belisarius.board import AREAS, HEXES, HEXES_OF, KINDS, PROVINCES
from adjudicator.belisarius.counted import force, listed
from adjudicator.belisarius.world import Kind, Place, Province, Seat, World, occupant, province_of
from adjudicator.core import (
    N_,
    Bar,
    Field,
    Form,
    Menu,
    OneOf,
    Verdicts,
    Words,
    any_open,
    ask,
    bar,
    judged,
    lazily,
    open_of,
    tell,
    words,
)

from . import r08_markers
from . import r08_stratagems as r08
from . import r11_placement as r11
from .r15_zones import shut_by


def begin(w: World) -> None:
    """§3.1[5] §11.11 Every province that the seat controls gives its levy value; those of events 22 to 24
    give none.
    """
    w.levied_at = []
    w.levied = {
        id: printed.levy
        for id, printed in sorted(PROVINCES.items())
        if printed.levy and r11.closed_province(w, w.phasing, id, "11.11") is None
    }


async def levy(w: World) -> bool:
    """§3.1[5] §11.11 One order of the levy phase; it is over where nothing can be levied or played."""
    seat = w.phasing
    kinds = _kinds(w, seat)  # while a question is asked nothing changes: what is open is worked out once
    if not any_open(kinds) and not r08.may_hold(w, seat):
        end_levies(w)
        return True
    answer = await ask(seat, levy_menu(w, seat, kinds))
    match answer["pick"]:
        case "levy":
            raise_levy(w, seat, answer["answer"]["kind"], answer["answer"]["place"])
        case "play":
            await r08_markers.play_marker(w, seat, "levy", answer["answer"])
        case "done":
            end_levies(w)
            return True
    return False


def end_levies(w: World) -> None:
    """§3.1 Drop what has not been levied."""
    w.levied, w.levied_at = {}, []


def levy_menu(w: World, seat: Seat, kinds: Verdicts) -> Menu:
    """§11.1 A levy, a marker, or the end."""
    provinces = sorted({r11.COUNTERS[kind].origin for kind in open_of(kinds)})
    return Menu(
        rule="11.1",
        prompt=words(
            N_("Levy units, or end the phase. Levies remain in: {provinces}."),
            provinces=listed(provinces),
        ),
        items=cache(
            lambda: lazily(
                {
                    "levy": lambda: _levy_form(w, seat, kinds),
                    "play": lambda: r08_markers.playable(w, seat, "levy"),
                },
                {"done": None},
            )
        ),
        note=lambda order: words(N_("costs nothing")) if order == "levy" else None,
        ends={"done": ("levy", *r08_markers.of_phase("levy"))},
        revocable=("levy",) if sum(w.levied.values()) > 1 else (),
    )


def _kinds(w: World, seat: Seat) -> Verdicts:
    """§11.11 §11.6 The kinds of units, with why they cannot be levied now."""
    return judged(sorted(r11.COUNTERS), lambda kind: may_levy(w, seat, kind))


def _levy_form(w: World, seat: Seat, kinds: Verdicts) -> Form | Bar:
    """§11.11 "Thracian garrison at 3633": one unit, its kind and its place."""
    if not any_open(kinds):
        return bar("11.11", N_("you cannot levy anything else"))
    places = cache(lambda kind: _place_choice(w, seat, kind))
    return Form(
        rule="11.11",
        prompt=words(N_("Levy a unit.")),
        fields=(
            Field("kind", lambda done: _kind_choice(w, kinds), ("at",)),
            Field("place", lambda done: places(done["kind"])),
        ),
    )


def _kind_choice(w: World, kinds: Verdicts) -> OneOf:
    def left(kind: Kind) -> Words:
        """§11.11 Say what a unit counts, and how many levies its province still has."""
        printed = r11.COUNTERS[kind]
        return words(
            N_("free; strength {strength}, operation value {op}; {n} {n:levy|levies} left in {province}"),
            strength=printed.strength,
            op=printed.op,
            n=w.levied.get(printed.origin, 0),
            province=printed.origin,
        )

    return OneOf(rule="11.11", prompt=words(N_("Which unit?")), options=lambda: kinds, note=left)


def may_levy(w: World, seat: Seat, kind: Kind) -> Bar | None:
    """§11.11 §11.13 §11.131 §11.6 Return why a seat cannot levy a kind now, None if it can."""
    printed = r11.COUNTERS[kind]
    if printed.type in ("leader", "field_army"):
        return bar("11.131", N_("leaders and field armies cannot be levied"))
    if printed.origin not in PROVINCES:
        return bar("11.7", N_("the Guard cannot be levied"))
    if (stop := r11.may_raise(w, seat, kind)) is not None:
        return stop
    home = PROVINCES[printed.origin]
    if printed.type not in home.levy_types:
        return bar("11.11", N_("{province} cannot levy {kind}"), province=home.id, kind=kind)
    if not w.levied.get(home.id, 0):
        return bar("11.11", N_("{province} has no levies left (levy {n})"), province=home.id, n=home.levy)
    if all(may_levy_at(w, seat, kind, place) is not None for place in candidates(w, seat, kind)):
        return bar("11.131", N_("there is nowhere to place a levied {kind}"), kind=kind)
    return None


def _place_choice(w: World, seat: Seat, kind: Kind) -> OneOf:
    prompt = words(N_("Where do you place {kind}?"), kind=kind)
    judge = cache(lambda place: may_levy_at(w, seat, kind, place))
    return r11.placing("11.12", prompt, candidates(w, seat, kind), judge)


def candidates(w: World, seat: Seat, kind: Kind) -> list[Place]:
    """§11.12 §11.8 §31.2 The hexes of the unit's own province, its off-map area, its war-bands' hexes."""
    origin = r11.COUNTERS[kind].origin
    joined = sorted({w.at[u] for u in KINDS[kind] if u in w.at and w.at[u] not in AREAS})
    bands = [place for place in joined if r11.follows_warband(w, seat, kind, place)]
    area = r11.area_of(origin)
    return list(dict.fromkeys([*HEXES_OF[origin], *([area] if area else []), *bands]))


def may_levy_at(w: World, seat: Seat, kind: Kind, place: Place) -> Bar | None:
    """§11.12 §11.13 §11.63 §31.2 Return why a levied unit may not be placed there. Deserts are open.

    §11.62 Mercenaries that came there in this turn are no bar.
    """
    if place in AREAS:
        return r11.may_enter_area(w, kind, place) or r11.fits(w, kind, place)
    if (war := r11.barred_at(w, seat, place)) is not None:
        return war
    if place in w.pillaged:
        return bar("11.13", N_("{place} is pillaged"), place=place)
    joins, home = r11.follows_warband(w, seat, kind, place), r11.COUNTERS[kind].origin
    if not joins and province_of(place) != home:
        why = N_("{place} is not in {province}: {kind} can be levied only there")
        return bar("11.13", why, place=place, province=home, kind=kind)
    if place in w.levied_at:
        return bar("11.12", N_("{place} has already had a levy this phase"), place=place)
    if not joins and (stop := _closed_hex(w, seat, kind, place)) is not None:
        return stop
    return r11.fits(w, kind, place)


def _closed_hex(w: World, seat: Seat, kind: Kind, place: Place) -> Bar | None:
    """§11.13 Not where others stand, nor in an enemy zone, of fleets and land units alike (ruling BE-D7)."""
    fleet = r11.COUNTERS[kind].type == "fleet"
    if (held := occupant(w, place)) not in ("", seat):
        return bar("11.13", N_("{place} is occupied by {holders}"), place=place, holders=force(held))
    if fleet and HEXES[place].kind != "coast":
        return bar("11.63", N_("{place} has no coast"), place=place)
    if enemies := shut_by(w, place, seat, fleet):
        return bar(
            "11.13",
            N_("{place} is in the zone of control of the enemy at {enemies}"),
            place=place,
            enemies=enemies,
        )
    return None


def raise_levy(w: World, seat: Seat, kind: Kind, place: Place) -> None:
    """§11.1 §11.12 Place the unit; it costs nothing."""
    w.levied[r11.COUNTERS[kind].origin] -= 1
    if place not in AREAS:
        w.levied_at = sorted([*w.levied_at, place])
    unit = r11.arrive(w, kind, place)
    tell("levied", "11.1", seat=seat, units=[unit], place=place)


async def raise_at_once(w: World, seat: Seat, province: Province) -> None:
    """Heavy tax table: a province's levies come at once to a seat that controls it, by the rules of levies.

    The other player's phase goes on afterwards; it is a phase of levies of its own (§11.12).
    """
    w.levied, w.levied_at = {province: PROVINCES[province].levy}, []
    while any_open(kinds := _kinds(w, seat)):
        answer = await ask(seat, _call_menu(w, seat, province, kinds))
        if answer["pick"] == "done":
            break
        raise_levy(w, seat, answer["answer"]["kind"], answer["answer"]["place"])
    w.levied, w.levied_at = {}, []


def _call_menu(w: World, seat: Seat, province: Province, kinds: Verdicts) -> Menu:
    return Menu(
        rule="10.2",
        prompt=words(
            N_("{province} joins you: levy up to {n} {n:unit|units} there, or stop."),
            province=province,
            n=w.levied[province],
        ),
        items=cache(lambda: {"levy": _levy_form(w, seat, kinds), "done": None}),
        ends={"done": ("levy",)},
    )
