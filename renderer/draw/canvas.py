"""One picture in the making: a copy of a base image, painted over, with a record of where."""

from __future__ import annotations

from io import BytesIO

from PIL import Image, ImageFilter

from renderer.draw import palette, png, text
from renderer.draw.brush import Mask
from renderer.draw.frame import Point
from renderer.draw.themes import Colour, Theme

MARGIN = 3
QUALITIES, MOST_BYTES = (88, 70, 45), 6 << 20
"""The qualities of the JPEG of a picture on a photo: the first with which it has no more bytes, or the last.
"""


def noted(box: tuple[float, float, float, float], size: tuple[int, int]) -> palette.Box | None:
    """Return the pixels that something in a box may paint on a picture of a size, None if there are none."""
    left, top = max(0, int(box[0]) - MARGIN), max(0, int(box[1]) - MARGIN)
    right, bottom = min(size[0], int(box[2]) + MARGIN), min(size[1], int(box[3]) + MARGIN)
    return (left, top, right, bottom) if left < right and top < bottom else None


CASING, SOLID = 0.018, 100
"""The width of a line around a sign, as a share of its size; and the least grey that is the sign itself."""
CASINGS: tuple[Colour, Colour] = ((24, 18, 12), (255, 252, 240))


def _wider(mask: Image.Image, reach: int) -> Image.Image:
    """Return the solid parts of a mask with a margin of `reach` pixels."""
    wider = Image.new("L", (mask.width + 2 * reach, mask.height + 2 * reach))
    wider.paste(mask.point([0] * SOLID + [255] * (256 - SOLID)), (reach, reach))
    return wider.filter(ImageFilter.MaxFilter(2 * reach + 1))


class Canvas:
    """A picture over a base image. Paint on `picture` only through these methods; anything else is not shown.

    Args:
        true: the base image in true colour (RGB).
        flat: the same in the palette of the finished picture (P); None for a photo, which has none.
        theme: of a photo, and of a board on which a group's own pieces may stand.
    """

    def __init__(self, true: Image.Image, flat: Image.Image | None, theme: Theme | None = None) -> None:
        self._true, self._flat, self._theme = true, flat, theme
        self.picture = true.copy()
        self.painted: list[palette.Box] = []

    def note(self, left: float, top: float, right: float, bottom: float) -> None:
        """Remember a box as painted."""
        box = noted((left, top, right, bottom), self.picture.size)
        if box is not None:
            self.painted.append(box)

    def paste(self, sprite: Image.Image, left: float, top: float) -> None:
        """Lay an RGBA sprite on the picture."""
        corner = (round(left), round(top))
        self.picture.paste(sprite, corner, sprite)
        self.note(corner[0], corner[1], corner[0] + sprite.width, corner[1] + sprite.height)

    def stamp(self, mask: Image.Image, left: float, top: float, colour: Colour) -> None:
        """Put a colour through a grey mask."""
        corner = (round(left), round(top))
        self.picture.paste(colour, corner, mask)
        self.note(corner[0], corner[1], corner[0] + mask.width, corner[1] + mask.height)

    def sign(self, mask: Image.Image, left: float, top: float, colour: Colour) -> None:
        """Put a ring or a light through a grey mask; on a photo with a light line and a dark one around.

        Its ground may have any colour.
        """
        if self.is_photo:
            wide = max(2, round(max(mask.size) * CASING))
            for reach, shade in ((2 * wide, CASINGS[0]), (wide, CASINGS[1])):
                self.stamp(_wider(mask, reach), left - reach, top - reach, shade)
        self.stamp(mask, left, top, colour)

    def ink(self, mask: Mask, corner: Point, colour: Colour) -> None:
        """Put a colour through a mask that begins at a corner (see `strokes`); it is empty again then."""
        for box in mask.ink(self.picture, colour, (round(corner[0]), round(corner[1]))):
            self.note(*box)

    def write(
        self,
        at: Point,
        line: str,
        face: str,
        size: float,
        ink: Colour,
        anchor: str = "l",
        halo: tuple[float, Colour] | None = None,
    ) -> float:
        """Write a line (see `text.write`) and return its width."""
        wide = text.write(self.picture, at, line, face, size, ink, anchor=anchor, halo=halo)
        left = at[0] - {"l": 0.0, "m": wide / 2, "r": wide}[anchor]
        edge = (halo[0] if halo else 0) + 2
        self.note(
            left - edge,
            at[1] - size * 1.1 - edge,
            left + wide + size * 0.3 + edge,
            at[1] + size * 0.45 + edge,
        )
        return wide

    def strokes(self, points: list[Point], reach: float) -> tuple[Mask, Point]:
        """A mask just large enough for some points with `reach` around, and its upper left corner."""
        left = int(min(x for x, _ in points) - reach)
        top = int(min(y for _, y in points) - reach)
        right, bottom = max(x for x, _ in points) + reach, max(y for _, y in points) + reach
        return Mask((int(right - left) + 1, int(bottom - top) + 1), 3), (left, top)

    def box(self, box: tuple[float, float, float, float], fill: Colour) -> None:
        """A plain filled rectangle."""
        whole = (round(box[0]), round(box[1]), round(box[2]), round(box[3]))
        self.picture.paste(fill, whole)
        self.note(*whole)

    def flattened(self) -> Image.Image:
        """The finished picture in the palette of its base image.

        One is chosen for a photo, and for a board with pieces of a group.
        """
        base = self._flat
        if base is None or self._has_own_pieces:
            assert self._theme is not None
            base = palette.printed(self._true, palette.chosen(self._true, self._theme))
        flat = base.copy()
        for left, top, right, bottom in palette.merged(self.painted):
            box = (left, top, right, min(bottom, flat.height))
            flat.paste(palette.quantised(self.picture.crop(box), base), box)
        return flat

    @property
    def _has_own_pieces(self) -> bool:
        return self._theme is not None and bool(self._theme.style.own)

    @property
    def is_photo(self) -> bool:
        """True if the base image is a photo."""
        return self._flat is None

    def file(self) -> tuple[bytes, str]:
        """Return the finished picture and its ending: a PNG with a palette, or a JPEG where a photo or pieces
        have colours of their own.
        """
        if self._flat is not None and not self._has_own_pieces:
            return png.packed(self.flattened()), "png"
        for quality in QUALITIES:
            buffer = BytesIO()
            self.picture.save(buffer, "JPEG", quality=quality, subsampling=0 if quality > 70 else 2)
            if buffer.tell() <= MOST_BYTES:
                break
        return buffer.getvalue(), "jpg"
