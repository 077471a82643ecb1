"""The sentences of what the chapters tell and the words of their orders, gathered.

Each module of this package belongs to some chapters. Its `TEMPLATES` give every event that they tell its
sentence, its `VERBS` every verb, menu item and keyword of their orders its names; `narration` and `names`
use them.
"""

from __future__ import annotations

from collections.abc import Mapping

from . import combat, economy, operations, politics, stratagems, voyages

TEMPLATES: Mapping[str, str] = {
    **combat.TEMPLATES,
    **economy.TEMPLATES,
    **operations.TEMPLATES,
    **politics.TEMPLATES,
    **stratagems.TEMPLATES,
    **voyages.TEMPLATES,
}
"""Event kind, or "kind/how" for an event told with a `how` -> its sentence."""

VERBS: tuple[Mapping[str, tuple[str, ...]], ...] = (
    combat.VERBS,
    economy.VERBS,
    operations.VERBS,
    politics.VERBS,
    stratagems.VERBS,
    voyages.VERBS,
)
"""Of each chapter: verb, menu item or keyword -> language -> its names. Chapters may share a word."""
