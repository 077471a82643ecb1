"""Names that people have: no box stands for a letter, none is wider than its column, no two look alike."""

from __future__ import annotations

from collections.abc import Iterator
from io import BytesIO
from itertools import combinations

import pytest
from PIL import Image, ImageChops

from adjudicator.display.charts import Bracket, Crosstable, Pair
from renderer import can_write, chart_pictures
from renderer.draw import text
from renderer.draw.fonts import fallback

NAMES = (
    *(
        "澤田 翔",
        "廣瀬 凛",
        "濱崎 櫻",
        "齋藤 颯",
        "渡邉 莉",
        "髙橋 﨑",
        "Иван Петров",
        "Ѓорѓи",
        "한소희",
        "👑 Gnaeus",
    ),
    *("สมชาย ใจดี", "محمد علي", "דוד כהן", "अनिल कुमार", "Nguyễn Trần Ươn", "习近 东风", "陳 龍", "Ἀλέξανδρος"),
    *("Cafe\u0301 ❤️", "👨‍👩‍👧 Family", "Ötzi דוד Ю", "W" * 80, "漢" * 80, "Щ" * 80),
)
SHAPED = ("สมชาย ใจดี", "محمد علي", "דוד כהן", "अनिल कुमार")
NONE_HAS = ("\U00012000", "Anna \U00013000", "\ue000", "")


@pytest.fixture
def without_raqm(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A machine without FriBiDi."""
    monkeypatch.setattr(fallback, "has_shaping", lambda: False)
    _forget()
    yield
    monkeypatch.undo()
    _forget()


def _forget() -> None:
    for cached in (fallback.face_of, text._units, text._pens, text.stamp):
        cached.cache_clear()


@pytest.mark.parametrize("face", ["plain", "bold", "italic"])
def test_every_letter_is_in_the_font_that_sets_it(face: str) -> None:
    if not fallback.has_shaping():
        pytest.skip("Pillow's raqm cannot be loaded here")
    for name in NAMES:
        assert can_write(name)
        for unit in text._units(name, face):
            used = text._face_of(unit[0], face)
            assert used is not None
            of = fallback.coverage()[fallback.FACES.get(used) or text.FACES[used]]
            assert set(unit) <= of, (name, unit)


def test_no_two_names_look_alike() -> None:
    if not fallback.has_shaping():
        pytest.skip("Pillow's raqm cannot be loaded here")
    drawn = [text.stamp(name, "bold", 22).letters for name in NAMES]
    for one, other in combinations(drawn, 2):
        assert one.size != other.size or ImageChops.difference(one, other).getbbox() is not None


def test_letters_that_join_are_set_as_one() -> None:
    """Arabic letters have another form within a word; Hebrew runs from right to left, words and all."""
    if not fallback.has_shaping():
        pytest.skip("Pillow's raqm cannot be loaded here")
    assert text._units("Ali علي ok", "bold") == ("A", "l", "i", " ", "علي", " ", "o", "k")
    assert text._units("דוד כהן", "bold") == ("דוד כהן",)
    alone = sum(text.width(letter, "plain", 40) for letter in "محمد")
    assert text.width("محمد", "plain", 40) < alone


def test_a_name_that_no_font_has_cannot_be_written() -> None:
    for name in NONE_HAS:
        assert not can_write(name)
    assert text._units("x\U00012000", "bold") == ("x", fallback.INSTEAD), "elsewhere no box is drawn either"


@pytest.mark.usefixtures("without_raqm")
def test_without_raqm_only_scripts_that_need_it_are_given_up() -> None:
    assert [name for name in NAMES if not can_write(name)] == [*SHAPED, "Ötzi דוד Ю"]


@pytest.mark.parametrize("name", [name for name in NAMES if len(name) > 40])
def test_a_long_name_ends_within_its_column(name: str) -> None:
    for room in (30.0, 228.0):
        size = text.fitted(name, "bold", 22, room, 9)
        short = text.shortened(name, "bold", size, room)
        assert short.endswith("…") and text.width(short, "bold", size) <= room
    assert text.shortened("Anna", "bold", 22, 228) == "Anna"


def test_brackets_and_crosstables_hold_all_names_in_their_columns() -> None:
    """The gutter between two rounds is free: a name of 80 letters changes nothing beyond its own column."""

    def painted(name: str) -> Image.Image:
        pair = Pair("", (name, "Anna"), -1)
        chart = Bracket(
            "julius_caesar", "en", "A cup", "x", "x", (("Last 4", (pair, pair)), ("Final", (pair,)))
        )
        return _opened(chart_pictures.bracket(chart, width=540).data)

    changed = ImageChops.difference(painted("A"), painted("W" * 80)).convert("L")
    middle, down = changed.width // 2, changed.height
    assert changed.getbbox() is not None
    gutter = changed.crop((middle - 3, 0, middle + 3, down))
    assert max(gutter.tobytes()) < 40 < max(changed.crop((0, 0, middle - 3, down)).tobytes())
    rows, points = tuple((one, ("2+",)) for one in NAMES), tuple(("1",) for _ in NAMES)
    table = Crosstable("julius_caesar", "en", "A cup", "x", "x", ("1",), rows, ("Points",), points)
    assert chart_pictures.crosstable(table, width=540).width == 540


def _opened(png: bytes) -> Image.Image:
    return Image.open(BytesIO(png)).convert("RGB")
