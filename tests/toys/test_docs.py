"""docs/add-a-game.md shows the toy as it is."""

from __future__ import annotations

import re
from pathlib import Path

from adjudicator.core import Game
from adjudicator.core import procedure as vocabulary

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "add-a-game.md").read_text(encoding="utf-8")


def test_the_page_shows_the_toy_as_it_is() -> None:
    (block,) = re.findall(r"```python\n(.*?)```\n", PAGE, flags=re.DOTALL)
    assert block == (ROOT / "tests" / "toys" / "nim.py").read_text(encoding="utf-8")


def test_the_page_names_everything_that_a_game_gives_and_may_await() -> None:
    awaited = ["ask", "ask_all", "window", "d6", "d10", "dice", "pick", "draw", "draw_among", "move", "look"]
    assert all(hasattr(vocabulary, name) for name in awaited)
    for name in (*Game.__struct_fields__, *awaited):
        assert re.search(rf"`[^`\n]*\b{name}\b", PAGE), name
