"""A hex is told by its place, in both languages, wherever people read it; orders have its number."""

from __future__ import annotations

import re

import pytest

from adjudicator import GAMES
from adjudicator.ancient_world.board import CITY_AT
from adjudicator.ancient_world.board import HEXES as ITALY
from adjudicator.ancient_world.show.names import landmarks as of_italy
from adjudicator.belisarius.board import CITIES_AT
from adjudicator.belisarius.board import HEXES as WORLD
from adjudicator.belisarius.show.names import landmarks
from adjudicator.core.language.words import N_, Hyphened, words
from service.values.words import speak

BARE = {
    "ancient_world": [hex for hex in ITALY if hex not in CITY_AT],
    "belisarius": [hex for hex in WORLD if hex not in CITIES_AT],
}
TOLD = {
    "en": re.compile(r"hex [A-Z]?[a-z]?\d{4} (near|in) [A-Z].+|[A-Z].+ \(\d{4}\)"),
    "ja": re.compile(r"[^\d]+(付近)?のヘクス[A-Z]?[a-z]?\d{4}|[^\d]+（\d{4}）"),
}


@pytest.mark.parametrize("language", list(TOLD))
@pytest.mark.parametrize("game", list(BARE))
def test_no_hex_is_told_by_its_number_alone(game: str, language: str) -> None:
    lexicon = GAMES[game].lexicon
    told = {hex: lexicon.label(hex, language) for hex in BARE[game]}
    assert len(told) > 1000
    assert {hex: said for hex, said in told.items() if not TOLD[language].fullmatch(said)} == {}
    numbers = {hex: lexicon.written(hex, language) for hex in told}
    assert all(
        number in told[hex] and re.fullmatch(r"[A-Z]?[a-z]?\d{4}", number) for hex, number in numbers.items()
    )


def test_the_nearest_city_is_named_and_far_from_all_the_province_or_the_sea() -> None:
    label = GAMES["ancient_world"].lexicon.label
    assert label("1019", "en") == "hex 1019 near Taurasia"
    assert label("1922", "en") == "hex 1922 in Mare Ligusticum"
    assert label("1922", "ja") == "リグリア海のヘクス1922"
    said = words(N_("{place} marched"), place="1019")
    assert speak(said, "en", label) == "hex 1019 near Taurasia marched"
    belisarius = GAMES["belisarius"].lexicon.label
    assert belisarius("2347", "en") == "hex 2347 near Memphis"
    assert belisarius("1944", "en") == "Ammon (1944)"
    assert belisarius("1944", "ja") == "アンモン（1944）"


def test_of_a_way_the_hexes_between_are_not_told() -> None:
    assert of_italy(["1020", "1019", "1018"]) == ["1020", "1018"]
    assert landmarks(["2748", "2649", "2449", "2347"]) == ["2748", "2649", "2347"]
    way = words("{way}", way=Hyphened(landmarks(["2748", "2649", "2449", "2347"])))
    label = GAMES["belisarius"].lexicon.label
    assert speak(way, "en", label) == "hex 2748 near Hierosolyma-Hierosolyma (2649)-hex 2347 near Memphis"
