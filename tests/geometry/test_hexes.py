"""Hex arithmetic: numbers, neighbours and distances on the axial grid."""

from __future__ import annotations

from itertools import product

import pytest

from adjudicator.geometry.hexes import STEPS, around, distance, middle, neighbours, read, write


def test_a_number_is_row_and_slanted_column() -> None:
    assert read("3511") == (35, 11)
    assert read("0460") == (4, 60)
    assert write((4, 60)) == "0460"
    assert all(write(read(number)) == number for number in ("0000", "0199", "9900", "9999"))


@pytest.mark.parametrize("wrong", ["", "351", "35111", "-101", "3 11", "３５１１", "35.1"])
def test_what_is_no_number_is_refused(wrong: str) -> None:
    with pytest.raises(ValueError, match="hex number"):
        read(wrong)


@pytest.mark.parametrize("cell", [(-1, 3), (100, 3), (3, -1), (3, 100)])
def test_a_cell_beyond_two_figures_has_no_number(cell: tuple[int, int]) -> None:
    with pytest.raises(ValueError, match="has no number"):
        write(cell)


def test_six_neighbours_lie_around_a_hex() -> None:
    """Anticlockwise from the east: 3536's are 3537, 3636, 3635, 3535, 3436 and 3437."""
    assert neighbours("3536") == ("3537", "3636", "3635", "3535", "3436", "3437")
    assert len(set(around((35, 36)))) == 6


def test_neighbours_are_mutual_and_one_step_away() -> None:
    for beside in neighbours("3536"):
        assert "3536" in neighbours(beside)
        assert distance(read("3536"), read(beside)) == 1


def test_what_cannot_be_numbered_is_no_neighbour() -> None:
    assert neighbours("0000") == ("0001", "0100")
    assert neighbours("9999") == ("9998", "9899")


def test_all_neighbours_are_equally_far_in_the_plane() -> None:
    x, y = middle((35, 36))
    for cell in around((35, 36)):
        dx, dy = middle(cell)[0] - x, middle(cell)[1] - y
        assert dx * dx + dy * dy == pytest.approx(1.0)


def test_distance_is_the_fewest_steps() -> None:
    """Compared with a search from one cell, as far as four steps."""
    start = (10, 10)
    steps = {start: 0}
    ring = [start]
    for n in range(1, 5):
        ring = [c for cell in ring for c in around(cell) if c not in steps]
        steps |= dict.fromkeys(ring, n)
    for row, column in product(range(7, 14), repeat=2):
        expected = steps.get((row, column))
        if expected is not None:
            assert distance(start, (row, column)) == expected == distance((row, column), start)
    assert distance(read("3511"), read("3720")) == 11


def test_the_steps_cancel_out() -> None:
    assert (sum(up for up, _ in STEPS), sum(along for _, along in STEPS)) == (0, 0)
