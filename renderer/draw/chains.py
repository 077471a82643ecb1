"""Lines made of single steps: chained from fork to fork, and softened so that they look drawn by hand."""

from __future__ import annotations

import itertools
from collections.abc import Collection, Sequence
from typing import TypeVar

from renderer.draw.frame import Point

Node = TypeVar("Node", str, tuple[int, int])


def chains(steps: Sequence[tuple[Node, Node]], stops: Collection[Node] = ()) -> list[list[Node]]:
    """The steps joined into lines, in the order of the steps.

    A line ends at a node with other than two steps, and at every node of `stops`.
    """
    beside: dict[Node, list[int]] = {}
    for at, step in enumerate(steps):
        for node in step:
            beside.setdefault(node, []).append(at)
    ended = {node for node, found in beside.items() if len(found) != 2} | set(stops)
    used: set[int] = set()
    lines = []
    open_first = sorted(range(len(steps)), key=lambda at: not any(node in ended for node in steps[at]))
    for at in open_first:
        if at not in used:
            lines.append(_walked(at, steps, beside, ended, used))
    return lines


def _walked(
    at: int,
    steps: Sequence[tuple[Node, Node]],
    beside: dict[Node, list[int]],
    ended: Collection[Node],
    used: set[int],
) -> list[Node]:
    """Return the nodes from one step on to an end, or back to the start; its steps are added to `used`."""
    first, second = steps[at]
    line = [first, second] if first in ended or second not in ended else [second, first]
    used.add(at)
    while line[-1] not in ended:
        onward = [step for step in beside[line[-1]] if step not in used]
        if not onward:
            break
        used.add(onward[0])
        one, other = steps[onward[0]]
        line.append(other if one == line[-1] else one)
    return line


def softened(points: Sequence[Point], parts: int = 5) -> list[Point]:
    """A line through the middle of every step, its corners rounded; the ends stay where they are."""
    if len(points) < 3:
        return list(points)
    found = [points[0]]
    for before, corner, after in zip(points, points[1:], points[2:], strict=False):
        start, end = _half(before, corner), _half(corner, after)
        for at in range(parts + 1):
            t = at / parts
            u = 1 - t
            found.append(
                (
                    u * u * start[0] + 2 * u * t * corner[0] + t * t * end[0],
                    u * u * start[1] + 2 * u * t * corner[1] + t * t * end[1],
                )
            )
    found.append(points[-1])
    return [point for point, onward in itertools.pairwise(found) if point != onward] + [found[-1]]


def _half(one: Point, other: Point) -> Point:
    return (one[0] + other[0]) / 2, (one[1] + other[1]) / 2
