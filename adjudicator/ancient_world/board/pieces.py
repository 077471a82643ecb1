"""The records of the board: places, leaders, forces at start, scenarios."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Literal

from msgspec import Struct

Arm = Literal["foot", "horse", "elephant", "engine"]
FOOT: Final = "foot"
HORSE: Final = "horse"
ELEPHANT: Final = "elephant"
ENGINE: Final = "engine"
ARMS: Final = (FOOT, HORSE, ELEPHANT, ENGINE)
"""§2.21 The arms, in the order in which they are listed."""


class Province(Struct, frozen=True, forbid_unknown_fields=True):
    """A province and its attrition rating (§6.41)."""

    id: str
    name: str
    attrition: int


class City(Struct, frozen=True, forbid_unknown_fields=True):
    """A city: its hex, size (large, medium, small) and port (major, local, minor, "" for none)."""

    id: str
    name: str
    hex: str
    province: str
    size: str
    position: tuple[float, float]
    port: str = ""


class Sea(Struct, frozen=True, forbid_unknown_fields=True):
    """A naval zone (§7.11)."""

    id: str
    name: str


class Hex(Struct, frozen=True, forbid_unknown_fields=True):
    """A hex: `kind` is land, coastal or sea; land has terrain and province, water a naval zone."""

    id: str
    printed: str
    kind: str
    terrain: str = ""
    province: str = ""
    sea: str = ""


class Side(Struct, frozen=True, forbid_unknown_fields=True):
    """The side between two hexes: a river and its size, a road and its level, a strait, or barred."""

    id: str
    river: str = ""
    size: str = ""
    way: str = ""
    level: str = ""
    strait: str = ""
    barred: str = ""


class Leader(Struct, frozen=True, forbid_unknown_fields=True):
    """§5.11 A leader and their ratings; `leads` are the contingents that they may command, all if empty."""

    id: str
    name: str
    side: str
    nation: str
    scenarios: tuple[str, ...]
    initiative: int
    campaign: int
    battle: str
    subordinate: int
    guile: int
    diplomacy: int
    mortality: int
    office: str = ""
    year: int = 0
    leads: tuple[str, ...] = ()


class Contingent(Struct, frozen=True, forbid_unknown_fields=True):
    """§8.12 The origins of units."""

    id: str
    name: str


class Scenario(Struct, frozen=True, forbid_unknown_fields=True):
    """A scenario; years count down (BC). `alliance` is below nought towards Rome (§12.22).

    `ally` is the nation of the first side that may have a seat of its own, "" for none.
    """

    id: str
    first_year: int
    turns: int
    sides: tuple[str, str]
    roads: tuple[str, ...]
    ways: tuple[str, ...]
    augury: int
    area: tuple[str, ...]
    zones: tuple[str, ...]
    naval: Mapping[str, Mapping[str, int]]
    reallotment: int
    construction: Mapping[str, Mapping[str, int]]
    home: Mapping[str, tuple[str, ...]]
    alliance: Mapping[str, int]
    defence: Mapping[str, int]
    control: Mapping[str, tuple[str, ...]]
    elite: tuple[str, ...]
    ally: str = ""


class Force(Struct, frozen=True, forbid_unknown_fields=True):
    """A force at the start; `lock` names what holds it where it is (§12.12)."""

    id: str
    scenario: str
    side: str
    city: str
    inside: int
    leaders: tuple[str, ...]
    units: Mapping[str, int]
    lock: str = ""


class Reinforcement(Struct, frozen=True, forbid_unknown_fields=True):
    """Units and leaders that arrive in a year, BC."""

    id: str
    scenario: str
    year: int
    side: str
    city: str
    leaders: tuple[str, ...]
    units: Mapping[str, int]


class Levy(Struct, frozen=True, forbid_unknown_fields=True):
    """The yield of a province in a manpower operation."""

    id: str
    contingent: str
    foot: int
    horse: int


class Muster(Struct, frozen=True, forbid_unknown_fields=True):
    """The yield of Rome's manpower operation up to a modified die of `most`."""

    id: str
    most: int
    foot: int
    horse: int
    legions: int


class Figure(Struct, frozen=True, forbid_unknown_fields=True):
    """One figure under a name."""

    id: str
    value: int


class Estuary(Struct, frozen=True, forbid_unknown_fields=True):
    """§7.22 The hexes of water from which an inland port is reached."""

    id: str
    hexes: tuple[str, ...]


def arm_of(unit: str) -> str:
    """Return the arm of a unit: "libya_foot" is foot."""
    return unit.rpartition("_")[2]


def contingent_of(unit: str) -> str:
    """Return the contingent of a unit: "libya_foot" is of Libya."""
    return unit.rpartition("_")[0]
