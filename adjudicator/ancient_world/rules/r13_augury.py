"""§13.0 Auguries: twenty events of our own over the numbers 00 to 99. The sides are augurs in turn."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping

from adjudicator.ancient_world.board import CHARTS, CITIES, FOOT, LEADERS, contingent_of
from adjudicator.ancient_world.world import (
    DISRUPTED,
    ROME,
    Force,
    Side,
    World,
    cities_in_play,
    done,
    each_force,
    enemy_of,
    inside_of,
    is_inside,
    leaders_on_map,
    province_of,
    scenario_of,
    seat_of,
    sides_of,
)
from adjudicator.core import N_, OneOf, ask, d10, one_of, pick, tell, words

from .r02_forces import add_units, lose, of_arm, part
from .r05_leaders import rating
from .r06_ground import MARSH, terrain
from .r06_losses import give_up, spread
from .r08_casualties import remove
from .r08_fog import is_foggy, tell_units
from .r09_ends import conclude
from .r11_control import cities_of, control_of, neutral_provinces
from .r12_track import shift

NORTH = (
    "etruria_n",
    "etruria_s",
    "umbria",
    "picenum",
    "sabina",
    "gallia_cis",
    "gallia_trans",
    "liguria",
    "venetia",
)
MERCENARIES = (
    "galli",
    "ligures",
    "hispani",
    "siculi",
    "libya",
    "numidia",
    "thessalia",
    "tarentum",
    "campani",
    "mamertini",
)


async def augury(w: World) -> None:
    """§13.0 Two dice, tens and units, name an event. Ruling AW-V15.

    The sides are augurs in turn, the first by a die; what the augur chooses they are asked.
    """
    if not w.augurs:
        first = await d10("13.0", "")
        w.augurs = sides_of(w)[first % 2]
    augur = w.augurs
    tens = await d10("13.0", "10")
    units = await d10("13.0", "1")
    event = CHARTS.augury(10 * tens + units)
    w.augurs = enemy_of(w, augur)
    tell("augury", "13.0", side=augur, number=f"{tens}{units}", event=event)
    w.notes["augury"] = list(CHARTS.auguries).index(event)
    w.effects["augur/" + augur] = 1
    done(w, "omen")


async def omen(w: World) -> None:
    """§13.0 Carry out the event; where there is a choice, ask for it first."""
    event = list(CHARTS.auguries)[w.notes["augury"]]
    augur = next(name.partition("/")[2] for name in sorted(w.effects) if name.startswith("augur/"))
    if event in EVENTS:
        await EVENTS[event](w, augur)
    w.effects.pop(f"augur/{augur}", None)
    w.notes.pop("augury", None)
    conclude(w)
    done(w)


async def _choose(w: World, side: Side, options: list[str], prompt: str) -> str:
    """Ask a side for one of some things; with one there is no choice, without any it is "".

    Raises:
        Illegal: never; the options are all open.
    """
    if len(options) < 2:
        return options[0] if options else ""
    choice = OneOf(rule="13.0", prompt=words(prompt), options=one_of(*options))
    return await ask(seat_of(w, side), choice)


async def _storm(w: World, augur: Side) -> None:
    zone = await _choose(w, augur, sorted(w.naval), N_("Storms: in which zone?"))
    w.effects[f"storm/{zone}"] = 1
    tell("omen", "13.0", how="storm", zone=zone)


async def _winds(w: World, augur: Side) -> None:
    w.effects[f"winds/{augur}"] = 1
    tell("omen", "13.0", how="winds", side=augur)


async def _drought(w: World, augur: Side) -> None:
    fit = [
        p
        for p in scenario_of(w).area
        if p not in w.devastated
        and control_of(w, p) != augur
        and not any(CITIES[c].size == "large" for c in cities_of(w, p))
    ]
    province = await _choose(w, augur, fit, N_("Drought: which province is devastated?"))
    if province:
        w.devastated = sorted({*w.devastated, province})
        tell("omen", "13.0", how="drought", province=province)


async def _harvest(w: World, augur: Side) -> None:
    province = await _choose(w, augur, list(w.devastated), N_("Good harvest: which province recovers?"))
    if province:
        w.devastated = [p for p in w.devastated if p != province]
        tell("omen", "13.0", how="recovers", province=province)
    else:
        w.effects[f"harvest/{augur}"] = 1
        tell("omen", "13.0", how="harvest", side=augur)


async def _plague(w: World, augur: Side) -> None:
    city = await _choose(w, enemy_of(w, augur), sorted(w.sieges), N_("Plague: at which siege?"))
    if city:
        w.due = [city]
        tell("omen", "13.0", how="plague", city=city)
        w.agenda.insert(len(w.agenda) - 1, "siege_attrition")


async def _deserters(w: World, augur: Side) -> None:
    keys = [key for key, force in each_force(w) if of_arm(force.units, FOOT)]
    if keys:
        key = max(
            keys,
            key=lambda k: (
                len({contingent_of(u) for u in w.forces[k].units}),
                of_arm(w.forces[k].units, FOOT),
                k,
            ),
        )
        await give_up(w, [key], FOOT, 2, "13.0")


async def _envoys(w: World, augur: Side) -> None:
    await _sway(w, augur)


async def _bad_faith(w: World, augur: Side) -> None:
    await _sway(w, enemy_of(w, augur))


async def _sway(w: World, side: Side) -> None:
    province = await _choose(
        w, side, sorted(neutral_provinces(w)), N_("Which province moves one box towards you?")
    )
    if province:
        shift(w, province, side, 1)


async def _guides(w: World, augur: Side) -> None:
    w.effects[f"guides/{augur}"] = 1
    tell("omen", "13.0", how="guides", side=augur)


async def _fever(w: World, augur: Side) -> None:
    w.effects["fever"] = 1
    tell("omen", "13.0", how="fever")
    for key in [k for k, f in each_force(w) if province_of(f.place) and terrain(f.place) == MARSH]:
        side, place = w.forces[key].side, w.forces[key].place
        gone = spread(part(w.forces[key].units, FOOT), 1)
        lose(w, key, gone)
        tell_units(w, "losses", "13.0", side, place, gone)


async def _mutiny(w: World, augur: Side) -> None:
    enemy = enemy_of(w, augur)
    keys = [k for k, f in each_force(w, enemy) if f.units and (is_foggy(w) or _hired(f))]
    place = await _choose(w, augur, sorted({w.forces[k].place for k in keys}), N_("Mutiny: in which force?"))
    key = next((k for k in keys if w.forces[k].place == place), "")
    if not key:
        return
    leaders = w.forces[key].leaders
    best = max((rating(leader) for leader in leaders), default=0)
    die = await d10("13.0", place)
    mutinies = die > best and _hired(w.forces[key])
    if mutinies:
        w.forces[key].status = max(w.forces[key].status, DISRUPTED)
    tell("omen", "13.0", how="mutiny" if mutinies else "no_mutiny", place=place, die=die)


def _hired(force: Force) -> bool:
    return any(contingent_of(unit) in MERCENARIES for unit in force.units)


async def _illness(w: World, augur: Side) -> None:
    everybody = sorted(leader for side in sides_of(w) for leader in leaders_on_map(w, side))
    if not everybody:
        return
    leader = await pick("13.0", "illness", "leaders", everybody)
    die = await d10("13.0", leader)
    ill = die >= LEADERS[leader].mortality
    tell("omen", "13.0", how="ill" if ill else "not_ill", leader=leader, die=die)
    if ill:
        remove(w, leader, "wounded", "13.0")


async def _omens_good(w: World, augur: Side) -> None:
    leader = await _choose(w, augur, leaders_on_map(w, augur), N_("Favourable omens: for which leader?"))
    if leader:
        w.effects[f"omens_good/{leader}"] = 1
        tell("omen", "13.0", how="omens_good", leader=leader)


async def _omens_bad(w: World, augur: Side) -> None:
    leader = await _choose(
        w, augur, leaders_on_map(w, enemy_of(w, augur)), N_("Unfavourable omens: for which leader?")
    )
    if leader:
        w.effects[f"omens_bad/{leader}"] = 1
        tell("omen", "13.0", how="omens_bad", leader=leader)


async def _volunteers(w: World, augur: Side) -> None:
    fit = [c for c in cities_in_play(w) if w.control.get(c) == augur and c not in w.sieges]
    city = await _choose(w, augur, sorted(fit), N_("Volunteers: in which city?"))
    if city:
        unit = {"rome": "socii_foot", "carthage": "libya_foot", "epirus": "epirus_foot"}[augur]
        add_units(w, augur, inside_of(city), {unit: 3})
        tell("omen", "13.0", how="volunteers", city=city, side=augur)


async def _raiders(w: World, augur: Side) -> None:
    """Let Rome choose, for its force with most foot in the north: three of them, or the province burns."""
    keys = [
        k
        for k, f in each_force(w, ROME)
        if province_of(f.place) in NORTH and not is_inside(f.place) and of_arm(f.units, FOOT)
    ]
    if keys:
        key = max(keys, key=lambda k: (of_arm(w.forces[k].units, FOOT), k))
        province, place = province_of(w.forces[key].place), w.forces[key].place
        answer = await _choose(
            w,
            ROME,
            ["lose_foot", "let_burn"],
            N_("Raiders: lose 3 infantry, or let the province be devastated?"),
        )
        if answer == "lose_foot":
            await give_up(w, [key], FOOT, 3, "13.0")
        else:
            w.devastated = sorted({*w.devastated, province})
            tell("omen", "13.0", how="drought", province=province, place=place)


async def _quarrel(w: World, augur: Side) -> None:
    w.effects[f"quarrel/{enemy_of(w, augur)}"] = 1
    tell("omen", "13.0", how="quarrel", side=enemy_of(w, augur))


async def _old_soldiers(w: World, augur: Side) -> None:
    units = sorted(
        {
            u
            for _, f in each_force(w, augur)
            for u, n in f.units.items()
            if n >= 5 and u.endswith(("foot", "horse"))
        }
    )
    unit = await _choose(w, augur, units, N_("Old soldiers: which contingent is elite this turn?"))
    if unit:
        w.effects[f"elite/{unit}"] = 1
        tell("omen", "13.0", how="old_soldiers", unit=unit)


async def _prodigy(w: World, augur: Side) -> None:
    w.effects[f"prodigy_due/{enemy_of(w, augur)}"] = 1
    tell("omen", "13.0", how="prodigy", side=enemy_of(w, augur))


EVENTS: Mapping[str, Callable[[World, Side], Awaitable[None]]] = {
    "storm": _storm,
    "fair_winds": _winds,
    "drought": _drought,
    "good_harvest": _harvest,
    "plague": _plague,
    "deserters": _deserters,
    "envoys": _envoys,
    "bad_faith": _bad_faith,
    "guides": _guides,
    "fever": _fever,
    "mutiny": _mutiny,
    "illness": _illness,
    "omens_good": _omens_good,
    "omens_bad": _omens_bad,
    "volunteers": _volunteers,
    "raiders": _raiders,
    "quarrel": _quarrel,
    "old_soldiers": _old_soldiers,
    "prodigy": _prodigy,
}
