"""Read, connect and check a board, with or without an overlay of other figures."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import chain
from pathlib import Path

from adjudicator.core.language.words import N_
from adjudicator.records import DataError, Sheet, read_board, table, values

from .checks import check
from .pieces import Block, Card, City, Deployment, Edge, EdgeKind, Figures, Limit, Role, Sea, Side
from .printed import Board

DATA = Path(__file__).parents[3] / "data" / "julius_caesar"
FILES = ("blocks.toml", "cards.toml", "cities.toml", "roads.toml", "seas.toml", "setup.toml")
DRAWN = ("map.toml", "road_lines.toml")
"""The files that pictures alone use."""


def load(folder: Path, overlay: Path | None = None) -> Board:
    """Read, connect and check a board (see `records.read_board`)."""
    return read_board(folder, FILES, connect, check, overlay)


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


def _neighbours(
    cities: Mapping[str, City], seas: Mapping[str, Sea], roads: Mapping[str, Edge]
) -> dict[str, dict[str, EdgeKind]]:
    found: dict[str, dict[str, EdgeKind]] = {place: {} for place in sorted([*cities, *seas])}
    for road in roads.values():
        a, b = road.ends
        if a not in cities or b not in cities:
            raise DataError(N_("{where}: does not join two cities"), where=f"roads.toml: road/{road.id}")
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
        raise DataError(
            N_("{where}: {name} is expected, and nothing else"),
            where=f"setup.toml: role/{min({*roles} ^ {key})}",
            name=key,
        )
    return roles[key].city
