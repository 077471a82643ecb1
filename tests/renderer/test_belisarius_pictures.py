"""Whole pictures of Belisarius: pure, right for their viewer, and everything in its hex."""

from __future__ import annotations

from copy import deepcopy
from io import BytesIO
from pathlib import Path

import msgspec
import pytest
from PIL import Image

import renderer
from adjudicator.belisarius import GAME
from adjudicator.belisarius.show.scene import scene
from adjudicator.belisarius.show.view import view
from adjudicator.belisarius.world import World
from adjudicator.display.language import in_language
from adjudicator.display.scene import Counter, Mark, Note, Scene, Stack
from renderer.boards import base_layer, city_names
from renderer.draw.frame import Frame
from renderer.draw.labels import around, middle_of, overlap
from renderer.games import belisarius
from renderer.pieces import hex_stacks, tiles
from tests.renderer.belisarius_scenes import PIECES, crowded, opening, set_up


def seen(w: World, viewer: str | None) -> Scene:
    return in_language(scene(view(w, viewer)), "en", GAME.lexicon.label)


def opened(picture: renderer.Picture) -> Image.Image:
    return Image.open(BytesIO(picture.data))


@pytest.mark.parametrize(
    ("scenario", "theme", "language"), [("advance", "light", "en"), ("gothic_war", "dark", "ja")]
)
def test_a_whole_map_is_a_palette_png_under_700_kib(scenario: str, theme: str, language: str) -> None:
    picture = renderer.whole_map(opening(scenario, language=language), theme=theme)
    image = opened(picture)
    assert (image.mode, image.size) == ("P", (2400, 1568))
    assert len(picture.data) < 700 * 1024


def test_three_hundred_counters_fit_into_700_kib() -> None:
    assert len(renderer.whole_map(crowded()).data) < 700 * 1024


@pytest.mark.parametrize("scale", [0.97, 2.35])
def test_no_name_of_a_city_lies_under_what_was_laid_on_the_map(scale: float) -> None:
    """Every third city has a stack on its name; each name finds room, and none another name."""
    board = belisarius.board("en")
    frame = Frame(0, 0, *board.size, scale, min(scale, 1.75))
    drawn = base_layer.drawn_in(board, frame, None)
    taken = [around(middle_of(drawn.names[town.id]), 17 * scale) for town in board.towns[::3]]
    places = city_names.placed(board, frame, drawn, taken)
    assert sorted(places) == sorted(drawn.names)
    for id_, box in places.items():
        area = (box[2] - box[0]) * (box[3] - box[1])
        assert sum(overlap(box, other) for other in taken) <= city_names.COVERED * area, id_
        beside = [box_ for other, box_ in places.items() if other != id_]
        assert sum(overlap(box, other) for other in beside) <= city_names.COVERED * area, id_
    untouched = city_names.placed(board, frame, drawn, ())
    assert untouched == drawn.names


def test_the_same_scene_gives_the_same_bytes(tmp_path: Path) -> None:
    shown = crowded()
    base_layer.forget()
    afresh = renderer.whole_map(shown, width=1200, cache=tmp_path)
    kept = renderer.whole_map(shown, width=1200)
    base_layer.forget()
    from_disk = renderer.whole_map(shown, width=1200, cache=tmp_path)
    assert afresh.data == kept.data == from_disk.data


def test_two_worlds_give_a_viewer_the_same_picture() -> None:
    """§22.1: the other's treasury, markers and the order of the pool."""
    one = set_up("advance")
    other = deepcopy(one)
    other.treasury["barbarian"] += 7
    hand, pool = other.cups["barbarian_hand"], other.cups["pool"]
    if hand:
        at = next(number for number, marker in enumerate(pool) if marker != hand[0])
        hand[0], pool[at] = pool[at], hand[0]
        hand.sort()
        pool.sort()
    for viewer in ("empire", None):
        pictures = [renderer.whole_map(seen(w, viewer), width=1200).data for w in (one, other)]
        assert pictures[0] == pictures[1]
    theirs = [renderer.whole_map(seen(w, "barbarian"), width=1200).data for w in (one, other)]
    assert theirs[0] != theirs[1]


def test_equal_units_are_shown_together_and_none_is_lost() -> None:
    for stack in crowded().stacks:
        found = hex_stacks.kinds(stack.counters)
        assert sum(count for _, count in found) == len(stack.counters)
        assert len({counter for counter, _ in found}) == len(found)


@pytest.mark.parametrize("count", range(1, 21))
def test_tiles_stay_in_their_hex(count: int) -> None:
    shape = hex_stacks.spread(count, 90, 80, 50)
    assert shape.columns * shape.rows >= count
    assert shape.side * shape.columns <= 90 and shape.side * shape.rows <= 80
    assert shape.side >= 13


def test_a_crop_draws_large_and_stays_small() -> None:
    picture = renderer.crop(crowded(), ["3536"])
    assert picture.width == 1080
    assert len(picture.data) < 300 * 1024


@pytest.mark.parametrize("width", [320, 700])
def test_small_pictures_are_drawn_too(width: int) -> None:
    assert opened(renderer.whole_map(opening(), width=width)).size[0] == width


def test_counters_are_drawn_in_any_size() -> None:
    for piece in PIECES:
        for size in range(6, 90, 7):
            assert tiles.tile(piece, 3, size, belisarius.STYLE).size == (size, size)


def test_a_unit_with_steps_has_a_bar_of_its_strength_and_a_leader_has_stars() -> None:
    def gold(counter: Counter) -> int:
        made = tiles.tile(counter, 1, 80, belisarius.STYLE).convert("RGB").crop((8, 66, 72, 78))
        return made.tobytes().count(bytes(tiles.GOLD))

    weak, strong = (gold(Counter("barbarian", "warband", steps=steps, full=4)) for steps in (1, 3))
    assert 2.5 * weak < strong < 3.5 * weak
    assert gold(Counter("barbarian", "warband")) == 0
    assert gold(Counter("barbarian", "leader", steps=2, full=2)) == 0


def test_sides_differ_by_outline_and_emblem_not_only_by_colour() -> None:
    named = [belisarius.STYLE.families[name] for name in ("empire", "guard", "barbarian", "rebel", "neutral")]
    assert len({family.shape for family in named}) == 5
    greys = [Image.new("RGB", (1, 1), family.back).convert("L").getpixel((0, 0)) for family in named]
    assert len(set(greys)) == 5


def test_what_is_not_known_is_refused() -> None:
    plain = opening()

    def changed(**fields: object) -> Scene:
        return msgspec.structs.replace(plain, **fields)

    with pytest.raises(KeyError):
        renderer.whole_map(changed(stacks=(Stack("9999", (Counter("empire"),)),)), width=400)
    with pytest.raises(ValueError, match="no such mark"):
        renderer.whole_map(changed(marks=(Mark("3536", "fireworks"),)), width=400)
    with pytest.raises(ValueError, match="no such sign"):
        renderer.whole_map(changed(legend=(Note("unicorn", "?"),)), width=400)
    with pytest.raises(KeyError):
        renderer.crop(plain, ["atlantis"], width=400)
