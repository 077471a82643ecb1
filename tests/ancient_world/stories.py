"""What each golden play of The Ancient World is there to tell."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

STORIES: Mapping[str, Sequence[str]] = {
    "whole_game": ["Turn 1 begins: the year 264 BC.", "Turn 3 begins: the year 262 BC.", "is finished"],
}
