"""The tables of a scenario's booklet: its course, how it is won, sides, forces, what comes later, the map."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from adjudicator.core import N_, Words, words
from adjudicator.display.aids import Cell, Table

from .board import (
    BOARD,
    LEADERS,
    LEVIES,
    MUSTER,
    SCENARIOS,
    SIEGE_CAPABILITY,
    VICTORIES,
    Scenario,
    Victory,
    counted,
)
from .world import EPIRUS, ROME, Side

Row = tuple[Cell, ...]
RULE = "14.0"
ALLIED = 4
"""§12.22 The outermost boxes of the alliance table."""
WAYS = {"Via Salaria (Amiternum branch)": N_("Via Salaria (Amiternum branch)")}
"""Roads that are in play by themselves, as players read them."""


def scenario(id: str) -> tuple[Table, ...]:
    """Return the tables of a scenario by its id."""
    of = SCENARIOS[id]
    return (
        _course(of),
        _winning(of),
        _sides(of),
        *(_forces(of, side) for side in of.sides),
        _reinforcements(of),
        _manpower(of),
        _provinces(of),
        _cities(of),
        _seas(of),
    )


# -- how it goes -----------------------------------------------------------------------------------


def _course(of: Scenario) -> Table:
    """§2.7 §14.0 The length, the roads that exist, what is in play, and the special rules."""
    roads: list[str | Words] = [words(N_("level {level}"), level=level) for level in of.roads]
    rows: list[Row] = [
        (words(N_("turns")), of.turns),
        (words(N_("years BC")), f"{of.first_year}–{of.first_year - of.turns + 1}"),
        (words(N_("roads")), [*roads, *(words(WAYS[way]) for way in of.ways)]),
        (words(N_("augury")), words(N_("one marker in the cup")) if of.augury else words(N_("none"))),
        (words(N_("provinces in play")), list(of.area)),
        (words(N_("elite units")), list(of.elite)),
        *((words(N_("special rule")), rule) for rule in _special(of)),
    ]
    heads = (words(N_("What")), words(N_("in this scenario")))
    return Table("course", words(N_("Course and special rules")), RULE, heads, tuple(rows))


def _special(of: Scenario) -> Iterator[Words]:
    """§14.0 The rules of one war alone; ruling AW-M9, ruling AW-M12, ruling AW-M13, ruling AW-M14, ruling
    AW-M15.
    """
    if of.id == "pyrrhus_in_italy":
        yield words(
            N_(
                "At the beginning of 278 the level of {side} rises by two in {zones}, and "
                "that of its enemy falls by two."
            ),
            side=ROME,
            zones=["tyrrhenum", "fretum", "siculum"],
        )
        yield words(
            N_(
                "At the end of a turn in which {side} holds no large or medium city "
                "outside {province} but {city}, {port} loses one point of infantry."
            ),
            side=EPIRUS,
            province="calabria",
            city="metapontum",
            port="tarentum",
        )
    if of.id == "sicily":
        yield words(
            N_(
                "{leader} makes peace at the end of a turn in which {side} holds {city} "
                "and has won a battle against {ally}, or holds two more cities of "
                "{province}: then the forces and cities of {ally} are neutral."
            ),
            leader="hiero",
            side=ROME,
            city="messana",
            ally="syracuse",
            province="sicilia_e",
        )
        yield words(N_("The Mamertines never leave {city}."), city="messana")
    if of.id == "hannibal_in_italy":
        yield words(
            N_("In 218 {leader} has two markers, other leaders one each, and there is one for sieges."),
            leader="hannibal",
        )
        yield words(
            N_(
                "Gauls join {leader} once in each of {provinces}, when that leader stops "
                "there and goes on, and once in each after a victory there."
            ),
            leader="hannibal",
            provinces=["gallia_cis", "gallia_trans"],
        )
        yield words(
            N_(
                "After a major defeat in 217 {side} names a dictator with two legions, "
                "until the end of the year."
            ),
            side=ROME,
        )
        yield words(
            N_(
                "In 217 and 216 each major defeat of {side} moves the provinces south of "
                "{province} one box away from it."
            ),
            side=ROME,
            province="latium",
        )


# -- how it is won ---------------------------------------------------------------------------------


def _winning(of: Scenario) -> Table:
    """§14.0 The things that win at once, the margins, and the points; ruling AW-M11."""
    rows: list[Row] = []
    for one in VICTORIES.values():
        if one.scenario != of.id:
            continue
        for side in of.sides:
            when: Cell = words(N_("option {option}"), option="margins") if one.last else "–"
            rows += [(side, when, said) for said in (*_at_once(one, side), _margin(one, side))]
            rows += [(side, when, words(N_("points: {what}"), what=said)) for said in scored(one, side)]
    heads = (words(N_("Side")), words(N_("only with")), words(N_("wins or scores")))
    return Table("winning", words(N_("How the war is won")), RULE, heads, tuple(rows))


def _at_once(of: Victory, side: Side) -> Iterator[Words]:
    for cities in of.decisive.get(side, ()):
        yield words(N_("wins at the end of a turn: holds {cities}"), cities=list(cities))
    for city in of.last.get(side, ()):
        yield words(N_("wins after the last turn: holds {city}"), city=city)
    if of.mortal and side == ROME:
        yield mortal_said(of)


def _margin(of: Victory, side: Side) -> Words:
    if side == of.invader:
        if of.win == 0:
            return words(N_("wins after the last turn if it has as many points as the enemy, or more"))
        return words(N_("wins after the last turn if it is {n} or more points ahead"), n=of.win)
    if of.draw == 0:
        return words(N_("wins after the last turn if it has more points than the enemy"))
    if of.draw < 0:
        return words(N_("wins after the last turn if it is more than {n} points ahead"), n=-of.draw)
    return words(N_("wins after the last turn if the enemy is less than {n} points ahead"), n=of.draw)


def mortal_said(of: Victory) -> Words:
    """Say which leader's death wins the war for Rome."""
    if not of.outlived:
        return words(N_("win at the end of a turn: {leader} dead"), leader=of.mortal)
    text = N_("win at the end of a turn: {leader} dead, and no force of {side} of {n} or more outside cities")
    return words(text, leader=of.mortal, side=LEADERS[of.mortal].side, n=of.outlived)


def scored(of: Victory, side: Side) -> Iterator[Words]:
    """Yield the things that give a side points; ruling AW-M11."""
    enemy = next(other for other in SCENARIOS[of.scenario].sides if other != side)
    yield words(N_("{n} for each major victory"), n=of.major[side])
    if of.battle:
        yield words(N_("{n} for each other victory over 20 strength points or more"), n=of.battle)
    for city, n in of.cities.get(side, {}).items():
        yield words(N_("{n} for {city}"), n=n, city=city)
    if of.island and side == ROME:
        text = N_("{n} for each other large or medium city of Sicilia, {pair} for each two small ones")
        yield words(text, n=of.other, pair=of.pair)
        yield words(N_("{n} if {leader} makes peace"), n=of.peace, leader="hiero")
    if of.large and side == of.invader:
        text = N_("{large} for each large and {medium} for each medium city gained")
        yield words(text, large=of.large, medium=of.medium)
        yield words(N_("{n} for each province gained"), n=of.province)
        for province in of.twice:
            text = N_("{n} for {province}; allied provinces count too")
            yield words(text, n=2 * of.province, province=province)
    elif of.large and enemy == EPIRUS:
        text = N_("{large} for each large and {medium} for each medium city taken from {enemy}")
        yield words(text, large=of.large, medium=of.medium, enemy=enemy)
    if of.killed and side == ROME:
        yield words(N_("{n} if {leader} is killed"), n=of.killed, leader=of.mortal)
    if of.hurt and side == ROME:
        yield words(N_("{n} if {leader} is wounded"), n=of.hurt, leader=of.mortal)
    if side in of.spoils:
        text = N_("1 for each {n} strength points that {enemy} has lost")
        yield words(text, n=of.losses, enemy=enemy)


# -- who fights ------------------------------------------------------------------------------------


def _sides(of: Scenario) -> Table:
    """§9.41 §11.12 The sides and those with whom they fight: home provinces and siege capability."""
    leaders = [one for one in LEADERS.values() if of.id in one.scenarios]
    nations = dict.fromkeys((*of.sides, of.ally, *(one.nation for one in leaders)))
    rows = tuple(
        (nation, list(of.home.get(nation, ())) or "–", f"{SIEGE_CAPABILITY[nation].value:+d}")
        for nation in nations
        if nation
    )
    heads = (words(N_("Side")), words(N_("home provinces")), words(N_("siege capability")))
    return Table("scenario_sides", words(N_("The sides")), "9.41", heads, rows)


def _forces(of: Scenario, side: Side) -> Table:
    """§2.7 The forces of a side at the beginning."""
    rows: list[Row] = []
    for force in BOARD.forces.values():
        if force.scenario == of.id and force.side == side:
            where = words(N_("in {city}") if force.inside else N_("outside {city}"), city=force.city)
            rows.append((where, list(force.leaders) or "–", _units(force.units.items()), _lock(force.lock)))
    heads = (words(N_("Where")), words(N_("leaders")), words(N_("units")), words(N_("may not leave")))
    title = words(N_("{side} at the beginning"), side=side)
    return Table(f"scenario_{side}", title, "2.7", heads, tuple(rows))


def _units(units: Iterable[tuple[str, int]]) -> list[str | Words]:
    return [words(N_("{n} {unit}"), n=n, unit=counted(unit, n)) for unit, n in units]


def _lock(lock: str) -> Cell:
    """§12.12 The time until which a force stays where it is."""
    if not lock:
        return "–"
    if lock == "army":
        text = N_("until the second year, or until an enemy is in {provinces:or}")
        return words(text, provinces=["bruttium", "lucania"])
    return words(N_("until {province} is allied, or {leader} enters it"), province=lock, leader="pyrrhus")


def _reinforcements(of: Scenario) -> Table:
    """§2.7 The arrivals by year, and the ships and consuls of the year."""
    rows: list[Row] = [
        (one.year, one.side, one.city, list(one.leaders) or "–", _units(one.units.items()))
        for one in sorted(BOARD.reinforcements.values(), key=lambda one: (-one.year, one.side, one.id))
        if one.scenario == of.id
    ]
    for year, built in of.construction.items():
        for side, n in built.items():
            levels = words(N_("{n} {n:level|levels} of naval superiority"), n=n)
            rows.append((int(year), side, "–", "–", levels))
    offices = [one for one in LEADERS.values() if of.id in one.scenarios and one.year]
    for one in sorted(offices, key=lambda one: (-one.year, one.id)):
        rows.append((one.year, one.side, "–", [one.id], words(N_("consul of the year"))))
    heads = _heads(N_("Year BC"), N_("side"), N_("at"), N_("leaders"), N_("what"))
    return Table("scenario_later", words(N_("Reinforcements by year")), "2.7", heads, tuple(rows))


def _manpower(of: Scenario) -> Table:
    """§10.0 The yield of manpower operations."""
    rows: list[Row] = [
        (province, _levied(province), LEVIES[province].foot, LEVIES[province].horse)
        for province in of.area
        if province in LEVIES
    ]
    least = 0
    for row in sorted(MUSTER.values(), key=lambda row: row.most):
        die = words(N_("{side} on {least} or more"), side=ROME, least=least)
        legions = words(N_("{n} {n:legion|legions}"), n=row.legions) if row.legions else "–"
        rows.append((die, legions, row.foot or "–", row.horse or "–"))
        least = row.most + 1
    heads = _heads(N_("Province"), N_("units"), N_("infantry"), N_("cavalry"))
    note = words(
        N_(
            "A die of 0 to 3 gives half the infantry, rounded up, and no cavalry; 4 to 9 give all. Rome "
            "reads its own rows."
        )
    )
    return Table("scenario_levies", words(N_("Levies and muster")), "10.0", heads, tuple(rows), note)


def _levied(province: str) -> list[str]:
    """Return the units that a province gives."""
    levy = LEVIES[province]
    arms = (("foot", levy.foot), ("horse", levy.horse))
    return [f"{levy.contingent}_{arm}" for arm, n in arms if n]


# -- the map ---------------------------------------------------------------------------------------


def _provinces(of: Scenario) -> Table:
    """§12.2 The alliance table at the beginning."""
    rows = tuple((province, _towards(of, box)) for province, box in of.alliance.items())
    heads = (words(N_("Province")), words(N_("at the beginning")))
    return Table("scenario_alliance", words(N_("Alliance table")), "12.2", heads, rows)


def _towards(of: Scenario, box: int) -> Cell:
    """§12.22 A box of the table, towards one of the sides."""
    other = next(side for side in of.sides if side != ROME)
    if box == 0:
        return words(N_("neutral"))
    side = ROME if box < 0 else other
    if abs(box) == ALLIED:
        return words(N_("allied with {side}"), side=side)
    return words(N_("{n} towards {side}"), n=abs(box), side=side)


def _cities(of: Scenario) -> Table:
    """§11.1 §9.11 The cities that a side holds outside its home, and the defences that differ."""
    rows: list[Row] = [(side, list(cities)) for side, cities in of.control.items()]
    rows += [(words(N_("defence {n}"), n=n), city) for city, n in of.defence.items()]
    heads = (words(N_("Who or what")), words(N_("cities")))
    note = words(
        N_(
            "Besides, each side holds the cities of its home provinces, and those that its infantry "
            "garrisons."
        )
    )
    return Table("scenario_cities", words(N_("Cities at the beginning")), "11.1", heads, tuple(rows), note)


def _seas(of: Scenario) -> Table:
    """§7.12 Naval superiority at the beginning, and how much of it is distributed anew."""
    rows = tuple((zone, *(f"{of.naval[zone].get(side, 0):+d}" for side in of.sides)) for zone in of.zones)
    note = words(N_("Each year each side may move {n} {n:level|levels}."), n=of.reallotment)
    heads = (words(N_("Sea")), *of.sides)
    title = words(N_("Naval superiority"))
    return Table("scenario_seas", title, "7.12", heads, rows, note if of.reallotment else None)


def _heads(*names: str) -> tuple[Words, ...]:
    return tuple(words(name) for name in names)
