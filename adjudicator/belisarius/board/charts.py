"""The charts and tables of the rules: grids of results by column and die, read once with the board."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct

from adjudicator.core.language.words import N_
from adjudicator.records import Count, DataError, Positive, Sheet, table, values


class Chart(Struct, frozen=True, forbid_unknown_fields=True):
    """A printed grid: a row of `rows` holds one cell a column, for the dice 1, 2, 3 … in order."""

    id: str
    columns: tuple[str, ...]
    rows: tuple[str, ...]

    def grid(self) -> Mapping[str, Mapping[int, str]]:
        """Return the cells by column and die.

        Raises:
            DataError: a row with more or fewer cells than columns.
        """
        cells = [row.split() for row in self.rows]
        if any(len(row) != len(self.columns) for row in cells):
            raise DataError(
                N_("{where}: a row does not fit the columns"), where=f"charts.toml: chart/{self.id}: rows"
            )
        found = {}
        for at, column in enumerate(self.columns):
            found[column] = {die: row[at] for die, row in enumerate(cells, 1)}
        return found


class Region(Struct, frozen=True, forbid_unknown_fields=True):
    """The provinces that an event or marker names, in the order of the text (names: ruling BE-A3)."""

    id: str
    provinces: tuple[str, ...]


class Terrain(Struct, frozen=True, forbid_unknown_fields=True):
    """A kind of ground (§chart/terrain): `op` in operation points to enter, 0 where its ground says.

    `forage` is in units (§20.1), `defence` the factor of §17.74(2): 1 is none.
    """

    id: str
    forage: Count
    defence: Positive
    op: Count = 0

    @property
    def half(self) -> int:
        """The cost of entry, in half operation points."""
        return 2 * self.op


class Points(Struct, frozen=True, forbid_unknown_fields=True):
    """§chart/operations HALF operation points (§16.21): of operations, of a step by a way, of water to cross.

    `sea_from_port` and `sea_from_coast` are of a sea hex by where the voyage began (§19.52), `river_movement`
    of a hex of it (§29.1), `area` of the step into an off-map area (§18.21).
    """

    assault: Positive
    manoeuvre: Positive
    pillage: Positive
    colony: Positive
    road: Positive
    track: Positive
    river: Positive
    strait: Positive
    sea_from_port: Positive
    sea_from_coast: Positive
    river_movement: Positive
    area: Positive


class Costs(Struct, frozen=True, forbid_unknown_fields=True):
    """§chart/finance Solidi for a marker, colony, public works, for clearing a printed city or other hex.

    `pay` is what event 33 asks for a stack, `donative` what Troops Demand Donative asks for a unit.
    """

    marker: Count
    colony: Positive
    works: Count
    pillaged_city: Count
    pillaged_other: Count
    pay: Count
    donative: Count


class Income(Struct, frozen=True, forbid_unknown_fields=True):
    """Solidi of a colony and of public works (§10.11), and for the pillage of a lesser city or colony."""

    colony: Positive
    works: Count
    plunder: Count


Results = tuple[str, ...]


class Charts(Struct, frozen=True):
    """All charts. A mapping holds what is printed; the methods take any figure to its column and row."""

    combat: Mapping[str, Mapping[str, Mapping[int, str]]]
    diplomacy: Mapping[int, Mapping[int, Results]]
    heavy_tax: Mapping[int, int]
    revolt: Mapping[int, bool]
    pillage: Mapping[str, Mapping[int, Results]]
    colony: Mapping[str, Mapping[int, Results]]
    disband: Mapping[int, str]
    events: Mapping[int, str]
    regions: Mapping[str, Results]
    terrain: Mapping[str, Terrain]
    op: Points
    cost: Costs
    income: Income

    def crt(self, name: str, column: str, die: int) -> str:
        """Return "AA" to "DZ" for "assault" or "manoeuvre", a column of `ODDS` and a die 1-6."""
        return self.combat[name][column][die]

    def diplomatic(self, difference: int, die: int) -> Results:
        """Return the results, up to two of D1-D3, R1, R2, for any difference (§9.1(6), §9.1(8)) and a die."""
        return self.diplomacy[_within(self.diplomacy, difference)][die]

    def taxed(self, score: int) -> int:
        """§chart/heavy_tax Return how often tax is paid, 0 for a defection; `score` is the modified die."""
        return self.heavy_tax[_within(self.heavy_tax, score)]

    def revolts(self, score: int) -> bool:
        """Return true if a province revolts (§4.71); `score` is the modified die."""
        return self.revolt[_within(self.revolt, score)]

    def disbanding(self, score: int) -> str:
        """Return "mutiny", "disband" or "loyal" (§chart/disband); `score` is the modified die."""
        return self.disband[_within(self.disband, score)]

    def pillaging(self, strength: int, die: int) -> Results:
        """§chart/pillage Return none to two of P and R for a strength of at least 1 and a die 1-6."""
        return self.pillage[_column(self.pillage, strength)][die]

    def colonizing(self, strength: int, die: int) -> Results:
        """§chart/colony Return none to two of C and R for a strength of at least 1 and a die 1-6."""
        return self.colony[_column(self.colony, strength)][die]


def charts_of(sheet: Sheet) -> Charts:
    """Read the charts.

    Raises:
        DataError: a chart that is missing, has a wrong field or a row that does not fit its columns.
    """
    grids = {key: chart.grid() for key, chart in table(sheet, "chart", Chart).items()}
    try:
        return Charts(
            combat={name: grids[name] for name in ("assault", "manoeuvre")},
            diplomacy={int(column): _results(cells) for column, cells in grids["diplomacy"].items()},
            heavy_tax={die: int(cell) for die, cell in grids["heavy_tax"]["tax"].items()},
            revolt={die: cell == "revolt" for die, cell in grids["revolt"]["result"].items()},
            pillage={column: _results(cells) for column, cells in grids["pillage"].items()},
            colony={column: _results(cells) for column, cells in grids["colony"].items()},
            disband=grids["disband"]["result"],
            events=_events(grids["events"]),
            regions={key: region.provinces for key, region in table(sheet, "region", Region).items()},
            terrain=table(sheet, "terrain", Terrain),
            op=values(sheet, "op", Points),
            cost=values(sheet, "cost", Costs),
            income=values(sheet, "income", Income),
        )
    except KeyError as missing:
        said = N_("{where}: has no chart or column {name}")
        raise DataError(said, where="charts.toml", name=str(missing)) from missing


def _results(cells: Mapping[int, str]) -> dict[int, Results]:
    return {die: () if cell == "-" else tuple(cell.split("+")) for die, cell in cells.items()}


def _events(grid: Mapping[str, Mapping[int, str]]) -> dict[int, str]:
    """§chart/events Order them by both dice: 11 to 66 (35 and 36 are one, ruling BE-A2)."""
    found = {10 * tens + int(ones): cell for ones, cells in grid.items() for tens, cell in cells.items()}
    return dict(sorted(found.items()))


def _within(grid: Mapping[int, object], score: int) -> int:
    """Return the score, or the end of the chart that it lies beyond."""
    return min(max(score, min(grid)), max(grid))


def _column(grid: Mapping[str, object], strength: int) -> str:
    """Return the column "1", "2-3" or "4+" that holds a strength."""
    if strength < 1:
        raise ValueError(f"a strength of {strength} has no column")
    return next(c for c in reversed(list(grid)) if strength >= int(c.rstrip("+").split("-")[0]))
