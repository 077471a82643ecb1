"""The board of Belisarius: what the text and open geography say of the map; what loading refuses."""

from __future__ import annotations

import shutil
from collections import Counter
from pathlib import Path

import pytest
from msgspec.structs import replace

from adjudicator.belisarius.board import (
    AREAS,
    BOARD,
    CITIES,
    CITIES_AT,
    HEXES,
    HEXES_OF,
    KINDS,
    LABELS,
    LEADERS,
    MARKERS,
    NEIGHBOURS,
    PROVINCES,
    SCENARIOS,
    SEAS,
    UNITS,
    side,
)
from adjudicator.belisarius.board.checks import by_land, by_sea, check
from adjudicator.belisarius.board.loading import DATA, FILES, connect, load
from adjudicator.geometry.hexes import distance, neighbours
from adjudicator.geometry.hexes import read as cell
from adjudicator.records import DataError, PublicFact, Reconstruction, RulesText, read, reconstructions

START = CITIES["constantinopolis"].hex


def ids(text: str) -> set[str]:
    return set(text.split())


# -- the map -----------------------------------------------------------------------------------


def test_the_printed_game_passes_its_own_check() -> None:
    assert check(BOARD) == []


def test_the_map_has_1773_hexes() -> None:
    """§2.1"""
    assert Counter(hex_.kind for hex_ in HEXES.values()) == {"land": 1060, "coast": 311, "sea": 402}
    assert Counter(hex_.terrain for hex_ in HEXES.values()) == {
        "flat": 542,
        "rough": 474,
        "desert": 346,
        "marsh": 9,
        "sea": 402,
    }
    assert list(HEXES) == sorted(HEXES)


@pytest.mark.parametrize(
    ("number", "city"),
    [
        ("3511", "tolosa"),
        ("3720", "ravenna"),
        ("2927", "messana"),
        ("3535", "heraclea"),
        ("3536", "constantinopolis"),
    ],
)
def test_printed_hex_numbers_hold(number: str, city: str) -> None:
    """§errata/map Four of the five hexes of the errata, and the capital beside Heraclea."""
    assert CITIES[city].hex == number
    assert CITIES_AT[number] == HEXES[number].city == city


def test_nicaea_has_the_name_of_the_errata_and_not_their_hex() -> None:
    """§errata/map ruling BE-A7: 3324 is in Italy, by the grid of the other four; Nicaea is where it was."""
    city, printed = CITIES["nicaea"], HEXES["3324"]
    assert BOARD.sources["city/nicaea/name"] == RulesText("errata/map")
    assert (city.hex, city.province) == ("3537", "pontica")
    assert (printed.city, printed.label, printed.province) == ("", "beneventum", "ostrogoths")
    assert not any("phillippous" in place for place in (*CITIES, *(hex.label for hex in HEXES.values())))


def test_the_stray_eagle_is_at_sea() -> None:
    """§errata/map Errata: 3025 has a symbol that is to be ignored; it is water north of Sicily."""
    assert (HEXES["3025"].kind, HEXES["3025"].sea) == ("sea", "mare_tyrrhenum")


def test_neighbours_are_those_of_the_grid_that_are_on_the_map() -> None:
    for number, beside in NEIGHBOURS.items():
        assert beside == tuple(sorted(n for n in neighbours(number) if n in HEXES))
        assert all(distance(cell(number), cell(other)) == 1 for other in beside)
    assert NEIGHBOURS[START] == ("3436", "3437", "3535", "3537", "3635", "3636")


def test_hexsides_are_the_same_from_both_sides() -> None:
    assert len(BOARD.sides) == sum(len(beside) for beside in NEIGHBOURS.values())
    for a, b in BOARD.sides:
        assert side(a, b) is side(b, a)


def test_hexsides_that_are_not_listed_follow_their_hexes() -> None:
    listed = {key.removeprefix("hexsides/") for key in BOARD.sources if key.startswith("hexsides/")}
    for (a, b), between in BOARD.sides.items():
        if a < b and f"{a}/{b}" not in listed:
            at_sea = "sea" in (HEXES[a].kind, HEXES[b].kind)
            assert between.kind == ("sea" if at_sea else "land")
            assert not (between.river or between.way or between.strait)
    with pytest.raises(KeyError):
        side("3536", "3538")


def test_rivers_roads_and_tracks() -> None:
    once = [between for (a, b), between in BOARD.sides.items() if a < b]
    assert sum(between.river for between in once) == 378
    assert Counter(between.way for between in once if between.way) == {"road": 237, "track": 152}
    assert all(between.river == (between.stream != "") for between in once)


def test_the_roads_join_the_great_cities() -> None:
    """The Via Egnatia, the road of the army to Italy, the roads of Italy and the East."""
    for a, b in (
        ("constantinopolis", "thessalonica"),
        ("constantinopolis", "naissus"),
        ("naissus", "aquileia"),
        ("aquileia", "roma"),
        ("roma", "neapolis"),
        ("carthago", "hippo_regius"),
        ("alexandria", "antiochia"),
        ("antiochia", "nisibis"),
    ):
        assert CITIES[b].hex in along_roads(CITIES[a].hex), (a, b)


def along_roads(start: str) -> set[str]:
    seen, ahead = {start}, [start]
    while ahead:
        here = ahead.pop()
        for beside in NEIGHBOURS[here]:
            if beside not in seen and side(here, beside).way == "road":
                seen.add(beside)
                ahead.append(beside)
    return seen


def test_straits() -> None:
    """§16.24 The Hellespont and its like: narrows between two shores."""
    found: dict[str, list[str]] = {}
    for (a, b), between in BOARD.sides.items():
        if between.strait and a < b:
            found.setdefault(between.strait, []).append(f"{a}/{b}")
            assert between.kind == "sea"
            assert "sea" not in (HEXES[a].kind, HEXES[b].kind)
    assert found == {
        "Fretum Gaditanum": ["2509/2609", "2510/2609", "2510/2610"],
        "Fretum Siculum": ["2927/2928"],
        "Euripus": ["3133/3134"],
        "Hellespontus": ["3334/3434", "3335/3434", "3434/3435"],
        "Bosporus Thracius": ["3536/3537", "3536/3636", "3635/3636"],
        "Bosporus Cimmerius": ["4336/4337", "4336/4436"],
    }


def test_the_hex_knows_its_rivers() -> None:
    """§29.1 Memphis lies on the Nile, Ravenna on no river of the map's, Ancyra beside none."""
    for hex_ in HEXES.values():
        assert hex_.riverside == any(side(hex_.id, other).river for other in NEIGHBOURS[hex_.id])
    assert HEXES[CITIES["memphis"].hex].riverside
    assert HEXES[CITIES["ctesiphon"].hex].riverside
    assert not HEXES[CITIES["athenae"].hex].riverside


# -- what can be reached -----------------------------------------------------------------------


def test_every_port_reaches_the_capital_by_sea_but_charax() -> None:
    """§19.9 Charax lies on the Sinus Persicus, a water of its own."""
    reached = by_sea(BOARD, START)
    assert {city.id for city in CITIES.values() if city.port and city.hex not in reached} == {"charax"}
    assert {HEXES[number].sea for number in by_sea(BOARD, CITIES["charax"].hex)} == {"", "sinus_persicus"}


def test_every_city_reaches_the_capital_by_land_but_caralis() -> None:
    """§16.24 Over straits, Sicily and Africa among them; Sardinia is an island."""
    reached = by_land(BOARD, START)
    assert {city.id for city in CITIES.values() if city.hex not in reached} == {"caralis"}


def test_waters_apart() -> None:
    """§18.2(4) §19.9 The Caspian, the Persian and the Arabian gulfs join no other water."""
    reached = {HEXES[number].sea for number in by_sea(BOARD, START)} - {""}
    assert set(SEAS) - reached == ids("pontus_caspium sinus_arabicus sinus_persicus")
    assert Counter(h.sea for h in HEXES.values())["pontus_caspium"] == 23


def test_a_fleet_sails_from_the_capital_to_carthago_in_21_hexes() -> None:
    """Facts: the expedition of 533 is what the fleets' operation value was made for."""
    steps, ring = {START: 0}, [START]
    while CITIES["carthago"].hex not in steps:
        ring = [
            b
            for a in ring
            for b in NEIGHBOURS[a]
            if b not in steps and HEXES[b].kind != "land" and side(a, b).kind != "land"
        ]
        steps |= dict.fromkeys(ring, max(steps.values()) + 1)
    assert steps[CITIES["carthago"].hex] == 21


# -- provinces, cities, areas ------------------------------------------------------------------


def test_every_hex_of_land_has_one_of_25_provinces() -> None:
    """§2.11 §2.12"""
    assert len(PROVINCES) == 25
    assert sum(len(numbers) for numbers in HEXES_OF.values()) == 1371
    assert {p.id for p in PROVINCES.values() if p.imperial} == ids(
        "thracia dacia macedonia pontica asiana oriens aegyptus"
    )


def test_levies() -> None:
    """§4.2 §11.11 Thracia raises two; §11.131 no field armies and no leaders anywhere."""
    assert PROVINCES["thracia"].levy == 2
    assert sum(province.levy for province in PROVINCES.values()) == 33
    for province in PROVINCES.values():
        kinds = {unit.type for unit in UNITS.values() if unit.origin == province.id}
        assert set(province.levy_types) == kinds - {"field_army", "leader"}


def test_cities() -> None:
    """§34.1 As many as garrisons are placed, and the two in ruins."""
    assert Counter(city.province for city in CITIES.values()) == {
        "thracia": 4,
        "dacia": 3,
        "macedonia": 3,
        "pontica": 5,
        "asiana": 3,
        "oriens": 7,
        "aegyptus": 6,
        "scythia": 1,
        "persia": 9,
        "armenia": 1,
        "visigoths": 5,
        "suevii": 1,
        "basques": 1,
        "ostrogoths": 11,
        "vandals": 3,
        "franks": 2,
        "burgundy": 2,
        "lazica": 1,
        "arabia": 2,
        "mauretania": 1,
        "garamantes": 1,
        "lombards": 1,
    }
    assert len(CITIES) == len(CITIES_AT) == 73
    assert {city.id for city in CITIES.values() if city.wealthy} == ids(
        "roma ravenna carthago alexandria antiochia thessalonica ctesiphon ecbatana"
    )
    assert (CITIES["bosporus"].hex, CITIES["tingis"].hex) == ("4336", "2509")


def test_labels_have_no_part_in_the_rules() -> None:
    """Places that are only names: their hexes have neither city nor port for them."""
    assert len(LABELS) == 88
    assert not set(LABELS) & set(CITIES)
    for label in LABELS.values():
        hex_ = HEXES[label.hex]
        assert LABELS[hex_.label].hex == label.hex
        assert hex_.port == (hex_.city != "" and CITIES[hex_.city].port)
    assert HEXES["3324"].label == "beneventum"


def test_off_map_areas_have_gates_on_the_edge() -> None:
    """§2.13 §18.1 §18.2 North for Franks and Lombards, north and east for Scythia, east for Persia."""
    assert {area.province: PROVINCES[area.province].area for area in AREAS.values()} == {
        "franks": "franks_area",
        "lombards": "lombards_area",
        "persia": "persia_area",
        "scythia": "scythia_area",
    }
    top = max(number[:2] for number in HEXES)
    for province in ("franks", "lombards"):
        row = {number for number in HEXES_OF[province] if number.startswith(top)}
        assert set(AREAS[f"{province}_area"].gates) == row
    scythia = set(AREAS["scythia_area"].gates)
    assert {number for number in HEXES_OF["scythia"] if number.startswith(top)} == scythia - {"4552"}
    last_of_row = {max(n for n in HEXES if n[:2] == row) for row in {n[:2] for n in HEXES}}
    assert set(AREAS["persia_area"].gates) == last_of_row & set(HEXES_OF["persia"])


def test_only_persia_has_a_port_off_the_map() -> None:
    """§18.22 §19.9 On the Sinus Persicus."""
    assert [area.id for area in AREAS.values() if area.port] == ["persia_area"]
    assert {HEXES[gate].sea for gate in AREAS["persia_area"].sea_gates} == {"sinus_persicus"}
    assert set(AREAS["persia_area"].sea_gates) <= by_sea(BOARD, CITIES["charax"].hex)


# -- counters ----------------------------------------------------------------------------------


def test_counters() -> None:
    """179 units and 19 leaders."""
    assert len(UNITS) == 198
    assert len(LEADERS) == 19
    assert sum(unit.type == "leader" for unit in UNITS.values()) == 19
    assert Counter(unit.kind for unit in UNITS.values() if unit.origin == "guard" and not unit.stars) == {
        "guard_field_army": 8,
        "guard_fleet": 3,
        "guard_garrison": 5,
    }
    assert KINDS["thracia_garrison"] == tuple(f"thracia_garrison_{n}" for n in range(1, 7))
    assert KINDS["belisarius"] == ("belisarius",)


def test_counters_suffice_for_the_levies_of_a_turn() -> None:
    """§4.2 §11.11 After either set-up a province can levy all that it may: two units in Thracia."""
    for scenario in SCENARIOS.values():
        placed = Counter[str]()
        for step in scenario.steps:
            for group in step.groups:
                placed.update(group.units)
        for province in PROVINCES.values():
            levied = [
                kind
                for kind, (first, *_) in KINDS.items()
                if UNITS[first].origin == province.id and UNITS[first].type in province.levy_types
            ]
            spare = sum(len(KINDS[kind]) - placed[kind] for kind in levied)
            assert spare >= province.levy, (scenario.id, province.id)


def test_the_guard_are_stronger_than_their_like() -> None:
    """§12.0"""
    for unit in UNITS.values():
        if unit.origin == "guard":
            likes = {other.strength for other in UNITS.values() if other.type == unit.type} - {unit.strength}
            assert likes == {unit.strength - 1}


def test_leaders() -> None:
    """§21.0 Errata: Buccelin has one star; no operation value exceeds a leader's (§14.21).

    §errata/counters Solomon, not Soomon.
    """
    assert {unit.id for unit in UNITS.values() if unit.stars == 2} == ids("belisarius narses khusro totila")
    assert (UNITS["buccelin"].stars, UNITS["buccelin"].origin) == (1, "franks")
    assert UNITS["vitiges"].origin == "ostrogoths"
    assert {unit.id for unit in UNITS.values() if unit.origin == "guard" and unit.stars} == ids(
        "justinian belisarius narses mundas germanus solomon"
    )
    assert max(unit.op for unit in UNITS.values()) == UNITS["belisarius"].op == 24


def test_ids_are_plain() -> None:
    tables = (PROVINCES, AREAS, SEAS, CITIES, LABELS, UNITS, MARKERS)
    for key in (key for table in tables for key in table):
        assert key.isascii()
        assert key == key.lower()
        assert key.replace("_", "").isalnum()
    named = (*PROVINCES.values(), *AREAS.values(), *CITIES.values(), *LABELS.values(), *MARKERS.values())
    assert all(one.name for one in named)


# -- provenance and loading --------------------------------------------------------------------


def test_every_record_says_where_it_comes_from() -> None:
    assert BOARD.sources["city/roma/tax"] == RulesText("10.11")
    assert BOARD.sources["city/messana/hex"] == RulesText("errata/map")
    assert isinstance(BOARD.sources["city/roma/position"], PublicFact)
    assert isinstance(BOARD.sources["hexes/3536"], Reconstruction)
    assert BOARD.sources["province/thracia/levy"] == RulesText("11.11")
    assert BOARD.sources["chart/assault"] == RulesText("chart/combat")
    ours = reconstructions(BOARD.sources)
    assert "city/roma/wealthy" in ours
    assert "chart/assault" not in ours


def test_the_folder_holds_what_is_read() -> None:
    assert {path.name for path in DATA.iterdir()} >= set(FILES)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for file in FILES:
        shutil.copy(DATA / file, tmp_path / file)
    return tmp_path


def change(folder: Path, file: str, old: str, new: str) -> None:
    text = (folder / file).read_text(encoding="utf-8")
    assert text.count(old) == 1, old
    (folder / file).write_text(text.replace(old, new), encoding="utf-8")


@pytest.mark.parametrize(
    ("file", "old", "new", "why"),
    [
        ("hexes.csv", "3536,coast,flat,thracia", "3536,coast,flat,", "land has a province"),
        ("hexes.csv", "3536,coast,flat,thracia", "3536,coast,sea,thracia", "sea for its terrain"),
        ("hexes.csv", "3536,coast,flat,thracia", "3536,shore,flat,thracia", "hexes/3536"),
        ("hexsides.csv", "\n3536/3537,sea,", "\n3536/3538,sea,", "no two neighbours"),
        ("hexsides.csv", "\n3536/3537,sea,,", "\n3536/3537,sea,road,", "no way runs at sea"),
        ("cities.toml", 'hex = "3535"', 'hex = "3536"', "city: hex: 3536 has 2 cities"),
        ("cities.toml", 'hex = "3535"', 'hex = "9999"', "city/heraclea: hex"),
        ("cities.toml", "tax = 4", "tax = 3", "yields 3, and 4 expected"),
        ("markers.toml", "count = 7", "count = 8", "65 markers"),
        ("units.toml", "units = { fleet = 1, garrison = 7 }", "units = { garrison = 7 }", "aegyptus"),
        ("units.toml", "garrison = 6, warband = 2", "garrison = 4, warband = 2", "5 of pontica_garrison"),
        ("provinces.toml", '["4615", "4616"', '["4215", "4616"', "edge of the map"),
        ("charts.toml", '"AA   BB   DD   DD     DD   DD   DZ"', '"AA   BB   DD"', "does not fit the columns"),
        ("charts.toml", '"AA   BB   DD   DD ', '"AA   BB   DD   XX ', "an unknown result"),
        ("scenarios.toml", "turns = 10", "turns = 9", "its years are not its turns"),
        ("scenarios.toml", "persia_garrison = 9, mihir_mihroe = 1 } },", "khusro = 1 } },", "of persia"),
    ],
)
def test_a_board_that_is_wrong_is_refused(folder: Path, file: str, old: str, new: str, why: str) -> None:
    change(folder, file, old, new)
    with pytest.raises(DataError, match=why):
        load(folder)


def test_a_hexside_that_differs_from_its_other_side_is_found() -> None:
    sides = dict(BOARD.sides)
    sides["3535", "3536"] = replace(sides["3535", "3536"], river=True)
    assert check(replace(BOARD, sides=sides)) == [
        "hexsides.csv: hexsides/3535/3536: kind: is another from the other side"
    ]


def test_an_overlay_changes_single_figures(folder: Path, tmp_path: Path) -> None:
    mine = tmp_path / "mine"
    mine.mkdir()
    text = '[source]\nkind = "public-fact"\ncitation = "My counters"\n[type]\nfleet = { op = 18 }\n'
    (mine / "units.toml").write_text(text, encoding="utf-8")
    board = load(folder, mine)
    assert board.units["guard_fleet_1"].op == 18
    assert board.sources["type/fleet/op"] == PublicFact("My counters")


def test_boards_read_twice_are_equal() -> None:
    assert connect({file: read(DATA, file) for file in FILES}) == BOARD
