"""The variety of the saved worlds of Belisarius (tests/kit/test_positions.py plays them on)."""

from __future__ import annotations

from tests.kit.test_positions import saved

from .kit import KIT


def test_the_saved_worlds_are_of_every_kind_of_moment() -> None:
    """At the beginning, in the middle of things, in the end; and among them all that a world may hold."""
    worlds = saved(KIT).values()
    phases = {"set_up", "recruit", "army", "battle", "supply", "over"}
    assert {world["phase"] for world in worlds} == phases
    for field in ("colonies", "works", "pillaged", "agreements", "aboard", "operated", "dropped", "result"):
        assert any(world[field] for world in worlds), field
