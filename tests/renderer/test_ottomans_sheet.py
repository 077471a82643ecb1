"""The empty board of areas: everything of the data is drawn, and the drawn areas touch as the data say."""

from __future__ import annotations

import itertools
from collections import Counter
from functools import cache
from io import BytesIO
from pathlib import Path

import pytest
from msgspec import structs
from PIL import Image, ImageChops, ImageStat

import renderer
from adjudicator.display.scene import Counter as Piece
from adjudicator.display.scene import Mark, Note, Scene, Stack
from adjudicator.ottomans.board import CITIES, REGIONS, SEAS
from renderer import empty
from renderer.boards import base_layer as sheets
from renderer.boards import city_names
from renderer.boards.areas import layer as area_layer
from renderer.boards.areas import names as area_names
from renderer.boards.areas.board import BEYOND, AreaBoard
from renderer.draw.frame import Frame, Point
from renderer.draw.labels import Box, around, middle_of, overlap
from renderer.draw.themes import NOBODY, Style, Token
from renderer.games import Look, ottomans, theme_of
from renderer.pictures import crop_frame
from renderer.pieces import blocks
from tests.renderer import empty_golden as golden
from tests.renderer.golden import FOLDER

HALF = Frame(0, 0, 2440, 1760, 0.5, 0.5)
FULL = Frame(0, 0, 2440, 1760, 1, 1)
Pair = tuple[str, str]
TOUCH = 4
"""Plate units of a common border that a player would not see."""


def drawn(language: str, frame: Frame = HALF) -> sheets.BaseLayer:
    return sheets.sheet(ottomans.board(language), frame, theme_of("ottomans", "light"), None)


@cache
def laid() -> area_layer.Laid:
    return area_layer.laid(ottomans.board("en"), FULL)


def inside(box: Box, frame: Frame) -> bool:
    return box[0] >= 0 and box[1] >= 0 and box[2] <= frame.size[0] and box[3] <= frame.size[1]


def value(picture: Image.Image, point: Point, share: float = 1.0) -> int:
    found = picture.getpixel((int(point[0] * share), int(point[1] * share)))
    assert isinstance(found, int)
    return found


def test_every_region_city_sea_strait_and_line_is_drawn() -> None:
    made, board = drawn("en").drawn, ottomans.board("en")
    assert sorted(made.cells) == sorted(REGIONS)
    assert sorted(made.sites) == sorted(made.names) == sorted(CITIES)
    names = {region.id: region.name for region in REGIONS.values() if not region.city_only}
    names |= {sea.id: sea.name for sea in SEAS.values()}
    letters = {id_: len(name.replace(" ", "")) for id_, name in names.items()}
    shown = {name: len(boxes) for name, boxes in made.waters.items()}
    shown |= {name: len(boxes) - 1 for name, boxes in made.lands.items() if names.get(name)}  # and a plaque
    assert shown == letters
    assert made.ways == ("byzantium/ottomans",)
    assert (len(made.cells), len(made.sites), len(SEAS)) == (39, 42, 9)
    assert sum(town.key for town in board.towns) == 15
    assert all(inside(box, HALF) for box in (*made.names.values(), *made.sites.values()))
    assert set(board.places()) == {*REGIONS, *CITIES, *SEAS}


def lengths(layer: str) -> Counter[Pair]:
    """Return the visible length of the border of every two areas in plate units, on land or on water."""
    found: Counter[Pair] = Counter()
    land = laid().land
    for line in ottomans.lines():
        if line.layer != layer or BEYOND in (line.one, line.other):
            continue
        for (ax, ay), (bx, by) in itertools.pairwise(line.points):
            steps = max(1, int(max(abs(bx - ax), abs(by - ay))))
            for at in range(steps):
                x, y = ax + (bx - ax) * at / steps, ay + (by - ay) * at / steps
                if 0 <= x < land.width and 0 <= y < land.height:
                    found[line.one, line.other] += (value(land, (x, y)) > 127) == (layer == "land")
    return found


def pairs(of: dict[str, tuple[str, ...]]) -> set[Pair]:
    return {(min(a, b), max(a, b)) for a, others in of.items() for b in others}


def named(found: Counter[Pair], least: int) -> set[Pair]:
    return {(min(pair), max(pair)) for pair, count in found.items() if count >= least}


def test_regions_touch_on_land_exactly_as_the_data_say() -> None:
    wanted = pairs({region.id: region.land for region in REGIONS.values()})
    straits = pairs({region.id: tuple(region.strait) for region in REGIONS.values()})
    assert named(lengths("land"), TOUCH + 1) - straits == wanted
    assert not straits & wanted


def test_seas_touch_exactly_as_the_data_say() -> None:
    wanted = pairs({sea.id: sea.seas for sea in SEAS.values()})
    assert named(lengths("sea"), 1) == wanted


def test_regions_lie_on_exactly_the_seas_of_the_data() -> None:
    at = laid()
    land, regions, seas = (list(one.tobytes()) for one in (at.land.reduce(2), at.regions, at.seas))
    wide, found = at.regions.width, Counter[tuple[int, int]]()
    for here in range(len(land) - wide - 1):
        for there in (here + 1, here + wide):
            if (land[here] > 127) != (land[there] > 127):
                dry, wet = (here, there) if land[here] > 127 else (there, here)
                found[regions[dry], seas[wet]] += 1
    shore = {
        (region.id, sea.id): found[r + 1, s + 1]
        for r, region in enumerate(at.board.lands)
        for s, sea in enumerate(at.board.seas)
    }
    wanted = {(region.id, sea) for region in REGIONS.values() for sea in region.seas}
    assert {pair for pair, count in shore.items() if count > TOUCH // 2} <= wanted
    assert {pair for pair, count in shore.items() if count} >= wanted


def test_every_area_is_closed_and_holds_its_cities_and_pieces() -> None:
    at = laid()
    assert all(
        ring[0] == pytest.approx(ring[-1], abs=1.0) for rings in at.board.rings.values() for ring in rings
    )
    for number, land in enumerate(at.board.lands):
        assert value(at.regions, land.stand, 0.5) == number + 1, land.id
        assert value(at.land, land.stand) > 127 or REGIONS[land.id].city_only, land.id
        for town in at.board.towns:
            if town.region == land.id:
                assert value(at.regions, town.point, 0.5) == number + 1, town.id
    for number, sea in enumerate(at.board.seas):
        assert value(at.seas, sea.ships, 0.5) == number + 1
        assert value(at.land, sea.ships) < 128


def test_where_four_regions_meet_and_two_are_no_neighbours_a_ring_is_drawn() -> None:
    around: dict[tuple[int, int], set[str]] = {}
    for line in ottomans.lines():
        for x, y in (line.points[0], line.points[-1]):
            if line.layer == "land":
                around.setdefault((round(x), round(y)), set()).update((line.one, line.other))
    met = {knot: regions for knot, regions in around.items() if len(regions) > 3}
    assert list(met.values()) == [{"hungary", "poland", "transylvania", "walachia"}]
    assert ottomans.board("en").knots == tuple(met)


@pytest.mark.parametrize("language", ["en", "ja"])
def test_no_name_lies_over_a_name_or_a_city(language: str) -> None:
    made = drawn(language).drawn
    names = sorted(made.names.items())
    clashes = [(a, b) for (a, one), (b, two) in itertools.combinations(names, 2) if overlap(one, two)]
    clashes += [
        (a, b) for a, name in names for b, sign in made.sites.items() if a != b and overlap(name, sign) > 4
    ]
    assert clashes == []


def test_names_of_cities_give_way_to_the_pieces() -> None:
    """Every third city has a counter on its name."""
    board, made = ottomans.board("en"), sheets.drawn_in(ottomans.board("en"), FULL, None)
    taken = [around(middle_of(made.names[town.id]), 17) for town in board.towns[::3]]
    assert city_names.placed(board, FULL, made, ()) == made.names
    for id_, box in city_names.placed(board, FULL, made, taken).items():
        area = (box[2] - box[0]) * (box[3] - box[1])
        assert sum(overlap(box, other) for other in taken) <= city_names.COVERED * area, id_


def test_the_number_of_equal_counters_covers_none_of_their_signs() -> None:
    unit = Piece("turks", "gendarmes", "5-3", owner="turks", emblem="ottomans")
    theme = theme_of("ottomans", "light")
    numbered = blocks.sprite(structs.replace(unit, label="×3"), 1.0, theme)
    assert blocks.pile(unit, 3, 1.0, theme).tobytes() == numbered.tobytes()
    assert blocks.pile(unit, 1, 1.0, theme).tobytes() == blocks.sprite(unit, 1.0, theme).tobytes()


def test_boxed_areas_say_who_may_enter() -> None:
    closed = {one.id for one in REGIONS.values() if one.only}
    closed |= {one.id for one in SEAS.values() if one.only}
    for language in ("en", "ja"):
        board = ottomans.board(language)
        noted = {land.id for land in board.lands if land.note} | {sea.id for sea in board.seas if sea.note}
        assert noted == closed
    assert len(closed) == 5


def test_parties_are_told_apart_without_colour() -> None:
    board = ottomans.board("en")
    shapes = [party.plaque for party in board.parties]
    assert len(set(shapes)) == 4
    outlines = {shape: area_names.outline(shape, 20.0) for shape in (*shapes, "square", "wave")}
    assert len(set(outlines.values())) == 6


@pytest.mark.parametrize("place", ["crete", "constantinople", "black_sea"])
def test_a_crop_shows_the_place_with_room_around(place: str) -> None:
    board: AreaBoard = ottomans.board("en")
    frame = crop_frame(board, [place], 1080)
    for point in board.extent(place):
        x, y = frame.pixel(point)
        assert 40 < x < frame.size[0] - 40
        assert 40 < y < frame.size[1] - 40


def test_a_sheet_comes_back_from_disk_as_it_was(tmp_path: Path) -> None:
    board, frame = ottomans.board("ja"), crop_frame(ottomans.board("ja"), ["rhodes"], 400)
    sheets.forget()
    first = sheets.sheet(board, frame, theme_of("ottomans", "dark"), tmp_path)
    sheets.forget()
    again = sheets.sheet(board, frame, theme_of("ottomans", "dark"), tmp_path)
    assert again.true.tobytes() == first.true.tobytes()
    assert again.drawn == first.drawn


def test_the_empty_sheet_is_small_enough_to_send() -> None:
    sent = empty.empty_sheet("ottomans", width=2440)
    assert sent.startswith(b"\x89PNG")
    assert len(sent) < 700 * 1024


def test_golden_corners() -> None:
    """Mean differences, because fonts may be set a little otherwise elsewhere."""
    with Image.open(FOLDER / "ottomans_corners.png") as kept:
        difference = ImageChops.difference(golden.GOLDEN["ottomans_corners"](), kept.convert("RGB"))
    assert max(ImageStat.Stat(difference).mean) < 4


def test_an_area_shows_the_counters_of_four_owners_and_marks_of_the_game(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    owners = {one: NOBODY for one in ("a", "b", "c", "")}
    style = Style(owners, tokens={"siege": Token("flame", (40, 30, 20), (250, 200, 90), (0.5, 0.5))})
    monkeypatch.setattr(ottomans, "LOOK", Look(ottomans.board, style))
    four = tuple(Piece(owner, "legion", code="AH", label="12") for owner in owners)
    bare = Scene("ottomans", "Ottomans", "", "", "Persia.", legend=(Note("siege", "siege"),), language="en")
    held = structs.replace(bare, stacks=(Stack("persia", four),))
    marked = structs.replace(held, marks=(Mark("persia", "siege"),))
    made = [
        Image.open(BytesIO(renderer.crop(one, ["persia"], width=800).data)).convert("RGB")
        for one in (bare, held, marked)
    ]
    assert renderer.whole_map(marked, width=900).width == 900
    first, second = (ImageChops.difference(*pair).getbbox() for pair in itertools.pairwise(made))
    assert first is not None
    assert second is not None
    zoom = crop_frame(ottomans.board("en"), ["persia"], 800).zoom
    assert (first[2] - first[0]) * (first[3] - first[1]) > 4 * (48 * zoom) ** 2
