"""The printed board: everything of the data is drawn, in its place, and no name lies over another."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from threading import Barrier

import pytest
from fontTools.ttLib import TTFont
from PIL import ImageChops

from adjudicator.julius_caesar.board import BOARD
from renderer.boards import base_layer as sheets
from renderer.draw import disk_cache, text
from renderer.draw.frame import Frame, Point
from renderer.draw.labels import Box, overlap
from renderer.draw.lru_cache import LruCache
from renderer.draw.themes import THEMES, themed
from renderer.games import julius_caesar, theme_of
from renderer.pictures import crop_frame
from tools import roads

WHOLE = Frame(0, 0, 2400, 1500, 1.0, 1.0)


def drawn(language: str, frame: Frame = WHOLE) -> sheets.BaseLayer:
    return sheets.sheet(julius_caesar.board(language), frame, theme_of("julius_caesar", "light"), None)


def inside(box: Box, frame: Frame) -> bool:
    return box[0] >= 0 and box[1] >= 0 and box[2] <= frame.size[0] and box[3] <= frame.size[1]


def test_every_city_road_strait_and_sea_is_drawn() -> None:
    made = drawn("en").drawn
    assert sorted(made.sites) == sorted(BOARD.cities)
    assert sorted(made.names) == sorted(BOARD.cities)
    assert sorted(made.waters) == sorted(BOARD.seas)
    assert sorted(made.ways) == sorted(BOARD.roads)
    assert all(inside(box, WHOLE) for box in made.sites.values())
    assert all(inside(box, WHOLE) for box in made.names.values())
    letters = {sea.id: len(sea.name.replace(" ", "")) for sea in BOARD.seas.values()}
    assert {sea: len(boxes) for sea, boxes in made.waters.items()} == letters


@pytest.mark.parametrize("language", ["en", "ja"])
def test_no_name_lies_over_a_name_or_a_city(language: str) -> None:
    made = drawn(language).drawn
    names = sorted(made.names.items())
    clashes = [(a, b) for at, (a, one) in enumerate(names) for b, two in names[at + 1 :] if overlap(one, two)]
    clashes += [
        (a, b) for a, name in names for b, sign in made.sites.items() if a != b and overlap(name, sign)
    ]
    assert clashes == []


@pytest.mark.parametrize("places", [["roma", "messana"], ["athenae", "byzantium"], ["massilia"]])
def test_no_name_lies_over_a_name_in_a_crop(places: list[str]) -> None:
    board = julius_caesar.board("en")
    frame = crop_frame(board, places, 1080)
    made = drawn("en", frame).drawn
    names = [(place, box) for place, box in sorted(made.names.items()) if inside(box, frame)]
    assert len(names) >= len(places)
    assert [(a, b) for at, (a, x) in enumerate(names) for b, y in names[at + 1 :] if overlap(x, y)] == []


def test_cities_lie_where_they_lie_in_the_world_but_for_their_nudges() -> None:
    conic = julius_caesar.conic()
    for city in BOARD.cities.values():
        lon, lat = conic.degrees(*conic.plate(city.lon, city.lat))
        assert (lon, lat) == pytest.approx((city.lon, city.lat))
    assert max(abs(value) for nudge in julius_caesar.layout().nudge.values() for value in nudge) <= 40
    assert set(julius_caesar.layout().nudge) <= set(BOARD.cities)
    assert set(julius_caesar.layout().label) <= set(BOARD.cities)


def test_roads_run_from_city_to_city() -> None:
    board = julius_caesar.board("en")
    places = board.places()
    for way in board.ways:
        assert (way.line[0], way.line[-1]) == tuple(places[end] for end in way.ends)
    kinds = sorted(way.kind for way in board.ways)
    assert [kinds.count(kind) for kind in ("major", "minor", "strait")] == [43, 47, 4]


@pytest.mark.matrix
def test_road_lines_are_what_the_tool_finds() -> None:
    made = (julius_caesar.FOLDER / "road_lines.toml").read_text(encoding="utf-8")
    assert roads.written(roads.courses(julius_caesar)) == made


def test_road_lines_are_not_older_than_the_layout() -> None:
    """tools/roads.py was run after the last nudge: the courses end at the cities."""
    for edge, line in julius_caesar.road_lines().items():
        ends = [julius_caesar.position(BOARD.cities[city]) for city in edge.split("/")]
        for point, end in zip((line[0], line[-1]), ends, strict=True):
            assert point == pytest.approx(end, abs=1.0), edge


def test_signs_show_ports_shipyards_and_the_levies_of_single_cities() -> None:
    sites = {site.id: site for site in julius_caesar.board("en").sites}
    assert sites["roma"].value == 2
    assert sites["treviri"].port is False
    assert sites["utica"].signs == ("navis", "elephant")
    assert sites["antiochia"].signs == ("cavalry",)
    assert sum("navis" in site.signs for site in sites.values()) == 11


def test_borders_join_the_seas_that_touch() -> None:
    drawn_borders = {tuple(sorted(border.seas)) for border in julius_caesar.layout().border.values()}
    pairs = {tuple(sorted((sea.id, other))) for sea in BOARD.seas.values() for other in sea.seas}
    assert drawn_borders == pairs
    assert len(pairs) == 9


def test_a_sheet_comes_back_from_the_disk_as_it_was_drawn(tmp_path: Path) -> None:
    board = julius_caesar.board("ja")
    frame = Frame(600, 300, 400, 300, 1.0, 1.0)
    sheets.forget()
    first = sheets.sheet(board, frame, theme_of("julius_caesar", "dark"), tmp_path)
    sheets.forget()
    again = sheets.sheet(board, frame, theme_of("julius_caesar", "dark"), tmp_path)
    assert again.flat is not None and first.flat is not None
    assert again.flat.tobytes() == first.flat.tobytes()
    assert again.true.tobytes() == first.true.tobytes()
    assert again.drawn == first.drawn
    assert sorted(path.suffix for path in tmp_path.iterdir()) == [".json", ".png"]


def test_a_window_is_part_of_the_whole_picture(tmp_path: Path) -> None:
    """No seam and no edge shows: but for the palette a window is what is drawn in one piece."""
    board, frame = julius_caesar.board("en"), Frame(400, 400, 300, 280, 1.0, 1.0)
    sheets.forget()
    first = sheets.window(board, frame, theme_of("julius_caesar", "light"), tmp_path)
    sheets.forget()
    again = sheets.window(board, frame, theme_of("julius_caesar", "light"), tmp_path)
    assert again.flat is not None and first.flat is not None
    assert again.flat.tobytes() == first.flat.tobytes()
    assert (
        again.drawn
        == first.drawn
        == sheets.sheet(board, frame, theme_of("julius_caesar", "light"), None).drawn
    )
    true = sheets._plate(board, frame, theme_of("julius_caesar", "light"), first.drawn)
    difference = ImageChops.difference(true, first.true).convert("L").point([0] * 48 + [255] * 208)
    assert sum(difference.tobytes()) / 255 < 0.002 * true.width * true.height


def test_many_may_keep_the_same_sheet_at_once(tmp_path: Path) -> None:
    """Two renderers, and two processes beside each other, draw and keep the same board."""
    begin = Barrier(8)

    def keep(n: int) -> bytes:
        begin.wait()
        return disk_cache.content(tmp_path, "julius_caesar", "sheet.png", lambda: b"sheet" * 9999)

    with ThreadPoolExecutor(8) as many:
        assert set(many.map(keep, range(8))) == {b"sheet" * 9999}
    assert [path.name[:20] for path in tmp_path.iterdir()] == ["julius_caesar-sheet-"]


def test_what_many_want_is_made_once_and_the_oldest_makes_room() -> None:
    made = list[str]()
    cache: LruCache[str] = LruCache(6, len)

    def make(key: str) -> str:
        made.append(key)
        return key

    with ThreadPoolExecutor(4) as many:
        assert set(many.map(lambda _: cache.get_or_make("abc", lambda: make("abc")), range(8))) == {"abc"}
    for key in ("def", "abc", "ghi", "abc", "def"):
        cache.get_or_make(key, partial(make, key))
    assert made == ["abc", "def", "ghi", "def"]


def cmap(face: str) -> set[int]:
    return set(TTFont(text.FOLDER / text.FACES[face]).getBestCmap())


def test_every_character_of_names_and_catalogues_has_a_glyph() -> None:
    said = {letter for city in BOARD.cities.values() for letter in city.name}
    said |= {letter for sea in BOARD.seas.values() for letter in sea.name}
    said |= {letter for block in BOARD.blocks.values() for letter in block.short + block.name}
    said |= {letter for card in BOARD.cards.values() for letter in card.name}
    root = Path(__file__).parents[2]
    for catalogue in sorted(root.glob("adjudicator/**/*.po")) + sorted(root.glob("service/**/*.po")):
        said |= set(catalogue.read_text(encoding="utf-8"))
    for face in ("plain", "bold", "italic"):
        missing = {x for x in said if not text.is_japanese(x) and x.isprintable()} - {
            chr(x) for x in cmap(face)
        }
        assert missing == set(), face
    japanese = {letter for letter in said if text.is_japanese(letter)}
    assert len(japanese) > 60
    assert japanese - {chr(point) for point in cmap("japanese")} == set()


def test_families_differ_in_lightness_and_by_emblem() -> None:
    known = [julius_caesar.STYLE.families[name] for name in ("caesar", "pompey", "egypt")]
    assert len({family.device for family in known}) == 3
    for theme in (themed(julius_caesar.STYLE, name) for name in THEMES):
        assert theme.style is julius_caesar.STYLE


def test_the_conic_keeps_north_up_in_the_middle() -> None:
    conic = julius_caesar.conic()
    south: Point = conic.plate(conic.meridian, 30)
    north: Point = conic.plate(conic.meridian, 50)
    assert south[0] == pytest.approx(north[0])
    assert south[1] > north[1]
