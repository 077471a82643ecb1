"""The cards of places: what the board shows of them, in words."""

from __future__ import annotations

import pytest

from adjudicator import GAMES
from frontends.browser.pages.table.places import layout_of

FACTS = {
    "julius_caesar": ("roma", ["Worth 2 victory points (§4.2)", "Port on Mare Tyrrhenum"]),
    "belisarius": ("3929", []),
    "ottomans": ("constantinople", ["Key city", "City of Byzantium"]),
    "ancient_world": ("3615", ["Large city", "Flat ground"]),
}


@pytest.mark.parametrize("game", sorted(FACTS))
@pytest.mark.parametrize("language", ["en", "ja"])
def test_every_place_says_what_the_board_shows(game: str, language: str) -> None:
    """Every place of the map has its facts, in whole sentences of both languages."""
    layout, about = layout_of(game, language), GAMES[game].pictures.about
    assert layout is not None
    found = {place: about(place, language) for place in layout.places}
    assert not [line for lines in found.values() for line in lines if "{" in line or not line]
    assert sum(map(bool, found.values())) > len(found) / 2


@pytest.mark.parametrize("game", sorted(FACTS))
def test_the_facts_of_a_place(game: str) -> None:
    place, expected = FACTS[game]
    assert GAMES[game].pictures.about(place, "en")[: len(expected)] == expected
