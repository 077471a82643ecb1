"""The whole printed game as one record."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct

from adjudicator.records import Source

from .pieces import Block, Card, City, Edge, EdgeKind, Figures, Place, Sea, Side


class Board(Struct, frozen=True):
    """The whole printed game. The names in capitals of the package say what each table holds."""

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
