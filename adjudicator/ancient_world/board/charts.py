"""The charts: every table of the rules as a function (§2.3). Dice are read 0 to 9 (§2.6)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Annotated, Literal

from msgspec import Meta, Struct

from adjudicator.records import Count, Positive, Sheet, Spelling, table

Dice = Meta(min_length=10, max_length=10)
"""A figure for each die, 0 to 9."""
Modifier = Annotated[int, Meta(ge=-99, le=99)]
Share = Annotated[int, Meta(ge=0, le=100)]
"""A percentage."""
Strength = Annotated[int, Meta(ge=0, le=999)]
"""Strength points."""
Flag = Literal[0, 1]

STAR = -1
"""§8.33 A percentage of "*": fewer than five in a hundred."""
STAR_COUNTS = 4
"""§8.37 For comparison "*" counts as four; ruling AW-R58."""


class Row(Struct, frozen=True, forbid_unknown_fields=True):
    """A row of figures."""

    id: str
    values: Annotated[tuple[Modifier, ...], Dice]


class Ratio(Struct, frozen=True, forbid_unknown_fields=True):
    """A ratio of strengths and its modifier (§8.31)."""

    id: str
    ratio: Spelling
    attacker: Positive
    defender: Positive
    modifier: Modifier


class Steps(Struct, frozen=True, forbid_unknown_fields=True):
    """From how much, and what it is worth."""

    id: str
    steps: Annotated[tuple[tuple[Strength, Count], ...], Meta(min_length=1)]


class Elephant(Struct, frozen=True, forbid_unknown_fields=True):
    """The effect of one elephant strength point (§8.36, §chart/elephants)."""

    id: str
    own_foot: Count
    lost: Flag
    modifier: Modifier
    enemy: Count
    enemy_percent: Share


class Result(Struct, frozen=True):
    """A battle result: percentages (`STAR` for "*"), or the modifier of an unpredictable one (§8.4)."""

    attacker: int = 0
    defender: int = 0
    unpredictable: int | None = None


Printed = Annotated[str, Meta(pattern=r"^(\*|[0-9]{1,2}|100)?$")]
"""A percentage as printed, "*" among them; "" where there is none."""


class ResultLine(Struct, frozen=True, forbid_unknown_fields=True):
    """A battle result as the file has it."""

    id: str
    attacker: Printed = ""
    defender: Printed = ""
    unpredictable: Modifier | None = None

    def result(self) -> Result:
        """Return the result with `STAR` for "*"."""
        if self.unpredictable is not None:
            return Result(unpredictable=self.unpredictable)
        return Result(_percent(self.attacker), _percent(self.defender))


def _percent(text: str) -> int:
    return STAR if text == "*" else int(text)


class Pair(Struct, frozen=True, forbid_unknown_fields=True):
    """Percentages lost by attacker and defender."""

    id: str
    attacker: Share
    defender: Share


class Percent(Struct, frozen=True, forbid_unknown_fields=True):
    """§8.34 A percentage of 1 to 10 and of 10 to 100 strength points."""

    id: str
    units: Annotated[tuple[Share, ...], Dice]
    tens: Annotated[tuple[Share, ...], Dice]


class Column(Struct, frozen=True, forbid_unknown_fields=True):
    """A column: up to how many strength points, 0 without end."""

    id: str
    most: Strength


class Losses(Struct, frozen=True, forbid_unknown_fields=True):
    """A row of losses by column."""

    id: str
    losses: tuple[Strength, ...]


class AttritionRow(Struct, frozen=True, forbid_unknown_fields=True):
    """§6.43 A row of the attrition chart: up to how many points, 0 without end."""

    id: str
    label: Spelling
    most: Strength
    losses: tuple[Strength, ...]


class Strait(Struct, frozen=True, forbid_unknown_fields=True):
    """§7.33 The cost of an opposed strait: (die - less) x times, or a row of the chart."""

    id: str
    less: Modifier = 0
    times: Count = 0
    row: Literal["", "A", "B", "C", "D"] = ""


class Least(Struct, frozen=True, forbid_unknown_fields=True):
    """From how much, and the value."""

    id: str
    least: Strength
    value: Count


class Transport(Struct, frozen=True, forbid_unknown_fields=True):
    """§7.21 A result of naval transport: percent lost, scattered or not, change of the level."""

    id: str
    most: Modifier
    percent: Share
    scatter: Flag
    level: Modifier


class Port(Struct, frozen=True, forbid_unknown_fields=True):
    """§7.25 §chart/port The strength points that may embark and land."""

    id: str
    embark: Strength
    land: Strength
    scattered: Strength


class Assault(Struct, frozen=True, forbid_unknown_fields=True):
    """§9.33 A ratio and the die that takes the city."""

    id: str
    ratio: Spelling
    attacker: Positive
    defender: Positive
    success: Count


class Value(Struct, frozen=True, forbid_unknown_fields=True):
    """One figure."""

    id: str
    value: Modifier


class Band(Struct, frozen=True, forbid_unknown_fields=True):
    """Up to which modified die, and the change."""

    id: str
    most: Modifier
    change: Count


class Numbers(Struct, frozen=True, forbid_unknown_fields=True):
    """§9.62 The numbers for a defence of 1, 3, 4 and 7."""

    id: str
    numbers: tuple[Count, Count, Count, Count]


class Sallies(Struct, frozen=True, forbid_unknown_fields=True):
    """§9.27 Results for the dice 0 to 9, "sally/besieger"."""

    id: str
    results: Annotated[tuple[Annotated[str, Meta(pattern=r"^[0-9]+/[0-9]+$")], ...], Dice]


class Embassy(Struct, frozen=True, forbid_unknown_fields=True):
    """§12.34 Up to which sum, and how many boxes, or a disaster."""

    id: str
    most: Modifier
    boxes: Modifier
    disaster: Flag


class Disaster(Struct, frozen=True, forbid_unknown_fields=True):
    """§12.34 The fate of an ambassador: "killed", "out" for the turn, or nothing."""

    id: str
    most: Count
    boxes: Modifier
    fate: Literal["", "killed", "out"]


class Status(Struct, frozen=True, forbid_unknown_fields=True):
    """§8.55 §chart/status The effects of a status after battle."""

    id: str
    rank: Count
    battle: Modifier
    rows: Count
    siege: Modifier
    assault: Modifier


class Augury(Struct, frozen=True, forbid_unknown_fields=True):
    """§13.0 The numbers of an augury."""

    id: str
    least: Count
    most: Count


DEFENCES = (1, 3, 4, 7)
"""§9.12 The defences for which the treachery chart has a column."""


class Charts(Struct, frozen=True):
    """Every chart, and how it is read. Dice are 0 to 9."""

    tactical_rows: Mapping[str, Row]
    ratios: Mapping[str, Ratio]
    horse_columns: Mapping[str, Steps]
    elephants: Mapping[str, Elephant]
    battle: Mapping[str, ResultLine]
    unpredictable_rows: Mapping[str, Pair]
    percents: Mapping[str, Percent]
    columns: Mapping[str, Column]
    rows: Mapping[str, AttritionRow]
    strait_rows: Mapping[str, Losses]
    straits: Mapping[str, Strait]
    devastations: Mapping[str, Least]
    transports: Mapping[str, Transport]
    ports: Mapping[str, Port]
    assaults: Mapping[str, Assault]
    assault_letters: Mapping[str, Value]
    reductions: Mapping[str, Band]
    repairs: Mapping[str, Band]
    siege_columns: Mapping[str, Column]
    inside: Mapping[str, Losses]
    outside: Mapping[str, Losses]
    treacheries: Mapping[str, Numbers]
    surrenders: Mapping[str, Value]
    sallies: Mapping[str, Sallies]
    embassies: Mapping[str, Embassy]
    disasters: Mapping[str, Disaster]
    statuses: Mapping[str, Status]
    auguries: Mapping[str, Augury]

    def tactical(self, letter: str, die: int) -> int:
        """§8.32 §chart/tactical Return a leader's tactical ability; without a leader ("") it is 0."""
        return self.tactical_rows[letter].values[die] if letter else 0

    def odds(self, attacker: int, defender: int) -> int:
        """§8.31 §chart/odds Return the modifier of a ratio; ruling AW-R53.

        Against nobody it is the greatest, of nobody against nobody 1:1: ruling AW-V56.
        """
        if not attacker and not defender:
            return self._ratio(1, 1).modifier
        return self._ratio(attacker, defender).modifier

    def _ratio(self, attacker: int, defender: int) -> Ratio:
        ratios = list(self.ratios.values())
        fit = [r for r in ratios if attacker * r.defender >= defender * r.attacker]
        return fit[-1] if fit else ratios[0]

    def horse(self, more: int, roman: bool, terrain: str) -> int:
        """§8.31 §8.38 §chart/horse Return the superiority of a side with `more` strength points of horse than
        the other.
        """
        if terrain in ("mountain", "marsh"):
            return 0
        steps = self.horse_columns[f"{'roman' if roman else 'other'}_{terrain}"].steps
        return max(worth for least, worth in steps if more >= least)

    def result(self, modified: int) -> Result:
        """§8.3 §chart/battle Return a battle result; the chart ends at -13 and 22."""
        return self.battle[str(max(-13, min(22, modified)))].result()

    def unpredictable(self, modified: int) -> Result:
        """§8.4 Return an unpredictable result."""
        row = self.unpredictable_rows[str(max(0, min(9, modified)))]
        return Result(row.attacker, row.defender)

    def percent(self, strength: int, percent: int) -> int:
        """§8.34 §chart/percent Return a percentage, 0 to 100 in steps of five, of strength points."""
        if percent <= 0 or strength <= 0:
            return 0
        row, found = self.percents[str(percent)], 0
        while strength > 100:
            found, strength = found + row.tens[9], strength - 100
        if strength <= 10:
            return found + row.units[strength - 1]
        tens, ones = divmod(strength, 10)
        return found + row.tens[tens - 1] + (row.units[ones - 1] if ones else 0)

    def attrition(self, half_points: int, adjusted: int, shift: int) -> int:
        """§6.43 §chart/attrition Return the losses; points are counted in halves.

        Ruling AW-R25, ruling AW-R28.
        """
        if adjusted <= 0:
            return 0
        points, rows = max(0, half_points // 2), list(self.rows.values())
        at = next(i for i, row in enumerate(rows) if points <= row.most or not (row.most or i == 0))
        return rows[min(at + min(shift, 4), len(rows) - 1)].losses[_column(self.columns.values(), adjusted)]

    def strait_losses(self, level: int, die: int, adjusted: int) -> int:
        """§7.33 §chart/strait Look up the losses of an opposed crossing; ruling AW-R47."""
        found = self.straits[str(level)]
        if found.row:
            return self.strait_rows[found.row].losses[_column(self.columns.values(), adjusted)]
        return max(0, (die - found.less) * found.times)

    def devastation(self, strength: int) -> int:
        """§6.73 §chart/devastation Return the devastation value of some strength points."""
        return max(row.value for row in self.devastations.values() if strength >= row.least)

    def transport(self, modified: int) -> Transport:
        """§7.21 §chart/transport Return a result of naval transport."""
        return next(row for row in self.transports.values() if modified <= row.most)

    def assault(self, attacker: int, defender: int) -> Assault | None:
        """§9.33 §chart/assault Return the row of a ratio; None below the lowest."""
        fit = [r for r in self.assaults.values() if attacker * r.defender >= defender * r.attacker]
        return fit[-1] if fit else None

    def reduction(self, modified: int) -> int:
        """§9.43 §chart/reduction Return by how much a city's defence falls."""
        return next(row.change for row in self.reductions.values() if modified <= row.most)

    def repair(self, modified: int) -> int:
        """§9.44 §chart/repair Return by how much a city's defence is repaired."""
        return next(row.change for row in self.repairs.values() if modified <= row.most)

    def siege_attrition(self, inside: bool, modified: int, strength: int) -> int:
        """§9.52 §chart/siege_attrition Return the losses of one side of a siege."""
        if strength <= 0:
            return 0
        row = (self.inside if inside else self.outside)[str(max(0, min(9, modified)))]
        return row.losses[_column(self.siege_columns.values(), strength)]

    def treachery(self, campaign: int, defence: int) -> int:
        """§9.62 §chart/treachery Return the number to be beaten, for the defence as printed."""
        return self.treacheries[str(campaign)].numbers[DEFENCES.index(defence)]

    def surrender(self, defence: int) -> int:
        """§9.72 §chart/surrender Return the die by which a city surrenders, for the defence as printed."""
        return self.surrenders[str(defence)].value

    def sally(self, ability: int, die: int) -> tuple[int, int]:
        """§9.27 §chart/sally Return the foot lost by the sally and by the besieger."""
        own, enemy = self.sallies[str(ability)].results[die].split("/")
        return int(own), int(enemy)

    def embassy(self, total: int) -> Embassy:
        """§12.34 §chart/ambassador Look up the result of an embassy."""
        return next(row for row in self.embassies.values() if total <= row.most)

    def disaster(self, die: int) -> Disaster:
        """§12.34 Look up the ambassador's own fate."""
        return next(row for row in self.disasters.values() if die <= row.most)

    def augury(self, number: int) -> str:
        """§13.0 §chart/augury Return the augury of a number from 0 to 99."""
        return next(row.id for row in self.auguries.values() if row.least <= number <= row.most)


def _column(columns: Iterable[Column], strength: int) -> int:
    found = list(columns)
    return next(i for i, column in enumerate(found) if strength <= column.most or column.most == 0)


def _numbered(rows: Mapping[str, Column]) -> dict[str, Column]:
    """Columns in the order of their numbers, not of their text."""
    return dict(sorted(rows.items(), key=lambda item: int(item[0])))


def charts_of(sheet: Sheet) -> Charts:
    """Return the charts of a sheet.

    Raises:
        DataError: a chart that is missing or holds something else.
    """
    return Charts(
        tactical_rows=table(sheet, "tactical", Row),
        ratios=table(sheet, "odds", Ratio),
        horse_columns=table(sheet, "horse", Steps),
        elephants=table(sheet, "elephant", Elephant),
        battle=table(sheet, "battle", ResultLine),
        unpredictable_rows=table(sheet, "unpredictable", Pair),
        percents=table(sheet, "percent", Percent),
        columns=_numbered(table(sheet, "attrition_column", Column)),
        rows=table(sheet, "attrition_row", AttritionRow),
        strait_rows=table(sheet, "strait_row", Losses),
        straits=table(sheet, "strait", Strait),
        devastations=table(sheet, "devastation", Least),
        transports=table(sheet, "transport", Transport),
        ports=table(sheet, "port", Port),
        assaults=table(sheet, "assault", Assault),
        assault_letters=table(sheet, "assault_letter", Value),
        reductions=table(sheet, "reduction", Band),
        repairs=table(sheet, "repair", Band),
        siege_columns=_numbered(table(sheet, "siege_column", Column)),
        inside=table(sheet, "siege_inside", Losses),
        outside=table(sheet, "siege_outside", Losses),
        treacheries=table(sheet, "treachery", Numbers),
        surrenders=table(sheet, "surrender", Value),
        sallies=table(sheet, "sally", Sallies),
        embassies=table(sheet, "ambassador", Embassy),
        disasters=table(sheet, "disaster", Disaster),
        statuses=table(sheet, "status", Status),
        auguries=table(sheet, "augury", Augury),
    )
