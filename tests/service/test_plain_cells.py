"""Standings as CSV hold no formulas, in Japanese spreadsheets neither."""

from __future__ import annotations

import pytest

from service.usecases.tournaments.export import _plain_cell


@pytest.mark.parametrize(
    "cell",
    [
        "=1+1",
        "+1",
        "-2+3+cmd|' /C calc'!A0",
        "@SUM(A1)",
        "\tx",
        "\rx",
        "＝1",
        "＋1",
        "－1",
        "＠x",
        "-",
        "--1",
    ],
)
def test_what_begins_like_a_formula_is_quoted(cell: str) -> None:
    assert _plain_cell(cell) == f"'{cell}"


@pytest.mark.parametrize("cell", ["Ann", "-3", "-0.5", "12", "", "a=b", "５"])
def test_names_and_numbers_stay(cell: str) -> None:
    assert _plain_cell(cell) == cell
