"""The printed game: map, blocks, cards, set-up and figures, read once from `data/julius_caesar`.

Everything here is public and never changes. The names in capitals are the board of the campaign as
printed; `load` gives the same with an overlay folder's figures. All tables stand in the order of
their ids, so that whatever iterates over them does so in one order everywhere.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import chain
from pathlib import Path
from typing import Literal

from msgspec import Struct

from adjudicator.records import DataError, Reconstruction, Sheet, Source, check_overlay, read, table, values

from .checks import check

DATA = Path(__file__).parents[3] / "data" / "julius_caesar"
FILES = ("blocks.toml", "cards.toml", "cities.toml", "roads.toml", "seas.toml", "setup.toml")

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
    """Somewhere a block may stand (§4.1), with its names and where it is drawn.

    `position` is longitude and latitude in degrees; `nudge` shifts it in drawing only. `also` holds
    other spellings that players write.
    """

    id: str
    name: str
    name_ja: str
    position: tuple[float, float]
    also: tuple[str, ...] = ()
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
        """Whether it lies on a sea: every city on a coast is a port (§4.41)."""
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

    `side` is the printed side; Cleopatra's is "egypt", and `FIRST_OWNER` says for whom she begins.
    `strengths` lists the strength at each step (§3.11), from the last step left to the full block: a
    legion has (1, 2, 3), the elephant (2, 4). `letter` orders the acts in a battle round, and
    `firepower` is the highest die that hits (§3.12); `attacks_at` is set for the ballista alone
    (§7.42). `levy_at` is what the label allows (§3.13, §6.4): cities by id, or "any" friendly city,
    "shipyard" or "never"; the cities meant are in `LEVY_CITIES`. `after_loss`: only once another
    leader of its side has been eliminated (§7.51). `home` is where Cleopatra winters (§8.1).
    """

    id: str
    side: Literal["caesar", "pompey", "egypt"]
    colour: Literal["tan", "green", "blue"]
    kind: BlockKind
    name: str
    name_ja: str
    short: str
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
        """How many steps the full block has; a step's strength is `strengths[step - 1]`."""
        return len(self.strengths)


class Card(Struct, frozen=True, forbid_unknown_fields=True):
    """A kind of card (§2.1): an event, or movement (1-4) and levy points (1-3); `copies` in the deck."""

    id: str
    name: str
    name_ja: str
    event: bool = False
    movement: int = 0
    levy: int = 0
    copies: int = 1


class Limit(Struct, frozen=True, forbid_unknown_fields=True):
    """How many blocks may pass one road of a class, or one strait (§6.11)."""

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
    """A city with a part of its own in the rules."""

    id: str
    city: str


class Board(Struct, frozen=True):
    """The whole printed game. The module's names in capitals say what each table holds."""

    cities: Mapping[str, City]
    seas: Mapping[str, Sea]
    places: Mapping[str, Place]
    roads: Mapping[str, Edge]
    blocks: Mapping[str, Block]
    cards: Mapping[str, Card]
    edges: Mapping[str, Mapping[str, EdgeKind]]
    naval: Mapping[str, tuple[str, ...]]
    levy_cities: Mapping[str, tuple[str, ...]]
    deck: tuple[str, ...]
    setup: Mapping[str, tuple[str, ...]]
    stock: Mapping[str, tuple[str, ...]]
    first_owner: Mapping[str, Side]
    limits: Mapping[str, Mapping[EdgeKind, int]]
    figures: Figures
    tie_city: str
    sources: Mapping[str, Source]


def load(folder: Path, overlay: Path | None = None) -> Board:
    """Read, connect and check a board.

    Args:
        folder: the folder with our six files.
        overlay: a folder that may hold files of the same names with records, or single fields of
            records, that replace ours; each must say its own source.

    Raises:
        DataError: a file or record that cannot be used, or a board that fails `check`.
    """
    if overlay is not None:
        check_overlay(overlay, FILES)
    board = connect({file: read(folder, file, overlay) for file in FILES})
    faults = check(board)
    if faults:
        raise DataError("; ".join(faults))
    return board


def connect(sheets: Mapping[str, Sheet]) -> Board:
    """Build a board from its sheets, by file name, without judging it (`check` does).

    Raises:
        DataError: a record with a wrong field, or an edge to no city.
    """
    cities = table(sheets["cities.toml"], "city", City)
    seas = table(sheets["seas.toml"], "sea", Sea)
    roads = table(sheets["roads.toml"], "road", Edge)
    blocks = table(sheets["blocks.toml"], "block", Block)
    cards = table(sheets["cards.toml"], "card", Card)
    setup = sheets["setup.toml"]
    deployment = table(setup, "deployment", Deployment)
    limits = table(setup, "limit", Limit)
    return Board(
        cities=cities,
        seas=seas,
        places=dict(sorted({**cities, **seas}.items())),
        roads=roads,
        blocks=blocks,
        cards=cards,
        edges=_neighbours(cities, seas, roads),
        naval=_sea_lanes(cities, seas),
        levy_cities={block.id: _levy_cities(block, cities) for block in blocks.values()},
        deck=tuple(chain.from_iterable((card.id,) * card.copies for card in cards.values())),
        setup=_setup(deployment.values()),
        stock={side: tuple(sorted(half.stock)) for side, half in deployment.items()},
        first_owner=_first_owners(deployment.values()),
        limits={key: limit.by_kind() for key, limit in limits.items()},
        figures=values(setup, "number", Figures),
        tie_city=_role(setup, "tie_breaker"),
        sources=dict(sorted(chain.from_iterable(sheet.sources.items() for sheet in sheets.values()))),
    )


def edge_id(a: str, b: str) -> str:
    """Return the id of the border between two places, the same from either end: "genua/roma"."""
    return f"{a}/{b}" if a < b else f"{b}/{a}"


def winter_limit(city: str) -> int:
    """Return how many blocks may winter in a city: three and one for each point of its value (§8.3)."""
    return BOARD.figures.winter_limit + BOARD.cities[city].value


def reconstructions(board: Board) -> dict[str, Reconstruction]:
    """Return the figures that are our own reconstruction, by record or field ("city/appia/position")."""
    return {key: source for key, source in board.sources.items() if isinstance(source, Reconstruction)}


def _neighbours(
    cities: Mapping[str, City], seas: Mapping[str, Sea], roads: Mapping[str, Edge]
) -> dict[str, dict[str, EdgeKind]]:
    found: dict[str, dict[str, EdgeKind]] = {place: {} for place in sorted([*cities, *seas])}
    for road in roads.values():
        a, b = road.ends
        if a not in cities or b not in cities:
            raise DataError(f"road {road.id}: does not join two cities")
        found[a][b] = road.kind
        found[b][a] = road.kind
    return {place: dict(sorted(beside.items())) for place, beside in found.items()}


def _sea_lanes(cities: Mapping[str, City], seas: Mapping[str, Sea]) -> dict[str, tuple[str, ...]]:
    lanes = {city.id: tuple(sorted(city.seas)) for city in cities.values()}
    lanes |= {sea.id: tuple(sorted({*sea.ports, *sea.seas})) for sea in seas.values()}
    return dict(sorted(lanes.items()))


def _levy_cities(block: Block, cities: Mapping[str, City]) -> tuple[str, ...]:
    match block.levy_at:
        case "any":
            return tuple(cities)
        case "shipyard":
            return tuple(city.id for city in cities.values() if city.builds_ships)
        case "never":
            return ()
        case named:
            return tuple(sorted(named))


def _setup(halves: Iterable[Deployment]) -> dict[str, tuple[str, ...]]:
    found: dict[str, list[str]] = {}
    for half in halves:
        for place, blocks in half.places.items():
            found.setdefault(place, []).extend(blocks)
    return {place: tuple(sorted(blocks)) for place, blocks in sorted(found.items())}


def _first_owners(halves: Iterable[Deployment]) -> dict[str, Side]:
    found = {block: half.id for half in halves for block in chain(half.stock, *half.places.values())}
    return dict(sorted(found.items()))


def _role(setup: Sheet, key: str) -> str:
    roles = table(setup, "role", Role)
    if set(roles) != {key}:
        raise DataError(f"setup.toml: role: {key} is expected, and nothing else")
    return roles[key].city


BOARD = load(DATA)

CITIES = BOARD.cities
SEAS = BOARD.seas
PLACES = BOARD.places
"""Cities and seas together."""
ROADS = BOARD.roads
EDGES = BOARD.edges
"""The neighbours by land of every place, with the class of the way: `EDGES["roma"]["ravenna"]` is "minor"."""
NAVAL = BOARD.naval
"""Where a ship may step to: from a port its seas, from a sea its ports and the seas beside it."""
BLOCKS = BOARD.blocks
LEVY_CITIES = BOARD.levy_cities
"""The cities in which a block may be raised while they are friendly (§6.4), by block."""
CARDS = BOARD.cards
DECK = BOARD.deck
"""The 27 cards by kind: a kind stands as often as it has copies."""
SETUP = BOARD.setup
"""The blocks of both sides on the map at the start, by city (§5.0)."""
STOCK = BOARD.stock
"""The blocks in each side's stock at the start (§5.1)."""
FIRST_OWNER = BOARD.first_owner
"""The side that a block begins with: its own, and for Cleopatra Pompey's (§3.27)."""
FIGURES = BOARD.figures
TIE_CITY = BOARD.tie_city
"""The city whose holder wins a tie after the last year (§1.2)."""
MOVE_LIMIT = BOARD.limits["move"]
"""Blocks of one player that may pass a way in one command phase, by its class (§6.11)."""
ATTACK_LIMIT = BOARD.limits["attack"]
"""The same where the far end is held by the enemy or contested (§6.11, §4.32, ruling JC-M4)."""
RETREAT_LIMIT = BOARD.limits["retreat"]
"""Blocks that may retreat over a way in one round of battle (§7.61)."""
REGROUP_LIMIT = BOARD.limits["regroup"]
"""Blocks that may regroup over a way after a battle (§7.7)."""
PLUTO_LIMIT = BOARD.limits["pluto"]
"""What stands for `ATTACK_LIMIT` under Pluto."""
