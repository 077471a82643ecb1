"""Cases of which `make test` runs some, and `.ci/run` all."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest


def some(cases: Iterable[Any], *kept: Any) -> list[Any]:
    """The cases of a parametrized test: those that are not among `kept` run with `-m matrix` only."""
    found = list(cases)
    assert all(case in found for case in kept), f"not among the cases: {kept}"
    return [case if case in kept else _in_matrix(case) for case in found]


def _in_matrix(case: Any) -> Any:
    values = case if isinstance(case, tuple) else (case,)
    return pytest.param(*values, marks=pytest.mark.matrix)
