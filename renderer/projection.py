"""Lambert's conformal conic projection on the sphere: degrees to the plane and back."""

from __future__ import annotations

from functools import lru_cache
from math import atan, atan2, cos, degrees, hypot, log, pi, radians, sin, tan

from msgspec import Struct


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
