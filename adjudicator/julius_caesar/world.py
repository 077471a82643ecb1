"""The state of a campaign of Julius Caesar, and the plain questions that every chapter asks of it."""

from __future__ import annotations

from typing import Final

from msgspec import Struct

from adjudicator.core import Sealed
from adjudicator.julius_caesar.board import BLOCKS, CARDS, CITIES, DECK, FIRST_OWNER, SETUP, STOCK

CAESAR: Final = "caesar"
POMPEY: Final = "pompey"
SIDES: Final = (CAESAR, POMPEY)
"""§1.1 The game is for two: a seat for each side, in this order."""
CLEOPATRA: Final = "cleopatra"

_PRINTED: Final[dict[str, str]] = {block.id: block.side for block in BLOCKS.values()}

Edge = str
Place = str
Side = str


class Entered(Struct, frozen=True):
    """A block that came into a contested place this turn, for whom, and from where."""

    block: str
    side: Side
    origin: Place


class Battle(Struct, forbid_unknown_fields=True):
    """The battle that is being fought (§7.1).

    `reserves` have not arrived yet; `acted` have had their turn in this round. `passed` counts the
    blocks that have retreated over each way in this round, `by_sea` those by sea, by side (§7.61, §7.64).
    """

    place: Place
    attacker: Side
    round: int = 1
    reserves: list[str] = []
    acted: list[str] = []
    passed: dict[Edge, int] = {}
    by_sea: dict[Side, int] = {}


class World(Struct, forbid_unknown_fields=True):
    """A campaign at rest.

    `at` and `steps` name the blocks on the map; `turned` those that serve another side than is printed
    on them, and always Cleopatra. `cards` is what each side's card counts as this turn, `played` what
    was printed on it, `last` what was played the turn before. `moved` are the blocks of both sides that
    have moved this turn. The fields `points` to `crossed` hold the effects of the acting side's orders;
    how contested places came about in `entered` to `surprise`.
    """

    options: dict[str, str]
    cups: dict[str, list[str]]
    at: dict[str, Place]
    steps: dict[str, int]
    turned: dict[str, Side]
    stock: dict[Side, list[str]]
    eliminated: dict[Side, list[str]]
    trophies: dict[Side, list[str]]
    phase: str
    year: int = 1
    turn: int = 1
    played: dict[Side, str] = {}
    cards: dict[Side, str] = {}
    last: dict[Side, str] = {}
    first: Side = ""
    acting: Side = ""
    moved: list[str] = []
    points: int = 0
    levies: int = 0
    activated: list[Place] = []
    passed: dict[Edge, int] = {}
    crossed: list[Place] = []
    entered: dict[Place, list[Entered]] = {}
    attackers: dict[Place, Side] = {}
    main: dict[Place, Place] = {}
    surprise: list[Place] = []
    battle: Battle | None = None
    victor: Side = ""
    result: dict[str, str] = {}


def new_world(options: dict[str, str]) -> World:
    """The world before the first deal, with all blocks at full strength (§5.0)."""
    at = {block: place for place, blocks in SETUP.items() for block in blocks}
    return World(
        options=options,
        cups={
            "deck": sorted(DECK),
            "face_up": [],
            **{f"{side}_{cup}": [] for side in SIDES for cup in ("discard", "hand")},
        },
        at=at,
        steps={block: BLOCKS[block].steps for block in at},
        turned={CLEOPATRA: FIRST_OWNER[CLEOPATRA]},
        stock={side: sorted(STOCK[side]) for side in SIDES},
        eliminated={side: [] for side in SIDES},
        trophies={side: [] for side in SIDES},
        phase="deployment" if options["free_deployment"] == "on" else "deal",
    )


def enemy_of(side: Side) -> Side:
    """The side that a side is at war with: this game has two."""
    return POMPEY if side == CAESAR else CAESAR


def side_of(w: World, block: str) -> Side:
    """Return the side of a block on the map."""
    return w.turned.get(block) or _PRINTED[block]


def sides(w: World) -> dict[str, str]:
    """Return the side of every block, off the map as printed."""
    return _PRINTED | w.turned


def blocks_at(w: World, place: Place, side: Side | None = None) -> list[str]:
    """The blocks in a place, all or those of one side, by id."""
    here = sorted([b for b, p in w.at.items() if p == place])
    return here if side is None else [b for b in here if side_of(w, b) == side]


def blocks_of(w: World, side: Side) -> list[str]:
    """The blocks that a side has on the map, by id."""
    serves = sides(w)
    return sorted([b for b in w.at if serves[b] == side])


def is_ship(block: str) -> bool:
    """Return true if a block is a Navis (§3.26)."""
    return BLOCKS[block].kind == "navis"


def is_leader(block: str) -> bool:
    """Return true if a block is a leader (§3.21); Cleopatra is none (§3.27)."""
    return BLOCKS[block].kind == "leader"


def strength(w: World, block: str) -> int:
    """The strength of a block on the map: how many dice it rolls (§3.11)."""
    return BLOCKS[block].strengths[w.steps[block] - 1]


def is_event(card: str) -> bool:
    """Return true if a card is one of the seven events (§2.1)."""
    return CARDS[card].event


def is_city(place: Place) -> bool:
    """Return true if a place is a city and not a sea (§4.1)."""
    return place in CITIES


def backs(blocks: list[str]) -> dict[str, int]:
    """Return how many blocks of each colour: all that everybody sees of them (Fog of war)."""
    colours = sorted(BLOCKS[b].colour for b in blocks)
    return {colour: colours.count(colour) for colour in dict.fromkeys(colours)}


def known_to(side: Side, blocks: list[str]) -> dict[str, Sealed[list[str]]]:
    """Seal the names of blocks in an event that tells the others only their backs."""
    return {"blocks": Sealed((side,), blocks)}
