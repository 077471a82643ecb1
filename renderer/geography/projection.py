"""Lambert's conformal conic projection on the sphere, also slightly warped: degrees to the plane and back."""

from __future__ import annotations

from functools import lru_cache
from math import atan, atan2, cos, degrees, hypot, log, pi, radians, sin, tan

from msgspec import Struct

ROUNDS = 12
"""Each round of `WarpedConic.degrees` leaves a fifth of the error or less."""


@lru_cache(maxsize=16)
def _cone(first: float, second: float) -> tuple[float, float]:
    """The cone's constant and its factor of scale, from the parallels of true scale in degrees."""
    one, two = radians(first), radians(second)
    rising = tan(pi / 4 + two / 2) / tan(pi / 4 + one / 2)
    n = log(cos(one) / cos(two)) / log(rising)
    return n, cos(one) * tan(pi / 4 + one / 2) ** n / n


class Conic(Struct, frozen=True):
    """The projection of one plate.

    `first` and `second` are the parallels of true scale, `meridian` is vertical in the middle of the
    plate, all in degrees. `scale` is plate units for one radius of the earth; `left` and `top` are the
    plane's coordinates of the plate's upper left corner, in plate units.
    """

    first: float
    second: float
    meridian: float
    scale: float
    left: float
    top: float

    def plate(self, lon: float, lat: float) -> tuple[float, float]:
        """Plate units from the upper left corner, right and down, of a place in degrees."""
        n, factor = _cone(self.first, self.second)
        radius = self.scale * factor / tan(pi / 4 + radians(lat) / 2) ** n
        angle = n * radians(lon - self.meridian)
        return radius * sin(angle) - self.left, radius * cos(angle) - self.top

    def degrees(self, x: float, y: float) -> tuple[float, float]:
        """Longitude and latitude in degrees of a point of the plate: the reverse of `plate`."""
        n, factor = _cone(self.first, self.second)
        across, down = x + self.left, y + self.top
        radius = hypot(across, down)
        lat = 2 * atan((self.scale * factor / radius) ** (1 / n)) - pi / 2
        return self.meridian + degrees(atan2(across, down)) / n, degrees(lat)


class WarpedConic(Conic, frozen=True):
    """A conic with a small shift at every point, for a board whose grid does not quite fit any projection.

    `right` and `down` are the six factors, in plate units, of 1, x, y, x², xy and y²; there x and y are the
    distances from `middle` in thousands of plate units. The warp must be slight enough on the plate for
    `degrees` to reverse it.
    """

    middle: tuple[float, float]
    right: tuple[float, float, float, float, float, float]
    down: tuple[float, float, float, float, float, float]

    def plate(self, lon: float, lat: float) -> tuple[float, float]:
        x, y = super().plate(lon, lat)
        right, down = self._moved(x, y)
        return x + right, y + down

    def degrees(self, x: float, y: float) -> tuple[float, float]:
        across, below = x, y
        for _ in range(ROUNDS):
            right, down = self._moved(across, below)
            across, below = x - right, y - down
        return super().degrees(across, below)

    def _moved(self, x: float, y: float) -> tuple[float, float]:
        u, v = (x - self.middle[0]) / 1000, (y - self.middle[1]) / 1000
        a, b, c, d, e, f = self.right
        g, h, i, j, k, m = self.down
        return (
            a + b * u + c * v + d * u * u + e * u * v + f * v * v,
            g + h * u + i * v + j * u * u + k * u * v + m * v * v,
        )
