"""Names: hexes by number and by city, units by province and type, everything in English and Japanese."""

from __future__ import annotations

import pytest

from adjudicator.belisarius.board import CITIES, CITIES_AT, HEXES, KINDS, MARKERS, PROVINCES, UNITS
from adjudicator.belisarius.counted import many
from adjudicator.belisarius.show.names import LEXICON, NAMES

PARTING = ("-", ":", ",", "：", "、", "，")


def test_a_hex_is_called_by_its_city_and_its_number() -> None:
    assert LEXICON.label("3536", "en") == "Constantinopolis (3536)"
    assert LEXICON.label("3536", "ja") == "コンスタンティノポリス（3536）"
    assert LEXICON.label("3434", "en") == "hex 3434 near Cyzicus"
    assert LEXICON.label("3434", "ja") == "キュジコス付近のヘクス3434"


@pytest.mark.parametrize(
    ("text", "hex"),
    [
        ("3536", "3536"),
        ("Constantinopolis", "3536"),
        ("constantinople", "3536"),
        ("コンスタンティノポリス", "3536"),
        ("Constantinopolis (3536)", "3536"),
        ("コンスタンティノポリス（3536）", "3536"),
        ("コンスタンティノポリス (3536)", "3536"),
        ("Odessus", "3833"),
        ("3434", "3434"),
        ("carthago", "2624"),
        ("Carthago Nova", "2713"),
    ],
)
def test_a_hex_is_found_by_number_city_or_mere_name(text: str, hex: str) -> None:
    assert LEXICON.find(text, HEXES) == [hex]


def test_no_number_is_short_for_another() -> None:
    assert LEXICON.find("353", HEXES) == []


def test_every_city_finds_its_hex() -> None:
    """§10.11: by its Latin and its Japanese name, alone among the 1,773."""
    for hex, city in CITIES_AT.items():
        for name in (CITIES[city].name, LEXICON.label(city, "ja")):
            assert LEXICON.find(name, HEXES) == [hex], name


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("Thracian garrison", "thracia_garrison"),
        ("Thracia GA", "thracia_garrison"),
        ("thracia garrisons", "thracia_garrison"),
        ("Guard FA", "guard_field_army"),
        ("Guard field armies", "guard_field_army"),
        ("Pontica WB", "pontica_warband"),
        ("Scythia NO", "scythia_nomad"),
        ("guard fl", "guard_fleet"),
        ("トラキア守備隊", "thracia_garrison"),
        ("親衛野戦軍", "guard_field_army"),
    ],
)
def test_a_kind_is_found_by_province_and_type(text: str, kind: str) -> None:
    assert LEXICON.find(text, KINDS) == [kind]


def test_a_type_alone_names_every_kind_of_it_and_nothing_else() -> None:
    """§2.31: "GA" is no beginning of Garamantes, nor "NO" of Nubia; enough where one kind is there."""
    for short, type_ in (("FA", "field_army"), ("WB", "warband"), ("NO", "nomad"), ("GA", "garrison")):
        assert LEXICON.find(short, KINDS) == [k for k in KINDS if k.endswith(f"_{type_}")]
    assert LEXICON.find("GA", ["garamantes_nomad", "guard_garrison", "belisarius"]) == ["guard_garrison"]
    assert LEXICON.find("守備隊", ["thracia_garrison", "thracia_fleet"]) == ["thracia_garrison"]


def test_leaders_and_markers() -> None:
    assert LEXICON.find("Belisarius", KINDS) == ["belisarius"]
    assert LEXICON.find("Mihir-Mihroe", KINDS) == LEXICON.find("mihir", KINDS) == ["mihir_mihroe"]
    assert LEXICON.find("Pope", MARKERS) == ["pope"]
    assert LEXICON.find("Disease", MARKERS) == ["disease"]
    assert LEXICON.find("強行軍", MARKERS) == LEXICON.find("FM", MARKERS) == ["forced_march"]


def test_provinces_go_by_the_names_of_the_charts_too() -> None:
    """§34.1 and the events: Hispania, Africa, Burgunds."""
    for text, province in (("Hispania", "visigoths"), ("Africa", "vandals"), ("Burgunds", "burgundy")):
        assert LEXICON.find(text, PROVINCES) == [province]


def test_an_area_is_not_its_province() -> None:
    """§18.1."""
    both = ["persia", "persia_area"]
    assert LEXICON.find("Persia", both) == ["persia"]
    assert LEXICON.find("Persia off-map", both) == LEXICON.find("地図外ペルシア", both) == ["persia_area"]


def test_labels_are_read_as_what_they_name() -> None:
    """Of kinds, provinces, markers and hexes: in both languages, and nothing in them parts an order."""
    for ids in (list(KINDS), list(PROVINCES), list(MARKERS), list(HEXES)[::7]):
        for id in ids:
            for language in ("en", "ja"):
                label = LEXICON.label(id, language)
                assert not any(sign in label for sign in PARTING), label
                assert LEXICON.find(label, ids) == [id], label


def test_units_are_called_by_their_kind_and_several_in_the_plural() -> None:
    assert LEXICON.label("thracia_garrison_3", "en") == "Thracian garrison"
    assert LEXICON.label(many("guard_field_army"), "en") == "Guard field armies"
    assert all(unit in NAMES for unit in UNITS)
