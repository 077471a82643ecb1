"""Golden plays go as they are written, and tell what they are there for."""

from __future__ import annotations

from pathlib import Path

import pytest

from .followed import Followed
from .game import GameUnderTest
from .games import each_game, over


@over("path", lambda kit: kit.plays)
def test_a_play_goes_as_it_is_written(kit: GameUnderTest, path: Path, request: pytest.FixtureRequest) -> None:
    """At a table and in a rollout (`Followed`)."""
    before = path.read_text(encoding="utf-8")
    followed = Followed(before)
    after = followed.text()
    assert followed.compared
    if request.config.getoption("golden") == "write":
        path.write_text(after, encoding="utf-8")
    else:
        assert after == before


@over("path", lambda kit: kit.plays)
def test_a_play_tells_what_it_is_there_for(kit: GameUnderTest, path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert [part for part in kit.stories[path.stem] if part not in text] == []


@each_game
def test_every_play_is_there(kit: GameUnderTest) -> None:
    assert [path.stem for path in kit.plays] == sorted(kit.stories)
    assert "whole_game" in kit.stories
