"""PNG as we write it is what Pillow reads; sheets are printed in their own colours only."""

from __future__ import annotations

from io import BytesIO

import pytest
from PIL import Image

from renderer.draw import palette, png
from renderer.draw.themes import LIGHT


def gradient(width: int, height: int) -> Image.Image:
    """Every red from left to right, every green downward."""
    red = Image.linear_gradient("L").rotate(90).resize((width, height))
    green = Image.linear_gradient("L").resize((width, height))
    return Image.merge("RGB", (red, green, Image.new("L", (width, height), 90)))


@pytest.mark.parametrize(("width", "height", "colours"), [(1, 1, 1), (7, 3, 5), (301, 200, 256)])
def test_what_is_packed_is_read_back(width: int, height: int, colours: int) -> None:
    picture = gradient(width, height).quantize(colours)
    with Image.open(BytesIO(png.packed(picture))) as opened:
        assert (opened.format, opened.mode, opened.size) == ("PNG", "P", (width, height))
        assert opened.tobytes() == picture.tobytes()
        assert opened.convert("RGB").tobytes() == picture.convert("RGB").tobytes()


def test_what_cannot_be_packed_is_refused() -> None:
    with pytest.raises(ValueError, match="not RGB"):
        png.packed(Image.new("RGB", (2, 2)))
    through = Image.new("P", (2, 2))
    through.info["transparency"] = 0
    with pytest.raises(ValueError, match="opaque"):
        png.packed(through)


def test_a_sheet_is_printed_in_the_colours_that_are_its_own() -> None:
    sheet = gradient(300, 200)
    colours = palette.chosen(sheet, LIGHT, every=1)
    printed = palette.printed(sheet, colours)
    assert max(printed.tobytes()) < palette.PRINTED
    assert printed.getpalette() == colours.getpalette()
    assert len(colours.getpalette() or []) <= 3 * palette.SIZE
    again = palette.quantised(printed.convert("RGB"), colours)
    assert again.convert("RGB").tobytes() == printed.convert("RGB").tobytes()
