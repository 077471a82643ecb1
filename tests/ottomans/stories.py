"""What each golden play of Ottomans is there to tell."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

STORIES: Mapping[str, Sequence[str]] = {
    "whole_game": ["Turn 1 begins", "Turn 3 is over", "There is no empire"]
}
