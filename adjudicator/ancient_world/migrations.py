"""Migrations of worlds that an older release saved (docs/architecture.md)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from adjudicator.core.log.chain import JSON


def causes_of_losses(world: dict[str, Any]) -> dict[str, JSON]:
    """A battle knows all hexes from which it was entered, and its losses by cause.

    Whether a retreat is settled is no longer the same as whether a side has stopped sending elephants: it is
    for a side with no force left in the hex.
    """
    b = world.get("battle")
    if b is None:
        return world
    entry = b.pop("entry", "")
    b.pop("amphibious", None)
    b["entries"] = [entry] if entry else []
    b["lost"] = {side: {"chart": n} for side, n in b.get("lost", {}).items() if n}
    if world["agenda"][-1:] == ["retreats"]:
        here = {force["side"] for force in world["forces"].values() if force["place"] == b["hex"]}
        b["decided"] = [side for side in b.get("stopped", []) if side not in here]
    return world


EARLIER = {"terms": "any", "consuls": "alphabet", "sack_boxes": "none", "third": "down"}
"""The readings of campaigns that were founded before there were these options."""


def readings_kept(world: dict[str, Any]) -> dict[str, JSON]:
    """A campaign from before an option keeps the reading with which it began."""
    world["options"] = {**EARLIER, **world["options"]}
    return world


def way_back_kept(world: dict[str, Any]) -> dict[str, JSON]:
    """A beaten attacker may retreat by the way they came, as before ruling AW-R98."""
    world["options"] = {"way_back": "defender_only", **world["options"]}
    return world


def deputy_kept(world: dict[str, Any]) -> dict[str, JSON]:
    """Nobody has been named before: who acts for an overall commander is asked when it next matters."""
    return {"deputies": {}, **world}


MIGRATIONS: tuple[Callable[[dict[str, JSON]], dict[str, JSON]], ...] = (
    causes_of_losses,
    readings_kept,
    way_back_kept,
    deputy_kept,
)
"""The first makes a world of schema 2 of one of schema 1, and so on."""
