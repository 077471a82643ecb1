"""Make `data/atlas` from the geographic sources. Run by hand; needs numpy, scipy and Pillow.

    python tools/atlas.py FOLDER

FOLDER holds `land_10m.geojson`, `rivers_50m.geojson`, `lakes_50m.geojson` (Natural Earth, public
domain) and `elevation_5min.png` (8-bit grey, 5 arc-minutes a pixel, metres = value * 28 - 450,
255 = sea); see the section Geography of data/NOTICE.md. Written are

    coast.json, rivers.json, lakes.json   lines in steps of 1/200 degree, each a start and differences
    elevation.png                         5 arc-minutes a pixel, value = sqrt(metres) * 3.6, sea filled
    shade.png                             the same grid: light from the north-west, 128 = flat
"""

from __future__ import annotations

import argparse
import itertools
import json
from pathlib import Path
from typing import Any

import numpy
from PIL import Image
from scipy import ndimage

TARGET = Path(__file__).resolve().parents[1] / "data" / "atlas"
UNIT = 1 / 200
WEST, NORTH, SOUTH, EAST = -14.0, 60.0, 10.0, 68.0
SMALLEST_ISLAND = 0.004
MODERN = ("Canal", "Csatorna", "Tharthar", "Razzaza", "Habbaniyah", "Hammar", "Reservoir", "Zaliv", "Zalev")


def simplified(points: list[tuple[float, float]], tolerance: float) -> list[tuple[float, float]]:
    """Douglas and Peucker: the line without the points that lie within `tolerance` degrees of it."""
    keep = [False] * len(points)
    keep[0] = keep[-1] = True
    open_spans = [(0, len(points) - 1)]
    while open_spans:
        first, last = open_spans.pop()
        if last - first < 2:
            continue
        (ax, ay), (bx, by) = points[first], points[last]
        inner = numpy.array(points[first + 1 : last])
        length = numpy.hypot(bx - ax, by - ay)
        if length == 0:
            distance = numpy.hypot(inner[:, 0] - ax, inner[:, 1] - ay)
        else:
            distance = abs((bx - ax) * (inner[:, 1] - ay) - (by - ay) * (inner[:, 0] - ax)) / length
        worst = int(distance.argmax())
        if distance[worst] > tolerance:
            middle = first + 1 + worst
            keep[middle] = True
            open_spans += [(first, middle), (middle, last)]
    return [point for point, kept in zip(points, keep, strict=True) if kept]


def packed(points: list[tuple[float, float]]) -> list[int]:
    """Whole steps of 1/200 degree: the first point, then differences; repeated points are left out."""
    steps = [(round(x / UNIT), round(y / UNIT)) for x, y in points]
    flat = [*steps[0]]
    for (ax, ay), (bx, by) in itertools.pairwise(steps):
        if (ax, ay) != (bx, by):
            flat += [bx - ax, by - ay]
    return flat


def parts(geometry: dict[str, Any]) -> list[list[tuple[float, float]]]:
    """All lines or rings of a geometry, flat."""

    def flat(found: list[Any]) -> list[list[tuple[float, float]]]:
        if isinstance(found[0][0], (int, float)):
            return [[(point[0], point[1]) for point in found]]
        return [line for part in found for line in flat(part)]

    return flat(geometry["coordinates"])


def features(source: Path) -> list[dict[str, Any]]:
    """The features of a GeoJSON file."""
    return list(json.loads(source.read_text(encoding="utf-8"))["features"])


def area(ring: list[tuple[float, float]]) -> float:
    """Area of a ring in square degrees."""
    return abs(sum(a[0] * b[1] - b[0] * a[1] for a, b in itertools.pairwise(ring))) / 2


def in_theatre(line: list[tuple[float, float]]) -> bool:
    """Return true if any point lies in the theatre."""
    return any(WEST <= x <= EAST and SOUTH <= y <= NORTH for x, y in line)


def write(name: str, value: object) -> None:
    """One JSON file without spaces."""
    target = TARGET / name
    target.write_text(json.dumps(value, separators=(",", ":")) + "\n", encoding="utf-8")
    print(f"{name}: {target.stat().st_size // 1024} KiB")


def coast(source: Path) -> None:
    """Rings of the land; islands under about fifty square kilometres are left out."""
    rings = [ring for feature in features(source) for ring in parts(feature["geometry"])]
    rings = [ring for ring in rings if in_theatre(ring) and area(ring) > SMALLEST_ISLAND]
    write("coast.json", [packed(simplified(ring, 0.006)) for ring in rings])


def rivers(source: Path) -> None:
    """Rivers with their rank (1 the greatest, 6 the least); canals are not of the period."""
    found = []
    for feature in features(source):
        name = feature["properties"]["name"] or ""
        if any(word in name for word in MODERN):
            continue
        for line in parts(feature["geometry"]):
            if in_theatre(line):
                found.append([feature["properties"]["scalerank"], packed(simplified(line, 0.01))])
    write("rivers.json", found)


def lakes(source: Path) -> None:
    """Lakes without the reservoirs of our time."""
    found = []
    for feature in features(source):
        facts = feature["properties"]
        if facts["featurecla"] == "Reservoir" or any(word in (facts["name"] or "") for word in MODERN):
            continue
        found += [packed(simplified(ring, 0.01)) for ring in parts(feature["geometry"]) if in_theatre(ring)]
    write("lakes.json", found)


def relief(source: Path) -> None:
    """Elevation, filled under the sea from the nearest land, and the hill shade made from it."""
    rows = slice(0, round((NORTH - SOUTH) * 12))
    grey = numpy.array(Image.open(source))[rows].astype(float)
    sea = grey == 255
    metres = numpy.maximum(grey * 28 - 450, 0)
    nearest = ndimage.distance_transform_edt(sea, return_distances=False, return_indices=True)
    filled = metres[tuple(nearest)]
    height = numpy.where(sea, 0, metres)
    smooth = ndimage.gaussian_filter(height, 0.55)
    latitude = NORTH - (numpy.arange(smooth.shape[0]) + 0.5) / 12
    east_metres = 9270 * numpy.cos(numpy.radians(latitude))[:, None]
    to_east = numpy.gradient(smooth, axis=1) / east_metres * 11
    to_south = numpy.gradient(smooth, axis=0) / 9270 * 11
    light = (0.62 - to_east * -0.55 - to_south * -0.55) / numpy.sqrt(1 + to_east**2 + to_south**2)
    shade = numpy.clip(128 + (light / 0.62 - 1) * 105, 0, 255)
    tint = numpy.clip(numpy.sqrt(ndimage.gaussian_filter(filled, 0.4)) * 3.6, 0, 255)
    for name, grid in (("elevation.png", tint), ("shade.png", shade)):
        Image.fromarray(numpy.round(grid).astype("uint8")).save(TARGET / name, optimize=True)
        print(f"{name}: {(TARGET / name).stat().st_size // 1024} KiB")


def main() -> None:
    """Read the sources in the folder named on the command line and write `data/atlas`."""
    parser = argparse.ArgumentParser(description="Make data/atlas.")
    parser.add_argument("folder", type=Path)
    folder = parser.parse_args().folder
    TARGET.mkdir(parents=True, exist_ok=True)
    coast(folder / "land_10m.geojson")
    rivers(folder / "rivers_50m.geojson")
    lakes(folder / "lakes_50m.geojson")
    relief(folder / "elevation_5min.png")


if __name__ == "__main__":
    main()
