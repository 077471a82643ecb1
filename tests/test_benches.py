"""Every benchmark runs to its end, with rounds as small as they can be; what it measures is not judged."""

from __future__ import annotations

import math
import sys
from types import ModuleType
from typing import Any

import pytest

from tools.bench import BENCHMARKS, Figure
from tools.bench import __main__ as benches

SMALL: dict[str, dict[str, Any]] = {
    "ancient_world": {"GAMES_MEASURED": 1, "SEARCHES": 1, "COMPLETIONS": 1},
    "belisarius": {"GAMES_MEASURED": 1, "BEST": 1, "REACHES": 1},
    "discord": {"GUILDS": (1, 2)},
    "hostile": {"QUESTIONS": 2},
    "julius_caesar": {"GAMES_MEASURED": 1},
    "local": {"ANSWERS": 4, "ORDERS": 2, "PAGES": 2, "LOOKS": 1, "STREAMS": 2, "ASKED": 2},
    "mail": {"CAMPAIGNS": 2, "ROUNDS": 1, "PICTURED": 1},
    "ottomans": {"GAMES_MEASURED": 1},
    "pictures": {"STEPS": 40},
    "protocol": {"ANSWERS": 20, "TRIES": 20},
    "renderer": {"ROUNDS": 1, "WINDOWS": 2},
    "service": {"GAMES_MEASURED": 1, "LIVE": 5, "FOUNDED": 1},
    "tournament": {"PLAYERS": 16, "LOOKS": 1},
}
"""The sizes of a small round, by module."""


def module(name: str) -> ModuleType:
    return sys.modules[f"tools.bench.{name}"]


def test_small_rounds_name_sizes_that_there_are() -> None:
    assert {*SMALL} <= {*benches.__all__}
    for name, sizes in SMALL.items():
        for size, small in sizes.items():
            assert type(getattr(module(name), size)) is type(small)


@pytest.mark.matrix
@pytest.mark.parametrize("name", sorted(BENCHMARKS))
def test_a_benchmark_runs_to_its_end(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for part, sizes in SMALL.items():
        for size, small in sizes.items():
            monkeypatch.setattr(module(part), size, small)
    monkeypatch.setenv("BENCH_LOAD", "4,10,5")
    figures = [*BENCHMARKS[name]()]
    assert figures
    for figure in figures:
        assert isinstance(figure, Figure)
        assert math.isfinite(figure.value), figure.what
