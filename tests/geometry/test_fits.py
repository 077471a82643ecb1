"""Maps fitted to pairs of points: what they are exact for, how near they come, and what they refuse."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import cos, dist, radians, sin

import pytest

from adjudicator.geometry.fits import (
    Point,
    Projective,
    Unsolvable,
    affine,
    astray,
    errors,
    projective,
    similarity,
    solve,
    spread,
    thin_plate,
)
from renderer.boards.hexes.board import HexBoard
from renderer.games import look_of

SEEN = Projective((1.7, 0.12, 90.0, -0.08, 1.9, 40.0, 4e-5, -3e-5, 1.0))
CORNERS: list[Point] = [(0.0, 0.0), (2400.0, 0.0), (2400.0, 1500.0), (0.0, 1500.0)]


def turned(at: Point) -> Point:
    """Turn a point by three degrees, enlarge it half as much again, and shift it."""
    turn = radians(3)
    x, y = at[0] * cos(turn) - at[1] * sin(turn), at[0] * sin(turn) + at[1] * cos(turn)
    return 1.5 * x + 120, 1.5 * y - 30


def pairs(points: Sequence[Point], by: Callable[[Point], Point]) -> list[tuple[Point, Point]]:
    return [(point, by(point)) for point in points]


def test_two_points_determine_a_turn_and_three_an_affine_map() -> None:
    for fitted in (projective(pairs(CORNERS[:2], turned)), similarity(pairs(CORNERS, turned))):
        assert all(dist(fitted(at), turned(at)) < 1e-6 for at in CORNERS)
    skewed = Projective((1.2, 0.4, 3.0, -0.1, 0.9, 7.0, 0.0, 0.0, 1.0))
    for fitted in (projective(pairs(CORNERS[:3], skewed)), affine(pairs(CORNERS, skewed))):
        assert all(dist(fitted(at), skewed(at)) < 1e-6 for at in CORNERS)


def test_four_corners_straighten_a_photo_and_the_way_back_is_exact() -> None:
    fitted = projective(pairs(CORNERS, SEEN))
    for at in [(1200.0, 750.0), (310.0, 1290.0), *CORNERS]:
        assert dist(fitted(at), SEEN(at)) < 1e-6
        assert dist(fitted.inverse()(SEEN(at)), at) < 1e-6


@pytest.mark.parametrize("game", ["belisarius", "ancient_world"])
def test_eight_clicks_give_every_hex_of_a_photo_within_15_hundredths(game: str) -> None:
    """The hand misses each hex by up to two pixels of the photo."""
    board = look_of(game).board("en")
    assert isinstance(board, HexBoard)
    middles = {cell.id: cell.middle for cell in board.cells}
    missed = [
        (1.4, -1.4),
        (-2.0, 0.0),
        (0.6, 1.9),
        (-1.0, -1.7),
        (2.0, 0.3),
        (0.0, 2.0),
        (-1.5, 1.2),
        (1.1, 0.9),
    ]
    clicked = {}
    for name, (right, down) in zip(spread(middles, 8), missed, strict=True):
        x, y = SEEN(middles[name])
        clicked[name] = (middles[name], (x + right, y + down))
    fitted = projective([*clicked.values()])
    assert max(errors(fitted, clicked).values()) < 3
    back = fitted.inverse()
    assert max(dist(back(SEEN(at)), at) for at in middles.values()) < 0.15 * board.across


@pytest.mark.parametrize("game", ["julius_caesar", "ottomans"])
def test_twelve_clicks_foresee_nine_of_ten_places_of_a_map_drawn_otherwise(game: str) -> None:
    """The places are moved by a smooth field of up to five hundredths of the map's width."""
    board = look_of(game).board("en")
    places, width = board.places(), board.size[0]

    def moved(at: Point) -> Point:
        x, y = at[0] / width, at[1] / width
        right = 0.05 * width * sin(2.1 * x + 1.3 * y + 0.4)
        return SEEN((at[0] + right, at[1] + 0.05 * width * cos(1.7 * x - 1.1 * y)))

    order = spread(places)
    fitted = thin_plate(pairs([places[name] for name in order[:12]], moved))
    assert all(dist(fitted(places[name]), moved(places[name])) < 1e-6 for name in order[:12])
    circle = dist(SEEN((1000.0, 700.0)), SEEN((1024.0, 700.0)))  # the width of a city's sign, in the photo
    near = [dist(fitted(places[name]), moved(places[name])) <= 3 * circle for name in order[12:]]
    assert sum(near) >= 0.9 * len(near)
    whole = thin_plate(pairs([*places.values()], moved))
    assert all(dist(whole(at), moved(at)) < 1e-3 for at in places.values())


def test_the_first_points_to_click_span_the_map() -> None:
    board = look_of("julius_caesar").board("en")
    places, order = board.places(), spread(board.places())
    assert sorted(order) == sorted(places)
    assert dist(places[order[0]], places[order[1]]) == max(
        dist(one, other) for one in places.values() for other in places.values()
    )
    across = [places[name][0] for name in order[:6]]
    assert max(across) - min(across) > 0.8 * (
        max(x for x, _ in places.values()) - min(x for x, _ in places.values())
    )
    assert spread({"a": (0.0, 0.0)}) == ["a"]


def test_points_that_determine_nothing_are_refused() -> None:
    for points in ([], CORNERS[:1], CORNERS[:1] * 5, [(float(at), 2.0 * at) for at in range(5)]):
        for fit in (projective, thin_plate):
            with pytest.raises(Unsolvable):
                fit(pairs(points, turned))
    torn = [(one, other) for one, other in zip(CORNERS, [CORNERS[at] for at in (0, 2, 1, 3)], strict=True)]
    with pytest.raises(Unsolvable):
        projective(torn)
    with pytest.raises(Unsolvable):
        solve([[1.0, 2.0], [2.0, 4.0]], [1.0, 2.0])
    with pytest.raises(Unsolvable):
        thin_plate([*pairs(CORNERS, turned), (CORNERS[0], (5.0, 5.0))])


def test_what_lies_astray_is_measured_as_if_it_were_left_out() -> None:
    points = [*CORNERS, (1200.0, 750.0), (700.0, 300.0), (1900.0, 1100.0)]
    given = [(one, (x + 90 * (n == 5), y)) for n, (one, (x, y)) in enumerate(pairs(points, SEEN))]
    found = astray(given)
    for at, (one, other) in enumerate(given):
        others = thin_plate(given[:at] + given[at + 1 :])
        assert found[at] == pytest.approx(dist(others(one), other), rel=1e-6)
    assert found[5] > 80
    with pytest.raises(Unsolvable):
        astray(given[:4])


@pytest.mark.parametrize("fitted", [affine, projective, thin_plate])
@pytest.mark.parametrize("away", [0.0, 1.0])
def test_points_on_a_line_in_either_plane_determine_no_map(
    fitted: Callable[[Sequence[tuple[Point, Point]]], object], away: float
) -> None:
    """Nor do four that are a pixel off it: beside the line they would tell nothing but their errors."""
    line = [(100.0 * n, 50.0 * n + away * (n % 2)) for n in range(4)]
    for pairs in (list(zip(line, CORNERS, strict=True)), list(zip(CORNERS, line, strict=True))):
        with pytest.raises(Unsolvable):
            fitted(pairs)
