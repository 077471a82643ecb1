"""Read, connect and check a board, with or without an overlay of other figures."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import chain
from pathlib import Path
from typing import Final

from adjudicator.records import Sheet, read_board, table, values

from .checks import check
from .pieces import (
    Agents,
    City,
    Colour,
    Column,
    EventRow,
    Figures,
    KindLine,
    LeaderLine,
    Letter,
    MercenaryLine,
    Nation,
    Region,
    Scenario,
    Sea,
    StratagemLine,
    Turn,
    Type,
    Unit,
)
from .printed import Board

DATA: Final = Path(__file__).parents[3] / "data" / "ottomans"
FILES: Final = (
    "areas.toml",
    "charts.toml",
    "nations.toml",
    "scenarios.toml",
    "stratagems.toml",
    "units.toml",
)
DRAWN: Final = ("areas.csv", "map.toml")
"""The files that pictures alone use."""


def load(folder: Path, overlay: Path | None = None) -> Board:
    """Read, connect and check a board (see `records.read_board`)."""
    return read_board(folder, FILES, connect, check, overlay)


def connect(sheets: Mapping[str, Sheet]) -> Board:
    """Build a board from its sheets, by file name, without judging it (`check` does).

    Raises:
        DataError: a record with a wrong field.
    """
    areas, charts, units = sheets["areas.toml"], sheets["charts.toml"], sheets["units.toml"]
    scenarios = sheets["scenarios.toml"]
    return Board(
        coalitions=table(areas, "coalition", Colour),
        regions=table(areas, "region", Region),
        cities=table(areas, "city", City),
        seas=table(areas, "sea", Sea),
        nations=table(sheets["nations.toml"], "nation", Nation),
        types=table(units, "type", Type),
        kinds=table(units, "kind", KindLine),
        leaders=table(units, "leader", LeaderLine),
        mercenaries=table(units, "mercenary", MercenaryLine),
        stratagems=table(sheets["stratagems.toml"], "stratagem", StratagemLine),
        columns=table(charts, "column", Column),
        events=table(charts, "event", EventRow),
        letters=table(charts, "letter", Letter),
        agents=values(charts, "agents", Agents),
        turns=table(charts, "turn", Turn),
        figures=values(scenarios, "figures", Figures),
        scenarios=table(scenarios, "scenario", Scenario),
        sources=dict(sorted(chain.from_iterable(sheet.sources.items() for sheet in sheets.values()))),
    )


def units_of(board: Board) -> dict[str, Unit]:
    """Return every counter by its id: units of nations, leaders, mercenaries."""
    found = dict[str, Unit]()
    for kind in board.kinds.values():
        for n in range(1, kind.count + 1):
            found[f"{kind.id}_{n}"] = Unit(
                id=f"{kind.id}_{n}",
                kind=kind.id,
                nation=kind.nation,
                coalition=board.nations[kind.nation].coalition,
                type=kind.type,
                strength=kind.strength,
                back=kind.back or kind.strength,
                move=kind.move,
                naval=kind.type == "naval",
            )
    for one in board.leaders.values():
        found[one.id] = Unit(
            id=one.id,
            kind=one.id,
            nation=one.nation,
            coalition=one.coalition,
            type="leader",
            strength=one.strength,
            back=one.strength,
            move=one.move,
            naval=one.naval,
            command=one.command,
        )
    for hired in board.mercenaries.values():
        found[hired.id] = Unit(
            id=hired.id,
            kind=hired.id,
            nation="",
            coalition=hired.coalition,
            type=hired.type,
            strength=hired.strength,
            back=hired.strength,
            move=hired.move,
            naval=hired.type == "naval",
        )
    return dict(sorted(found.items()))
