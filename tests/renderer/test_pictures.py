"""Whole pictures: pure, small enough, right for their viewer, and nothing where it should not be."""

from __future__ import annotations

from io import BytesIO
from math import hypot, pi
from pathlib import Path

import msgspec
import pytest
from PIL import Image, ImageChops, ImageStat

import renderer
from adjudicator.display.scene import Counter, Mark, Note, Scene, Stack
from adjudicator.julius_caesar.board import BOARD
from renderer.boards import base_layer
from renderer.draw import text
from renderer.draw.canvas import Canvas
from renderer.draw.frame import Frame
from renderer.draw.labels import overlap
from renderer.games import julius_caesar, look_of, names, theme_of
from renderer.marginalia import scale_bar
from renderer.pictures import board_of, crop_frame
from renderer.pieces import blocks, stacks
from tests.renderer import golden
from tests.renderer.scenes import back, crowded, face, historical


def opened(picture: renderer.Picture) -> Image.Image:
    return Image.open(BytesIO(picture.data))


@pytest.mark.parametrize(("theme", "language"), [("light", "en"), ("dark", "ja")])
def test_a_whole_map_is_a_palette_png_under_700_kib(theme: str, language: str) -> None:
    picture = renderer.whole_map(historical(language=language), theme=theme)
    image = opened(picture)
    assert (image.mode, image.size) == ("P", (2400, 1500))
    assert (picture.width, picture.height) == image.size
    assert len(picture.data) < 700 * 1024
    assert picture.alt == "Caesar holds Gaul."


def test_the_same_scene_gives_the_same_bytes(tmp_path: Path) -> None:
    scene = crowded()
    base_layer.forget()
    afresh = renderer.whole_map(scene, width=1200, cache=tmp_path)
    kept = renderer.whole_map(scene, width=1200)
    base_layer.forget()
    from_disk = renderer.whole_map(scene, width=1200, cache=tmp_path)
    assert afresh.data == kept.data == from_disk.data


def test_the_back_of_a_block_tells_nothing() -> None:
    """Whatever a careless scene leaves on a piece without a symbol, its back is the same."""
    plain = historical()
    told = []
    for stack in plain.stacks:
        pieces = [
            msgspec.structs.replace(piece, label=f"LEG {at}", code="C3", steps=at, full=4)
            if not piece.symbol
            else piece
            for at, piece in enumerate(stack.counters)
        ]
        told.append(Stack(stack.place, tuple(pieces)))
    careless = msgspec.structs.replace(plain, stacks=tuple(told))
    assert renderer.whole_map(careless, width=1200).data == renderer.whole_map(plain, width=1200).data


def test_hidden_blocks_that_change_places_give_the_same_picture() -> None:
    pompey = [block for block in BOARD.blocks.values() if block.side == "pompey"]

    def world(order: list[int]) -> Scene:
        pieces = tuple(back(pompey[at]) for at in order)
        return msgspec.structs.replace(
            historical(), stacks=(Stack("athenae", pieces[:5]), Stack("mare_internum", pieces[5:7]))
        )

    assert renderer.whole_map(world([0, 1, 2, 3, 4, 5, 6]), width=1200).data == (
        renderer.whole_map(world([6, 12, 9, 3, 30, 1, 0]), width=1200).data
    )


def test_both_seats_see_their_own_faces_only() -> None:
    caesar, pompey = (
        renderer.whole_map(historical("caesar"), width=1200),
        renderer.whole_map(historical("pompey"), width=1200),
    )
    assert caesar.data != pompey.data


@pytest.mark.parametrize("name", sorted(golden.GOLDEN))
def test_golden_pictures(name: str) -> None:
    """Mean and worst differences, because fonts may be set a little otherwise elsewhere."""
    with Image.open(golden.FOLDER / f"{name}.png") as kept:
        difference = ImageChops.difference(golden.GOLDEN[name](), kept.convert("RGB"))
    assert max(ImageStat.Stat(difference).mean) < 4


def test_stacks_keep_apart_from_each_other_and_from_marginalia() -> None:
    scene = crowded()
    board = board_of(scene)
    base = base_layer.sheet(
        board, Frame(0, 0, 2400, 1500, 1.0, 1.0), theme_of("julius_caesar", "light"), None
    )
    anchors = {place: base.frame.pixel(point) for place, point in board.places().items()}
    panel = (0.0, 0.0, 600.0, 200.0)
    standing = stacks.stand(scene.stacks, anchors, base.drawn, [panel], base.frame)
    assert len(standing) == len(scene.stacks)
    boxes = [one.box for one in standing]
    common = sum(overlap(a, b) for at, a in enumerate(boxes) for b in boxes[at + 1 :])
    assert common < 0.02 * sum((x2 - x1) * (y2 - y1) for x1, y1, x2, y2 in boxes)
    assert all(overlap(box, panel) == 0 for box in boxes)


def test_a_stack_shows_every_piece() -> None:
    mixed = Stack(
        "roma", tuple(face(block) for block in list(BOARD.blocks.values())[:9]) + (Counter("pompey"),) * 3
    )
    for shape in stacks.shapes(mixed, 1.0):
        assert sum(tile.count for tile in shape.tiles) == 12
        assert max(tile.left for tile in shape.tiles) < shape.width
        assert max(tile.top for tile in shape.tiles) < shape.height
    assert stacks.sides(mixed)[1] == (Counter("pompey"),) * 3


def test_cleopatra_stands_with_those_she_serves() -> None:
    queen = Counter("egypt", serves="caesar")
    mixed = Stack("alexandria", (Counter("caesar"), queen, Counter("pompey")))
    assert stacks.sides(mixed) == [(Counter("caesar"), queen), (Counter("pompey"),)]


def test_counters_of_four_owners_stand_together_and_two_apart() -> None:
    owners = ("caesar", "pompey", "egypt", "")
    four = Stack("roma", tuple(Counter(owner, "legion", code="RO") for owner in owners))
    assert stacks.sides(four) == [four.counters]
    for shape in stacks.shapes(four, 1.0):
        assert shape.versus is None
        boxes = [(one.left, one.top, one.left + 49, one.top + 49) for one in shape.tiles]
        assert len(boxes) == 4
        assert not any(overlap(one, other) for at, one in enumerate(boxes) for other in boxes[:at])
    assert all(shape.versus for shape in stacks.shapes(Stack("roma", four.counters[:2]), 1.0))


@pytest.mark.parametrize(
    "places", [["roma"], ["massilia", "utica"], ["olisipo", "damascus"], ["mare_aegaeum", "creta"]]
)
def test_a_crop_frames_its_places(places: list[str]) -> None:
    board = julius_caesar.board("en")
    frame = crop_frame(board, places, 1080)
    assert frame.size[0] == 1080
    strip = 70
    for place in places:
        x, y = frame.pixel(board.places()[place])
        assert 40 < x < frame.size[0] - 40
        assert strip + 20 < y < frame.size[1] - 30
    assert frame.x >= 0 and frame.y >= 0
    assert frame.x + frame.width <= board.size[0] and frame.y + frame.height <= board.size[1]


def test_a_crop_draws_large_and_stays_small() -> None:
    picture = renderer.crop(crowded(), ["roma", "neapolis", "brundisium"])
    assert picture.width == 1080
    assert len(picture.data) < 300 * 1024
    frame = crop_frame(julius_caesar.board("en"), ["roma", "neapolis", "brundisium"], 1080)
    assert blocks.side(frame.zoom) >= 60


@pytest.mark.parametrize("width", [320, 600])
def test_small_pictures_have_their_legend_too(width: int) -> None:
    scene = historical()
    assert scene.legend
    assert opened(renderer.whole_map(scene, width=width)).size == (width, width * 5 // 8)


def test_counters_are_drawn_in_any_size() -> None:
    for counter in golden.PIECES:
        for percent in range(8, 60, 2):
            drawn = blocks.pile(counter, 3, percent / 100, theme_of("julius_caesar", "light"))
            assert drawn.getbbox() is not None


def test_what_is_not_known_is_refused() -> None:
    scene = historical()
    with pytest.raises(KeyError):
        renderer.whole_map(msgspec.structs.replace(scene, stacks=(Stack("atlantis", (Counter("caesar"),)),)))
    with pytest.raises(ValueError, match="no such mark"):
        renderer.whole_map(msgspec.structs.replace(scene, marks=(Mark("roma", "fireworks"),)))
    with pytest.raises(ValueError, match="no such sign"):
        renderer.whole_map(msgspec.structs.replace(scene, legend=(Note("unicorn", "?"),)))
    with pytest.raises(ValueError, match="a place to show"):
        renderer.crop(scene, [])
    with pytest.raises(KeyError):
        renderer.whole_map(scene, theme="sepia")


@pytest.mark.parametrize(
    ("line", "room", "parts"),
    [
        ("LEG 7, LEG 8, LEG 9", 90.0, ["LEG 7,", "LEG 8,", "LEG 9"]),
        ("軍団七軍団八", 70.0, ["軍団七軍", "団八"]),
        ("", 50.0, [""]),
    ],
)
def test_lines_are_broken_at_spaces_and_between_kanji(line: str, room: float, parts: list[str]) -> None:
    assert text.wrapped(line, "bold", 20.0, room) == parts


@pytest.mark.parametrize("game", names())
def test_the_scale_is_as_long_as_it_says(game: str) -> None:
    """The kilometres and the plate units of one degree of latitude in the middle of the plate."""
    board = look_of(game).board("en")
    conic = board.conic
    flat = Image.new("RGB", (800, 60))
    canvas = Canvas(flat, flat.convert("P"))
    left, _, right, _ = scale_bar.draw(canvas, conic, theme_of(game, "light"), (20.0, 30.0), 1.0)
    assert 0 < left < 20 < right < 380
    length = next(
        one for one in scale_bar.LENGTHS if one / scale_bar.EARTH * conic.scale <= scale_bar.LONGEST
    )
    paper = [x for x in range(800) if canvas.picture.getpixel((x, 30)) == theme_of(game, "light").paper]
    lon, lat = conic.degrees(board.size[0] / 2, board.size[1] / 2)
    start, end = conic.plate(lon, lat - 0.5), conic.plate(lon, lat + 0.5)
    long = length / (2 * pi * scale_bar.EARTH / 360) * hypot(end[0] - start[0], end[1] - start[1])
    assert max(paper) - min(paper) + 1 == pytest.approx(long * 3 / 5, rel=0.06)
