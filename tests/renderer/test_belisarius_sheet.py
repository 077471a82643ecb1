"""The printed board of hexes: everything of the data is drawn in its place, no name over another."""

from __future__ import annotations

from pathlib import Path

import pytest
from PIL import Image, ImageChops, ImageStat

from adjudicator.belisarius.board import BOARD
from renderer.boards import base_layer as sheets
from renderer.boards.hexes.board import border, ends, outline
from renderer.draw.chains import chains, softened
from renderer.draw.frame import Frame
from renderer.draw.labels import Box, overlap
from renderer.games import belisarius, theme_of
from renderer.pictures import crop_frame
from tests.renderer import belisarius_golden as golden
from tests.renderer.golden import FOLDER

WHOLE = Frame(0, 0, 2480, 1620, 0.5, 0.5)


def drawn(language: str, frame: Frame = WHOLE) -> sheets.BaseLayer:
    return sheets.sheet(belisarius.board(language), frame, theme_of("belisarius", "light"), None)


def inside(box: Box, frame: Frame) -> bool:
    return box[0] >= 0 and box[1] >= 0 and box[2] <= frame.size[0] and box[3] <= frame.size[1]


def test_every_hex_way_river_strait_city_province_water_and_area_is_drawn() -> None:
    made, board = drawn("en").drawn, belisarius.board("en")
    listed = {f"{a}/{b}": side for (a, b), side in BOARD.sides.items() if a < b}
    assert sorted(made.cells) == sorted(BOARD.hexes)
    assert sorted(made.sites) == sorted(made.names) == sorted(BOARD.cities)
    assert sorted(made.waters) == sorted([*BOARD.seas, *BOARD.provinces])
    assert sorted(made.rivers) == sorted(key for key, side in listed.items() if side.river)
    ways = [key for key, side in listed.items() if side.way]
    straits = [key for key, side in listed.items() if side.strait]
    assert sorted(made.ways) == sorted(ways + straits)
    assert (len(made.cells), len(made.rivers), len(straits)) == (1773, 378, 13)
    assert [area.id for area in board.areas] == list(BOARD.areas)
    assert len(board.captions) == len(BOARD.labels)
    letters = {
        one.id: len(one.name.replace(" ", "")) for one in (*BOARD.seas.values(), *BOARD.provinces.values())
    }
    assert {name: len(boxes) for name, boxes in made.waters.items()} == letters
    assert all(inside(box, WHOLE) for box in made.names.values())


def test_the_grid_lies_exactly_on_the_projection() -> None:
    """The physical plate under the hexes is right to a small part of a hex."""
    conic = belisarius.conic()
    for one in BOARD.hexes.values():
        x, y = belisarius.middle(one)
        right, down = conic.plate(one.lon, one.lat)
        assert abs(x - right) + abs(y - down) < 2


def test_cities_stand_in_their_hexes_and_shields_in_their_provinces() -> None:
    board = belisarius.board("en")
    places = board.places()
    assert {town.cell for town in board.towns} == {city.hex for city in BOARD.cities.values()}
    for region in board.regions:
        near = min(
            board.cells,
            key=lambda cell: abs(cell.middle[0] - region.shield[0]) + abs(cell.middle[1] - region.shield[1]),
        )
        assert near.region == region.id
    assert set(places) == {*BOARD.hexes, *BOARD.provinces, *BOARD.areas}


def test_neighbouring_provinces_have_different_tints() -> None:
    tint = belisarius.tints()
    for a, b in BOARD.sides:
        one, other = BOARD.hexes[a].province, BOARD.hexes[b].province
        assert not one or not other or one == other or tint[one] != tint[other]
    assert max(tint.values()) <= 4


@pytest.mark.parametrize("language", ["en", "ja"])
def test_no_name_lies_over_a_name_or_a_city(language: str) -> None:
    made = drawn(language).drawn
    names = sorted(made.names.items())
    clashes = [(a, b) for at, (a, one) in enumerate(names) for b, two in names[at + 1 :] if overlap(one, two)]
    clashes += [
        (a, b) for a, name in names for b, sign in made.sites.items() if a != b and overlap(name, sign) > 20
    ]
    assert clashes == []


def test_a_crop_of_a_province_shows_all_of_it() -> None:
    board = belisarius.board("en")
    frame = crop_frame(board, ["thracia"], 1080)
    for cell in board.cells:
        if cell.region == "thracia":
            x, y = frame.pixel(cell.middle)
            assert 40 < x < frame.size[0] - 40
            assert 80 < y < frame.size[1] - 40


def test_a_sheet_comes_back_from_disk_as_it_was(tmp_path: Path) -> None:
    board, frame = belisarius.board("en"), crop_frame(belisarius.board("en"), ["3536"], 400)
    sheets.forget()
    first = sheets.sheet(board, frame, theme_of("belisarius", "dark"), tmp_path)
    sheets.forget()
    again = sheets.sheet(board, frame, theme_of("belisarius", "dark"), tmp_path)
    assert again.true.tobytes() == first.true.tobytes()
    assert again.drawn == first.drawn


def test_a_side_joins_two_corners_of_both_its_hexes() -> None:
    one, other = (0.0, 0.0), (40.0, 0.0)
    shared = {(round(x), round(y)) for x, y in outline(one, 40.0)}
    shared &= {(round(x), round(y)) for x, y in outline(other, 40.0)}
    assert {(round(x), round(y)) for x, y in border(one, other)} == shared


def test_steps_are_chained_from_fork_to_fork() -> None:
    steps = [("a", "b"), ("c", "b"), ("c", "d"), ("c", "e")]
    assert chains(steps) == [["a", "b", "c"], ["c", "d"], ["c", "e"]]
    assert chains(steps[:2], ["b"]) == [["a", "b"], ["c", "b"]]
    assert (
        chains([("a", "b"), ("b", "c"), ("c", "a")])[0][0]
        == chains([("a", "b"), ("b", "c"), ("c", "a")])[0][-1]
    )


def test_a_softened_line_keeps_its_ends_and_the_middle_of_every_step() -> None:
    line = softened([(0, 0), (10, 0), (10, 10)])
    assert (line[0], line[-1]) == ((0, 0), (10, 10))
    assert (5, 0) in line and (10, 5) in line


def test_bridges_stand_where_a_way_crosses_a_river() -> None:
    board = belisarius.board("en")
    crossings = [side for side in board.ways if side in board.rivers]
    assert len(crossings) > 40
    assert all(ends(side)[0] < ends(side)[1] for side in (*board.ways, *board.rivers, *board.straits))


@pytest.mark.parametrize("name", sorted(golden.GOLDEN))
def test_golden_pictures(name: str) -> None:
    """Mean differences, because fonts may be set a little otherwise elsewhere."""
    with Image.open(FOLDER / f"{name}.png") as kept:
        difference = ImageChops.difference(golden.GOLDEN[name](), kept.convert("RGB"))
    assert max(ImageStat.Stat(difference).mean) < 4
