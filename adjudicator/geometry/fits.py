"""Maps from one plane to another, fitted to pairs of points: projective for grids, thin plates for hand-drawn
maps.

All are solved in plain Python: twelve points make a system of fifteen equations.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations
from math import dist, hypot, log

from msgspec import Struct

Point = tuple[float, float]
Pair = tuple[Point, Point]
"""A point, and where it lies in the other plane."""
ROUNDS = 4
"""The number of times that a projective fit is weighed anew, so that it is errors in pixels that it makes
small."""
FLAT, SINGULAR = 1e-9, 1e-11
"""The largest depth, and pivot as a share of the largest figure, that count as nothing."""
BREADTH = 0.03
"""The least breadth of points across their line, as a share of their length: less counts as a line."""


class Unsolvable(ValueError):
    """Raised if points do not determine a map: too few, or all on a line."""


class Projective(Struct, frozen=True):
    """A map that keeps lines straight, by its nine figures row by row; similarities and affine maps are such.

    `x = (a·u + b·v + c) / (g·u + h·v + i)`, `y = (d·u + e·v + f) / (g·u + h·v + i)`
    """

    rows: tuple[float, ...]

    def __call__(self, at: Point) -> Point:
        """Return where a point lies.

        Raises:
            Unsolvable: on the line that such a map has no points for.
        """
        a, b, c, d, e, f, g, h, i = self.rows
        below = g * at[0] + h * at[1] + i
        if abs(below) < FLAT:
            raise Unsolvable("the point lies on the horizon")
        return (a * at[0] + b * at[1] + c) / below, (d * at[0] + e * at[1] + f) / below

    def inverse(self) -> Projective:
        """Return the map back.

        Raises:
            Unsolvable: if all points lie on a line.
        """
        a, b, c, d, e, f, g, h, i = self.rows
        cofactors = (
            *(e * i - f * h, c * h - b * i, b * f - c * e),
            *(f * g - d * i, a * i - c * g, c * d - a * f),
            *(d * h - e * g, b * g - a * h, a * e - b * d),
        )
        whole = a * cofactors[0] + b * cofactors[3] + c * cofactors[6]
        if abs(whole) < SINGULAR * max(map(abs, self.rows)) ** 3:
            raise Unsolvable("all points lie on a line")
        return Projective(tuple(one / whole for one in cofactors))

    def after(self, first: Projective) -> Projective:
        """Return the map that does `first`, then this."""
        one, other = self.rows, first.rows
        return Projective(
            tuple(
                sum(one[3 * row + at] * other[3 * at + column] for at in range(3))
                for row in range(3)
                for column in range(3)
            )
        )


class ThinPlate(Struct, frozen=True):
    """A map that leads some points exactly where they lie, and bends as little as possible between them.

    `here` brings points to a common size, in which `knots` are those that it is fitted to; `pulls` is what
    each adds right and down, `flat` the affine map beneath.
    """

    here: Projective
    knots: tuple[Point, ...]
    pulls: tuple[Point, ...]
    flat: Projective

    def __call__(self, at: Point) -> Point:
        """Return where a point lies."""
        at = self.here(at)
        x, y = self.flat(at)
        for knot, (right, down) in zip(self.knots, self.pulls, strict=True):
            bent = _bending(dist(knot, at))
            x, y = x + right * bent, y + down * bent
        return x, y


Fit = Projective | ThinPlate


def projective(pairs: Sequence[Pair]) -> Projective:
    """Return the map that keeps lines straight and leads the points nearest to where they lie: by two pairs a
    similarity, by three an affine map, from four on a projective one.

    Raises:
        Unsolvable: fewer than two pairs, or points that do not determine it.
    """
    if len(pairs) < 4:
        return similarity(pairs) if len(pairs) < 3 else affine(pairs)
    _require_breadth(pairs)
    here, there = _normal([one for one, _ in pairs]), _normal([other for _, other in pairs])
    scaled = [(here(one), there(other)) for one, other in pairs]
    found, weights = Projective((1, 0, 0, 0, 1, 0, 0, 0, 1)), [1.0] * len(pairs)
    for _ in range(ROUNDS):
        rows, wanted = list[list[float]](), list[float]()
        for ((u, v), (x, y)), weight in zip(scaled, weights, strict=True):
            for row, value in (
                ([u, v, 1.0, 0.0, 0.0, 0.0, -u * x, -v * x], x),
                ([0.0, 0.0, 0.0, u, v, 1.0, -u * y, -v * y], y),
            ):
                rows.append([one * weight for one in row])
                wanted.append(value * weight)
        found = Projective((*_least_squares(rows, wanted), 1.0))
        depths = [found.rows[6] * u + found.rows[7] * v + 1.0 for (u, v), _ in scaled]
        if min(depths) <= FLAT:
            raise Unsolvable("the points do not lie as seen from one side")
        weights = [1 / depth for depth in depths]
    return there.inverse().after(found).after(here)


def affine(pairs: Sequence[Pair]) -> Projective:
    """Return the affine map that leads the points nearest to where they lie.

    Raises:
        Unsolvable: fewer than three pairs, or all on a line.
    """
    if len(pairs) > 2:
        _require_breadth(pairs)
    here, there = _normal([one for one, _ in pairs]), _normal([other for _, other in pairs])
    rows = [[*here(one), 1.0] for one, _ in pairs]
    across = _least_squares(rows, [there(other)[0] for _, other in pairs])
    down = _least_squares(rows, [there(other)[1] for _, other in pairs])
    return there.inverse().after(Projective((*across, *down, 0.0, 0.0, 1.0))).after(here)


def similarity(pairs: Sequence[Pair]) -> Projective:
    """Return the map that turns, enlarges and shifts alone, and leads the points nearest to where they lie.

    Raises:
        Unsolvable: fewer than two different points.
    """
    here, there = _normal([one for one, _ in pairs]), _normal([other for _, other in pairs])
    rows, wanted = list[list[float]](), list[float]()
    for one, other in pairs:
        (u, v), (x, y) = here(one), there(other)
        rows += [[u, -v, 1.0, 0.0], [v, u, 0.0, 1.0]]
        wanted += [x, y]
    a, b, right, down = _least_squares(rows, wanted)
    return there.inverse().after(Projective((a, -b, right, b, a, down, 0.0, 0.0, 1.0))).after(here)


def thin_plate(pairs: Sequence[Pair]) -> Fit:
    """Return the map that leads every point exactly where it lies; by two or three pairs as `projective`.

    Raises:
        Unsolvable: fewer than two pairs, points that do not determine it, or one point with two places.
    """
    if len(pairs) < 4:
        return projective(pairs)
    _require_breadth(pairs)
    here, knots, rows = _bent(pairs)
    sides = [[*other] for _, other in pairs] + [[0.0, 0.0]] * 3
    *pulls, (c, f), (a, d), (b, e) = solve_all(rows, sides)
    flat = Projective((a, b, c, d, e, f, 0.0, 0.0, 1.0))
    return ThinPlate(here, tuple(knots), tuple((right, down) for right, down in pulls), flat)


def astray(pairs: Sequence[Pair]) -> list[float]:
    """Return how far each point lies from where a thin plate through all others leads it (Rippa's rule: what
    a point pulls, over its entry in the inverse of the equations).

    Raises:
        Unsolvable: fewer than five pairs, or points that do not determine it.
    """
    if len(pairs) < 5:
        raise Unsolvable("too few points")
    _, knots, rows = _bent(pairs)
    size = len(rows)
    ones = [[float(row == column) for column in range(size)] for row in range(size)]
    sides = [[*other] for _, other in pairs] + [[0.0, 0.0]] * 3
    solved = solve_all(rows, [[*one, *side] for one, side in zip(ones, sides, strict=True)])
    return [hypot(solved[at][-2], solved[at][-1]) / abs(solved[at][at]) for at in range(len(knots))]


def _bent(pairs: Sequence[Pair]) -> tuple[Projective, list[Point], list[list[float]]]:
    """Return the normal size of points, the points in it, and the equations of a thin plate through them."""
    here = _normal([one for one, _ in pairs])
    knots = [here(one) for one, _ in pairs]
    rows = [[*(_bending(dist(one, other)) for other in knots), 1.0, *one] for one in knots]
    ones, across, down = [1.0] * len(knots), [x for x, _ in knots], [y for _, y in knots]
    return here, knots, [*rows, *([*column, 0.0, 0.0, 0.0] for column in (ones, across, down))]


def errors(fit: Fit, pairs: Mapping[str, Pair]) -> dict[str, float]:
    """Return how far each point lies from where a map leads it."""
    return {name: dist(fit(one), other) for name, (one, other) in pairs.items()}


def spread(points: Mapping[str, Point], most: int = 10_000) -> list[str]:
    """Return points in an order in which the first few span the plane: the two that lie farthest apart, then
    always the one farthest from all before it; no more than `most`.
    """
    left = dict(points)
    if len(left) < 2:
        return list(left)
    outer = _hull(left)
    ends = max(combinations(sorted(outer), 2), key=lambda ends: dist(left[ends[0]], left[ends[1]]))
    order = list(ends)
    near = {name: min(dist(at, left[end]) for end in ends) for name, at in left.items() if name not in ends}
    while near and len(order) < most:
        name = max(near, key=lambda one: (near[one], one))
        order.append(name)
        del near[name]
        near = {other: min(away, dist(left[name], left[other])) for other, away in near.items()}
    return order


def solve(rows: Sequence[Sequence[float]], wanted: Sequence[float]) -> list[float]:
    """Return the solution of as many linear equations as unknowns.

    Raises:
        Unsolvable: if they do not determine one.
    """
    return [value for (value,) in solve_all(rows, [[one] for one in wanted])]


def solve_all(rows: Sequence[Sequence[float]], wanted: Sequence[Sequence[float]]) -> list[list[float]]:
    """Return the solutions of linear equations for several right sides at once, by elimination with pivots.

    Raises:
        Unsolvable: if they do not determine one.
    """
    size = len(rows)
    left = [[*row, *values] for row, values in zip(rows, wanted, strict=True)]
    most = max((abs(one) for row in rows for one in row), default=0.0)
    for at in range(size):
        pivot = max(range(at, size), key=lambda row: abs(left[row][at]))
        if abs(left[pivot][at]) <= most * SINGULAR:
            raise Unsolvable("the points do not determine a map")
        left[at], left[pivot] = left[pivot], left[at]
        first = left[at]
        for row in range(at + 1, size):
            if share := left[row][at] / first[at]:
                left[row] = [one - share * other for one, other in zip(left[row], first, strict=True)]
    found: list[list[float]] = []
    for at in reversed(range(size)):
        line, values = left[at], left[at][size:]
        for other, known in zip(line[at + 1 : size], reversed(found), strict=True):
            values = [one - other * value for one, value in zip(values, known, strict=True)]
        found.append([value / line[at] for value in values])
    return found[::-1]


def _least_squares(rows: Sequence[Sequence[float]], wanted: Sequence[float]) -> list[float]:
    """Return the values that come nearest to more equations than unknowns."""
    columns = list(zip(*rows, strict=True))
    if len(rows) < len(columns):
        raise Unsolvable("too few points")
    square = [[sum(map(float.__mul__, one, other)) for other in columns] for one in columns]
    return solve(square, [sum(map(float.__mul__, one, wanted)) for one in columns])


def _normal(points: Sequence[Point]) -> Projective:
    """Return the map that lays points about the origin, at about one unit from it.

    Raises:
        Unsolvable: fewer than two different points.
    """
    x, y = (sum(axis) / len(points) for axis in zip(*points, strict=True)) if points else (0.0, 0.0)
    mean = sum(hypot(u - x, v - y) for u, v in points) / max(len(points), 1)
    if mean < FLAT:
        raise Unsolvable("two different points are needed")
    return Projective((1 / mean, 0.0, -x / mean, 0.0, 1 / mean, -y / mean, 0.0, 0.0, 1.0))


def _require_breadth(pairs: Sequence[Pair]) -> None:
    """Refuse points that lie on a line, or nearly on one, in either plane: beside it they tell nothing."""
    for points in ([one for one, _ in pairs], [other for _, other in pairs]):
        x, y = (sum(axis) / len(points) for axis in zip(*points, strict=True))
        across = sum((u - x) ** 2 for u, _ in points)
        down = sum((v - y) ** 2 for _, v in points)
        both = sum((u - x) * (v - y) for u, v in points)
        middle, apart = (across + down) / 2, hypot((across - down) / 2, both)
        if max(middle - apart, 0.0) <= BREADTH**2 * (middle + apart):
            raise Unsolvable("the points lie on a line")


def _bending(away: float) -> float:
    return away * away * log(away) if away > 0 else 0.0


def _hull(points: Mapping[str, Point]) -> list[str]:
    """Return the corners of the smallest polygon around points, for it has the two farthest apart."""
    ordered = sorted(points, key=lambda name: (points[name], name))

    def half(names: Sequence[str]) -> list[str]:
        found = list[str]()
        for name in names:
            while len(found) > 1 and _turn(*(points[one] for one in (*found[-2:], name))) <= 0:
                found.pop()
            found.append(name)
        return found[:-1]

    return list(dict.fromkeys([*half(ordered), *half(ordered[::-1])])) if len(ordered) > 2 else ordered


def _turn(one: Point, two: Point, three: Point) -> float:
    return (two[0] - one[0]) * (three[1] - one[1]) - (two[1] - one[1]) * (three[0] - one[0])
