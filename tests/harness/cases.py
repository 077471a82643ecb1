"""Cases of which `make test` runs some, and `.ci/run` all."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest

SLIPS = {
    f"year = {2**70}": "year: a whole number of at most 15 digits",
    "steps.c_legio_13 = many": "steps.c_legio_13: a whole number of at most 15 digits",
    'steps.c_legio_13 = {"a": 1}': "steps.c_legio_13: a whole number of at most 15 digits",
}
"""Lines with which a referee of Julius Caesar cannot change the position, and what is said of each."""


def some(cases: Iterable[Any], *kept: Any) -> list[Any]:
    """The cases of a parametrized test: those that are not among `kept` run with `-m matrix` only."""
    found = list(cases)
    assert all(case in found for case in kept), f"not among the cases: {kept}"
    return [case if case in kept else _in_matrix(case) for case in found]


def _in_matrix(case: Any) -> Any:
    values = case if isinstance(case, tuple) else (case,)
    return pytest.param(*values, marks=pytest.mark.matrix)
