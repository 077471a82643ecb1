"""The scenarios (§34.0): the units of each side, the order of placing, and the points at the end."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated

from msgspec import Meta, Struct, structs

from adjudicator.core.language.words import N_
from adjudicator.records import Count, DataError, Positive, Sheet, Spelling, table, values


class Group(Struct, frozen=True, forbid_unknown_fields=True):
    """Units by kind that are placed together or apart: `at` a province, an off-map area or a city.

    `at` may be "cities": any city that the side occupies, but the city `not_at` and those of the province
    `not_in`. `not_near`: neither in that city's hex nor beside it. `border`: at least `border_units` of the
    group are placed in hexes beside that province.
    """

    at: str
    units: dict[str, Positive]
    not_at: str = ""
    not_in: str = ""
    not_near: str = ""
    border: str = ""
    border_units: Count = 0


class Step(Struct, frozen=True, forbid_unknown_fields=True):
    """One part of a set-up: the seat `by` which it is placed, and whose (`owner`) the units are.

    `treasury` in solidi and `markers` drawn are the owner's. The barbarian's: §34.1 4, §34.2 4; of the
    neutrals: §34.1 5, §34.2 5; the Empire's: §34.1 6, §34.2 6.
    """

    id: str
    set_up: str
    order: int
    by: str
    owner: str
    provinces: tuple[str, ...]
    groups: tuple[Group, ...]
    treasury: Annotated[int, Meta(ge=0, le=9999)] = 0
    markers: Count = 0


class Scenario(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A scenario: `number` is its paragraph, `turns` its length, from `first_year` to `last_year` AD.

    The length: §34.1 1, §34.2 1, §34.3 1. `steps` are those of its set-up in their order. `forage_waived` are
    the seats whose stacks may exceed the forage there (§34.2 8c).
    """

    id: str
    number: Spelling
    name: Spelling
    set_up: str
    turns: Positive
    first_year: int
    last_year: int
    forage_waived: tuple[str, ...] = ()
    steps: tuple[Step, ...] = ()

    @property
    def control(self) -> Mapping[str, str]:
        """The first controller of each province, a seat or "neutral" (§errata/provinces,
        ruling BE-A4).
        """
        return dict(sorted((province, step.owner) for step in self.steps for province in step.provinces))

    @property
    def treasury(self) -> Mapping[str, int]:
        """The solidi that each seat begins with; neutrals have none (§4.31(3))."""
        return {step.owner: step.treasury for step in self.steps if step.owner == step.by}

    @property
    def markers(self) -> Mapping[str, int]:
        """The number of markers that each seat draws at first."""
        return {step.owner: step.markers for step in self.steps if step.owner == step.by}


class Rules(Struct, frozen=True, forbid_unknown_fields=True):
    """The rules of every scenario: who goes first, the cities in ruins, the years of a turn.

    First: §34.1 2, §34.2 2. Ruins: §34.1 8a, §34.2 8a. `events_in_first_player_turn` says whether the very
    first player turn has an event: no (§34.1 8b, §34.2 8b).
    """

    first: str
    pillaged: tuple[str, ...]
    years: Positive
    events_in_first_player_turn: bool


class Score(Struct, frozen=True, forbid_unknown_fields=True):
    """Victory points of a seat (§34.1 7): for places held, and for provinces by their levy value.

    `held` and `neutral` are in HALVES of the levy value: of a province one controls, of a neutral one.
    """

    id: str
    constantinopolis: Count
    roma: Count
    wealthy: Count
    city: Count
    colony: Count
    works: Count
    held: Count
    neutral: Count


class Level(Struct, frozen=True, forbid_unknown_fields=True):
    """A level of victory (§23.2), from `least` points upwards."""

    id: str
    name: str
    least: int


Everything = tuple[Mapping[str, Scenario], Rules, Mapping[str, Score], Mapping[str, Level]]


def scenarios_of(sheet: Sheet) -> Everything:
    """Read the scenarios with their set-ups, the rules of all, the points by seat and the levels.

    Raises:
        DataError: a wrong field, or a scenario without a set-up.
    """
    steps = table(sheet, "step", Step).values()
    scenarios = {}
    for key, one in table(sheet, "scenario", Scenario).items():
        own = sorted((step for step in steps if step.set_up == one.set_up), key=lambda step: step.order)
        if not own:
            raise DataError(
                N_("{where}: there is no set-up {name}"),
                where=f"scenarios.toml: scenario/{key}: set_up",
                name=one.set_up,
            )
        scenarios[key] = structs.replace(one, steps=tuple(own))
    points, levels = table(sheet, "points", Score), table(sheet, "level", Level)
    return scenarios, values(sheet, "rule", Rules), points, levels
