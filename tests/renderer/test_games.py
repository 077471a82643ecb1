"""A game is its own folders: nothing else in the renderer, and no tool for every game, names one."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from adjudicator import GAMES
from renderer import games
from renderer.draw import glyphs

ROOT = Path(__file__).resolve().parents[2]
ITS_OWN = ("renderer/games/", "tools/bench/", "tools/portraits/")
"""The places where games may be named: their looks; and measurements and portraits of certain campaigns."""


def test_no_other_module_names_a_game() -> None:
    ids = sorted({*games.names(), *GAMES})
    named = re.compile(r"(?<![a-z])(" + "|".join(ids) + r")(?![a-z])", re.IGNORECASE)
    files = [path for room in ("renderer", "tools") for path in (ROOT / room).rglob("*.py")]
    shared = [path for path in files if not path.relative_to(ROOT).as_posix().startswith(ITS_OWN)]
    assert len(shared) > 40
    strays = {path.name: named.findall(path.read_text(encoding="utf-8")) for path in shared}
    assert {name: found for name, found in strays.items() if found} == {}


def test_every_game_with_maps_has_a_look() -> None:
    assert {name for name, game in GAMES.items() if game.pictures is not None} <= set(games.names())


def test_a_game_without_a_look_is_refused_by_its_id() -> None:
    with pytest.raises(KeyError, match="whist"):
        games.look_of("whist")


@pytest.mark.parametrize("game", games.names())
def test_every_sign_that_a_look_names_is_drawn(game: str) -> None:
    """A name without a drawing would fail every map with it, and only when it is first drawn."""
    style = games.look_of(game).style
    named = {token.sign for token in style.tokens.values()} | {of.device for of in style.families.values()}
    assert {sign for sign in named if sign and not glyphs.known(sign, style)} == set()
