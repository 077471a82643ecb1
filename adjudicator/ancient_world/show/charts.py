"""The charts of the series rules and the leaders, as player aids."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TypeAlias, TypeVar

from adjudicator.ancient_world.board import CHARTS, LEADERS, PROVINCES, SCENARIOS
from adjudicator.ancient_world.rules.r06_ground import DEVASTATED, RIVER_POINTS, TERRAIN_POINTS
from adjudicator.core import N_, Words, words
from adjudicator.display.aids import Cell, Table

from .places import GROUND, PORTS

T = TypeVar("T")
Heads: TypeAlias = tuple[Cell, ...]

DIE = words(N_("Die roll"))
DICE = tuple(str(die) for die in range(10))
ATTRITION_LOSSES = words(N_("Columns: strength points of the force, up to. Cells: strength points lost."))
RIVERS = {"minor": N_("minor river"), "medium": N_("medium river"), "major": N_("major river")}
HORSE = {
    "other_flat": N_("others, flat"),
    "roman_flat": N_("Rome, flat"),
    "other_rough": N_("others, rough"),
    "roman_rough": N_("Rome, rough"),
    "mountain_marsh": N_("mountains, marsh"),
}
FATES = {"": "–", "out": N_("out for the turn"), "killed": N_("killed")}
AUGURIES = {
    "none": N_("nothing"),
    "storm": N_("storms in a zone"),
    "fair_winds": N_("fair winds"),
    "drought": N_("drought in a province"),
    "good_harvest": N_("good harvest"),
    "plague": N_("plague at a siege"),
    "deserters": N_("deserters"),
    "envoys": N_("a province moves towards you"),
    "bad_faith": N_("a province moves towards the enemy"),
    "guides": N_("native guides"),
    "fever": N_("marsh fever"),
    "mutiny": N_("mutiny in a force"),
    "illness": N_("a leader falls ill"),
    "omens_good": N_("favourable omens for a leader"),
    "omens_bad": N_("unfavourable omens for a leader"),
    "volunteers": N_("volunteers in a city"),
    "raiders": N_("raiders"),
    "quarrel": N_("the enemy's generals quarrel"),
    "old_soldiers": N_("old soldiers are elite"),
    "prodigy": N_("a prodigy"),
}


def tables() -> tuple[Table, ...]:
    """All charts, read from the board."""
    return (
        _ground(),
        _provinces(),
        _attrition(),
        *_leaders(),
        *_odds(),
        *_battle(),
        *_sieges(),
        *_sea(),
        *_diplomacy(),
    )


def _heads(*names: str) -> tuple[Words, ...]:
    return tuple(map(Words, names))


def _table(
    id: str, title: str, heads: Iterable[Cell], rows: Iterable[tuple[Cell, ...]], note: Words | None = None
) -> Table:
    return Table(id, words(title), f"chart/{id}", tuple(heads), tuple(rows), note)


def _to(most: Iterable[int]) -> list[str]:
    """Heads of columns with upper limits; the last one is without a limit."""
    found = list(most)
    return [f"≤{n}" if n else f">{found[-2]}" for n in found]


def _ordered(rows: Mapping[str, T]) -> list[T]:
    """Return rows in the order of their numbers, not of their text."""
    return [rows[id] for id in sorted(rows, key=int)]


def _by_die(rows: Mapping[str, tuple[int, ...]]) -> Iterator[tuple[Cell, ...]]:
    for id, values in rows.items():
        yield id, *map(str, values)


# -- movement --------------------------------------------------------------------------------------


def _ground() -> Table:
    """§6.41 Return the points of terrain, rivers and provinces that a force pays for its route."""
    rows: list[tuple[Cell, ...]] = [(words(GROUND[id]), f"+{n}") for id, n in TERRAIN_POINTS.items()]
    rows += [(words(RIVERS[size]), f"+{n}") for size, n in RIVER_POINTS.items()]
    rows += [
        (words(N_("the province's attrition rating, once a province")), "+1–4"),
        (words(N_("devastated province: its rating")), f"×{DEVASTATED}"),
    ]
    note = words(
        N_(
            "There is no movement allowance: when a force stops, it pays attrition for its whole route. "
            "Roads have bridges over rivers."
        )
    )
    return _table(
        "attrition_points", N_("Attrition points of a route"), _heads(N_("What"), N_("points")), rows, note
    )


def _provinces() -> Table:
    rows = tuple((id, province.attrition) for id, province in PROVINCES.items())
    return Table(
        "provinces", words(N_("Attrition ratings")), "6.41", _heads(N_("Province"), N_("rating")), rows
    )


def _attrition() -> Table:
    heads: Heads = (words(N_("Attrition points")), *_to(column.most for column in CHARTS.columns.values()))
    rows = ((row.label, *map(str, row.losses)) for row in CHARTS.rows.values())
    return _table("attrition", N_("Attrition"), heads, rows, ATTRITION_LOSSES)


# -- leaders ---------------------------------------------------------------------------------------


def _leaders() -> Iterator[Table]:
    """Yield one table for each scenario, of the leaders who may appear in it."""
    heads = _heads(
        N_("Leader"),
        N_("initiative"),
        N_("campaign"),
        N_("battle"),
        N_("subordinate"),
        N_("guile"),
        N_("diplomacy"),
        N_("mortality"),
    )
    for scenario in SCENARIOS.values():
        found = [one for one in LEADERS.values() if scenario.id in one.scenarios]
        rows = tuple(
            (
                one.id,
                one.initiative,
                one.campaign,
                one.battle,
                one.subordinate,
                one.guile,
                one.diplomacy,
                one.mortality,
            )
            for one in sorted(found, key=lambda one: (scenario.sides.index(one.side), one.year, one.id))
        )
        title = words(N_("Leaders: {scenario}"), scenario=scenario.id)
        note = words(
            N_("After each operation the leader continues if a die is no higher than the campaign rating.")
        )
        yield Table(f"leaders_{scenario.id}", title, "5.11", heads, rows, note)


# -- battle ----------------------------------------------------------------------------------------


def _odds() -> Iterator[Table]:
    """§8.32 §8.33 Yield the tables of tactical ability, ratios and superiority in cavalry."""
    yield _table(
        "tactical",
        N_("Tactical ability"),
        (DIE, *DICE),
        _by_die({row.id: row.values for row in CHARTS.tactical_rows.values()}),
    )
    yield _table(
        "odds",
        N_("Ratios"),
        _heads(N_("Ratio"), N_("modifier")),
        ((row.ratio, f"{row.modifier:+}") for row in CHARTS.ratios.values()),
    )
    yield _table(
        "horse",
        N_("Superiority in cavalry"),
        _heads(N_("Side, ground"), N_("a lead of at least: modifier")),
        (
            (words(HORSE[row.id]), ", ".join(f"{least}: +{worth}" for least, worth in row.steps))
            for row in (CHARTS.horse_columns[id] for id in HORSE)
        ),
    )
    yield _table(
        "elephants",
        N_("Elephants"),
        _heads(
            N_("Die roll"),
            N_("own infantry lost"),
            N_("elephants lost"),
            N_("modifier"),
            N_("enemy infantry lost"),
        ),
        (
            (row.id, row.own_foot, row.lost, f"{row.modifier:+}", _or_percent(row.enemy, row.enemy_percent))
            for row in CHARTS.elephants.values()
        ),
    )


def _battle() -> Iterator[Table]:
    """Yield the tables of a battle on land: its results, and what is added to the die."""
    yield _table(
        "battle",
        N_("Battle results"),
        _heads(N_("Total"), N_("attacker loses"), N_("defender loses")),
        (_result(row.id, row.attacker, row.defender, row.unpredictable) for row in _ordered(CHARTS.battle)),
        words(
            N_("“?” is an unpredictable event with its modifier: a second die decides. * is less than 5 %.")
        ),
    )
    yield _table(
        "unpredictable",
        N_("Unpredictable events"),
        _heads(N_("Second die"), N_("attacker loses"), N_("defender loses")),
        ((row.id, f"{row.attacker} %", f"{row.defender} %") for row in CHARTS.unpredictable_rows.values()),
    )
    percents = _ordered(CHARTS.percents)
    yield _table(
        "percent",
        N_("Percentages as strength points: tens"),
        (words(N_("Percent")), *(str(10 * n) for n in range(1, 11))),
        ((f"{row.id} %", *map(str, row.tens)) for row in percents),
        words(N_("Add tens and units.")),
    )
    yield Table(
        "percent_units",
        words(N_("Percentages as strength points: units")),
        "chart/percent",
        (words(N_("Percent")), *(str(n) for n in range(1, 10))),
        tuple((f"{row.id} %", *map(str, row.units[:9])) for row in percents),
    )
    yield _table(
        "status",
        N_("States after battle"),
        _heads(N_("State"), N_("battle"), N_("rows of attrition"), N_("siege attrition"), N_("assault")),
        (
            (row.id, f"{row.battle:+}", f"{row.rows:+}", f"{row.siege:+}", f"{row.assault:+}")
            for row in sorted(CHARTS.statuses.values(), key=lambda row: row.rank)
        ),
    )


def _or_percent(points: int, percent: int) -> Cell:
    return words(N_("{n}, or {percent} % if more"), n=points, percent=percent) if percent else points


def _result(id: str, attacker: str, defender: str, unpredictable: int | None) -> tuple[Cell, ...]:
    if unpredictable is not None:
        return id, f"? {unpredictable:+}", f"? {unpredictable:+}"
    return id, f"{attacker} %", f"{defender} %"


# -- sieges ----------------------------------------------------------------------------------------


def _sieges() -> Iterator[Table]:
    """Yield the tables of siege operations, from assault to sallies."""
    yield _table(
        "assault",
        N_("Assault"),
        _heads(N_("Ratio"), N_("taken on a total of")),
        ((row.ratio, words(N_("{n} or more"), n=row.success)) for row in CHARTS.assaults.values()),
        words(
            N_("Added to the die for the leader's battle letter: {letters}."),
            letters=[
                f"{row.id} {row.value:+}" for row in CHARTS.assault_letters.values() if row.id != "none"
            ],
        ),
    )
    yield from (
        _table(
            id,
            title,
            _heads(N_("Die, modified, up to"), N_("the defence changes by")),
            ((_band(row.most), row.change) for row in rows.values()),
        )
        for id, title, rows in (
            ("reduction", N_("Reduction"), CHARTS.reductions),
            ("repair", N_("Repair"), CHARTS.repairs),
        )
    )
    heads: Heads = (DIE, *_to(column.most for column in CHARTS.siege_columns.values()))
    for id, title, lines in (
        ("siege_inside", N_("Siege attrition inside"), CHARTS.inside),
        ("siege_outside", N_("Siege attrition outside"), CHARTS.outside),
    ):
        rows = tuple((row.id, *map(str, row.losses)) for row in lines.values())
        yield Table(id, words(title), "chart/siege_attrition", heads, rows, ATTRITION_LOSSES)
    yield _table(
        "treachery",
        N_("Treachery: a die above"),
        (words(N_("Campaign rating")), *(words(N_("defence {n}"), n=n) for n in (1, 3, 4, 7))),
        ((row.id, *map(str, row.numbers)) for row in CHARTS.treacheries.values()),
    )
    yield _table(
        "surrender",
        N_("Surrender"),
        _heads(N_("Printed defence"), N_("die needed")),
        ((row.id, row.value) for row in CHARTS.surrenders.values()),
    )
    yield _table(
        "sally",
        N_("Sallies: infantry lost by the sally / by the besieger"),
        (words(N_("Ability of the besieger")), *DICE),
        ((row.id, *row.results) for row in CHARTS.sallies.values()),
    )


def _band(most: int) -> Cell:
    return str(most) if most < 99 else words(N_("over"))


# -- at sea ----------------------------------------------------------------------------------------


def _sea() -> Iterator[Table]:
    """Yield the tables of voyages and battles at sea."""
    yield _table(
        "transport",
        N_("Sea transport"),
        _heads(N_("Die, modified, up to"), N_("lost"), N_("scattered"), N_("level of the zone")),
        (
            (
                _band(row.most),
                f"{row.percent} %",
                words(N_("yes") if row.scatter else N_("no")),
                f"{row.level:+}",
            )
            for row in CHARTS.transports.values()
        ),
    )
    yield _table(
        "port",
        N_("Strength points that embark and land"),
        _heads(N_("Port"), N_("embark"), N_("land"), N_("land, scattered")),
        (
            (
                words(PORTS.get(row.id, N_("no port"))),
                *map(_without_end, (row.embark, row.land, row.scattered)),
            )
            for row in (CHARTS.ports[id] for id in (*PORTS, "none"))
        ),
    )
    yield _table(
        "strait",
        N_("Opposed straits"),
        _heads(N_("Level"), N_("strength points lost")),
        (
            (row.id, words(N_("row {row}"), row=row.row))
            if row.row
            else (row.id, words(N_("(die − {less}) × {times}"), less=row.less, times=row.times))
            for row in _ordered(CHARTS.straits)
        ),
    )
    row_heads: Heads = (words(N_("Row")), *_to(column.most for column in CHARTS.columns.values()))
    rows = tuple((row.id, *map(str, row.losses)) for row in CHARTS.strait_rows.values())
    yield Table(
        "strait_rows", words(N_("Opposed straits: rows")), "chart/strait", row_heads, rows, ATTRITION_LOSSES
    )
    yield _table(
        "devastation",
        N_("Devastation"),
        _heads(N_("Strength points, at least"), N_("value")),
        ((row.least, row.value) for row in CHARTS.devastations.values()),
    )


def _without_end(n: int) -> Cell:
    return words(N_("any number")) if n == 999 else n


# -- diplomacy and the rest ------------------------------------------------------------------------


def _diplomacy() -> Iterator[Table]:
    """§12.34 §13.0 Yield the tables of ambassadors, their disasters, and the auguries."""
    yield _table(
        "ambassador",
        N_("Ambassadors"),
        _heads(N_("Die and diplomacy, up to"), N_("boxes"), N_("disaster")),
        (
            (_band(row.most), row.boxes, words(N_("yes")) if row.disaster else "–")
            for row in CHARTS.embassies.values()
        ),
    )
    yield Table(
        "disaster",
        words(N_("Ambassadors: disaster")),
        "12.34",
        _heads(N_("Die, up to"), N_("boxes"), N_("the ambassador")),
        tuple((row.most, row.boxes, words(FATES[row.fate])) for row in CHARTS.disasters.values()),
    )
    yield _table(
        "augury",
        N_("Auguries"),
        _heads(N_("Two dice"), N_("event")),
        (
            (f"{row.least:02}–{row.most:02}", words(AUGURIES[row.id]))
            for row in sorted(CHARTS.auguries.values(), key=lambda row: row.least)
        ),
    )
