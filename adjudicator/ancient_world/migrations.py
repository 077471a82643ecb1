"""Migrations of worlds that an older release saved (docs/architecture.md)."""

from __future__ import annotations

from collections.abc import Callable

from adjudicator.core.log.chain import JSON

MIGRATIONS: tuple[Callable[[dict[str, JSON]], dict[str, JSON]], ...] = ()
"""The first makes a world of schema 2 of one of schema 1, and so on."""
