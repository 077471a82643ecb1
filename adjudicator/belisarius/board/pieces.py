"""Printed things: hexes and hexsides, places, provinces, counters and markers."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from adjudicator.records import Count, Position, Positive, Spelling

Longitude = Annotated[float, Meta(ge=-180, le=180)]
Latitude = Annotated[float, Meta(ge=-90, le=90)]
HexKind = Literal["land", "coast", "sea"]
Ground = Literal["flat", "rough", "marsh", "desert", "sea"]
SideKind = Literal["land", "sea", "mixed"]
Way = Literal["", "road", "track"]
UnitType = Literal["leader", "field_army", "warband", "nomad", "garrison", "fleet"]


class HexLine(Struct, frozen=True, forbid_unknown_fields=True):
    """A hex as the list of hexes gives it."""

    id: str
    kind: HexKind
    terrain: Ground
    lon: Longitude
    lat: Latitude
    province: str = ""
    sea: str = ""


class SideLine(Struct, frozen=True, forbid_unknown_fields=True):
    """A hexside as the list of hexsides gives it; `id` joins two hexes, the lower first: "3535/3536"."""

    id: str
    kind: SideKind
    way: Way = ""
    strait: str = ""
    river: str = ""


class Hex(Struct, frozen=True, forbid_unknown_fields=True):
    """A hex (§2.1): all land, coast, or all sea.

    `province` is empty at sea, `sea` (the name of the water, an id of `SEAS`) on land and coast. `city` is
    the id of a city in play, `port` whether that is a printed port, `label` the id of a place that is only a
    name. `riverside`: a river runs along one of its sides (§29.1). `lon`, `lat`: its middle, in degrees.
    """

    id: str
    row: int
    col: int
    kind: HexKind
    terrain: Ground
    province: str
    sea: str
    port: bool
    riverside: bool
    city: str
    label: str
    lon: float
    lat: float


class Side(Struct, frozen=True, forbid_unknown_fields=True):
    """A hexside: all land, all sea, or mixed (coast); whether a river runs along it; the way that crosses it.

    `strait` names a strait (§16.24), `stream` the river, for the map.
    """

    kind: SideKind
    river: bool = False
    way: Way = ""
    strait: str = ""
    stream: str = ""


class Named(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Something with a Latin (or English) and a Japanese name; `also` are other spellings players write."""

    id: str
    name: Spelling
    also: tuple[Spelling, ...] = ()


class City(Named, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A city in play (§errata/map, ruling BE-A7), with its yield in solidi, `tax` (§10.11).

    `position` is that of `modern`, in degrees.
    """

    hex: str
    province: str
    tax: int
    position: Position
    modern: str
    port: bool = False
    wealthy: bool = False


class Label(Named, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A name on the map without any part in the rules."""

    hex: str
    position: Position
    modern: str


class Sea(Named, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A named water."""


class Province(Named, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A province (§2.11, §2.12): adjective of its units, levy value, what may be levied, off-map area or "".

    `imperial`: one of the seven of the diplomacy chart. `start` is who controls it at first, by scenario: a
    seat or "neutral".
    """

    adjective: Spelling
    levy: Positive
    levy_types: tuple[UnitType, ...]
    imperial: bool = False
    area: str = ""
    start: dict[str, str] = {}


class Area(Named, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An off-map area (§18.0): income in solidi (§10.11), whether it is a port.

    `gates` are the hexes on the map's edge by which units come and go on land (§18.2, ruling BE-A5),
    `sea_gates` the hexes of the sea by which fleets do (§18.22, §19.9, ruling BE-A1).
    """

    province: str
    gates: tuple[str, ...]
    sea_gates: tuple[str, ...] = ()
    income: Count = 0
    port: bool = False


class Type(Named, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A type of unit (§2.31); see data/belisarius/units.toml."""

    op: Positive
    strength: Positive
    supply: Count
    guard_strength: Count = 0
    recruit: Count = 0


class Leader(Named, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A leader (§21.0)."""

    origin: str
    stars: Literal[1, 2]


class Mix(Struct, frozen=True, forbid_unknown_fields=True):
    """The number of counters of each type that a province or the Guard has."""

    id: str
    units: dict[UnitType, Positive]


class Unit(Struct, frozen=True, forbid_unknown_fields=True):
    """A counter (§2.31, §errata/counters).

    `kind` is shared by its equals ("thracia_garrison"; a leader's is the leader's own id); `origin` a
    province or
    "guard". `op` is in operation points (§14.21), `strength` as printed, `stars` 0 but for leaders;
    `recruit` and `supply` in solidi (a leader is never recruited, §11.9, and has 0).
    """

    id: str
    kind: str
    type: UnitType
    origin: str
    op: int
    strength: int
    stars: int
    recruit: int
    supply: int


class Marker(Named, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """§chart/stratagems A kind of stratagem marker: its diplomacy value (§9.0) and how many there are."""

    count: Count
    diplomacy: Count = 0
