"""The empty board of The Ancient World: every hex, side and city of the data is drawn in its place."""

from __future__ import annotations

import itertools
from math import hypot

import pytest
from PIL import Image, ImageChops, ImageStat

from adjudicator.ancient_world.board import CITIES, HEXES, NEIGHBOURS, PROVINCES, SEAS, SIDES_OF
from renderer.boards import base_layer as sheets
from renderer.boards import city_names
from renderer.boards.hexes.board import ends
from renderer.boards.terrain import land_mask
from renderer.draw.frame import Frame
from renderer.draw.labels import Box, around, middle_of, overlap
from renderer.games import ancient_world, theme_of
from renderer.pictures import crop_frame
from tests.renderer import empty_golden as golden
from tests.renderer.golden import FOLDER

SIDES = {side.id: side for side in SIDES_OF.values()}
WIDTH, HEIGHT = ancient_world.board("en").size
HALF = Frame(0, 0, WIDTH, HEIGHT, 0.5, 0.5)


def drawn(language: str, frame: Frame = HALF) -> sheets.BaseLayer:
    return sheets.sheet(ancient_world.board(language), frame, theme_of("ancient_world", "light"), None)


def inside(box: Box, frame: Frame) -> bool:
    return box[0] >= 0 and box[1] >= 0 and box[2] <= frame.size[0] and box[3] <= frame.size[1]


def test_every_hex_road_river_strait_city_province_and_sea_is_drawn() -> None:
    made = drawn("en").drawn
    sides = SIDES.values()
    assert sorted(made.cells) == sorted(HEXES)
    assert sorted(made.sites) == sorted(made.names) == sorted(CITIES)
    assert sorted(made.rivers) == sorted(side.id for side in sides if side.river)
    roads, straits = [side.id for side in sides if side.way], [side.id for side in sides if side.strait]
    assert sorted(made.ways) == sorted(roads + straits)
    assert (len(made.cells), len(made.sites), len(made.rivers), len(straits)) == (2687, 121, 313, 2)
    letters = {one.id: len(one.name.replace(" ", "")) for one in PROVINCES.values()}
    letters |= {one.id: len(one.name.replace(" ", "")) for one in SEAS.values()}
    assert {name: len(boxes) for name, boxes in made.waters.items()} == letters
    assert all(inside(box, HALF) for box in made.names.values())


def test_every_province_has_hexes_and_every_sea_hex_a_zone() -> None:
    hexes = HEXES.values()
    assert {one.province for one in hexes if one.kind == "land"} == set(PROVINCES)
    assert {one.sea for one in hexes if one.kind != "land"} == set(SEAS)
    assert all(one.terrain == "" for one in hexes if one.kind != "land")


def test_sides_lie_between_neighbours_and_cities_in_their_provinces() -> None:
    for side in SIDES:
        one, other = ends(side)
        assert one < other
        assert other in NEIGHBOURS[one]
        assert hypot(*(a - b for a, b in zip(*map(ancient_world.middle, (one, other)), strict=True))) == (
            pytest.approx(36.0)
        )
    for city in CITIES.values():
        assert HEXES[city.hex].province == city.province
    assert len({city.hex for city in CITIES.values()}) == len(CITIES)


@pytest.mark.parametrize(
    ("printed", "number"),
    [("It-3615", "3615"), ("It-3514", "3514"), ("It-6015", "6015"), ("Cr-3028", "5435")],
)
def test_the_numbers_of_the_rules_are_on_the_map(printed: str, number: str) -> None:
    """§6.33 to 6.38: hexes that the rules name; Africa's numbers count from the hex of Carthage."""
    assert HEXES[number].printed == printed


def test_neighbours_of_the_rules_are_neighbours() -> None:
    """§6.34, §6.35: 3514 and 3615 are joined by road, 3514 and 3515 are not; 3313 lies beyond a river."""
    assert SIDES["3514/3615"].way
    assert "3514/3515" not in SIDES or not SIDES["3514/3515"].way
    assert SIDES["3313/3414"].river


def test_the_plate_lies_under_the_cities() -> None:
    """All but a few cities stand within a hex of where they are in the world."""
    conic = ancient_world.conic()
    away = {}
    for city in CITIES.values():
        x, y = conic.plate(*city.position)
        at = ancient_world.middle(city.hex)
        away[city.id] = hypot(x - at[0], y - at[1]) / 36
    assert sorted(away.values())[len(away) // 2] < 0.6
    assert max(away.values()) < 1.8
    assert sum(far > 1 for far in away.values()) <= 8


def test_the_bend_of_the_projection_is_undone() -> None:
    conic = ancient_world.conic()
    for lon, lat in itertools.product((6.0, 10.0, 14.0, 18.0), (35.0, 39.0, 43.0, 46.0)):
        assert conic.degrees(*conic.plate(lon, lat)) == pytest.approx((lon, lat), abs=1e-6)


def test_the_shore_agrees_with_the_hexes() -> None:
    """Open sea is wet; a hex is land from two fifths of land on, so that a few have a wet middle."""
    land = land_mask(ancient_world.conic(), HALF)
    counts = {"land": [0, 0], "sea": [0, 0]}
    for one in HEXES.values():
        if one.kind in counts:
            x, y = ancient_world.middle(one.id)
            found = land.getpixel((int(x / 2), int(y / 2)))
            assert isinstance(found, int)
            counts[one.kind][found > 127] += 1
    assert counts["land"][0] < counts["land"][1] * 0.08
    assert counts["sea"][1] < counts["sea"][0] * 0.01


def test_neighbouring_provinces_have_different_tints() -> None:
    tint = ancient_world.tints()
    for side in ancient_world.borders():
        one, other = (HEXES[end].province for end in ends(side))
        assert tint[one] != tint[other]
    assert max(tint.values()) <= 4


@pytest.mark.parametrize("language", ["en", "ja"])
def test_names_of_cities_keep_apart(language: str) -> None:
    names = sorted(drawn(language).drawn.names.items())
    assert [(a, b) for (a, x), (b, y) in itertools.combinations(names, 2) if overlap(x, y)] == []


@pytest.mark.parametrize("which", range(3))
def test_names_that_give_way_to_stacks_keep_apart(which: int) -> None:
    """Every third city has a stack on its name: no two names lie on each other, nor read as one."""
    board = ancient_world.board("ja")
    frame = Frame(0, 0, WIDTH, HEIGHT, 1.5, 1.25)
    made = sheets.drawn_in(board, frame, None)
    taken = [around(middle_of(made.names[town.id]), 26) for town in board.towns[which::3]]
    places = city_names.placed(board, frame, made, taken).items()
    wide = [(id, (box[0] - 1.5, box[1], box[2] + 1.5, box[3])) for id, box in places]
    assert [(a, b) for (a, x), (b, y) in itertools.combinations(wide, 2) if overlap(x, y)] == []


def test_a_crop_shows_a_province_whole() -> None:
    board = ancient_world.board("en")
    frame = crop_frame(board, ["campania"], 1080)
    for cell in board.cells:
        if cell.region == "campania":
            x, y = frame.pixel(cell.middle)
            assert 40 < x < frame.size[0] - 40
            assert 80 < y < frame.size[1] - 40


def test_golden_corners() -> None:
    """Mean differences, because fonts may be set a little otherwise elsewhere."""
    with Image.open(FOLDER / "ancient_world_corners.png") as kept:
        difference = ImageChops.difference(golden.GOLDEN["ancient_world_corners"](), kept.convert("RGB"))
    assert max(ImageStat.Stat(difference).mean) < 4
