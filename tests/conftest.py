"""How hypothesis searches: `HYPOTHESIS_PROFILE=default` for new examples at every run."""

from __future__ import annotations

import os
import warnings

import pytest
from hypothesis import HealthCheck, settings

with warnings.catch_warnings():  # all that its import warns of is Python's own `audioop`
    warnings.filterwarnings("ignore", "'audioop' is deprecated", DeprecationWarning)
    import discord  # noqa: F401

settings.register_profile(
    "ci", derandomize=True, deadline=None, database=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.register_profile("default", deadline=None)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "ci"))


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--golden",
        choices=("check", "write"),
        default="check",
        help="write the golden plays (*.play) anew; then read the difference",
    )
