"""A check of the board: facts that must be true of the printed game with any figures.

It repeats, on the loaded board, every count and cross-check that the data were gathered with; an
overlay has to pass it too.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import chain

from .pieces import Block
from .printed import Board

ISLANDS = {"Corsica": 1, "Creta": 1, "Cyprus": 1, "Sardinia": 1, "Sicilia": 3}
FOOT_AND_SHIPS = {
    "leader": 3,
    "legion": 14,
    "light_auxilia": 2,
    "archer_auxilia": 2,
    "ballista": 1,
    "navis": 5,
}
BLOCKS_OF_SIDE = {
    "caesar": FOOT_AND_SHIPS | {"cavalry": 4},
    "pompey": FOOT_AND_SHIPS | {"cavalry": 3, "elephant": 1},
    "egypt": {"cleopatra": 1},
}
COLOURS = {"caesar": "tan", "pompey": "green", "egypt": "blue"}
RATINGS = {
    "leader": ("A2", "A3", "B3"),
    "legion": ("C2", "C3", "C4"),
    "light_auxilia": ("B1",),
    "archer_auxilia": ("A1",),
    "cavalry": ("B2", "B3"),
    "elephant": ("B3",),
    "ballista": ("B4",),
    "navis": ("D2", "D3"),
    "cleopatra": ("C1",),
}
LEVY_WORDS = {
    "leader": "any",
    "light_auxilia": "any",
    "archer_auxilia": "any",
    "ballista": "any",
    "navis": "shipyard",
    "cleopatra": "never",
}
COMMANDS = {"4/1": 1, "3/2": 2, "3/1": 3, "2/3": 4, "2/2": 4, "2/1": 3, "1/3": 1, "1/2": 2}
EVENTS = ["apollo", "jupiter", "mars", "mercury", "neptune", "pluto", "vulcan"]

LIMITS = {
    "attack": (4, 2, 1),
    "move": (4, 2, 2),
    "pluto": (6, 3, 2),
    "regroup": (4, 2, 2),
    "retreat": (4, 2, 1),
}
FIGURES = {
    "years": 5,
    "turns": 5,
    "hand": 6,
    "discards": 1,
    "group_steps": 2,
    "attack_steps": 1,
    "mercury_steps": 3,
    "mercury_attack_steps": 2,
    "sea_transport_cost": 1,
    "ships_staying": 1,
    "battle_rounds": 4,
    "sea_retreat_blocks": 1,
    "winter_limit": 3,
    "victory_points": 10,
    "leader_points": 1,
    "first_year": 705,
}


def check(board: Board) -> list[str]:
    """Return the faults of a board, one sentence each; an empty list for a sound one."""
    return [fault for part in PARTS for fault in part(board)]


def land_components(board: Board) -> list[list[str]]:
    """Return the groups of cities connected by roads and straits, the largest first."""
    groups = []
    left = list(board.cities)
    while left:
        group = [left[0]]
        for city in group:  # grows while it is walked
            group += [beside for beside in board.edges[city] if beside not in group]
        groups.append(sorted(group))
        left = [city for city in left if city not in group]
    return sorted(groups, key=lambda group: (-len(group), group))


def opening_points(board: Board) -> dict[str, int]:
    """Return the victory points that each side's cities give at the start (§1.2)."""
    points = {"caesar": 0, "pompey": 0}
    for city, blocks in board.setup.items():
        if city in board.cities and blocks:
            points[board.first_owner[blocks[0]]] += board.cities[city].value
    return points


def _differs(what: str, found: object, expected: object) -> Iterator[str]:
    if found != expected:
        yield f"{what}: {found}, and {expected} expected"


def _counts(board: Board) -> Iterator[str]:
    """The counts of §1.3, §2.1, §4.32 and §4.4, and of the printed map."""
    ports = [city for city in board.cities.values() if city.port]
    classes = Counter(road.kind for road in board.roads.values())
    yield from _differs("cities.toml: city: cities", len(board.cities), 67)
    yield from _differs("cities.toml: city: seas: ports", len(ports), 48)
    yield from _differs(
        "cities.toml: city: builds_ships: ports with the ship symbol",
        sum(city.builds_ships for city in ports),
        11,
    )
    yield from _differs("roads.toml: road: kind: major roads", classes["major"], 43)
    yield from _differs("roads.toml: road: kind: minor roads", classes["minor"], 47)
    yield from _differs("roads.toml: road: kind: straits", classes["strait"], 4)
    yield from _differs("seas.toml: sea: seas", len(board.seas), 9)
    yield from _differs(
        "seas.toml: sea: seas: borders between seas", sum(len(sea.seas) for sea in board.seas.values()), 2 * 9
    )
    yield from _differs(
        "cities.toml: city: seas: links of ports to seas", sum(len(city.seas) for city in ports), 60
    )
    yield from _differs("blocks.toml: block: blocks", len(board.blocks), 63)
    yield from _differs("cards.toml: card: copies: cards", len(board.deck), 27)


def _spellings(board: Board) -> Iterator[str]:
    """Check that no two places and no two blocks of a side are written alike, or orders would be doubtful."""
    written: dict[str, list[str]] = {}
    for place in board.places.values():
        file = "cities.toml: city" if place.id in board.cities else "seas.toml: sea"
        for spelling in (place.name, *place.also):
            written.setdefault(spelling.casefold(), []).append(f"{file}/{place.id}: name, also")
    for block in board.blocks.values():
        spelling = f"{block.side} {block.short.casefold()}"
        written.setdefault(spelling, []).append(f"blocks.toml: block/{block.id}: short")
    for spelling, records in sorted(written.items()):
        if len(records) > 1:
            yield f"{records[-1]}: {spelling} is also in {', '.join(records[:-1])}"
    for key in sorted(set(board.cities) & set(board.seas)):
        yield f"seas.toml: sea/{key}: id: is both a city and a sea"


def _cities(board: Board) -> Iterator[str]:
    """Values (§4.2), islands (§4.41) and positions."""
    values = [city.value for city in board.cities.values() if city.value]
    yield from _differs("cities.toml: city: value: cities of value", len(values), 11)
    yield from _differs("cities.toml: city: value: victory points on the map", sum(values), 13)
    islands = Counter(city.island for city in board.cities.values() if city.island)
    yield from _differs(
        "cities.toml: city: island: cities on islands", dict(sorted(islands.items())), ISLANDS
    )
    for place in board.places.values():
        if not (-12 <= place.lon <= 40 and 28 <= place.lat <= 52):
            file = "cities.toml: city" if place.id in board.cities else "seas.toml: sea"
            yield f"{file}/{place.id}: position: lies at {place.lon}, {place.lat}, outside the map"
    if board.tie_city not in board.cities:
        yield f"setup.toml: role/tie_breaker: city: {board.tie_city} is not a city"


def _coasts(board: Board) -> Iterator[str]:
    """Ports and seas, told twice (cities.toml and seas.toml), and which touch three seas (§4.41)."""
    for sea in board.seas.values():
        ports = sorted(city.id for city in board.cities.values() if sea.id in city.seas)
        yield from _differs(
            f"seas.toml: sea/{sea.id}: ports of {sea.id} (cities.toml: seas)", ports, sorted(sea.ports)
        )
        beside = sorted(other.id for other in board.seas.values() if sea.id in other.seas)
        yield from _differs(f"seas.toml: sea/{sea.id}: seas beside {sea.id}", sorted(sea.seas), beside)
    for city in board.cities.values():
        for key in city.seas:
            if key not in board.seas:
                yield f"cities.toml: city/{city.id}: seas: {city.id} lies on {key}, which is not a sea"
        if city.builds_ships and not city.port:
            yield f"cities.toml: city/{city.id}: builds_ships: {city.id} builds ships and lies on no sea"
        if len(city.seas) > 2 and city.id not in ("creta", "utica"):
            yield f"cities.toml: city/{city.id}: seas: {city.id} lies on {len(city.seas)} seas"
    for key in ("creta", "utica"):
        if key in board.cities:
            yield from _differs(f"cities.toml: city/{key}: seas of {key}", len(board.cities[key].seas), 3)


def _roads(board: Board) -> Iterator[str]:
    """Check that each road joins two cities and is listed once (§4.3), and the groups of cities joined by
    land.
    """
    for road in board.roads.values():
        a, b = road.ends
        if not a < b:
            yield f"roads.toml: road/{road.id}: its cities are not two, in alphabetical order"
    sizes = [len(group) for group in land_components(board)]
    yield from _differs("roads.toml: road: kind: cities joined by land", sizes, [63, 1, 1, 1, 1])


def _sides(board: Board) -> Iterator[str]:
    """Yield how many blocks of each kind a side has (§1.3; §3.21 leaders, §3.22 legions,
    §3.23 auxilia, §3.24 cavalry and elephant, §3.25 ballistae, §3.26 ships, §3.27 Cleopatra).
    """
    for side, kinds in BLOCKS_OF_SIDE.items():
        found = Counter(block.kind for block in board.blocks.values() if block.side == side)
        yield from _differs(
            f"blocks.toml: block: side, kind: blocks of {side}",
            dict(sorted(found.items())),
            dict(sorted(kinds.items())),
        )
        late = [block.id for block in board.blocks.values() if block.side == side and block.after_loss]
        yield from _differs(
            f"blocks.toml: block: after_loss: third leaders of {side}", len(late), 0 if side == "egypt" else 1
        )
    for block in board.blocks.values():
        yield from _differs(
            f"blocks.toml: block/{block.id}: colour of {block.id}", block.colour, COLOURS[block.side]
        )


def _labels(board: Board) -> Iterator[str]:
    """Yield what each label says: rating (§3.12), strengths (§3.11, §7.41), where it is raised (§3.13,
    §6.4).
    """
    for block in board.blocks.values():
        rating = f"{block.letter}{block.firepower}"
        if rating not in RATINGS[block.kind]:
            yield f"blocks.toml: block/{block.id}: letter, firepower: {block.id} fights at {rating}"
        attacking = "D" if block.kind == "ballista" else block.letter
        yield from _differs(
            f"blocks.toml: block/{block.id}: attacks_at: letter of {block.id} attacking",
            block.letter_attacking,
            attacking,
        )
        expected = (2, 4) if block.kind == "elephant" else tuple(range(1, block.steps + 1))
        yield from _differs(
            f"blocks.toml: block/{block.id}: strengths of {block.id}", block.strengths, expected
        )
        if not 2 <= block.steps <= 4:
            yield f"blocks.toml: block/{block.id}: strengths: {block.id} has {block.steps} steps"
        yield from _levy(board, block)
        if block.kind == "leader" and block.after_loss != (block.id in board.stock.get(block.side, ())):
            yield (
                f"blocks.toml: block/{block.id}: after_loss: the leader in the stock is the one who comes "
                "after a loss"
            )
        yield from _differs(
            f"blocks.toml: block/{block.id}: home of {block.id}",
            block.home,
            "alexandria" if block.side == "egypt" else "",
        )


def _levy(board: Board, block: Block) -> Iterator[str]:
    """Yield the faults of a block's place of levy: the printed word of its kind, or else exactly one city."""
    if block.kind in LEVY_WORDS:
        yield from _differs(
            f"blocks.toml: block/{block.id}: levy_at: levy of {block.id}",
            block.levy_at,
            LEVY_WORDS[block.kind],
        )
        return
    if len(board.levy_cities[block.id]) != 1:
        yield (
            f"blocks.toml: block/{block.id}: levy_at: {block.id} names no city, or more than one, "
            "to be raised in"
        )
    for city in board.levy_cities[block.id]:
        if city not in board.cities:
            yield f"blocks.toml: block/{block.id}: levy_at: raised in {city}, which is not a city"


def _cards(board: Board) -> Iterator[str]:
    """Twenty command cards and seven events (§2.1)."""
    commands = {card.name: card.copies for card in board.cards.values() if not card.event}
    yield from _differs("cards.toml: card: movement, levy, copies: command cards", commands, COMMANDS)
    yield from _differs(
        "cards.toml: card: event: events", [card.id for card in board.cards.values() if card.event], EVENTS
    )
    for card in board.cards.values():
        if card.event:
            yield from _differs(
                f"cards.toml: card/{card.id}: movement, levy, copies: {card.id}",
                (card.movement, card.levy, card.copies),
                (0, 0, 1),
            )
        else:
            yield from _differs(
                f"cards.toml: card/{card.id}: name of {card.id}", card.name, f"{card.movement}/{card.levy}"
            )
            if not (1 <= card.movement <= 4 and 1 <= card.levy <= 3):
                yield (
                    f"cards.toml: card/{card.id}: movement, levy: {card.id} has {card.movement} movement "
                    f"and {card.levy} levy points"
                )


def _deployment(board: Board) -> Iterator[str]:
    """Every block once, on the map or in its own side's stock, ships in ports (§5.0, §5.1)."""
    placed = Counter(chain.from_iterable((*board.setup.values(), *board.stock.values())))
    for key in sorted(set(placed) | set(board.blocks)):
        where = f"setup.toml: deployment/{board.first_owner.get(key, 'caesar, pompey')}: places, stock"
        yield from _differs(
            f"{where}: times {key} is placed or in stock", placed[key], int(key in board.blocks)
        )
    for city, blocks in board.setup.items():
        if city not in board.cities:
            yield f"setup.toml: deployment: places: blocks begin in {city}, which is not a city"
        yield from _differs(
            f"setup.toml: deployment: places: owners in {city}",
            len({board.first_owner[block] for block in blocks}),
            1,
        )
        ships = [key for key in blocks if key in board.blocks and board.blocks[key].kind == "navis"]
        if ships and city in board.cities and not board.cities[city].port:
            yield f"setup.toml: deployment: places: {ships[0]} begins in {city}, which is not a port"
    for key, side in board.first_owner.items():
        if key in board.blocks and board.blocks[key].side not in (side, "egypt"):
            yield f"setup.toml: deployment/{side}: places, stock: {key} begins with {side}"


def _opening(board: Board) -> Iterator[str]:
    """The opening position as §1.2 describes it, and the examples of §8.3."""
    yield from _differs(
        "setup.toml: deployment: places: points at the start",
        opening_points(board),
        {"caesar": 1, "pompey": 7},
    )
    for city in ("roma", "athenae", "byzantium", "ephesus"):
        if city in board.setup:
            yield f"setup.toml: deployment: places: {city} is not vacant at the start"
    yield from _differs(
        "setup.toml: deployment: places: first owner of Cleopatra",
        board.first_owner.get("cleopatra"),
        "pompey",
    )
    for city, limit in (("genua", 3), ("massilia", 4), ("roma", 5)):
        if city in board.cities:
            found = board.figures.winter_limit + board.cities[city].value
            yield from _differs(f"cities.toml: city/{city}: value: winter limit of {city}", found, limit)


def _figures(board: Board) -> Iterator[str]:
    """The figures that the rules themselves state; setup.toml gives the paragraph of each."""
    ways = {key: (at["major"], at["minor"], at["strait"]) for key, at in board.limits.items()}
    yield from _differs("setup.toml: limit: major, minor, strait: limits of ways", ways, LIMITS)
    for name, expected in FIGURES.items():
        yield from _differs(f"setup.toml: number/{name}: value", getattr(board.figures, name), expected)


PARTS = (
    _counts,
    _spellings,
    _cities,
    _coasts,
    _roads,
    _sides,
    _labels,
    _cards,
    _deployment,
    _opening,
    _figures,
)
