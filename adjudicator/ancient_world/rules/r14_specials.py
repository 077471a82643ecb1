"""§14.0 Special rules of the scenarios: Gauls, a dictator, the Carthaginian fleet, Hiero."""

from __future__ import annotations

from adjudicator.ancient_world.board import CITIES, contingent_of
from adjudicator.ancient_world.world import (
    CARTHAGE,
    EPIRUS,
    ROME,
    Battle,
    World,
    force_of,
    inside_of,
    place_of,
    province_of,
    stack_key,
    year_of,
)
from adjudicator.core import tell

from .r02_forces import add_units, lose, part, tidy
from .r06_losses import spread
from .r08_fallen import WOUNDED, leave_play
from .r08_fog import tell_units
from .r09_siege import end_siege, lift_sieges
from .r11_control import holds, landing_city
from .r12_track import shift

GAULS = ("gallia_cis", "gallia_trans")
GAULS_JOIN = {"galli_foot": 10, "galli_horse": 2}
GAULS_AFTER = {"galli_foot": 6, "galli_horse": 1}
SOUTH = ("campania", "samnium", "apulia", "calabria", "lucania", "bruttium")
"""Ruling AW-V11: the provinces south of Latium."""
DICTATOR = ("fabius", "minucius")
LEGIONS = {"romani_foot": 18, "romani_horse": 2, "socii_foot": 18, "socii_horse": 6}
FLEET_YEAR = 278
FLEET = ("tyrrhenum", "fretum", "siculum")


def gauls_join(w: World, leader: str) -> None:
    """Let the Gauls join Hannibal at the first stop in either Gallia after which that leader goes on.

    Ruling AW-M12.
    """
    if w.scenario != "hannibal_in_italy" or leader != "hannibal" or not force_of(w, leader):
        return
    place = place_of(w, leader)
    province = province_of(place)
    if province in GAULS and not w.notes.get(f"gauls/{province}"):
        w.notes[f"gauls/{province}"] = 1
        add_units(w, CARTHAGE, place, GAULS_JOIN)
        tell("joins", "14.0", side=CARTHAGE, place=place, units=GAULS_JOIN)


def after_victory(w: World, b: Battle) -> None:
    """The consequences of a victory in some scenarios: more Gauls, a dictator, the south wavering."""
    if w.scenario == "hannibal_in_italy":
        _hannibal_wins(w, b)
    if w.scenario == "sicily" and b.winner == ROME and "hiero" in (b.by, b.against):
        w.notes["hiero_beaten"] = 1


def _hannibal_wins(w: World, b: Battle) -> None:
    """Let Gauls join once a province, the south waver before 218, and Rome name a dictator in 217."""
    province = province_of(b.hex)
    if b.winner != CARTHAGE:
        return
    place = next(
        (
            w.forces[key].place
            for key in (*b.attackers, *b.defenders)
            if key in w.forces and w.forces[key].side == CARTHAGE
        ),
        "",
    )
    if province in GAULS and place and not w.notes.get(f"gauls_after/{province}"):
        w.notes[f"gauls_after/{province}"] = 1
        add_units(w, CARTHAGE, place, GAULS_AFTER)
        tell("joins", "14.0", side=CARTHAGE, place=place, units=GAULS_AFTER)
    if b.major and year_of(w) < 218:
        for south in SOUTH:
            shift(w, south, CARTHAGE, 1)
    if b.major and year_of(w) == 217 and not w.notes.get("dictator"):
        name_dictator(w)


def name_dictator(w: World) -> None:
    """Name a dictator with two legions after a Roman major defeat in 217, in Roma or the nearest open city.

    Ruling AW-M13, ruling AW-V12.
    """
    city = landing_city(w, ROME, "roma")
    if not city:
        return
    w.notes["dictator"] = 1
    add_units(w, ROME, inside_of(city), LEGIONS, DICTATOR)
    w.commanders[ROME] = DICTATOR[0]
    w.office[DICTATOR[0]], w.office[DICTATOR[1]] = "dictator", "master"
    for leader in DICTATOR:
        w.notes[f"enters/{leader}"] = 1
    tell("dictator", "14.0", leader=DICTATOR[0], leaders=list(DICTATOR), place=inside_of(city))


def dictator_leaves(w: World) -> None:
    """Remove the dictator and the master of horse at the end of the year, and who stands in for them.

    Their legions stay. Who is wounded then does not come back. Ruling AW-M13.
    """
    if not w.notes.get("dictator") or w.notes.get("dictator_left"):
        return
    w.notes["dictator_left"] = 1
    for leader in [leader for leader, office in sorted(w.office.items()) if office in ("dictator", "master")]:
        if key := force_of(w, leader):
            tell("relieved", "14.0", leader=leader, place=w.forces[key].place)
        if key or w.fate.get(leader) == WOUNDED:
            leave_play(w, leader, "relieved")


def fleet_helps(w: World) -> None:
    """From 278 the Carthaginian fleet helps Rome: two levels more in three zones; ruling AW-M14."""
    if w.scenario != "pyrrhus_in_italy" or year_of(w) != FLEET_YEAR:
        return
    for zone in FLEET:
        w.naval[zone][ROME] = min(4, w.naval[zone][ROME] + 2)
        w.naval[zone][EPIRUS] = max(-4, w.naval[zone][EPIRUS] - 2)
        tell("superiority", "7.14", zone=zone, level=w.naval[zone][ROME], side=ROME)


def tarentum_wavers(w: World) -> None:
    """Take a foot from Tarentum while Epirus holds no large or medium city outside Calabria but Metapontum.

    Ruling AW-V04.
    """
    if w.scenario != "pyrrhus_in_italy":
        return
    abroad = [
        c.id
        for c in CITIES.values()
        if c.size != "small" and c.province != "calabria" and c.id != "metapontum" and holds(w, EPIRUS, c.id)
    ]
    key = stack_key(EPIRUS, inside_of("tarentum"))
    if abroad or key not in w.forces:
        return
    gone = spread(part(w.forces[key].units, "foot"), 1)
    if gone:
        place = w.forces[key].place
        lose(w, key, gone)
        tell_units(w, "losses", "14.0", EPIRUS, place, gone)


def hiero_leaves(w: World) -> list[str]:
    """Make peace with Hiero when Rome holds Messana and has beaten Syracusae, or two more cities of the east.

    The forces and cities of Syracusae are nobody's then; return those cities. Ruling AW-V13.
    """
    if w.scenario != "sicily" or w.notes.get("hiero_out") or not holds(w, ROME, "messana"):
        return []
    east = [
        c.id
        for c in CITIES.values()
        if c.province == "sicilia_e" and c.id != "messana" and holds(w, ROME, c.id)
    ]
    if not (w.notes.get("hiero_beaten") or len(east) > 1):
        return []
    w.notes["hiero_out"] = 1
    cities = [c for c in ("syracusae", "leontini", "tauromenium", "catana") if holds(w, CARTHAGE, c)]
    for key in sorted(w.forces):
        force = w.forces[key]
        if force.side != CARTHAGE:
            continue
        syracusan = {unit: n for unit, n in force.units.items() if contingent_of(unit) == "syracusae"}
        if syracusan:
            tell_units(w, "leaves_war", "14.0", CARTHAGE, force.place, syracusan)
        force.units = {unit: n for unit, n in force.units.items() if unit not in syracusan}
        if "hiero" in force.leaders:
            leave_play(w, "hiero", "out")
        tidy(w, key)
    for city in cities:
        w.control.pop(city, None)
        end_siege(w, city)
        w.notes[f"neutral/{city}"] = 1
    w.lams = [marker for marker in w.lams if marker != "hiero"]
    tell("hiero_out", "14.0", leader="hiero", cities=cities)
    lift_sieges(w)
    return cities
