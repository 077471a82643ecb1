"""Printed things: places, roads, blocks, cards, and the figures of the set-up."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from adjudicator.records import Count, Position, Spelling

Side = Literal["caesar", "pompey"]
EdgeKind = Literal["major", "minor", "strait"]
BlockKind = Literal[
    "leader",
    "legion",
    "light_auxilia",
    "archer_auxilia",
    "cavalry",
    "elephant",
    "ballista",
    "navis",
    "cleopatra",
]
Letter = Literal["A", "B", "C", "D"]


class Place(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A place for blocks (§4.1), with its names and its position on the map.

    `position` is longitude and latitude in degrees; `nudge` shifts it in drawing only. `also` holds
    other spellings that players write.
    """

    id: str
    name: Spelling
    position: Position
    also: tuple[Spelling, ...] = ()
    nudge: tuple[float, float] = (0.0, 0.0)

    @property
    def lon(self) -> float:
        """Longitude in degrees east."""
        return self.position[0]

    @property
    def lat(self) -> float:
        """Latitude in degrees north."""
        return self.position[1]


class City(Place, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A city (§4.2): `value` in victory points (0-2) and the seas it is a port of.

    `builds_ships` is true where new ships may be raised (the ship symbol, §4.41); `island` is set where
    §4.41 counts the island; `modern` is the place there today.
    """

    modern: str
    value: Literal[0, 1, 2] = 0
    builds_ships: bool = False
    seas: tuple[str, ...] = ()
    island: str = ""

    @property
    def port(self) -> bool:
        """True if it is on a sea: every city on a coast is a port (§4.41)."""
        return bool(self.seas)


class Sea(Place, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A sea (§4.4), the seas beside it and the ports on it."""

    seas: tuple[str, ...]
    ports: tuple[str, ...]


class Edge(Struct, frozen=True, forbid_unknown_fields=True):
    """A road (§4.3) of a class (§4.31) or a strait (§4.32).

    `id` joins its two cities in alphabetical order, "genua/roma"; `name` is empty where it has none.
    """

    id: str
    kind: EdgeKind
    name: str = ""

    @property
    def ends(self) -> tuple[str, str]:
        """The two cities, in alphabetical order."""
        a, _, b = self.id.partition("/")
        return a, b


class Block(Struct, frozen=True, forbid_unknown_fields=True):
    """A block and what its label says.

    `side` is the printed side; Cleopatra's is "egypt", and `FIRST_OWNER` is the side that she serves at
    first. `strengths` lists the strength at each step (§3.11), from the last step left to the full block: a
    legion has (1, 2, 3), the elephant (2, 4). `letter` orders the acts in a battle round, and `firepower` is
    the highest die that hits (§3.12); `attacks_at` is set for the ballista alone (§7.42). `levy_at` is what
    the label allows (§3.13, §6.4): cities by id, or "any" friendly city, "shipyard" or "never"; the cities
    meant are in `LEVY_CITIES`. `after_loss`: only once another leader of its side has been eliminated
    (§7.51). `home` is where Cleopatra winters (§8.1).
    """

    id: str
    side: Literal["caesar", "pompey", "egypt"]
    colour: Literal["tan", "green", "blue"]
    kind: BlockKind
    name: Spelling
    short: Spelling
    letter: Letter
    firepower: Literal[1, 2, 3, 4]
    strengths: tuple[int, ...]
    levy_at: tuple[str, ...] | Literal["any", "shipyard", "never"]
    number: int | None = None
    attacks_at: Letter | None = None
    after_loss: bool = False
    home: str = ""

    @property
    def letter_attacking(self) -> Letter:
        """The letter at which it acts on the attacking side (§7.42)."""
        return self.attacks_at or self.letter

    @property
    def steps(self) -> int:
        """The number of steps of the full block; a step's strength is `strengths[step - 1]`."""
        return len(self.strengths)


class Card(Struct, frozen=True, forbid_unknown_fields=True):
    """A kind of card (§2.1): an event, or movement (1-4) and levy points (1-3); `copies` in the deck."""

    id: str
    name: str
    event: bool = False
    movement: int = 0
    levy: int = 0
    copies: Count = 1


class Limit(Struct, frozen=True, forbid_unknown_fields=True):
    """The number of blocks that may pass one road of a class, or one strait (§6.11)."""

    id: str
    major: int
    minor: int
    strait: int

    def by_kind(self) -> dict[EdgeKind, int]:
        """Return the numbers by class of way."""
        return {"major": self.major, "minor": self.minor, "strait": self.strait}


class Figures(Struct, frozen=True, forbid_unknown_fields=True):
    """The single figures of the rules; data/julius_caesar/setup.toml gives the paragraph of each."""

    years: int
    turns: int
    hand: int
    discards: int
    group_steps: int
    attack_steps: int
    mercury_steps: int
    mercury_attack_steps: int
    sea_transport_cost: int
    ships_staying: int
    battle_rounds: int
    sea_retreat_blocks: int
    winter_limit: int
    victory_points: int
    leader_points: int
    first_year: int


class Deployment(Struct, frozen=True, forbid_unknown_fields=True):
    """One side's blocks before the first turn: on the map by city, and in the stock (§5.0, §5.1)."""

    id: Side
    places: dict[str, tuple[str, ...]]
    stock: tuple[str, ...]


class Role(Struct, frozen=True, forbid_unknown_fields=True):
    """A city with a special function in the rules."""

    id: str
    city: str
