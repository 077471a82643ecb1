"""Lines of text: every letter is placed by us, so that a map is the same on every machine."""

from __future__ import annotations

import pytest
from PIL import ImageFont

from renderer.draw import text


def test_letters_are_kerned_by_what_the_font_asks() -> None:
    """EB Garamond Medium asks for 134 thousandths less between A and V."""
    alone = text.width("A", "plain", 20) + text.width("V", "plain", 20)
    assert text.width("AV", "plain", 20) == pytest.approx(alone - 0.134 * 20)


def test_a_line_is_as_wide_at_every_size() -> None:
    """Nothing is rounded to whole pixels: twice the size is twice the width."""
    for face in text.FACES:
        if face != "japanese":
            wide = text.width("Thessalonica, 属州", face, 11)
            assert text.width("Thessalonica, 属州", face, 33) == pytest.approx(3 * wide)


def test_no_library_of_the_system_is_needed() -> None:
    """Pillow's better layout wants FriBiDi, which slim images, Windows and macOS do not have."""
    assert text.font("plain", 20).layout_engine == ImageFont.Layout.BASIC


def test_kanji_stand_beside_latin_letters_without_kerning() -> None:
    both = text.width("A属", "plain", 20)
    assert both == pytest.approx(text.width("A", "plain", 20) + text.width("属", "plain", 20))
