"""The board of Julius Caesar: what the rules and printed components say of it; what loading refuses."""

from __future__ import annotations

import shutil
from collections import Counter
from pathlib import Path

import pytest

from adjudicator.julius_caesar.board import (
    ATTACK_LIMIT,
    BLOCKS,
    BOARD,
    CARDS,
    CITIES,
    DECK,
    EDGES,
    FIGURES,
    FIRST_OWNER,
    LEVY_CITIES,
    MOVE_LIMIT,
    NAVAL,
    PLACES,
    PLUTO_LIMIT,
    REGROUP_LIMIT,
    RETREAT_LIMIT,
    ROADS,
    SEAS,
    SETUP,
    STOCK,
    TIE_CITY,
    edge_id,
    winter_limit,
)
from adjudicator.julius_caesar.board.checks import check, land_components, opening_points
from adjudicator.julius_caesar.board.loading import DATA, FILES, load
from adjudicator.julius_caesar.board.pieces import Block
from adjudicator.records import DataError, PublicFact, Reconstruction, RulesText, reconstructions

PORTS_BY_SEA = {
    "mare_aegaeum": "aenos athenae creta ephesus thessalonica",
    "mare_aegypticum": "alexandria antiochia catabathmus creta pelusium perga salamis tarsus",
    "mare_hadriaticum": "aquileia brundisium dyrrachium ravenna salona sipontum",
    "mare_hispanum": "caralis carthago_nova genua iomnium massilia narbo siga tarraco tingis utica",
    "mare_internum": "ambracia brundisium creta cyrene lilybaeum messana pylos rhegium syracusae tacape "
    "thubactus utica",
    "mare_tyrrhenum": "aleria caralis genua lilybaeum messana neapolis rhegium roma utica",
    "oceanus_atlanticus": "burdigala gades olisipo portus sala tingis",
    "pontus_euxinus": "byzantium sinope",
    "propontis": "byzantium nicomedia",
}
SHIPYARDS = [
    "alexandria",
    "athenae",
    "carthago_nova",
    "creta",
    "ephesus",
    "massilia",
    "neapolis",
    "ravenna",
    "salamis",
    "syracusae",
    "utica",
]


def of_side(side: str, *kinds: str) -> list[Block]:
    return [block for block in BLOCKS.values() if block.side == side and block.kind in kinds]


def ratings(*kinds: str) -> set[str]:
    return {f"{block.letter}{block.firepower}" for block in BLOCKS.values() if block.kind in kinds}


def test_the_printed_game_passes_its_own_check() -> None:
    assert check(BOARD) == []


def test_the_map_has_67_cities() -> None:
    """§4.2; the printed map: 19 inland, 48 ports, 11 of them with the ship symbol."""
    assert len(CITIES) == 67
    assert Counter(city.port for city in CITIES.values()) == {True: 48, False: 19}
    assert [city.id for city in CITIES.values() if city.builds_ships] == SHIPYARDS


def test_eleven_cities_are_worth_thirteen_points() -> None:
    """§4.2"""
    worth: dict[str, int] = {city.id: city.value for city in CITIES.values() if city.value}
    assert len(worth) == 11
    assert sum(worth.values()) == 13
    assert [city for city, value in worth.items() if value == 2] == ["alexandria", "roma"]


def test_roads_are_major_or_minor() -> None:
    """§4.3, §4.31; the printed map: 43 and 47."""
    classes = Counter(road.kind for road in ROADS.values())
    assert classes["major"] == 43
    assert classes["minor"] == 47


def test_there_are_four_straits() -> None:
    """§4.32"""
    straits = {road.id: road.name for road in ROADS.values() if road.kind == "strait"}
    assert straits == {
        "aenos/pergamum": "Hellespontus",
        "byzantium/nicomedia": "Bosphorus",
        "gades/tingis": "Fretum Herculeum",
        "messana/rhegium": "Messana",
    }


def test_roads_join_two_cities_and_count_once() -> None:
    """§4.3"""
    for road in ROADS.values():
        a, b = road.ends
        assert a in CITIES
        assert b in CITIES
        assert edge_id(a, b) == edge_id(b, a) == road.id
        assert EDGES[a][b] == EDGES[b][a] == road.kind
    assert sum(len(beside) for beside in EDGES.values()) == 2 * len(ROADS) == 188


def test_the_roads_of_the_rules_examples() -> None:
    """§6.11: Genua to Roma is a major road, Ravenna to Roma a minor one."""
    assert EDGES["genua"]["roma"] == "major"
    assert EDGES["ravenna"]["roma"] == "minor"


def test_four_cities_lie_beyond_every_road() -> None:
    """§4.41: the islands; Sicilia alone is joined by a strait (§4.32)."""
    groups = land_components(BOARD)
    assert [len(group) for group in groups] == [63, 1, 1, 1, 1]
    assert groups[1:] == [["aleria"], ["caralis"], ["creta"], ["salamis"]]


def test_five_islands_can_be_controlled() -> None:
    """§4.41"""
    islands = {city.id: city.island for city in CITIES.values() if city.island}
    assert islands == {
        "aleria": "Corsica",
        "caralis": "Sardinia",
        "creta": "Creta",
        "lilybaeum": "Sicilia",
        "messana": "Sicilia",
        "salamis": "Cyprus",
        "syracusae": "Sicilia",
    }


def test_there_are_nine_seas_with_nine_borders() -> None:
    """§4.4"""
    assert len(SEAS) == 9
    assert len({edge_id(sea.id, other) for sea in SEAS.values() for other in sea.seas}) == 9


@pytest.mark.parametrize("sea", PORTS_BY_SEA)
def test_the_ports_of_each_sea(sea: str) -> None:
    """§4.41; the port list of the publisher's rulebook v1.1, page 3."""
    assert list(SEAS[sea].ports) == PORTS_BY_SEA[sea].split()
    assert [city.id for city in CITIES.values() if sea in city.seas] == PORTS_BY_SEA[sea].split()


def test_only_utica_and_creta_touch_three_seas() -> None:
    """§4.41"""
    assert [city.id for city in CITIES.values() if len(city.seas) == 3] == ["creta", "utica"]
    assert all(len(city.seas) <= 3 for city in CITIES.values())


def test_ships_step_between_ports_and_seas_and_never_from_port_to_port() -> None:
    """§6.2"""
    assert tuple(NAVAL) == tuple(PLACES) == tuple(sorted([*CITIES, *SEAS]))
    for place, steps in NAVAL.items():
        assert all(place in NAVAL[step] for step in steps)
        assert list(steps) == sorted(steps)
    for city in CITIES.values():
        assert all(step in SEAS for step in NAVAL[city.id])
        assert bool(NAVAL[city.id]) == city.port
    assert NAVAL["propontis"] == ("byzantium", "mare_aegaeum", "nicomedia", "pontus_euxinus")


def test_no_land_way_leads_to_sea() -> None:
    """§4.1"""
    assert all(EDGES[sea] == {} for sea in SEAS)


def test_winter_limits_of_the_rules_examples() -> None:
    """§8.3: Genua 3, Massilia 4, Roma 5."""
    assert [winter_limit(city) for city in ("genua", "massilia", "roma")] == [3, 4, 5]


def test_there_are_63_blocks_in_three_colours() -> None:
    """§1.3"""
    assert Counter(block.colour for block in BLOCKS.values()) == {"tan": 31, "green": 31, "blue": 1}


def test_each_side_has_three_leaders_two_of_them_at_the_start() -> None:
    """§3.21"""
    on_map = {block for blocks in SETUP.values() for block in blocks}
    for side, names in (
        ("caesar", ["Antonius", "Caesar", "Octavian"]),
        ("pompey", ["Brutus", "Pompey", "Scipio"]),
    ):
        leaders = of_side(side, "leader")
        assert [leader.name for leader in leaders] == names
        assert [leader.id for leader in leaders if leader.id not in on_map] == [
            leader.id for leader in leaders if leader.after_loss
        ]
        assert sum(leader.id in on_map for leader in leaders) == 2


def test_each_side_has_fourteen_legions_raised_in_a_city_of_their_own() -> None:
    """§3.22, §3.13; printed labels: C2 to C4, the tenth alone C4."""
    for side in ("caesar", "pompey"):
        legions = of_side(side, "legion")
        assert len(legions) == 14
        assert all(len(LEVY_CITIES[legion.id]) == 1 for legion in legions)
    assert ratings("legion") == {"C2", "C3", "C4"}
    assert [block.id for block in BLOCKS.values() if block.kind == "legion" and block.firepower == 4] == [
        "c_legio_10"
    ]


def test_levy_cities_are_cities() -> None:
    """§3.13, §6.4"""
    for cities in LEVY_CITIES.values():
        assert all(city in CITIES for city in cities)


def test_each_side_has_four_auxilia_raised_anywhere() -> None:
    """§3.23"""
    for side in ("caesar", "pompey"):
        assert len(of_side(side, "light_auxilia")) == len(of_side(side, "archer_auxilia")) == 2
        for block in of_side(side, "light_auxilia", "archer_auxilia"):
            assert LEVY_CITIES[block.id] == tuple(CITIES)
    assert ratings("light_auxilia") == {"B1"}
    assert ratings("archer_auxilia") == {"A1"}


def test_caesar_has_four_cavalry_and_pompey_three_and_an_elephant() -> None:
    """§3.24"""
    assert [len(of_side(side, "cavalry")) for side in ("caesar", "pompey")] == [4, 3]
    assert [len(of_side(side, "elephant")) for side in ("caesar", "pompey")] == [0, 1]
    assert ratings("cavalry") == {"B2", "B3"}
    assert all(len(LEVY_CITIES[b.id]) == 1 for b in BLOCKS.values() if b.kind in ("cavalry", "elephant"))


def test_each_side_has_a_ballista_that_defends_better() -> None:
    """§3.25, §7.42"""
    for side in ("caesar", "pompey"):
        (ballista,) = of_side(side, "ballista")
        assert (ballista.letter, ballista.letter_attacking, ballista.firepower) == ("B", "D", 4)
        assert LEVY_CITIES[ballista.id] == tuple(CITIES)
    others = [block for block in BLOCKS.values() if block.kind != "ballista"]
    assert all(block.letter_attacking == block.letter for block in others)


def test_each_side_has_five_ships_built_at_the_ship_symbol() -> None:
    """§3.26, §4.41"""
    for side in ("caesar", "pompey"):
        ships = of_side(side, "navis")
        assert len(ships) == 5
        assert all(list(LEVY_CITIES[ship.id]) == SHIPYARDS for ship in ships)
    assert ratings("navis") == {"D2", "D3"}


def test_cleopatra_begins_for_pompey_in_alexandria() -> None:
    """§3.27, §8.1"""
    cleopatra = BLOCKS["cleopatra"]
    assert (cleopatra.side, cleopatra.letter, cleopatra.firepower) == ("egypt", "C", 1)
    assert FIRST_OWNER["cleopatra"] == "pompey"
    assert cleopatra.home == "alexandria"
    assert "cleopatra" in SETUP["alexandria"]
    assert LEVY_CITIES["cleopatra"] == ()


def test_strength_falls_by_one_a_step_but_for_the_elephant() -> None:
    """§3.11, §7.41"""
    for block in BLOCKS.values():
        assert 2 <= block.steps <= 4
        expected = (2, 4) if block.kind == "elephant" else tuple(range(1, block.steps + 1))
        assert block.strengths == expected


def test_caesar_fights_as_in_the_rules_example() -> None:
    """§3.12, §7.4: A3, three dice at full strength."""
    caesar = BLOCKS["c_caesar"]
    assert (caesar.letter, caesar.firepower, caesar.strengths[-1]) == ("A", 3, 3)


def test_the_deck_has_twenty_commands_and_seven_events() -> None:
    """§2.1, §1.3; movement 1 to 4 (§6.1), levy 1 to 3 (§6.4)."""
    assert len(DECK) == 27
    assert list(DECK) == sorted(DECK)
    assert sum(CARDS[card].event for card in DECK) == 7
    commands = Counter(CARDS[card].name for card in DECK if not CARDS[card].event)
    assert commands == {"4/1": 1, "3/2": 2, "3/1": 3, "2/3": 4, "2/2": 4, "2/1": 3, "1/3": 1, "1/2": 2}
    assert {CARDS[card].movement for card in DECK if not CARDS[card].event} == {1, 2, 3, 4}
    assert {CARDS[card].levy for card in DECK if not CARDS[card].event} == {1, 2, 3}
    assert all((card.movement, card.levy) == (0, 0) for card in CARDS.values() if card.event)


def test_every_block_is_placed_once_or_in_its_own_stock() -> None:
    """§5.0, §5.1"""
    placed = [block for blocks in (*SETUP.values(), *STOCK.values()) for block in blocks]
    assert sorted(placed) == list(BLOCKS)
    assert {side: len(stock) for side, stock in STOCK.items()} == {"caesar": 17, "pompey": 16}
    for side, stock in STOCK.items():
        assert all(BLOCKS[block].side == side for block in stock)
        assert all(FIRST_OWNER[block] == side for block in stock)
    assert all(CITIES[city].port for city, blocks in SETUP.items() if any("navis" in b for b in blocks))


def test_the_opening_gives_caesar_one_point_and_pompey_seven() -> None:
    """§1.2: Massilia is Caesar's one; Roma, Athenae, Byzantium and Ephesus are vacant."""
    assert opening_points(BOARD) == {"caesar": 1, "pompey": 7}
    assert [
        city for city, blocks in SETUP.items() if CITIES[city].value and FIRST_OWNER[blocks[0]] == "caesar"
    ] == ["massilia"]
    assert not {"roma", "athenae", "byzantium", "ephesus"} & set(SETUP)


def test_the_figures_of_the_sequence() -> None:
    """§1.2, §2.0, §2.1, §7.2"""
    assert (FIGURES.years, FIGURES.turns, FIGURES.hand, FIGURES.discards) == (5, 5, 6, 1)
    assert (FIGURES.victory_points, FIGURES.leader_points, FIGURES.battle_rounds) == (10, 1, 4)
    assert TIE_CITY == "roma"


def test_the_limits_of_ways() -> None:
    """§6.11, §7.61, §7.7, §card/pluto, ruling JC-M4"""
    assert MOVE_LIMIT == {"major": 4, "minor": 2, "strait": 2}
    assert ATTACK_LIMIT == {"major": 4, "minor": 2, "strait": 1}
    assert RETREAT_LIMIT == {"major": 4, "minor": 2, "strait": 1}
    assert REGROUP_LIMIT == {"major": 4, "minor": 2, "strait": 2}
    assert PLUTO_LIMIT == {"major": 6, "minor": 3, "strait": 2}


def test_every_record_has_a_source_and_our_own_figures_are_known() -> None:
    """Provenance (architecture.md §3): positions of seas, of Appia and of Creta are ours."""
    for key in ("city/roma", "sea/propontis", "road/genua/roma", "block/c_caesar", "card/apollo"):
        assert key in BOARD.sources
    assert BOARD.sources["limit/pluto"] == RulesText("card/pluto")
    assert isinstance(BOARD.sources["city/roma/position"], PublicFact)
    ours = reconstructions(BOARD.sources)
    assert set(ours) == {
        "city/appia/position",
        "city/creta/position",
        *(f"sea/{sea}/position" for sea in SEAS),
    }


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for file in FILES:
        shutil.copy(DATA / file, tmp_path)
    return tmp_path


@pytest.fixture
def overlay(tmp_path: Path) -> Path:
    (tmp_path / "over").mkdir()
    return tmp_path / "over"


def mend(path: Path, old: str, new: str) -> None:
    text = path.read_text(encoding="utf-8")
    assert text.count(old) >= 1
    path.write_text(text.replace(old, new, 1), encoding="utf-8")


def test_a_copy_of_the_data_loads_alike(folder: Path) -> None:
    assert load(folder) == BOARD


@pytest.mark.parametrize(
    ("file", "old", "new", "fault"),
    [
        ("cities.toml", "[source]\nkind", "[forgotten]\nsource = {}\n[city_source]\nkind", "source"),
        (
            "cards.toml",
            ', source = { kind = "rules-text", paragraph = "card/mars" }',
            ", x = 1",
            "unknown field",
        ),
        (
            "setup.toml",
            ', source = { kind = "rules-text", paragraph = "7.61" }',
            ", source = {}",
            "limit/retreat",
        ),
        ("setup.toml", 'paragraph = "7.61"', 'paragraph = ""', "says nothing"),
        ("setup.toml", 'kind = "rules-text", paragraph = "7.61"', 'kind = "hearsay"', "hearsay"),
        ("seas.toml", "[source_of.ports]", "[source_of.harbours]", "harbours"),
        ("cities.toml", "source_of.position = { kind", "source_of.place = { kind", "no field place"),
        ("cities.toml", 'name = "Roma", ', "", "city/roma"),
        ("cities.toml", "value = 2", "value = 3", "city/alexandria"),
        ("cities.toml", "value = 2", "value = 1", "victory points on the map: 12"),
        ("cities.toml", 'also = ["Rome"]', 'also = ["Utica"]', "utica is also in cities.toml: city/roma"),
        ("cities.toml", 'island = "Corsica"', 'island = "Ithaca"', "islands"),
        ("cities.toml", "position = [12.49, 41.89]", "position = [41.89, 12.49]", "outside the map"),
        ("cities.toml", 'seas = ["mare_aegaeum"]', 'seas = ["mare_nostrum"]', "which is not a sea"),
        ("seas.toml", '"aenos", ', "", "ports of mare_aegaeum"),
        ("seas.toml", '"mare_internum", "propontis"]', '"propontis"]', "seas beside mare_aegaeum"),
        ("roads.toml", '"aenos/byzantium"', '"byzantium/aenos"', "in alphabetical order"),
        ("roads.toml", '"aenos/byzantium"', '"aenos/troia"', "does not join two cities"),
        ("roads.toml", '{ kind = "major" }', '{ kind = "minor" }', "major roads: 42"),
        ("roads.toml", '"aenos/byzantium"', '"aenos/thessalonica"', "overwrite"),
        ("blocks.toml", 'colour = "tan"', 'colour = "green"', "colour of c_caesar"),
        ("blocks.toml", 'levy_at = ["tarraco"]', 'levy_at = ["troia"]', "which is not a city"),
        ("blocks.toml", 'levy_at = ["tarraco"]', 'levy_at = "any"', "names no city, or more"),
        ("blocks.toml", "strengths = [2, 4]", "strengths = [1, 2]", "strengths of p_elephant"),
        ("blocks.toml", "firepower = 4", "firepower = 1", "c_legio_10 fights at C1"),
        ("blocks.toml", ', attacks_at = "D"', "", "letter of c_ballista attacking"),
        ("blocks.toml", "after_loss = true", "after_loss = false", "third leaders of caesar"),
        ("blocks.toml", 'home = "alexandria"', 'home = "roma"', "home of cleopatra"),
        ("cards.toml", "copies = 4", "copies = 3", "cards: 26"),
        ("cards.toml", "movement = 4", "movement = 3", "name of command_4_1"),
        ("setup.toml", '"c_caesar", ', "", "times c_caesar is placed or in stock: 0"),
        (
            "setup.toml",
            'places.ravenna = ["c_caesar"',
            'places.ravenna = ["p_brutus"',
            "times p_brutus is placed or in stock: 2",
        ),
        ("setup.toml", "places.massilia", "places.roma", "roma is not vacant"),
        ("setup.toml", "places.ravenna", "places.lutetia", "which is not a city"),
        ("setup.toml", "places.massilia", "places.sirmium", "which is not a port"),
        ("setup.toml", "places.lugdunum", "places.roma = []\nplaces.lugdunum", "owners in roma: 0"),
        (
            "setup.toml",
            'places.neapolis = ["p_pompey", ',
            'places.genua = ["p_pompey"]\nplaces.neapolis = [',
            "owners in genua: 2",
        ),
        ("setup.toml", "pluto   = { major = 6", "pluto   = { major = 5", "limits of ways"),
        ("setup.toml", "value = 10", "value = 9", "number/victory_points: value: 9"),
        ("setup.toml", "value = 10", "amount = 10", "holds a value"),
        ("setup.toml", "[role]", "[rule]", "no section role"),
        ("setup.toml", "tie_breaker", "tie_maker", "tie_breaker is expected"),
        ("setup.toml", "[number]", "number = 5\n[numbers]", "setup.toml"),
        ("setup.toml", "[limit]", "[limit", "setup.toml"),
    ],
)
def test_a_fault_in_the_data_is_refused(folder: Path, file: str, old: str, new: str, fault: str) -> None:
    mend(folder / file, old, new)
    with pytest.raises(DataError, match=fault):
        load(folder)


def test_a_file_that_is_missing_is_refused(folder: Path) -> None:
    (folder / "seas.toml").unlink()
    with pytest.raises(DataError, match=r"seas\.toml"):
        load(folder)


@pytest.mark.parametrize("file", FILES)
def test_a_file_without_its_source_is_refused(folder: Path, file: str) -> None:
    """Provenance (architecture.md §3): a record without a source is a load error."""
    text = (folder / file).read_text(encoding="utf-8")
    before, _, after = text.partition("[source]\n")
    (folder / file).write_text(before + after.partition("\n\n")[2], encoding="utf-8")
    with pytest.raises(DataError, match="has no source"):
        load(folder)


OWN_SHEET = """
[source]
kind = "public-fact"
citation = "our own copy of the game"

[block]
c_legio_13 = { firepower = 4 }
"""


def test_an_overlay_replaces_single_fields_and_keeps_its_own_source(overlay: Path) -> None:
    (overlay / "blocks.toml").write_text(OWN_SHEET, encoding="utf-8")
    board = load(DATA, overlay)
    assert board.blocks["c_legio_13"].firepower == 4
    assert board.blocks["c_legio_13"].strengths == BLOCKS["c_legio_13"].strengths
    assert board.sources["block/c_legio_13/firepower"] == PublicFact("our own copy of the game")
    assert board.sources["block/c_legio_13"] == BOARD.sources["block/c_legio_13"]
    assert load(DATA) == BOARD
    assert BLOCKS["c_legio_13"].firepower == 3


def test_an_overlay_may_say_the_source_of_each_field(overlay: Path) -> None:
    text = OWN_SHEET + '[source_of.firepower]\nkind = "reconstruction"\nwhy = "worn label"\nsure = "low"\n'
    (overlay / "blocks.toml").write_text(text, encoding="utf-8")
    board = load(DATA, overlay)
    assert reconstructions(board.sources)["block/c_legio_13/firepower"] == Reconstruction("worn label", "low")


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ('kind = "public-fact"\ncitation = "our own copy of the game"', "", "source"),
        ("[source]", "[elsewhere]", "elsewhere|source"),
        ("c_legio_13", "c_legio_15", "no block/c_legio_15 to lay it over"),
        ("[block]", "[blocks]", "no section blocks"),
        ("firepower = 4", "power = 4", "unknown field"),
        ("firepower = 4", "firepower = 1", "c_legio_13 fights at C1"),
        ("firepower = 4", 'levy_at = ["atlantis"]', "which is not a city"),
    ],
)
def test_a_bad_overlay_is_refused(overlay: Path, old: str, new: str, fault: str) -> None:
    (overlay / "blocks.toml").write_text(OWN_SHEET, encoding="utf-8")
    mend(overlay / "blocks.toml", old, new)
    with pytest.raises(DataError, match=fault):
        load(DATA, overlay)


def test_an_overlay_with_a_file_nobody_reads_is_refused(overlay: Path) -> None:
    (overlay / "block.toml").write_text(OWN_SHEET, encoding="utf-8")
    with pytest.raises(DataError, match=r"block\.toml is not one of"):
        load(DATA, overlay)


def test_an_overlay_that_is_not_there_is_refused(overlay: Path) -> None:
    with pytest.raises(DataError, match="no such folder"):
        load(DATA, overlay / "further")
