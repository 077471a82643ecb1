"""Records of the data files of Ottomans: areas, nations, counters, chits, charts and scenarios."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

Coalition = str
Result = Literal["AD", "AE", "BB", "DD", "DE"]


class Named(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A thing with its names; `also` are others that players write."""

    id: str
    name: str
    also: tuple[str, ...] = ()


class Colour(Named, frozen=True, kw_only=True):
    """A coalition (§2.0) and its colour on the map (§3.24)."""

    colour: str


class Region(Named, frozen=True, kw_only=True):
    """A region (§3.11); `side` is "" for the two cities without a region (§18.4).

    `supply` is how many units it feeds (§12.1), `only` the nations that may enter (§18.0), `land` the regions
    that lie beside it, `strait` those over the sea named (§7.63), `seas` those that it lies on.
    """

    supply: int
    position: tuple[float, float]
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
    position: tuple[float, float]
    key: bool = False
    seas: tuple[str, ...] = ()


class Sea(Named, frozen=True, kw_only=True):
    """A sea area (§3.12); without `combat` no battle is fought from it or in it (§18.5)."""

    supply: int
    position: tuple[float, float]
    seas: tuple[str, ...]
    only: tuple[str, ...] = ()
    combat: bool = True


class Nation(Named, frozen=True, kw_only=True):
    """A nation (§3.25): its coalition, its region, and how its counters are called."""

    adjective: str
    coalition: Coalition
    home: str


class Type(Named, frozen=True, kw_only=True):
    """A kind of troops (§3.23), or ships."""


class KindLine(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Equal counters of a nation, as units.toml explains them."""

    id: str
    nation: str
    type: str
    count: int
    strength: int
    move: int
    back: int = 0
    late: tuple[str, ...] = ()
    enters: dict[str, int] = {}
    condition: tuple[str, ...] = ()
    never: tuple[str, ...] = ()
    year: int = 0
    name: str = ""


class LeaderLine(Named, frozen=True, kw_only=True):
    """A leader: `command` is their Command Value (§15.1); Andrea Doria has no nation (§17.4)."""

    coalition: Coalition
    command: int
    strength: int
    move: int
    code: Literal["1", "2", "-", "MERC"]
    nation: str = ""
    naval: bool = False


class MercenaryLine(Named, frozen=True, kw_only=True):
    """A mercenary unit (§17.0); its chit bears its name."""

    coalition: Coalition
    type: str
    strength: int
    move: int


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
        """Return whether it is a leader (§15.0)."""
        return self.type == "leader"


class StratagemLine(Named, frozen=True, kw_only=True):
    """A chit of §27.2 that is neither CONTROL nor MERCENARY, and how many there are."""

    count: int


class Column(Struct, frozen=True, forbid_unknown_fields=True):
    """A column of the combat results table: its least odds, in quarters, and a result for each die."""

    id: str
    name: str
    quarters: int
    results: tuple[Result, ...]


class EventRow(Struct, frozen=True, forbid_unknown_fields=True):
    """A row of the event table, for the first die."""

    id: str
    events: tuple[str, ...]


class Letter(Struct, frozen=True, forbid_unknown_fields=True):
    """A column of the region determination chart; "" is no nation."""

    id: str
    nations: tuple[str, ...]


class Agents(Struct, frozen=True, forbid_unknown_fields=True):
    """The least totals of an agent operation's results (§20.1)."""

    retaliation: int
    nothing: int
    success: int


class Turn(Struct, frozen=True, forbid_unknown_fields=True):
    """A game turn and its years."""

    id: str
    number: int
    years: str


class Figures(Struct, frozen=True, forbid_unknown_fields=True):
    """Numbers of the rules; the chits by how many play."""

    opening_chits: dict[str, int]
    phase_chits: dict[str, int]
    hand: int
    empire: int
    cap: int
    city: int
    civil_war: int


class Scenario(Struct, frozen=True, forbid_unknown_fields=True):
    """A scenario (§26.0), as scenarios.toml explains it; `id` is "s1" to "s4"."""

    id: str
    name: str
    first_turn: int
    last_turn: int
    pairs: dict[str, tuple[str, ...]]
    core_never: tuple[str, ...]
    leaders: str
    pool_leaders: tuple[str, ...]
    janissaries: tuple[str, ...]
    camps: tuple[str, ...]
    hired: dict[str, tuple[str, ...]]
    unused: tuple[str, ...]
    front: bool = False
    later: dict[str, tuple[str, ...]] = {}

    @property
    def number(self) -> str:
        """The number of the scenario in the rules."""
        return self.id[1:]
