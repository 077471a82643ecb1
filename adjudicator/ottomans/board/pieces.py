"""Records of the data files of Ottomans: areas, nations, counters, chits, charts and scenarios."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from adjudicator.records import Count, Position, Positive, Spelling

Coalition = str
Result = Literal["AD", "AE", "BB", "DD", "DE"]
Players = Annotated[str, Meta(pattern="^[234]$")]
Number = Annotated[str, Meta(pattern="^[1234]$")]
TurnNumber = Annotated[int, Meta(ge=1, le=13)]


class Named(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A thing with its names; `also` are others that players write."""

    id: str
    name: Spelling
    also: tuple[Spelling, ...] = ()


class Colour(Named, frozen=True, kw_only=True):
    """A coalition (§2.0) and its colour on the map (§3.24)."""

    colour: Literal["red", "yellow", "blue", "green"]


class Region(Named, frozen=True, kw_only=True):
    """A region (§3.11); `side` is "" for the two cities without a region (§18.4).

    `supply` is how many units it feeds (§12.1), `only` the nations that may enter (§18.0), `land` the regions
    that lie beside it, `strait` those over the sea named (§7.63), `seas` those that it lies on.
    """

    supply: Count
    position: Position
    side: Coalition = ""
    nation: str = ""
    city_only: bool = False
    only: tuple[str, ...] = ()
    land: tuple[str, ...] = ()
    strait: dict[str, str] = {}
    seas: tuple[str, ...] = ()


class City(Named, frozen=True, kw_only=True):
    """A city (§3.13); a port where it lies on seas. `key` marks the key cities."""

    region: str
    position: Position
    key: bool = False
    seas: tuple[str, ...] = ()


class Sea(Named, frozen=True, kw_only=True):
    """A sea area (§3.12); without `combat` no battle is fought from it or in it (§18.5)."""

    supply: Count
    position: Position
    seas: tuple[str, ...]
    only: tuple[str, ...] = ()
    combat: bool = True


class Nation(Named, frozen=True, kw_only=True):
    """A nation (§3.25): its coalition, its region, and the adjective in the names of its counters."""

    adjective: Spelling
    coalition: Coalition
    home: str


class Type(Named, frozen=True, kw_only=True):
    """A kind of troops (§3.23), or ships; `plural` is what several are called, "" for the same."""

    plural: str = ""


class KindLine(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Equal counters of a nation, as units.toml explains them."""

    id: str
    nation: str
    type: str
    count: Positive
    strength: Positive
    move: Positive
    back: Count = 0
    late: tuple[Number, ...] = ()
    enters: dict[Number, TurnNumber] = {}
    condition: tuple[Number, ...] = ()
    never: tuple[Number, ...] = ()
    year: Annotated[int, Meta(ge=0, le=1571)] = 0
    name: str = ""


class LeaderLine(Named, frozen=True, kw_only=True):
    """A leader: `command` is their Command Value (§15.1); Andrea Doria has no nation (§17.4)."""

    coalition: Coalition
    command: Positive
    strength: Positive
    move: Positive
    code: Literal["1", "2", "-", "MERC"]
    nation: str = ""
    naval: bool = False


class MercenaryLine(Named, frozen=True, kw_only=True):
    """A mercenary unit (§17.0); its chit bears its name."""

    coalition: Coalition
    type: str
    strength: Positive
    move: Positive


class Unit(Struct, frozen=True):
    """A counter on the map (§3.21).

    `kind` is what equal counters share; a leader and a mercenary are each a kind of their own. `nation` is
    "" for mercenaries. `back` is the strength of a Siege Train's stronger side, else that of its front.
    `command` is 0 but for leaders.
    """

    id: str
    kind: str
    nation: str
    coalition: Coalition
    type: str
    strength: int
    back: int
    move: int
    naval: bool
    command: int = 0

    @property
    def leader(self) -> bool:
        """True if it is a leader (§15.0)."""
        return self.type == "leader"


class StratagemLine(Named, frozen=True, kw_only=True):
    """A chit of §27.2 that is neither CONTROL nor MERCENARY, and how many there are."""

    count: Count


class Column(Struct, frozen=True, forbid_unknown_fields=True):
    """A column of the combat results table: its least odds, in quarters, and a result for each die."""

    id: str
    name: Spelling
    quarters: Count
    results: tuple[Result, Result, Result, Result, Result, Result]


class EventRow(Struct, frozen=True, forbid_unknown_fields=True):
    """A row of the event table, for the first die."""

    id: str
    events: tuple[str, str, str, str, str, str]


class Letter(Struct, frozen=True, forbid_unknown_fields=True):
    """A column of the region determination chart; "" is no nation."""

    id: str
    nations: tuple[str, str, str, str, str, str]


Least = Annotated[int, Meta(ge=-99, le=99)]


class Agents(Struct, frozen=True, forbid_unknown_fields=True):
    """The least totals of an agent operation's results (§20.1)."""

    retaliation: Least
    nothing: Least
    success: Least


class Turn(Struct, frozen=True, forbid_unknown_fields=True):
    """A game turn and its years."""

    id: str
    number: TurnNumber
    years: Spelling


class Figures(Struct, frozen=True, forbid_unknown_fields=True):
    """Numbers of the rules; the chits by how many play."""

    opening_chits: dict[Players, Count]
    phase_chits: dict[Players, Count]
    hand: Positive
    empire: Positive
    cap: Positive
    city: Positive
    civil_war: Positive


class Scenario(Struct, frozen=True, forbid_unknown_fields=True):
    """A scenario (§26.0), as scenarios.toml explains it; `id` is "s1" to "s4"."""

    id: str
    name: Spelling
    first_turn: TurnNumber
    last_turn: TurnNumber
    pairs: dict[str, tuple[str, ...]]
    core_never: tuple[str, ...]
    leaders: Literal["1", "2"]
    pool_leaders: tuple[str, ...]
    janissaries: tuple[str, ...]
    camps: tuple[str, ...]
    hired: dict[str, tuple[str, ...]]
    unused: tuple[str, ...]
    front: bool = False
    more_chits: Count = 0
    later: dict[str, tuple[str, ...]] = {}

    @property
    def number(self) -> str:
        """The number of the scenario in the rules."""
        return self.id[1:]
