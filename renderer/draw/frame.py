"""A frame: the part of a plate that a picture shows, and its scale."""

from __future__ import annotations

from msgspec import Struct

Point = tuple[float, float]


class Frame(Struct, frozen=True):
    """A window on a plate.

    `x`, `y`, `width`, `height` are plate units; `scale` is pixels for one plate unit; `zoom` is the size of
    names, signs and counters in relation to the plate (in pixels, so that a crop at twice the scale need not
    have names of twice the size).
    """

    x: float
    y: float
    width: float
    height: float
    scale: float
    zoom: float

    @property
    def size(self) -> tuple[int, int]:
        """Width and height in pixels."""
        return round(self.width * self.scale), round(self.height * self.scale)

    def pixel(self, point: Point) -> Point:
        """Return the position in the picture of a point of the plate, in pixels."""
        return (point[0] - self.x) * self.scale, (point[1] - self.y) * self.scale

    def point(self, pixel: Point) -> Point:
        """The point of the plate under a pixel."""
        return pixel[0] / self.scale + self.x, pixel[1] / self.scale + self.y
