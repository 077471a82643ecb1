"""Groups' own boards: what their folders may hold, where the places lie on them, and how they are drawn."""

from __future__ import annotations

import time
from collections.abc import Iterator
from io import BytesIO
from math import dist
from pathlib import Path
from random import Random
from zlib import compress, crc32

import pytest
from PIL import Image, ImageChops, ImageDraw, ImageStat

import renderer
from adjudicator import figures
from adjudicator.display.scene import Arrow, Counter, Mark, Note, Panel, Scene, Stack
from adjudicator.geometry.fits import spread
from renderer import own_boards
from renderer.boards import base_layer
from renderer.boards.areas.board import AreaBoard
from renderer.boards.hexes.board import HexBoard
from renderer.boards.on_scan import expected
from renderer.draw.canvas import MOST_BYTES, QUALITIES, Canvas
from renderer.games import LAID, look_of, theme_of
from renderer.pictures import board_of
from renderer.scans import scan as scans
from renderer.scans.own_board import read
from renderer.scans.picture import Unusable, decoded, size_of
from tests.harness.scans import FINE, SEEN, anchors, bent, overlay, printed

GAMES = ["julius_caesar", "belisarius", "ottomans", "ancient_world"]


@pytest.fixture(autouse=True)
def fresh() -> Iterator[None]:
    """No base layer of a group's board is kept."""
    yield
    base_layer.forget()


def laid(folder: Path, game: str) -> str:
    """Return the id of a game on the board in a folder."""
    (found,) = own_boards.register({folder: game})
    assert not found.problem
    return found.id


def crowded(id: str, title: str = "Title") -> Scene:
    """A scene with a piece on every few places, a move, a battle, and all that stands beside a map."""
    board = look_of(id).board("en")
    piece = Counter("caesar", "leader", "LEG 1", "C3", 2, 3)
    places = [*board.middles][::40] if isinstance(board, HexBoard) else sorted(board.places())[::3]
    return Scene(
        id,
        title,
        "Subtitle",
        "Footer, which may be long enough to be set in several lines beside the picture of a map",
        "alt",
        stacks=tuple(Stack(place, (piece,)) for place in places),
        marks=(Mark(places[0], "battle"), Mark(places[1], "target")),
        arrows=(Arrow("move", "caesar", (places[2], places[3]), 2),),
        panels=tuple(Panel(f"Panel {n}", (("one", "1"), ("two", "2"))) for n in range(4)),
        legend=(Note("leader", "leader"), Note("port", "port")),
        language="en",
    )


# -- geometry ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", ["belisarius", "ancient_world"])
def test_eight_clicks_lay_every_hex_of_a_photo_within_15_hundredths(game: str, tmp_path: Path) -> None:
    """Measured where the photo is straightened, in widths of a hex."""
    board = look_of(laid(overlay(tmp_path, game, clicks=8), game)).board("en")
    ours = look_of(game).board("en")
    assert isinstance(board, HexBoard) and isinstance(ours, HexBoard) and board.scan is not None
    back = board.scan.onto.inverse()
    worst = max(dist(back(SEEN(at)), board.middles[id]) for id, at in ours.middles.items())
    assert worst < 0.15 * board.across


def test_a_photo_is_straightened_to_the_print(tmp_path: Path) -> None:
    """It lies on the print it was taken of, and not a third of a hex beside it."""
    game = "belisarius"
    board, ours = (
        look_of(laid(overlay(tmp_path, game, clicks=8), game)).board("en"),
        look_of(game).board("en"),
    )
    assert isinstance(board, HexBoard) and isinstance(ours, HexBoard) and board.scan is not None
    box, straight = board.scan.box, scans.straightened(board.scan)
    (x, y), (u, v) = board.middles["3040"], ours.middles["3040"]
    fine = straight.width / (board.scan.box[2] - board.scan.box[0])
    across = round(12 * ours.across * FINE)
    print_ = printed(game).crop(
        (round(u * FINE), round(v * FINE), round(u * FINE) + across, round(v * FINE) + across)
    )

    def differs(right: float) -> float:
        left, top = (x + right - box[0]) * fine, (y - box[1]) * fine
        side = 12 * ours.across * fine
        part = straight.resize(
            print_.size, Image.Resampling.LANCZOS, box=(left, top, left + side, top + side)
        )
        return sum(ImageStat.Stat(ImageChops.difference(part, print_)).mean)

    assert differs(0.0) < 0.6 * min(differs(ours.across / 3), differs(-ours.across / 3))


@pytest.mark.parametrize("game", ["julius_caesar", "ottomans"])
def test_on_other_maps_a_place_lies_where_it_was_clicked_and_the_others_where_they_are_expected(
    game: str, tmp_path: Path
) -> None:
    id = laid(overlay(tmp_path, game, clicks=12), game)
    board, ours = look_of(id).board("en"), look_of(game).board("en")
    own = own_boards.checked(tmp_path, game)
    assert board.scan is not None and board.game == id
    for place, at in own.places.items():
        assert dist(board.scan.onto(board.places()[place]), at) < 0.01
    for place, at in expected(ours, own.places).items():
        assert dist(board.scan.onto(board.places()[place]), at) < 0.01
    near = [
        min(dist(at, other) for one, other in places.items() if one != id)
        for places in (ours.places(), board.places())
        for id, at in places.items()
    ]
    half = len(near) // 2
    assert sorted(near[half:])[half // 2] == pytest.approx(sorted(near[:half])[half // 2], rel=0.1)


def test_boxes_that_a_print_has_elsewhere_may_be_anchored(tmp_path: Path) -> None:
    """What is not anchored stands beside the picture."""
    game, ours = "belisarius", look_of("belisarius").board("en")
    assert isinstance(ours, HexBoard)
    plain = look_of(laid(overlay(tmp_path / "one", game), game)).board("en")
    assert isinstance(plain, HexBoard) and plain.scan is not None
    assert set(plain.scan.beside) == {area.id for area in ours.areas}
    assert all(area.box[0] >= plain.scan.strip[0] for area in plain.areas)
    picture = anchors(game, 8, (1400, 900)) | {"persia_area": (700.0, 500.0), "vandals": (300.0, 420.0)}
    board = look_of(laid(overlay(tmp_path / "two", game, picture), game)).board("en")
    assert isinstance(board, HexBoard) and board.scan is not None
    assert "persia_area" not in board.scan.beside and len(board.scan.beside) == len(ours.areas) - 1
    assert dist(board.scan.onto(board.places()["persia_area"]), (700.0, 500.0)) < 0.01
    assert dist(board.scan.onto(board.places()["vandals"]), (300.0, 420.0)) < 0.01


def test_four_corners_straighten_a_map_of_places(tmp_path: Path) -> None:
    """What lies beyond them is not shown."""
    game, ours = "julius_caesar", look_of("julius_caesar").board("en")
    folder = overlay(tmp_path, game)
    inner = [(300.0, 200.0), (2100.0, 200.0), (2100.0, 1300.0), (300.0, 1300.0)]
    corners = ", ".join(f"[{x:.1f}, {y:.1f}]" for x, y in map(SEEN, inner))
    text = (folder / "board.toml").read_text().replace("[place]", f"corners = [{corners}]\n\n[place]")
    (folder / "board.toml").write_text(text)
    board = look_of(laid(folder, game)).board("en")
    assert board.scan is not None
    left, top, right, bottom = board.scan.box
    for corner, at in zip(((left, top), (right, top), (right, bottom), (left, bottom)), inner, strict=True):
        assert dist(board.scan.onto(corner), SEEN(at)) < 0.2
    assert (right - left) / (bottom - top) == pytest.approx(1800 / 1100, rel=0.03)
    assert ours.scan is None


# -- drawing -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_every_map_is_drawn_on_a_scan(game: str, tmp_path: Path) -> None:
    """Whole, cropped, in both themes, as layers and as an animation; posts stay far below Discord's limit."""
    id = laid(overlay(tmp_path / "own", game), game)
    scene = crowded(id)
    whole = renderer.whole_map(scene, width=900, cache=tmp_path)
    assert whole.ending == "jpg" and whole.data[:2] == b"\xff\xd8" and len(whole.data) < 400_000
    dark = renderer.whole_map(scene, width=900, theme="dark", cache=tmp_path)
    with Image.open(BytesIO(whole.data)) as light, Image.open(BytesIO(dark.data)) as dim:
        half = (0, 0, light.width // 2, light.height // 2)
        ratio = (
            ImageStat.Stat(dim.convert("L").crop(half)).mean[0]
            / ImageStat.Stat(light.convert("L").crop(half)).mean[0]
        )
    assert 0.5 < ratio < 0.9
    place = scene.stacks[2].place
    crop = renderer.crop(scene, [place], width=480, cache=tmp_path)
    assert crop.ending == "jpg" and crop.width == 480
    assert renderer.base_map(scene, width=900, cache=tmp_path).data != whole.data
    things = renderer.layers_of(scene)
    assert {one.place for one in things.things if hasattr(one, "place")} >= {
        stack.place for stack in scene.stacks
    }
    assert not [one for one in things.things if type(one).__name__ == "Name"]  # the print has names
    film = renderer.animate([scene, crowded(id, "Later")], width=480, cache=tmp_path)
    assert film.data[:3] == b"GIF" and film.frames == 2
    assert [*tmp_path.glob(f"{id}-picture-*.jpg")]


@pytest.mark.matrix
def test_a_post_stays_within_the_limit_however_fine_the_photo_is() -> None:
    """A photo of pure noise as wide as the largest post: 10 MB at the usual quality."""
    noise = Image.frombytes("RGB", (2400, 2000), Random(1).randbytes(3 * 2400 * 2000))
    buffer = BytesIO()
    noise.save(buffer, "JPEG", quality=QUALITIES[0], subsampling=0)
    data, ending = Canvas(noise, None, theme_of("ottomans", "light")).file()
    assert ending == "jpg" and len(data) <= MOST_BYTES < buffer.tell()


def test_all_signs_stand_beside_the_picture_and_pieces_on_it(tmp_path: Path) -> None:
    id = laid(overlay(tmp_path, "julius_caesar"), "julius_caesar")
    board, scene = look_of(id).board("en"), crowded(id)
    assert board_of(scene) is board and board.scan is not None
    bare, full = (
        renderer.base_map(one, width=1200) for one in (Scene(id, "", "", "", "", language="en"), scene)
    )
    share = 1200 / board.size[0]
    with Image.open(BytesIO(bare.data)) as one, Image.open(BytesIO(full.data)) as other:
        changed = ImageChops.difference(one.convert("RGB"), other.convert("RGB")).point(
            lambda value: value > 40 and 255
        )
        box = changed.getbbox()
    assert box is not None and box[0] >= board.scan.strip[0] * share - 8


def test_the_prepared_picture_is_made_once_and_named_by_its_digest(tmp_path: Path) -> None:
    id = laid(overlay(tmp_path / "own", "julius_caesar"), "julius_caesar")
    first = renderer.whole_map(crowded(id), width=700, cache=tmp_path).data
    base_layer.forget()
    (kept,) = tmp_path.glob(f"{id}-picture-*.jpg")
    before = kept.stat().st_mtime_ns
    assert len(renderer.whole_map(crowded(id), width=700, cache=tmp_path).data) == pytest.approx(
        len(first), rel=0.02
    )
    assert kept.stat().st_mtime_ns == before
    with (tmp_path / "own" / "board.toml").open("a") as file:
        file.write("# later\n")
    assert laid(tmp_path / "own", "julius_caesar") != id


def test_a_board_that_is_not_known_is_ours() -> None:
    assert look_of(f"ottomans{LAID}0123456789abcdef").board("ja") == look_of("ottomans").board("ja")
    assert theme_of(f"ottomans{LAID}0123456789abcdef", "dark") is theme_of("ottomans", "dark")


# -- what a folder may hold ------------------------------------------------------------------------------


def test_a_picture_alone_makes_no_second_game_and_is_no_part_of_a_digest(tmp_path: Path) -> None:
    before = set(figures.games())
    folder = overlay(tmp_path / "ours", "julius_caesar")
    (one,) = figures.register([folder])
    assert one.digest == "" and set(figures.games()) == before
    assert figures.pictured() == {folder: "julius_caesar"} and figures.folders() == [folder]
    source = '[source]\nkind = "public-fact"\ncitation = "our own copy"\n'
    digests = []
    for name in ("ours", "bare"):
        (tmp_path / name).mkdir(exist_ok=True)
        (tmp_path / name / "overlay.toml").write_text('game = "julius_caesar"\n')
        (tmp_path / name / "blocks.toml").write_text(f"{source}[block]\nc_legio_13 = {{ firepower = 4 }}\n")
        digests.append(figures.overlay_at(tmp_path / name).digest)
    assert digests[0] == digests[1] != ""


def png(width: int, height: int) -> bytes:
    """A PNG that says of itself what it likes, with a few pixels."""
    head = b"IHDR" + width.to_bytes(4, "big") + height.to_bytes(4, "big") + bytes([8, 2, 0, 0, 0])
    chunks = [head, b"IDAT" + compress(bytes(1000))]
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        (len(one) - 4).to_bytes(4, "big") + one + crc32(one).to_bytes(4, "big") for one in chunks
    )


@pytest.mark.parametrize(
    ("name", "data", "why"),
    [
        ("board.png", b"", "damaged"),
        ("board.png", b"GIF89a" + bytes(200), "not a PNG picture"),
        ("board.jpg", png(400, 300)[:30], "damaged"),
        ("board.png", png(60_000, 60_000), "far too many pixels"),
        ("board.png", png(12_000, 9_000), "12,000 by 9,000 pixels; at most 80,000,000"),
        ("board.png", png(25_000, 300), "20,000 a side"),
        ("board.png", png(90, 90), "200 a side at least"),
        ("board.gif", b"GIF89a", "save it as PNG, JPEG or WebP"),
        ("board.svg", b"<svg/>", "SVG is not read; export it as PNG"),
    ],
)
def test_a_picture_beyond_the_bounds_is_refused_before_it_is_decoded(
    name: str, data: bytes, why: str, tmp_path: Path
) -> None:
    (tmp_path / name).write_bytes(data)
    began = time.process_time()
    with pytest.raises(Unusable, match=why):
        size_of(tmp_path / name)
    assert time.process_time() - began < 0.5


@pytest.mark.parametrize("mode", ["1", "L", "LA", "P", "RGB", "RGBA", "I;16", "CMYK", "exif", "trns"])
def test_pictures_of_every_kind_are_read_as_they_are_meant(mode: str, tmp_path: Path) -> None:
    """The left half is dark, the right is light; a camera's note turns one of them."""
    grey = Image.new("L", (400, 300), 40)
    grey.paste(220, (200, 0, 400, 300))
    file = tmp_path / ("board.jpg" if mode in ("CMYK", "exif") else "board.png")
    if mode == "I;16":
        Image.frombytes("I;16", grey.size, b"".join(bytes([0, value]) for value in grey.tobytes())).save(file)
    elif mode == "exif":
        notes = Image.Exif()
        notes[0x0112] = 6  # turn it by 90 degrees to the right to see it
        grey.transpose(Image.Transpose.ROTATE_90).convert("RGB").save(file, exif=notes)
    elif mode == "trns":
        grey.convert("P").save(file, transparency=220)
    else:
        made = grey.point(lambda value: 255 * (value > 100)) if mode == "1" else grey
        made.convert(mode).save(file)
    assert size_of(file) == (400, 300)
    made = decoded(file)
    assert made.mode == "RGB" and made.size == (400, 300)
    dark, light = made.getpixel((100, 150)), made.getpixel((300, 150))
    assert isinstance(dark, tuple) and isinstance(light, tuple)
    assert max(dark) < 120 and min(light) > 190


def test_animations_and_pictures_that_break_off_are_refused(tmp_path: Path) -> None:
    frames = [Image.new("RGB", (300, 300), colour) for colour in ("red", "blue")]
    frames[0].save(tmp_path / "board.webp", save_all=True, append_images=frames[1:])
    with pytest.raises(Unusable, match="animation; save its first frame alone"):
        size_of(tmp_path / "board.webp")
    buffer = BytesIO()
    Image.effect_noise((400, 400), 90).save(buffer, "PNG")
    (tmp_path / "board.png").write_bytes(buffer.getvalue()[:5000])
    with pytest.raises(Unusable, match="damaged"):
        decoded(tmp_path / "board.png")


CASES = {
    "no = 1": "board.toml: Object contains unknown field `no`|missing required",
    "size = [1, 1]": "size: the picture has [0-9]+ by [0-9]+ pixels, and was anchored with 1 by 1",
    'picture = "../board.jpg"': "picture: “../board.jpg” is not one of board.png, board.jpg",
    'picture = "board.png"': "picture: there is no board.png in the folder",
    "corners = [[1, 1]]": "corners: 1 are given; give four, or none",
    "corners = [[1, 1], [2, 1], [2, 9000], [1, 2]]": "corners/3: the pixel 2, 9000 is not on the picture",
}


@pytest.mark.parametrize("line", CASES)
def test_a_fault_of_the_description_is_named_with_field_and_reason(line: str, tmp_path: Path) -> None:
    folder = overlay(tmp_path, "julius_caesar")
    field = line.partition(" ")[0]
    kept = [
        one for one in (folder / "board.toml").read_text().splitlines() if not one.startswith(f"{field} ")
    ]
    (folder / "board.toml").write_text("\n".join([line, *kept]))
    with pytest.raises(Unusable, match=CASES[line]):
        read(folder, "julius_caesar")


def test_places_that_cannot_be_are_named(tmp_path: Path) -> None:
    game, size = "belisarius", (1400, 900)
    good = anchors(game, 8, size)
    one, other = [*good][:2]
    neighbour = {one: (good[one][0] + 2 * FINE * 40, good[one][1])}
    cases = [
        (good | {"atlantis": (5.0, 5.0)}, "place/atlantis: the map has no such place"),
        (good | {one: good[other]}, "lies on the pixel of place/"),
        ({one: good[one]}, "place: 1 are anchored; at least 4 are needed"),
        (good | neighbour, f"place/{one}: lies [0-9.]+ hexes from where the other anchors expect it"),
        (
            {id: (100.0 + 30 * n, 100.0 + 30 * n) for n, id in enumerate(good)},
            "far apart, and not all on a line",
        ),
        (good | {one: (5000.0, 5.0)}, f"place/{one}: the pixel 5000, 5 is not on the picture"),
    ]
    for number, (places, why) in enumerate(cases):
        (found,) = own_boards.register({overlay(tmp_path / str(number), game, places): game})
        assert not found.id
        with pytest.raises(Unusable, match=why):
            own_boards.checked(found.folder, game)
        assert found.problem and [*own_boards.found(game)][-1] == found
    assert spread(good)[0] in good


def test_a_board_of_areas_keeps_its_marks_on_the_scan(tmp_path: Path) -> None:
    board = look_of(laid(overlay(tmp_path, "ottomans"), "ottomans")).board("ja")
    assert isinstance(board, AreaBoard) and board.scan is not None
    assert not board.lines and all(land.arc is None for land in board.lands)
    for place in board.places():
        assert all(0 <= x <= board.size[0] for x, _ in board.extent(place)[:1])


# -- a hand-drawn map ------------------------------------------------------------------------------------

CIRCLE = 15.0
"""The radius of a city's circle, in plate units."""


@pytest.mark.parametrize("game", ["julius_caesar", "ottomans"])
def test_twelve_clicks_expect_nine_of_ten_places_within_three_circles_of_a_city(game: str) -> None:
    """And once all are confirmed each lies where it was confirmed."""
    ours = look_of(game).board("en")
    where = {id: bent(at, ours.size) for id, at in ours.places().items()}
    moved = [dist(where[id], at) for id, at in ours.places().items()]
    assert 0.03 * ours.size[0] < max(moved) <= 0.05 * ours.size[0]
    clicked = {id: where[id] for id in spread(ours.places(), 12)}
    found = expected(ours, clicked)
    away = [dist(found[id], at) for id, at in where.items() if id not in clicked]
    assert sum(one <= 3 * CIRCLE for one in away) >= 0.9 * len(away)
    all_ = expected(ours, where)
    assert max(dist(all_[id], at) for id, at in where.items()) <= CIRCLE


# -- readable on any ground --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "ground", [(0, 0, 0), (255, 255, 255), (168, 50, 30), (120, 120, 120), (214, 178, 60)]
)
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_rings_and_lights_stand_out_from_any_ground(ground: tuple[int, int, int], theme: str) -> None:
    """By 3:1 (WCAG 2.2, 1.4.11), one of the lines around them at least; on our own map they have none."""
    colours = theme_of("belisarius", theme)
    mask = Image.new("L", (120, 120))
    ImageDraw.Draw(mask).ellipse((10, 10, 109, 109), outline=235, width=8)
    photo = Canvas(Image.new("RGB", (160, 160), ground), None, colours)
    photo.sign(mask, 20, 20, colours.alarm)
    row = {photo.picture.getpixel((x, 80)) for x in range(20, 46)}
    assert max(contrast(ground, one) for one in row if isinstance(one, tuple)) >= 3
    blank = Image.new("RGB", (160, 160), ground)
    ours = Canvas(blank, blank.quantize(4), colours)
    ours.sign(mask, 20, 20, colours.alarm)
    assert ours.picture.getpixel((27, 80)) == ground  # outside of the ring itself


def contrast(one: tuple[int, ...], other: tuple[int, ...]) -> float:
    """Return the contrast of two colours (WCAG 2.2)."""

    def light(colour: tuple[int, ...]) -> float:
        parts = [band / 255 for band in colour]
        red, green, blue = (
            part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
        )
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue

    high, low = sorted((light(one), light(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)
