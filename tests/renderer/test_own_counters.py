"""Pictures of a group's own pieces: what their folder may hold, and where they are shown."""

from __future__ import annotations

from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image

import renderer
from adjudicator import GAMES, figures
from adjudicator.core.language.words import fill
from adjudicator.display.charts import BattleBoard, Fighter, Line
from adjudicator.display.scene import Counter, Scene, Stack
from renderer import own_boards
from renderer.boards import base_layer
from renderer.games import LAID, look_of, names_of_pieces, theme_of
from renderer.own_boards import Found
from renderer.pieces import sprites
from renderer.pieces.things import Laid, Sprite
from renderer.scans import counters
from renderer.scans.counters import FINEST
from tests.harness.scans import overlay

PINK = (255, 0, 220)
KINDS = {
    "julius_caesar": ("c_legio_10", Counter("caesar", "legion", "LEG 10", "C4", 3, 4, kind="c_legio_10")),
    "belisarius": ("guard_field_army", Counter("guard", "field_army", "", "9-9", kind="guard_field_army")),
    "ottomans": ("austria_gendarmes", Counter("orthodox", "gendarmes", "", "4-3", kind="austria_gendarmes")),
    "ancient_world": ("rome_foot", Counter("rome", "foot", "", "36", 36, 36)),
}


@pytest.fixture(autouse=True)
def fresh() -> Iterator[None]:
    """No base layer of a group's board is kept."""
    yield
    base_layer.forget()


def copy(folder: Path, game: str, pictures: dict[str, Image.Image]) -> Found:
    """Register a copy with pictures of pieces alone."""
    (folder / "counters").mkdir(parents=True, exist_ok=True)
    (folder / "overlay.toml").write_text(f'game = "{game}"\n')
    for name, picture in pictures.items():
        picture.save(folder / "counters" / f"{name}.png")
    (found,) = own_boards.register({folder: game})
    return found


def pink(size: tuple[int, int] = (80, 80)) -> Image.Image:
    return Image.new("RGB", size, PINK)


def share_of_pink(picture: Image.Image) -> float:
    """Return the share of a picture that is pink."""
    colours = picture.convert("RGB").getcolors(picture.width * picture.height) or []
    near = sum(n for n, at in colours if isinstance(at, tuple) and at[0] > 230 and at[1] < 30 and at[2] > 190)
    return near / (picture.width * picture.height)


@pytest.mark.parametrize("game", KINDS)
def test_a_piece_shows_the_picture_of_its_kind_with_what_changes_in_play(game: str, tmp_path: Path) -> None:
    """On the map, in its sprite, and in battle; its steps and its flags are drawn over it."""
    name, counter = KINDS[game]
    found = copy(tmp_path, game, {name: pink()})
    assert found.id and found.problem is None and not found.faults
    place = next(iter(look_of(game).board("en").places()))
    scene = Scene(found.id, "", "", "", "", stacks=(Stack(place, (counter, counter)),), language="en")
    laid = next(one for one in renderer.layers_of(scene).things if isinstance(one, Laid) and one.pieces)
    assert laid.sprite.own == found.digest and laid.sprite.counters[0].kind == name
    for theme in ("light", "dark"):
        with Image.open(BytesIO(renderer.sprite(game, laid.sprite, times=2, theme=theme))) as drawn:
            assert 0.25 < share_of_pink(drawn) < 0.95
    other = renderer.sprite(game, Sprite(laid.sprite.kind, laid.sprite.size, (counter,), 2), times=2)
    with Image.open(BytesIO(other)) as ours:
        assert share_of_pink(ours) == 0
    lines = (
        Line("one", counter.colour, (Fighter(counter),)),
        Line("two", counter.colour, (Fighter(counter),)),
    )
    battle = BattleBoard(found.id, "", "", "", *lines, language="en")
    with Image.open(BytesIO(renderer.battle(battle).data)) as drawn:
        assert share_of_pink(drawn) > 0.001
    with Image.open(BytesIO(renderer.crop(scene, [place], width=480).data)) as drawn:
        assert share_of_pink(drawn) > 0.002
    less = Counter(counter.colour, counter.symbol, counter.label, "1", 1, 4, kind=counter.kind)
    style = theme_of(found.id, "light")
    looks = (Sprite(laid.sprite.kind, laid.sprite.size * 2, (shown,)) for shown in (counter, less))
    one, two = (sprites.drawn(sprite, style) for sprite in looks)
    assert one.tobytes() != two.tobytes()


def test_all_backs_of_a_side_show_one_picture_whatever_they_hide(tmp_path: Path) -> None:
    """Neither the picture nor the element tells more than a colour; hidden pieces have no kind."""
    game = "julius_caesar"
    pictures = {kind: pink() for kind, _ in look_of(game).pieces}
    found = copy(tmp_path, game, {**pictures, "back_caesar": Image.new("RGB", (60, 60), (0, 255, 120))})
    world = GAMES[game].found("war", {}, ["caesar", "pompey"])
    view = GAMES[game].pictures
    assert view is not None
    scene = view.scene(GAMES[game].view(world, None))
    hidden = {one for stack in scene.stacks for one in stack.counters if not one.symbol}
    assert hidden and all(one.kind == "" for one in hidden)
    style = theme_of(found.id, "light").style
    assert {style.pictured(one) for one in hidden} == {"back_caesar", ""}
    back = sprites.drawn(Sprite("pile", 1.0, (Counter("caesar"),)), theme_of(found.id, "light"))
    pixel = back.getpixel((20, 20))
    assert isinstance(pixel, tuple) and pixel[:3] == (0, 255, 120)


@pytest.mark.parametrize("game", KINDS)
def test_names_are_those_of_kinds_sides_and_symbols(game: str) -> None:
    known = names_of_pieces(game)
    assert KINDS[game][0] in known and any(name.startswith("back_") for name in known)
    for id in known:
        assert id == id.lower() and "/" not in id and "." not in id
    assert {kind for kind, _ in look_of(game).pieces if kind} <= known


def test_our_map_lies_as_before_whatever_kinds_its_counters_tell(tmp_path: Path) -> None:
    """Units that look alike are one counter, unless the group has a picture of one of them."""
    alike = (Counter("rome", "foot", "", "5", kind="a"), Counter("rome", "foot", "", "5", kind="b"))
    place = next(iter(look_of("ancient_world").board("en").places()))
    scene = Scene("ancient_world", "", "", "", "", stacks=(Stack(place, alike),), language="en")
    (one,) = (thing for thing in renderer.layers_of(scene).things if isinstance(thing, Laid))
    assert one.sprite.count == 2 and one.sprite.counters[0].kind == "" and one.sprite.own == ""


def test_faults_are_named_with_file_and_reason_and_the_others_are_used(tmp_path: Path) -> None:
    folder = tmp_path / "counters"
    folder.mkdir()
    (folder / "c_legio_9.png").write_bytes(b"nothing")
    (folder / "c_legio_99.png").write_bytes(b"")
    (folder / "c_legio_8.svg").write_bytes(b"<svg/>")
    pink((4, 4)).save(folder / "c_legio_7.png")
    pink((3000, 40)).save(folder / "c_legio_11.png")
    (folder / "c_legio_12.png").write_bytes(bytes(5 << 20))
    buffer = BytesIO()
    Image.effect_noise((300, 300), 90).save(buffer, "PNG")
    (folder / "c_legio_13.png").write_bytes(buffer.getvalue()[:3000])
    found = copy(tmp_path, "julius_caesar", {"c_legio_10": pink((900, 300))})
    said = {fill(one, "en") for one in found.faults}
    for file, why in {
        "c_legio_9.png": "this is not a PNG, JPEG, WEBP, GIF picture, or it is damaged",
        "c_legio_99.png": "the game has no piece “c_legio_99”; it has, for example, c_legio_10",
        "c_legio_8.svg": ".svg is not read; save it as PNG, JPEG or WebP",
        "c_legio_7.png": "has 4 by 4 pixels; a piece's has 8 to 2000 a side",
        "c_legio_11.png": "has 3000 by 40 pixels",
        "c_legio_12.png": "the file has 5 MB; at most 4 MB are read",
        "c_legio_13.png": "the picture is damaged",
    }.items():
        assert any(f"counters/{file}: " in one and why in one for one in said), (file, said)
    kept = counters.known(found.digest)
    assert set(kept) == {"c_legio_10"} and max(kept["c_legio_10"].size) == FINEST
    assert figures.overlay_at(tmp_path).digest == ""  # no figure, and no second game


def test_one_sheet_holds_many_and_its_faults_are_named(tmp_path: Path) -> None:
    folder = tmp_path / "counters"
    folder.mkdir()
    sheet = Image.new("RGB", (300, 200), "white")
    sheet.paste(PINK, (100, 0, 200, 100))
    sheet.save(folder / "all.png")
    text = (
        'picture = "all.png"\nrows = 2\ncolumns = 3\nnames = ["", "c_legio_10", "", "", "", "back_pompey"]\n'
    )
    (folder / "sheet.toml").write_text(text)
    found = copy(tmp_path, "julius_caesar", {})
    kept = counters.known(found.digest)
    assert set(kept) == {"c_legio_10", "back_pompey"} and not found.faults
    assert share_of_pink(kept["c_legio_10"]) == 1 and share_of_pink(kept["back_pompey"]) == 0
    for wrong, why in {
        text.replace('"all.png"', '"../all.png"'): "picture: there is no ../all.png in the folder",
        text.replace("rows = 2", "rows = 5"): "names: there are 6 names for 5 rows and 3 columns",
        text.replace("c_legio_10", "c_legio_77"): "the game has no piece “c_legio_77”",
        "rows = 0": "is damaged: ",
    }.items():
        (folder / "sheet.toml").write_text(wrong)
        found = copy(tmp_path, "julius_caesar", {})
        assert any(why in fill(one, "en") for one in found.faults), (why, found.faults)


def test_a_map_and_pieces_stand_together_and_each_without_the_other(tmp_path: Path) -> None:
    game = "julius_caesar"
    both = overlay(tmp_path, game)
    (first,) = own_boards.register({both: game})
    found = copy(tmp_path, game, {"c_legio_10": pink()})
    assert found.id != first.id and look_of(found.id).board("en").scan is not None
    (tmp_path / "board.toml").write_text("picture = 3")
    broken = copy(tmp_path, game, {})
    assert broken.problem is not None and LAID in broken.id and look_of(broken.id).board("en").scan is None
