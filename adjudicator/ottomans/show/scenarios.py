"""The tables of a scenario's booklet: course, core nations, leaders, mercenaries, later units (§26)."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.core import N_, Words, words
from adjudicator.display.aids import Cell, Table
from adjudicator.ottomans.board import (
    FIGURES,
    HIRED,
    KINDS,
    LEADERS,
    SCENARIOS,
    TURNS,
)
from adjudicator.ottomans.board.pieces import KindLine, Scenario
from adjudicator.ottomans.world import OTTOMANS

Row = tuple[Cell, ...]


def scenario(id: str) -> tuple[Table, ...]:
    """Return the tables of a scenario "s1" to "s4"."""
    plan = SCENARIOS[id.removeprefix("s")]
    return (_course(plan), _cores(plan), _leaders(plan), _mercenaries(plan), _units(plan))


def _course(plan: Scenario) -> Table:
    """§26.0 1.0 4.0 The length, the first player, the opening chits and the special rules."""
    rows: list[Row] = [
        (
            words(N_("first turn")),
            words(N_("{n} ({years})"), n=plan.first_turn, years=_years(plan.first_turn)),
        ),
        (words(N_("last turn")), words(N_("{n} ({years})"), n=plan.last_turn, years=_years(plan.last_turn))),
        (words(N_("always played")), OTTOMANS),
        (words(N_("opening chits with 2, 3, 4 players")), _chits()),
        (
            words(N_("side of Siege Trains at the beginning")),
            words(N_("the weaker one")) if plan.front else words(N_("the stronger one")),
        ),
    ]
    if plan.front:
        rows += [
            (words(N_("initiative in the first turn")), OTTOMANS),
            (
                words(N_("may begin in Thessalonica")),
                words(
                    N_("three Ottoman units, one each of the Emirates, Rumelia and Janissaries, and a leader")
                ),
            ),
        ]
    if plan.more_chits:
        text = words(N_("{n} more opening chits with two players"), n=plan.more_chits)
        rows.append((words(N_("against the Ottomans")), text))
    heads = (words(N_("What")), words(N_("in this scenario")))
    return Table("course", words(N_("Course and special rules")), f"26.{plan.number}", heads, tuple(rows))


def _years(turn: int) -> str:
    return TURNS[turn].years


def _chits() -> str:
    return ", ".join(str(n) for n in FIGURES.opening_chits.values())


def _cores(plan: Scenario) -> Table:
    """§26.0 2.0 The nations that come with a core nation, and those that none may be."""
    rows: list[Row] = [(nation, list(partners)) for nation, partners in plan.pairs.items()]
    note = words(N_("Never a core nation: {nations}."), nations=list(plan.core_never))
    heads = (words(N_("Core nation")), words(N_("comes with control of")))
    return Table("cores", words(N_("Core nations")), "4.1", heads, tuple(rows), note)


def _leaders(plan: Scenario) -> Table:
    """§26.0 3.0(1) Leaders by how they come into play."""
    rows: list[Row] = []
    for leader in LEADERS.values():
        if leader.code == plan.leaders and leader.nation:
            rows.append((leader.id, leader.nation, words(N_("on the map"))))
        elif leader.id in plan.pool_leaders:
            rows.append((leader.id, leader.nation, words(N_("in the pool of chits"))))
        elif (turn := _later(plan, leader.id)) is not None:
            rows.append((leader.id, leader.nation, turn))
    heads = (words(N_("Leader")), words(N_("nation")), words(N_("at the beginning")))
    return Table("scenario_leaders", words(N_("Leaders of the scenario")), "26.0", heads, tuple(rows))


def _later(plan: Scenario, chit: str) -> Words | None:
    turns = [turn for turn, chits in plan.later.items() if chit in chits]
    return (
        words(N_("into the pool in turn {n} ({years})"), n=turns[0], years=_years(int(turns[0])))
        if turns
        else None
    )


def _mercenaries(plan: Scenario) -> Table:
    """§26.0 3.0(3) Mercenaries by how they come into play."""
    rows: list[Row] = []
    hired = {unit: (core, place) for core, (unit, place) in plan.hired.items()}
    for unit in HIRED:
        if unit in plan.janissaries:
            where: Cell = words(N_("with {core}, in {places:or}"), core=OTTOMANS, places=list(plan.camps))
        elif unit in hired:
            core, place = hired[unit]
            where = words(
                N_("with {core} as a core nation, in {place}; else in the pool"), core=core, place=place
            )
        elif (later := _later(plan, unit)) is not None:
            where = later
        elif unit in plan.unused:
            where = words(N_("not used"))
        elif unit == "st_john_1":
            where = words(N_("in {place}, and obeys nobody"), place="rhodes_city")
        else:
            where = words(N_("in the pool of chits"))
        rows.append((unit, where))
    heads = (words(N_("Mercenary")), words(N_("at the beginning")))
    return Table("scenario_mercenaries", words(N_("Mercenaries of the scenario")), "26.0", heads, tuple(rows))


def _units(plan: Scenario) -> Table:
    """§26.0 3.0(2) §26.5 The units that are not set up, by when they come."""
    rows: list[Row] = [(kind.id, kind.count, when) for kind in KINDS.values() for when in _comes(plan, kind)]
    note = words(N_("All other units of the nations begin in their regions (§4.3)."))
    heads = (words(N_("Unit")), words(N_("number")), words(N_("comes")))
    title = words(N_("Units that are not set up"))
    return Table("scenario_units", title, "26.0", heads, tuple(rows), note)


def _comes(plan: Scenario, kind: KindLine) -> Iterator[Words]:
    turn = kind.enters.get(plan.number, 0)
    if plan.number in kind.never or (kind.nation in plan.unused and not _later(plan, kind.nation)):
        yield words(N_("not used"))
    elif plan.number in kind.condition:
        yield words(N_("as a replacement, once Turks or Caliphate have held a city of Hungary or Croatia"))
    elif turn > plan.first_turn:
        yield words(N_("in turn {n} ({years})"), n=turn, years=_years(turn))
    elif plan.number in kind.late:
        yield words(N_("as a replacement from the first turn on"))
