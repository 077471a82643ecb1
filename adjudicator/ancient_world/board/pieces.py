"""The records of the board: places, leaders, forces at start, scenarios."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Final, Literal

from msgspec import Meta, Struct

from adjudicator.records import Count, Position, Positive, Spelling

Arm = Literal["foot", "horse", "elephant", "engine"]
FOOT: Final = "foot"
HORSE: Final = "horse"
ELEPHANT: Final = "elephant"
ENGINE: Final = "engine"
ARMS: Final = (FOOT, HORSE, ELEPHANT, ENGINE)
"""§2.21 The arms, in the order in which they are listed."""
Strength = Annotated[int, Meta(ge=0, le=999)]
"""Strength points."""
Level = Annotated[int, Meta(ge=-4, le=4)]
"""A level of naval superiority (§7.12), or a box of the alliance table (§12.2)."""


class Province(Struct, frozen=True, forbid_unknown_fields=True):
    """A province and its attrition rating (§6.41)."""

    id: str
    name: Spelling
    attrition: Count


class City(Struct, frozen=True, forbid_unknown_fields=True):
    """A city: its hex, size (large, medium, small) and port (major, local, minor, "" for none)."""

    id: str
    name: Spelling
    hex: str
    province: str
    size: Literal["large", "medium", "small"]
    position: Position
    port: Literal["", "major", "local", "minor"] = ""


class Sea(Struct, frozen=True, forbid_unknown_fields=True):
    """A naval zone (§7.11)."""

    id: str
    name: Spelling


class Hex(Struct, frozen=True, forbid_unknown_fields=True):
    """A hex: `kind` is land, coastal or sea; land has terrain and province, water a naval zone."""

    id: str
    printed: Spelling
    kind: Literal["land", "coastal", "sea"]
    terrain: Literal["", "flat", "rough", "mountain", "marsh"] = ""
    province: str = ""
    sea: str = ""


class Side(Struct, frozen=True, forbid_unknown_fields=True):
    """The side between two hexes: a river and its size, a road and its level, a strait, or barred."""

    id: str
    river: str = ""
    size: Literal["", "minor", "medium", "major"] = ""
    way: str = ""
    level: Literal["", "A", "B", "C"] = ""
    strait: str = ""
    barred: Literal["", "true"] = ""


class Leader(Struct, frozen=True, forbid_unknown_fields=True):
    """§5.11 A leader and their ratings; `leads` are the contingents that they may command, all if empty."""

    id: str
    name: Spelling
    side: str
    nation: str
    scenarios: tuple[str, ...]
    initiative: Count
    campaign: Count
    battle: Literal["A", "B", "C", "D", "E"]
    subordinate: Count
    guile: Count
    diplomacy: Count
    mortality: Count
    office: str = ""
    year: int = 0
    leads: tuple[str, ...] = ()


class Contingent(Struct, frozen=True, forbid_unknown_fields=True):
    """§8.12 The origins of units: the adjective before an arm, and other words that players write for it."""

    id: str
    name: Spelling
    also: tuple[Spelling, ...] = ()


class Scenario(Struct, frozen=True, forbid_unknown_fields=True):
    """A scenario; years count down (BC). `alliance` is below 0 towards Rome (§12.22).

    `ally` is the nation of the first side that may have a seat of its own, "" for none.
    """

    id: str
    first_year: Annotated[int, Meta(ge=1, le=999)]
    turns: Positive
    sides: tuple[str, str]
    roads: tuple[Literal["A", "B", "C"], ...]
    ways: tuple[str, ...]
    augury: Literal[0, 1]
    area: tuple[str, ...]
    zones: tuple[str, ...]
    naval: Mapping[str, Mapping[str, Level]]
    reallotment: Count
    construction: Mapping[str, Mapping[str, Count]]
    home: Mapping[str, tuple[str, ...]]
    alliance: Mapping[str, Level]
    defence: Mapping[str, Literal[1, 3, 4, 7]]
    control: Mapping[str, tuple[str, ...]]
    elite: tuple[str, ...]
    ally: str = ""


class Victory(Struct, frozen=True, forbid_unknown_fields=True):
    """§14.0 The ways to win a war: by the invader's margin of points, or at once; ruling AW-M11.

    From a margin of `draw` on the war is drawn, from `win` on the invader wins. `decisive` and `last` are the
    cities that win at the end of a turn and of the last one, by side; `mortal` is the leader whose death
    does, unless their side has a force of `outlived` in the field. The others are points, and what they are
    for.
    """

    id: str
    scenario: str
    invader: str
    draw: Annotated[int, Meta(ge=-99, le=99)]
    win: Annotated[int, Meta(ge=-99, le=99)]
    decisive: Mapping[str, tuple[tuple[str, ...], ...]]
    major: Mapping[str, Count]
    battle: Count
    losses: Positive
    spoils: tuple[str, ...]
    last: Mapping[str, tuple[str, ...]] = {}
    mortal: str = ""
    outlived: Count = 0
    killed: Count = 0
    hurt: Count = 0
    large: Count = 0
    medium: Count = 0
    province: Count = 0
    twice: tuple[str, ...] = ()
    cities: Mapping[str, Mapping[str, Count]] = {}
    island: tuple[str, ...] = ()
    other: Count = 0
    pair: Count = 0
    peace: Count = 0


class Force(Struct, frozen=True, forbid_unknown_fields=True):
    """A force at the start; `lock` names what holds it where it is (§12.12)."""

    id: str
    scenario: str
    side: str
    city: str
    inside: Literal[0, 1]
    leaders: tuple[str, ...]
    units: Mapping[str, Strength]
    lock: str = ""


class Reinforcement(Struct, frozen=True, forbid_unknown_fields=True):
    """Units and leaders that arrive in a year, BC."""

    id: str
    scenario: str
    year: Annotated[int, Meta(ge=1, le=999)]
    side: str
    city: str
    leaders: tuple[str, ...]
    units: Mapping[str, Strength]


class Levy(Struct, frozen=True, forbid_unknown_fields=True):
    """The yield of a province in a manpower operation."""

    id: str
    contingent: str
    foot: Count
    horse: Count


class Muster(Struct, frozen=True, forbid_unknown_fields=True):
    """The yield of Rome's manpower operation up to a modified die of `most`."""

    id: str
    most: Count
    foot: Count
    horse: Count
    legions: Count


class Figure(Struct, frozen=True, forbid_unknown_fields=True):
    """One figure under a name."""

    id: str
    value: Annotated[int, Meta(ge=-9, le=9)]


class Estuary(Struct, frozen=True, forbid_unknown_fields=True):
    """§7.22 The hexes, of water or land, through which ships reach an inland port."""

    id: str
    hexes: Annotated[tuple[str, ...], Meta(min_length=1)]


def arm_of(unit: str) -> str:
    """Return the arm of a unit: "libya_foot" is foot."""
    return unit.rpartition("_")[2]


def counted(unit: str, n: int) -> str:
    """Return the id by which a sentence names `n` of a unit: a single elephant or engine has its own."""
    return f"one/{unit}" if n == 1 and arm_of(unit) in (ELEPHANT, ENGINE) else unit


def contingent_of(unit: str) -> str:
    """Return the contingent of a unit: "libya_foot" is of Libya."""
    return unit.rpartition("_")[0]
