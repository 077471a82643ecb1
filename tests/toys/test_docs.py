"""docs/add-a-game.md shows the toys as they are."""

from __future__ import annotations

import re
from pathlib import Path

from adjudicator.core import Game
from adjudicator.core.game import procedure as vocabulary
from renderer.draw.themes import Style
from renderer.games import Look

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "add-a-game.md").read_text(encoding="utf-8")


def test_the_page_shows_the_toys_as_they_are() -> None:
    blocks = re.findall(r"```python\n(.*?)```\n", PAGE, flags=re.DOTALL)
    toys = ROOT / "tests" / "toys"
    assert blocks == [(toys / name).read_text(encoding="utf-8") for name in ("nim.py", "looks/skirmish.py")]


def test_the_page_names_everything_that_a_look_gives() -> None:
    for name in Look.__struct_fields__:
        assert re.search(rf"`{name}[`.]", PAGE), name
    for name in Style.__struct_fields__:
        assert f"`style.{name}`" in PAGE, name


def test_the_page_names_everything_that_a_game_gives_and_may_await() -> None:
    awaited = ["ask", "ask_all", "window", "d6", "d10", "dice", "pick", "draw", "draw_among", "move", "look"]
    assert all(hasattr(vocabulary, name) for name in awaited)
    for name in (*Game.__struct_fields__, *awaited):
        assert re.search(rf"`[^`\n]*\b{name}\b", PAGE), name
