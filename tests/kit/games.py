"""All games that are under test, and tests that are of each."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from .game import TESTS, GameUnderTest


def kits() -> Mapping[str, GameUnderTest]:
    """Return every game that has a `kit.py` in its folder of tests, by its name."""
    folders = sorted(path.parent.name for path in TESTS.glob("*/kit.py"))
    return {name: import_module(f"tests.{name}.kit").KIT for name in folders}


KITS = kits()

each_game = pytest.mark.parametrize("kit", KITS.values(), ids=KITS)
"""The test is of every game."""


def over(name: str, cases: Callable[[GameUnderTest], Sequence[Any]]) -> pytest.MarkDecorator:
    """The test is of every game, with each of its cases as argument `name`."""
    found = [
        pytest.param(kit, case, id=f"{kit.name}-{_id(case)}") for kit in KITS.values() for case in cases(kit)
    ]
    return pytest.mark.parametrize(("kit", name), found)


def _id(case: Any) -> str:
    match case:
        case str() | int():
            return str(case)
        case Path():
            return case.stem
        case (Mapping(), str() as reason):
            return reason[:40]
    return "-".join(map(str, case))
