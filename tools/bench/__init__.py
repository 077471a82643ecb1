"""Benchmarks: they print figures and assert nothing about time.

A benchmark is a function that yields `Figure`s; it enters itself with `@benchmark`. Modules are named in
`tools/bench/__main__.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TypeAlias

from msgspec import Struct


class Figure(Struct, frozen=True):
    """A line of the report: the measurement, its value, and the aim ("" for none)."""

    what: str
    value: float
    unit: str
    aim: str = ""

    def __str__(self) -> str:
        aim = f"   (aim: {self.aim})" if self.aim else ""
        return f"  {self.what:<66}{self.value:>12,.3g} {self.unit}{aim}"


Benchmark: TypeAlias = Callable[[], Iterator[Figure]]

BENCHMARKS: dict[str, Benchmark] = {}
"""Every benchmark by its name."""


def benchmark(run: Benchmark) -> Benchmark:
    """Register a benchmark under its own name."""
    BENCHMARKS[run.__name__] = run
    return run
