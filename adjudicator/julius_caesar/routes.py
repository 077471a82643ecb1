"""Ports to which both a road and a sea lead, and the id by which an order names the way by sea."""

from __future__ import annotations

from typing import Final

from adjudicator.julius_caesar.board import EDGES, NAVAL, SEAS

BY_SEA: Final = "_by_sea"
"""The end of the id of a port that an order names as reached by sea (§7.64)."""
SEA_ROUTES: Final = tuple(
    sorted(
        {to for at in EDGES for to in EDGES[at] for sea in NAVAL[at] if sea in SEAS and to in SEAS[sea].ports}
    )
)
"""The ports to which a road and a sea both lead from some city."""


def by_sea_to(port: str) -> str:
    """§7.64 The id by which an order names a port that is to be reached by sea, though a road is open."""
    return f"{port}{BY_SEA}"
